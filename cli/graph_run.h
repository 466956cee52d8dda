// SPDX-License-Identifier: MIT
// A graph of a JSON file, compiled for the tensors somebody asks for, with memory for everything.
#pragma once

#include <span>
#include <vector>

#include "cli/graph_reader.h"
#include "cli/memory.h"
#include "weft/graph.h"
#include "weft/status.h"

namespace weft::cli {

class GraphRun {
 public:
  // The nodes that `wanted` needs, and no others. `graph` stays and keeps the inputs.
  static Result<GraphRun> Prepare(const JsonGraph& graph, std::span<const Port> wanted,
                                  const GraphOptions& options);

  Status Run() const;
  Status Profile(std::vector<GraphStepTime>& times) const;

  const CompiledGraph& compiled() const { return compiled_; }
  Memory& result(size_t i) { return results_[i]; }  // of wanted[i]

 private:
  explicit GraphRun(CompiledGraph compiled) : compiled_(std::move(compiled)) {}

  CompiledGraph compiled_;
  Memory temporary_, persistent_;
  std::vector<Memory> results_;
  std::vector<ConstBuffer> inputs_;
  std::vector<Buffer> outputs_;
};

}  // namespace weft::cli
