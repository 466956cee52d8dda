// SPDX-License-Identifier: MIT
// See window_largest.h: `pooling/row_maxima`.
#define HWY_TARGET_INCLUDE "ops/pooling/window_largest_rows.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/align.h"
#include "base/split.h"
#include "hwy/highway.h"
#include "ops/pooling/largest_keys-inl.h"
#include "ops/pooling/window_largest.h"
#include "simd/unaligned.h"
#include "tensor/element.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Every second lane of two vectors.
template <class D>
HWY_INLINE hn::Vec<D> Evens([[maybe_unused]] D d, [[maybe_unused]] hn::Vec<D> high,
                            hn::Vec<D> low) {
#if HWY_TARGET == HWY_SCALAR
  return low;
#else
  return hn::ConcatEven(d, high, low);
#endif
}
template <class D>
HWY_INLINE hn::Vec<D> Odds([[maybe_unused]] D d, hn::Vec<D> high, [[maybe_unused]] hn::Vec<D> low) {
#if HWY_TARGET == HWY_SCALAR
  return high;
#else
  return hn::ConcatOdd(d, high, low);
#endif
}

// Keys that are hardly ever taken, of 8 bytes, to begin anew or on a machine without vectors, have
// few forms, which take everything: each form is compiled for each kind of keys.
template <class Keys>
constexpr bool kIsRare = HWY_TARGET == HWY_SCALAR || sizeof(typename Keys::Lane) == 8 ||
                         (std::is_same_v<Keys, typename Keys::Careful> &&
                          !std::is_base_of_v<NoDoubts, Keys>);

// Rows of outputs whose windows have the same rows of elements inside of the input.
struct RowRun {
  int64_t rows, count;          // of elements in a row
  int64_t before;               // keys of padding before them
  int64_t input_row, keys_row;  // between rows
  int64_t half;                 // from even keys to odd ones, or 0 if they alternate

  // Where key `k` of a row is.
  int64_t At(int64_t k) const { return half == 0 ? k : (k & 1) * half + (k >> 1); }
};

// The keys of elements become the largest of kInputs inputs and, but for the first ones, of
// themselves, row by row. With kIsPaired even keys are stored before odd ones. The last vectors
// take some lanes twice, which changes no maximum.
template <class Keys, bool kIsFirst, int kInputs, bool kIsPaired>
HWY_NOINLINE void TakeRows(RowRun run, const typename Keys::Lane* const* inputs,
                           typename Keys::Lane* HWY_RESTRICT keys) {
  using Lane = typename Keys::Lane;
  const hn::ScalableTag<Lane> d;
  const auto wide = int64_t(hn::Lanes(d)), step = kIsPaired ? 2 * wide : wide;
  const Lane *a = inputs[0], *b = inputs[1], *c = inputs[kInputs - 1];
  for (; run.rows > 0; --run.rows, keys += run.keys_row) {
    // Elements from i on, `some` of them.
    const auto take = [&]<bool kIsWhole>(std::bool_constant<kIsWhole>, int64_t i, int64_t some) {
      const auto largest = [=](int64_t from, int64_t count) {
        const auto load = [=](const Lane* input) {
          return LoadAsKeys<Keys, kIsWhole>(d, input + from, count);
        };
        // Numbers are compared with one that is no NaN.
        auto best = Keys::Larger(d, load(a), hn::Set(d, Keys::kLowest));
        best = Keys::Larger(d, load(b), best);
        if constexpr (kInputs > 2) best = Keys::Larger(d, load(c), best);
        return best;
      };
      const auto put = [=](hn::Vec<decltype(d)> key, Lane* to, int64_t count) {
        if constexpr (!kIsFirst) key = Keys::Larger(d, hn::LoadU(d, to), key);
        if constexpr (kIsWhole)
          hn::StoreU(key, d, to);
        else
          StoreFirst(key, d, to, count);
      };
      const int64_t k = run.before + i;
      if constexpr (kIsPaired) {
        const auto low = largest(i, std::min(some, wide));
        const auto high = largest(i + wide, std::max<int64_t>(some - wide, 0));
        put(Evens(d, high, low), keys + run.At(k), (some + 1) / 2);
        put(Odds(d, high, low), keys + run.At(k + 1), some / 2);
      } else {
        put(largest(i, some), keys + k, some);
      }
    };
    int64_t i = 0;
    for (; i + step <= run.count; i += step) take(std::true_type(), i, step);
    if (run.count < step)
      take(std::false_type(), 0, run.count);
    else if (i < run.count)
      take(std::true_type(), run.count - step, step);
    a += run.input_row, b += run.input_row, c += run.input_row;
  }
}

