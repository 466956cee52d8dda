// SPDX-License-Identifier: MIT
// Elements as integers in the order of minima: the smallest number has the smallest key, -0 comes
// before 0, and the key of NaN is beyond that of every number, so that any number wins. For maxima
// the order is reversed. Keys make minima and maxima exact in any order of evaluation.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/half.h"

namespace weft {

template <class T>
using OrderKey = std::conditional_t<
    std::is_same_v<T, Half>, int16_t,
    std::conditional_t<std::is_same_v<T, float>, int32_t,
                       std::conditional_t<std::is_same_v<T, double>, int64_t, T>>>;

template <class T>
inline constexpr bool kIsFloatLike =
    std::is_same_v<T, Half> || std::is_same_v<T, float> || std::is_same_v<T, double>;

// The bits of Infinity of a float type whose keys are `Key`.
template <class Key>
inline constexpr Key kInfinityBits = sizeof(Key) == 2   ? Key(0x7c00)
                                     : sizeof(Key) == 4 ? Key(0x7f800000)
                                                        : Key(0x7ff0000000000000);

enum class Extreme : uint8_t { Min, Max };

template <class Key>
inline constexpr Key kWorstKey = std::numeric_limits<Key>::max();

// Turns bits into keys. `bits` is one element's or a vector of them; integers are their own bits.
// Written with operators that both have, by reference and always inlined: how vectors are passed
// differs between targets. Positive floats are in order as integers; negative ones are the other
// way round.
template <class T, Extreme kExtreme, class Bits>
[[gnu::always_inline]] constexpr void MakeKeys(Bits& bits) {
  using Key = OrderKey<T>;
  if constexpr (kIsFloatLike<T>) {
    constexpr Key kMagnitude = kWorstKey<Key>;
    const Bits ordered = bits ^ ((bits >> (8 * int(sizeof(Key)) - 1)) & kMagnitude);
    const Bits key = kExtreme == Extreme::Max ? ~ordered : ordered;
    bits = (bits & kMagnitude) > kInfinityBits<Key> ? (key | kMagnitude) & kMagnitude : key;
  } else if constexpr (kExtreme == Extreme::Max) {
    bits = Bits(~bits);
  }
}

// The key of one element.
template <class T, Extreme kExtreme, std::integral Bits>
constexpr Bits KeyFromBits(Bits bits) {
  MakeKeys<T, kExtreme>(bits);
  return bits;
}

// The element a key stands for; NaN for the worst key of a float type.
template <class T, Extreme kExtreme>
constexpr T FromKey(OrderKey<T> key) {
  using Key = OrderKey<T>;
  if constexpr (kIsFloatLike<T>) {
    if (key == kWorstKey<Key>)
      return std::bit_cast<T>(Key(kInfinityBits<Key> | (kInfinityBits<Key> >> 1)));
    const Key ordered = kExtreme == Extreme::Max ? Key(~key) : key;
    return std::bit_cast<T>(Key(ordered ^ (ordered < 0 ? kWorstKey<Key> : Key(0))));
  } else {
    return kExtreme == Extreme::Max ? T(~key) : key;
  }
}

}  // namespace weft
