// SPDX-License-Identifier: MIT
// PADDING by formula: the index each place takes its element from, for one dimension at a time. The
// mirroring modes and WRAP are periodic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

// Index i of a line of n elements, i < 0 and i >= n included; nothing for the constant.
inline std::optional<int64_t> PaddedIndex(int64_t i, int64_t n, PaddingMode mode) {
  if (i >= 0 && i < n) return i;
  const auto modulo = [&](int64_t period) { return (i % period + period) % period; };
  switch (mode) {
    case PaddingMode::Constant: return std::nullopt;
    case PaddingMode::Edge: return i < 0 ? 0 : n - 1;
    case PaddingMode::Wrap: return modulo(n);
    case PaddingMode::Symmetric: return std::min(modulo(2 * n), 2 * n - 1 - modulo(2 * n));
    case PaddingMode::Reflection:
      if (n == 1) return 0;
      return std::min(modulo(2 * n - 2), 2 * n - 2 - modulo(2 * n - 2));
  }
  return std::nullopt;
}

inline Dense Padding(const Dense& input, const Sizes& output_sizes,
                     const std::vector<uint32_t>& start, PaddingMode mode, uint64_t value_bits) {
  Dense output{input.type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](const Coordinate& at) {
    Coordinate from{};
    bool inside = true;
    for (size_t dim = 0; dim < start.size(); ++dim) {
      const std::optional<int64_t> index =
          PaddedIndex(at[dim] - int64_t(start[dim]), input.sizes[int(dim)], mode);
      inside = inside && index.has_value();
      from[dim] = index.value_or(0);
    }
    output.elements.push_back(inside ? input.elements[size_t(IndexOf(input.sizes, from))]
                                     : value_bits);
  });
  return output;
}

}  // namespace weft::oracle
