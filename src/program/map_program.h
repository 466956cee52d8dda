// SPDX-License-Identifier: MIT
// The program of an element-wise operator: a row function, the output, and the source of each
// operand, which is a tensor or one number for all elements.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "base/assert.h"
#include "program/program.h"
#include "strided/map.h"
#include "strided/row_function.h"
#include "strided/view.h"

namespace weft {

inline MapOperand OperandOf(const TensorDesc& tensor) {
  return {tensor.layout, SizeBits(tensor.type) / 8};
}

class MapInput {
 public:
  // The tensor bound as input `slot`.
  MapInput(const TensorDesc& tensor, int slot) : operand_(OperandOf(tensor)), slot_(slot) {}
  MapInput(const MapOperand& operand, int slot) : operand_(operand), slot_(slot) {}
  // The low `bytes` bytes of `bits` as every element of a tensor of these sizes.
  static MapInput Constant(const Sizes& sizes, int bytes, uint64_t bits) {
    WEFT_ASSERT(1 <= bytes && bytes <= int(sizeof bits));
    MapInput input({OneElement(sizes), bytes}, kConstant);
    std::memcpy(input.constant_.data(), &bits, sizeof bits);
    return input;
  }

  const MapOperand& operand() const { return operand_; }
  bool is_constant() const { return slot_ == kConstant; }
  int slot() const { return slot_; }
  const std::array<std::byte, 8>& constant() const { return constant_; }
  const std::byte* At(const Bindings& bind) const {
    return slot_ == kConstant ? constant_.data() : bind.Input(slot_);
  }

 private:
  static constexpr int kConstant = -1;
  MapOperand operand_;
  int slot_;
  std::array<std::byte, 8> constant_{};
};

struct ElementWise {
  RowFunction row;
  MapOperand output;
  std::vector<MapInput> inputs;
  std::shared_ptr<const void> keeps = nullptr;  // owns what the row points to
};

template <class... Inputs>
Program MapProgram(const RowFunction& row, const TensorDesc& output,
                   const Inputs&... inputs) requires(std::is_same_v<Inputs, MapInput>&&...) {
  const MapPlan<sizeof...(Inputs)> plan(OperandOf(output), {inputs.operand()...}, row);
  return {.run = [plan, inputs...](
                     const Bindings& bind) { plan.Run(bind.Output(0), {inputs.At(bind)...}); },
          .element_wise = std::make_shared<const ElementWise>(
              ElementWise{row, OperandOf(output), {inputs...}})};
}

// Tensors are bound in the order of these arguments.
inline Program MapProgram(const RowFunction& row, const TensorDesc& output, const TensorDesc& a,
                          const TensorDesc& b) {
  return MapProgram(row, output, MapInput(a, 0), MapInput(b, 1));
}
inline Program MapProgram(const RowFunction& row, const TensorDesc& output,
                          const TensorDesc& input) {
  return MapProgram(row, output, MapInput(input, 0));
}

}  // namespace weft
