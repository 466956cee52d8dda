// SPDX-License-Identifier: MIT
// A block is finished tile by tile: all that is done to a tile is done while it is in the
// first-level cache. Then it is copied out by a tile kernel, which knows every layout, unless it
// was computed in the output. What is added comes in by another.
#define HWY_TARGET_INCLUDE "ops/matmul/epilogue.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/epilogue.h"
#include "simd/partial-inl.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

// The last few columns of a row go through the same vector as the others, so where an element lies
// changes no bit of its result.
HWY_INLINE hn::Vec<Floats> LoadSome(const float* from, int64_t count) {
  const Floats d;
  return count < int64_t(hn::Lanes(d)) ? LoadFirst(d, from, count, hn::Zero(d))
                                       : LoadUnaligned(d, from);
}

void AddRows(const ScaledSum& sum) {
  const Floats d;
  const auto alpha = hn::Set(d, sum.alpha), beta = hn::Set(d, sum.beta);
  for (int64_t r = 0; r < sum.rows; ++r) {
    float* const row = sum.to + r * sum.to_step;
    const auto* from = reinterpret_cast<const float*>(sum.from + r * sum.from_step);
    auto one = hn::Zero(d);
    if (sum.one_number) one = hn::Set(d, hn::GetLane(LoadSome(from, 1)));
    for (int64_t j = 0; j < sum.columns; j += int64_t(hn::Lanes(d))) {
      const int64_t count = sum.columns - j;
      auto x = hn::Mul(alpha, LoadSome(row + j, count));
      if (sum.from) x = hn::MulAdd(beta, sum.one_number ? one : LoadSome(from + j, count), x);
      if (count < int64_t(hn::Lanes(d)))
        StoreFirst(x, d, row + j, count);
      else
        StoreUnaligned(x, d, row + j);
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
    : output_(output.InBytes()), alpha_(options.alpha), activation_(options.activation) {
  if (output.type == DataType::Float16)
    narrow_ = ConverterFor(DataType::Float16, DataType::Float32);
  const int64_t size = narrow_ ? 2 : 4;
  copy_output_ =
      KernelForAnySize(int(size), {0, 0, output_.row_step, output_.column_step, kTile * 4, size});
  for (const Added& added : options.added) added_.emplace_back(added);
}

GemmEpilogue::Addend::Addend(const Added& added) : Added{added.matrix.InBytes(), added.factor} {
  if (matrix.type == DataType::Float16) widen = ConverterFor(DataType::Float32, matrix.type);
  const int64_t size = widen ? 2 : 4;
  copy = KernelForAnySize(int(size), {0, 0, kTile * 4, size, matrix.row_step, matrix.column_step});
}

Epilogue GemmEpilogue::For(const Target& target) {
  Epilogue epilogue = EpilogueOf(target);
  const GemmMatrix& to = target.epilogue->output_;
  // A block computed in an addend's memory would overwrite it before it is added.
  if (target.epilogue->HasRows() && std::ranges::count(target.added, target.output) == 0)
    epilogue.rows = {reinterpret_cast<float*>(target.output),
                     {to.type, to.row_step / 4, 1, {to.batch_steps[0] / 4, to.batch_steps[1] / 4}}};
  epilogue.rows_are_final = target.epilogue->OnlyCopies();
  return epilogue;
}

void GemmEpilogue::Addend::AddTo(const ProductBlock& tile, float alpha,
                                 const std::byte* first) const {
  alignas(64) float numbers[kTile];
  const bool one_number = matrix.column_step == 0;
  const std::byte* from = first + OffsetOf(matrix, tile);
  int64_t from_step = matrix.row_step;
  if (!HasRows()) {
    alignas(64) std::byte halves[2 * kTile];
    const int64_t rows = from_step == 0 ? 1 : tile.rows;
    const int64_t columns = one_number ? 1 : tile.columns, size = widen ? 2 : 4;
    std::byte* const staged = widen ? halves : Bytes(numbers);
    copy(staged, from, {rows, columns, columns * size, size, from_step, matrix.column_step});
    if (widen) widen(Bytes(numbers), staged, rows * columns);
    from = Bytes(numbers);
    from_step = rows == 1 ? 0 : 4 * columns;
  }
  Add({tile.values, tile.row_step, tile.rows, tile.columns, alpha, factor, from, from_step,
       one_number});
}

// All rows in one call where they are contiguous.
void GemmEpilogue::Activate(ProductBlock tile) const {
  if (tile.row_step == tile.columns) tile.columns *= std::exchange(tile.rows, 1);
  for (int64_t r = 0; r < tile.rows; ++r) {
    std::byte* const row = Bytes(tile.values + r * tile.row_step);
    const std::byte* const rows[] = {row};
    (*activation_)(row, rows, tile.columns);
  }
}

// Each row's halves are where its floats began.
void GemmEpilogue::Narrow(const ProductBlock& rows) const {
  alignas(64) std::byte halves[2 * kTile];
  for (int64_t r = 0; r < rows.rows; ++r)
    for (int64_t j = 0; j < rows.columns; j += kTile) {
      std::byte* const row = Bytes(rows.values + r * rows.row_step);
      const int64_t n = std::min(kTile, rows.columns - j);
      narrow_(halves, row + 4 * j, n);
      std::memcpy(row + 2 * j, halves, size_t(2 * n));
    }
}

void GemmEpilogue::Finish(const Target& target, const ProductBlock& tile) const {
  if (added_.empty() && alpha_ != 1)
    Add({tile.values, tile.row_step, tile.rows, tile.columns, alpha_});
  for (size_t i = 0; i < added_.size(); ++i)
    added_[i].AddTo(tile, i == 0 ? alpha_ : 1, target.added[i]);
  if (activation_) Activate(tile);
}

// The cache lines that a tile will need arrive while another one is worked on.
void GemmEpilogue::Prefetch(const Target& target, const ProductBlock& tile) const {
  const auto prefetch = [&](const GemmMatrix& matrix, const std::byte* first) {
    first += OffsetOf(matrix, tile);
    for (int64_t r = 0; r < tile.rows; ++r, first += matrix.row_step)
      for (int64_t at = 0; at < 4 * tile.columns; at += kLineBytes) __builtin_prefetch(first + at);
  };
  for (size_t i = 0; i < added_.size(); ++i)
    if (added_[i].HasRows() && added_[i].matrix.row_step != 0)
      prefetch(added_[i].matrix, target.added[i]);
  if (HasRows()) prefetch(output_, target.output);
}

void GemmEpilogue::Copy(const Target& target, const ProductBlock& block) const {
  std::byte* const to = target.output + OffsetOf(output_, block);
  if (to == Bytes(block.values)) return;
  copy_output_(to, Bytes(block.values),
               {block.rows, block.columns, output_.row_step, output_.column_step,
                4 * block.row_step, narrow_ ? 2 : 4});
}

void GemmEpilogue::Apply(const Target& target, const ProductBlock& block) const {
  if (OnlyCopies()) return Copy(target, block);
  const int64_t columns = std::min(block.columns, kTile), rows = kTile / columns;
  for (int64_t r = 0; r < block.rows; r += rows) {
    const ProductBlock row_tiles = TileOf(block, r, rows, 0, block.columns);
    if (r + rows < block.rows) Prefetch(target, TileOf(block, r + rows, rows, 0, block.columns));
    for (int64_t j = 0; j < block.columns; j += columns)
      Finish(target, TileOf(row_tiles, 0, rows, j, columns));
    if (narrow_) Narrow(row_tiles);
    if (HasRows()) Copy(target, row_tiles);
  }
  // Where rows are not contiguous, tile kernels work on large tiles best.
  if (!HasRows()) Copy(target, block);
}

}  // namespace weft
#endif