// Rows are taken three at a time, as many as most windows have.
constexpr int64_t kTogether = 3;

// The largest keys along the columns of the rows of a window.
template <class Keys>
HWY_NOINLINE void TakeWindowRows(const LargestRows& rows, const RowRun& run,
                                 const WindowRange& depths, const WindowRange& heights,
                                 const typename Keys::Lane* first, typename Keys::Lane* keys) {
  const int64_t row_step = rows.row_step * rows.height.dilation;
  const int64_t depth_step = rows.depth_step * rows.depth.dilation;
  int64_t kd = depths.begin, kh = heights.begin;
  const auto take = [&]<bool kIsFirst, int kInputs>(std::bool_constant<kIsFirst>,
                                                    std::integral_constant<int, kInputs>,
                                                    const typename Keys::Lane* const* at) {
    if (run.half != 0)
      TakeRows<Keys, kIsFirst, kInputs, true>(run, at, keys);
    else
      TakeRows<Keys, kIsFirst, kInputs, false>(run, at, keys);
  };
  const int64_t all = depths.Count() * heights.Count();
  if constexpr (kIsRare<Keys>) std::fill_n(keys, run.rows * run.keys_row, Keys::kLowest);
  for (int64_t left = all; left > 0; left -= kTogether) {
    // A single one is taken twice, or three times.
    const typename Keys::Lane* at[kTogether];
    for (int64_t i = 0; i < kTogether; ++i) {
      at[i] = first + kd * depth_step + kh * row_step;
      if (i + 1 >= left) continue;
      if (++kh == heights.end) kh = heights.begin, ++kd;
    }
    if constexpr (kIsRare<Keys>)
      take(std::false_type(), std::integral_constant<int, 3>(), at);
    else if (left < all)
      take(std::false_type(), std::integral_constant<int, 3>(), at);
    else if (left > 2)
      take(std::true_type(), std::integral_constant<int, 3>(), at);
    else
      take(std::true_type(), std::integral_constant<int, 2>(), at);
  }
}

