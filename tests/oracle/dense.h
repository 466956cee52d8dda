// SPDX-License-Identifier: MIT
// The logical view of a tensor: its elements' bits in row-major order of their coordinates, however
// they lie in memory. Oracles work on these; Gather and Scatter are the definition of strides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/element.h"
#include "weft/tensor.h"

namespace weft::oracle {

using Coordinate = std::array<int64_t, kMaxRank>;

struct Dense {
  DataType type = DataType::Unknown;
  Sizes sizes;
  std::vector<uint64_t> elements;
};

// visit(coordinate) for every coordinate, the last dimension fastest. Rank 0 has one coordinate.
template <class Visit>
void ForEachCoordinate(const Sizes& sizes, const Visit& visit) {
  for (int64_t size : sizes)
    if (size < 1) return;
  Coordinate at{};
  for (;;) {
    visit(at);
    int dim = sizes.rank() - 1;
    while (dim >= 0 && ++at[size_t(dim)] == sizes[dim]) at[size_t(dim--)] = 0;
    if (dim < 0) return;
  }
}

inline int64_t IndexOf(const Sizes& sizes, const Coordinate& at) {
  int64_t index = 0;
  for (int dim = 0; dim < sizes.rank(); ++dim) index = index * sizes[dim] + at[size_t(dim)];
  return index;
}

inline int64_t OffsetOf(const Layout& layout, const Coordinate& at) {
  int64_t offset = layout.offset;
  for (int dim = 0; dim < layout.sizes.rank(); ++dim)
    offset += at[size_t(dim)] * layout.strides[dim];
  return offset;
}

// Bytes from the start of the buffer to the end of its last element.
inline size_t BufferBytes(DataType type, const Layout& layout) {
  int64_t last = layout.offset;
  for (int dim = 0; dim < layout.sizes.rank(); ++dim) {
    if (layout.sizes[dim] == 0) return 0;
    if (layout.strides[dim] > 0) last += (layout.sizes[dim] - 1) * layout.strides[dim];
  }
  return (size_t(last + 1) * size_t(WidthOf(type)) + 7) / 8;
}

inline Dense Gather(DataType type, const Layout& layout, const std::byte* buffer) {
  Dense dense{type, layout.sizes, {}};
  ForEachCoordinate(layout.sizes, [&](const Coordinate& at) {
    dense.elements.push_back(LoadElement(type, buffer, OffsetOf(layout, at)));
  });
  return dense;
}

inline void Scatter(const Dense& dense, const Layout& layout, std::byte* buffer) {
  size_t index = 0;
  ForEachCoordinate(layout.sizes, [&](const Coordinate& at) {
    StoreElement(dense.type, dense.elements[index++], buffer, OffsetOf(layout, at));
  });
}

}  // namespace weft::oracle
