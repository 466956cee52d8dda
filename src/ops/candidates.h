// SPDX-License-Identifier: MIT
// All lists of candidates, for tests and docs/numerics.md.
#pragma once

#include <vector>

#include "program/candidate.h"

namespace weft::ops {

// One function per list, which is defined beside the operators that choose from it.
std::vector<CandidateInfo> NearestNeighborCandidates();
std::vector<CandidateInfo> ResamplingCandidates();
std::vector<CandidateInfo> PoolingCandidates();
std::vector<CandidateInfo> ReductionCandidates();
std::vector<CandidateInfo> ArgExtremeCandidates();
std::vector<CandidateInfo> SoftmaxCandidates();
std::vector<CandidateInfo> BatchNormalizationCandidates();
std::vector<CandidateInfo> LocalResponseCandidates();
std::vector<CandidateInfo> LpNormalizationCandidates();
std::vector<CandidateInfo> MeanVarianceCandidates();
std::vector<CandidateInfo> RecurrentCandidates();
std::vector<CandidateInfo> AttentionCandidates();
std::vector<CandidateInfo> IntegerProductCandidates();
std::vector<CandidateInfo> IntegerToFloatCandidates();
std::vector<CandidateInfo> IntegerConvolutionCandidates();

// The candidates of all lists.
std::vector<CandidateInfo> AllCandidates();

}  // namespace weft::ops
