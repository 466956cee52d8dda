// SPDX-License-Identifier: MIT
// What a converter sees: one node, its inputs and attributes, and the means to say what its outputs
// are. A converter is a function `Status Convert(Conversion& c)` that describes the node as
// operators of Weft, or computes host values by itself; registry.h has the list of all.
//
//   Status Relu(Conversion& c) {
//     WEFT_ASSIGN(const ValueRef x, c.Input(0));
//     WEFT_ASSIGN(const Expression in, c.Device(x));
//     return c.Give(0, expr::ActivationRelu(in), x->type, x->shape);
//   }
//
// Inputs of one element or more become expressions; empty ones are for the converter to handle.
// What has to be known now (Host and its kin) is asked for before anything is described: to learn
// it, all that was described so far may have to run.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "onnx/value.h"
#include "weft/expressions.h"

namespace weft::onnx {

class Planner;

class Conversion {
 public:
  Conversion(Planner& planner, const Node& node, int64_t version, std::vector<ValueRef> inputs)
      : planner_(planner),
        node_(node),
        version_(version),
        inputs_(std::move(inputs)),
        outputs_(node.outputs.size()) {}

  const Node& node() const { return node_; }
  int64_t version() const { return version_; }  // of its domain's operators

  // ---- inputs

  size_t input_count() const { return inputs_.size(); }  // absent ones at the end are not counted
  bool Has(size_t i) const { return i < inputs_.size() && inputs_[i] != nullptr; }
  Result<ValueRef> Input(size_t i) const;        // an error where it is absent
  Result<ValueRef> TensorInput(size_t i) const;  // … or no tensor
  const ValueRef& Optional(size_t i) const;      // null where it is absent
  // The tensor as an operand of Weft's operators, packed unless it is a view.
  Result<Expression> Device(const ValueRef& value);
  Result<Expression> Device(size_t i);

  // The bytes, now; `value` is a host value afterwards.
  Result<Bytes> Host(const ValueRef& value);
  Result<std::vector<int64_t>> HostInts(const ValueRef& value);  // of any integer type or bool
  Result<std::vector<int64_t>> HostInts(size_t i);
  Result<std::vector<double>> HostNumbers(const ValueRef& value);  // of any type
  Result<double> HostNumber(size_t i);                             // exactly one

  // ---- attributes; one of the wrong kind makes the conversion fail in the end

  bool HasAttribute(std::string_view name) const { return Find(name) != nullptr; }
  int64_t Int(std::string_view name, int64_t otherwise);
  float Float(std::string_view name, float otherwise);
  std::string_view Text(std::string_view name, std::string_view otherwise);
  std::vector<int64_t> Ints(std::string_view name, std::vector<int64_t> otherwise = {});
  std::vector<float> Floats(std::string_view name, std::vector<float> otherwise = {});
  std::vector<std::string_view> Texts(std::string_view name);
  const Tensor* TensorAttribute(std::string_view name);
  const Graph* Body(std::string_view name);
  const Attribute* Find(std::string_view name) const;  // through references of functions
  // Attribute `axis`, counted from the end where negative; an error outside of `rank`.
  Result<int> Axis(std::string_view name, int64_t otherwise, size_t rank);

  // ---- outputs

  size_t output_count() const { return outputs_.size(); }
  bool Wants(size_t i) const { return i < outputs_.size() && !node_.outputs[i].empty(); }
  void Set(size_t i, ValueRef value);  // nothing where the output is not wanted
  // The expression as output i. Its sizes may differ from the shape if the elements are as many in
  // the same order: they are reinterpreted, copied before where that is needed.
  Status Give(size_t i, const Expression& expression, ElementType type, const Shape& shape);
  Status Give(size_t i, const Expression& expression, ElementType type) {
    return Give(i, expression, type, ShapeOf(expression.sizes()));
  }
  // A value that is no output yet.
  ValueRef MakeDevice(const Expression& expression, ElementType type, const Shape& shape);
  std::vector<ValueRef> TakeOutputs() { return std::move(outputs_); }

  // ---- more to describe with

  GraphBuilder& builder();
  Expression Constant(const TensorDesc& desc, ConstBuffer data);
  // One element, to be broadcast.
  Expression Scalar(DataType type, double value);
  Expression Element(DataType type, uint64_t bits);                       // in the low bits
  Expression Zeros(DataType type, const Sizes& sizes, double value = 0);  // all one number
  // Elements in the same order, other sizes: a view where the layout allows it, else a copy.
  Expression Reshape(const Expression& from, const Sizes& sizes);
  Expression Packed(const Expression& from);  // a copy where it is not packed in row-major order
  Expression Cast(const Expression& from, DataType type);

  // 0 for the first that asks in a plan, 1 for the next, and so on.
  uint32_t NextDraw();

  // Runs the nodes of a graph inside of this node with these inputs.
  Result<std::vector<ValueRef>> RunBody(const Graph& graph, std::vector<ValueRef> inputs);

  // What went wrong beside what the converter returned.
  Status TakeError();
  const Attribute* Typed(std::string_view name, Attribute::Kind kind);

 private:
  Planner& planner_;
  const Node& node_;
  const int64_t version_;
  std::vector<ValueRef> inputs_, outputs_;
  std::optional<Error> error_;
};

using Convert = Status (*)(Conversion& conversion);

// The broadcast of both shapes by NumPy's rules; an error names both.
Result<Shape> BroadcastShape(const Shape& a, const Shape& b);
// Axes counted from the end where negative, each inside of `rank` and there once; sorted.
Result<std::vector<int>> UsualAxes(const std::vector<int64_t>& axes, size_t rank,
                                   std::string_view name = "axes");
Result<int> UsualAxis(int64_t axis, size_t rank, std::string_view name = "axis");

}  // namespace weft::onnx
