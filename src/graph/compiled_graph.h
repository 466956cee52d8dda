// SPDX-License-Identifier: MIT
// What a CompiledGraph holds: its plan, for whoever wants to look at it, and an operator that runs
// it.
#pragma once

#include <memory>

#include "graph/plan.h"
#include "weft/graph.h"

namespace weft {

struct CompiledGraph::State {
  std::shared_ptr<const graph::GraphPlan> plan;
  CompiledOperator whole;  // inputs, outputs and memory as a single operator has them
};

}  // namespace weft
