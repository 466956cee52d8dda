// SPDX-License-Identifier: MIT
// The steps of a unary row: up to four loops over a block of elements in the first-level cache.
// Kernel files define the steps, unary.cpp combines them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strided/convert.h"
#include "weft/operator.h"
#include "weft/operators.h"

namespace weft {

struct UnaryParameters;
// output[i] = f(input[i]); the output may be the input.
using UnaryStep = void (*)(std::byte* output, const std::byte* input, int64_t count,
                           const UnaryParameters& parameters);

struct UnaryParameters {
  ConvertRow widen = nullptr;  // FLOAT16 only
  UnaryStep scale = nullptr;   // x * Scale + Bias; null without a ScaleBias
  UnaryStep run = nullptr;     // null for the identity
  UnaryStep stream = nullptr;  // the same, written past the cache; may be null
  ConvertRow narrow = nullptr;
  ScaleBias scale_bias = {};
  float number[2] = {};   // the operator's parameters
  uint64_t bits[2] = {};  // the same as elements of the tensor's type
};

// The functions of unary_table.h.
UnaryStep FloatStep(OperatorType type);
UnaryStep FloatStreamStep(OperatorType type);
UnaryStep FloatScaleStep();
UnaryStep IntegerStep(OperatorType type, DataType data_type);
// For integers and FLOAT64.
UnaryStep NumberScaleStep(DataType data_type);

}  // namespace weft
