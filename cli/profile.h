// SPDX-License-Identifier: MIT
// How long runs and their steps take: a table, a sentence, a file for a browser.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "weft/graph.h"
#include "weft/status.h"

namespace weft::cli {

// Runs once and tells how long each step took.
using ProfiledRun = std::function<Result<std::vector<GraphStepTime>>()>;

// The microseconds and the share of each step; of several runs, the median.
Status PrintProfile(int64_t iterations, const ProfiledRun& run);

// The steps of all runs one after the other, in the JSON that chrome://tracing and Perfetto read.
Status WriteTrace(const std::string& path, int64_t iterations, const ProfiledRun& run);

// The sample that `percent` of all are not above.
double Percentile(std::vector<double> samples, int percent);
double Median(std::vector<double> samples);

}  // namespace weft::cli
