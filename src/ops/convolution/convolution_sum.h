// SPDX-License-Identifier: MIT
// A convolution whose result something else is added to, before the activation: graphs make it of
// CONVOLUTION and the sum that follows.
#pragma once

#include <optional>

#include "program/program.h"
#include "weft/operators.h"

namespace weft::ops {

struct ConvolutionSum {
  Program program;  // of the convolution's tensors; the addend is input 3
  bool in_place;    // output and addend may be the same memory, and then it is faster
};

// Nothing where the sum is no cheaper there than by itself.
std::optional<ConvolutionSum> PlanConvolutionSum(const Convolution& op, const TensorDesc& addend);

}  // namespace weft::ops
