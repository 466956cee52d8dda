// SPDX-License-Identifier: MIT
// How far an element is from the exact answer, in units of the last place of the answer.
#pragma once

#include <algorithm>
#include <cmath>

#include "oracle/element.h"

namespace weft::oracle {

// 0.5 at most where the element is the nearest there is; infinity where it is wrong altogether (NaN
// instead of a number, another sign of an infinity). The sign of a zero is not looked at.
inline double UlpError(DataType type, long double got, long double want) {
  const Format format = FormatOf(type);
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) == std::isnan(want) ? 0 : HUGE_VAL;
  if (std::isinf(want)) return got == want ? 0 : HUGE_VAL;
  // An infinity stands where the next number would, if there were one.
  const long double end = type == DataType::Float16   ? 0x1p16L
                          : type == DataType::Float32 ? 0x1p128L
                                                      : std::ldexp(1.0L, 1024);
  got = std::clamp(got, -end, end);
  want = std::clamp(want, -end, end);
  if (got == want) return 0;
  int exponent = format.smallest_ulp;
  if (want != 0) std::frexp(want, &exponent);
  const int ulp = std::max(exponent - format.precision, format.smallest_ulp);
  return double(std::fabs(std::ldexp(got, -ulp) - std::ldexp(want, -ulp)));
}

}  // namespace weft::oracle
