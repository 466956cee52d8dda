// SPDX-License-Identifier: MIT
// A checked graph as the compiler works on it: nodes in an order in which they can run, and values,
// each the bytes that one output of a node, a graph input or a constant stands for. Rewrites change
// operators and move readers from one value to another. Whatever is asked for each node or edge
// takes the same time however large the graph is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "weft/graph.h"

namespace weft::graph {

using NodeId = int32_t;
using ValueId = int32_t;
inline constexpr int32_t kNone = -1;

struct Use {
  NodeId node;
  int input;
};

struct Value {
  uint64_t bytes = 0;
  // Where it comes from: one of these.
  NodeId producer = kNone;
  int output = 0;  // of the producer
  int graph_input = kNone;
  GraphConstant constant = {};
  std::string constant_name = {};  // for people; empty without a name
  // Who wants it. Readers that went elsewhere may still be listed: Graph::Readers knows.
  std::vector<Use> listed_readers = {};
  size_t reader_count = 0;
  std::vector<int> graph_outputs = {};
  bool is_joined = false;  // several nodes write parts of it; its producer is done

  bool IsWanted() const { return reader_count > 0 || !graph_outputs.empty(); }
  bool IsBetweenNodes() const { return producer != kNone && graph_outputs.empty(); }
};

// "a + b"; a name that stands for several operators is there once.
void AppendName(std::string& names, std::string_view name);

struct Node {
  Operator op;                        // its own, to be changed
  std::string name = {};              // "conv1", or "3" without a name; with what was fused into it
  std::vector<ValueId> inputs = {};   // by slot; kNone where the tensor is absent
  std::vector<ValueId> outputs = {};  // … or nobody wants it
  std::vector<TensorDesc*> input_descs = {}, output_descs = {};  // in op; null where absent
  // One more input, of a convolution or a GEMM: added before the activation.
  std::shared_ptr<TensorDesc> addend = nullptr;
  bool is_border = false;  // of a padding: what it surrounds is written by somebody else
  bool is_done = false;    // somebody else does its work, or nobody wants it

  void FindDescs();  // after tensors came or went
};

struct Graph {
  std::vector<Node> nodes;  // in an order in which they can run
  std::vector<Value> values;
  std::vector<ValueId> inputs;   // by index; kNone for one that is not used
  std::vector<ValueId> outputs;  // by index

  Node& node(NodeId id) { return nodes[size_t(id)]; }
  const Node& node(NodeId id) const { return nodes[size_t(id)]; }
  Value& value(ValueId id) { return values[size_t(id)]; }
  const Value& value(ValueId id) const { return values[size_t(id)]; }

  const std::vector<Use>& Readers(ValueId id);
  void SetReader(const Use& use, ValueId id);  // from nowhere or another value; kNone: to nowhere

  // Nobody wants its results: it reads nothing any more, and those that worked for it alone
  // neither.
  void Remove(NodeId id);
};

// What is wrong with a description, naming nodes and edges, or the graph. Nodes whose results
// nobody asks for are left out.
Result<Graph> CheckedGraph(const GraphDesc& desc, const CompileOptions& options);

}  // namespace weft::graph
