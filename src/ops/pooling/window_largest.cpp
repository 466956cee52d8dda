// SPDX-License-Identifier: MIT
// See window_largest.h. Loops are plain and become vectors for each target.
#define HWY_TARGET_INCLUDE "ops/pooling/window_largest.cpp"
#include "simd/foreach_wide_target.h"
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
constexpr int kTogether = 3;

// Pointers to what is taken together.
template <class T>
struct Together {
  const T* at[kTogether];
  int count = 0;

  // Calls take(std::integral_constant) with their number.
  template <class Take>
  HWY_INLINE void Flush(const Take& take) {
    if (count == 3) take(std::integral_constant<int, 3>());
    if (count == 2) take(std::integral_constant<int, 2>());
    if (count == 1) take(std::integral_constant<int, 1>());
    count = 0;
  }
};

// keys[i] becomes the best of elements i of the rows and, but for the first ones, of itself.
template <class T, bool kIsFirst, int kRows>
HWY_INLINE void TakeRow(OrderKey<T>* HWY_RESTRICT keys, const Together<std::byte>& rows,
                        int64_t count) {
  using Elements = const Unaligned<OrderKey<T>>*;
  const auto of = [&](int r) { return reinterpret_cast<Elements>(rows.at[r < kRows ? r : 0]); };
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

// results[i] becomes the best of itself and of keys that lie `step` apart.
template <int kTaps, class Key>
HWY_INLINE void TakeKeys(Key* HWY_RESTRICT results, const Together<Key>& taps, int64_t from,
                         int64_t step, int64_t count) {
  const auto of = [&](int t) { return taps.at[t < kTaps ? t : 0] + from; };
  const Key *const a = of(0), *const b = of(1), *const c = of(2);
  const auto take = [=](Key best, int64_t at) {
    best = a[at] < best ? a[at] : best;
    if constexpr (kTaps > 1) best = b[at] < best ? b[at] : best;
    if constexpr (kTaps > 2) best = c[at] < best ? c[at] : best;
    return best;
  };
  if (step == 1) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) results[i] = take(results[i], i);
  } else if (step == 2) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) results[i] = take(results[i], 2 * i);
  } else {
    for (int64_t i = 0; i < count; ++i) results[i] = take(results[i], i * step);
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
  bool is_first = true;
  Together<std::byte> together;
  const auto flush = [&] {
    together.Flush([&](auto n) {
      if (is_first)
        TakeRow<T, true, n()>(keys, together, count);
      else
        TakeRow<T, false, n()>(keys, together, count);
      is_first = false;
    });
  };
  for (int64_t kd = depths.begin; kd < depths.end; ++kd)
    for (int64_t kh = heights.begin; kh < heights.end; ++kh) {
      const int64_t at = offset[LargestRows::kInput] + begin * rows.lanes +
                         rows.depth.At(d, kd) * rows.depth_step +
                         rows.height.At(h, kh) * rows.row_step;
      together.at[together.count++] = input + at * int64_t(sizeof(T));
      if (together.count == kTogether) flush();
    }
  flush();
  return !is_first;
}

// The best of the keys of their taps for outputs `first` to `last`; keys are of the inputs from
// `begin` on.
template <class Key>
HWY_INLINE void TakeTaps(const LargestRows& rows, int64_t first, int64_t last, int64_t begin,
                         const Key* keys, Key* results) {
  const int64_t lanes = rows.lanes, stride = rows.width.stride;
  Together<Key> together;
  const auto take = [&](int64_t from, int64_t to) {
    together.Flush([&](auto n) {
      Key* const best = results + (from - first) * lanes;
      if (lanes == 1) return TakeKeys<n()>(best, together, from * stride, stride, to - from);
      for (int64_t o = from; o < to; ++o)
        TakeKeys<n()>(best + (o - from) * lanes, together, o * stride * lanes, 1, lanes);
    });
  };
  const auto add = [&](const LargestRows::Tap& tap) {
    together.at[together.count++] = keys + (tap.offset - begin) * lanes;  // of output 0
  };
  // What all taps have goes together, what only some have on either side tap by tap.
  int64_t all_begin = first, all_end = last;
  for (const LargestRows::Tap& tap : rows.taps) {
    all_begin = std::max(all_begin, tap.outputs.begin);
    all_end = std::min(all_end, tap.outputs.end);
  }
  if (all_begin >= all_end) all_begin = all_end = last;
  for (const LargestRows::Tap& tap : rows.taps) {
    add(tap);
    if (together.count == kTogether) take(all_begin, all_end);
  }
  take(all_begin, all_end);
  for (const LargestRows::Tap& tap : rows.taps) {
    const auto some = [&](int64_t from, int64_t to) {
      from = std::max(from, tap.outputs.begin), to = std::min(to, tap.outputs.end);
      if (from >= to) return;
      add(tap);
      take(from, to);
    };
    some(first, all_begin);
    some(all_end, last);
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
  const int64_t begin =
      std::clamp<int64_t>(rows.taps.front().offset + first * width.stride, 0, width.input_size);
  const int64_t end = std::clamp<int64_t>(rows.taps.back().offset + (last - 1) * width.stride + 1,
                                          begin, width.input_size);
  if (!TakeRows<T>(rows, offset, input, begin, end, keys)) {
    std::fill_n(results, count, LowestKey<T>());
  } else {
    std::fill_n(results, count, kWorstKey<Key>);
    TakeTaps(rows, first, last, begin, keys, results);
    for (int64_t o = first; rows.some_are_empty && o < last; ++o)
      if (width.Inside(o).Count() == 0)
        std::fill_n(results + (o - first) * lanes, lanes, LowestKey<T>());
  }
  std::byte* to =
      output + (offset[LargestRows::kOutput] + first * rows.column_step) * int64_t(sizeof(T));
  const int64_t run = rows.column_step == lanes ? count : lanes;  // of contiguous results
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
  int64_t window_pixels = 0;  // that those of one output span, no more than the input has
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
      window_pixels =
          std::min(dim.At(0, reached.end - 1) - dim.At(0, reached.begin) + 1, dim.input_size);
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
    rows.taps.push_back({rows.width.At(0, k), rows.width.Outputs(k)});
  for (int64_t o = 0; o < rows.width.output_size; ++o)
    rows.some_are_empty |= rows.width.Inside(o).Count() == 0;

  // As many outputs as their inputs, no more than there are, fit into a block.
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
  ForEachPart(rows_->nest, {}, ThreadsForWork(work_bytes_), [&](const LargestRows::Nest& part) {
    ForEachOffset(part,
                  [&](const auto& offset) { run_block_(*rows_, offset.data(), output, input); });
  });
}

}  // namespace weft
#endif
