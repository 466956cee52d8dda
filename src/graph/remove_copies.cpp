// SPDX-License-Identifier: MIT
// Every operator reads every layout, so a reader of a copy can read the original instead, if it
// reads the copy in the layout that the copying operator wrote.
#include <utility>

#include "device/compiled_operator.h"
#include "graph/rewrite.h"
#include "program/program.h"
#include "weft/operators.h"

namespace weft::graph {
namespace {

bool MayCopy(OperatorType type) {
  switch (type) {
    case OperatorType::ElementWiseIdentity:
    case OperatorType::ActivationIdentity:
    case OperatorType::Cast:
    case OperatorType::Slice:
    case OperatorType::Slice1:
    case OperatorType::Split: return true;
    default: return false;
  }
}

// Moves the readers that read a copy in the layout it was written in to the original.
void MoveReaders(Graph& graph, ValueId copy, const TensorDesc& written, ValueId original,
                 const Layout& view) {
  for (const Use& reader : std::vector<Use>(graph.Readers(copy))) {
    TensorDesc& read = *graph.node(reader.node).input_descs[size_t(reader.input)];
    if (read.type != written.type || read.layout != written.layout) continue;
    read = TensorDesc(read.type, WithUsualStrides(view));
    graph.SetReader(reader, original);
  }
}

}  // namespace

void RemoveCopies(Graph& graph, const CompileOptions& options) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    Node& node = graph.nodes[i];
    if (node.is_done || !MayCopy(node.op.type())) continue;
    const Result<Program> program = PlanChecked(node.op, options);
    if (!program || program->views.empty()) continue;
    bool is_wanted = false;
    for (size_t output = 0; output < node.outputs.size(); ++output) {
      const ValueId copy = node.outputs[output];
      if (copy == kNone) continue;
      MoveReaders(graph, copy, *node.output_descs[output], node.inputs[0], program->views[output]);
      if (!graph.value(copy).IsWanted()) node.outputs[output] = kNone;
      is_wanted |= graph.value(copy).IsWanted();
    }
    if (!is_wanted) graph.Remove(NodeId(i));
  }
}

}  // namespace weft::graph
