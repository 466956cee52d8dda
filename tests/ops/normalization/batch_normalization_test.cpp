// SPDX-License-Identifier: MIT
// BATCH_NORMALIZATION, its training version and their gradients: rows worked out by hand, random
// tensors against the oracle, gradients against differences, and every refusal.

#include <cmath>

#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "oracle/normalization.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
using Answers = std::vector<std::vector<oracle::Bounded>>;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

BatchNormalization Batch(DataType type, const Sizes& sizes, const Sizes& parameters) {
  const TensorDesc parameter(type, parameters);
  return {.input = {type, sizes},
          .mean = parameter,
          .variance = parameter,
          .scale = parameter,
          .bias = parameter,
          .output = {type, sizes}};
}
BatchNormalizationTraining Training(DataType type, const Sizes& sizes, const Sizes& parameters) {
  const TensorDesc parameter(type, parameters);
  return {.input = {type, sizes},
          .scale = parameter,
          .bias = parameter,
          .output = {type, sizes},
          .output_mean = parameter,
          .output_variance = parameter};
}
template <class Op>
Op Gradient(DataType type, const Sizes& sizes, const Sizes& parameters) {
  const TensorDesc tensor(type, sizes), parameter(type, parameters);
  return {.input = tensor,
          .input_gradient = tensor,
          .mean = parameter,
          .variance = parameter,
          .scale = parameter,
          .output_gradient = tensor,
          .output_scale_gradient = parameter,
          .output_bias_gradient = parameter};
}

