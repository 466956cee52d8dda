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

// What graphs make of CONVOLUTION: the addend is input 3; scale, zero point and offset of the
// filter are inputs 4 to 6.
Result<Program> PlanConvolution(const ConvolutionProblem& problem);

// The same with an addend, whose sum follows the convolution. Nothing where the sum is no cheaper
// there than by itself.
std::optional<Program> PlanConvolutionSum(const ConvolutionProblem& problem);

}  // namespace weft::ops
