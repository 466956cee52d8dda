// SPDX-License-Identifier: MIT
// `weft run MODEL.onnx`: inputs from .npy files or made up, outputs to files or in short.
#pragma once

#include <cstddef>
#include <string>

#include "cli/commands.h"
#include "weft/status.h"

namespace weft::cli {

Status RunModel(const RunOptions& options, int64_t iterations);

// Where output i is saved; of a sequence, its k-th tensor with part "_k".
std::string OutputFile(const std::string& folder, size_t i, const std::string& part);

}  // namespace weft::cli
