// SPDX-License-Identifier: MIT
// Overflow is noticed exactly where the result stops fitting, on both sides of zero.
#include "base/checked.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace weft {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

TEST(Checked, EveryInt8Pair) {
  for (int a = -128; a <= 127; ++a)
    for (int b = -128; b <= 127; ++b) {
      const auto x = static_cast<int8_t>(a), y = static_cast<int8_t>(b);
      const auto fits = [](int value) { return value >= -128 && value <= 127; };
      ASSERT_EQ(CheckedMul(x, y).has_value(), fits(a * b)) << a << " * " << b;
      ASSERT_EQ(CheckedAdd(x, y).has_value(), fits(a + b)) << a << " + " << b;
      if (fits(a * b)) {
        ASSERT_EQ(*CheckedMul(x, y), a * b);
      }
      if (fits(a + b)) {
        ASSERT_EQ(*CheckedAdd(x, y), a + b);
      }
    }
}

TEST(Checked, WideValues) {
  EXPECT_EQ(CheckedMul<int64_t>(1ll << 31, 1ll << 31), 1ll << 62);
  EXPECT_EQ(CheckedMul<int64_t>(1ll << 32, 1ll << 31), std::nullopt);
  EXPECT_EQ(CheckedMul<int64_t>(kLeast, -1), std::nullopt);
  EXPECT_EQ(CheckedMul<int64_t>(kLeast, 1), kLeast);
  EXPECT_EQ(CheckedAdd<int64_t>(kMost, 1), std::nullopt);
  EXPECT_EQ(CheckedAdd<int64_t>(kLeast, kMost), -1);
  EXPECT_EQ(CheckedMul<uint32_t>(65536, 65536), std::nullopt);
  EXPECT_EQ(CheckedMul<uint32_t>(65537, 65535), 0xffffffffu);
}

TEST(Checked, MulAddNoticesEitherStep) {
  EXPECT_EQ(CheckedMulAdd<int64_t>(1, 2, 3), 7);
  EXPECT_EQ(CheckedMulAdd<int64_t>(kMost, 1, 1), std::nullopt);
  EXPECT_EQ(CheckedMulAdd<int64_t>(0, kMost, 2), std::nullopt);
  EXPECT_EQ(CheckedMulAdd<int64_t>(-1, kMost, 1), kMost - 1);
}

}  // namespace
}  // namespace weft
