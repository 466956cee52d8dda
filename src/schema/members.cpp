// SPDX-License-Identifier: MIT
// Lengths of the arrays in an operator's aggregate: the C struct has them as Count fields. The
// fused activation of a type that is known only at run time.
#include "schema/members.h"

#include <algorithm>
#include <vector>

namespace weft {
namespace {

template <size_t index = 0>
std::optional<FusedActivation> MakeAlternative(OperatorType type) {
  if constexpr (index == std::variant_size_v<FusedActivation>) {
    return std::nullopt;
  } else {
    using Op = std::variant_alternative_t<index, FusedActivation>;
    if (Op::kType == type) return FusedActivation(std::in_place_index<index>);
    return MakeAlternative<index + 1>(type);
  }
}

}  // namespace

std::optional<FusedActivation> MakeActivation(OperatorType type) { return MakeAlternative(type); }

size_t ArrayLength(const void* op, const Field& field) {
  switch (field.type) {
    case FieldType::TensorArray: return MemberOf<std::vector<TensorDesc>>(op, field).size();
    case FieldType::UIntArray: return MemberOf<std::vector<uint32_t>>(op, field).size();
    case FieldType::IntArray: return MemberOf<std::vector<int32_t>>(op, field).size();
    case FieldType::FloatArray: return MemberOf<std::vector<float>>(op, field).size();
    case FieldType::ActivationArray:
      return MemberOf<std::vector<FusedActivation>>(op, field).size();
    default: return 0;
  }
}

size_t CountOf(const void* op, const OperatorInfo& info, size_t count_field) {
  size_t length = 0;  // an optional array may be absent while its partner is there
  for (const Field& field : info.fields)
    if (field.count_field == static_cast<int>(count_field))
      length = std::max(length, ArrayLength(op, field));
  return length;
}

}  // namespace weft
