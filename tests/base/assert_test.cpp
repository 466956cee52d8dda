// SPDX-License-Identifier: MIT
// The assertion as Debug and sanitizer builds have it, in every build.
#define WEFT_ASSERTS 1
#include "base/assert.h"

#include <gtest/gtest.h>

#include <csignal>
#include <type_traits>

namespace weft {
namespace {

TEST(AssertDeathTest, PrintsConditionFileAndLineAndAborts) {
  const int rows = 3, columns = 4;
  EXPECT_EXIT(WEFT_ASSERT(rows == columns), testing::KilledBySignal(SIGABRT),
              "base/assert_test\\.cpp:[0-9]+: WEFT_ASSERT\\(rows == columns\\) failed");
}

TEST(Assert, EvaluatesATrueConditionOnce) {
  int calls = 0;
  WEFT_ASSERT(++calls == 1);
  EXPECT_EQ(calls, 1);
}

// A condition may have commas and stand in a constant expression.
constexpr int Half(int even) {
  WEFT_ASSERT(std::is_same_v<int, decltype(even)> && even % 2 == 0);
  return even / 2;
}
static_assert(Half(6) == 3);

}  // namespace
}  // namespace weft
