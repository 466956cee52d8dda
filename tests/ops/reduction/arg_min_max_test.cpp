// SPDX-License-Identifier: MIT
// ARGMIN, ARGMAX: ties, NaN, random tensors of every type against the oracle, long lines, and every
// refusal. The documentation's examples run in tests/doc_examples.

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "oracle/reduce.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU32 = DataType::UInt32;
constexpr AxisDirection kUp = AxisDirection::Increasing;
constexpr AxisDirection kDown = AxisDirection::Decreasing;

template <class Op>
Op Over(DataType type, const Sizes& sizes, const std::vector<uint32_t>& axes,
        AxisDirection direction, DataType index = kU32) {
  return {.input = {type, sizes},
          .output = {index, oracle::ReducedSizes(sizes, axes)},
          .axes = axes,
          .axis_direction = direction};
}

TEST(ArgMinMax, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const std::vector<Row> rows = {
      {"first of equal", Over<Argmax>(kF32, {4}, {0}, kUp), {1, 7, 7, 2}, {1}},
      {"last of equal", Over<Argmax>(kF32, {4}, {0}, kDown), {1, 7, 7, 2}, {2}},
      {"first smallest", Over<Argmin>(kF32, {4}, {0}, kUp), {3, 1, 1, 2}, {1}},
      {"last smallest", Over<Argmin>(kF32, {4}, {0}, kDown), {3, 1, 1, 2}, {2}},
      {"zeros are equal", Over<Argmax>(kF32, {3}, {0}, kUp), {-0.0L, 0.0L, -1}, {0}},
      {"from either side", Over<Argmin>(kF32, {3}, {0}, kDown), {-0.0L, 0.0L, 1}, {1}},
      {"the number wins against NaN", Over<Argmax>(kF32, {3}, {0}, kUp), {nan, -inf, nan}, {1}},
      {"also the largest", Over<Argmin>(DataType::Float16, {3}, {0}, kUp), {nan, nan, inf}, {2}},
      {"NaN everywhere", Over<Argmin>(kF32, {3}, {0}, kUp), {nan, -nan, nan}, {0}},
      {"and from the end", Over<Argmin>(kF32, {3}, {0}, kDown), {nan, -nan, nan}, {2}},
      {"two axes count in the order of coordinates",
       Over<Argmax>(kF32, {2, 2, 3}, {2, 0}, kUp),
       {1, 2, 3, 4, 5, 6, 7, 9, 8, 0, 0, 0},
       {4, 2}},
      {"largest UINT64",
       Over<Argmax>(DataType::UInt64, {3}, {0}, kUp, DataType::Int64),
       {1, 0x1p63L, 5},
       {1}},
      {"each alone", Over<Argmax>(kF32, {3}, {}, kUp), {5, 6, 7}, {0, 0, 0}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(ArgMinMax, MatchesTheOracle) {
  test::ForEachSeed(4000, [&](Rng& rng) {
    DataType type = test::RandomType(rng);
    if (type == DataType::Float64) type = kF32;
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    const AxisDirection direction = rng.Pick({kUp, kDown});
    const DataType index = test::RandomIndexType(rng);
    const bool smallest = rng.Chance(50), ties = rng.Chance(50);
    const Operator op = smallest ? Operator(Over<Argmin>(type, sizes, axes, direction, index))
                                 : Operator(Over<Argmax>(type, sizes, axes, direction, index));
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::Arg(in[0], axes, index, smallest, direction == kDown)};
        },
        [&](Rng& any, size_t, DataType of) {
          return ties ? oracle::BitsOf(of, {false, any.Between(-2, 2), 0})
                      : test::RandomElement(any, of);
        });
  });
}

// Longer than what is looked at in one go, with the answer at each place that could be missed.
TEST(ArgMinMax, LongLines) {
  constexpr int64_t kCount = 700'000;
  std::vector<float> input(kCount, 1);
  for (int64_t place : {int64_t(0), int64_t(1), int64_t(1023), int64_t(1024), int64_t(150'001),
                        kCount - 2, kCount - 1})
    for (AxisDirection direction : {kUp, kDown}) {
      input[size_t(place)] = 2;
      std::vector<uint32_t> largest(1), smallest(1);
      ASSERT_TRUE(weft::Run(Over<Argmax>(kF32, {kCount}, {0}, direction), {input}, {largest}));
      ASSERT_TRUE(weft::Run(Over<Argmin>(kF32, {kCount}, {0}, direction), {input}, {smallest}));
      EXPECT_EQ(largest[0], place);
      const int64_t first = place == 0 ? 1 : 0, last = place == kCount - 1 ? place - 1 : kCount - 1;
      EXPECT_EQ(smallest[0], direction == kUp ? first : last);
      input[size_t(place)] = 1;
    }
}

// An infinity that no number is worse than, among NaN.
TEST(ArgMinMax, LongLinesOfNan) {
  constexpr int64_t kCount = 5000;
  for (int64_t place : {0, 5, 2222, 4999}) {
    std::vector<float> input(kCount, std::nanf(""));
    std::vector<uint32_t> index(1);
    input[size_t(place)] = -HUGE_VALF;
    for (AxisDirection direction : {kUp, kDown}) {
      ASSERT_TRUE(weft::Run(Over<Argmax>(kF32, {kCount}, {0}, direction), {input}, {index}));
      EXPECT_EQ(index[0], place);
    }
  }
}

TEST(ArgMinMax, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Argmax op = Over<Argmax>(kF32, {2, 3}, {1}, kUp);
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Argmax&) {})), "");
  test::ExpectErrors({
      {bad([](Argmax& op) { op.axes = {2}; }),
       "ARGMAX: Axes[0] is 2, but InputTensor has 2 dimensions"},
      {bad([](Argmax& op) {
         op.axes = {1, 1};
       }),
       "ARGMAX: Axes[1] is 1, but Axes[0] is 1 too"},
      {bad([](Argmax& op) {
         op.axes = {0, 1};
       }),
       "ARGMAX: OutputTensor.Sizes[0] is 2, but 0 is one of Axes and 1 is required"},
      {bad([](Argmax& op) { op.output.type = kF32; }),
       "ARGMAX: OutputTensor.DataType is FLOAT32, but UINT32, INT32, UINT64 or INT64 is required"},
      {bad([](Argmax& op) { op.axis_direction = static_cast<AxisDirection>(2); }),
       "ARGMAX: AxisDirection is 2, but INCREASING or DECREASING is required"},
      {Over<Argmin>(DataType::Float64, {2}, {0}, kUp),
       "ARGMIN: InputTensor.DataType is FLOAT64, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, "
       "INT32, INT16, INT8, UINT64 or INT64 is required"},
      {Over<Argmin>(kF32, {3, 0}, {1}, kUp),
       "ARGMIN: InputTensor.Sizes[1] is 0, but there must be an element to find",
       {.allow_empty = true}},
  });
}

template <class Op>
std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  return {Over<Op>(kF32, sizes, {3}, kUp), Over<Op>(DataType::Float16, sizes, {2}, kDown),
          Over<Op>(DataType::UInt8, sizes, {1, 3}, kDown, DataType::Int64),
          Over<Op>(DataType::Int64, sizes, {1}, kUp, DataType::Int32)};
}

const test::Samples argmin_samples(OperatorType::Argmin, Samples<Argmin>);
const test::Samples argmax_samples(OperatorType::Argmax, Samples<Argmax>);

}  // namespace
}  // namespace weft
