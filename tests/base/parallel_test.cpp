// SPDX-License-Identifier: MIT
// Every piece runs exactly once, and small work stays on the calling thread.
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace weft {
namespace {

class Parallel : public testing::Test {
 protected:
  ~Parallel() override { SetThreadCount(before_); }
  const int before_ = ThreadCount();
};

TEST_F(Parallel, EveryPieceRunsOnce) {
  for (int pieces : {1, 2, 3, 17}) {
    std::vector<std::atomic<int>> runs(pieces);
    ParallelRun(pieces, [&](int piece) { ++runs[piece]; });
    for (int piece = 0; piece < pieces; ++piece) EXPECT_EQ(runs[piece], 1) << piece;
  }
}

TEST_F(Parallel, OnePieceStaysOnThisThread) {
  std::thread::id id;
  ParallelRun(1, [&](int) { id = std::this_thread::get_id(); });
  EXPECT_EQ(id, std::this_thread::get_id());
}

TEST_F(Parallel, CountsAreBroughtInside) {
  SetThreadCount(5);
  EXPECT_EQ(ThreadCount(), 5);
  SetThreadCount(0);
  EXPECT_EQ(ThreadCount(), 1);
  SetThreadCount(-7);
  EXPECT_EQ(ThreadCount(), 1);
  SetThreadCount(1 << 30);
  EXPECT_EQ(ThreadCount(), 256);
}

TEST_F(Parallel, EveryThreadGetsAtLeastAGrain) {
  SetThreadCount(4);
  EXPECT_EQ(ThreadsFor(0), 1);
  EXPECT_EQ(ThreadsFor(2 * kGrainBytes - 1), 1);
  EXPECT_EQ(ThreadsFor(2 * kGrainBytes), 2);
  EXPECT_EQ(ThreadsFor(3 * kGrainBytes + 1), 3);
  EXPECT_EQ(ThreadsFor(int64_t(1) << 40), 4);
}

}  // namespace
}  // namespace weft
