// SPDX-License-Identifier: MIT
// What holds for the candidates of all families: their names, and the page that lists them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "numerics/sums_table.h"

namespace weft {
namespace {

TEST(AllCandidates, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const CandidateInfo& candidate : ops::AllCandidates()) {
    EXPECT_TRUE(names.insert(candidate.name).second) << candidate.name;
    const auto slashes = std::ranges::count(candidate.name, '/');
    EXPECT_TRUE(slashes == 1 || slashes == 2) << candidate.name;
    EXPECT_TRUE(std::ranges::all_of(candidate.name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '/';
    })) << candidate.name;
    EXPECT_TRUE(candidate.arithmetic.ends_with('.')) << candidate.name;
  }
  EXPECT_GE(names.size(), 20u);
}

TEST(AllCandidates, AreInTheDocumentation) {
  std::ifstream file(WEFT_NUMERICS_PAGE);
  std::stringstream page;
  page << file.rdbuf();
  const std::string begin = "<!-- sums: begin -->\n", end = "<!-- sums: end -->";
  const size_t from = page.str().find(begin), to = page.str().find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  EXPECT_EQ(page.str().substr(from + begin.size(), to - from - begin.size()), test::SumsTable())
      << "docs/numerics.md is not current: scripts/numerics --sums writes it";
}

}  // namespace
}  // namespace weft
