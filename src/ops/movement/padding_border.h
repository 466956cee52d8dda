// SPDX-License-Identifier: MIT
// The rest of PADDING where the middle is written already: graphs let its producer write into the
// padded tensor.
#pragma once

#include "program/program.h"
#include "weft/operators.h"

namespace weft::ops {

// The older operator as the newer one, which has a value of any type.
Padding1 AsPadding1(const Padding& op);

// A program that writes the border of the output, and reads nothing. Only for
// PaddingMode CONSTANT.
Program PlanPaddingBorder(const Padding1& op);

}  // namespace weft::ops
