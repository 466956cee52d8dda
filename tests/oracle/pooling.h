// SPDX-License-Identifier: MIT
// Pooling and its gradients: for each window the row-major indices of its elements are listed,
// those outside the input left out, and a function of the list is the answer.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"
#include "oracle/reduce.h"

namespace weft::oracle {

struct PoolWindows {
  std::vector<uint32_t> size, strides, dilations, start, end;

  long double Volume() const {
    long double volume = 1;
    for (const uint32_t length : size) volume *= length;
    return volume;
  }
  Sizes OutputOf(Sizes input) const {
    for (size_t d = 0; d < size.size(); ++d) {
      int64_t& length = input[int(d) + 2];
      length =
          (length + start[d] + end[d] - (int64_t(size[d]) - 1) * dilations[d] - 1) / strides[d] + 1;
    }
    return input;
  }
  // list[o]: the elements under the window of output o.
  std::vector<std::vector<size_t>> ListsOf(const Sizes& input, const Sizes& output) const {
    std::vector<std::vector<size_t>> lists;
    Sizes window = {1, 1};
    for (const uint32_t length : size) window.push_back(length);
    ForEachCoordinate(output, [&](const Coordinate& at) {
      lists.emplace_back();
      ForEachCoordinate(window, [&](const Coordinate& k) {
        Coordinate from = at;
        bool inside = true;
        for (size_t d = 0; d < size.size(); ++d) {
          from[d + 2] = at[d + 2] * strides[d] + k[d + 2] * dilations[d] - int64_t(start[d]);
          inside = inside && from[d + 2] >= 0 && from[d + 2] < input[int(d) + 2];
        }
        if (inside) lists.back().push_back(size_t(IndexOf(input, from)));
      });
    });
    return lists;
  }
};

// A float32 is within a few of its roundings of this; sums are made in float64.
inline std::vector<Bounded> Mean(const Dense& input, const Sizes& output,
                                 const PoolWindows& windows, bool include_padding) {
  std::vector<Bounded> means;
  for (const auto& list : windows.ListsOf(input.sizes, output)) {
    long double sum = 0, magnitudes = 0;
    for (const size_t i : list) {
      const long double x = ValueOf(input.type, input.elements[i]).real;
      sum += x, magnitudes += std::fabs(x);
    }
    const long double divisor = include_padding ? windows.Volume() : (long double)(list.size());
    if (list.empty())
      means.push_back({0, 0});
    else
      means.push_back({sum / divisor, 0x1p-24L * std::fabs(sum / divisor) +
                                          0x1p-45L * magnitudes / divisor + 0x1p-150L});
    if (!std::isfinite(means.back().error)) means.back().error = 0;
  }
  return means;
}

inline std::vector<Bounded> Norm(const Dense& input, const Sizes& output,
                                 const PoolWindows& windows, uint32_t p) {
  std::vector<Bounded> norms;
  for (const auto& list : windows.ListsOf(input.sizes, output)) {
    long double sum = 0;
    for (const size_t i : list)
      sum += std::pow(std::fabs(ValueOf(input.type, input.elements[i]).real), (long double)(p));
    const long double norm = std::pow(sum, 1.0L / p);
    norms.push_back({norm, 0x1p-23L * norm + 0x1p-150L});
    if (!std::isfinite(norms.back().error)) norms.back().error = 0;
  }
  return norms;
}

// Values and indices. The lowest number and 2^32 - 1 where there is no element.
struct Largest {
  Dense values, indices;
};
inline Largest LargestOf(const Dense& input, const Sizes& output, const PoolWindows& windows,
                         DataType index_type) {
  Largest largest = {{input.type, output, {}}, {index_type, output, {}}};
  const Format format = FormatOf(input.type);
  const Number lowest = format.is_float ? Number{true, 0, -HUGE_VALL}
                        : format.is_signed
                            ? Number{false, -(Integer(1) << (8 * format.bytes - 1)), 0}
                            : Number{};
  const auto better = [&](size_t a, size_t b) {
    const Number x = ValueOf(input.type, input.elements[a]);
    const Number y = ValueOf(input.type, input.elements[b]);
    if (x.is_float && x.real == 0 && y.real == 0)
      return std::signbit(y.real) > std::signbit(x.real);
    return IsBetter(x, y, false);
  };
  for (const auto& list : windows.ListsOf(input.sizes, output)) {
    if (list.empty()) {
      largest.values.elements.push_back(BitsOf(input.type, lowest));
      largest.indices.elements.push_back(0xFFFFFFFF);
      continue;
    }
    size_t best = list[0];
    for (const size_t i : list)
      if (better(i, best)) best = i;
    const uint64_t bits = input.elements[best];
    largest.values.elements.push_back(
        IsNan(input.type, bits) ? BitsOf(input.type, {true, 0, std::nanl("")}) : bits);
    largest.indices.elements.push_back(best);
  }
  return largest;
}

inline std::vector<Bounded> Added(const Dense& gradient, const Sizes& sizes,
                                  const std::vector<std::vector<size_t>>& lists,
                                  const std::vector<long double>& divisors, long double roundings) {
  size_t count = 1;
  for (const int64_t size : sizes) count *= size_t(size);
  std::vector<Bounded> sums(count);
  for (size_t o = 0; o < lists.size(); ++o) {
    const long double g = ValueOf(gradient.type, gradient.elements[o]).real / divisors[o];
    for (const size_t i : lists[o]) sums[i].value += g, sums[i].error += std::fabs(g);
  }
  for (Bounded& sum : sums) sum.error *= 0x1p-24L * roundings;
  return sums;
}

inline std::vector<Bounded> MeanGradient(const Dense& gradient, const Sizes& sizes,
                                         const PoolWindows& windows, bool include_padding) {
  const auto lists = windows.ListsOf(sizes, gradient.sizes);
  std::vector<long double> divisors;
  for (const auto& list : lists)
    divisors.push_back(include_padding ? windows.Volume() : (long double)(list.size()));
  return Added(gradient, sizes, lists, divisors, 16 + windows.Volume());
}

inline std::vector<Bounded> LargestGradient(const Dense& input, const Dense& gradient,
                                            const PoolWindows& windows) {
  const Dense indices = LargestOf(input, gradient.sizes, windows, DataType::UInt32).indices;
  std::vector<std::vector<size_t>> lists;
  for (const uint64_t index : indices.elements)
    lists.push_back(index == 0xFFFFFFFF ? std::vector<size_t>() : std::vector<size_t>{index});
  return Added(gradient, input.sizes, lists, std::vector<long double>(lists.size(), 1),
               4 + windows.Volume());
}

}  // namespace weft::oracle
