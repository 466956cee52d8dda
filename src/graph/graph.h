// SPDX-License-Identifier: MIT
// A checked graph, the form that the compiler works on: nodes in an order in which they can run,
// and values, each the bytes of an output of a node, a graph input or a constant. Rewrites change
// operators and move readers from one value to another. What rewrites call for each node or edge
// takes constant time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
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
  // Its source, one of these.
  NodeId producer = kNone;
  int output = 0;  // of the producer
  int graph_input = kNone;
  GraphConstant constant = {};
  std::string constant_name = {};  // for people; empty without a name
  // Its readers. The list may still have some that now read another value; Graph::Readers skips
  // them.
  std::vector<Use> listed_readers = {};
  size_t reader_count = 0;
  std::vector<int> graph_outputs = {};
  bool is_joined = false;  // several nodes write a slice of it each, and none is its producer

  bool IsWanted() const { return reader_count > 0 || !graph_outputs.empty(); }
  bool IsBetweenNodes() const { return producer != kNone && graph_outputs.empty(); }
};

// Appends a name: "a + b". A name that several operators share is appended once.
void AppendName(std::string& names, std::string_view name);

struct Node {
  Operator op;            // a copy, which rewrites may change
  std::string name = {};  // "conv1", or "3" without a name, and the names of what was fused into it
  std::vector<ValueId> inputs = {};   // by slot; kNone where the tensor is absent
  std::vector<ValueId> outputs = {};  // … or nothing reads it
  std::vector<TensorDesc*> input_descs = {}, output_descs = {};  // in op; null where absent
  // More inputs. Of a convolution or a GEMM, what is added before the activation; of a convolution
  // whose filter consists of 8-bit integers, what makes numbers of these (ConvolutionProblem).
  std::shared_ptr<TensorDesc> addend = nullptr;
  std::shared_ptr<TensorDesc> filter_scale = nullptr, filter_zero_point = nullptr,
                              filter_offset = nullptr;
  bool is_border = false;  // of a PADDING: another node writes the middle
  bool is_done = false;    // another node does its work, or nothing reads its results

  void FindDescs();  // call after adding or removing tensors; new inputs are kNone
};

struct Graph {
  std::vector<Node> nodes;  // in an order in which they can run
  std::vector<Value> values;
  std::vector<ValueId> inputs;   // by index; kNone for one that is not used
  std::vector<ValueId> outputs;  // by index

  Node& node(NodeId id) {
    WEFT_ASSERT(size_t(id) < nodes.size());
    return nodes[size_t(id)];
  }
  const Node& node(NodeId id) const { return const_cast<Graph*>(this)->node(id); }
  Value& value(ValueId id) {
    WEFT_ASSERT(size_t(id) < values.size());
    return values[size_t(id)];
  }
  const Value& value(ValueId id) const { return const_cast<Graph*>(this)->value(id); }

  const std::vector<Use>& Readers(ValueId id);
  void SetReader(const Use& use, ValueId id);  // replaces what it read before; kNone for nothing

  // For a node whose results nothing reads: removes it as a reader, and then the nodes that
  // computed for it alone.
  void Remove(NodeId id);
};

// The graph of a description, or an error that names nodes and edges. Nodes whose results no output
// depends on are left out.
Result<Graph> CheckedGraph(const GraphDesc& desc, const CompileOptions& options);

}  // namespace weft::graph
