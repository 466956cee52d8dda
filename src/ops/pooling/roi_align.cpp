// SPDX-License-Identifier: MIT
// ROI_ALIGN, ROI_ALIGN1: each region of interest becomes a small image, whose pixels are the mean
// or the largest of samples between the input's pixels. The position of a sample is computed once
// for all channels, which are the lanes.
#include <algorithm>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "ops/pooling/roi_samples.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/view.h"
#include "weft/schema.h"

namespace weft::ops {

Status CheckRoiTensors(const RoiTensors& tensors) {
  const auto& [op, image_field, image, pooled_field, pooled, roi, batch_indices] = tensors;
  const int64_t regions = pooled.sizes()[0];
  const int rank = roi.rank();
  for (int dim = 0; dim < rank; ++dim) {
    const int64_t wanted = dim == rank - 1 ? 4 : dim == rank - 2 ? regions : 1;
    if (roi.sizes()[dim] == wanted) continue;
    return Invalid("{}: ROITensor.Sizes[{}] is {}, but {} is required", op, dim, roi.sizes()[dim],
                   dim == rank - 2 ? fmt::format("{}.Sizes[0] = {}", pooled_field, regions)
                                   : std::to_string(wanted));
  }
  for (int dim = 0; dim < batch_indices.rank(); ++dim) {
    const bool last = dim == batch_indices.rank() - 1;
    if (batch_indices.sizes()[dim] == (last ? regions : 1)) continue;
    return Invalid("{}: BatchIndicesTensor.Sizes[{}] is {}, but {} is required", op, dim,
                   batch_indices.sizes()[dim],
                   last ? fmt::format("{}.Sizes[0] = {}", pooled_field, regions) : "1");
  }
  if (pooled.sizes()[1] != image.sizes()[1])
    return Invalid("{}: {}.Sizes[1] is {}, but {}.Sizes[1] is {}", op, pooled_field,
                   pooled.sizes()[1], image_field, image.sizes()[1]);
  if (image.layout.ElementCount() == 0 && pooled.layout.ElementCount() != 0)
    return Invalid("{}: {}.Sizes is {}, but {} has elements", op, image_field,
                   ToString(image.sizes()), pooled_field);
  return Ok();
}

std::function<Status(const Bindings&)> RoiBatchCheck(std::string_view op, std::string_view field,
                                                     const TensorDesc& image,
                                                     const TensorDesc& indices, int slot) {
  return IndexCheck(
      {.op = op, .field = field, .indexed = image, .dim = 0, .indices_field = "BatchIndicesTensor"},
      indices, slot);
}

Status CheckRoiSampling(std::string_view op, ReduceFunction function, uint32_t fewest,
                        uint32_t most) {
  if (function != ReduceFunction::Average && function != ReduceFunction::Max) {
    const auto& fields = Info(OperatorType::RoiAlign1).fields;
    const auto field = std::ranges::find(fields, "ReductionFunction", &Field::name);
    return Invalid("{}: ReductionFunction is {}, but AVERAGE or MAX is required", op,
                   field->enumeration->NameOf(uint32_t(function)));
  }
  if (fewest == 0)
    return Invalid("{}: MinimumSamplesPerOutput is 0, but it must be at least 1", op);
  if (fewest > most)
    return Invalid("{}: MinimumSamplesPerOutput is {}, but MaximumSamplesPerOutput is {}", op,
                   fewest, most);
  if (fewest > kMostLeastSamples)
    return NotSupported("{}: MinimumSamplesPerOutput is {}, but more than {} are not supported", op,
                        fewest, kMostLeastSamples);
  return Ok();
}

namespace {

struct AlignPlan {
  RoiSampling by;
  double outside;  // the value of a sample that is not in the image
  Layout input, output;
  RoiBatches batches;

  AlignPlan(const RoiAlign1& op, const Layout& from, const Layout& to)
      : by(op),
        outside(op.out_of_bounds_input_value),
        input(from),
        output(to),
        batches(op.batch_indices, op.input.sizes()[0]) {}

