// SPDX-License-Identifier: MIT
// Reductions over any dimensions of any layout. A kernel keeps one accumulator per output element
// and has two forms: it adds a row of the input to one accumulator, or rows to as many accumulators
// as they have columns. The plan picks by strides the form that reads memory in order; rows that
// are not contiguous are copied into the first-level cache first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "strided/loop_nest.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

// Accumulators are contiguous and aligned, elements contiguous and unaligned.
struct ReduceKernels {
  int accumulator_bytes = 0;  // at most 8
  void (*start)(std::byte* accumulators, int64_t count) = nullptr;
  // Adds all elements of a row to one accumulator.
  void (*add_row)(std::byte* accumulator, const std::byte* row, int64_t count) = nullptr;
  // Adds row[c] of each row to accumulators[c].
  void (*add_rows)(std::byte* accumulators, const std::byte* rows, int64_t row_step,
                   int64_t row_count, int64_t columns) = nullptr;
  // Adds others[i] to accumulators[i].
  void (*merge)(std::byte* accumulators, const std::byte* others, int64_t count) = nullptr;
};

// Turns accumulators into contiguous elements of the output's type.
struct ReduceFinish {
  void (*run)(std::byte* output, const std::byte* accumulators, int64_t count,
              double parameter) = nullptr;
  double parameter = 0;
};

// With `widen`, elements are converted to `wide_bytes` bytes each before the kernels see them.
struct ReduceInput {
  Layout layout;
  int element_bytes = 0;
  void (*widen)(std::byte* dst, const std::byte* src, int64_t count) = nullptr;
  int wide_bytes = 0;
};
struct ReduceOutput {
  Layout layout;  // reduced dimensions have size 1
  int element_bytes = 0;
};

enum class ReduceCase : uint8_t {
  All,     // one output element: rows into its accumulator
  Inner,   // rows lie along a reduced dimension: each into one accumulator
  Outer,   // rows lie along a kept dimension: added up, column by column
  Middle,  // the same for every iteration of other kept dimensions
};
const char* Name(ReduceCase which);

// What the choice of a case depends on: the loops over the kept and over the reduced dimensions,
// each ordered by the input's steps.
struct ReduceShape {
  int kept_loops = 0;              // 0: one output element, or none at all
  int64_t kept_count = 1;          // of the innermost of them
  int64_t reduced_count = 1;       // of the innermost loop over what is reduced
  bool reduced_is_nearer = false;  // its elements lie closer together than those of the kept one
};
ReduceShape ShapeOf(const ReduceOutput& output, const ReduceInput& input);
// Whether a case can compute a shape: Inner can compute every one.
bool Takes(ReduceCase which, const ReduceShape& shape);
// Compared between cases: 1 for reading memory out of order, plus 2 for rows that are too short.
double CostOf(ReduceCase which, const ReduceShape& shape);

class ReducePlan {
 public:
  // Takes the cheapest case, or `which`, which must take the shape.
  ReducePlan(const ReduceOutput& output, const ReduceInput& input, const ReduceKernels& kernels,
             const ReduceFinish& finish);
  ReducePlan(const ReduceOutput& output, const ReduceInput& input, const ReduceKernels& kernels,
             const ReduceFinish& finish, ReduceCase which);

  // Holds one set of accumulators for each task that a long reduction to few elements is cut into.
  int64_t temporary_bytes() const;
  void Run(std::byte* output, const std::byte* input, std::byte* temporary) const;
  std::string ToString() const;       // "inner: kept [8: 4000 4] reduced [1000: 4 0]"
  std::string LoopsToString() const;  // the same without the case

 private:
  enum Operand { kInput, kOutput };
  using Nest2 = LoopNest<2>;

  void PickCopies();
  void PickTasks();
  Nest2 Task(int64_t task) const;  // its slice of the reduced loops

  template <class Store>
  void ForEachBlock(const Nest2& kept, const Nest2& reduced, const std::byte* input,
                    const Store& store) const;
  void AddInner(std::byte* accumulators, const std::byte* input, const Nest2& kept,
                const Nest2& reduced, int64_t count) const;
  void AddOuter(std::byte* accumulators, const std::byte* input, const Nest2& kept,
                const Nest2& reduced, int64_t count) const;
  const std::byte* Stage(std::byte* raw, std::byte* wide, const std::byte* from, int64_t rows,
                         int64_t columns, int64_t row_step, int64_t column_step) const;
  void Store(std::byte* output, const Nest2& kept, const std::byte* accumulators,
             int64_t count) const;

  ReduceKernels kernels_;
  ReduceFinish finish_;
  ReduceInput input_;
  int output_bytes_ = 0;  // of an element
  Nest2 kept_, reduced_;  // in bytes, each ordered by the input's steps; never without a loop
  ReduceCase case_ = ReduceCase::Inner;
  bool empty_ = false;  // no output at all
  bool staged_ = false;
  TileKernel gather_ = nullptr;   // input to a packed block
  TileKernel scatter_ = nullptr;  // packed results to the output, where it is not contiguous
  int64_t tasks_ = 1;             // depends on the sizes only, never on the number of threads
  int split_loop_ = 0;
};

}  // namespace weft
