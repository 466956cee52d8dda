// SPDX-License-Identifier: MIT
// RNN, GRU and LSTM from the formulas of their pages: one sequence, one direction and one element
// of a gate at a time, in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

// The activations that the tests use.
inline long double Activated(const FusedActivation& activation, long double x) {
  if (std::get_if<ActivationSigmoid>(&activation)) return 1 / (1 + std::exp(-x));
  if (std::get_if<ActivationTanh>(&activation)) return std::tanh(x);
  if (std::get_if<ActivationRelu>(&activation)) return x > 0 ? x : 0;
  if (std::get_if<ActivationIdentity>(&activation)) return x;
  if (std::get_if<ActivationSoftsign>(&activation)) return x / (1 + std::fabs(x));
  if (auto* op = std::get_if<ActivationLinear>(&activation)) return op->alpha * x + op->beta;
  if (auto* op = std::get_if<ActivationLeakyRelu>(&activation)) return x >= 0 ? x : op->alpha * x;
  if (auto* op = std::get_if<ActivationHardSigmoid>(&activation))
    return std::max(0.0L, std::min(1.0L, op->alpha * x + op->beta));
  return std::nanl("");
}

// The inputs in one order for all three, empty where absent, and the attributes.
struct Recurrent {
  int gates = 1;
  Dense input, weight, recurrence, bias, hidden_init, cell_init, lengths, peephole;
  std::vector<FusedActivation> activations;
  RecurrentNetworkDirection direction = RecurrentNetworkDirection::Forward;
  std::optional<long double> clip = {};
  bool couple_input_forget = false, linear_before_reset = false;
};

using Reals = std::vector<long double>;

struct RecurrentOutputs {
  Reals sequence, single, cell;  // row-major, as the output tensors
};

// One sequence in one direction.
class RecurrentWalk {
 public:
  RecurrentWalk(const Recurrent& op, int64_t direction, int64_t batch)
      : op_(op),
        direction_(direction),
        batch_(batch),
        size_(op.recurrence.sizes[3]),
        h(size_t(size_)),
        c(size_t(size_)) {
    for (int64_t i = 0; i < size_; ++i) {
      h[size_t(i)] = At(op.hidden_init, {0, direction, batch, i});
      c[size_t(i)] = At(op.cell_init, {0, direction, batch, i});
    }
  }

  void Rnn(int64_t t) {
    Reals next;
    for (int64_t i = 0; i < size_; ++i)
      next.push_back(F(0, X(t, 0, i) + H(h, 0, i) + WBias(0, i) + RBias(0, i)));
    h = next;
  }

  void Gru(int64_t t) {  // gates z, r, candidate
    Reals reset, next;
    const auto gate = [&](int64_t g, int64_t i) {
      return F(0, X(t, g, i) + H(h, g, i) + WBias(g, i) + RBias(g, i));
    };
    for (int64_t i = 0; i < size_; ++i) reset.push_back(gate(1, i) * h[size_t(i)]);
    for (int64_t i = 0; i < size_; ++i) {
      const long double state = op_.linear_before_reset ? gate(1, i) * (H(h, 2, i) + RBias(2, i))
                                                        : H(reset, 2, i) + RBias(2, i);
      const long double z = gate(0, i);
      next.push_back((1 - z) * F(1, X(t, 2, i) + state + WBias(2, i)) + z * h[size_t(i)]);
    }
    h = next;
  }

  void Lstm(int64_t t) {  // gates i, o, f, candidate
    Reals next_h, next_c;
    for (int64_t j = 0; j < size_; ++j) {
      const long double old = c[size_t(j)];
      const auto sum = [&](int64_t g) {
        return X(t, g, j) + H(h, g, j) + WBias(g, j) + RBias(g, j);
      };
      const long double i = F(0, Clip(sum(0) + Peephole(0, j) * old));
      const long double f =
          op_.couple_input_forget ? 1 - i : F(0, Clip(sum(2) + Peephole(2, j) * old));
      const long double next = f * old + i * F(1, Clip(sum(3)));
      const long double o = F(0, Clip(sum(1) + Peephole(1, j) * next));
      next_c.push_back(next);
      next_h.push_back(o * F(2, next));
    }
    h = next_h;
    c = next_c;
  }

 private:
  // 0 where the tensor is absent.
  static long double At(const Dense& tensor, const Coordinate& at) {
    if (tensor.elements.empty()) return 0;
    return ValueOf(tensor.type, tensor.elements[size_t(IndexOf(tensor.sizes, at))]).real;
  }
  long double X(int64_t t, int64_t gate, int64_t i) const {
    long double sum = 0;
    for (int64_t k = 0; k < op_.input.sizes[3]; ++k)
      sum +=
          At(op_.input, {0, t, batch_, k}) * At(op_.weight, {0, direction_, gate * size_ + i, k});
    return sum;
  }
  long double H(const Reals& state, int64_t gate, int64_t i) const {
    long double sum = 0;
    for (int64_t k = 0; k < size_; ++k)
      sum += state[size_t(k)] * At(op_.recurrence, {0, direction_, gate * size_ + i, k});
    return sum;
  }
  long double WBias(int64_t gate, int64_t i) const {
    return At(op_.bias, {0, 0, direction_, gate * size_ + i});
  }
  long double RBias(int64_t gate, int64_t i) const {
    return At(op_.bias, {0, 0, direction_, (op_.gates + gate) * size_ + i});
  }
  long double Peephole(int64_t gate, int64_t i) const {
    return At(op_.peephole, {0, 0, direction_, gate * size_ + i});
  }
  long double F(int64_t which, long double x) const {
    const int64_t each = op_.gates == 4 ? 3 : op_.gates == 3 ? 2 : 1;
    return Activated(op_.activations[size_t(direction_ * each + which)], x);
  }
  long double Clip(long double x) const {
    return op_.clip ? std::max(std::min(x, *op_.clip), -*op_.clip) : x;
  }

  const Recurrent& op_;
  int64_t direction_, batch_, size_;

 public:
  Reals h, c;
};

inline RecurrentOutputs Run(const Recurrent& op) {
  const int64_t steps = op.input.sizes[1], batch = op.input.sizes[2];
  const int64_t directions = op.recurrence.sizes[1], size = op.recurrence.sizes[3];
  RecurrentOutputs out;
  out.sequence.assign(size_t(steps * directions * batch * size), 0);
  for (int64_t d = 0; d < directions; ++d)
    for (int64_t b = 0; b < batch; ++b) {
      RecurrentWalk walk(op, d, b);
      int64_t length = steps;
      if (!op.lengths.elements.empty())
        length = std::min(steps, int64_t(op.lengths.elements[size_t(b)]));
      const bool backward = d == 1 || op.direction == RecurrentNetworkDirection::Backward;
      for (int64_t s = 0; s < length; ++s) {
        const int64_t t = backward ? length - 1 - s : s;
        if (op.gates == 1) walk.Rnn(t);
        if (op.gates == 3) walk.Gru(t);
        if (op.gates == 4) walk.Lstm(t);
        std::copy(walk.h.begin(), walk.h.end(),
                  out.sequence.begin() + ((t * directions + d) * batch + b) * size);
      }
      out.single.insert(out.single.end(), walk.h.begin(), walk.h.end());
      out.cell.insert(out.cell.end(), walk.c.begin(), walk.c.end());
    }
  return out;
}

}  // namespace weft::oracle
