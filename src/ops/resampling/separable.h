// SPDX-License-Identifier: MIT
// A filter in each dimension of a tensor, one pass after the other, the last two in one where
// the layouts allow it. Passes that shrink most come first, so that the others have less to do;
// their order depends on sizes only, and so do the bits.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ops/resampling/filter_pass.h"
#include "program/program.h"

namespace weft::ops {

// One filter for each dimension; none for those that do not change.
using Filters = std::vector<std::optional<Filter>>;

// From input 0 to output 0 of `op`.
Result<Program> FilterProgram(std::string_view op, const TensorDesc& output,
                              const TensorDesc& input, Filters filters);

// The limit on the number of weights of a plan.
inline constexpr int64_t kMostTerms = int64_t(1) << 26;

}  // namespace weft::ops
