// SPDX-License-Identifier: MIT
// RESAMPLE, its newer versions and its gradients: rows worked out by hand, every refusal, random
// scales against the oracle.

#include "oracle/resample.h"

#include <cmath>
#include <limits>

#include "ops/against_oracle.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Dense;
using oracle::ResampleRule;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr DataType kU8 = DataType::UInt8;
constexpr auto kNearest = InterpolationMode::NearestNeighbor;
constexpr auto kLinear = InterpolationMode::Linear;
constexpr auto kUp = AxisDirection::Increasing;
constexpr auto kDown = AxisDirection::Decreasing;

Resample3 Line(int64_t input, int64_t output, float scale, InterpolationMode mode,
               DataType type = kF32, bool antialiased = false) {
  return {{type, {input}}, {type, {output}}, mode, kDown, {scale}, {0.5f}, {-0.5f}, antialiased};
}

TEST(Resample, Rows) {
  const long double inf = HUGE_VALL, nan = std::nanl("");
  const std::vector<Row> rows = {
      {"halves go up", Resample{{kF32, {4}}, {kF32, {2}}, kNearest, {0.5f}}, {1, 2, 3, 4}, {2, 4}},
      {"rounded down",
       Resample2{{kF32, {4}}, {kF32, {2}}, kNearest, kDown, {0.5f}, {0.5f}, {-0.5f}},
       {1, 2, 3, 4},
       {1, 3}},
      {"rounded up",
       Resample2{{kF32, {4}}, {kF32, {2}}, kNearest, kUp, {0.5f}, {0.5f}, {-0.5f}},
       {1, 2, 3, 4},
       {2, 4}},
      {"a third is a third in float32",
       Resample2{{kF32, {9}}, {kF32, {3}}, kNearest, kDown, {1 / 3.0f}, {0}, {0}},
       {0, 1, 2, 3, 4, 5, 6, 7, 8},
       {0, 3, 6}},
      {"beyond the edge lies the edge",
       Resample1{{kF32, {2}}, {kF32, {5}}, kLinear, {1}, {0}, {1}},
       {4, 8},
       {4, 4, 8, 8, 8}},
      {"a quarter of the way and three", Line(3, 6, 2, kLinear), {0, 4, 12}, {0, 1, 3, 6, 10, 12}},
      {"what has no weight does not matter",
       Line(3, 9, 3, kLinear),
       {1, inf, 1},
       {1, 1, inf, inf, inf, inf, inf, 1, 1}},
      {"a copy", Line(3, 3, 1, kLinear), {1, nan, -inf}, {1, nan, -inf}},
      {"only the offsets differ",
       Resample1{{kF32, {3}}, {kF32, {3}}, kLinear, {1}, {0.5f}, {0}},
       {2, 4, 8},
       {2, 3, 6}},
      {"shrunk without a filter", Line(4, 2, 0.5f, kLinear), {1, 3, 5, 9}, {2, 7}},
      {"integers are rounded, ties to even", Line(2, 4, 2, kLinear, kU8), {1, 3}, {1, 2, 2, 3}},
      {"and negative ones",
       Line(2, 4, 2, kLinear, DataType::Int8),
       {-128, -126},
       {-128, -128, -126, -126}},
      {"gradients of one element are added",
       ResampleGrad{{kF32, {4}}, {kF32, {2}}, kNearest, {2}, {0.5f}, {-0.5f}},
       {1, 2, 3, 4},
       {3, 7}},
      {"gradients of two elements are shared",
       ResampleGrad1{{kF32, {4}}, {kF32, {2}}, kLinear, kUp, {2}, {0.5f}, {-0.5f}},
       {4, 8, 16, 32},
       {14, 46}},
      {"elements that were not used get none",
       ResampleGrad1{{kF32, {2}}, {kF32, {4}}, kNearest, kUp, {0.5f}, {0.5f}, {-0.5f}},
       {5, 6},
       {0, 5, 0, 6}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

struct RandomResampling {
  Sizes input, output;
  ResampleRule rule;
};
RandomResampling PickResampling(Rng& rng) {
  RandomResampling by;
  const int rank = int(rng.Between(1, 4));
  for (int d = 0; d < rank; ++d) {
    const bool same = rng.Chance(40);
    const int64_t size = rng.Between(1, rank == 1 ? 40 : d == rank - 1 ? 14 : 6);
    const float scale = same ? 1 : rng.Pick({0.25f, 1 / 3.0f, 0.5f, 0.7f, 1.0f, 1.5f, 2.0f, 3.3f});
    by.input.push_back(size);
    by.output.push_back(same             ? size
                        : rng.Chance(70) ? std::max<int64_t>(1, int64_t(float(size) * scale))
                                         : rng.Between(1, 12));
    const bool half = rng.Chance(60);
    by.rule.scales.push_back(scale);
    by.rule.input_offsets.push_back(half ? 0.5f : float(rng.Between(-8, 8)) / 4);
    by.rule.output_offsets.push_back(half ? -0.5f : float(rng.Between(-8, 8)) / 4);
  }
  return by;
}

uint64_t Small(Rng& rng, size_t, DataType type) {
  if (!oracle::FormatOf(type).is_float) return rng.Next() & 255;
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 64});
}

TEST(Resample, NearestMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    RandomResampling by = PickResampling(rng);
    const DataType type = rng.Pick({kF32, kF16, kU8, DataType::Int8});
    const TensorDesc in(type, by.input), out(type, by.output);
    const AxisDirection direction = rng.Pick({kUp, kDown});
    Operator op =
        Resample1{in, out, kNearest, by.rule.scales, by.rule.input_offsets, by.rule.output_offsets};
    if (rng.Chance(60)) {
      by.rule.rounding = direction == kUp ? oracle::Rounding::Up : oracle::Rounding::Down;
      op = Resample3{in,
                     out,
                     kNearest,
                     direction,
                     by.rule.scales,
                     by.rule.input_offsets,
                     by.rule.output_offsets,
                     rng.Chance(50)};
    }
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
          Dense want{type, by.output, {}};
          oracle::ForEachCoordinate(by.output, [&](const oracle::Coordinate& at) {
            want.elements.push_back(
                inputs[0].elements[size_t(by.rule.TermsOf(at, by.input)[0].first)]);
          });
          return {want};
        },
        [](Rng& any, size_t, DataType of) { return test::RandomElement(any, of); });
  }
}

