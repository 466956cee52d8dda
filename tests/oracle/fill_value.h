// SPDX-License-Identifier: MIT
// FILL_VALUE_CONSTANT and FILL_VALUE_SEQUENCE. Element i in row-major order is start + i * delta:
// modulo the type's range for integers, in double and then rounded once for floats.
#pragma once

#include <cstdint>

#include "oracle/dense.h"

namespace weft::oracle {

// `value`, `start` and `delta` are elements of `type`, as bits.
inline Dense FillConstant(DataType type, const Sizes& sizes, uint64_t value) {
  Dense output{type, sizes, {}};
  ForEachCoordinate(sizes, [&](const Coordinate&) { output.elements.push_back(value); });
  return output;
}

inline uint64_t SequenceElement(DataType type, uint64_t start, uint64_t delta, int64_t index) {
  const Number first = ValueOf(type, start), step = ValueOf(type, delta);
  if (!first.is_float)
    return BitsOf(type, {false, first.integer + Integer(index) * step.integer, 0});
  volatile double product = double(index) * double(step.real);
  volatile double sum = double(first.real) + product;
  return BitsOf(type, {true, 0, double(sum)});
}

inline Dense FillSequence(DataType type, const Sizes& sizes, uint64_t start, uint64_t delta) {
  Dense output{type, sizes, {}};
  ForEachCoordinate(sizes, [&](const Coordinate& at) {
    output.elements.push_back(SequenceElement(type, start, delta, IndexOf(sizes, at)));
  });
  return output;
}

}  // namespace weft::oracle
