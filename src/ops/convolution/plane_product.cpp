// SPDX-License-Identifier: MIT
// Three vectors of pixels are multiplied with all rows of the filter, some at a time, before the
// next three. The first rows read them where they lie and keep them in the first-level cache;
// meanwhile the next ones come. A filter of one row has nothing to keep pixels for: it takes as
// many vectors as there are registers, or, where it has 3 x 3 taps, keeps these in registers.
#define HWY_TARGET_INCLUDE "ops/convolution/plane_product.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/assert.h"
#include "base/split.h"
#include "hwy/highway.h"
#include "ops/convolution/plane_product.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;
// Lines are cut into parts, of which a vector of 64 bytes holds two: fewer lanes wait at the ends
// of lines, and fewer reads cross the border of a cache line.
using Part = hn::CappedTag<float, kLeastPlaneWidth>;

constexpr int kVectors = 3;
constexpr int kParts = int(hn::MaxLanes(Floats()) / hn::MaxLanes(Part()));
// With three vectors they fill 16 registers, or the 32 that go with vectors of 64 bytes.
constexpr int kTileRows = kParts == 2 ? 8 : 4;
constexpr int kUnroll = 7;           // of the depth
constexpr int64_t kMostKept = 7168;  // floats: they leave some first-level cache
constexpr int64_t kPartLanes = int64_t(hn::MaxLanes(Part()));
constexpr int64_t kLanes = kParts * kPartLanes;
constexpr int64_t kKeptStep = kVectors * kLanes;
constexpr int64_t kKc = kMostKept / kKeptStep;  // of the depth, at once
static_assert(kTilePlanePixels % kKeptStep == 0 && kPackedRows % kTileRows == 0);

// Where the parts of a tile lie.
struct Pixels {
  const float* input[kVectors * kParts];
  int64_t output[kVectors * kParts];  // from the first pixel of a row of outputs
};

HWY_INLINE FloatVector LoadParts(const float* low, [[maybe_unused]] const float* high) {
#if HWY_MAX_BYTES == 64
  return hn::Combine(Floats(), hn::LoadU(Part(), high), hn::LoadU(Part(), low));
#else
  return LoadUnaligned(Floats(), low);
#endif
}

HWY_INLINE void StoreParts(FloatVector x, float* low, [[maybe_unused]] float* high) {
#if HWY_MAX_BYTES == 64
  hn::StoreU(hn::LowerHalf(Part(), x), Part(), low);
  hn::StoreU(hn::UpperHalf(Part(), x), Part(), high);
#else
  StoreUnaligned(x, Floats(), low);
#endif
}

template <class D>
HWY_INLINE hn::Vec<D> Broadcast(D d, const float* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(d, number);
}

// sum += number * pixels. Left to choose, compilers write some of the sums to other registers and
// move them back, and fetch pixels again instead of keeping them.
HWY_INLINE void AddProduct(FloatVector& sum, FloatVector number, FloatVector pixels) {
#if HWY_TARGET == HWY_AVX2
  asm("vfmadd231ps %2, %1, %0" : "+x"(sum.raw) : "x"(number.raw), "x"(pixels.raw));
#else
  sum = hn::MulAdd(number, pixels, sum);
#endif
}

// `kTerms` of the depth. Whatever is no multiplication costs, most of all on a core that another
// program shares: several terms have one counter, and what they need lies at fixed distances.
template <int kRows, bool kKeeps, int kTerms>
HWY_INLINE void AddTerms(FloatVector (&sum)[kRows][kVectors], const Pixels& at,
                         const int64_t* offsets, const float* filter, float* kept) {
  const Floats d;
#pragma GCC unroll 8
  for (int k = 0; k < kTerms; ++k) {
    FloatVector pixels[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      float* const place = kept + k * kKeptStep + v * kLanes;
      if constexpr (kKeeps) {
        const float* const* const parts = at.input + v * kParts;
        pixels[v] = LoadParts(parts[0] + offsets[k], parts[kParts - 1] + offsets[k]);
        hn::Store(pixels[v], d, place);
      } else {
        pixels[v] = hn::Load(d, place);
      }
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const FloatVector weight = Broadcast(d, filter + k * kPackedRows + r);
      for (int v = 0; v < kVectors; ++v) AddProduct(sum[r][v], weight, pixels[v]);
    }
  }
}

