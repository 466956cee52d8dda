// SPDX-License-Identifier: MIT
// Mathematical functions of float32 vectors, correct for every argument: NaN, infinities, both
// zeros, denormals. Included once for every instruction set. Call them qualified, math::Exp(d, x):
// Highway has functions of these names.
#include "simd/math_float-inl.h"
#include "simd/math_wide-inl.h"
