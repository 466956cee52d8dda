// SPDX-License-Identifier: MIT
// The stride of a dimension of size 1 is arbitrary: models have 0, 1 or that of a packed tensor.
// This makes it unique, so that equal layouts compare equal.
#include <algorithm>

#include "base/checked.h"
#include "graph/rewrite.h"

namespace weft::graph {

// The extent of all later dimensions together: sizes {1, 3, 1, 5} with strides {0, 5, 0, 1} get
// {15, 5, 5, 1}, as a packed tensor has.
Layout WithUsualStrides(Layout layout) {
  int64_t later = 1;
  for (int dim = layout.rank() - 1; dim >= 0; --dim) {
    if (layout.sizes[dim] == 1) layout.strides[dim] = later;
    // Strides may be so large that the extent overflows.
    const auto all = CheckedMul(layout.strides[dim], layout.sizes[dim]);
    later = std::max(later, all.value_or(later));
  }
  return layout;
}

void WriteStridesAlike(Graph& graph) {
  for (Node& node : graph.nodes)
    for (const auto* descs : {&node.input_descs, &node.output_descs})
      for (TensorDesc* desc : *descs)
        if (desc != nullptr) desc->layout = WithUsualStrides(desc->layout);
}

}  // namespace weft::graph
