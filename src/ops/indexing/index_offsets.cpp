// SPDX-License-Identifier: MIT
// Loops over index tuples and over elements. Neither branches on an index: clamping and dropping
// are selections, so random indices cost no branch mispredictions.
#include "ops/indexing/index_offsets.h"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <limits>

namespace weft {
namespace {

// An index as a signed number, counted from the begin; an index out of range stays out of range.
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
int64_t OffsetOf(int64_t position, const IndexedAxis& axis) {
  if constexpr (kClamp) return std::clamp<int64_t>(position, 0, axis.size - 1) * axis.stride;
  const bool inside = position >= axis.begin && position < axis.end;
  return inside ? position * axis.stride : kNoOffset;
}

// The loops from here on work on local copies of their bounds and steps: otherwise the compiler
// must assume that stores to bytes change them.
template <class Index, bool kClamp>
void FillRow(int64_t* offsets, const std::byte* indices, int64_t step, int64_t count,
             const IndexedAxis axis, bool first) {
  const auto offset_at = [&](int64_t offset) {
    Index index;
    std::memcpy(&index, indices + offset, sizeof(Index));
    return OffsetOf<kClamp>(PositionOf(index, axis.size), axis);
  };
  if (first) {
    for (int64_t c = 0; c < count; ++c) offsets[c] = offset_at(c * step);
  } else {
    for (int64_t c = 0; c < count; ++c) {
      const int64_t element_offset = offset_at(c * step);
      const bool both = kClamp || (element_offset != kNoOffset && offsets[c] != kNoOffset);
      offsets[c] = both ? offsets[c] + element_offset : kNoOffset;
    }
  }
}

template <class Index, bool kClamp>
void Fill(int64_t* offsets, const std::byte* indices, const IndexedBlock& block,
          const IndexTuple& tuple) {
  for (int64_t r = 0; r < block.rows; ++r)
    for (int number = 0; number < tuple.length; ++number)
      FillRow<Index, kClamp>(offsets + r * block.columns,
                             indices + r * block.indices_row + number * tuple.step,
                             block.indices_column, block.columns, tuple.axes[number], number == 0);
}

template <int kBytes>
void GatherElements(std::byte* dst, const std::byte* src, const int64_t* offsets,
                    const IndexedBlock& block) {
  const int64_t columns = block.columns, to_step = block.picked_column;
  const int64_t from_step = block.whole_column;
  for (int64_t r = 0; r < block.rows; ++r, offsets += columns) {
    std::byte* to = dst + r * block.picked_row;
    const std::byte* from = src + r * block.whole_row;
    for (int64_t c = 0; c < columns; ++c)
      std::memcpy(to + c * to_step, from + c * from_step + offsets[c], kBytes);
  }
}

template <int kBytes>
void ScatterElements(std::byte* dst, const std::byte* src, const int64_t* offsets,
                     const IndexedBlock& block) {
  const int64_t columns = block.columns, to_step = block.whole_column;
  const int64_t from_step = block.picked_column;
  for (int64_t r = 0; r < block.rows; ++r, offsets += columns) {
    std::byte* to = dst + r * block.whole_row;
    const std::byte* from = src + r * block.picked_row;
    for (int64_t c = 0; c < columns; ++c)
      if (offsets[c] != kNoOffset)
        std::memcpy(to + c * to_step + offsets[c], from + c * from_step, kBytes);
  }
}

template <class Index, int kBytes>
void GatherOne(std::byte* dst, const std::byte* src, const std::byte* indices,
               const IndexedBlock& block, const IndexedAxis& whole_axis) {
  const IndexedAxis axis = whole_axis;
  const int64_t columns = block.columns, to_step = block.picked_column;
  const int64_t from_step = block.whole_column, index_step = block.indices_column;
  for (int64_t r = 0; r < block.rows; ++r) {
    std::byte* to = dst + r * block.picked_row;
    const std::byte* from = src + r * block.whole_row;
    const std::byte* at = indices + r * block.indices_row;
    const auto move = [&](int64_t to_offset, int64_t from_offset, int64_t index_offset) {
      Index index;
      std::memcpy(&index, at + index_offset, sizeof(Index));
      const int64_t element_offset = OffsetOf<true>(PositionOf(index, axis.size), axis);
      std::memcpy(to + to_offset, from + from_offset + element_offset, kBytes);
    };
    if (to_step == kBytes && index_step == sizeof(Index))
      for (int64_t c = 0; c < columns; ++c)
        move(c * kBytes, c * from_step, c * int64_t(sizeof(Index)));
    else
      for (int64_t c = 0; c < columns; ++c) move(c * to_step, c * from_step, c * index_step);
  }
}

template <int kBytes>
GatherByIndex GatherOneOf(DataType index_type) {
  switch (index_type) {
    case DataType::Int64: return GatherOne<int64_t, kBytes>;
    case DataType::Int32: return GatherOne<int32_t, kBytes>;
    case DataType::UInt64: return GatherOne<uint64_t, kBytes>;
    default: return GatherOne<uint32_t, kBytes>;
  }
}

}  // namespace

FillOffsets OffsetsOf(DataType index_type, bool clamp) {
  switch (index_type) {
    case DataType::Int64: return clamp ? Fill<int64_t, true> : Fill<int64_t, false>;
    case DataType::Int32: return clamp ? Fill<int32_t, true> : Fill<int32_t, false>;
    case DataType::UInt64: return clamp ? Fill<uint64_t, true> : Fill<uint64_t, false>;
    default: return clamp ? Fill<uint32_t, true> : Fill<uint32_t, false>;
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

GatherByIndex GatherByIndexOf(DataType index_type, int64_t bytes) {
  switch (bytes) {
    case 1: return GatherOneOf<1>(index_type);
    case 2: return GatherOneOf<2>(index_type);
    case 4: return GatherOneOf<4>(index_type);
    case 8: return GatherOneOf<8>(index_type);
    case 16: return GatherOneOf<16>(index_type);
    case 32: return GatherOneOf<32>(index_type);
    default: return nullptr;
  }
}

}  // namespace weft
