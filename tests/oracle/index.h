// SPDX-License-Identifier: MIT
// What an index means: a number of its type, from the end when it is below 0. It is exact, so one
// that is out of range stays so whatever its size.
#pragma once

#include <algorithm>
#include <cstdint>

#include "oracle/dense.h"

namespace weft::oracle {

inline Integer PositionOf(const Dense& indices, size_t element, int64_t size) {
  const Integer index = ValueOf(indices.type, indices.elements[element]).integer;
  return index < 0 ? index + size : index;
}

// The nearest position there is.
inline int64_t ClampedPosition(const Dense& indices, size_t element, int64_t size) {
  return int64_t(std::clamp<Integer>(PositionOf(indices, element, size), 0, size - 1));
}

inline bool IsInside(Integer position, int64_t size) { return position >= 0 && position < size; }

}  // namespace weft::oracle
