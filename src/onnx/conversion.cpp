// SPDX-License-Identifier: MIT
// See conversion.h.
#include "onnx/conversion.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/half.h"
#include "onnx/planner.h"

namespace weft::onnx {
namespace {

template <class To, class From>
void Append(std::vector<To>& to, Bytes bytes) {
  for (size_t at = 0; at + sizeof(From) <= bytes.size(); at += sizeof(From)) {
    From number;
    std::memcpy(&number, bytes.data() + at, sizeof(number));
    to.push_back(To(number));
  }
}

std::string_view KindName(Attribute::Kind kind) {
  static constexpr std::string_view kNames[] = {"nothing",  "a float", "an int", "a string",
                                                "a tensor", "a graph", "floats", "ints",
                                                "strings",  "tensors", "graphs"};
  return size_t(kind) < std::size(kNames) ? kNames[size_t(kind)] : "something else";
}

// Whether elements lie in row-major order without gaps, from the buffer's start on.
bool IsRowMajor(const TensorDesc& desc) {
  const Layout packed = Layout::Packed(desc.sizes());
  if (desc.layout.offset != 0) return false;
  for (int dim = 0; dim < desc.rank(); ++dim)
    if (desc.sizes()[dim] > 1 && desc.strides()[dim] != packed.strides[dim]) return false;
  return true;
}

}  // namespace

// ---- inputs

Result<ValueRef> Conversion::Input(size_t i) const {
  if (!Has(i)) return Invalid("input {} is left out, but required", i);
  return inputs_[i];
}

Result<ValueRef> Conversion::TensorInput(size_t i) const {
  WEFT_ASSIGN(ValueRef value, Input(i));
  if (!value->IsTensor()) return Invalid("input {} is no tensor, but one is required", i);
  return value;
}

const ValueRef& Conversion::Optional(size_t i) const {
  static const ValueRef nothing;
  if (!Has(i) || inputs_[i]->kind == Value::Kind::Nothing) return nothing;
  return inputs_[i];
}

Result<Expression> Conversion::Device(const ValueRef& value) { return planner_.Device(value); }

Result<Expression> Conversion::Device(size_t i) {
  WEFT_ASSIGN(const ValueRef value, Input(i));
  return Device(value);
}

Result<Bytes> Conversion::Host(const ValueRef& value) {
  WEFT_RETURN_IF_ERROR(planner_.ReadBack(value));
  return value->bytes;
}

Result<std::vector<int64_t>> Conversion::HostInts(const ValueRef& value) {
  WEFT_ASSIGN(const Bytes bytes, Host(value));
  std::vector<int64_t> numbers;
  switch (value->type) {
    case ElementType::Int64: Append<int64_t, int64_t>(numbers, bytes); return numbers;
    case ElementType::Int32: Append<int64_t, int32_t>(numbers, bytes); return numbers;
    case ElementType::Int16: Append<int64_t, int16_t>(numbers, bytes); return numbers;
    case ElementType::Int8: Append<int64_t, int8_t>(numbers, bytes); return numbers;
    case ElementType::UInt64: Append<int64_t, uint64_t>(numbers, bytes); return numbers;
    case ElementType::UInt32: Append<int64_t, uint32_t>(numbers, bytes); return numbers;
    case ElementType::UInt16: Append<int64_t, uint16_t>(numbers, bytes); return numbers;
    case ElementType::UInt8:
    case ElementType::Bool: Append<int64_t, uint8_t>(numbers, bytes); return numbers;
    default: return Invalid("tensor({}) is given, but integers are required", Name(value->type));
  }
}

Result<std::vector<int64_t>> Conversion::HostInts(size_t i) {
  WEFT_ASSIGN(const ValueRef value, TensorInput(i));
  return HostInts(value);
}

Result<std::vector<double>> Conversion::HostNumbers(const ValueRef& value) {
  WEFT_ASSIGN(const Bytes bytes, Host(value));
  std::vector<double> numbers;
  switch (value->type) {
    case ElementType::Float: Append<double, float>(numbers, bytes); return numbers;
    case ElementType::Double: Append<double, double>(numbers, bytes); return numbers;
    case ElementType::Float16: {
      std::vector<uint16_t> halves;
      Append<uint16_t, uint16_t>(halves, bytes);
      for (const uint16_t half : halves) numbers.push_back(HalfToFloat(Half{half}));
      return numbers;
    }
    default: {
      WEFT_ASSIGN(const std::vector<int64_t> integers, HostInts(value));
      numbers.assign(integers.begin(), integers.end());
      return numbers;
    }
  }
}

Result<double> Conversion::HostNumber(size_t i) {
  WEFT_ASSIGN(const ValueRef value, TensorInput(i));
  if (value->count() != 1)
    return Invalid("input {} has the shape {}, but one number is required", i,
                   ToString(value->shape));
  WEFT_ASSIGN(const std::vector<double> numbers, HostNumbers(value));
  return numbers.at(0);
}

// ---- attributes

const Attribute* Conversion::Find(std::string_view name) const {
  const Attribute* const attribute = node_.Find(name);
  if (attribute == nullptr || attribute->reference.empty()) return attribute;
  if (planner_.frame_ == nullptr) return nullptr;
  const auto found = planner_.frame_->attributes.find(attribute->reference);
  return found != planner_.frame_->attributes.end() ? found->second : nullptr;
}

const Attribute* Conversion::Typed(std::string_view name, Attribute::Kind kind) {
  const Attribute* const attribute = Find(name);
  if (attribute == nullptr || attribute->kind == kind) return attribute;
  const std::string_view wanted = KindName(kind);
  if (!error_)
    error_ = Error{ErrorCode::InvalidArgument, fmt::format("attribute {} is {}, but {} {} required",
                                                           name, KindName(attribute->kind), wanted,
                                                           wanted.ends_with('s') ? "are" : "is")};
  return nullptr;
}

int64_t Conversion::Int(std::string_view name, int64_t otherwise) {
  const Attribute* const found = Typed(name, Attribute::Kind::Int);
  return found ? found->integer : otherwise;
}
float Conversion::Float(std::string_view name, float otherwise) {
  const Attribute* const found = Typed(name, Attribute::Kind::Float);
  return found ? found->number : otherwise;
}
std::string_view Conversion::Text(std::string_view name, std::string_view otherwise) {
  const Attribute* const found = Typed(name, Attribute::Kind::String);
  return found ? found->text : otherwise;
}
std::vector<int64_t> Conversion::Ints(std::string_view name, std::vector<int64_t> otherwise) {
  const Attribute* const found = Typed(name, Attribute::Kind::Ints);
  if (found) return found->ints;
  return otherwise;
}
std::vector<float> Conversion::Floats(std::string_view name, std::vector<float> otherwise) {
  const Attribute* const found = Typed(name, Attribute::Kind::Floats);
  if (found) return found->floats;
  return otherwise;
}
std::vector<std::string_view> Conversion::Texts(std::string_view name) {
  const Attribute* const found = Typed(name, Attribute::Kind::Strings);
  return found ? found->strings : std::vector<std::string_view>();
}
const Tensor* Conversion::TensorAttribute(std::string_view name) {
  const Attribute* const found = Typed(name, Attribute::Kind::Tensor);
  return found ? found->tensor.get() : nullptr;
}
const Graph* Conversion::Body(std::string_view name) {
  const Attribute* const found = Typed(name, Attribute::Kind::Graph);
  return found ? found->graph.get() : nullptr;
}

Result<int> Conversion::Axis(std::string_view name, int64_t otherwise, size_t rank) {
  return UsualAxis(Int(name, otherwise), rank, name);
}

// ---- outputs

void Conversion::Set(size_t i, ValueRef value) {
  if (Wants(i)) outputs_[i] = std::move(value);
}

Status Conversion::Give(size_t i, const Expression& expression, ElementType type,
                        const Shape& shape) {
  if (!Wants(i)) return Ok();
  if (shape.size() > size_t(kMaxRank))
    return NotSupported("a result of shape {} has {} dimensions, but at most {} are supported",
                        ToString(shape), shape.size(), kMaxRank);
  const Sizes sizes = SizesOf(shape);
  outputs_[i] = planner_.NewDevice(
      expression.sizes() == sizes ? expression : Reshape(expression, sizes), type, shape);
  return Ok();
}

ValueRef Conversion::MakeDevice(const Expression& expression, ElementType type,
                                const Shape& shape) {
  const Sizes sizes = SizesOf(shape);
  return planner_.NewDevice(expression.sizes() == sizes ? expression : Reshape(expression, sizes),
                            type, shape);
}

// ---- more to describe with

GraphBuilder& Conversion::builder() { return planner_.builder_; }

Expression Conversion::Constant(const TensorDesc& desc, ConstBuffer data) {
  return builder().Constant(desc, data);
}

Expression Conversion::Scalar(DataType type, double value) {
  return Element(type, weft::Scalar(value).Bits(type));
}

Expression Conversion::Element(DataType type, uint64_t bits) {
  const TensorDesc one(type, Sizes{1});
  return Constant(one, ConstBuffer(&bits, one.MinimumTotalBytes()));
}

Expression Conversion::Zeros(DataType type, const Sizes& sizes, double value) {
  return Packed(Scalar(type, value).Broadcast(sizes));
}

Expression Conversion::Packed(const Expression& from) {
  if (IsRowMajor(from.desc())) return from;
  return GraphBuilder::AddOne(
      ElementWiseIdentity{.output = TensorDesc(from.desc().type, from.sizes())}, {from});
}

Expression Conversion::Reshape(const Expression& from, const Sizes& sizes) {
  if (from.sizes() == sizes) return from;
  return Packed(from).Reinterpret(sizes);
}

Expression Conversion::Cast(const Expression& from, DataType type) {
  if (from.desc().type == type) return from;
  return GraphBuilder::AddOne(weft::Cast{.output = TensorDesc(type, from.sizes())}, {from});
}

uint32_t Conversion::NextDraw() { return planner_.draws_++; }

Result<std::vector<ValueRef>> Conversion::RunBody(const Graph& graph,
                                                  std::vector<ValueRef> inputs) {
  return planner_.RunGraph(graph, std::move(inputs), planner_.scope_);
}

Status Conversion::TakeError() {
  if (error_) return tl::unexpected<Error>(*error_);
  return Ok();
}

// ---- shapes and axes

Result<Shape> BroadcastShape(const Shape& a, const Shape& b) {
  Shape shape = a.size() >= b.size() ? a : b;
  const Shape& other = a.size() >= b.size() ? b : a;
  const size_t missing = shape.size() - other.size();
  for (size_t i = 0; i < other.size(); ++i) {
    int64_t& size = shape[missing + i];
    if (size == 1) size = other[i];
    if (other[i] != 1 && other[i] != size)
      return Invalid("shapes {} and {} do not fit together", ToString(a), ToString(b));
  }
  return shape;
}

Result<int> UsualAxis(int64_t axis, size_t rank, std::string_view name) {
  const auto dims = int64_t(rank);
  if (axis < -dims || axis >= dims)
    return Invalid("{} is {}, but the tensor has {} dimensions", name, axis, rank);
  return int(axis < 0 ? axis + dims : axis);
}

Result<std::vector<int>> UsualAxes(const std::vector<int64_t>& axes, size_t rank,
                                   std::string_view name) {
  std::vector<int> usual;
  for (const int64_t axis : axes) {
    WEFT_ASSIGN(const int dim, UsualAxis(axis, rank, name));
    if (std::ranges::find(usual, dim) != usual.end()) return Invalid("{} has {} twice", name, dim);
    usual.push_back(dim);
  }
  std::ranges::sort(usual);
  return usual;
}

}  // namespace weft::onnx
