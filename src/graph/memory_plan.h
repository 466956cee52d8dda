// SPDX-License-Identifier: MIT
// Where in one block of memory things lie that are needed at different times, or take each other's
// place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::graph {

struct Lifetime {
  uint64_t bytes = 0;
  int64_t first = 0, last = 0;  // steps, both included
  // Which other one's memory it takes: one of as many bytes, begun before, whose last step is its
  // first. No two take the same.
  std::optional<size_t> takes = std::nullopt;
};

struct MemoryPlan {
  std::vector<uint64_t> offsets;  // of each lifetime
  uint64_t bytes = 0;             // of the whole block
};

// Offsets are multiples of a cache line. Nothing when the sum does not fit 64 bits.
std::optional<MemoryPlan> PlanMemory(std::span<const Lifetime> lifetimes);

// The largest sum of bytes that are needed at one time, shared ones counted once: no plan needs
// less.
uint64_t LeastBytes(std::span<const Lifetime> lifetimes);

}  // namespace weft::graph
