// SPDX-License-Identifier: MIT
// One operator, mostly in random layouts, against an answer that allows an error; every byte around
// the elements is watched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/against_oracle.h"
#include "oracle/bounded.h"

namespace weft::test {

// One answer per output from the values of every input (empty for an absent one).
using BoundedOracles =
    std::function<std::vector<std::vector<oracle::Bounded>>(const std::vector<oracle::Dense>&)>;

// In the layouts that it has.
inline void ExpectAllWithinBoundsAsItIs(Rng& rng, Operator op, const BoundedOracles& oracle,
                                        const Element& element) {
  const std::vector<TensorDesc*> ins = Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = Tensors(op, FieldRole::Output);
  TensorBuffers inputs(ins, rng.Next(), 64 + size_t(rng.Between(0, 20)), 0);
  TensorBuffers outputs(outs, rng.Next(), 64 + size_t(rng.Between(0, 20)), 0);
  std::vector<oracle::Dense> values(ins.size());
  for (size_t i = 0; i < ins.size(); ++i) {
    if (!ins[i]) continue;
    const int bytes = oracle::FormatOf(ins[i]->type).bytes;
    for (std::byte* at = inputs[i].data(); at < inputs[i].data() + inputs[i].bytes(); at += bytes)
      oracle::StoreBits(element(rng, i, ins[i]->type), at, bytes);
    values[i] = inputs.Read(i);
  }
  const TensorBuffers inputs_before = inputs, before = outputs;
  const Status status = Run(op, inputs.AsInputs(), outputs.AsOutputs());
  ASSERT_TRUE(status.has_value()) << status.error().message;
  ASSERT_TRUE(inputs == inputs_before) << "an input was written: " << ToString(op);
  const std::vector<std::vector<oracle::Bounded>> want = oracle(values);
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    const oracle::Dense got = outputs.Read(i);
    ASSERT_EQ(oracle::OutOfBounds(got, want[i]), "") << "output " << i << ": " << ToString(op);
    ASSERT_EQ(outputs.Difference(i, before, got), "") << "output " << i << ": " << ToString(op);
  }
}

inline void ExpectAllWithinBounds(Rng& rng, const Operator& op, const BoundedOracles& oracle,
                                  const Element& element) {
  ExpectAllWithinBoundsAsItIs(rng, InRandomLayouts(rng, op), oracle, element);
}

// The same for one input and one output.
using BoundedOracle = std::function<std::vector<oracle::Bounded>(const oracle::Dense&)>;

inline void ExpectWithinBounds(Rng& rng, const Operator& op, const BoundedOracle& oracle,
                               const Element& element) {
  ExpectAllWithinBounds(
      rng, op,
      [&](const std::vector<oracle::Dense>& in) {
        return std::vector<std::vector<oracle::Bounded>>{oracle(in[0])};
      },
      element);
}

// Some of the dimensions, in any order.
inline std::vector<uint32_t> RandomAxes(Rng& rng, int rank) {
  std::vector<uint32_t> axes;
  for (int dim : RandomOrder(rng, rank))
    if (rng.Chance(50)) axes.push_back(uint32_t(dim));
  return axes;
}

}  // namespace weft::test
