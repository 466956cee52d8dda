// SPDX-License-Identifier: MIT
// Vectors of fixed size, written with the compiler's vector types: the lanes are the same
// everywhere, longer vectors being several of them, and so are the bits of the result.
#pragma GCC diagnostic ignored "-Wpsabi"  // no vector leaves this file
#define HWY_TARGET_INCLUDE "ops/reduction/reduce_rows.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/reduction/reduce_rows.h"
#include "strided/tile_kernels.h"
#include "tensor/element.h"
#include "tensor/order_key.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, int kLanes>
struct VectorOf {
  typedef T type __attribute__((vector_size(kLanes * sizeof(T))));
};

// One reduction: what is kept, where it starts, what an element contributes, and how two are
// merged. X is Kept, or a vector of it.

template <class T, Reduction kReduction>
struct Sums {
  using Loaded = std::conditional_t<std::is_same_v<T, int32_t>, uint32_t,
                                    std::conditional_t<std::is_same_v<T, int64_t>, uint64_t, T>>;
  using Kept = std::conditional_t<std::floating_point<T>, double, Loaded>;  // integers wrap around
  static constexpr Kept kStart = kReduction == Reduction::Product ? Kept(1) : Kept(0);
  // Whether a few elements are added in float32 first: two roundings more, and a quarter of the
  // conversions, which would be slower than memory.
  static constexpr bool kFoursFirst =
      std::is_same_v<T, float> &&
      (kReduction == Reduction::Sum || kReduction == Reduction::SumAbsolute);

  template <class X>
  static X Contribution(X x) {
    if constexpr (kReduction == Reduction::SumSquare) return x * x;
    if constexpr (kReduction == Reduction::SumAbsolute && std::floating_point<T>)
      return x < 0 ? -x : x;
    if constexpr (kReduction == Reduction::SumAbsolute && std::signed_integral<T>)
      return (x >> (8 * int(sizeof(T)) - 1)) != 0 ? -x : x;
    return x;
  }
  template <class X>
  static X Merge(X a, X b) {
    if constexpr (kReduction == Reduction::Product)
      return a * b;
    else
      return a + b;
  }
};

template <class T, Extreme kExtreme>
struct Extremes {
  using Kept = OrderKey<T>;
  using Loaded = Kept;
  static constexpr Kept kStart = kWorstKey<Kept>;
  static constexpr bool kFoursFirst = false;

  template <class X>
  static X Contribution(X bits) {
    MakeKeys<T, kExtreme>(bits);
    return bits;
  }
  template <class X>
  static X Merge(X a, X b) {
    return b < a ? b : a;
  }
};

template <class Op>
struct Kernels {
  using Kept = typename Op::Kept;
  using Loaded = typename Op::Loaded;
  template <int kBytes>
  using Kepts = typename VectorOf<Kept, kBytes / int(sizeof(Kept))>::type;
  template <int kBytes>
  using Loadeds = typename VectorOf<Loaded, kBytes / int(sizeof(Kept))>::type;
  // Sums have the lanes of vectors of 32 bytes, of which longer ones hold two.
  static constexpr int kShort = 32, kLong = HWY_CAP_GE512 ? 64 : kShort;
  static constexpr int kLanes = kShort / int(sizeof(Kept));
  static constexpr int64_t kStep = sizeof(Loaded);

