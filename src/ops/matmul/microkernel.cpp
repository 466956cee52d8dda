// SPDX-License-Identifier: MIT
// Each step of a tile takes the vectors of a panel of B and one unit of A for each row. An element
// adds up its terms in order, one unit at a time, so its bits do not depend on the tile that it is
// in.
#define HWY_TARGET_INCLUDE "ops/matmul/microkernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t kLanes = int64_t(hn::MaxLanes(hn::ScalableTag<float>()));
constexpr int kWord = 4;  // bytes of an accumulator, and of a unit of A
template <int kVectors>
constexpr int kMr = int(RowsOfTile(kVectors, kLanes* kWord));

template <class T>
HWY_INLINE T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// What a unit of the depth is, and how it is added to a vector of sums. B, and with it A, may have
// numbers behind its units (kIsPacked); A may also be read where it lies (kHasRowsOfA).
struct FloatUnits {
  using Sums = hn::ScalableTag<float>;
  using Sum = hn::Vec<Sums>;
  using Numbers = Sum;
  static constexpr int kUnroll = 3;  // of more, a compiler moves sums from register to register
  static constexpr bool kIsPacked = false, kHasRowsOfA = true;

  static HWY_INLINE Numbers OfA(const std::byte* a) { return hn::Set(Sums(), Load<float>(a)); }
  static HWY_INLINE Numbers OfB(const std::byte* b) {
    return LoadUnaligned(Sums(), reinterpret_cast<const float*>(b));
  }
  static HWY_INLINE Sum AddTo(Sum sum, Numbers a, Numbers b) { return hn::MulAdd(a, b, sum); }
};

// Two terms of int16 in every lane, and two of B's type for each lane, which are widened. Only x86
// adds neighbours after it multiplied them.
template <class B>
struct PairUnits {
  using Sums = hn::ScalableTag<int32_t>;
  using Sum = hn::Vec<Sums>;
  static constexpr int kUnroll = 1;
  static constexpr bool kIsPacked = true, kHasRowsOfA = false;

  // What B has behind its units for the columns of a vector, and a sum less its products with what
  // A has for a row, and again `step` bytes from there.
  using Corrections = Sum;
  static HWY_INLINE Corrections CorrectionsOfB(const std::byte* b) {
    return LoadUnaligned(Sums(), reinterpret_cast<const int32_t*>(b));
  }
  static HWY_INLINE Sum Correct(Sum sum, const std::byte* a, int64_t, Corrections b) {
    return hn::Sub(sum, hn::Mul(hn::Set(Sums(), Load<int32_t>(a)), b));
  }

#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  using Halves = hn::Repartition<int16_t, Sums>;
  using Numbers = hn::Vec<Halves>;

  static HWY_INLINE Numbers OfA(const std::byte* a) {
    return hn::BitCast(Halves(), hn::Set(Sums(), Load<int32_t>(a)));
  }
  static HWY_INLINE Numbers OfB(const std::byte* b) {
    return hn::PromoteTo(Halves(),
                         hn::LoadU(hn::Rebind<B, Halves>(), reinterpret_cast<const B*>(b)));
  }
  static HWY_INLINE Sum AddTo(Sum sum, Numbers a, Numbers b) {
    Sum unused = hn::Zero(Sums());
    return hn::ReorderWidenMulAccumulate(Sums(), a, b, sum, unused);
  }
#else
  struct Numbers {
    Sum first, second;

    // Those that a compiler makes are for another instruction set.
    HWY_INLINE Numbers() {}
    HWY_INLINE Numbers(Sum one, Sum other) : first(one), second(other) {}
  };

