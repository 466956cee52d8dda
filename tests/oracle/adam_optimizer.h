// SPDX-License-Identifier: MIT
// ADAM_OPTIMIZER from its formula: a few float32 roundings of every number that is added.
#pragma once

#include <cmath>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

// Inputs: parameters, first and second moment, gradient, step. Outputs in their order.
inline std::vector<std::vector<Bounded>> Adam(const std::vector<Dense>& in,
                                              const AdamOptimizer& op) {
  using Real = long double;
  constexpr Real kUlp = 0x1p-23L;
  const Real beta1 = Real(op.beta1), beta2 = Real(op.beta2), t = Real(in[4].elements[0]);
  const Real rate =
      Real(op.learning_rate) * std::sqrt(1 - std::pow(beta2, t)) / (1 - std::pow(beta1, t));
  std::vector<std::vector<Bounded>> outputs(3);
  for (size_t i = 0; i < in[0].elements.size(); ++i) {
    const auto value = [&](size_t tensor) {
      return ValueOf(in[tensor].type, in[tensor].elements[i]).real;
    };
    const Real x = value(0), m = value(1), v = value(2), g = value(3);
    const Real first = beta1 * m + (1 - beta1) * g, second = beta2 * v + (1 - beta2) * g * g;
    const Real first_error = 2 * kUlp * (std::fabs(beta1 * m) + std::fabs((1 - beta1) * g));
    const Real root = std::sqrt(second) + Real(op.epsilon), move = rate * first / root;
    outputs[0].push_back({x - move, kUlp * (std::fabs(x) + 6 * std::fabs(move)) +
                                        std::fabs(rate / root) * first_error});
    outputs[1].push_back({first, first_error});
    outputs[2].push_back({second, 2 * kUlp * second});
  }
  return outputs;
}

}  // namespace weft::oracle
