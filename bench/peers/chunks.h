// SPDX-License-Identifier: MIT
// Cuts a run of bytes into one chunk per thread, on cache line borders.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"

namespace weft::bench {

// Below this a second thread costs more than it brings.
inline constexpr int64_t kSmallestSplitBytes = 128 * 1024;

template <class Body>
void ForEachChunk(int64_t bytes, int threads, const Body& body) {
  if (threads == 1 || bytes < kSmallestSplitBytes) return body(int64_t(0), bytes);
  const int64_t chunk = (bytes / threads + 63) / 64 * 64;
  ParallelRun(threads, [&](int i) {
    const int64_t begin = std::min(bytes, chunk * i);
    body(begin, i + 1 == threads ? bytes : std::min(bytes, begin + chunk));
  });
}

}  // namespace weft::bench
