// SPDX-License-Identifier: MIT
// MEAN_VARIANCE_NORMALIZATION, 1 and 2: rows worked out by hand, random tensors against the oracle,
// long lines, and every refusal.

#include <cmath>

#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "oracle/normalization.h"
#include "oracle/reduce.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
using Answers = std::vector<std::vector<oracle::Bounded>>;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

MeanVarianceNormalization2 Over(DataType type, const Sizes& sizes,
                                const std::vector<uint32_t>& axes) {
  return {.input = {type, sizes},
          .output = {type, sizes},
          .axes = axes,
          .use_mean = true,
          .use_variance = true};
}
MeanVarianceNormalization2 With(MeanVarianceNormalization2 op, const std::optional<Sizes>& scale,
                                const std::optional<Sizes>& bias,
                                std::optional<FusedActivation> fused = {}) {
  if (scale) op.scale = {op.input.type, *scale};
  if (bias) op.bias = {op.input.type, *bias};
  op.fused_activation = fused;
  return op;
}

TEST(MeanVarianceNormalization, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const auto line = [](DataType type, int64_t count) { return Over(type, {1, count}, {1}); };
  MeanVarianceNormalization2 no_mean = line(kF32, 2), no_variance = line(kF32, 3);
  no_mean.use_mean = false;
  no_variance.use_variance = false;
  MeanVarianceNormalization2 neither = no_mean, epsilon = line(kF32, 2);
  neither.use_variance = false;
  epsilon.epsilon = 3;
  const std::vector<TensorsRow> rows = {
      {"a mean of 2, a deviation of 1", line(kF32, 2), {{1, 3}, {}, {}}, {{-1, 1}}},
      {"a deviation of 2", line(kF16, 4), {{-1, 3, 3, -1}, {}, {}}, {{-1, 1, 1, -1}}},
      {"epsilon is in the root", epsilon, {{1, 3}, {}, {}}, {{-0.5L, 0.5L}}},
      {"without the mean", no_mean, {{1, 7}, {}, {}}, {{0.2L, 1.4L}}},
      {"without the variance", no_variance, {{1, 2, 6}, {}, {}}, {{-2, -1, 3}}},
      {"with neither", neither, {{1, 7}, {}, {}}, {{1, 7}}},
      {"without axes all is the mean", Over(kF32, {3}, {}), {{1, 2, 3}, {}, {}}, {{nan, nan, nan}}},
      {"a scale for each place",
       With(line(kF32, 2), Sizes{1, 2}, {}),
       {{1, 3}, {5, 7}, {}},
       {{-5, 7}}},
      {"one bias", With(line(kF32, 2), {}, Sizes{1, 1}), {{1, 3}, {}, {10}}, {{9, 11}}},
      {"a scale for each line",
       With(Over(kF32, {2, 2}, {1}), Sizes{2, 1}, Sizes{1, 2}),
       {{1, 3, 4, 8}, {2, 3}, {0.5L, -0.5L}},
       {{-1.5L, 1.5L, -2.5L, 2.5L}}},
      {"the activation comes last",
       With(line(kF32, 2), {}, Sizes{1, 2}, ActivationRelu{}),
       {{1, 3}, {}, {-5, 5}},
       {{0, 6}}},
      {"the activation comes last, lines by themselves",
       With(Over(kF32, {2, 2}, {1}), {}, Sizes{2, 1}, ActivationRelu{}),
       {{1, 3, 1, 3}, {}, {0.5L, -3}},
       {{0, 1.5L, 0, 0}}},
      {"a mean far from 0 costs nothing",
       line(kF32, 4),
       {{16777214, 16777215, 16777215, 16777214}, {}, {}},
       {{-1, 1, 1, -1}}},
      {"squares beyond float32", line(kF32, 2), {{-3e38L, 3e38L}, {}, {}}, {{-1, 1}}},
      {"so is the mean", line(kF32, 2), {{0x1p126L, 0x3p126L}, {}, {}}, {{-1, 1}}},
      {"squares below it", line(kF32, 2), {{-0x1p-140L, 0x1p-140L}, {}, {}}, {{-1, 1}}},
      {"squares below it, scaled",
       With(line(kF32, 2), Sizes{1, 2}, Sizes{1, 1}),
       {{0x1p-140L, 0x3p-140L}, {3, 5}, {1}},
       {{-2, 6}}},
      {"squares beyond half precision", line(kF16, 2), {{-60000, 60000}, {}, {}}, {{-1, 1}}},
      {"infinity has no distance", line(kF32, 2), {{1, inf}, {}, {}}, {{nan, nan}}},
      {"NaN is everywhere", line(kF32, 2), {{1, nan}, {}, {}}, {{nan, nan}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Both older versions are the newest one over other axes.
TEST(MeanVarianceNormalization, OlderVersions) {
  const TensorDesc image(kF32, {1, 2, 1, 2});
  const std::vector<std::vector<long double>> inputs = {{1, 3, 4, 12}, {}, {}};
  const auto old = [&](bool across, bool variance) {
    return MeanVarianceNormalization{
        .input = image, .output = image, .cross_channel = across, .normalize_variance = variance};
  };
  test::RunRow(TensorsRow{"per channel", old(false, true), inputs, {{-1, 1, -1, 1}}});
  test::RunRow(TensorsRow{"across channels", old(true, false), inputs, {{-4, -2, -1, 7}}});
  MeanVarianceNormalization1 newer{.input = image, .output = image, .axes = {1}};
  test::RunRow(TensorsRow{"any axes", newer, inputs, {{-1.5L, -4.5L, 1.5L, 4.5L}}});
  newer.normalize_variance = true;
  test::RunRow(TensorsRow{"with the variance", newer, inputs, {{-1, -1, 1, 1}}});
}

// Sizes of a parameter: all, or 1 here and there.
std::optional<Sizes> RandomParameter(Rng& rng, Sizes sizes) {
  if (rng.Chance(25)) return std::nullopt;
  for (int64_t& size : sizes)
    if (rng.Chance(50)) size = 1;
  return sizes;
}

TEST(MeanVarianceNormalization, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 3000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    MeanVarianceNormalization2 op = With(Over(rng.Pick({kF32, kF16}), sizes, axes),
                                         RandomParameter(rng, sizes), RandomParameter(rng, sizes));
    op.use_mean = rng.Chance(70);
    op.use_variance = rng.Chance(80);
    op.epsilon = rng.Pick({1e-5f, 0.5f});
    oracle::Activated activated;
    if (rng.Chance(30)) {
      op.fused_activation = ActivationLeakyRelu{.alpha = 0.25f};
      activated.function = [](long double x) { return x < 0 ? x / 4 : x; };
    }
    const bool far = rng.Chance(20);
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) {
          return Answers{oracle::MeanVariance(in, oracle::ReducedSizes(sizes, axes), op.use_mean,
                                              op.use_variance, (long double)(op.epsilon),
                                              activated)};
        },
        [&](Rng& any, size_t input, DataType type) {
          const long double centre = far && input == 0 ? 1000 : 0;
          return oracle::BitsOf(type,
                                {true, 0, centre + (long double)(any.Between(-3000, 3000)) / 1000});
        });
  }
}

// Lines of all lengths around those of vectors and blocks, one and several after each other.
TEST(MeanVarianceNormalization, ManyLinesMatchTheOracle) {
  for (uint64_t seed = 0; seed < 600 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const int64_t count =
        rng.Chance(4) ? rng.Between(16 * 1024 - 1, 16 * 1024 + 1) : rng.Between(1, 100);
    const Sizes sizes = {rng.Between(1, 5), count}, line = {1, count};
    MeanVarianceNormalization2 op = Over(rng.Pick({kF32, kF32, kF16}), sizes, {1});
    if (rng.Chance(50)) op = With(op, line, std::nullopt);
    if (rng.Chance(50)) op = With(op, op.scale ? std::optional(line) : std::nullopt, line);
    op.use_mean = rng.Chance(80);
    op.use_variance = rng.Chance(80);
    op.epsilon = 1e-5f;
    // The sums alone give the variance up to a mean of 64 deviations.
    const bool far = op.input.type == kF32 && rng.Chance(20);
    const long double centre = far ? 16'000'000 : rng.Pick({0, 0, 50, 100, 1000});
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) {
          return Answers{oracle::MeanVariance(in, Sizes{sizes[0], 1}, op.use_mean, op.use_variance,
                                              (long double)(op.epsilon))};
        },
        [&](Rng& any, size_t input, DataType type) {
          const auto number = (long double)(any.Between(-1732, 1732)) / 1000;
          return oracle::BitsOf(type, {true, 0, (input == 0 ? centre : 0) + number});
        });
  }
}

