// SPDX-License-Identifier: MIT
// Rows of one data type to rows of another, by Direct3D's conversion rules: float to integer
// truncates, saturates and maps NaN to 0; integers keep their low bits; floats round to nearest
// even, once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "weft/tensor.h"

namespace weft {

using ConvertRow = void (*)(std::byte* dst, const std::byte* src, int64_t count);

// For any two types of 8 bits or more.
ConvertRow ConverterFor(DataType dst, DataType src);

}  // namespace weft
