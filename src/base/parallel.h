// SPDX-License-Identifier: MIT
// The one place that knows about threads. Work is divided into tasks by output, so no result
// depends on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "base/align.h"
#include "base/assert.h"
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
  WEFT_ASSERT(threads >= 1);
  if (bytes < 2 * kGrainBytes) return 1;
  return int(std::min<int64_t>(threads, bytes / kGrainBytes));
}

// The same for work that takes as long as moving `work` bytes, of which there may be more than an
// integer counts.
inline int ThreadsForWork(double work) {
  WEFT_ASSERT(work >= 0);
  constexpr double kPlenty = 1e15;  // enough for any number of threads
  return ThreadsFor(int64_t(std::min(work, kPlenty)));
}

namespace internal {
void ParallelRun(int tasks, void (*body)(void* context, int task), void* context);
}

// Calls body(task) for 0 <= task < tasks, each on its own thread as long as there are threads, and
// returns when all are done. The body must not throw.
template <class Body>
void ParallelRun(int tasks, Body&& body) {
  WEFT_ASSERT(tasks >= 0);
  if (tasks == 0) return;
  if (tasks == 1) return body(0);
  using Plain = std::remove_reference_t<Body>;
  internal::ParallelRun(
      tasks, [](void* context, int task) { (*static_cast<Plain*>(context))(task); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

// Calls body(begin, end) for at most `threads` slices of 0 to `count`, each on its own thread; not
// at all where `count` is 0.
template <class Body>
void ParallelSlices(int threads, int64_t count, Body&& body) {
  WEFT_ASSERT(threads >= 1 && count >= 0);
  const int slices = int(std::min<int64_t>(threads, count));
  ParallelRun(slices, [&](int i) {
    const auto [begin, end] = SliceOf(count, i, slices);
    body(begin, end);
  });
}

// Calls body(thread, task) for 0 <= task < tasks; no two calls with the same `thread`, which is
// below `threads`, run at once. Each thread begins with neighbouring tasks of its own, and then
// takes those that others have not begun: a thread that the system suspends delays one task only.
template <class Body>
void ParallelTasks(int threads, int64_t tasks, Body&& body) {
  WEFT_ASSERT(threads >= 1 && tasks >= 0);
  struct alignas(kLineBytes)
      Share {  // a cache line each: all but the last tasks are taken by one thread
    std::atomic<int64_t> next;
    int64_t end;
  };
  const int used = int(std::min<int64_t>({threads, tasks, kMaxThreads}));
  if (used <= 1) {
    for (int64_t task = 0; task < tasks; ++task) body(0, task);
    return;
  }
  Share shares[kMaxThreads];
  for (int thread = 0; thread < used; ++thread) {
    const Range own = SliceOf(tasks, thread, used);
    shares[thread].next.store(own.begin, std::memory_order_relaxed);
    shares[thread].end = own.end;
  }
  ParallelRun(used, [&](int thread) {
    for (int i = 0; i < used; ++i) {
      Share& share = shares[(thread + i) % used];
      for (int64_t task; (task = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;)
        body(thread, task);
    }
  });
}

}  // namespace weft
