// SPDX-License-Identifier: MIT
// Reading protobuf's wire format where it lies. A message is a run of fields: a key, which holds
// the field's number and how the value is written, then the value. Every length is checked here,
// once; whoever gets a span may read all of it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "weft/status.h"

namespace weft::onnx {

using Bytes = std::span<const std::byte>;

inline std::string_view Text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Whatever stands in the file, for messages: control characters are written out, and long texts
// cut.
std::string Printable(std::string_view text);

struct Field {
  enum class Kind : uint8_t { Varint, Fixed64, Bytes, Fixed32 };

  uint32_t number = 0;
  Kind kind = Kind::Varint;
  uint64_t value = 0;  // of all but Bytes
  Bytes bytes = {};    // of Bytes: a text, a message, or numbers one after the other

  std::string_view text() const { return Text(bytes); }
  float AsFloat() const { return std::bit_cast<float>(uint32_t(value)); }
  double AsDouble() const { return std::bit_cast<double>(value); }
};

// The fields of one message, one after the other.
class Fields {
 public:
  // `file` begins where offsets in messages count from; `message` is a part of it.
  Fields(Bytes message, const std::byte* file) : rest_(message), file_(file) {}

  // False at the end. A field that is cut short or of no known kind is an error.
  Result<bool> Next(Field& field);

  // "ModelProto.graph at byte 17 is no message"
  Status Expect(const Field& field, Field::Kind kind, std::string_view name) const;
  int64_t OffsetOf(Bytes bytes) const { return bytes.data() - file_; }
  const std::byte* file() const { return file_; }

 private:
  Result<uint64_t> Varint();

  Bytes rest_;
  const std::byte* file_;
};

// Calls take(number) for each varint of a repeated field, packed or single.
template <class Take>
Status ForEachVarint(const Field& field, const Fields& fields, std::string_view name, Take take);

// One varint of `rest`, which loses it; false where it is cut short or too long.
bool TakeVarint(Bytes& rest, uint64_t& value);
Status BadNumbers(const Field& field, const Fields& fields, std::string_view name);

template <class Take>
Status ForEachVarint(const Field& field, const Fields& fields, std::string_view name, Take take) {
  if (field.kind == Field::Kind::Varint) {
    take(field.value);
    return Ok();
  }
  if (field.kind != Field::Kind::Bytes) return BadNumbers(field, fields, name);
  Bytes rest = field.bytes;
  for (uint64_t value; !rest.empty(); take(value))
    if (!TakeVarint(rest, value)) return BadNumbers(field, fields, name);
  return Ok();
}

// The same for numbers of four or eight bytes, float or double.
template <class Number, class Take>
Status ForEachFixed(const Field& field, const Fields& fields, std::string_view name, Take take) {
  constexpr auto kSingle = sizeof(Number) == 4 ? Field::Kind::Fixed32 : Field::Kind::Fixed64;
  if (field.kind == kSingle) {
    Number number;
    std::memcpy(&number, &field.value, sizeof(number));
    take(number);
    return Ok();
  }
  if (field.kind != Field::Kind::Bytes || field.bytes.size() % sizeof(Number) != 0)
    return BadNumbers(field, fields, name);
  for (size_t at = 0; at < field.bytes.size(); at += sizeof(Number)) {
    Number number;
    std::memcpy(&number, field.bytes.data() + at, sizeof(number));
    take(number);
  }
  return Ok();
}

}  // namespace weft::onnx
