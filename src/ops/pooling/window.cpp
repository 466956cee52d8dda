// SPDX-License-Identifier: MIT
// The rows of window.h. Loops over lanes are plain and become vectors for each target. Elements of
// a window are taken from the last to the first, so that of equal largest ones the first stays.
#define HWY_TARGET_INCLUDE "ops/pooling/window.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/parallel.h"
#include "hwy/highway.h"
#include "ops/pooling/window.h"
#include "simd/unaligned-inl.h"
#include "simd/unaligned.h"
#include "strided/parallel_nest.h"
#include "tensor/element.h"
#include "tensor/order_key.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t kBlock = 512;  // lanes in the first-level cache at once

// visit(i, element i) for elements a `step` from each other; the usual steps have loops of their
// own.
template <class T, class Visit>
HWY_INLINE void ForEachElement(const std::byte* from, int64_t step, int64_t count,
                               const Visit& visit) {
  const auto* elements = reinterpret_cast<const Unaligned<T>*>(from);
  if (step == 1) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) visit(i, elements[i].value);
  } else if (step == 2) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) visit(i, elements[2 * i].value);
  } else {
    for (int64_t i = 0; i < count; ++i) visit(i, elements[i * step].value);
  }
}

// Some lanes of a row, whose results are to be stored.
struct Lanes {
  const WindowRows& rows;
  const WindowFunction& function;
  const WindowPlan::Buffers& buffers;
  const int64_t* offset;
  int64_t begin, count;
  double outer_count;  // of elements, but for the lanes' own dimension

  bool MayBeEmpty() const { return rows.some_are_empty || outer_count == 0; }
  // How many elements the window of lane i has.
  double Count(int64_t i) const {
    return rows.lane_counts.empty() ? outer_count : outer_count * rows.lane_counts[begin + i];
  }
  template <class T>
  void Store(const T* results) const {
    StoreTo(buffers.output, WindowRows::kOutput, results);
  }
  // What make(i) gives for each lane.
  template <class T, class Make>
  HWY_INLINE void StoreEach(const Make& make) const {
    if (rows.lanes.stride[WindowRows::kOutput] == 1) {
      std::byte* const to =
          buffers.output + (offset[WindowRows::kOutput] + begin) * int64_t(sizeof(T));
      for (int64_t i = 0; i < count; ++i) reinterpret_cast<Unaligned<T>*>(to)[i].value = make(i);
      return;
    }
    T results[kBlock];
    for (int64_t i = 0; i < count; ++i) results[i] = make(i);
    Store(results);
  }
  void StoreIndices(const uint32_t* indices) const {
    if (function.index_bytes == sizeof(uint32_t))
      return StoreTo(buffers.indices, WindowRows::kIndices, indices);
    uint64_t wide[kBlock];
    std::copy_n(indices, count, wide);
    StoreTo(buffers.indices, WindowRows::kIndices, wide);
  }
  template <class T>
  void StoreTo(std::byte* buffer, WindowRows::Operand operand, const T* results) const {
    const int64_t step = rows.lanes.stride[operand];
    std::byte* to = buffer + (offset[operand] + begin * step) * int64_t(sizeof(T));
    if (step == 1) {
      std::memcpy(to, results, size_t(count) * sizeof(T));
      return;
    }
    for (int64_t i = 0; i < count; ++i, to += step * int64_t(sizeof(T)))
      std::memcpy(to, results + i, sizeof(T));
  }
};

enum class Term { Itself, Magnitude, Square, Power };

template <Term kTerm>
struct Sums {
  using Element = float;
  double sums[kBlock];
  double p;

