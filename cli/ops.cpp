// SPDX-License-Identifier: MIT
// `weft ops`: the operators, and one of them in words. All of it comes from the schema's tables.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "weft/schema.h"

namespace weft::cli {
namespace {

std::string Emphasised(const std::string& text) {
  return UsesColour() ? "\033[1m" + text + "\033[0m" : text;
}

void List(bool implemented_only) {
  size_t implemented = 0, listed = 0;
  for (const OperatorInfo& info : AllOperators()) {
    implemented += info.implemented;
    if (implemented_only && !info.implemented) continue;
    ++listed;
    fmt::print("{:<44} {:<36} {}  {}\n", info.name, info.family, LevelName(info.introduced),
               info.implemented ? "implemented" : "not yet");
  }
  if (implemented_only) {
    fmt::print("{} of {} operators are implemented\n", implemented, AllOperators().size());
  } else {
    fmt::print("{} operators, {} implemented\n", listed, implemented);
  }
}

std::string TypeInWords(const Field& field) {
  switch (field.type) {
    case FieldType::Tensor: return "tensor";
    case FieldType::TensorArray: return "array of tensors";
    case FieldType::UInt: return "UINT";
    case FieldType::Int: return "INT";
    case FieldType::Float: return "FLOAT";
    case FieldType::Bool: return "BOOL";
    case FieldType::Enum: return std::string(field.enumeration->name);
    case FieldType::UIntArray: return "array of UINT";
    case FieldType::IntArray: return "array of INT";
    case FieldType::FloatArray: return "array of FLOAT";
    case FieldType::ScaleBias: return "DML_SCALE_BIAS";
    case FieldType::Size2D: return "DML_SIZE_2D";
    case FieldType::Scalar: return "number (DML_SCALAR_UNION)";
    case FieldType::Activation: return "fused activation";
    case FieldType::ActivationArray: return "array of fused activations";
    case FieldType::Count: return "UINT, the length of its arrays";
  }
  return "";
}

std::string RoleInWords(FieldRole role) {
  return role == FieldRole::Input ? "input" : role == FieldRole::Output ? "output" : "attribute";
}

void PrintFields(const OperatorInfo& info) {
  fmt::print("\n{}\n", Emphasised("Fields"));
  for (const Field& field : info.fields) {
    std::string note = TypeInWords(field);
    if (field.count_field >= 0)
      note += fmt::format(" with {} values", info.fields[size_t(field.count_field)].name);
    if (field.optional) note += ", optional";
    fmt::print("  {:<30} {:<10} {}\n", field.name, RoleInWords(field.role), note);
    if (field.type != FieldType::Enum || field.enumeration->name == "DML_TENSOR_DATA_TYPE")
      continue;
    std::vector<std::string_view> names;
    for (const EnumValue& value : field.enumeration->values) names.push_back(value.name);
    fmt::print("  {:<41} {}\n", "", fmt::join(names, ", "));
  }
}

std::string DimensionsInWords(uint16_t bits) {
  std::vector<int> counts;
  for (int count = 0; count <= kMaxRank; ++count)
    if (bits >> count & 1) counts.push_back(count);
  if (counts.empty()) return "no dimension counts";
  const bool is_range =
      counts.size() > 1 && counts.back() - counts.front() + 1 == int(counts.size());
  if (is_range) return fmt::format("{} to {} dimensions", counts.front(), counts.back());
  return fmt::format("{} dimension{}", fmt::join(counts, ", "),
                     counts == std::vector{1} ? "" : "s");
}

std::string TypesInWords(uint16_t bits) {
  std::vector<std::string_view> names;
  for (int type = 1; type < kDataTypeCount; ++type)
    if (bits >> type & 1) names.push_back(Name(DataType(type)));
  return fmt::format("{}", fmt::join(names, " "));
}

void PrintSupport(const OperatorInfo& info) {
  fmt::print("\n{}\n", Emphasised("Tensors by feature level"));
  for (const SupportTable& table : info.support) {
    fmt::print("  from {}\n", LevelName(table.level));
    for (const TensorSupport& tensor : table.tensors)
      fmt::print("    {:<28} {}; {}\n", info.fields[tensor.field].name,
                 DimensionsInWords(tensor.dimension_counts), TypesInWords(tensor.data_types));
  }
}

std::string SameInWords(const OperatorInfo& info, const SameRule& rule) {
  std::vector<std::string_view> names;
  for (const uint8_t field : rule.fields) names.push_back(info.fields[field].name);
  const std::string_view property = rule.property == SameProperty::DataType ? "data type"
                                    : rule.property == SameProperty::DimensionCount
                                        ? "dimension count"
                                        : "sizes";
  return fmt::format("{} have the same {}", fmt::join(names, ", "), property);
}

void PrintRules(const OperatorInfo& info) {
  if (info.rules.empty() && info.same.empty()) return;
  fmt::print("\n{}\n", Emphasised("Rules"));
  // Rules in words include these; an operator without them still has the generic checks.
  if (info.rules.empty())
    for (const SameRule& rule : info.same) fmt::print("  - {}.\n", SameInWords(info, rule));
  for (const std::string_view rule : info.rules) fmt::print("  - {}\n", rule);
}

}  // namespace

Status OpsCommand(const OpsOptions& options) {
  if (options.name.empty()) {
    List(options.implemented);
    return Ok();
  }
  const OperatorInfo* info = FindOperator(options.name);
  if (!info)
    return Invalid("'{}' is no operator; `weft ops` lists them", options.name.substr(0, 60));
  fmt::print("{}\n", Emphasised(std::string(info->name)));
  if (!info->summary.empty()) fmt::print("{}\n", info->summary);
  fmt::print("\n{}, since feature level {}, {}.\n", info->family, LevelName(info->introduced),
             info->implemented ? "implemented" : "not implemented yet");
  if (info->superseded_by) fmt::print("Superseded by {}.\n", Info(*info->superseded_by).name);
  fmt::print("{}\n", info->in_place
                         ? "An output may be bound to exactly the memory of an input (in place)."
                         : "Outputs need memory of their own: not in place.");
  PrintFields(*info);
  PrintSupport(*info);
  PrintRules(*info);
  return Ok();
}

}  // namespace weft::cli
