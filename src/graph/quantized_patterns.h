// SPDX-License-Identifier: MIT
// Operators of integers that compute the same as others do between nodes that dequantize and one
// that quantizes.
#pragma once

#include <optional>
#include <vector>

#include "graph/quantized.h"
#include "weft/operators.h"

namespace weft::graph {

// An operator that computes the integers directly, and its inputs.
struct Replacement {
  Operator op;
  std::vector<ValueId> inputs;
};

// The replacement of a node whose result is only quantized, by one scale and one zero point, which
// are short (see quantized.h). Nothing if there is no such operator, or if its sums could exceed 32
// bits.
std::optional<Replacement> ReplacementFor(const Graph& graph, const Node& node,
                                          const Quantized& result);

// Whether quantizing clamps at least as much as an activation, a ReLU for instance, so that the
// activation can be left out.
bool IsSaturation(const Graph& graph, const FusedActivation& activation, const Quantized& result);

}  // namespace weft::graph
