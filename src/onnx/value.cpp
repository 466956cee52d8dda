// SPDX-License-Identifier: MIT
// See value.h.
#include "onnx/value.h"

#include <cstring>
#include <new>
#include <utility>

#include "base/error.h"

namespace weft::onnx {
namespace {

thread_local uint64_t bytes_left = UINT64_MAX;

}  // namespace

Budget::Budget(uint64_t bytes) : outer_(std::exchange(bytes_left, bytes)) {}
Budget::~Budget() { bytes_left = outer_; }

Status Budget::Check(uint64_t bytes, std::string_view what) {
  if (bytes <= bytes_left) return Ok();
  return Fail(ErrorCode::OutOfMemory,
              "{}: {} bytes are needed, but only {} are left for this model", what, bytes,
              bytes_left);
}

Status Budget::CheckTensor(ElementType type, const Shape& shape) {
  uint64_t bits = uint64_t(SizeBits(type));  // below 2^40 in the end
  for (const int64_t size : shape) bits *= uint64_t(size);
  return Check((bits + 7) / 8, fmt::format("a result of shape {}", ToString(shape)));
}

Status Budget::Take(uint64_t bytes, std::string_view what) {
  WEFT_RETURN_IF_ERROR(Check(bytes, what));
  bytes_left -= bytes;
  return Ok();
}

int64_t Value::count() const {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
}

Result<NewHostValue> MakeHost(ElementType type, const Shape& shape) {
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "a result"));
  const auto bytes = size_t((count * SizeBits(type) + 7) / 8);
  WEFT_RETURN_IF_ERROR(Budget::Take(bytes + 8, "a result"));
  // Never none, so that there is an address.
  std::shared_ptr<std::byte[]> memory(new (std::nothrow) std::byte[bytes + 8]());
  if (!memory)
    return Fail(ErrorCode::OutOfMemory, "a result of shape {} and type {} needs {} bytes",
                ToString(shape), Name(type), bytes);
  auto value = std::make_shared<Value>();
  value->type = type;
  value->shape = shape;
  value->is_host = true;
  value->bytes = {memory.get(), bytes};
  std::byte* const data = memory.get();
  value->owner = std::shared_ptr<const void>(memory, memory.get());
  return NewHostValue{std::move(value), data};
}

ValueRef HostInts(const std::vector<int64_t>& numbers) {
  auto owner = std::make_shared<const std::vector<int64_t>>(numbers);
  auto value = std::make_shared<Value>();
  value->type = ElementType::Int64;
  value->shape = {int64_t(numbers.size())};
  value->is_host = true;
  value->bytes = std::as_bytes(std::span(*owner));
  value->owner = std::move(owner);
  return value;
}

ValueRef HostTensor(const Tensor& tensor) {
  auto value = std::make_shared<Value>();
  value->type = tensor.type;
  value->shape = tensor.shape;
  value->is_host = true;
  value->bytes = tensor.bytes;
  value->owner = tensor.owner;
  if (tensor.type == ElementType::String)
    value->strings = std::make_shared<const std::vector<std::string>>(tensor.strings.begin(),
                                                                      tensor.strings.end());
  return value;
}

ValueRef HostStrings(const Shape& shape, std::vector<std::string> strings) {
  auto value = std::make_shared<Value>();
  value->type = ElementType::String;
  value->shape = shape;
  value->is_host = true;
  value->strings = std::make_shared<const std::vector<std::string>>(std::move(strings));
  return value;
}

ValueRef MakeSequence(ElementType type, std::vector<ValueRef> items) {
  auto value = std::make_shared<Value>();
  value->kind = Value::Kind::Sequence;
  value->type = type;
  value->items = std::move(items);
  return value;
}

Sizes SizesOf(const Shape& shape) {
  if (shape.empty()) return {1};
  return Sizes(std::span<const int64_t>(shape));
}

Shape ShapeOf(const Sizes& sizes) { return Shape(sizes.begin(), sizes.end()); }

}  // namespace weft::onnx
