// SPDX-License-Identifier: MIT
// CUMULATIVE_SUMMATION, CUMULATIVE_PRODUCT: every element anew from all that come before it.
#pragma once

#include <cmath>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"

namespace weft::oracle {

struct Cumulation {
  bool product = false;
  int axis = 0;
  bool backwards = false;
  bool exclusive = false;
};

// visit(bits of the elements that output element `at` combines), for each in order.
template <class Visit>
void ForEachPrefix(const Dense& input, const Cumulation& how, const Visit& visit) {
  ForEachCoordinate(input.sizes, [&](Coordinate at) {
    const int64_t place = at[size_t(how.axis)], end = input.sizes[how.axis];
    std::vector<uint64_t> prefix;
    for (int64_t i = how.backwards ? end - 1 : 0; i >= 0 && i < end; how.backwards ? --i : ++i) {
      if (i == place && how.exclusive) break;
      at[size_t(how.axis)] = i;
      prefix.push_back(input.elements[size_t(IndexOf(input.sizes, at))]);
      if (i == place) break;
    }
    visit(prefix);
  });
}

inline Dense CumulateIntegers(const Dense& input, const Cumulation& how) {
  Dense output{input.type, input.sizes, {}};
  ForEachPrefix(input, how, [&](const std::vector<uint64_t>& prefix) {
    uint64_t total = how.product ? 1 : 0;
    for (uint64_t bits : prefix) {
      const uint64_t x = uint64_t(ValueOf(input.type, bits).integer);
      total = how.product ? total * x : total + x;
    }
    output.elements.push_back(BitsOf(input.type, {false, Integer(total), 0}));
  });
  return output;
}

// n roundings of float64, as for REDUCE.
inline std::vector<Bounded> CumulateFloats(const Dense& input, const Cumulation& how) {
  std::vector<Bounded> outputs;
  ForEachPrefix(input, how, [&](const std::vector<uint64_t>& prefix) {
    long double total = how.product ? 1 : 0, magnitudes = 0;
    for (uint64_t bits : prefix) {
      const long double x = ValueOf(input.type, bits).real;
      total = how.product ? total * x : total + x;
      magnitudes += std::fabs(x);
    }
    const long double scale = how.product ? std::fabs(total) : magnitudes;
    const long double error = scale * std::ldexp((long double)(prefix.size()), -52);
    outputs.push_back({total, std::isfinite(error) ? error : 0});
  });
  return outputs;
}

}  // namespace weft::oracle
