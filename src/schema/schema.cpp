// SPDX-License-Identifier: MIT
// Lookups in the generated tables: names with or without DirectML's prefix, an operator by its
// type, the support table a feature level sees.
#include "weft/schema.h"

#include <algorithm>

namespace weft {
namespace {

const EnumInfo& OperatorTypes() {
  static const EnumInfo& info =
      *std::ranges::find(AllEnums(), std::string_view("DML_OPERATOR_TYPE"), &EnumInfo::name);
  return info;
}

}  // namespace

std::optional<uint32_t> EnumInfo::Find(std::string_view name) const {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  const auto found = std::ranges::find(values, name, &EnumValue::name);
  if (found == values.end()) return std::nullopt;
  return found->value;
}

std::string_view EnumInfo::NameOf(uint32_t value) const {
  const auto found = std::ranges::find(values, value, &EnumValue::value);
  return found == values.end() ? std::string_view() : found->name;
}

const OperatorInfo& Info(OperatorType type) {
  static constexpr OperatorInfo kInvalid = [] {
    OperatorInfo info{};
    info.name = "INVALID";
    return info;
  }();
  const uint32_t value = uint32_t(type);  // 1, 2, 3 … without gaps, which the tests check
  const std::span<const OperatorInfo> all = AllOperators();
  return value >= 1 && value <= all.size() ? all[value - 1] : kInvalid;
}

const OperatorInfo* FindOperator(std::string_view name) {
  const std::optional<uint32_t> value = OperatorTypes().Find(name);  // knows the aliases as well
  return value && *value != 0 ? &Info(OperatorType(*value)) : nullptr;
}

const SupportTable* SupportAt(const OperatorInfo& info, FeatureLevel level) {
  const auto found = std::ranges::find_if(
      info.support, [&](const SupportTable& table) { return table.level <= level; });
  return found == info.support.end() ? nullptr : &*found;
}

}  // namespace weft
