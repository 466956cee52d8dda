// SPDX-License-Identifier: MIT
// How a whole is cut into pieces: of a size that is given, or into a number that is given. What
// is divided by is at least 1; neither sums of two arguments nor their product overflow.
#pragma once

#include <cstdint>

namespace weft {

// How many pieces of `b` hold `a`: CeilDiv(7, 3) is 3. Not above 0 where `a` is negative.
constexpr int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// The least multiple of `b` that is not below `a`: RoundUp(7, 3) is 9.
constexpr int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

// The indices from `begin` to before `end`.
struct Range {
  int64_t begin = 0;
  int64_t end = 0;

  constexpr int64_t count() const { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

// Piece `i` of the `n` that 0 to `whole` is cut into. Their counts differ by at most one, and each
// begins where the one before ends: 7 in 3 pieces is [0, 2), [2, 4), [4, 7).
constexpr Range SliceOf(int64_t whole, int64_t i, int64_t n) {
  return {whole * i / n, whole * (i + 1) / n};
}

}  // namespace weft
