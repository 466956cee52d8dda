// SPDX-License-Identifier: MIT
// One operator with any inputs and outputs, in random layouts, against answers that allow an error;
// every byte around the elements is watched.
#pragma once

#include <functional>
#include <vector>

#include "ops/against_oracle.h"
#include "oracle/bounded.h"

namespace weft::test {

// One list per output, empty for an absent one, from one tensor per input.
using BoundedAnswers =
    std::function<std::vector<std::vector<oracle::Bounded>>(const std::vector<oracle::Dense>&)>;

inline void ExpectOutputsWithinBounds(Rng& rng, const Operator& described,
                                      const BoundedAnswers& answers, const Element& element) {
  Operator op = InRandomLayouts(rng, described);
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
  ASSERT_TRUE(status.has_value()) << status.error().message << ' ' << ToString(op);
  ASSERT_TRUE(inputs == inputs_before) << "an input was written: " << ToString(op);
  const auto want = answers(values);
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    const oracle::Dense got = outputs.Read(i);
    ASSERT_EQ(oracle::OutOfBounds(got, want[i]), "") << "output " << i << ": " << ToString(op);
    ASSERT_EQ(outputs.Difference(i, before, got), "") << "output " << i << ": " << ToString(op);
  }
}

}  // namespace weft::test
