// SPDX-License-Identifier: MIT
// LOCAL_RESPONSE_NORMALIZATION and its gradient: rows worked out by hand, random images against the
// oracle, windows larger than the image, and every refusal.

#include "oracle/local_response.h"

#include <cmath>

#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
using test::TensorsRow;
using Answers = std::vector<std::vector<oracle::Bounded>>;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

LocalResponseNormalization Across(DataType type, const Sizes& sizes, uint32_t local_size) {
  return {.input = {type, sizes},
          .output = {type, sizes},
          .cross_channel = true,
          .local_size = local_size,
          .alpha = 1,
          .beta = 1};
}
LocalResponseNormalizationGrad Back(DataType type, const Sizes& sizes, uint32_t local_size) {
  return {.input = {type, sizes},
          .input_gradient = {type, sizes},
          .output_gradient = {type, sizes},
          .cross_channel = true,
          .local_size = local_size,
          .alpha = 1,
          .beta = 1};
}

TEST(LocalResponseNormalization, Rows) {
  LocalResponseNormalization space = Across(kF32, {1, 1, 2, 3}, 2);
  space.cross_channel = false;
  LocalResponseNormalization root = Across(kF32, {1, 1, 1, 2}, 1);
  root.beta = 0.5f;
  root.bias = 7;
  root.alpha = 2;
  const long double inf = HUGE_VALL;
  const std::vector<Row> rows = {
      // Sums of squares 1 + 4, 1 + 4 + 16, 4 + 16; a third of each.
      {"borders keep the divisor",
       Across(kF16, {1, 3, 1, 1}, 3),
       {1, 2, 4},
       {0.6L, 2 / 7.0L, 0.6L}},
      // Of two the second neighbour is the one after.
      {"an even size", Across(kF16, {1, 2, 1, 1}, 2), {1, 3}, {0.2L, 2 / 3.0L}},
      {"squares of the image", space, {1, 1, 1, 1, 1, 1}, {0.5L, 0.5L, 1, 1, 1, 2}},
      {"every parameter", root, {3, 1}, {0.6L, 1 / 3.0L}},
      {"a window larger than all",
       Across(kF32, {1, 2, 1, 1}, 0xFFFFFFFF),
       {0x1p15L, 0x1p15L},
       {0x1p15L / 0.5L, 0x1p15L / 0.5L}},
      {"infinity stays in its window",
       Across(kF32, {1, 4, 1, 1}, 1),
       {2, inf, 2, 4},
       {0.5L, std::nanl(""), 0.5L, 0.25L}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

// The derivative of x / x^2.
TEST(LocalResponseNormalization, GradientRow) {
  test::RunRow(
      TensorsRow{"alone", Back(kF32, {1, 1, 1, 2}, 1), {{2, 4}, {1, 8}}, {{-0.25L, -0.5L}}});
}

template <class Op>
oracle::LocalResponse ResponseOf(const Op& op) {
  return {op.cross_channel, op.local_size, (long double)(op.alpha), (long double)(op.beta),
          (long double)(op.bias)};
}

template <class Op>
Op Randomized(Rng& rng, Op op) {
  op.cross_channel = rng.Chance(50);
  op.alpha = rng.Pick({1e-4f, 0.5f, 2.f});
  op.beta = rng.Pick({0.75f, 1.f, 0.3f});
  op.bias = rng.Pick({1.f, 2.f});
  return op;
}

Sizes RandomImage(Rng& rng) {
  if (rng.Chance(10)) return {1, rng.Between(1, 4), 1, rng.Between(60, 140)};
  return {rng.Between(1, 2), rng.Between(1, 7), rng.Between(1, 5), rng.Between(1, 5)};
}

uint64_t Moderate(Rng& rng, size_t, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-3000, 3000)) / 1000});
}

TEST(LocalResponseNormalization, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto op = Randomized(
        rng, Across(rng.Pick({kF32, kF16}), RandomImage(rng), uint32_t(rng.Between(1, 9))));
    test::ExpectWithinBounds(
        rng, op, [&](const Dense& input) { return oracle::Respond(input, ResponseOf(op)); },
        Moderate);
  }
}

TEST(LocalResponseNormalization, GradientMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto op = Randomized(
        rng, Back(rng.Pick({kF32, kF16}), RandomImage(rng), uint32_t(rng.Between(1, 9))));
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) {
          return Answers{oracle::RespondBack(in[0], in[1], ResponseOf(op))};
        },
        Moderate);
  }
}

TEST(LocalResponseNormalization, Errors) {
  LocalResponseNormalization types = Across(kF32, {1, 1, 1, 1}, 1);
  types.output.type = kF16;
  LocalResponseNormalizationGrad sizes = Back(kF32, {1, 2, 1, 1}, 1);
  sizes.input_gradient = {kF32, {1, 1, 1, 1}};
  test::ExpectErrors({
      {Across(kF32, {1, 1, 1, 1}, 0),
       "LOCAL_RESPONSE_NORMALIZATION: LocalSize is 0, but at least 1 is required"},
      {Back(kF32, {1, 1, 1, 1}, 0),
       "LOCAL_RESPONSE_NORMALIZATION_GRAD: LocalSize is 0, but at least 1 is required"},
      {Across(kF32, {1, 1}, 1),
       "LOCAL_RESPONSE_NORMALIZATION: InputTensor.DimensionCount is 2, but 4 is required"},
      {types,
       "LOCAL_RESPONSE_NORMALIZATION: OutputTensor.DataType is FLOAT16, but InputTensor.DataType "
       "is FLOAT32"},
      {sizes,
       "LOCAL_RESPONSE_NORMALIZATION_GRAD: InputGradientTensor.Sizes[1] is 1, but "
       "InputTensor.Sizes[1] is 2"},
  });
}

const test::Samples forward(OperatorType::LocalResponseNormalization,
                            [](int64_t rows, int64_t columns) {
                              const Sizes sizes = {1, 3, rows, columns};
                              LocalResponseNormalization space = Across(kF16, sizes, 5);
                              space.cross_channel = false;
                              return std::vector<Operator>{Across(kF32, sizes, 2), space};
                            });
const test::Samples backward(OperatorType::LocalResponseNormalizationGrad,
                             [](int64_t rows, int64_t columns) {
                               const Sizes sizes = {1, 3, rows, columns};
                               LocalResponseNormalizationGrad space = Back(kF16, sizes, 4);
                               space.cross_channel = false;
                               return std::vector<Operator>{Back(kF32, sizes, 3), space};
                             });

}  // namespace
}  // namespace weft
