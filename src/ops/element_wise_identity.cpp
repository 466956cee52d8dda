// SPDX-License-Identifier: MIT
// ELEMENT_WISE_IDENTITY: a copy between any two layouts; with ScaleBias, x * Scale + Bias.
//
// FLOAT16 computes in float32 and is stored once. Integers compute in a float type that holds them
// (float64 up to 32 bits, 80-bit above) and come back truncated and saturated, as in CAST.
#include "generated/ops/implementations.h"
#include "kernels/element.h"
#include "ops/program.h"
#include "strided/copy.h"
#include "strided/map.h"

#include <cstring>

namespace weft::ops {
namespace {

template <class T>
using ComputeType =
    std::conditional_t<std::is_same_v<T, Half>, float,
                       std::conditional_t<std::floating_point<T>, T,
                                          std::conditional_t<sizeof(T) <= 4, double, long double>>>;

template <class T>
T ScaleAndBias(T x, float scale, float bias) {
  using Compute = ComputeType<T>;
  return ConvertElement<T>(ConvertElement<Compute>(x) * Compute(scale) + Compute(bias));
}

template <class T>
void ScaleBiasRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                  const void* parameters) {
  const auto& by = *static_cast<const ScaleBias*>(parameters);
  for (int64_t i = 0; i < count; ++i) {
    T x;
    std::memcpy(&x, inputs[0] + i * int64_t(sizeof(T)), sizeof(T));
    x = ScaleAndBias(x, by.scale, by.bias);
    std::memcpy(output + i * int64_t(sizeof(T)), &x, sizeof(T));
  }
}

}  // namespace

Status Validate(const ElementWiseIdentity&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const ElementWiseIdentity& op) {
  if (!op.scale_bias)
    return CopyProgram(CopyPlan(SizeBits(op.output.type), op.output.layout, op.input.layout));
  return DispatchType(op.input.type, [&]<class T>(ElementTag<T>) -> Result<Program> {
    const MapPlan<1> plan({op.output.layout, sizeof(T)}, {MapOperand{op.input.layout, sizeof(T)}},
                          {ScaleBiasRow<T>, *op.scale_bias});
    return Program{
        .run = [plan](const Bindings& bind) { plan.Run(bind.Output(0), {bind.Input(0)}); }};
  });
}

}  // namespace weft::ops
