// SPDX-License-Identifier: MIT
// RESAMPLE, RESAMPLE1 to RESAMPLE3: a tensor at positions between its elements. Nearest neighbours
// are copied as they are; LINEAR is a weighted sum in each dimension, in float32.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/resampling/resample_filters.h"
#include "program/infer_sizes.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

Resampling ResamplingOf(const Resample& op) {
  const size_t count = op.scales.size();
  return {"RESAMPLE",
          "InputTensor",
          op.input,
          "OutputTensor",
          op.output,
          op.interpolation_mode,
          Nearest::HalfUp,
          "ScaleCount",
          op.scales,
          std::vector<float>(count, 0.5f),
          std::vector<float>(count, -0.5f)};
}
template <class Op>
Resampling ResamplingOf(std::string_view name, const Op& op, Nearest nearest) {
  return {name,
          "InputTensor",
          op.input,
          "OutputTensor",
          op.output,
          op.interpolation_mode,
          nearest,
          "DimensionCount",
          op.scales,
          op.input_pixel_offsets,
          op.output_pixel_offsets};
}
Resampling ResamplingOf(const Resample1& op) {
  return ResamplingOf("RESAMPLE1", op, Nearest::HalfUp);
}
Resampling ResamplingOf(const Resample2& op) {
  return ResamplingOf("RESAMPLE2", op, NearestOf(op.rounding_direction));
}
Resampling ResamplingOf(const Resample3& op) {
  Resampling resampling = ResamplingOf("RESAMPLE3", op, NearestOf(op.rounding_direction));
  resampling.antialiased = op.antialiased;
  return resampling;
}

// Rows of the output, and a table with the offset of the source for each position in each
// dimension.
struct NearestPlan {
  static constexpr int kMostDims = 4;
  LoopNest<1 + kMostDims> rows;                         // the output, a position in each dimension
  std::array<std::vector<int64_t>, kMostDims> sources;  // offset in the input for each position
  int row_dim = 0;
  int64_t row_step = 0;
  int64_t input_offset = 0;
};

NearestPlan PlanNearest(const Resampling& by) {
  const Layout &to = by.output.layout, &from = by.input.layout;
  NearestPlan plan;
  plan.rows.offset[0] = to.offset;
  plan.input_offset = from.offset;
  plan.row_dim = to.rank() - 1;
  for (int dim = 0; dim < to.rank(); ++dim) {
    if (to.sizes[dim] > 1 && std::abs(to.strides[dim]) == 1) plan.row_dim = dim;
    const int64_t step = StepOf(from, dim);
    plan.sources[size_t(dim)] = NearestIndices(by, dim);
    for (int64_t& source : plan.sources[size_t(dim)]) source *= step;
  }
  for (int dim = 0; dim < to.rank(); ++dim) {
    const int64_t step = StepOf(to, dim);
    if (dim == plan.row_dim) {
      plan.row_step = step;
      continue;
    }
    Loop<1 + NearestPlan::kMostDims> loop{to.sizes[dim], {step}};
    loop.stride[size_t(dim) + 1] = 1;
    plan.rows.Push(loop);
  }
  if (plan.rows.depth == 0) plan.rows.Push({});
  return plan;
}

template <class Bits>
void CopyNearestRow(std::byte* output, int64_t step, const std::byte* input,
                    const std::vector<int64_t>& sources) {
  for (const int64_t source : sources) {
    std::memcpy(output, input + source * int64_t(sizeof(Bits)), sizeof(Bits));
    output += step * int64_t(sizeof(Bits));
  }
}

template <class Bits>
Program NearestRows(const Resampling& by) {
  const auto plan = std::make_shared<const NearestPlan>(PlanNearest(by));
  constexpr int64_t size = sizeof(Bits);
  return {.run = [plan, bytes = by.output.layout.ElementCount() * size](const Bindings& bind) {
    ForEachTask(plan->rows, {}, ThreadsFor(bytes), [&](const auto& task) {
      ForEachOffset(task, [&](const auto& offset) {
        int64_t from = plan->input_offset;
        for (size_t dim = 0; dim < NearestPlan::kMostDims; ++dim)
          if (int(dim) != plan->row_dim && !plan->sources[dim].empty())
            from += plan->sources[dim][size_t(offset[dim + 1])];
        CopyNearestRow<Bits>(bind.Output(0) + offset[0] * size, plan->row_step,
                             bind.Input(0) + from * size, plan->sources[size_t(plan->row_dim)]);
      });
    });
  }};
}

// UPSAMPLE_2D by whole factors is a strided copy instead.
constexpr Candidate<Resampling> kNearestCandidates[] = {
    {.name = "nearest_neighbor/rows",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = [](const Resampling& by, const Machine&) -> Planned {
       const int bits = SizeBits(by.output.type);
       return bits == 32   ? NearestRows<uint32_t>(by)
              : bits == 16 ? NearestRows<uint16_t>(by)
                           : NearestRows<uint8_t>(by);
     },
     .arithmetic = "Nothing is added: elements are copied."},
};
constexpr std::span<const Candidate<Resampling>> kNearestList = kNearestCandidates;

Result<Program> ResampleProgram(const Resampling& by) {
  if (by.output.layout.ElementCount() == 0) return Program{.run = [](const Bindings&) {}};
  WEFT_RETURN_IF_ERROR(CheckTables(by));
  if (by.mode == InterpolationMode::NearestNeighbor)
    return PlanCheapest(by.op, kNearestList, by, ThisMachine());
  return FilterProgram(by.op, by.output, by.input, FiltersOf(by));
}

template <class Op>
void InferResample(Op& op) {
  Fill(op.output, op.input.type, ScaledSizes(op.input.sizes(), op.scales));
}

}  // namespace

void Infer(Resample& op) { InferResample(op); }
void Infer(Resample1& op) { InferResample(op); }
void Infer(Resample2& op) { InferResample(op); }
void Infer(Resample3& op) { InferResample(op); }

Status Validate(const Resample& op) { return CheckResampling(ResamplingOf(op)); }
Status Validate(const Resample1& op) { return CheckResampling(ResamplingOf(op)); }
Status Validate(const Resample2& op) { return CheckResampling(ResamplingOf(op)); }
Status Validate(const Resample3& op) { return CheckResampling(ResamplingOf(op)); }

Result<Program> Plan(const Resample& op) { return ResampleProgram(ResamplingOf(op)); }
Result<Program> Plan(const Resample1& op) { return ResampleProgram(ResamplingOf(op)); }
Result<Program> Plan(const Resample2& op) { return ResampleProgram(ResamplingOf(op)); }
Result<Program> Plan(const Resample3& op) { return ResampleProgram(ResamplingOf(op)); }

std::vector<CandidateInfo> NearestNeighborCandidates() { return InfosOf(kNearestList); }

}  // namespace weft::ops
