// SPDX-License-Identifier: MIT
// Elements in another type or at another place, and nothing else: CAST and the identities.
#pragma once

#include "program/program.h"
#include "weft/tensor.h"

namespace weft {

// For types of 8 bits or more, or equal ones.
Program ConvertProgram(const TensorDesc& output, const TensorDesc& input);

}  // namespace weft
