// SPDX-License-Identifier: MIT
// A long line whose result depends on where it is cut is cut by its length alone, so that it does
// not depend on the number of threads.
#pragma once

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
  ParallelSlices(ThreadCount(), chunks, [&](int64_t first, int64_t end) {
    for (int64_t chunk = first; chunk < end; ++chunk) {
      const Range slice = SliceOf(elements, chunk, chunks);
      body(int(chunk), slice.begin, slice.count());
    }
  });
}

}  // namespace weft
