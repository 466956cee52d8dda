// SPDX-License-Identifier: MIT
// The geometry of windows, and the choice of the lanes: see window.h.
#include <algorithm>

#include "base/assert.h"
#include "base/split.h"
#include "ops/pooling/window.h"
#include "strided/view.h"

namespace weft {

WindowRange WindowDim::Inside(int64_t o) const {
  const int64_t first = o * stride - start;
  if (first >= input_size) return {};
  const int64_t begin = first >= 0 ? 0 : CeilDiv(-first, dilation);
  const int64_t end = std::min(window, (input_size - 1 - first) / dilation + 1);
  return {begin, std::max(begin, end)};
}

WindowRange WindowDim::Outputs(int64_t k) const {
  const int64_t first = k * dilation - start;  // of output 0
  if (first >= input_size) return {};
  const int64_t begin = first >= 0 ? 0 : CeilDiv(-first, stride);
  const int64_t end = std::min(output_size, (input_size - 1 - first) / stride + 1);
  return {begin, std::max(begin, end)};
}

WindowRange WindowDim::Reached() const {
  const int64_t before = start - (output_size - 1) * stride;  // the last output's, of padding
  return {before > 0 ? before / dilation : 0,
          std::min(window, (input_size - 1 + start) / dilation + 1)};
}

WindowRows::WindowRows(const Layout& output, const Layout& input,
                       const std::optional<Layout>& indices,
                       const std::vector<WindowDim>& windows) {
  const int spatial = int(windows.size()), outer = output.rank() - spatial;
  WEFT_ASSERT(spatial <= kWindowDims && outer >= 0 && input.rank() == output.rank());
  WEFT_ASSERT(std::ranges::all_of(windows, [](const WindowDim& dim) {
    return dim.window >= 1 && dim.stride >= 1 && dim.dilation >= 1;
  }));
  const Layout logical = Layout::Packed(input.sizes);
  Nest nest;
  nest.offset = {output.offset, indices ? indices->offset : 0, input.offset};
  for (int dim = 0; dim < output.rank(); ++dim) {
    auto& loop = nest.loops[nest.depth++];
    loop = {output.sizes[dim], {StepOf(output, dim), indices ? StepOf(*indices, dim) : 0}};
    if (dim < outer) {
      loop.stride[kInput] = StepOf(input, dim);
      loop.stride[kLogical] = StepOf(logical, dim);
    } else {
      const int d = kWindowDims - spatial + dim - outer;
      dims[d] = windows[dim - outer];
      input_step[d] = StepOf(input, dim);
      logical_step[d] = StepOf(logical, dim);
      loop.stride[kPosition + d] = 1;
    }
  }
  PickLanes(nest);
  for (int d = 0; d < kWindowDims; ++d)
    for (int64_t o = 0; o < dims[d].output_size && d != lane_dim; ++o)
      inside[d].push_back(dims[d].Inside(o));
  DropUnitLoops(nest);
  if (nest.depth == 0) nest.Push({});
  rows = nest;
}

// Lanes are along the dimension with the smallest step in the input, if it has a few elements.
void WindowRows::PickLanes(Nest& nest) {
  constexpr int64_t kFew = 4;
  int best = 0, best_dim = -1;
  int64_t best_step = INT64_MAX;
  WindowRange best_taps;
  for (int i = 0; i < nest.depth; ++i) {
    int dim = -1;
    int64_t step = std::abs(nest[i].stride[kInput]);
    WindowRange taps;
    for (int d = 0; d < kWindowDims; ++d)
      if (nest[i].stride[kPosition + d] == 1) {
        const WindowDim& window = dims[dim = d];
        step = std::abs(window.stride * input_step[d]);
        taps = window.Reached();
      }
    // With large strides few elements of the window are inside for many outputs.
    const bool sparse =
        dim >= 0 && taps.Count() > 4 * (dims[dim].input_size + dims[dim].output_size);
    if (nest[i].count < kFew || step == 0 || sparse || step >= best_step) continue;
    best = i, best_dim = dim, best_step = step, best_taps = taps;
  }
  const auto loop = nest.Take(best);
  lane_dim = best_dim;
  lanes.count = loop.count;
  std::copy_n(loop.stride.begin(), int(kPosition), lanes.stride.begin());
  if (lane_dim < 0) return;
  const WindowDim& window = dims[lane_dim];
  lanes.stride[kInput] = window.stride * input_step[lane_dim];
  lanes.stride[kLogical] = window.stride * logical_step[lane_dim];
  first_tap = best_taps.begin;
  for (int64_t k = best_taps.begin; k < best_taps.end; ++k)
    lane_outputs.push_back(window.Outputs(k));
  for (int64_t o = 0; o < window.output_size; ++o)
    lane_counts.push_back(double(window.Inside(o).Count()));
  some_are_empty = std::ranges::count(lane_counts, 0.0) > 0;
}

}  // namespace weft