// One line for several threads: the same bits for any number of them.
TEST(MeanVarianceNormalization, LongLines) {
  const int before = ThreadCount();
  constexpr int64_t kCount = 1'000'003;
  Rng rng(4);
  std::vector<float> input(kCount), scale(kCount), bias(kCount), first;
  for (size_t i = 0; i < input.size(); ++i) scale[i] = float(1 + i % 3), bias[i] = float(i % 5);
  for (float& x : input) x = float(rng.Between(-4000, 4000)) / 1000 + 100;
  long double mean = 0, variance = 0;
  for (float x : input) mean += (long double)(x) / kCount;
  for (float x : input) variance += ((long double)(x)-mean) * ((long double)(x)-mean) / kCount;
  for (int threads : {1, 2, 3, 8}) {
    SetThreadCount(threads);
    std::vector<float> got(kCount);
    const auto op = With(Over(kF32, {kCount}, {0}), Sizes{kCount}, Sizes{kCount});
    ASSERT_TRUE(weft::Run(op, {input, scale, bias}, {got}));
    if (first.empty()) first = got;
    ASSERT_EQ(got, first) << threads;
  }
  SetThreadCount(before);
  for (size_t i = 0; i < input.size(); ++i) {
    const long double scaled = ((long double)(input[i]) - mean) / std::sqrt(variance) * scale[i];
    const long double want = scaled + bias[i], size = std::fabs(scaled) + bias[i];
    ASSERT_LE(std::fabs((long double)(first[i]) - want), size * 0x1p-21L + 1e-9L) << i;
  }
}

