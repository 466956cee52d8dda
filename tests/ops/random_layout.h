// SPDX-License-Identifier: MIT
// Random sizes, layouts and element values, biased towards what the engine treats specially:
// channel orders, transposes around the tile size, padded rows, flips, broadcasts, view offsets.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "oracle/dense.h"
#include "weft/tensor.h"

namespace weft::test {

class Rng {  // splitmix64: every seed is good, and a case is reproduced by its seed alone
 public:
  explicit Rng(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int64_t Between(int64_t low, int64_t high) {
    return low + int64_t(Next() % uint64_t(high - low + 1));
  }
  bool Chance(int percent) { return Between(1, 100) <= percent; }
  template <class T>
  T Pick(std::initializer_list<T> values) {
    return values.begin()[Between(0, int64_t(values.size()) - 1)];
  }

 private:
  uint64_t state_;
};

inline constexpr std::array kMovableTypes = {
    DataType::Float64, DataType::Float32, DataType::Float16, DataType::Int64,
    DataType::Int32,   DataType::Int16,   DataType::Int8,    DataType::UInt64,
    DataType::UInt32,  DataType::UInt16,  DataType::UInt8};

inline DataType RandomType(Rng& rng) {
  return kMovableTypes[size_t(rng.Between(0, int64_t(kMovableTypes.size()) - 1))];
}

inline Sizes RandomSizes(Rng& rng) {
  const int64_t kind = rng.Between(1, 100);
  if (kind <= 14) {  // images
    const int64_t channels = rng.Pick<int64_t>({1, 2, 3, 3, 4, 5, 16, 64});
    return {rng.Between(1, 2), channels, rng.Between(1, 12),
            rng.Between(1, channels > 5 ? 20 : 70)};
  }
  if (kind <= 24) {  // matrices
    const int64_t most = rng.Chance(30) ? 130 : 40;
    if (rng.Chance(70)) return {rng.Between(1, most), rng.Between(1, most)};
    return {rng.Between(1, 3), rng.Between(1, most), rng.Between(1, most)};
  }
  if (kind <= 32) return {rng.Between(1, rng.Chance(20) ? 5000 : 300)};  // one long line
  if (kind <= 42) return {rng.Between(1, 30), rng.Between(1, 9)};        // short rows
  Sizes sizes;
  const int64_t rank = rng.Between(1, kMaxRank);
  int64_t count = 1;
  for (int64_t dim = 0; dim < rank; ++dim) {
    const int64_t size = count > 200 ? 1 : rng.Between(1, rank <= 3 ? 12 : rank <= 5 ? 6 : 3);
    sizes.push_back(size);
    count *= size;
  }
  return sizes;
}

// Up to `most` elements in 1 to kMaxRank dimensions.
inline Sizes SmallSizes(Rng& rng, int rank, int64_t most = 600) {
  Sizes sizes;
  for (int dim = 0; dim < rank; ++dim) {
    const int64_t size =
        rng.Chance(20) ? 1 : rng.Between(1, std::min<int64_t>(most, rank > 4 ? 4 : 17));
    sizes.push_back(size);
    most /= size;
  }
  return sizes;
}

inline DataType RandomIndexType(Rng& rng) {
  return rng.Pick({DataType::Int64, DataType::Int32, DataType::UInt64, DataType::UInt32});
}

// The dimensions from slowest to fastest in memory.
inline std::vector<int> RandomOrder(Rng& rng, int rank) {
  std::vector<int> order;
  for (int dim = 0; dim < rank; ++dim) order.push_back(dim);
  const int64_t kind = rng.Between(1, 100);
  if (rank >= 3 && kind <= 25) {  // channels last
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  } else if (rank >= 2 && kind <= 40) {
    std::swap(order[size_t(rank - 1)], order[size_t(rank - 2)]);
  } else if (kind <= 45) {
    std::reverse(order.begin(), order.end());
  } else if (kind <= 55) {
    for (int i = rank - 1; i > 0; --i)
      std::swap(order[size_t(i)], order[size_t(rng.Between(0, i))]);
  }
  return order;
}

struct LayoutTraits {
  bool padded = false;     // gaps between rows or elements
  bool permuted = false;   // any order of dimensions
  bool broadcast = false;  // stride 0, or rows that overlap; inputs only
  bool reversed = false;   // negative strides
  bool moved = false;      // offset > 0
  bool odd_units = false;  // nonsense strides where the size is 1
};

inline Layout RandomLayout(Rng& rng, const Sizes& sizes, const LayoutTraits& traits) {
  const int rank = sizes.rank();
  std::vector<int> order = RandomOrder(rng, rank);
  if (!traits.permuted) std::sort(order.begin(), order.end());
  Layout layout(sizes, Strides::Filled(rank, 0), traits.moved ? rng.Between(1, 9) : 0);
  int64_t stride = traits.padded && rng.Chance(40) ? rng.Between(2, 4) : 1;
  for (int i = rank - 1; i >= 0; --i) {
    const int dim = order[size_t(i)];
    if (traits.broadcast && rng.Chance(40)) {
      if (rng.Chance(15)) layout.strides[dim] = 1;  // a sliding window
      continue;
    }
    layout.strides[dim] = stride;
    stride *= sizes[dim];
    if (traits.padded && rng.Chance(40)) stride += rng.Between(1, 5);
  }
  for (int dim = 0; dim < rank; ++dim) {
    if (traits.reversed && rng.Chance(50)) {
      layout.offset += (sizes[dim] - 1) * layout.strides[dim];
      layout.strides[dim] = -layout.strides[dim];
    }
    if (traits.odd_units && sizes[dim] == 1)
      layout.strides[dim] = rng.Pick<int64_t>({0, 7, 0xFFFFFFFF, 1});
  }
  return layout;
}

inline Layout RandomLayout(Rng& rng, const Sizes& sizes, TensorUse use) {
  return RandomLayout(rng, sizes,
                      {.padded = rng.Chance(35),
                       .permuted = rng.Chance(70),
                       .broadcast = use == TensorUse::Input && rng.Chance(20),
                       .reversed = rng.Chance(15),
                       .moved = rng.Chance(25),
                       .odd_units = rng.Chance(20)});
}

// For the elements of `tensor`: those of 4 bits begin at a whole byte.
template <class Traits>
Layout RandomLayoutFor(Rng& rng, const TensorDesc& tensor, const Traits& traits) {
  Layout layout = RandomLayout(rng, tensor.sizes(), traits);
  if (oracle::WidthOf(tensor.type) == 4) layout.offset += layout.offset % 2;
  return layout;
}

// Values where conversions go wrong: limits and their neighbours, ties, NaN, infinities, denormals.
inline uint64_t RandomElement(Rng& rng, DataType type) {
  const int64_t kind = rng.Between(1, 4);
  if (kind <= 2) return rng.Next() >> (64 - 8 * oracle::FormatOf(type).bytes);
  if (kind == 3) return oracle::BitsOf(type, {false, rng.Between(-300, 300), 0});
  const long double edge = rng.Pick<long double>(
      {0,     0x1p-24L,  0x1p-25L,  0x1p-14L,   2048,     2050,      65504,        65520,   65536,
       128,   256,       32768,     0x1p24L,    0x1p31L,  0x1p32L,   0x1p53L,      0x1p63L, 0x1p64L,
       1e30L, 0x1p-149L, 0x1p-126L, 0x1p-1074L, 0x1p127L, HUGE_VALL, std::nanl("")});
  const long double step = rng.Pick<long double>({0, 0.5L, 1, 1.5L, 2, 0x1p-10L, 8, 16});
  const long double value = rng.Chance(50) ? edge + step : edge - step;
  return oracle::BitsOf(type, {true, 0, rng.Chance(50) ? value : -value});
}

}  // namespace weft::test
