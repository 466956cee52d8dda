// SPDX-License-Identifier: MIT
// The row functions of operators of one number. FLOAT16 is computed in float32 and rounded once;
// integers apply a ScaleBias in a float type that holds them.
#pragma once

#include "strided/row_function.h"
#include "weft/operators.h"

namespace weft {

// For rows of `type`, which must be in the operator's support table.
#define WEFT_FLOAT_ROW(Op, ...) RowFunction UnaryRow(const Op& op, DataType type);
#define WEFT_NUMBER_ROW WEFT_FLOAT_ROW
#include "ops/unary/unary_table.h"

}  // namespace weft
