// SPDX-License-Identifier: MIT
// Random slices, copies, casts and fills against the oracles, with every byte around the elements
// watched. A case is its seed: WEFT_SEED=n WEFT_CASES=1 runs case n alone.

#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <iostream>

#include "ops/harness.h"
#include "ops/random_layout.h"
#include "oracle/cast.h"
#include "oracle/element_wise_identity.h"
#include "oracle/fill_value.h"
#include "oracle/slice.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;

struct Case {
  Operator op;
  std::function<Dense(const Dense& input)> want;
  bool arithmetic = false;  // wants telling values, and any NaN is as good as another
};

TensorDesc RandomTensor(Rng& rng, DataType type, const Sizes& sizes, TensorUse use) {
  return {type, test::RandomLayout(rng, sizes, use)};
}

// A window that `output` can be picked from, and the sizes of the tensor it lies in.
oracle::Window RandomWindow(Rng& rng, const Sizes& output, bool negative, Sizes& around) {
  oracle::Window window;
  int64_t elements = 1;
  for (int64_t size : output) {
    int64_t stride = rng.Chance(60) ? 1 : rng.Between(1, 4), margin = rng.Chance(30) ? 3 : 0;
    if (elements * size > 20'000) stride = 1, margin = 0;
    const int64_t window_size = (size - 1) * stride + rng.Between(1, margin ? 2 * stride : stride);
    const int64_t offset = rng.Between(0, margin);
    window.offsets.push_back(uint32_t(offset));
    window.sizes.push_back(uint32_t(window_size));
    window.strides.push_back(int32_t(negative && rng.Chance(30) ? -stride : stride));
    around.push_back(offset + window_size + rng.Between(0, margin));
    elements *= around[around.rank() - 1];
  }
  return window;
}

Case RandomSlice1(Rng& rng) {
  const Sizes sizes = test::RandomSizes(rng);
  Sizes around;
  const oracle::Window window = RandomWindow(rng, sizes, true, around);
  const DataType type = test::RandomType(rng);
  if (rng.Chance(20))
    return {SliceGrad{.input_gradient = RandomTensor(rng, type, sizes, TensorUse::Input),
                      .output_gradient = RandomTensor(rng, type, around, TensorUse::Output),
                      .input_window_offsets = window.offsets,
                      .input_window_sizes = window.sizes,
                      .input_window_strides = window.strides},
            [=](const Dense& input) { return oracle::SliceGrad(input, around, window); }};
  return {Slice1{.input = RandomTensor(rng, type, around, TensorUse::Input),
                 .output = RandomTensor(rng, type, sizes, TensorUse::Output),
                 .input_window_offsets = window.offsets,
                 .input_window_sizes = window.sizes,
                 .input_window_strides = window.strides},
          [=](const Dense& input) { return oracle::Slice1(input, sizes, window); }};
}

Case RandomSlice(Rng& rng) {
  const Sizes sizes = test::RandomSizes(rng);
  Sizes around;
  const oracle::Window window = RandomWindow(rng, sizes, false, around);
  const DataType type = test::RandomType(rng);
  Slice op{.input = RandomTensor(rng, type, around, TensorUse::Input),
           .output = RandomTensor(rng, type, sizes, TensorUse::Output),
           .offsets = window.offsets,
           .sizes = {sizes.begin(), sizes.end()},
           .strides = {window.strides.begin(), window.strides.end()}};
  for (uint32_t& stride : op.strides)
    if (rng.Chance(5)) stride = 0;
  return {op,
          [=](const Dense& input) { return oracle::Slice(input, sizes, op.offsets, op.strides); }};
}

Case RandomIdentity(Rng& rng) {
  const Sizes sizes = test::RandomSizes(rng);
  const DataType type = test::RandomType(rng);
  ElementWiseIdentity op{.input = RandomTensor(rng, type, sizes, TensorUse::Input),
                         .output = RandomTensor(rng, type, sizes, TensorUse::Output)};
  if (rng.Chance(25))
    op.scale_bias = ScaleBias{rng.Pick({1.0f, -1.0f, 0.1f, 2.0f, 0.0f, 3.7e4f, 1.0009765f}),
                              rng.Pick({0.0f, 1.0f, -0.3f, 1e6f, -128.0f})};
  return {op, [=](const Dense& input) { return oracle::Identity(input, op.scale_bias); },
          op.scale_bias.has_value()};
}

Case RandomCast(Rng& rng) {
  const Sizes sizes = test::RandomSizes(rng);
  const DataType from = test::RandomType(rng), to = test::RandomType(rng);
  return {Cast{.input = RandomTensor(rng, from, sizes, TensorUse::Input),
               .output = RandomTensor(rng, to, sizes, TensorUse::Output)},
          [=](const Dense& input) { return oracle::Cast(input, to); }, true};
}

Case RandomFill(Rng& rng) {
  const Sizes sizes = test::RandomSizes(rng);
  const DataType type = test::RandomType(rng);
  const uint64_t start = test::RandomElement(rng, type), delta = test::RandomElement(rng, type);
  const TensorDesc output = RandomTensor(rng, type, sizes, TensorUse::Output);
  if (type == DataType::Float64 || rng.Chance(50))
    return {FillValueConstant{
                .output = output, .value_data_type = type, .value = Scalar::FromBits(start)},
            [=](const Dense&) { return oracle::FillConstant(type, sizes, start); }};
  return {FillValueSequence{.output = output,
                            .value_data_type = type,
                            .value_start = Scalar::FromBits(start),
                            .value_delta = Scalar::FromBits(delta)},
          [=](const Dense&) { return oracle::FillSequence(type, sizes, start, delta); }, true};
}

Case RandomCase(Rng& rng) {
  const int64_t kind = rng.Between(1, 100);
  if (kind <= 40) return RandomSlice1(rng);
  if (kind <= 47) return RandomSlice(rng);
  if (kind <= 70) return RandomIdentity(rng);
  if (kind <= 90) return RandomCast(rng);
  return RandomFill(rng);
}

test::GuardedBuffer RandomBuffer(Rng& rng, const TensorDesc& desc) {
  const size_t lead = rng.Chance(50) ? 0 : size_t(rng.Between(0, 3)) * 16 + 16;
  const size_t shift = rng.Chance(20) ? size_t(rng.Between(1, 63)) : 0;  // off the element's grid
  return {oracle::BufferBytes(desc.type, desc.layout), lead + shift,
          rng.Chance(50) ? 0 : size_t(64), rng.Next()};
}

// What went wrong with the case of this seed; empty when nothing did.
std::string RunCase(uint64_t seed) {
  Rng rng(seed);
  Case test_case = RandomCase(rng);
  const std::vector<TensorDesc*> inputs = test::Tensors(test_case.op, FieldRole::Input);
  const TensorDesc& out = *test::Tensors(test_case.op, FieldRole::Output)[0];
  test::GuardedBuffer output = RandomBuffer(rng, out);
  const test::GuardedBuffer before = output;
  test::GuardedBuffer input(0, 0, 0, 0);
  Dense dense;
  if (!inputs.empty()) {
    const TensorDesc& in = *inputs[0];
    const int bytes = oracle::FormatOf(in.type).bytes;
    input = RandomBuffer(rng, in);
    if (test_case.arithmetic)
      for (std::byte* at = input.data(); at < input.data() + input.bytes(); at += bytes)
        oracle::StoreBits(test::RandomElement(rng, in.type), at, bytes);
    dense = oracle::Gather(in.type, in.layout, input.data());
  }
  const test::GuardedBuffer input_before = input;
  const ConstBuffer bound = input;
  const Buffer bound_output = output;
  const Status status =
      Run(test_case.op, std::span(&bound, inputs.size()), std::span(&bound_output, 1));
  std::string trouble =
      !status ? status.error().message
              : output.Difference(before, test_case.want(dense), out.layout, !test_case.arithmetic);
  if (trouble.empty() && !inputs.empty())
    trouble = input.Difference(input_before, dense, inputs[0]->layout);
  if (trouble.empty()) return "";
  return fmt::format("WEFT_SEED={} WEFT_CASES=1: {}: {}", seed, ToString(test_case.op), trouble);
}

uint64_t FromEnvironment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 0) : otherwise;
}

class RandomCopies : public testing::TestWithParam<uint64_t> {};
constexpr uint64_t kParts = 4;  // so that they can run side by side

TEST_P(RandomCopies, MatchTheOracles) {
  const uint64_t cases = FromEnvironment("WEFT_CASES", 200'000);
  const uint64_t first = FromEnvironment("WEFT_SEED", 20'260'101);
  const uint64_t begin = first + cases * GetParam() / kParts;
  const uint64_t end = first + cases * (GetParam() + 1) / kParts;
  std::cout << "seeds " << begin << " to " << end << '\n';
  int failures = 0;
  for (uint64_t seed = begin; seed < end && failures < 5; ++seed)
    if (const std::string trouble = RunCase(seed); !trouble.empty()) {
      ADD_FAILURE() << trouble;
      ++failures;
    }
}

INSTANTIATE_TEST_SUITE_P(Part, RandomCopies, testing::Range<uint64_t>(0, kParts));

}  // namespace
}  // namespace weft
