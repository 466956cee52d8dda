// SPDX-License-Identifier: MIT
// CUMULATIVE_SUMMATION, CUMULATIVE_PRODUCT: each element becomes the sum or product of the elements
// up to it along Axis, from the first or from the last on; exclusive sums leave out the element
// itself.
//
// If another dimension is contiguous, rows of running values move along the axis; otherwise each
// line is walked alone. Both sum a line in the same order.
#include <algorithm>

#include "base/align.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "ops/reduction/scan.h"
#include "program/program.h"
#include "strided/loop_nest.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

class ScanPlan {
 public:
  ScanPlan(const TensorDesc& output, const TensorDesc& input, int axis, AxisDirection direction,
           const ScanKernels& kernels)
      : kernels_(kernels) {
    const bool back = direction == AxisDirection::Decreasing;
    const int64_t size = SizeBits(output.type) / 8;
    others_ = Nest(back ? Reverse(output.layout, axis) : output.layout,
                   back ? Reverse(input.layout, axis) : input.layout);
    bytes_ = others_.Iterations() * size;
    along_ = others_.Take(axis);
    Simplify(others_);
    if (others_.depth == 0) others_.Push({});
    for (int operand = 0; operand < 2; ++operand) {
      others_.offset[operand] *= size;
      along_.stride[operand] *= size;
      for (int i = 0; i < others_.depth; ++i) others_[i].stride[operand] *= size;
    }
    constexpr int64_t kLeastRow = 8;
    const Loop<2>& columns = others_.Innermost();
    by_rows_ = columns.stride == std::array{size, size} && columns.count >= kLeastRow;
  }

  void Run(std::byte* output, const std::byte* input) const {
    if (bytes_ == 0) return;
    const int64_t grain = by_rows_ ? kRowGrain : kLineGrain;
    ForEachTask(others_, {1, grain}, ThreadsFor(2 * bytes_), [&](const LoopNest<2>& task) {
      const Loop<2>& columns = task[task.depth - 1];
      ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 2>& offset) {
        if (by_rows_)
          RunRows(output + offset[0], input + offset[1], columns.count);
        else
          kernels_.lines(output + offset[0], {columns.stride[0], along_.stride[0]},
                         input + offset[1], {columns.stride[1], along_.stride[1]}, columns.count,
                         along_.count);
      });
    });
  }

 private:
  static constexpr int64_t kBlock = 1024;    // running values in the first-level cache
  static constexpr int64_t kRowGrain = 64;   // columns that stay on one thread
  static constexpr int64_t kLineGrain = 16;  // lines that stay on one thread

  void RunRows(std::byte* output, const std::byte* input, int64_t columns) const {
    alignas(kLineBytes) std::byte values[kBlock * kScanValueBytes];
    const int64_t size = others_[others_.depth - 1].stride[0];
    for (int64_t c = 0; c < columns; c += kBlock) {
      const int64_t count = std::min(kBlock, columns - c);
      kernels_.start(values, count);
      for (int64_t i = 0; i < along_.count; ++i)
        kernels_.row(values, output + c * size + i * along_.stride[0],
                     input + c * size + i * along_.stride[1], count);
    }
  }

  ScanKernels kernels_;
  LoopNest<2> others_;  // output, input; in bytes
  Loop<2> along_;
  int64_t bytes_ = 0;  // of the output's elements
  bool by_rows_ = false;
};

Program ScanProgram(const ScanPlan& plan) {
  return {.run = [plan](const Bindings& bind) { plan.Run(bind.Output(0), bind.Input(0)); }};
}

}  // namespace

Status Validate(const CumulativeSummation& op) {
  return CheckAxis("CUMULATIVE_SUMMATION", op.axis, "InputTensor", op.input);
}
Status Validate(const CumulativeProduct& op) {
  return CheckAxis("CUMULATIVE_PRODUCT", op.axis, "InputTensor", op.input);
}

Result<Program> Plan(const CumulativeSummation& op) {
  return ScanProgram(ScanPlan(op.output, op.input, int(op.axis), op.axis_direction,
                              ScanKernelsFor(Scan::Sum, op.output.type, op.has_exclusive_sum)));
}
Result<Program> Plan(const CumulativeProduct& op) {
  return ScanProgram(
      ScanPlan(op.output, op.input, int(op.axis), op.axis_direction,
               ScanKernelsFor(Scan::Product, op.output.type, op.has_exclusive_product)));
}

}  // namespace weft::ops
