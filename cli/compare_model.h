// SPDX-License-Identifier: MIT
// `weft compare MODEL.onnx`: with outputs that were saved, or as it is planned and as it is
// described.
#pragma once

#include "cli/commands.h"
#include "weft/status.h"

namespace weft::cli {

Result<int> CompareModel(const CompareOptions& options);  // 0: equal, 1: different

}  // namespace weft::cli
