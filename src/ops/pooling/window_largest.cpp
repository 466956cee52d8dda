// SPDX-License-Identifier: MIT
// See window_largest.h. Loops are plain and become vectors for each target.
#define HWY_TARGET_INCLUDE "ops/pooling/window_largest.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/align.h"
#include "base/parallel.h"
#include "hwy/highway.h"
#include "ops/pooling/window_largest.h"
#include "simd/unaligned.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"
#include "tensor/element.h"
#include "tensor/order_key.h"

#include <algorithm>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// Rows and taps are taken three at a time, as most windows have: a short loop costs more to begin
// than to run.
constexpr int64_t kTogether = 3;

// Calls take(std::integral_constant) with the number of what is taken together.
template <class Take>
HWY_INLINE void ByCount(int64_t count, const Take& take) {
  if (count == 3)
    take(std::integral_constant<int, 3>());
  else if (count == 2)
    take(std::integral_constant<int, 2>());
  else
    take(std::integral_constant<int, 1>());
}

// keys[i] becomes the best of elements i of the rows and, but for the first ones, of itself.
template <class T, bool kIsFirst, int kRows>
HWY_INLINE void TakeRow(OrderKey<T>* HWY_RESTRICT keys, const std::byte* const* rows,
                        int64_t count) {
  using Elements = const Unaligned<OrderKey<T>>*;
  const auto of = [&](int r) { return reinterpret_cast<Elements>(rows[r < kRows ? r : 0]); };
  const Elements a = of(0), b = of(1), c = of(2);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) {
    auto best = KeyFromBits<T, Extreme::Max>(a[i].value);
    const auto take = [&](OrderKey<T> key) { best = key < best ? key : best; };
    if constexpr (kRows > 1) take(KeyFromBits<T, Extreme::Max>(b[i].value));
    if constexpr (kRows > 2) take(KeyFromBits<T, Extreme::Max>(c[i].value));
    if constexpr (!kIsFirst) take(keys[i]);
    keys[i] = best;
  }
}

// results[i] becomes the best of the keys i * step of the taps and, but for the first ones, of
// itself.
template <bool kIsFirst, int kTaps, class Key>
HWY_INLINE void TakeKeys(Key* HWY_RESTRICT results, const Key* const* taps, int64_t step,
                         int64_t count) {
  const Key *const a = taps[0], *const b = taps[kTaps > 1], *const c = taps[kTaps > 2 ? 2 : 0];
  const auto take = [=](int64_t i, int64_t at) {
    Key best = a[at];
    if constexpr (kTaps > 1) best = b[at] < best ? b[at] : best;
    if constexpr (kTaps > 2) best = c[at] < best ? c[at] : best;
    if constexpr (!kIsFirst) best = results[i] < best ? results[i] : best;
    results[i] = best;
  };
  if (step == 1) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) take(i, i);
  } else if (step == 2) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) take(i, 2 * i);
  } else {
    for (int64_t i = 0; i < count; ++i) take(i, i * step);
  }
}

template <class T>
constexpr OrderKey<T> LowestKey() {
  using Key = OrderKey<T>;
  if constexpr (!kIsFloatLike<T>) return kWorstKey<Key>;
  return KeyFromBits<T, Extreme::Max>(Key(kInfinityBits<Key> | std::numeric_limits<Key>::min()));
}

