// SPDX-License-Identifier: MIT
// See json_node.h.
#include "cli/json_node.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace weft::cli {
namespace {

constexpr size_t kLongestShown = 60;

std::string Shortened(std::string_view text) {
  if (text.size() <= kLongestShown) return std::string(text);
  size_t end = kLongestShown;
  while (end > 0 && (uint8_t(text[end]) & 0xc0) == 0x80) --end;  // not inside a UTF-8 sequence
  return std::string(text.substr(0, end)) + "…";
}

template <class T>
Result<T> ReadInteger(const Node& node, std::string_view rule) {
  const std::optional<__int128> value = IntegerIn(node.json);
  if (!value || *value < std::numeric_limits<T>::min() || *value > std::numeric_limits<T>::max())
    return Unlike(node, rule);
  return T(*value);
}

}  // namespace

std::string Member(std::string_view path, std::string_view key) {
  return path.empty() ? Shortened(key) : fmt::format("{}.{}", path, Shortened(key));
}

std::string Element(std::string_view path, size_t index) {
  return fmt::format("{}[{}]", path, index);
}

std::string Shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  if (value.is_string())
    return fmt::format("\"{}\"", Shortened(value.get_ref<const std::string&>()));
  return value.dump();
}

std::optional<Node> Node::Find(std::string_view key) const {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::nullopt;
  return Node{*found, Member(path, key)};
}

std::optional<Node> Node::FindEither(std::string_view key, std::string_view other) const {
  std::optional<Node> found = Find(key);
  return found ? std::move(found) : Find(other);
}

Result<Node> Node::Require(std::string_view key) const {
  if (std::optional<Node> found = Find(key)) return *std::move(found);
  return Invalid("{} is missing", Member(path, key));
}

tl::unexpected<Error> Unlike(const Node& node, std::string_view rule) {
  return Invalid("{} is {}, but {} is required", node.path.empty() ? "the program" : node.path,
                 Shown(node.json), rule);
}

Status CheckObject(const Node& node) {
  if (!node.json.is_object()) return Unlike(node, "an object");
  return Ok();
}

Status CheckArray(const Node& node) {
  if (!node.json.is_array()) return Unlike(node, "an array");
  return Ok();
}

Status CheckKeys(const Node& node, std::initializer_list<std::string_view> allowed) {
  WEFT_RETURN_IF_ERROR(CheckObject(node));
  for (const auto& [key, value] : node.json.items())
    if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
      return Invalid("{} is unknown, but one of {} is expected", Member(node.path, key),
                     fmt::join(allowed, ", "));
  return Ok();
}

Result<std::string> ReadString(const Node& node) {
  if (!node.json.is_string()) return Unlike(node, "a string");
  return node.json.get<std::string>();
}

Result<bool> ReadBool(const Node& node) {
  if (node.json.is_boolean()) return node.json.get<bool>();
  // The C struct has a BOOL, which is an int: 0 and 1 are common.
  const std::optional<__int128> value = IntegerIn(node.json);
  if (!value || (*value != 0 && *value != 1)) return Unlike(node, "true or false");
  return *value == 1;
}

Result<uint32_t> ReadUInt(const Node& node) { return ReadInteger<uint32_t>(node, "a UINT"); }
Result<int32_t> ReadInt(const Node& node) { return ReadInteger<int32_t>(node, "an INT"); }
Result<uint64_t> ReadUInt64(const Node& node) { return ReadInteger<uint64_t>(node, "a UINT64"); }

Result<float> ReadFloat(const Node& node) {
  const std::optional<double> value = NumberIn(node.json);
  if (!value || (std::isfinite(*value) && std::isinf(float(*value))))
    return Unlike(node, "a FLOAT");
  return float(*value);
}

Result<DataType> ReadDataType(const Node& node) {
  WEFT_ASSIGN(const std::string name, ReadString(node));
  if (const std::optional<DataType> type = DataTypeFromName(name)) return *type;
  if (name == "UNKNOWN" || name == "DML_TENSOR_DATA_TYPE_UNKNOWN") return DataType::Unknown;
  return Unlike(node, "a data type such as FLOAT32");
}

std::optional<__int128> IntegerIn(const Json& value) {
  if (value.is_number_unsigned()) return value.get<uint64_t>();
  if (value.is_number_integer()) return value.get<int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (number != std::trunc(number) || std::abs(number) > 0x1p64) return std::nullopt;
  return __int128(number);
}

std::optional<double> NumberIn(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string& text = value.get_ref<const std::string&>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

}  // namespace weft::cli
