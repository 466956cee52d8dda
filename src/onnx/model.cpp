// SPDX-License-Identifier: MIT
// The names of types and nodes, and what element types are here.
#include "onnx/model.h"

#include <algorithm>

#include "base/checked.h"
#include "base/error.h"

namespace weft::onnx {
namespace {

struct TypeRow {
  std::string_view name;
  int bits;
  DataType here;
};
// In the order of ElementType.
constexpr TypeRow kTypes[] = {
    {"undefined", 0, DataType::Unknown},
    {"float", 32, DataType::Float32},
    {"uint8", 8, DataType::UInt8},
    {"int8", 8, DataType::Int8},
    {"uint16", 16, DataType::UInt16},
    {"int16", 16, DataType::Int16},
    {"int32", 32, DataType::Int32},
    {"int64", 64, DataType::Int64},
    {"string", 0, DataType::Unknown},
    {"bool", 8, DataType::UInt8},
    {"float16", 16, DataType::Float16},
    {"double", 64, DataType::Float64},
    {"uint32", 32, DataType::UInt32},
    {"uint64", 64, DataType::UInt64},
    {"complex64", 64, DataType::Unknown},
    {"complex128", 128, DataType::Unknown},
    {"bfloat16", 16, DataType::Unknown},
    {"float8e4m3fn", 8, DataType::Unknown},
    {"float8e4m3fnuz", 8, DataType::Unknown},
    {"float8e5m2", 8, DataType::Unknown},
    {"float8e5m2fnuz", 8, DataType::Unknown},
    {"uint4", 4, DataType::UInt4},
    {"int4", 4, DataType::Int4},
    {"float4e2m1", 4, DataType::Unknown},
};

const TypeRow& RowOf(ElementType type) {
  const auto index = size_t(type);
  return kTypes[index < std::size(kTypes) ? index : 0];
}

}  // namespace

std::string_view Name(ElementType type) { return RowOf(type).name; }
DataType DataTypeOf(ElementType type) { return RowOf(type).here; }
int SizeBits(ElementType type) { return RowOf(type).bits; }

ElementType ElementTypeOf(DataType type) {
  for (size_t i = 1; i < std::size(kTypes); ++i)
    if (kTypes[i].here == type && ElementType(i) != ElementType::Bool) return ElementType(i);
  return ElementType::Undefined;
}

std::string ToString(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

Result<int64_t> CountOf(const Shape& shape, std::string_view where) {
  int64_t count = 1;
  for (const int64_t size : shape) {
    if (size < 0)
      return Invalid("{} has the shape {}, but no size may be negative", where, ToString(shape));
    // The first size of 0 hides what follows it, so the others are multiplied as 1 would be.
    const std::optional<int64_t> product = CheckedMul(count, std::max<int64_t>(size, 1));
    if (!product || *product > kMaxElements)
      return Invalid("{} has the shape {}, but at most {} elements are supported", where,
                     ToString(shape), kMaxElements);
    count = *product;
  }
  return std::ranges::find(shape, 0) != shape.end() ? 0 : count;
}

std::string ToString(const ValueType& type) {
  switch (type.kind) {
    case ValueType::Kind::Tensor: return fmt::format("tensor({})", Name(type.element));
    case ValueType::Kind::Sequence:
      return fmt::format("seq({})", type.inner ? ToString(*type.inner) : "?");
    case ValueType::Kind::Optional:
      return fmt::format("optional({})", type.inner ? ToString(*type.inner) : "?");
    case ValueType::Kind::Map: return "map";
    case ValueType::Kind::Sparse: return fmt::format("sparse_tensor({})", Name(type.element));
    default: return "unknown";
  }
}

const Attribute* Node::Find(std::string_view wanted) const {
  for (const Attribute& attribute : attributes)
    if (attribute.name == wanted) return &attribute;
  return nullptr;
}

std::string Node::Title() const {
  const std::string type = Printable(op_type);
  if (!name.empty()) return fmt::format("node '{}' ({})", Printable(name), type);
  const auto output = std::ranges::find_if(outputs, [](auto text) { return !text.empty(); });
  if (output == outputs.end()) return fmt::format("node {} ({})", index, type);
  return fmt::format("node {} ({}) with output '{}'", index, type, Printable(*output));
}

}  // namespace weft::onnx
