// SPDX-License-Identifier: MIT
// A block in the first-level cache is searched for its best key first, which is plain vector work;
// only where that beats all before, it is searched again for the place.
#pragma GCC diagnostic ignored "-Wpsabi"  // no vector leaves this file
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/arg_extreme.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/arg_extreme.h"
#include "kernels/element.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

template <class T, Extreme kExtreme>
struct Search {
  using Key = OrderKey<T>;
  static constexpr int kLanes = 32 / int(sizeof(Key));
  typedef Key Vector __attribute__((vector_size(32)));

  // -0 has the key of 0.
  template <class Bits>
  static Bits KeyOf(Bits bits) {
    if constexpr (kIsFloatLike<T>) bits = (bits & kWorstKey<Key>) == 0 ? (bits & Key(0)) : bits;
    return KeyFromBits<T, kExtreme>(bits);
  }
  template <class Bits>
  static Bits Load(const std::byte* at) {
    Bits bits;
    std::memcpy(&bits, at, sizeof bits);
    return KeyOf(bits);
  }

  static Key BestOf(const std::byte* block, int64_t count) {
    constexpr int kVectors = 4;
    Key best = kWorstKey<Key>;
    int64_t i = 0;
    if (count >= kVectors * kLanes) {
      Vector bests[kVectors];
      for (int v = 0; v < kVectors; ++v) bests[v] = Load<Vector>(block + 32 * v);
      for (i = kVectors * kLanes; i + kVectors * kLanes <= count; i += kVectors * kLanes)
        for (int v = 0; v < kVectors; ++v) {
          const Vector keys = Load<Vector>(block + i * int64_t(sizeof(Key)) + 32 * v);
          bests[v] = keys < bests[v] ? keys : bests[v];
        }
      for (int v = 1; v < kVectors; ++v) bests[0] = bests[v] < bests[0] ? bests[v] : bests[0];
      for (int lane = 0; lane < kLanes; ++lane) best = std::min(best, Key(bests[0][lane]));
    }
    for (; i < count; ++i) best = std::min(best, Load<Key>(block + i * int64_t(sizeof(Key))));
    return best;
  }

  template <Tie kTie>
  static int64_t Find(const std::byte* line, int64_t count) {
    constexpr int64_t kSize = sizeof(Key), kBlock = 1024;
    Key best = kWorstKey<Key>;
    int64_t block = 0;  // that has it
    for (int64_t i = 0; i < count; i += kBlock) {
      const Key key = BestOf(line + i * kSize, std::min(kBlock, count - i));
      if (key < best || (kTie == Tie::Last && key == best)) best = key, block = i;
    }
    const int64_t end = std::min(block + kBlock, count);
    if constexpr (kTie == Tie::First) {
      int64_t i = block;
      while (i < end - 1 && Load<Key>(line + i * kSize) != best) ++i;
      return i;
    } else {
      int64_t i = end - 1;
      while (i > block && Load<Key>(line + i * kSize) != best) --i;
      return i;
    }
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
  return HWY_DYNAMIC_DISPATCH(Pick)(type, extreme, tie);
}

}  // namespace weft
#endif
