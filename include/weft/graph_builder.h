// SPDX-License-Identifier: MIT
// Networks that read like mathematics: expressions stand for tensors that will be there when the
// graph runs. Functions of expressions are in weft/expressions.h, one for each operator.
//
//   weft::GraphBuilder graph;
//   auto x = graph.Input({weft::DataType::Float32, {1, 1, 8, 16}});
//   auto w = graph.Weights({weft::DataType::Float32, {1, 1, 16, 4}});
//   auto y = weft::expr::ActivationRelu(weft::expr::Gemm(x, w, {}, {.alpha = 1})) * 0.5f;
//   weft::Result<weft::CompiledGraph> compiled = graph.Compile({y});
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "weft/export.h"
#include "weft/graph.h"

namespace weft {

class GraphBuilder;

class WEFT_API Expression {
 public:
  Expression() = default;  // nothing; an optional tensor that is absent

  const TensorDesc& desc() const { return desc_; }
  const Sizes& sizes() const { return desc_.sizes(); }
  bool IsPresent() const { return graph_ != nullptr; }
  GraphBuilder Builder() const;  // of the graph it belongs to; only where it is there

  // The same bytes described otherwise; there must be as many. With sizes alone they are packed.
  Expression Reinterpret(const TensorDesc& desc) const;
  Expression Reinterpret(const Sizes& sizes) const { return Reinterpret({desc_.type, sizes}); }
  // Dimensions of size 1 repeat to fill `sizes`; fewer dimensions are the last ones. No data moves.
  Expression Broadcast(const Sizes& sizes) const;
  // Dimension i of the result is dimension order[i]. No data moves.
  Expression Transpose(std::span<const int> order) const;
  Expression Transpose(std::initializer_list<int> order) const {
    return Transpose(std::span(order.begin(), order.size()));
  }

  struct Graph;  // src/graph/graph_builder.cpp

 private:
  friend class GraphBuilder;
  enum class Source : uint8_t { Input, Node };
  Expression(std::shared_ptr<Graph> graph, Source source, uint32_t index, uint32_t output,
             const TensorDesc& desc)
      : graph_(std::move(graph)), source_(source), index_(index), output_(output), desc_(desc) {}
  bool IsWritten(const GraphDesc& graph) const;

  std::shared_ptr<Graph> graph_;
  Source source_ = Source::Input;
  uint32_t index_ = 0, output_ = 0;
  TensorDesc desc_;
};

// The first error is kept, whatever follows it, and Describe and Compile return it.
class WEFT_API GraphBuilder {
 public:
  GraphBuilder();
  // That error, which is forgotten: for callers who rather stop where it happened. What failed is
  // not to be used then; the rest of the graph is as before.
  Status TakeError();
  // What nodes are called that get no name of their own, from here on; for messages and pictures.
  void NameNodes(std::string name);

  Expression Input(const TensorDesc& desc);    // the next graph input
  Expression Weights(const TensorDesc& desc);  // … that is OWNED_BY_DML
  Expression Constant(const TensorDesc& desc, ConstBuffer data, std::string name = {});  // a copy
  Expression Constant(const TensorDesc& desc, GraphConstant data, std::string name = {});

  // A node for `op`. Its input tensors that are there become what the expressions say, in order,
  // and outputs that are not described follow from them. One expression for each output; those of
  // absent tensors are nothing. None at all where memory ran out, which Describe then says.
  static std::vector<Expression> Add(Operator op, const std::vector<Expression>& inputs,
                                     std::string name = {});
  // The same, or its first output, or an exception. For functions such as those of
  // weft/expressions.h, whose handler makes it the error of the graph that an input belongs to.
  static std::vector<Expression> AddAll(Operator op, const std::vector<Expression>& inputs,
                                        std::string name = {});
  static Expression AddOne(Operator op, const std::vector<Expression>& inputs,
                           std::string name = {});
  static Expression Caught(std::initializer_list<const Expression*> inputs) noexcept;
  static Expression Caught(const std::vector<Expression>& inputs) noexcept;

  Result<GraphDesc> Describe(std::span<const Expression> outputs) const;
  Result<CompiledGraph> Compile(std::span<const Expression> outputs,
                                const GraphOptions& options = {}) const;
  Result<CompiledGraph> Compile(std::initializer_list<Expression> outputs,
                                const GraphOptions& options = {}) const {
    return Compile(std::span(outputs.begin(), outputs.size()), options);
  }

 private:
  friend class Expression;
  explicit GraphBuilder(std::shared_ptr<Expression::Graph> graph) : graph_(std::move(graph)) {}

  std::shared_ptr<Expression::Graph> graph_;
};

// Sizes that differ are broadcast as NumPy does.
WEFT_API Expression operator+(const Expression& a, const Expression& b);
WEFT_API Expression operator-(const Expression& a, const Expression& b);
WEFT_API Expression operator*(const Expression& a, const Expression& b);
WEFT_API Expression operator/(const Expression& a, const Expression& b);
WEFT_API Expression operator-(const Expression& a);
WEFT_API Expression operator+(const Expression& a, float b);
WEFT_API Expression operator*(const Expression& a, float b);
inline Expression operator+(float a, const Expression& b) { return b + a; }
inline Expression operator*(float a, const Expression& b) { return b * a; }
inline Expression operator-(const Expression& a, float b) { return a + -b; }
inline Expression operator/(const Expression& a, float b) { return a * (1 / b); }

}  // namespace weft
