// SPDX-License-Identifier: MIT
// Tensors are found by walking the field table, so no operator needs code of its own.
#include "schema/tensor_slots.h"

#include <fmt/format.h>

namespace weft {
namespace {

std::vector<TensorSlot> SlotsOf(const Operator& op, FieldRole role) {
  std::vector<TensorSlot> slots;
  slots.reserve(4);
  for (const Field& field : Info(op.type()).fields)
    if (field.role == role) AppendSlots(op.data(), field, slots);
  return slots;
}

}  // namespace

std::string TensorSlot::Name() const {
  return index < 0 ? std::string(field) : fmt::format("{}[{}]", field, index);
}

void AppendSlots(const void* op, const Field& field, std::vector<TensorSlot>& slots) {
  const bool output = field.role == FieldRole::Output;
  if (field.type == FieldType::TensorArray) {
    int index = 0;
    for (const TensorDesc& desc : MemberOf<std::vector<TensorDesc>>(op, field))
      slots.push_back({&desc, field.name, index++, output});
  } else if (field.type == FieldType::Tensor && field.optional) {
    const auto& desc = MemberOf<std::optional<TensorDesc>>(op, field);
    slots.push_back({desc ? &*desc : nullptr, field.name, -1, output});
  } else if (field.type == FieldType::Tensor) {
    slots.push_back({&MemberOf<TensorDesc>(op, field), field.name, -1, output});
  }
}

std::vector<TensorSlot> InputSlots(const Operator& op) { return SlotsOf(op, FieldRole::Input); }

std::vector<TensorSlot> OutputSlots(const Operator& op) { return SlotsOf(op, FieldRole::Output); }

}  // namespace weft
