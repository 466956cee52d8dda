// SPDX-License-Identifier: MIT
// An answer that is allowed an error: what a result should be, as exactly as long double tells, and
// how far from it a tensor's element may lie.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

struct Bounded {
  long double value = 0;
  long double error = 0;  // beyond the rounding to the element's type
};

// The distance of neighbouring elements of `type` at `value`.
inline long double UlpAt(DataType type, long double value) {
  const Format format = FormatOf(type);
  if (value == 0 || !std::isfinite(value)) return std::ldexp(1.0L, format.smallest_ulp);
  return std::ldexp(1.0L, std::max(std::ilogb(value) + 1 - format.precision, format.smallest_ulp));
}

// Empty when every element is within its bound, rounding included. NaN and infinities must be met;
// a value that rounds to infinity may, if it is near enough to the largest number, not do so.
inline std::string OutOfBounds(const Dense& got, const std::vector<Bounded>& want) {
  for (size_t i = 0; i < want.size(); ++i) {
    const long double value = want[i].value, error = want[i].error;
    const long double found = ValueOf(got.type, got.elements[i]).real;
    const auto stored = [&](long double x) {
      return ValueOf(got.type, BitsOf(got.type, {true, 0, x})).real;
    };
    const bool fits = std::isnan(value) ? std::isnan(found)
                      : std::isinf(value)
                          ? found == value
                          : found >= stored(value - error) && found <= stored(value + error);
    if (!fits)
      return "element " + std::to_string(i) + " is " + std::to_string(found) + " instead of " +
             std::to_string(value) + " +- " + std::to_string(error);
  }
  return "";
}

}  // namespace weft::oracle
