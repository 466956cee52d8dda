// SPDX-License-Identifier: MIT
// GATHER_ND, GATHER_ND1, SCATTER_ND: tuples out of range or twice the same, random layouts against
// the oracle, and every refusal.

#include "oracle/gather_scatter_nd.h"

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

TEST(GatherNd, Examples) {
  const std::vector<TensorsRow> rows = {
      {"every coordinate is clamped by itself",
       GatherNd{.input = {kF32, {2, 3}},
                .indices = {DataType::Int64, {4, 2}},
                .output = {kF32, {1, 4}},
                .input_dimension_count = 2,
                .indices_dimension_count = 2},
       {{1, 2, 3, 4, 5, 6}, {-1, -1, 2, -3, -0x1p63L, 0x1p63L - 1, 1, 7}},
       {{6, 4, 3, 6}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(ScatterNd, Examples) {
  const std::vector<TensorsRow> rows = {
      {"documentation, with indices that are integers and equal dimension counts",
       ScatterNd{.input = {kF32, {1, 8}},
                 .indices = {kU32, {4, 1}},
                 .updates = {kF32, {1, 4}},
                 .output = {kF32, {1, 8}},
                 .input_dimension_count = 1,
                 .indices_dimension_count = 2},
       {{1, 2, 3, 4, 5, 6, 7, 8}, {4, 3, 1, 7}, {9, 10, 11, 12}},
       {{1, 11, 3, 10, 9, 6, 7, 12}}},
      {"rows, one twice and one nowhere",
       ScatterNd{.input = {kF32, {3, 2}},
                 .indices = {DataType::Int32, {4, 1}},
                 .updates = {kF32, {4, 2}},
                 .output = {kF32, {3, 2}},
                 .input_dimension_count = 2,
                 .indices_dimension_count = 2},
       {{1, 2, 3, 4, 5, 6}, {2, 0, -1, 3}, {10, 11, 20, 21, 30, 31, 40, 41}},
       {{20, 21, 3, 4, 30, 31}}},
      {"one coordinate of two is out of range",
       ScatterNd{.input = {kF32, {2, 2}},
                 .indices = {DataType::UInt64, {3, 2}},
                 .updates = {kF32, {1, 3}},
                 .output = {kF32, {2, 2}},
                 .input_dimension_count = 2,
                 .indices_dimension_count = 2},
       {{1, 2, 3, 4}, {0, 0x1p64L - 1, 0x1p63L, 0, 1, 0}, {7, 8, 9}},
       {{1, 2, 9, 4}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// The size of the dimensions that tuples name, which is the same for all of them.
template <class Op>
int64_t IndexLimit(const Operator& op, size_t input) {
  const auto& gather = op.As<Op>();
  const Sizes& sizes = gather.input.sizes();
  return input == 1 ? sizes[sizes.rank() - int(gather.input_dimension_count)] : 0;
}

struct RandomTuples {
  Sizes whole, indices, picked;  // with leading ones up to the same rank
  int whole_count, indices_count, batches;
};

RandomTuples MakeTuples(Rng& rng, bool with_batches) {
  for (;;) {
    const int tuple = int(rng.Between(1, 3)), tail = int(rng.Between(0, 2));
    const int batches = with_batches ? int(rng.Between(0, 2)) : 0, places = int(rng.Between(0, 2));
    const Sizes whole = test::SmallSizes(rng, batches + tuple + tail, 300);
    Sizes indices;
    for (int dim = 0; dim < batches; ++dim) indices.push_back(whole[dim]);
    for (int64_t size : test::SmallSizes(rng, places, 30)) indices.push_back(size);
    indices.push_back(tuple);
    const Sizes picked = oracle::PickedSizes(whole, indices, batches);
    const int rank = std::max({whole.rank(), indices.rank(), picked.rank()});
    if (picked.rank() == 0 || rank > kMaxRank) continue;
    const auto aligned = [&](const Sizes& sizes) {
      Sizes all = Sizes::Filled(rank - sizes.rank(), 1);
      for (int64_t size : sizes) all.push_back(size);
      return all;
    };
    return {aligned(whole), aligned(indices), aligned(picked),
            whole.rank(),   indices.rank(),   batches};
  }
}

TEST(GatherScatterNd, MatchTheOracle) {
  test::ForEachSeed(6000, [&](Rng& rng) {
    const bool gather = rng.Chance(50);
    const RandomTuples tuples = MakeTuples(rng, gather);
    const DataType type = test::RandomType(rng), index_type = test::RandomIndexType(rng);
    const uint32_t whole_count = uint32_t(tuples.whole_count);
    const uint32_t indices_count = uint32_t(tuples.indices_count);
    // Sizes differ, so numbers are drawn for the largest.
    const test::Element element = [&](Rng& any, size_t input, DataType of) {
      return input == 1 ? oracle::BitsOf(of, {false, any.Between(-8, 8), 0})
                        : test::RandomElement(any, of);
    };
    if (gather)
      test::ExpectOracle(
          rng,
          GatherNd1{.input = {type, tuples.whole},
                    .indices = {index_type, tuples.indices},
                    .output = {type, tuples.picked},
                    .input_dimension_count = whole_count,
                    .indices_dimension_count = indices_count,
                    .batch_dimension_count = uint32_t(tuples.batches)},
          [&](const std::vector<Dense>& in) -> std::vector<Dense> {
            return {oracle::GatherNd(in[0], in[1], tuples.picked, tuples.whole_count,
                                     tuples.indices_count, tuples.batches)};
          },
          element);
    else
      test::ExpectOracle(
          rng,
          ScatterNd{.input = {type, tuples.whole},
                    .indices = {index_type, tuples.indices},
                    .updates = {type, tuples.picked},
                    .output = {type, tuples.whole},
                    .input_dimension_count = whole_count,
                    .indices_dimension_count = indices_count},
          [&](const std::vector<Dense>& in) -> std::vector<Dense> {
            return {
                oracle::ScatterNd(in[0], in[1], in[2], tuples.whole_count, tuples.indices_count)};
          },
          element);
  });
}

// GATHER_ND is GATHER_ND1 without batches.
TEST(GatherNd, EqualsGatherNd1WithoutBatches) {
  Rng rng(8);
  std::vector<float> input(60), first(24), second(24);
  std::vector<int32_t> indices(16);
  for (float& value : input) value = float(rng.Between(-100, 100));
  for (int32_t& index : indices) index = int32_t(rng.Between(-6, 6));
  const GatherNd1 newer{.input = {kF32, {4, 5, 3}},
                        .indices = {DataType::Int32, {2, 4, 2}},
                        .output = {kF32, {2, 4, 3}},
                        .input_dimension_count = 3,
                        .indices_dimension_count = 3};
  const GatherNd older{.input = newer.input,
                       .indices = newer.indices,
                       .output = newer.output,
                       .input_dimension_count = 3,
                       .indices_dimension_count = 3};
  ASSERT_TRUE(weft::Run(older, {input, indices}, {first}).has_value());
  ASSERT_TRUE(weft::Run(newer, {input, indices}, {second}).has_value());
  EXPECT_EQ(first, second);
}

// Tuples name 30 x 30 places over and over; the last update of each must win.
TEST(ScatterNd, TheLastUpdateWinsOnAnyNumberOfThreads) {
  const int before = ThreadCount();
  constexpr int64_t kSize = 30, kUpdates = 200'000;
  std::vector<int32_t> input(kSize * kSize, -1), output(input.size()), updates(kUpdates);
  std::vector<int32_t> want = input;
  std::vector<uint32_t> indices(2 * kUpdates);
  Rng rng(6);
  for (uint32_t& index : indices) index = uint32_t(rng.Between(0, kSize));
  for (size_t i = 0; i < kUpdates; ++i) {
    updates[i] = int32_t(i);
    if (indices[2 * i] < kSize && indices[2 * i + 1] < kSize)
      want[indices[2 * i] * kSize + indices[2 * i + 1]] = int32_t(i);
  }
  for (int threads : {1, 2, 3, 8}) {
    SetThreadCount(threads);
    const Status status = weft::Run(ScatterNd{.input = {DataType::Int32, {kSize, kSize}},
                                              .indices = {kU32, {kUpdates, 2}},
                                              .updates = {DataType::Int32, {1, kUpdates}},
                                              .output = {DataType::Int32, {kSize, kSize}},
                                              .input_dimension_count = 2,
                                              .indices_dimension_count = 2},
                                    {input, indices, updates}, {output});
    ASSERT_TRUE(status.has_value()) << status.error().message;
    EXPECT_EQ(output, want) << threads;
  }
  SetThreadCount(before);
}

TEST(GatherNd1, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    GatherNd1 op{.input = {kF32, {1, 3, 4, 5}},
                 .indices = {kU32, {1, 3, 6, 1}},
                 .output = {kF32, {1, 3, 6, 5}},
                 .input_dimension_count = 3,
                 .indices_dimension_count = 3,
                 .batch_dimension_count = 1};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](GatherNd1&) {})), "");
  test::ExpectErrors({
      {bad([](GatherNd1& op) { op.input_dimension_count = 0; }),
       "GATHER_ND1: InputDimensionCount is 0, but at least 1 is required"},
      {bad([](GatherNd1& op) { op.input_dimension_count = 5; }),
       "GATHER_ND1: InputDimensionCount is 5, but InputTensor has 4 dimensions"},
      {bad([](GatherNd1& op) { op.indices_dimension_count = 0; }),
       "GATHER_ND1: IndicesDimensionCount is 0, but at least 1 is required"},
      {bad([](GatherNd1& op) { op.indices_dimension_count = 0xFFFFFFFF; }),
       "GATHER_ND1: IndicesDimensionCount is 4294967295, but IndicesTensor has 4 dimensions"},
      {bad([](GatherNd1& op) { op.input_dimension_count = 2; }),
       "GATHER_ND1: InputTensor.Sizes[1] is 3, but InputDimensionCount is 2 and sizes before the "
       "last 2 must be 1"},
      {bad([](GatherNd1& op) { op.batch_dimension_count = 3; }),
       "GATHER_ND1: BatchDimensionCount is 3, but InputDimensionCount is 3"},
      {bad([](GatherNd1& op) {
         op.input_dimension_count = 4;
         op.batch_dimension_count = 3;
       }),
       "GATHER_ND1: BatchDimensionCount is 3, but IndicesDimensionCount is 3"},
      {bad([](GatherNd1& op) {
         op.indices = {kU32, {1, 3, 6, 3}};
       }),
       "GATHER_ND1: IndicesTensor.Sizes[3] is 3, but a tuple has 1 to 2 coordinates"},
      {bad([](GatherNd1& op) {
         op.indices = {kU32, {1, 2, 6, 1}};
       }),
       "GATHER_ND1: IndicesTensor.Sizes[1] is 2, but InputTensor.Sizes[1] is 3"},
      {bad([](GatherNd1& op) {
         op.output = {kF32, {1, 3, 7, 5}};
       }),
       "GATHER_ND1: OutputTensor.Sizes[2] is 7, but IndicesTensor.Sizes[2] is 6"},
      {bad([](GatherNd1& op) {
         op.output = {kF32, {1, 3, 6, 4}};
       }),
       "GATHER_ND1: OutputTensor.Sizes[3] is 4, but InputTensor.Sizes[3] is 5"},
      {bad([](GatherNd1& op) {
         op.input = {kF32, {1, 3, 0, 5}};
       }),
       "GATHER_ND1: InputTensor.Sizes[2] is 0, but an index along it needs at least 1",
       {.allow_empty = true}},
  });
}

TEST(GatherNd, Errors) {
  test::ExpectErrors({
      {GatherNd{.input = {kF32, {2, 3}},
                .indices = {kU32, {4, 3}},
                .output = {kF32, {4, 3}},
                .input_dimension_count = 2,
                .indices_dimension_count = 2},
       "GATHER_ND: IndicesTensor.Sizes[1] is 3, but a tuple has 1 to 2 coordinates"},
      {GatherNd{.input = {kF32, {4, 3, 2}},
                .indices = {kU32, {5, 6, 1}},
                .output = {kF32, {5, 6, 3}},
                .input_dimension_count = 3,
                .indices_dimension_count = 3},
       "GATHER_ND: OutputTensor has 3 dimensions, but the indices and the input make [5, 6, 3, 2]"},
      {GatherNd{.input = {kF32, {2, 3}},
                .indices = {kU32, {4, 1, 1}},
                .output = {kF32, {4, 3}},
                .input_dimension_count = 2,
                .indices_dimension_count = 2},
       "GATHER_ND: IndicesTensor.DimensionCount is 3, but InputTensor.DimensionCount is 2"},
  });
}

TEST(ScatterNd, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    ScatterNd op{.input = {kF32, {3, 4}},
                 .indices = {kU32, {6, 1}},
                 .updates = {kF32, {6, 4}},
                 .output = {kF32, {3, 4}},
                 .input_dimension_count = 2,
                 .indices_dimension_count = 2};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](ScatterNd&) {})), "");
  test::ExpectErrors({
      {bad([](ScatterNd& op) { op.input_dimension_count = 0; }),
       "SCATTER_ND: InputDimensionCount is 0, but at least 1 is required"},
      {bad([](ScatterNd& op) { op.indices_dimension_count = 3; }),
       "SCATTER_ND: IndicesDimensionCount is 3, but IndicesTensor has 2 dimensions"},
      {bad([](ScatterNd& op) {
         op.updates = {kF32, {6, 5}};
       }),
       "SCATTER_ND: UpdatesTensor.Sizes[1] is 5, but InputTensor.Sizes[1] is 4"},
      {bad([](ScatterNd& op) {
         op.output = {kF32, {3, 5}};
       }),
       "SCATTER_ND: OutputTensor.Sizes[1] is 5, but InputTensor.Sizes[1] is 4"},
      {bad([](ScatterNd& op) {
         op.updates = {kF32, {6, 4, 1}};
       }),
       "SCATTER_ND: UpdatesTensor.DimensionCount is 3, but InputTensor.DimensionCount is 2"},
  });
}

