// SPDX-License-Identifier: MIT
// ELEMENT_WISE_IDENTITY: bits moved as they are, or x * Scale + Bias with the product and the sum
// rounded one after the other in the type that computes: float for FLOAT16 and FLOAT32, double for
// FLOAT64 and integers of up to 32 bits, long double for 64-bit integers. Integers come back by
// CAST's rule for floats.
#pragma once

#include <optional>

#include "oracle/dense.h"
#include "weft/operator.h"

namespace weft::oracle {

template <class Float>
Float MultiplyAdd(long double x, const ScaleBias& scale_bias) {
  // volatile keeps a compiler from fusing the two roundings into one.
  volatile Float product = Float(x) * Float(scale_bias.scale);
  volatile Float sum = product + Float(scale_bias.bias);
  return sum;
}

inline uint64_t Identity(DataType type, uint64_t bits, const ScaleBias& scale_bias) {
  const Number number = ValueOf(type, bits);
  const long double x = number.is_float ? number.real : (long double)(number.integer);
  long double result;
  if (type == DataType::Float16 || type == DataType::Float32)
    result = MultiplyAdd<float>(x, scale_bias);
  else if (type == DataType::Int64 || type == DataType::UInt64)
    result = MultiplyAdd<long double>(x, scale_bias);
  else
    result = MultiplyAdd<double>(x, scale_bias);
  return BitsOf(type, {true, 0, result});
}

inline Dense Identity(Dense tensor, const std::optional<ScaleBias>& scale_bias) {
  if (scale_bias)
    for (uint64_t& bits : tensor.elements) bits = Identity(tensor.type, bits, *scale_bias);
  return tensor;
}

}  // namespace weft::oracle
