// SPDX-License-Identifier: MIT
// A block is finished where it is, piece by piece: all that is done to a piece is done while it is
// in the first-level cache. Then it is copied out by a tile kernel, which knows every layout,
// unless it was computed in the output. What is added comes in by another.
#include "ops/matmul/epilogue.h"

#include <algorithm>
#include <cstring>

#include "ops/matmul/scaled_sum.h"

namespace weft {
namespace {

constexpr int64_t kStretch = 1024;  // numbers of a piece
constexpr int64_t kAny = 1 << 20;   // no kernel that depends on how many there are

GemmMatrix InBytes(GemmMatrix matrix) {
  const int64_t size = SizeBits(matrix.type) / 8;
  matrix.row_step *= size;
  matrix.column_step *= size;
  for (int64_t& step : matrix.batch_steps) step *= size;
  return matrix;
}

int64_t OffsetOf(const GemmMatrix& matrix, const ProductBlock& block) {
  return matrix.BatchOffset(block.batch) + block.row * matrix.row_step +
         block.column * matrix.column_step;
}

// Up to so many rows and columns of it, from these on.
ProductBlock Part(const ProductBlock& block, int64_t row, int64_t rows, int64_t column,
                  int64_t columns) {
  return {block.batch,
          block.row + row,
          block.column + column,
          std::min(rows, block.rows - row),
          std::min(columns, block.columns - column),
          block.values + row * block.row_step + column,
          block.row_step};
}

std::byte* Bytes(float* floats) { return reinterpret_cast<std::byte*>(floats); }

}  // namespace

ProductStore::ProductStore(const GemmMatrix& output, const Options& options)
    : output_(InBytes(output)),
      alpha_(options.alpha),
      is_half_(output.type == DataType::Float16),
      has_rows_(!is_half_ && output.column_step == 1),
      activation_(options.activation) {
  const int64_t size = is_half_ ? 2 : 4;
  copy_output_ =
      PickKernel(int(size), {kAny, kAny, output_.row_step, output_.column_step, kAny * 4, size},
                 false)
          .run;
  if (is_half_) narrow_ = ConverterFor(DataType::Float16, DataType::Float32);
  if (options.c) c_ = Added(*options.c, options.beta);
  if (options.addend) addend_ = Added(*options.addend, 1);
}

ProductStore::Added::Added(const GemmMatrix& from, float times)
    : matrix(InBytes(from)),
      factor(times),
      has_rows(from.type == DataType::Float32 && from.column_step == 1) {
  const int64_t size = SizeBits(from.type) / 8;
  copy = PickKernel(int(size), {kAny, kAny, kAny * 4, size, matrix.row_step, matrix.column_step},
                    false)
             .run;
  if (from.type == DataType::Float16) widen = ConverterFor(DataType::Float32, from.type);
}

ProductSink ProductStore::SinkTo(const Target& target) {
  ProductSink sink = {Take, &target};
  const GemmMatrix& to = target.store->output_;
  // A block computed in the addend's memory would overwrite it before it is added.
  if (target.store->has_rows_ && target.output != target.addend)
    sink.place = {reinterpret_cast<float*>(target.output),
                  to.row_step / 4,
                  {to.batch_steps[0] / 4, to.batch_steps[1] / 4}};
  return sink;
}

void ProductStore::Added::AddTo(const ProductBlock& piece, float alpha,
                                const std::byte* first) const {
  alignas(64) float numbers[kStretch];
  ScaledSum sum = {.to = piece.values,
                   .to_step = piece.row_step,
                   .rows = piece.rows,
                   .columns = piece.columns,
                   .alpha = alpha,
                   .beta = factor,
                   .from = first + OffsetOf(matrix, piece),
                   .from_step = matrix.row_step,
                   .one_number = matrix.column_step == 0};
  if (!has_rows) {
    alignas(64) uint16_t halves[kStretch];
    const int64_t rows = matrix.row_step == 0 ? 1 : piece.rows;
    const int64_t columns = sum.one_number ? 1 : piece.columns, size = widen ? 2 : 4;
    std::byte* const staged = widen ? reinterpret_cast<std::byte*>(halves) : Bytes(numbers);
    copy(staged, sum.from,
         {rows, columns, columns * size, size, matrix.row_step, matrix.column_step});
    if (widen) widen(Bytes(numbers), staged, rows * columns);
    sum.from = Bytes(numbers);
    sum.from_step = rows == 1 ? 0 : 4 * columns;
  }
  Add(sum);
}

// All rows in one call where they are contiguous.
void ProductStore::Activate(ProductBlock piece) const {
  if (piece.row_step == piece.columns) {
    piece.columns *= piece.rows;
    piece.rows = 1;
  }
  for (int64_t r = 0; r < piece.rows; ++r) {
    std::byte* const row = Bytes(piece.values + r * piece.row_step);
    const std::byte* const rows[] = {row};
    (*activation_)(row, rows, piece.columns);
  }
}

// Each row's halves are where its floats began.
void ProductStore::Narrow(const ProductBlock& rows) const {
  alignas(64) uint16_t halves[kStretch];
  for (int64_t r = 0; r < rows.rows; ++r) {
    std::byte* const row = Bytes(rows.values + r * rows.row_step);
    for (int64_t j = 0; j < rows.columns; j += kStretch) {
      const int64_t n = std::min(kStretch, rows.columns - j);
      narrow_(reinterpret_cast<std::byte*>(halves), row + 4 * j, n);
      std::memcpy(row + 2 * j, halves, size_t(2 * n));
    }
  }
}

void ProductStore::Finish(const Target& target, const ProductBlock& piece) const {
  if (c_)
    c_->AddTo(piece, alpha_, target.c);
  else if (alpha_ != 1)
    Add({.to = piece.values,
         .to_step = piece.row_step,
         .rows = piece.rows,
         .columns = piece.columns,
         .alpha = alpha_});
  if (addend_) addend_->AddTo(piece, 1, target.addend);
  if (activation_) Activate(piece);
}

// Asks for the lines that a piece will need: another one is worked on meanwhile.
void ProductStore::Fetch(const Target& target, const ProductBlock& piece) const {
  const auto fetch = [&](const GemmMatrix& matrix, const std::byte* first) {
    first += OffsetOf(matrix, piece);
    for (int64_t r = 0; r < piece.rows; ++r, first += matrix.row_step)
      for (int64_t at = 0; at < 4 * piece.columns; at += kLineBytes) __builtin_prefetch(first + at);
  };
  if (addend_ && addend_->has_rows) fetch(addend_->matrix, target.addend);
  if (has_rows_) fetch(output_, target.output);
}

void ProductStore::Copy(const Target& target, const ProductBlock& block) const {
  std::byte* const place = target.output + OffsetOf(output_, block);
  if (place == Bytes(block.values)) return;
  copy_output_(place, Bytes(block.values),
               {block.rows, block.columns, output_.row_step, output_.column_step,
                4 * block.row_step, is_half_ ? 2 : 4});
}

void ProductStore::Take(const void* context, const ProductBlock& block) {
  const Target& target = *static_cast<const Target*>(context);
  const ProductStore& store = *target.store;
  if (!store.is_half_ && store.alpha_ == 1 && !store.c_ && !store.addend_ && !store.activation_)
    return store.Copy(target, block);  // it is finished
  const int64_t columns = std::min(block.columns, kStretch), rows = kStretch / columns;
  for (int64_t r = 0; r < block.rows; r += rows) {
    const ProductBlock some = Part(block, r, rows, 0, block.columns);
    if (r + rows < block.rows) store.Fetch(target, Part(block, r + rows, rows, 0, block.columns));
    for (int64_t j = 0; j < block.columns; j += columns)
      store.Finish(target, Part(some, 0, rows, j, columns));
    if (store.is_half_) store.Narrow(some);
    if (store.has_rows_) store.Copy(target, some);
  }
  // Where rows are not contiguous, tile kernels work on large tiles best.
  if (!store.has_rows_) store.Copy(target, block);
}

}  // namespace weft
