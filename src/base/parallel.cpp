// SPDX-License-Identifier: MIT
// Threads by OpenMP, the runtime oneDNN uses too: one pool, no fight for cores. With
// WEFT_PLAIN_THREADS new threads for every call, slow but visible to ThreadSanitizer.
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#if defined(WEFT_PLAIN_THREADS)
#include <thread>
#include <vector>
#else
#include <omp.h>
#endif

namespace weft {
namespace {

constexpr int kMaxThreads = 256;

int InitialThreadCount() {
  if (const char* text = std::getenv("WEFT_THREADS")) {
    const long count = std::strtol(text, nullptr, 10);
    if (count >= 1) return int(std::min<long>(count, kMaxThreads));
  }
#if defined(WEFT_PLAIN_THREADS)
  return std::clamp(int(std::thread::hardware_concurrency()), 1, kMaxThreads);
#else
  return std::clamp(omp_get_num_procs(), 1, kMaxThreads);
#endif
}

std::atomic<int>& Count() {
  static std::atomic<int> count = InitialThreadCount();
  return count;
}

}  // namespace

int ThreadCount() { return Count().load(std::memory_order_relaxed); }

void SetThreadCount(int count) {
  Count().store(std::clamp(count, 1, kMaxThreads), std::memory_order_relaxed);
}

int ThreadsFor(int64_t bytes) {
  if (bytes < 2 * kGrainBytes) return 1;
  return int(std::min<int64_t>(ThreadCount(), bytes / kGrainBytes));
}

namespace internal {

void ParallelRun(int pieces, void (*body)(void* context, int piece), void* context) {
#if defined(WEFT_PLAIN_THREADS)
  std::vector<std::thread> threads;
  for (int piece = 1; piece < pieces; ++piece) threads.emplace_back(body, context, piece);
  body(context, 0);
  for (std::thread& thread : threads) thread.join();
#else
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
  for (int piece = 0; piece < pieces; ++piece) body(context, piece);
#endif
}

}  // namespace internal
}  // namespace weft
