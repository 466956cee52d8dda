// SPDX-License-Identifier: MIT
// Addresses go up to the next line, and stay where one begins.
#include "base/align.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Align, ToTheNextLine) {
  alignas(kLineBytes) std::byte memory[2 * kLineBytes];
  EXPECT_EQ(AlignToLine(memory), memory);
  for (int64_t i = 1; i <= kLineBytes; ++i) {
    EXPECT_EQ(BytesToAligned(memory + i), kLineBytes - i);
    EXPECT_EQ(AlignToLine(memory + i), memory + kLineBytes);
  }
  EXPECT_EQ(AlignToLine(nullptr), nullptr);
}

TEST(Align, ToOtherPowersOfTwo) {
  alignas(kLineBytes) std::byte memory[kLineBytes];
  EXPECT_EQ(BytesToAligned(memory + 1, 1), 0);
  EXPECT_EQ(BytesToAligned(memory + 1, 16), 15);
  EXPECT_EQ(BytesToAligned(memory + 16, 16), 0);
}

}  // namespace
}  // namespace weft
