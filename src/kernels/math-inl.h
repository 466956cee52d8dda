// SPDX-License-Identifier: MIT
// Mathematical functions of float32 vectors, right for every argument: NaN, infinities, both zeros,
// denormals. Included once for every instruction set. Call them qualified, math::Exp(d, x): Highway
// has functions of these names.
#include "kernels/math_float-inl.h"
#include "kernels/math_wide-inl.h"
