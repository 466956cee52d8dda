// SPDX-License-Identifier: MIT
// Reading a JSON tree with good messages: a Node is a value and the way to it, and every reader
// either returns what the caller wants or "resources.x.sizeInBytes is -1, but a UINT64 is
// required".
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "cli/json_text.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

std::string Member(std::string_view path, std::string_view key);  // "a.b"; long keys are shortened
std::string Element(std::string_view path, size_t index);         // "a[2]"
std::string Shown(const Json& value);  // a number or string as written, "an object", "an array"

// A value and where it stands.
struct Node {
  const Json& json;
  std::string path;

  Node At(size_t index) const { return {json[index], Element(path, index)}; }
  // Null counts as absent.
  std::optional<Node> Find(std::string_view key) const;
  Result<Node> Require(std::string_view key) const;
  // The member under either spelling.
  std::optional<Node> FindEither(std::string_view key, std::string_view other) const;
};

// "PATH is VALUE, but RULE is required".
tl::unexpected<Error> Unlike(const Node& node, std::string_view rule);

Status CheckObject(const Node& node);
Status CheckArray(const Node& node);
Status CheckKeys(const Node& node, std::initializer_list<std::string_view> allowed);

Result<std::string> ReadString(const Node& node);
Result<bool> ReadBool(const Node& node);
Result<uint32_t> ReadUInt(const Node& node);
Result<int32_t> ReadInt(const Node& node);
Result<uint64_t> ReadUInt64(const Node& node);
Result<float> ReadFloat(const Node& node);
Result<DataType> ReadDataType(const Node& node);  // UNKNOWN is a type here

// An integer however it is written: 3, 3.0, 3e2; nothing when the value is none.
std::optional<__int128> IntegerIn(const Json& value);
// A number, or one of the strings "nan", "inf", "-inf".
std::optional<double> NumberIn(const Json& value);

}  // namespace weft::cli
