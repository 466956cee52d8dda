// SPDX-License-Identifier: MIT
// REVERSE_SUBSEQUENCES: random layouts against the oracle, and every refusal.

#include "oracle/reverse_subsequences.h"

#include "ops/against_oracle.h"
#include "ops/harness.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU32 = DataType::UInt32;

TEST(ReverseSubsequences, Examples) {
  const std::vector<TensorsRow> rows = {
      {"lengths beyond the size reverse everything",
       ReverseSubsequences{.input = {DataType::UInt8, {3, 3}},
                           .sequence_lengths = {DataType::UInt64, {3, 1}},
                           .output = {DataType::UInt8, {3, 3}},
                           .axis = 1},
       {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {4, 0x1p64L - 1, 0x1p63L}},
       {{3, 2, 1, 6, 5, 4, 9, 8, 7}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

int64_t IndexLimit(const Operator& op, size_t input) {
  const auto& reverse = op.As<ReverseSubsequences>();
  return input == 1 ? reverse.input.sizes()[int(reverse.axis)] : 0;
}

TEST(ReverseSubsequences, MatchesTheOracle) {
  test::ForEachSeed(4000, [&](Rng& rng) {
    const int rank = int(rng.Between(1, kMaxRank));
    const Sizes sizes = test::SmallSizes(rng, rank, 1500);
    const int axis = int(rng.Between(0, rank - 1));
    Sizes length_sizes = sizes;
    length_sizes[axis] = 1;
    const DataType type = test::RandomType(rng);
    test::ExpectOracle(
        rng,
        ReverseSubsequences{.input = {type, sizes},
                            .sequence_lengths = {rng.Pick({kU32, DataType::UInt64}), length_sizes},
                            .output = {type, sizes},
                            .axis = uint32_t(axis)},
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::ReverseSubsequences(in[0], in[1], axis)};
        });
  });
}

TEST(ReverseSubsequences, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    ReverseSubsequences op{.input = {kF32, {3, 4}},
                           .sequence_lengths = {kU32, {3, 1}},
                           .output = {kF32, {3, 4}},
                           .axis = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](ReverseSubsequences&) {})), "");
  test::ExpectErrors({
      {bad([](ReverseSubsequences& op) { op.axis = 2; }),
       "REVERSE_SUBSEQUENCES: Axis is 2, but InputTensor has 2 dimensions"},
      {bad([](ReverseSubsequences& op) { op.axis = 0; }),
       "REVERSE_SUBSEQUENCES: SequenceLengthsTensor.Sizes[0] is 3, but it must be 1 at Axis"},
      {bad([](ReverseSubsequences& op) {
         op.sequence_lengths = {kU32, {2, 1}};
       }),
       "REVERSE_SUBSEQUENCES: SequenceLengthsTensor.Sizes[0] is 2, but InputTensor.Sizes[0] is 3"},
      {bad([](ReverseSubsequences& op) {
         op.output = {kF32, {3, 5}};
       }),
       "REVERSE_SUBSEQUENCES: OutputTensor.Sizes[1] is 5, but InputTensor.Sizes[1] is 4"},
      {bad([](ReverseSubsequences& op) { op.sequence_lengths.type = DataType::Int32; }),
       "REVERSE_SUBSEQUENCES: SequenceLengthsTensor.DataType is INT32, but UINT32 or UINT64 is "
       "required"},
      {bad([](ReverseSubsequences& op) { op.sequence_lengths.type = DataType::UInt64; }),
       "REVERSE_SUBSEQUENCES: SequenceLengthsTensor.DataType is UINT64, but UINT32 is required at "
       "feature level 4_0",
       {.feature_level = FeatureLevel::Level4_0}},
  });
}

const test::Samples samples(
    OperatorType::ReverseSubsequences,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> made;
      for (DataType data : {DataType::UInt8, DataType::Float32})
        for (int axis : {2, 3}) {
          const Sizes sizes = {1, 3, rows, columns};
          Sizes length_sizes = sizes;
          length_sizes[axis] = 1;
          made.push_back(ReverseSubsequences{.input = {data, sizes},
                                             .sequence_lengths = {kU32, length_sizes},
                                             .output = {data, sizes},
                                             .axis = uint32_t(axis)});
        }
      return made;
    },
    IndexLimit);

}  // namespace
}  // namespace weft
