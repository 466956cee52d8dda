// SPDX-License-Identifier: MIT
// The one place that knows about threads. Work is cut by output into as many pieces as threads, so
// no result depends on how many there are.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "base/align.h"
#include "base/split.h"
#include "weft/threads.h"

namespace weft {

inline constexpr int kMaxThreads = 256;

// Waking a team costs about as much as moving this many bytes. Under a sanitizer tests are to see
// threads at work on tensors that do not take minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int64_t kGrainBytes = 8 * 1024;
#else
inline constexpr int64_t kGrainBytes = 128 * 1024;
#endif

// How many threads are worth using for work that touches `bytes`: of those there are now, or of
// `threads`.
int ThreadsFor(int64_t bytes);
constexpr int ThreadsFor(int64_t bytes, int threads) {
  if (bytes < 2 * kGrainBytes) return 1;
  return int(std::min<int64_t>(threads, bytes / kGrainBytes));
}

// The same for work that takes as long as moving `work` bytes, of which there may be more than an
// integer counts.
inline int ThreadsForWork(double work) {
  constexpr double kPlenty = 1e15;  // enough for any number of threads
  return ThreadsFor(int64_t(std::min(work, kPlenty)));
}

namespace internal {
void ParallelRun(int pieces, void (*body)(void* context, int piece), void* context);
}

// Calls body(piece) for 0 <= piece < pieces, each on its own thread; returns when all are done.
// The body must not throw.
template <class Body>
void ParallelRun(int pieces, Body&& body) {
  if (pieces == 0) return;
  if (pieces == 1) return body(0);
  using Plain = std::remove_reference_t<Body>;
  internal::ParallelRun(
      pieces, [](void* context, int piece) { (*static_cast<Plain*>(context))(piece); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

// Calls body(begin, end) for at most `threads` slices of 0 to `count`, each on its own thread; not
// at all where `count` is 0.
template <class Body>
void ParallelSlices(int threads, int64_t count, Body&& body) {
  const int pieces = int(std::min<int64_t>(threads, count));
  ParallelRun(pieces, [&](int piece) {
    const auto [begin, end] = SliceOf(count, piece, pieces);
    body(begin, end);
  });
}

// Calls body(thread, task) for 0 <= task < tasks; no two calls with the same `thread`, which is
// below `threads`, run at once. Each thread begins with neighbouring tasks of its own, and then
// takes those that others have not begun: one that the system does not let run holds up one task
// only.
template <class Body>
void ParallelTasks(int threads, int64_t tasks, Body&& body) {
  struct alignas(kLineBytes)
      Share {  // a cache line each: all but the last tasks are taken by one thread
    std::atomic<int64_t> next;
    int64_t end;
  };
  const int pieces = int(std::min<int64_t>({threads, tasks, kMaxThreads}));
  if (pieces <= 1) {
    for (int64_t task = 0; task < tasks; ++task) body(0, task);
    return;
  }
  Share shares[kMaxThreads];
  for (int piece = 0; piece < pieces; ++piece) {
    const Range own = SliceOf(tasks, piece, pieces);
    shares[piece].next.store(own.begin, std::memory_order_relaxed);
    shares[piece].end = own.end;
  }
  ParallelRun(pieces, [&](int piece) {
    for (int i = 0; i < pieces; ++i) {
      Share& share = shares[(piece + i) % pieces];
      for (int64_t task; (task = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;)
        body(piece, task);
    }
  });
}

}  // namespace weft
