// SPDX-License-Identifier: MIT
// One operator on random values against an oracle's answer, with every byte around the elements
// watched. AgainstOracle leaves the layouts to the caller (RandomTensor gives random ones);
// ExpectOracle picks them, and ForEachSeed makes many such cases.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/harness.h"
#include "ops/random_layout.h"
#include "ops/samples.h"

namespace weft::test {

// Calls body(rng) for as many seeds, until one fails; its number is in the message.
template <class Body>
void ForEachSeed(uint64_t seeds, const Body& body) {
  for (uint64_t seed = 0; seed < seeds && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    body(rng);
  }
}

inline TensorDesc RandomTensor(Rng& rng, DataType type, const Sizes& sizes, TensorUse use) {
  return {type, RandomLayout(rng, sizes, use)};
}

// The answer: one tensor per output from one per input (empty for an absent one).
using Oracle = std::function<std::vector<oracle::Dense>(const std::vector<oracle::Dense>&)>;

// Bits of an element of an input.
using Element = std::function<uint64_t(Rng& rng, size_t input, DataType type)>;

struct OracleOptions {
  bool exact_nan = true;
  Element element = nullptr;  // without it any bits at all
};

inline std::string AgainstOracle(Rng& rng, Operator op, const Oracle& oracle,
                                 const OracleOptions& options = {}) {
  const std::vector<TensorDesc*> ins = Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = Tensors(op, FieldRole::Output);
  const size_t trail = rng.Chance(50) ? 0 : 64;
  TensorBuffers in(ins, rng.Next(), 64 + size_t(rng.Between(0, 20)), trail);
  TensorBuffers out(outs, rng.Next(), 64 + size_t(rng.Between(0, 20)), trail);
  std::vector<oracle::Dense> values(ins.size());
  for (size_t i = 0; i < ins.size(); ++i) {
    if (!ins[i]) continue;
    if (options.element) {
      const int bytes = oracle::FormatOf(ins[i]->type).bytes;
      for (std::byte* at = in[i].data(); at < in[i].data() + in[i].bytes(); at += bytes)
        oracle::StoreBits(options.element(rng, i, ins[i]->type), at, bytes);
    }
    values[i] = in.Read(i);
  }
  const TensorBuffers in_before = in, out_before = out;
  const Status status = Run(op, in.AsInputs(), out.AsOutputs());
  if (!status) return ToString(op) + ": " + status.error().message;
  if (in != in_before) return ToString(op) + ": an input was written";
  const std::vector<oracle::Dense> want = oracle(values);
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    const std::string difference = out.Difference(i, out_before, want[i], options.exact_nan);
    if (!difference.empty())
      return ToString(op) + ": output " + std::to_string(i) + ": " + difference;
  }
  return "";
}

inline Operator InRandomLayouts(Rng& rng, Operator op) {
  for (TensorDesc* in : Tensors(op, FieldRole::Input))
    if (in) in->layout = RandomLayoutFor(rng, *in, TensorUse::Input);
  for (TensorDesc* out : Tensors(op, FieldRole::Output))
    if (out) out->layout = RandomLayoutFor(rng, *out, TensorUse::Output);
  return op;
}

// In random layouts; elements are the samples' unless told.
inline void ExpectOracle(Rng& rng, Operator op, const Oracle& oracle, Element element = nullptr) {
  op = InRandomLayouts(rng, op);
  if (!element)
    element = [&op](Rng& random, size_t input, DataType type) {
      return SampleElement(random, op, input, type);
    };
  ASSERT_EQ(AgainstOracle(rng, op, oracle, {.element = element}), "");
}

}  // namespace weft::test
