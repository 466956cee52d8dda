// SPDX-License-Identifier: MIT
// Converts DML_GRAPH_DESC to the C++ description.
#pragma once

#include <DirectML.h>

#include "directml/device.h"
#include "weft/graph.h"

namespace weft::directml {

// A copy that refers to none of the caller's memory or objects. Operators must be of `device`.
// Checks only what would be unsafe to read; connections are checked when the graph is compiled.
Result<GraphDesc> ReadGraph(const DmlDevice& device, const DML_GRAPH_DESC& desc);

}  // namespace weft::directml
