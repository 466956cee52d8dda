// SPDX-License-Identifier: MIT
// JOIN, SPLIT: every refusal, random pieces against the oracle.

#include "oracle/join_split.h"

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;

TEST(Split, Examples) {
  const std::vector<TensorsRow> rows = {
      {"one output is a copy",
       Split{
           .input = {DataType::Int8, {3}}, .outputs = {TensorDesc{DataType::Int8, {3}}}, .axis = 0},
       {{1, 2, 3}},
       {{1, 2, 3}}},
      {"an empty piece, where that is allowed",
       Split{.input = {kF32, {3}},
             .outputs = {TensorDesc{kF32, {1}}, TensorDesc{kF32, {0}}, TensorDesc{kF32, {2}}},
             .axis = 0},
       {{1, 2, 3}},
       {{1}, {}, {2, 3}},
       {.allow_empty = true}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Join, Examples) {
  const std::vector<TensorsRow> rows = {
      {"one input is a copy",
       Join{.inputs = {TensorDesc{DataType::Int64, {2}}},
            .output = {DataType::Int64, {2}},
            .axis = 0},
       {{1, 2}},
       {{1, 2}}},
      {"a transposed and a flipped input, a padded output",
       Join{.inputs = {TensorDesc{kF32, {2, 2}, {1, 2}},
                       TensorDesc{kF32, Layout({2, 2}, {-2, -1}, 3)}},
            .output = {kF32, {2, 4}, {9, 2}},
            .axis = 1},
       {{1, 2, 3, 4}, {5, 6, 7, 8}},
       {{1, 2, 5, 6, 3, 4, 7, 8}}},
      {"an empty piece, where that is allowed",
       Join{.inputs = {TensorDesc{kF32, {0, 2}}, TensorDesc{kF32, {1, 2}}},
            .output = {kF32, {1, 2}},
            .axis = 0},
       {{}, {7, 8}},
       {{7, 8}},
       {.allow_empty = true}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Join, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Join op{.inputs = {TensorDesc{kF32, {2, 3, 4}}, TensorDesc{kF32, {2, 5, 4}}},
            .output = {kF32, {2, 8, 4}},
            .axis = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Join&) {})), "");
  test::ExpectErrors({
      {bad([](Join& op) { op.axis = 3; }), "JOIN: Axis is 3, but OutputTensor has 3 dimensions"},
      {bad([](Join& op) { op.axis = 0xFFFFFFFF; }),
       "JOIN: Axis is 4294967295, but OutputTensor has 3 dimensions"},
      {bad([](Join& op) {
         op.output = {kF32, {2, 9, 4}};
       }),
       "JOIN: the sum of all InputTensors[i].Sizes[1] is 8, but OutputTensor.Sizes[1] is 9"},
      {bad([](Join& op) {
         op.inputs[1] = {kF32, {2, 5, 3}};
       }),
       "JOIN: InputTensors[1].Sizes[2] is 3, but OutputTensor.Sizes[2] is 4"},
      {bad([](Join& op) {
         op.inputs[1] = {kF32, {2, 5}};
       }),
       "JOIN: InputTensors[1].DimensionCount is 2, but InputTensors[0].DimensionCount is 3"},
      {bad([](Join& op) { op.inputs[1].type = DataType::Int32; }),
       "JOIN: InputTensors[1].DataType is INT32, but InputTensors[0].DataType is FLOAT32"},
      {bad([](Join& op) { op.output.type = DataType::Float16; }),
       "JOIN: OutputTensor.DataType is FLOAT16, but InputTensors[0].DataType is FLOAT32"},
      {bad([](Join& op) { op.inputs.clear(); }),
       "JOIN: InputCount is 0, but InputTensors needs at least 1 tensor"},
      // The sizes add up modulo 2^32.
      {Join{.inputs = {TensorDesc{kF32, {0xFFFFFFFF}}, TensorDesc{kF32, {3}}},
            .output = {kF32, {2}}},
       "JOIN: the sum of all InputTensors[i].Sizes[0] is 4294967298, but OutputTensor.Sizes[0] is "
       "2"},
  });
}

TEST(Split, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Split op{.input = {kF32, {2, 8, 4}},
             .outputs = {TensorDesc{kF32, {2, 3, 4}}, TensorDesc{kF32, {2, 5, 4}}},
             .axis = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Split&) {})), "");
  test::ExpectErrors({
      {bad([](Split& op) { op.axis = 3; }), "SPLIT: Axis is 3, but InputTensor has 3 dimensions"},
      {bad([](Split& op) { op.outputs.pop_back(); }),
       "SPLIT: the sum of all OutputTensors[i].Sizes[1] is 3, but InputTensor.Sizes[1] is 8"},
      {bad([](Split& op) {
         op.outputs[0] = {kF32, {3, 3, 4}};
       }),
       "SPLIT: OutputTensors[0].Sizes[0] is 3, but InputTensor.Sizes[0] is 2"},
      {bad([](Split& op) { op.outputs.clear(); }),
       "SPLIT: OutputCount is 0, but OutputTensors needs at least 1 tensor"},
      {bad([](Split& op) { op.outputs[1].type = DataType::UInt32; }),
       "SPLIT: OutputTensors[1].DataType is UINT32, but InputTensor.DataType is FLOAT32"},
      {bad([](Split& op) { op.outputs[1].layout.strides[2] = 0; }),
       "SPLIT: OutputTensors[1].Strides[2] is 0, but Sizes[2] is 4 and an output cannot broadcast"},
      // The sizes add up modulo 2^32.
      {Split{.input = {kF32, {2}},
             .outputs = {TensorDesc{kF32, {0xFFFFFFFF}}, TensorDesc{kF32, {3}}}},
       "SPLIT: the sum of all OutputTensors[i].Sizes[0] is 4294967298, but InputTensor.Sizes[0] is "
       "2"},
  });
}

