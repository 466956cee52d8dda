// SPDX-License-Identifier: MIT
// A loop nest divided over threads: each thread gets the whole nest with a slice of one loop.
// Threads write different elements, so results never depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/assert.h"
#include "base/parallel.h"
#include "strided/loop_nest.h"

namespace weft {

// The nest's last two loops are a tile's rows and columns. They are cut at multiples of a grain, at
// least 1, so that blocks stay whole and few cache lines are written by two threads.
struct TileGrain {
  int64_t rows = 1;
  int64_t columns = 1;
};

// Calls body(nest) on at most `threads` threads, at least 1, with tasks that together visit all of
// `nest` once.
template <int N, class Body>
void ForEachTask(const LoopNest<N>& nest, const TileGrain& grain, int threads, Body&& body) {
  WEFT_ASSERT(threads >= 1 && grain.rows >= 1 && grain.columns >= 1);
  if (threads == 1) return body(nest);
  const auto grain_of = [&](int i) {
    return i == nest.depth - 1 ? grain.columns : i == nest.depth - 2 ? grain.rows : 1;
  };
  const auto grains_in = [&](int i) { return CeilDiv(nest[i].count, grain_of(i)); };
  // The outermost loop that keeps all threads busy nearly all the time, else the most even one.
  constexpr double kEvenEnough = 0.95;
  int cut = 0;
  double best = 0;
  for (int i = 0; i < nest.depth && best < kEvenEnough; ++i) {
    const int64_t grains = grains_in(i);
    const double evenness = double(grains) / double(RoundUp(grains, threads));
    if (evenness > best) best = evenness, cut = i;
  }
  ParallelSlices(threads, grains_in(cut), [&](int64_t first_grain, int64_t end_grain) {
    const int64_t begin = first_grain * grain_of(cut);
    const int64_t end = std::min(nest[cut].count, end_grain * grain_of(cut));
    LoopNest<N> task = nest;
    task[cut].count = end - begin;
    for (int operand = 0; operand < N; ++operand)
      task.offset[operand] += begin * nest[cut].stride[operand];
    body(task);
  });
}

}  // namespace weft
