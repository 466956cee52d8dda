// SPDX-License-Identifier: MIT
// Threads by OpenMP, the runtime oneDNN uses too: one pool, no fight for cores.
#include "base/parallel.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace weft {
namespace {

constexpr int kMaxThreads = 256;

int InitialThreadCount() {
  if (const char* text = std::getenv("WEFT_THREADS")) {
    const long count = std::strtol(text, nullptr, 10);
    if (count >= 1) return int(std::min<long>(count, kMaxThreads));
  }
  return std::clamp(omp_get_num_procs(), 1, kMaxThreads);
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
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
  for (int piece = 0; piece < pieces; ++piece) body(context, piece);
}

}  // namespace internal
}  // namespace weft
