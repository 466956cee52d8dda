// SPDX-License-Identifier: MIT
// LP_NORMALIZATION: rows worked out by hand, random tensors against the oracle, every refusal.

#include <cmath>

#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "oracle/normalization.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

LpNormalization Along(uint32_t axis, uint32_t p, DataType type, const Sizes& sizes,
                      float epsilon = 0) {
  return {
      .input = {type, sizes}, .output = {type, sizes}, .axis = axis, .epsilon = epsilon, .p = p};
}

TEST(LpNormalization, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const std::vector<Row> rows = {
      {"sum of magnitudes", Along(0, 1, kF32, {3}), {1, -2, 1}, {0.25L, -0.5L, 0.25L}},
      {"root of squares", Along(0, 2, kF16, {2}), {6, -8}, {0.6L, -0.8L}},
      {"columns", Along(0, 1, kF32, {2, 2}), {1, 2, 3, -2}, {0.25L, 0.5L, 0.75L, -0.5L}},
      {"a small norm counts as epsilon", Along(0, 2, kF32, {2}, 8), {0, 2}, {0, 0.25L}},
      {"a larger one does not", Along(0, 1, kF32, {2}, 0.5f), {0, 2}, {0, 1}},
      {"nothing but zeros", Along(0, 2, kF32, {2}, 1e-5f), {0, 0}, {0, 0}},
      {"without epsilon", Along(0, 2, kF32, {1}), {0}, {nan}},
      {"squares beyond float32", Along(0, 2, kF32, {2}), {0x1p100L, 0}, {1, 0}},
      {"infinity", Along(0, 1, kF32, {2}), {inf, 1}, {nan, 0}},
      {"NaN", Along(0, 2, kF32, {2}, 1), {nan, 1}, {nan, nan}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(LpNormalization, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 2000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const auto axis = uint32_t(rng.Between(0, sizes.rank() - 1));
    const auto p = uint32_t(rng.Between(1, 2));
    const float epsilon = rng.Pick({1e-5f, 4.f});
    test::ExpectWithinBounds(
        rng, Along(axis, p, rng.Pick({kF32, kF16}), sizes, epsilon),
        [&](const Dense& input) {
          return oracle::LpNormalize(input, axis, p, (long double)(epsilon));
        },
        [](Rng& any, size_t, DataType type) {
          return oracle::BitsOf(type, {true, 0, (long double)(any.Between(-3000, 3000)) / 1000});
        });
  }
}

TEST(LpNormalization, LinesTooLongForTheCache) {
  for (const uint32_t p : {1u, 2u})
    for (const int64_t count : {16 * 1024, 16 * 1024 + 3}) {
      Rng rng(p);
      test::ExpectWithinBounds(
          rng, Along(1, p, kF32, {3, count}),
          [&](const Dense& input) { return oracle::LpNormalize(input, 1, p, 0); },
          [](Rng& any, size_t, DataType type) {
            return oracle::BitsOf(type, {true, 0, (long double)(any.Between(1, 3000)) / 1000});
          });
    }
}

TEST(LpNormalization, Errors) {
  test::ExpectErrors({
      {Along(2, 1, kF32, {2, 3}), "LP_NORMALIZATION: Axis is 2, but InputTensor has 2 dimensions"},
      {Along(0, 0, kF32, {2, 3}), "LP_NORMALIZATION: P is 0, but 1 or 2 is required"},
      {Along(0, 3, kF32, {2, 3}), "LP_NORMALIZATION: P is 3, but 1 or 2 is required"},
      {Along(0, 1, DataType::UInt8, {2}),
       "LP_NORMALIZATION: InputTensor.DataType is UINT8, but FLOAT32 or FLOAT16 is required"},
  });
}

const test::Samples lp_samples(OperatorType::LpNormalization, [](int64_t rows, int64_t columns) {
  const Sizes sizes = {1, 3, rows, columns};
  return std::vector<Operator>{Along(3, 2, kF32, sizes, 1e-5f), Along(1, 1, kF16, sizes),
                               Along(2, 2, kF16, sizes)};
});

}  // namespace
}  // namespace weft