// kRows rows of the filter from `row` on, or as many as there are, and a block of the depth from
// `first` on.
template <int kRows, bool kKeeps>
HWY_NOINLINE void Tile(const PlaneProduct& product, const Pixels& pixels, int64_t row,
                       int64_t first, float* HWY_RESTRICT kept) {
  if constexpr (kRows > 1)
    if (product.rows - row < kRows)
      return Tile<kRows - 1, kKeeps>(product, pixels, row, first, kept);
  const Floats d;
  // Local copies: otherwise a compiler must assume that stores to `kept` alias the product.
  const Pixels at = pixels;
  const int64_t* offsets = product.offsets + first;
  const int64_t packed = row / kPackedRows * kPackedRows, output_row = product.output_row;
  const float* filter =
      product.filter + packed * product.depth + first * kPackedRows + (row - packed);
  float* output = product.output + row * output_row;
  FloatVector sum[kRows][kVectors];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) {
      const float* const from = output + r * output_row;
      const int64_t* const parts = at.output + v * kParts;
      sum[r][v] = first > 0       ? LoadParts(from + parts[0], from + parts[kParts - 1])
                  : product.start ? Broadcast(d, product.start + row + r)
                                  : hn::Zero(d);
    }
  int64_t left = std::min(kKc, product.depth - first);
  for (; left >= kUnroll; left -= kUnroll) {
    AddTerms<kRows, kKeeps, kUnroll>(sum, at, offsets, filter, kept);
    offsets += kUnroll;
    filter += kUnroll * kPackedRows;
    kept += kUnroll * kKeptStep;
  }
  for (; left > 0; --left, ++offsets, filter += kPackedRows, kept += kKeptStep)
    AddTerms<kRows, kKeeps, 1>(sum, at, offsets, filter, kept);
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r, output += output_row)
    for (int v = 0; v < kVectors; ++v) {
      const int64_t* const parts = at.output + v * kParts;
      StoreParts(sum[r][v], output + parts[0], output + parts[kParts - 1]);
    }
}

// All rows of the filter, one block of the depth after the other. The last part of a line ends
// where the line does, and the last tile has its last part several times: what is computed twice is
// the same.
void MultiplyRows(const PlaneProduct& product) {
  const int64_t width = product.width;
  const int64_t per_line = CeilDiv(width, kPartLanes), all = per_line * product.lines;
  alignas(64) float kept[kMostKept];
  for (int64_t first = 0; first < all; first += kVectors * kParts) {
    Pixels pixels;
    for (int part = 0; part < kVectors * kParts; ++part) {
      const int64_t i = std::min(first + part, all - 1), line = i / per_line;
      const int64_t x = std::min(i % per_line * kPartLanes, width - kPartLanes);
      pixels.input[part] = product.input + line * product.input_line + x;
      pixels.output[part] = line * product.output_line + x;
    }
    for (int64_t k = 0; k == 0 || k < product.depth; k += kKc)
      for (int64_t row = 0; row < product.rows; row += kTileRows) {
        const auto tile = row == 0 ? Tile<kTileRows, true> : Tile<kTileRows, false>;
        tile(product, pixels, row, k, kept);
      }
  }
}

// One row of the filter times at most kCount parts of a line, of which the last one ends where the
// line does: as many as there are registers for.
template <int kCount = 8>
void MultiplyParts(const PlaneProduct& product, const float* input, float* output, int64_t width) {
  if constexpr (kCount > 1)
    if (width <= (kCount - 1) * kPartLanes)
      return MultiplyParts<kCount - 1>(product, input, output, width);
  const Part d;
  const auto at = [&](int part) {
    return part + 1 < kCount ? part * kPartLanes : width - kPartLanes;
  };
  hn::Vec<Part> sum[kCount];
#pragma GCC unroll 8
  for (auto& part : sum) part = product.start ? Broadcast(d, product.start) : hn::Zero(d);
  for (int64_t k = 0; k < product.depth; ++k) {
    const float* const from = input + product.offsets[k];
    const hn::Vec<Part> weight = Broadcast(d, product.filter + k * kPackedRows);
#pragma GCC unroll 8
    for (int p = 0; p < kCount; ++p)
      sum[p] = hn::MulAdd(weight, LoadUnaligned(d, from + at(p)), sum[p]);
  }
#pragma GCC unroll 8
  for (int p = 0; p < kCount; ++p) StoreUnaligned(sum[p], d, output + at(p));
}

