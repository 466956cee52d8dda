// SPDX-License-Identifier: MIT
// The arithmetic of normalizations. Statistics of a line are sums in float64, exact enough for a
// mean far from 0. Results are computed in float32 with parameters that are prepared once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strided/row_function.h"

namespace weft {

// A line is normalized to (x - mean) * factor.
struct Statistics {
  double mean = 0;
  double factor = 1;
  double variance = 0;
};

// Lines are contiguous floats and need no alignment. Long ones are cut into tasks by their length
// (base/line_tasks.h).
struct PowerSums {
  double plain = 0, squares = 0;  // of x and of x^2
};
PowerSums PowerSumsOf(const float* line, int64_t count);
// The mean of (x - mean)^2. Reads the line again if the mean is so far from 0 that the difference
// of the sums would lose digits.
double VarianceOf(const PowerSums& sums, const float* line, int64_t count);
double SumOfMagnitudesOf(const float* line, int64_t count);

// A scale and a bias for each element of a line, or one of both for all. Absent ones are null.
struct LineParameters {
  const float *scale = nullptr, *bias = nullptr;
  bool for_all = false;
};
// Writes (x - mean) * factor * scale + bias. The output may be the line. Returns the sums of
// `next`, a line of the same length, unless that is null.
struct LineToWrite {
  float* output;
  const float* line;
  int64_t count;
  LineParameters by = {};
};
PowerSums NormalizeLine(const LineToWrite& to, double mean, double factor,
                        const float* next = nullptr);

// (x - mean) * factor * scale + bias, as float32 computes it:
//   (x - mean) * first * second + offset
// The offset includes the rounding error of the mean. Two factors, because their product may exceed
// the range of float32 while the result does not.
struct Affine {
  float mean, first, second, offset;
};
struct AffineRows {
  const float *mean, *first, *second, *offset;
};
// Prepares the parameters of `count` elements in `memory`, which has room for as many Affine.
AffineRows PrepareAffine(float* memory, int64_t count, const double* mean, const double* factor,
                         const float* scale, const float* bias);

// Rows of contiguous floats, which need no alignment. Steps from one row to the next are in bytes,
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
  bool by_column;  // each column has its own parameters; otherwise a row has one of each
};
void NormalizeTile(const AffineTile& tile);
// A row function with the same bits: of x, the four parameters, and a last term to add.
RowFunction NormalizeRow();

}  // namespace weft
