// SPDX-License-Identifier: MIT
// POW, and the accuracy of it and of ATAN_YX: rows worked out by hand, integers against the oracle,
// floats against long double within a unit in the last place.

#include "ops/elementwise/element_wise.h"
#include "oracle/arithmetic.h"
#include "oracle/ulp.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

ElementWisePow Pow(DataType x, DataType y, const Sizes& sizes,
                   std::optional<ScaleBias> scale_bias = {}) {
  return {
      .input = {x, sizes}, .exponent = {y, sizes}, .output = {x, sizes}, .scale_bias = scale_bias};
}

TEST(Pow, Rows) {
  const std::vector<TensorsRow> rows = {
      {"floats",
       Pow(kF32, kF32, {8}),
       {{2, 2, 9, -2, -2, -2, 10, 1}, {10, -1, 0.5L, 3, 2, 0.5L, 38, 1e30L}},
       {{1024, 0.5L, 3, -8, 4, kNan, 1e38L, 1}}},
      {"C's special cases",
       Pow(kF32, kF32, {11}),
       {{0, 0, -0.0L, -0.0L, kNan, 1, kInf, -kInf, -1, 0.5L, 2},
        {0, -1, -1, 3, 0, kNan, -1, 3, kInf, -kInf, 1000}},
       {{1, kInf, -kInf, -0.0L, 1, 1, 0, -kInf, 1, kInf, kInf}}},
      {"denormal results", Pow(kF32, kF32, {2}), {{2, 2}, {-149, -151}}, {{0x1p-149L, 0}}},
      {"halfs", Pow(kF16, kF16, {3}), {{2, 2, 3}, {15, 16, 2}}, {{32768, kInf, 9}}},
      {"an integer exponent of a float",
       Pow(kF32, DataType::Int8, {3}),
       {{-0.5L, 3, 2}, {3, -1, 127}},
       {{-0.125L, (long double)(1.0f / 3), 0x1p127L}}},
      {"integers are exact and wrap",
       Pow(DataType::Int32, DataType::Int32, {5}),
       {{3, -3, 2, 7, 0}, {19, 19, 31, 11, 0}},
       {{1162261467, -1162261467, -0x1p31L, 1977326743, 1}}},
      {"negative exponents of integers",
       Pow(DataType::Int8, DataType::Int8, {6}),
       {{2, 1, -1, -1, 0, -2}, {-1, -5, -3, -4, -1, -1}},
       {{0, 1, -1, 1, -1, 0}}},
      {"unsigned types have no -1",
       Pow(DataType::UInt8, DataType::Int32, {3}),
       {{255, 0, 255}, {-1, -1, 2}},
       {{0, 255, 1}}},
      {"a float exponent of an integer truncates once",
       Pow(DataType::Int32, kF32, {6}),
       {{3, 10, 2, 2, -8, 100}, {2, 3, 0.5L, 40, 0.5L, -1}},
       {{9, 1000, 1, 2147483647, 0, 0}}},
      {"scale and bias apply to the base",
       Pow(kF32, kF32, {2}, ScaleBias{2, 1}),
       {{1, 2}, {2, 2}},
       {{9, 25}}},
      {"scale and bias of an integer base",
       Pow(DataType::Int16, DataType::UInt8, {2}, ScaleBias{0.5f, 1}),
       {{4, 5}, {2, 2}},
       {{9, 9}}},
      {"scale and bias of an integer base with a float exponent",
       Pow(DataType::UInt8, kF16, {2}, ScaleBias{0.5f, 1}),
       {{4, 5}, {2, 2}},
       {{9, 9}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Pow, IntegersAgainstTheOracle) {
  for (DataType x : test::SupportedTypes(OperatorType::ElementWisePow))
    for (DataType y : test::SupportedTypes(OperatorType::ElementWisePow)) {
      if (oracle::FormatOf(x).is_float || oracle::FormatOf(y).is_float) continue;
      const std::vector<Dense> pairs = test::SpecialPairs(x, y);
      EXPECT_EQ(test::Difference(test::RunPacked(Pow(x, y, pairs[0].sizes), pairs),
                                 oracle::IntegerPower(pairs[0], pairs[1]), pairs),
                "")
          << Name(x) << " to the power of " << Name(y);
    }
}

// In units in the last place.
void ExpectWithinOne(const Operator& op, const std::vector<Dense>& inputs,
                     long double (*function)(long double, long double)) {
  const Dense got = test::RunPacked(op, inputs);
  for (size_t i = 0; i < got.elements.size(); ++i) {
    const long double a = oracle::ValueOf(inputs[0].type, inputs[0].elements[i]).real;
    const long double b = oracle::ValueOf(inputs[1].type, inputs[1].elements[i]).real;
    const long double result = oracle::ValueOf(got.type, got.elements[i]).real;
    ASSERT_LE(oracle::UlpError(got.type, result, function(a, b)), 1) << a << " " << b;
    if (function(a, b) == 0) {
      ASSERT_EQ(std::signbit(result), std::signbit(function(a, b))) << a << " " << b;
    }
  }
}

std::vector<Dense> RandomPairs(DataType type, int64_t count, const test::Element& element) {
  Rng rng(7);
  std::vector<Dense> pairs(2, Dense{type, {count}, {}});
  for (size_t i = 0; i < 2; ++i)
    for (int64_t n = 0; n < count; ++n) pairs[i].elements.push_back(element(rng, i, type));
  return pairs;
}

uint64_t Moderate(Rng& rng, size_t input, DataType type) {
  const long double mantissa = 1 + std::ldexp((long double)(rng.Next() >> 32), -32);
  const long double x = std::ldexp(mantissa, int(rng.Between(-4, 4)));
  return oracle::BitsOf(type, {true, 0, input == 1 && rng.Chance(50) ? -x : x});
}

// glibc 2.36 takes the long double (-infinity)^(-2^63) for infinite; in double it is 0.
long double Power(long double x, long double y) {
  return std::isinf(x) ? std::pow(double(x), double(y)) : std::pow(x, y);
}

TEST(Pow, FloatsAreWithinAnUlp) {
  for (DataType type : {kF32, kF16}) {
    for (const std::vector<Dense>& pairs :
         {test::SpecialPairs(type, type), RandomPairs(type, 100000, test::AnyElement),
          RandomPairs(type, 100000, Moderate)})
      ExpectWithinOne(Pow(type, type, pairs[0].sizes), pairs, Power);
  }
}

TEST(AtanYx, FloatsAreWithinAnUlp) {
  for (DataType type : {kF32, kF16}) {
    for (const std::vector<Dense>& pairs :
         {test::SpecialPairs(type, type), RandomPairs(type, 100000, test::AnyElement),
          RandomPairs(type, 100000, Moderate)})
      ExpectWithinOne(
          test::MakeElementWise(OperatorType::ElementWiseAtanYx, {type}, pairs[0].sizes), pairs,
          std::atan2);
  }
}

const test::Samples pow_samples(OperatorType::ElementWisePow, [](int64_t rows, int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  return std::vector<Operator>{Pow(kF32, kF32, image), Pow(kF16, DataType::Int32, image),
                               Pow(DataType::UInt8, DataType::Int16, image),
                               Pow(DataType::Int32, kF16, image),
                               Pow(kF32, kF32, image, ScaleBias{-0.5f, 2})};
});

}  // namespace
}  // namespace weft
