// SPDX-License-Identifier: MIT
// SPACE_TO_DEPTH, DEPTH_TO_SPACE and their second versions: every refusal, random blocks against
// the oracle.

#include "oracle/depth_space.h"

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;

TEST(DepthSpace, Examples) {
  const std::vector<TensorsRow> rows = {
      {"blocks of one pixel are a copy",
       SpaceToDepth{.input = {kF32, {1, 2, 1, 2}}, .output = {kF32, {1, 2, 1, 2}}, .block_size = 1},
       {{1, 2, 3, 4}},
       {{1, 2, 3, 4}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(DepthSpace, Errors) {
  const auto space_to_depth = [](const Sizes& input, const Sizes& output, uint32_t block) {
    return SpaceToDepth{{kF32, input}, {kF32, output}, block};
  };
  EXPECT_EQ(test::ErrorOf(space_to_depth({2, 3, 4, 6}, {2, 12, 2, 3}, 2)), "");
  test::ExpectErrors({
      {space_to_depth({2, 3, 4, 6}, {2, 12, 2, 3}, 0),
       "SPACE_TO_DEPTH: BlockSize is 0, but it must be at least 1"},
      {space_to_depth({1, 3, 4, 6}, {2, 12, 2, 3}, 2),
       "SPACE_TO_DEPTH: OutputTensor.Sizes[0] is 2, but InputTensor.Sizes[0] is 1"},
      {space_to_depth({2, 3, 4, 6}, {2, 3, 2, 3}, 2),
       "SPACE_TO_DEPTH: OutputTensor.Sizes[1] is 3, but InputTensor.Sizes[1] * BlockSize * "
       "BlockSize is 3 * 2 * 2 = 12"},
      {space_to_depth({2, 3, 5, 6}, {2, 12, 2, 3}, 2),
       "SPACE_TO_DEPTH: InputTensor.Sizes[2] is 5, but OutputTensor.Sizes[2] * BlockSize is 2 * 2 "
       "= 4"},
      {space_to_depth({2, 3, 4, 7}, {2, 12, 2, 3}, 2),
       "SPACE_TO_DEPTH: InputTensor.Sizes[3] is 7, but OutputTensor.Sizes[3] * BlockSize is 3 * 2 "
       "= 6"},
      // 65536 * 65536 is 0 in 32 bits, 3 * 0xFFFFFFFF * 0xFFFFFFFF passes 64.
      {space_to_depth({1, 1, 1, 1}, {1, 1, 1, 1}, 65536),
       "SPACE_TO_DEPTH: OutputTensor.Sizes[1] is 1, but InputTensor.Sizes[1] * BlockSize * "
       "BlockSize is 1 * 65536 * 65536 = 4294967296"},
      {space_to_depth({1, 3, 1, 1}, {1, 3, 1, 1}, 0xFFFFFFFF),
       "SPACE_TO_DEPTH: OutputTensor.Sizes[1] is 3, but InputTensor.Sizes[1] * BlockSize * "
       "BlockSize is 3 * 4294967295 * 4294967295 = 55340232195358851075"},
      {SpaceToDepth1{
           {kF32, {1, 1, 2, 2}}, {kF32, {1, 4, 1, 1}}, 0, DepthSpaceOrder::ColumnRowDepth},
       "SPACE_TO_DEPTH1: BlockSize is 0, but it must be at least 1"},
      {SpaceToDepth1{{kF32, {1, 1, 2, 2}}, {kF32, {1, 4, 1, 1}}, 2, DepthSpaceOrder(2)},
       "SPACE_TO_DEPTH1: Order is 2, but DEPTH_COLUMN_ROW or COLUMN_ROW_DEPTH is required"},
      {DepthToSpace{{kF32, {1, 6, 1, 1}}, {kF32, {1, 1, 2, 2}}, 2},
       "DEPTH_TO_SPACE: InputTensor.Sizes[1] is 6, but OutputTensor.Sizes[1] * BlockSize * "
       "BlockSize is 1 * 2 * 2 = 4"},
      {DepthToSpace1{
           {kF32, {1, 4, 1, 1}}, {kF32, {1, 1, 2, 3}}, 2, DepthSpaceOrder::DepthColumnRow},
       "DEPTH_TO_SPACE1: OutputTensor.Sizes[3] is 3, but InputTensor.Sizes[3] * BlockSize is 1 * 2 "
       "= 2"},
      {DepthToSpace{{kF32, {1, 4, 1}}, {kF32, {1, 1, 2, 2}}, 2},
       "DEPTH_TO_SPACE: InputTensor.DimensionCount is 3, but 4 is required"},
      {DepthToSpace{{kF32, Sizes()}, {kF32, Sizes()}, 2},
       "DEPTH_TO_SPACE: InputTensor.DimensionCount is 0, but 4 is required",
       {.allow_empty = true}},
      {DepthToSpace{{kF32, {1, 4, 1, 1}}, {DataType::Int32, {1, 1, 2, 2}}, 2},
       "DEPTH_TO_SPACE: OutputTensor.DataType is INT32, but InputTensor.DataType is FLOAT32"},
      {DepthToSpace1{
           {kF32, {1, 4, 1, 1}}, {kF32, {1, 1, 2, 2}}, 2, DepthSpaceOrder::DepthColumnRow},
       "DEPTH_TO_SPACE1: needs feature level 2_1, but the device has 2_0",
       {.feature_level = FeatureLevel::Level2_0}},
      {DepthToSpace{{DataType::Int64, {1, 4, 1, 1}}, {DataType::Int64, {1, 1, 2, 2}}, 2},
       "DEPTH_TO_SPACE: InputTensor.DataType is INT64, but FLOAT32, FLOAT16, UINT32, UINT16, "
       "UINT8, INT32, INT16 or INT8 is required at feature level 4_1",
       {.feature_level = FeatureLevel::Level4_1}},
  });
}

TEST(DepthSpace, RandomBlocks) {
  for (uint64_t seed = 1; seed <= 2500 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const int64_t b = rng.Between(1, 5), c = rng.Between(1, 4);
    const int64_t h = rng.Between(1, 6), w = rng.Between(1, rng.Chance(20) ? 60 : 8),
                  n = rng.Between(1, 2);
    const Sizes deep = {n, c * b * b, h, w}, wide = {n, c, h * b, w * b};
    const DataType type = test::RandomType(rng);
    const auto order = DepthSpaceOrder(rng.Between(0, 1));
    const bool first_version = order == DepthSpaceOrder::DepthColumnRow && rng.Chance(50);
    const auto tensor = [&](const Sizes& sizes, TensorUse use) {
      return test::RandomTensor(rng, type, sizes, use);
    };
    const SpaceToDepth1 down{tensor(wide, TensorUse::Input), tensor(deep, TensorUse::Output),
                             uint32_t(b), order};
    const DepthToSpace1 up{tensor(deep, TensorUse::Input), tensor(wide, TensorUse::Output),
                           uint32_t(b), order};
    const Operator down_op = first_version
                                 ? Operator(SpaceToDepth{down.input, down.output, uint32_t(b)})
                                 : Operator(down);
    const Operator up_op =
        first_version ? Operator(DepthToSpace{up.input, up.output, uint32_t(b)}) : Operator(up);
    EXPECT_EQ(test::AgainstOracle(rng, down_op,
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::SpaceToDepth(inputs[0], deep, b, order)};
                                  }),
              "");
    EXPECT_EQ(test::AgainstOracle(rng, up_op,
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::DepthToSpace(inputs[0], wide, b, order)};
                                  }),
              "");
  }
}

