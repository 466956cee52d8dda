// SPDX-License-Identifier: MIT
// Matrix products from the formula, element by element, with what float32 sums may be off.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "oracle/bounded.h"

namespace weft::oracle {

// The element at `at`, whose last two coordinates change places first where `transposed` says so.
inline long double MatrixElement(const Dense& matrix, Coordinate at, bool transposed = false) {
  const size_t rank = size_t(matrix.sizes.rank());
  if (transposed) std::swap(at[rank - 2], at[rank - 1]);
  return ValueOf(matrix.type, matrix.elements[size_t(IndexOf(matrix.sizes, at))]).real;
}

struct GemmFields {
  Sizes output;
  bool trans_a = false, trans_b = false;
  long double alpha = 1, beta = 0;
};

// Alpha * A * B + Beta * C; a C without elements is absent.
inline std::vector<Bounded> Gemm(const Dense& a, const Dense& b, const Dense& c,
                                 const GemmFields& fields) {
  const size_t row = size_t(a.sizes.rank()) - 2, column = row + 1;
  const int64_t depth = a.sizes[int(fields.trans_a ? row : column)];
  std::vector<Bounded> outputs;
  ForEachCoordinate(fields.output, [&](const Coordinate& at) {
    long double sum = 0, magnitude = 0;
    for (int64_t k = 0; k < depth; ++k) {
      Coordinate in_a = at, in_b = at;
      in_a[column] = in_b[row] = k;
      const long double term =
          MatrixElement(a, in_a, fields.trans_a) * MatrixElement(b, in_b, fields.trans_b);
      sum += term;
      magnitude += std::fabs(term);
    }
    const long double added = c.elements.empty() ? 0 : fields.beta * MatrixElement(c, at);
    Bounded output = {fields.alpha * sum + added, 0};
    magnitude = std::fabs(fields.alpha) * magnitude + std::fabs(added);
    if (std::isfinite(magnitude))
      output.error = magnitude * (long double)(depth + 3) * 0x1p-24L + 0x1p-140L;
    outputs.push_back(output);
  });
  return outputs;
}

}  // namespace weft::oracle
