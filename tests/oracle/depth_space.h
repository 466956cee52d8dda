// SPDX-License-Identifier: MIT
// SPACE_TO_DEPTH and DEPTH_TO_SPACE: pixel (y, x) of the wide tensor is pixel (y / b, x / b) of the
// deep one, in a channel that counts (y % b, x % b, c) or (c, y % b, x % b), the last fastest.
#pragma once

#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

inline Coordinate DeepOf(const Coordinate& wide, int64_t channels, int64_t b,
                         DepthSpaceOrder order) {
  const auto [n, c, y, x] = std::array{wide[0], wide[1], wide[2], wide[3]};
  const int64_t channel = order == DepthSpaceOrder::DepthColumnRow
                              ? (y % b * b + x % b) * channels + c
                              : (c * b + y % b) * b + x % b;
  return {n, channel, y / b, x / b};
}

inline Dense SpaceToDepth(const Dense& wide, const Sizes& deep_sizes, int64_t b,
                          DepthSpaceOrder order) {
  Dense deep{wide.type, deep_sizes, std::vector<uint64_t>(wide.elements.size())};
  size_t index = 0;
  ForEachCoordinate(wide.sizes, [&](const Coordinate& at) {
    const Coordinate to = DeepOf(at, wide.sizes[1], b, order);
    deep.elements[size_t(IndexOf(deep_sizes, to))] = wide.elements[index++];
  });
  return deep;
}

inline Dense DepthToSpace(const Dense& deep, const Sizes& wide_sizes, int64_t b,
                          DepthSpaceOrder order) {
  Dense wide{deep.type, wide_sizes, {}};
  ForEachCoordinate(wide_sizes, [&](const Coordinate& at) {
    const Coordinate from = DeepOf(at, wide_sizes[1], b, order);
    wide.elements.push_back(deep.elements[size_t(IndexOf(deep.sizes, from))]);
  });
  return wide;
}

}  // namespace weft::oracle
