// SPDX-License-Identifier: MIT
// Quantized models from tools compute in floats between nodes that dequantize and nodes that
// quantize. An operator of integers computes the same directly: its sums are exact, and its weights
// stay bytes.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "graph/quantized_patterns.h"
#include "graph/rewrite.h"

namespace weft::graph {
namespace {

std::optional<FusedActivation> ActivationOf(const Operator& op) {
  if (op.type() == OperatorType::ActivationRelu) return op.As<ActivationRelu>();
  if (op.type() == OperatorType::ElementWiseClip) return op.As<ElementWiseClip>();
  return std::nullopt;
}

// A node, and the quantized tensor that its result becomes.
struct End {
  NodeId node;
  Quantized result;  // for the coordinates of the node's output
};

// Whether a write by the one layout covers exactly what the other reads.
bool AreSameElements(const Layout& written, const Layout& read) {
  return written == read || (written.IsPacked() && read.IsPacked() && written.offset == 0 &&
                             read.offset == 0 && written.ElementCount() == read.ElementCount());
}

// The producer of a node's input, if this node is its only reader.
std::optional<End> Before(const Graph& graph, const End& end) {
  const Node& node = graph.node(end.node);
  const Value& value = graph.value(node.inputs[0]);
  if (!value.IsBetweenNodes() || value.is_joined || value.reader_count != 1) return std::nullopt;
  const Layout& written = graph.node(value.producer).output_descs[size_t(value.output)]->layout;
  const Layout& read = node.input_descs[0]->layout;
  if (!AreSameElements(written, read)) return std::nullopt;
  const auto result = SeenAs(end.result, read, written);
  if (!result) return std::nullopt;
  return End{value.producer, *result};
}

// Replaces the node's operator and inputs.
void Replace(Graph& graph, NodeId id, Replacement replacement) {
  Node& node = graph.node(id);
  const NodeId before = graph.value(node.inputs[0]).producer;
  std::vector<ValueId>& inputs = replacement.inputs;
  node.inputs.resize(std::max(node.inputs.size(), inputs.size()), kNone);
  inputs.resize(node.inputs.size(), kNone);
  // A reader that stays must not be listed twice, so all are removed first.
  for (size_t i = 0; i < inputs.size(); ++i)
    if (node.inputs[i] != inputs[i]) graph.SetReader({id, int(i)}, inputs[i]);
  node.op = std::move(replacement.op);
  node.FindDescs();
  node.inputs.resize(node.input_descs.size());
  graph.Remove(before);
}

void FuseBefore(Graph& graph, NodeId quantize) {
  const std::optional<Quantized> integers = QuantizedBy(graph.node(quantize));
  if (!integers || !IsBytes(*integers) || integers->integers.desc.layout.ElementCount() == 0)
    return;
  std::optional<End> end = Before(graph, {quantize, *integers});
  NodeId activated = kNone;
  if (end && ActivationOf(graph.node(end->node).op)) {
    activated = end->node;
    end = Before(graph, *end);
  }
  if (!end) return;
  const Node& node = graph.node(end->node);
  const auto result = WithShortParameters(graph, end->result, -1);
  if (!result) return;
  if (activated != kNone && !IsSaturation(graph, *ActivationOf(graph.node(activated).op), *result))
    return;
  std::optional<Replacement> replacement = ReplacementFor(graph, node, *result);
  if (!replacement) return;
  std::string name = node.name;
  if (activated != kNone) AppendName(name, graph.node(activated).name);
  AppendName(name, graph.node(quantize).name);
  // The replacement runs at the position of the node that quantizes: all that it reads is computed
  // by then, and nothing reads the integers earlier.
  Replace(graph, quantize, *std::move(replacement));
  graph.node(quantize).name = std::move(name);
}

}  // namespace

void FuseQuantized(Graph& graph) {
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (!graph.nodes[i].is_done) FuseBefore(graph, NodeId(i));
}

}  // namespace weft::graph
