// SPDX-License-Identifier: MIT
// GATHER_ELEMENTS, SCATTER_ELEMENTS: indices out of range or twice the same, random layouts against
// the oracle, and every refusal.

#include "oracle/gather_scatter_elements.h"

#include "ops/against_oracle.h"
#include "ops/harness.h"
#include "ops/samples.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU32 = DataType::UInt32;

TEST(GatherElements, Examples) {
  const std::vector<TensorsRow> rows = {
      {"documentation, with the output's type",
       GatherElements{
           .input = {kF32, {3, 3}}, .indices = {kU32, {2, 3}}, .output = {kF32, {2, 3}}, .axis = 0},
       {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 0, 2, 0, 0}},
       {{4, 8, 3, 7, 2, 3}}},
      {"out of range reads the nearest",
       GatherElements{.input = {DataType::UInt8, {1, 3}},
                      .indices = {DataType::Int64, {1, 5}},
                      .output = {DataType::UInt8, {1, 5}},
                      .axis = 1},
       {{7, 8, 9}, {-1, -3, -4, 3, -0x1p63L}},
       {{9, 7, 7, 9, 7}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(ScatterElements, Examples) {
  const std::vector<TensorsRow> rows = {
      {"documentation 2, with the input's sizes",
       ScatterElements{.input = {kF32, {3, 3}},
                       .indices = {kU32, {2, 3}},
                       .updates = {kF32, {2, 3}},
                       .output = {kF32, {3, 3}},
                       .axis = 0},
       {{0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 2, 0, 2, 1}, {10, 11, 12, 20, 21, 22}},
       {{20, 11, 0, 10, 0, 22, 0, 21, 12}}},
      {"out of range writes nothing",
       ScatterElements{.input = {DataType::Int16, {4}},
                       .indices = {DataType::Int64, {7}},
                       .updates = {DataType::Int16, {7}},
                       .output = {DataType::Int16, {4}},
                       .axis = 0},
       {{1, 2, 3, 4}, {-1, -4, -5, 4, -0x1p63L, 0x1p63L - 1, 0x1p32L}, {9, 8, 7, 6, 5, 4, 3}},
       {{8, 2, 3, 9}}},
      {"unsigned and huge writes nothing",
       ScatterElements{.input = {DataType::Int16, {3}},
                       .indices = {DataType::UInt64, {4}},
                       .updates = {DataType::Int16, {4}},
                       .output = {DataType::Int16, {3}},
                       .axis = 0},
       {{1, 2, 3}, {0x1p64L - 1, 0x1p63L, 1, 3}, {9, 8, 7, 6}},
       {{1, 7, 3}}},
      {"one broadcast index: the last update wins",
       ScatterElements{.input = {kF32, {2, 2}},
                       .indices = {DataType::Int32, {3, 2}, {0, 0}},
                       .updates = {kF32, {3, 2}},
                       .output = {kF32, {2, 2}},
                       .axis = 0},
       {{1, 2, 3, 4}, {1, 1, 1, 1, 1, 1}, {5, 6, 7, 8, 9, 10}},
       {{1, 2, 9, 10}}},
      {"nothing to write",
       ScatterElements{.input = {kF32, {2}},
                       .indices = {DataType::Int32, {0}},
                       .updates = {kF32, {0}},
                       .output = {kF32, {2}},
                       .axis = 0},
       {{1, 2}, {}, {}},
       {{1, 2}},
       {.allow_empty = true}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

int64_t GatherLimit(const Operator& op, size_t input) {
  const auto& gather = op.As<GatherElements>();
  return input == 1 ? gather.input.sizes()[int(gather.axis)] : 0;
}
int64_t ScatterLimit(const Operator& op, size_t input) {
  const auto& scatter = op.As<ScatterElements>();
  return input == 1 ? scatter.input.sizes()[int(scatter.axis)] : 0;
}

TEST(GatherScatterElements, MatchTheOracle) {
  test::ForEachSeed(6000, [&](Rng& rng) {
    const int rank = int(rng.Between(1, kMaxRank));
    const Sizes sizes = test::SmallSizes(rng, rank);
    const uint32_t axis = uint32_t(rng.Between(0, rank - 1));
    Sizes index_sizes = sizes;
    index_sizes[int(axis)] = rng.Between(1, 9);
    const DataType type = test::RandomType(rng), index_type = test::RandomIndexType(rng);
    if (rng.Chance(50))
      test::ExpectOracle(rng,
                         GatherElements{.input = {type, sizes},
                                        .indices = {index_type, index_sizes},
                                        .output = {type, index_sizes},
                                        .axis = axis},
                         [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                           return {oracle::GatherElements(in[0], in[1], int(axis))};
                         });
    else
      test::ExpectOracle(rng,
                         ScatterElements{.input = {type, sizes},
                                         .indices = {index_type, index_sizes},
                                         .updates = {type, index_sizes},
                                         .output = {type, sizes},
                                         .axis = axis},
                         [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                           return {oracle::ScatterElements(in[0], in[1], in[2], int(axis))};
                         });
  });
}

// Every element is written many times, by one line that all threads walk: the last must win.
TEST(ScatterElements, TheLastUpdateWinsOnAnyNumberOfThreads) {
  const int before = ThreadCount();
  constexpr int64_t kSize = 1000, kUpdates = 400'000;
  std::vector<int32_t> input(kSize, -1), output(kSize), updates(kUpdates), indices(kUpdates);
  std::vector<int32_t> want = input;
  Rng rng(6);
  for (int32_t i = 0; i < kUpdates; ++i) {
    indices[size_t(i)] = int32_t(rng.Between(0, kSize + 1)), updates[size_t(i)] = i;
    if (indices[size_t(i)] < kSize) want[size_t(indices[size_t(i)])] = i;
  }
  for (int threads : {1, 2, 3, 8}) {
    SetThreadCount(threads);
    const Status status = weft::Run(ScatterElements{.input = {DataType::Int32, {kSize}},
                                                    .indices = {DataType::Int32, {kUpdates}},
                                                    .updates = {DataType::Int32, {kUpdates}},
                                                    .output = {DataType::Int32, {kSize}},
                                                    .axis = 0},
                                    {input, indices, updates}, {output});
    ASSERT_TRUE(status.has_value()) << status.error().message;
    EXPECT_EQ(output, want) << threads;
  }
  SetThreadCount(before);
}

TEST(GatherElements, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    GatherElements op{
        .input = {kF32, {4, 5}}, .indices = {kU32, {4, 9}}, .output = {kF32, {4, 9}}, .axis = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](GatherElements&) {})), "");
  test::ExpectErrors({
      {bad([](GatherElements& op) { op.axis = 2; }),
       "GATHER_ELEMENTS: Axis is 2, but InputTensor has 2 dimensions"},
      {bad([](GatherElements& op) { op.axis = 0; }),
       "GATHER_ELEMENTS: IndicesTensor.Sizes[1] is 9, but InputTensor.Sizes[1] is 5"},
      {bad([](GatherElements& op) {
         op.output = {kF32, {4, 8}};
       }),
       "GATHER_ELEMENTS: OutputTensor.Sizes[1] is 8, but IndicesTensor.Sizes[1] is 9"},
      {bad([](GatherElements& op) {
         op.indices = {kU32, {4}};
       }),
       "GATHER_ELEMENTS: IndicesTensor.DimensionCount is 1, but InputTensor.DimensionCount is 2"},
      {bad([](GatherElements& op) {
         op.input = {kF32, {4, 0}};
       }),
       "GATHER_ELEMENTS: InputTensor.Sizes[1] is 0, but an index along it needs at least 1",
       {.allow_empty = true}},
  });
}

TEST(ScatterElements, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    ScatterElements op{.input = {kF32, {4, 5}},
                       .indices = {kU32, {4, 9}},
                       .updates = {kF32, {4, 9}},
                       .output = {kF32, {4, 5}},
                       .axis = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](ScatterElements&) {})), "");
  test::ExpectErrors({
      {bad([](ScatterElements& op) { op.axis = 2; }),
       "SCATTER_ELEMENTS: Axis is 2, but InputTensor has 2 dimensions"},
      {bad([](ScatterElements& op) { op.axis = 0; }),
       "SCATTER_ELEMENTS: IndicesTensor.Sizes[1] is 9, but InputTensor.Sizes[1] is 5"},
      {bad([](ScatterElements& op) {
         op.output = {kF32, {4, 6}};
       }),
       "SCATTER_ELEMENTS: OutputTensor.Sizes[1] is 6, but InputTensor.Sizes[1] is 5"},
      {bad([](ScatterElements& op) {
         op.updates = {kF32, {4, 8}};
       }),
       "SCATTER_ELEMENTS: UpdatesTensor.Sizes[1] is 8, but IndicesTensor.Sizes[1] is 9"},
      {bad([](ScatterElements& op) { op.updates.type = DataType::Float16; }),
       "SCATTER_ELEMENTS: UpdatesTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
  });
}

const test::Samples gather_samples(
    OperatorType::GatherElements,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (DataType data : {DataType::UInt8, DataType::Float32})
        for (uint32_t axis : {2u, 3u}) {
          Sizes sizes = {1, 3, rows, columns};
          GatherElements op{.input = {data, sizes}, .axis = axis};
          sizes[int(axis)] += 2;
          op.indices = {DataType::Int64, sizes};
          op.output = {data, sizes};
          samples.push_back(op);
        }
      return samples;
    },
    GatherLimit);

const test::Samples scatter_samples(
    OperatorType::ScatterElements,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (DataType data : {DataType::UInt8, DataType::Float32})
        for (uint32_t axis : {2u, 3u}) {
          Sizes sizes = {1, 3, rows, columns};
          ScatterElements op{.input = {data, sizes}, .output = {data, sizes}, .axis = axis};
          sizes[int(axis)] += 2;
          op.indices = {DataType::Int32, sizes};
          op.updates = {data, sizes};
          samples.push_back(op);
        }
      return samples;
    },
    ScatterLimit);

}  // namespace
}  // namespace weft
