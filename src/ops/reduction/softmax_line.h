// SPDX-License-Identifier: MIT
// Softmax and related functions of a line of contiguous floats. The largest element is subtracted
// before the exponential, and the exponentials add up in float64.
#pragma once

#include <cstddef>
#include <cstdint>

#include "weft/tensor.h"

namespace weft {

// Output and input may be the same memory; neither needs alignment.
using FloatLine = void (*)(std::byte* output, const std::byte* input, int64_t count);

FloatLine SoftmaxLine();     // e^x / sum(e^x)
FloatLine LogSoftmaxLine();  // ln of that
// ln(sum(e^x)), one element of `type`: FLOAT32 or FLOAT16.
FloatLine LogSumExpFor(DataType type);

}  // namespace weft