// A parameter that is broadcast, by sizes of 1 or by strides of 0, has the bits of one that is
// written out, and is not written out for each element.
TEST(MeanVarianceNormalization, RepeatedParametersTakeNoMemory) {
  struct Row {
    const char* what;
    Sizes parameter;
    Strides strides;
    bool has_scale, has_bias;
  };
  constexpr int64_t kCount = 200'003;  // several tasks where all are one line
  const Sizes sizes = {1, 3, kCount};
  Rng rng(7);
  std::vector<float> input;
  for (int64_t i = 0; i < 3 * kCount; ++i) input.push_back(float(rng.Between(-4000, 4000)) / 1000);
  const std::vector<float> scales = {0.3f, -7, 1e-3f}, biases = {-0.1f, 3, 1e4f};
  for (const Row& row : std::vector<Row>{{"one of both", {1, 1, 1}, {0, 0, 0}, true, true},
                                         {"one scale", {1, 1, 1}, {0, 0, 0}, true, false},
                                         {"one bias", {1, 1, 1}, {0, 0, 0}, false, true},
                                         {"for each channel", {1, 3, 1}, {0, 1, 0}, true, true}}) {
    SCOPED_TRACE(row.what);
    const bool is_one = row.parameter[1] == 1;
    const auto with = [&](const TensorDesc& parameter) {
      MeanVarianceNormalization2 op =
          Over(kF32, sizes, is_one ? std::vector<uint32_t>{1, 2} : std::vector<uint32_t>{2});
      if (row.has_scale) op.scale = parameter;
      if (row.has_bias) op.bias = parameter;
      return op;
    };
    const auto run = [&](const TensorDesc& parameter, const std::vector<float>& scale,
                         const std::vector<float>& bias) {
      std::vector<float> output(input.size());
      EXPECT_TRUE(weft::Run(with(parameter),
                            {input, row.has_scale ? ConstBuffer(scale) : ConstBuffer(),
                             row.has_bias ? ConstBuffer(bias) : ConstBuffer()},
                            {output}));
      return output;
    };
    std::vector<float> all_scales, all_biases;
    for (int64_t i = 0; i < 3 * kCount; ++i) {
      all_scales.push_back(scales[is_one ? 0 : size_t(i / kCount)]);
      all_biases.push_back(biases[is_one ? 0 : size_t(i / kCount)]);
    }
    const TensorDesc by_strides(kF32, Layout(sizes, row.strides));
    const std::vector<float> written_out = run({kF32, sizes}, all_scales, all_biases);
    EXPECT_TRUE(run({kF32, row.parameter}, scales, biases) == written_out);
    EXPECT_TRUE(run(by_strides, scales, biases) == written_out);
    const auto compiled = Compile(with(by_strides));
    ASSERT_TRUE(compiled);
    EXPECT_LE(compiled->temporary_bytes(), 4096u);
  }
}

