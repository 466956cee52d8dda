// SPDX-License-Identifier: MIT
// See difference.h.
#include "cli/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "cli/argument.h"
#include "cli/element.h"

namespace weft::cli {

bool Tolerance::Allows(double a, double b) const {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= std::max(absolute, relative * std::max(std::abs(a), std::abs(b)));
}

Result<Tolerance> ParseTolerance(const std::string& text) {
  Tolerance tolerance;
  if (text.empty()) return tolerance;
  const std::vector<std::string_view> parts = SplitAtCommas(text);
  if (parts.size() > 2)
    return Invalid("--tolerance has {} numbers, but at most 2 are expected: ABSOLUTE,RELATIVE",
                   parts.size());
  WEFT_ASSIGN(tolerance.absolute, ParsePositive("--tolerance", parts[0]));
  WEFT_ASSIGN(tolerance.relative, ParsePositive("--tolerance", parts.back()));
  return tolerance;
}

void Differences::Add(uint64_t x, uint64_t y) {
  const int64_t i = elements++;
  if (x == y) return;
  const double a = ElementNumber(x, type_), b = ElementNumber(y, type_);
  // Integers of 64 bits may differ and be the same double.
  const bool is_rounded = SizeBits(type_) == 64 && type_ != DataType::Float64 && a == b;
  const bool is_same =
      is_rounded ? tolerance_.relative > 0 || tolerance_.absolute >= 1 : tolerance_.Allows(a, b);
  const double difference = std::abs(a - b);
  if (std::isfinite(difference) && difference > largest) {
    largest = difference;
    largest_at = i;
  }
  const double relative = difference / std::max(std::abs(a), std::abs(b));
  if (std::isfinite(relative) && relative > largest_relative) {
    largest_relative = relative;
    largest_relative_at = i;
  }
  if (!is_same && count++ == 0) first = i;
}

std::string PlaceText(int64_t i, std::span<const int64_t> shape) {
  std::vector<int64_t> at(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    at[dim] = i % shape[dim];
    i /= shape[dim];
  }
  return fmt::format("[{}]", fmt::join(at, ", "));
}

}  // namespace weft::cli