TEST(Resample, LinearMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    RandomResampling by = PickResampling(rng);
    by.rule.linear = true;
    by.rule.antialiased = rng.Chance(40);
    const DataType type = rng.Pick({kF32, kF16});
    const Resample3 op{{type, by.input},
                       {type, by.output},
                       kLinear,
                       kUp,
                       by.rule.scales,
                       by.rule.input_offsets,
                       by.rule.output_offsets,
                       by.rule.antialiased};
    test::ExpectWithinBounds(
        rng, op, [&](const Dense& input) { return oracle::Resampled(input, by.output, by.rule); },
        Small);
  }
}

// Results that are not near a tie are the nearest integers.
TEST(Resample, LinearIntegersAreRounded) {
  for (uint64_t seed = 0; seed < 300 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    RandomResampling by = PickResampling(rng);
    by.rule.linear = true;
    const DataType type = rng.Pick({kU8, DataType::Int8});
    Operator op = test::InRandomLayouts(rng, Resample1{{type, by.input},
                                                       {type, by.output},
                                                       kLinear,
                                                       by.rule.scales,
                                                       by.rule.input_offsets,
                                                       by.rule.output_offsets});
    test::TensorBuffers in(test::Tensors(op, FieldRole::Input), seed);
    test::TensorBuffers out(test::Tensors(op, FieldRole::Output), seed + 1);
    const Status status = weft::Run(op, in.AsInputs(), out.AsOutputs());
    ASSERT_TRUE(status.has_value()) << status.error().message;
    const Dense got = out.Read(0);
    const auto want = oracle::Resampled(in.Read(0), by.output, by.rule);
    for (size_t i = 0; i < want.size(); ++i) {
      const auto integer = (long double)(oracle::ValueOf(type, got.elements[i]).integer);
      ASSERT_LE(std::fabs(integer - want[i].value), 0.5L + want[i].error) << ToString(op);
    }
  }
}

TEST(Resample, GradientsMatchTheOracle) {
  for (uint64_t seed = 0; seed < 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    RandomResampling by = PickResampling(rng);
    by.rule.linear = rng.Chance(50);
    const DataType type = rng.Pick({kF32, kF16});
    const TensorDesc in(type, by.output), out(type, by.input);
    Operator op = ResampleGrad{in,
                               out,
                               by.rule.linear ? kLinear : kNearest,
                               by.rule.scales,
                               by.rule.input_offsets,
                               by.rule.output_offsets};
    if (rng.Chance(50)) {
      by.rule.rounding = oracle::Rounding::Up;
      op = ResampleGrad1{in,
                         out,
                         by.rule.linear ? kLinear : kNearest,
                         kUp,
                         by.rule.scales,
                         by.rule.input_offsets,
                         by.rule.output_offsets};
    }
    test::ExpectWithinBounds(
        rng, op,
        [&](const Dense& gradient) {
          return oracle::ResampledGradient(gradient, by.input, by.rule);
        },
        Small);
  }
}