TEST(BatchNormalization, Rows) {
  const long double nan = std::nanl("");
  BatchNormalization per_channel = Batch(kF32, {1, 2, 1, 2}, {1, 2, 1, 1});
  BatchNormalization epsilon = Batch(kF32, {2}, {1}), activated = Batch(kF16, {2}, {1});
  epsilon.epsilon = 5;
  activated.fused_activation = ActivationRelu{};
  BatchNormalization mixed = Batch(kF32, {2, 2}, {1, 1});
  mixed.mean = {kF32, {2, 1}};
  mixed.scale = {kF32, {1, 2}};
  const std::vector<TensorsRow> rows = {
      {"channels by themselves",
       per_channel,
       {{1, 2, 3, 4}, {1, 2}, {4, 16}, {2, 4}, {10, 20}},
       {{10, 11, 21, 22}}},
      {"epsilon is in the root", epsilon, {{1, 2}, {0}, {4}, {3}, {0}}, {{1, 2}}},
      {"the activation comes last", activated, {{1, -2}, {0}, {1}, {1}, {1}}, {{2, 0}}},
      {"parameters of several sizes",
       mixed,
       {{1, 2, 3, 4}, {1, 3}, {1}, {1, 10}, {0}},
       {{0, 10, 0, 10}}},
      {"no root of a negative number", epsilon, {{1, 2}, {0}, {-6}, {3}, {0}}, {{nan, nan}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Neither the factor times the scale nor its inverse is a float32, but the results are. Once for
// each way through: few elements, rows that share parameters, rows with a parameter each.
TEST(BatchNormalization, FactorsBeyondFloat32) {
  using Numbers = std::vector<long double>;
  for (const auto& [columns, parameters] : std::vector<std::pair<size_t, size_t>>{
           {2, 1}, {2, 2}, {41, 1}, {41, 41}, {1100, 1}, {1100, 1100}}) {
    const BatchNormalization op = Batch(kF32, {3, int64_t(columns)}, {1, int64_t(parameters)});
    const auto all = [columns = columns](long double x) { return Numbers(3 * columns, x); };
    const auto each = [parameters = parameters](long double x) { return Numbers(parameters, x); };
    test::RunRow(TensorsRow{"small",
                            op,
                            {all(0x1p127L), each(0), each(0x1p120L), each(-0x1p-100L), each(0)},
                            {all(-0x1p-33L)}});
    test::RunRow(TensorsRow{"large",
                            op,
                            {all(0x1p-140L), each(0), each(0x1p-120L), each(0x1p100L), each(1)},
                            {all(0x1p20L + 1)}});
  }
}

TEST(BatchNormalization, TrainingRows) {
  BatchNormalizationTraining columns = Training(kF32, {2, 2}, {1, 2});
  BatchNormalizationTraining added = Training(kF32, {1, 2}, {1, 1});
  added.fused_add = TensorDesc(kF32, {1, 2});
  added.fused_activation = ActivationRelu{};
  const std::vector<TensorsRow> rows = {
      {"columns",
       columns,
       {{1, 10, 3, 14}, {5, 1}, {0, 100}, {}},
       {{-5, 99, 5, 101}, {2, 12}, {1, 4}}},
      {"sums before the activation", added, {{1, 3}, {2}, {1}, {-10, 10}}, {{0, 13}, {2}, {1}}},
      {"half precision",
       Training(kF16, {1, 2}, {1, 1}),
       {{-60000, 60000}, {1}, {0}, {}},
       {{-1, 1}, {0}, {HUGE_VALL}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(BatchNormalization, GradientRows) {
  using Grad = BatchNormalizationGrad;
  using TrainingGrad = BatchNormalizationTrainingGrad;
  // Variance 4, so the factor is a half. Around the mean 2: -1, 1 with gradients 3, 5.
  const std::vector<std::vector<long double>> inputs = {{1, 3}, {3, 5}, {2}, {4}, {6}};
  test::RunRow(TensorsRow{
      "fixed statistics", Gradient<Grad>(kF32, {1, 2}, {1, 1}), inputs, {{9, 15}, {1}, {8}}});
  // G - mean(G) = -1, 1; mean(G * x) = 1, over the variance 1/4: 3 * (-1 + 1/4), 3 * (1 - 1/4).
  test::RunRow(TensorsRow{"statistics that move along",
                          Gradient<TrainingGrad>(kF32, {1, 2}, {1, 1}),
                          inputs,
                          {{-2.25L, 2.25L}, {1}, {8}}});
}

std::optional<FusedActivation> RandomActivation(Rng& rng, oracle::Activated& activated) {
  if (rng.Chance(60)) return std::nullopt;
  activated.function = [](long double x) { return x < 0 ? x / 4 : x; };
  return ActivationLeakyRelu{.alpha = 0.25f};
}

Sizes SomeOf(Rng& rng, Sizes sizes) {
  for (int64_t& size : sizes)
    if (rng.Chance(50)) size = 1;
  return sizes;
}

// Numbers around 0, and the variances among the inputs positive.
test::Element Moderate(size_t variance) {
  return [variance](Rng& rng, size_t input, DataType type) {
    const auto number = (long double)(rng.Between(-3000, 3000)) / 1000;
    return oracle::BitsOf(type, {true, 0, input == variance ? std::fabs(number) : number});
  };
}

TEST(BatchNormalization, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const DataType type = rng.Pick({kF32, kF16});
    BatchNormalization op = Batch(type, sizes, sizes);
    for (TensorDesc* parameter : {&op.mean, &op.variance, &op.scale, &op.bias})
      *parameter = {type, SomeOf(rng, sizes)};
    op.epsilon = rng.Pick({1e-5f, 0.5f});
    oracle::Activated activated;
    op.fused_activation = RandomActivation(rng, activated);
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) {
          return Answers{oracle::BatchNormalization(in, (long double)(op.epsilon), activated)};
        },
        Moderate(2));
  }
}

// Channels around the lengths of vectors, short rows and blocks, next to each other or apart.
Sizes ManyChannels(Rng& rng) {
  const int64_t channels = rng.Pick<int64_t>({31, 32, 33, 40, 47, 64, 71, 341, 512, 1030, 2051});
  return {rng.Between(1, 2), channels, rng.Between(1, 4), rng.Between(1, channels > 99 ? 3 : 50)};
}

TEST(BatchNormalization, ChannelsMatchTheOracle) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = ManyChannels(rng), channels = {1, sizes[1], 1, 1};
    const DataType type = rng.Pick({kF32, kF16});
    oracle::Activated activated;
    const std::optional<FusedActivation> fused = RandomActivation(rng, activated);
    const long double epsilon = 0.5;
    if (rng.Chance(50)) {
      BatchNormalization op = Batch(type, sizes, channels);
      op.epsilon = float(epsilon);
      op.fused_activation = fused;
      test::ExpectAllWithinBounds(
          rng, op,
          [&](const std::vector<Dense>& in) {
            return Answers{oracle::BatchNormalization(in, epsilon, activated)};
          },
          Moderate(2));
    } else {
      BatchNormalizationTraining op = Training(type, sizes, channels);
      if (rng.Chance(60)) op.fused_add = TensorDesc(type, sizes);
      op.epsilon = float(epsilon);
      op.fused_activation = fused;
      test::ExpectAllWithinBounds(
          rng, op,
          [&](const std::vector<Dense>& in) {
            return oracle::BatchTraining(in, epsilon, activated);
          },
          Moderate(9));
    }
  }
}

TEST(BatchNormalization, TrainingMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const DataType type = rng.Pick({kF32, kF16});
    BatchNormalizationTraining op = Training(type, sizes, SomeOf(rng, sizes));
    if (rng.Chance(40)) op.fused_add = TensorDesc(type, sizes);
    op.epsilon = rng.Pick({1e-5f, 0.5f});
    oracle::Activated activated;
    op.fused_activation = RandomActivation(rng, activated);
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) {
          return oracle::BatchTraining(in, (long double)(op.epsilon), activated);
        },
        Moderate(9));
  }
}

