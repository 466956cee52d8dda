// SPDX-License-Identifier: MIT
// How the nodes of a graph hang together.
#pragma once

#include <vector>

#include "onnx/model.h"

namespace weft::onnx {

// Puts the nodes in an order in which they can run, the file's where that is one; leaves inputs
// that are weights out of the inputs, and lists what is read from outside. Graphs inside of nodes
// are linked before.
Status Link(Graph& graph, std::vector<ValueInfo> inputs);

// All names that a node reads: its inputs, and what graphs inside of it read from outside.
template <class Visit>
void ForEachRead(const Node& node, Visit visit) {
  for (const std::string_view name : node.inputs)
    if (!name.empty()) visit(name);
  for (const Attribute& attribute : node.attributes)
    if (attribute.graph)
      for (const std::string_view name : attribute.graph->captured) visit(name);
}

}  // namespace weft::onnx
