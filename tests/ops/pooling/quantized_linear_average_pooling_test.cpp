// SPDX-License-Identifier: MIT
// QUANTIZED_LINEAR_AVERAGE_POOLING: rows worked out by hand, every refusal, random windows against
// the oracle.

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/pooling/random_pooling.h"
#include "ops/samples.h"
#include "oracle/pooling.h"

namespace weft {
namespace {

using oracle::Dense;
using test::RandomPooling;
using test::Rng;
using test::TensorsRow;
constexpr DataType kU8 = DataType::UInt8;
constexpr DataType kI8 = DataType::Int8;
constexpr DataType kF32 = DataType::Float32;

// Parameters of sizes {1}, or one per channel.
QuantizedLinearAveragePooling Pool(DataType from, DataType to, const RandomPooling& pooling,
                                   bool per_channel, bool zero_points, bool include_padding) {
  Sizes one = {1};
  if (per_channel) {
    one = Sizes::Filled(pooling.input.rank(), 1);
    one[1] = pooling.input[1];
  }
  QuantizedLinearAveragePooling op{.input = {from, pooling.input},
                                   .input_scale = {kF32, one},
                                   .output_scale = {kF32, one},
                                   .output = {to, pooling.output},
                                   .strides = pooling.windows.strides,
                                   .window_size = pooling.windows.size,
                                   .start_padding = pooling.windows.start,
                                   .end_padding = pooling.windows.end,
                                   .dilations = pooling.windows.dilations,
                                   .include_padding = include_padding};
  if (zero_points) {
    op.input_zero_point = {from, one};
    op.output_zero_point = {to, one};
  }
  return op;
}
RandomPooling Pairs(int64_t channels) {
  return {{1, channels, 1, 2}, {1, channels, 1, 1}, {{1, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}};
}

TEST(QuantizedLinearAveragePooling, Rows) {
  const std::vector<TensorsRow> rows = {
      {"no zero points, ties to even",
       Pool(kU8, kU8, Pairs(2), false, false, false),
       {{2, 3, 4, 3}, {1}, {}, {1}, {}},
       {{2, 4}}},
      {"scales and zero points of channels",
       Pool(kU8, kI8, Pairs(2), true, true, false),
       {{10, 14, 3, 5}, {0.5L, 8}, {2, 1}, {1, 4}, {-3, 1}},
       {{2, 7}}},
      {"saturates",
       Pool(kI8, kU8, Pairs(2), false, true, false),
       {{100, 100, -100, -100}, {4}, {0}, {1}, {5}},
       {{255, 0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Scales are powers of two; a mean near a tie may go either way.
TEST(QuantizedLinearAveragePooling, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 600 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomPooling pooling = test::PickPooling(rng);
    const bool per_channel = rng.Chance(50), zero_points = rng.Chance(60);
    const bool include_padding = rng.Chance(50);
    const DataType from = rng.Pick({kU8, kI8}), to = rng.Pick({kU8, kI8});
    Operator op = test::InRandomLayouts(
        rng, Pool(from, to, pooling, per_channel, zero_points, include_padding));
    test::TensorBuffers in(test::Tensors(op, FieldRole::Input), seed);
    test::TensorBuffers out(test::Tensors(op, FieldRole::Output), seed + 9);
    for (size_t i : {size_t(1), size_t(3)}) {
      Dense scales = in.Read(i);
      for (uint64_t& bits : scales.elements)
        bits = oracle::BitsOf(kF32, {true, 0, std::ldexp(1.0L, int(rng.Between(-2, 2)))});
      in.Write(i, scales);
    }
    const test::TensorBuffers before = out;
    const Status status = weft::Run(op, in.AsInputs(), out.AsOutputs());
    ASSERT_TRUE(status.has_value()) << status.error().message;
    const Dense got = out.Read(0);
    ASSERT_EQ(out.Difference(0, before, got), "") << ToString(op);

    const Dense input = in.Read(0), input_scale = in.Read(1), output_scale = in.Read(3);
    const auto of_channel = [&](const Dense& values, int64_t c) {
      const oracle::Number number =
          oracle::ValueOf(values.type, values.elements[values.elements.size() > 1 ? size_t(c) : 0]);
      return number.is_float ? number.real : (long double)(number.integer);
    };
    const auto zero = [&](size_t i, int64_t c) {
      return zero_points ? of_channel(in.Read(i), c) : 0;
    };
    const auto lists = pooling.windows.ListsOf(pooling.input, pooling.output);
    size_t o = 0;
    oracle::ForEachCoordinate(pooling.output, [&](const oracle::Coordinate& at) {
      const int64_t c = at[1];
      long double sum = 0;
      for (const size_t i : lists[o])
        sum += (oracle::ValueOf(from, input.elements[i]).integer - zero(2, c)) *
               of_channel(input_scale, c);
      const long double divisor =
          include_padding ? pooling.windows.Volume() : std::max<size_t>(1, lists[o].size());
      const long double exact = sum / divisor / of_channel(output_scale, c);
      const long double low = to == kU8 ? 0 : -128, high = low + 255;
      const auto stored = [&](long double x) {
        return std::clamp(std::nearbyint(x) + zero(4, c), low, high);
      };
      const auto found = (long double)(oracle::ValueOf(to, got.elements[o]).integer);
      EXPECT_GE(found, stored(exact - 1e-4L)) << ToString(op);
      EXPECT_LE(found, stored(exact + 1e-4L)) << ToString(op);
      ++o;
    });
    if (HasFailure()) return;
  }
}

TEST(QuantizedLinearAveragePooling, Errors) {
  auto op = Pool(kU8, kU8, Pairs(2), false, true, false);
  EXPECT_EQ(test::ErrorOf(op), "");
  auto scale = op, zero_point = op, type = op, sizes = op;
  scale.input_scale = {kF32, {3}};
  zero_point.output_zero_point = {kU8, {1, 3, 1, 1}};
  type.input_zero_point = {kI8, {1}};
  sizes.output = {kU8, {1, 2, 1, 2}};
  test::ExpectErrors({
      {scale,
       "QUANTIZED_LINEAR_AVERAGE_POOLING: InputScaleTensor.Sizes is [3], but one element or one "
       "per channel, [1, 2, 1, 1], is required"},
      {zero_point,
       "QUANTIZED_LINEAR_AVERAGE_POOLING: OutputZeroPointTensor.Sizes is [1, 3, 1, 1], but one "
       "element or one per channel, [1, 2, 1, 1], is required"},
      {type,
       "QUANTIZED_LINEAR_AVERAGE_POOLING: InputZeroPointTensor.DataType is INT8, but "
       "InputTensor.DataType is UINT8"},
      {sizes,
       "QUANTIZED_LINEAR_AVERAGE_POOLING: OutputTensor.Sizes[3] is 2, but (InputTensor.Sizes[3] + "
       "StartPadding[1] + EndPadding[1] - 2) / Strides[1] + 1 is (2 + 0 + 0 - 2) / 1 + 1 = 1"},
  });
}

const test::Samples samples(OperatorType::QuantizedLinearAveragePooling, [](int64_t rows,
                                                                            int64_t columns) {
  RandomPooling pooling = {
      {1, 3, rows + 1, columns + 1}, {}, {{2, 2}, {1, 2}, {1, 1}, {0, 0}, {0, 1}}};
  pooling.output = pooling.windows.OutputOf(pooling.input);
  return std::vector<Operator>{Pool(kU8, kU8, pooling, true, true, false),
                               Pool(kI8, kU8, pooling, false, false, true)};
});

}  // namespace
}  // namespace weft
