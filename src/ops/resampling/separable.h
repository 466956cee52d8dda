// SPDX-License-Identifier: MIT
// A linear map in each dimension of a tensor, one pass after the other, the last two in one where
// the layouts allow it. Passes that shrink most come first, so that the others have less to do;
// their order depends on sizes only, and so do the bits.
#pragma once

#include <optional>
#include <vector>

#include "ops/resampling/filter_pass.h"
#include "program/float_operand.h"
#include "program/program.h"

namespace weft::ops {

// One map for each dimension; none where it stays as it is.
using LinearMaps = std::vector<std::optional<LinearMap>>;

// From input 0 to output 0.
Program SeparableProgram(const TensorDesc& output, const TensorDesc& input, LinearMaps maps);

// More weights than this are not kept: a plan may use memory, but not any amount.
inline constexpr int64_t kMostTerms = int64_t(1) << 26;

}  // namespace weft::ops
