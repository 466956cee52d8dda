// SPDX-License-Identifier: MIT
// CAST: the exact value of each element, converted once (the rules are BitsOf's).
#pragma once

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense Cast(const Dense& input, DataType to) {
  Dense output{to, input.sizes, {}};
  output.elements.reserve(input.elements.size());
  for (uint64_t bits : input.elements)
    output.elements.push_back(BitsOf(to, ValueOf(input.type, bits)));
  return output;
}

}  // namespace weft::oracle
