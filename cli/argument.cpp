// SPDX-License-Identifier: MIT
// See argument.h.
#include "cli/argument.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace weft::cli {
namespace {

std::string_view Short(std::string_view text) { return text.substr(0, 40); }

bool ParseWhole(std::string_view text, int64_t& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

Result<int64_t> ParseInteger(std::string_view option, std::string_view text, int64_t low,
                             int64_t high) {
  int64_t value = 0;
  if (!ParseWhole(text, value) || value < low || value > high)
    return Invalid("{} is '{}', but an integer from {} to {} is required", option, Short(text), low,
                   high);
  return value;
}

Result<double> ParsePositive(std::string_view option, std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= 0) || !std::isfinite(value))
    return Invalid("{} is '{}', but a number of at least 0 is required", option, Short(text));
  return value;
}

std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == text.npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<std::vector<int64_t>> ParseUIntList(std::string_view option, std::string_view text) {
  std::vector<int64_t> values;
  for (const std::string_view part : SplitAtCommas(text)) {
    if (values.size() == size_t(kMaxRank))
      return Invalid("{} has more than {} values", option, kMaxRank);
    int64_t value = 0;
    if (!ParseWhole(part, value) || value < 0 || value > std::numeric_limits<uint32_t>::max())
      return Invalid("{}[{}] is '{}', but an integer from 0 to 4294967295 is required", option,
                     values.size(), Short(part));
    values.push_back(value);
  }
  return values;
}

Result<DataType> ParseDataType(std::string_view option, std::string_view text) {
  const std::optional<DataType> type = DataTypeFromName(text);
  if (!type || *type == DataType::Unknown)
    return Invalid("{} is '{}', but a data type such as FLOAT32 is required", option, Short(text));
  return *type;
}

Result<FeatureLevel> ParseFeatureLevel(std::string_view option, std::string_view text) {
  if (const std::optional<FeatureLevel> level = LevelFromName(text)) return *level;
  return Invalid("{} is '{}', but a feature level such as 2_1 is required", option, Short(text));
}

}  // namespace weft::cli