  explicit Sums(const WindowFunction& function) : p(function.p) {}
  void Start(int64_t count) { std::fill_n(sums, count, 0.0); }
  void Add(int64_t begin, int64_t count, const std::byte* from, int64_t step, int64_t, int64_t) {
    double* const to = sums + begin;
    const double power = p;
    ForEachElement<float>(from, step, count, [=](int64_t i, float x) {
      if constexpr (kTerm == Term::Itself) to[i] += double(x);
      if constexpr (kTerm == Term::Magnitude) to[i] += double(std::fabs(x));
      if constexpr (kTerm == Term::Square) to[i] += double(x) * double(x);
      if constexpr (kTerm == Term::Power) to[i] += std::pow(double(std::fabs(x)), power);
    });
  }
  // Contiguous lanes, all of which have these elements of the window: sums stay in registers. The
  // first ones start at 0.
  void AddTaps(int64_t count, const std::byte* const* taps, int64_t tap_count,
               bool is_first) requires(kTerm != Term::Power) {
    const hn::ScalableTag<double> d;
    const auto wide = int64_t(hn::Lanes(d));
    const auto add = [d](auto sum, const std::byte* tap, int64_t i) {
      const hn::Rebind<float, decltype(d)> floats;
      const auto x =
          hn::PromoteTo(d, LoadUnaligned(floats, reinterpret_cast<const float*>(tap) + i));
      if constexpr (kTerm == Term::Itself) return hn::Add(sum, x);
      if constexpr (kTerm == Term::Magnitude) return hn::Add(sum, hn::Abs(x));
      return hn::MulAdd(x, x, sum);  // the square is exact
    };
    int64_t i = 0;
    for (; i + 4 * wide <= count; i += 4 * wide) {
      double* const to = sums + i;
      auto a = hn::Zero(d), b = a, c = a, e = a;
      if (!is_first) {
        a = hn::LoadU(d, to), b = hn::LoadU(d, to + wide);
        c = hn::LoadU(d, to + 2 * wide), e = hn::LoadU(d, to + 3 * wide);
      }
      for (int64_t k = 0; k < tap_count; ++k) {
        a = add(a, taps[k], i), b = add(b, taps[k], i + wide);
        c = add(c, taps[k], i + 2 * wide), e = add(e, taps[k], i + 3 * wide);
      }
      hn::StoreU(a, d, to), hn::StoreU(b, d, to + wide);
      hn::StoreU(c, d, to + 2 * wide), hn::StoreU(e, d, to + 3 * wide);
    }
    if (i == count) return;
    if (is_first) std::fill(sums + i, sums + count, 0.0);
    for (int64_t k = 0; k < tap_count; ++k)
      Add(i, count - i, taps[k] + i * int64_t(sizeof(float)), 1, 0, 0);
  }
  void Finish(const Lanes& lanes) {
    if constexpr (kTerm != Term::Itself) {
      lanes.StoreEach<float>([&](int64_t i) {
        return float(kTerm == Term::Magnitude ? sums[i]
                     : kTerm == Term::Square  ? std::sqrt(sums[i])
                                              : std::pow(sums[i], 1 / p));
      });
    } else if (lanes.function.divisor > 0 || lanes.rows.lane_counts.empty()) {
      const double divisor =
          lanes.function.divisor > 0 ? lanes.function.divisor : std::max(lanes.outer_count, 1.0);
      const double share = 1 / divisor;  // what float64 loses here, float32 does not see
      lanes.StoreEach<float>([&](int64_t i) { return float(sums[i] * share); });
    } else {
      const double* counts = lanes.rows.lane_counts.data() + lanes.begin;
      lanes.StoreEach<float>([&](int64_t i) {  // without elements 0 / 1
        return float(sums[i] * (1 / std::max(lanes.outer_count * counts[i], 1.0)));
      });
    }
  }
};

template <class T>
constexpr T LowestOf() {
  using Key = OrderKey<T>;
  if constexpr (kIsFloatLike<T>)
    return std::bit_cast<T>(Key(kInfinityBits<Key> | std::numeric_limits<Key>::min()));
  else
    return std::numeric_limits<T>::min();
}

template <class T>
struct LargestValues {
  using Element = T;
  using Key = OrderKey<T>;
  Key keys[kBlock];