  // All channels of one pixel of region r.
  void RunPixel(std::byte* to, const std::byte* from, const float* roi, int64_t n, int64_t r,
                int64_t oy, int64_t ox) const;
};

float LoadFloat(const std::byte* at, int64_t offset) {
  float x;
  std::memcpy(&x, at + offset * int64_t(sizeof x), sizeof x);
  return x;
}

void AlignPlan::RunPixel(std::byte* to, const std::byte* from, const float* roi, int64_t n,
                         int64_t r, int64_t oy, int64_t ox) const {
  constexpr int64_t kBlock = 256;
  const RoiAxis rows(by, 0, roi[1], roi[3], output.sizes[2], input.sizes[2]);
  const RoiAxis columns(by, 1, roi[0], roi[2], output.sizes[3], input.sizes[3]);
  const double total = rows.samples() * columns.samples();
  const int64_t y_step = StepOf(input, 2), x_step = StepOf(input, 3), c_step = StepOf(input, 1);
  for (int64_t begin = 0; begin < input.sizes[1]; begin += kBlock) {
    const int64_t count = std::min(kBlock, input.sizes[1] - begin);
    const int64_t image = input.offset + n * StepOf(input, 0) + begin * c_step;
    double sums[kBlock];
    std::fill_n(sums, count, by.largest ? std::numeric_limits<double>::quiet_NaN() : 0.0);
    const auto take = [&](double& sum, double x) {
      if (!by.largest)
        sum += x;
      else if (x > sum || sum != sum)  // a number replaces NaN
        sum = x;
    };
    int64_t inside = 0;
    rows.ForEach(oy, [&](int64_t, const RoiSample& y) {
      inside += columns.ForEach(ox, [&](int64_t, const RoiSample& x) {
        const int64_t corners[4] = {
            y.low * y_step + x.low * x_step, y.low * y_step + x.high * x_step,
            y.high * y_step + x.low * x_step, y.high * y_step + x.high * x_step};
        const double weights[4] = {(1 - y.fraction) * (1 - x.fraction),
                                   (1 - y.fraction) * x.fraction, y.fraction * (1 - x.fraction),
                                   y.fraction * x.fraction};
        for (int64_t c = 0; c < count; ++c) {
          double value = 0;
          for (int i = 0; i < 4; ++i)  // a NaN with weight 0 must not count
            if (weights[i] != 0)
              value += weights[i] * double(LoadFloat(from, image + c * c_step + corners[i]));
          take(sums[c], value);
        }
      });
    });
    for (int64_t c = 0; c < count; ++c) {
      double value = sums[c];
      if (double(inside) < total)
        take(value, by.largest ? outside : outside * (total - double(inside)));
      const auto result = float(by.largest ? value : value / total);
      const int64_t at = output.offset + r * StepOf(output, 0) + (begin + c) * StepOf(output, 1) +
                         oy * StepOf(output, 2) + ox * StepOf(output, 3);
      std::memcpy(to + at * int64_t(sizeof result), &result, sizeof result);
    }
  }
}

RoiAlign1 AsRoiAlign1(const RoiAlign& op) {
  return {.input = op.input,
          .roi = op.roi,
          .batch_indices = op.batch_indices,
          .output = op.output,
          .reduction_function = op.reduction_function,
          .interpolation_mode = op.interpolation_mode,
          .spatial_scale_x = op.spatial_scale_x,
          .spatial_scale_y = op.spatial_scale_y,
          .input_pixel_offset = 0.5f,
          .output_pixel_offset = -0.5f,
          .out_of_bounds_input_value = op.out_of_bounds_input_value,
          .minimum_samples_per_output = op.minimum_samples_per_output,
          .maximum_samples_per_output = op.maximum_samples_per_output,
          .align_regions_to_corners = false};
}

Status Check(std::string_view name, const RoiAlign1& op) {
  WEFT_RETURN_IF_ERROR(CheckRoiSampling(name, op.reduction_function, op.minimum_samples_per_output,
                                        op.maximum_samples_per_output));
  return CheckRoiTensors(
      {name, "InputTensor", op.input, "OutputTensor", op.output, op.roi, op.batch_indices});
}

Program PlanAlign(std::string_view name, const RoiAlign1& op) {
  Temporary space;
  const FloatInput input(op.input, space);
  const FloatInput roi(op.roi, space, FloatOrder::RowMajor);
  const FloatOutput output(op.output, space);
  const AlignPlan plan(op, input.layout(), output.layout());
  const Sizes sizes = op.output.sizes();
  const int64_t pixels = sizes[0] * sizes[2] * sizes[3];
  const int64_t work = 16 * op.output.layout.ElementCount() * int64_t(sizeof(float));
  return Program{.run =
                     [=](const Bindings& bind) {
                       if (work == 0) return;
                       const std::byte* from = input.Load(bind.Input(0), bind.temporary);
                       const std::byte* corners = roi.Load(bind.Input(1), bind.temporary);
                       std::byte* to = output.Target(bind.Output(0), bind.temporary);
                       ParallelSlices(ThreadsFor(work), pixels, [&](int64_t begin, int64_t end) {
                         for (int64_t i = begin; i < end; ++i) {
                           const int64_t r = i / (sizes[2] * sizes[3]);
                           float region[4];
                           std::memcpy(region, corners + r * int64_t(sizeof region), sizeof region);
                           plan.RunPixel(to, from, region, plan.batches.Of(bind.Input(2), r), r,
                                         i / sizes[3] % sizes[2], i % sizes[3]);
                         }
                       });
                       output.Store(bind.Output(0), bind.temporary);
                     },
                 .temporary_bytes = space.bytes(),
                 .check_values = RoiBatchCheck(name, "InputTensor", op.input, op.batch_indices, 2)};
}

}  // namespace

// The caller gives the sizes.
void Infer(RoiAlign& op) { FillType(op.output, op.input.type); }
void Infer(RoiAlign1& op) { FillType(op.output, op.input.type); }

Status Validate(const RoiAlign& op) { return Check("ROI_ALIGN", AsRoiAlign1(op)); }
Status Validate(const RoiAlign1& op) { return Check("ROI_ALIGN1", op); }

Result<Program> Plan(const RoiAlign& op) { return PlanAlign("ROI_ALIGN", AsRoiAlign1(op)); }
Result<Program> Plan(const RoiAlign1& op) { return PlanAlign("ROI_ALIGN1", op); }

}  // namespace weft::ops
