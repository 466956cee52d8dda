// SPDX-License-Identifier: MIT
// The sums of a filter, for the best instruction set: vectors across lines for one output after the
// other, or vectors of outputs along a contiguous line. Both multiply and add the terms of an
// output in the same order and round equally, so layouts change no bit.
#pragma once

#include <cstdint>

#include "ops/resampling/filter_line.h"

namespace weft {

struct FilterSums {
  // output[o * output_step + lane] for begin <= o < end, which starts at `output`, is the sum of
  // weight * input[(index - first) * input_step + lane].
  void (*sum_rows)(float* output, int64_t output_step, const float* input, int64_t input_step,
                   const Filter& filter, const FilterSpan& span, int64_t lanes);
  // For `lines` lines at the given steps; `output` points to output span.begin of the first one,
  // `input` to its element span.first.
  void (*sum_lines)(float* output, int64_t output_step, const float* input, int64_t input_step,
                    int64_t lines, const Filter& filter, const FilterLine& line);
  int64_t wide;  // lanes of the vectors that lines are planned for
};

const FilterSums& BestFilterSums();

}  // namespace weft
