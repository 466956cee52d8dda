// SPDX-License-Identifier: MIT
// Operators about shapes: constants, sizes, and the same elements in other dimensions.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/checked.h"
#include "onnx/families.h"
#include "onnx/ops/random.h"
#include "onnx/ops/strings.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// A host value keeps its bytes, whatever their shape; a device value is reshaped.
Status GiveReshaped(Conversion& c, const ValueRef& from, const Shape& shape) {
  if (from->is_host) {
    auto value = std::make_shared<Value>(*from);
    value->shape = shape;
    value->segment = -1;
    c.Set(0, std::move(value));
    return Ok();
  }
  WEFT_ASSIGN(const Expression in, c.Device(from));
  return c.Give(0, in, from->type, shape);
}

Status Constant(Conversion& c) {
  if (const Tensor* tensor = c.TensorAttribute("value")) {
    c.Set(0, HostTensor(*tensor));
    return Ok();
  }
  if (const Attribute* sparse = c.Find("sparse_value"); sparse && sparse->tensor) {
    c.Set(0, HostTensor(*sparse->tensor));
    return Ok();
  }
  const auto numbers = [&](ElementType type, const Shape& shape, const auto& list) -> Status {
    WEFT_ASSIGN(const NewHostValue made, MakeHost(type, shape));
    std::memcpy(made.data, list.data(), list.size() * sizeof(list[0]));
    c.Set(0, made.value);
    return Ok();
  };
  if (c.HasAttribute("value_float"))
    return numbers(ElementType::Float, {}, std::vector<float>{c.Float("value_float", 0)});
  if (c.HasAttribute("value_int"))
    return numbers(ElementType::Int64, {}, std::vector<int64_t>{c.Int("value_int", 0)});
  if (c.HasAttribute("value_floats")) {
    const std::vector<float> list = c.Floats("value_floats");
    return numbers(ElementType::Float, {int64_t(list.size())}, list);
  }
  if (c.HasAttribute("value_ints")) {
    const std::vector<int64_t> list = c.Ints("value_ints");
    return numbers(ElementType::Int64, {int64_t(list.size())}, list);
  }
  if (c.HasAttribute("value_string")) {
    c.Set(0, HostStrings({}, {std::string(c.Text("value_string", ""))}));
    return Ok();
  }
  if (c.HasAttribute("value_strings")) {
    const std::vector<std::string_view> list = c.Texts("value_strings");
    c.Set(0, HostStrings({int64_t(list.size())}, {list.begin(), list.end()}));
    return Ok();
  }
  return Invalid("no attribute has the value of the constant");
}

Status ShapeOfInput(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const auto rank = int64_t(x->rank());
  const auto clamped = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  const int64_t begin = clamped(c.Int("start", 0)), end = clamped(c.Int("end", rank));
  Shape part;
  for (int64_t i = begin; i < end; ++i) part.push_back(x->shape[size_t(i)]);
  c.Set(0, HostInts(part));
  return Ok();
}

Status SizeOfInput(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const ValueRef size = HostInts({x->count()});
  size->shape = {};
  c.Set(0, size);
  return Ok();
}

Status Reshape(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  Shape wanted;
  if (c.version() >= 5) {
    WEFT_ASSIGN(wanted, c.HostInts(1));
  } else {
    wanted = c.Ints("shape");
  }
  const bool zero_is_zero = c.Int("allowzero", 0) != 0;
  Shape shape = wanted;
  int64_t known = 1, open = -1;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 && !zero_is_zero) {
      if (i >= x->rank())
        return Invalid("shape is {}, whose 0 at {} stands for a dimension that {} does not have",
                       ToString(wanted), i, ToString(x->shape));
      shape[i] = x->shape[i];
    }
    if (shape[i] == -1) {
      if (open >= 0) return Invalid("shape is {}, but only one size may be -1", ToString(wanted));
      open = int64_t(i);
      continue;
    }
    if (shape[i] < 0) return Invalid("shape is {}, but {} is no size", ToString(wanted), shape[i]);
    const std::optional<int64_t> product = CheckedMul(known, shape[i]);
    if (!product) return Invalid("shape is {}, which has too many elements", ToString(wanted));
    known = *product;
  }
  const int64_t count = x->count();
  if (open >= 0) {
    if (known == 0 || count % known != 0)
      return Invalid("shape is {}, but {} has {} elements", ToString(wanted), ToString(x->shape),
                     count);
    shape[size_t(open)] = count / known;
  } else if (known != count) {
    return Invalid("shape is {} with {} elements, but {} has {}", ToString(wanted), known,
                   ToString(x->shape), count);
  }
  return GiveReshaped(c, x, shape);
}

