// SPDX-License-Identifier: MIT
// From a model and the shapes of its inputs to a path. One walk over the nodes in order: converters
// add to the segment that is being described; where a value is needed that only running can tell,
// the segment ends there, is compiled and run, and the walk goes on with the value known.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "onnx/conversion.h"
#include "onnx/path.h"

namespace weft::onnx {

struct PlanOptions {
  GraphOptions graph;
  bool has_data = true;  // inputs have bytes; without them a value that must be read is an error
  uint64_t most_bytes = UINT64_MAX;  // of whatever is made beside the file
  int64_t most_nodes = 1'000'000;    // of graphs inside of nodes and of functions
  std::function<void(std::string_view stage, int64_t done, int64_t all)> progress = {};
};

class Planner {
 public:
  // `slots` begins with the inputs. `done` are steps that have run on these slots already, the last
  // of which read something that no path has been planned for.
  Planner(const Model& model, const PlanOptions& options, std::vector<Slot>& slots,
          Workspace& workspace, std::vector<Step> done)
      : model_(model),
        options_(options),
        slots_(slots),
        workspace_(workspace),
        done_(std::move(done)) {}

  Result<Path> Run(const std::vector<InputShape>& inputs);

 private:
  friend class Conversion;

  // Names of one graph, while its nodes are walked.
  struct Scope {
    struct Entry {
      ValueRef value;
      int64_t uses = 0;  // that are still to come
    };
    std::unordered_map<std::string_view, Entry> entries;
    Scope* outer = nullptr;
  };
  // The call of a function that is being carried out.
  struct Frame {
    const Function* function = nullptr;
    const Frame* outer = nullptr;
    const Opsets* opsets = nullptr;
    std::unordered_map<std::string_view, const Attribute*> attributes = {};
  };

  ValueRef InputValue(const InputShape& input);
  Result<std::vector<ValueRef>> RunGraph(const Graph& graph, std::vector<ValueRef> inputs,
                                         Scope* outer);
  Result<std::vector<ValueRef>> RunFunction(const Function& function, const Node& call,
                                            std::vector<ValueRef> inputs);
  Status RunNodes(const std::vector<Node>& nodes, Scope& scope);
  Status RunNode(const Node& node, Scope& scope);
  Status CountInner();  // one more of what most_nodes counts
  Result<std::vector<ValueRef>> ConvertNode(const Node& node, std::vector<ValueRef> inputs,
                                            Scope& scope);
  // The node's results as host values, computed now.
  Result<std::vector<ValueRef>> Fold(const Node& node, int64_t version, Convert convert,
                                     const std::vector<ValueRef>& inputs);
  Result<ValueRef> Lookup(std::string_view name, Scope& scope);
  void Count(const std::vector<Node>& nodes, Scope& scope);
  void Release(std::string_view name, Scope& scope);
  int64_t VersionOf(std::string_view domain) const;
  const Function* FindFunction(const Node& node) const;

  Result<Expression> Device(const ValueRef& value);
  Status ReadBack(const ValueRef& value);  // makes it a host value
  ValueRef NewDevice(const Expression& expression, ElementType type, const Shape& shape);
  void Begin();  // a new segment
  void Report(std::string_view stage) const;
  // The segment, compiled and run; nothing where nobody needs it. Values in it have slots then.
  Result<std::shared_ptr<const Segment>> Finish();
  Result<std::shared_ptr<const Segment>> Compile(const std::vector<ValueRef>& wanted);

  const Model& model_;
  const PlanOptions& options_;
  std::vector<Slot>& slots_;
  Workspace& workspace_;
  const std::vector<Step> done_;
  Path path_;

  GraphBuilder builder_;
  int64_t segment_ = 0;
  int64_t next_slot_ = 0;
  std::vector<int64_t> segment_inputs_;
  std::vector<std::weak_ptr<Value>> described_;  // device values of the segment
  std::unordered_map<std::string_view, std::vector<const Function*>> functions_;
  Scope* scope_ = nullptr;  // of the node that is being converted
  const Frame* frame_ = nullptr;
  bool is_folding_ = false;
  uint32_t draws_ = 0;      // of random numbers without a seed
  int depth_ = 0;           // of graphs and functions in each other
  std::string node_name_;   // of the node that is being converted
  int64_t nodes_done_ = 0;  // of the model's graph
  int64_t nodes_inside_ = 0;
};

}  // namespace weft::onnx
