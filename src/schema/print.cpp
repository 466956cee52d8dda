// SPDX-License-Identifier: MIT
// Any operator as one line of JSON, in the form `weft run` reads. The field table lists what to
// print, so no operator needs code of its own.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/guard.h"
#include "schema/members.h"
#include "weft/schema.h"

namespace weft {
namespace {

std::string DescText(const OperatorInfo& info, const void* op);

// JSON has no NaN and infinities: programs write them as strings.
std::string Quoted(const std::string& number) {
  const bool is_number = number.find_first_of("0123456789") != number.npos;
  return is_number ? number : '"' + number + '"';
}

std::string NumberText(float value) { return Quoted(Scalar(value).Text(DataType::Float32)); }

template <class T, class Function>
std::string ArrayText(const std::vector<T>& values, Function text_of) {
  std::vector<std::string> texts;
  for (const T& value : values) texts.push_back(text_of(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string ActivationText(const FusedActivation& activation) {
  return VisitActivation(activation, [](const OperatorInfo& info, const void* op) {
    return fmt::format("{{\"type\": \"{}\", \"desc\": {}}}", info.name, DescText(info, op));
  });
}

std::string EnumText(uint32_t value, const EnumInfo& enumeration) {
  const std::string_view name = enumeration.NameOf(value);
  if (!name.empty()) return fmt::format("\"{}\"", name);
  if (!enumeration.is_flags) return fmt::format("{}", value);
  std::vector<std::string> names;
  for (const EnumValue& flag : enumeration.values)
    if (value & flag.value) names.push_back(fmt::format("\"{}\"", flag.name));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

// The type of an operator's scalars is its one field of type DML_TENSOR_DATA_TYPE.
DataType ScalarType(const OperatorInfo& info, const void* op) {
  for (const Field& field : info.fields)
    if (field.type == FieldType::Enum && field.enumeration->name == "DML_TENSOR_DATA_TYPE")
      return static_cast<DataType>(EnumMember(op, field));
  return DataType::Unknown;
}

// Nothing for an absent optional field.
std::optional<std::string> FieldText(const OperatorInfo& info, const void* op, size_t index) {
  const Field& field = info.fields[index];
  if (field.optional && field.count_field >= 0 && ArrayLength(op, field) == 0) return std::nullopt;
  switch (field.type) {
    case FieldType::Tensor: {
      if (!field.optional) {
        const TensorDesc& tensor = MemberOf<TensorDesc>(op, field);
        if (tensor == TensorDesc()) return std::nullopt;  // missing, or inside a fused activation
        return ToString(tensor);
      }
      const auto& tensor = MemberOf<std::optional<TensorDesc>>(op, field);
      return tensor ? std::optional(ToString(*tensor)) : std::nullopt;
    }
    case FieldType::TensorArray:
      return ArrayText(MemberOf<std::vector<TensorDesc>>(op, field),
                       [](const TensorDesc& tensor) { return ToString(tensor); });
    case FieldType::UInt: return fmt::format("{}", MemberOf<uint32_t>(op, field));
    case FieldType::Int: return fmt::format("{}", MemberOf<int32_t>(op, field));
    case FieldType::Float: return NumberText(MemberOf<float>(op, field));
    case FieldType::Bool: return MemberOf<bool>(op, field) ? "true" : "false";
    case FieldType::Enum: return EnumText(EnumMember(op, field), *field.enumeration);
    case FieldType::UIntArray:
      return fmt::format("[{}]", fmt::join(MemberOf<std::vector<uint32_t>>(op, field), ", "));
    case FieldType::IntArray:
      return fmt::format("[{}]", fmt::join(MemberOf<std::vector<int32_t>>(op, field), ", "));
    case FieldType::FloatArray:
      return ArrayText(MemberOf<std::vector<float>>(op, field), NumberText);
    case FieldType::ScaleBias: {
      const auto& value = MemberOf<std::optional<ScaleBias>>(op, field);
      if (!value) return std::nullopt;
      return fmt::format("{{\"Scale\": {}, \"Bias\": {}}}", NumberText(value->scale),
                         NumberText(value->bias));
    }
    case FieldType::Size2D: {
      const Size2D& value = MemberOf<Size2D>(op, field);
      return fmt::format("{{\"Width\": {}, \"Height\": {}}}", value.width, value.height);
    }
    case FieldType::Scalar: return Quoted(MemberOf<Scalar>(op, field).Text(ScalarType(info, op)));
    case FieldType::Activation: {
      const auto& value = MemberOf<std::optional<FusedActivation>>(op, field);
      return value ? std::optional(ActivationText(*value)) : std::nullopt;
    }
    case FieldType::ActivationArray:
      return ArrayText(MemberOf<std::vector<FusedActivation>>(op, field), ActivationText);
    case FieldType::Count: return fmt::format("{}", CountOf(op, info, index));
  }
  return std::nullopt;
}

std::string DescText(const OperatorInfo& info, const void* op) {
  std::vector<std::string> members;
  for (size_t index = 0; index < info.fields.size(); ++index)
    if (const std::optional<std::string> text = FieldText(info, op, index))
      members.push_back(fmt::format("\"{}\": {}", info.fields[index].name, *text));
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

}  // namespace

std::string ToString(const Operator& op) try {
  const OperatorInfo& info = Info(op.type());
  return fmt::format("{{\"type\": \"{}\", \"desc\": {}}}", info.name, DescText(info, op.data()));
}
WEFT_CATCH_TEXT

}  // namespace weft
