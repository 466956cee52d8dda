// SPDX-License-Identifier: MIT
// Assigns offsets in one allocation to ranges of memory that are needed at different times, or
// reuse each other's bytes.
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
  // The lifetime whose memory this one reuses: it has as many bytes, begins earlier and ends at
  // this one's first step. No two take the same one.
  std::optional<size_t> takes = std::nullopt;
};

struct MemoryPlan {
  std::vector<uint64_t> offsets;  // of each lifetime
  uint64_t bytes = 0;             // of the allocation
};

// Offsets are multiples of a cache line. Nothing if the sum does not fit into 64 bits.
std::optional<MemoryPlan> PlanMemory(std::span<const Lifetime> lifetimes);

// The largest sum of bytes that are needed at one time, shared ones counted once: no plan needs
// less.
uint64_t LeastBytes(std::span<const Lifetime> lifetimes);

}  // namespace weft::graph
