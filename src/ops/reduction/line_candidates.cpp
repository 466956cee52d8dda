// SPDX-License-Identifier: MIT
// See line_candidates.h.
#include "ops/reduction/line_candidates.h"

#include "ops/candidates.h"

namespace weft::ops {
namespace {

Planned PlanLines(const LinesPlan& lines, const Machine&) { return LinesProgram(lines); }

constexpr Candidate<LinesPlan> kSoftmaxCandidates[] = {
    {.name = "softmax/three_passes",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = PlanLines,
     .arithmetic = "The exponentials of a line, less its largest element, are added four at a time "
                   "in float32 "
                   "and then in float64, side by side in a vector; long lines in tasks cut by "
                   "their length."},
};
constexpr std::span<const Candidate<LinesPlan>> kSoftmaxList = kSoftmaxCandidates;

constexpr Candidate<LinesPlan> kArgExtremeCandidates[] = {
    {.name = "arg_extreme/blocks",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = PlanLines,
     .arithmetic = "Nothing is added: comparisons are exact."},
};
constexpr std::span<const Candidate<LinesPlan>> kArgExtremeList = kArgExtremeCandidates;

}  // namespace

Result<Program> SoftmaxProgram(std::string_view op, const LinesPlan& lines) {
  return PlanCheapest(op, kSoftmaxList, lines, ThisMachine());
}
Result<Program> ArgExtremeProgram(std::string_view op, const LinesPlan& lines) {
  return PlanCheapest(op, kArgExtremeList, lines, ThisMachine());
}

std::vector<CandidateInfo> SoftmaxCandidates() { return InfosOf(kSoftmaxList); }
std::vector<CandidateInfo> ArgExtremeCandidates() { return InfosOf(kArgExtremeList); }

}  // namespace weft::ops
