// SPDX-License-Identifier: MIT
// Quantizing and back, element by element. A scale or zero point tensor is asked for the value of
// the block that a coordinate lies in, which covers one value for all and one for each.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "oracle/dense.h"

namespace weft::oracle {

inline Number InBlock(const Dense& values, const Sizes& sizes, Coordinate at) {
  for (int dim = 0; dim < sizes.rank(); ++dim)
    at[size_t(dim)] = at[size_t(dim)] / (sizes[dim] / values.sizes[dim]);
  return ValueOf(values.type, values.elements[size_t(IndexOf(values.sizes, at))]);
}

// The quotient is rounded to float first (double for integers), as division there is.
inline uint64_t QuantizeElement(const Number& x, long double scale, Integer zero_point,
                                DataType to) {
  long double quotient = x.is_float ? (long double)(float(x.real / scale))
                                    : (long double)(double((long double)(x.integer) / scale));
  if (std::isnan(quotient)) quotient = 0;
  const Integer range = Integer(1) << WidthOf(to);
  const Integer lowest = FormatOf(to).is_signed ? -range / 2 : 0;
  const long double sum = std::nearbyint(quotient) + (long double)(zero_point);
  const long double result =
      std::clamp(sum, (long double)(lowest), (long double)(lowest + range - 1));
  return BitsOf(to, {false, Integer(result), 0});
}

// The zero point without a tensor is `implied`.
inline Dense Quantize(const Dense& input, const Dense& scale, const Dense* zero_point,
                      Integer implied, DataType to) {
  Dense output{to, input.sizes, {}};
  ForEachCoordinate(input.sizes, [&](const Coordinate& at) {
    const Number x = ValueOf(input.type, input.elements[output.elements.size()]);
    const Integer zero = zero_point ? InBlock(*zero_point, input.sizes, at).integer : implied;
    output.elements.push_back(QuantizeElement(x, InBlock(scale, input.sizes, at).real, zero, to));
  });
  return output;
}

inline Dense Dequantize(const Dense& input, const Dense& scale, const Dense* zero_point,
                        Integer implied, DataType to) {
  Dense output{to, input.sizes, {}};
  ForEachCoordinate(input.sizes, [&](const Coordinate& at) {
    const Integer x = ValueOf(input.type, input.elements[output.elements.size()]).integer;
    const Integer zero = zero_point ? InBlock(*zero_point, input.sizes, at).integer : implied;
    const float product = float(x - zero) * float(InBlock(scale, input.sizes, at).real);
    output.elements.push_back(BitsOf(to, {true, 0, product}));
  });
  return output;
}

// In the order of the operator's inputs; an empty one is absent.
inline Dense QuantizedAdd(const std::vector<Dense>& in, DataType to) {
  Dense output{to, in[0].sizes, {}};
  ForEachCoordinate(in[0].sizes, [&](const Coordinate& at) {
    const size_t index = output.elements.size();
    const auto zero = [&](const Dense& points) {
      return points.elements.empty() ? Integer(0) : InBlock(points, in[0].sizes, at).integer;
    };
    const auto number = [&](size_t first) {
      const Integer x = ValueOf(in[first].type, in[first].elements[index]).integer;
      const Number scale = InBlock(in[first + 1], in[0].sizes, at);
      return float(x - zero(in[first + 2])) * float(scale.real);
    };
    volatile float a = number(0), b = number(3);  // volatile: nothing is fused
    const Number sum{true, 0, (long double)(float(a + b))};
    output.elements.push_back(
        QuantizeElement(sum, InBlock(in[6], in[0].sizes, at).real, zero(in[7]), to));
  });
  return output;
}

// Output, scale, zero point; the last two of the given sizes, which are all 1.
inline std::vector<Dense> DynamicQuantize(const Dense& input, DataType to, const Sizes& one) {
  float least = 0, greatest = 0;
  for (uint64_t bits : input.elements) {
    const float x = float(ValueOf(input.type, bits).real);
    if (std::isnan(x)) continue;
    least = std::min(least, x);
    greatest = std::max(greatest, x);
  }
  volatile float spread = greatest - least;
  float scale = spread / 255;
  if (std::isinf(scale)) scale = greatest / 255 - least / 255;
  if (scale == 0) scale = 1;
  const Number nothing{true, 0, -(long double)(least)};
  const Integer lowest = FormatOf(to).is_signed ? -128 : 0;
  // Rounding half to even after adding the lowest integer, which is even, changes nothing.
  const uint64_t zero_point =
      std::isnan(least / scale) ? 0 : QuantizeElement(nothing, scale, lowest, to);
  const Dense scales{DataType::Float32, one, {BitsOf(DataType::Float32, {true, 0, scale})}};
  const Dense zero_points{to, one, {zero_point}};
  return {Quantize(input, scales, &zero_points, 0, to), scales, zero_points};
}

}  // namespace weft::oracle
