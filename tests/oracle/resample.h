// SPDX-License-Identifier: MIT
// RESAMPLE and its gradient: which elements of the input one output is made of, and with what
// weights, over all dimensions at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"

namespace weft::oracle {

enum class Rounding { HalfUp, Down, Up };

struct ResampleRule {
  bool linear = false;
  Rounding rounding = Rounding::HalfUp;
  std::vector<float> scales, input_offsets, output_offsets;
  bool antialiased = false;

  using Weights = std::vector<std::pair<int64_t, long double>>;

  Weights Along(size_t d, int64_t o, int64_t size) const {
    const auto edge = [&](long double i) {
      return int64_t(std::clamp<long double>(i, 0, (long double)(size - 1)));
    };
    if (!linear) {  // the position is a float32, as the fields are
      const float at = (float(o) - output_offsets[d]) / scales[d] - input_offsets[d];
      return {{edge(rounding == Rounding::Up     ? std::ceil(at)
                    : rounding == Rounding::Down ? std::floor(at)
                                                 : std::floor(at + 0.5f)),
               1}};
    }
    const long double at = ((long double)(o)-output_offsets[d]) / scales[d] - input_offsets[d];
    const long double width = antialiased ? std::max(1.0L, 1 / (long double)(scales[d])) : 1;
    Weights weights;
    if (width > 1) {
      long double sum = 0;
      for (int64_t i = 0; i < size; ++i)
        if (const long double weight = 1 - std::fabs(i - at) / width; weight > 0)
          weights.push_back({i, weight}), sum += weight;
      for (auto& [index, weight] : weights) weight /= sum;
      if (!weights.empty()) return weights;
    }
    const long double below = std::floor(at);
    return {{edge(below), 1 - (at - below)}, {edge(below + 1), at - below}};
  }

  // The terms of the output at a coordinate: row-major index and weight.
  Weights TermsOf(const Coordinate& at, const Sizes& input) const {
    Weights terms = {{0, 1}};
    for (size_t d = 0; d < scales.size(); ++d) {
      Weights longer;
      for (const auto& [index, weight] : terms)
        for (const auto& [i, w] : Along(d, at[d], input[int(d)]))
          if (w != 0) longer.push_back({index * input[int(d)] + i, weight * w});
      terms = longer;
    }
    return terms;
  }
};

// A weight and each sum are rounded in every dimension.
constexpr long double kResampleRounding = 0x1p-24L;

inline std::vector<Bounded> Resampled(const Dense& input, const Sizes& output,
                                      const ResampleRule& rule) {
  std::vector<Bounded> results;
  ForEachCoordinate(output, [&](const Coordinate& at) {
    Bounded result;
    const auto terms = rule.TermsOf(at, input.sizes);
    for (const auto& [index, weight] : terms) {
      const Number number = ValueOf(input.type, input.elements[size_t(index)]);
      const long double x = number.is_float ? number.real : (long double)(number.integer);
      result.value += weight * x;
      result.error += weight * std::fabs(x);
    }
    result.error *= kResampleRounding * (12 + (long double)(terms.size()));
    results.push_back(result);
  });
  return results;
}

inline std::vector<Bounded> ResampledGradient(const Dense& gradient, const Sizes& sizes,
                                              const ResampleRule& rule) {
  size_t count = 1, index = 0;
  for (const int64_t size : sizes) count *= size_t(size);
  std::vector<Bounded> sums(count);
  std::vector<long double> terms(count);
  ForEachCoordinate(gradient.sizes, [&](const Coordinate& at) {
    const long double g = ValueOf(gradient.type, gradient.elements[index++]).real;
    for (const auto& [i, weight] : rule.TermsOf(at, sizes)) {
      sums[size_t(i)].value += weight * g;
      sums[size_t(i)].error += weight * std::fabs(g);
      ++terms[size_t(i)];
    }
  });
  for (size_t i = 0; i < count; ++i) sums[i].error *= kResampleRounding * (12 + terms[i]);
  return sums;
}

}  // namespace weft::oracle
