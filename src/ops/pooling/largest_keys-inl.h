// SPDX-License-Identifier: MIT
// The order in which the largest element of a window is found, as three kinds of keys. -0 is
// smaller than 0, and any number wins against a NaN. Keys of a kind have
//
//   Lane                what is in vectors and in memory; as wide as an element
//   kLowest             a key that wins against none
//   FromElements        keys of elements as they are in memory
//   Larger(x, best)     the larger of both, lane by lane
//   ElementsOf          elements as results are to have them, which Doubts have seen
//   Doubts              whether these keys may have found a wrong element
//   Careful             the keys to begin anew with then
//
// Included once for every instruction set.
#if defined(WEFT_OPS_POOLING_LARGEST_KEYS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_OPS_POOLING_LARGEST_KEYS_INL_H_
#undef WEFT_OPS_POOLING_LARGEST_KEYS_INL_H_
#else
#define WEFT_OPS_POOLING_LARGEST_KEYS_INL_H_
#endif

#include <cstdint>
#include <limits>
#include <type_traits>

#include "hwy/highway.h"
#include "simd/partial-inl.h"
#include "simd/unaligned-inl.h"
#include "simd/unaligned.h"
#include "tensor/order_key.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct NoDoubts {
  template <class D>
  struct Doubts {
    HWY_INLINE void See(hn::Vec<D>) {}
    HWY_INLINE bool Any() const { return false; }
  };
};

// Integers are their own keys.
template <class T>
struct IntegerKeys : NoDoubts {
  using Lane = T;
  using Careful = IntegerKeys;
  static constexpr Lane kLowest = std::numeric_limits<T>::min();
  template <class D>
  static HWY_INLINE hn::Vec<D> FromElements(D, hn::Vec<D> x) {
    return x;
  }
  template <class D>
  static HWY_INLINE hn::Vec<D> Larger(D, hn::Vec<D> x, hn::Vec<D> best) {
    return hn::Max(x, best);
  }
  template <class D>
  static HWY_INLINE hn::Vec<D> ElementsOf(D, hn::Vec<D> keys) {
    return keys;
  }
};

// Integers in the order of floats: the bits of a float, all but the sign inverted where it is set.
// With care, a NaN is smaller than all numbers. Without, one whose sign is not set is larger; then
// it is the result, where it is found.
template <class T, bool kIsCareful>
struct OrderedKeys {
  using Lane = OrderKey<T>;
  using Careful = OrderedKeys<T, true>;
  static constexpr Lane kLowest = std::numeric_limits<Lane>::min();
  static constexpr Lane kMagnitude = std::numeric_limits<Lane>::max();
  static constexpr Lane kInfinity = kInfinityBits<Lane>;

  template <class D>
  static HWY_INLINE hn::Vec<D> FromElements(D d, hn::Vec<D> x) {
    if constexpr (kIsCareful) x = hn::IfThenElse(IsNan(d, x), hn::Set(d, Lane(-1)), x);
    return Swap(d, x);
  }
  template <class D>
  static HWY_INLINE hn::Vec<D> Larger(D, hn::Vec<D> x, hn::Vec<D> best) {
    return hn::Max(x, best);
  }
  template <class D>
  static HWY_INLINE hn::Vec<D> ElementsOf(D d, hn::Vec<D> keys) {
    const auto x = Swap(d, keys);
    if constexpr (!kIsCareful) return x;
    constexpr Lane kNan = kInfinity | (kInfinity >> 1);
    return hn::IfThenElse(IsNan(d, x), hn::Set(d, kNan), x);
  }

  template <class D>
  struct Doubts {
    hn::Vec<D> most;
    HWY_INLINE Doubts() : most(hn::Zero(D())) {}
    HWY_INLINE void See(hn::Vec<D> x) {
      if constexpr (!kIsCareful) most = hn::Max(most, hn::And(x, hn::Set(D(), kMagnitude)));
    }
    HWY_INLINE bool Any() const {
      return !hn::AllFalse(D(), hn::Gt(most, hn::Set(D(), kInfinity)));
    }
  };

 private:
  template <class D>
  static HWY_INLINE hn::Mask<D> IsNan(D d, hn::Vec<D> x) {
    return hn::Gt(hn::And(x, hn::Set(d, kMagnitude)), hn::Set(d, kInfinity));
  }
  // From bits to keys and back.
  template <class D>
  static HWY_INLINE hn::Vec<D> Swap(D d, hn::Vec<D> x) {
    return hn::IfNegativeThenElse(x, hn::Xor(x, hn::Set(d, kMagnitude)), x);
  }
};

