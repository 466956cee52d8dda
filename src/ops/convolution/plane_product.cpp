// SPDX-License-Identifier: MIT
// Three vectors of pixels are multiplied with all rows of the filter, four at a time, before the
// next three. The first four rows read them where they lie and keep them; meanwhile the next ones
// come. A tile of 4 x 3 vectors needs 7 loads for 12 multiplications, and fills 16 registers. A
// filter of one row has nothing to keep pixels for: it takes as many vectors as there are
// registers.
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
#include <iterator>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;

constexpr int kVectors = 3;
constexpr int kUnroll = 7;           // of the depth
constexpr int64_t kMostKept = 6144;  // floats: they leave some first-level cache
constexpr int64_t kLanes = int64_t(hn::MaxLanes(Floats()));
constexpr int64_t kKeptStep = kVectors * kLanes;
constexpr int64_t kKc = kMostKept / kKeptStep;  // of the depth, at once
static_assert(kTilePlanePixels % kKeptStep == 0 && kLanes <= kLeastPlaneWidth);

// Where the vectors of a tile lie.
struct Pixels {
  const float* input[kVectors];
  float* output[kVectors];
};

// A block of the depth for some rows of the filter.
struct Block {
  const float* filter;
  const float* start;  // null for zeros
  const int64_t* offsets;
  int64_t depth;
  bool adds;  // to the output
};

HWY_INLINE FloatVector Broadcast(const float* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(Floats(), number);
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
HWY_INLINE void AddTerms(FloatVector (&sum)[kRows][kVectors], const float* const (&input)[kVectors],
                         const int64_t* offsets, const float* filter, float* kept) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
#pragma GCC unroll 7
  for (int k = 0; k < kTerms; ++k) {
    FloatVector pixels[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      float* const at = kept + k * kKeptStep + v * lanes;
      if constexpr (kKeeps) {
        pixels[v] = LoadUnaligned(d, input[v] + offsets[k]);
        hn::Store(pixels[v], d, at);
      } else {
        pixels[v] = hn::Load(d, at);
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
      const FloatVector number = Broadcast(filter + k * kPackedRows + r);
      for (int v = 0; v < kVectors; ++v) AddProduct(sum[r][v], number, pixels[v]);
    }
  }
}

template <int kRows, bool kKeeps>
HWY_NOINLINE void Tile(const Block& block, const Pixels& at, int64_t output_row,
                       float* HWY_RESTRICT kept) {
  const Floats d;
  // Local copies: otherwise a compiler must assume that stores to `kept` alias the block.
  const float* filter = block.filter;
  const int64_t *offsets = block.offsets, depth = block.depth;
  const float* const input[kVectors] = {at.input[0], at.input[1], at.input[2]};
  float* const output[kVectors] = {at.output[0], at.output[1], at.output[2]};
  FloatVector sum[kRows][kVectors];
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v)
      sum[r][v] = block.adds    ? LoadUnaligned(d, output[v] + r * output_row)
                  : block.start ? Broadcast(block.start + r)
                                : hn::Zero(d);
  int64_t k = 0;
  for (; k + kUnroll <= depth; k += kUnroll) {
    AddTerms<kRows, kKeeps, kUnroll>(sum, input, offsets, filter, kept);
    offsets += kUnroll;
    filter += kUnroll * kPackedRows;
    kept += kUnroll * kKeptStep;
  }
  for (; k < depth; ++k, ++offsets, filter += kPackedRows, kept += kKeptStep)
    AddTerms<kRows, kKeeps, 1>(sum, input, offsets, filter, kept);
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) StoreUnaligned(sum[r][v], d, output[v] + r * output_row);
}

template <bool kKeeps>
void TileOf(int64_t rows, const Block& block, const Pixels& at, int64_t output_row, float* kept) {
  switch (rows) {
    case 1: return Tile<1, kKeeps>(block, at, output_row, kept);
    case 2: return Tile<2, kKeeps>(block, at, output_row, kept);
    case 3: return Tile<3, kKeeps>(block, at, output_row, kept);
    default: return Tile<4, kKeeps>(block, at, output_row, kept);
  }
}

// All rows of the filter, one block of the depth after the other.
void MultiplyPixels(const PlaneProduct& product, const Pixels& pixels, float* kept) {
  for (int64_t k = 0; k == 0 || k < product.depth; k += kKc) {
    Block block = {.filter = product.filter + k * kPackedRows,
                   .start = k == 0 ? product.start : nullptr,
                   .offsets = product.offsets + k,
                   .depth = std::min(kKc, product.depth - k),
                   .adds = k > 0};
    Pixels at = pixels;
    for (int64_t row = 0; row < product.rows; row += kPackedRows) {
      const int64_t rows = std::min(kPackedRows, product.rows - row);
      if (row == 0)
        TileOf<true>(rows, block, at, product.output_row, kept);
      else
        TileOf<false>(rows, block, at, product.output_row, kept);
      block.filter += kPackedRows * product.depth;
      if (block.start) block.start += rows;
      for (float*& output : at.output) output += rows * product.output_row;
    }
  }
}