// The largest of the rows of all windows of the block: inputs `begin` to `end` of the width. False
// if there are none.
template <class T>
bool TakeRows(const LargestRows& rows, const int64_t* offset, const std::byte* input, int64_t begin,
              int64_t end, OrderKey<T>* keys) {
  const int64_t d = offset[LargestRows::kDepth], h = offset[LargestRows::kHeight];
  const WindowRange depths = rows.depth.Inside(d), heights = rows.height.Inside(h);
  const int64_t count = (end - begin) * rows.lanes;
  const auto row = [&](int64_t kd, int64_t kh) {
    const int64_t at = offset[LargestRows::kInput] + begin * rows.lanes +
                       rows.depth.At(d, kd) * rows.depth_step +
                       rows.height.At(h, kh) * rows.row_step;
    return input + at * int64_t(sizeof(T));
  };
  if (depths.Count() <= 0 || heights.Count() <= 0) return false;
  int64_t kd = depths.begin, kh = heights.begin;
  bool is_first = true;
  for (int64_t left = depths.Count() * heights.Count(); left > 0; left -= kTogether) {
    const int64_t some = std::min(left, kTogether);
    const std::byte* at[kTogether];
    for (int64_t i = 0; i < some; ++i) {
      at[i] = row(kd, kh);
      if (++kh == heights.end) kh = heights.begin, ++kd;
    }
    ByCount(some, [&](auto n) {
      if (is_first)
        TakeRow<T, true, n()>(keys, at, count);
      else
        TakeRow<T, false, n()>(keys, at, count);
    });
    is_first = false;
  }
  return true;
}

// results: the best of the keys of their taps, for so many outputs. The keys begin where the first
// output's window does.
template <class Key>
HWY_INLINE void TakeTaps(const LargestRows& rows, int64_t outputs, const Key* keys, Key* results) {
  const int64_t lanes = rows.lanes, stride = rows.width.stride;
  const auto& taps = rows.taps;
  const auto taken = int64_t(taps.size());
  for (int64_t t = 0; t < taken; t += kTogether) {
    const int64_t some = std::min(taken - t, kTogether);
    const Key* at[kTogether];
    for (int64_t i = 0; i < some; ++i) at[i] = keys + (taps[size_t(t + i)] - taps[0]) * lanes;
    ByCount(some, [&](auto n) {
      const auto take = [&](Key* best, int64_t step, int64_t count) {
        if (t == 0)
          TakeKeys<true, n()>(best, at, step, count);
        else
          TakeKeys<false, n()>(best, at, step, count);
      };
      if (lanes == 1) return take(results, stride, outputs);
      for (int64_t o = 0; o < outputs; ++o) {
        take(results + o * lanes, 1, lanes);
        for (int64_t i = 0; i < some; ++i) at[i] += stride * lanes;
      }
    });
  }
}

template <class T>
void RunBlock(const LargestRows& rows, const int64_t* offset, std::byte* output,
              const std::byte* input) {
  using Key = OrderKey<T>;
  alignas(kLineBytes) Key keys[LargestRows::kMostKeyBytes / sizeof(Key)];
  alignas(kLineBytes) Key results[LargestRows::kResultBytes / sizeof(Key)];
  const WindowDim& width = rows.width;
  const int64_t lanes = rows.lanes, first = offset[LargestRows::kBlock] * rows.outputs;
  const int64_t last = std::min(first + rows.outputs, width.output_size);
  const int64_t count = (last - first) * lanes;
  // The inputs that the windows span, and those of them that there are.
  const int64_t span_begin = rows.taps.front() + first * width.stride;
  const int64_t span_end = rows.taps.back() + (last - 1) * width.stride + 1;
  const int64_t begin = std::clamp<int64_t>(span_begin, 0, width.input_size);
  const int64_t end = std::clamp<int64_t>(span_end, begin, width.input_size);
  std::byte* to =
      output + (offset[LargestRows::kOutput] + first * rows.column_step) * int64_t(sizeof(T));
  const int64_t run = rows.column_step == lanes ? count : lanes;  // of contiguous results
  // What is written at once in the end has time to come into the cache until then.
  for (int64_t line = 0; run == count && line < count * int64_t(sizeof(T)); line += kLineBytes)
    __builtin_prefetch(to + line, 1);
  const int64_t before = std::clamp<int64_t>(begin - span_begin, 0, span_end - span_begin);
  if (!TakeRows<T>(rows, offset, input, begin, end, keys + before * lanes)) {
    std::fill_n(results, count, LowestKey<T>());
  } else {
    const int64_t behind = before + (end - begin);
    std::fill_n(keys, before * lanes, kWorstKey<Key>);
    std::fill_n(keys + behind * lanes, (span_end - span_begin - behind) * lanes, kWorstKey<Key>);
    TakeTaps(rows, last - first, keys, results);
    for (int64_t o = first; rows.some_are_empty && o < last; ++o)
      if (width.Inside(o).Count() == 0)
        std::fill_n(results + (o - first) * lanes, lanes, LowestKey<T>());
  }
  for (int64_t i = 0; i < count; i += run, to += rows.column_step * int64_t(sizeof(T))) {
    auto* const elements = reinterpret_cast<Unaligned<T>*>(to);
    for (int64_t k = 0; k < run; ++k) elements[k].value = FromKey<T, Extreme::Max>(results[i + k]);
  }
}

