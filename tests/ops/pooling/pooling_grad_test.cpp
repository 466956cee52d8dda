// SPDX-License-Identifier: MIT
// AVERAGE_POOLING_GRAD, MAX_POOLING_GRAD: rows worked out by hand, every refusal, random windows
// against the oracle.

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/pooling/random_pooling.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "oracle/pooling.h"

namespace weft {
namespace {

using oracle::Dense;
using test::RandomPooling;
using test::Rng;
using test::Row;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

AveragePoolingGrad AverageGrad(DataType type, const Sizes& gradient, const Sizes& output,
                               const oracle::PoolWindows& by, bool include_padding) {
  return {{type, gradient}, {type, output}, by.strides, by.size, by.start, by.end, include_padding};
}
MaxPoolingGrad MaxGrad(DataType type, const Sizes& gradient, const Sizes& output,
                       const oracle::PoolWindows& by) {
  return {{type, output}, {type, gradient}, {type, output}, by.strides,
          by.size,        by.start,         by.end,         by.dilations};
}
const oracle::PoolWindows kThrees = {{1, 3}, {1, 1}, {1, 1}, {0, 1}, {0, 1}};

TEST(PoolingGrad, Rows) {
  const std::vector<Row> rows = {
      {"the edge's windows have two elements",
       AverageGrad(kF32, {1, 1, 1, 4}, {1, 1, 1, 4}, {{1, 2}, {1, 1}, {1, 1}, {0, 1}, {0, 0}},
                   false),
       {8, 2, 4, 6},
       {9, 3, 5, 3}},
      {"or as many as the others, counting the padding",
       AverageGrad(kF32, {1, 1, 1, 4}, {1, 1, 1, 4}, {{1, 2}, {1, 1}, {1, 1}, {0, 1}, {0, 0}},
                   true),
       {8, 2, 4, 6},
       {5, 3, 5, 3}},
  };
  for (const Row& row : rows) test::RunRow(row);
  test::RunRow(TensorsRow{"the first largest takes it all, NaN nothing",
                          MaxGrad(kF32, {1, 1, 1, 4}, {1, 1, 1, 4}, kThrees),
                          {{std::nanl(""), 7, 7, 1}, {1, 2, 4, 8}},
                          {{0, 7, 8, 0}}});
}

uint64_t Small(Rng& rng, size_t, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 64});
}

TEST(PoolingGrad, MeansMatchTheOracle) {
  for (uint64_t seed = 0; seed < 1000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomPooling pooling = test::PickPooling(rng, false);
    const bool include_padding = rng.Chance(50);
    test::ExpectWithinBounds(
        rng,
        AverageGrad(rng.Pick({kF32, kF16}), pooling.output, pooling.input, pooling.windows,
                    include_padding),
        [&](const Dense& gradient) {
          return oracle::MeanGradient(gradient, pooling.input, pooling.windows, include_padding);
        },
        Small);
  }
}

// Whole numbers: all sums are exact.
TEST(PoolingGrad, LargestMatchTheOracle) {
  for (uint64_t seed = 0; seed < 1000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomPooling pooling = test::PickPooling(rng);
    const DataType type = rng.Pick({kF32, kF16});
    test::ExpectOracle(
        rng, MaxGrad(type, pooling.output, pooling.input, pooling.windows),
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          Dense want{type, pooling.input, {}};
          for (const auto& sum : oracle::LargestGradient(in[0], in[1], pooling.windows))
            want.elements.push_back(oracle::BitsOf(type, {true, 0, sum.value}));
          return {want};
        },
        [](Rng& any, size_t input, DataType of) {
          if (input == 0 && any.Chance(20)) return test::RandomElement(any, of);
          return oracle::BitsOf(of, {false, any.Between(1, 9), 0});
        });
  }
}

TEST(PoolingGrad, Errors) {
  const Sizes sizes = {1, 1, 1, 4};
  EXPECT_EQ(test::ErrorOf(MaxGrad(kF32, sizes, sizes, kThrees)), "");
  test::ExpectErrors({
      {MaxGrad(kF32, {1, 1, 1, 5}, sizes, kThrees),
       "MAX_POOLING_GRAD: InputGradientTensor.Sizes[3] is 5, but (InputTensor.Sizes[3] + "
       "StartPadding[1] + EndPadding[1] - 3) / Strides[1] + 1 is (4 + 1 + 1 - 3) / 1 + 1 = 4"},
      {AverageGrad(kF32, {1, 2, 1, 4}, sizes, kThrees, false),
       "AVERAGE_POOLING_GRAD: InputGradientTensor.Sizes[1] is 2, but OutputGradientTensor.Sizes[1] "
       "is 1"},
      {AverageGrad(kF32, sizes, sizes, {{1, 0}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}, false),
       "AVERAGE_POOLING_GRAD: WindowSize[1] is 0, but it must be at least 1"},
      {MaxPoolingGrad{{kF32, sizes},
                      {kF32, sizes},
                      {kF32, {1, 1, 1, 5}},
                      {1, 1},
                      {1, 3},
                      {0, 1},
                      {0, 1},
                      {1, 1}},
       "MAX_POOLING_GRAD: OutputGradientTensor.Sizes[3] is 5, but InputTensor.Sizes[3] is 4"},
  });
}

const oracle::PoolWindows kSample = {{2, 3}, {1, 2}, {1, 1}, {1, 1}, {0, 1}};
const test::Samples average_samples(OperatorType::AveragePoolingGrad, [](int64_t rows,
                                                                         int64_t columns) {
  const Sizes image = {1, 3, rows + 2, columns + 2};
  const Sizes gradient = kSample.OutputOf(image);
  return std::vector<Operator>{AverageGrad(kF32, gradient, image, kSample, false),
                               AverageGrad(kF16, gradient, image, kSample, true)};
});
const test::Samples max_samples(OperatorType::MaxPoolingGrad, [](int64_t rows, int64_t columns) {
  const Sizes image = {1, 3, rows + 2, columns + 2};
  const Sizes gradient = kSample.OutputOf(image);
  return std::vector<Operator>{MaxGrad(kF32, gradient, image, kSample),
                               MaxGrad(kF16, gradient, image, kSample)};
});

}  // namespace
}  // namespace weft
