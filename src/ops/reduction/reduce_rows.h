// SPDX-License-Identifier: MIT
// The arithmetic of reductions. Floats add up and multiply in float64, so that the result hardly
// depends on the order; along long rows of float32 four terms of a sum, or of their magnitudes, are
// added in float32 first. Integers wrap around. Minima and maxima are exact, and NaN only if there
// is no number.
#pragma once

#include "strided/reduce.h"

namespace weft {

enum class Reduction : uint8_t { Sum, SumAbsolute, SumSquare, Product, Min, Max };

// For elements of `type`: Min and Max any type of 8 bits or more, the others FLOAT32, FLOAT64 and
// integers of 32 and 64 bits.
const ReduceKernels& ReduceKernelsFor(Reduction reduction, DataType type);

// Converts the accumulators of Min and Max to elements of their type.
void (*ExtremeFinishFor(Reduction reduction, DataType type))(std::byte*, const std::byte*, int64_t,
                                                             double);

}  // namespace weft
