// SPDX-License-Identifier: MIT
// The rules of a graph: every edge leads from an existing output to an existing input, every input
// has one edge at most, both ends have as many bytes, and there are no cycles. Written as loops
// without recursion, because a graph may be as deep as it is long.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/cost.h"
#include "graph/graph.h"
#include "schema/tensor_slots.h"
#include "weft/schema.h"

namespace weft::graph {
namespace {

uint64_t BytesOf(const TensorDesc& desc) {
  return std::max(desc.total_bytes, desc.MinimumTotalBytes());
}

std::string Quoted(const std::string& name) { return name.empty() ? "" : " '" + name + "'"; }

class Checker {
 public:
  Checker(const GraphDesc& desc, const CompileOptions& options) : desc_(desc), options_(options) {}

  Result<Graph> Run() {
    if (desc_.nodes.empty()) return Invalid("graph: it has 0 nodes, but at least 1 is required");
    if (desc_.nodes.size() > INT32_MAX / 2)
      return NotSupported("graph: it has {} nodes, but more than {} are not supported",
                          desc_.nodes.size(), INT32_MAX / 2);
    WEFT_RETURN_IF_ERROR(CheckCounts());
    WEFT_RETURN_IF_ERROR(ReadNodes());
    WEFT_RETURN_IF_ERROR(ReadInputEdges());
    WEFT_RETURN_IF_ERROR(ReadIntermediateEdges());
    WEFT_RETURN_IF_ERROR(ReadOutputEdges());
    WEFT_RETURN_IF_ERROR(CheckAllConnected());
    WEFT_RETURN_IF_ERROR(CheckNoCycle());
    return InOrder();
  }

 private:
  struct Ports {
    std::vector<TensorSlot> inputs, outputs;
  };

  std::string NodeText(size_t index) const {
    const GraphNode& node = desc_.nodes[index];
    const Operator* op = std::get_if<Operator>(&node.what);
    return fmt::format("node {}{} ({})", index, Quoted(node.name),
                       op ? Info(op->type()).name : "CONSTANT");
  }
  template <class Edge>
  static std::string EdgeText(const char* kind, size_t index, const Edge& edge) {
    return fmt::format("{} edge {}{}", kind, index, Quoted(edge.name));
  }
  bool IsConstant(size_t node) const {
    return std::holds_alternative<GraphConstant>(desc_.nodes[node].what);
  }

  // Before memory is taken for them.
  Status CheckCounts() const {
    constexpr size_t kMostUnused = 1 << 16;
    if (const size_t edges = desc_.input_edges.size(); desc_.input_count > edges + kMostUnused)
      return Invalid(
          "graph: InputCount is {}, but {} edges come from inputs, and at most {} inputs may be "
          "without one",
          desc_.input_count, edges, kMostUnused);
    if (desc_.output_count <= desc_.output_edges.size()) return Ok();
    std::vector<bool> is_led_to(desc_.output_edges.size() + 1);
    for (const GraphOutputEdge& edge : desc_.output_edges)
      if (edge.graph_output < is_led_to.size()) is_led_to[edge.graph_output] = true;
    const auto first = std::ranges::find(is_led_to, false);
    return Invalid("graph: no edge leads to output {}, but OutputCount is {}",
                   first - is_led_to.begin(), desc_.output_count);
  }

  Status ReadNodes() {
    const size_t count = desc_.nodes.size();
    ports_.resize(count);
    graph_.nodes.reserve(count);
    first_output_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      const GraphNode& node = desc_.nodes[i];
      const std::string name = node.name.empty() ? std::to_string(i) : node.name;
      first_output_[i] = ValueId(graph_.values.size());
      if (const auto* constant = std::get_if<GraphConstant>(&node.what)) {
        if (!*constant)
          return Invalid("graph: {} has 0 bytes, but at least 1 is required", NodeText(i));
        graph_.values.push_back(
            {.bytes = constant->bytes.size(), .constant = *constant, .constant_name = node.name});
        graph_.nodes.push_back({.op = Nothing(), .name = name, .is_done = true});
        continue;
      }
      const Operator& op = std::get<Operator>(node.what);
      Status status = Validate(op, options_);
      if (status) status = CheckWork(op, options_);
      if (!status)
        return Fail(status.error().code, "graph: node {}{}: {}", i, Quoted(node.name),
                    status.error().message);
      ports_[i] = {InputSlots(op), OutputSlots(op)};
      graph_.nodes.push_back({.op = Info(op.type()).copy(op),
                              .name = name,
                              .inputs = std::vector(ports_[i].inputs.size(), kNone),
                              .outputs = std::vector(ports_[i].outputs.size(), kNone)});
      graph_.nodes.back().FindDescs();
      for (size_t output = 0; output < ports_[i].outputs.size(); ++output) {
        const TensorDesc* tensor = ports_[i].outputs[output].desc;
        graph_.values.push_back(
            {.bytes = tensor ? BytesOf(*tensor) : 0, .producer = NodeId(i), .output = int(output)});
      }
    }
    graph_.inputs.assign(desc_.input_count, kNone);
    graph_.outputs.assign(desc_.output_count, kNone);
    return Ok();
  }
  // A constant has no operator; this one is not read.
  static Operator Nothing() { return Operator(OperatorType::Invalid, nullptr); }

