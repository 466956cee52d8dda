// SPDX-License-Identifier: MIT
// Several element-wise operators as one: a stretch of a row passes through all of them while it is
// in the first-level cache. Each computes what it would alone, so no bit changes.
#pragma once

#include <memory>
#include <vector>

#include "program/map_program.h"

namespace weft::graph {

// Operands of the whole chain come from outside; `slot` is that of the program that is made.
struct ChainLink {
  std::shared_ptr<const ElementWise> what;
  std::vector<int> inputs;  // for each of its inputs that is no constant: a link, or ~operand
};

inline constexpr size_t kMostChainOperands = 8;
inline constexpr size_t kMostChainLinks = 32;

// The last link gives the result. Null where there is no way: too many intermediate results at
// once.
std::optional<Program> ChainProgram(const std::vector<ChainLink>& links,
                                    const std::vector<MapOperand>& operands);

}  // namespace weft::graph
