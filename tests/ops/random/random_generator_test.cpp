// SPDX-License-Identifier: MIT
// RANDOM_GENERATOR: the published known answers of Philox4x32-10, counters that carry, random
// layouts against the oracle, and every refusal.

#include "oracle/random_generator.h"

#include "ops/against_oracle.h"
#include "ops/harness.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kU32 = DataType::UInt32;

TEST(RandomGenerator, Examples) {
  const auto words = [](int64_t count) -> Operator {
    return RandomGenerator{.input_state = {kU32, {1, 1, 1, 6}},
                           .output = {kU32, {1, 1, 1, count}},
                           .output_state = TensorDesc{kU32, {1, 1, 1, 6}}};
  };
  const long double all = 0xFFFFFFFFL;
  const std::vector<TensorsRow> rows = {
      {"known answer: zeros",
       words(4),
       {{0, 0, 0, 0, 0, 0}},
       {{0x6627e8d5L, 0xe169c58dL, 0xbc57ac4cL, 0x9b00dbd8L}, {1, 0, 0, 0, 0, 0}}},
      {"known answer: ones, and the counter wraps",
       words(4),
       {{all, all, all, all, all, all}},
       {{0x408f276dL, 0x41c83b0eL, 0xa20bc7c6L, 0x6d5451fdL}, {0, 0, 0, 0, all, all}}},
      {"known answer: digits of pi, and two blocks more",
       words(10),
       {{0x243f6a88L, 0x85a308d3L, 0x13198a2eL, 0x03707344L, 0xa4093822L, 0x299f31d0L}},
       {{0xd16cfe09L, 0x94fdccebL, 0x5001e420L, 0x24126ea1L, 1465370318, 625791268, 1007618208,
         4094325883, 4129586340, 1776795482},
        {0x243f6a8bL, 0x85a308d3L, 0x13198a2eL, 0x03707344L, 0xa4093822L, 0x299f31d0L}}},
      {"no OutputStateTensor, a flipped and padded output",
       RandomGenerator{.input_state = {kU32, {6}}, .output = {kU32, Layout({2, 2}, {-3, -1}, 4)}},
       {{0, 0, 0, 0, 0, 0}},
       {{0x6627e8d5L, 0xe169c58dL, 0xbc57ac4cL, 0x9b00dbd8L}, {}}},
      {"nothing to write leaves the state",
       RandomGenerator{.input_state = {kU32, {6}},
                       .output = {kU32, {0}},
                       .output_state = TensorDesc{kU32, {6}}},
       {{1, 2, 3, 4, 5, 6}},
       {{}, {1, 2, 3, 4, 5, 6}},
       {.allow_empty = true}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(RandomGenerator, MatchesTheOracle) {
  test::ForEachSeed(2000, [&](Rng& rng) {
    const Sizes sizes = test::SmallSizes(rng, int(rng.Between(1, kMaxRank)), 5000);
    Sizes state = Sizes::Filled(int(rng.Between(0, kMaxRank - 1)), 1);
    state.push_back(6);
    RandomGenerator op{.input_state = {kU32, state}, .output = {kU32, sizes}};
    if (rng.Chance(70)) op.output_state = TensorDesc{kU32, state};
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          oracle::State words;
          std::copy(in[0].elements.begin(), in[0].elements.end(), words.begin());
          int64_t count = 1;
          for (int64_t size : sizes) count *= size;
          Dense output{kU32, sizes, oracle::RandomWords(words, count)};
          return {output, {kU32, state, {words.begin(), words.end()}}};
        },
        [](Rng& any, size_t, DataType) {  // counters that are about to carry
          return any.Chance(40) ? 0xFFFFFFFF - uint64_t(any.Between(0, 9)) : any.Next() >> 32;
        });
  });
}

// The state of one run is the start of the next: together they are one longer run.
TEST(RandomGenerator, RunsContinueEachOther) {
  std::vector<uint32_t> state = {0xFFFFFFFE, 0xFFFFFFFF, 7, 8, 9, 10}, next(6), last(6);
  std::vector<uint32_t> first(4000), second(4000), both(8000);
  const auto words = [](int64_t count) {
    return RandomGenerator{.input_state = {kU32, {6}},
                           .output = {kU32, {count}},
                           .output_state = TensorDesc{kU32, {6}}};
  };
  ASSERT_TRUE(weft::Run(words(4000), {state}, {first, next}).has_value());
  ASSERT_TRUE(weft::Run(words(4000), {next}, {second, last}).has_value());
  ASSERT_TRUE(weft::Run(words(8000), {state}, {both, next}).has_value());
  first.insert(first.end(), second.begin(), second.end());
  EXPECT_EQ(first, both);
  EXPECT_EQ(last, next);
}

TEST(RandomGenerator, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    RandomGenerator op{.input_state = {kU32, {1, 1, 1, 6}},
                       .output = {kU32, {2, 3, 4, 5}},
                       .output_state = TensorDesc{kU32, {1, 1, 1, 6}}};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](RandomGenerator&) {})), "");
  test::ExpectErrors({
      {bad([](RandomGenerator& op) {
         op.input_state = {kU32, {1, 1, 1, 5}};
         op.output_state = TensorDesc{kU32, {1, 1, 1, 5}};
       }),
       "RANDOM_GENERATOR: InputStateTensor.Sizes[3] is 5, but 6 is required"},
      {bad([](RandomGenerator& op) {
         op.input_state = {kU32, {1, 1, 2, 6}};
         op.output_state.reset();
       }),
       "RANDOM_GENERATOR: InputStateTensor.Sizes[2] is 2, but 1 is required"},
      {bad([](RandomGenerator& op) {
         op.output_state = TensorDesc{kU32, {1, 1, 1, 7}};
       }),
       "RANDOM_GENERATOR: OutputStateTensor.Sizes[3] is 7, but InputStateTensor.Sizes[3] is 6"},
      {bad([](RandomGenerator& op) { op.type = RandomGeneratorType(1); }),
       "RANDOM_GENERATOR: Type is 1, but PHILOX_4X32_10 is required"},
      {bad([](RandomGenerator& op) { op.output.type = DataType::Float32; }),
       "RANDOM_GENERATOR: OutputTensor.DataType is FLOAT32, but UINT32 is required"},
      {bad([](RandomGenerator& op) {
         op.input_state = {kU32, {6}};
         op.output_state.reset();
       }),
       "RANDOM_GENERATOR: InputStateTensor.DimensionCount is 1, but 4 is required at feature level "
       "3_0",
       {.feature_level = FeatureLevel::Level3_0}},
      {bad([](RandomGenerator& op) {
         op.input_state = {kU32, Sizes()};
         op.output_state.reset();
       }),
       "RANDOM_GENERATOR: InputStateTensor has 0 dimensions, but 6 elements are required",
       {.allow_empty = true}},
  });
}

const test::Samples samples(OperatorType::RandomGenerator, [](int64_t rows, int64_t columns) {
  std::vector<Operator> made;
  for (bool with_state : {false, true}) {
    RandomGenerator op{.input_state = {kU32, {1, 1, 1, 6}},
                       .output = {kU32, {1, 3, rows, columns}}};
    if (with_state) op.output_state = TensorDesc{kU32, {1, 1, 1, 6}};
    made.push_back(op);
  }
  return made;
});

}  // namespace
}  // namespace weft
