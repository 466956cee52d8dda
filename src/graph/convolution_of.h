// SPDX-License-Identifier: MIT
// The convolution of a node, with all that was fused into it.
#pragma once

#include "graph/graph.h"
#include "ops/convolution/problem.h"

namespace weft::graph {

inline ops::ConvolutionProblem ConvolutionOf(const Node& node) {
  ops::ConvolutionProblem problem = {node.op.As<Convolution>()};
  problem.addend = node.addend.get();
  problem.filter_scale = node.filter_scale.get();
  problem.filter_zero_point = node.filter_zero_point.get();
  problem.filter_offset = node.filter_offset.get();
  return problem;
}

}  // namespace weft::graph
