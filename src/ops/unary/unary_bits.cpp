// SPDX-License-Identifier: MIT
// Functions of bits as plain loops the compiler turns into vectors.
#define HWY_TARGET_INCLUDE "ops/unary/unary_bits.cpp"
#include "simd/foreach_compute_target.h"
//
#include <bit>
#include <cstdint>

#include "hwy/highway.h"
#include "ops/unary/unary_bits.h"
#include "tensor/element.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// Unaligned elements behind byte pointers.
template <class T>
struct __attribute__((packed, may_alias)) Unaligned {
  T value;
};

// Infinity of the float type that is as wide as Bits.
template <class Bits>
inline constexpr Bits kInfinity = sizeof(Bits) == 2 ? Bits(0x7c00) : Bits(0x7f800000);
template <class Bits>
inline constexpr Bits kSign = Bits(1) << (8 * sizeof(Bits) - 1);

struct IsNan {
  template <class Bits>
  HWY_INLINE bool operator()(Bits x) const {
    return Bits(x & ~kSign<Bits>) > kInfinity<Bits>;
  }
};
struct IsInfinity {
  template <class Bits>
  HWY_INLINE bool operator()(Bits x) const {
    return Bits(x & ~kSign<Bits>) == kInfinity<Bits>;
  }
};
struct IsPositiveInfinity {
  template <class Bits>
  HWY_INLINE bool operator()(Bits x) const {
    return x == kInfinity<Bits>;
  }
};
struct IsNegativeInfinity {
  template <class Bits>
  HWY_INLINE bool operator()(Bits x) const {
    return x == (kInfinity<Bits> | kSign<Bits>);
  }
};
struct LogicalNot {
  template <class Bits>
  HWY_INLINE bool operator()(Bits x) const {
    return x == 0;
  }
};
struct BitNot {
  template <class Bits>
  HWY_INLINE Bits operator()(Bits x) const {
    return Bits(~x);
  }
};
struct BitCount {
  template <class Bits>
  HWY_INLINE int operator()(Bits x) const {
    return std::popcount(x);
  }
};

template <class To, class From, class Function>
void Row(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  auto* to = reinterpret_cast<Unaligned<To>*>(output);
  const auto* from = reinterpret_cast<const Unaligned<From>*>(inputs[0]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) to[i].value = To(Function()(from[i].value));
}

// Calls body(ElementTag<U>()) with the unsigned type of so many bytes.
template <class Body>
MapRow DispatchWidth(int bytes, Body&& body) {
  switch (bytes) {
    case 1: return body(ElementTag<uint8_t>());
    case 2: return body(ElementTag<uint16_t>());
    case 4: return body(ElementTag<uint32_t>());
    default: return body(ElementTag<uint64_t>());
  }
}

template <class Function>
MapRow RowOf(int output, int input) {
  return DispatchWidth(output, [&]<class To>(ElementTag<To>) {
    return DispatchWidth(
        input, []<class From>(ElementTag<From>) -> MapRow { return Row<To, From, Function>; });
  });
}

MapRow NanOf(int output, int input) { return RowOf<IsNan>(output, input); }
MapRow InfinityOf(int output, int input, IsInfinityMode mode) {
  if (mode == IsInfinityMode::Positive) return RowOf<IsPositiveInfinity>(output, input);
  if (mode == IsInfinityMode::Negative) return RowOf<IsNegativeInfinity>(output, input);
  return RowOf<IsInfinity>(output, input);
}
MapRow NotOf(int output, int input) { return RowOf<LogicalNot>(output, input); }
MapRow BitNotOf(int output, int input) { return RowOf<BitNot>(output, input); }
MapRow BitCountOf(int output, int input) { return RowOf<BitCount>(output, input); }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(NanOf);
HWY_EXPORT(InfinityOf);
HWY_EXPORT(NotOf);
HWY_EXPORT(BitNotOf);
HWY_EXPORT(BitCountOf);

MapRow IsNanRow(int output, int input) { return WEFT_DISPATCH(NanOf)(output, input); }
MapRow IsInfinityRow(int output, int input, IsInfinityMode mode) {
  return WEFT_DISPATCH(InfinityOf)(output, input, mode);
}
MapRow LogicalNotRow(int output, int input) { return WEFT_DISPATCH(NotOf)(output, input); }
MapRow BitNotRow(int output, int input) { return WEFT_DISPATCH(BitNotOf)(output, input); }
MapRow BitCountRow(int output, int input) { return WEFT_DISPATCH(BitCountOf)(output, input); }

}  // namespace weft
#endif
