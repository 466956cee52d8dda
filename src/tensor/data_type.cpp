// SPDX-License-Identifier: MIT
// The thirteen element types. Widths are in bits because UINT4 and INT4 put two elements in a byte.
#include <array>

#include "weft/tensor.h"

namespace weft {
namespace {

struct TypeRow {
  std::string_view name;
  int bits;
};

// Indexed by DataType.
constexpr std::array<TypeRow, kDataTypeCount> kTypes = {{
    {"UNKNOWN", 0},
    {"FLOAT32", 32},
    {"FLOAT16", 16},
    {"UINT32", 32},
    {"UINT16", 16},
    {"UINT8", 8},
    {"INT32", 32},
    {"INT16", 16},
    {"INT8", 8},
    {"FLOAT64", 64},
    {"UINT64", 64},
    {"INT64", 64},
    {"UINT4", 4},
    {"INT4", 4},
}};

const TypeRow& Row(DataType type) {
  const uint32_t value = static_cast<uint32_t>(type);
  return kTypes[value < kTypes.size() ? value : 0];
}

}  // namespace

int SizeBits(DataType type) { return Row(type).bits; }

std::string_view Name(DataType type) { return Row(type).name; }

std::optional<DataType> DataTypeFromName(std::string_view name) {
  constexpr std::string_view kPrefix = "DML_TENSOR_DATA_TYPE_";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  for (uint32_t value = 1; value < kTypes.size(); ++value)
    if (kTypes[value].name == name) return static_cast<DataType>(value);
  return std::nullopt;
}

}  // namespace weft
