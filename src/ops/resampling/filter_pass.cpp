// SPDX-License-Identifier: MIT
// See filter_pass.h.
#include "ops/resampling/filter_pass.h"

#include <algorithm>
#include <utility>

#include "base/align.h"
#include "base/assert.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"

namespace weft {
namespace {

constexpr auto kOutput = FilterLoops::kOutput;
constexpr auto kInput = FilterLoops::kInput;
constexpr auto kPosition = FilterLoops::kPosition;
constexpr int64_t kFloatBytes = sizeof(float);
constexpr int64_t kMostBlock = 16 * 1024;  // the largest block, in floats on the stack
constexpr int64_t kGoodBlock = 4 * 1024;   // leaves room in the first-level cache

LoopNest<3> OtherDims(const Layout& output, const Layout& input, int axis, int other_axis) {
  LoopNest<3> nest;
  nest.offset = {output.offset, input.offset, 0};
  for (int dim = 0; dim < output.rank(); ++dim)
    if (dim != axis && dim != other_axis)
      nest.Push({output.sizes[dim], {StepOf(output, dim), StepOf(input, dim), 0}});
  DropUnitLoops(nest);
  return nest;
}

// Removes the loops from the nest that are contiguous in both tensors; returns their element count.
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

FilterPass::FilterPass(const Layout& output, const Layout& input, const FilterAxis& axis)
    : filter_(axis.filter),
      output_step_(StepOf(output, axis.dim)),
      input_step_(StepOf(input, axis.dim)) {
  const int64_t outputs = filter_->outputs(), elements = output.ElementCount();
  LoopNest<3>& nest = loops_.nest;
  nest = OtherDims(output, input, axis.dim, axis.dim);
  const double terms =
      outputs > 0 ? double(elements) / double(outputs) * double(filter_->terms()) : 0;
  loops_.work_bytes = double(kFloatBytes) * (double(elements) + terms);
  if (elements == 0) {
    nest.depth = 0;
    nest.Push({0, {}});
    return;
  }
  if (output_step_ == 1 && input_step_ == 1) {
    line_ = std::make_shared<const FilterLine>(
        PlanFilterLine(*filter_, {0, outputs, 0, filter_->inputs()}, sums_->wide));
  } else {
    lanes_ = TakeLanes(nest);
    nest.Push({outputs, {output_step_, 0, 1}});
  }
  if (nest.depth == 0) nest.Push({});
}

void FilterPass::Run(std::byte* output, const std::byte* input) const {
  auto* const to = reinterpret_cast<float*>(output);
  const auto* const from = reinterpret_cast<const float*>(input);
  const FilterSums& sums = *sums_;
  ForEachTask(loops_.nest, {}, ThreadsForWork(loops_.work_bytes), [&](const LoopNest<3>& task) {
    if (line_)
      return ForEachOffset(task, [&](const auto& offset) {
        sums.sum_lines(to + offset[kOutput], 0, from + offset[kInput], 0, 1, *filter_, *line_);
      });
    ForEachOffset(task, task.depth - 1, [&](const auto& offset) {
      const int64_t begin = offset[kPosition], end = begin + task[task.depth - 1].count;
      sums.sum_rows(to + offset[kOutput], output_step_, from + offset[kInput], input_step_,
                    *filter_, {begin, end, 0, filter_->inputs()}, lanes_);
    });
  });
}

namespace {

// How many pixels of a row are summed into the cache at a time.
int64_t MostColumns(int64_t lanes) { return std::clamp(8 * lanes, kGoodBlock, kMostBlock) / lanes; }

// Removes the first loop from the nest that is contiguous in both tensors: the lanes of a pixel.
int64_t TakePixel(LoopNest<3>& nest) {
  for (int i = 0; i < nest.depth; ++i)
    if (nest[i].stride[kOutput] == 1 && nest[i].stride[kInput] == 1) return nest.Take(i).count;
  return 1;
}

}  // namespace

Refusal FilterPlane::Refuses(const Layout& output, const Layout& input, const FilterAxis& rows,
                             const FilterAxis& columns) {
  if (output.ElementCount() == 0) return {"OutputTensor has no elements"};
  LoopNest<3> nest = OtherDims(output, input, rows.dim, columns.dim);
  const int64_t lanes = TakePixel(nest), step = StepOf(input, columns.dim);
  if (step != lanes && input.sizes[columns.dim] > 1)
    return {"elements along dimension {} are {} apart before they are filtered, but {} is needed",
            columns.dim, step, lanes};
  const Filter& filter = *columns.filter;
  for (int64_t o = 0; o < filter.outputs(); ++o)
    if (const FilterSpan span = SpanOf(filter, o, o + 1);
        span.last - span.first > MostColumns(lanes))
      return {"output {} of dimension {} is made of {} elements, but {} fit into a block", o,
              columns.dim, span.last - span.first, MostColumns(lanes)};
  return {};
}

FilterPlane::FilterPlane(const Layout& output, const Layout& input, const FilterAxis& rows,
                         const FilterAxis& columns)
    : rows_(rows.filter),
      columns_(columns.filter),
      row_step_(StepOf(input, rows.dim)),
      output_row_(StepOf(output, rows.dim)),
      output_column_(StepOf(output, columns.dim)) {
  WEFT_ASSERT(!Refuses(output, input, rows, columns));
  LoopNest<3>& nest = loops_.nest;
  nest = OtherDims(output, input, rows.dim, columns.dim);
  lanes_ = TakePixel(nest);
  CutColumns();
  const int64_t planes = output.ElementCount() / (rows_->outputs() * columns_->outputs());
  const double sums = double(rows_->terms()) * double(columns_->inputs()) +
                      double(rows_->outputs()) * double(columns_->terms());
  loops_.work_bytes = double(kFloatBytes * planes) * sums;
  nest.Push({rows_->outputs(), {output_row_, 0, 1}});
}

// Cuts outputs into spans whose elements fit into a block.
void FilterPlane::CutColumns() {
  const int64_t most = MostColumns(lanes_);
  auto blocks = std::make_shared<std::vector<FilterLine>>();
  for (int64_t begin = 0; begin < columns_->outputs();) {
    FilterSpan span = SpanOf(*columns_, begin, begin + 1);
    while (span.end < columns_->outputs()) {
      const FilterSpan next = SpanOf(*columns_, span.end, span.end + 1);
      FilterSpan both = {begin, next.end, std::min(span.first, next.first),
                         std::max(span.last, next.last)};
      if (span.last == span.first) both = {begin, next.end, next.first, next.last};
      if (next.last == next.first) both = {begin, next.end, span.first, span.last};
      if (both.last - both.first > most) break;
      span = both;
    }
    const bool is_line = lanes_ == 1 && output_column_ == 1;
    blocks->push_back(is_line ? PlanFilterLine(*columns_, span, sums_->wide)
                              : FilterLine{span, {}, {}, {}, {}});
    begin = span.end;
  }
  blocks_ = std::move(blocks);
}

// Several at a time: tables are loaded once for all of them, and what is stored to the cache has
// arrived there when it is loaded. Each vector of a line is a loop over the rows; to begin and end
// it costs as much as four of them.
void FilterPlane::RunRows(float* output, const float* input, int64_t begin, int64_t count) const {
  constexpr int64_t kMostRows = 64;
  const FilterSums& sums = *sums_;
  alignas(kLineBytes) float sums_of_rows[kMostBlock];
  for (const FilterLine& block : *blocks_) {
    const FilterSpan& span = block.span;
    const int64_t elements = (span.last - span.first) * lanes_;
    const int64_t most =
        std::clamp<int64_t>(kGoodBlock / std::max<int64_t>(elements, 1), 1, kMostRows);
    for (int64_t done = 0; done < count;) {
      const int64_t rows = std::min(count - done, most);
      if (elements > 0)  // else the input may be empty
        sums.sum_rows(sums_of_rows, elements, input + span.first * lanes_, row_step_, *rows_,
                      {begin + done, begin + done + rows, 0, rows_->inputs()}, elements);
      float* const to = output + done * output_row_ + span.begin * output_column_;
      if (!block.steps.empty())
        sums.sum_lines(to, output_row_, sums_of_rows, elements, rows, *columns_, block);
      else
        for (int64_t row = 0; row < rows; ++row)
          sums.sum_rows(to + row * output_row_, output_column_, sums_of_rows + row * elements,
                        lanes_, *columns_, span, lanes_);
      done += rows;
    }
  }
}

void FilterPlane::Run(std::byte* output, const std::byte* input) const {
  auto* const to = reinterpret_cast<float*>(output);
  const auto* const from = reinterpret_cast<const float*>(input);
  ForEachTask(loops_.nest, {}, ThreadsForWork(loops_.work_bytes), [&](const LoopNest<3>& task) {
    ForEachOffset(task, task.depth - 1, [&](const auto& offset) {
      RunRows(to + offset[kOutput], from + offset[kInput], offset[kPosition],
              task[task.depth - 1].count);
    });
  });
}

}  // namespace weft
