// SPDX-License-Identifier: MIT
// Resizing images and sampling them.
#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

void AddResampling(Registry&) {}

}  // namespace weft::onnx
