// SPDX-License-Identifier: MIT
// Preparing the weights of a graph while it is compiled, and keeping what is the same only once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "graph/plan.h"

namespace weft {

struct WeightStore::State {
  std::mutex mutex;
  std::multimap<uint64_t, std::weak_ptr<std::byte>> kept;  // by the number of bytes
};

namespace graph {

// Runs the `prepare` of these steps of `plan`, all of whose weights are constants, into the store.
// Constants that nothing reads afterwards are let go.
Status PrepareWeights(GraphPlan& plan, std::span<Step* const> steps, WeightStore& store);

}  // namespace graph
}  // namespace weft
