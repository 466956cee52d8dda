// SPDX-License-Identifier: MIT
// What convolutions multiply: float32, or pairs of 16-bit integers. Either takes 4 bytes; weights
// may be pairs of 8-bit integers, too. Included once for every instruction set.
#if defined(WEFT_OPS_CONVOLUTION_TAP_UNITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_OPS_CONVOLUTION_TAP_UNITS_INL_H_
#undef WEFT_OPS_CONVOLUTION_TAP_UNITS_INL_H_
#else
#define WEFT_OPS_CONVOLUTION_TAP_UNITS_INL_H_
#endif

#include <cstddef>
#include <cstring>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
const T* As(const std::byte* bytes) {
  return reinterpret_cast<const T*>(bytes);
}

using Floats = hn::ScalableTag<float>;
using Ints = hn::ScalableTag<int32_t>;

// Weights as they are multiplied.
template <class Unit>
struct WideWeights {
  using Weight = Unit;
  struct Zeros {
    Zeros(const std::byte*, int64_t) {}  // there are none
  };
  template <class D>
  static HWY_INLINE hn::Vec<D> LoadWeights(D d, const Weight* weights, const Zeros&) {
    return hn::LoadU(d, weights);
  }
};

struct Float : WideWeights<float> {
  using Tag = Floats;
  using Sum = float;
  static HWY_INLINE hn::Vec<Tag> Broadcast(const std::byte* unit) {
    float x;
    std::memcpy(&x, unit, sizeof x);
    return hn::Set(Tag(), x);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Add(D, V sum, V x, V weights) {
    return hn::MulAdd(x, weights, sum);
  }
};

// A unit is two 16-bit integers; their products with two weights are added without a rest.
struct Pairs : WideWeights<int32_t> {
  using Tag = Ints;
  using Sum = int32_t;
  static HWY_INLINE hn::Vec<Tag> Broadcast(const std::byte* unit) {
    int32_t x;
    std::memcpy(&x, unit, sizeof x);
    return hn::Set(Tag(), x);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Add([[maybe_unused]] D d, V sum, V x, V weights) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
    const hn::Repartition<int16_t, D> d16;
    V unused = sum;
    if constexpr (hn::MaxLanes(d) >= 4)
      return hn::ReorderWidenMulAccumulate(d, hn::BitCast(d16, x), hn::BitCast(d16, weights), sum,
                                           unused);
#endif
    const V high = hn::ShiftRight<16>(x) * hn::ShiftRight<16>(weights);
    return sum + Low(x) * Low(weights) + high;
  }
  template <class V>
  static HWY_INLINE V Low(V pair) {
    return hn::ShiftRight<16>(hn::ShiftLeft<16>(pair));
  }
};

// A unit's weights are two 8-bit integers. Less the zero point of their column they are 16-bit
// ones.
template <class Integer>
struct NarrowPairs : Pairs {
  struct Weight {
    Integer pair[2];
  };
  // Of the columns of a vector, each twice.
  struct Zeros {
    hn::Vec<Ints> pairs = hn::Zero(Ints());
    HWY_INLINE Zeros(const std::byte* zeros, int64_t column) {
      if (!zeros) return;
      const Ints d;
      const hn::Rebind<Integer, Ints> d8;
      const auto wide = hn::PromoteTo(d, hn::LoadU(d8, As<Integer>(zeros + column)));
      pairs = hn::Or(hn::And(wide, hn::Set(d, 0xFFFF)), hn::ShiftLeft<16>(wide));
    }
  };
  template <class D>
  static HWY_INLINE hn::Vec<D> LoadWeights(D d, const Weight* weights, const Zeros& zeros) {
    if constexpr (hn::MaxLanes(D()) == 1) {
      const auto zero = Integer(hn::GetLane(zeros.pairs));
      const auto less = [&](int i) { return uint16_t(weights->pair[i] - zero); };
      return hn::Set(d, int32_t(less(0) | uint32_t(less(1)) << 16));
    } else {
      const hn::Repartition<int16_t, D> d16;
      const hn::Rebind<Integer, decltype(d16)> d8;
      const auto wide = hn::PromoteTo(d16, hn::LoadU(d8, weights->pair));
      return hn::BitCast(d, hn::Sub(wide, hn::BitCast(d16, zeros.pairs)));
    }
  }
};

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
