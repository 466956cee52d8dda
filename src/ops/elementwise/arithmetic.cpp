// SPDX-License-Identifier: MIT
// Arithmetic as functions of two elements. Where the sign of integers does not matter they are
// instantiated by width alone.
#define HWY_TARGET_INCLUDE "ops/elementwise/arithmetic.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/elementwise/arithmetic.h"
#include "ops/elementwise/double_functions.h"
#include "strided/element_rows-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return T(a + b);
  }
};
struct Subtract {
  template <class T>
  T operator()(T a, T b) const {
    return T(a - b);
  }
};
struct Multiply {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::integral<T>)
      return T(1u * a * b);  // uint16_t would become int, and overflow
    else
      return a * b;
  }
};

struct Divide {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::floating_point<T>) {
      return a / b;
    } else {
      using Bits = typename BitsOfType<T>::type;
      if (b == 0) return T(-1);
      if (std::is_signed_v<T> && b == T(-1)) return T(0 - Bits(a));  // the lowest would trap
      return T(a / b);
    }
  }
};
struct ModulusTruncate {
  template <std::integral T>
  T operator()(T a, T b) const {
    if (b == 0) return T(-1);
    if (std::is_signed_v<T> && b == T(-1)) return 0;
    return T(a % b);
  }
};
struct ModulusFloor {
  template <std::integral T>
  T operator()(T a, T b) const {
    const T rest = ModulusTruncate()(a, b);
    return b != 0 && rest != 0 && (rest < 0) != (b < 0) ? T(rest + b) : rest;
  }
};

struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    return a >= b || b != b ? a : b;
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    return a <= b || b != b ? a : b;
  }
};

struct Mean {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::integral<T>)
      return T((int64_t(a) + int64_t(b)) / 2);
    else
      return (a + b) / 2;
  }
};
struct DifferenceSquare {
  template <class T>
  T operator()(T a, T b) const {
    return Multiply()(Subtract()(a, b), Subtract()(a, b));
  }
};

struct ParameterizedRelu {
  template <class T>
  T operator()(T x, T slope) const {
    using Bits = typename BitsOfType<T>::type;
    return x >= 0 ? x : T(Multiply()(Bits(x), Bits(slope)));
  }
};
struct ReluGrad {
  template <class T>
  T operator()(T x, T gradient) const {
    return x > 0 ? gradient : T(0);
  }
};

template <class T>
struct ClipGrad {
  T min, max;
  T operator()(T x, T gradient) const { return x <= min || x >= max ? T(0) : gradient; }
};

// A row for `type`, if it is among Types.
template <class F, class... Types>
RowFunction RowOf(DataType type) {
  return DispatchType(type, []<class T>(ElementTag<T>) -> RowFunction {
    if constexpr (!(std::is_same_v<T, Types> || ...))
      return nullptr;
    else if constexpr (std::is_same_v<T, float>)
      return {ElementRow<F, T, T, T>, StreamRow<F, T, T, T>};
    else
      return ElementRow<F, T, T, T>;
  });
}
template <class F>
RowFunction ByType(DataType type) {
  return RowOf<F, float, Half, int64_t, int32_t, int16_t, int8_t, uint64_t, uint32_t, uint16_t,
               uint8_t>(type);
}
template <class F>
RowFunction ByWidth(DataType type) {
  return RowOf<F, float, Half, uint64_t, uint32_t, uint16_t, uint8_t>(UnsignedOf(type));
}
template <class F>
RowFunction ForIntegers(DataType type) {
  return RowOf<F, int64_t, int32_t, int16_t, int8_t, uint64_t, uint32_t, uint16_t, uint8_t>(type);
}

RowFunction RowFor(Arithmetic function, DataType type) {
  switch (function) {
    case Arithmetic::Add: return ByWidth<Add>(type);
    case Arithmetic::Subtract: return ByWidth<Subtract>(type);
    case Arithmetic::Multiply: return ByWidth<Multiply>(type);
    case Arithmetic::Divide: return ByType<Divide>(type);
    case Arithmetic::Maximum: return ByType<Maximum>(type);
    case Arithmetic::Minimum: return ByType<Minimum>(type);
    case Arithmetic::Mean: return RowOf<Mean, float, Half, int32_t, uint32_t>(type);
    case Arithmetic::ModulusTruncate: return ForIntegers<ModulusTruncate>(type);
    case Arithmetic::ModulusFloor: return ForIntegers<ModulusFloor>(type);
    case Arithmetic::DifferenceSquare:
      return RowOf<DifferenceSquare, float, Half, uint32_t>(UnsignedOf(type));
    case Arithmetic::ParameterizedRelu:
      return RowOf<ParameterizedRelu, float, Half, int32_t, int16_t, int8_t>(type);
    case Arithmetic::ReluGrad: return RowOf<ReluGrad, float, Half, int32_t, int16_t, int8_t>(type);
  }
  return nullptr;
}

RowFunction ClipGradFor(DataType type, uint64_t min_bits, uint64_t max_bits) {
  return DispatchType(type, [&]<class T>(ElementTag<T>) {
    T min, max;
    std::memcpy(&min, &min_bits, sizeof(T));
    std::memcpy(&max, &max_bits, sizeof(T));
    using F = ClipGrad<Widened<T>>;
    return RowFunction(ElementRow<F, T, T, T>,
                       F{ConvertElement<Widened<T>>(min), ConvertElement<Widened<T>>(max)});
  });
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RowFor);
HWY_EXPORT(ClipGradFor);

RowFunction ArithmeticRow(Arithmetic function, DataType type) {
  // A remainder is exact, and float32 has no room for the way there.
  if (IsFloat(type) && function == Arithmetic::ModulusTruncate)
    return DoubleRow(DoubleFunction::ModulusTruncate, type, type, type);
  if (IsFloat(type) && function == Arithmetic::ModulusFloor)
    return DoubleRow(DoubleFunction::ModulusFloor, type, type, type);
  return WEFT_DISPATCH(RowFor)(function, type);
}

RowFunction ClipGradRow(DataType type, uint64_t min_bits, uint64_t max_bits) {
  return WEFT_DISPATCH(ClipGradFor)(type, min_bits, max_bits);
}

}  // namespace weft
#endif