LargestPlan::RunBlock PickRunBlock(DataType type) {
  return DispatchType(type,
                      []<class T>(ElementTag<T>) -> LargestPlan::RunBlock { return RunBlock<T>; });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickRunBlock);

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
                             const std::vector<WindowDim>& windows) {
  if (output.ElementCount() == 0) return {"OutputTensor has no elements"};
  const Width width(type, output, input, windows);
  const int64_t dim = output.rank() - 1;
  if (width.dim.input_size > 1 && width.input_step != width.lanes)
    return {"InputTensor.Strides[{}] is {}, but {} is needed, so that rows are contiguous", dim,
            width.input_step, width.lanes};
  // The tables would be longer than the tensors.
  const int64_t most = 4 * (width.dim.input_size + width.dim.output_size);
  if (width.reached.Count() > most)
    return {
        "{} elements of WindowSize[{}] meet the input, but {} are the most there are tables for",
        width.reached.Count(), dim - 2, most};
  if (width.reached.Count() <= 0) return {"no window meets the input along dimension {}", dim};
  if (width.window_pixels * width.pixel_bytes > LargestRows::kMostKeyBytes)
    return {"a row of the window is {} pixels of {} bytes, but {} bytes are kept of a row",
            width.window_pixels, width.pixel_bytes, LargestRows::kMostKeyBytes};
  if (width.pixel_bytes > LargestRows::kResultBytes)
    return {"a pixel has {} bytes, but {} bytes are kept of results", width.pixel_bytes,
            LargestRows::kResultBytes};
  return {};
}

LargestPlan::LargestPlan(DataType type, const Layout& output, const Layout& input,
                         const std::vector<WindowDim>& windows)
    : run_block_(WEFT_DISPATCH(PickRunBlock)(type)) {
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
  for (int64_t k = width.reached.begin; k < width.reached.end; ++k)
    rows.taps.push_back(rows.width.At(0, k));
  for (int64_t o = 0; o < rows.width.output_size; ++o)
    rows.some_are_empty |= rows.width.Inside(o).Count() == 0;

  // As many outputs as their inputs fit into a block.
  const int64_t more =
      std::max<int64_t>(LargestRows::kGoodKeyBytes / width.pixel_bytes - width.window_pixels, 0) /
      rows.width.stride;
  rows.outputs =
      std::min({more + 1, LargestRows::kResultBytes / width.pixel_bytes, rows.width.output_size});

  if (windows.size() > 2) {
    nest.Push({output.sizes[outer], {StepOf(output, outer), 0, 1}});
    rows.depth_step = StepOf(input, outer);
  }
  if (windows.size() > 1) {
    nest.Push({output.sizes[last - 1], {StepOf(output, last - 1), 0, 0, 1}});
    rows.row_step = StepOf(input, last - 1);
  }
  nest.Push({CeilDiv(rows.width.output_size, rows.outputs), {0, 0, 0, 0, 1}});

  double work = double(output.ElementCount() * (SizeBits(type) / 8)) * double(rows.width.stride);
  for (const WindowDim* dim : {&rows.depth, &rows.height})
    work *= double(std::min(dim->window, dim->input_size));
  work_bytes_ = work;
  rows_ = std::move(made);
}

void LargestPlan::Run(std::byte* output, const std::byte* input) const {
  ForEachTask(rows_->nest, {}, ThreadsForWork(work_bytes_), [&](const LargestRows::Nest& task) {
    ForEachOffset(task,
                  [&](const auto& offset) { run_block_(*rows_, offset.data(), output, input); });
  });
}

}  // namespace weft
#endif
