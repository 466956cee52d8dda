// SPDX-License-Identifier: MIT
// Which way a reduction reads memory, by the dimensions it is over and the input's strides.

#include "strided/reduce.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

std::string PlanOf(const Layout& input, const std::vector<int>& axes) {
  Sizes sizes = input.sizes;
  for (int axis : axes) sizes[axis] = 1;
  return ReducePlan({Layout::Packed(sizes), 4}, {input, 4}, {.accumulator_bytes = 8}, {})
      .ToString();
}

TEST(ReducePlan, NamesItsCase) {
  const Layout packed = Layout::Packed({20, 30, 40});
  EXPECT_EQ(PlanOf(packed, {2}), "inner: kept [600: 160 4] reduced [40: 4 0]");
  EXPECT_EQ(PlanOf(packed, {1, 2}), "inner: kept [20: 4800 4] reduced [1200: 4 0]");
  EXPECT_EQ(PlanOf(packed, {0, 2}), "inner: kept [30: 160 4] reduced [20: 4800 0][40: 4 0]");
  EXPECT_EQ(PlanOf(packed, {0}), "outer: kept [1200: 4 4] reduced [20: 4800 0]");
  EXPECT_EQ(PlanOf(packed, {1}), "middle: kept [20: 4800 160][40: 4 4] reduced [30: 160 0]");
  EXPECT_EQ(PlanOf(packed, {0, 1, 2}), "all: kept [1: 0 0] reduced [24000: 4 0]");
  EXPECT_EQ(PlanOf(packed, {}), "outer: kept [24000: 4 4] reduced [1: 0 0]");
}

TEST(ReducePlan, FollowsTheStrides) {
  // Stored as {30, 20}: the first dimension is contiguous.
  const Layout transposed({20, 30}, {1, 20});
  EXPECT_EQ(PlanOf(transposed, {0}), "inner: kept [30: 80 4] reduced [20: 4 0]");
  EXPECT_EQ(PlanOf(transposed, {1}), "outer: kept [20: 4 4] reduced [30: 80 0]");
  // Backwards in memory is as good as forwards.
  EXPECT_EQ(PlanOf(Layout({30}, {-1}, 29), {0}), "all: kept [1: 0 0] reduced [30: 4 0]");
}

// Rows too short to be worth a call of their own.
TEST(ReducePlan, AvoidsShortRows) {
  EXPECT_EQ(PlanOf(Layout::Packed({1000, 3}), {1}), "outer: kept [1000: 12 4] reduced [3: 4 0]");
  EXPECT_EQ(PlanOf(Layout::Packed({1000, 3}), {0}), "inner: kept [3: 4 4] reduced [1000: 12 0]");
}

TEST(ReducePlan, CutsLongReductionsToFewElements) {
  EXPECT_EQ(PlanOf(Layout::Packed({4'000'000}), {0}),
            "all: kept [1: 0 0] reduced [4000000: 4 0] in 16 tasks");
  EXPECT_EQ(PlanOf(Layout::Packed({100'000}), {0}),
            "all: kept [1: 0 0] reduced [100000: 4 0] in 3 tasks");
  EXPECT_EQ(PlanOf(Layout::Packed({60'000, 1000}), {1}),
            "inner: kept [60000: 4000 4] reduced [1000: 4 0]");
}

}  // namespace
}  // namespace weft