  static HWY_INLINE Numbers OfA(const std::byte* a) {
    return {hn::Set(Sums(), Load<int16_t>(a)), hn::Set(Sums(), Load<int16_t>(a + 2))};
  }
  static HWY_INLINE Numbers OfB(const std::byte* b) {
#if HWY_TARGET == HWY_SCALAR
    return {hn::Set(Sums(), B(b[0])), hn::Set(Sums(), B(b[1]))};
#else
    const hn::Repartition<int16_t, Sums> halves;
    const hn::Rebind<B, decltype(halves)> bytes;
    const auto* const from = reinterpret_cast<const B*>(b);
    const Sum pairs = hn::BitCast(Sums(), hn::PromoteTo(halves, hn::LoadU(bytes, from)));
    return {hn::ShiftRight<16>(hn::ShiftLeft<16>(pairs)), hn::ShiftRight<16>(pairs)};
#endif
  }
  static HWY_INLINE Sum AddTo(Sum sum, const Numbers& a, const Numbers& b) {
    return hn::Add(hn::Add(sum, hn::Mul(a.first, b.first)), hn::Mul(a.second, b.second));
  }
#endif
};

#if HWY_TARGET == HWY_AVX3

// Four terms of uint8 in every lane, and four of int8 for each lane. The instruction is not part of
// AVX3, so whoever takes this asks the machine; a compiler that was told of it might use it
// elsewhere (what Highway tells it for AVX3_DL is another one, which some machines lack).
struct QuadUnits {
  using Sums = hn::ScalableTag<int32_t>;
  using Sum = hn::Vec<Sums>;
  using Numbers = Sum;
  static constexpr int kUnroll = 1;
  static constexpr bool kIsPacked = true, kHasRowsOfA = true;

  // See CorrectionOfQuads.
  struct Corrections {
    Sum zeros, sums;
  };
  static HWY_INLINE Corrections CorrectionsOfB(const std::byte* b) {
    const Sum both = hn::LoadU(Sums(), reinterpret_cast<const int32_t*>(b));
    return {hn::ShiftRight<24>(hn::ShiftLeft<24>(both)), hn::ShiftRight<8>(both)};
  }
  static HWY_INLINE Sum Correct(Sum sum, const std::byte* a, int64_t step, Corrections b) {
    sum = hn::Sub(sum, hn::Mul(hn::Set(Sums(), Load<int32_t>(a)), b.zeros));
    return hn::Sub(sum, hn::Mul(hn::Set(Sums(), Load<int32_t>(a + step)), b.sums));
  }

  static HWY_INLINE Numbers OfA(const std::byte* a) { return hn::Set(Sums(), Load<int32_t>(a)); }
  static HWY_INLINE Numbers OfB(const std::byte* b) {
    return hn::LoadU(Sums(), reinterpret_cast<const int32_t*>(b));
  }
  static HWY_INLINE Sum AddTo(Sum sum, Numbers a, Numbers b) {
    asm("vpdpbusd %2, %1, %0" : "+v"(sum.raw) : "v"(a.raw), "v"(b.raw));
    return sum;
  }
};

#endif

// Where the rows of A in a tile are: a pointer for every four of them, so that the next three are
// one, two and three steps from it, which an address can say. A compiler left alone makes a step
// for each row, more than there are registers for. Steps that it knows need but one pointer.
template <int kRows, int kRowOfA>
struct RowsOfA {
  static constexpr int kEach = kRowOfA > 0 ? kRows : 4;
  const std::byte* first[(kRows + kEach - 1) / kEach];

  HWY_INLINE RowsOfA(const std::byte* a, int64_t a_row) {
    for (auto& row : first) {
      row = a;
      asm("" : "+r"(row));  // so that it does not know what the pointers have in common
      a += kEach * a_row;
    }
  }
  HWY_INLINE const std::byte* At(int r, int64_t a_row) const {
    return first[r / kEach] + r % kEach * a_row;
  }
  HWY_INLINE void Advance(int64_t bytes) {
    for (auto& row : first) row += bytes;
  }
};

