// SPDX-License-Identifier: MIT
// What graphs ask about CONVOLUTION.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ops/convolution/problem.h"
#include "program/candidate.h"
#include "program/program.h"
#include "weft/operators.h"

namespace weft::ops {

std::span<const Candidate<ConvolutionProblem>> ConvolutionCandidates();

// The name of the candidate that a convolution would be planned with.
std::string_view CandidateOf(const Convolution& op);

// A convolution to whose result something else is added before the activation, of the convolution's
// tensors and the addend as input 3: graphs make it of CONVOLUTION and the sum that follows.
// Nothing where the sum is no cheaper there than by itself.
std::optional<Program> PlanConvolutionSum(const Convolution& op, const TensorDesc& addend);

}  // namespace weft::ops
