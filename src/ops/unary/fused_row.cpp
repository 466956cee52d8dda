// SPDX-License-Identifier: MIT
// For each block: widen, compute, activate, narrow.
#include "ops/unary/fused_row.h"

#include <algorithm>

#include "base/assert.h"
#include "ops/unary/activation.h"

namespace weft {

FusedRow::FusedRow(const RowFunction& row, DataType output, std::initializer_list<DataType> inputs,
                   const std::optional<FusedActivation>& activation)
    : row_(row) {
  WEFT_ASSERT(inputs.size() <= kMostInputs);
  if (activation) activation_ = ActivationRow(*activation);
  if (output == DataType::Float16) narrow_ = ConverterFor(output, DataType::Float32);
  for (const DataType type : inputs) {
    if (type == DataType::Float16) widen_[inputs_] = ConverterFor(DataType::Float32, type);
    bytes_[inputs_++] = SizeBits(type) / 8;
  }
}

void FusedRow::Run(std::byte* output, const std::byte* const* inputs, int64_t count,
                   const void* parameters) {
  const FusedRow& by = **static_cast<const FusedRow* const*>(parameters);
  constexpr int64_t kBlock = 512;
  float wide[kMostInputs][kBlock], result[kBlock];
  const int64_t output_bytes = by.narrow_ ? 2 : 4;
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t n = std::min(kBlock, count - i);
    const std::byte* from[kMostInputs];
    for (int k = 0; k < by.inputs_; ++k) {
      from[k] = inputs[k] + i * by.bytes_[k];
      if (by.widen_[k] == nullptr) continue;
      auto* floats = reinterpret_cast<std::byte*>(wide[k]);
      by.widen_[k](floats, from[k], n);
      from[k] = floats;
    }
    std::byte* at = output + i * output_bytes;
    std::byte* to = by.narrow_ ? reinterpret_cast<std::byte*>(result) : at;
    by.row_(to, from, n);
    const std::byte* const results[] = {to};
    if (by.activation_) (*by.activation_)(to, results, n);
    if (by.narrow_) by.narrow_(at, to, n);
  }
}

}  // namespace weft
