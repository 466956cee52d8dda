// SPDX-License-Identifier: MIT
// Access to members by the field table, where a plain MemberOf is not enough.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <variant>

#include "weft/schema.h"

namespace weft {

// How many values an array field holds; 0 for a field that is no array.
size_t ArrayLength(const void* op, const Field& field);

// The length of the arrays that share the Count field at index `count_field`.
size_t CountOf(const void* op, const OperatorInfo& info, size_t count_field);

// For any enum: all of them have 32 bits.
inline uint32_t EnumMember(const void* op, const Field& field) {
  uint32_t value;
  std::memcpy(&value, static_cast<const std::byte*>(op) + field.offset, sizeof(value));
  return value;
}

// The alternative of the variant for operators of `type`, default-constructed; nothing for an
// operator that cannot be fused.
std::optional<FusedActivation> MakeActivation(OperatorType type);

// Calls function(info, aggregate) for the operator inside a fused activation.
template <class Function>
auto VisitActivation(const FusedActivation& activation, Function function) {
  return std::visit(
      [&]<class Op>(const Op& op) {
        return function(Info(Op::kType), static_cast<const void*>(&op));
      },
      activation);
}

}  // namespace weft
