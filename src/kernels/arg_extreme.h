// SPDX-License-Identifier: MIT
// Where the smallest or largest element of a line is. Zeros of either sign are equal; a NaN is
// chosen only where there is no number.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/order_key.h"
#include "strided/lines.h"
#include "weft/tensor.h"

namespace weft {

enum class Tie : uint8_t { First, Last };

// Of contiguous elements, which need no alignment; count is at least 1.
using FindExtreme = int64_t (*)(const std::byte* line, int64_t count);
FindExtreme FindExtremeFor(DataType type, Extreme extreme, Tie tie);

}  // namespace weft
