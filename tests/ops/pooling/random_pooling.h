// SPDX-License-Identifier: MIT
// Random windows over random tensors, for the tests of pooling and its gradients.
#pragma once

#include "ops/random_layout.h"
#include "oracle/pooling.h"

namespace weft::test {

struct RandomPooling {
  Sizes input, output;
  oracle::PoolWindows windows;
};

inline RandomPooling PickPooling(Rng& rng, bool dilated = true) {
  const int spatial = rng.Chance(70) ? 2 : 3;
  RandomPooling pooling{{rng.Between(1, 2), rng.Pick<int64_t>({1, 2, 3, 5, 9, 17})}, {}, {}};
  const int64_t most = spatial == 2 ? 14 : 6;
  const bool ceil = rng.Chance(25);
  for (int d = 0; d < spatial; ++d) {
    const auto pick = [&](int64_t low, int64_t high) { return uint32_t(rng.Between(low, high)); };
    const uint32_t size = pick(1, 4), dilation = dilated && rng.Chance(40) ? pick(1, 3) : 1;
    const uint32_t start = rng.Chance(50) ? 0 : pick(0, 5), end = rng.Chance(50) ? 0 : pick(0, 5);
    const int64_t least = int64_t(size - 1) * dilation + 1 - start - end;
    pooling.input.push_back(std::max<int64_t>(least, 1) + rng.Between(0, most));
    pooling.windows.size.push_back(size);
    pooling.windows.dilations.push_back(dilation);
    pooling.windows.start.push_back(start);
    pooling.windows.end.push_back(end);
    pooling.windows.strides.push_back(pick(1, 4));
  }
  pooling.output = pooling.windows.OutputOf(pooling.input);
  for (int d = 0; ceil && d < spatial; ++d) {
    // One more output is allowed where the last window leaves something over.
    const size_t i = size_t(d);
    const auto& w = pooling.windows;
    const int64_t room =
        pooling.input[d + 2] + w.start[i] + w.end[i] - int64_t(w.size[i] - 1) * w.dilations[i] - 1;
    if (room % w.strides[i] != 0) ++pooling.output[d + 2];
  }
  return pooling;
}

}  // namespace weft::test
