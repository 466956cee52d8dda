// SPDX-License-Identifier: MIT
// Constant folding, and constants as weights that are prepared.
#include <algorithm>
#include <limits>

#include "base/error.h"
#include "device/compiled_operator.h"
#include "graph/rewrite.h"
#include "weft/operators.h"

namespace weft::graph {
namespace {

// Results are kept as long as the graph, so results that are larger than their inputs may better be
// computed in each run. All of them together may add this many bytes.
constexpr uint64_t kMostGrowth = 64 << 20;

// `growth` is the sum of what folding other nodes has added, and this node's is added to it.
bool IsFoldable(const Graph& graph, const Node& node, uint64_t& growth) {
  if (node.is_done || node.op.type() == OperatorType::RandomGenerator) return false;
  uint64_t from = 0, to = 0;
  for (const ValueId input : node.inputs) {
    if (input == kNone) continue;
    if (!graph.value(input).constant) return false;
    from += graph.value(input).bytes;
  }
  for (const ValueId output : node.outputs) {
    if (output == kNone) continue;
    if (!graph.value(output).graph_outputs.empty()) return false;
    to += graph.value(output).bytes;
  }
  const uint64_t more = to > from ? to - from : 0;
  if (from == 0 || more > kMostGrowth - growth) return false;
  growth += more;
  return true;
}

Status Fold(Graph& graph, NodeId id, const CompileOptions& options) {
  Node& node = graph.node(id);
  std::vector<ConstBuffer> inputs(node.inputs.size());
  std::vector<Buffer> outputs(node.outputs.size());
  std::vector<std::shared_ptr<std::vector<std::byte>>> results(node.outputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (node.inputs[i] != kNone)
      inputs[i] = ConstBuffer(graph.value(node.inputs[i]).constant.bytes);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (node.output_descs[i] == nullptr) continue;
    results[i] = std::make_shared<std::vector<std::byte>>(
        std::max(node.output_descs[i]->total_bytes, node.output_descs[i]->MinimumTotalBytes()));
    outputs[i] = Buffer(*results[i]);
  }
  if (const Status status = Run(node.op, inputs, outputs, options); !status)
    return Fail(status.error().code, "graph: node {}: {}", node.name, status.error().message);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (node.outputs[i] == kNone) continue;
    Value& value = graph.value(node.outputs[i]);
    value.constant = GraphConstant(results[i]);
    value.constant_name = node.name;
    value.producer = kNone;
  }
  const std::vector<ValueId> read = node.inputs;
  graph.Remove(id);
  // Intermediate results are not kept.
  for (const ValueId input : read)
    if (input != kNone && !graph.value(input).IsWanted()) graph.value(input).constant = {};
  return Ok();
}

}  // namespace

Status FoldConstants(Graph& graph, const CompileOptions& options) {
  uint64_t growth = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (IsFoldable(graph, graph.nodes[i], growth))
      WEFT_RETURN_IF_ERROR(Fold(graph, NodeId(i), options));
  return Ok();
}

void OwnConstants(Graph& graph) {
  for (Node& node : graph.nodes) {
    if (node.is_done) continue;
    for (size_t i = 0; i < node.inputs.size(); ++i)
      if (node.inputs[i] != kNone && graph.value(node.inputs[i]).constant)
        node.input_descs[i]->flags = TensorFlags::OwnedByDml;
  }
}

}  // namespace weft::graph
