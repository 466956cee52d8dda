// SPDX-License-Identifier: MIT
// See weft/graph_builder.h.
#include "weft/graph_builder.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/guard.h"
#include "schema/tensor_slots.h"
#include "strided/view.h"
#include "weft/infer.h"
#include "weft/operators.h"
#include "weft/schema.h"

namespace weft {

struct Expression::Graph {
  GraphDesc desc;
  std::optional<Error> error;
  std::string node_name;  // for nodes without one of their own

  void Keep(Error what) {
    if (!error) error = std::move(what);
  }
};

namespace {

Error NoMemory() { return {ErrorCode::OutOfMemory, "out of memory"}; }

// The broadcast of both sizes: 1 gives way to any other.
Sizes Common(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.rank() >= b.rank() ? a : b;
  const Sizes& other = a.rank() >= b.rank() ? b : a;
  Sizes sizes = longer;
  for (int dim = 1; dim <= other.rank(); ++dim)
    if (sizes[sizes.rank() - dim] == 1) sizes[sizes.rank() - dim] = other[other.rank() - dim];
  return sizes;
}

// Nodes that no output depends on are left out.
GraphDesc WithoutUnused(GraphDesc desc) {
  std::vector<std::vector<uint32_t>> sources(desc.nodes.size());
  for (const GraphIntermediateEdge& edge : desc.intermediate_edges)
    sources[edge.to_node].push_back(edge.from_node);
  std::vector<bool> is_used(desc.nodes.size());
  std::vector<uint32_t> open;
  const auto use = [&](uint32_t node) {
    if (!is_used[node]) open.push_back(node);
    is_used[node] = true;
  };
  for (const GraphOutputEdge& edge : desc.output_edges) use(edge.from_node);
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    for (const uint32_t source : sources[node]) use(source);
  }
  std::vector<uint32_t> new_index(desc.nodes.size());
  std::vector<GraphNode> nodes;
  for (uint32_t i = 0; i < desc.nodes.size(); ++i) {
    if (!is_used[i]) continue;
    new_index[i] = uint32_t(nodes.size());
    nodes.push_back(std::move(desc.nodes[i]));
  }
  desc.nodes = std::move(nodes);
  std::erase_if(desc.input_edges, [&](const auto& edge) { return !is_used[edge.to_node]; });
  std::erase_if(desc.intermediate_edges, [&](const auto& edge) { return !is_used[edge.to_node]; });
  for (GraphInputEdge& edge : desc.input_edges) edge.to_node = new_index[edge.to_node];
  for (GraphOutputEdge& edge : desc.output_edges) edge.from_node = new_index[edge.from_node];
  for (GraphIntermediateEdge& edge : desc.intermediate_edges) {
    edge.from_node = new_index[edge.from_node];
    edge.to_node = new_index[edge.to_node];
  }
  return desc;
}

template <class Op>
Expression Binary(const Expression& a, const Expression& b) try {
  const Sizes sizes = Common(a.sizes(), b.sizes());
  return GraphBuilder::AddOne(Op{}, {a.Broadcast(sizes), b.Broadcast(sizes)});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression Scaled(const Expression& a, float scale, float bias) try {
  return GraphBuilder::AddOne(ElementWiseIdentity{.scale_bias = ScaleBias{scale, bias}}, {a});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a}))

}  // namespace

GraphBuilder Expression::Builder() const { return GraphBuilder(graph_); }

Expression Expression::Reinterpret(const TensorDesc& desc) const try {
  Expression other = *this;
  other.desc_ = desc;
  other.desc_.flags = desc_.flags;
  if (graph_ && desc.MinimumTotalBytes() != desc_.MinimumTotalBytes())
    graph_->Keep({ErrorCode::InvalidArgument,
                  fmt::format("graph: {} has {} bytes, but {} is reinterpreted as it and has {}",
                              ToString(desc), desc.MinimumTotalBytes(), ToString(desc_),
                              desc_.MinimumTotalBytes())});
  return other;
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({this}))

