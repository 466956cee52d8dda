// SPDX-License-Identifier: MIT
// REDUCE, ARGMIN, ARGMAX: the elements that go into each output are listed, in the order of their
// coordinates, and a function of the list is the answer. Integers are exact, modulo 2^64.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

inline Sizes ReducedSizes(Sizes sizes, const std::vector<uint32_t>& axes) {
  for (uint32_t axis : axes) sizes[int(axis)] = 1;
  return sizes;
}

// list[o]: the bits of the elements that become output o.
inline std::vector<std::vector<uint64_t>> ListsOf(const Dense& input,
                                                  const std::vector<uint32_t>& axes) {
  const Sizes sizes = ReducedSizes(input.sizes, axes);
  size_t outputs = 1;
  for (int64_t size : sizes) outputs *= size_t(size);
  std::vector<std::vector<uint64_t>> lists(outputs);
  size_t index = 0;
  ForEachCoordinate(input.sizes, [&](Coordinate at) {
    for (uint32_t axis : axes) at[axis] = 0;
    lists[size_t(IndexOf(sizes, at))].push_back(input.elements[index++]);
  });
  return lists;
}

// Whether a comes before b among minima; NaN comes last.
inline bool IsSmaller(const Number& a, const Number& b) {
  if (!a.is_float) return a.integer < b.integer;
  return a.real < b.real || (!std::isnan(a.real) && std::isnan(b.real));
}
inline bool IsBetter(const Number& a, const Number& b, bool smallest) {
  if (a.is_float && (std::isnan(a.real) || std::isnan(b.real))) return IsSmaller(a, b);
  return smallest ? IsSmaller(a, b) : IsSmaller(b, a);
}

inline size_t ArgOf(DataType type, const std::vector<uint64_t>& list, bool smallest, bool last) {
  size_t best = 0;
  for (size_t i = 1; i < list.size(); ++i) {
    const Number x = ValueOf(type, list[i]), y = ValueOf(type, list[best]);
    if (IsBetter(x, y, smallest) || (last && !IsBetter(y, x, smallest))) best = i;
  }
  return best;
}

inline Dense Arg(const Dense& input, const std::vector<uint32_t>& axes, DataType index_type,
                 bool smallest, bool last) {
  Dense output{index_type, ReducedSizes(input.sizes, axes), {}};
  for (const auto& list : ListsOf(input, axes))
    output.elements.push_back(ArgOf(input.type, list, smallest, last));
  return output;
}

// MIN, MAX. Of zeros the negative one is smaller.
inline Dense ExtremeOf(const Dense& input, const std::vector<uint32_t>& axes, bool smallest) {
  Dense output{input.type, ReducedSizes(input.sizes, axes), {}};
  for (const auto& list : ListsOf(input, axes)) {
    uint64_t best = list[0];
    for (uint64_t bits : list) {
      const Number x = ValueOf(input.type, bits), y = ValueOf(input.type, best);
      const bool zeros = x.is_float && x.real == 0 && y.real == 0;
      if (zeros ? std::signbit(x.real) == smallest : IsBetter(x, y, smallest)) best = bits;
    }
    output.elements.push_back(best);
  }
  return output;
}

inline uint64_t WrappedTerm(ReduceFunction function, const Number& number) {
  const uint64_t x = uint64_t(number.integer);
  if (function == ReduceFunction::SumSquare) return x * x;
  return function == ReduceFunction::L1 && number.integer < 0 ? -x : x;
}

// L1, SUM_SQUARE, MULTIPLY, SUM of integers.
inline Dense ReduceIntegers(ReduceFunction function, const Dense& input,
                            const std::vector<uint32_t>& axes) {
  Dense output{input.type, ReducedSizes(input.sizes, axes), {}};
  for (const auto& list : ListsOf(input, axes)) {
    uint64_t total = function == ReduceFunction::Multiply ? 1 : 0;
    for (uint64_t bits : list) {
      const uint64_t term = WrappedTerm(function, ValueOf(input.type, bits));
      total = function == ReduceFunction::Multiply ? total * term : total + term;
    }
    output.elements.push_back(BitsOf(input.type, {false, Integer(total), 0}));
  }
  return output;
}

// Every function of floats. A sum of n terms in float64 is off by n of its roundings of what has
// been added up by then, at most the sum of magnitudes; a product by n of its own roundings. Plain
// sums of long lists may add four terms in float32 first: two roundings of each. The exponential
// may be 4 float32 ULP off.
inline std::vector<Bounded> ReduceFloats(ReduceFunction function, const Dense& input,
                                         const std::vector<uint32_t>& axes) {
  using enum ReduceFunction;
  std::vector<Bounded> outputs;
  for (const auto& list : ListsOf(input, axes)) {
    const auto n = (long double)(list.size());
    long double total = function == Multiply ? 1 : 0, magnitudes = 0;
    for (uint64_t bits : list) {
      const long double x = ValueOf(input.type, bits).real;
      const long double term = function == L1                            ? std::fabs(x)
                               : function == L2 || function == SumSquare ? x * x
                               : function == LogSumExp                   ? std::exp(x)
                                                                         : x;
      total = function == Multiply ? total * term : total + term;
      magnitudes += std::fabs(term);
    }
    const bool is_plain =
        function == Sum || function == Average || function == L1 || function == LogSum;
    const long double first = is_plain && list.size() >= 160 ? 0x1p-23L : 0;
    const long double rounding = std::ldexp(n, -52) + first;
    const long double error = function == Multiply    ? rounding * std::fabs(total)
                              : function == LogSumExp ? (rounding + 0x1p-22L) * magnitudes
                                                      : rounding * magnitudes;
    switch (function) {
      case Average: outputs.push_back({total / n, error / n}); break;
      // The derivatives of the root and the logarithm, with room for the curvature.
      case L2:
        outputs.push_back({std::sqrt(total), total > 0 ? error / std::sqrt(total) : 0});
        break;
      case LogSum:
      case LogSumExp: outputs.push_back({std::log(total), 2 * error / std::fabs(total)}); break;
      default: outputs.push_back({total, error});
    }
    if (!std::isfinite(outputs.back().error)) outputs.back().error = 0;
  }
  return outputs;
}

}  // namespace weft::oracle