// `kUnits` of the depth, from `a` and `b` on.
template <class Units, int kUnits, int kRows, int kPanels, int kVectors, int kRowOfA>
HWY_INLINE void AddUnits(typename Units::Sum (&sum)[kRows][kPanels * kVectors],
                         const RowsOfA<kRows, kRowOfA>& a, int64_t a_row, int64_t a_depth,
                         const std::byte* b, int64_t b_depth, int64_t b_panel, int64_t b_vector) {
#pragma GCC unroll 3
  for (int k = 0; k < kUnits; ++k) {
    typename Units::Numbers columns[kPanels * kVectors];
    for (int v = 0; v < kPanels * kVectors; ++v)
      columns[v] = Units::OfB(b + k * b_depth + v / kVectors * b_panel + v % kVectors * b_vector);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const auto number = Units::OfA(a.At(r, a_row) + k * a_depth);
#pragma GCC unroll 8
      for (int v = 0; v < kPanels * kVectors; ++v)
        sum[r][v] = Units::AddTo(sum[r][v], number, columns[v]);
    }
  }
}

// Rows of B that are needed next: one of them is prefetched into the second-level cache with every
// Units::kUnroll units.
struct Prefetch {
  const std::byte* row;
  int64_t step;
};

// `kRows` rows from `row` on by `kPanels` panels from `panel` on. The compiler knows how far units
// of A are apart, of packed rows also how far rows are (0 where it does not).
template <class Units, int kVectors, int kRows, int kPanels, int kRowOfA, int kDepthOfA>
HWY_INLINE void Tile(const PanelBlock& block, int64_t row, int64_t panel, Prefetch next) {
  constexpr int kAll = kPanels * kVectors;
  constexpr int64_t kNr = kVectors * kLanes;
  const typename Units::Sums d;
  using Number = hn::TFromD<typename Units::Sums>;
  const int64_t a_row = kRowOfA > 0 ? kRowOfA : block.a_row;
  RowsOfA<kRows, kRowOfA> a(
      block.a + row / kMr<kVectors> * block.a_tile + row % kMr<kVectors> * block.a_row, a_row);
  const std::byte* b = block.b + panel * block.b_panel;
  const int64_t b_depth = block.b_depth, b_panel = block.b_panel;
  const int64_t b_vector = Units::kIsPacked ? b_depth / kVectors : kLanes * kWord;
  typename Units::Sum sum[kRows][kAll];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kAll; ++v) sum[r][v] = hn::Zero(d);
  int64_t k = block.depth;
  for (; k >= Units::kUnroll; k -= Units::kUnroll) {
    __builtin_prefetch(next.row, 0, 2);
    next.row += next.step;
    AddUnits<Units, Units::kUnroll, kRows, kPanels, kVectors, kRowOfA>(sum, a, a_row, kDepthOfA, b,
                                                                       b_depth, b_panel, b_vector);
    a.Advance(Units::kUnroll * kDepthOfA);
    b += Units::kUnroll * b_depth;
  }
  for (; k > 0; --k, a.Advance(kDepthOfA), b += b_depth)
    AddUnits<Units, 1, kRows, kPanels, kVectors, kRowOfA>(sum, a, a_row, kDepthOfA, b, b_depth,
                                                          b_panel, b_vector);
  const int64_t column = panel * kNr;
  const auto add = [&](int r, int v) HWY_ATTR {
    const auto* const added = reinterpret_cast<const Number*>(block.added);
    const int64_t at = (row + r) * block.added_step + column + v * kLanes;
    sum[r][v] = hn::Add(LoadUnaligned(d, added + at), sum[r][v]);
  };
  [[maybe_unused]] const auto of_b = [&](int v) {  // what B has behind its units
    return b + v / kVectors * b_panel + v % kVectors * kLanes * kWord;
  };
  auto* const c = reinterpret_cast<Number*>(block.c) + row * block.c_step + column;
  if constexpr (Units::kIsPacked && !Units::kHasRowsOfA) {
    // Pairs need a register more: behind conditions of their own, or one that is known not to
    // change, they would be moved to memory.
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kAll; ++v) {
        if (block.corrections > 0)
          sum[r][v] = Units::Correct(sum[r][v], a.At(r, a_row), kMr<kVectors> * kWord,
                                     Units::CorrectionsOfB(of_b(v)));
        if (block.added) add(r, v);
        StoreUnaligned(sum[r][v], d, c + r * block.c_step + v * kLanes);
      }
    return;
  }
  if constexpr (Units::kIsPacked)
    if (block.corrections > 0) {
      typename Units::Corrections corrections[kAll];
      for (int v = 0; v < kAll; ++v) corrections[v] = Units::CorrectionsOfB(of_b(v));
#pragma GCC unroll 16
      for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < kAll; ++v)
          sum[r][v] =
              Units::Correct(sum[r][v], a.At(r, a_row), kMr<kVectors> * kWord, corrections[v]);
    }
  if (block.added) {
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
      for (int v = 0; v < kAll; ++v) add(r, v);
  }
  // A local copy: otherwise the compiler must assume that stores to `c` change it.
  const int64_t c_step = block.c_step;
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
    for (int v = 0; v < kAll; ++v) StoreUnaligned(sum[r][v], d, c + r * c_step + v * kLanes);
}

