// SPDX-License-Identifier: MIT
// The state of a CompiledGraph: its plan, for Explain and Outline, and an operator that runs it.
#pragma once

#include <memory>

#include "graph/plan.h"
#include "weft/graph.h"

namespace weft {

struct CompiledGraph::State {
  std::shared_ptr<const graph::GraphPlan> plan;
  CompiledOperator whole;  // runs the graph as if it were a single operator
};

}  // namespace weft
