// SPDX-License-Identifier: MIT
// Pieces together are the whole, none of them much larger than another.
#include "base/split.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Split, CeilDiv) {
  EXPECT_EQ(CeilDiv(0, 4), 0);
  EXPECT_EQ(CeilDiv(1, 4), 1);
  EXPECT_EQ(CeilDiv(4, 4), 1);
  EXPECT_EQ(CeilDiv(5, 4), 2);
  EXPECT_EQ(CeilDiv(int64_t{1} << 62, 1), int64_t{1} << 62);
  static_assert(CeilDiv(7, 3) == 3);
}

TEST(Split, RoundUp) {
  EXPECT_EQ(RoundUp(0, 64), 0);
  EXPECT_EQ(RoundUp(1, 64), 64);
  EXPECT_EQ(RoundUp(64, 64), 64);
  EXPECT_EQ(RoundUp(65, 64), 128);
  static_assert(RoundUp(7, 3) == 9);
}

TEST(Split, SlicesAreTheExampleOfTheirComment) {
  EXPECT_EQ(SliceOf(7, 0, 3), (Range{0, 2}));
  EXPECT_EQ(SliceOf(7, 1, 3), (Range{2, 4}));
  EXPECT_EQ(SliceOf(7, 2, 3), (Range{4, 7}));
}

TEST(Split, SlicesAreTheWholeAndEven) {
  for (int64_t whole = 0; whole < 40; ++whole)
    for (int64_t n = 1; n < 20; ++n) {
      int64_t end = 0;
      for (int64_t i = 0; i < n; ++i) {
        const Range slice = SliceOf(whole, i, n);
        EXPECT_EQ(slice.begin, end);
        EXPECT_GE(slice.count(), whole / n);
        EXPECT_LE(slice.count(), CeilDiv(whole, n));
        end = slice.end;
      }
      EXPECT_EQ(end, whole);
    }
}

}  // namespace
}  // namespace weft
