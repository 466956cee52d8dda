// SPDX-License-Identifier: MIT
// DIAGONAL_MATRIX, DIAGONAL_MATRIX1: matrices with a value on a band of diagonals.
//
// Element (y, x) is on diagonal x - y. Each row is three ranges, before, in and after the band
// between the two bounds. The value goes into the band, or outside if DiagonalFillEnd is below
// DiagonalFillBegin; the other ranges are copied from the input, or 0.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/parallel_nest.h"
#include "strided/row_copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr uint64_t kZero = 0;

struct Band {
  int64_t begin, end;  // diagonals, end exclusive
};

// The two last dimensions; the others are batches.
struct MatrixDims {
  int y, x;
};

}  // namespace

// The caller gives the sizes.
void Infer(DiagonalMatrix& op) { FillType(op.output, DataType::Float32); }

Status Validate(const DiagonalMatrix&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const DiagonalMatrix& op) {
  // 2147483647 + 1 is no INT; no matrix has that diagonal either, nor the one before it.
  const int32_t begin = std::min(op.offset, INT32_MAX - 1);
  return Plan(DiagonalMatrix1{.output = op.output,
                              .value_data_type = op.output.type,
                              .value = op.value,
                              .diagonal_fill_begin = begin,
                              .diagonal_fill_end = begin + 1});
}

void Infer(DiagonalMatrix1& op) {
  if (op.input) Fill(op.output, op.input->type, op.input->sizes());
  FillType(op.output, op.value_data_type);
}

Status Validate(const DiagonalMatrix1& op) {
  if (op.value_data_type == op.output.type) return Ok();
  return Invalid("DIAGONAL_MATRIX1: ValueDataType is {}, but OutputTensor.DataType is {}",
                 Name(op.value_data_type), Name(op.output.type));
}

Result<Program> Plan(const DiagonalMatrix1& op) {
  const int64_t begin = op.diagonal_fill_begin, end = op.diagonal_fill_end;
  const bool inside = begin <= end;
  Band band = {std::min(begin, end), std::max(begin, end)};
  const Layout& to = op.output.layout;
  const Layout other = op.input ? op.input->layout : OneElement(to.sizes);
  MatrixDims dims = {to.rank() - 2, to.rank() - 1};
  // Rows are the dimension along the output's memory; a transposed matrix has the opposite
  // diagonals.
  if (to.sizes[dims.y] > 1 && std::abs(to.strides[dims.y]) < std::abs(to.strides[dims.x])) {
    std::swap(dims.y, dims.x);
    band = {1 - band.end, 1 - band.begin};
  }
  LoopNest<3> rows;  // the output, the other elements, y
  rows.offset = {to.offset, other.offset, 0};
  for (int dim = 0; dim < to.rank(); ++dim)
    if (dim != dims.x && to.sizes[dim] > 1)
      rows.Push({to.sizes[dim], {to.strides[dim], other.strides[dim], dim == dims.y ? 1 : 0}});
  const int64_t size = SizeBits(op.output.type) / 8, width = to.sizes[dims.x];
  const int64_t to_step = width > 1 ? to.strides[dims.x] : 0;
  const int64_t other_step = width > 1 ? other.strides[dims.x] : 0;
  const RowCopy fill_value(int(size), to_step, 0), copy_other(int(size), to_step, other_step);
  const uint64_t value = op.value.Bits(op.output.type);
  return Program{.run = [=, has_input = op.input.has_value(),
                         bytes = to.ElementCount() * size](const Bindings& bind) {
    const auto* value_at = reinterpret_cast<const std::byte*>(&value);
    const auto* other_at = has_input ? bind.Input(0) : reinterpret_cast<const std::byte*>(&kZero);
    ForEachTask(rows, {}, ThreadsFor(bytes), [&](const LoopNest<3>& task) {
      ForEachOffset(task, [&](const std::array<int64_t, 3>& offset) {
        const int64_t bounds[] = {0, std::clamp<int64_t>(offset[2] + band.begin, 0, width),
                                  std::clamp<int64_t>(offset[2] + band.end, 0, width), width};
        for (int i = 0; i < 3; ++i) {
          const int64_t x = bounds[i], count = bounds[i + 1] - x;
          std::byte* dst = bind.Output(0) + (offset[0] + x * to_step) * size;
          if ((i == 1) == inside)
            fill_value(dst, value_at, count);
          else
            copy_other(dst, other_at + (offset[1] + x * other_step) * size, count);
        }
      });
    });
  }};
}

}  // namespace weft::ops
