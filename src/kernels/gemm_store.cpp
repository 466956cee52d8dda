// SPDX-License-Identifier: MIT
// A block is finished in place, row by row, and then copied out by a tile kernel, which knows every
// layout, unless it was computed in the output. C comes in by another, some rows at a time.
#include "kernels/gemm_store.h"

#include <algorithm>
#include <cstring>

#include "kernels/unaligned.h"

namespace weft {
namespace {

constexpr int64_t kStretch = 1024;  // numbers on the stack

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

std::byte* Bytes(float* floats) { return reinterpret_cast<std::byte*>(floats); }

}  // namespace

ProductStore::ProductStore(const GemmMatrix& output, const Options& options)
    : output_(InBytes(output)),
      alpha_(options.alpha),
      beta_(options.beta),
      has_c_(options.c.has_value()),
      is_half_(output.type == DataType::Float16),
      activation_(options.activation) {
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  const int64_t size = is_half_ ? 2 : 4;
  copy_output_ =
      PickKernel(int(size), {any, any, output_.row_step, output_.column_step, any * 4, size}, false)
          .run;
  in_place_ = !is_half_ && output.column_step == 1;
  if (is_half_) narrow_ = ConverterFor(DataType::Float16, DataType::Float32);
  if (!has_c_) return;
  c_ = InBytes(*options.c);
  const int64_t c_size = SizeBits(c_.type) / 8;
  copy_c_ =
      PickKernel(int(c_size), {any, any, any * 4, c_size, c_.row_step, c_.column_step}, false).run;
  if (c_.type == DataType::Float16) widen_c_ = ConverterFor(DataType::Float32, DataType::Float16);
}

ProductSink ProductStore::SinkTo(const Target& target) {
  ProductSink sink = {Take, &target};
  const GemmMatrix& to = target.store->output_;
  if (target.store->in_place_)
    sink.place = {reinterpret_cast<float*>(target.output),
                  to.row_step / 4,
                  {to.batch_steps[0] / 4, to.batch_steps[1] / 4}};
  return sink;
}

void ProductStore::AddC(const std::byte* c, const ProductBlock& block) const {
  if (c_.column_step == 0 && block.columns > 1) return AddToRows(c, block);
  alignas(64) float stretch[kStretch];
  const int64_t columns = std::min(block.columns, kStretch), rows = kStretch / columns;
  for (int64_t r = 0; r < block.rows; r += rows)
    for (int64_t j = 0; j < block.columns; j += columns) {
      const int64_t some = std::min(rows, block.rows - r),
                    wide = std::min(columns, block.columns - j);
      LoadC(stretch, c + r * c_.row_step + j * c_.column_step, some, wide);
      for (int64_t i = 0; i < some; ++i) {
        auto* to = Floats(Bytes(block.values + (r + i) * block.row_step + j));
        for (int64_t column = 0; column < wide; ++column)
          to[column].value += beta_ * stretch[i * wide + column];
      }
    }
}

// One number for each row.
void ProductStore::AddToRows(const std::byte* c, const ProductBlock& block) const {
  alignas(64) float numbers[kStretch];
  for (int64_t r = 0; r < block.rows; r += kStretch) {
    const int64_t some = std::min(kStretch, block.rows - r);
    LoadC(numbers, c + r * c_.row_step, some, 1);
    for (int64_t i = 0; i < some; ++i) {
      const float number = beta_ * numbers[i];
      auto* to = Floats(Bytes(block.values + (r + i) * block.row_step));
      for (int64_t column = 0; column < block.columns; ++column) to[column].value += number;
    }
  }
}

void ProductStore::LoadC(float* to, const std::byte* c, int64_t rows, int64_t columns) const {
  alignas(64) uint16_t halves[kStretch];
  const int64_t size = widen_c_ ? 2 : 4;
  auto* staged = widen_c_ ? reinterpret_cast<std::byte*>(halves) : Bytes(to);
  copy_c_(staged, c, {rows, columns, columns * size, size, c_.row_step, c_.column_step});
  if (widen_c_) widen_c_(Bytes(to), staged, rows * columns);
}

void ProductStore::Take(const void* target, const ProductBlock& block) {
  const auto& [store, output, c] = *static_cast<const Target*>(target);
  if (store->alpha_ != 1)
    for (int64_t r = 0; r < block.rows; ++r) {
      auto* row = Floats(Bytes(block.values + r * block.row_step));
      for (int64_t j = 0; j < block.columns; ++j) row[j].value *= store->alpha_;
    }
  if (store->has_c_) store->AddC(c + OffsetOf(store->c_, block), block);
  for (int64_t r = 0; r < block.rows; ++r) {
    std::byte* row = Bytes(block.values + r * block.row_step);
    const std::byte* const rows[] = {row};
    if (store->activation_) (*store->activation_)(row, rows, block.columns);
    for (int64_t j = 0; store->narrow_ && j < block.columns; j += kStretch) {
      uint16_t halves[kStretch];
      const int64_t n = std::min(kStretch, block.columns - j);
      store->narrow_(reinterpret_cast<std::byte*>(halves), row + 4 * j, n);
      std::memcpy(row + 2 * j, halves, size_t(2 * n));
    }
  }
  const GemmMatrix& to = store->output_;
  std::byte* const place = output + OffsetOf(to, block);
  if (place == Bytes(block.values)) return;
  store->copy_output_(place, Bytes(block.values),
                      {block.rows, block.columns, to.row_step, to.column_step, 4 * block.row_step,
                       store->is_half_ ? 2 : 4});
}

}  // namespace weft
