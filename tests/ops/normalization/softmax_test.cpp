// SPDX-License-Identifier: MIT
// ACTIVATION_SOFTMAX, ACTIVATION_LOG_SOFTMAX, ACTIVATION_HARDMAX and their newer versions: rows
// worked out by hand, random tensors against the oracle, and every refusal.

#include "oracle/softmax.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

template <class Op>
Op Over(DataType type, const Sizes& sizes, const std::vector<uint32_t>& axes) {
  return {.input = {type, sizes}, .output = {type, sizes}, .axes = axes};
}
template <class Op>
Op OverRows(DataType type, const Sizes& sizes) {
  return {.input = {type, sizes}, .output = {type, sizes}};
}

TEST(Softmax, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const std::vector<long double> nans(3, nan);
  const std::vector<Row> rows = {
      {"equal elements",
       Over<ActivationSoftmax1>(kF32, {4}, {0}),
       {9, 9, 9, 9},
       {0.25L, 0.25L, 0.25L, 0.25L}},
      {"large ones do not overflow",
       Over<ActivationSoftmax1>(kF32, {2}, {0}),
       {1e4L, 1e4L},
       {0.5L, 0.5L}},
      {"far apart", Over<ActivationSoftmax1>(kF16, {3}, {0}), {-60000, 60000, -inf}, {0, 1, 0}},
      {"each alone", Over<ActivationSoftmax1>(kF32, {3}, {}), {1, 2, 3}, {1, 1, 1}},
      {"over all axes",
       Over<ActivationSoftmax1>(kF16, {2, 2}, {1, 0}),
       {3, 3, 3, 3},
       {0.25L, 0.25L, 0.25L, 0.25L}},
      {"older: over each row",
       OverRows<ActivationSoftmax>(kF32, {1, 2, 2}),
       {1, 1, 7, 7},
       {0.5L, 0.5L, 0.5L, 0.5L}},
      {"NaN is everywhere then", Over<ActivationSoftmax1>(kF32, {3}, {0}), {1, nan, 2}, nans},
      {"infinity has no share", Over<ActivationSoftmax1>(kF32, {3}, {0}), {1, inf, 2}, nans},
      {"nor has nothing", Over<ActivationSoftmax1>(kF32, {3}, {0}), {-inf, -inf, -inf}, nans},
      {"logarithm",
       Over<ActivationLogSoftmax1>(kF32, {2}, {0}),
       {-5, -5},
       {-0x1.62e43p-1L, -0x1.62e43p-1L}},
      {"logarithm of next to nothing",
       OverRows<ActivationLogSoftmax>(kF32, {2}),
       {0, -3000},
       {0, -3000}},
      {"logarithm of nothing", Over<ActivationLogSoftmax1>(kF32, {2}, {0}), {0, -inf}, {0, -inf}},
      {"first largest",
       OverRows<ActivationHardmax>(kF32, {2, 3}),
       {1, 5, 5, 0, -1, -2},
       {0, 1, 0, 1, 0, 0}},
      {"the number wins against NaN",
       Over<ActivationHardmax1>(kF16, {3}, {0}),
       {nan, -inf, nan},
       {0, 1, 0}},
      {"over two axes",
       Over<ActivationHardmax1>(kF32, {2, 2, 2}, {0, 2}),
       {1, 2, 9, 1, 3, 0, 4, 9},
       {0, 0, 1, 0, 1, 0, 0, 0}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

uint64_t Exponent(Rng& rng, size_t, DataType type) {
  const int64_t kind = rng.Between(1, 40);
  if (kind == 1) return test::RandomElement(rng, type);
  const long double range = kind < 10 ? 100 : 5;
  return oracle::BitsOf(type, {true, 0, range * (long double)(rng.Between(-1000, 1000)) / 1000});
}

TEST(Softmax, MatchesTheOracle) {
  test::ForEachSeed(4000, [&](Rng& rng) {
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    const DataType type = rng.Pick({kF32, kF16});
    const bool log = rng.Chance(50);
    const Operator op = log ? Operator(Over<ActivationLogSoftmax1>(type, sizes, axes))
                            : Operator(Over<ActivationSoftmax1>(type, sizes, axes));
    test::ExpectWithinBounds(
        rng, op, [&](const Dense& input) { return oracle::Softmax(input, axes, log); }, Exponent);
  });
}

TEST(Softmax, HardmaxMatchesTheOracle) {
  test::ForEachSeed(2000, [&](Rng& rng) {
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    const bool ties = rng.Chance(50);
    test::ExpectOracle(
        rng, Over<ActivationHardmax1>(rng.Pick({kF32, kF16}), sizes, axes),
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::Hardmax(in[0], axes)};
        },
        [&](Rng& any, size_t, DataType of) {
          return ties ? oracle::BitsOf(of, {false, any.Between(-2, 2), 0})
                      : test::RandomElement(any, of);
        });
  });
}

// Lines longer than what is copied for neighbours at once.
TEST(Softmax, LongColumns) {
  constexpr int64_t kRows = 70'000, kColumns = 20;
  const Sizes sizes = {kRows, kColumns};
  std::vector<float> input(size_t(kRows * kColumns)), got(input.size());
  for (size_t i = 0; i < input.size(); ++i) input[i] = i % size_t(kColumns) == 3 ? 5.f : -1.f;
  const Status status = weft::Run(Over<ActivationSoftmax1>(kF32, sizes, {0}), {input}, {got});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (float x : got) ASSERT_NEAR(x, 1.0 / double(kRows), 1e-11);
}

// One line for several threads: the same bits for any number of them, near what the formula says.
TEST(Softmax, LongLines) {
  const int before = ThreadCount();
  constexpr int64_t kCount = 1'000'003;
  const TensorDesc line(kF32, {kCount});
  Rng rng(4);
  std::vector<float> input(kCount);
  for (float& x : input) x = float(rng.Between(-4000, 4000)) / 1000;
  long double sum = 0;
  for (float x : input) sum += std::exp((long double)(x));
  const Reduce reduce{ReduceFunction::LogSumExp, line, {kF32, {1}}, {0}};
  std::vector<float> shares, logs, total;
  for (int threads : {1, 2, 3, 8}) {
    SetThreadCount(threads);
    std::vector<float> some(kCount), some_logs(kCount), one(1);
    ASSERT_TRUE(weft::Run(ActivationSoftmax1{line, line, {0}}, {input}, {some}));
    ASSERT_TRUE(weft::Run(ActivationLogSoftmax1{line, line, {0}}, {input}, {some_logs}));
    ASSERT_TRUE(weft::Run(reduce, {input}, {one}));
    if (threads == 1) shares = some, logs = some_logs, total = one;
    ASSERT_EQ(some, shares) << threads;
    ASSERT_EQ(some_logs, logs) << threads;
    ASSERT_EQ(one, total) << threads;
  }
  SetThreadCount(before);
  EXPECT_NEAR(total[0], double(std::log(sum)), 4e-6);
  for (size_t i = 0; i < input.size(); ++i) {
    const long double share = std::exp((long double)(input[i])) / sum;
    ASSERT_LE(std::fabs((long double)(shares[i]) - share), share * 0x1p-20L) << i;
    ASSERT_LE(std::fabs((long double)(logs[i]) - std::log(share)), 0x1p-19L) << i;
  }
}

TEST(Softmax, Errors) {
  test::ExpectErrors({
      {OverRows<ActivationSoftmax>(kF32, {1, 2, 3, 4}),
       "ACTIVATION_SOFTMAX: InputTensor.Sizes[1] is 2, but sizes before the last two must be 1"},
      {OverRows<ActivationLogSoftmax>(kF32, {2, 1, 3}),
       "ACTIVATION_LOG_SOFTMAX: InputTensor.Sizes[0] is 2, but sizes before the last two must be "
       "1"},
      {OverRows<ActivationHardmax>(kF32, {2, 1, 3}),
       "ACTIVATION_HARDMAX: InputTensor.Sizes[0] is 2, but sizes before the last two must be 1"},
      {Over<ActivationSoftmax1>(kF32, {2, 3}, {2}),
       "ACTIVATION_SOFTMAX1: Axes[0] is 2, but InputTensor has 2 dimensions"},
      {Over<ActivationLogSoftmax1>(kF32, {2, 3}, {0, 0}),
       "ACTIVATION_LOG_SOFTMAX1: Axes[1] is 0, but Axes[0] is 0 too"},
      {Over<ActivationHardmax1>(kF32, {2, 3}, {0, 7}),
       "ACTIVATION_HARDMAX1: Axes[1] is 7, but InputTensor has 2 dimensions"},
      {Over<ActivationSoftmax1>(DataType::Int32, {2}, {0}),
       "ACTIVATION_SOFTMAX1: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
      {ActivationSoftmax1{{kF32, {2}}, {kF16, {2}}, {0}},
       "ACTIVATION_SOFTMAX1: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is "
       "FLOAT32"},
      {ActivationHardmax1{{kF32, {2}}, {kF32, {3}}, {0}},
       "ACTIVATION_HARDMAX1: OutputTensor.Sizes[0] is 3, but InputTensor.Sizes[0] is 2"},
  });
}

TEST(Softmax, EmptyIsNoWork) {
  test::RunRow(Row{"", Over<ActivationSoftmax1>(kF32, {0, 3}, {1}), {}, {}, {.allow_empty = true}});
  test::RunRow(Row{"", Over<ActivationHardmax1>(kF32, {2, 0}, {1}), {}, {}, {.allow_empty = true}});
}

template <class Op>
std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  return {Over<Op>(kF32, sizes, {3}), Over<Op>(kF16, sizes, {2}), Over<Op>(kF32, sizes, {1, 3}),
          Over<Op>(kF16, sizes, {3})};
}
template <class Op>
std::vector<Operator> RowSamples(int64_t rows, int64_t columns) {
  return {OverRows<Op>(kF32, {1, 3 * rows, columns}), OverRows<Op>(kF16, {3 * rows, columns})};
}

using enum OperatorType;
const test::Samples softmax_samples(ActivationSoftmax, RowSamples<weft::ActivationSoftmax>);
const test::Samples softmax1_samples(ActivationSoftmax1, Samples<weft::ActivationSoftmax1>);
const test::Samples log_samples(ActivationLogSoftmax, RowSamples<weft::ActivationLogSoftmax>);
const test::Samples log1_samples(ActivationLogSoftmax1, Samples<weft::ActivationLogSoftmax1>);
const test::Samples hard_samples(ActivationHardmax, RowSamples<weft::ActivationHardmax>);
const test::Samples hard1_samples(ActivationHardmax1, Samples<weft::ActivationHardmax1>);

}  // namespace
}  // namespace weft
