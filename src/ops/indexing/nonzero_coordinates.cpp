// SPDX-License-Identifier: MIT
// NONZERO_COORDINATES: the coordinates of the elements that are not zero, in row-major order, and
// how many there are. Threads first count the nonzero elements of their slices, so that each knows
// its first row of the output. Rows that are left over become zero.
#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr std::string_view kName = "NONZERO_COORDINATES";
constexpr int kMostTasks = 64;
using Coordinate = std::array<int64_t, kMaxRank>;

// Calls visit(offset, coordinate, count) for the elements of `range`, which counts them in
// row-major order, row by row along the last dimension.
template <class Visit>
void ForEachRow(const Layout& layout, Range range, const Visit& visit) {
  if (range.count() == 0) return;  // an empty tensor has no first coordinate
  const int last = layout.rank() - 1;
  Coordinate at{};
  int64_t rest = range.begin;
  for (int dim = last; dim >= 0; --dim) {
    at[dim] = rest % layout.sizes[dim];
    rest /= layout.sizes[dim];
  }
  while (range.count() > 0) {
    const int64_t count = std::min(range.count(), layout.sizes[last] - at[last]);
    visit(layout.OffsetOf(at), at, count);
    range.begin += count;
    at[last] = 0;
    int dim = last - 1;
    while (dim >= 0 && ++at[dim] == layout.sizes[dim]) at[dim--] = 0;
  }
}

// Elements are zero when none of the bits of `mask` is set: the sign of a float does not count.
template <class Bits>
struct NonzeroRow {
  Bits mask;
  int64_t step;  // bytes from one element to the next

  bool IsNonzero(const std::byte* at) const {
    Bits bits;
    std::memcpy(&bits, at, sizeof(Bits));
    return (bits & mask) != 0;
  }
  int64_t Count(const std::byte* at, int64_t count) const {
    int64_t nonzero = 0;
    if (step == sizeof(Bits))
      for (int64_t i = 0; i < count; ++i) nonzero += IsNonzero(at + i * int64_t(sizeof(Bits)));
    else
      for (int64_t i = 0; i < count; ++i) nonzero += IsNonzero(at + i * step);
    return nonzero;
  }
};

// The rows of OutputCoordinatesTensor; strides in bytes.
struct CoordinateRows {
  std::byte* first;
  int64_t row_step;
  int64_t column_step;
  int columns;

  void Write(int64_t row, const int64_t* coordinate) const {
    std::byte* at = first + row * row_step;
    for (int column = 0; column < columns; ++column, at += column_step) {
      const uint32_t value = coordinate ? uint32_t(coordinate[column]) : 0;
      std::memcpy(at, &value, 4);
    }
  }
  void Clear(int64_t begin, int64_t end) const {
    const bool packed = column_step == 4 && row_step == 4 * columns;
    if (packed && begin < end) std::memset(first + begin * row_step, 0, (end - begin) * row_step);
    for (int64_t row = begin; row < end && !packed; ++row) Write(row, nullptr);
  }
};

template <class Bits>
uint32_t WriteCoordinates(const Layout& input, const std::byte* data, Bits mask,
                          const CoordinateRows& rows) {
  const int last = input.rank() - 1, skipped = input.rank() - rows.columns;
  const int64_t size = sizeof(Bits), elements = input.ElementCount();
  const NonzeroRow<Bits> row = {mask, input.sizes[last] > 1 ? input.strides[last] * size : size};
  const int tasks = std::min(ThreadsFor(elements * (size + 4 * rows.columns)), kMostTasks);
  std::array<int64_t, kMostTasks + 1> begins{};  // the output rows before those of each task
  ParallelRun(tasks, [&](int task) {
    int64_t nonzero = 0;
    ForEachRow(input, SliceOf(elements, task, tasks),
               [&](int64_t offset, const Coordinate&, int64_t count) {
                 nonzero += row.Count(data + offset * size, count);
               });
    begins[task + 1] = nonzero;
  });
  for (int task = 0; task < tasks; ++task) begins[task + 1] += begins[task];
  const int64_t total = begins[tasks], unused = elements - total;
  ParallelRun(tasks, [&](int task) {
    int64_t next = begins[task];
    ForEachRow(input, SliceOf(elements, task, tasks),
               [&](int64_t offset, const Coordinate& first, int64_t count) {
                 Coordinate at = first;
                 const std::byte* element = data + offset * size;
                 for (int64_t i = 0; i < count; ++i, ++at[last], element += row.step)
                   if (row.IsNonzero(element)) rows.Write(next++, at.data() + skipped);
               });
    const Range cleared = SliceOf(unused, task, tasks);
    rows.Clear(total + cleared.begin, total + cleared.end);
  });
  return uint32_t(total);
}

}  // namespace

