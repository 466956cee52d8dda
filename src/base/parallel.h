// SPDX-License-Identifier: MIT
// The one place that knows about threads. Work is cut by output into as many pieces as threads, so
// no result depends on how many there are.
#pragma once

#include <cstdint>
#include <type_traits>

#include "weft/threads.h"

namespace weft {

// Waking a team costs about as much as moving this many bytes.
inline constexpr int64_t kGrainBytes = 128 * 1024;

// How many threads are worth using for work that touches `bytes`.
int ThreadsFor(int64_t bytes);

namespace internal {
void ParallelRun(int pieces, void (*body)(void* context, int piece), void* context);
}

// Calls body(piece) for 0 <= piece < pieces, each on its own thread; returns when all are done.
// The body must not throw.
template <class Body>
void ParallelRun(int pieces, Body&& body) {
  if (pieces == 1) return body(0);
  using Plain = std::remove_reference_t<Body>;
  internal::ParallelRun(
      pieces, [](void* context, int piece) { (*static_cast<Plain*>(context))(piece); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

// A long line whose result depends on where it is cut is cut by its length alone, so that it does
// not depend on the number of threads.
inline constexpr int kMostChunks = 16;
inline int ChunksOf(int64_t elements) {
  constexpr int64_t kLeastElements = 32 * 1024;
  return elements < kMostChunks * kLeastElements ? 1 : kMostChunks;
}

// Calls body(chunk, begin, count) for the chunks of `elements`, on several threads.
template <class Body>
void ForEachChunk(int64_t elements, Body&& body) {
  const int chunks = ChunksOf(elements);
  if (chunks == 1) return body(0, int64_t(0), elements);
  const int pieces = chunks < ThreadCount() ? chunks : ThreadCount();
  ParallelRun(pieces, [&](int piece) {
    for (int chunk = chunks * piece / pieces; chunk < chunks * (piece + 1) / pieces; ++chunk) {
      const int64_t begin = elements * chunk / chunks;
      body(chunk, begin, elements * (chunk + 1) / chunks - begin);
    }
  });
}

}  // namespace weft
