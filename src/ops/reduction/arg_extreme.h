// SPDX-License-Identifier: MIT
// The index of the smallest or largest element of a line. Zeros of both signs are equal; a NaN is
// chosen only if there is no number.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/order_key.h"
#include "weft/tensor.h"

namespace weft {

enum class Tie : uint8_t { First, Last };

// Elements are contiguous and need no alignment; count is at least 1.
using FindExtreme = int64_t (*)(const std::byte* line, int64_t count);
FindExtreme FindExtremeFor(DataType type, Extreme extreme, Tie tie);

// The same for a line that may be long, on several threads.
int64_t FindInLine(FindExtreme find, const std::byte* line, int64_t count, int element_bytes);

}  // namespace weft
