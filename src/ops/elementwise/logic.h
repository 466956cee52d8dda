// SPDX-License-Identifier: MIT
// Row kernels of the element-wise comparisons, selections and bit operations.
#pragma once

#include "strided/row_function.h"
#include "weft/tensor.h"

namespace weft {

// 1 or 0 as UINT8 or UINT32. Nothing is equal to, less than or greater than a NaN.
enum class Comparison : uint8_t { Equal, Less, LessOrEqual };
RowFunction ComparisonRow(Comparison comparison, DataType input, DataType output);

// 1 or 0 of the same type, UINT8 or UINT32; what is not 0 is true.
enum class Logical : uint8_t { And, Or, Xor };
RowFunction LogicalRow(Logical function, DataType type);

// On bits, whatever the type. A shift is modulo the width of the type.
enum class Bitwise : uint8_t { And, Or, Xor, ShiftLeft, ShiftRight };
RowFunction BitwiseRow(Bitwise function, int bits);

// Inputs are a UINT8 and two elements: the first where it is not 0, else the second.
RowFunction ChooseRow(int bits);

}  // namespace weft
