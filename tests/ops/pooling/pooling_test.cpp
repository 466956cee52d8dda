// SPDX-License-Identifier: MIT
// AVERAGE_POOLING, LP_POOLING, MAX_POOLING and their newer versions: rows worked out by hand, every
// refusal, random windows against the oracle.

#include "oracle/pooling.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/pooling/random_pooling.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Dense;
using test::RandomPooling;
using test::Rng;
using test::Row;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr DataType kU32 = DataType::UInt32;

// The fields all versions have.
template <class Op>
Op Over(DataType type, const Sizes& input, const Sizes& output,
        const oracle::PoolWindows& windows) {
  Op op;
  op.input = {type, input};
  op.output = {type, output};
  op.window_size = windows.size;
  op.strides = windows.strides;
  op.start_padding = windows.start;
  op.end_padding = windows.end;
  if constexpr (requires { op.dilations; }) op.dilations = windows.dilations;
  if constexpr (requires { op.p; }) op.p = 2;
  return op;
}
// Windows of one number per field, in one dimension; the other, the height, is as it is.
oracle::PoolWindows Along(uint32_t size, uint32_t stride, uint32_t dilation = 1, uint32_t start = 0,
                          uint32_t end = 0) {
  return {{1, size}, {1, stride}, {1, dilation}, {0, start}, {0, end}};
}
template <class Op>
Op Line(int64_t input, int64_t output, const oracle::PoolWindows& windows, DataType type = kF32) {
  return Over<Op>(type, {1, 1, 1, input}, {1, 1, 1, output}, windows);
}
AveragePooling1 WithPadding(AveragePooling1 op) {
  op.include_padding = true;
  return op;
}
MaxPooling2 WithIndices(MaxPooling2 op, DataType type = kU32) {
  op.output_indices = {type, op.output.sizes()};
  return op;
}
LpPooling1 WithP(LpPooling1 op, uint32_t p) {
  op.p = p;
  return op;
}

