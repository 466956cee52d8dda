// SPDX-License-Identifier: MIT
// See weight_store.h. Equal weights are found by comparing prepared bytes, because the layout of
// prepared weights may depend on anything in an operator's description.
#include "graph/weight_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/allocate.h"
#include "base/error.h"

namespace weft {

// Without memory there is no state, and no graph is compiled with it.
WeightStore::WeightStore(std::function<void(const GraphConstant&)> let_go) {
  try {
    state_ = std::make_unique<State>();
    state_->let_go = std::move(let_go);
  } catch (...) {
  }
}
WeightStore::~WeightStore() = default;

uint64_t WeightStore::bytes() const {
  if (!state_) return 0;
  const std::scoped_lock lock(state_->mutex);
  uint64_t sum = 0;
  for (const auto& [bytes, weights] : state_->kept)
    if (!weights.expired()) sum += bytes;
  return sum;
}

namespace graph {
namespace {

// These weights, or equal ones of an earlier graph.
std::shared_ptr<std::byte> Keep(WeightStore::State& store, std::shared_ptr<std::byte> weights,
                                uint64_t bytes) {
  const std::scoped_lock lock(store.mutex);
  auto [at, end] = store.kept.equal_range(bytes);
  while (at != end) {
    const std::shared_ptr<std::byte> other = at->second.lock();
    if (other && std::memcmp(other.get(), weights.get(), size_t(bytes)) == 0) return other;
    at = other ? std::next(at) : store.kept.erase(at);
  }
  store.kept.emplace(bytes, weights);
  return weights;
}

bool ReadsOwnedInput(const Step& step, const std::vector<TensorDesc>& graph_inputs) {
  return std::ranges::any_of(step.inputs, [&](const Location& location) {
    return location.kind == Location::Input &&
           graph_inputs[location.at].flags == TensorFlags::OwnedByDml;
  });
}

// For each step the constants that nothing reads once it is prepared.
std::vector<std::vector<size_t>> LastReads(const GraphPlan& plan, const std::vector<bool>& now) {
  std::vector<size_t> last(plan.constants.size(), 0);  // plan.steps.size(): when the graph runs
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    for (size_t slot = 0; slot < step.inputs.size(); ++slot) {
      if (step.inputs[slot].kind != Location::Constant) continue;
      const bool is_prepared =
          now[i] && std::ranges::count(step.program.prepared_inputs, int(slot)) > 0;
      size_t& of = last[step.inputs[slot].at];
      of = std::max(of, is_prepared ? i : plan.steps.size());
    }
  }
  std::vector<std::vector<size_t>> reads(plan.steps.size() + 1);
  for (size_t i = 0; i < last.size(); ++i) reads[last[i]].push_back(i);
  return reads;
}

Status Prepare(const GraphPlan& plan, Step& step, WeightStore::State& store) {
  const uint64_t bytes = step.program.persistent_bytes;
  // Zeros, because programs write no gaps between panels, and bytes are compared.
  std::shared_ptr<std::byte> weights = AllocateLines(bytes, true);
  if (!weights)
    return Fail(ErrorCode::OutOfMemory, "graph: node {}: no {} bytes of memory for its weights",
                step.name, bytes);
  std::vector<ConstBuffer> inputs;
  for (const Location& location : step.inputs)
    inputs.push_back(location.kind == Location::Constant
                         ? ConstBuffer(plan.constants[location.at].data.bytes)
                         : ConstBuffer());
  step.program.prepare({.inputs = inputs, .outputs = {}, .persistent = weights.get()});
  step.prepared = Keep(store, std::move(weights), bytes);
  return Ok();
}

}  // namespace

Status PrepareWeights(GraphPlan& plan, const std::vector<TensorDesc>& graph_inputs,
                      WeightStore::State& store) {
  std::vector<bool> now;  // of each step: is prepared here
  for (const Step& step : plan.steps)
    now.push_back(step.program.prepare && !ReadsOwnedInput(step, graph_inputs));
  const auto last_reads = LastReads(plan, now);
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    if (!now[i]) continue;
    WEFT_RETURN_IF_ERROR(Prepare(plan, plan.steps[i], store));
    plan.prepared_bytes += plan.steps[i].program.persistent_bytes;
    for (const size_t constant : last_reads[i]) {
      if (store.let_go) store.let_go(plan.constants[constant].data);
      plan.constants[constant].data = {};
    }
  }
  return Ok();
}

}  // namespace graph
}  // namespace weft
