// SPDX-License-Identifier: MIT
// Recurrent networks.
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

void AddRecurrent(Registry&) {}

}  // namespace weft::onnx
