// SPDX-License-Identifier: MIT
// Row kernels of functions of two numbers that need more precision than float32: operands are
// widened to float64, and the result is rounded once, to its own type.
#pragma once

#include <optional>

#include "strided/row_function.h"
#include "weft/operator.h"
#include "weft/tensor.h"

namespace weft {

// Special cases are those of the C functions of these names.
enum class DoubleFunction : uint8_t {
  Atan2,
  Power,
  PowerExact,       // slower; never just below an exact integer, so that truncation is right
  ModulusTruncate,  // fmod
  ModulusFloor,     // fmod, moved to the sign of the divisor
};

// Operands may be of any type up to 32 bits; `a` is first scaled and biased, in its own type.
// Results of FLOAT32 and FLOAT16 are within 1 ULP of their type; a modulus is exact except for its
// one rounding.
RowFunction DoubleRow(DoubleFunction function, DataType output, DataType a, DataType b,
                      const std::optional<ScaleBias>& scale_bias = {});

}  // namespace weft