template <class Op>
Op Sample(DataType data, int64_t rows, int64_t columns, int64_t tuple) {
  Op op{.input = {data, {1, 7, 7, columns}},
        .indices = {DataType::Int32, {1, 1, rows, tuple}},
        .input_dimension_count = 3,
        .indices_dimension_count = 2};
  return op;
}

template <class Op>
std::vector<Operator> GatherSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes) {
    Op pairs = Sample<Op>(data, 3 * rows, columns, 2);
    pairs.output = {data, {1, 1, 3 * rows, columns}};
    samples.push_back(pairs);
    Op planes = Sample<Op>(data, rows / 2 + 1, columns, 1);
    planes.output = {data, {1, rows / 2 + 1, 7, columns}};
    samples.push_back(planes);
  }
  return samples;
}

const test::Samples gather_samples(OperatorType::GatherNd, GatherSamples<GatherNd>,
                                   IndexLimit<GatherNd>);
const test::Samples gather1_samples(OperatorType::GatherNd1, GatherSamples<GatherNd1>,
                                    IndexLimit<GatherNd1>);
const test::Samples scatter_samples(
    OperatorType::ScatterNd,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (DataType data : test::kSampleTypes) {
        ScatterNd pairs = Sample<ScatterNd>(data, 3 * rows, columns, 2);
        pairs.updates = {data, {1, 1, 3 * rows, columns}};
        pairs.output = pairs.input;
        samples.push_back(pairs);
        ScatterNd elements = Sample<ScatterNd>(data, rows * columns, 7, 3);
        elements.updates = {data, {1, 1, 1, rows * columns}};
        elements.output = elements.input;
        samples.push_back(elements);
      }
      return samples;
    },
    IndexLimit<ScatterNd>);

}  // namespace
}  // namespace weft
