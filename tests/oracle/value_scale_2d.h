// SPDX-License-Identifier: MIT
// VALUE_SCALE_2D: Scale * x + Bias[channel], the product and the sum rounded to float one after the
// other, then to the tensor's type.
#pragma once

#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense ValueScale2D(const Dense& input, float scale, const std::vector<float>& bias) {
  Dense output{input.type, input.sizes, {}};
  size_t index = 0;
  ForEachCoordinate(input.sizes, [&](const Coordinate& at) {
    const float x = float(ValueOf(input.type, input.elements[index++]).real);
    // volatile keeps a compiler from fusing the two roundings into one.
    volatile float product = scale * x;
    volatile float sum = product + bias[size_t(at[1])];
    output.elements.push_back(BitsOf(input.type, {true, 0, (long double)(sum)}));
  });
  return output;
}

}  // namespace weft::oracle