void MultiplyOneRow(const PlaneProduct& product) {
  constexpr int64_t kMost = 8 * kPartLanes;
  for (int64_t line = 0; line < product.lines; ++line)
    for (int64_t x = 0; x < product.width; x += kMost)
      MultiplyParts(product, product.input + line * product.input_line + x,
                    product.output + line * product.output_line + x,
                    std::min(product.width - x, kMost));
}

// Vectors at column `x` of all lines, from the first to the last: what is read belongs to three
// sums, of which the oldest is complete then. kIsCut where some of it may not be inside.
template <bool kIsCut, class D>
HWY_INLINE void WalkDown(D d, const PlaneProduct& product, const hn::Vec<D> (&taps)[9],
                         hn::Vec<D> start, int64_t x) {
  using Vector = hn::Vec<D>;
  const float* const* const windows = product.windows;
  const auto first = [&](int64_t end) HWY_ATTR {
    return hn::FirstN(d, size_t(std::clamp<int64_t>(end - x, 0, int64_t(hn::Lanes(d)))));
  };
  const auto cut = [&](int64_t c) HWY_ATTR {
    return hn::AndNot(first(product.inside.begin - c), first(product.inside.end - c));
  };
  const decltype(hn::FirstN(d, 0)) valid[3] = {cut(0), cut(1), cut(2)};
  Vector pixels[3];
  const auto read = [&](int64_t line) HWY_ATTR {
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c) {
      pixels[c] = LoadUnaligned(d, windows[line] + x + c);
      if constexpr (kIsCut) pixels[c] = hn::IfThenElseZero(valid[c], pixels[c]);
    }
  };
  const auto add = [&](int row, Vector sum) HWY_ATTR {
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c) sum = hn::MulAdd(taps[3 * row + c], pixels[c], sum);
    return sum;
  };
  read(0);
  Vector older = add(0, start);
  read(1);
  older = add(1, older);
  Vector younger = add(0, start);
  float* output = product.output + x;
  for (int64_t line = 0; line < product.lines; ++line, output += product.output_line) {
    read(line + 2);
    StoreUnaligned(add(2, older), d, output);
    older = add(1, younger);
    younger = add(0, start);
  }
}

template <class D>
void Walk(D d, const PlaneProduct& product) {
  const int64_t lanes = int64_t(hn::Lanes(d));
  hn::Vec<D> taps[9];
#pragma GCC unroll 9
  for (int k = 0; k < 9; ++k) taps[k] = Broadcast(d, product.filter + k * kPackedRows);
  const hn::Vec<D> start = product.start ? Broadcast(d, product.start) : hn::Zero(d);
  for (int64_t column = 0; column < product.width; column += lanes) {
    const int64_t x = std::min(column, product.width - lanes);
    const bool is_cut = x < product.inside.begin || x + lanes + 2 > product.inside.end;
    if (is_cut)
      WalkDown<true>(d, product, taps, start, x);
    else
      WalkDown<false>(d, product, taps, start, x);
  }
}

void RunPlaneProduct(const PlaneProduct& product) {
  if (product.windows && product.width < kLanes) return Walk(Part(), product);
  if (product.windows) return Walk(Floats(), product);
  if (product.rows == 1) return MultiplyOneRow(product);
  MultiplyRows(product);
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RunPlaneProduct);

void MultiplyPlanes(const PlaneProduct& product) {
  WEFT_ASSERT(product.width >= kLeastPlaneWidth);
  WEFT_ASSERT(!product.windows || (product.rows == 1 && product.depth == 9));
  WEFT_DISPATCH(RunPlaneProduct)(product);
}

}  // namespace weft
#endif
