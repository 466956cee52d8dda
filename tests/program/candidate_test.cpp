// SPDX-License-Identifier: MIT
// Choosing among candidates: made-up ones, for a problem that is a number.
#include "program/candidate.h"

#include <gtest/gtest.h>

#include "weft/isa.h"
#include "weft/threads.h"

namespace weft {
namespace {

struct Sum {
  int64_t terms;
};

Planned Nothing(const Sum&, const Machine&) {
  return Program{.run = [](const Bindings&) {}};
}

constexpr Candidate<Sum> kCandidates[] = {
    {.name = "sum/pairs",
     .refuses = [](const Sum& sum) -> Refusal {
       if (sum.terms % 2 != 0)
         return {"there are {} terms, but a multiple of {} is needed", sum.terms, 2};
       return {};
     },
     .cost = [](const Sum& sum, const Machine&) -> Cost { return double(sum.terms) / 2 + 10; },
     .plan = Nothing},
    {.name = "sum/library",
     .refuses = [](const Sum&) -> Refusal { return {}; },
     .cost = [](const Sum&, const Machine& machine) -> Cost {
       return machine.vector_bytes == 64 ? 0 : 1e9;
     },
     .plan = [](const Sum&, const Machine&) -> Planned {
       return tl::unexpected(Refusal("it is not installed"));
     }},
    {.name = "sum/plain/one",
     .refuses = [](const Sum&) -> Refusal { return {}; },
     .cost = [](const Sum& sum, const Machine&) -> Cost { return double(sum.terms); },
     .plan = Nothing},
};
constexpr std::span<const Candidate<Sum>> kList = kCandidates;
constexpr Machine kNarrow = {.vector_bytes = 16}, kWide = {.vector_bytes = 64};

std::string NameOf(const Sum& sum, const Machine& machine) {
  const Candidate<Sum>* picked = Pick(kList, sum, machine);
  return picked ? std::string(picked->name) : "none";
}

// The candidate, or what is wrong.
std::string PlannedFor(const Sum& sum, const Machine& machine, std::string_view names = {}) {
  const CandidateScope scope(names);
  const Result<Program> program = PlanCheapest("SUM", kList, sum, machine);
  return program ? std::string(program->candidate) : program.error().message;
}

TEST(Candidate, TheCheapestThatDoesNotRefuse) {
  EXPECT_EQ(NameOf({7}, kNarrow), "sum/plain/one");  // the other one refuses
  EXPECT_EQ(NameOf({8}, kNarrow), "sum/plain/one");  // 8 is less than 14
  EXPECT_EQ(NameOf({20}, kNarrow), "sum/pairs");     // as cheap as the other, and before it
  EXPECT_EQ(NameOf({100}, kNarrow), "sum/pairs");
  EXPECT_EQ(NameOf({100}, kWide), "sum/library");
}

TEST(Candidate, WhatShowsWhenPlanningIsOneMoreRefusal) {
  EXPECT_EQ(PlannedFor({100}, kWide), "sum/pairs");
  EXPECT_EQ(PlannedFor({7}, kWide), "sum/plain/one");
}

TEST(Candidate, NamesThatAreAskedFor) {
  EXPECT_EQ(PlannedFor({100}, kNarrow, "sum/plain/one"), "sum/plain/one");
  EXPECT_EQ(PlannedFor({100}, kNarrow, "sum/plain"), "sum/plain/one");
  EXPECT_EQ(PlannedFor({100}, kNarrow, "product/blocks"), "sum/pairs");  // another family's
  EXPECT_EQ(PlannedFor({7}, kNarrow, "product/blocks,sum/pairs,sum/plain"), "sum/plain/one");
  EXPECT_EQ(PlannedFor({100}, kNarrow, "sum"), "sum/pairs");
}

TEST(Candidate, ErrorsSayWhy) {
  EXPECT_EQ(
      PlannedFor({7}, kNarrow, "sum/pairs"),
      "SUM: the candidate sum/pairs was asked for and refuses: there are 7 terms, but a multiple "
      "of 2 is needed");
  EXPECT_EQ(PlannedFor({8}, kNarrow, "sum/library"),
            "SUM: the candidate sum/library was asked for and refuses: it is not installed");
  EXPECT_EQ(PlannedFor({8}, kNarrow, "sum/plai"),
            "SUM: the candidates asked for are sum/plai, but there are sum/pairs, sum/library, "
            "sum/plain/one");
}

TEST(Candidate, ScopesEnd) {
  {
    const CandidateScope outer("sum/plain");
    {
      const CandidateScope inner("sum/pairs");
      EXPECT_EQ(NameOf({100}, kNarrow), "sum/pairs");
      const CandidateScope says_nothing("");
      EXPECT_EQ(NameOf({100}, kNarrow), "sum/pairs");
    }
    EXPECT_EQ(NameOf({100}, kNarrow), "sum/plain/one");
  }
  EXPECT_EQ(NameOf({100}, kNarrow), "sum/pairs");
}

TEST(Machine, FollowsTheCeilings) {
  const int threads = ThreadCount();
  SetThreadCount(3);
  EXPECT_EQ(ThisMachine().threads, 3);
  SetThreadCount(threads);
  ASSERT_TRUE(SetMaxIsa("SCALAR"));
  EXPECT_EQ(ThisMachine().vector_bytes, 4);
  ASSERT_TRUE(SetMaxIsa(""));
  EXPECT_GE(ThisMachine().vector_bytes, 4);
  EXPECT_GE(ThisMachine().l1_bytes, 4 << 10);
}

TEST(Machine, MayBeMadeUp) {
  {
    const MachineScope scope(kWide);
    EXPECT_EQ(ThisMachine(), kWide);
    {
      const MachineScope inner(kNarrow);
      EXPECT_EQ(ThisMachine(), kNarrow);
    }
    EXPECT_EQ(ThisMachine(), kWide);
  }
  EXPECT_EQ(ThisMachine().threads, ThreadCount());
}

}  // namespace
}  // namespace weft
