// SPDX-License-Identifier: MIT
// `weft convert`: reorders the axes of an array, and its type, by one ELEMENT_WISE_IDENTITY or CAST
// whose input and output tensors share their sizes and differ in their strides.
#include <fmt/format.h>

#include <algorithm>

#include "base/checked.h"
#include "base/error.h"
#include "cli/argument.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/npy.h"
#include "weft/device.h"

namespace weft::cli {
namespace {

Status CheckLetters(std::string_view option, const std::string& letters) {
  if (letters.empty()) return Invalid("{} is empty, but letters such as NCHW are required", option);
  for (size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] < 'A' || letters[i] > 'Z')
      return Invalid("{} is '{}', but only the letters A to Z are allowed", option, letters);
    if (letters.find(letters[i]) != i)
      return Invalid("{} is '{}', but {} appears twice in it", option, letters, letters[i]);
  }
  return Ok();
}

Status CheckOrders(const ConvertOptions& options, int rank) {
  WEFT_RETURN_IF_ERROR(CheckLetters("--from", options.from));
  WEFT_RETURN_IF_ERROR(CheckLetters("--to", options.to));
  if (!std::is_permutation(options.from.begin(), options.from.end(), options.to.begin(),
                           options.to.end()))
    return Invalid("--to is '{}', but the letters of --from '{}' are required", options.to,
                   options.from);
  if (options.from.size() != size_t(rank))
    return Invalid("--from is '{}', but {} has {} dimensions", options.from, options.input, rank);
  return Ok();
}

}  // namespace

Status ConvertCommand(const ConvertOptions& options) {
  WEFT_RETURN_IF_ERROR(CheckDistinct(options.input, options.output));
  WEFT_ASSIGN(const NpyArray array, ReadNpy(options.input));
  WEFT_RETURN_IF_ERROR(CheckOrders(options, int(array.shape.size())));
  DataType type = array.type;
  if (!options.type.empty()) {
    WEFT_ASSIGN(type, ParseDataType("--type", options.type));
  }

  // Both tensors have their dimensions in the order of the output, so only the input's strides tell
  // where its axes went.
  TensorDesc input(array.type, Layout());
  for (const char letter : options.to) {
    const int axis = int(options.from.find(letter));
    input.layout.sizes.push_back(array.layout.sizes[axis]);
    input.layout.strides.push_back(array.layout.strides[axis]);
  }
  std::vector<int64_t> shape(input.sizes().begin(), input.sizes().end());
  if (!options.row_pitch.empty()) {
    WEFT_ASSIGN(const int64_t pitch,
                ParseInteger("--row-pitch", options.row_pitch, 1, int64_t(1) << 32));
    if (pitch < shape.back())
      return Invalid("--row-pitch is {}, but a row has {} elements", pitch, shape.back());
    shape.back() = pitch;
  }
  const Layout file_layout = Layout::Packed(Sizes(shape));
  WEFT_RETURN_IF_ERROR(file_layout.Check());
  const TensorDesc output(type, input.sizes(), file_layout.strides);
  const TensorDesc file(type, file_layout);

  const Operator op = type == array.type ? Operator(ElementWiseIdentity{input, output, {}})
                                         : Operator(Cast{input, output});
  WEFT_RETURN_IF_ERROR(Validate(op));
  WEFT_ASSIGN(const Memory data, Memory::Allocate(file.MinimumTotalBytes(), options.output));
  WEFT_RETURN_IF_ERROR(Run(op, {ConstBuffer(array.data.data(), array.data.size())},
                           {Buffer(data.data(), data.size())}));
  return WriteNpy(options.output, type, array.is_bool && options.type.empty(), shape,
                  data.bytes().first(file.RequiredBytes()));
}

}  // namespace weft::cli