TEST(MeanVarianceNormalization, Errors) {
  const MeanVarianceNormalization2 good = Over(kF32, {2, 3}, {1});
  EXPECT_EQ(test::ErrorOf(With(good, Sizes{1, 3}, Sizes{2, 1})), "");
  const TensorDesc image(kF32, {1, 2, 1, 2});
  test::ExpectErrors({
      {With(good, Sizes{2, 2}, {}),
       "MEAN_VARIANCE_NORMALIZATION2: ScaleTensor.Sizes[1] is 2, but 1 or InputTensor.Sizes[1], "
       "which is 3, is required"},
      {With(Over(kF32, {1, 3}, {1}), {}, Sizes{2, 3}),
       "MEAN_VARIANCE_NORMALIZATION2: BiasTensor.Sizes[0] is 2, but InputTensor.Sizes[0] is 1"},
      {With(good, Sizes{3}, {}),
       "MEAN_VARIANCE_NORMALIZATION2: ScaleTensor.DimensionCount is 1, but "
       "InputTensor.DimensionCount is 2"},
      {Over(kF32, {2, 3}, {2}),
       "MEAN_VARIANCE_NORMALIZATION2: Axes[0] is 2, but InputTensor has 2 dimensions"},
      {Over(kF32, {2, 3}, {1, 1}),
       "MEAN_VARIANCE_NORMALIZATION2: Axes[1] is 1, but Axes[0] is 1 too"},
      {With(good, {}, {}, ActivationSoftmax{}),
       "MEAN_VARIANCE_NORMALIZATION2: FusedActivation is ACTIVATION_SOFTMAX, but only GEMM can "
       "fuse it"},
      {Over(DataType::Int32, {2, 3}, {1}),
       "MEAN_VARIANCE_NORMALIZATION2: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is "
       "required"},
      {MeanVarianceNormalization1{.input = image, .output = image, .axes = {4}},
       "MEAN_VARIANCE_NORMALIZATION1: Axes[0] is 4, but InputTensor has 4 dimensions"},
      {MeanVarianceNormalization1{
           .input = image, .scale = TensorDesc(kF32, {1, 3, 1, 1}), .output = image, .axes = {1}},
       "MEAN_VARIANCE_NORMALIZATION1: ScaleTensor.Sizes[1] is 3, but 1 or InputTensor.Sizes[1], "
       "which is 2, is required"},
      {MeanVarianceNormalization{
           .input = image, .bias = TensorDesc(kF32, {1, 1, 1, 3}), .output = image},
       "MEAN_VARIANCE_NORMALIZATION: BiasTensor.Sizes[3] is 3, but 1 or InputTensor.Sizes[3], "
       "which is 2, is required"},
      {MeanVarianceNormalization{.input = {kF32, {1, 2}}, .output = {kF32, {1, 2}}},
       "MEAN_VARIANCE_NORMALIZATION: InputTensor.DimensionCount is 2, but 4 is required"},
  });
}

TEST(MeanVarianceNormalization, EmptyIsNoWork) {
  const CompileOptions empty = {.allow_empty = true};
  test::RunRow(TensorsRow{"no lines",
                          With(Over(kF32, {0, 3}, {1}), Sizes{1, 3}, {}),
                          {{}, {1, 2, 3}, {}},
                          {{}},
                          empty});
  test::RunRow(TensorsRow{"no elements",
                          With(Over(kF32, {2, 0}, {1}), Sizes{2, 1}, {}),
                          {{}, {1, 2}, {}},
                          {{}},
                          empty});
}

const test::Samples samples2(OperatorType::MeanVarianceNormalization2, [](int64_t rows,
                                                                          int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  return std::vector<Operator>{
      Over(kF32, sizes, {3}), With(Over(kF16, sizes, {2, 3}), Sizes{1, 3, 1, 1}, Sizes{1, 3, 1, 1}),
      With(Over(kF32, sizes, {3}), Sizes{1, 1, 1, columns}, Sizes{1, 1, 1, columns},
           ActivationTanh{}),
      With(Over(kF32, sizes, {1, 2}), Sizes{1, 1, rows, 1}, sizes)};
});
const test::Samples samples1(OperatorType::MeanVarianceNormalization1, [](int64_t rows,
                                                                          int64_t columns) {
  const TensorDesc tensor(kF32, {3, rows, columns});
  return std::vector<Operator>{MeanVarianceNormalization1{
      .input = tensor, .output = tensor, .axes = {2, 1}, .normalize_variance = true}};
});
const test::Samples samples0(OperatorType::MeanVarianceNormalization, [](int64_t rows,
                                                                         int64_t columns) {
  const TensorDesc image(kF16, {1, 3, rows, columns});
  return std::vector<Operator>{MeanVarianceNormalization{
      .input = image, .output = image, .cross_channel = true, .epsilon = 1e-5f}};
});

}  // namespace
}  // namespace weft
