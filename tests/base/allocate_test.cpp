// SPDX-License-Identifier: MIT
#include "base/allocate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

namespace weft {
namespace {

TEST(AllocateLines, BeginsAtALine) {
  for (const uint64_t bytes : {0u, 1u, 64u, 1000u, 1u << 20}) {
    const std::shared_ptr<std::byte> block = AllocateLines(bytes, true);
    ASSERT_NE(block, nullptr) << bytes;
    EXPECT_EQ(BytesToAligned(block.get()), 0) << bytes;
    const std::span<std::byte> all(block.get(), size_t(bytes));
    EXPECT_EQ(std::ranges::count(all, std::byte(0)), int64_t(bytes));
    std::ranges::fill(all, std::byte(1));
  }
}

TEST(AllocateLines, IsNullWithoutMemory) {
  EXPECT_EQ(AllocateLines(UINT64_MAX), nullptr);
  EXPECT_EQ(AllocateLines(UINT64_MAX / 4), nullptr);
}

// What a program takes and gives back over and over is one block.
TEST(AllocateLines, ServesABlockAgain) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep what was given back";
#endif
  std::set<std::byte*> seen;
  for (int i = 0; i < 20; ++i) seen.insert(AllocateLines(100'000).get());
  EXPECT_EQ(seen.size(), 1u);
}

}  // namespace
}  // namespace weft
