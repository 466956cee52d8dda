// SPDX-License-Identifier: MIT
// The assertion as release builds have it, in every build.
#define WEFT_ASSERTS 0
#include "base/assert.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(AssertInRelease, EvaluatesNothing) {
  int calls = 0;
  WEFT_ASSERT(++calls == 0);
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace weft
