// SPDX-License-Identifier: MIT
// A program that only converts elements to another type or layout: CAST and the identities.
#pragma once

#include "program/program.h"
#include "weft/tensor.h"

namespace weft {

// The types have 8 bits or more, or are equal.
Program ConvertProgram(const TensorDesc& output, const TensorDesc& input);

}  // namespace weft
