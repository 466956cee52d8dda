// SPDX-License-Identifier: MIT
// Command-line values: text to numbers and names, with messages that name the option.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/operator.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::cli {

inline constexpr int64_t kMostThreads = 256;

Result<int64_t> ParseInteger(std::string_view option, std::string_view text, int64_t low,
                             int64_t high);
Result<double> ParsePositive(std::string_view option, std::string_view text);  // or 0; finite
// "2,3,4": one to kMaxRank numbers of a DirectML UINT.
Result<std::vector<int64_t>> ParseUIntList(std::string_view option, std::string_view text);
Result<DataType> ParseDataType(std::string_view option, std::string_view text);
// "3.0", "3_0" or "DML_FEATURE_LEVEL_3_0".
Result<FeatureLevel> ParseFeatureLevel(std::string_view option, std::string_view text);

std::vector<std::string_view> SplitAtCommas(std::string_view text);

}  // namespace weft::cli