TEST(Pooling, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const std::vector<Row> rows = {
      {"mean of what is inside",
       Line<AveragePooling1>(3, 3, Along(3, 1, 1, 1, 1)),
       {1, 2, 6},
       {1.5L, 3, 4}},
      {"mean with the padding",
       WithPadding(Line<AveragePooling1>(3, 3, Along(3, 1, 1, 1, 1))),
       {3, 6, 9},
       {3, 6, 5}},
      {"rounded up, the last window hangs over",
       Line<AveragePooling1>(5, 3, Along(2, 2)),
       {1, 3, 5, 7, 9},
       {2, 6, 9}},
      {"which the divisor counts if the padding is",
       WithPadding(Line<AveragePooling1>(5, 3, Along(2, 2))),
       {1, 3, 5, 7, 9},
       {2, 6, 4.5L}},
      {"dilated", Line<AveragePooling1>(5, 3, Along(2, 1, 2)), {1, 2, 3, 4, 5}, {2, 3, 4}},
      {"a window of padding only",
       Line<AveragePooling1>(1, 3, Along(1, 1, 1, 1, 1)),
       {8},
       {0, 8, 0}},
      {"half precision rounds once",
       Line<AveragePooling1>(3, 1, Along(3, 1), kF16),
       {2048, 2050, 2051},
       {2050}},
      {"norm", Line<LpPooling1>(2, 1, Along(2, 1)), {3, -4}, {5}},
      {"sum of magnitudes", WithP(Line<LpPooling1>(2, 1, Along(2, 1)), 1), {3, -4}, {7}},
      {"third power", WithP(Line<LpPooling1>(3, 1, Along(3, 1)), 3), {3, -4, 5}, {6}},
      {"largest", Line<MaxPooling>(4, 3, Along(2, 1)), {1, 5, -2, -7}, {5, 5, -2}},
      {"largest of all", Line<MaxPooling>(3, 1, Along(3, 1)), {1, nan, -2}, {1}},
      {"padding never wins",
       Line<MaxPooling>(2, 4, Along(1, 1, 1, 1, 1)),
       {-5, -6},
       {-inf, -5, -6, -inf}},
      {"nor does NaN, unless it is alone",
       Line<MaxPooling>(4, 3, Along(2, 1)),
       {nan, -inf, nan, nan},
       {-inf, -inf, nan}},
      {"lowest integer",
       Line<MaxPooling>(1, 2, Along(1, 1, 1, 1, 0), DataType::Int16),
       {7},
       {-32768, 7}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(Pooling, Indices) {
  const std::vector<TensorsRow> rows = {
      {"the first of equals, counted over the whole tensor",
       WithIndices(Over<MaxPooling2>(kF32, {1, 2, 1, 3}, {1, 2, 1, 2}, Along(2, 1))),
       {{4, 4, 1, 2, 3, 3}},
       {{4, 4, 3, 3}, {0, 1, 4, 4}}},
      {"nothing there",
       WithIndices(Line<MaxPooling2>(1, 2, Along(1, 1, 1, 1, 0)), DataType::UInt64),
       {{3}},
       {{-HUGE_VALL, 3}, {4294967295, 0}}},
      {"a NaN alone has its place, and the first of two",
       WithIndices(Line<MaxPooling2>(3, 1, Along(2, 1, 2))),
       {{std::nanl(""), 1, std::nanl("")}},
       {{std::nanl("")}, {0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

uint64_t Finite(Rng& rng, size_t, DataType type) {
  if (rng.Chance(2)) return test::RandomElement(rng, type);
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 64});
}

TEST(Pooling, MeansMatchTheOracle) {
  for (uint64_t seed = 0; seed < 1200 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomPooling pooling = test::PickPooling(rng);
    auto op = Over<AveragePooling1>(rng.Pick({kF32, kF16}), pooling.input, pooling.output,
                                    pooling.windows);
    op.include_padding = rng.Chance(50);
    test::ExpectWithinBounds(
        rng, op,
        [&](const Dense& input) {
          return oracle::Mean(input, pooling.output, pooling.windows, op.include_padding);
        },
        Finite);
  }
}

TEST(Pooling, NormsMatchTheOracle) {
  for (uint64_t seed = 0; seed < 800 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomPooling pooling = test::PickPooling(rng);
    auto op =
        Over<LpPooling1>(rng.Pick({kF32, kF16}), pooling.input, pooling.output, pooling.windows);
    op.p = rng.Pick({1u, 2u, 2u, 3u, 5u});
    test::ExpectWithinBounds(
        rng, op,
        [&](const Dense& input) {
          return oracle::Norm(input, pooling.output, pooling.windows, op.p);
        },
        [](Rng& any, size_t, DataType type) {
          return oracle::BitsOf(type, {true, 0, (long double)(any.Between(-4000, 4000)) / 64});
        });
  }
}

TEST(Pooling, LargestMatchTheOracle) {
  for (uint64_t seed = 0; seed < 2500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomPooling pooling = test::PickPooling(rng);
    DataType type = test::RandomType(rng);
    if (type == DataType::Float64) type = kF32;
    auto op = Over<MaxPooling2>(type, pooling.input, pooling.output, pooling.windows);
    const DataType index_type = rng.Pick({kU32, DataType::UInt64});
    if (rng.Chance(60)) op = WithIndices(op, index_type);
    const bool ties = rng.Chance(40);
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          const auto largest =
              oracle::LargestOf(in[0], pooling.output, pooling.windows, index_type);
          return {largest.values, largest.indices};
        },
        [&](Rng& any, size_t, DataType of) {
          return ties ? oracle::BitsOf(of, {false, any.Between(0, 3), 0})
                      : test::RandomElement(any, of);
        });
  }
}

// Padding and strides without end must not take time or memory.
TEST(Pooling, HugeFields) {
  constexpr uint32_t kMost = 0xFFFFFFFF;
  const std::vector<Row> rows = {
      {"all of a huge window is padding but one element",
       Line<MaxPooling>(1, 1, Along(kMost, 1, 1, kMost - 1, 0)),
       {3},
       {3}},
      {"windows far apart",
       Line<AveragePooling1>(1, 4, Along(1u << 30, 1u << 30, 1, 0, kMost)),
       {3},
       {3, 0, 0, 0}},
      {"elements far apart",
       Line<AveragePooling1>(2, 2, Along(3, 1, 1u << 30, 1u << 31, 0)),
       {3, 4},
       {3, 4}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(Pooling, Errors) {
  const auto pool = [](const Sizes& input, const Sizes& output,
                       const oracle::PoolWindows& windows) {
    return Over<MaxPooling2>(kF32, input, output, windows);
  };
  const Sizes in = {1, 2, 4, 8}, out = {1, 2, 4, 7};
  EXPECT_EQ(test::ErrorOf(pool(in, out, Along(2, 1))), "");
  test::ExpectErrors({
      {pool(in, out, {{2}, {1}, {1}, {0}, {0}}),
       "MAX_POOLING2: InputTensor.DimensionCount is 4, but DimensionCount + 2 is 1 + 2 = 3"},
      {pool(in, out, Along(2, 0)), "MAX_POOLING2: Strides[1] is 0, but it must be at least 1"},
      {pool(in, out, Along(0, 1)), "MAX_POOLING2: WindowSize[1] is 0, but it must be at least 1"},
      {pool(in, out, Along(2, 1, 0)), "MAX_POOLING2: Dilations[1] is 0, but it must be at least 1"},
      {pool(in, out, Along(4, 1, 3, 0, 1)),
       "MAX_POOLING2: Dilations[1] * (WindowSize[1] - 1) + 1 is 3 * (4 - 1) + 1 = 10, but "
       "InputTensor.Sizes[3] + StartPadding[1] + EndPadding[1] is 8 + 0 + 1 = 9"},
      {pool(in, out, Along(0xFFFFFFFF, 1, 0xFFFFFFFF)),
       "MAX_POOLING2: Dilations[1] * (WindowSize[1] - 1) + 1 is 4294967295 * (4294967295 - 1) + 1 "
       "= 18446744060824649731, but InputTensor.Sizes[3] + StartPadding[1] + EndPadding[1] is 8 + "
       "0 + 0 = 8"},
      {Over<AveragePooling>(kF32, in, out, Along(9, 1)),
       "AVERAGE_POOLING: WindowSize[1] is 9, but InputTensor.Sizes[3] + StartPadding[1] + "
       "EndPadding[1] is 8 + 0 + 0 = 8"},
      {pool(in, {2, 2, 4, 7}, Along(2, 1)),
       "MAX_POOLING2: OutputTensor.Sizes[0] is 2, but InputTensor.Sizes[0] is 1"},
      {pool(in, {1, 3, 4, 7}, Along(2, 1)),
       "MAX_POOLING2: OutputTensor.Sizes[1] is 3, but InputTensor.Sizes[1] is 2"},
      {pool(in, {1, 2, 4, 8}, Along(2, 1)),
       "MAX_POOLING2: OutputTensor.Sizes[3] is 8, but (InputTensor.Sizes[3] + StartPadding[1] + "
       "EndPadding[1] - 2) / Strides[1] + 1 is (8 + 0 + 0 - 2) / 1 + 1 = 7"},
      {Over<LpPooling>(kF32, in, {1, 2, 4, 2}, Along(3, 2, 1, 1, 1)),
       "LP_POOLING: OutputTensor.Sizes[3] is 2, but (InputTensor.Sizes[3] + StartPadding[1] + "
       "EndPadding[1] - 3) / Strides[1] + 1 is (8 + 1 + 1 - 3) / 2 + 1 = 4, or 5 rounded up"},
      {WithP(Over<LpPooling1>(kF32, in, out, Along(2, 1)), 0),
       "LP_POOLING1: P is 0, but it must be at least 1"},
      {MaxPooling2{pool(in, out, Along(2, 1)).input,
                   {kF16, out},
                   {},
                   {1, 1},
                   {1, 2},
                   {0, 0},
                   {0, 0},
                   {1, 1}},
       "MAX_POOLING2: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {Over<AveragePooling1>(DataType::Int32, in, out, Along(2, 1)),
       "AVERAGE_POOLING1: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
  });
}

template <class Op>
std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  const oracle::PoolWindows small = {{2, 3}, {1, 2}, {1, 1}, {1, 1}, {0, 1}};
  const oracle::PoolWindows deep = {{1, 2, 2}, {1, 2, 1}, {1, 1, 1}, {0, 1, 0}, {0, 0, 1}};
  const Sizes image = {1, 3, rows + 2, columns + 2}, volume = {1, 1, 2, rows + 2, columns + 2};
  return {Over<Op>(kF32, image, small.OutputOf(image), small),
          Over<Op>(kF16, image, small.OutputOf(image), small),
          Over<Op>(kF32, volume, deep.OutputOf(volume), deep)};
}
template <class Op>
std::vector<Operator> IndexSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples = Samples<Op>(rows, columns);
  const oracle::PoolWindows windows = {{2, 2}, {2, 1}, {1, 1}, {0, 1}, {0, 0}};
  const Sizes image = {2, 2, rows + 2, columns + 2};
  for (DataType type : {kF32, DataType::UInt8, DataType::Int64}) {
    Op op = Over<Op>(type, image, windows.OutputOf(image), windows);
    op.output_indices = {kU32, op.output.sizes()};
    samples.push_back(op);
  }
  return samples;
}

using enum OperatorType;
const test::Samples average_samples(AveragePooling, Samples<weft::AveragePooling>);
const test::Samples average1_samples(AveragePooling1, Samples<weft::AveragePooling1>);
const test::Samples lp_samples(LpPooling, Samples<weft::LpPooling>);
const test::Samples lp1_samples(LpPooling1, Samples<weft::LpPooling1>);
const test::Samples max_samples(MaxPooling, Samples<weft::MaxPooling>);
const test::Samples max1_samples(MaxPooling1, IndexSamples<weft::MaxPooling1>);
const test::Samples max2_samples(MaxPooling2, IndexSamples<weft::MaxPooling2>);

}  // namespace
}  // namespace weft
