// SPDX-License-Identifier: MIT
// Row kernels of the element-wise operators that compute a number from two of its own type.
// Integers wrap around; a division by zero is all ones.
#pragma once

#include "strided/row_function.h"
#include "weft/tensor.h"

namespace weft {

enum class Arithmetic : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,   // integers truncate
  Maximum,  // the other one, where one is NaN
  Minimum,
  Mean,               // of integers exactly, then truncated
  ModulusTruncate,    // the sign of the dividend: C's fmod and %
  ModulusFloor,       // the sign of the divisor: Python's %
  DifferenceSquare,   // (a - b)^2
  ParameterizedRelu,  // a where a >= 0, else a * b
  ReluGrad,           // b where a > 0, else 0
};
// For FLOAT32, FLOAT16 and integers.
RowFunction ArithmeticRow(Arithmetic function, DataType type);

// The second operand where min < first operand < max (or one of them is a NaN), else 0. The bounds
// are elements of `type`, as bits.
RowFunction ClipGradRow(DataType type, uint64_t min_bits, uint64_t max_bits);

}  // namespace weft
