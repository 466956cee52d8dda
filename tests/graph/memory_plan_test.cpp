// SPDX-License-Identifier: MIT
// Plans against a slow checker, and how much they waste.
#include "graph/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::graph {
namespace {

// Whether one, or whoever took its memory before, took the other's.
bool Inherits(const std::vector<Lifetime>& lives, size_t from, size_t to) {
  std::optional<size_t> at = to;
  while (at && *at != from) at = lives[*at].takes;
  return at.has_value();
}

// Empty when no two that live at one time overlap, unless one takes the other's memory and lies
// where that lay, and all lie inside, on cache lines.
std::string Complaint(const std::vector<Lifetime>& lives, const MemoryPlan& plan) {
  for (size_t i = 0; i < lives.size(); ++i) {
    if (plan.offsets[i] % 64 != 0) return "not on a line";
    if (plan.offsets[i] + lives[i].bytes > plan.bytes) return "ends outside";
    if (lives[i].takes && plan.offsets[i] != plan.offsets[*lives[i].takes]) return "lies elsewhere";
    for (size_t j = 0; j < i; ++j) {
      const bool together = lives[i].first <= lives[j].last && lives[j].first <= lives[i].last;
      const bool overlap = plan.offsets[i] < plan.offsets[j] + lives[j].bytes &&
                           plan.offsets[j] < plan.offsets[i] + lives[i].bytes;
      const bool may = Inherits(lives, i, j) || Inherits(lives, j, i);
      if (together && overlap && !may && lives[i].bytes > 0 && lives[j].bytes > 0) return "overlap";
    }
  }
  return "";
}

uint64_t SlowLeast(const std::vector<Lifetime>& lives, int64_t steps) {
  uint64_t most = 0;
  for (int64_t step = 0; step < steps; ++step) {
    uint64_t now = 0;
    for (const Lifetime& life : lives)
      // In its first step what takes another's memory is counted there.
      if (life.first + (life.takes ? 1 : 0) <= step && step <= life.last) now += life.bytes;
    most = std::max(most, now);
  }
  return most;
}

// Every other one that can takes the memory of one that ends where it begins.
void TakeSome(std::vector<Lifetime>& lives, std::mt19937& rng) {
  std::vector<bool> is_taken(lives.size());
  for (size_t i = 0; i < lives.size(); ++i)
    for (size_t j = 0; j < lives.size() && !lives[i].takes; ++j) {
      if (is_taken[j] || lives[j].last != lives[i].first || lives[j].first >= lives[i].first ||
          rng() % 2 == 0)
        continue;
      lives[i].takes = j;
      is_taken[j] = true;
    }
  // As many bytes as what was there before.
  for (Lifetime& life : lives)
    for (std::optional<size_t> at = life.takes; at; at = lives[*at].takes)
      life.bytes = lives[*at].bytes;
}

TEST(MemoryPlan, RandomLifetimes) {
  std::mt19937 rng(7);
  for (int round = 0; round < 200; ++round) {
    const int count = int(rng() % 60), steps = 1 + int(rng() % 40);
    std::vector<Lifetime> lives;
    for (int i = 0; i < count; ++i) {
      const int64_t first = int64_t(rng()) % steps;
      lives.push_back({rng() % 5 == 0 ? 0 : rng() % 5000, first,
                       std::min<int64_t>(steps - 1, first + int64_t(rng() % 6))});
    }
    TakeSome(lives, rng);
    const auto plan = PlanMemory(lives);
    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(Complaint(lives, *plan), "") << round;
    ASSERT_EQ(LeastBytes(lives), SlowLeast(lives, steps));
    ASSERT_GE(plan->bytes, LeastBytes(lives));
  }
}

TEST(MemoryPlan, ManyAreOnlyPlannedStepByStep) {
  std::mt19937 rng(8);
  std::vector<Lifetime> lives;
  for (int i = 0; i < 3000; ++i) {
    const int64_t first = int64_t(rng() % 1000);
    lives.push_back({64 * (1 + rng() % 50), first, first + int64_t(rng() % 8)});
  }
  const auto plan = PlanMemory(lives);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(Complaint(lives, *plan), "");
  EXPECT_LE(double(plan->bytes), 1.3 * double(LeastBytes(lives)));
}

TEST(MemoryPlan, AChainNeedsTwo) {
  std::vector<Lifetime> lives;
  for (int i = 0; i < 100; ++i) lives.push_back({6400, i, i + 1});
  EXPECT_EQ(PlanMemory(lives)->bytes, 12800u);
}

TEST(MemoryPlan, AChainInPlaceNeedsOne) {
  std::vector<Lifetime> lives = {{6400, 0, 1}};
  for (int i = 1; i < 100; ++i) lives.push_back({6400, i, i + 1, size_t(i - 1)});
  EXPECT_EQ(PlanMemory(lives)->bytes, 6400u);
  EXPECT_EQ(LeastBytes(lives), 6400u);
}

TEST(MemoryPlan, TooMuch) {
  EXPECT_FALSE(PlanMemory(std::vector<Lifetime>{{UINT64_MAX, 0, 0}}).has_value());
  EXPECT_FALSE(
      PlanMemory(std::vector<Lifetime>{{1ull << 63, 0, 0}, {1ull << 63, 0, 0}}).has_value());
}

}  // namespace
}  // namespace weft::graph
