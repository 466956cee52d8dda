// SPDX-License-Identifier: MIT
// A path as one picture: the steps of all segments, and what goes from one segment to another.
#pragma once

#include <string>
#include <vector>

#include "onnx/path.h"

namespace weft::onnx {

GraphOutline OutlineOf(const Path& path, const std::vector<std::string>& input_names,
                       const std::vector<std::string>& output_names);

}  // namespace weft::onnx
