// SPDX-License-Identifier: MIT
// Tile kernels know every layout. What they copy is widened, biased or interleaved in blocks of the
// depth that stay in the first-level cache.
#define HWY_TARGET_INCLUDE "ops/matmul/pack.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/pack.h"
#include "simd/partial-inl.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "base/split.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Pairs: differences from the zero points. The last vector ends where the row does. The sum of half
// a row's has 16 bits, and there are at least two lanes but without vectors.
template <class A>
void Differences(std::byte* units, int64_t units_step, const std::byte* numbers, int64_t step,
                 int64_t rows, int64_t terms, const Numbers& zeros, int32_t* sums) {
  const hn::ScalableTag<int16_t> d;
  const hn::Rebind<A, decltype(d)> d8;
  const auto lanes = int64_t(hn::Lanes(d));
  for (int64_t r = 0; r < rows; ++r) {
    const auto* const row = reinterpret_cast<const A*>(numbers + r * step);
    auto* const to = reinterpret_cast<int16_t*>(units + r * units_step);
    const auto zero = hn::Set(d8, zeros.At<A>(r));
    auto sum = hn::Zero(d);
    for (int64_t i = 0; i < terms; i += lanes) {
      const int64_t at = std::max<int64_t>(std::min(i, terms - lanes), 0);
      const auto x = terms < lanes ? LoadFirst(d8, row, terms, zero) : hn::LoadU(d8, row + at);
      const auto difference = hn::Sub(hn::PromoteTo(d, x), hn::PromoteTo(d, zero));
      StoreUnaligned(difference, d, to + at);
      if (!sums) continue;
      if (hn::MaxLanes(d) == 1)
        sums[r] += hn::GetLane(difference);
      else
        sum = hn::Add(sum, hn::IfThenZeroElse(hn::FirstN(d, size_t(i - at)), difference));
    }
    if (terms % 2 == 1) std::memset(to + terms, 0, sizeof *to);
    HWY_ALIGN int16_t some[hn::MaxLanes(d)];
    hn::Store(sum, d, some);
    for (size_t i = 0; sums && i < hn::Lanes(d); ++i) sums[r] += some[i];
  }
}

#if HWY_TARGET == HWY_AVX3

// Quads: kFlip changes the sign bit, which adds 128.
template <uint8_t kFlip>
void Flipped(std::byte* units, int64_t units_step, const std::byte* numbers, int64_t step,
             int64_t rows, int64_t terms, const Numbers&, int32_t* sums) {
  const hn::ScalableTag<uint8_t> d;
  const hn::ScalableTag<uint64_t> d64;
  const auto flip = hn::Set(d, kFlip);
  for (int64_t r = 0; r < rows; ++r) {
    auto sum = hn::Zero(d64);
    for (int64_t i = 0; i < terms; i += int64_t(hn::Lanes(d))) {
      const auto* const from = reinterpret_cast<const uint8_t*>(numbers + r * step) + i;
      const bool is_whole = i + int64_t(hn::Lanes(d)) <= terms;
      const auto some = is_whole ? hn::LoadU(d, from) : LoadFirst(d, from, terms - i, flip);
      const auto x = hn::Xor(some, flip);
      hn::StoreU(x, d, reinterpret_cast<uint8_t*>(units + r * units_step) + i);
      sum = hn::Add(sum, hn::SumsOf8(x));
    }
    if (sums) sums[r] += int32_t(hn::GetLane(hn::SumOfLanes(d64, sum)));
  }
}

#endif

RowsOfA PickRowsOfA(int64_t terms, bool is_signed) {
#if HWY_TARGET == HWY_AVX3
  if (terms == 4) return is_signed ? Flipped<0x80> : Flipped<0>;
#endif
  if (terms == 4) return nullptr;  // as BestPanelKernel
  return is_signed ? Differences<int8_t> : Differences<uint8_t>;
}

