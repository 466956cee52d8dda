// SPDX-License-Identifier: MIT
// One walk over the field table for the fields by themselves, then the rules between them. A
// message names fields as DirectML does: "JOIN: InputTensors[1].DataType is …".
#include "schema/validate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/members.h"
#include "schema/tensor_slots.h"

namespace weft {
namespace {

// "A", "A or B", "A, B or C".
std::string Alternatives(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "none" : names.front();
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string TypeNames(uint16_t types) {
  std::vector<std::string> names;
  for (int type = 0; type < kDataTypeCount; ++type)
    if (types >> type & 1) names.emplace_back(Name(static_cast<DataType>(type)));
  return Alternatives(names);
}

std::string DimensionCounts(uint16_t counts) {
  const int first = std::countr_zero(counts), last = std::bit_width(counts) - 1;
  if (last - first >= 2 && std::popcount(counts) == last - first + 1)
    return fmt::format("{} to {}", first, last);
  std::vector<std::string> names;
  for (int count = 0; count < 16; ++count)
    if (counts >> count & 1) names.push_back(std::to_string(count));
  return Alternatives(names);
}

std::string EnumNames(const EnumInfo& enumeration) {
  std::vector<std::string> names;
  for (const EnumValue& value : enumeration.values)
    if (enumeration.NameOf(value.value) == value.name) names.emplace_back(value.name);  // no alias
  return Alternatives(names);
}

class Checker {
 public:
  Checker(const OperatorInfo& info, const void* op, FeatureLevel level, const TensorRules& rules)
      : info_(info), op_(op), level_(level), rules_(rules), support_(SupportAt(info, level)) {}

  Status CheckAll() {
    if (info_.introduced > level_)
      return Invalid("{}: needs feature level {}, but the device has {}", info_.name,
                     LevelName(info_.introduced), LevelName(level_));
    for (size_t index = 0; index < info_.fields.size(); ++index)
      WEFT_RETURN_IF_ERROR(CheckField(index));
    for (const SameRule& rule : info_.same) WEFT_RETURN_IF_ERROR(CheckSame(rule));
    return Ok();
  }

 private:
  Status CheckField(size_t index) {
    const Field& field = info_.fields[index];
    switch (field.type) {
      case FieldType::Tensor:
      case FieldType::TensorArray: return CheckTensors(index);
      case FieldType::Count: return CheckCount(index);
      case FieldType::Enum: return CheckEnum(field);
      case FieldType::Activation:
        if (const auto& fused = MemberOf<std::optional<FusedActivation>>(op_, field))
          return CheckActivation(*fused, field.name);
        return Ok();
      case FieldType::ActivationArray: {
        int index_in_array = 0;
        for (const auto& fused : MemberOf<std::vector<FusedActivation>>(op_, field))
          WEFT_RETURN_IF_ERROR(
              CheckActivation(fused, fmt::format("{}[{}]", field.name, index_in_array++)));
        return Ok();
      }
      default: return Ok();
    }
  }

  const std::vector<TensorSlot>& SlotsOf(size_t index) {
    slots_.clear();
    AppendSlots(op_, info_.fields[index], slots_);
    return slots_;
  }

  Status CheckTensors(size_t index) {
    const TensorSupport* support = nullptr;
    if (support_ != nullptr)
      for (const TensorSupport& row : support_->tensors)
        if (row.field == index) support = &row;
    for (const TensorSlot& slot : SlotsOf(index)) {
      if (slot.desc == nullptr) continue;
      const TensorDesc& tensor = *slot.desc;
      if (tensor.type == DataType::Unknown && tensor.rank() == 0)
        return Invalid("{}: {} is missing", info_.name, slot.Name());
      const TensorUse use = slot.output ? TensorUse::Output : TensorUse::Input;
      // The operator's name is prepended afterwards, so that nothing is formatted without an error.
      if (const Status status = CheckTensor(tensor, use, "", rules_); !status)
        return Invalid("{}: {}{}", info_.name, slot.Name(), status.error().message);
      if (support != nullptr) WEFT_RETURN_IF_ERROR(CheckSupport(tensor, slot, *support));
    }
    return Ok();
  }

  Status CheckSupport(const TensorDesc& tensor, const TensorSlot& slot,
                      const TensorSupport& support) const {
    if (!(support.data_types >> static_cast<uint32_t>(tensor.type) & 1))
      return Invalid("{}: {}.DataType is {}, but {} is required{}", info_.name, slot.Name(),
                     Name(tensor.type), TypeNames(support.data_types), AtLevel());
    // Rank 0 is legal only where CheckTensor was told so, and then where a rank of 1 is.
    const bool scalar = tensor.rank() == 0 && (support.dimension_counts >> 1 & 1);
    if (!scalar && !(support.dimension_counts >> tensor.rank() & 1))
      return Invalid("{}: {}.DimensionCount is {}, but {} is required{}", info_.name, slot.Name(),
                     tensor.rank(), DimensionCounts(support.dimension_counts), AtLevel());
    return Ok();
  }

  // Mentioned only if a newer level has other rules.
  std::string AtLevel() const {
    return support_ == &info_.support.front()
               ? ""
               : fmt::format(" at feature level {}", LevelName(level_));
  }

  Status CheckCount(size_t index) const {
    const Field* first = nullptr;
    size_t first_length = 0;
    for (const Field& field : info_.fields) {
      if (field.count_field != static_cast<int>(index)) continue;
      const size_t length = ArrayLength(op_, field);
      if (length == 0 && field.optional) continue;
      if (length == 0 && field.type == FieldType::TensorArray)
        return Invalid("{}: {} is 0, but {} needs at least 1 tensor", info_.name,
                       info_.fields[index].name, field.name);
      if (first == nullptr) {
        first = &field;
        first_length = length;
      } else if (length != first_length) {
        return Invalid("{}: {} has {} values, but {} has {}", info_.name, field.name, length,
                       first->name, first_length);
      }
    }
    return Ok();
  }

  Status CheckEnum(const Field& field) const {
    const uint32_t value = EnumMember(op_, field);
    const EnumInfo& enumeration = *field.enumeration;
    if (enumeration.is_flags) {
      uint32_t known = 0;
      for (const EnumValue& flag : enumeration.values) known |= flag.value;
      if (value & ~known)
        return Invalid("{}: {} is {:#x}, but only the bits {:#x} are known", info_.name, field.name,
                       value, known);
      return Ok();
    }
    const auto found = std::ranges::find(enumeration.values, value, &EnumValue::value);
    if (found == enumeration.values.end())
      return Invalid("{}: {} is {}, but {} is required", info_.name, field.name, value,
                     EnumNames(enumeration));
    if (found->introduced > level_)
      return Invalid("{}: {} is {}, which needs feature level {}, but the device has {}",
                     info_.name, field.name, found->name, LevelName(found->introduced),
                     LevelName(level_));
    return Ok();
  }

  Status CheckActivation(const FusedActivation& activation, std::string_view where) const {
    return VisitActivation(activation, [&](const OperatorInfo& info, const void* op) -> Status {
      if (info.introduced > level_)
        return Invalid("{}: {} is {}, which needs feature level {}, but the device has {}",
                       info_.name, where, info.name, LevelName(info.introduced), LevelName(level_));
      std::vector<TensorSlot> slots;
      for (const Field& field : info.fields) {
        AppendSlots(op, field, slots);
        if (field.type == FieldType::Enum)
          WEFT_RETURN_IF_ERROR(Checker(info, op, level_, rules_).CheckEnum(field));
      }
      for (const TensorSlot& slot : slots)
        if (slot.desc != nullptr && *slot.desc != TensorDesc())
          return Invalid("{}: {}.{} is set, but a fused activation has no tensors of its own",
                         info_.name, where, slot.field);
      return Ok();
    });
  }

  Status CheckSame(const SameRule& rule) {
    std::vector<TensorSlot> slots;
    for (const uint8_t field : rule.fields) AppendSlots(op_, info_.fields[field], slots);
    const TensorSlot* measure = nullptr;
    for (const TensorSlot& slot : slots) {
      if (slot.desc == nullptr) continue;
      if (measure == nullptr) {
        measure = &slot;
      } else {
        WEFT_RETURN_IF_ERROR(CheckPair(rule.property, slot, *measure));
      }
    }
    return Ok();
  }

  Status CheckPair(SameProperty property, const TensorSlot& slot, const TensorSlot& measure) const {
    const TensorDesc& tensor = *slot.desc;
    const TensorDesc& wanted = *measure.desc;
    if (property == SameProperty::DataType) {
      if (tensor.type != wanted.type)
        return Invalid("{}: {}.DataType is {}, but {}.DataType is {}", info_.name, slot.Name(),
                       Name(tensor.type), measure.Name(), Name(wanted.type));
      return Ok();
    }
    if (tensor.rank() != wanted.rank())
      return Invalid("{}: {}.DimensionCount is {}, but {}.DimensionCount is {}", info_.name,
                     slot.Name(), tensor.rank(), measure.Name(), wanted.rank());
    for (int dim = 0; property == SameProperty::Sizes && dim < tensor.rank(); ++dim)
      if (tensor.sizes()[dim] != wanted.sizes()[dim])
        return Invalid("{0}: {1}.Sizes[{2}] is {3}, but {4}.Sizes[{2}] is {5}", info_.name,
                       slot.Name(), dim, tensor.sizes()[dim], measure.Name(), wanted.sizes()[dim]);
    return Ok();
  }

  const OperatorInfo& info_;
  const void* op_;
  FeatureLevel level_;
  const TensorRules& rules_;
  const SupportTable* support_;
  std::vector<TensorSlot> slots_;  // a member so that its memory is reused
};

}  // namespace

Status CheckAgainstSchema(const Operator& op, FeatureLevel level, const TensorRules& rules) {
  const OperatorInfo& info = Info(op.type());
  if (info.fields.empty())
    return Invalid("Operator type is {}, but 1 to {} is required", static_cast<uint32_t>(op.type()),
                   AllOperators().size());
  return Checker(info, op.data(), level, rules).CheckAll();
}

}  // namespace weft