  Status CheckTo(const std::string& edge, uint32_t node, uint32_t input) const {
    if (node >= desc_.nodes.size())
      return Invalid("graph: {}: ToNodeIndex is {}, but there are {} nodes", edge, node,
                     desc_.nodes.size());
    const auto& inputs = ports_[node].inputs;
    if (input >= inputs.size())
      return Invalid("graph: {}: ToNodeInputIndex is {}, but {} has {} inputs", edge, input,
                     NodeText(node), inputs.size());
    if (inputs[input].desc == nullptr)
      return Invalid("graph: {} leads to {} of {}, but its description leaves that out", edge,
                     inputs[input].Name(), NodeText(node));
    if (graph_.nodes[node].inputs[input] != kNone)
      return Invalid("graph: {} leads to {} of {}, but another edge does so already", edge,
                     inputs[input].Name(), NodeText(node));
    return Ok();
  }

  Result<ValueId> From(const std::string& edge, uint32_t node, uint32_t output) const {
    if (node >= desc_.nodes.size())
      return Invalid("graph: {}: FromNodeIndex is {}, but there are {} nodes", edge, node,
                     desc_.nodes.size());
    const size_t outputs = IsConstant(node) ? 1 : ports_[node].outputs.size();
    if (output >= outputs)
      return Invalid("graph: {}: FromNodeOutputIndex is {}, but {} has {} outputs", edge, output,
                     NodeText(node), outputs);
    if (!IsConstant(node) && ports_[node].outputs[output].desc == nullptr)
      return Invalid("graph: {} comes from {} of {}, but its description leaves that out", edge,
                     ports_[node].outputs[output].Name(), NodeText(node));
    return first_output_[node] + ValueId(output);
  }

  void Connect(ValueId from, uint32_t node, uint32_t input) {
    graph_.SetReader({NodeId(node), int(input)}, from);
    const Value& value = graph_.value(from);
    if (value.producer != kNone) graph_.node(value.producer).outputs[size_t(value.output)] = from;
  }

  Status ReadInputEdges() {
    std::vector<size_t> first_edge(desc_.input_count);
    for (size_t i = 0; i < desc_.input_edges.size(); ++i) {
      const GraphInputEdge& edge = desc_.input_edges[i];
      const std::string text = EdgeText("input", i, edge);
      if (edge.graph_input >= desc_.input_count)
        return Invalid("graph: {}: GraphInputIndex is {}, but InputCount is {}", text,
                       edge.graph_input, desc_.input_count);
      WEFT_RETURN_IF_ERROR(CheckTo(text, edge.to_node, edge.to_input));
      const TensorDesc& tensor = *ports_[edge.to_node].inputs[edge.to_input].desc;
      ValueId& id = graph_.inputs[edge.graph_input];
      if (id == kNone) {
        id = ValueId(graph_.values.size());
        graph_.values.push_back({.graph_input = int(edge.graph_input)});
        first_edge[edge.graph_input] = i;
      } else {
        const GraphInputEdge& other = desc_.input_edges[first_edge[edge.graph_input]];
        const TensorDesc& first = *ports_[other.to_node].inputs[other.to_input].desc;
        if (first.flags != tensor.flags)
          return Invalid(
              "graph: input {} goes to {} of {} and to {} of {}, but only one is OWNED_BY_DML",
              edge.graph_input, ports_[other.to_node].inputs[other.to_input].Name(),
              NodeText(other.to_node), ports_[edge.to_node].inputs[edge.to_input].Name(),
              NodeText(edge.to_node));
      }
      Value& value = graph_.value(id);
      value.bytes = std::max(value.bytes, BytesOf(tensor));
      Connect(id, edge.to_node, edge.to_input);
    }
    return Ok();
  }

