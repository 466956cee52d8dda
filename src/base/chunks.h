// SPDX-License-Identifier: MIT
// A long line whose result depends on where it is cut is cut by its length alone, so that it does
// not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"

namespace weft {

inline constexpr int kMostChunks = 16;

inline int ChunksOf(int64_t elements) {
  constexpr int64_t kLeastElements = 32 * 1024;  // in a chunk, to be worth a thread
  return elements < kMostChunks * kLeastElements ? 1 : kMostChunks;
}

// Calls body(chunk, begin, count) for the chunks of `elements`, on several threads.
template <class Body>
void ForEachChunk(int64_t elements, Body&& body) {
  const int chunks = ChunksOf(elements);
  if (chunks == 1) return body(0, int64_t(0), elements);
  const int pieces = std::min(chunks, ThreadCount());
  ParallelRun(pieces, [&](int piece) {
    for (int chunk = chunks * piece / pieces; chunk < chunks * (piece + 1) / pieces; ++chunk) {
      const int64_t begin = elements * chunk / chunks;
      body(chunk, begin, elements * (chunk + 1) / chunks - begin);
    }
  });
}

}  // namespace weft
