// SPDX-License-Identifier: MIT
// The table "How sums add up" of docs/numerics.md: what the candidates themselves say.
#pragma once

#include <string>

#include "ops/candidates.h"

namespace weft::test {

inline std::string SumsTable() {
  std::string table = "| Candidate | How its sums add up |\n|---|---|\n";
  for (const CandidateInfo& candidate : ops::AllCandidates())
    table.append("| `")
        .append(candidate.name)
        .append("` | ")
        .append(candidate.arithmetic)
        .append(" |\n");
  return table;
}

}  // namespace weft::test
