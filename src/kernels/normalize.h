// SPDX-License-Identifier: MIT
// The arithmetic of normalizations. Statistics of a line are sums in float64, so exact that a mean
// far from 0 costs no digits; what is written computes in float32 with parameters prepared once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strided/row_function.h"

namespace weft {

// What a line is normalized by: (x - mean) * factor.
struct Statistics {
  double mean = 0;
  double factor = 1;
  double variance = 0;
};

enum class Norm : uint8_t { Absolute, Square };

// Lines are contiguous floats and need no alignment; an output may be the input. Long ones are cut
// by their length and go to several threads.
double MeanOf(const float* line, int64_t count);
// The mean of (x - mean)^2.
double VarianceOf(const float* line, int64_t count, double mean);
// Both, the mean in one reading with the variance where that costs no digits.
struct Moments {
  double mean, variance;
};
Moments MomentsOf(const float* line, int64_t count);
// The sum of |x| or x^2.
double SumOf(Norm norm, const float* line, int64_t count);
// (x - mean) * factor * scale + bias; without scale or bias where those are null.
void NormalizeLine(float* output, const float* line, int64_t count, double mean, double factor,
                   const float* scale = nullptr, const float* bias = nullptr);

// (x - mean) * factor * scale + bias, as float32 computes it:
//   (x - mean) * first * second + offset
// The offset has what the mean lost when it was rounded. The product of two factors stays in
// float32's range where one alone would leave it.
struct Affine {
  float mean, first, second, offset;
};
struct AffineRows {
  const float *mean, *first, *second, *offset;
};
// Prepares the parameters of `count` elements in `memory`, which has room for as many Affine.
AffineRows PrepareAffine(float* memory, int64_t count, const double* mean, const double* factor,
                         const float* scale, const float* bias);

// Rows of contiguous floats, which need no alignment; steps from one to the next are in bytes, but
// those of parameters in elements.
struct AffineTile {
  int64_t rows, columns;
  std::byte* output;
  int64_t output_row;
  const std::byte* input;
  int64_t input_row;
  const std::byte* add;  // one more term, or null
  int64_t add_row;
  AffineRows by;
  int64_t by_row;
  bool by_column;  // every column has parameters of its own; otherwise a row shares one of each
};
void NormalizeTile(const AffineTile& tile);
// The same bits for one row of x, the four parameters, and a last term to add.
RowFunction NormalizeRow();

}  // namespace weft
