// SPDX-License-Identifier: MIT
// A traversal of N tensors at once, as data: one Loop per dimension with a step for each operand,
// operand 0 being the destination. Passes rewrite the nest into fewer, better ordered loops; every
// pass keeps the set of offset tuples that are visited. ToString prints outermost first, as in
// "[3: 24 0][24: 1 1]": 3 times over 24 elements that lie next to each other in both operands.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "weft/tensor.h"

namespace weft {

template <int N>
struct Loop {
  int64_t count = 1;
  std::array<int64_t, N> stride{};
  friend bool operator==(const Loop&, const Loop&) = default;
};

template <int N>
struct LoopNest {
  // Loops from the outermost to the innermost. There is room for two per dimension (one that
  // repeats around one that steps) and for a tile's rows and columns.
  static constexpr int kMaxDepth = 2 * kMaxRank + 2;
  std::array<Loop<N>, kMaxDepth> loops{};
  int depth = 0;
  std::array<int64_t, N> offset{};  // where every operand starts

  Loop<N>& operator[](int i) {
    WEFT_ASSERT(0 <= i && i < depth);
    return loops[i];
  }
  const Loop<N>& operator[](int i) const {
    WEFT_ASSERT(0 <= i && i < depth);
    return loops[i];
  }
  Loop<N>& Innermost() { return (*this)[depth - 1]; }

  void Push(const Loop<N>& loop) {
    WEFT_ASSERT(depth < kMaxDepth && loop.count >= 0);
    loops[depth++] = loop;
  }
  // Removes loop i and returns it; the others keep their order.
  Loop<N> Take(int i) {
    const Loop<N> taken = (*this)[i];
    std::move(loops.begin() + i + 1, loops.begin() + depth, loops.begin() + i);
    --depth;
    return taken;
  }
  int64_t Iterations() const {
    int64_t product = 1;
    for (int i = 0; i < depth; ++i) product *= loops[i].count;
    return product;
  }
};

// One loop per dimension of layouts that have the same sizes.
template <class... Layouts>
LoopNest<1 + sizeof...(Layouts)> Nest(const Layout& destination, const Layouts&... others) {
  WEFT_ASSERT((... && (others.sizes == destination.sizes)));
  LoopNest<1 + sizeof...(Layouts)> nest;
  nest.offset = {destination.offset, others.offset...};
  for (int dim = 0; dim < destination.rank(); ++dim)
    nest.Push({destination.sizes[dim], {destination.strides[dim], others.strides[dim]...}});
  return nest;
}

template <int N>
void DropUnitLoops(LoopNest<N>& nest) {
  auto end = std::remove_if(nest.loops.begin(), nest.loops.begin() + nest.depth,
                            [](const Loop<N>& loop) { return loop.count == 1; });
  nest.depth = int(end - nest.loops.begin());
}

// Runs one loop from its other end.
template <int N>
void ReverseLoop(LoopNest<N>& nest, int i) {
  for (int operand = 0; operand < N; ++operand) {
    nest.offset[operand] += (nest[i].count - 1) * nest[i].stride[operand];
    nest[i].stride[operand] = -nest[i].stride[operand];
  }
}

// Runs loops with a negative destination step from their other end: a flipped output becomes a
// flipped input. Strides 4 and -1 from offsets 0 and 3 stay; -4 and 1 become 4 and -1.
template <int N>
void MakeDestinationAscend(LoopNest<N>& nest) {
  for (int i = 0; i < nest.depth; ++i)
    if (nest[i].stride[0] < 0) ReverseLoop(nest, i);
}

// The destination's smallest step goes innermost; ties ask operand 1, 2, …
template <int N>
void SortByStride(LoopNest<N>& nest) {
  std::stable_sort(nest.loops.begin(), nest.loops.begin() + nest.depth,
                   [](const Loop<N>& a, const Loop<N>& b) {
                     for (int operand = 0; operand < N; ++operand) {
                       const int64_t x = std::abs(a.stride[operand]);
                       const int64_t y = std::abs(b.stride[operand]);
                       if (x != y) return x > y;
                     }
                     return false;
                   });
}

// Two neighbours become one loop where the outer step is the inner loop's whole length for every
// operand: [4: 6 12][6: 1 2] is [24: 1 2].
template <int N>
void MergeLoops(LoopNest<N>& nest) {
  for (int i = nest.depth - 2; i >= 0; --i) {
    Loop<N>& outer = nest[i];
    Loop<N>& inner = nest[i + 1];
    bool mergeable = true;
    for (int operand = 0; operand < N; ++operand)
      mergeable &= outer.stride[operand] == inner.count * inner.stride[operand];
    if (!mergeable) continue;
    inner.count *= outer.count;
    nest.Take(i);
  }
}

template <int N>
void Simplify(LoopNest<N>& nest) {
  DropUnitLoops(nest);
  MakeDestinationAscend(nest);
  SortByStride(nest);
  MergeLoops(nest);
}

template <int N>
std::string ToString(const LoopNest<N>& nest) {
  std::string text;
  for (int i = 0; i < nest.depth; ++i) {
    text += fmt::format("[{}:", nest[i].count);
    for (int64_t stride : nest[i].stride) text += fmt::format(" {}", stride);
    text += ']';
  }
  return text;
}

// Calls visit(offset) for every iteration of the outermost `depth` loops, the first slowest.
template <int N, class Visit>
void ForEachOffset(const LoopNest<N>& nest, int depth, Visit&& visit) {
  WEFT_ASSERT(0 <= depth && depth <= nest.depth);
  std::array<int64_t, LoopNest<N>::kMaxDepth> index;
  std::array<int64_t, N> offset = nest.offset;
  for (int i = 0; i < depth; ++i) {
    if (nest[i].count == 0) return;
    index[i] = 0;
  }
  for (;;) {
    visit(offset);
    int i = depth - 1;
    for (; i >= 0; --i) {
      const Loop<N>& loop = nest[i];
      if (++index[i] < loop.count) {
        for (int operand = 0; operand < N; ++operand) offset[operand] += loop.stride[operand];
        break;
      }
      index[i] = 0;
      for (int operand = 0; operand < N; ++operand)
        offset[operand] -= (loop.count - 1) * loop.stride[operand];
    }
    if (i < 0) return;
  }
}

template <int N, class Visit>
void ForEachOffset(const LoopNest<N>& nest, Visit&& visit) {
  ForEachOffset(nest, nest.depth, visit);
}

}  // namespace weft