  Status ReadIntermediateEdges() {
    for (size_t i = 0; i < desc_.intermediate_edges.size(); ++i) {
      const GraphIntermediateEdge& edge = desc_.intermediate_edges[i];
      const std::string text = EdgeText("intermediate", i, edge);
      WEFT_ASSIGN(const ValueId from, From(text, edge.from_node, edge.from_output));
      WEFT_RETURN_IF_ERROR(CheckTo(text, edge.to_node, edge.to_input));
      const TensorSlot& to = ports_[edge.to_node].inputs[edge.to_input];
      if (to.desc->flags == TensorFlags::OwnedByDml)
        return Invalid(
            "graph: {} leads to {} of {}, but that is OWNED_BY_DML: only graph inputs may feed it",
            text, to.Name(), NodeText(edge.to_node));
      WEFT_RETURN_IF_ERROR(CheckBytes(text, edge, from, to));
      Connect(from, edge.to_node, edge.to_input);
    }
    return Ok();
  }

  // Strides and sizes may differ: the consumer reads the bytes by its own description.
  Status CheckBytes(const std::string& text, const GraphIntermediateEdge& edge, ValueId from,
                    const TensorSlot& to) const {
    const uint64_t have = graph_.value(from).bytes, want = BytesOf(*to.desc);
    if (!IsConstant(edge.from_node)) {
      if (have == want) return Ok();
      return Invalid("graph: {}: TotalTensorSizeInBytes is {} of {} of {}, but {} of {} of {}",
                     text, have, ports_[edge.from_node].outputs[edge.from_output].Name(),
                     NodeText(edge.from_node), want, to.Name(), NodeText(edge.to_node));
    }
    if (have >= to.desc->RequiredBytes() && have <= want) return Ok();
    return Invalid("graph: {}: {} has {} bytes, but {} of {} needs {}", text,
                   NodeText(edge.from_node), have, to.Name(), NodeText(edge.to_node), want);
  }

  Status ReadOutputEdges() {
    for (size_t i = 0; i < desc_.output_edges.size(); ++i) {
      const GraphOutputEdge& edge = desc_.output_edges[i];
      const std::string text = EdgeText("output", i, edge);
      WEFT_ASSIGN(const ValueId from, From(text, edge.from_node, edge.from_output));
      if (edge.graph_output >= desc_.output_count)
        return Invalid("graph: {}: GraphOutputIndex is {}, but OutputCount is {}", text,
                       edge.graph_output, desc_.output_count);
      if (IsConstant(edge.from_node))
        return Invalid("graph: {} comes from {}, but only operators may lead to outputs", text,
                       NodeText(edge.from_node));
      if (graph_.outputs[edge.graph_output] != kNone)
        return Invalid("graph: {} leads to output {}, but another edge does so already", text,
                       edge.graph_output);
      graph_.outputs[edge.graph_output] = from;
      Value& value = graph_.value(from);
      value.graph_outputs.push_back(int(edge.graph_output));
      graph_.nodes[edge.from_node].outputs[edge.from_output] = from;
    }
    for (size_t i = 0; i < graph_.outputs.size(); ++i)
      if (graph_.outputs[i] == kNone)
        return Invalid("graph: no edge leads to output {}, but OutputCount is {}", i,
                       desc_.output_count);
    return Ok();
  }

  Status CheckAllConnected() const {
    for (size_t i = 0; i < desc_.nodes.size(); ++i) {
      for (size_t input = 0; input < ports_[i].inputs.size(); ++input)
        if (ports_[i].inputs[input].desc && graph_.nodes[i].inputs[input] == kNone)
          return Invalid("graph: no edge leads to {} of {}, but its description has that tensor",
                         ports_[i].inputs[input].Name(), NodeText(i));
      for (size_t output = 0; output < ports_[i].outputs.size(); ++output)
        if (IsRequired(i, output) && graph_.nodes[i].outputs[output] == kNone)
          return Invalid("graph: no edge comes from {} of {}, but it is required",
                         ports_[i].outputs[output].Name(), NodeText(i));
    }
    return Ok();
  }
  // DirectML allows outputs of SPLIT that are not connected. Of other operators with several
  // outputs one must be connected: TOP_K may be there for its indices alone.
  bool IsRequired(size_t node, size_t output) const {
    const TensorSlot& slot = ports_[node].outputs[output];
    if (std::ranges::any_of(graph_.nodes[node].outputs, [](ValueId id) { return id != kNone; }))
      return false;
    if (slot.index >= 0) return false;
    for (const Field& field : Info(graph_.nodes[node].op.type()).fields)
      if (field.name == slot.field) return !field.optional;
    return true;
  }

