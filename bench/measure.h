// SPDX-License-Identifier: MIT
// Measuring: every peer's output is checked, then all peers take turns in rounds, each time in
// another order, so that whatever disturbs the machine disturbs all of them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "case.h"
#include "peers/peer.h"
#include "results.h"

namespace weft::bench {

struct MeasureOptions {
  int rounds = 15;
  double sample_seconds = 2e-3;  // a sample repeats short movements until it takes about this long
  std::vector<int> threads = {1, 2};
};

// Called after each row.
using Progress = std::function<void(const Row&)>;

void Measure(std::span<const Case> cases, std::span<const Peer* const> peers,
             const MeasureOptions& options, Results& results, const Progress& progress);

// Seconds for `repetitions` runs.
double TimeRuns(const Job& job, int64_t repetitions);

// One run of a compiled 16-element SLICE1: what Weft costs beyond the work.
Times MeasureSmall(const MeasureOptions& options);

}  // namespace weft::bench
