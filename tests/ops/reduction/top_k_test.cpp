// SPDX-License-Identifier: MIT
// TOP_K, TOP_K1: ties, NaN, random layouts against the oracle, and every refusal.

#include "oracle/top_k.h"

#include <cmath>
#include <numeric>

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
constexpr AxisDirection kUp = AxisDirection::Increasing;
constexpr AxisDirection kDown = AxisDirection::Decreasing;

// On FLOAT32 {1, 1, 3, 4}, as on the documentation's pages.
TopK1 OnTwelve(uint32_t axis, uint32_t k, AxisDirection direction) {
  Sizes sizes = {1, 1, 3, 4};
  sizes[int(axis)] = k;
  return {.input = {kF32, {1, 1, 3, 4}},
          .output_value = {kF32, sizes},
          .output_index = {kU32, sizes},
          .axis = axis,
          .k = k,
          .axis_direction = direction};
}

const std::vector<long double> kDistinct = {0, 1, 10, 11, 3, 2, 9, 8, 4, 5, 6, 7};
const std::vector<long double> kTied = {1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 6, 6};

TEST(TopK, Examples) {
  const std::vector<TensorsRow> rows = {
      {"all of the line",
       OnTwelve(3, 4, kUp),
       {kDistinct},
       {{0, 1, 10, 11, 2, 3, 8, 9, 4, 5, 6, 7}, {0, 1, 2, 3, 1, 0, 3, 2, 0, 1, 2, 3}}},
  };
  for (const TensorsRow& row : rows) {
    test::RunRow(row);
    const TopK1& newer = row.op.As<TopK1>();
    if (newer.axis_direction == kUp) continue;
    TensorsRow older = row;  // TOP_K's page has the examples of the largest
    older.op = TopK{.input = newer.input,
                    .output_value = newer.output_value,
                    .output_index = newer.output_index,
                    .axis = newer.axis,
                    .k = newer.k};
    test::RunRow(older);
  }
}

// NaN is larger than Infinity, its sign and payload do not matter, and zeros are equal.
TEST(TopK1, OrderOfSpecialNumbers) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const std::vector<long double> numbers = {0.0L, nan, -inf, -0.0L, 5, -nan, inf, -1};
  for (DataType type : {kF32, DataType::Float16}) {
    const auto all = [&](AxisDirection direction) -> Operator {
      return TopK1{.input = {type, {8}},
                   .output_value = {type, {8}},
                   .output_index = {DataType::UInt64, {8}},
                   .axis = 0,
                   .k = 8,
                   .axis_direction = direction};
    };
    test::RunRow(
        TensorsRow{"largest first",
                   all(kDown),
                   {numbers},
                   {{nan, -nan, inf, 5, 0.0L, -0.0L, -1, -inf}, {1, 5, 6, 4, 0, 3, 7, 2}}});
    test::RunRow(
        TensorsRow{"smallest first",
                   all(kUp),
                   {numbers},
                   {{-inf, -1, 0.0L, -0.0L, 5, inf, nan, -nan}, {2, 7, 0, 3, 4, 6, 1, 5}}});
  }
}

std::vector<DataType> SelectableTypes() {
  std::vector<DataType> types(test::kMovableTypes.begin(), test::kMovableTypes.end());
  std::erase(types, DataType::Float64);
  return types;
}

TEST(TopK1, MatchesTheOracle) {
  const std::vector<DataType> types = SelectableTypes();
  test::ForEachSeed(3000, [&](Rng& rng) {
    const int rank = int(rng.Between(1, kMaxRank));
    const Sizes sizes = test::SmallSizes(rng, rank, 300);
    const int axis = int(rng.Between(0, rank - 1));
    const int64_t k = rng.Between(1, sizes[axis]);
    Sizes picked = sizes;
    picked[axis] = k;
    const DataType type = types[size_t(rng.Next() % types.size())];
    const DataType index_type = rng.Pick({kU32, DataType::UInt64});
    const AxisDirection direction = rng.Pick({kUp, kDown});
    const bool ties = rng.Chance(50);
    test::ExpectOracle(
        rng,
        TopK1{.input = {type, sizes},
              .output_value = {type, picked},
              .output_index = {index_type, picked},
              .axis = uint32_t(axis),
              .k = uint32_t(k),
              .axis_direction = direction},
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          const oracle::TopKOutputs outputs =
              oracle::TopK(in[0], index_type, axis, k, direction == kUp);
          return {outputs.values, outputs.indices};
        },
        [&](Rng& any, size_t, DataType of) {
          return ties ? oracle::BitsOf(of, {false, any.Between(-2, 2), 0})
                      : test::RandomElement(any, of);
        });
  });
}