// Floats as the machine compares them, one instruction for each: nothing is larger than a NaN, and
// neither zero is larger than the other. So -0 may stand where 0 should, and -Infinity where all
// are NaN; both are rare, but results that have them are doubted.
template <class T>
struct NumberKeys {
  using Lane = T;
  using Careful = OrderedKeys<T, true>;
  static constexpr Lane kLowest = -std::numeric_limits<T>::infinity();
  template <class D>
  static HWY_INLINE hn::Vec<D> FromElements(D, hn::Vec<D> x) {
    return x;
  }
  // `best` is never NaN.
  template <class D>
  static HWY_INLINE hn::Vec<D> Larger(D, hn::Vec<D> x, hn::Vec<D> best) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
    return hn::Max(x, best);  // of a NaN and a number, it gives the second
#else
    return hn::IfThenElse(hn::Gt(x, best), x, best);
#endif
  }
  template <class D>
  static HWY_INLINE hn::Vec<D> ElementsOf(D, hn::Vec<D> keys) {
    return keys;
  }

  template <class D>
  struct Doubts {
    using Bits = hn::RebindToSigned<D>;
    static constexpr OrderKey<T> kNegativeZero = std::numeric_limits<OrderKey<T>>::min();
    hn::Vec<D> least;
    hn::Vec<Bits> least_bits;  // negative zero has the least of all
    HWY_INLINE Doubts() : least(hn::Zero(D())), least_bits(hn::Zero(Bits())) {}
    HWY_INLINE void See(hn::Vec<D> x) {
      least = hn::Min(least, x);
      least_bits = hn::Min(least_bits, hn::BitCast(Bits(), x));
    }
    HWY_INLINE bool Any() const {
      return !hn::AllFalse(D(), hn::Eq(least, hn::Set(D(), kLowest))) ||
             !hn::AllFalse(Bits(), hn::Eq(least_bits, hn::Set(Bits(), kNegativeZero)));
    }
  };
};

// The keys to begin with. Float16 has no comparison of its own.
template <class T>
using FirstKeys = std::conditional_t<
    !kIsFloatLike<T>, IntegerKeys<T>,
    std::conditional_t<std::is_same_v<T, Half>, OrderedKeys<T, false>, NumberKeys<T>>>;

// Calls take(keys, done, count) for rows `done` to done + count - 1 of `rows`, until all are right.
// It returns how many of them surely are; the next one is taken once more by careful keys.
template <class T, class Take>
HWY_INLINE void TakeSurely(int64_t rows, const Take& take) {
  for (int64_t done = 0; done < rows; ++done) {
    done += take(FirstKeys<T>(), done, rows - done);
    if (done < rows) take(typename FirstKeys<T>::Careful(), done, 1);
  }
}

// Keys of memory that may end within a vector: then of `count` elements alone.
template <class Keys, bool kIsWhole, class D>
HWY_INLINE hn::Vec<D> LoadAsKeys(D d, const typename Keys::Lane* from,
                                 [[maybe_unused]] int64_t count) {
  if constexpr (kIsWhole) return Keys::FromElements(d, LoadUnaligned(d, from));
  return Keys::FromElements(d, LoadFirst(d, from, count, hn::Zero(d)));
}

// Stores the elements of the keys, `count` of them where that is no whole vector.
template <class Keys, bool kIsWhole, class D, class Doubts>
HWY_INLINE void StoreElements(D d, hn::Vec<D> keys, int64_t count, typename Keys::Lane* to,
                              Doubts& doubts) {
  if constexpr (!kIsWhole) keys = hn::IfThenElse(hn::FirstN(d, size_t(count)), keys, hn::Zero(d));
  const auto elements = Keys::ElementsOf(d, keys);
  doubts.See(elements);
  if constexpr (kIsWhole)
    StoreUnaligned(elements, d, to);
  else
    StoreFirst(elements, d, to, count);
}

// Sets elements to the lowest number of the type: the largest one of a window of padding only.
template <class T>
void SetLowest(std::byte* to, int64_t count) {
  using Key = OrderKey<T>;
  Key lowest = std::numeric_limits<Key>::min();
  if constexpr (kIsFloatLike<T>) lowest |= kInfinityBits<Key>;
  for (int64_t i = 0; i < count; ++i) reinterpret_cast<Unaligned<Key>*>(to)[i].value = lowest;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
