// SPDX-License-Identifier: MIT
// A convolution whose channels keep to themselves, over channels that lie next to each other
// (NHWC): row by row of a phase. Along a row the pixels that see no padding are one call of the
// kernel.
#pragma once

#include "ops/convolution/convolve.h"

namespace weft {

void ConvolvePixels(const ConvolvePlan& plan, const ConvolvePlan::Operands& operands);

}  // namespace weft
