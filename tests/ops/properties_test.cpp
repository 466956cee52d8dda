// SPDX-License-Identifier: MIT
// What holds for every implemented operator, whatever it computes: layouts change no bit of the
// result, bytes that are no element stay, in place equals out of place, threads change nothing.

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "ops/harness.h"
#include "ops/random_layout.h"
#include "ops/samples.h"
#include "simd/each_isa.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::GuardedBuffer;
using test::LayoutTraits;
using test::Rng;
using test::TensorBuffers;

std::vector<OperatorType> Implemented() {
  std::vector<OperatorType> types;
  for (const OperatorInfo& info : AllOperators())
    if (info.implemented) types.push_back(info.type);
  return types;
}
std::vector<OperatorType> RunInPlace() {
  std::vector<OperatorType> types = Implemented();
  std::erase_if(types, [](OperatorType type) {
    return !Info(type).in_place || std::ranges::none_of(Info(type).fields, [](const Field& field) {
      return field.role == FieldRole::Input;
    });
  });
  return types;
}
std::string NameOf(const testing::TestParamInfo<OperatorType>& info) {
  return std::string(Info(info.param).name);
}

class Properties : public testing::TestWithParam<OperatorType> {
 protected:
  void TearDown() override { SetThreadCount(before_); }
  int before_ = ThreadCount();
};

INSTANTIATE_TEST_SUITE_P(Operators, Properties, testing::ValuesIn(Implemented()), NameOf);

class InPlace : public Properties {};
INSTANTIATE_TEST_SUITE_P(Operators, InPlace, testing::ValuesIn(RunInPlace()), NameOf);