Expression Expression::Broadcast(const Sizes& sizes) const try {
  const int missing = sizes.rank() - desc_.rank();
  Expression wide = *this;
  bool fits = missing >= 0;
  Layout layout(sizes, Strides::Filled(sizes.rank(), 0), desc_.layout.offset);
  for (int dim = 0; fits && dim < desc_.rank(); ++dim) {
    const int64_t size = desc_.sizes()[dim];
    if (size == sizes[dim + missing]) layout.strides[dim + missing] = desc_.strides()[dim];
    fits = size == 1 || size == sizes[dim + missing];
  }
  if (!fits && graph_)
    graph_->Keep(
        {ErrorCode::InvalidArgument, fmt::format("graph: sizes {} cannot be broadcast to {}",
                                                 ToString(desc_.sizes()), ToString(sizes))});
  wide.desc_.layout = layout;
  wide.desc_.total_bytes = std::max(desc_.total_bytes, desc_.MinimumTotalBytes());
  return wide;
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({this}))

Expression Expression::Transpose(std::span<const int> order) const try {
  Expression turned = *this;
  Layout layout(Sizes{}, Strides{}, desc_.layout.offset);
  std::vector<int> sorted(order.begin(), order.end());
  std::ranges::sort(sorted);
  for (int i = 0; i < desc_.rank(); ++i)
    if (sorted.size() != size_t(desc_.rank()) || sorted[size_t(i)] != i) {
      if (graph_)
        graph_->Keep({ErrorCode::InvalidArgument,
                      fmt::format("graph: the order of a transposition must have each of the {} "
                                  "dimensions once",
                                  desc_.rank())});
      return turned;
    }
  for (const int dim : order) {
    layout.sizes.push_back(desc_.sizes()[dim]);
    layout.strides.push_back(desc_.strides()[dim]);
  }
  turned.desc_.layout = layout;
  return turned;
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({this}))

// Whether a node writes the value in its described layout, so that it can be a graph output.
bool Expression::IsWritten(const GraphDesc& graph) const {
  if (source_ == Source::Input) return false;
  const Operator* op = std::get_if<Operator>(&graph.nodes[index_].what);
  return op && OutputSlots(*op)[output_].desc->layout == desc_.layout;
}

// Without memory there is no graph, and every call says so.
GraphBuilder::GraphBuilder() {
  try {
    graph_ = std::make_shared<Expression::Graph>();
  } catch (...) {
  }
}

Expression GraphBuilder::Caught(std::initializer_list<const Expression*> inputs) noexcept {
  for (const Expression* const input : inputs) {
    if (!input->graph_) continue;
    input->graph_->Keep(CaughtError());
    break;
  }
  return {};
}

Expression GraphBuilder::Caught(const std::vector<Expression>& inputs) noexcept {
  for (const Expression& input : inputs)
    if (input.graph_) return Caught({&input});
  return {};
}

Status GraphBuilder::TakeError() {
  if (!graph_) return tl::unexpected<Error>(NoMemory());
  std::optional<Error> error = std::exchange(graph_->error, std::nullopt);
  return error ? Status(tl::unexpected<Error>(*std::move(error))) : Ok();
}

void GraphBuilder::NameNodes(std::string name) {
  if (graph_) graph_->node_name = std::move(name);
}

Expression GraphBuilder::Input(const TensorDesc& desc) {
  if (!graph_) return {};
  return Expression(graph_, Expression::Source::Input, graph_->desc.input_count++, 0, desc);
}

Expression GraphBuilder::Weights(const TensorDesc& desc) {
  TensorDesc owned = desc;
  owned.flags = TensorFlags::OwnedByDml;
  return Input(owned);
}

Expression GraphBuilder::Constant(const TensorDesc& desc, ConstBuffer data, std::string name) try {
  const auto* bytes = static_cast<const std::byte*>(data.data);
  return Constant(
      desc,
      GraphConstant(std::make_shared<const std::vector<std::byte>>(bytes, bytes + data.bytes)),
      std::move(name));
} catch (...) {
  if (graph_) graph_->Keep(CaughtError());
  return {};
}

Expression GraphBuilder::Constant(const TensorDesc& desc, GraphConstant data,
                                  std::string name) try {
  if (!graph_) return {};
  graph_->desc.nodes.push_back({std::move(data), std::move(name)});
  return Expression(graph_, Expression::Source::Node, uint32_t(graph_->desc.nodes.size()) - 1, 0,
                    desc);
} catch (...) {
  graph_->Keep(CaughtError());
  return {};
}

std::vector<Expression> GraphBuilder::Add(Operator op, const std::vector<Expression>& inputs,
                                          std::string name) try {
  return AddAll(std::move(op), inputs, std::move(name));
} catch (...) {
  Caught(inputs);
  return {};
}

Expression GraphBuilder::AddOne(Operator op, const std::vector<Expression>& inputs,
                                std::string name) {
  return AddAll(std::move(op), inputs, std::move(name))[0];
}

