// SPDX-License-Identifier: MIT
// See bind.h.
#include "onnx/bind.h"

#include <algorithm>

#include "base/error.h"

namespace weft::onnx {
namespace {

std::string ShapeText(const ValueType& type) {
  if (!type.shape) return "any shape";
  std::string text = "[";
  for (const Dimension& dim : *type.shape) {
    if (text.size() > 1) text += ", ";
    text += dim.size >= 0        ? std::to_string(dim.size)
            : dim.symbol.empty() ? "?"
                                 : Printable(dim.symbol);
  }
  return text + "]";
}

bool Fits(const Shape& shape, const ValueType& type) {
  if (!type.shape) return true;
  return std::ranges::equal(shape, *type.shape, [](int64_t size, const Dimension& dim) {
    return dim.size < 0 || dim.size == size;
  });
}

std::string_view NameOf(ValueKind kind) {
  return kind == ValueKind::Tensor     ? "a tensor"
         : kind == ValueKind::Sequence ? "a sequence"
                                       : "nothing";
}

class Binder {
 public:
  explicit Binder(bool has_data) : has_data_(has_data) {}

  Status Bind(const std::string& where, const Input& given, const ValueType& type) {
    WEFT_ASSIGN(InputShape shape, ShapeOf(where, given, type));
    bound_.shapes.push_back(std::move(shape));
    return Ok();
  }
  Bound Take() { return std::move(bound_); }

 private:
  Result<InputShape> ShapeOf(const std::string& where, const Input& given, const ValueType& type) {
    using enum ValueType::Kind;
    if (type.kind == Optional && type.inner) {
      if (given.kind == Input::Kind::Nothing)
        return InputShape{.kind = Value::Kind::Nothing, .type = type.element};
      return ShapeOf(where, given, *type.inner);
    }
    const bool is_sequence =
        type.kind == ValueType::Kind::Sequence && type.inner && type.inner->kind == Tensor;
    if (!is_sequence && type.kind != Tensor)
      return NotSupported("{} is of type {}, which is not supported", where, ToString(type));
    if (given.kind != (is_sequence ? Input::Kind::Sequence : Input::Kind::Tensor))
      return Invalid("{} is {}, but {} is required", where, NameOf(given.kind), ToString(type));
    if (!is_sequence) return TensorShape(where, given, type);
    InputShape shape = {.kind = Value::Kind::Sequence, .type = type.element};
    for (size_t i = 0; i < given.items.size(); ++i) {
      WEFT_ASSIGN(InputShape item,
                  ShapeOf(fmt::format("{}[{}]", where, i), given.items[i], *type.inner));
      shape.items.push_back(std::move(item));
    }
    return shape;
  }

  Result<InputShape> TensorShape(const std::string& where, const Input& given,
                                 const ValueType& type) {
    const bool is_string = type.element == ElementType::String;
    const DataType wanted = DataTypeOf(type.element);
    if (wanted == DataType::Unknown && !is_string)
      return NotSupported("{} is of type {}, which is not supported", where, ToString(type));
    if (given.type != wanted)
      return Invalid("{} has elements of {}, but {} is required", where, Name(given.type),
                     ToString(type));
    if (!Fits(given.shape, type))
      return Invalid("{} has the shape {}, but {} is required", where, ToString(given.shape),
                     ShapeText(type));
    WEFT_ASSIGN(const int64_t count, CountOf(given.shape, where));
    InputShape shape = {.type = type.element, .shape = given.shape};
    if (is_string) {
      if (given.strings.size() != size_t(count))
        return Invalid("{} has {} strings, but its shape {} needs {}", where, given.strings.size(),
                       ToString(given.shape), count);
      shape.strings = given.strings;
      return shape;
    }
    const auto bytes = size_t((count * weft::SizeBits(given.type) + 7) / 8);
    if (has_data_ && given.data.bytes < bytes)
      return Invalid("{} has {} bytes, but its shape {} needs {}", where, given.data.bytes,
                     ToString(given.shape), bytes);
    Slot& slot = bound_.slots.emplace_back();
    if (has_data_) slot.bytes = {static_cast<const std::byte*>(given.data.data), bytes};
    return shape;
  }

  const bool has_data_;
  Bound bound_;
};

}  // namespace

Result<Bound> BindInputs(const Graph& graph, const NamedInputs& given, bool has_data) {
  const std::vector<ValueInfo>& inputs = graph.inputs;
  std::vector<const Input*> in_order(inputs.size());
  for (const auto& [name, input] : given) {
    const auto found = std::ranges::find(inputs, name, &ValueInfo::name);
    if (found == inputs.end()) return Invalid("model: it has no input '{}'", Printable(name));
    const Input*& slot = in_order[size_t(found - inputs.begin())];
    if (slot != nullptr) return Invalid("model: input '{}' is given twice", Printable(name));
    slot = &input;
  }
  static const Input nothing = {.kind = Input::Kind::Nothing};
  Binder binder(has_data);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueType& type = inputs[i].type;
    if (in_order[i] == nullptr && type.kind == ValueType::Kind::Optional) in_order[i] = &nothing;
    if (in_order[i] == nullptr)
      return Invalid("model: input '{}' ({}, {}) is not given", Printable(inputs[i].name),
                     ToString(type), ShapeText(type));
    WEFT_RETURN_IF_ERROR(binder.Bind(fmt::format("model: input '{}'", Printable(inputs[i].name)),
                                     *in_order[i], type));
  }
  return binder.Take();
}

}  // namespace weft::onnx