void Infer(NonzeroCoordinates& op) {
  const int rank = op.input.rank();
  int64_t elements = 1;
  for (const int64_t size : op.input.sizes()) elements = SizeOf(Wide(elements) * size);
  Fill(op.output_count, DataType::UInt32, {1});
  Fill(op.output_coordinates, DataType::UInt32, {elements, rank});
}

Status Validate(const NonzeroCoordinates& op) {
  const TensorDesc& coordinates = op.output_coordinates;
  if (op.input.rank() == 0)
    return Invalid("{}: InputTensor has 0 dimensions, but an element without any has no coordinate",
                   kName);
  for (int dim = 0; dim < op.output_count.rank(); ++dim)
    if (op.output_count.sizes()[dim] != 1)
      return Invalid("{}: OutputCountTensor.Sizes[{}] is {}, but 1 is required", kName, dim,
                     op.output_count.sizes()[dim]);
  const int row_dim = coordinates.rank() - 2;
  for (int dim = 0; dim < row_dim; ++dim)
    if (coordinates.sizes()[dim] != 1)
      return Invalid("{}: OutputCoordinatesTensor.Sizes[{}] is {}, but 1 is required", kName, dim,
                     coordinates.sizes()[dim]);
  const int64_t rows = coordinates.sizes()[row_dim], columns = coordinates.sizes()[row_dim + 1];
  if (rows != op.input.layout.ElementCount())
    return Invalid("{}: OutputCoordinatesTensor.Sizes[{}] is {}, but InputTensor has {} elements",
                   kName, row_dim, rows, op.input.layout.ElementCount());
  int leading_ones = 0;
  while (leading_ones < op.input.rank() - 1 && op.input.sizes()[leading_ones] == 1) ++leading_ones;
  if (columns < op.input.rank() - leading_ones || columns > op.input.rank())
    return Invalid(
        "{}: OutputCoordinatesTensor.Sizes[{}] is {}, but InputTensor has {} dimensions, {} "
        "without leading ones",
        kName, row_dim + 1, columns, op.input.rank(), op.input.rank() - leading_ones);
  return Ok();
}

Result<Program> Plan(const NonzeroCoordinates& op) {
  const Layout input = op.input.layout, coordinates = op.output_coordinates.layout;
  const int row_dim = coordinates.rank() - 2;
  const int64_t count_at = op.output_count.layout.offset * 4;
  const DataType type = op.input.type;
  return Program{.run = [=](const Bindings& bind) {
    const CoordinateRows rows = {
        bind.Output(1) + coordinates.offset * 4, 4 * StepOf(coordinates, row_dim),
        4 * StepOf(coordinates, row_dim + 1), int(coordinates.sizes[row_dim + 1])};
    const bool is_float = type == DataType::Float32 || type == DataType::Float16;
    uint32_t count = 0;
    if (SizeBits(type) == 32)
      count = WriteCoordinates<uint32_t>(input, bind.Input(0), is_float ? 0x7FFFFFFF : ~0u, rows);
    else if (SizeBits(type) == 16)
      count = WriteCoordinates<uint16_t>(input, bind.Input(0), is_float ? 0x7FFF : 0xFFFF, rows);
    else
      count = WriteCoordinates<uint8_t>(input, bind.Input(0), 0xFF, rows);
    std::memcpy(bind.Output(0) + count_at, &count, 4);
  }};
}

}  // namespace weft::ops