// From column `c` on, as many columns as the tag has lanes. kFlip changes the sign bit, which adds
// or subtracts 128. The sum of 256 numbers of 8 bits has 16.
template <int kTerms, uint8_t kFlip, class Tag>
HWY_INLINE void InterleaveColumns(Tag d, std::byte* units, const std::byte* rows, int64_t row_step,
                                  int64_t count, int64_t width, int64_t c, int32_t* sums) {
  const hn::Rebind<int8_t, Tag> d8;
  const hn::Rebind<int16_t, Tag> d16;
  auto sum = hn::Zero(d16);
  for (int64_t k = 0; k < count; k += kTerms) {
    hn::Vec<Tag> x[4];
    for (int i = 0; i < kTerms; ++i) {
      const auto* const row = reinterpret_cast<const uint8_t*>(rows + (k + i) * row_step + c);
      x[i] = k + i < count ? hn::Xor(hn::LoadU(d, row), hn::Set(d, kFlip)) : hn::Zero(d);
      if (sums) sum = hn::Add(sum, hn::PromoteTo(d16, hn::BitCast(d8, x[i])));
    }
    auto* const to = reinterpret_cast<uint8_t*>(units + k * width + c * kTerms);
    if constexpr (kTerms == 2)
      hn::StoreInterleaved2(x[0], x[1], d, to);
    else
      hn::StoreInterleaved4(x[0], x[1], x[2], x[3], d, to);
  }
  if (!sums) return;
  HWY_ALIGN int16_t some[hn::MaxLanes(d16)];
  hn::Store(sum, d16, some);
  for (size_t i = 0; i < hn::Lanes(d16); ++i) sums[c + int64_t(i)] += some[i];
}

template <int kTerms, uint8_t kFlip>
void Interleave(std::byte* units, const std::byte* rows, int64_t row_step, int64_t count,
                int64_t width, int32_t* sums) {
  constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<float>());
  const hn::CappedTag<uint8_t, kLanes> one;
  const hn::CappedTag<uint8_t, 2 * kLanes> two;  // vectors; widths are multiples of one
  const auto lanes = int64_t(hn::Lanes(two));
  int64_t c = 0;
  for (; c + lanes <= width; c += lanes)
    InterleaveColumns<kTerms, kFlip>(two, units, rows, row_step, count, width, c, sums);
  for (; c < width; c += int64_t(hn::Lanes(one)))
    InterleaveColumns<kTerms, kFlip>(one, units, rows, row_step, count, width, c, sums);
}