// Neighbouring columns in registers, if a window with a stride of 2 takes no others than the second
// one of the pair before its own (kTakesBefore), the first one, and the second one (kTakesSecond).
// `run.count` elements of each input are there. False if there are doubts.
template <class Keys, int kInputs, bool kTakesBefore, bool kTakesSecond>
HWY_NOINLINE bool TakePairs(RowRun run, const typename Keys::Lane* const* inputs, int64_t outputs,
                            int64_t output_row, typename Keys::Lane* to) {
  using Lane = typename Keys::Lane;
  const hn::ScalableTag<Lane> d;
  using Vector = hn::Vec<decltype(d)>;
  const hn::RebindToSigned<decltype(d)> di;
  const auto wide = int64_t(hn::Lanes(d));
  // Lane i of what is rotated is lane i - 1, and lane 0 the last one.
  const auto last = hn::Set(di, int32_t(wide - 1));
  [[maybe_unused]] const auto rotation =
      hn::IndicesFromVec(d, hn::And(hn::Iota(di, int32_t(wide - 1)), last));
  const Lane *a = inputs[0], *b = inputs[1], *c = inputs[kInputs - 1];
  typename Keys::template Doubts<hn::ScalableTag<Lane>> doubts;
  const bool has_whole = outputs >= wide && 2 * outputs <= run.count;
  for (; run.rows > 0; --run.rows, to += output_row) {
    Vector before = hn::Set(d, Keys::kLowest);  // rotated
    const auto column = [=]<bool kIsWhole>(std::bool_constant<kIsWhole>, int64_t i) {
      const int64_t count = std::clamp<int64_t>(run.count - i, 0, wide);
      const auto load = [=](const Lane* input) {
        return LoadAsKeys<Keys, kIsWhole>(d, input + i, count);
      };
      const auto lowest = hn::Set(d, Keys::kLowest);
      auto best = Keys::Larger(d, load(a), lowest);
      best = Keys::Larger(d, load(b), best);
      if constexpr (kInputs > 2) best = Keys::Larger(d, load(c), best);
      if constexpr (!kIsWhole) best = hn::IfThenElse(hn::FirstN(d, size_t(count)), best, lowest);
      return best;
    };
    const auto take = [&]<bool kIsWhole>(std::bool_constant<kIsWhole> is_whole, int64_t o) {
      const Vector low = column(is_whole, 2 * o), high = column(is_whole, 2 * o + wide);
      const Vector first = Evens(d, high, low), second = Odds(d, high, low);
      Vector best = first;
      if constexpr (kTakesSecond) best = Keys::Larger(d, second, best);
      if constexpr (kTakesBefore) {
        const Vector rotated = hn::TableLookupLanes(second, rotation);
        best = Keys::Larger(d, hn::IfThenElse(hn::FirstN(d, 1), before, rotated), best);
        before = rotated;
      }
      StoreElements<Keys, kIsWhole>(d, best, std::min(outputs - o, wide), to + o, doubts);
    };
    int64_t o = 0;
    for (; o + wide <= outputs && 2 * (o + wide) <= run.count; o += wide) take(std::true_type(), o);
    if (o < outputs) [[unlikely]] {  // apart from the loop, which is short
      if (!has_whole) {
        for (; o < outputs; o += wide) take(std::false_type(), o);
      } else {  // the last vector takes some twice
        o = outputs - wide;
        if constexpr (kTakesBefore) before = column(std::true_type(), 2 * o - 1);
        take(std::true_type(), o);
      }
    }
    a += run.input_row, b += run.input_row, c += run.input_row;
  }
  return !doubts.Any();
}

// TakePairs for the columns that the windows take.
template <class Keys>
bool TakePairs(const LargestRows& rows, const RowRun& run, const WindowRange& depths,
               const WindowRange& heights, const typename Keys::Lane* first, int64_t outputs,
               typename Keys::Lane* to) {
  const int64_t row_step = rows.row_step * rows.height.dilation;
  const int64_t depth_step = rows.depth_step * rows.depth.dilation;
  const int64_t count = depths.Count() * heights.Count();
  const typename Keys::Lane* at[3];
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t k = std::min(i, count - 1);
    at[i] = first + (depths.begin + k / heights.Count()) * depth_step +
            (heights.begin + k % heights.Count()) * row_step;
  }
  const auto take = [&]<bool kTakesBefore, bool kTakesSecond>(std::bool_constant<kTakesBefore>,
                                                              std::bool_constant<kTakesSecond>) {
    const int64_t row = rows.output_row_step;
    return count > 2 ? TakePairs<Keys, 3, kTakesBefore, kTakesSecond>(run, at, outputs, row, to)
                     : TakePairs<Keys, 2, kTakesBefore, kTakesSecond>(run, at, outputs, row, to);
  };
  if (rows.first_tap == 0) return take(std::false_type(), std::true_type());
  if (rows.taps.size() == 2) return take(std::true_type(), std::false_type());
  return take(std::true_type(), std::true_type());
}

// Keys from[0], from[step] and so on: `count` of them at least. kStep is the step, or 0 for any.
template <int kStep, class D, class Lane>
HWY_INLINE hn::Vec<D> LoadKeys(D d, const Lane* from, [[maybe_unused]] int64_t step,
                               [[maybe_unused]] int64_t count) {
  if constexpr (kStep == 1) {
    return hn::LoadU(d, from);
  } else {
    HWY_ALIGN Lane lanes[hn::MaxLanes(D())] = {};
    for (int64_t i = 0; i < count; ++i) lanes[i] = from[i * step];
    return hn::Load(d, lanes);
  }
}

