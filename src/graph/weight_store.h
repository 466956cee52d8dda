// SPDX-License-Identifier: MIT
// Prepares the weights of a graph while it is compiled, and keeps only one copy of equal ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "graph/plan.h"

namespace weft {

struct WeightStore::State {
  std::function<void(const GraphConstant&)> let_go;  // may be null
  std::mutex mutex;
  std::multimap<uint64_t, std::weak_ptr<std::byte>> kept;  // by the number of bytes
};

namespace graph {

// Runs the `prepare` of steps into the store, except of those that read graph inputs which are
// OWNED_BY_DML. Constants that nothing reads any more are released one by one, so that not all
// weights are in memory twice at once.
Status PrepareWeights(GraphPlan& plan, const std::vector<TensorDesc>& graph_inputs,
                      WeightStore::State& store);

}  // namespace graph
}  // namespace weft