template <class Op>
void CheckGradients(bool training) {
  for (uint64_t seed = 0; seed < 1500 && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    Op op = Gradient<Op>(rng.Pick({kF32, kF16}), sizes, SomeOf(rng, sizes));
    op.epsilon = rng.Pick({1e-2f, 0.5f});
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) {
          return oracle::BatchGradients(in, (long double)(op.epsilon), training);
        },
        Moderate(3));
  }
}
TEST(BatchNormalization, GradientsMatchTheOracle) { CheckGradients<BatchNormalizationGrad>(false); }
TEST(BatchNormalization, TrainingGradientsMatchTheOracle) {
  CheckGradients<BatchNormalizationTrainingGrad>(true);
}

// What the training version's outputs change by when an input changes a little is what its gradient
// says.
TEST(BatchNormalization, TrainingGradientsAreDerivatives) {
  constexpr int64_t kCount = 12;
  const Sizes sizes = {kCount}, one = {1};
  const float epsilon = 0.25f, scale = 1.5f;
  Rng rng(3);
  std::vector<float> input(kCount), weights(kCount);
  for (float& x : input) x = float(rng.Between(-2000, 2000)) / 1000;
  for (float& x : weights) x = float(rng.Between(-2000, 2000)) / 1000;
  BatchNormalizationTraining forward = Training(kF32, sizes, one);
  forward.epsilon = epsilon;
  std::vector<float> mean(1), variance(1);
  const std::vector<float> scales = {scale}, biases = {0};
  const auto weighted = [&](const std::vector<float>& x) {
    std::vector<float> output(kCount);
    EXPECT_TRUE(weft::Run(forward, {x, scales, biases, {}}, {output, mean, variance}));
    double sum = 0;
    for (size_t i = 0; i < output.size(); ++i) sum += double(output[i]) * double(weights[i]);
    return sum;
  };
  weighted(input);
  BatchNormalizationTrainingGrad back = Gradient<BatchNormalizationTrainingGrad>(kF32, sizes, one);
  back.epsilon = epsilon;
  std::vector<float> gradient(kCount), of_scale(1), of_bias(1);
  ASSERT_TRUE(
      weft::Run(back, {input, weights, mean, variance, scales}, {gradient, of_scale, of_bias}));
  for (size_t i = 0; i < input.size(); ++i) {
    const float step = 1.f / 64;
    std::vector<float> up = input, down = input;
    up[i] += step;
    down[i] -= step;
    const double want = (weighted(up) - weighted(down)) / double(up[i] - down[i]);
    EXPECT_NEAR(gradient[i], want, 1e-3) << i;
  }
}

