// SPDX-License-Identifier: MIT
// The sum of a line depends on where the line is cut. So a long line is cut into tasks by its
// length alone, and its result does not depend on the number of threads.
#pragma once

#include <cstdint>

#include "base/assert.h"
#include "base/parallel.h"

namespace weft {

inline constexpr int kMostLineTasks = 16;

inline int LineTaskCount(int64_t elements) {
  constexpr int64_t kLeastElements = 32 * 1024;  // of a task, to be worth a thread
  return elements < kMostLineTasks * kLeastElements ? 1 : kMostLineTasks;
}

// Calls body(task, begin, count) for the tasks that `elements` are cut into, at most
// kMostLineTasks, on several threads.
template <class Body>
void ForEachLineTask(int64_t elements, Body&& body) {
  WEFT_ASSERT(elements >= 0);
  const int tasks = LineTaskCount(elements);
  if (tasks == 1) return body(0, int64_t(0), elements);
  ParallelSlices(ThreadCount(), tasks, [&](int64_t first, int64_t end) {
    for (int64_t task = first; task < end; ++task) {
      const Range slice = SliceOf(elements, task, tasks);
      body(int(task), slice.begin, slice.count());
    }
  });
}

}  // namespace weft
