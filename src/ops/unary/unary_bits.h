// SPDX-License-Identifier: MIT
// The row functions of an element's bits: IS_NAN, IS_INFINITY, LOGICAL_NOT, BIT_NOT,
// BIT_COUNT. They depend on the width of elements only; the first two take floats.
#pragma once

#include "strided/row_function.h"
#include "weft/operators.h"

namespace weft {

// From elements of `input` bytes to elements of `output` bytes.
MapRow IsNanRow(int output, int input);
MapRow IsInfinityRow(int output, int input, IsInfinityMode mode);
MapRow LogicalNotRow(int output, int input);
MapRow BitNotRow(int output, int input);
MapRow BitCountRow(int output, int input);

}  // namespace weft