// Axes of an attribute, or of an input from version 13 on.
Result<std::optional<std::vector<int64_t>>> AxesOf(Conversion& c) {
  if (c.version() >= 13) {
    if (!c.Optional(1)) return std::nullopt;
    WEFT_ASSIGN(std::vector<int64_t> axes, c.HostInts(1));
    return axes;
  }
  if (!c.HasAttribute("axes")) return std::nullopt;
  return c.Ints("axes");
}

Status Squeeze(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const auto given, AxesOf(c));
  std::vector<int> axes;
  if (given) {
    WEFT_ASSIGN(axes, UsualAxes(*given, x->rank()));
  }
  Shape shape;
  for (size_t i = 0; i < x->rank(); ++i) {
    const bool is_named = std::ranges::find(axes, int(i)) != axes.end();
    if (is_named && x->shape[i] != 1)
      return Invalid("axes has {}, but size {} of {} is not 1", i, i, ToString(x->shape));
    if (!(given ? is_named : x->shape[i] == 1)) shape.push_back(x->shape[i]);
  }
  return GiveReshaped(c, x, shape);
}

Status Unsqueeze(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const auto given, AxesOf(c));
  if (!given) return Invalid("axes are left out, but required");
  const size_t rank = x->rank() + given->size();
  WEFT_ASSIGN(const std::vector<int> axes, UsualAxes(*given, rank));
  Shape shape;
  size_t next = 0;
  for (size_t i = 0; i < rank; ++i)
    shape.push_back(std::ranges::find(axes, int(i)) != axes.end() ? 1 : x->shape[next++]);
  return GiveReshaped(c, x, shape);
}

Status Flatten(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  int64_t axis = c.Int("axis", 1);
  const auto rank = int64_t(x->rank());
  if (axis < -rank || axis > rank)
    return Invalid("axis is {}, but the tensor has {} dimensions", axis, rank);
  if (axis < 0) axis += rank;
  Shape shape = {1, 1};
  for (int64_t i = 0; i < rank; ++i) shape[i < axis ? 0 : 1] *= x->shape[size_t(i)];
  return GiveReshaped(c, x, shape);
}

Status ConstantOfShape(Conversion& c) {
  WEFT_ASSIGN(const Shape shape, c.HostInts(0));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  const Tensor* const value = c.TensorAttribute("value");
  const ElementType type = value ? value->type : ElementType::Float;
  if (count == 0) return GiveEmpty(c, 0, type, shape);
  constexpr int64_t kMostOnHost = 1 << 16;
  const auto size = size_t(SizeBits(type) / 8);
  if (DataTypeOf(type) == DataType::Unknown || size == 0)
    return NotSupported("tensor({}) is not supported here", Name(type));
  if (value && value->bytes.size() != size)
    return Invalid("attribute value has the shape {}, but one element is required",
                   ToString(value->shape));
  if (count <= kMostOnHost) {
    WEFT_ASSIGN(const NewHostValue made, MakeHost(type, shape));
    for (int64_t i = 0; value && i < count; ++i)
      std::memcpy(made.data + size_t(i) * size, value->bytes.data(), size);
    c.Set(0, made.value);
    return Ok();
  }
  uint64_t bits = 0;
  if (value) std::memcpy(&bits, value->bytes.data(), size);
  const Expression one = c.Element(DataTypeOf(type), bits);
  return c.Give(0, one.Broadcast(SizesOf(shape)), type, shape);
}

