// SPDX-License-Identifier: MIT
// A window of a tensor, by begins, counts and steps.
#pragma once

#include "onnx/conversion.h"

namespace weft::onnx {

// A window of a tensor; nothing of it may be outside.
Expression Window(const Expression& in, const std::vector<int64_t>& begins, const Shape& counts,
                  const std::vector<int64_t>& steps);

}  // namespace weft::onnx