// The last vector of a line ends where the line does, and the last tile has its last vector several
// times: what is computed twice is the same.
void MultiplyAllRows(const PlaneProduct& product) {
  const int64_t lanes = int64_t(hn::Lanes(Floats())), width = product.width;
  const int64_t per_line = CeilDiv(width, lanes), all = per_line * product.lines;
  alignas(64) float kept[kMostKept];
  for (int64_t first = 0; first < all; first += kVectors) {
    Pixels pixels;
    for (int v = 0; v < kVectors; ++v) {
      const int64_t i = std::min(first + v, all - 1), line = i / per_line;
      const int64_t x = std::min(i % per_line * lanes, width - lanes);
      pixels.input[v] = product.input + line * product.input_line + x;
      pixels.output[v] = product.output + line * product.output_line + x;
    }
    MultiplyPixels(product, pixels, kept);
  }
}

// What the taps of one row of the filter read in one row of the input serves all lines that meet it
// with their own rows of taps, of kTapRows.
template <int kRow, int kLines, int kTapRows, int kCount>
HWY_INLINE void AddInputRow(const PlaneProduct& product, const float* input, int64_t last,
                            FloatVector (&sum)[kLines][kCount]) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), taps = product.depth / kTapRows;
  const float* filter = product.filter;
  const int64_t* offsets = product.offsets;
  input += kRow * product.input_line;
  for (int64_t tap = taps; tap > 0; --tap, ++offsets, filter += kPackedRows) {
    const float* const from = input + *offsets;
    FloatVector pixels[kCount];
#pragma GCC unroll 8
    for (int v = 0; v < kCount; ++v)
      pixels[v] = LoadUnaligned(d, from + (v + 1 < kCount ? v * lanes : last));
#pragma GCC unroll 4
    for (int l = 0; l < kLines; ++l) {
      if (l > kRow || kRow - l >= kTapRows) continue;
      const FloatVector number = Broadcast(filter + (kRow - l) * taps * kPackedRows);
#pragma GCC unroll 8
      for (int v = 0; v < kCount; ++v) sum[l][v] = hn::MulAdd(number, pixels[v], sum[l][v]);
    }
  }
}

// One row of the filter times some vectors of kLines lines, of which the last begins at `last`.
template <int kLines, int kTapRows, int kCount>
void MultiplyLines(const PlaneProduct& product, const float* input, float* output, int64_t last) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const FloatVector start = product.start ? Broadcast(product.start) : hn::Zero(d);
  FloatVector sum[kLines][kCount];
#pragma GCC unroll 4
  for (int l = 0; l < kLines; ++l)
#pragma GCC unroll 8
    for (int v = 0; v < kCount; ++v) sum[l][v] = start;
  [&]<int... kRow>(std::integer_sequence<int, kRow...>) HWY_ATTR {
    (AddInputRow<kRow, kLines, kTapRows, kCount>(product, input, last, sum), ...);
  }
  (std::make_integer_sequence<int, kLines + kTapRows - 1>());
#pragma GCC unroll 4
  for (int l = 0; l < kLines; ++l)
#pragma GCC unroll 8
    for (int v = 0; v < kCount; ++v)
      StoreUnaligned(sum[l][v], d,
                     output + l * product.output_line + (v + 1 < kCount ? v * lanes : last));
}

// As many vectors of a line at once as there are registers for; the last one ends where the line
// does. Four lines at once where they share what three rows of taps read.
void MultiplyOneRow(const PlaneProduct& product) {
  using Multiply = decltype(&MultiplyLines<1, 1, 1>);
  static constexpr Multiply kOneLine[] = {MultiplyLines<1, 1, 1>, MultiplyLines<1, 1, 2>,
                                          MultiplyLines<1, 1, 3>, MultiplyLines<1, 1, 4>,
                                          MultiplyLines<1, 1, 5>, MultiplyLines<1, 1, 6>,
                                          MultiplyLines<1, 1, 7>, MultiplyLines<1, 1, 8>};
  static constexpr Multiply kFourLines[] = {MultiplyLines<4, 3, 1>, MultiplyLines<4, 3, 2>};
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  for (int64_t line = 0; line < product.lines;) {
    const bool is_shared = product.tap_rows == 3 && line + 4 <= product.lines;
    const Multiply* const by = is_shared ? kFourLines : kOneLine;
    const int64_t most = lanes * int64_t(is_shared ? std::size(kFourLines) : std::size(kOneLine));
    const float* const input = product.input + line * product.input_line;
    float* const output = product.output + line * product.output_line;
    for (int64_t x = 0; x < product.width; x += most) {
      const int64_t count = std::min(product.width - x, most);
      by[CeilDiv(count, lanes) - 1](product, input + x, output + x, count - lanes);
    }
    line += is_shared ? 4 : 1;
  }
}

void RunPlaneProduct(const PlaneProduct& product) {
  if (product.rows == 1)
    MultiplyOneRow(product);
  else
    MultiplyAllRows(product);
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RunPlaneProduct);

void MultiplyPlanes(const PlaneProduct& product) {
  WEFT_ASSERT(product.width >= kLeastPlaneWidth && product.depth % product.tap_rows == 0);
  WEFT_DISPATCH(RunPlaneProduct)(product);
}

}  // namespace weft
#endif
