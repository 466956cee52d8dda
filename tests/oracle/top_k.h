// SPDX-License-Identifier: MIT
// TOP_K: each line sorted as a whole by what its elements are worth, NaN above everything; a stable
// sort keeps equal ones in the order of their indices.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

struct TopKOutputs {
  Dense values, indices;
};

inline bool IsLess(const Number& a, const Number& b) {
  if (!a.is_float) return a.integer < b.integer;
  if (std::isnan(a.real) || std::isnan(b.real)) return !std::isnan(a.real) && std::isnan(b.real);
  return a.real < b.real;
}

inline TopKOutputs TopK(const Dense& input, DataType index_type, int axis, int64_t k,
                        bool smallest) {
  Sizes sizes = input.sizes;
  sizes[axis] = k;
  TopKOutputs outputs = {{input.type, sizes, {}}, {index_type, sizes, {}}};
  ForEachCoordinate(sizes, [&](Coordinate at) {
    const int64_t wanted = at[size_t(axis)];
    const auto bits = [&](int64_t i) {
      at[size_t(axis)] = i;
      return input.elements[size_t(IndexOf(input.sizes, at))];
    };
    std::vector<int64_t> order;
    for (int64_t i = 0; i < input.sizes[axis]; ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      const Number x = ValueOf(input.type, bits(a)), y = ValueOf(input.type, bits(b));
      return smallest ? IsLess(x, y) : IsLess(y, x);
    });
    outputs.values.elements.push_back(bits(order[size_t(wanted)]));
    outputs.indices.elements.push_back(uint64_t(order[size_t(wanted)]));
  });
  return outputs;
}

}  // namespace weft::oracle
