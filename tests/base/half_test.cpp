// SPDX-License-Identifier: MIT
// float16 conversions against the definition of the format: value = mantissa * 2^exponent, and the
// nearest half is found by looking at the two halves around a number.
#include "base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace weft {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double ByDefinition(uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return mantissa ? std::nan("") : sign * kInfinity;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Half, EveryPatternHasItsValueAndComesBack) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const Half half{static_cast<uint16_t>(bits)};
    const double want = ByDefinition(half.bits);
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(HalfToDouble(half))) << bits;
      ASSERT_TRUE(std::isnan(HalfToFloat(half))) << bits;
      ASSERT_EQ(DoubleToHalf(HalfToDouble(half)).bits, bits | 0x200) << "NaN becomes quiet";
      continue;
    }
    ASSERT_EQ(HalfToDouble(half), want) << bits;
    ASSERT_EQ(std::signbit(HalfToDouble(half)), bits >> 15 == 1) << bits;
    ASSERT_EQ(HalfToFloat(half), static_cast<float>(want)) << bits;
    ASSERT_EQ(DoubleToHalf(want).bits, bits);
    ASSERT_EQ(FloatToHalf(static_cast<float>(want)).bits, bits);
  }
}

TEST(Half, RoundsToNearestEvenOnce) {
  for (uint16_t bits = 0; bits < 0x7c00; ++bits) {
    const double low = ByDefinition(bits);
    // 65536 takes the place of infinity: what lies at or beyond halfway to it overflows.
    const double high = bits == 0x7bff ? 65536 : ByDefinition(bits + 1);
    const double middle = (low + high) / 2;  // exact in double
    const uint16_t even = bits + bits % 2;
    ASSERT_EQ(DoubleToHalf(middle).bits, even);
    ASSERT_EQ(DoubleToHalf(std::nextafter(middle, 0)).bits, bits);
    ASSERT_EQ(DoubleToHalf(std::nextafter(middle, kInfinity)).bits, bits + 1);
    ASSERT_EQ(DoubleToHalf(-middle).bits, even | 0x8000);
  }
}

TEST(Half, Extremes) {
  EXPECT_EQ(DoubleToHalf(65504).bits, 0x7bff);
  EXPECT_EQ(DoubleToHalf(65520).bits, 0x7c00);
  EXPECT_EQ(DoubleToHalf(1e300).bits, 0x7c00);
  EXPECT_EQ(DoubleToHalf(-1e300).bits, 0xfc00);
  EXPECT_EQ(DoubleToHalf(0x1p-24).bits, 1);
  EXPECT_EQ(DoubleToHalf(0x1p-25).bits, 0);
  EXPECT_EQ(DoubleToHalf(-0x1p-26).bits, 0x8000);
  EXPECT_EQ(DoubleToHalf(5e-324).bits, 0);
  EXPECT_EQ(DoubleToHalf(-0.0).bits, 0x8000);
  EXPECT_EQ(DoubleToHalf(1).bits, 0x3c00);
  EXPECT_EQ(DoubleToHalf(0.1).bits, 0x2e66);
  static_assert(DoubleToHalf(-2).bits == 0xc000);
}

}  // namespace
}  // namespace weft
