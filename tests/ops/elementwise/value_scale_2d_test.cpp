// SPDX-License-Identifier: MIT
// VALUE_SCALE_2D: rows worked out by hand, every refusal, random tensors against the oracle.

#include "oracle/value_scale_2d.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;

ValueScale2D Scale(DataType type, const Sizes& sizes, float scale, const std::vector<float>& bias) {
  return {.input = {type, sizes}, .output = {type, sizes}, .scale = scale, .bias = bias};
}

TEST(ValueScale2D, Rows) {
  const std::vector<Row> rows = {
      {"a bias for each channel",
       Scale(kF32, {1, 3, 1, 2}, 2, {10, 20, 30}),
       {1, 2, 3, 4, 5, 6},
       {12, 14, 26, 28, 40, 42}},
      {"one channel, two images", Scale(kF32, {2, 1, 1, 1}, -1, {0.5f}), {1, 2}, {-0.5L, -1.5L}},
      {"scale 0 keeps NaN and makes one of infinity",
       Scale(kF32, {1, 1, 1, 2}, 0, {1}),
       {std::nanl(""), HUGE_VALL},
       {std::nanl(""), std::nanl("")}},
      // 60000 * 2 would be infinite in half precision.
      {"half precision computes in float",
       Scale(DataType::Float16, {1, 1, 1, 2}, 2, {-60000}),
       {60000, 60032},
       {60000, 60064}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(ValueScale2D, Errors) {
  test::ExpectErrors({
      {Scale(kF32, {1, 2, 1, 1}, 1, {0, 0}),
       "VALUE_SCALE_2D: ChannelCount is 2, but 1 or 3 is required"},
      {Scale(kF32, {1, 1, 1, 1}, 1, {}),
       "VALUE_SCALE_2D: ChannelCount is 0, but 1 or 3 is required"},
      {Scale(kF32, {1, 3, 1, 1}, 1, {0}),
       "VALUE_SCALE_2D: ChannelCount is 1, but InputTensor.Sizes[1] is 3"},
      {Scale(kF32, {3, 1, 1}, 1, {0}),
       "VALUE_SCALE_2D: InputTensor.DimensionCount is 3, but 4 is required"},
      {Scale(DataType::Int32, {1, 1, 1, 1}, 1, {0}),
       "VALUE_SCALE_2D: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
      {ValueScale2D{{kF32, {1, 1, 1, 2}}, {kF32, {1, 1, 1, 1}}, 1, {0}},
       "VALUE_SCALE_2D: OutputTensor.Sizes[3] is 1, but InputTensor.Sizes[3] is 2"},
  });
}

uint64_t AnyNumber(Rng& rng, size_t, DataType type) { return test::RandomElement(rng, type); }

TEST(ValueScale2D, RandomTensors) {
  for (uint64_t seed = 1; seed <= 800 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const int64_t channels = rng.Pick<int64_t>({1, 3});
    const Sizes sizes = {rng.Between(1, 3), channels, rng.Between(1, 20), rng.Between(1, 70)};
    const DataType type = rng.Pick({kF32, DataType::Float16});
    ValueScale2D op{test::RandomTensor(rng, type, sizes, TensorUse::Input),
                    test::RandomTensor(rng, type, sizes, TensorUse::Output),
                    rng.Pick({0.1f, -3.5f, 1e-3f, 7e4f}),
                    {}};
    for (int64_t c = 0; c < channels; ++c) op.bias.push_back(float(rng.Between(-1000, 1000)) / 7);
    EXPECT_EQ(test::AgainstOracle(rng, op,
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::ValueScale2D(inputs[0], op.scale, op.bias)};
                                  },
                                  {.exact_nan = false, .element = AnyNumber}),
              "");
  }
}

const test::Samples value_scale_2d_samples(OperatorType::ValueScale2D, [](int64_t rows,
                                                                          int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : {kF32, DataType::Float16})
    samples.push_back(Scale(data, {1, 3, rows, columns}, 0.7f, {1, -2, 3.5f}));
  return samples;
});

}  // namespace
}  // namespace weft
