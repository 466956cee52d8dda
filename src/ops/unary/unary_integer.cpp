// SPDX-License-Identifier: MIT
// The integer functions of unary_table.h as plain loops the compiler turns into vectors; and
// ScaleBias of every type but float32 and float16.
#define HWY_TARGET_INCLUDE "ops/unary/unary_integer.cpp"
#include "simd/foreach_compute_target.h"
//
#include <algorithm>
#include <cstring>

#include "hwy/highway.h"
#include "ops/unary/unary_steps.h"
#include "tensor/element.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

struct Reals {
  double a, b;
};

template <class T>
HWY_INLINE T Negated(T x) {  // wraps
  return T(0 - std::make_unsigned_t<T>(x));
}

template <class T>
HWY_INLINE T Shrunk(T x, const Reals& real) {  // exact: the types have 32 bits at most
  const double y = double(x);
  return ConvertElement<T>(y > real.b ? y - real.a : y < -real.b ? y + real.a : 0.0);
}

#define WEFT_FLOAT_ROW(...)
#define WEFT_NUMBER_ROW(Op, function, integer, ...)                          \
  struct Op##Integer {                                                       \
    template <class T>                                                       \
    HWY_INLINE T operator()(T x, [[maybe_unused]] T a, [[maybe_unused]] T b, \
                            [[maybe_unused]] const Reals& real) const {      \
      return integer;                                                        \
    }                                                                        \
  };
#include "ops/unary/unary_table.h"

// Unaligned elements behind byte pointers.
template <class T>
struct __attribute__((packed, may_alias)) Unaligned {
  T value;
};

template <class T, class Function>
HWY_INLINE void ForEach(std::byte* output, const std::byte* input, int64_t count,
                        const Function& function) {
  auto* to = reinterpret_cast<Unaligned<T>*>(output);
  const auto* from = reinterpret_cast<const Unaligned<T>*>(input);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) to[i].value = function(from[i].value);
}

template <class T, class Function>
void Step(std::byte* output, const std::byte* input, int64_t count, const UnaryParameters& by) {
  const T a = T(by.bits[0]), b = T(by.bits[1]);
  const Reals real = {by.number[0], by.number[1]};
  ForEach<T>(output, input, count, [&](T x) HWY_ATTR { return Function()(x, a, b, real); });
}

// float64 holds integers of 32 bits, the 80-bit format those of 64.
template <class T>
using ComputeType =
    std::conditional_t<sizeof(T) <= 4 || std::floating_point<T>, double, long double>;

template <class T>
void Scale(std::byte* output, const std::byte* input, int64_t count, const UnaryParameters& by) {
  using Compute = ComputeType<T>;
  const Compute scale = by.scale_bias.scale, bias = by.scale_bias.bias;
  ForEach<T>(output, input, count,
             [&](T x) HWY_ATTR { return ConvertElement<T>(Compute(x) * scale + bias); });
}

template <class T>
UnaryStep StepOfType(OperatorType type) {
#define WEFT_FLOAT_ROW(...)
#define WEFT_NUMBER_ROW(Op, ...) \
  if (type == OperatorType::Op) return Step<T, Op##Integer>;
#include "ops/unary/unary_table.h"
  return nullptr;
}

UnaryStep StepOf(OperatorType type, DataType data_type) {
  return DispatchType(data_type, [&]<class T>(ElementTag<T>) -> UnaryStep {
    if constexpr (std::integral<T>) return StepOfType<T>(type);
    return nullptr;
  });
}

UnaryStep ScaleOf(DataType data_type) {
  return DispatchType(data_type, []<class T>(ElementTag<T>) -> UnaryStep {
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, float>)
      return nullptr;
    else
      return Scale<T>;
  });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(StepOf);
HWY_EXPORT(ScaleOf);

UnaryStep IntegerStep(OperatorType type, DataType data_type) {
  return WEFT_DISPATCH(StepOf)(type, data_type);
}
UnaryStep NumberScaleStep(DataType data_type) { return WEFT_DISPATCH(ScaleOf)(data_type); }

}  // namespace weft
#endif