  template <int kBytes>
  static Kepts<kBytes> LoadVector(const std::byte* at) {
    Loadeds<kBytes> loaded;
    std::memcpy(&loaded, at, sizeof loaded);
    return Op::Contribution(Widen<kBytes>(loaded));
  }
  template <int kBytes>
  static Kepts<kBytes> Widen(Loadeds<kBytes> loaded) {
    if constexpr (std::is_same_v<Kept, Loaded>) return loaded;
#if HWY_CAP_GE256
    else {  // what the compiler makes of the conversion below is several times slower
      using D = hn::FixedTag<double, kBytes / 8>;
      return Kepts<kBytes>(hn::PromoteTo(D(), hn::Vec<hn::Rebind<float, D>>{loaded}).raw);
    }
#else
    else
      return __builtin_convertvector(loaded, Kepts<kBytes>);
#endif
  }
  // The sum of four vectors, of the elements v, v + kLanes * 2, …
  static Kepts<kLong> LoadFour(const std::byte* at) {
    Loadeds<kLong> four[4];
    for (int i = 0; i < 4; ++i) {
      std::memcpy(&four[i], at + i * 2 * kLanes * kStep, sizeof four[i]);
      four[i] = Op::Contribution(four[i]);
    }
    return Widen<kLong>((four[0] + four[1]) + (four[2] + four[3]));
  }
  static Kept LoadOne(const std::byte* at) {
    Loaded loaded;
    std::memcpy(&loaded, at, sizeof loaded);
    return Op::Contribution(Kept(loaded));
  }

  static void Start(std::byte* accumulators, int64_t count) {
    std::fill_n(reinterpret_cast<Kept*>(accumulators), count, Op::kStart);
  }

  static void AddRow(std::byte* accumulator, const std::byte* row, int64_t count) {
    constexpr int kSums = 8;  // of short vectors: enough to hide how long an addition takes
    constexpr int kInLong = kLong / kShort, kVectors = kSums / kInLong;
    constexpr int64_t kMany = kSums * kLanes, kManyStep = kMany * kStep;
    constexpr int64_t kShortStep = kLanes * kStep, kLongStep = kInLong * kShortStep;
    auto& total = *reinterpret_cast<Kept*>(accumulator);
    if (count >= kMany) {
      // Sums are bound by memory; what costs more per element has time to wait for hardware.
      const auto fetch = [&](int64_t bytes) {
        if constexpr (Op::kFoursFirst)
          for (int64_t line = 0; line < bytes; line += kLineBytes)
            __builtin_prefetch(row + kFetchAhead + line);
      };
      Kepts<kLong> vectors[kVectors];
      fetch(kManyStep);
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) vectors[v] = LoadVector<kLong>(row + v * kLongStep);
      row += kManyStep, count -= kMany;
      if constexpr (Op::kFoursFirst)
        for (; count >= 4 * kMany; row += 4 * kManyStep, count -= 4 * kMany) {
          fetch(4 * kManyStep);
#pragma GCC unroll 8
          for (int v = 0; v < kVectors; ++v) {
            const int at = v * kInLong;  // in short vectors; the second of a pair follows the first
            vectors[v] = Op::Merge(vectors[v], LoadFour(row + (at % 2 + at / 2 * 8) * kShortStep));
          }
        }
      for (; count >= kMany; row += kManyStep, count -= kMany) {
        fetch(kManyStep);
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
          vectors[v] = Op::Merge(vectors[v], LoadVector<kLong>(row + v * kLongStep));
      }
      Kepts<kShort> sums[kSums];
      std::memcpy(sums, vectors, sizeof sums);
      for (; count >= kLanes; row += kShortStep, count -= kLanes)
        sums[0] = Op::Merge(sums[0], LoadVector<kShort>(row));
      for (int half = kSums / 2; half > 0; half /= 2)
        for (int v = 0; v < half; ++v) sums[v] = Op::Merge(sums[v], sums[v + half]);
      for (int lane = 0; lane < kLanes; ++lane) total = Op::Merge(total, Kept(sums[0][lane]));
    }
    for (; count > 0; row += kStep, --count) total = Op::Merge(total, LoadOne(row));
  }

  // Vectors of `columns` side by side; returns how many columns that were.
  template <int kBytes, int kVectors>
  static int64_t AddColumns(Kept* totals, const std::byte* rows, int64_t row_step,
                            int64_t row_count, int64_t columns) {
    constexpr int64_t kWide = kBytes / sizeof(Kept);
    int64_t c = 0;
    for (; c + kVectors * kWide <= columns; c += kVectors * kWide) {
      Kepts<kBytes> sums[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) std::memcpy(&sums[v], totals + c + v * kWide, kBytes);
      const std::byte* at = rows + c * kStep;
      for (int64_t r = 0; r < row_count; ++r, at += row_step)
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v)
          sums[v] = Op::Merge(sums[v], LoadVector<kBytes>(at + v * kWide * kStep));
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) std::memcpy(totals + c + v * kWide, &sums[v], kBytes);
    }
    return c;
  }

  static void AddRows(std::byte* accumulators, const std::byte* rows, int64_t row_step,
                      int64_t row_count, int64_t columns) {
    auto* totals = reinterpret_cast<Kept*>(accumulators);
    int64_t c = AddColumns<kLong, 4>(totals, rows, row_step, row_count, columns);
    c += AddColumns<kShort, 1>(totals + c, rows + c * kStep, row_step, row_count, columns - c);
    for (; c < columns; ++c) {
      const std::byte* at = rows + c * kStep;
      for (int64_t r = 0; r < row_count; ++r, at += row_step)
        totals[c] = Op::Merge(totals[c], LoadOne(at));
    }
  }

  static void MergeAll(std::byte* accumulators, const std::byte* others, int64_t count) {
    auto* totals = reinterpret_cast<Kept*>(accumulators);
    const auto* more = reinterpret_cast<const Kept*>(others);
    for (int64_t i = 0; i < count; ++i) totals[i] = Op::Merge(totals[i], more[i]);
  }

  static constexpr ReduceKernels kTable = {sizeof(Kept), Start, AddRow, AddRows, MergeAll};
};