std::vector<Expression> GraphBuilder::AddAll(Operator op, const std::vector<Expression>& inputs,
                                             std::string name) {
  op = Info(op.type()).copy(op);
  std::shared_ptr<Expression::Graph> graph;
  std::vector<const Expression*> there;
  for (const Expression& input : inputs) {
    if (!input.IsPresent()) continue;
    if (graph && graph != input.graph_)
      graph->Keep({ErrorCode::InvalidArgument,
                   fmt::format("graph: {} has inputs of two graphs", Info(op.type()).name)});
    if (!graph) graph = input.graph_;
    there.push_back(&input);
  }
  std::vector<TensorDesc*> descs = MutableInputs(op);
  std::erase(descs, nullptr);
  std::vector<Expression> results(OutputSlots(op).size());
  if (!graph) return results;
  if (descs.size() != there.size())
    graph->Keep({ErrorCode::InvalidArgument,
                 fmt::format("graph: {} has {} input tensors, but {} expressions are given",
                             Info(op.type()).name, descs.size(), there.size())});
  for (size_t i = 0; i < std::min(descs.size(), there.size()); ++i) *descs[i] = there[i]->desc_;
  Status status = InferOutputs(op);
  if (status) status = Validate(op);
  if (!status) graph->Keep(status.error());
  GraphDesc& desc = graph->desc;
  const auto node = uint32_t(desc.nodes.size());
  const size_t input_edges = desc.input_edges.size(), edges = desc.intermediate_edges.size();
  const std::vector<TensorSlot> slots = InputSlots(op), outputs = OutputSlots(op);
  for (uint32_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].desc)
      results[i] = Expression(graph, Expression::Source::Node, node, i, *outputs[i].desc);
  try {
    size_t next = 0;
    for (uint32_t slot = 0; slot < slots.size() && next < there.size(); ++slot) {
      if (slots[slot].desc == nullptr) continue;
      const Expression& from = *there[next++];
      if (from.source_ == Expression::Source::Input)
        desc.input_edges.push_back({from.index_, node, slot});
      else
        desc.intermediate_edges.push_back({from.index_, from.output_, node, slot});
    }
    desc.nodes.push_back({std::move(op), name.empty() ? graph->node_name : std::move(name)});
  } catch (...) {  // no edges of a node that is not there
    desc.input_edges.resize(input_edges);
    desc.intermediate_edges.resize(edges);
    throw;
  }
  return results;
}

// A graph input or a constant cannot be an output, so copies of them are added: to a copy of the
// graph, because a caller may compile it for other outputs later.
Result<GraphDesc> GraphBuilder::Describe(std::span<const Expression> outputs) const try {
  if (!graph_) return tl::unexpected<Error>(NoMemory());
  if (graph_->error) return tl::unexpected<Error>(*graph_->error);
  const auto graph = std::make_shared<Expression::Graph>(*graph_);
  graph->desc.output_count = uint32_t(outputs.size());
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].graph_ != graph_)
      return Invalid("graph: output {} is no expression of this graph", i);
    Expression result = outputs[i];
    result.graph_ = graph;
    if (!result.IsWritten(graph->desc)) result = AddOne(ElementWiseIdentity{}, {result});
    graph->desc.output_edges.push_back({result.index_, result.output_, i});
  }
  if (graph->error) return tl::unexpected<Error>(*graph->error);
  return WithoutUnused(std::move(graph->desc));
}
WEFT_CATCH

Result<CompiledGraph> GraphBuilder::Compile(std::span<const Expression> outputs,
                                            const GraphOptions& options) const try {
  WEFT_ASSIGN(const GraphDesc desc, Describe(outputs));
  return CompileGraph(desc, options);
}
WEFT_CATCH

Expression operator+(const Expression& a, const Expression& b) {
  return Binary<ElementWiseAdd>(a, b);
}
Expression operator-(const Expression& a, const Expression& b) {
  return Binary<ElementWiseSubtract>(a, b);
}
Expression operator*(const Expression& a, const Expression& b) {
  return Binary<ElementWiseMultiply>(a, b);
}
Expression operator/(const Expression& a, const Expression& b) {
  return Binary<ElementWiseDivide>(a, b);
}
Expression operator-(const Expression& a) { return Scaled(a, -1, 0); }
Expression operator+(const Expression& a, float b) { return Scaled(a, 1, b); }
Expression operator*(const Expression& a, float b) { return Scaled(a, b, 0); }

}  // namespace weft
