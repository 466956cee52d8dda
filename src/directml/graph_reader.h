// SPDX-License-Identifier: MIT
// DML_GRAPH_DESC as the C++ description.
#pragma once

#include <DirectML.h>

#include "directml/device.h"
#include "weft/graph.h"

namespace weft::directml {

// A copy that needs none of the caller's memory or objects afterwards. Operators must be of
// `device`. How nodes are connected is checked when the graph is compiled; here, only what would be
// unsafe to read.
Result<GraphDesc> ReadGraph(const DmlDevice& device, const DML_GRAPH_DESC& desc);

}  // namespace weft::directml
