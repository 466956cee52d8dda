// SPDX-License-Identifier: MIT
// Integers to the power of integers by repeated squaring. All others go through float64.
#include "ops/elementwise/power.h"

#include <cstring>

#include "ops/elementwise/double_functions.h"
#include "tensor/element.h"

namespace weft {
namespace {

template <std::integral T>
T IntegerPower(T x, int64_t y) {
  if (y < 0) {
    if (x == 0) return T(-1);
    if (x == 1) return 1;
    if (std::is_signed_v<T> && x == T(-1)) return y % 2 == 0 ? T(1) : T(-1);
    return 0;
  }
  uint32_t result = 1, square = uint32_t(int64_t(x));  // low bits do not depend on high ones
  for (; y > 0; y /= 2) {
    if (y % 2 != 0) result *= square;
    square *= square;
  }
  return T(result);
}

struct Parameters {
  bool adjusted;
  ScaleBias by;
};

template <class X, class Y>
void IntegerPowerRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                     const void* parameters) {
  const auto adjust = *static_cast<const Parameters*>(parameters);
  for (int64_t i = 0; i < count; ++i) {
    X x;
    Y y;
    std::memcpy(&x, inputs[0] + i * int64_t(sizeof(X)), sizeof(X));
    std::memcpy(&y, inputs[1] + i * int64_t(sizeof(Y)), sizeof(Y));
    if (adjust.adjusted)
      x = ConvertElement<X>(double(x) * double(adjust.by.scale) + double(adjust.by.bias));
    x = IntegerPower(x, int64_t(y));
    std::memcpy(output + i * int64_t(sizeof(X)), &x, sizeof(X));
  }
}

template <class T>
constexpr bool kIsSmallInteger = std::integral<T> && sizeof(T) <= 4;

}  // namespace

RowFunction PowerRow(DataType x, DataType y, const std::optional<ScaleBias>& scale_bias) {
  if (IsFloat(x)) return DoubleRow(DoubleFunction::Power, x, x, y, scale_bias);
  if (IsFloat(y)) return DoubleRow(DoubleFunction::PowerExact, x, x, y, scale_bias);
  return DispatchType(x, [&]<class X>(ElementTag<X>) {
    return DispatchType(y, [&]<class Y>(ElementTag<Y>) -> RowFunction {
      if constexpr (kIsSmallInteger<X> && kIsSmallInteger<Y>)
        return {IntegerPowerRow<X, Y>,
                Parameters{scale_bias.has_value(), scale_bias.value_or(ScaleBias())}};
      else
        return {};
    });
  });
}

}  // namespace weft
