// SPDX-License-Identifier: MIT
// Outputs from inputs. Most operators keep the sizes and the type of their first input, which is
// done here; the others have an `Infer` beside their Validate and Plan.
#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/guard.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "schema/tensor_slots.h"
#include "weft/infer.h"
#include "weft/schema.h"

namespace weft {
namespace {

uint16_t TypesOf(const OperatorInfo& info, const Field& field) {
  for (const TensorSupport& row : info.support.front().tensors)
    if (&info.fields[row.field] == &field) return row.data_types;
  return 0;
}

// Every other output is like the first input. If the support table has other types for the output,
// it is a truth value or a count, in a byte.
void InferLikeInput(const OperatorInfo& info, Operator& op) {
  const Field* first = nullptr;
  const TensorDesc* input = nullptr;
  for (const Field& field : info.fields) {
    std::vector<TensorSlot> slots;
    if (field.role == FieldRole::Input) AppendSlots(op.data(), field, slots);
    if (input != nullptr || slots.empty() || slots.front().desc == nullptr) continue;
    first = &field;
    input = slots.front().desc;
  }
  if (input == nullptr) return;
  for (const Field& field : info.fields) {
    if (field.role != FieldRole::Output || field.type != FieldType::Tensor) continue;
    const bool same_types = TypesOf(info, field) == TypesOf(info, *first);
    const DataType type = same_types ? input->type : DataType::UInt8;
    if (field.optional) {
      Fill(MemberOf<std::optional<TensorDesc>>(op.mutable_data(), field), type, input->sizes());
    } else {
      Fill(MemberOf<TensorDesc>(op.mutable_data(), field), type, input->sizes());
    }
  }
}

}  // namespace

Status InferOutputs(Operator& op) try {
  const OperatorInfo& info = Info(op.type());
  const Implementation* const implementation = FindImplementation(op.type());
  if (implementation != nullptr && implementation->infer != nullptr)
    implementation->infer(op.mutable_data());
  else
    InferLikeInput(info, op);
  const std::vector<TensorSlot> inputs = InputSlots(op);
  const bool has_scalar =
      std::ranges::any_of(inputs, [](auto& slot) { return slot.desc && slot.desc->rank() == 0; });
  std::vector<TensorSlot> outputs;
  for (const Field& field : info.fields)
    if (field.role == FieldRole::Output && !field.optional) AppendSlots(op.data(), field, outputs);
  for (const TensorSlot& slot : outputs) {
    if (slot.desc->type == DataType::Unknown)
      return Invalid("{}: {}.DataType does not follow from the inputs, so it must be given",
                     info.name, slot.Name());
    if (slot.desc->rank() == 0 && !has_scalar)
      return Invalid("{}: {}.Sizes do not follow from the inputs, so they must be given", info.name,
                     slot.Name());
  }
  return Ok();
}
WEFT_CATCH

}  // namespace weft
