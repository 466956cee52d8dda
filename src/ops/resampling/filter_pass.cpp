// SPDX-License-Identifier: MIT
// See linear_pass.h.
#include "ops/resampling/filter_pass.h"

#include <algorithm>
#include <utility>

#include "base/align.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"

namespace weft {
namespace {

constexpr auto kOutput = LinearLoops::kOutput;
constexpr auto kInput = LinearLoops::kInput;
constexpr auto kPosition = LinearLoops::kPosition;
constexpr int64_t kFloatBytes = sizeof(float);
constexpr int64_t kMostBlock = 16 * 1024;  // floats of a block on the stack
constexpr int64_t kGoodBlock = 4 * 1024;   // that share the first-level cache with others

LoopNest<3> OtherDims(const Layout& output, const Layout& input, int axis, int other_axis) {
  LoopNest<3> nest;
  nest.offset = {output.offset, input.offset, 0};
  for (int dim = 0; dim < output.rank(); ++dim)
    if (dim != axis && dim != other_axis)
      nest.Push({output.sizes[dim], {StepOf(output, dim), StepOf(input, dim), 0}});
  DropUnitLoops(nest);
  return nest;
}

// Takes loops out of the nest that are contiguous in both tensors; how many elements they are.
int64_t TakeLanes(LoopNest<3>& nest) {
  int64_t lanes = 1;
  for (int i = 0; i < nest.depth;) {
    const bool goes_on = nest[i].stride[kOutput] == lanes && nest[i].stride[kInput] == lanes;
    if (goes_on) lanes *= nest.Take(i).count;
    i = goes_on ? 0 : i + 1;
  }
  return lanes;
}

}  // namespace

LinearPass::LinearPass(const Layout& output, const Layout& input, int axis, LinearMap map)
    : output_step_(StepOf(output, axis)), input_step_(StepOf(input, axis)) {
  map_ = std::make_shared<const LinearMap>(std::move(map));
  const int64_t outputs = map_->outputs(), elements = output.ElementCount();
  LoopNest<3>& nest = loops_.nest;
  nest = OtherDims(output, input, axis, axis);
  const double terms = outputs > 0 ? double(elements / outputs) * double(map_->terms()) : 0;
  loops_.work_bytes = double(kFloatBytes) * (double(elements) + terms);
  if (elements == 0) {
    nest.depth = 0;
    nest.Push({0, {}});
    return;
  }
  if (output_step_ == 1 && input_step_ == 1) {
    line_ = std::make_shared<const LinearLine>(
        PlanLine(*map_, {0, outputs, 0, map_->inputs()}, sums_->wide));
  } else {
    lanes_ = TakeLanes(nest);
    nest.Push({outputs, {output_step_, 0, 1}});
  }
  if (nest.depth == 0) nest.Push({});
}

void LinearPass::Run(std::byte* output, const std::byte* input) const {
  auto* const to = reinterpret_cast<float*>(output);
  const auto* const from = reinterpret_cast<const float*>(input);
  const LinearSums& sums = *sums_;
  ForEachPart(loops_.nest, {}, ThreadsForWork(loops_.work_bytes), [&](const LoopNest<3>& part) {
    if (line_)
      return ForEachOffset(part, [&](const auto& offset) {
        sums.sum_lines(to + offset[kOutput], 0, from + offset[kInput], 0, 1, *map_, *line_);
      });
    ForEachOffset(part, part.depth - 1, [&](const auto& offset) {
      const int64_t begin = offset[kPosition], end = begin + part[part.depth - 1].count;
      sums.sum_rows(to + offset[kOutput], output_step_, from + offset[kInput], input_step_, *map_,
                    {begin, end, 0, map_->inputs()}, lanes_);
    });
  });
}

std::optional<LinearPlane> LinearPlane::Make(const Layout& output, const Layout& input,
                                             const Axis& rows, const Axis& columns) {
  LinearPlane plane;
  LoopNest<3>& nest = plane.loops_.nest;
  nest = OtherDims(output, input, rows.dim, columns.dim);
  for (int i = 0; i < nest.depth && plane.lanes_ == 1; ++i)
    if (nest[i].stride[kOutput] == 1 && nest[i].stride[kInput] == 1)
      plane.lanes_ = nest.Take(i).count;
  const int64_t step = StepOf(input, columns.dim);
  if (output.ElementCount() == 0 || (step != plane.lanes_ && input.sizes[columns.dim] > 1))
    return std::nullopt;
  plane.rows_ = std::make_shared<const LinearMap>(rows.map);
  plane.columns_ = std::make_shared<const LinearMap>(columns.map);
  plane.row_step_ = StepOf(input, rows.dim);
  plane.output_row_ = StepOf(output, rows.dim);
  plane.output_column_ = StepOf(output, columns.dim);
  if (!plane.CutColumns()) return std::nullopt;
  const int64_t planes = output.ElementCount() / (rows.map.outputs() * columns.map.outputs());
  const double sums = double(rows.map.terms()) * double(columns.map.inputs()) +
                      double(rows.map.outputs()) * double(columns.map.terms());
  plane.loops_.work_bytes = double(kFloatBytes * planes) * sums;
  nest.Push({rows.map.outputs(), {plane.output_row_, 0, 1}});
  return plane;
}

// Into pieces whose elements fit into a block; false if those of a single output do not.
bool LinearPlane::CutColumns() {
  const int64_t most = std::clamp(8 * lanes_, kGoodBlock, kMostBlock) / lanes_;
  auto pieces = std::make_shared<std::vector<LinearLine>>();
  for (int64_t begin = 0; begin < columns_->outputs();) {
    LinearSpan span = SpanOf(*columns_, begin, begin + 1);
    if (span.last - span.first > most) return false;
    while (span.end < columns_->outputs()) {
      const LinearSpan next = SpanOf(*columns_, span.end, span.end + 1);
      LinearSpan both = {begin, next.end, std::min(span.first, next.first),
                         std::max(span.last, next.last)};
      if (span.last == span.first) both = {begin, next.end, next.first, next.last};
      if (next.last == next.first) both = {begin, next.end, span.first, span.last};
      if (both.last - both.first > most) break;
      span = both;
    }
    const bool is_line = lanes_ == 1 && output_column_ == 1;
    pieces->push_back(is_line ? PlanLine(*columns_, span, sums_->wide)
                              : LinearLine{span, {}, {}, {}, {}});
    begin = span.end;
  }
  pieces_ = std::move(pieces);
  return true;
}

// Several at a time: tables are loaded once for all of them, and what is stored to the block has
// arrived there when it is loaded.
void LinearPlane::RunRows(float* output, const float* input, int64_t begin, int64_t count) const {
  const LinearSums& sums = *sums_;
  alignas(kLineBytes) float block[kMostBlock];
  for (const LinearLine& piece : *pieces_) {
    const LinearSpan& span = piece.span;
    const int64_t elements = (span.last - span.first) * lanes_;
    const int64_t most = std::clamp<int64_t>(kGoodBlock / std::max<int64_t>(elements, 1), 1, 16);
    for (int64_t done = 0; done < count;) {
      const int64_t rows = std::min(count - done, most);
      if (elements > 0)  // else there may be no input at all
        sums.sum_rows(block, elements, input + span.first * lanes_, row_step_, *rows_,
                      {begin + done, begin + done + rows, 0, rows_->inputs()}, elements);
      float* const to = output + done * output_row_ + span.begin * output_column_;
      if (!piece.steps.empty())
        sums.sum_lines(to, output_row_, block, elements, rows, *columns_, piece);
      else
        for (int64_t row = 0; row < rows; ++row)
          sums.sum_rows(to + row * output_row_, output_column_, block + row * elements, lanes_,
                        *columns_, span, lanes_);
      done += rows;
    }
  }
}

void LinearPlane::Run(std::byte* output, const std::byte* input) const {
  auto* const to = reinterpret_cast<float*>(output);
  const auto* const from = reinterpret_cast<const float*>(input);
  ForEachPart(loops_.nest, {}, ThreadsForWork(loops_.work_bytes), [&](const LoopNest<3>& part) {
    ForEachOffset(part, part.depth - 1, [&](const auto& offset) {
      RunRows(to + offset[kOutput], from + offset[kInput], offset[kPosition],
              part[part.depth - 1].count);
    });
  });
}

}  // namespace weft
