// SPDX-License-Identifier: MIT
// The line, padded with zeros, is cut into blocks of the window's length. Every window is the end
// of one block and the beginning of the next, so it is the sum of two running sums: one from the
// block's end backwards and one from the next one's beginning.
#include "ops/normalization/window_sums.h"

#include <algorithm>

#include "base/assert.h"
#include "base/parallel.h"

namespace weft {
namespace {

constexpr int64_t kColumns = 64;  // neighbouring lines that are summed together

// Positions count from the first zero; element i is at i + window.before, and its window begins at
// position i.
void SumColumns(float* values, double* ends, int64_t count, int64_t step, int64_t columns,
                SumWindow window) {
  const int64_t length = window.before + window.after + 1;
  const int64_t positions = count + length - 1;
  double running[kColumns];
  const auto add = [&](int64_t position) {
    const int64_t i = position - window.before;
    if (i < 0 || i >= count) return;
    const float* row = values + i * step;
    for (int64_t c = 0; c < columns; ++c) running[c] += double(row[c]);
  };
  for (int64_t position = positions - 1; position >= 0; --position) {
    if (position == positions - 1 || position % length == length - 1)
      std::fill_n(running, columns, 0.0);
    add(position);
    if (position < count) std::copy_n(running, columns, ends + position * step);
  }
  for (int64_t position = 0; position < positions; ++position) {
    if (position % length == 0) std::fill_n(running, columns, 0.0);
    add(position);
    const int64_t i = position - (length - 1);
    if (i < 0) continue;
    const bool whole = i % length == 0;  // the window is one block
    float* row = values + i * step;
    const double* end = ends + i * step;
    for (int64_t c = 0; c < columns; ++c) row[c] = float(whole ? running[c] : end[c] + running[c]);
  }
}

}  // namespace

void WindowSums(float* values, const PackedLines& lines, SumWindow window, double* scratch) {
  WEFT_ASSERT(window.before >= 0 && window.after >= 0);
  const int64_t elements = lines.outer * lines.count * lines.inner;
  if (elements == 0) return;
  window.before = std::min(window.before, lines.count - 1);
  window.after = std::min(window.after, lines.count - 1);
  const int64_t groups = CeilDiv(lines.inner, kColumns);
  const int64_t tasks = lines.outer * groups;
  const int threads = ThreadsFor(elements * int64_t(sizeof(double)));
  ParallelSlices(threads, tasks, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t column = task % groups * kColumns;
      const int64_t at = task / groups * lines.count * lines.inner + column;
      SumColumns(values + at, scratch + at, lines.count, lines.inner,
                 std::min(kColumns, lines.inner - column), window);
    }
  });
}

}  // namespace weft
