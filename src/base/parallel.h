// SPDX-License-Identifier: MIT
// The one place that knows about threads. Work is cut by output into as many pieces as threads, so
// no result depends on how many there are.
#pragma once

#include <cstdint>
#include <type_traits>

#include "weft/threads.h"

namespace weft {

// Waking a team costs about as much as moving this many bytes. Under a sanitizer tests are to see
// threads at work on tensors that do not take minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int64_t kGrainBytes = 8 * 1024;
#else
inline constexpr int64_t kGrainBytes = 128 * 1024;
#endif

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

}  // namespace weft
