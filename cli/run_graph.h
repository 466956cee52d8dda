// SPDX-License-Identifier: MIT
// What `weft run` does with a graph.
#pragma once

#include <map>
#include <string>

#include "cli/commands.h"
#include "cli/graph_reader.h"
#include "weft/device.h"

namespace weft::cli {

// Explains and draws it as the options say, runs it, and moves the results into `resources`.
Status RunGraph(const JsonGraph& graph, const RunOptions& options,
                const CompileOptions& compile_options, int64_t iterations,
                std::map<std::string, Resource>& resources);

}  // namespace weft::cli
