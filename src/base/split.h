// SPDX-License-Identifier: MIT
// How a range is divided: into blocks of a given size, or into a given number of slices. Divisors
// are at least 1, and neither the sum of two arguments nor their product may overflow.
#pragma once

#include <cstdint>

#include "base/assert.h"

namespace weft {

// How many blocks of `b` elements hold `a`: CeilDiv(7, 3) is 3. At most 0 where `a` is negative.
constexpr int64_t CeilDiv(int64_t a, int64_t b) {
  WEFT_ASSERT(b >= 1);
  return (a + b - 1) / b;
}

// The least multiple of `b` that is not below `a`: RoundUp(7, 3) is 9.
constexpr int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

// The indices from `begin` to before `end`.
struct Range {
  int64_t begin = 0;
  int64_t end = 0;

  constexpr int64_t count() const { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

// Slice `i` of the `n` that [0, whole) is divided into. Their counts differ by at most one, and
// each begins where the one before ends: 7 in 3 slices is [0, 2), [2, 4), [4, 7). Slice `n`, which
// is none of them, begins at `whole`.
constexpr Range SliceOf(int64_t whole, int64_t i, int64_t n) {
  WEFT_ASSERT(whole >= 0 && 0 <= i && i <= n && n >= 1);
  return {whole * i / n, whole * (i + 1) / n};
}

}  // namespace weft
