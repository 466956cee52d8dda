// SPDX-License-Identifier: MIT
// CUMULATIVE_SUMMATION, CUMULATIVE_PRODUCT: rows worked out by hand, random tensors against the
// oracle, long lines, and every refusal. The documentation's examples run in tests/doc_examples.

#include "oracle/cumulative.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Cumulation;
using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr AxisDirection kUp = AxisDirection::Increasing;
constexpr AxisDirection kDown = AxisDirection::Decreasing;

Operator Cumulate(DataType type, const Sizes& sizes, const Cumulation& how) {
  const TensorDesc tensor(type, sizes);
  const AxisDirection direction = how.backwards ? kDown : kUp;
  if (how.product)
    return CumulativeProduct{tensor, tensor, uint32_t(how.axis), direction, how.exclusive};
  return CumulativeSummation{tensor, tensor, uint32_t(how.axis), direction, how.exclusive};
}

TEST(Cumulative, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const Cumulation sum, product = {.product = true};
  const std::vector<Row> rows = {
      {"sum", Cumulate(kF32, {2, 3}, {.axis = 1}), {1, 2, 3, 4, 5, 6}, {1, 3, 6, 4, 9, 15}},
      {"product", Cumulate(kF32, {4}, product), {2, 3, 0.5L, -1}, {2, 6, 3, -3}},
      {"exclusive product",
       Cumulate(kF32, {3}, {.product = true, .exclusive = true}),
       {2, 3, 4},
       {1, 2, 6}},
      {"from the end, exclusive",
       Cumulate(DataType::Int32, {3}, {.backwards = true, .exclusive = true}),
       {2, 3, 4},
       {7, 4, 0}},
      {"half precision runs on in more",
       Cumulate(kF16, {4}, sum),
       {2048, 1, 1, 2},
       {2048, 2048, 2050, 2052}},
      {"beyond float32 and back",
       Cumulate(kF32, {3}, sum),
       {3e38f, 3e38f, -3e38f},
       {3e38f, inf, 3e38f}},
      {"NaN stays from there on", Cumulate(kF32, {3}, sum), {1, nan, 2}, {1, nan, nan}},
      {"UINT32 wraps around",
       Cumulate(DataType::UInt32, {2}, sum),
       {4294967295, 2},
       {4294967295, 1}},
      {"INT64 wraps around",
       Cumulate(DataType::Int64, {2}, product),
       {0x1p62L, 2},
       {0x1p62L, -0x1p63L}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(Cumulative, MatchesTheOracle) {
  using enum DataType;
  test::ForEachSeed(3000, [&](Rng& rng) {
    const int rank = int(rng.Between(1, kMaxRank));
    const Sizes sizes = rng.Chance(40) ? Sizes{rng.Between(1, 30), rng.Between(1, 60)}
                                       : test::SmallSizes(rng, rank);
    const Cumulation how = {rng.Chance(50), int(rng.Between(0, sizes.rank() - 1)), rng.Chance(50),
                            rng.Chance(50)};
    const DataType type = rng.Pick({kF32, kF16, Int64, Int32, UInt64, UInt32});
    const Operator op = Cumulate(type, sizes, how);
    if (type == kF32 || type == kF16)
      test::ExpectWithinBounds(
          rng, op, [&](const Dense& input) { return oracle::CumulateFloats(input, how); },
          [&](Rng& any, size_t, DataType of) {
            const long double factor = (long double)(any.Between(512, 2048)) / 1024;
            return how.product ? oracle::BitsOf(of, {true, 0, any.Chance(50) ? factor : -factor})
                               : test::RandomElement(any, of);
          });
    else
      test::ExpectOracle(
          rng, op,
          [&](const std::vector<Dense>& in) -> std::vector<Dense> {
            return {oracle::CumulateIntegers(in[0], how)};
          },
          [](Rng& any, size_t, DataType of) { return test::RandomElement(any, of); });
  });
}

// A million terms, and the last sum is still rounded once.
TEST(Cumulative, LongLines) {
  Rng rng(8);
  std::vector<float> input(1'000'000), got(1'000'000);
  for (float& x : input) x = float(rng.Between(1, 1'000'000)) / 1009;
  ASSERT_TRUE(weft::Run(Cumulate(kF32, {1'000'000}, {}), {input}, {got}));
  long double sum = 0;
  for (size_t i = 0; i < input.size(); ++i) {
    sum += (long double)(input[i]);
    ASSERT_LE(std::fabs((long double)(got[i]) - sum), 0.51L * oracle::UlpAt(kF32, sum)) << i;
  }
}

TEST(Cumulative, Errors) {
  const TensorDesc tensor(kF32, {2, 3});
  test::ExpectErrors({
      {CumulativeSummation{tensor, tensor, 2, kUp, false},
       "CUMULATIVE_SUMMATION: Axis is 2, but InputTensor has 2 dimensions"},
      {CumulativeProduct{tensor, tensor, 0xFFFFFFFF, kUp, false},
       "CUMULATIVE_PRODUCT: Axis is 4294967295, but InputTensor has 2 dimensions"},
      {CumulativeSummation{tensor, {kF32, {2, 4}}, 1, kUp, false},
       "CUMULATIVE_SUMMATION: OutputTensor.Sizes[1] is 4, but InputTensor.Sizes[1] is 3"},
      {CumulativeProduct{tensor, {kF16, {2, 3}}, 1, kUp, false},
       "CUMULATIVE_PRODUCT: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {CumulativeSummation{tensor, tensor, 1, static_cast<AxisDirection>(5), false},
       "CUMULATIVE_SUMMATION: AxisDirection is 5, but INCREASING or DECREASING is required"},
      {Cumulate(DataType::Int8, {3}, {}),
       "CUMULATIVE_SUMMATION: InputTensor.DataType is INT8, but FLOAT32, FLOAT16, UINT32, INT32, "
       "UINT64 or INT64 is required"},
  });
}

template <bool kProduct>
std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  using enum DataType;
  return {Cumulate(kF32, sizes, {kProduct, 3, false, false}),
          Cumulate(kF32, sizes, {kProduct, 2, true, false}),
          Cumulate(kF16, sizes, {kProduct, 1, false, true}),
          Cumulate(Int64, sizes, {kProduct, 3, true, true}),
          Cumulate(UInt32, sizes, {kProduct, 2, false, false})};
}

// Which of two NaN is kept is the processor's choice, so there are none.
int64_t SmallNumbers(const Operator&, size_t) { return 4; }

const test::Samples sum_samples(OperatorType::CumulativeSummation, Samples<false>, SmallNumbers);
const test::Samples product_samples(OperatorType::CumulativeProduct, Samples<true>, SmallNumbers);

}  // namespace
}  // namespace weft
