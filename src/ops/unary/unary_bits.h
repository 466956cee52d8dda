// SPDX-License-Identifier: MIT
// Rows through a function of an element's bits: IS_NAN, IS_INFINITY, LOGICAL_NOT, BIT_NOT,
// BIT_COUNT. Only the width of the elements matters, and for the first two that they are floats.
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
