// SPDX-License-Identifier: MIT
// Linear maps along dimensions of float32 tensors that are alike in the others: LinearPass along
// one, in any layout; LinearPlane along two in one go, where the second one's elements lie next to
// each other, or its pixels do. It sums rows into the first-level cache and goes on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ops/resampling/filter_sums.h"
#include "strided/loop_nest.h"
#include "weft/tensor.h"

namespace weft {

// Of the output, the input, and outputs along the axis that is walked.
struct LinearLoops {
  enum Operand { kOutput, kInput, kPosition };
  LoopNest<3> nest;
  double work_bytes = 0;
};

class LinearPass {
 public:
  LinearPass(const Layout& output, const Layout& input, int axis, LinearMap map);
  void Run(std::byte* output, const std::byte* input) const;

 private:
  std::shared_ptr<const LinearMap> map_;
  std::shared_ptr<const LinearLine> line_;      // none where lanes are summed side by side
  LinearLoops loops_;                           // the last one is the axis, but for lines
  const LinearSums* sums_ = &BestLinearSums();  // that line_ is planned for
  int64_t output_step_ = 0, input_step_ = 0, lanes_ = 1;
};

class LinearPlane {
 public:
  struct Axis {
    int dim;
    const LinearMap& map;
  };
  // Along `rows`, then along `columns`. None where the layouts are not made for it.
  static std::optional<LinearPlane> Make(const Layout& output, const Layout& input,
                                         const Axis& rows, const Axis& columns);
  void Run(std::byte* output, const std::byte* input) const;

 private:
  LinearPlane() = default;
  bool CutColumns();
  void RunRows(float* output, const float* input, int64_t begin, int64_t count) const;

  std::shared_ptr<const LinearMap> rows_, columns_;
  std::shared_ptr<const std::vector<LinearLine>> pieces_;  // of columns, one after the other
  LinearLoops loops_;
  const LinearSums* sums_ = &BestLinearSums();  // that pieces_ are planned for
  int64_t row_step_ = 0;                        // of the input
  int64_t output_row_ = 0, output_column_ = 0;
  int64_t lanes_ = 1;  // of a pixel
};

}  // namespace weft
