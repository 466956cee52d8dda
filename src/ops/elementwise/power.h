// SPDX-License-Identifier: MIT
// Row kernels of x^y where the two may be of different types; the result is of the first one's.
#pragma once

#include <optional>

#include "strided/row_function.h"
#include "weft/operator.h"
#include "weft/tensor.h"

namespace weft {

// For types of up to 32 bits. Between integers the answer is exact and wraps around; x^-n is 1 /
// x^n truncated, and all ones where x is 0. `scale_bias` applies to x, in its own type.
RowFunction PowerRow(DataType x, DataType y, const std::optional<ScaleBias>& scale_bias);

}  // namespace weft
