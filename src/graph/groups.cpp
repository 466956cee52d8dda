// SPDX-License-Identifier: MIT
// See groups.h. A group is the nodes of one step.
#include "graph/groups.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "graph/element_chain.h"
#include "ops/matmul/gemm.h"

namespace weft::graph {
namespace {

class Grouper {
 public:
  Grouper(Graph& graph, const std::vector<Program>& programs)
      : graph_(graph),
        programs_(programs),
        group_(graph.nodes.size()),
        members_(graph.nodes.size()) {
    std::iota(group_.begin(), group_.end(), 0);
  }

  // From the last node to the first: a node whose result only one group reads, in the layout it is
  // written in, joins that group. So only the last node of a group has readers outside of it.
  void GroupElements() {
    for (size_t i = graph_.nodes.size(); i-- > 0;) {
      if (!IsElementWise(NodeId(i))) continue;
      const NodeId group = GroupOfReaders(NodeId(i));
      if (group != kNone && members_[size_t(group)].size() + 1 < kMostChainLinks) group_[i] = group;
      members_[size_t(group_[i])].push_back(NodeId(i));
    }
  }

  // Products of one A with matrices that are packed in advance are batched, at the position of the
  // first, if everything they read is computed before it.
  void GroupProducts() {
    std::map<ValueId, NodeId> first;  // of each A
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      if (node.is_done || node.op.type() != OperatorType::Gemm ||
          !ops::CanBeBatched(node.op.As<Gemm>()))
        continue;
      const auto [at, is_new] = first.try_emplace(node.inputs[0], NodeId(i));
      const NodeId group = at->second;
      const bool joins = !is_new && members_[size_t(group)].size() < ops::kMostBatchedGemms &&
                         std::ranges::all_of(node.inputs, [&](ValueId input) {
                           return input == kNone || graph_.value(input).producer < group;
                         });
      if (joins)
        group_[i] = group;
      else
        at->second = NodeId(i);
      members_[size_t(group_[i])].push_back(NodeId(i));
    }
  }

  std::vector<std::vector<NodeId>> Take() {
    for (size_t i = 0; i < group_.size(); ++i) {
      if (group_[i] == NodeId(i) && members_[i].empty()) members_[i] = {NodeId(i)};
      std::ranges::sort(members_[i]);
    }
    return std::move(members_);
  }

 private:
  bool IsElementWise(NodeId id) const {
    const Node& node = graph_.node(id);
    const Program& program = programs_[size_t(id)];
    return !node.is_done && program.element_wise && !program.check_values;
  }
  NodeId GroupOfReaders(NodeId id) {
    const Node& node = graph_.node(id);
    const Value& value = graph_.value(node.outputs[0]);
    if (!value.IsBetweenNodes() || value.is_joined) return kNone;
    NodeId group = kNone;
    const TensorDesc& written = *node.output_descs[0];
    for (const Use& use : graph_.Readers(node.outputs[0])) {
      const TensorDesc& read = *graph_.node(use.node).input_descs[size_t(use.input)];
      if (!IsElementWise(use.node) || read.layout != written.layout || read.type != written.type ||
          SizeBits(read.type) < 8 ||
          graph_.node(use.node).output_descs[0]->sizes() != written.sizes())
        return kNone;
      if (group != kNone && group != group_[size_t(use.node)]) return kNone;
      group = group_[size_t(use.node)];
    }
    return group;
  }

  Graph& graph_;
  const std::vector<Program>& programs_;
  std::vector<NodeId> group_;  // of each node: of a chain the last one, of products the first
  std::vector<std::vector<NodeId>> members_;  // of each group
};

}  // namespace

std::vector<std::vector<NodeId>> GroupNodes(Graph& graph, const std::vector<Program>& programs) {
  Grouper grouper(graph, programs);
  grouper.GroupElements();
  grouper.GroupProducts();
  return grouper.Take();
}

}  // namespace weft::graph