  // Kahn's algorithm: nodes whose inputs are all done are done. The nodes that are left over form
  // cycles or depend on them.
  Status CheckNoCycle() const {
    std::vector<int> waits(desc_.nodes.size(), 0);
    std::vector<NodeId> ready;
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      for (const ValueId input : graph_.nodes[i].inputs)
        waits[i] += input != kNone && graph_.value(input).producer != kNone;
      if (waits[i] == 0) ready.push_back(NodeId(i));
    }
    size_t done = 0;
    for (; done < ready.size(); ++done)
      for (const ValueId output : graph_.node(ready[done]).outputs) {
        if (output == kNone) continue;
        for (const Use& use : graph_.value(output).listed_readers)
          if (--waits[size_t(use.node)] == 0) ready.push_back(use.node);
      }
    if (done == desc_.nodes.size()) return Ok();
    return Invalid("graph: {} waits for its own result", CycleText(waits));
  }

  // Follows inputs from an unfinished node until a node repeats.
  std::string CycleText(const std::vector<int>& waits) const {
    constexpr size_t kShown = 4;
    std::vector<NodeId> path;
    std::vector<size_t> position(desc_.nodes.size(), SIZE_MAX);
    auto at =
        NodeId(std::ranges::find_if(waits, [](int count) { return count > 0; }) - waits.begin());
    while (position[size_t(at)] == SIZE_MAX) {
      position[size_t(at)] = path.size();
      path.push_back(at);
      for (const ValueId input : graph_.node(at).inputs) {
        const NodeId producer = input == kNone ? kNone : graph_.value(input).producer;
        if (producer == kNone || waits[size_t(producer)] == 0) continue;
        at = producer;
        break;
      }
    }
    path.erase(path.begin(), path.begin() + std::ptrdiff_t(position[size_t(at)]));
    std::string text = NodeText(size_t(path.front()));
    if (path.size() == 1) return text;
    text += ", through ";
    for (size_t i = path.size() - 1; i > 0 && path.size() - i <= kShown; --i)
      text += (i + 1 < path.size() ? ", " : "") + NodeText(size_t(path[i]));
    if (path.size() - 1 > kShown) text += fmt::format(" and {} more", path.size() - 1 - kShown);
    return text + ",";
  }

  // Depth first from the outputs, so that results are used soon after they are computed.
  Graph InOrder() {
    std::vector<NodeId> order;
    std::vector<bool> is_seen(graph_.nodes.size());
    struct Visit {
      NodeId node;
      size_t next_input;
    };
    std::vector<Visit> path;
    const auto enter = [&](ValueId value) {
      const NodeId node = value == kNone ? kNone : graph_.value(value).producer;
      if (node == kNone || is_seen[size_t(node)]) return;
      is_seen[size_t(node)] = true;
      path.push_back({node, 0});
    };
    for (const ValueId output : graph_.outputs) {
      enter(output);
      while (!path.empty()) {
        Visit& visit = path.back();
        const auto& inputs = graph_.node(visit.node).inputs;
        if (visit.next_input < inputs.size()) {
          enter(inputs[visit.next_input++]);
        } else {
          order.push_back(visit.node);
          path.pop_back();
        }
      }
    }
    return Renumbered(order);
  }

  Graph Renumbered(const std::vector<NodeId>& order) {
    std::vector<NodeId> position(graph_.nodes.size(), kNone);
    for (size_t i = 0; i < order.size(); ++i) position[size_t(order[i])] = NodeId(i);
    std::vector<Node> nodes;
    nodes.reserve(order.size());
    for (const NodeId old : order) nodes.push_back(std::move(graph_.node(old)));
    graph_.nodes = std::move(nodes);
    for (Value& value : graph_.values) {
      if (value.producer != kNone) value.producer = position[size_t(value.producer)];
      std::erase_if(value.listed_readers,
                    [&](const Use& use) { return position[size_t(use.node)] == kNone; });
      for (Use& use : value.listed_readers) use.node = position[size_t(use.node)];
      value.reader_count = value.listed_readers.size();
    }
    return std::move(graph_);
  }

  const GraphDesc& desc_;
  const CompileOptions& options_;
  Graph graph_;
  std::vector<Ports> ports_;
  std::vector<ValueId> first_output_;  // of each node, in values
};

}  // namespace

Result<Graph> CheckedGraph(const GraphDesc& desc, const CompileOptions& options) {
  return Checker(desc, options).Run();
}

}  // namespace weft::graph