// How many of the last `rows` rows, fewer than a tile has, are taken at once. Floats, whose B may
// lie far away, are taken together. Panels of integers are in the cache: each number of rows is
// compiled for each type and instruction set, and some are two others.
template <class Units>
constexpr int64_t RowsAtOnce(int64_t rows) {
  if (HWY_TARGET == HWY_SCALAR) return 1;
  if (!Units::kIsPacked || rows <= 4) return rows;
  return rows < 6 ? 4 : rows < 8 ? 6 : rows < 12 ? 8 : 12;
}

// The last rows. Each accumulator is a serial chain of multiply-adds: fewer rows leave registers
// for more panels, so that enough chains overlap.
template <class Units, int kVectors, int kRowOfA, int kDepthOfA,
          int kRows = int(RowsAtOnce<Units>(kMr<kVectors> - 1))>
void LastRows(const PanelBlock& block, int64_t row, int64_t rows) {
  if constexpr (kRows > 1)
    if (rows < kRows)
      return LastRows<Units, kVectors, kRowOfA, kDepthOfA, int(RowsAtOnce<Units>(kRows - 1))>(
          block, row, rows);
  constexpr int kMost = 2 * kMr<2> / kRows;  // vectors
  constexpr int kColumns = kMost >= 8 ? 8 : kMost >= 4 ? 4 : kMost >= 2 ? 2 : 1;
  constexpr int kPanels = kColumns > kVectors ? kColumns / kVectors : 1;
  int64_t panel = 0;
  const Prefetch nothing = {block.b, 0};
  for (; panel + kPanels <= block.panels; panel += kPanels)
    Tile<Units, kVectors, kRows, kPanels, kRowOfA, kDepthOfA>(block, row, panel, nothing);
  for (; kPanels > 1 && panel < block.panels; ++panel)
    Tile<Units, kVectors, kRows, 1, kRowOfA, kDepthOfA>(block, row, panel, nothing);
}

// Whole tiles of `rows` rows: a panel of B stays in the first-level cache while all of A passes;
// meanwhile the next one is prefetched.
template <class Units, int kVectors, int kRowOfA, int kDepthOfA>
void MultiplyTiles(const PanelBlock& block, int64_t rows) {
  const int64_t each = block.depth / Units::kUnroll;
  for (int64_t panel = 0; panel < block.panels; ++panel) {
    int64_t asked = panel + 1 < block.panels ? 0 : block.depth;
    for (int64_t row = 0; row < rows; row += kMr<kVectors>) {
      Prefetch next = {block.b, 0};
      if (asked + each <= block.depth)
        next = {block.b + (panel + 1) * block.b_panel + asked * block.b_depth, block.b_depth};
      asked += each;
      Tile<Units, kVectors, kMr<kVectors>, 1, kRowOfA, kDepthOfA>(block, row, panel, next);
    }
  }
}

// One row of A by rows of B that are far apart: a few of them at a time are streamed from one end
// to the other, which suits the prefetcher, and the sums wait in the first-level cache. They add up
// in the same order as those of tiles.
constexpr int kStreams = 8;
constexpr int64_t kMostSums = 2048;

