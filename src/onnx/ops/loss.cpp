// SPDX-License-Identifier: MIT
// Losses of training.
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

void AddLoss(Registry&) {}

}  // namespace weft::onnx
