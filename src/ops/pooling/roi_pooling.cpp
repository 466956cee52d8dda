// SPDX-License-Identifier: MIT
// ROI_POOLING: each region of interest is cut into a grid of cells, whose largest elements are the
// output. Cells overlap by up to an element where the region does not divide evenly.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// Cell `o` of `cells` between the corners, which may be any numbers, clipped to the image.
Range CellOf(float first, float last, float scale, int64_t o, int64_t cells, int64_t size) {
  constexpr double kFar = 0x1p40;  // beyond any image, and small enough not to overflow
  const auto rounded = [&](float corner) {
    const double at = std::round(double(corner) * double(scale));
    return int64_t(at > -kFar ? std::min(at, kFar) : -kFar);  // NaN becomes -kFar
  };
  const int64_t begin = rounded(first);
  const int64_t length = std::max<int64_t>(rounded(last) - begin + 1, 1);
  // o * length / cells without overflow: both are below 2^42, quotient and remainder below 2^32.
  const int64_t whole = length / cells, rest = length % cells;
  const auto inside = [&](int64_t at) { return std::clamp<int64_t>(at, 0, size); };
  return {inside(begin + o * whole + o * rest / cells),
          inside(begin + (o + 1) * whole + CeilDiv((o + 1) * rest, cells))};
}

struct PoolPlan {
  Layout input, output;
  float scale;

  float Largest(const std::byte* from, int64_t image, const Range& rows,
                const Range& columns) const {
    float largest = 0;
    bool found = false;
    for (int64_t y = rows.begin; y < rows.end; ++y)
      for (int64_t x = columns.begin; x < columns.end; ++x) {
        float value;
        const int64_t at = image + y * StepOf(input, 2) + x * StepOf(input, 3);
        std::memcpy(&value, from + at * int64_t(sizeof value), sizeof value);
        if (!found || value > largest || largest != largest) largest = value;
        found = true;
      }
    return largest;
  }

  // All channels of one cell of region r.
  void RunCell(std::byte* to, const std::byte* from, const float* roi, int64_t r, int64_t oy,
               int64_t ox) const {
    const auto last = float(input.sizes[0] - 1);
    const auto n = int64_t(roi[0] > 0 ? std::min(roi[0], last) : 0);
    const Range rows = CellOf(roi[2], roi[4], scale, oy, output.sizes[2], input.sizes[2]);
    const Range columns = CellOf(roi[1], roi[3], scale, ox, output.sizes[3], input.sizes[3]);
    const int64_t at[4] = {r, 0, oy, ox};
    int64_t offset = output.offset;
    for (int dim = 0; dim < 4; ++dim) offset += at[dim] * StepOf(output, dim);
    for (int64_t c = 0; c < output.sizes[1]; ++c) {
      const int64_t image =
          input.offset + std::min(n, input.sizes[0] - 1) * StepOf(input, 0) + c * StepOf(input, 1);
      const float largest = Largest(from, image, rows, columns);
      std::memcpy(to + offset * int64_t(sizeof largest), &largest, sizeof largest);
      offset += StepOf(output, 1);
    }
  }
};

// Regions begin with the number of their image.
Status CheckImages(const std::byte* regions, int64_t count, int64_t images) {
  for (int64_t r = 0; r < count; ++r) {
    float image;
    std::memcpy(&image, regions + 5 * r * int64_t(sizeof image), sizeof image);
    if (!(image >= 0 && image < float(images)))
      return Invalid(
          "ROI_POOLING: ROITensor[0, 0, {}, 0] is {}, but InputTensor.Sizes[0] is {}: 0 to {} are "
          "possible",
          r, image, images, images - 1);
  }
  return Ok();
}

}  // namespace

void Infer(RoiPooling& op) {
  if (op.input.rank() != 4 || op.roi.rank() != 4) return FillType(op.output, op.input.type);
  Fill(op.output, op.input.type,
       {op.roi.sizes()[2], op.input.sizes()[1], op.pooled_size.height, op.pooled_size.width});
}

Status Validate(const RoiPooling& op) {
  const Sizes wanted_roi = {1, 1, op.output.sizes()[0], 5};
  if (op.roi.sizes() != wanted_roi)
    return Invalid("ROI_POOLING: ROITensor.Sizes is {}, but [1, 1, OutputTensor.Sizes[0], 5] is {}",
                   ToString(op.roi.sizes()), ToString(wanted_roi));
  const Sizes wanted = {op.output.sizes()[0], op.input.sizes()[1], op.pooled_size.height,
                        op.pooled_size.width};
  if (op.output.sizes() != wanted)
    return Invalid(
        "ROI_POOLING: OutputTensor.Sizes is {}, but ROITensor.Sizes[2], InputTensor.Sizes[1], "
        "PooledSize.Height and PooledSize.Width are {}",
        ToString(op.output.sizes()), ToString(wanted));
  if (!std::isfinite(op.spatial_scale))
    return Invalid("ROI_POOLING: SpatialScale is {}, but it must be finite", op.spatial_scale);
  if (op.input.layout.ElementCount() == 0 && op.output.layout.ElementCount() != 0)
    return Invalid("ROI_POOLING: InputTensor.Sizes is {}, but OutputTensor has elements",
                   ToString(op.input.sizes()));
  return Ok();
}

Result<Program> Plan(const RoiPooling& op) {
  Temporary space;
  const FloatInput input(op.input, space);
  const FloatInput roi(op.roi, space, FloatOrder::RowMajor);
  const FloatOutput output(op.output, space);
  const PoolPlan plan = {input.layout(), output.layout(), op.spatial_scale};
  const Sizes sizes = op.output.sizes();
  const int64_t cells = sizes[0] * sizes[2] * sizes[3];
  const int64_t work = 16 * op.output.layout.ElementCount() * int64_t(sizeof(float));
  const auto check = [roi, regions = sizes[0], images = op.input.sizes()[0]](const Bindings& bind) {
    return CheckImages(roi.Load(bind.Input(1), bind.temporary), regions, images);
  };
  return Program{.run =
                     [=](const Bindings& bind) {
                       if (work == 0) return;
                       const std::byte* from = input.Load(bind.Input(0), bind.temporary);
                       const std::byte* corners = roi.Load(bind.Input(1), bind.temporary);
                       std::byte* to = output.Target(bind.Output(0), bind.temporary);
                       ParallelSlices(ThreadsFor(work), cells, [&](int64_t begin, int64_t end) {
                         for (int64_t i = begin; i < end; ++i) {
                           const int64_t r = i / (sizes[2] * sizes[3]);
                           float region[5];
                           std::memcpy(region, corners + r * int64_t(sizeof region), sizeof region);
                           plan.RunCell(to, from, region, r, i / sizes[3] % sizes[2], i % sizes[3]);
                         }
                       });
                       output.Store(bind.Output(0), bind.temporary);
                     },
                 .temporary_bytes = space.bytes(),
                 .check_values = check};
}

}  // namespace weft::ops
