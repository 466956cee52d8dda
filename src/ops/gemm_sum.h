// SPDX-License-Identifier: MIT
// A GEMM whose result something else is added to, before the activation: graphs make it of GEMM and
// the sum that follows.
#pragma once

#include "ops/program.h"
#include "weft/operators.h"

namespace weft::ops {

// The addend has the output's sizes, in any layout, and is input 3. Its memory is not the output's.
Program PlanGemmSum(const Gemm& op, const TensorDesc& addend);

}  // namespace weft::ops
