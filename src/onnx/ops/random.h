// SPDX-License-Identifier: MIT
// Numbers drawn at random.
#pragma once

#include "onnx/conversion.h"

namespace weft::onnx {

// Dropout while training: elements are dropped with a probability of `ratio`, and those that are
// kept, output 1, grow to make up for them.
Status DropAtRandom(Conversion& c, const ValueRef& x, double ratio);

}  // namespace weft::onnx
