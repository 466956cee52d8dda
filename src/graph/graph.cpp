// SPDX-License-Identifier: MIT
// See graph.h.
#include "graph/graph.h"

#include <algorithm>

#include "schema/tensor_slots.h"

namespace weft::graph {

void AppendName(std::string& names, std::string_view name) {
  const std::string_view all = names,
                         last = all.substr(all.size() - std::min(all.size(), name.size()));
  const bool is_whole =
      last.size() == all.size() || all.substr(0, all.size() - last.size()).ends_with(" + ");
  if (last == name && is_whole) return;
  if (!names.empty()) names += " + ";
  names += name;
}

void Node::FindDescs() {
  input_descs = MutableInputs(op);
  if (addend || filter_scale) input_descs.push_back(addend.get());
  if (filter_scale) {
    input_descs.push_back(filter_scale.get());
    input_descs.push_back(filter_zero_point.get());
    input_descs.push_back(filter_offset.get());
  }
  if (inputs.size() < input_descs.size()) inputs.resize(input_descs.size(), kNone);
  output_descs = MutableOutputs(op);
}

const std::vector<Use>& Graph::Readers(ValueId id) {
  Value& of = value(id);
  if (of.listed_readers.size() != of.reader_count)
    std::erase_if(of.listed_readers,
                  [&](const Use& use) { return node(use.node).inputs[size_t(use.input)] != id; });
  return of.listed_readers;
}

void Graph::SetReader(const Use& use, ValueId id) {
  ValueId& now = node(use.node).inputs[size_t(use.input)];
  if (now != kNone) --value(now).reader_count;
  now = id;
  if (id == kNone) return;
  ++value(id).reader_count;
  value(id).listed_readers.push_back(use);
}

void Graph::Remove(NodeId first) {
  std::vector<NodeId> unwanted = {first};
  while (!unwanted.empty()) {
    const NodeId id = unwanted.back();
    unwanted.pop_back();
    node(id).is_done = true;
    for (size_t input = 0; input < node(id).inputs.size(); ++input) {
      const ValueId from = node(id).inputs[input];
      if (from == kNone) continue;
      SetReader({id, int(input)}, kNone);
      const Value& read = value(from);
      if (read.producer == kNone || read.is_joined || read.IsWanted()) continue;
      Node& producer = node(read.producer);
      producer.outputs[size_t(read.output)] = kNone;
      if (std::ranges::count(producer.outputs, kNone) == std::ssize(producer.outputs))
        unwanted.push_back(read.producer);
    }
  }
}

}  // namespace weft::graph
