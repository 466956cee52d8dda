// SPDX-License-Identifier: MIT
// Rows through an operator that is one function of one number. FLOAT16 computes in float32 and is
// stored once; integers take a ScaleBias in a float type that holds them.
#pragma once

#include "strided/row_function.h"
#include "weft/operators.h"

namespace weft {

// For rows of `type`, which is a type of the operator's support table.
#define WEFT_FLOAT_ROW(Op, ...) RowFunction UnaryRow(const Op& op, DataType type);
#define WEFT_NUMBER_ROW WEFT_FLOAT_ROW
#include "ops/unary/unary_table.h"

}  // namespace weft