template <class Op, auto... Order>
std::vector<Operator> BlockSamples(int64_t rows, int64_t columns, bool to_depth) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    for (uint32_t b : {2, 3}) {
      const TensorDesc wide(data, {1, 1, rows * b, columns * b}),
          deep(data, {1, b * b, rows, columns});
      samples.push_back(to_depth ? Op{wide, deep, b, Order...} : Op{deep, wide, b, Order...});
    }
  return samples;
}

const test::Samples space_to_depth_samples(OperatorType::SpaceToDepth,
                                           [](int64_t rows, int64_t columns) {
                                             return BlockSamples<SpaceToDepth>(rows, columns, true);
                                           });
const test::Samples space_to_depth1_samples(OperatorType::SpaceToDepth1, [](int64_t rows,
                                                                            int64_t columns) {
  return BlockSamples<SpaceToDepth1, DepthSpaceOrder::ColumnRowDepth>(rows, columns, true);
});
const test::Samples depth_to_space_samples(OperatorType::DepthToSpace, [](int64_t rows,
                                                                          int64_t columns) {
  return BlockSamples<DepthToSpace>(rows, columns, false);
});
const test::Samples depth_to_space1_samples(OperatorType::DepthToSpace1, [](int64_t rows,
                                                                            int64_t columns) {
  return BlockSamples<DepthToSpace1, DepthSpaceOrder::ColumnRowDepth>(rows, columns, false);
});

}  // namespace
}  // namespace weft
