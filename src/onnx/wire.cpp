// SPDX-License-Identifier: MIT
// See wire.h. Numbers are little-endian, as they are on every processor Weft runs on.
#include "onnx/wire.h"

#include "base/error.h"

namespace weft::onnx {

static_assert(std::endian::native == std::endian::little);

std::string Printable(std::string_view text) {
  constexpr size_t kMost = 80;
  std::string shown;
  for (const char c : text.substr(0, kMost)) {
    const auto byte = uint8_t(c);
    if (byte < 0x20 || byte == 0x7F)
      shown += fmt::format("\\x{:02x}", byte);
    else
      shown += c;
  }
  return text.size() > kMost ? shown + "…" : shown;
}

bool TakeVarint(Bytes& rest, uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !rest.empty(); shift += 7) {
    const auto byte = uint8_t(rest.front());
    rest = rest.subspan(1);
    value |= uint64_t(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

Status BadNumbers(const Field& field, const Fields& fields, std::string_view name) {
  if (field.kind != Field::Kind::Bytes)
    return Invalid("model: {} is written as a number of another kind", name);
  return Invalid("model: {} at byte {} is no run of whole numbers", name,
                 fields.OffsetOf(field.bytes));
}

Result<uint64_t> Fields::Varint() {
  const int64_t at = OffsetOf(rest_);
  uint64_t value;
  if (!TakeVarint(rest_, value)) return Invalid("model: the number at byte {} is cut short", at);
  return value;
}

Result<bool> Fields::Next(Field& field) {
  if (rest_.empty()) return false;
  const int64_t at = OffsetOf(rest_);
  WEFT_ASSIGN(const uint64_t key, Varint());
  if (key >> 3 == 0 || key >> 32 != 0)
    return Invalid("model: the field at byte {} has the key {}, which is none", at, key);
  field = {.number = uint32_t(key >> 3)};
  uint64_t size = 0;
  switch (key & 7) {
    case 0: {
      WEFT_ASSIGN(field.value, Varint());
      return true;
    }
    case 1:
      field.kind = Field::Kind::Fixed64;
      size = 8;
      break;
    case 2: {
      field.kind = Field::Kind::Bytes;
      WEFT_ASSIGN(size, Varint());
      break;
    }
    case 5:
      field.kind = Field::Kind::Fixed32;
      size = 4;
      break;
    default:
      return Invalid("model: the field at byte {} is of wire type {}, but 0, 1, 2 or 5 is required",
                     at, key & 7);
  }
  if (size > rest_.size())
    return Invalid("model: the field at byte {} has {} bytes, but only {} follow", at, size,
                   rest_.size());
  if (field.kind == Field::Kind::Bytes)
    field.bytes = rest_.first(size);
  else
    std::memcpy(&field.value, rest_.data(), size);
  rest_ = rest_.subspan(size);
  return true;
}

Status Fields::Expect(const Field& field, Field::Kind kind, std::string_view name) const {
  if (field.kind == kind) return Ok();
  static constexpr std::string_view kNames[] = {"a varint", "8 bytes", "a run of bytes", "4 bytes"};
  return Invalid("model: {} is written as {}, but {} is required", name, kNames[size_t(field.kind)],
                 kNames[size_t(kind)]);
}

}  // namespace weft::onnx
