// SPDX-License-Identifier: MIT
// The API as data, at run time. One table per operator lists its fields with their offset in
// the C++ aggregate and in the C struct; readers (JSON, COM, Python), printers and the generic
// validation all walk it. The tables are in src/generated/, made from schema/directml.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "weft/export.h"
#include "weft/operators.h"
#include "weft/tensor.h"

namespace weft {

enum class FieldRole : uint8_t { Input, Output, Attribute };

// The C++ member each one stands for:
enum class FieldType : uint8_t {
  Tensor,           // TensorDesc, or std::optional<TensorDesc> when the field is optional
  TensorArray,      // std::vector<TensorDesc>
  UInt,             // uint32_t
  Int,              // int32_t
  Float,            // float
  Bool,             // bool
  Enum,             // enum class : uint32_t, values in `enumeration` (DataType included)
  UIntArray,        // std::vector<uint32_t>
  IntArray,         // std::vector<int32_t>
  FloatArray,       // std::vector<float>
  ScaleBias,        // std::optional<ScaleBias>
  Size2D,           // Size2D
  Scalar,           // Scalar
  Activation,       // std::optional<FusedActivation>
  ActivationArray,  // std::vector<FusedActivation>
  Count,            // no member: the length of the arrays that name it
};

struct EnumValue {
  std::string_view name;  // without the enum's prefix: "INCREASING"
  uint32_t value;
  FeatureLevel introduced;
};
struct WEFT_API EnumInfo {
  std::string_view name;    // "DML_AXIS_DIRECTION"
  std::string_view prefix;  // "DML_AXIS_DIRECTION_": how its values begin in C
  bool is_flags;
  std::span<const EnumValue> values;
  std::optional<uint32_t> Find(std::string_view name) const;  // with or without prefix
  std::string_view NameOf(uint32_t value) const;              // empty when there is none
};

struct Field {
  std::string_view name;    // as in DirectML: "InputWindowOffsets"
  std::string_view member;  // in C++ and Python: "input_window_offsets"; empty for Count
  FieldRole role;
  FieldType type;
  bool optional;
  int8_t count_field;           // index of the Count field that gives this array's length, else -1
  uint16_t offset;              // of the member in the C++ aggregate; 0 for Count
  uint16_t c_offset;            // of the member in the C struct
  const EnumInfo* enumeration;  // for Enum, else null
};

struct TensorSupport {
  uint8_t field;              // index into OperatorInfo::fields
  uint16_t dimension_counts;  // bit n: n dimensions are supported
  uint16_t data_types;        // bit t: DataType(t) is supported
};
struct SupportTable {
  FeatureLevel level;  // in force from this level on, until a newer table
  std::span<const TensorSupport> tensors;
};

// "These tensors agree": checked before an operator's own Validate. The first is the measure.
enum class SameProperty : uint8_t { DataType, DimensionCount, Sizes };
struct SameRule {
  SameProperty property;
  std::span<const uint8_t> fields;
};

struct OperatorInfo {
  OperatorType type;
  std::string_view name;                    // "SLICE1"
  std::string_view family;                  // "Data movement"
  std::string_view summary;                 // one sentence
  std::span<const std::string_view> rules;  // what Validate enforces, in words
  FeatureLevel introduced;
  bool in_place;  // an output may be bound to exactly the memory of an input
  bool implemented;
  std::optional<OperatorType> superseded_by;
  std::span<const Field> fields;          // in the order of the C struct
  std::span<const SupportTable> support;  // newest first
  std::span<const SameRule> same;
  size_t size;         // of the C++ aggregate
  Operator (*make)();  // a default-constructed aggregate to fill in through the field table
  Operator (*copy)(const Operator& op);  // not shared: to be changed
};

WEFT_API std::span<const EnumInfo> AllEnums();          // in the order of DirectML.h
WEFT_API std::span<const OperatorInfo> AllOperators();  // by ascending OperatorType
// For a value that is no operator: an info named "INVALID" without fields and support.
WEFT_API const OperatorInfo& Info(OperatorType type);
// "SLICE1" or "DML_OPERATOR_SLICE1".
WEFT_API const OperatorInfo* FindOperator(std::string_view name);
// The newest table a device of `level` knows; null when the operator is newer than that.
WEFT_API const SupportTable* SupportAt(const OperatorInfo& info, FeatureLevel level);

// One line of JSON with DirectML's field names, as a dispatchable of a JSON program:
// {"type": "SLICE1", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [4, 4]}, …}}.
// What is absent or at its default in a tensor is left out.
WEFT_API std::string ToString(const Operator& op);

// The member a field stands for, e.g. MemberOf<std::vector<uint32_t>>(op, field).
template <class T>
const T& MemberOf(const void* op, const Field& field) {
  return *reinterpret_cast<const T*>(static_cast<const std::byte*>(op) + field.offset);
}
template <class T>
T& MemberOf(void* op, const Field& field) {
  return *reinterpret_cast<T*>(static_cast<std::byte*>(op) + field.offset);
}

}  // namespace weft
