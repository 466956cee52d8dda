// SPDX-License-Identifier: MIT
// ai.onnx.preview.training: optimizers, which step by step change weights by their gradients. All
// take a rate, the number of steps so far, and groups of tensors: weights, gradients and states.
#include <cmath>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

struct Step {
  float rate = 0;
  double count = 0;  // of steps so far
};
// A weight, its gradient and its states.
using Tensors = std::vector<Expression>;

// Calls `change` for each weight, with tensors of float32; it makes the new weight and states of
// them, without the gradient.
template <class F>
Status ForEachWeight(Conversion& c, size_t states, F&& change) {
  const size_t groups = states + 2;
  if (c.input_count() < 2 + groups || (c.input_count() - 2) % groups != 0)
    return Invalid("there are {} inputs, but 2 and {} for each weight are required",
                   c.input_count(), groups);
  const size_t weights = (c.input_count() - 2) / groups;
  Step step;
  WEFT_ASSIGN(const double rate, c.HostNumber(0));
  WEFT_ASSIGN(step.count, c.HostNumber(1));
  step.rate = float(rate);
  const float norm = c.Float("norm_coefficient", 0);
  for (size_t i = 0; i < weights; ++i) {
    WEFT_ASSIGN(const ValueRef weight, c.TensorInput(2 + i));
    Tensors tensors;
    for (size_t group = 0; group < groups; ++group) {
      WEFT_ASSIGN(const ValueRef each, c.TensorInput(2 + group * weights + i));
      if (each->shape != weight->shape || each->type != weight->type)
        return Invalid(
            "input {} is tensor({}) of shape {}, but the weight is tensor({}) of shape "
            "{}",
            2 + group * weights + i, Name(each->type), ToString(each->shape), Name(weight->type),
            ToString(weight->shape));
      WEFT_ASSIGN(const Expression in, c.Device(each));
      tensors.push_back(c.Cast(in, DataType::Float32));
    }
    if (norm != 0) tensors[1] = tensors[0] * norm + tensors[1];
    const Tensors changed = change(step, tensors);
    for (size_t k = 0; k < changed.size(); ++k)
      WEFT_RETURN_IF_ERROR(c.Give(k * weights + i, c.Cast(changed[k], DataTypeOf(weight->type)),
                                  weight->type, weight->shape));
  }
  return Ok();
}

Status Adagrad(Conversion& c) {
  const float decay = c.Float("decay_factor", 0), epsilon = c.Float("epsilon", 1e-6f);
  return ForEachWeight(c, 1, [&](const Step& step, const Tensors& of) {
    const auto rate = float(step.rate / (1 + step.count * double(decay)));
    const Expression squares = of[2] + of[1] * of[1];
    return Tensors{of[0] - of[1] * rate / (expr::ElementWiseSqrt(squares) + epsilon), squares};
  });
}

Status Adam(Conversion& c) {
  const float alpha = c.Float("alpha", 0.9f), beta = c.Float("beta", 0.999f);
  const float epsilon = c.Float("epsilon", 1e-6f), after = c.Float("norm_coefficient_post", 0);
  return ForEachWeight(c, 2, [&](const Step& step, const Tensors& of) {
    double rate = step.rate;
    if (step.count > 0)
      rate *= std::sqrt(1 - std::pow(double(beta), step.count)) /
              (1 - std::pow(double(alpha), step.count));
    const Expression mean = of[2] * alpha + of[1] * (1 - alpha);
    const Expression squares = of[3] * beta + of[1] * of[1] * (1 - beta);
    const Expression weight =
        of[0] - mean * float(rate) / (expr::ElementWiseSqrt(squares) + epsilon);
    return Tensors{after == 0 ? weight : weight * (1 - after), mean, squares};
  });
}

Status Momentum(Conversion& c) {
  const float alpha = c.Float("alpha", 0), beta = c.Float("beta", 0);
  const std::string_view mode = c.Text("mode", "standard");
  if (mode != "standard" && mode != "nesterov")
    return Invalid("attribute mode is '{}', but standard or nesterov is required", Printable(mode));
  return ForEachWeight(c, 1, [&](const Step& step, const Tensors& of) {
    const Expression moved = of[2] * alpha + of[1] * (step.count > 0 ? beta : 1);
    const Expression by = mode == "nesterov" ? of[1] + moved * alpha : moved;
    return Tensors{of[0] - by * step.rate, moved};
  });
}

}  // namespace

void AddTraining(Registry& r) {
  r.SetDomain("ai.onnx.preview.training");
  r.AddFlow("Adagrad", Adagrad);
  r.AddFlow("Adam", Adam);
  r.AddFlow("Momentum", Momentum);
}

}  // namespace weft::onnx
