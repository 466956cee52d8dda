// SPDX-License-Identifier: MIT
// Sequences of tensors, and values that may be none.
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

void AddSequence(Registry&) {}

}  // namespace weft::onnx
