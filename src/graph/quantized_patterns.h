// SPDX-License-Identifier: MIT
// Operators of integers that do what others do between nodes that dequantize and one that
// quantizes.
#pragma once

#include <optional>
#include <vector>

#include "graph/quantized.h"
#include "weft/operators.h"

namespace weft::graph {

// An operator that gives the integers at once, and what it reads.
struct Replacement {
  Operator op;
  std::vector<ValueId> inputs;
};

// For a node whose result is nothing but quantized, by one scale and one zero point, which are
// short (see quantized.h). Nothing where there is no such operator, or its sums could leave 32
// bits.
std::optional<Replacement> ReplacementFor(const Graph& graph, const Node& node,
                                          const Quantized& result);

// Whether numbers beyond the bounds of an activation, a ReLU for instance, become the lowest and
// the highest integer anyway.
bool IsSaturation(const Graph& graph, const FusedActivation& activation, const Quantized& result);

}  // namespace weft::graph