// Lines of results.
struct TapRun {
  const std::vector<int64_t>& taps;  // offsets of keys
  int64_t lines, count;              // of results in a line
  int64_t step;                      // from the keys of a result to those of the next
  int64_t keys_line, output_line;    // between lines
};

// to[i] becomes the largest element of keys i * step of the taps, line by line; kStep is the step
// and kTaps the number of taps, or 0 for any. False if there are doubts.
template <class Keys, int kStep, int kTaps>
HWY_NOINLINE bool TakeTaps(TapRun run, const RowRun& rows, const typename Keys::Lane* keys,
                           typename Keys::Lane* to) {
  const hn::ScalableTag<typename Keys::Lane> d;
  const auto wide = int64_t(hn::Lanes(d));
  const int64_t *const begin = run.taps.data(), *const end = begin + run.taps.size();
  const int64_t half = rows.half;
  const auto at = [=](int64_t tap) { return half == 0 ? tap : (tap & 1) * half + (tap >> 1); };
  [[maybe_unused]] const int64_t second = at(begin[kTaps > 1]),
                                 third = at(begin[kTaps > 2 ? 2 : 0]);
  typename Keys::template Doubts<hn::ScalableTag<typename Keys::Lane>> doubts;
  for (; run.lines > 0; --run.lines, keys += run.keys_line, to += run.output_line) {
    const auto largest = [&](int64_t i, int64_t some) {
      const auto* const from = keys + i * (kStep > 0 ? kStep : run.step);
      auto best = LoadKeys<kStep>(d, from, run.step, some);
      const auto take = [&](int64_t offset) {
        best = Keys::Larger(d, LoadKeys<kStep>(d, from + offset, run.step, some), best);
      };
      if constexpr (kTaps > 0) {
        if constexpr (kTaps > 1) take(second);
        if constexpr (kTaps > 2) take(third);
      } else {
        for (const int64_t* tap = begin + 1; tap < end; ++tap) take(at(*tap));
      }
      return best;
    };
    int64_t i = 0;
    for (; i + wide <= run.count; i += wide)
      StoreElements<Keys, true>(d, largest(i, wide), wide, to + i, doubts);
    if (run.count < wide)
      StoreElements<Keys, false>(d, largest(0, run.count), run.count, to, doubts);
    else if (i < run.count)
      StoreElements<Keys, true>(d, largest(run.count - wide, wide), wide, to + run.count - wide,
                                doubts);
  }
  return !doubts.Any();
}

// By the number of taps: nearly all windows are two or three wide.
template <class Keys>
HWY_INLINE bool TakeTaps(const TapRun& run, const RowRun& rows, const typename Keys::Lane* keys,
                         typename Keys::Lane* to) {
  if (run.step != 1) return TakeTaps<Keys, 0, 0>(run, rows, keys, to);
  if constexpr (!kIsRare<Keys>) {
    if (run.taps.size() == 2) return TakeTaps<Keys, 1, 2>(run, rows, keys, to);
    if (run.taps.size() == 3) return TakeTaps<Keys, 1, 3>(run, rows, keys, to);
  }
  return TakeTaps<Keys, 1, 0>(run, rows, keys, to);
}

// The same for rows of outputs, all lanes of their pixels.
template <class Keys>
HWY_NOINLINE bool TakeColumns(const LargestRows& rows, const RowRun& run, int64_t some,
                              int64_t outputs, const typename Keys::Lane* keys,
                              typename Keys::Lane* to) {
  const int64_t lanes = rows.lanes, stride = rows.width.stride;
  if (rows.is_contiguous) {
    const int64_t step = lanes > 1 || run.half != 0 ? 1 : stride;
    return TakeTaps<Keys>(
        {rows.taps, some, outputs * lanes, step, run.keys_row, rows.output_row_step}, run, keys,
        to);
  }
  bool is_sure = true;
  for (int64_t i = 0; i < some; ++i)
    is_sure &= TakeTaps<Keys>({rows.taps, outputs, lanes, 1, stride * lanes, rows.column_step}, run,
                              keys + i * run.keys_row, to + i * rows.output_row_step);
  return is_sure;
}

