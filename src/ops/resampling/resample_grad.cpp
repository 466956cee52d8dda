// SPDX-License-Identifier: MIT
// RESAMPLE_GRAD, RESAMPLE_GRAD1: each gradient is added to the elements that its output was
// computed from, times their weights. That is the transpose of RESAMPLE's filter in each dimension.
#include <utility>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/resampling/resample_filters.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

template <class Op>
Resampling ForwardOf(std::string_view name, const Op& op, Nearest nearest) {
  return {name,
          "OutputGradientTensor",
          op.output_gradient,
          "InputGradientTensor",
          op.input_gradient,
          op.interpolation_mode,
          nearest,
          "DimensionCount",
          op.scales,
          op.input_pixel_offsets,
          op.output_pixel_offsets};
}
Resampling ForwardOf(const ResampleGrad& op) {
  return ForwardOf("RESAMPLE_GRAD", op, Nearest::HalfUp);
}
Resampling ForwardOf(const ResampleGrad1& op) {
  return ForwardOf("RESAMPLE_GRAD1", op, NearestOf(op.rounding_direction));
}

Result<Program> GradientProgram(const Resampling& forward) {
  if (forward.input.layout.ElementCount() == 0) return Program{.run = [](const Bindings&) {}};
  WEFT_RETURN_IF_ERROR(CheckTables(forward));
  Filters filters = FiltersOf(forward);
  for (std::optional<Filter>& filter : filters)
    if (filter) filter = filter->Transposed();
  return FilterProgram(forward.op, forward.input, forward.output, std::move(filters));
}

}  // namespace

// The caller gives the sizes.
void Infer(ResampleGrad& op) { FillType(op.output_gradient, op.input_gradient.type); }
void Infer(ResampleGrad1& op) { FillType(op.output_gradient, op.input_gradient.type); }

Status Validate(const ResampleGrad& op) { return CheckResampling(ForwardOf(op)); }
Status Validate(const ResampleGrad1& op) { return CheckResampling(ForwardOf(op)); }
Result<Program> Plan(const ResampleGrad& op) { return GradientProgram(ForwardOf(op)); }
Result<Program> Plan(const ResampleGrad1& op) { return GradientProgram(ForwardOf(op)); }

}  // namespace weft::ops
