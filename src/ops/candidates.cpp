// SPDX-License-Identifier: MIT
// The lists: a row for each.
#include "ops/candidates.h"

#include "ops/convolution/convolution.h"
#include "ops/matmul/gemm.h"

namespace weft::ops {

std::vector<CandidateInfo> AllCandidates() {
  using List = std::vector<CandidateInfo> (*)();
  constexpr List kLists[] = {
      NearestNeighborCandidates,
      ResamplingCandidates,
      PoolingCandidates,
      ReductionCandidates,
      ArgExtremeCandidates,
      SoftmaxCandidates,
      BatchNormalizationCandidates,
      LocalResponseCandidates,
      LpNormalizationCandidates,
      MeanVarianceCandidates,
      RecurrentCandidates,
      AttentionCandidates,
      [] { return InfosOf(GemmCandidates()); },
      IntegerProductCandidates,
      IntegerToFloatCandidates,
      [] { return InfosOf(ConvolutionCandidates()); },
      IntegerConvolutionCandidates,
  };
  std::vector<CandidateInfo> all;
  for (const List list : kLists)
    for (const CandidateInfo& info : list()) all.push_back(info);
  return all;
}

}  // namespace weft::ops
