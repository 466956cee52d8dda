// SPDX-License-Identifier: MIT
// Scales, zero points and biases of quantized products: tensors of one number for all, or of one
// for each row, column or channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "program/program.h"
#include "strided/map.h"
#include "strided/view.h"
#include "weft/tensor.h"

namespace weft {

// Numbers that are so many bytes apart; of none each is 0.
struct Numbers {
  static constexpr std::byte kZero[8] = {};
  const std::byte* first = kZero;
  int64_t step = 0;

  template <class T>
  T At(int64_t i = 0) const {
    T number;
    std::memcpy(&number, first + i * step, sizeof number);
    return number;
  }
  Numbers From(int64_t i) const { return {first + i * step, step}; }
};

// Where a run finds those of a tensor, of which at most one dimension is not 1.
class NumbersInput {
 public:
  NumbersInput() = default;
  NumbersInput(const std::optional<TensorDesc>& tensor, int slot) {
    if (!tensor) return;
    const Layout& layout = tensor->layout;
    slot_ = slot;
    bytes_ = SizeBits(tensor->type) / 8;
    offset_ = layout.offset;
    for (int dim = 0; dim < layout.rank(); ++dim) step_ += StepOf(layout, dim);
  }
  Numbers In(const Bindings& bind) const {
    return slot_ < 0 ? Numbers() : Numbers{bind.Input(slot_) + offset_ * bytes_, step_ * bytes_};
  }
  // As an operand of these sizes that begins with the first number, along dimension `dim`.
  MapOperand Along(int dim, const Sizes& sizes, DataType type) const {
    Layout layout = OneElement(sizes);
    layout.strides[dim] = sizes[dim] > 1 ? step_ : 0;
    return {layout, SizeBits(type) / 8};
  }

 private:
  int slot_ = -1;                  // none
  int64_t offset_ = 0, step_ = 0;  // in elements …
  int bytes_ = 1;                  // … of so many bytes
};

}  // namespace weft