TEST(Properties, TheFirstOperatorsAreThere) {
  std::vector<std::string_view> names;
  for (OperatorType type : Implemented()) names.push_back(Info(type).name);
  for (const char* name : {"ELEMENT_WISE_IDENTITY", "SLICE", "CAST", "FILL_VALUE_CONSTANT",
                           "FILL_VALUE_SEQUENCE", "SLICE1", "SLICE_GRAD"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST_P(Properties, HasSamples) { EXPECT_FALSE(test::SamplesOf(GetParam(), 3, 4).empty()); }

// Runs `op` on the logical values `inputs`, gives the logical outputs, and sees that nothing but
// elements is written. An absent tensor has no elements.
std::vector<Dense> RunOn(Operator& op, const std::vector<Dense>& inputs) {
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  TensorBuffers in(ins, 0), out(outs, 99);
  for (size_t i = 0; i < ins.size(); ++i)
    if (ins[i]) in.Write(i, inputs[i]);
  const TensorBuffers in_before = in, out_before = out;
  const Status status = weft::Run(op, in.AsInputs(), out.AsOutputs());
  EXPECT_TRUE(status.has_value()) << status.error().message;
  EXPECT_TRUE(in == in_before) << "an input was written: " << ToString(op);
  std::vector<Dense> results(outs.size());
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    results[i] = out.Read(i);
    EXPECT_EQ(out.Difference(i, out_before, results[i]), "") << ToString(op);
  }
  return results;
}

// Which of two NaNs a sum or a product gives is not defined; only what moves elements keeps them.
std::vector<uint64_t> Comparable(Dense dense) {
  const std::string_view family = Info(Properties::GetParam()).family;
  if (family != "Data movement")
    for (uint64_t& bits : dense.elements)
      if (oracle::IsNan(dense.type, bits)) bits = oracle::BitsOf(dense.type, {true, 0, NAN});
  return dense.elements;
}

TEST_P(Properties, LayoutsChangeNothing) {
  const std::vector<LayoutTraits> kinds = {
      {.padded = true},
      {.permuted = true},
      {.broadcast = true},
      {.reversed = true},
      {.moved = true},
      {.padded = true, .permuted = true, .reversed = true, .moved = true, .odd_units = true},
      {.padded = true, .permuted = true, .broadcast = true}};
  Rng rng(4711);
  const size_t samples = test::SamplesOf(GetParam(), 5, 6).size();
  for (size_t sample = 0; sample < samples; ++sample)
    for (const LayoutTraits& traits : kinds)
      for (int repeat = 0; repeat < 6; ++repeat) {
        const int64_t rows = rng.Between(1, 40), columns = rng.Between(2, 70);
        Operator packed = test::SamplesOf(GetParam(), rows, columns)[sample];
        Operator varied = test::SamplesOf(GetParam(), rows, columns)[sample];
        for (TensorDesc* out : test::Tensors(varied, FieldRole::Output)) {
          if (!out) continue;
          LayoutTraits writable = traits;
          writable.broadcast = false;
          out->layout = test::RandomLayoutFor(rng, *out, writable);
        }
        std::vector<Dense> inputs;  // as the varied layout repeats them
        for (TensorDesc* in : test::Tensors(varied, FieldRole::Input)) {
          inputs.emplace_back();
          if (!in) continue;
          in->layout = test::RandomLayoutFor(rng, *in, traits);
          GuardedBuffer values(*in);
          const int bytes = oracle::FormatOf(in->type).bytes;
          for (std::byte* at = values.data(); at < values.data() + values.bytes(); at += bytes)
            oracle::StoreBits(test::SampleElement(rng, varied, inputs.size() - 1, in->type), at,
                              bytes);
          inputs.back() = oracle::Gather(in->type, in->layout, values.data());
        }
        const std::vector<Dense> want = RunOn(packed, inputs), got = RunOn(varied, inputs);
        for (size_t i = 0; i < want.size(); ++i)
          ASSERT_EQ(Comparable(want[i]), Comparable(got[i])) << ToString(varied);
      }
}

// The same memory as output and as one of the inputs, when the operator says it may.
TEST_P(InPlace, EqualsOutOfPlace) {
  int compared = 0;
  Rng rng(12);
  const size_t samples = test::SamplesOf(GetParam(), 5, 6).size();
  for (size_t sample = 0; sample < samples; ++sample)
    for (int repeat = 0; repeat < 20; ++repeat) {
      Operator op = test::SamplesOf(GetParam(), rng.Between(1, 30), rng.Between(2, 90))[sample];
      const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
      const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
      ASSERT_FALSE(ins.empty());
      TensorDesc& out = *outs[0];
      const size_t shared = size_t(repeat) % ins.size();
      if (!ins[shared] || ins[shared]->sizes() != out.sizes()) continue;
      const LayoutTraits traits = {.padded = repeat % 3 == 1, .permuted = repeat % 3 == 2};
      out.layout = ins[shared]->layout = test::RandomLayout(rng, out.sizes(), traits);
      TensorBuffers in(ins, 5), apart(outs, 99);
      // One buffer for both, should their types differ.
      const size_t bytes = std::max(oracle::BufferBytes(out.type, out.layout),
                                    oracle::BufferBytes(ins[shared]->type, out.layout));
      GuardedBuffer both(bytes, 64, 64, 5);
      const GuardedBuffer before = both;
      std::vector<ConstBuffer> from = in.AsInputs();
      std::vector<Buffer> to = apart.AsOutputs();
      from[shared] = before;
      ASSERT_TRUE(weft::Run(op, from, to).has_value());
      const Dense want = apart.Read(0);
      from[shared] = both;
      to[0] = both;
      const Status status = weft::Run(op, from, to);
      ASSERT_TRUE(status.has_value()) << status.error().message;
      ASSERT_EQ(both.Difference(before, want, out.layout), "") << ToString(op);
      ++compared;
    }
  EXPECT_GT(compared, 0) << "no sample has an input of the output's sizes";
}

// Sums keep the lanes of vectors of 32 bytes where vectors are longer.
TEST_P(Properties, LongVectorsChangeNothing) {
  const std::vector<std::string_view> here = test::IsasHere();
  const bool has_long = std::ranges::find(here, "AVX3") != here.end();
  if (!has_long) GTEST_SKIP() << here.front() << " is the best here, but AVX3 is needed";
  Rng rng(81);
  // Rows with less than a vector, with one and some, and with enough for every loop over several.
  for (const auto& [rows, columns] :
       {std::pair<int64_t, int64_t>{5, 6}, {3, 29}, {19, 37}, {2, 701}})
    for (Operator op : test::SamplesOf(GetParam(), rows, columns))
      for (const bool permuted : {false, true}) {
        const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
        const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
        for (TensorDesc* out : outs)
          if (out && permuted)
            out->layout =
                test::RandomLayoutFor(rng, *out, LayoutTraits{.padded = true, .permuted = true});
        TensorBuffers in(ins, 0);
        for (size_t i = 0; i < ins.size(); ++i) {
          if (!ins[i]) continue;
          Dense values = in.Read(i);
          const bool is_index = test::AllSamples()[op.type()].index_limit != nullptr;
          for (uint64_t& value : values.elements)
            value = oracle::FormatOf(ins[i]->type).is_float && !is_index && !rng.Chance(5)
                        ? oracle::BitsOf(ins[i]->type,
                                         {true, 0, (long double)(rng.Between(-9999, 9999)) / 4099})
                        : test::SampleElement(rng, op, i, ins[i]->type);
          in.Write(i, values);
        }
        const auto run_with = [&](std::string_view isa) {
          const test::WithMaxIsa ceiling(isa);
          TensorBuffers out(outs, 9);
          EXPECT_TRUE(weft::Run(op, in.AsInputs(), out.AsOutputs()).has_value());
          return out;
        };
        const TensorBuffers want = run_with("AVX2"), got = run_with("AVX3");
        for (size_t i = 0; i < outs.size(); ++i) {
          if (!outs[i]) continue;
          ASSERT_EQ(Comparable(want.Read(i)), Comparable(got.Read(i))) << ToString(op);
        }
      }
}

// Tensors of odd sizes and many grains, so that the work is split: 1 thread, 2, 3 and 8.
TEST_P(Properties, ThreadsChangeNothing) {
  Rng rng(3);
  constexpr bool kSanitized = kGrainBytes < 128 * 1024;
  const std::vector<Operator> samples =
      test::SamplesOf(GetParam(), kSanitized ? 131 : 611, kSanitized ? 259 : 1027);
  for (Operator op : samples) {
    const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
    const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
    for (const bool permuted : {false, true}) {
      const LayoutTraits traits = {.padded = permuted, .permuted = permuted};
      for (TensorDesc* out : outs)
        if (out && permuted) out->layout = test::RandomLayoutFor(rng, *out, traits);
      TensorBuffers in(ins, 7), want(outs, 8);
      for (size_t i = 0; i < ins.size(); ++i) {
        if (!ins[i]) continue;
        std::vector<uint64_t> some(10007);  // again and again: making them all would take longest
        for (uint64_t& value : some) value = test::SampleElement(rng, op, i, ins[i]->type);
        Dense values = in.Read(i);
        for (size_t e = 0; e < values.elements.size(); ++e)
          values.elements[e] = some[e % some.size()];
        in.Write(i, values);
      }
      const TensorBuffers before = want;
      SetThreadCount(1);
      const Status status = weft::Run(op, in.AsInputs(), want.AsOutputs());
      ASSERT_TRUE(status.has_value()) << status.error().message;
      for (int threads : {2, 3, 8}) {
        SetThreadCount(threads);
        TensorBuffers got = before;
        ASSERT_TRUE(weft::Run(op, in.AsInputs(), got.AsOutputs()).has_value());
        ASSERT_TRUE(got == want) << threads << " threads: " << ToString(op);
      }
    }
  }
}

}  // namespace
}  // namespace weft
