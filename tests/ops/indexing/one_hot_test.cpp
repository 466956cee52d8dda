// SPDX-License-Identifier: MIT
// ONE_HOT: indices out of range, random layouts against the oracle, and every refusal.

#include "oracle/one_hot.h"

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

TEST(OneHot, Examples) {
  const std::vector<TensorsRow> rows = {
      {"the greatest numbers are out of range too",
       OneHot{.indices = {DataType::UInt64, {3, 1}},
              .values = {DataType::UInt8, {1, 2}},
              .output = {DataType::UInt8, {3, 2}},
              .axis = 1},
       {{0x1p64L - 1, 0x1p63L, 1}, {5, 6}},
       {{5, 5, 5, 5, 5, 6}}},
      {"and the least",
       OneHot{.indices = {DataType::Int64, {4, 1}},
              .values = {DataType::UInt8, {1, 2}},
              .output = {DataType::UInt8, {4, 2}},
              .axis = 1},
       {{-0x1p63L, -3, -2, 0x1p63L - 1}, {5, 6}},
       {{5, 5, 5, 5, 6, 5, 5, 5}}},
      {"values in a flipped view",
       OneHot{.indices = {kU32, {1}},
              .values = {kF32, Layout({2}, {-1}, 1)},
              .output = {kF32, {3}},
              .axis = 0},
       {{1}, {8, 9}},
       {{8, 9, 8}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

int64_t IndexLimit(const Operator& op, size_t input) {
  const auto& one_hot = op.As<OneHot>();
  return input == 0 ? one_hot.output.sizes()[int(one_hot.axis)] : 0;
}

TEST(OneHot, MatchesTheOracle) {
  test::ForEachSeed(3000, [&](Rng& rng) {
    const int rank = int(rng.Between(1, kMaxRank));
    const Sizes sizes = test::SmallSizes(rng, rank);
    const int axis = int(rng.Between(0, rank - 1));
    Sizes index_sizes = sizes, value_sizes = Sizes::Filled(rank, 1);
    index_sizes[axis] = 1;
    value_sizes[int(rng.Between(0, rank - 1))] = rng.Between(2, 3);
    const DataType type = test::RandomType(rng);
    test::ExpectOracle(rng,
                       OneHot{.indices = {test::RandomIndexType(rng), index_sizes},
                              .values = {type, value_sizes},
                              .output = {type, sizes},
                              .axis = uint32_t(axis)},
                       [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                         return {oracle::OneHot(in[0], in[1], sizes, axis)};
                       });
  });
}

TEST(OneHot, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    OneHot op{
        .indices = {kU32, {3, 1}}, .values = {kF32, {1, 2}}, .output = {kF32, {3, 4}}, .axis = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](OneHot&) {})), "");
  test::ExpectErrors({
      {bad([](OneHot& op) { op.axis = 2; }),
       "ONE_HOT: Axis is 2, but OutputTensor has 2 dimensions"},
      {bad([](OneHot& op) {
         op.indices = {kU32, {3, 2}};
       }),
       "ONE_HOT: IndicesTensor.Sizes[1] is 2, but it must be 1 at Axis"},
      {bad([](OneHot& op) {
         op.indices = {kU32, {2, 1}};
       }),
       "ONE_HOT: IndicesTensor.Sizes[0] is 2, but OutputTensor.Sizes[0] is 3"},
      {bad([](OneHot& op) {
         op.values = {kF32, {1, 1}};
       }),
       "ONE_HOT: ValuesTensor has 1 elements, but at least 2 are required"},
      {bad([](OneHot& op) { op.values.type = DataType::Int32; }),
       "ONE_HOT: OutputTensor.DataType is FLOAT32, but ValuesTensor.DataType is INT32"},
      {bad([](OneHot& op) {
         op.values = {kF32, {2}};
       }),
       "ONE_HOT: ValuesTensor.DimensionCount is 1, but OutputTensor.DimensionCount is 2"},
  });
}

const test::Samples one_hot_samples(
    OperatorType::OneHot,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (DataType data : test::kSampleTypes)
        for (int axis : {2, 3}) {
          const Sizes sizes = {1, 3, rows, columns};
          Sizes index_sizes = sizes;
          index_sizes[axis] = 1;
          samples.push_back(OneHot{.indices = {DataType::Int32, index_sizes},
                                   .values = {data, {1, 1, 2, 1}},
                                   .output = {data, sizes},
                                   .axis = uint32_t(axis)});
        }
      return samples;
    },
    IndexLimit);

}  // namespace
}  // namespace weft
