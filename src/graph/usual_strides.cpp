// SPDX-License-Identifier: MIT
// The stride of a dimension of size 1 says nothing, and people write 0, 1 or what a packed tensor
// has there. One way to write it for all, and tensors that lie alike look alike.
#include <algorithm>

#include "base/checked.h"
#include "graph/rewrite.h"

namespace weft::graph {

// That of all later dimensions together: sizes {1, 3, 1, 5} with strides {0, 5, 0, 1} get
// {15, 5, 5, 1}, as a packed tensor has.
Layout WithUsualStrides(Layout layout) {
  int64_t later = 1;
  for (int dim = layout.rank() - 1; dim >= 0; --dim) {
    if (layout.sizes[dim] == 1) layout.strides[dim] = later;
    // Elements may lie so far apart that no number says where the next one would be.
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
