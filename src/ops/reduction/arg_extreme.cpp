// SPDX-License-Identifier: MIT
// A block in the first-level cache is searched for its best key first, which is plain vector work;
// only where that beats all before, it is searched again for its index.
#pragma GCC diagnostic ignored "-Wpsabi"  // no vector leaves this file
#define HWY_TARGET_INCLUDE "ops/reduction/arg_extreme.cpp"
#include "simd/foreach_narrow_target.h"
//
#include "base/line_tasks.h"
#include "hwy/highway.h"
#include "ops/reduction/arg_extreme.h"
#include "tensor/element.h"

#include <algorithm>
#include <cstring>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// float32 and float64 are compared as they are: a comparison with NaN is false, so that it is never
// chosen, and zeros are equal. Everything else is compared by its key.
template <class T, Extreme kExtreme>
struct Search {
  static constexpr bool kPlain = std::floating_point<T>;
  using Value = std::conditional_t<kPlain, T, OrderKey<T>>;
  static constexpr int kLanes = 32 / int(sizeof(Value));
  static constexpr int64_t kSize = sizeof(Value);
  typedef Value Vector __attribute__((vector_size(32)));

  static constexpr Value Worst() {
    if constexpr (!kPlain) return kWorstKey<Value>;
    constexpr Value kInfinity = std::numeric_limits<Value>::infinity();
    return kExtreme == Extreme::Max ? -kInfinity : kInfinity;
  }
  template <class X>
  static X Better(X a, X b) {
    if constexpr (kPlain && kExtreme == Extreme::Max)
      return a > b ? a : b;
    else
      return a < b ? a : b;
  }
  template <class X>
  static X Load(const std::byte* at) {
    X x;
    std::memcpy(&x, at, sizeof x);
    if constexpr (!kPlain) {
      // -0 has the key of 0.
      if constexpr (kIsFloatLike<T>) x = (x & kWorstKey<Value>) == 0 ? (x & Value(0)) : x;
      MakeKeys<T, kExtreme>(x);
    }
    return x;
  }

  static Value BestOf(const std::byte* block, int64_t count) {
    constexpr int kVectors = 4;
    Value best = Worst();
    int64_t i = 0;
    if (count >= kVectors * kLanes) {
      Vector bests[kVectors];
      for (int v = 0; v < kVectors; ++v) bests[v] = best - Vector{};
      for (; i + kVectors * kLanes <= count; i += kVectors * kLanes)
        for (int v = 0; v < kVectors; ++v)
          bests[v] = Better(Load<Vector>(block + i * kSize + 32 * v), bests[v]);
      for (int v = 1; v < kVectors; ++v) bests[0] = Better(bests[v], bests[0]);
      for (int lane = 0; lane < kLanes; ++lane) best = Better(Value(bests[0][lane]), best);
    }
    for (; i < count; ++i) best = Better(Load<Value>(block + i * kSize), best);
    return best;
  }

  // The first or last of the blocks that has the best value, which is returned too.
  struct Found {
    Value best;
    int64_t begin, count;
  };
  template <Tie kTie>
  static Found BestBlock(const std::byte* line, int64_t begin, int64_t count, int64_t block) {
    Found found = {Worst(), begin, std::min(block, count)};
    for (int64_t i = begin; i < begin + count; i += block) {
      const int64_t some = std::min(block, begin + count - i);
      const Value value = BestOf(line + i * kSize, some);
      const bool better = Better(value, found.best) != found.best;
      if (better || (kTie == Tie::Last && value == found.best)) found = {value, i, some};
    }
    return found;
  }

  template <Tie kTie>
  static int64_t Find(const std::byte* line, int64_t count) {
    constexpr int64_t kBlock = 1024, kSmallBlock = 8 * kLanes;
    Found found = BestBlock<kTie>(line, 0, count, kBlock);
    found = BestBlock<kTie>(line, found.begin, found.count, kSmallBlock);
    for (int64_t i = 0; i < found.count; ++i) {
      const int64_t at = found.begin + (kTie == Tie::First ? i : found.count - 1 - i);
      if (Load<Value>(line + at * kSize) == found.best) return at;
    }
    // There is no number, or only the worst, in some other block.
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = kTie == Tie::First ? i : count - 1 - i;
      if (Load<Value>(line + at * kSize) == found.best) return at;
    }
    return kTie == Tie::First ? 0 : count - 1;
  }
};

FindExtreme Pick(DataType type, Extreme extreme, Tie tie) {
  return DispatchType(type, [&]<class T>(ElementTag<T>) -> FindExtreme {
    using Min = Search<T, Extreme::Min>;
    using Max = Search<T, Extreme::Max>;
    if (extreme == Extreme::Min)
      return tie == Tie::First ? Min::template Find<Tie::First> : Min::template Find<Tie::Last>;
    return tie == Tie::First ? Max::template Find<Tie::First> : Max::template Find<Tie::Last>;
  });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Pick);

FindExtreme FindExtremeFor(DataType type, Extreme extreme, Tie tie) {
  return WEFT_DISPATCH(Pick)(type, extreme, tie);
}

int64_t FindInLine(FindExtreme find, const std::byte* line, int64_t count, int element_bytes) {
  const int tasks = LineTaskCount(count);
  if (tasks == 1) return find(line, count);
  // The best of each task, in a line of their own.
  int64_t indices[kMostLineTasks];
  std::byte bests[kMostLineTasks * 8];
  ForEachLineTask(count, [&](int task, int64_t begin, int64_t some) {
    indices[task] = begin + find(line + begin * element_bytes, some);
    std::memcpy(bests + task * element_bytes, line + indices[task] * element_bytes,
                size_t(element_bytes));
  });
  return indices[find(bests, tasks)];
}

}  // namespace weft
#endif
