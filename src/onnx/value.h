// SPDX-License-Identifier: MIT
// What a name stands for while a model is planned for inputs of certain shapes. The bytes of a host
// value are known now: weights, shapes, and what follows from them. A device value is an expression
// of the segment that is being described, or, once that has run, bytes in a slot.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/model.h"
#include "weft/graph_builder.h"

namespace weft::onnx {

struct Value;
using ValueRef = std::shared_ptr<Value>;

struct Value {
  enum class Kind : uint8_t {
    Tensor,
    Sequence,
    Nothing
  };  // Nothing: an optional value that is none

  Kind kind = Kind::Tensor;
  ElementType type = ElementType::Undefined;  // of the tensor, or of those in the sequence
  Shape shape = {};                           // of the tensor

  // On the host: packed, row-major.
  bool is_host = false;
  Bytes bytes = {};
  std::shared_ptr<const void> owner = nullptr;
  std::shared_ptr<const std::vector<std::string>> strings = nullptr;  // of a tensor of strings

  // On the device. Rank 0 is a tensor of sizes [1]; nothing is empty there.
  Expression expression = {};
  int64_t segment = -1;  // that the expression belongs to; also of a constant for a host value
  int64_t slot = -1;     // where its bytes are once its segment has run, packed

  std::vector<ValueRef> items = {};  // of the sequence

  bool IsTensor() const { return kind == Kind::Tensor; }
  size_t rank() const { return shape.size(); }
  int64_t count() const;  // of elements
};

// How many bytes whatever a plan makes may have in all: host values, results of segments, weights
// as operators want them. Holds for this thread as long as it lives; converters need not know of
// it.
class Budget {
 public:
  explicit Budget(uint64_t bytes);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Takes these; an error that begins with `what` if they are too many.
  static Status Take(uint64_t bytes, std::string_view what);
  // Only looks whether they could be had.
  static Status Check(uint64_t bytes, std::string_view what);
  static Status CheckTensor(ElementType type, const Shape& shape);  // of a shape with a count

 private:
  const uint64_t outer_;
};

// A host value with bytes of its own, all 0 to begin with.
struct NewHostValue {
  ValueRef value;
  std::byte* data;  // as many as the value has
  template <class T>
  T* As() const {
    return reinterpret_cast<T*>(data);
  }
};
Result<NewHostValue> MakeHost(ElementType type, const Shape& shape);
ValueRef HostInts(const std::vector<int64_t>& numbers);  // int64, one dimension
ValueRef HostTensor(const Tensor& tensor);               // where it lies
ValueRef HostStrings(const Shape& shape, std::vector<std::string> strings);
ValueRef MakeSequence(ElementType type, std::vector<ValueRef> items);

// Sizes of the tensor that stands for a shape on the device: rank 0 is [1].
Sizes SizesOf(const Shape& shape);
Shape ShapeOf(const Sizes& sizes);

}  // namespace weft::onnx