Status Range(Conversion& c) {
  WEFT_ASSIGN(const ValueRef start, c.TensorInput(0));
  WEFT_ASSIGN(const double first, c.HostNumber(0));
  WEFT_ASSIGN(const double limit, c.HostNumber(1));
  WEFT_ASSIGN(const double delta, c.HostNumber(2));
  if (delta == 0) return Invalid("delta is 0");
  const double steps = std::ceil((limit - first) / delta);
  if (!(steps <= double(kMaxElements)))
    return Invalid("a range from {} to {} by {} has too many elements", first, limit, delta);
  const auto count = int64_t(std::max(steps, 0.0));
  WEFT_ASSIGN(const NewHostValue made, MakeHost(start->type, {count}));
  const auto fill = [&]<class T>(T* to) {
    // The last multiple may be beyond the integers' range where the sum is not: they wrap around.
    using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
    for (int64_t i = 0; i < count; ++i) to[i] = T(Wide(T(first)) + Wide(i) * Wide(T(delta)));
  };
  switch (start->type) {
    case ElementType::Float: fill(made.As<float>()); break;
    case ElementType::Double: fill(made.As<double>()); break;
    case ElementType::Int64: fill(made.As<int64_t>()); break;
    case ElementType::Int32: fill(made.As<int32_t>()); break;
    case ElementType::Int16: fill(made.As<int16_t>()); break;
    default: return NotSupported("tensor({}) is not supported here", Name(start->type));
  }
  c.Set(0, made.value);
  return Ok();
}

Status CastTo(Conversion& c, ElementType type) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->type == type) {
    c.Set(0, x);
    return Ok();
  }
  if (x->type == ElementType::String && DataTypeOf(type) != DataType::Unknown)
    return CastFromStrings(c, x, type);
  if (type == ElementType::String && DataTypeOf(x->type) != DataType::Unknown)
    return CastToStrings(c, x);
  const DataType to = DataTypeOf(type);
  if (to == DataType::Unknown || DataTypeOf(x->type) == DataType::Unknown)
    return NotSupported("tensor({}) cannot be cast to tensor({})", Name(x->type), Name(type));
  if (x->count() == 0) return GiveEmpty(c, 0, type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  if (type != ElementType::Bool) return c.Give(0, c.Cast(in, to), type, x->shape);
  // Whatever is not 0 is true. Comparisons have no float64, which float32 might round to 0.
  const bool is_double = in.desc().type == DataType::Float64;
  const Expression plain = is_double ? c.Cast(in, DataType::Float32) : in;
  const Expression zero = c.Scalar(plain.desc().type, 0).Broadcast(plain.sizes());
  return c.Give(0, expr::ElementWiseLogicalNot(expr::ElementWiseLogicalEquals(plain, zero)), type,
                x->shape);
}

Status Cast(Conversion& c) {
  if (c.version() < 6) {
    const std::string_view name = c.Text("to", "");
    for (int32_t i = 1; i <= int32_t(ElementType::Float4E2M1); ++i) {
      std::string upper;
      for (const char letter : Name(ElementType(i))) upper += char(std::toupper(letter));
      if (upper == name) return CastTo(c, ElementType(i));
    }
    return Invalid("attribute to is '{}', which is no type", Printable(name));
  }
  return CastTo(c, ElementType(int32_t(c.Int("to", 0))));
}

Status CastLike(Conversion& c) {
  WEFT_ASSIGN(const ValueRef like, c.TensorInput(1));
  return CastTo(c, like->type);
}

Status Dropout(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (const ValueRef& training = c.Optional(2)) {
    WEFT_ASSIGN(const std::vector<int64_t> on, c.HostInts(training));
    double ratio = 0.5;
    if (const ValueRef& given = c.Optional(1)) {
      WEFT_ASSIGN(const std::vector<double> number, c.HostNumbers(given));
      if (!number.empty()) ratio = number[0];
    }
    if (!on.empty() && on[0] != 0 && ratio != 0) return DropAtRandom(c, x, ratio);
  }
  c.Set(0, x);
  if (!c.Wants(1)) return Ok();
  const ElementType mask = c.version() >= 10 ? ElementType::Bool : x->type;
  if (x->count() == 0) return GiveEmpty(c, 1, mask, x->shape);
  return c.Give(1, c.Scalar(DataTypeOf(mask), 1).Broadcast(SizesOf(x->shape)), mask, x->shape);
}

}  // namespace

void AddShape(Registry& r) {
  r.AddFlow("Constant", Constant);
  r.AddFlow("Shape", ShapeOfInput);
  r.AddFlow("Size", SizeOfInput);
  r.AddFlow("Reshape", Reshape);
  r.AddFlow("Squeeze", Squeeze);
  r.AddFlow("Unsqueeze", Unsqueeze);
  r.AddFlow("Flatten", Flatten);
  r.AddFlow("ConstantOfShape", ConstantOfShape);
  r.AddFlow("Range", Range);
  r.Add("Cast", Cast);
  r.Add("CastLike", CastLike);
  r.AddFlow("Dropout", Dropout);
}

}  // namespace weft::onnx
