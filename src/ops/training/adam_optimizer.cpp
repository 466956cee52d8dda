// SPDX-License-Identifier: MIT
// ADAM_OPTIMIZER: one step on parameters X with moments M and V, for a gradient G at step T:
//
//   M' = Beta1 M + (1 - Beta1) G        V' = Beta2 V + (1 - Beta2) G^2
//   X' = X - LearningRate sqrt(1 - Beta2^T) / (1 - Beta1^T) M' / (sqrt(V') + Epsilon)
//
// Any output may share memory with any input, so the new moments stay in temporary memory until
// everything has been read.
#include <cmath>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/normalization/normalize.h"
#include "ops/unary/fused_row.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/scratch.h"
#include "simd/unaligned.h"

namespace weft::ops {
namespace {

struct Decay {
  float beta, rest;  // 1 - beta
};
Decay DecayOf(float beta) { return {beta, float(1 - double(beta))}; }

// From a moment and G.
template <bool kSquare>
void MomentRow(std::byte* output, const std::byte* const* inputs, int64_t count,
               const void* parameters) {
  const auto by = *static_cast<const Decay*>(parameters);
  const auto *moment = Floats(inputs[0]), *gradient = Floats(inputs[1]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) {
    const float g = gradient[i].value;
    Floats(output)[i].value = by.beta * moment[i].value + by.rest * (kSquare ? g * g : g);
  }
}

// From X, M', V' and the rate.
void ParameterRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                  const void* parameters) {
  const float epsilon = *static_cast<const float*>(parameters);
  const auto *x = Floats(inputs[0]), *first = Floats(inputs[1]), *second = Floats(inputs[2]);
  const auto* rate = Floats(inputs[3]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    Floats(output)[i].value =
        x[i].value - rate[i].value * first[i].value / (std::sqrt(second[i].value) + epsilon);
}

}  // namespace

void Infer(AdamOptimizer& op) {
  const TensorDesc& parameters = op.input_parameters;
  for (TensorDesc* output :
       {&op.output_parameters, &op.output_first_moment, &op.output_second_moment})
    Fill(*output, parameters.type, parameters.sizes());
}

Status Validate(const AdamOptimizer& op) {
  if (op.training_step.layout.ElementCount() == 1) return Ok();
  return Invalid("ADAM_OPTIMIZER: TrainingStepTensor.Sizes is {}, but one element is required",
                 ToString(op.training_step.sizes()));
}

Result<Program> Plan(const AdamOptimizer& op) {
  const DataType type = op.input_parameters.type, wide = DataType::Float32;
  const Sizes& sizes = op.input_parameters.sizes();
  const TensorDesc packed(wide, sizes);
  struct Rows {
    FusedRow first, second, parameters;
  };
  const auto rows = std::make_shared<const Rows>(
      Rows{{{MomentRow<false>, DecayOf(op.beta1)}, wide, {type, type}},
           {{MomentRow<true>, DecayOf(op.beta2)}, wide, {type, type}},
           {{ParameterRow, op.epsilon}, type, {type, wide, wide, wide}}});
  const MapPlan<2> first(OperandOf(packed),
                         {OperandOf(op.input_first_moment), OperandOf(op.gradient)},
                         rows->first.Function());
  const MapPlan<2> second(OperandOf(packed),
                          {OperandOf(op.input_second_moment), OperandOf(op.gradient)},
                          rows->second.Function());
  const MapPlan<4> parameters(OperandOf(op.output_parameters),
                              {OperandOf(op.input_parameters), OperandOf(packed), OperandOf(packed),
                               MapOperand{OneElement(sizes), sizeof(float)}},
                              rows->parameters.Function());
  const auto give = [&](const TensorDesc& output) {
    return MapPlan<1>(OperandOf(output), {OperandOf(packed)}, ConvertedRow(type, wide));
  };
  const MapPlan<1> give_first = give(op.output_first_moment);
  const MapPlan<1> give_second = give(op.output_second_moment);
  Temporary temporary;
  const int64_t bytes = packed.layout.ElementCount() * int64_t(sizeof(float));
  const int64_t first_offset = temporary.Add(bytes), second_offset = temporary.Add(bytes);
  const auto rate_at = [learning_rate = double(op.learning_rate), beta1 = double(op.beta1),
                        beta2 = double(op.beta2)](uint32_t step) {
    const double t = step;
    return float(learning_rate * std::sqrt(1 - std::pow(beta2, t)) / (1 - std::pow(beta1, t)));
  };
  return Program{
      .run =
          [=, step_at = 4 * op.training_step.layout.offset, rows = rows](const Bindings& bind) {
            uint32_t step;
            std::memcpy(&step, bind.Input(4) + step_at, sizeof step);
            const float rate = rate_at(step);
            std::byte* m = Temporary::At(bind, first_offset);
            std::byte* v = Temporary::At(bind, second_offset);
            first.Run(m, {bind.Input(1), bind.Input(3)});
            second.Run(v, {bind.Input(2), bind.Input(3)});
            parameters.Run(bind.Output(0),
                           {bind.Input(0), m, v, reinterpret_cast<const std::byte*>(&rate)});
            give_first.Run(bind.Output(1), {m});
            give_second.Run(bind.Output(2), {v});
          },
      .temporary_bytes = temporary.bytes()};
}

}  // namespace weft::ops
