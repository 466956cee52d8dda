// SPDX-License-Identifier: MIT
// What graphs make of GEMM: one to whose result something else is added before the activation, and
// several that run side by side.
#pragma once

#include <optional>
#include <vector>

#include "program/program.h"
#include "weft/operators.h"

namespace weft::ops {

struct GemmStep {
  Gemm gemm;
  // Of the output's sizes, in any layout; it may be the output, but no other part of its memory.
  std::optional<TensorDesc> addend = {};
};

// Its tensors are A, B, C and the addend.
Program PlanGemmStep(const GemmStep& step);

// Whether it can be one of several: B is packed at initialization.
bool RunsTogether(const Gemm& op);
inline constexpr size_t kMostGemmsTogether = 8;
// The tensors of one come behind those of another; so do their outputs.
Program PlanGemmsTogether(const std::vector<GemmStep>& steps);

}  // namespace weft::ops
