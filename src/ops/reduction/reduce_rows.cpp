// SPDX-License-Identifier: MIT
// Vectors of fixed size, written with the compiler's vector types and compiled for the machine's
// baseline and for AVX2: the lanes are the same everywhere, and so are the bits of the result.
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
  static constexpr int kLanes = 32 / int(sizeof(Kept));
  using Vector = typename VectorOf<Kept, kLanes>::type;
  using LoadedVector = typename VectorOf<Loaded, kLanes>::type;

  static Vector LoadVector(const std::byte* at) {
    LoadedVector loaded;
    std::memcpy(&loaded, at, sizeof loaded);
    return Op::Contribution(Widen(loaded));
  }
  static Vector Widen(LoadedVector loaded) {
    if constexpr (std::is_same_v<Vector, LoadedVector>) return loaded;
#if HWY_TARGET == HWY_AVX2
    else  // what the compiler makes of the conversion below is several times slower
      return Vector(_mm256_cvtps_pd(loaded));
#else
    else
      return __builtin_convertvector(loaded, Vector);
#endif
  }
  // The sum of four vectors, of the elements v, v + kLanes * 2, …
  static Vector LoadFour(const std::byte* at) {
    LoadedVector four[4];
    for (int i = 0; i < 4; ++i) {
      std::memcpy(&four[i], at + i * 2 * int64_t(sizeof four[i]), sizeof four[i]);
      four[i] = Op::Contribution(four[i]);
    }
    return Widen((four[0] + four[1]) + (four[2] + four[3]));
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
    constexpr int kVectors = 8;  // enough to hide how long an addition takes
    constexpr int64_t kStep = sizeof(Loaded), kVectorStep = kLanes * kStep;
    auto& total = *reinterpret_cast<Kept*>(accumulator);
    if (count >= kVectors * kLanes) {
      constexpr int64_t kMany = kVectors * kLanes, kManyStep = kMany * kStep;
      // Sums are bound by memory; what costs more per element has time to wait for hardware.
      const auto fetch = [&](int64_t bytes) {
        if constexpr (Op::kFoursFirst)
          for (int64_t line = 0; line < bytes; line += kLineBytes)
            __builtin_prefetch(row + kFetchAhead + line);
      };
      Vector sums[kVectors];
      fetch(kManyStep);
      for (int v = 0; v < kVectors; ++v) sums[v] = LoadVector(row + v * kVectorStep);
      row += kManyStep, count -= kMany;
      if constexpr (Op::kFoursFirst)
        for (; count >= 4 * kMany; row += 4 * kManyStep, count -= 4 * kMany) {
          fetch(4 * kManyStep);
          for (int v = 0; v < kVectors; ++v)
            sums[v] = Op::Merge(sums[v], LoadFour(row + (v % 2 + v / 2 * 8) * kVectorStep));
        }
      for (; count >= kMany; row += kManyStep, count -= kMany) {
        fetch(kManyStep);
        for (int v = 0; v < kVectors; ++v)
          sums[v] = Op::Merge(sums[v], LoadVector(row + v * kVectorStep));
      }
      for (; count >= kLanes; row += kVectorStep, count -= kLanes)
        sums[0] = Op::Merge(sums[0], LoadVector(row));
      for (int half = kVectors / 2; half > 0; half /= 2)
        for (int v = 0; v < half; ++v) sums[v] = Op::Merge(sums[v], sums[v + half]);
      for (int lane = 0; lane < kLanes; ++lane) total = Op::Merge(total, Kept(sums[0][lane]));
    }
    for (; count > 0; row += kStep, --count) total = Op::Merge(total, LoadOne(row));
  }

  static void AddRows(std::byte* accumulators, const std::byte* rows, int64_t row_step,
                      int64_t row_count, int64_t columns) {
    auto* totals = reinterpret_cast<Kept*>(accumulators);
    constexpr int64_t kStep = sizeof(Loaded);
    int64_t c = 0;
    for (; c + 2 * kLanes <= columns; c += 2 * kLanes) {
      Vector first, second;
      std::memcpy(&first, totals + c, sizeof first);
      std::memcpy(&second, totals + c + kLanes, sizeof second);
      const std::byte* at = rows + c * kStep;
      for (int64_t r = 0; r < row_count; ++r, at += row_step) {
        first = Op::Merge(first, LoadVector(at));
        second = Op::Merge(second, LoadVector(at + kLanes * kStep));
      }
      std::memcpy(totals + c, &first, sizeof first);
      std::memcpy(totals + c + kLanes, &second, sizeof second);
    }
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
