// SPDX-License-Identifier: MIT
// GATHER: indices out of range, random layouts against the oracle, and every refusal.

#include "oracle/gather.h"

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

TEST(Gather, Examples) {
  const std::vector<TensorsRow> rows = {
      {"documentation 3, with the IndexDimensions its output has",
       Gather{.input = {kF32, {3, 2}},
              .indices = {kU32, {1, 2}},
              .output = {kF32, {3, 2}},
              .axis = 1,
              .index_dimensions = 1},
       {{1, 2, 3, 4, 5, 6}, {1, 0}},
       {{2, 1, 4, 3, 6, 5}}},
      {"one index for all: the axis disappears",
       Gather{.input = {kF32, {2, 3}},
              .indices = {DataType::Int32, {1, 1}},
              .output = {kF32, {1, 2}},
              .axis = 1,
              .index_dimensions = 0},
       {{1, 2, 3, 4, 5, 6}, {-1}},
       {{3, 6}}},
      {"as many IndexDimensions as dimensions",
       Gather{.input = {kF32, {1, 3}},
              .indices = {kU32, {2, 2}},
              .output = {kF32, {2, 2}},
              .axis = 1,
              .index_dimensions = 2},
       {{7, 8, 9}, {2, 0, 1, 2}},
       {{9, 7, 8, 9}}},
      {"a flipped input and a permuted output",
       Gather{.input = {kF32, Layout({3, 2}, {-2, -1}, 5)},
              .indices = {kU32, {1, 2}},
              .output = {kF32, {2, 2}, {1, 3}},
              .axis = 0,
              .index_dimensions = 1},
       {{1, 2, 3, 4, 5, 6}, {2, 0}},
       {{5, 6, 1, 2}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Gather, IndicesOutOfRangeReadTheNearestElement) {
  const auto gather = [](DataType index_type, int64_t count) -> Operator {
    return Gather{.input = {kF32, {4}},
                  .indices = {index_type, {count}},
                  .output = {kF32, {count}},
                  .axis = 0,
                  .index_dimensions = 1};
  };
  const std::vector<TensorsRow> rows = {
      {"INT64",
       gather(DataType::Int64, 8),
       {{11, 12, 13, 14}, {-1, -4, -5, 4, -0x1p63L, 0x1p63L - 1, -0x1p63L + 3, 0x1p32L}},
       {{14, 11, 11, 14, 11, 14, 11, 14}}},
      {"INT32",
       gather(DataType::Int32, 5),
       {{11, 12, 13, 14}, {-2, -0x1p31L, 0x1p31L - 1, -5, 4}},
       {{13, 11, 14, 11, 14}}},
      {"UINT64",
       gather(DataType::UInt64, 6),
       {{11, 12, 13, 14}, {2, 4, 0x1p63L, 0x1p64L - 1, 0x1p64L - 4, 0x1p32L + 1}},
       {{13, 14, 14, 14, 14, 14}}},
      {"UINT32",
       gather(DataType::UInt32, 4),
       {{11, 12, 13, 14}, {1, 4, 0x1p32L - 1, 0x1p31L}},
       {{12, 14, 14, 14}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

int64_t IndexLimit(const Operator& op, size_t input) {
  const auto& gather = op.As<Gather>();
  return input == 1 ? gather.input.sizes()[int(gather.axis)] : 0;
}

// A valid GATHER whose tensors are packed. Its sizes are joined here as the page says, not by the
// library: head, indices, tail, with ones in front or without them.
Gather RandomGather(Rng& rng) {
  const int head = int(rng.Between(0, 3)), tail = int(rng.Between(0, 3));
  const int index_dimensions = int(rng.Between(0, std::min(3, kMaxRank - head - tail)));
  const Sizes sizes = test::SmallSizes(rng, head + 1 + tail, 300);
  const Sizes index_sizes = test::SmallSizes(rng, index_dimensions, 40);
  std::vector<int64_t> joined(sizes.begin(), sizes.begin() + head);
  joined.insert(joined.end(), index_sizes.begin(), index_sizes.end());
  joined.insert(joined.end(), sizes.begin() + head + 1, sizes.end());
  const int needed = std::max({head + 1 + tail, index_dimensions, int(joined.size())});
  const int rank = int(rng.Between(needed, std::min(kMaxRank, needed + 1)));
  const auto aligned = [&](const auto& values) {
    Sizes all = Sizes::Filled(rank - int(values.size()), 1);
    for (int64_t value : values) all.push_back(value);
    return all;
  };
  const DataType type = test::RandomType(rng);
  return {.input = {type, aligned(sizes)},
          .indices = {test::RandomIndexType(rng), aligned(index_sizes)},
          .output = {type, aligned(joined)},
          .axis = uint32_t(rank - tail - 1),
          .index_dimensions = uint32_t(index_dimensions)};
}

TEST(Gather, MatchesTheOracle) {
  test::ForEachSeed(4000, [&](Rng& rng) {
    const Gather op = RandomGather(rng);
    test::ExpectOracle(rng, op, [&](const std::vector<Dense>& in) -> std::vector<Dense> {
      return {
          oracle::Gather(in[0], in[1], op.output.sizes(), int(op.axis), int(op.index_dimensions))};
    });
  });
}

// Rows of every kind of length, large enough to be streamed and shared by threads.
TEST(Gather, LargeRows) {
  Rng rng(5);
  for (int64_t row : {1, 3, 8, 31, 64, 77, 1000, 300'001}) {
    const int64_t count = (9 << 20) / 4 / row + 1;
    const Gather op{.input = {kF32, {1, 41, row}},
                    .indices = {DataType::Int64, {1, 1, count}},
                    .output = {kF32, {1, count, row}},
                    .axis = 1,
                    .index_dimensions = 1};
    std::vector<uint32_t> input(size_t(41 * row)), output(size_t(count * row));
    std::vector<int64_t> indices(size_t(count), 0);
    for (uint32_t& value : input) value = uint32_t(rng.Next());
    for (int64_t& index : indices) index = rng.Between(-43, 42);
    const Status status = weft::Run(op, {input, indices}, {output});
    ASSERT_TRUE(status.has_value()) << status.error().message;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t index = indices[size_t(i)] < 0 ? indices[size_t(i)] + 41 : indices[size_t(i)];
      const auto from = input.begin() + std::clamp<int64_t>(index, 0, 40) * row;
      ASSERT_TRUE(std::equal(from, from + row, output.begin() + i * row)) << row << " " << i;
    }
  }
}

TEST(Gather, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Gather op{.input = {kF32, {1, 5, 6}},
              .indices = {kU32, {1, 2, 3}},
              .output = {kF32, {2, 3, 6}},
              .axis = 1,
              .index_dimensions = 2};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Gather&) {})), "");
  test::ExpectErrors({
      {bad([](Gather& op) { op.axis = 3; }), "GATHER: Axis is 3, but InputTensor has 3 dimensions"},
      {bad([](Gather& op) { op.axis = 0xFFFFFFFF; }),
       "GATHER: Axis is 4294967295, but InputTensor has 3 dimensions"},
      {bad([](Gather& op) { op.index_dimensions = 4; }),
       "GATHER: IndexDimensions is 4, but IndicesTensor has 3 dimensions"},
      {bad([](Gather& op) { op.index_dimensions = 0xFFFFFFFF; }),
       "GATHER: IndexDimensions is 4294967295, but IndicesTensor has 3 dimensions"},
      {bad([](Gather& op) { op.index_dimensions = 1; }),
       "GATHER: IndicesTensor.Sizes[1] is 2, but IndexDimensions is 1 and sizes before the last 1 "
       "must be 1"},
      {bad([](Gather& op) {
         op.output = {kF32, {2, 4, 6}};
       }),
       "GATHER: OutputTensor.Sizes[1] is 4, but IndicesTensor.Sizes[2] is 3"},
      {bad([](Gather& op) {
         op.output = {kF32, {2, 3, 5}};
       }),
       "GATHER: OutputTensor.Sizes[2] is 5, but InputTensor.Sizes[2] is 6"},
      {bad([](Gather& op) { op.axis = 0; }),
       "GATHER: OutputTensor has 3 dimensions, but the indices and the input make [2, 3, 5, 6]"},
      {bad([](Gather& op) {
         op.indices = {kU32, {1, 1, 1}};
         op.index_dimensions = 0;
         op.output = {kF32, {2, 1, 6}};
       }),
       "GATHER: OutputTensor.Sizes[0] is 2, but 1 is required"},
      {bad([](Gather& op) {
         op.indices = {kU32, {2, 3}};
       }),
       "GATHER: IndicesTensor.DimensionCount is 2, but InputTensor.DimensionCount is 3"},
      {bad([](Gather& op) { op.output.type = DataType::Int32; }),
       "GATHER: OutputTensor.DataType is INT32, but InputTensor.DataType is FLOAT32"},
      {bad([](Gather& op) { op.indices.type = kF32; }),
       "GATHER: IndicesTensor.DataType is FLOAT32, but UINT32, INT32, UINT64 or INT64 is required"},
      {bad([](Gather& op) {
         op.input = {kF32, {1, 0, 6}};
       }),
       "GATHER: InputTensor.Sizes[1] is 0, but an index along it needs at least 1",
       {.allow_empty = true}},
  });
}

TEST(Gather, SignedIndicesNeedLevel3) {
  const auto accepts = [](DataType index_type, FeatureLevel level) {
    return test::ErrorOf(Gather{.input = {kF32, {1, 1, 1, 3}},
                                .indices = {index_type, {1, 1, 1, 2}},
                                .output = {kF32, {1, 1, 1, 2}},
                                .axis = 3,
                                .index_dimensions = 1},
                         {.feature_level = level})
        .empty();
  };
  for (DataType type : {DataType::Int32, DataType::Int64, DataType::UInt64}) {
    EXPECT_FALSE(accepts(type, FeatureLevel::Level2_1)) << Name(type);
    EXPECT_TRUE(accepts(type, FeatureLevel::Level3_0)) << Name(type);
  }
  EXPECT_TRUE(accepts(kU32, FeatureLevel::Level1_0));
}

const test::Samples gather_samples(
    OperatorType::Gather,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (DataType data : {DataType::UInt8, DataType::Float32})
        for (uint32_t axis : {1u, 2u, 3u}) {
          Sizes sizes = {1, 3, rows, columns};
          Gather op{.input = {data, sizes},
                    .indices = {DataType::Int32, {1, 1, 1, sizes[int(axis)] + 2}},
                    .axis = axis,
                    .index_dimensions = 1};
          sizes[int(axis)] += 2;
          op.output = {data, sizes};
          samples.push_back(op);
        }
      return samples;
    },
    IndexLimit);

}  // namespace
}  // namespace weft