TEST(Resample, Errors) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto resample = [](const std::vector<float>& scales, float input_offset = 0,
                           float output_offset = 0) {
    return Resample1{{kF32, {2, 3}},
                     {kF32, {4, 6}},
                     kLinear,
                     scales,
                     std::vector<float>(scales.size(), input_offset),
                     std::vector<float>(scales.size(), output_offset)};
  };
  EXPECT_EQ(test::ErrorOf(resample({2, 2})), "");
  test::ExpectErrors({
      {resample({2}), "RESAMPLE1: DimensionCount is 1, but InputTensor has 2 dimensions"},
      {Resample{{kF32, {2, 3}}, {kF32, {4, 6}}, kLinear, {2, 2, 2}},
       "RESAMPLE: ScaleCount is 3, but InputTensor has 2 dimensions"},
      {resample({2, 0}), "RESAMPLE1: Scales[1] is 0, but it must be finite and above 0"},
      {resample({-1, 2}), "RESAMPLE1: Scales[0] is -1, but it must be finite and above 0"},
      {resample({inf, 2}), "RESAMPLE1: Scales[0] is inf, but it must be finite and above 0"},
      {resample({2, std::nanf("")}),
       "RESAMPLE1: Scales[1] is nan, but it must be finite and above 0"},
      {resample({2, 2}, inf), "RESAMPLE1: InputPixelOffsets[0] is inf, but it must be finite"},
      {resample({2, 2}, 0, -inf),
       "RESAMPLE1: OutputPixelOffsets[0] is -inf, but it must be finite"},
      {ResampleGrad{{kF32, {4}}, {kF32, {2}}, kLinear, {0}, {0}, {0}},
       "RESAMPLE_GRAD: Scales[0] is 0, but it must be finite and above 0"},
      {ResampleGrad1{{kF32, {4}}, {kF32, {2}}, kLinear, kUp, {1, 1}, {0, 0}, {0, 0}},
       "RESAMPLE_GRAD1: DimensionCount is 2, but OutputGradientTensor has 1 dimensions"},
      {Resample3{{kF32, {2}}, {kF16, {2}}, kLinear, kUp, {1}, {0}, {0}},
       "RESAMPLE3: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
  });
}

TEST(Resample, TooManyWeightsAreRefused) {
  const Result<CompiledOperator> compiled = Compile(Line(2, 100'000'000, 2, kLinear));
  ASSERT_FALSE(compiled.has_value());
  EXPECT_EQ(compiled.error().code, ErrorCode::NotSupported);
  EXPECT_EQ(compiled.error().message,
            "RESAMPLE3: InputTensor.Sizes[0] and OutputTensor.Sizes[0] are 2 and 100000000, but "
            "more than 67108864 are not supported");
}

// Twice as high, half as wide.
template <class Op>
std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType type : {kF32, kF16, kU8})
    for (InterpolationMode mode : {kNearest, kLinear}) {
      Op op;
      op.input = {type, {2, rows, columns}};
      op.output = {type, {2, 2 * rows, std::max<int64_t>(1, columns / 2)}};
      op.interpolation_mode = mode;
      op.scales = {1, 2, 0.5f};
      if constexpr (requires { op.input_pixel_offsets; }) {
        op.input_pixel_offsets = {0.5f, 0.5f, 0.5f};
        op.output_pixel_offsets = {-0.5f, -0.5f, -0.5f};
      }
      if constexpr (requires { op.antialiased; }) op.antialiased = true;
      samples.push_back(op);
    }
  return samples;
}
template <class Op>
std::vector<Operator> GradientSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType type : {kF32, kF16})
    for (InterpolationMode mode : {kNearest, kLinear}) {
      Op op;
      op.input_gradient = {type, {2, 2 * rows, std::max<int64_t>(1, columns / 2)}};
      op.output_gradient = {type, {2, rows, columns}};
      op.interpolation_mode = mode;
      op.scales = {1, 2, 0.5f};
      op.input_pixel_offsets = {0.5f, 0.5f, 0.5f};
      op.output_pixel_offsets = {-0.5f, -0.5f, -0.5f};
      samples.push_back(op);
    }
  return samples;
}

using enum OperatorType;
const test::Samples resample_samples(Resample, Samples<weft::Resample>);
const test::Samples resample1_samples(Resample1, Samples<weft::Resample1>);
const test::Samples resample2_samples(Resample2, Samples<weft::Resample2>);
const test::Samples resample3_samples(Resample3, Samples<weft::Resample3>);
const test::Samples grad_samples(ResampleGrad, GradientSamples<weft::ResampleGrad>);
const test::Samples grad1_samples(ResampleGrad1, GradientSamples<weft::ResampleGrad1>);

}  // namespace
}  // namespace weft
