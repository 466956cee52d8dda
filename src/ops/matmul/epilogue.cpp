// SPDX-License-Identifier: MIT
// A block is finished tile by tile: all that is done to a tile is done while it is in the
// first-level cache. Then it is copied out by a tile kernel, which knows every layout, unless it
// was computed in the output. What is added comes in by another.
#define HWY_TARGET_INCLUDE "ops/matmul/epilogue.cpp"
#include "simd/foreach_wide_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/epilogue.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The last few columns of a row go through the same vector as the others, so where an element lies
// changes no bit of its result.
// Of `count` columns from `j` on, function(x, j, count) makes new ones of x.
template <class Function>
HWY_INLINE void ForEachVector(float* row, int64_t columns, const Function& function) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes)
    StoreUnaligned(function(LoadUnaligned(d, row + j), j, lanes), d, row + j);
  if (j == columns) return;
  HWY_ALIGN float rest[hn::MaxLanes(d)] = {};
  const auto bytes = size_t(columns - j) * sizeof(float);
  std::memcpy(rest, row + j, bytes);
  hn::Store(function(hn::Load(d, rest), j, columns - j), d, rest);
  std::memcpy(row + j, rest, bytes);
}

void AddRows(const ScaledSum& sum) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const auto alpha = hn::Set(d, sum.alpha), beta = hn::Set(d, sum.beta);
  for (int64_t r = 0; r < sum.rows; ++r) {
    float* const row = sum.to + r * sum.to_step;
    const std::byte* const from = sum.from + r * sum.from_step;
    if (sum.from == nullptr) {
      ForEachVector(row, sum.columns, [&](auto x, int64_t, int64_t) { return hn::Mul(alpha, x); });
    } else if (sum.one_number) {
      float number;
      std::memcpy(&number, from, sizeof number);
      const auto added = hn::Set(d, number);
      ForEachVector(row, sum.columns, [&](auto x, int64_t, int64_t) {
        return hn::MulAdd(beta, added, hn::Mul(alpha, x));
      });
    } else {
      const auto* others = reinterpret_cast<const float*>(from);
      ForEachVector(row, sum.columns, [&](auto x, int64_t j, int64_t count) {
        if (count == lanes)
          return hn::MulAdd(beta, LoadUnaligned(d, others + j), hn::Mul(alpha, x));
        HWY_ALIGN float rest[hn::MaxLanes(d)] = {};
        std::memcpy(rest, others + j, size_t(count) * sizeof(float));
        return hn::MulAdd(beta, hn::Load(d, rest), hn::Mul(alpha, x));
      });
    }
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {
namespace {

HWY_EXPORT(AddRows);

constexpr int64_t kTile = 1024;  // numbers of a tile

int64_t OffsetOf(const GemmMatrix& matrix, const ProductBlock& block) {
  return matrix.BatchOffset(block.batch) + block.row * matrix.row_step +
         block.column * matrix.column_step;
}

// Up to so many rows and columns of it, from these on.
ProductBlock TileOf(const ProductBlock& block, int64_t row, int64_t rows, int64_t column,
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

void Add(const ScaledSum& sum) { WEFT_DISPATCH(AddRows)(sum); }

GemmEpilogue::GemmEpilogue(const GemmMatrix& output, const Options& options)
    : output_(output.InBytes()),
      alpha_(options.alpha),
      is_half_(output.type == DataType::Float16),
      has_rows_(output.HasRows()),
      activation_(options.activation) {
  const int64_t size = is_half_ ? 2 : 4;
  copy_output_ = KernelForAnySize(int(size), {.dst_row = output_.row_step,
                                              .dst_column = output_.column_step,
                                              .src_row = kTile * 4,
                                              .src_column = size});
  if (is_half_) narrow_ = ConverterFor(DataType::Float16, DataType::Float32);
  if (options.c) c_ = Added(*options.c, options.beta);
  if (options.addend) addend_ = Added(*options.addend, 1);
}

GemmEpilogue::Added::Added(const GemmMatrix& from, float times)
    : matrix(from.InBytes()), factor(times), has_rows(from.HasRows()) {
  const int64_t size = SizeBits(from.type) / 8;
  copy = KernelForAnySize(int(size), {.dst_row = kTile * 4,
                                      .dst_column = size,
                                      .src_row = matrix.row_step,
                                      .src_column = matrix.column_step});
  if (from.type == DataType::Float16) widen = ConverterFor(DataType::Float32, from.type);
}

Epilogue GemmEpilogue::For(const Target& target) {
  Epilogue epilogue = {Apply, &target};
  const GemmMatrix& to = target.epilogue->output_;
  // A block computed in the addend's memory would overwrite it before it is added.
  if (target.epilogue->has_rows_ && target.output != target.addend)
    epilogue.rows = {reinterpret_cast<float*>(target.output),
                     to.row_step / 4,
                     {to.batch_steps[0] / 4, to.batch_steps[1] / 4}};
  return epilogue;
}

void GemmEpilogue::Added::AddTo(const ProductBlock& tile, float alpha,
                                const std::byte* first) const {
  alignas(64) float numbers[kTile];
  ScaledSum sum = {.to = tile.values,
                   .to_step = tile.row_step,
                   .rows = tile.rows,
                   .columns = tile.columns,
                   .alpha = alpha,
                   .beta = factor,
                   .from = first + OffsetOf(matrix, tile),
                   .from_step = matrix.row_step,
                   .one_number = matrix.column_step == 0};
  if (!has_rows) {
    alignas(64) uint16_t halves[kTile];
    const int64_t rows = matrix.row_step == 0 ? 1 : tile.rows;
    const int64_t columns = sum.one_number ? 1 : tile.columns, size = widen ? 2 : 4;
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
void GemmEpilogue::Activate(ProductBlock tile) const {
  if (tile.row_step == tile.columns) {
    tile.columns *= tile.rows;
    tile.rows = 1;
  }
  for (int64_t r = 0; r < tile.rows; ++r) {
    std::byte* const row = Bytes(tile.values + r * tile.row_step);
    const std::byte* const rows[] = {row};
    (*activation_)(row, rows, tile.columns);
  }
}

// Each row's halves are where its floats began.
void GemmEpilogue::Narrow(const ProductBlock& rows) const {
  alignas(64) uint16_t halves[kTile];
  for (int64_t r = 0; r < rows.rows; ++r) {
    std::byte* const row = Bytes(rows.values + r * rows.row_step);
    for (int64_t j = 0; j < rows.columns; j += kTile) {
      const int64_t n = std::min(kTile, rows.columns - j);
      narrow_(reinterpret_cast<std::byte*>(halves), row + 4 * j, n);
      std::memcpy(row + 2 * j, halves, size_t(2 * n));
    }
  }
}

void GemmEpilogue::Finish(const Target& target, const ProductBlock& tile) const {
  if (c_)
    c_->AddTo(tile, alpha_, target.c);
  else if (alpha_ != 1)
    Add({.to = tile.values,
         .to_step = tile.row_step,
         .rows = tile.rows,
         .columns = tile.columns,
         .alpha = alpha_});
  if (addend_) addend_->AddTo(tile, 1, target.addend);
  if (activation_) Activate(tile);
}

// The cache lines that a tile will need arrive while another one is worked on.
void GemmEpilogue::Prefetch(const Target& target, const ProductBlock& tile) const {
  const auto prefetch = [&](const GemmMatrix& matrix, const std::byte* first) {
    first += OffsetOf(matrix, tile);
    for (int64_t r = 0; r < tile.rows; ++r, first += matrix.row_step)
      for (int64_t at = 0; at < 4 * tile.columns; at += kLineBytes) __builtin_prefetch(first + at);
  };
  if (addend_ && addend_->has_rows) prefetch(addend_->matrix, target.addend);
  if (has_rows_) prefetch(output_, target.output);
}

void GemmEpilogue::Copy(const Target& target, const ProductBlock& block) const {
  std::byte* const to = target.output + OffsetOf(output_, block);
  if (to == Bytes(block.values)) return;
  copy_output_(to, Bytes(block.values),
               {block.rows, block.columns, output_.row_step, output_.column_step,
                4 * block.row_step, is_half_ ? 2 : 4});
}

void GemmEpilogue::Apply(const void* context, const ProductBlock& block) {
  const Target& target = *static_cast<const Target*>(context);
  const GemmEpilogue& self = *target.epilogue;
  if (!self.is_half_ && self.alpha_ == 1 && !self.c_ && !self.addend_ && !self.activation_)
    return self.Copy(target, block);  // it is finished
  const int64_t columns = std::min(block.columns, kTile), rows = kTile / columns;
  for (int64_t r = 0; r < block.rows; r += rows) {
    const ProductBlock row_tiles = TileOf(block, r, rows, 0, block.columns);
    if (r + rows < block.rows)
      self.Prefetch(target, TileOf(block, r + rows, rows, 0, block.columns));
    for (int64_t j = 0; j < block.columns; j += columns)
      self.Finish(target, TileOf(row_tiles, 0, rows, j, columns));
    if (self.is_half_) self.Narrow(row_tiles);
    if (self.has_rows_) self.Copy(target, row_tiles);
  }
  // Where rows are not contiguous, tile kernels work on large tiles best.
  if (!self.has_rows_) self.Copy(target, block);
}

}  // namespace weft
#endif
