// SPDX-License-Identifier: MIT
// See window_largest.h.
#include "ops/pooling/window_largest.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/split.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"

namespace weft {
namespace {

// Steps and counts that the windows' width has in memory.
struct Width {
  LoopNest<2> outer;  // the dimensions without windows, but for the lanes
  int64_t lanes = 1;  // of a pixel
  WindowDim dim;
  int64_t input_step = 0;
  WindowRange reached;        // elements of the window that some output has inside
  int64_t window_pixels = 0;  // that those of one output span, padding among them
  int64_t pixel_bytes = 0;

  Width(DataType type, const Layout& output, const Layout& input,
        const std::vector<WindowDim>& windows)
      : dim(windows.back()), reached(dim.Reached()) {
    const int spatial = int(windows.size());
    outer.offset = {output.offset, input.offset};
    for (int d = 0; d < output.rank() - spatial; ++d)
      outer.Push({output.sizes[d], {StepOf(output, d), StepOf(input, d)}});
    DropUnitLoops(outer);
    for (int i = 0; i < outer.depth && lanes == 1; ++i)
      if (outer[i].stride[0] == 1 && outer[i].stride[1] == 1) lanes = outer.Take(i).count;
    input_step = StepOf(input, output.rank() - 1);
    if (reached.Count() > 0)
      window_pixels = dim.At(0, reached.end - 1) - dim.At(0, reached.begin) + 1;
    pixel_bytes = lanes * (SizeBits(type) / 8);
  }
};

}  // namespace

Refusal LargestPlan::Refuses(DataType type, const Layout& output, const Layout& input,
                             const std::vector<WindowDim>& windows, Way way) {
  if (output.ElementCount() == 0) return {"OutputTensor has no elements"};
  const Width width(type, output, input, windows);
  const int64_t dim = output.rank() - 1;
  // The tables would be longer than the tensors.
  const int64_t most = 4 * (width.dim.input_size + width.dim.output_size);
  if (width.reached.Count() > most)
    return {
        "{} elements of WindowSize[{}] meet the input, but {} are the most there are tables for",
        width.reached.Count(), dim - 2, most};
  if (width.reached.Count() <= 0) return {"no window meets the input along dimension {}", dim};
  if (way == Way::Pixels) {
    if (width.lanes == 1) return {"pixels are no more than one contiguous element"};
    int64_t taps = 1;
    for (const WindowDim& window : windows) {
      taps *= std::max<int64_t>(window.Reached().Count(), 0);
      if (taps > LargestRows::kMostTaps)
        return {"a window has {} elements and more, but {} are taken", taps,
                LargestRows::kMostTaps};
    }
    return {};
  }
  if (width.dim.input_size > 1 && width.input_step != width.lanes)
    return {"InputTensor.Strides[{}] is {}, but {} is needed, so that rows are contiguous", dim,
            width.input_step, width.lanes};
  if (width.window_pixels * width.pixel_bytes > LargestRows::kMostKeyBytes)
    return {"a row of the window is {} pixels of {} bytes, but {} bytes are kept of a row",
            width.window_pixels, width.pixel_bytes, LargestRows::kMostKeyBytes};
  return {};
}

Cost LargestPlan::CostOf(DataType type, const Layout& output, const Layout& input,
                         const std::vector<WindowDim>& windows, Way way, const Machine& machine) {
  const Width width(type, output, input, windows);
  double rows = 1;
  for (size_t d = 0; d + 1 < windows.size(); ++d)
    rows *= double(std::max<int64_t>(windows[d].Reached().Count(), 1));
  const auto columns = double(width.reached.Count()), stride = double(width.dim.stride);
  // A pixel's last vector counts whole, where every pixel is loaded by itself.
  const double vectors = double(width.pixel_bytes) / double(machine.vector_bytes);
  const auto whole = double(CeilDiv(width.pixel_bytes, machine.vector_bytes));
  if (way == Way::Pixels) {
    // Without masks, which come with vectors of 64 bytes, a part of a vector goes by way of the
    // stack, and that takes as long as about sixteen whole ones.
    const bool is_part = width.pixel_bytes < machine.vector_bytes && machine.vector_bytes < 64;
    return (is_part ? 16 : whole) * (rows * columns + 1);
  }
  const bool is_line = width.lanes == 1 || width.dim.stride == 1;
  return vectors * stride * (rows + 1) + (is_line ? vectors : whole) * (columns + 1);
}

LargestPlan::LargestPlan(DataType type, const Layout& output, const Layout& input,
                         const std::vector<WindowDim>& windows, Way way)
    : run_rows_(way == Way::Rows ? BestRowMaxima(type) : BestPixelMaxima(type)) {
  const Width width(type, output, input, windows);
  const int last = output.rank() - 1, outer = output.rank() - int(windows.size());
  auto made = std::make_shared<LargestRows>();
  LargestRows& rows = *made;
  LargestRows::Nest& nest = rows.nest;
  nest.offset = {output.offset, input.offset};
  for (int i = 0; i < width.outer.depth; ++i)
    nest.Push({width.outer[i].count, {width.outer[i].stride[0], width.outer[i].stride[1]}});
  rows.lanes = width.lanes;
  rows.width = width.dim;
  rows.height = windows.size() > 1 ? windows[windows.size() - 2] : WindowDim();
  rows.depth = windows.size() > 2 ? windows[0] : WindowDim();
  rows.column_step = StepOf(output, last);
  rows.first_tap = rows.width.At(0, width.reached.begin);
  for (int64_t k = width.reached.begin; k < width.reached.end; ++k)
    rows.taps.push_back((rows.width.At(0, k) - rows.first_tap) * rows.lanes);
  for (int64_t o = 0; o < rows.width.output_size; ++o)
    if (rows.width.Inside(o).Count() == 0) rows.empty.push_back(o);
  for (int64_t o = 0; o < rows.depth.output_size; ++o) rows.depths.push_back(rows.depth.Inside(o));
  for (int64_t o = 0; o < rows.height.output_size; ++o)
    rows.heights.push_back(rows.height.Inside(o));
  for (int64_t o = 0; o < rows.width.output_size; ++o) rows.widths.push_back(rows.width.Inside(o));
  rows.input_step = width.input_step;
  const bool is_one = rows.width.output_size == 1;
  rows.is_scattered = rows.lanes == 1 && rows.column_step != 1 && !is_one;
  rows.is_contiguous = (rows.lanes == 1 || rows.width.stride == 1) &&
                       (rows.is_scattered || rows.column_step == rows.lanes || is_one);

  // As many outputs as their inputs fit into a block. Row by row, these are the largest of their
  // columns; pixel by pixel, they are all rows of the window, the last of which are the first ones
  // of the next row of outputs.
  int64_t pixel_bytes = width.pixel_bytes;
  if (way == Way::Pixels)
    for (const WindowDim* dim : {&rows.depth, &rows.height})
      pixel_bytes *= std::max<int64_t>(dim->Reached().Count(), 1);
  const int64_t more =
      std::max<int64_t>(LargestRows::kGoodKeyBytes / pixel_bytes - width.window_pixels, 0) /
      rows.width.stride;
  rows.outputs = std::min(more + 1, rows.width.output_size);
  if (rows.is_scattered)
    rows.outputs = std::min(rows.outputs, LargestRows::kResultBytes / width.pixel_bytes);

  if (windows.size() > 2) {
    nest.Push({output.sizes[outer], {StepOf(output, outer), 0, 1}});
    rows.depth_step = StepOf(input, outer);
  }
  nest.Push({CeilDiv(rows.width.output_size, rows.outputs), {0, 0, 0, 0, 1}});
  if (windows.size() > 1) {
    rows.row_step = StepOf(input, last - 1);
    rows.output_row_step = StepOf(output, last - 1);
  }
  nest.Push({rows.height.output_size, {rows.output_row_step, 0, 0, 1}});

  double work = double(output.ElementCount()) * SizeBits(type) / 8 * double(rows.width.stride);
  for (const WindowDim* dim : {&rows.depth, &rows.height})
    work *= double(std::min(dim->window, dim->input_size));
  work_bytes_ = work;
  rows_ = std::move(made);
}

void LargestPlan::Run(std::byte* output, const std::byte* input) const {
  ForEachTask(rows_->nest, {}, ThreadsForWork(work_bytes_), [&](const LargestRows::Nest& task) {
    ForEachOffset(task, task.depth - 1, [&](const auto& offset) {
      run_rows_(*rows_, offset.data(), task[task.depth - 1].count, output, input);
    });
  });
}

}  // namespace weft
