// SPDX-License-Identifier: MIT
// Three vectors of pixels are multiplied with all rows of the filter, four at a time, before the
// next three. The first four rows read them where they lie and keep them; meanwhile the next ones
// come. A tile of 4 x 3 vectors needs 7 loads for 12 multiplications, and fills 16 registers. A
// filter of one row has nothing to keep pixels for: it takes as many vectors as there are
// registers.
#define HWY_TARGET_INCLUDE "ops/convolution/plane_product.cpp"
#include "simd/foreach_wide_target.h"
//
#include "base/split.h"
#include "hwy/highway.h"
#include "ops/convolution/plane_product.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>
#include <iterator>

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

// One row of the filter times some vectors of one line, of which the last begins at `last`.
template <int kCount>
void MultiplyVectors(const PlaneProduct& product, const float* input, float* output, int64_t last) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const auto at = [&](int v) HWY_ATTR { return v + 1 == kCount ? last : v * lanes; };
  const FloatVector start = product.start ? Broadcast(product.start) : hn::Zero(d);
  FloatVector sum[kCount];
#pragma GCC unroll 8
  for (int v = 0; v < kCount; ++v) sum[v] = start;
  const float* filter = product.filter;
  const int64_t* offsets = product.offsets;
  for (int64_t k = product.depth; k > 0; --k, ++offsets, filter += kPackedRows) {
    const FloatVector number = Broadcast(filter);
    const float* const pixels = input + *offsets;
#pragma GCC unroll 8
    for (int v = 0; v < kCount; ++v) AddProduct(sum[v], number, LoadUnaligned(d, pixels + at(v)));
  }
#pragma GCC unroll 8
  for (int v = 0; v < kCount; ++v) StoreUnaligned(sum[v], d, output + at(v));
}

// Lines that neighbouring rows of taps meet: what is read serves kTapRows of them. An element's
// terms have the same order as anywhere else.
constexpr int kLines = 4, kTapRows = 3;
constexpr int kLineVectors = 2;

// What the taps read in one row of the input.
template <int kRow, int kCount>
HWY_INLINE void AddInputRow(const PlaneProduct& product, const float* input, int64_t taps,
                            FloatVector (&sum)[kLines][kCount]) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  input += kRow * product.input_line;
  for (int64_t tap = 0; tap < taps; ++tap) {
    const float* const from = input + product.offsets[tap];
    FloatVector pixels[kCount];
    for (int v = 0; v < kCount; ++v) pixels[v] = LoadUnaligned(d, from + v * lanes);
#pragma GCC unroll 4
    for (int l = 0; l < kLines; ++l) {
      if (l > kRow || kRow - l >= kTapRows) continue;
      const FloatVector number =
          Broadcast(product.filter + ((kRow - l) * taps + tap) * kPackedRows);
      for (int v = 0; v < kCount; ++v) sum[l][v] = hn::MulAdd(number, pixels[v], sum[l][v]);
    }
  }
}

template <int kCount>
void MultiplyLines(const PlaneProduct& product, const float* input, float* output) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), taps = product.depth / kTapRows;
  const FloatVector start = product.start ? Broadcast(product.start) : hn::Zero(d);
  FloatVector sum[kLines][kCount];
#pragma GCC unroll 4
  for (int l = 0; l < kLines; ++l)
    for (int v = 0; v < kCount; ++v) sum[l][v] = start;
  static_assert(kLines + kTapRows - 1 == 6);
  AddInputRow<0>(product, input, taps, sum);
  AddInputRow<1>(product, input, taps, sum);
  AddInputRow<2>(product, input, taps, sum);
  AddInputRow<3>(product, input, taps, sum);
  AddInputRow<4>(product, input, taps, sum);
  AddInputRow<5>(product, input, taps, sum);
#pragma GCC unroll 4
  for (int l = 0; l < kLines; ++l)
    for (int v = 0; v < kCount; ++v)
      StoreUnaligned(sum[l][v], d, output + l * product.output_line + v * lanes);
}

// Returns how many lines are done.
int64_t MultiplyNeighbours(const PlaneProduct& product) {
  const int64_t lanes = int64_t(hn::Lanes(Floats())), width = product.width;
  if (product.tap_rows != kTapRows) return 0;
  int64_t line = 0;
  for (; line + kLines <= product.lines; line += kLines) {
    const float* const input = product.input + line * product.input_line;
    float* const output = product.output + line * product.output_line;
    int64_t x = 0;
    for (const int64_t both = kLineVectors * lanes; width >= both && x < width; x += both) {
      const int64_t at = std::min(x, width - both);
      MultiplyLines<kLineVectors>(product, input + at, output + at);
    }
    for (; x < width; x += lanes) {
      const int64_t at = std::min(x, width - lanes);
      MultiplyLines<1>(product, input + at, output + at);
    }
  }
  return line;
}

// As many vectors of a line at once as can be; the last one ends where the line does.
void MultiplyOneRow(const PlaneProduct& product) {
  static constexpr decltype(&MultiplyVectors<1>) kBy[] = {
      MultiplyVectors<1>, MultiplyVectors<2>, MultiplyVectors<3>, MultiplyVectors<4>,
      MultiplyVectors<5>, MultiplyVectors<6>, MultiplyVectors<7>, MultiplyVectors<8>};
  const int64_t lanes = int64_t(hn::Lanes(Floats())), most = int64_t(std::size(kBy)) * lanes;
  for (int64_t line = MultiplyNeighbours(product); line < product.lines; ++line) {
    const float* const input = product.input + line * product.input_line;
    float* const output = product.output + line * product.output_line;
    for (int64_t x = 0; x < product.width; x += most) {
      const int64_t count = std::min(product.width - x, most), last = count - lanes;
      kBy[CeilDiv(count, lanes) - 1](product, input + x, output + x, last);
    }
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

void MultiplyPlanes(const PlaneProduct& product) { WEFT_DISPATCH(RunPlaneProduct)(product); }

}  // namespace weft
#endif
