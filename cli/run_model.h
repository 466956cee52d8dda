// SPDX-License-Identifier: MIT
// `weft run MODEL.onnx`: inputs from .npy files or made up, outputs to files or in short.
#pragma once

#include "cli/commands.h"
#include "weft/status.h"

namespace weft::cli {

bool IsModel(const std::string& path);  // by its ending

Status RunModel(const RunOptions& options, int64_t iterations);

}  // namespace weft::cli
