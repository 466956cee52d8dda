// SPDX-License-Identifier: MIT
// Which nodes of a rewritten graph share a step: element-wise neighbours, and products of one
// matrix.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "program/program.h"

namespace weft::graph {

// The nodes of each step, in their order, at the place of the node whose turn it is then; nothing
// where a node is in another's step.
std::vector<std::vector<NodeId>> GroupNodes(Graph& graph, const std::vector<Program>& programs);

}  // namespace weft::graph
