// SPDX-License-Identifier: MIT
// CompileGraph: checks, rewrites and plans a graph, and wraps the plan as one operator that has the
// inputs and outputs of the graph.
#include <algorithm>
#include <chrono>
#include <utility>

#include "base/align.h"
#include "base/error.h"
#include "base/guard.h"
#include "device/compiled_operator.h"
#include "graph/compiled_graph.h"
#include "graph/plan.h"
#include "graph/rewrite.h"
#include "graph/weight_store.h"
#include "schema/tensor_slots.h"
#include "simd/isa.h"

namespace weft {
namespace graph {
namespace {

// While this is set, runs on this thread are measured.
thread_local std::vector<GraphStepTime>* times = nullptr;

// The inputs and outputs of a graph, which the slots of its CompiledOperator point to.
struct Tensors {
  std::vector<TensorDesc> inputs, outputs;
};

class Runner {
 public:
  explicit Runner(std::shared_ptr<const GraphPlan> plan) : plan_(std::move(plan)) {
    for (const Step& step : plan_->steps) {
      most_inputs_ = std::max(most_inputs_, step.inputs.size());
      most_outputs_ = std::max(most_outputs_, step.outputs.size());
    }
  }

  // Calls visit(step, its bindings) for each step.
  template <class Visit>
  Status ForEach(const Bindings& bind, const Visit& visit) const {
    constexpr size_t kUsual = 32;
    ConstBuffer usual_inputs[kUsual];
    Buffer usual_outputs[kUsual];
    std::vector<ConstBuffer> more_inputs(most_inputs_ > kUsual ? most_inputs_ : 0);
    std::vector<Buffer> more_outputs(most_outputs_ > kUsual ? most_outputs_ : 0);
    ConstBuffer* inputs = more_inputs.empty() ? usual_inputs : more_inputs.data();
    Buffer* outputs = more_outputs.empty() ? usual_outputs : more_outputs.data();
    std::byte* const aligned = AlignToLine(bind.temporary);
    for (const Step& step : plan_->steps) {
      for (size_t i = 0; i < step.inputs.size(); ++i) inputs[i] = InputAt(bind, step.inputs[i]);
      for (size_t i = 0; i < step.outputs.size(); ++i) outputs[i] = OutputAt(bind, step.outputs[i]);
      const Bindings own = {
          std::span(inputs, step.inputs.size()), std::span(outputs, step.outputs.size()),
          bind.temporary ? aligned + step.temporary_at : nullptr, PreparedAt(bind, step)};
      WEFT_RETURN_IF_ERROR(visit(step, own));
    }
    return Ok();
  }

 private:
  static std::byte* PreparedAt(const Bindings& bind, const Step& step) {
    if (step.prepared) return step.prepared.get();
    return bind.persistent ? bind.persistent + step.persistent_at : nullptr;
  }
  ConstBuffer InputAt(const Bindings& bind, const Location& location) const {
    switch (location.kind) {
      case Location::Input: return bind.inputs.empty() ? ConstBuffer() : bind.inputs[location.at];
      case Location::Output:
        return bind.outputs.empty() ? ConstBuffer()
                                    : ConstBuffer(bind.outputs[location.at].data, location.bytes);
      case Location::Temporary:
        return bind.temporary
                   ? ConstBuffer(AlignToLine(bind.temporary) + location.at, location.bytes)
                   : ConstBuffer();
      case Location::Constant: return ConstBuffer(plan_->constants[location.at].data.bytes);
      default: return {};
    }
  }
  static Buffer OutputAt(const Bindings& bind, const Location& location) {
    switch (location.kind) {
      case Location::Output: return bind.outputs.empty() ? Buffer() : bind.outputs[location.at];
      case Location::Temporary:
        return bind.temporary ? Buffer(AlignToLine(bind.temporary) + location.at, location.bytes)
                              : Buffer();
      default: return {};
    }
  }