  explicit LargestValues(const WindowFunction&) {}
  void Start(int64_t count) { std::fill_n(keys, count, kWorstKey<Key>); }
  void Add(int64_t begin, int64_t count, const std::byte* from, int64_t step, int64_t, int64_t) {
    Key* const to = keys + begin;
    ForEachElement<Key>(from, step, count, [to](int64_t i, Key bits) {
      const Key key = KeyFromBits<T, Extreme::Max>(bits);
      to[i] = key < to[i] ? key : to[i];
    });
  }
  void Finish(const Lanes& lanes) {
    T results[kBlock];
    for (int64_t i = 0; i < lanes.count; ++i) results[i] = FromKey<T, Extreme::Max>(keys[i]);
    if (lanes.MayBeEmpty())
      for (int64_t i = 0; i < lanes.count; ++i)
        if (lanes.Count(i) == 0) results[i] = LowestOf<T>();
    lanes.Store(results);
  }
};

// Keys and indices have as many bits each, so that they fill vectors alike.
template <class T>
struct LargestIndices {
  using Element = T;
  using Key = OrderKey<T>;
  using Wide = std::conditional_t<sizeof(Key) >= 4, Key, int32_t>;
  Wide keys[kBlock];
  uint32_t indices[kBlock];

  explicit LargestIndices(const WindowFunction&) {}
  void Start(int64_t count) {
    std::fill_n(keys, count, Wide(kWorstKey<Key>));
    std::fill_n(indices, count, kNoIndex);
  }
  void Add(int64_t begin, int64_t count, const std::byte* from, int64_t step, int64_t logical,
           int64_t logical_step) {
    Wide* const to = keys + begin;
    uint32_t* const largest = indices + begin;
    const uint32_t first = uint32_t(logical), by = uint32_t(logical_step);
    ForEachElement<Key>(from, step, count, [=](int64_t i, Key bits) {
      const auto key = Wide(int64_t(KeyFromBits<T, Extreme::Max>(bits)));
      const bool better = key <= to[i];
      to[i] = better ? key : to[i];
      largest[i] = better ? first + uint32_t(i) * by : largest[i];
    });
  }
  void Finish(const Lanes& lanes) {
    T results[kBlock];
    for (int64_t i = 0; i < lanes.count; ++i) results[i] = FromKey<T, Extreme::Max>(Key(keys[i]));
    if (lanes.MayBeEmpty())
      for (int64_t i = 0; i < lanes.count; ++i)
        if (indices[i] == kNoIndex) results[i] = LowestOf<T>();
    lanes.Store(results);
    lanes.StoreIndices(indices);
  }
};

// Calls visit(k) for every element of the window that some lane has, the last one first.
template <class Visit>
HWY_INLINE void ForEachTap(const std::array<WindowRange, kWindowDims>& taps, const Visit& visit) {
  std::array<int64_t, kWindowDims> k;
  for (k[0] = taps[0].end - 1; k[0] >= taps[0].begin; --k[0])
    for (k[1] = taps[1].end - 1; k[1] >= taps[1].begin; --k[1])
      for (k[2] = taps[2].end - 1; k[2] >= taps[2].begin; --k[2]) visit(k);
}

