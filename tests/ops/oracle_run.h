// SPDX-License-Identifier: MIT
// An operator in random layouts against its oracle, with every byte around the elements watched.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "ops/harness.h"
#include "ops/random_layout.h"
#include "ops/samples.h"
#include "weft/schema.h"

namespace weft::test {

// The outputs that belong to these inputs.
using Oracle = std::function<std::vector<oracle::Dense>(const std::vector<oracle::Dense>&)>;
// A value for an element of an input; SampleElement unless told.
using Element = std::function<uint64_t(Rng& rng, size_t input, DataType type)>;

// Lays out `op` anew, fills its inputs and compares its outputs with `want`'s.
inline void ExpectOracle(Rng& rng, Operator op, const Oracle& want, const Element& element = {}) {
  const std::vector<TensorDesc*> ins = Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = Tensors(op, FieldRole::Output);
  for (TensorDesc* in : ins)
    if (in) in->layout = RandomLayout(rng, in->sizes(), TensorUse::Input);
  for (TensorDesc* out : outs)
    if (out) out->layout = RandomLayout(rng, out->sizes(), TensorUse::Output);
  const size_t lead = rng.Chance(50) ? 64 : size_t(rng.Between(0, 63));
  TensorBuffers in(ins, rng.Next(), lead, 0), out(outs, rng.Next(), lead, size_t(lead % 2) * 64);
  std::vector<oracle::Dense> inputs(ins.size());
  for (size_t i = 0; i < ins.size(); ++i) {
    if (!ins[i]) continue;
    const DataType type = ins[i]->type;
    const int bytes = oracle::FormatOf(type).bytes;
    std::byte* const end = in[i].data() + in[i].bytes();
    for (std::byte* at = in[i].data(); at < end; at += bytes)
      oracle::StoreBits(element ? element(rng, i, type) : SampleElement(rng, op, i, type), at,
                        bytes);
    inputs[i] = in.Read(i);
  }
  const TensorBuffers in_before = in, out_before = out;
  const Status status = weft::Run(op, in.AsInputs(), out.AsOutputs());
  ASSERT_TRUE(status.has_value()) << status.error().message << "\n" << ToString(op);
  ASSERT_TRUE(in == in_before) << "an input was written: " << ToString(op);
  const std::vector<oracle::Dense> wanted = want(inputs);
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    ASSERT_EQ(out.Difference(i, out_before, wanted[i]), "")
        << "output " << i << ": " << ToString(op);
  }
}

// Up to `most` elements in 1 to kMaxRank dimensions.
inline Sizes SmallSizes(Rng& rng, int rank, int64_t most = 600) {
  Sizes sizes;
  for (int dim = 0; dim < rank; ++dim) {
    const int64_t size =
        rng.Chance(20) ? 1 : rng.Between(1, std::min<int64_t>(most, rank > 4 ? 4 : 17));
    sizes.push_back(size);
    most /= size;
  }
  return sizes;
}

inline DataType RandomIndexType(Rng& rng) {
  return rng.Pick({DataType::Int64, DataType::Int32, DataType::UInt64, DataType::UInt32});
}

}  // namespace weft::test
