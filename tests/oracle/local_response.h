// SPDX-License-Identifier: MIT
// LOCAL_RESPONSE_NORMALIZATION and its gradient, the sum over each element's neighbours term by
// term. The gradient comes from the definition: every output that depends on an element gives its
// share.
#pragma once

#include <cmath>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"

namespace weft::oracle {

struct LocalResponse {
  bool across;  // channels
  int64_t size;
  long double alpha, beta, bias;

  bool IsNeighbour(const Coordinate& of, const Coordinate& other) const {
    const auto near = [&](size_t dim) {
      const int64_t distance = other[dim] - of[dim], before = (size - 1) / 2;
      return distance >= -before && distance <= size - 1 - before;
    };
    if (of[0] != other[0]) return false;
    if (across) return near(1) && of[2] == other[2] && of[3] == other[3];
    return of[1] == other[1] && near(2) && near(3);
  }
};

inline std::vector<Coordinate> CoordinatesOf(const Sizes& sizes) {
  std::vector<Coordinate> all;
  ForEachCoordinate(sizes, [&](const Coordinate& at) { all.push_back(at); });
  return all;
}

inline std::vector<long double> ResponseBases(const Dense& input, const LocalResponse& by) {
  const std::vector<Coordinate> all = CoordinatesOf(input.sizes);
  std::vector<long double> bases;
  for (const Coordinate& of : all) {
    long double sum = 0;
    for (size_t j = 0; j < all.size(); ++j)
      if (by.IsNeighbour(of, all[j]))
        sum += std::pow(ValueOf(input.type, input.elements[j]).real, 2.0L);
    bases.push_back(by.bias + by.alpha / (long double)(by.size) * sum);
  }
  return bases;
}

inline std::vector<Bounded> Respond(const Dense& input, const LocalResponse& by) {
  const std::vector<long double> bases = ResponseBases(input, by);
  std::vector<Bounded> outputs;
  for (size_t i = 0; i < bases.size(); ++i) {
    const long double x = ValueOf(input.type, input.elements[i]).real;
    const long double value = x / std::pow(bases[i], by.beta);
    outputs.push_back({value, std::fabs(value) * 16 * 0x1p-23L});
  }
  return outputs;
}

inline std::vector<Bounded> RespondBack(const Dense& input, const Dense& gradient,
                                        const LocalResponse& by) {
  const std::vector<Coordinate> all = CoordinatesOf(input.sizes);
  const std::vector<long double> bases = ResponseBases(input, by);
  const auto x = [&](size_t i) { return ValueOf(input.type, input.elements[i]).real; };
  const auto g = [&](size_t i) { return ValueOf(gradient.type, gradient.elements[i]).real; };
  std::vector<Bounded> outputs;
  for (size_t i = 0; i < all.size(); ++i) {
    long double value = g(i) / std::pow(bases[i], by.beta), size = std::fabs(value);
    for (size_t j = 0; j < all.size(); ++j) {
      if (!by.IsNeighbour(all[j], all[i])) continue;
      // d (x_j / base_j^beta) / d base_j * d base_j / d x_i
      const long double term = g(j) * x(j) * -by.beta / std::pow(bases[j], by.beta + 1) *
                               (by.alpha / (long double)(by.size) * 2 * x(i));
      value += term;
      size += std::fabs(term);
    }
    outputs.push_back({value, size * 16 * 0x1p-23L});
  }
  return outputs;
}

}  // namespace weft::oracle