template <int kCount>
HWY_INLINE void AddRows(float* sums, int64_t count, const PanelBlock& block, int64_t first) {
  const FloatUnits::Sums d;
  const std::byte* const b = block.b + first * block.b_depth;
  FloatUnits::Sum numbers[kCount];
  for (int k = 0; k < kCount; ++k)
    numbers[k] = FloatUnits::OfA(block.a + (first + k) * block.a_depth);
  for (int64_t i = 0; i < count; i += kLanes) {
    FloatUnits::Sum sum = first == 0 ? hn::Zero(d) : hn::Load(d, sums + i);
    for (int k = 0; k < kCount; ++k)
      sum = hn::MulAdd(numbers[k], FloatUnits::OfB(b + k * block.b_depth + i * kWord), sum);
    hn::Store(sum, d, sums + i);
  }
}

void OneRow(const PanelBlock& block, int64_t count) {
  const FloatUnits::Sums d;
  alignas(64) float sums[kMostSums];
  int64_t k = 0;
  for (; k + kStreams <= block.depth; k += kStreams) AddRows<kStreams>(sums, count, block, k);
  for (; k < block.depth; ++k) AddRows<1>(sums, count, block, k);
  for (int64_t i = 0; i < count; i += kLanes) {
    const FloatUnits::Sum sum = hn::Load(d, sums + i);
    const bool adds = block.added != nullptr;
    StoreUnaligned(adds ? hn::Add(LoadUnaligned(d, block.added + i), sum) : sum, d, block.c + i);
  }
}

bool IsOneRowOfFarRows(const PanelBlock& block, int64_t nr) {
  constexpr int64_t kFar = 1024;  // bytes
  return block.rows == 1 && block.b_depth >= kFar && block.b_panel == nr * kWord &&
         block.panels * nr <= kMostSums && block.depth > 0;
}

template <class Units, int kVectors, int kRowOfA, int kDepthOfA>
void MultiplyRows(const PanelBlock& block) {
  constexpr int64_t kRows = kMr<kVectors>;
  int64_t whole = block.rows / kRows * kRows, last = block.rows - whole;
  // Machines work on so many multiply-adds at once. Where the last rows have less, a tile shares
  // its rows with them.
  constexpr int64_t kAtOnce = 8;
  if (whole > 0 && 0 < last && last * block.panels * kVectors <= kAtOnce &&
      block.a_tile == kRows * block.a_row) {
    whole -= kRows;
    last = (kRows + last) / 2;
  }
  MultiplyTiles<Units, kVectors, kRowOfA, kDepthOfA>(block, whole);
  for (; whole < block.rows; whole += last, last = block.rows - whole) {
    last = RowsAtOnce<Units>(std::min(last, kRows - 1));
    LastRows<Units, kVectors, kRowOfA, kDepthOfA>(block, whole, last);
  }
}

template <class Units, int kVectors>
void Multiply(const PanelBlock& block) {
  constexpr int64_t kNr = kVectors * kLanes, kTile = kMr<kVectors> * kWord;
  if (!Units::kIsPacked && IsOneRowOfFarRows(block, kNr)) return OneRow(block, block.panels * kNr);
  if constexpr (Units::kHasRowsOfA)
    if (block.a_depth != kTile) return MultiplyRows<Units, kVectors, 0, kWord>(block);
  MultiplyRows<Units, kVectors, kWord, kTile>(block);
}

template <class Units>
PanelKernel KernelOf(int64_t nr) {
  return nr == kLanes ? Multiply<Units, 1> : nr == 2 * kLanes ? Multiply<Units, 2> : nullptr;
}

PanelKernel PickPanelKernel(int64_t terms, DataType b, int64_t nr) {
  if (terms == 1) return KernelOf<FloatUnits>(nr);
#if HWY_TARGET == HWY_AVX3
  if (terms == 4) return KernelOf<QuadUnits>(nr);
#endif
  if (terms == 4) return nullptr;
  return b == DataType::Int8 ? KernelOf<PairUnits<int8_t>>(nr) : KernelOf<PairUnits<uint8_t>>(nr);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPanelKernel);

PanelKernel BestPanelKernel(int64_t terms, DataType b, int64_t nr) {
  return WEFT_DISPATCH(PickPanelKernel)(terms, b, nr);
}

}  // namespace weft
#endif
