// SPDX-License-Identifier: MIT
// See window_largest.h: `pooling/pixel_maxima`.
#define HWY_TARGET_INCLUDE "ops/pooling/window_largest_pixels.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/pooling/largest_keys-inl.h"
#include "ops/pooling/window_largest.h"
#include "simd/unaligned.h"
#include "tensor/element.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Taps are taken three at a time; the last one is repeated until there are as many, which changes
// no maximum.
constexpr int64_t kTogether = 3;

// Pixels of rows of outputs whose windows have the same elements inside of the input.
struct PixelRun {
  const int64_t* taps;  // those elements, after the first lane of the first pixel's window
  int64_t tap_count;
  int64_t rows, count, lanes;
  int64_t input_row, input_step;  // between rows and between pixels
  int64_t output_row, output_step;
};

// The largest elements of some vectors of lanes, in registers.
template <class Keys, bool kIsWhole, int kVectors, class D, class Doubts>
HWY_INLINE void TakePixel(D d, const PixelRun& run, const typename Keys::Lane* from, int64_t count,
                          typename Keys::Lane* to, Doubts& doubts) {
  const auto wide = int64_t(hn::Lanes(d));
  hn::Vec<D> best[kVectors];
  for (int v = 0; v < kVectors; ++v) best[v] = hn::Set(d, Keys::kLowest);
  for (const int64_t *tap = run.taps, *end = tap + run.tap_count; tap < end; tap += kTogether)
#pragma GCC unroll 3
    for (int64_t k = 0; k < kTogether; ++k) {
      const auto* const pixel = from + tap[k];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v)
        best[v] = Keys::Larger(d, LoadAsKeys<Keys, kIsWhole>(d, pixel + v * wide, count), best[v]);
    }
  for (int v = 0; v < kVectors; ++v)
    StoreElements<Keys, kIsWhole>(d, best[v], count, to + v * wide, doubts);
}

// Returns how many rows are surely right: all before the first one that leaves doubts. A function
// of its own, whose loops have registers for themselves.
template <class Keys>
HWY_NOINLINE int64_t TakePixels(const PixelRun& given, const typename Keys::Lane* from,
                                typename Keys::Lane* to) {
  constexpr int kVectors = 4;  // so many that one's maximum need not wait for the one before
  const hn::ScalableTag<typename Keys::Lane> d;
  const auto wide = int64_t(hn::Lanes(d));
  const PixelRun run = given;
  for (int64_t row = 0; row < run.rows; ++row, from += run.input_row, to += run.output_row) {
    typename Keys::template Doubts<hn::ScalableTag<typename Keys::Lane>> doubts;
    const auto* pixel = from;
    auto* result = to;
    for (int64_t i = 0; i < run.count; ++i) {
      const auto* lanes = pixel;
      auto* results = result;
      int64_t left = run.lanes;
      for (; left >= kVectors * wide; left -= kVectors * wide) {
        TakePixel<Keys, true, kVectors>(d, run, lanes, wide, results, doubts);
        lanes += kVectors * wide, results += kVectors * wide;
      }
      for (; left >= wide; left -= wide, lanes += wide, results += wide)
        TakePixel<Keys, true, 1>(d, run, lanes, wide, results, doubts);
      // The last vector takes some lanes twice, which changes no maximum.
      if (left > 0 && run.lanes >= wide)
        TakePixel<Keys, true, 1>(d, run, lanes - (wide - left), wide, results - (wide - left),
                                 doubts);
      else if (left > 0)
        TakePixel<Keys, false, 1>(d, run, lanes, left, results, doubts);
      pixel += run.input_step, result += run.output_step;
    }
    if (doubts.Any()) return row;
  }
  return run.rows;
}

// For as many pixels and rows at a time as have the same taps.
template <class T>
void RunPixels(const LargestRows& rows, const int64_t* offset, int64_t count, std::byte* output,
               const std::byte* input) {
  constexpr int64_t kSize = sizeof(T);
  const int64_t d = offset[LargestRows::kDepth], begin = offset[LargestRows::kHeight];
  const int64_t first = offset[LargestRows::kBlock] * rows.outputs;
  const int64_t last = std::min(first + rows.outputs, rows.width.output_size);
  const WindowRange& depths = rows.depths[size_t(d)];
  int64_t taps[LargestRows::kMostTaps + kTogether];
  PixelRun run = {taps,
                  0,
                  0,
                  0,
                  rows.lanes,
                  rows.height.stride * rows.row_step,
                  rows.width.stride * rows.input_step,
                  rows.output_row_step,
                  rows.column_step};
  const auto list_taps = [&](const WindowRange& heights, const WindowRange& widths) {
    run.tap_count = 0;
    for (int64_t kd = depths.begin; kd < depths.end; ++kd)
      for (int64_t kh = heights.begin; kh < heights.end; ++kh)
        for (int64_t kw = widths.begin; kw < widths.end; ++kw)
          taps[run.tap_count++] = kd * rows.depth.dilation * rows.depth_step +
                                  kh * rows.height.dilation * rows.row_step +
                                  kw * rows.width.dilation * rows.input_step;
    for (; run.tap_count % kTogether != 0; ++run.tap_count)
      taps[run.tap_count] = taps[run.tap_count - 1];
  };
  for (int64_t o = first; o < last; o += run.count) {
    run.count = CountEqual(rows.widths, o, last);
    for (int64_t h = begin; h < begin + count; h += run.rows) {
      run.rows = CountEqual(rows.heights, h, begin + count);
      list_taps(rows.heights[size_t(h)], rows.widths[size_t(o)]);
      const std::byte* const from =
          input + (offset[LargestRows::kInput] + rows.depth.At(d, 0) * rows.depth_step +
                   rows.height.At(h, 0) * rows.row_step + rows.width.At(o, 0) * rows.input_step) *
                      kSize;
      std::byte* const to = output + (offset[LargestRows::kOutput] +
                                      (h - begin) * rows.output_row_step + o * rows.column_step) *
                                         kSize;
      TakeSurely<T>(run.rows, [&]<class Keys>(Keys, int64_t done, int64_t some) {
        const int64_t row_bytes = run.output_row * kSize;
        if (run.tap_count > 0) {
          PixelRun rest = run;
          rest.rows = some;
          return TakePixels<Keys>(
              rest,
              reinterpret_cast<const typename Keys::Lane*>(from + done * run.input_row * kSize),
              reinterpret_cast<typename Keys::Lane*>(to + done * row_bytes));
        }
        for (int64_t row = done; row < done + some; ++row)
          for (int64_t i = 0; i < run.count; ++i)
            SetLowest<T>(to + row * row_bytes + i * rows.column_step * kSize, rows.lanes);
        return some;
      });
    }
  }
}

LargestPlan::RunRows PickPixels(DataType type) {
  return DispatchType(type,
                      []<class T>(ElementTag<T>) -> LargestPlan::RunRows { return RunPixels<T>; });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPixels);

LargestPlan::RunRows BestPixelMaxima(DataType type) { return WEFT_DISPATCH(PickPixels)(type); }

}  // namespace weft
#endif