  const std::shared_ptr<const GraphPlan> plan_;
  size_t most_inputs_ = 0, most_outputs_ = 0;
};

void Run(const Runner& runner, const Bindings& bind) {
  (void)runner.ForEach(bind, [](const Step& step, const Bindings& own) -> Status {
    if (times == nullptr) {
      step.program.run(own);
      return Ok();
    }
    const auto begin = std::chrono::steady_clock::now();
    step.program.run(own);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    times->push_back({step.name, took.count()});
    return Ok();
  });
}

// Errors that depend on values: a step checks the results of earlier ones, so the steps run for
// that.
Status CheckValues(const Runner& runner, const Bindings& bind) {
  return runner.ForEach(bind, [](const Step& step, const Bindings& own) -> Status {
    if (step.program.check_values)
      if (const Status status = step.program.check_values(own); !status)
        return Fail(status.error().code, "graph: node {}: {}", step.name, status.error().message);
    step.program.run(own);
    return Ok();
  });
}

Program ProgramOf(const std::shared_ptr<const GraphPlan>& plan) {
  const auto runner = std::make_shared<const Runner>(plan);
  Program program = {.run = [runner](const Bindings& bind) { Run(*runner, bind); },
                     .temporary_bytes = plan->temporary_bytes > 0
                                            ? plan->temporary_bytes + uint64_t(kLineBytes)
                                            : 0,
                     .persistent_bytes = plan->persistent_bytes};
  if (plan->persistent_bytes > 0)
    program.prepare = [runner](const Bindings& bind) {
      (void)runner->ForEach(bind, [](const Step& step, const Bindings& own) -> Status {
        if (step.program.prepare && !step.prepared) step.program.prepare(own);
        return Ok();
      });
    };
  if (std::ranges::any_of(plan->steps,
                          [](const Step& step) { return bool(step.program.check_values); }))
    program.check_values = [runner](const Bindings& bind) { return CheckValues(*runner, bind); };
  return program;
}

// The requirement on a graph input or output: the largest one of all nodes that use it.
TensorDesc NeedOf(Graph& graph, ValueId id, TensorDesc need) {
  uint64_t bytes = need.RequiredBytes();
  for (const Use& use : graph.Readers(id)) {
    const TensorDesc& desc = *graph.node(use.node).input_descs[size_t(use.input)];
    need.base_offset_alignment = std::max(need.base_offset_alignment, desc.base_offset_alignment);
    need.flags = desc.flags;
    bytes = std::max(bytes, desc.RequiredBytes());
  }
  need.type = DataType::UInt8;
  need.layout = Layout::Packed({int64_t(bytes)});
  need.total_bytes = graph.value(id).bytes;
  return need;
}

std::shared_ptr<Tensors> TensorsOf(Graph& graph) {
  auto tensors = std::make_shared<Tensors>();
  for (const ValueId id : graph.inputs) {
    tensors->inputs.emplace_back();
    if (id != kNone && graph.value(id).reader_count > 0)
      tensors->inputs.back() = NeedOf(graph, id, {DataType::UInt8, Sizes{0}});
  }
  // Nodes may read an output as well, and more bytes of it than are written.
  for (const ValueId id : graph.outputs) {
    const Value& value = graph.value(id);
    tensors->outputs.push_back(
        NeedOf(graph, id, *graph.node(value.producer).output_descs[size_t(value.output)]));
  }
  return tensors;
}

std::vector<TensorSlot> SlotsOf(const std::vector<TensorDesc>& descs, bool output) {
  std::vector<TensorSlot> slots;
  for (size_t i = 0; i < descs.size(); ++i)
    slots.push_back({descs[i].type == DataType::Unknown ? nullptr : &descs[i],
                     output ? "Outputs" : "Inputs", int(i), output});
  return slots;
}

Status Rewrite(Graph& graph, const CompileOptions& options) {
  WriteStridesAlike(graph);
  FuseQuantized(graph);
  KeepQuantizedFilters(graph);
  WEFT_RETURN_IF_ERROR(FoldConstants(graph, options));
  RemoveCopies(graph, options);
  PadInConvolutions(graph);
  FuseIntoProducers(graph);
  JoinInPlace(graph);
  ChooseLayouts(graph);
  OwnConstants(graph);
  FuseSums(graph);
  PadInPlace(graph);
  return Ok();
}

// The steps of a graph, with its inputs and outputs. Everything else is released afterwards.
struct Planned {
  std::shared_ptr<Tensors> tensors;
  GraphPlan plan;
};
Result<Planned> PlanOf(const GraphDesc& desc, const GraphOptions& options) {
  WEFT_ASSIGN(Graph graph, CheckedGraph(desc, options.operators));
  std::shared_ptr<Tensors> tensors = TensorsOf(graph);
  if (!options.as_described) WEFT_RETURN_IF_ERROR(Rewrite(graph, options.operators));
  WEFT_ASSIGN(GraphPlan plan, PlanGraph(graph, options));
  return Planned{std::move(tensors), std::move(plan)};
}

// Constants that were needed only to compute others are released, and those that are prepared.
void LetGo(const GraphDesc& desc, const WeightStore::State& store) {
  if (!store.let_go) return;
  for (const GraphNode& node : desc.nodes)
    if (const auto* constant = std::get_if<GraphConstant>(&node.what)) store.let_go(*constant);
}

}  // namespace
}  // namespace graph

Result<CompiledGraph> CompileGraph(const GraphDesc& desc, const GraphOptions& options) try {
  WEFT_RETURN_IF_ERROR(CheckMaxIsa());
  WEFT_ASSIGN(auto planned, graph::PlanOf(desc, options));
  auto& [tensors, steps] = planned;
  if (options.weights) {
    WeightStore::State* const weights = options.weights->state();
    if (!weights) return Fail(ErrorCode::OutOfMemory, "graph: its weight store had no memory");
    graph::LetGo(desc, *weights);
    WEFT_RETURN_IF_ERROR(graph::PrepareWeights(steps, tensors->inputs, *weights));
  }
  WEFT_RETURN_IF_ERROR(graph::AssignPersistent(steps));
  const auto plan = std::make_shared<const graph::GraphPlan>(std::move(steps));
  WEFT_ASSIGN(auto whole, CompiledOperator::State::Make(
                              Operator(OperatorType::Invalid, tensors), "GRAPH", false,
                              graph::SlotsOf(tensors->inputs, false),
                              graph::SlotsOf(tensors->outputs, true), graph::ProgramOf(plan)));
  return CompiledGraph(std::make_shared<const CompiledGraph::State>(
      CompiledGraph::State{plan, CompiledOperator::State::Wrap(std::move(whole))}));
}
WEFT_CATCH

uint64_t CompiledGraph::temporary_bytes() const { return state_->whole.temporary_bytes(); }
uint64_t CompiledGraph::persistent_bytes() const { return state_->whole.persistent_bytes(); }
uint64_t CompiledGraph::prepared_bytes() const { return state_->plan->prepared_bytes; }
uint64_t CompiledGraph::least_temporary_bytes() const {
  return state_->plan->least_temporary_bytes;
}
uint64_t CompiledGraph::products() const {
  uint64_t sum = 0;
  for (const graph::Step& step : state_->plan->steps) sum += step.products;
  return sum;
}

Status CompiledGraph::Initialize(std::span<const ConstBuffer> inputs, Buffer persistent) const try {
  return state_->whole.Initialize(inputs, persistent);
}
WEFT_CATCH
Status CompiledGraph::Run(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
                          Buffer temporary, Buffer persistent) const try {
  return state_->whole.Run(inputs, outputs, temporary, persistent);
}
WEFT_CATCH
Status CompiledGraph::Profile(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
                              Buffer persistent, std::vector<GraphStepTime>& times) const try {
  times.clear();
  graph::times = &times;
  const Status status = state_->whole.Run(inputs, outputs, {}, persistent);
  graph::times = nullptr;
  return status;
}
WEFT_CATCH

}  // namespace weft
