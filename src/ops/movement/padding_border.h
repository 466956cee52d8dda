// SPDX-License-Identifier: MIT
// What is left of PADDING where the tensor in the middle is there already: graphs have it computed
// inside of the padded one.
#pragma once

#include "program/program.h"
#include "weft/operators.h"

namespace weft::ops {

// The older operator as the newer one, which has a value of any type.
Padding1 AsPadding1(const Padding& op);

// Writes the elements of the output that are not the input's, and reads nothing. Only for
// PaddingMode CONSTANT.
Program PlanPaddingBorder(const Padding1& op);

}  // namespace weft::ops
