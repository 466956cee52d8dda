// SPDX-License-Identifier: MIT
// The tensors of an operator in binding order: the order of its fields, with tensor arrays
// expanded and absent optional tensors kept as empty slots.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/schema.h"

namespace weft {

struct TensorSlot {
  const TensorDesc* desc;  // null when an optional tensor is absent
  std::string_view field;  // "InputTensor"
  int index;               // of the tensor in an array, -1 when the field is one tensor
  bool output;

  std::string Name() const;  // "InputTensor", "InputTensors[2]"
};

// The slots of one field: one for a tensor, any number for an array, none for an attribute.
void AppendSlots(const void* op, const Field& field, std::vector<TensorSlot>& slots);

// They point into the operator.
std::vector<TensorSlot> InputSlots(const Operator& op);
std::vector<TensorSlot> OutputSlots(const Operator& op);

// The descriptions of the same slots, to be changed before the operator is shared.
std::vector<TensorDesc*> MutableInputs(Operator& op);
std::vector<TensorDesc*> MutableOutputs(Operator& op);

}  // namespace weft