// Lines much longer than what is kept at once, in the orders that make most and least of it.
TEST(TopK1, LongLines) {
  constexpr int64_t kCount = 50'000;
  Rng rng(9);
  for (int order = 0; order < 4; ++order)
    for (uint32_t k : {1u, 7u, 1000u, 49'999u}) {
      std::vector<int32_t> input(kCount);
      for (int64_t i = 0; i < kCount; ++i)
        input[size_t(i)] = int32_t(order == 0   ? i
                                   : order == 1 ? -i
                                   : order == 2 ? 7
                                                : rng.Between(-1000, 1000));
      std::vector<uint32_t> want(kCount);
      std::iota(want.begin(), want.end(), 0);
      std::stable_sort(want.begin(), want.end(),
                       [&](uint32_t a, uint32_t b) { return input[a] > input[b]; });
      want.resize(k);
      std::vector<int32_t> values(k);
      std::vector<uint32_t> indices(k);
      const Status status = weft::Run(TopK1{.input = {DataType::Int32, {kCount}},
                                            .output_value = {DataType::Int32, {k}},
                                            .output_index = {kU32, {k}},
                                            .axis = 0,
                                            .k = k,
                                            .axis_direction = kDown},
                                      {input}, {values, indices});
      ASSERT_TRUE(status.has_value()) << status.error().message;
      ASSERT_EQ(indices, want) << order << " " << k;
      for (uint32_t i = 0; i < k; ++i) ASSERT_EQ(values[i], input[want[i]]);
    }
}

// Scratch memory may begin at any address.
TEST(TopK1, TemporaryMemoryNeedsNoAlignment) {
  const Result<CompiledOperator> compiled = Compile(OnTwelve(3, 2, kDown));
  ASSERT_TRUE(compiled.has_value());
  ASSERT_GT(compiled->temporary_bytes(), 0u);
  const std::vector<float> input(kDistinct.begin(), kDistinct.end());
  for (size_t shift : {0, 1, 8, 63}) {
    std::vector<std::byte> memory(compiled->temporary_bytes() + shift);
    std::vector<float> values(6);
    std::vector<uint32_t> indices(6);
    const std::vector<ConstBuffer> in = {input};
    const std::vector<Buffer> out = {values, indices};
    ASSERT_TRUE(compiled->Run(in, out, Buffer(memory.data() + shift, memory.size() - shift)));
    EXPECT_EQ(values, (std::vector<float>{11, 10, 9, 8, 7, 6}));
  }
}

TEST(TopK, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    TopK1 op = OnTwelve(3, 2, kDown);
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](TopK1&) {})), "");
  test::ExpectErrors({
      {bad([](TopK1& op) { op.axis = 4; }), "TOP_K1: Axis is 4, but InputTensor has 4 dimensions"},
      {bad([](TopK1& op) { op.k = 0; }),
       "TOP_K1: K is 0, but 1 to InputTensor.Sizes[3] = 4 is required"},
      {bad([](TopK1& op) { op.k = 5; }),
       "TOP_K1: K is 5, but 1 to InputTensor.Sizes[3] = 4 is required"},
      {bad([](TopK1& op) { op.k = 0xFFFFFFFF; }),
       "TOP_K1: K is 4294967295, but 1 to InputTensor.Sizes[3] = 4 is required"},
      {bad([](TopK1& op) { op.k = 3; }),
       "TOP_K1: OutputValueTensor.Sizes[3] is 2, but it must be K = 3 at Axis"},
      {bad([](TopK1& op) {
         op.output_value = op.output_index = {kF32, {1, 1, 2, 2}};
       }),
       "TOP_K1: OutputIndexTensor.DataType is FLOAT32, but UINT32 or UINT64 is required"},
      {bad([](TopK1& op) {
         op.output_value = {kF32, {1, 1, 2, 2}};
         op.output_index = {kU32, {1, 1, 2, 2}};
       }),
       "TOP_K1: OutputValueTensor.Sizes[2] is 2, but InputTensor.Sizes[2] is 3"},
      {bad([](TopK1& op) {
         op.output_index = {kU32, {1, 1, 3, 1}};
       }),
       "TOP_K1: OutputIndexTensor.Sizes[3] is 1, but OutputValueTensor.Sizes[3] is 2"},
      {TopK{.input = {kF32, {4}},
            .output_value = {kF32, {1}},
            .output_index = {kU32, {1}},
            .axis = 0,
            .k = 0},
       "TOP_K: K is 0, but 1 to InputTensor.Sizes[0] = 4 is required"},
      {TopK{.input = {kF32, {4}},
            .output_value = {kF32, {5}},
            .output_index = {kU32, {5}},
            .axis = 0,
            .k = 5},
       "TOP_K: K is 5, but 1 to InputTensor.Sizes[0] = 4 is required"},
  });
}

template <class Op>
std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : {DataType::Float16, DataType::UInt64})
    for (int axis : {2, 3}) {
      Sizes sizes = {1, 3, rows, columns};
      Op op{.input = {data, sizes}, .axis = uint32_t(axis), .k = uint32_t(sizes[axis] / 3 + 1)};
      sizes[axis] = op.k;
      op.output_value = {data, sizes};
      op.output_index = {kU32, sizes};
      samples.push_back(op);
    }
  return samples;
}

const test::Samples top_k_samples(OperatorType::TopK, Samples<TopK>);
const test::Samples top_k1_samples(OperatorType::TopK1, Samples<TopK1>);

}  // namespace
}  // namespace weft
