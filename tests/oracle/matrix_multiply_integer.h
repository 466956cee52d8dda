// SPDX-License-Identifier: MIT
// Products of integers less their zero points, element by element in 128 bits, so that nothing
// rounds or wraps before the end.
#pragma once

#include <cmath>
#include <vector>

#include "oracle/bounded.h"

namespace weft::oracle {

// A matrix with scales and zero points, one for all or one for each row or column; those without
// elements are absent.
struct QuantizedMatrix {
  const Dense& codes;
  const Dense& zeros;
};

// The number for index `i` of the rows or columns.
inline Number NumberFor(const Dense& numbers, int64_t i) {
  return ValueOf(numbers.type, numbers.elements[numbers.elements.size() == 1 ? 0 : size_t(i)]);
}

inline Integer DifferenceAt(const QuantizedMatrix& matrix, const Coordinate& at, int64_t i) {
  const Integer zero = matrix.zeros.elements.empty() ? 0 : NumberFor(matrix.zeros, i).integer;
  const size_t index = size_t(IndexOf(matrix.codes.sizes, at));
  return ValueOf(matrix.codes.type, matrix.codes.elements[index]).integer - zero;
}

// visit(row, column, sum, sum of magnitudes) for each element of the product.
template <class Visit>
void ForEachProduct(const Sizes& output, const QuantizedMatrix& a, const QuantizedMatrix& b,
                    const Visit& visit) {
  const size_t row = size_t(output.rank()) - 2, column = row + 1;
  ForEachCoordinate(output, [&](const Coordinate& at) {
    Integer sum = 0, magnitude = 0;
    for (int64_t k = 0; k < a.codes.sizes[int(column)]; ++k) {
      Coordinate in_a = at, in_b = at;
      in_a[column] = in_b[row] = k;
      const Integer term = DifferenceAt(a, in_a, at[row]) * DifferenceAt(b, in_b, at[column]);
      sum += term;
      magnitude += term < 0 ? -term : term;
    }
    visit(at[row], at[column], sum, magnitude);
  });
}

inline Dense MatrixMultiplyInteger(const Sizes& output, const QuantizedMatrix& a,
                                   const QuantizedMatrix& b) {
  Dense result{DataType::Int32, output, {}};
  ForEachProduct(output, a, b, [&](int64_t, int64_t, Integer sum, Integer) {
    result.elements.push_back(BitsOf(DataType::Int32, {false, sum, 0}));
  });
  return result;
}

// `in` in the order of QUANTIZED_LINEAR_MATRIX_MULTIPLY's inputs.
inline Dense QuantizedLinearMatrixMultiply(DataType type, const Sizes& output,
                                           const std::vector<Dense>& in) {
  Dense result{type, output, {}};
  const bool is_signed = FormatOf(type).is_signed;
  ForEachProduct(output, {in[0], in[2]}, {in[3], in[5]},
                 [&](int64_t row, int64_t column, Integer sum, Integer) {
                   const long double real = (long double)(sum)*NumberFor(in[1], row).real *
                                            NumberFor(in[4], column).real /
                                            NumberFor(in[6], row).real;
                   const Integer zero = in[7].elements.empty() ? 0 : NumberFor(in[7], row).integer;
                   const long double code = std::nearbyint(real) + (long double)(zero);
                   const long double low = is_signed ? -128 : 0;
                   result.elements.push_back(
                       BitsOf(type, {true, 0, std::fmin(std::fmax(code, low), low + 255)}));
                 });
  return result;
}

// `in` in the order of MATRIX_MULTIPLY_INTEGER_TO_FLOAT's inputs.
inline std::vector<Bounded> MatrixMultiplyIntegerToFloat(const Sizes& output,
                                                         const std::vector<Dense>& in) {
  std::vector<Bounded> result;
  const long double depth = (long double)(in[0].sizes[in[0].sizes.rank() - 1]);
  ForEachProduct(
      output, {in[0], in[2]}, {in[3], in[5]},
      [&](int64_t row, int64_t column, Integer sum, Integer magnitude) {
        const long double scale = NumberFor(in[1], row).real * NumberFor(in[4], column).real;
        const long double bias =
            in[6].elements.empty() ? 0 : ValueOf(in[6].type, in[6].elements[result.size()]).real;
        result.push_back({(long double)(sum)*scale + bias,
                          (std::fabs((long double)(magnitude)*scale) + std::fabs(bias)) *
                              (depth + 4) * 0x1p-24L});
      });
  return result;
}

}  // namespace weft::oracle
