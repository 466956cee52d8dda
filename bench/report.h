// SPDX-License-Identifier: MIT
// Results for people (a table with a summary) and for other programs (CSV, SVG).
#pragma once

#include <string>

#include "results.h"

namespace weft::bench {

std::string SizeText(int64_t bytes);  // "64 MiB"

std::string Table(const Results& results);
std::string Summary(const Results& results);  // means, the worst rows, targets
std::string Csv(const Results& results);
// Bars per case for each size class: float32 and casts, at the largest number of threads.
std::string Svg(const Results& results);

}  // namespace weft::bench