template <class Reducer>
void RunRow(const WindowFunction& function, const WindowRows& rows, const int64_t* offset,
            const WindowPlan::Buffers& buffers) {
  constexpr int64_t size = sizeof(typename Reducer::Element);
  const int lane_dim = rows.lane_dim;
  std::array<WindowRange, kWindowDims> taps;
  std::array<int64_t, kWindowDims> first;  // where the window begins
  int64_t outer_count = 1;
  for (int d = 0; d < kWindowDims; ++d) {
    const int64_t position = offset[WindowRows::kPosition + d];
    first[d] = position * rows.dims[d].stride - rows.dims[d].start;
    if (d == lane_dim) {
      taps[d] = {rows.first_tap, rows.first_tap + int64_t(rows.lane_outputs.size())};
    } else {
      taps[d] = rows.inside[d][size_t(position)];
      outer_count *= taps[d].Count();
    }
  }
  Reducer reducer(function);
  const int64_t lane_step = rows.lanes.stride[WindowRows::kInput];
  const auto tap_at = [&](const std::array<int64_t, kWindowDims>& k, int64_t lane) {
    int64_t at = offset[WindowRows::kInput] + lane * lane_step;
    for (int d = 0; d < kWindowDims; ++d)
      at += (first[d] + k[d] * rows.dims[d].dilation) * rows.input_step[d];
    return buffers.input + at * size;
  };
  for (int64_t begin = 0; begin < rows.lanes.count; begin += kBlock) {
    const int64_t count = std::min(kBlock, rows.lanes.count - begin);
    const Lanes lanes = {rows, function, buffers, offset, begin, count, double(outer_count)};
    if constexpr (requires { reducer.AddTaps(0, nullptr, 0, true); })
      if (lane_dim < 0 && lane_step == 1) {
        constexpr int64_t kMany = 64;
        const std::byte* pointers[kMany];
        int64_t taken = 0;
        bool is_first = true;
        ForEachTap(taps, [&](const auto& k) {
          pointers[taken++] = tap_at(k, begin);
          if (taken < kMany) return;
          reducer.AddTaps(count, pointers, std::exchange(taken, 0), std::exchange(is_first, false));
        });
        reducer.AddTaps(count, pointers, taken, is_first);
        reducer.Finish(lanes);
        continue;
      }
    reducer.Start(count);
    ForEachTap(taps, [&](const std::array<int64_t, kWindowDims>& k) {
      WindowRange with = {begin, begin + count};
      if (lane_dim >= 0) {
        const WindowRange& all = rows.lane_outputs[size_t(k[lane_dim] - rows.first_tap)];
        with = {std::max(with.begin, all.begin), std::min(with.end, all.end)};
        if (with.Count() <= 0) return;
      }
      const int64_t logical_lane = rows.lanes.stride[WindowRows::kLogical];
      int64_t logical = offset[WindowRows::kLogical] + with.begin * logical_lane;
      for (int d = 0; d < kWindowDims; ++d)
        logical += (first[d] + k[d] * rows.dims[d].dilation) * rows.logical_step[d];
      reducer.Add(with.begin - begin, with.Count(), tap_at(k, with.begin), lane_step, logical,
                  logical_lane);
    });
    reducer.Finish(lanes);
  }
}

WindowPlan::RunRow PickWindowRow(const WindowFunction& function) {
  switch (function.kind) {
    case WindowFunction::Mean: return RunRow<Sums<Term::Itself>>;
    case WindowFunction::Norm:
      return function.p == 1   ? RunRow<Sums<Term::Magnitude>>
             : function.p == 2 ? RunRow<Sums<Term::Square>>
                               : RunRow<Sums<Term::Power>>;
    default: break;
  }
  return DispatchType(function.type, [&]<class T>(ElementTag<T>) -> WindowPlan::RunRow {
    return function.index_bytes ? RunRow<LargestIndices<T>> : RunRow<LargestValues<T>>;
  });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickWindowRow);

WindowPlan::WindowPlan(const WindowFunction& function, const WindowRows& rows)
    : function_(function),
      rows_(rows),
      run_row_(WEFT_DISPATCH(PickWindowRow)(function)),
      work_bytes_(double(rows.rows.Iterations() * rows.lanes.count) * SizeBits(function.type) / 8) {
  // Every element of a window costs about as much as moving one.
  for (const WindowDim& dim : rows.dims)
    work_bytes_ *= double(std::min(dim.window, dim.input_size));
}

void WindowPlan::Run(std::byte* output, std::byte* indices, const std::byte* input) const {
  const Buffers buffers = {output, indices, input};
  ForEachTask(rows_.rows, {}, ThreadsForWork(work_bytes_), [&](const WindowRows::Nest& task) {
    ForEachOffset(task,
                  [&](const auto& offset) { run_row_(function_, rows_, offset.data(), buffers); });
  });
}

}  // namespace weft
#endif