// The keys of padding, before and behind those of elements.
template <class Lane>
HWY_NOINLINE void FillPadding(const RowRun& run, int64_t rows, int64_t row_keys, Lane lowest,
                              Lane* keys) {
  for (; rows > 0; --rows, keys += run.keys_row) {
    for (int64_t k = 0; k < run.before; ++k) keys[run.At(k)] = lowest;
    for (int64_t k = run.before + run.count; k < row_keys; ++k) keys[run.At(k)] = lowest;
  }
}

// A row of outputs from `first` on, `pixel_bytes` apart: those whose windows have no elements, all
// of them or those that have none along the width.
template <class T>
HWY_NOINLINE void SetEmpty(const LargestRows& rows, bool are_all, int64_t first, int64_t outputs,
                           std::byte* row, int64_t pixel_bytes) {
  for (int64_t o = 0; are_all && o < outputs; ++o) SetLowest<T>(row + o * pixel_bytes, rows.lanes);
  for (const int64_t o : rows.empty)
    if (first <= o && o < first + outputs)
      SetLowest<T>(row + (o - first) * pixel_bytes, rows.lanes);
}

// Some rows at a time: what is stored to the cache has arrived there when it is loaded.
template <class T>
void RunRows(const LargestRows& rows, const int64_t* offset, int64_t count, std::byte* output,
             const std::byte* input) {
  constexpr int64_t kSize = sizeof(T), kMostRows = 16;
  constexpr int64_t kWide = hn::MaxLanes(hn::ScalableTag<OrderKey<T>>());
  // Rows end with a whole vector, or with two, and vectors reach beyond the last key.
  alignas(kLineBytes) std::byte key_bytes[LargestRows::kMostKeyBytes + 4 * kWide * kSize];
  alignas(kLineBytes) std::byte scattered[LargestRows::kResultBytes];
  const WindowDim& width = rows.width;
  const int64_t lanes = rows.lanes, first = offset[LargestRows::kBlock] * rows.outputs;
  const int64_t outputs = std::min(rows.outputs, width.output_size - first);
  // The inputs that the windows span, and those of them that there are. The others never win.
  const int64_t span_begin = rows.first_tap + first * width.stride;
  const int64_t span_end = span_begin + rows.TapSpan() + (outputs - 1) * width.stride;
  const int64_t begin = std::clamp<int64_t>(0, span_begin, span_end);
  const int64_t end = std::clamp<int64_t>(width.input_size, begin, span_end);
  const int64_t row_keys = (span_end - span_begin) * lanes;
  const bool is_paired = lanes == 1 && width.stride == 2;
  const int64_t half = is_paired ? RoundUp(CeilDiv(row_keys, 2), kWide) : 0;
  const int64_t pitch = is_paired ? 2 * half : RoundUp(row_keys, kWide);
  // Lanes of 4 bytes are those that every instruction set can rotate.
  const bool in_registers =
      sizeof(T) == 4 && !kIsRare<FirstKeys<T>> && is_paired && rows.IsOfPairs();
  const int64_t most_rows = LargestRows::kGoodKeyBytes / (pitch * kSize);
  const int64_t together =
      in_registers ? count : std::clamp<int64_t>(most_rows, 1, std::min(count, kMostRows));
  const int64_t kept = in_registers ? 1 : together;  // rows of keys
  RowRun run = {0,
                (end - begin) * lanes,
                (begin - span_begin) * lanes,
                rows.height.stride * rows.row_step,
                pitch,
                half};

  const int64_t d = offset[LargestRows::kDepth], begin_row = offset[LargestRows::kHeight];
  const WindowRange& depths = rows.depths[size_t(d)];
  const auto is_empty = [&](int64_t h) {
    return depths.Count() <= 0 || rows.heights[size_t(h)].Count() <= 0;
  };
  const int64_t input_block =
      offset[LargestRows::kInput] + begin * lanes + rows.depth.At(d, 0) * rows.depth_step;
  const auto set_lowest = [&](int64_t h, std::byte* row, int64_t pixel_bytes) {
    if (is_empty(h) || !rows.empty.empty())
      SetEmpty<T>(rows, is_empty(h), first, outputs, row, pixel_bytes);
  };
  std::optional<bool> filled;  // padding: with the lowest of careful keys or of others
  const auto take = [&]<class Keys>(Keys, int64_t h, int64_t some) {
    using Lane = typename Keys::Lane;
    if constexpr (sizeof(T) == 4 && !kIsRare<Keys>)
      if (in_registers) {
        bool is_sure = true;
        for (int64_t i = 0; i < some; i += run.rows) {
          run.rows = CountEqual(rows.heights, h + i, h + some);
          std::byte* const to =
              output +
              (offset[LargestRows::kOutput] + (h + i - begin_row) * rows.output_row_step) * kSize;
          const int64_t at = input_block + rows.height.At(h + i, 0) * rows.row_step;
          if (!is_empty(h + i))
            is_sure &= TakePairs<Keys>(rows, run, depths, rows.heights[size_t(h + i)],
                                       reinterpret_cast<const Lane*>(input + at * kSize), outputs,
                                       reinterpret_cast<Lane*>(to));
          for (int64_t row = 0; row < run.rows && (is_empty(h + i) || !rows.empty.empty()); ++row)
            set_lowest(h + i, to + row * rows.output_row_step * kSize, kSize);
        }
        return is_sure;
      }
    auto* const keys = reinterpret_cast<Lane*>(key_bytes);
    constexpr bool kIsCareful = !std::is_same_v<Keys, FirstKeys<T>>;
    if (filled != kIsCareful) FillPadding(run, kept, row_keys, Keys::kLowest, keys);
    filled = kIsCareful;
    for (int64_t i = 0; i < some; i += run.rows) {
      run.rows = CountEqual(rows.heights, h + i, h + some);
      const int64_t at = input_block + rows.height.At(h + i, 0) * rows.row_step;
      if (is_empty(h + i))
        std::fill_n(keys + i * pitch, run.rows * pitch, Keys::kLowest);
      else
        TakeWindowRows<Keys>(rows, run, depths, rows.heights[size_t(h + i)],
                             reinterpret_cast<const Lane*>(input + at * kSize), keys + i * pitch);
    }
    std::byte* to = output + (offset[LargestRows::kOutput] + first * rows.column_step +
                              (h - begin_row) * rows.output_row_step) *
                                 kSize;
    if (!rows.is_scattered) {
      const bool is_sure =
          TakeColumns<Keys>(rows, run, some, outputs, keys, reinterpret_cast<Lane*>(to));
      for (int64_t i = 0; i < some; ++i, to += rows.output_row_step * kSize)
        set_lowest(h + i, to, rows.column_step * kSize);
      return is_sure;
    }
    bool is_sure = true;
    for (int64_t i = 0; i < some; ++i, to += rows.output_row_step * kSize) {
      is_sure &= TakeColumns<Keys>(rows, run, 1, outputs, keys + i * pitch,
                                   reinterpret_cast<Lane*>(scattered));
      set_lowest(h + i, scattered, kSize);
      for (int64_t o = 0; o < outputs; ++o)
        std::memcpy(to + o * rows.column_step * kSize, scattered + o * kSize, kSize);
    }
    return is_sure;
  };
  for (int64_t h = begin_row; h < begin_row + count; h += together) {
    const int64_t some = std::min(together, begin_row + count - h);
    TakeSurely<T>(1, [&]<class Keys>(Keys keys, int64_t, int64_t) -> int64_t {
      if constexpr (std::is_same_v<Keys, FirstKeys<T>>) {
        return take(keys, h, some);
      } else {
        for (int64_t i = 0; i < some; ++i) take(keys, h + i, 1);
        return 1;
      }
    });
  }
}

LargestPlan::RunRows PickRows(DataType type) {
  return DispatchType(type,
                      []<class T>(ElementTag<T>) -> LargestPlan::RunRows { return RunRows<T>; });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickRows);

LargestPlan::RunRows BestRowMaxima(DataType type) { return WEFT_DISPATCH(PickRows)(type); }

}  // namespace weft
#endif
