// SPDX-License-Identifier: MIT
// What a CompiledGraph holds: its plan, for whoever wants to look at it, and an operator that runs
// it. A graph that is initialized as soon as it is compiled needs less memory.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "graph/plan.h"
#include "weft/graph.h"

namespace weft {

struct CompiledGraph::State {
  std::shared_ptr<const graph::GraphPlan> plan;
  CompiledOperator whole;  // inputs, outputs and memory as a single operator has them

  static CompiledGraph Wrap(std::shared_ptr<const State> state) {
    return CompiledGraph(std::move(state));
  }
};

namespace graph {

// Where prepared weights go, and who is told that a constant is not read any more. A constant whose
// bytes are told of may still be read later: whoever is told may make that slower, not impossible.
struct Preparation {
  std::function<Result<Buffer>(uint64_t bytes)> allocate;
  std::function<void(const GraphConstant& constant)> let_go;
};

// CompileGraph and Initialize in one: constants that only preparing reads go one by one as soon as
// they are prepared, so that no two copies of all weights are there at one time. Run wants the
// memory that was allocated. No input may be OWNED_BY_DML.
Result<CompiledGraph> CompilePrepared(GraphDesc desc, const GraphOptions& options,
                                      const Preparation& preparation);

}  // namespace graph

}  // namespace weft
