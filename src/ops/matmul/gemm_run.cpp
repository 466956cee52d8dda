// SPDX-License-Identifier: MIT
// One thread's share of a product. For each stretch of the depth a task has a panel of B in the
// first-level cache and its rows of A in the second, and adds to a block; the last stretch may
// write it where it belongs. Few rows and a B with contiguous columns need no packing: dot
// products.
#include <algorithm>

#include "ops/matmul/gemm_plan.h"

namespace weft {
namespace {

// With a B of float16, some columns of it at a time.
void MultiplyHalves(DotKernel dots, const DotBlock& block, ConvertRow widen) {
  alignas(64) float columns[kDotColumns * kDotDepth];
  auto* const bytes = reinterpret_cast<std::byte*>(columns);
  const int64_t column_bytes = block.depth * int64_t(sizeof(float));
  for (int64_t j = 0; j < block.columns; j += kDotColumns) {
    DotBlock some = block;
    some.c += j;
    some.b = bytes;
    some.b_column = column_bytes;
    some.columns = std::min(kDotColumns, block.columns - j);
    for (int64_t i = 0; i < some.columns; ++i)
      widen(bytes + i * column_bytes, block.b + (j + i) * block.b_column, block.depth);
    dots(some);
  }
}

}  // namespace

// Panels of `columns` columns from `column` on, of `depth` rows from `k` on.
void GemmPlan::PackPanels(float* packed, const std::byte* b, int64_t column, int64_t columns,
                          int64_t k, int64_t depth) const {
  b += k * b_.row_step + column * b_.column_step;
  Groups panel = {panel_, panel_, depth, b_.row_step, b_.column_step};
  int64_t done = 0;
  for (int64_t many; pack_b_.CanPackTogether(panel) && done + panel_ <= columns;
       done += many * panel_) {
    many = std::min(GroupPacker::kTogether, (columns - done) / panel_);
    pack_b_.PackTogether(packed + done * depth, b + done * b_.column_step, panel, many);
  }
  for (; done < columns; done += panel_) {
    panel.count = std::min(panel_, columns - done);
    pack_b_(packed + done * depth, b + done * b_.column_step, panel);
  }
}

void GemmPlan::GiveRows(GemmBlock& block, const std::byte* a, float* packed) const {
  block.a = a;
  block.a_six = kGemmRows * a_.row_step;
  block.a_row = a_.row_step;
  block.a_depth = a_.column_step;
  if (a_in_place_) return;
  for (int64_t row = 0; row < block.rows; row += kGemmRows)
    pack_a_(packed + row * block.depth, a + row * a_.row_step,
            {kGemmRows, std::min(kGemmRows, block.rows - row), block.depth, a_.column_step,
             a_.row_step});
  constexpr int64_t kFloat = sizeof(float);
  block.a = reinterpret_cast<const std::byte*>(packed);
  block.a_six = kGemmRows * block.depth * kFloat;
  block.a_row = kFloat;
  block.a_depth = kGemmRows * kFloat;
}

void GemmPlan::RunDots(const Task& task, const ProductSink& sink, const std::byte* a,
                       const std::byte* b, float* a_rows) const {
  alignas(64) float sums[kMostDotRows * kMostDotColumns];
  ProductBlock product = {task.batch, 0, task.column, sizes_.m, task.columns, sums, block_n_};
  if (sink.place.values) {
    product.values = sink.place.At(product);
    product.row_step = sink.place.row_step;
  }
  a += a_.BatchOffset(task.batch);
  b += b_.BatchOffset(task.batch) + task.column * b_.column_step;
  for (int64_t k = 0; k < sizes_.k; k += dot_depth_) {
    const int64_t depth = std::min(dot_depth_, sizes_.k - k);
    DotBlock block = {.c = product.values,
                      .c_step = product.row_step,
                      .a = a + k * a_.column_step,
                      .a_row = a_.row_step,
                      .b = b + k * b_.row_step,
                      .b_column = b_.column_step,
                      .rows = sizes_.m,
                      .columns = task.columns,
                      .depth = depth,
                      .add = k > 0};
    if (!a_in_place_) {
      for (int64_t row = 0; row < sizes_.m; ++row)
        pack_dot_row_(a_rows + row * depth, block.a + row * a_.row_step,
                      {depth, depth, 1, 0, a_.column_step});
      block.a = reinterpret_cast<const std::byte*>(a_rows);
      block.a_row = depth * 4;
    }
    if (widen_b_)
      MultiplyHalves(dots_, block, widen_b_);
    else
      dots_(block);
  }
  sink.take(sink.context, product);
}

void GemmPlan::RunTask(const Task& task, const ProductSink& sink, const std::byte* a,
                       const std::byte* b, const PackedB& packed, float* area) const {
  if (b && dots_) return RunDots(task, sink, a, b, area);
  float* const values = area;
  float* const a_panels = values + block_m_ * block_n_;
  float* const b_panels = a_panels + a_floats_;
  const bool pack_by_stretch = b && (task.rows <= block_m_ || b_in_place_);
  const int64_t whole = task.columns / panel_ * panel_;   // columns of whole panels
  const int64_t in_place = b && b_in_place_ ? whole : 0;  // … of which B is read where it lies
  const bool direct = sink.place.values && sizes_.k > 0 && whole > 0;
  a += a_.BatchOffset(task.batch) + task.row * a_.row_step;
  if (b) b += b_.BatchOffset(task.batch) + task.column * b_.column_step;
  // All stretches of the packed panels, of which the task's begin at `first_column`.
  const int64_t panels = b ? PanelsOf(task.columns) : Panels();
  const float* const first_b = b ? b_panels : packed.data + PairOfB(task.batch) * packed.pair_step;
  const int64_t first_column = b ? 0 : task.column;
  if (b && !pack_by_stretch)
    for (int64_t k = 0; k < sizes_.k; k += block_k_)
      PackPanels(b_panels + k * panels * panel_, b, 0, task.columns, k,
                 std::min(block_k_, sizes_.k - k));

  for (int64_t row = 0; row < task.rows; row += block_m_) {
    const int64_t rows = std::min(block_m_, task.rows - row);
    ProductBlock product = {task.batch,   task.row + row, task.column, rows,
                            task.columns, values,         block_n_};
    if (sizes_.k == 0) std::fill_n(values, rows * block_n_, 0.0f);
    for (int64_t k = task.k; k < task.k_end; k += block_k_) {
      const int64_t depth = std::min(block_k_, task.k_end - k);
      if (pack_by_stretch) PackPanels(b_panels, b, in_place, task.columns - in_place, k, depth);
      GemmBlock block = {
          .c = values,
          .c_step = block_n_,
          .added = k > task.k ? values : nullptr,
          .added_step = block_n_,
          .b = pack_by_stretch ? b_panels : first_b + k * panels * panel_ + first_column * depth,
          .b_depth = panel_,
          .b_panel = panel_ * depth,
          .rows = rows,
          .panels = whole / panel_,
          .depth = depth};
      GiveRows(block, a + row * a_.row_step + k * a_.column_step, a_panels);
      GemmBlock rest = block;  // the last panel, which is not whole
      rest.c += whole;
      if (rest.added) rest.added += whole;
      rest.b += (whole - in_place) * depth;
      rest.panels = 1;
      if (in_place > 0) {
        block.b = reinterpret_cast<const float*>(b + k * b_.row_step);
        block.b_depth = b_.row_step / int64_t(sizeof(float));
        block.b_panel = panel_;
      }
      if (direct && k + depth == task.k_end) {
        block.c = sink.place.At(product);
        block.c_step = sink.place.row_step;
      }
      if (whole > 0) kernel_.multiply(block);
      if (whole < task.columns) kernel_.multiply(rest);
    }
    if (direct) {
      ProductBlock there = product;
      there.columns = whole;
      there.values = sink.place.At(product);
      there.row_step = sink.place.row_step;
      sink.take(sink.context, there);
      product.column += whole;
      product.columns -= whole;
      product.values += whole;
    }
    if (product.columns > 0) sink.take(sink.context, product);
  }
}

}  // namespace weft
