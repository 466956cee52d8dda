// SPDX-License-Identifier: MIT
// See link.h. A walk with a stack of its own: a graph may be as deep as it is long.
#include "onnx/link.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.h"

namespace weft::onnx {
namespace {

constexpr int64_t kGiven = -1;  // by an input or a weight

class Order {
 public:
  explicit Order(Graph& graph) : graph_(graph) {}

  Status Find(const std::vector<ValueInfo>& inputs) {
    // A name may be an input and a weight, as IR 3 wants it, but each only once.
    for (const ValueInfo& input : inputs)
      if (!givers_.emplace(input.name, kGiven).second)
        return Invalid("model: input '{}' is there twice", Printable(input.name));
    std::unordered_set<std::string_view> weights;
    for (const Tensor& weight : graph_.weights) {
      if (!weights.insert(weight.name).second)
        return Invalid("model: weight '{}' is there twice", Printable(weight.name));
      givers_.emplace(weight.name, kGiven);
    }
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      for (const std::string_view name : graph_.nodes[i].outputs)
        if (!name.empty() && !givers_.emplace(name, int64_t(i)).second)
          return Invalid("model: {} gives '{}', which is there already", graph_.nodes[i].Title(),
                         Printable(name));
    states_.resize(graph_.nodes.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) WEFT_RETURN_IF_ERROR(Visit(i));
    for (const ValueInfo& output : graph_.outputs) Read(output.name);
    std::vector<Node> sorted;
    sorted.reserve(order_.size());
    for (const size_t i : order_) sorted.push_back(std::move(graph_.nodes[i]));
    graph_.nodes = std::move(sorted);
    return Ok();
  }

 private:
  enum class State : uint8_t { New, Open, Done };
  struct Step {
    size_t node;
    std::vector<size_t> needs;  // that were not looked at
  };

  // The node that gives it; kGiven, too, for what comes from outside.
  int64_t Read(std::string_view name) {
    const auto found = givers_.find(name);
    if (found != givers_.end()) return found->second;
    if (outside_.insert(name).second) graph_.captured.push_back(name);
    return kGiven;
  }

  Step Open(size_t node) {
    states_[node] = State::Open;
    Step step = {node, {}};
    ForEachRead(graph_.nodes[node], [&](std::string_view name) {
      if (const int64_t giver = Read(name); giver != kGiven) step.needs.push_back(size_t(giver));
    });
    return step;
  }

  Status Visit(size_t first) {
    if (states_[first] == State::Done) return Ok();
    std::vector<Step> stack = {Open(first)};
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.needs.empty()) {
        states_[step.node] = State::Done;
        order_.push_back(step.node);
        stack.pop_back();
        continue;
      }
      const size_t next = step.needs.back();
      step.needs.pop_back();
      if (states_[next] == State::Open)
        return Invalid("model: {} needs its own result", graph_.nodes[next].Title());
      if (states_[next] == State::New) stack.push_back(Open(next));
    }
    return Ok();
  }

  Graph& graph_;
  std::unordered_map<std::string_view, int64_t> givers_;
  std::unordered_set<std::string_view> outside_;
  std::vector<State> states_;
  std::vector<size_t> order_;
};

}  // namespace

Status Link(Graph& graph, std::vector<ValueInfo> inputs) {
  WEFT_RETURN_IF_ERROR(Order(graph).Find(inputs));
  std::unordered_set<std::string_view> weights;
  for (const Tensor& weight : graph.weights) weights.insert(weight.name);
  std::erase_if(inputs, [&](const ValueInfo& input) { return weights.contains(input.name); });
  graph.inputs = std::move(inputs);
  return Ok();
}

}  // namespace weft::onnx
