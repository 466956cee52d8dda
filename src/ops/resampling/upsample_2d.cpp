// SPDX-License-Identifier: MIT
// UPSAMPLE_2D: height and width enlarged by whole factors; pixels are areas, sampled at their
// centres.
//
// The nearest neighbour of a pixel is the one it lies in, so NEAREST_NEIGHBOR is a strided copy
// that repeats rows and columns. LINEAR is a RESAMPLE.
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"

namespace weft::ops {
namespace {

// As RESAMPLE's newest version has it.
Resample3 AsResample3(const Upsample2D& op) {
  const size_t rank = size_t(op.input.rank());
  Resample3 resample{.input = op.input,
                     .output = op.output,
                     .interpolation_mode = op.interpolation_mode,
                     .scales = std::vector<float>(rank, 1.0f),
                     .input_pixel_offsets = std::vector<float>(rank, 0.5f),
                     .output_pixel_offsets = std::vector<float>(rank, -0.5f)};
  resample.scales[rank - 2] = float(op.scale_size.height);
  resample.scales[rank - 1] = float(op.scale_size.width);
  return resample;
}

// Each of the two dimensions as {pixel, repeat}.
Program NearestProgram(const Upsample2D& op) {
  const Layout &to = op.output.layout, &from = op.input.layout;
  const int height = to.rank() - 2;
  LoopNest<2> nest;
  nest.offset = {to.offset, from.offset};
  for (int dim = 0; dim < to.rank(); ++dim) {
    const int64_t repeats = dim < height    ? 1
                            : dim == height ? op.scale_size.height
                                            : op.scale_size.width;
    if (from.sizes[dim] > 1)
      nest.Push({from.sizes[dim], {repeats * to.strides[dim], from.strides[dim]}});
    if (repeats > 1) nest.Push({repeats, {to.strides[dim], 0}});
  }
  return CopyProgram(CopyPlan(SizeBits(op.output.type), nest));
}

}  // namespace

void Infer(Upsample2D& op) {
  const int rank = op.input.rank();
  std::vector<uint32_t> repeats(size_t(rank), 1);
  if (rank >= 2) {
    repeats[size_t(rank) - 2] = op.scale_size.height;
    repeats[size_t(rank) - 1] = op.scale_size.width;
  }
  Fill(op.output, op.input.type, TiledSizes(op.input.sizes(), repeats));
}

Status Validate(const Upsample2D& op) {
  const int height = op.input.rank() - 2;
  for (int dim = 0; dim < op.input.rank(); ++dim) {
    const int64_t input_size = op.input.sizes()[dim], output_size = op.output.sizes()[dim];
    if (dim < height) {
      if (output_size == input_size) continue;
      return Invalid(
          "UPSAMPLE_2D: OutputTensor.Sizes[{0}] is {1}, but InputTensor.Sizes[{0}] is {2}", dim,
          output_size, input_size);
    }
    const char* name = dim == height ? "Height" : "Width";
    const uint64_t scale = dim == height ? op.scale_size.height : op.scale_size.width;
    if (scale == 0)
      return Invalid("UPSAMPLE_2D: ScaleSize.{} is 0, but it must be at least 1", name);
    const uint64_t wanted = uint64_t(input_size) * scale;  // below 2^64
    if (wanted != uint64_t(output_size))
      return Invalid(
          "UPSAMPLE_2D: OutputTensor.Sizes[{0}] is {1}, but InputTensor.Sizes[{0}] * ScaleSize.{2} "
          "is {3} * {4} = {5}",
          dim, output_size, name, input_size, scale, wanted);
  }
  return Ok();
}

Result<Program> Plan(const Upsample2D& op) {
  if (op.interpolation_mode == InterpolationMode::Linear) return Plan(AsResample3(op));
  return NearestProgram(op);
}

}  // namespace weft::ops
