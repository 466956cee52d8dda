// SPDX-License-Identifier: MIT
// Loops over index tuples and over elements. Neither branches on an index: clamping and dropping
// are selections, so indices that jump about cost no more than indices in order.
#include "kernels/index_places.h"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <limits>

namespace weft {
namespace {

// Any index as a signed number of the same meaning; too large to be an index stays too large.
template <class Index>
int64_t PositionOf(Index index, int64_t size) {
  if constexpr (std::same_as<Index, uint64_t>)
    return int64_t(std::min<uint64_t>(index, std::numeric_limits<int64_t>::max()));
  else if constexpr (std::signed_integral<Index>)
    return int64_t(index) + (index < 0 ? size : 0);
  else
    return int64_t(index);
}

template <bool kClamp>
int64_t PlaceOf(int64_t position, const IndexedAxis& axis) {
  if constexpr (kClamp) return std::clamp<int64_t>(position, 0, axis.size - 1) * axis.stride;
  const bool inside = position >= axis.begin && position < axis.end;
  return inside ? position * axis.stride : kNoPlace;
}

template <class Index, bool kClamp>
void Fill(int64_t* places, const std::byte* indices, const IndexBlock& block,
          const IndexTuple& tuple) {
  for (int64_t r = 0; r < block.rows; ++r, indices += block.row_step, places += block.columns) {
    for (int number = 0; number < tuple.length; ++number) {
      const IndexedAxis axis = tuple.axes[number];
      const std::byte* at = indices + number * tuple.step;
      const auto next = [&] {
        Index index;
        std::memcpy(&index, at, sizeof(Index));
        at += block.column_step;
        return PlaceOf<kClamp>(PositionOf(index, axis.size), axis);
      };
      if (number == 0) {
        for (int64_t c = 0; c < block.columns; ++c) places[c] = next();
        continue;
      }
      for (int64_t c = 0; c < block.columns; ++c) {
        const int64_t place = next();
        const bool both = kClamp || (place != kNoPlace && places[c] != kNoPlace);
        places[c] = both ? places[c] + place : kNoPlace;
      }
    }
  }
}

template <class Index>
FillPlaces FillOf(bool clamp) {
  return clamp ? Fill<Index, true> : Fill<Index, false>;
}

template <int kBytes>
void GatherElements(std::byte* dst, const std::byte* src, const int64_t* places,
                    const PlaceBlock& block) {
  for (int64_t r = 0; r < block.rows; ++r) {
    std::byte* to = dst + r * block.picked_row;
    const std::byte* from = src + r * block.whole_row;
    const int64_t* place = places + r * block.place_row;
    for (int64_t c = 0; c < block.columns; ++c) {
      std::memcpy(to, from + place[c], kBytes);
      to += block.picked_column, from += block.whole_column;
    }
  }
}

template <int kBytes>
void ScatterElements(std::byte* dst, const std::byte* src, const int64_t* places,
                     const PlaceBlock& block) {
  for (int64_t r = 0; r < block.rows; ++r) {
    std::byte* to = dst + r * block.whole_row;
    const std::byte* from = src + r * block.picked_row;
    const int64_t* place = places + r * block.place_row;
    for (int64_t c = 0; c < block.columns; ++c) {
      if (place[c] != kNoPlace) std::memcpy(to + place[c], from, kBytes);
      to += block.whole_column, from += block.picked_column;
    }
  }
}

}  // namespace

FillPlaces PlacesOf(DataType index_type, bool clamp) {
  switch (index_type) {
    case DataType::Int64: return FillOf<int64_t>(clamp);
    case DataType::Int32: return FillOf<int32_t>(clamp);
    case DataType::UInt64: return FillOf<uint64_t>(clamp);
    default: return FillOf<uint32_t>(clamp);
  }
}

MoveElements GatherElementsOf(int64_t bytes) {
  switch (bytes) {
    case 1: return GatherElements<1>;
    case 2: return GatherElements<2>;
    case 4: return GatherElements<4>;
    case 8: return GatherElements<8>;
    case 16: return GatherElements<16>;
    case 32: return GatherElements<32>;
    default: return nullptr;
  }
}

MoveElements ScatterElementsOf(int64_t bytes) {
  switch (bytes) {
    case 1: return ScatterElements<1>;
    case 2: return ScatterElements<2>;
    case 4: return ScatterElements<4>;
    case 8: return ScatterElements<8>;
    case 16: return ScatterElements<16>;
    case 32: return ScatterElements<32>;
    default: return nullptr;
  }
}

}  // namespace weft
