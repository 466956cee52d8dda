// SPDX-License-Identifier: MIT
// UPSAMPLE_2D: rows worked out by hand, every refusal, random scales against the oracle.

#include "oracle/upsample_2d.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr auto kNearest = InterpolationMode::NearestNeighbor;
constexpr auto kLinear = InterpolationMode::Linear;

TEST(Upsample2D, Rows) {
  const long double inf = HUGE_VALL;
  const std::vector<Row> rows = {
      {"nearest",
       Upsample2D{{kF32, {1, 1, 2, 2}}, {kF32, {1, 1, 4, 6}}, {.width = 3, .height = 2}, kNearest},
       {1, 2, 3, 4},
       {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4}},
      {"linear, by 2: a quarter of the way and three",
       Upsample2D{{kF32, {1, 1, 1, 3}}, {kF32, {1, 1, 1, 6}}, {.width = 2, .height = 1}, kLinear},
       {0, 4, 12},
       {0, 1, 3, 6, 10, 12}},
      {"linear, rows and columns",
       Upsample2D{{kF32, {1, 1, 2, 2}}, {kF32, {1, 1, 4, 4}}, {.width = 2, .height = 2}, kLinear},
       {0, 4, 8, 12},
       {0, 1, 3, 4, 2, 3, 5, 6, 6, 7, 9, 10, 8, 9, 11, 12}},
      {"linear, the pixel in the middle of 3 is the input's",
       Upsample2D{{kF32, {1, 1, 1, 3}}, {kF32, {1, 1, 1, 9}}, {.width = 3, .height = 1}, kLinear},
       {1, inf, 1},
       {1, 1, inf, inf, inf, inf, inf, 1, 1}},
      {"linear, by 1 is a copy",
       Upsample2D{{kF32, {1, 1, 2, 2}}, {kF32, {1, 1, 2, 2}}, {.width = 1, .height = 1}, kLinear},
       {1, std::nanl(""), -inf, 4},
       {1, std::nanl(""), -inf, 4}},
      {"half precision rounds once",
       Upsample2D{{DataType::Float16, {1, 1, 1, 2}},
                  {DataType::Float16, {1, 1, 1, 4}},
                  {.width = 2, .height = 1},
                  kLinear},
       {2048, 2056},
       {2048, 2050, 2054, 2056}},
      {"five dimensions",
       Upsample2D{
           {kF32, {1, 1, 2, 1, 1}}, {kF32, {1, 1, 2, 1, 2}}, {.width = 2, .height = 1}, kLinear},
       {1, 2},
       {1, 1, 2, 2}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(Upsample2D, Errors) {
  const auto upsample = [](const Sizes& input, const Sizes& output, uint32_t width,
                           uint32_t height) {
    return Upsample2D{{kF32, input}, {kF32, output}, {.width = width, .height = height}, kLinear};
  };
  EXPECT_EQ(test::ErrorOf(upsample({1, 2, 3, 4}, {1, 2, 6, 12}, 3, 2)), "");
  test::ExpectErrors({
      {upsample({1, 2, 3, 4}, {1, 2, 6, 12}, 0, 2),
       "UPSAMPLE_2D: ScaleSize.Width is 0, but it must be at least 1"},
      {upsample({1, 2, 3, 4}, {1, 2, 6, 12}, 3, 0),
       "UPSAMPLE_2D: ScaleSize.Height is 0, but it must be at least 1"},
      {upsample({1, 2, 3, 4}, {1, 2, 6, 12}, 2, 2),
       "UPSAMPLE_2D: OutputTensor.Sizes[3] is 12, but InputTensor.Sizes[3] * ScaleSize.Width is 4 "
       "* 2 = 8"},
      {upsample({1, 2, 3, 4}, {1, 2, 6, 12}, 3, 3),
       "UPSAMPLE_2D: OutputTensor.Sizes[2] is 6, but InputTensor.Sizes[2] * ScaleSize.Height is 3 "
       "* 3 = 9"},
      {upsample({1, 1, 3, 4}, {1, 2, 6, 12}, 3, 2),
       "UPSAMPLE_2D: OutputTensor.Sizes[1] is 2, but InputTensor.Sizes[1] is 1"},
      {upsample({1, 1, 1, 65536}, {1, 1, 1, 1}, 0xFFFF0000, 1),
       "UPSAMPLE_2D: OutputTensor.Sizes[3] is 1, but InputTensor.Sizes[3] * ScaleSize.Width is "
       "65536 * 4294901760 = 281470681743360"},
      {upsample({3, 4}, {6, 12}, 3, 2),
       "UPSAMPLE_2D: InputTensor.DimensionCount is 2, but 4 or 5 is required"},
      {Upsample2D{{kF32, {1, 1, 1, 1}}, {kF32, {1, 1, 1, 1}}, {1, 1}, InterpolationMode(2)},
       "UPSAMPLE_2D: InterpolationMode is 2, but NEAREST_NEIGHBOR or LINEAR is required"},
      {Upsample2D{
           {DataType::Int32, {1, 1, 1, 1}}, {DataType::Int32, {1, 1, 1, 1}}, {1, 1}, kNearest},
       "UPSAMPLE_2D: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
  });
}

struct Scaled {
  Sizes input, output;
  Size2D scale;
};
Scaled RandomScale(Rng& rng, std::initializer_list<uint32_t> scales) {
  Scaled scaled{.input = {rng.Between(1, 2), rng.Between(1, 3)},
                .output = {},
                .scale = {rng.Pick(scales), rng.Pick(scales)}};
  if (rng.Chance(30)) scaled.input.push_back(rng.Between(1, 3));
  scaled.output = scaled.input;
  scaled.input.push_back(rng.Between(1, 9));
  scaled.input.push_back(rng.Between(1, rng.Chance(10) ? 600 : 12));
  scaled.output.push_back(scaled.input[scaled.input.rank() - 2] * scaled.scale.height);
  scaled.output.push_back(scaled.input[scaled.input.rank() - 1] * scaled.scale.width);
  return scaled;
}

Upsample2D RandomUpsample(Rng& rng, const Scaled& scaled, DataType type, InterpolationMode mode) {
  return {test::RandomTensor(rng, type, scaled.input, TensorUse::Input),
          test::RandomTensor(rng, type, scaled.output, TensorUse::Output), scaled.scale, mode};
}

TEST(Upsample2D, RandomNearest) {
  for (uint64_t seed = 1; seed <= 800 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Scaled scaled = RandomScale(rng, {1, 2, 3, 4, 5, 7});
    const DataType type = rng.Pick({kF32, DataType::Float16});
    EXPECT_EQ(test::AgainstOracle(rng, RandomUpsample(rng, scaled, type, kNearest),
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::UpsampleNearest(inputs[0], scaled.output)};
                                  }),
              "");
  }
}

// Whole numbers and powers of two: the weights and all sums are exact, one rounding is left.
TEST(Upsample2D, RandomLinear) {
  for (uint64_t seed = 1; seed <= 800 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Scaled scaled = RandomScale(rng, {1, 2, 4, 8});
    const DataType type = rng.Pick({kF32, DataType::Float16});
    EXPECT_EQ(test::AgainstOracle(
                  rng, RandomUpsample(rng, scaled, type, kLinear),
                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                    return {oracle::UpsampleLinear(inputs[0], scaled.output)};
                  },
                  {.element =
                       [](Rng& random, size_t, DataType data) {
                         return oracle::BitsOf(data, {false, random.Between(-300, 300), 0});
                       }}),
              "");
  }
}

// Other scales round their weights: within a few units of the largest value's last place.
TEST(Upsample2D, LinearByAnyScale) {
  Rng rng(1);
  for (uint32_t scale : {3, 5, 6, 7, 11, 100}) {
    constexpr int64_t kHeight = 4, kWidth = 5;
    std::vector<float> input(kHeight * kWidth), output(input.size() * scale * scale);
    for (float& x : input) x = float(rng.Between(-1000, 1000)) / 1000;
    const TensorDesc in(kF32, {1, 1, kHeight, kWidth}),
        out(kF32, {1, 1, kHeight * scale, kWidth * scale});
    const Status status =
        weft::Run(Upsample2D{in, out, {scale, scale}, kLinear}, {input}, {output});
    ASSERT_TRUE(status.has_value()) << status.error().message;
    const Dense dense =
        oracle::Gather(kF32, in.layout, reinterpret_cast<const std::byte*>(input.data()));
    const Dense want = oracle::UpsampleLinear(dense, out.sizes());
    for (size_t i = 0; i < output.size(); ++i)
      ASSERT_NEAR(output[i], double(oracle::ValueOf(kF32, want.elements[i]).real), 4 * 0x1p-24)
          << scale << " at " << i;
  }
}

const test::Samples upsample_2d_samples(OperatorType::Upsample2D, [](int64_t rows,
                                                                     int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : {kF32, DataType::Float16})
    for (InterpolationMode mode : {kNearest, kLinear})
      samples.push_back(Upsample2D{{data, {1, 1, rows, columns}},
                                   {data, {1, 1, 2 * rows, 3 * columns}},
                                   {.width = 3, .height = 2},
                                   mode});
  return samples;
});

}  // namespace
}  // namespace weft
