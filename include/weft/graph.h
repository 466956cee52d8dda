// SPDX-License-Identifier: MIT
// Operators that feed each other, compiled together: `weft::CompileGraph` checks how they are
// connected, leaves out copies, fuses neighbours, plans one block of temporary memory for all, and
// gives something that is initialized and run like a single operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "weft/buffer.h"
#include "weft/device.h"
#include "weft/export.h"
#include "weft/operator.h"
#include "weft/status.h"

namespace weft {

// Bytes that are known beforehand, and whoever keeps them: a file that is mapped, for instance.
// Shared, so that descriptions of graphs are cheap to copy.
struct GraphConstant {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;

  GraphConstant() = default;
  GraphConstant(std::shared_ptr<const void> owner, std::span<const std::byte> bytes)
      : bytes(bytes), owner(std::move(owner)) {}
  explicit GraphConstant(std::shared_ptr<const std::vector<std::byte>> data)
      : bytes(data ? std::span<const std::byte>(*data) : std::span<const std::byte>()),
        owner(std::move(data)) {}
  explicit operator bool() const { return !bytes.empty(); }
};

struct GraphNode {
  std::variant<Operator, GraphConstant> what;
  std::string name = {};  // for messages and pictures
};

// Inputs and outputs of a node count as its tensors do in a binding: absent ones included.
struct GraphInputEdge {
  uint32_t graph_input = 0;
  uint32_t to_node = 0, to_input = 0;
  std::string name = {};
};
struct GraphOutputEdge {
  uint32_t from_node = 0, from_output = 0;
  uint32_t graph_output = 0;
  std::string name = {};
};
struct GraphIntermediateEdge {
  uint32_t from_node = 0, from_output = 0;
  uint32_t to_node = 0, to_input = 0;
  std::string name = {};
};

// The order of nodes and edges says nothing.
struct GraphDesc {
  uint32_t input_count = 0;
  uint32_t output_count = 0;
  std::vector<GraphNode> nodes;
  std::vector<GraphInputEdge> input_edges;
  std::vector<GraphOutputEdge> output_edges;
  std::vector<GraphIntermediateEdge> intermediate_edges;
};

// Weights as operators want them, the panels of a matrix for instance, kept once for all graphs
// that are compiled with the store and need the same bytes: one network for inputs of several
// sizes. They go with the last graph that uses them. Many threads may use one store.
class WEFT_API WeightStore {
 public:
  // `let_go` is told of constants that are not read for now, for whoever can have them again: pages
  // of a file, for instance. A graph that is compiled later may read them.
  explicit WeightStore(std::function<void(const GraphConstant&)> let_go = nullptr);
  ~WeightStore();
  WeightStore(const WeightStore&) = delete;
  WeightStore& operator=(const WeightStore&) = delete;

  uint64_t bytes() const;  // that graphs use now

  struct State;                            // src/graph/weight_store.h
  State* state() { return state_.get(); }  // null where there was no memory for it

 private:
  std::unique_ptr<State> state_;
};

struct GraphOptions {
  CompileOptions operators;
  // Every operator as it is described, one after the other: to compare with.
  bool as_described = false;
  // Where there is one, weights that are constants are prepared while compiling, and only graph
  // inputs that are OWNED_BY_DML are left for Initialize and persistent memory.
  std::shared_ptr<WeightStore> weights = nullptr;
};

// How long one step of a run took.
struct GraphStepTime {
  std::string step;  // as Explain names it
  double seconds = 0;
};

// The steps of a compiled graph as boxes and arrows, for pictures.
struct GraphOutline {
  enum class Kind : uint8_t { Step, Input, Output, Constant };
  struct Box {
    Kind kind;
    size_t index;  // which step, input, output or constant
    std::string name;
    std::string type = {};  // of a step's operators
  };
  struct Arrow {  // between indices of `boxes`
    size_t from, to;
  };
  std::vector<Box> boxes;
  std::vector<Arrow> arrows;
};

// A graph ready to run. Immutable, so one may run on many threads at once; copies are cheap.
class WEFT_API CompiledGraph {
 public:
  uint64_t temporary_bytes() const;
  uint64_t persistent_bytes() const;
  uint64_t prepared_bytes() const;  // of weights in GraphOptions::weights

  // As those of CompiledOperator: inputs whose consumers are flagged OWNED_BY_DML go to Initialize,
  // all others to Run; a null buffer for an input that no edge uses.
  Status Initialize(std::span<const ConstBuffer> inputs, Buffer persistent) const;
  Status Run(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
             Buffer temporary = {}, Buffer persistent = {}) const;
  // Run, and how long each step took.
  Status Profile(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
                 Buffer persistent, std::vector<GraphStepTime>& times) const;

  // The steps in order: which nodes each does, in which layouts, where its results lie; then the
  // memory. For people.
  std::string Explain() const;
  // The same as a picture, and that in the language of Graphviz.
  GraphOutline Outline() const;
  std::string ToDot() const;

  // Bytes of temporary memory that no order of these steps could do without: the largest sum of
  // tensors that are needed at one time, those that share an offset counted once.
  uint64_t least_temporary_bytes() const;
  // Products of two numbers that are summed up (multiply-adds), of all steps.
  uint64_t products() const;

  struct State;  // src/graph/compiled_graph.h
  const State& state() const { return *state_; }

 private:
  explicit CompiledGraph(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  friend WEFT_API Result<CompiledGraph> CompileGraph(const GraphDesc&, const GraphOptions&);
  std::shared_ptr<const State> state_;
};

WEFT_API Result<CompiledGraph> CompileGraph(const GraphDesc& graph,
                                            const GraphOptions& options = {});

}  // namespace weft
