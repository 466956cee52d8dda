// SPDX-License-Identifier: MIT
// The arithmetic of normalizations. Statistics of a line are sums in float64, the variance in a
// second pass around the mean, so that a mean far from 0 costs no digits.
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
// The sum of |x| or x^2.
double SumOf(Norm norm, const float* line, int64_t count);
// (x - mean) * factor * scale + bias; without scale or bias where those are null.
void NormalizeLine(float* output, const float* line, int64_t count, double mean, double factor,
                   const float* scale = nullptr, const float* bias = nullptr);

// The same for rows of x, mean and factor (float64), scale, bias, and a last term to add.
RowFunction NormalizeRow();

// The same bits for a row whose elements share all parameters and have nothing to add.
struct RowParameters {
  double mean, factor;
  float scale, bias;
};
void NormalizeUniformRow(float* output, const float* row, int64_t count, const RowParameters& by);

}  // namespace weft
