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

// Lines are contiguous floats and need no alignment. Long ones are cut by their length and go to
// several threads.
struct PowerSums {
  double plain = 0, squares = 0;  // of x and of x^2
};
PowerSums PowerSumsOf(const float* line, int64_t count);
// The mean of (x - mean)^2. Reads the line again where the mean is so far from 0 that the sums
// alone would cost digits.
double VarianceOf(const PowerSums& sums, const float* line, int64_t count);
double SumOfMagnitudesOf(const float* line, int64_t count);

// Writes (x - mean) * factor * scale + bias; without scale or bias where those are null. The output
// may be the line. Returns the sums of `next`, if that is not null, a line as long.
struct LineToWrite {
  float* output;
  const float* line;
  int64_t count;
  const float *scale = nullptr, *bias = nullptr;
};
PowerSums NormalizeLine(const LineToWrite& to, double mean, double factor,
                        const float* next = nullptr);

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
