// SPDX-License-Identifier: MIT
// Quantized tensors and products of integers.
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

void AddQuantization(Registry&) {}

}  // namespace weft::onnx