TEST(Join, FeatureLevels) {
  const auto error = [](DataType type, int rank, FeatureLevel level) {
    const TensorDesc one(type, Sizes::Filled(rank, 1));
    return test::ErrorOf(Join{.inputs = {one}, .output = one}, {.feature_level = level});
  };
  EXPECT_EQ(error(DataType::UInt8, 4, FeatureLevel::Level1_0),
            "JOIN: InputTensors[0].DataType is UINT8, but FLOAT32, FLOAT16, UINT32, UINT16, INT32 "
            "or INT16 is required at feature level 1_0");
  EXPECT_EQ(error(DataType::UInt8, 4, FeatureLevel::Level2_1), "");
  EXPECT_EQ(error(kF32, 3, FeatureLevel::Level3_0),
            "JOIN: InputTensors[0].DimensionCount is 3, but 4 or 5 is required at feature level "
            "3_0");
  EXPECT_EQ(error(DataType::Float64, 1, FeatureLevel::Level4_1), "");
  EXPECT_EQ(error(kF32, 8, kNewestFeatureLevel), "");
}

// A tensor's axis cut at random places.
std::vector<Sizes> RandomPieces(Rng& rng, const Sizes& whole, int axis) {
  std::vector<Sizes> pieces;
  for (int64_t left = whole[axis]; left > 0; left -= pieces.back()[axis]) {
    pieces.push_back(whole);
    pieces.back()[axis] = rng.Between(1, rng.Chance(30) ? left : std::min<int64_t>(left, 5));
  }
  return pieces;
}

void JoinAndSplit(Rng& rng, const Sizes& whole, int axis, DataType type, bool packed) {
  const std::vector<Sizes> pieces = RandomPieces(rng, whole, axis);
  const auto tensor = [&](const Sizes& sizes, TensorUse use) {
    return packed ? TensorDesc(type, sizes) : test::RandomTensor(rng, type, sizes, use);
  };
  Join join{.output = tensor(whole, TensorUse::Output), .axis = uint32_t(axis)};
  Split split{.input = tensor(whole, TensorUse::Input), .axis = uint32_t(axis)};
  for (const Sizes& piece : pieces) {
    join.inputs.push_back(tensor(piece, TensorUse::Input));
    split.outputs.push_back(tensor(piece, TensorUse::Output));
  }
  EXPECT_EQ(test::AgainstOracle(rng, join,
                                [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                  return {oracle::Join(inputs, whole, size_t(axis))};
                                }),
            "");
  EXPECT_EQ(test::AgainstOracle(rng, split,
                                [&](const std::vector<Dense>& inputs) {
                                  return oracle::Split(inputs[0], pieces, size_t(axis));
                                }),
            "");
}

TEST(JoinSplit, RandomPieces) {
  for (uint64_t seed = 1; seed <= 2000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes whole = test::RandomSizes(rng);
    JoinAndSplit(rng, whole, int(rng.Between(0, whole.rank() - 1)), test::RandomType(rng), false);
  }
}

// Large enough to run part by part, with parts left over, along every axis.
TEST(JoinSplit, Large) {
  const std::vector<Sizes> shapes = {{7, 3, 211, 53}, {40'003, 11}, {3, 70'001}, {2, 300, 301}};
  uint64_t seed = 1;
  for (const Sizes& whole : shapes)
    for (int axis = 0; axis < whole.rank(); ++axis)
      for (const bool packed : {true, false}) {
        Rng rng(seed++);
        JoinAndSplit(rng, whole, axis, packed ? kF32 : DataType::UInt16, packed);
      }
}

// An output larger than the caches, in short rows: they are put together before they are streamed.
TEST(JoinSplit, LargerThanTheCaches) {
  Rng rng(9);
  for (const bool packed : {true, false})
    JoinAndSplit(rng, {60'011, 37}, 1, packed ? kF32 : DataType::Int32, packed);
}

const test::Samples join_samples(OperatorType::Join, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    for (uint32_t axis : {1, 3}) {
      Sizes small = {1, 3, rows, columns}, large = small, all = small;
      small[int(axis)] = 1;
      all[int(axis)] += 1;
      samples.push_back(Join{.inputs = {TensorDesc{data, small}, TensorDesc{data, large}},
                             .output = {data, all},
                             .axis = axis});
    }
  return samples;
});

const test::Samples split_samples(OperatorType::Split, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    for (uint32_t axis : {1, 3}) {
      Sizes small = {1, 3, rows, columns}, large = small, all = small;
      small[int(axis)] = 1;
      all[int(axis)] += 1;
      samples.push_back(Split{.input = {data, all},
                              .outputs = {TensorDesc{data, small}, TensorDesc{data, large}},
                              .axis = axis});
    }
  return samples;
});

}  // namespace
}  // namespace weft
