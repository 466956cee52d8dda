// SPDX-License-Identifier: MIT
// Which nodes of a rewritten graph share a step: element-wise neighbours, and products of one
// matrix.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "program/program.h"

namespace weft::graph {

// For each node the nodes of the step that runs at its position, in order; empty for a node that
// another's step includes.
std::vector<std::vector<NodeId>> GroupNodes(Graph& graph, const std::vector<Program>& programs);

}  // namespace weft::graph
