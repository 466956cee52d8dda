// SPDX-License-Identifier: MIT
// See weight_store.h. Whether two steps prepare the same is told by the bytes they made: how a
// program lays out its weights may depend on anything in its description, the bytes cannot lie.
#include "graph/weight_store.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"

namespace weft {

WeightStore::WeightStore() : state_(std::make_unique<State>()) {}
WeightStore::~WeightStore() = default;

uint64_t WeightStore::bytes() const {
  const std::scoped_lock lock(state_->mutex);
  uint64_t sum = 0;
  for (const auto& [bytes, weights] : state_->kept)
    if (!weights.expired()) sum += bytes;
  return sum;
}

namespace graph {
namespace {

// Zeros, because programs leave gaps between panels as they are; at a multiple of 64. Null when
// there is not enough.
std::shared_ptr<std::byte> AllocateZeros(uint64_t bytes) {
  constexpr uint64_t kAlignment = 64;
  if (bytes > UINT64_MAX - kAlignment) return nullptr;
  void* const block = std::calloc(1, size_t(bytes + kAlignment));
  if (block == nullptr) return nullptr;
  const std::shared_ptr<void> owner(block, std::free);
  auto* const first = static_cast<std::byte*>(block);
  return {owner, first + (-reinterpret_cast<uintptr_t>(first) & (kAlignment - 1))};
}

// The weights, or those of an earlier graph that are the same.
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

// Constants that only preparing has read.
void DropPrepared(GraphPlan& plan) {
  std::vector<bool> is_read(plan.constants.size());
  for (const Step& step : plan.steps)
    for (size_t i = 0; i < step.inputs.size(); ++i) {
      const bool is_done =
          step.prepared && std::ranges::count(step.program.prepared_inputs, int(i));
      if (step.inputs[i].kind == Place::Constant && !is_done) is_read[step.inputs[i].at] = true;
    }
  for (size_t i = 0; i < is_read.size(); ++i)
    if (!is_read[i]) plan.constants[i].data = {};
}

}  // namespace

Status PrepareWeights(GraphPlan& plan, std::span<Step* const> steps, WeightStore& store) {
  std::vector<ConstBuffer> inputs;
  for (Step* const step : steps) {
    const uint64_t bytes = step->program.persistent_bytes;
    std::shared_ptr<std::byte> weights = AllocateZeros(bytes);
    if (!weights)
      return Fail(ErrorCode::OutOfMemory, "graph: node {}: no {} bytes of memory for its weights",
                  step->name, bytes);
    inputs.clear();
    for (const Place& place : step->inputs)
      inputs.push_back(place.kind == Place::Constant
                           ? ConstBuffer(plan.constants[place.at].data.bytes)
                           : ConstBuffer());
    step->program.prepare({.inputs = inputs, .outputs = {}, .persistent = weights.get()});
    step->prepared = Keep(store.state(), std::move(weights), bytes);
    plan.prepared_bytes += bytes;
  }
  DropPrepared(plan);
  return Ok();
}

}  // namespace graph
}  // namespace weft
