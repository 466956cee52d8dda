// SPDX-License-Identifier: MIT
// TILE: every refusal, random repeats against the oracle.

#include "oracle/tile.h"

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;

TEST(Tile, Examples) {
  const std::vector<TensorsRow> rows = {
      {"once is a copy",
       Tile{.input = {kF32, {2}}, .output = {kF32, {2}}, .repeats = {1}},
       {{1, 2}},
       {{1, 2}}},
      {"one element",
       Tile{.input = {kF32, {1, 1}}, .output = {kF32, {2, 3}}, .repeats = {2, 3}},
       {{7}},
       {{7, 7, 7, 7, 7, 7}}},
      {"a flipped input, a transposed output",
       Tile{.input = {kF32, Layout({3}, {-1}, 2)},
            .output = {kF32, Layout({6}, {-2}, 10)},
            .repeats = {2}},
       {{1, 2, 3}},
       {{1, 2, 3, 1, 2, 3}}},
      {"a scalar, where that is allowed",
       Tile{.input = {kF32, Sizes()}, .output = {kF32, Sizes()}},
       {{4}},
       {{4}},
       {.allow_empty = true}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Tile, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Tile op{.input = {kF32, {2, 3}}, .output = {kF32, {4, 3}}, .repeats = {2, 1}};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Tile&) {})), "");
  test::ExpectErrors({
      {bad([](Tile& op) { op.repeats = {2}; }),
       "TILE: Repeats has 1 values, but InputTensor has 2 dimensions"},
      {bad([](Tile& op) { op.repeats = {}; }),
       "TILE: Repeats has 0 values, but InputTensor has 2 dimensions"},
      {bad([](Tile& op) { op.repeats[1] = 0; }),
       "TILE: Repeats[1] is 0, but every repeat must be at least 1"},
      {bad([](Tile& op) { op.repeats[0] = 3; }),
       "TILE: OutputTensor.Sizes[0] is 4, but InputTensor.Sizes[0] * Repeats[0] is 2 * 3 = 6"},
      {Tile{.input = {DataType::UInt8, {0xFFFFFFFF}},
            .output = {DataType::UInt8, {1}},
            .repeats = {0xFFFFFFFF}},
       "TILE: OutputTensor.Sizes[0] is 1, but InputTensor.Sizes[0] * Repeats[0] is 4294967295 * "
       "4294967295 = 18446744065119617025"},
      {bad([](Tile& op) { op.input.type = op.output.type = DataType::Float64; }),
       "TILE: InputTensor.DataType is FLOAT64, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, INT32, "
       "INT16, INT8, UINT64 or INT64 is required"},
      {bad([](Tile& op) { op.input.type = DataType::Int32; }),
       "TILE: OutputTensor.DataType is FLOAT32, but InputTensor.DataType is INT32"},
      {bad([](Tile& op) { op.input.type = op.output.type = DataType::Int64; }),
       "TILE: InputTensor.DataType is INT64, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, INT32, "
       "INT16 or INT8 is required at feature level 4_0",
       {.feature_level = FeatureLevel::Level4_0}},
  });
}

void TileAndCompare(Rng& rng, const Sizes& sizes, const std::vector<uint32_t>& repeats,
                    bool packed) {
  DataType type = test::RandomType(rng);
  if (type == DataType::Float64) type = DataType::Int64;
  Sizes tiled = sizes;
  for (int dim = 0; dim < tiled.rank(); ++dim) tiled[dim] *= repeats[size_t(dim)];
  const Tile op{.input = packed ? TensorDesc(type, sizes)
                                : test::RandomTensor(rng, type, sizes, TensorUse::Input),
                .output = packed ? TensorDesc(type, tiled)
                                 : test::RandomTensor(rng, type, tiled, TensorUse::Output),
                .repeats = repeats};
  EXPECT_EQ(test::AgainstOracle(rng, op,
                                [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                  return {oracle::Tile(inputs[0], tiled)};
                                }),
            "");
}

TEST(Tile, RandomRepeats) {
  for (uint64_t seed = 1; seed <= 3000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    std::vector<uint32_t> repeats;
    int64_t count = 1;
    for (int64_t size : sizes) count *= size;
    for (int dim = 0; dim < sizes.rank(); ++dim) {
      repeats.push_back(uint32_t(count > 10'000   ? 1
                                 : rng.Chance(10) ? rng.Between(1, 60)
                                                  : rng.Between(1, 4)));
      count *= repeats.back();
    }
    TileAndCompare(rng, sizes, repeats, rng.Chance(40));
  }
}

// Two loops for each of eight dimensions, and short rows many times over.
TEST(Tile, ManyLoopsAndShortRows) {
  Rng rng(1);
  for (const bool packed : {true, false}) {
    TileAndCompare(rng, {2, 2, 2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 2, 2, 2, 2}, packed);
    for (int64_t row : {1, 2, 3, 5, 7, 13, 100, 300})
      for (uint32_t times : {2, 3, 1000, 20'011}) TileAndCompare(rng, {2, row}, {1, times}, packed);
  }
}

// Short rows that grow in the output, part by part: repeats that are no power of two, an odd number
// of parts, and a last part that is shorter.
TEST(Tile, Large) {
  Rng rng(2);
  for (const bool packed : {true, false}) {
    TileAndCompare(rng, {67, 16, 16}, {1, 4, 4}, packed);
    TileAndCompare(rng, {701, 3, 5}, {1, 7, 13}, packed);
    TileAndCompare(rng, {3, 211, 1, 9}, {1, 1, 11, 17}, packed);
    TileAndCompare(rng, {5, 300, 2}, {3, 1, 60}, packed);
  }
}

// Outputs larger than the caches: parts that grow aside and are streamed, and parts too large for
// it.
TEST(Tile, LargerThanTheCaches) {
  Rng rng(3);
  TileAndCompare(rng, {2051, 16, 16}, {1, 4, 4}, true);
  TileAndCompare(rng, {683, 7, 16}, {1, 9, 13}, false);
  TileAndCompare(rng, {90, 10, 3}, {1, 30, 110}, true);
}

const test::Samples tile_samples(OperatorType::Tile, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(Tile{.input = {data, {1, 1, rows, columns}},
                           .output = {data, {1, 3, rows, 2 * columns}},
                           .repeats = {1, 3, 1, 2}});
  return samples;
});

}  // namespace
}  // namespace weft
