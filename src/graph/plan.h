// SPDX-License-Identifier: MIT
// The plan of a graph: steps, each the program of one node or of several that were fused, and the
// locations of their buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "program/program.h"

namespace weft::graph {

// The location of a tensor's bytes when the graph runs.
struct Location {
  enum Kind : uint8_t { Nowhere, Input, Output, Temporary, Constant } kind = Nowhere;
  uint64_t at = 0;  // index of the input, output or constant; offset in temporary memory
  uint64_t bytes = 0;
  int32_t tensor = kNone;  // a number that the writers and readers of one tensor share
};

struct Step {
  std::string name;  // of its nodes
  std::string type;  // of its operators
  Program program;
  std::vector<Location> inputs, outputs;
  std::vector<std::string> layouts = {};          // of the outputs, for people
  uint64_t moved_bytes = 0;                       // of the tensors it reads and writes
  uint64_t products = 0;                          // multiply-adds, if those take the time
  uint64_t temporary_at = 0;                      // of its own scratch memory
  uint64_t persistent_at = 0;                     // of what it prepares
  std::shared_ptr<std::byte> prepared = nullptr;  // if that was done while compiling
};

struct GraphPlan {
  std::vector<Step> steps;
  struct Constant {
    GraphConstant data;
    std::string name;
  };
  std::vector<Constant> constants;  // without data where only preparing needed it
  uint64_t temporary_bytes = 0;
  uint64_t persistent_bytes = 0;
  uint64_t prepared_bytes = 0;         // of what compiling prepared
  uint64_t least_temporary_bytes = 0;  // the most that are in use at one step
};

// Plans all but persistent memory.
Result<GraphPlan> PlanGraph(Graph& graph, const GraphOptions& options);
// Assigns persistent memory to the steps that are not prepared yet.
Status AssignPersistent(GraphPlan& plan);

}  // namespace weft::graph
