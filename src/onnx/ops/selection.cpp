// SPDX-License-Identifier: MIT
// Elements picked by masks, by rank or by place.
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

void AddSelection(Registry&) {}

}  // namespace weft::onnx
