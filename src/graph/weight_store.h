// SPDX-License-Identifier: MIT
// Preparing the weights of a graph while it is compiled, and keeping what is the same only once.
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

// Runs the `prepare` of steps into the store, but for those that wait for graph inputs which are
// OWNED_BY_DML. Constants that no step and no run reads any more are let go one by one, so that not
// all weights are there twice at one time.
Status PrepareWeights(GraphPlan& plan, const std::vector<TensorDesc>& graph_inputs,
                      WeightStore& store);

}  // namespace graph
}  // namespace weft
