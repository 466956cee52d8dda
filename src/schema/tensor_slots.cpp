// SPDX-License-Identifier: MIT
// Tensors are found by walking the field table, so no operator needs code of its own.
#include "schema/tensor_slots.h"

#include <fmt/format.h>

namespace weft {
namespace {

// visit(desc, index) for each slot of the field. `op` is void or const void, and so is what `desc`
// points to.
template <class Op, class Visit>
void ForEachSlot(Op* op, const Field& field, const Visit& visit) {
  if (field.type == FieldType::TensorArray) {
    int index = 0;
    for (auto& desc : MemberOf<std::vector<TensorDesc>>(op, field)) visit(&desc, index++);
  } else if (field.type == FieldType::Tensor && field.optional) {
    auto& desc = MemberOf<std::optional<TensorDesc>>(op, field);
    visit(desc ? &*desc : nullptr, -1);
  } else if (field.type == FieldType::Tensor) {
    visit(&MemberOf<TensorDesc>(op, field), -1);
  }
}

std::vector<TensorDesc*> MutableDescs(Operator& op, FieldRole role) {
  std::vector<TensorDesc*> descs;
  descs.reserve(4);
  for (const Field& field : Info(op.type()).fields)
    if (field.role == role)
      ForEachSlot(op.mutable_data(), field, [&](TensorDesc* desc, int) { descs.push_back(desc); });
  return descs;
}

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
  ForEachSlot(op, field, [&](const TensorDesc* desc, int index) {
    slots.push_back({desc, field.name, index, output});
  });
}

std::vector<TensorSlot> InputSlots(const Operator& op) { return SlotsOf(op, FieldRole::Input); }

std::vector<TensorSlot> OutputSlots(const Operator& op) { return SlotsOf(op, FieldRole::Output); }

std::vector<TensorDesc*> MutableInputs(Operator& op) { return MutableDescs(op, FieldRole::Input); }

std::vector<TensorDesc*> MutableOutputs(Operator& op) {
  return MutableDescs(op, FieldRole::Output);
}

}  // namespace weft
