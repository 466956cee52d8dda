// SPDX-License-Identifier: MIT
// Filters along dimensions of float32 tensors that have equal sizes in the others: FilterPass along
// one, in any layout; FilterPlane along two in one pass, if the elements or pixels of the second
// one are contiguous. It sums rows into the first-level cache, and their columns from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ops/resampling/filter_sums.h"
#include "program/candidate.h"
#include "strided/loop_nest.h"
#include "weft/tensor.h"

namespace weft {

// The operands: the output, the input, and the index of outputs along the axis.
struct FilterLoops {
  enum Operand { kOutput, kInput, kPosition };
  LoopNest<3> nest;
  double work_bytes = 0;
};

struct FilterAxis {
  int dim;
  std::shared_ptr<const Filter> filter;
};

class FilterPass {
 public:
  FilterPass(const Layout& output, const Layout& input, const FilterAxis& axis);
  void Run(std::byte* output, const std::byte* input) const;

 private:
  std::shared_ptr<const Filter> filter_;
  std::shared_ptr<const FilterLine> line_;      // null if the lanes are along another dimension
  FilterLoops loops_;                           // the last one is the axis, except for lines
  const FilterSums* sums_ = &BestFilterSums();  // that line_ is planned for
  int64_t output_step_ = 0, input_step_ = 0, lanes_ = 1;
};

class FilterPlane {
 public:
  // Why it refuses to filter along `rows` and then along `columns`, if it does.
  static Refusal Refuses(const Layout& output, const Layout& input, const FilterAxis& rows,
                         const FilterAxis& columns);
  // For problems that it does not refuse.
  FilterPlane(const Layout& output, const Layout& input, const FilterAxis& rows,
              const FilterAxis& columns);
  void Run(std::byte* output, const std::byte* input) const;

 private:
  void CutColumns();
  void RunRows(float* output, const float* input, int64_t begin, int64_t count) const;

  std::shared_ptr<const Filter> rows_, columns_;
  std::shared_ptr<const std::vector<FilterLine>> blocks_;  // of columns, one after the other
  FilterLoops loops_;
  const FilterSums* sums_ = &BestFilterSums();  // that blocks_ are planned for
  int64_t row_step_ = 0;                        // of the input
  int64_t output_row_ = 0, output_column_ = 0;
  int64_t lanes_ = 1;  // of a pixel
};

}  // namespace weft
