// SPDX-License-Identifier: MIT
// An input of integers as float32, for operators that compute with such: less its zero points, and
// times its scales if it has any.
#pragma once

#include <cstddef>
#include <optional>

#include "ops/quantization/numbers.h"
#include "ops/quantization/quantize_rows.h"
#include "program/map_program.h"

namespace weft {

class DequantizedInput {
 public:
  // `from`, in input `slot`, becomes `to`, which has its sizes and FLOAT32. Zero points, in another
  // input, are one for all or one for each index of `dim`; so are scales.
  DequantizedInput(const TensorDesc& to, const TensorDesc& from, int slot, int dim,
                   const std::optional<TensorDesc>& zeros, int slot_of_zeros)
      : slot_(slot), zeros_(zeros, slot_of_zeros) {
    center_.emplace(OperandOf(to),
                    std::array{OperandOf(from), zeros_.Along(dim, from.sizes(), from.type)},
                    CenterRow(from.type));
  }
  DequantizedInput(const TensorDesc& to, const TensorDesc& from, int slot, int dim,
                   const std::optional<TensorDesc>& zeros, int slot_of_zeros,
                   const TensorDesc& scales, int slot_of_scales)
      : slot_(slot), zeros_(zeros, slot_of_zeros), scales_(scales, slot_of_scales) {
    scale_.emplace(OperandOf(to),
                   std::array{OperandOf(from), scales_.Along(dim, from.sizes(), scales.type),
                              zeros_.Along(dim, from.sizes(), from.type)},
                   DequantizeOnceRow(from.type, scales.type));
  }

  int slot() const { return slot_; }
  void Run(const Bindings& bind, std::byte* to) const {
    const std::byte *const from = bind.Input(slot_), *const zeros = zeros_.In(bind).first;
    if (scale_) return scale_->Run(to, {from, scales_.In(bind).first, zeros});
    center_->Run(to, {from, zeros});
  }

 private:
  int slot_;
  NumbersInput zeros_, scales_;
  std::optional<MapPlan<2>> center_;  // one of the two
  std::optional<MapPlan<3>> scale_;
};

}  // namespace weft
