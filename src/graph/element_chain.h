// SPDX-License-Identifier: MIT
// Several element-wise operators as one: a block of a row passes through all of them while it is in
// the first-level cache. Each computes what it would alone, so no bit changes.
#pragma once

#include <memory>
#include <vector>

#include "program/map_program.h"

namespace weft::graph {

// One operator of a chain. Each of its inputs is a constant, an earlier link or an operand of the
// chain.
struct ChainLink {
  std::shared_ptr<const ElementWise> what;
  std::vector<int> inputs;  // of those that are no constants: a link's index, or ~operand
};

inline constexpr size_t kMostChainOperands = 8;
inline constexpr size_t kMostChainLinks = 32;

// The last link computes the result; operand i is the program's input i. Nothing if too many
// intermediate results are needed at once.
std::optional<Program> ChainProgram(const std::vector<ChainLink>& links,
                                    const std::vector<MapOperand>& operands);

}  // namespace weft::graph
