// SPDX-License-Identifier: MIT
// ELEMENT_WISE_ADD1: a sum, and an activation of it while it is in the first-level cache. FLOAT16
// is rounded after both.
#include <algorithm>
#include <memory>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "kernels/activation.h"
#include "kernels/arithmetic.h"
#include "kernels/convert.h"
#include "ops/map_program.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

struct Parameters {
  const RowFunction* add;         // of float32 rows
  const RowFunction* activation;  // the same
  ConvertRow widen, narrow;       // for FLOAT16, else null
};

void AddAndActivate(std::byte* output, const std::byte* const* inputs, int64_t count,
                    const void* parameters) {
  const auto by = *static_cast<const Parameters*>(parameters);
  const int64_t size = by.widen ? 2 : 4;
  constexpr int64_t kStretch = 512;
  float a[kStretch], b[kStretch];
  for (int64_t i = 0; i < count; i += kStretch) {
    const int64_t n = std::min(kStretch, count - i);
    const std::byte* from[] = {inputs[0] + i * size, inputs[1] + i * size};
    std::byte* to = output + i * size;
    std::byte* sum = to;
    if (by.widen) {
      sum = reinterpret_cast<std::byte*>(a);
      by.widen(sum, from[0], n);
      by.widen(reinterpret_cast<std::byte*>(b), from[1], n);
      from[0] = sum;
      from[1] = reinterpret_cast<const std::byte*>(b);
    }
    (*by.add)(sum, from, n);
    const std::byte* const sums[] = {sum};
    (*by.activation)(sum, sums, n);
    if (by.narrow) by.narrow(to, sum, n);
  }
}

}  // namespace

Status Validate(const ElementWiseAdd1& op) {
  if (!op.fused_activation) return Ok();
  return std::visit(
      []<class Activation>(const Activation&) -> Status {
        constexpr bool kOnlyGemm = std::is_same_v<Activation, ActivationSoftmax> ||
                                   std::is_same_v<Activation, ActivationSoftmax1>;
        if constexpr (kOnlyGemm || std::is_same_v<Activation, ElementWiseClip>)
          return Invalid("ELEMENT_WISE_ADD1: FusedActivation is {}, but only {} can fuse it",
                         Info(Activation::kType).name, kOnlyGemm ? "GEMM" : "CONVOLUTION or GEMM");
        return Ok();
      },
      *op.fused_activation);
}

Result<Program> Plan(const ElementWiseAdd1& op) {
  const DataType type = op.output.type;
  if (!op.fused_activation)
    return MapProgram(ArithmeticRow(Arithmetic::Add, type), op.output, op.a, op.b);
  const bool half = type == DataType::Float16;
  const auto rows = std::make_shared<const std::array<RowFunction, 2>>(std::array<RowFunction, 2>{
      ArithmeticRow(Arithmetic::Add, DataType::Float32), *ActivationRow(*op.fused_activation)});
  const Parameters parameters = {
      &(*rows)[0], &(*rows)[1], half ? ConverterFor(DataType::Float32, DataType::Float16) : nullptr,
      half ? ConverterFor(DataType::Float16, DataType::Float32) : nullptr};
  Program program = MapProgram({AddAndActivate, parameters}, op.output, op.a, op.b);
  return Program{.run = [rows, run = std::move(program.run)](const Bindings& bind) { run(bind); }};
}

}  // namespace weft::ops