TEST(BatchNormalization, Errors) {
  BatchNormalization wide = Batch(kF32, {2, 3}, {1, 3}), fused = Batch(kF32, {2, 3}, {1, 3});
  wide.bias = {kF32, {1, 2}};
  fused.fused_activation = ElementWiseClip{};
  BatchNormalizationTraining added = Training(kF32, {2, 3}, {1, 3});
  added.fused_add = TensorDesc(kF32, {1, 3});
  BatchNormalizationTraining uneven = Training(kF32, {2, 3}, {1, 3});
  uneven.output_mean = {kF32, {1, 1}};
  BatchNormalization halves = Batch(kF32, {2, 3}, {1, 3});
  halves.scale.type = kF16;
  test::ExpectErrors({
      {wide,
       "BATCH_NORMALIZATION: BiasTensor.Sizes[1] is 2, but 1 or InputTensor.Sizes[1], which is 3, "
       "is required"},
      {Batch(kF32, {1, 3}, {4, 3}),
       "BATCH_NORMALIZATION: MeanTensor.Sizes[0] is 4, but InputTensor.Sizes[0] is 1"},
      {Batch(kF32, {2, 3}, {3}),
       "BATCH_NORMALIZATION: MeanTensor.DimensionCount is 1, but InputTensor.DimensionCount is 2"},
      {halves,
       "BATCH_NORMALIZATION: ScaleTensor.DataType is FLOAT16, but InputTensor.DataType is "
       "FLOAT32"},
      {fused,
       "BATCH_NORMALIZATION: FusedActivation is ELEMENT_WISE_CLIP, but only CONVOLUTION or GEMM "
       "can fuse it"},
      {Training(kF32, {2, 3}, {2, 2}),
       "BATCH_NORMALIZATION_TRAINING: ScaleTensor.Sizes[1] is 2, but 1 or InputTensor.Sizes[1], "
       "which is 3, is required"},
      {added,
       "BATCH_NORMALIZATION_TRAINING: FusedAddTensor.Sizes[0] is 1, but InputTensor.Sizes[0] is "
       "2"},
      {uneven,
       "BATCH_NORMALIZATION_TRAINING: OutputMeanTensor.Sizes[1] is 1, but ScaleTensor.Sizes[1] is "
       "3"},
      {Gradient<BatchNormalizationGrad>(kF32, {2, 3}, {1, 2}),
       "BATCH_NORMALIZATION_GRAD: MeanTensor.Sizes[1] is 2, but 1 or InputTensor.Sizes[1], which "
       "is 3, is required"},
      {Gradient<BatchNormalizationTrainingGrad>(kF32, {2, 3}, {1, 2}),
       "BATCH_NORMALIZATION_TRAINING_GRAD: MeanTensor.Sizes[1] is 2, but 1 or "
       "InputTensor.Sizes[1], which is 3, is required"},
      {Gradient<BatchNormalizationTrainingGrad>(DataType::Float64, {2}, {1}),
       "BATCH_NORMALIZATION_TRAINING_GRAD: InputTensor.DataType is FLOAT64, but FLOAT32 or FLOAT16 "
       "is required"},
  });
}

// The mean of nothing is no number, the sum of nothing is 0.
TEST(BatchNormalization, OfNothing) {
  const CompileOptions empty = {.allow_empty = true};
  const long double nan = std::nanl("");
  test::RunRow(TensorsRow{"training",
                          Training(kF32, {0, 2}, {1, 2}),
                          {{}, {1, 1}, {0, 0}, {}},
                          {{}, {nan, nan}, {nan, nan}},
                          empty});
  test::RunRow(TensorsRow{"gradient",
                          Gradient<BatchNormalizationGrad>(kF32, {0, 2}, {1, 2}),
                          {{}, {}, {1, 1}, {1, 1}, {1, 1}},
                          {{}, {0, 0}, {0, 0}},
                          empty});
}

const test::Samples batch(OperatorType::BatchNormalization, [](int64_t rows, int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  BatchNormalization activated = Batch(kF16, sizes, {1, 3, 1, 1});
  activated.fused_activation = ActivationRelu{};
  return std::vector<Operator>{Batch(kF32, sizes, {1, 3, 1, 1}), activated,
                               Batch(kF32, sizes, {1, 1, rows, columns})};
});
const test::Samples training(OperatorType::BatchNormalizationTraining, [](int64_t rows,
                                                                          int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  BatchNormalizationTraining added = Training(kF16, sizes, {1, 1, 1, columns});
  added.fused_add = added.input;
  return std::vector<Operator>{Training(kF32, sizes, {1, 3, 1, 1}), added};
});
// Sums of small whole numbers are exact, so that no order of adding them up can be seen.
int64_t SmallNumbers(const Operator&, size_t) { return 4; }
template <class Op>
std::vector<Operator> GradientSamples(int64_t rows, int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  return {Gradient<Op>(kF32, sizes, {1, 3, 1, 1}), Gradient<Op>(kF16, sizes, {1, 1, 1, columns})};
}
const test::Samples gradient(OperatorType::BatchNormalizationGrad,
                             GradientSamples<BatchNormalizationGrad>, SmallNumbers);
const test::Samples training_gradient(OperatorType::BatchNormalizationTrainingGrad,
                                      GradientSamples<BatchNormalizationTrainingGrad>,
                                      SmallNumbers);

}  // namespace
}  // namespace weft
