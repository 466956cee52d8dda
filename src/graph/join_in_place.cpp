// SPDX-License-Identifier: MIT
// Every operator writes every layout, so each input of a JOIN can be computed directly as a slice
// of the joined tensor, where its other readers read it too.
#include <algorithm>
#include <vector>

#include "graph/rewrite.h"
#include "strided/view.h"
#include "weft/operators.h"

namespace weft::graph {

bool CanMove(Graph& graph, ValueId slice) {
  const Value& value = graph.value(slice);
  if (!value.IsBetweenNodes() || value.is_joined) return false;
  const TensorDesc& written = *graph.node(value.producer).output_descs[size_t(value.output)];
  return std::ranges::all_of(graph.Readers(slice), [&](const Use& use) {
    const TensorDesc& read = *graph.node(use.node).input_descs[size_t(use.input)];
    return read.layout == written.layout && read.type == written.type;
  });
}

void Move(Graph& graph, ValueId slice, ValueId whole, const Layout& layout) {
  const Value& value = graph.value(slice);
  Node& producer = graph.node(value.producer);
  const TensorDesc desc(producer.output_descs[size_t(value.output)]->type, layout);
  *producer.output_descs[size_t(value.output)] = desc;
  producer.outputs[size_t(value.output)] = whole;
  for (const Use& use : std::vector<Use>(graph.Readers(slice))) {
    *graph.node(use.node).input_descs[size_t(use.input)] = desc;
    graph.SetReader(use, whole);
  }
}

namespace {

bool AllCanMove(Graph& graph, const std::vector<ValueId>& slices) {
  std::vector<ValueId> sorted = slices;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end() &&
         std::ranges::all_of(slices, [&](ValueId slice) { return CanMove(graph, slice); });
}

}  // namespace

void JoinInPlace(Graph& graph) {
  for (Node& node : graph.nodes) {
    if (node.is_done || node.op.type() != OperatorType::Join) continue;
    const Join& join = node.op.As<Join>();
    const std::vector<ValueId> slices = node.inputs;
    // Two elements of 4 bits share a byte.
    if (SizeBits(join.output.type) < 8 || !AllCanMove(graph, slices)) continue;
    for (size_t i = 0; i < slices.size(); ++i)
      graph.SetReader({NodeId(&node - graph.nodes.data()), int(i)}, kNone);
    int64_t begin = 0;
    for (size_t i = 0; i < slices.size(); ++i) {
      const int64_t size = join.inputs[i].sizes()[int(join.axis)];
      Move(graph, slices[i], node.outputs[0],
           Narrow(join.output.layout, int(join.axis), begin, size));
      begin += size;
    }
    node.is_done = true;
    graph.value(node.outputs[0]).is_joined = true;
  }
}

}  // namespace weft::graph