RowsOfB PickRowsOfB(int64_t terms, bool is_signed) {
  if (terms == 2) return Interleave<2, 0>;
  return is_signed ? Interleave<4, 0> : Interleave<4, 0x80>;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {
namespace {

HWY_EXPORT(PickRowsOfA);
HWY_EXPORT(PickRowsOfB);

constexpr int64_t kTerms = 256;  // of the depth at once

// The width is known, so that no call is made for each row of a panel.
template <int kBytes>
void CopyNeighbours(std::byte* packed, const std::byte* from, int64_t panels, int64_t depth,
                    int64_t depth_step) {
  constexpr int64_t kAhead = 8;  // rows, which may be pages apart
  for (int64_t k = 0; k < depth; ++k, from += depth_step) {
    const std::byte* next = from + std::min(kAhead, depth - 1 - k) * depth_step;
    for (int64_t line = 0; line < panels * kBytes; line += kLineBytes)
      __builtin_prefetch(next + line);
    for (int64_t i = 0; i < panels; ++i)
      std::memcpy(packed + (i * depth + k) * kBytes, from + i * kBytes, kBytes);
  }
}

}  // namespace

PanelPacker::PanelPacker(const GemmMatrix& matrix, Of of, int64_t width, int64_t terms,
                         int64_t corrections)
    : width_(width),
      depth_step_(of == Of::RowsOfA ? matrix.column_step : matrix.row_step),
      step_(of == Of::RowsOfA ? matrix.row_step : matrix.column_step),
      terms_(terms),
      log2_terms_(terms / 2),
      unit_bytes_(4 * width),
      corrections_(of == Of::ColumnsOfB ? std::min<int64_t>(corrections, 1) : corrections),
      type_(matrix.type) {
  const int64_t size = SizeBits(type_) / 8;
  const bool is_signed = type_ == DataType::Int8;
  CopyTile tile = {0, 0, width * size, size, depth_step_, step_};
  if (terms > 1 && of == Of::RowsOfA) {
    tile = {0, 0, kTerms, 1, step_, depth_step_};
    pack_ = &PanelPacker::PackA;
    rows_of_a_ = WEFT_DISPATCH(PickRowsOfA)(terms, is_signed);
    transpose_ = KernelForAnySize(4, {0, 0, 4 * width, 4, 4, kTerms / terms * 4});
  } else if (terms > 1) {
    unit_bytes_ = terms * width;
    pack_ = &PanelPacker::PackB;
    rows_of_b_ = WEFT_DISPATCH(PickRowsOfB)(terms, is_signed);
  }
  copy_ = KernelForAnySize(int(size), tile);
  if (type_ == DataType::Float16) widen_ = ConverterFor(DataType::Float32, type_);
}

int64_t PanelPacker::PackNeighbours(std::byte* packed, const std::byte* from, int64_t count,
                                    int64_t depth) const {
  constexpr int64_t kMost = 4;  // panels
  const auto copy = width_ == 32   ? CopyNeighbours<128>
                    : width_ == 16 ? CopyNeighbours<64>
                    : width_ == 8  ? CopyNeighbours<32>
                                   : nullptr;
  if (!copy || terms_ > 1 || widen_ || step_ != sizeof(float)) return 0;
  const int64_t panels = count / width_;
  for (int64_t panel = 0; panel < panels; panel += kMost)
    copy(packed + panel * PanelBytes(depth), from + panel * unit_bytes_,
         std::min(kMost, panels - panel), depth, depth_step_);
  return panels * width_;
}

void PanelPacker::operator()(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                             const Numbers& zeros) const {
  for (int64_t i = PackNeighbours(packed, from, count, depth); i < count; i += width_) {
    (this->*pack_)(packed + i / width_ * PanelBytes(depth), from + i * step_,
                   std::min(width_, count - i), depth, zeros.From(i));
  }
}

void PanelPacker::PackFloats(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                             const Numbers&) const {
  alignas(64) std::byte halves[2 * kTerms * kMostNr];
  const int64_t size = widen_ ? 2 : 4, terms = widen_ ? kTerms * kMostNr / width_ : depth;
  for (int64_t k = 0; k < depth; k += terms) {
    const int64_t here = std::min(terms, depth - k);
    std::byte* const to = widen_ ? halves : packed;
    if (count < width_) std::memset(to, 0, size_t(here * width_ * size));
    copy_(to, from + k * depth_step_, {here, count, width_ * size, size, depth_step_, step_});
    if (widen_) widen_(packed + k * unit_bytes_, halves, here * width_);
  }
}

// Rows that do not exist are not read by kernels.
void PanelPacker::PackA(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                        const Numbers& zeros) const {
  const int64_t row_bytes = kTerms / terms_ * 4;
  std::byte numbers[kMostMr * kTerms], rows[kMostMr * kTerms * 2];
  int32_t corrections[2][kMostMr] = {};
  for (int64_t k = 0; k < depth; k += kTerms, from += kTerms * depth_step_) {
    const int64_t terms = std::min(kTerms, depth - k), units = UnitsOf(terms);
    const bool in_place = depth_step_ == 1;
    if (!in_place) copy_(numbers, from, {count, terms, kTerms, 1, step_, depth_step_});
    rows_of_a_(rows, row_bytes, in_place ? from : numbers, in_place ? step_ : kTerms, count, terms,
               zeros, corrections_ > 0 ? corrections[0] : nullptr);
    transpose_(packed, rows, {units, count, unit_bytes_, 4, 4, row_bytes});
    packed += units * unit_bytes_;
  }
  for (int64_t r = 0; r < count; ++r)
    corrections[1][r] = type_ == DataType::Int8 ? zeros.At<int8_t>(r) + 128 : zeros.At<uint8_t>(r);
  for (int64_t i = 0; i < corrections_; ++i)
    std::memcpy(packed + i * unit_bytes_, corrections[i], size_t(unit_bytes_));
}

void PanelPacker::PackB(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                        const Numbers& zeros) const {
  std::byte staged[kTerms * kMostNr];
  int32_t sums[kMostNr] = {}, corrections[kMostNr] = {};
  const bool is_quads = terms_ == 4, in_place = step_ == 1 && count == width_;
  if (count < width_) std::memset(staged, 0, sizeof staged);
  for (int64_t k = 0; k < depth; k += kTerms, from += kTerms * depth_step_) {
    const int64_t terms = std::min(kTerms, depth - k);
    if (!in_place) copy_(staged, from, {terms, count, width_, 1, depth_step_, step_});
    rows_of_b_(packed, in_place ? from : staged, in_place ? depth_step_ : width_, terms, width_,
               is_quads && corrections_ > 0 ? sums : nullptr);
    packed += UnitsOf(terms) * unit_bytes_;
  }
  const bool is_signed = type_ == DataType::Int8;
  for (int64_t c = 0; c < count; ++c) {
    int zero = is_signed ? int(int8_t(zeros.At<std::byte>(c))) : int(zeros.At<std::byte>(c));
    if (is_quads && !is_signed) zero -= 128;
    corrections[c] = is_quads ? CorrectionOfQuads(zero, sums[c] - int32_t(depth) * zero) : zero;
  }
  if (corrections_ > 0) std::memcpy(packed, corrections, size_t(4 * width_));
}

}  // namespace weft
#endif
