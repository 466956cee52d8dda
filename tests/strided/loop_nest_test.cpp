// SPDX-License-Identifier: MIT
// Each pass on a nest small enough to work out by hand, then all of them on random nests: whatever
// the passes do, the same offset tuples are visited.
#include "strided/loop_nest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace weft {
namespace {

template <int N>
LoopNest<N> Make(std::vector<Loop<N>> loops) {
  LoopNest<N> nest;
  for (const Loop<N>& loop : loops) nest.Push(loop);
  return nest;
}

template <int N>
std::vector<std::array<int64_t, N>> Visited(const LoopNest<N>& nest) {
  std::vector<std::array<int64_t, N>> all;
  ForEachOffset(nest, [&](const std::array<int64_t, N>& offset) { all.push_back(offset); });
  std::sort(all.begin(), all.end());
  return all;
}

TEST(LoopNest, NestPutsTheDestinationFirst) {
  const auto nest = Nest(Layout({2, 3}, {3, 1}), Layout({2, 3}, {1, 2}, 7));
  EXPECT_EQ(ToString(nest), "[2: 3 1][3: 1 2]");
  EXPECT_EQ(nest.offset, (std::array<int64_t, 2>{0, 7}));
  EXPECT_EQ(nest.Iterations(), 6);
}

TEST(LoopNest, DropUnitLoops) {
  auto nest = Make<2>({{1, {99, 5}}, {4, {1, 2}}, {1, {0, 0}}});
  DropUnitLoops(nest);
  EXPECT_EQ(ToString(nest), "[4: 1 2]");
}

TEST(LoopNest, SortByStridePutsTheSmallestDestinationStepInnermost) {
  auto nest = Make<2>({{2, {1, 6}}, {3, {8, 1}}, {4, {2, 3}}});
  SortByStride(nest);
  EXPECT_EQ(ToString(nest), "[3: 8 1][4: 2 3][2: 1 6]");
}

TEST(LoopNest, SortByStrideBreaksTiesByTheNextOperand) {
  auto nest = Make<2>({{2, {0, 1}}, {3, {0, -7}}});
  SortByStride(nest);
  EXPECT_EQ(ToString(nest), "[3: 0 -7][2: 0 1]");
}

TEST(LoopNest, MakeDestinationAscendTurnsAFlippedOutputIntoAFlippedInput) {
  auto nest = Make<2>({{5, {-4, 1}}});
  nest.offset = {16, 0};
  MakeDestinationAscend(nest);
  EXPECT_EQ(ToString(nest), "[5: 4 -1]");
  EXPECT_EQ(nest.offset, (std::array<int64_t, 2>{0, 4}));
}

TEST(LoopNest, MergeLoopsNeedsEveryOperandToAgree) {
  auto merged = Make<2>({{4, {6, 12}}, {6, {1, 2}}});
  MergeLoops(merged);
  EXPECT_EQ(ToString(merged), "[24: 1 2]");
  auto apart = Make<2>({{4, {6, 13}}, {6, {1, 2}}});
  MergeLoops(apart);
  EXPECT_EQ(ToString(apart), "[4: 6 13][6: 1 2]");
}

TEST(LoopNest, MergeLoopsMergesRepeats) {
  auto nest = Make<2>({{3, {8, 0}}, {8, {1, 0}}});
  MergeLoops(nest);
  EXPECT_EQ(ToString(nest), "[24: 1 0]");
}

TEST(LoopNest, SimplifyTurnsPackedNchwToNhwcIntoATranspose) {
  const Sizes sizes = {2, 3, 4, 5};
  auto nest = Nest(Layout(sizes, {60, 1, 15, 3}), Layout::Packed(sizes));
  Simplify(nest);
  EXPECT_EQ(ToString(nest), "[2: 60 60][20: 3 1][3: 1 20]");
}

TEST(LoopNest, AZeroCountVisitsNothing) {
  EXPECT_TRUE(Visited(Make<1>({{3, {1}}, {0, {1}}})).empty());
}

TEST(LoopNest, NoLoopsVisitTheStartOnce) {
  LoopNest<2> nest;
  nest.offset = {4, 9};
  EXPECT_EQ(Visited(nest), (std::vector<std::array<int64_t, 2>>{{4, 9}}));
}

TEST(LoopNest, PassesKeepTheVisitedOffsets) {
  std::mt19937_64 random(20240501);
  const auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  for (int round = 0; round < 2000; ++round) {
    LoopNest<3> nest;
    nest.offset = {pick(0, 9), pick(0, 9), pick(0, 9)};
    const int depth = int(pick(0, 5));
    // Packed strides in random order are what merging is for; some become random, 0 or negative.
    std::vector<int64_t> counts(depth);
    for (int64_t& count : counts) count = pick(1, 4);
    std::vector<std::array<int64_t, 3>> strides(depth);
    for (int operand = 0; operand < 3; ++operand) {
      int64_t step = 1;
      for (int i = depth - 1; i >= 0; --i) {
        strides[i][operand] = step;
        step *= counts[i];
        const int64_t kind = pick(0, 9);
        if (kind == 0) strides[i][operand] = pick(-20, 20);
        if (kind == 1) strides[i][operand] = 0;
        if (kind == 2) strides[i][operand] = -strides[i][operand];
      }
    }
    for (int i = 0; i < depth; ++i) nest.Push({counts[i], strides[i]});
    std::shuffle(nest.loops.begin(), nest.loops.begin() + depth, random);
    LoopNest<3> simple = nest;
    Simplify(simple);
    ASSERT_EQ(Visited(nest), Visited(simple)) << ToString(nest) << " became " << ToString(simple);
    for (int i = 0; i < simple.depth; ++i) ASSERT_GE(simple[i].stride[0], 0);
  }
}

}  // namespace
}  // namespace weft
