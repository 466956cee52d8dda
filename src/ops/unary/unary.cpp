// SPDX-License-Identifier: MIT
// Combines the steps of a unary row.
#include "ops/unary/unary.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <optional>

#include "base/half.h"
#include "ops/unary/unary_steps.h"

namespace weft {
namespace {

constexpr int64_t kBlock = 512;  // elements; they stay in the first-level cache between two steps

void OneStep(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  const auto& by = *static_cast<const UnaryParameters*>(parameters);
  by.run(output, inputs[0], count, by);
}

void OneStepStreamed(std::byte* output, const std::byte* const* inputs, int64_t count,
                     const void* parameters) {
  const auto& by = *static_cast<const UnaryParameters*>(parameters);
  by.stream(output, inputs[0], count, by);
}

// A ScaleBias, then the function.
template <int kBytes>
void TwoSteps(std::byte* output, const std::byte* const* inputs, int64_t count,
              const void* parameters) {
  const auto& by = *static_cast<const UnaryParameters*>(parameters);
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t n = std::min(kBlock, count - i);
    by.scale(output + i * kBytes, inputs[0] + i * kBytes, n, by);
    if (by.run != nullptr) by.run(output + i * kBytes, output + i * kBytes, n, by);
  }
}

void HalfSteps(std::byte* output, const std::byte* const* inputs, int64_t count,
               const void* parameters) {
  const auto& by = *static_cast<const UnaryParameters*>(parameters);
  float block[kBlock];
  auto* floats = reinterpret_cast<std::byte*>(block);
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t n = std::min(kBlock, count - i);
    by.widen(floats, inputs[0] + 2 * i, n);
    if (by.scale != nullptr) by.scale(floats, floats, n, by);
    by.run(floats, floats, n, by);
    by.narrow(output + 2 * i, floats, n);
  }
}

MapRow TwoStepsOf(int bytes) {
  switch (bytes) {
    case 1: return TwoSteps<1>;
    case 2: return TwoSteps<2>;
    case 4: return TwoSteps<4>;
    default: return TwoSteps<8>;
  }
}

// A parameter as a float and as the bits of the tensor's type.
struct Parameter {
  float number;
  uint64_t bits;
};
Parameter Of(float value, DataType type) { return {value, Scalar(value).Bits(type)}; }
Parameter Of(const Scalar& value, DataType type) {
  const uint64_t bits = value.Bits(type);
  if (type == DataType::Float16) return {HalfToFloat({uint16_t(bits)}), bits};
  return {std::bit_cast<float>(uint32_t(bits)), bits};  // meant for FLOAT32 only
}
Parameter Of(RoundingMode value, DataType) { return {float(value), 0}; }

template <class Op>
std::optional<ScaleBias> ScaleBiasOf(const Op& op) {
  if constexpr (requires { op.scale_bias; }) return op.scale_bias;
  return std::nullopt;
}

RowFunction MakeRow(OperatorType op, DataType type, const std::optional<ScaleBias>& scale_bias,
                    UnaryParameters by) {
  const bool is_half = type == DataType::Float16, is_float = is_half || type == DataType::Float32;
  if (scale_bias) {
    by.scale = is_float ? FloatScaleStep() : NumberScaleStep(type);
    by.scale_bias = *scale_bias;
  }
  by.run = is_float ? FloatStep(op) : IntegerStep(op, type);
  if (is_half) {
    by.widen = ConverterFor(DataType::Float32, DataType::Float16);
    by.narrow = ConverterFor(DataType::Float16, DataType::Float32);
    return {HalfSteps, by};
  }
  if (by.scale != nullptr) return {TwoStepsOf(SizeBits(type) / 8), by};
  if (is_float) by.stream = FloatStreamStep(op);
  return {OneStep, by, is_float ? OneStepStreamed : nullptr};
}

template <class Op, class... Fields>
RowFunction RowOf(const Op& op, DataType type, const Fields&... fields) {
  UnaryParameters by;
  int i = 0;
  for (const Parameter& parameter : std::initializer_list<Parameter>{Of(fields, type)...}) {
    by.number[i] = parameter.number;
    by.bits[i++] = parameter.bits;
  }
  return MakeRow(Op::kType, type, ScaleBiasOf(op), by);
}

}  // namespace

#define WEFT_FLOAT_ROW(Op, function, ...)              \
  RowFunction UnaryRow(const Op& op, DataType type) {  \
    return RowOf(op, type __VA_OPT__(, ) __VA_ARGS__); \
  }
#define WEFT_NUMBER_ROW(Op, function, integer, ...) \
  WEFT_FLOAT_ROW(Op, function __VA_OPT__(, ) __VA_ARGS__)
#include "ops/unary/unary_table.h"

}  // namespace weft
