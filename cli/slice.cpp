// SPDX-License-Identifier: MIT
// `weft slice`: NumPy's slice notation on a .npy file, carried out by the SLICE1 it lowers to.
#include <fmt/format.h>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/npy.h"
#include "draw/draw.h"
#include "weft/device.h"
#include "weft/schema.h"
#include "weft/slice_text.h"

namespace weft::cli {

Status SliceCommand(const SliceOptions& options) {
  WEFT_RETURN_IF_ERROR(CheckDistinct(options.input, options.output));
  if (!options.svg.empty()) {
    WEFT_RETURN_IF_ERROR(CheckDistinct(options.input, options.svg));
    WEFT_RETURN_IF_ERROR(CheckDistinct(options.output, options.svg));
  }
  WEFT_ASSIGN(const NpyArray array, ReadNpy(options.input));
  WEFT_ASSIGN(SliceWindow window, ParseSlice(options.slice, Sizes(array.shape)));
  if (array.shape.empty()) {  // rank 0: the one element there is
    window.offsets = {0};
    window.sizes = {1};
    window.strides = {1};
    window.output_sizes = {1};
  }
  const TensorDesc output(array.type, window.output_sizes);
  const Slice1 slice{array.tensor(), output, window.offsets, window.sizes, window.strides};
  WEFT_RETURN_IF_ERROR(Validate(slice));
  WEFT_ASSIGN(const Memory data, Memory::Allocate(output.MinimumTotalBytes(), options.output));
  WEFT_RETURN_IF_ERROR(Run(slice, {ConstBuffer(array.data.data(), array.data.size())},
                           {Buffer(data.data(), data.size())}));
  WEFT_RETURN_IF_ERROR(WriteNpy(options.output, array.type, array.is_bool,
                                std::span(window.result_sizes.begin(), window.result_sizes.end()),
                                data.bytes().first(output.RequiredBytes())));
  if (!options.svg.empty())
    WEFT_RETURN_IF_ERROR(WriteFile(
        options.svg, {AsBytes(draw::SlicePicture(options.slice, array.layout.sizes, window))}));
  fmt::print("{}\n", ToString(Operator(slice)));
  return Ok();
}

}  // namespace weft::cli
