// SPDX-License-Identifier: MIT
// Softmax, its logarithm and hardmax over any axes, from the formulas.
#pragma once

#include <cmath>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/reduce.h"

namespace weft::oracle {

// The line of every element, in the order of the coordinates, as an index into ListsOf.
inline std::vector<size_t> LineOfEach(const Dense& input, const std::vector<uint32_t>& axes) {
  const Sizes sizes = ReducedSizes(input.sizes, axes);
  std::vector<size_t> lines;
  ForEachCoordinate(input.sizes, [&](Coordinate at) {
    for (uint32_t axis : axes) at[axis] = 0;
    lines.push_back(size_t(IndexOf(sizes, at)));
  });
  return lines;
}

// e^x / sum(e^x), or its logarithm. An exponential may be 4 float32 ULP off, its argument half an
// ULP, and a quotient has two more roundings; what is left of them in the logarithm is absolute,
// next to its own roundings.
inline std::vector<Bounded> Softmax(const Dense& input, const std::vector<uint32_t>& axes,
                                    bool log) {
  struct Line {
    long double largest = -HUGE_VALL, sum = 0;  // of e^(x - largest)
  };
  std::vector<Line> lines;
  for (const std::vector<uint64_t>& list : ListsOf(input, axes)) {
    Line line;
    for (uint64_t bits : list)
      line.largest = std::fmax(line.largest, ValueOf(input.type, bits).real);
    for (uint64_t bits : list) line.sum += std::exp(ValueOf(input.type, bits).real - line.largest);
    lines.push_back(line);
  }
  const std::vector<size_t> line_of_each = LineOfEach(input, axes);
  std::vector<Bounded> outputs;
  for (size_t i = 0; i < input.elements.size(); ++i) {
    const Line& line = lines[line_of_each[i]];
    const long double x = ValueOf(input.type, input.elements[i]).real - line.largest;
    const long double share = std::exp(x) / line.sum;
    Bounded output = {log ? x - std::log(line.sum) : share, 0};
    if (log && std::isfinite(x))
      output.error = 0x1p-21L + std::fabs(x) * 0x1p-22L;
    else if (!log && share > 0)
      output.error = share * (8 + std::fabs(x)) * 0x1p-24L + 0x1p-147L;
    if (std::isnan(line.sum)) output = {std::nanl(""), 0};
    outputs.push_back(output);
  }
  return outputs;
}

inline Dense Hardmax(const Dense& input, const std::vector<uint32_t>& axes) {
  std::vector<size_t> largest;
  for (const auto& list : ListsOf(input, axes))
    largest.push_back(ArgOf(input.type, list, false, false));
  Dense output{input.type, input.sizes, {}};
  std::vector<size_t> seen(largest.size(), 0);
  for (const size_t line : LineOfEach(input, axes))
    output.elements.push_back(BitsOf(input.type, {false, seen[line]++ == largest[line], 0}));
  return output;
}

}  // namespace weft::oracle
