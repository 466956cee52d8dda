// SPDX-License-Identifier: MIT
// One operator of one input and one output, in random layouts, against an answer that allows an
// error; every byte around the elements is watched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/against_oracle.h"
#include "oracle/bounded.h"

namespace weft::test {

using BoundedOracle = std::function<std::vector<oracle::Bounded>(const oracle::Dense&)>;

inline void ExpectWithinBounds(Rng& rng, Operator op, const BoundedOracle& oracle,
                               const Element& element) {
  TensorDesc& in = *Tensors(op, FieldRole::Input)[0];
  TensorDesc& out = *Tensors(op, FieldRole::Output)[0];
  in.layout = RandomLayout(rng, in.sizes(), TensorUse::Input);
  out.layout = RandomLayout(rng, out.sizes(), TensorUse::Output);
  TensorBuffers inputs({&in}, rng.Next(), 64 + size_t(rng.Between(0, 20)), 0);
  TensorBuffers outputs({&out}, rng.Next(), 64 + size_t(rng.Between(0, 20)), 0);
  const int bytes = oracle::FormatOf(in.type).bytes;
  for (std::byte* at = inputs[0].data(); at < inputs[0].data() + inputs[0].bytes(); at += bytes)
    oracle::StoreBits(element(rng, 0, in.type), at, bytes);
  const TensorBuffers inputs_before = inputs, before = outputs;
  const Status status = Run(op, inputs.AsInputs(), outputs.AsOutputs());
  ASSERT_TRUE(status.has_value()) << status.error().message;
  ASSERT_TRUE(inputs == inputs_before) << "an input was written: " << ToString(op);
  const oracle::Dense got = outputs.Read(0);
  ASSERT_EQ(oracle::OutOfBounds(got, oracle(inputs.Read(0))), "") << ToString(op);
  ASSERT_EQ(outputs.Difference(0, before, got), "") << ToString(op);
}

// Some of the dimensions, in any order.
inline std::vector<uint32_t> RandomAxes(Rng& rng, int rank) {
  std::vector<uint32_t> axes;
  for (int dim : RandomOrder(rng, rank))
    if (rng.Chance(50)) axes.push_back(uint32_t(dim));
  return axes;
}

}  // namespace weft::test
