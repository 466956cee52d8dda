// SPDX-License-Identifier: MIT
// Tile kernels know every layout. What they copy is widened, centered or paired in blocks of the
// depth that stay in the first-level cache.
#define HWY_TARGET_INCLUDE "ops/matmul/pack.cpp"
#include "simd/foreach_wide_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/pack.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "base/split.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class A>
uint32_t Center(int16_t* centered, const std::byte* numbers, int64_t count, std::byte zero) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int difference = int(A(numbers[i])) - int(A(zero));
    centered[i] = int16_t(difference);
    sum += uint32_t(difference);
  }
  return sum;
}

CenterNumbers PickCenterKernel(DataType a) {
  return a == DataType::Int8 ? Center<int8_t> : Center<uint8_t>;
}

void Pair(std::byte* pairs, const std::byte* rows, int64_t row_step, int64_t count, int64_t width) {
  const hn::CappedTag<uint8_t, hn::MaxLanes(hn::ScalableTag<float>())> d;
  const int64_t lanes = int64_t(hn::Lanes(d));  // widths are multiples of it
  for (int64_t k = 0; k < count; k += 2, rows += 2 * row_step)
    for (int64_t c = 0; c < width; c += lanes, pairs += 2 * lanes) {
      const auto* const first = reinterpret_cast<const uint8_t*>(rows + c);
      const auto second = k + 1 < count ? hn::LoadU(d, first + row_step) : hn::Zero(d);
      hn::StoreInterleaved2(hn::LoadU(d, first), second, d, reinterpret_cast<uint8_t*>(pairs));
    }
}

PairRows PickPairKernel() { return Pair; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {
namespace {

HWY_EXPORT(PickCenterKernel);
HWY_EXPORT(PickPairKernel);

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

PanelPacker::PanelPacker(const GemmMatrix& matrix, Of of, int64_t width, bool corrected)
    : width_(width),
      depth_step_(of == Of::RowsOfA ? matrix.column_step : matrix.row_step),
      step_(of == Of::RowsOfA ? matrix.row_step : matrix.column_step),
      unit_bytes_(4 * width),
      corrected_(corrected),
      is_signed_(matrix.type == DataType::Int8) {
  const int64_t size = SizeBits(matrix.type) / 8;
  CopyTile tile = {
      .dst_row = width * size, .dst_column = size, .src_row = depth_step_, .src_column = step_};
  if (IsByte(matrix.type)) {
    terms_ = 2;
    if (of == Of::RowsOfA) {
      tile = {.dst_row = kTerms, .dst_column = 1, .src_row = step_, .src_column = depth_step_};
      center_ = WEFT_DISPATCH(PickCenterKernel)(matrix.type);
      transpose_ = KernelForAnySize(
          4, {.dst_row = 4 * width, .dst_column = 4, .src_row = 4, .src_column = 2 * kTerms});
    } else {
      unit_bytes_ = 2 * width;
      pair_ = WEFT_DISPATCH(PickPairKernel)();
    }
  }
  copy_ = KernelForAnySize(int(size), tile);
  if (matrix.type == DataType::Float16) widen_ = ConverterFor(DataType::Float32, matrix.type);
}

int64_t PanelPacker::PanelBytes(int64_t depth) const {
  return CeilDiv(depth, terms_) * unit_bytes_ + (corrected_ ? 4 * width_ : 0);
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
                             const ZeroPoints& zeros) const {
  for (int64_t i = PackNeighbours(packed, from, count, depth); i < count; i += width_) {
    const auto pack = center_ ? &PanelPacker::PackA
                      : pair_ ? &PanelPacker::PackB
                              : &PanelPacker::PackFloats;
    (this->*pack)(packed + i / width_ * PanelBytes(depth), from + i * step_,
                  std::min(width_, count - i), depth, zeros.From(i));
  }
}

void PanelPacker::PackFloats(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                             const ZeroPoints&) const {
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

// Rows that do not exist are not read by kernels; the other half of an odd depth is 0.
void PanelPacker::PackA(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                        const ZeroPoints& zeros) const {
  std::byte numbers[kMostMr * kTerms];
  int16_t centered[kMostMr * kTerms];
  uint32_t sums[kMostMr] = {};
  for (int64_t k = 0; k < depth; k += kTerms) {
    const int64_t terms = std::min(kTerms, depth - k), units = CeilDiv(terms, terms_);
    copy_(numbers, from + k * depth_step_, {count, terms, kTerms, 1, step_, depth_step_});
    for (int64_t r = 0; r < count; ++r) {
      int16_t* const row = centered + r * kTerms;
      sums[r] += center_(row, numbers + r * kTerms, terms, zeros.At(r));
      if (terms % 2) row[terms] = 0;
    }
    transpose_(packed, reinterpret_cast<const std::byte*>(centered),
               {units, count, unit_bytes_, 4, 4, 2 * kTerms});
    packed += units * unit_bytes_;
  }
  if (corrected_) std::memcpy(packed, sums, size_t(4 * width_));
}

void PanelPacker::PackB(std::byte* packed, const std::byte* from, int64_t count, int64_t depth,
                        const ZeroPoints& zeros) const {
  std::byte staged[kTerms * kMostNr];
  const bool in_place = step_ == 1 && count == width_;
  if (count < width_) std::memset(staged, 0, sizeof staged);
  for (int64_t k = 0; k < depth; k += kTerms, from += kTerms * depth_step_) {
    const int64_t terms = std::min(kTerms, depth - k);
    if (!in_place) copy_(staged, from, {terms, count, width_, 1, depth_step_, step_});
    pair_(packed, in_place ? from : staged, in_place ? depth_step_ : width_, terms, width_);
    packed += CeilDiv(terms, terms_) * unit_bytes_;
  }
  if (!corrected_) return;
  for (int64_t c = 0; c < width_; ++c) {
    const std::byte zero = c < count ? zeros.At(c) : std::byte{0};
    const int32_t number = is_signed_ ? int32_t(int8_t(zero)) : int32_t(zero);
    std::memcpy(packed + 4 * c, &number, sizeof number);
  }
}

}  // namespace weft
#endif