template <Extreme kExtreme>
const ReduceKernels& ExtremeKernels(DataType type) {
  return DispatchType(type, []<class T>(ElementTag<T>) -> const ReduceKernels& {
    return Kernels<Extremes<T, kExtreme>>::kTable;
  });
}

template <Reduction kReduction>
const ReduceKernels& SumKernels(DataType type) {
  switch (type) {
    case DataType::Float64: return Kernels<Sums<double, kReduction>>::kTable;
    case DataType::Int64: return Kernels<Sums<int64_t, kReduction>>::kTable;
    case DataType::UInt64: return Kernels<Sums<uint64_t, kReduction>>::kTable;
    case DataType::Int32: return Kernels<Sums<int32_t, kReduction>>::kTable;
    case DataType::UInt32: return Kernels<Sums<uint32_t, kReduction>>::kTable;
    default: return Kernels<Sums<float, kReduction>>::kTable;
  }
}

const ReduceKernels* Pick(Reduction reduction, DataType type) {
  switch (reduction) {
    case Reduction::SumAbsolute: return &SumKernels<Reduction::SumAbsolute>(type);
    case Reduction::SumSquare: return &SumKernels<Reduction::SumSquare>(type);
    case Reduction::Product: return &SumKernels<Reduction::Product>(type);
    case Reduction::Min: return &ExtremeKernels<Extreme::Min>(type);
    case Reduction::Max: return &ExtremeKernels<Extreme::Max>(type);
    default: return &SumKernels<Reduction::Sum>(type);
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Pick);

const ReduceKernels& ReduceKernelsFor(Reduction reduction, DataType type) {
  return *WEFT_DISPATCH(Pick)(reduction, type);
}

namespace {

template <class T, Extreme kExtreme>
void FinishExtremes(std::byte* output, const std::byte* accumulators, int64_t count, double) {
  const auto* keys = reinterpret_cast<const OrderKey<T>*>(accumulators);
  for (int64_t i = 0; i < count; ++i) {
    const T element = FromKey<T, kExtreme>(keys[i]);
    std::memcpy(output + i * int64_t(sizeof(T)), &element, sizeof(T));
  }
}

}  // namespace

void (*ExtremeFinishFor(Reduction reduction, DataType type))(std::byte*, const std::byte*, int64_t,
                                                             double) {
  return DispatchType(type, [&]<class T>(ElementTag<T>) {
    return reduction == Reduction::Min ? FinishExtremes<T, Extreme::Min>
                                       : FinishExtremes<T, Extreme::Max>;
  });
}

}  // namespace weft
#endif
