// SPDX-License-Identifier: MIT
// A graph in JSON: inputs and constants with their values, and nodes, which are operators that name
// what they read. Tensors between nodes need no description, because they follow from the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/graph_tensor.h"
#include "cli/json_node.h"
#include "weft/graph.h"
#include "weft/status.h"

namespace weft::cli {

// A tensor that a node computes.
struct Port {
  uint32_t node = 0, output = 0;

  friend bool operator==(const Port&, const Port&) = default;
};

struct JsonGraph {
  std::vector<GraphTensor> inputs;
  // All nodes, in an order in which they can run, and the edges between them; no outputs.
  GraphDesc desc;
  std::vector<Port> outputs;
  std::vector<std::string> output_names;

  const TensorDesc& TensorAt(const Port& port) const;
};

Result<JsonGraph> ReadGraph(const Node& node, ProgramFiles& files);

}  // namespace weft::cli
