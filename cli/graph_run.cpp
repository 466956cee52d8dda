// SPDX-License-Identifier: MIT
// See graph_run.h.
#include "cli/graph_run.h"

#include <algorithm>

#include "base/error.h"
#include "schema/tensor_slots.h"

namespace weft::cli {
namespace {

// Nodes that a tensor depends on. They stand in an order in which they can run, so each one's
// sources come before it.
std::vector<bool> NeededNodes(const GraphDesc& graph, std::span<const Port> wanted) {
  std::vector<std::vector<uint32_t>> sources(graph.nodes.size());
  for (const GraphIntermediateEdge& edge : graph.intermediate_edges)
    sources[edge.to_node].push_back(edge.from_node);
  std::vector<bool> needed(graph.nodes.size());
  for (const Port& port : wanted) needed[port.node] = true;
  for (size_t node = graph.nodes.size(); node-- > 0;)
    if (needed[node])
      for (const uint32_t source : sources[node]) needed[source] = true;
  return needed;
}

// The part of a graph that computes `ports`, to which tensors are added that operators write and
// nobody reads: a graph connects every output that an operator requires.
GraphDesc PartFor(const GraphDesc& graph, std::vector<Port>& ports) {
  const std::vector<bool> needed = NeededNodes(graph, ports);
  GraphDesc part;
  part.input_count = graph.input_count;
  std::vector<uint32_t> place(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (needed[i]) {
      place[i] = uint32_t(part.nodes.size());
      part.nodes.push_back(graph.nodes[i]);
    }
  for (GraphInputEdge edge : graph.input_edges)
    if (needed[edge.to_node]) {
      edge.to_node = place[edge.to_node];
      part.input_edges.push_back(edge);
    }
  std::vector<std::vector<bool>> is_read(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (const Operator* op = std::get_if<Operator>(&graph.nodes[i].what))
      is_read[i].resize(OutputSlots(*op).size());
  for (GraphIntermediateEdge edge : graph.intermediate_edges)
    if (needed[edge.to_node]) {
      if (!is_read[edge.from_node].empty()) is_read[edge.from_node][edge.from_output] = true;
      edge.from_node = place[edge.from_node];
      edge.to_node = place[edge.to_node];
      part.intermediate_edges.push_back(edge);
    }
  for (const Port& port : ports) is_read[port.node][port.output] = true;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!needed[i] || is_read[i].empty()) continue;
    const std::vector<TensorSlot> slots = OutputSlots(std::get<Operator>(graph.nodes[i].what));
    for (uint32_t output = 0; output < slots.size(); ++output)
      if (slots[output].desc && !is_read[i][output]) ports.push_back({i, output});
  }
  for (const Port& port : ports)
    part.output_edges.push_back({place[port.node], port.output, part.output_count++});
  return part;
}

}  // namespace

Result<GraphRun> GraphRun::Prepare(const JsonGraph& graph, std::span<const Port> wanted,
                                   const GraphOptions& options) {
  std::vector<Port> ports(wanted.begin(), wanted.end());
  const GraphDesc part = PartFor(graph.desc, ports);
  WEFT_ASSIGN(CompiledGraph compiled, CompileGraph(part, options));
  GraphRun run(std::move(compiled));
  std::vector<ConstBuffer> owned(graph.inputs.size());
  run.inputs_.resize(graph.inputs.size());
  for (const GraphInputEdge& edge : part.input_edges) {
    const GraphTensor& input = graph.inputs[edge.graph_input];
    const bool is_owned = input.desc.flags == TensorFlags::OwnedByDml;
    (is_owned ? owned : run.inputs_)[edge.graph_input] =
        ConstBuffer(input.values.memory.data(), input.values.memory.size());
  }
  for (const Port& port : ports) {
    const TensorDesc& desc = graph.TensorAt(port);
    WEFT_ASSIGN(Memory memory, Memory::Allocate(TotalBytes(desc),
                                                "graph: node " + graph.desc.nodes[port.node].name));
    run.outputs_.emplace_back(memory.data(), memory.size());
    run.results_.push_back(std::move(memory));
  }
  WEFT_ASSIGN(run.temporary_,
              Memory::Allocate(run.compiled_.temporary_bytes(), "graph: temporary memory"));
  WEFT_ASSIGN(run.persistent_,
              Memory::Allocate(run.compiled_.persistent_bytes(), "graph: persistent memory"));
  WEFT_RETURN_IF_ERROR(
      run.compiled_.Initialize(owned, Buffer(run.persistent_.data(), run.persistent_.size())));
  return run;
}

Status GraphRun::Run() const {
  return compiled_.Run(inputs_, outputs_, Buffer(temporary_.data(), temporary_.size()),
                       Buffer(persistent_.data(), persistent_.size()));
}

Status GraphRun::Profile(std::vector<GraphStepTime>& times) const {
  return compiled_.Profile(inputs_, outputs_, Buffer(persistent_.data(), persistent_.size()),
                           times);
}

}  // namespace weft::cli
