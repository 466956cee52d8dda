// SPDX-License-Identifier: MIT
// Columns come in blocks, whose numbers are brought together once for all rows, unless each row has
// some of its own.
#include "ops/quantization/requantize.h"

#include <algorithm>

#include "ops/quantization/quantize_rows.h"
#include "program/map_program.h"

namespace weft {

namespace {

// In float64; products of two such scales are exact.
double OneFactor(float row, float column, float output) {
  return double(row) * double(column) / double(output);
}

template <class T>
const std::byte* BytesOf(const T* numbers) {
  return reinterpret_cast<const std::byte*>(numbers);
}

}  // namespace

Requantizer::Requantizer(DataType output, int64_t row_step, int64_t column_step, const Of& of,
                         Scales scales)
    : type_(output),
      row_step_(row_step),
      column_step_(column_step),
      of_(of),
      scales_(scales),
      store_(KernelForAnySize(1, {0, 0, column_step, row_step, 1, kColumns})) {}

void Requantizer::Run(const Bindings& bind, const SumBlock& block, std::byte* output) const {
  const Numbers row_scale = of_.row_scale.In(bind), output_scale = of_.row_output_scale.In(bind);
  const Numbers zero_point = of_.row_zero_point.In(bind), bias = of_.column_bias.In(bind);
  const Numbers column_scale = of_.column_scale.In(bind);
  const bool rows_differ = row_scale.step != 0 || output_scale.step != 0 || zero_point.step != 0;
  double scales[kColumns];
  float factors[kColumns];
  int32_t biases[kColumns];
  std::byte zeros[kColumns], codes[kRows * kColumns];
  RowFunction requantize;
  for (int64_t column = 0; column < block.columns; column += kColumns) {
    const int64_t columns = std::min(kColumns, block.columns - column);
    const auto prepare = [&](int64_t row) {
      const float of_row = row_scale.At<float>(row), of_output = output_scale.At<float>(row);
      const bool as_one = scales_ == Scales::AsOneFactor;
      const double divisor = as_one ? 1 : double(of_output), inverse = 1 / divisor;
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t at = block.column + column + c;
        const float of_column = column_scale.At<float>(at);
        scales[c] = OneFactor(of_row, of_column, as_one ? of_output : 1);
        factors[c] = float(scales[c] * inverse);
        biases[c] = bias.At<int32_t>(at);
      }
      std::fill_n(zeros, columns, zero_point.At<std::byte>(row));
      requantize = RequantizeRow(DataType::Int32, type_, divisor);
    };
    for (int64_t row = 0; row < block.rows; row += kRows) {
      const int64_t rows = std::min(kRows, block.rows - row);
      std::byte* const to = output + row * row_step_ + column * column_step_;
      const bool in_place = column_step_ == 1;
      for (int64_t r = 0; r < rows; ++r) {
        if (row + r == 0 || rows_differ) prepare(block.row + row + r);
        const float* const sums = block.values + (row + r) * block.row_step + column;
        const std::byte* const inputs[] = {BytesOf(sums), BytesOf(biases), BytesOf(scales),
                                           BytesOf(factors), zeros};
        requantize(in_place ? to + r * row_step_ : codes + r * kColumns, inputs, columns);
      }
      if (!in_place) store_(to, codes, {columns, rows, column_step_, row_step_, 1, kColumns});
    }
  }
}

TensorRequantizer::TensorRequantizer(const TensorDesc& output, const TensorDesc& sums,
                                     const Requantizer::Of& of, ops::Temporary& scratch)
    : of_(of),
      columns_(output.sizes()[1]),
      scales_offset_(scratch.Add(columns_ * int64_t(sizeof(double)))),
      factors_offset_(scratch.Add(columns_ * int64_t(sizeof(float)))) {
  Layout along = OneElement(sums.sizes());
  along.strides[1] = 1;
  plan_.emplace(OperandOf(output),
                std::array<MapOperand, 5>{
                    OperandOf(sums), of.column_bias.Along(1, sums.sizes(), DataType::Int32),
                    MapOperand{along, sizeof(double)}, MapOperand{along, sizeof(float)},
                    MapOperand{OneElement(sums.sizes()), 1}},
                RequantizeRow(DataType::Float32, output.type));
}

void TensorRequantizer::Run(const Bindings& bind, std::byte* output, const std::byte* sums) const {
  std::byte* const scales = ops::Temporary::At(bind, scales_offset_);
  std::byte* const factors = ops::Temporary::At(bind, factors_offset_);
  const float of_row = of_.row_scale.In(bind).At<float>();
  const float of_output = of_.row_output_scale.In(bind).At<float>();
  for (int64_t c = 0; c < columns_; ++c) {
    const double scale = OneFactor(of_row, of_.column_scale.In(bind).At<float>(c), of_output);
    reinterpret_cast<double*>(scales)[c] = scale;
    reinterpret_cast<float*>(factors)[c] = float(scale);
  }
  plan_->Run(output, {sums, of_.column_bias.In(bind).first, scales, factors,
                      of_.row_zero_point.In(bind).first});
}

}  // namespace weft
