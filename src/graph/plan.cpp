// SPDX-License-Identifier: MIT
// From a rewritten graph to steps: element-wise neighbours become chains, products of one matrix
// are batched, every step gets its program, and tensors between steps get offsets in temporary
// memory.
#include "graph/plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/align.h"
#include "base/assert.h"
#include "base/checked.h"
#include "base/error.h"
#include "device/compiled_operator.h"
#include "device/cost.h"
#include "graph/convolution_of.h"
#include "graph/element_chain.h"
#include "graph/groups.h"
#include "graph/memory_plan.h"
#include "ops/convolution/convolution.h"
#include "ops/matmul/gemm.h"
#include "ops/movement/padding_border.h"
#include "program/candidate.h"
#include "weft/schema.h"

namespace weft::graph {
namespace {

class Planner {
 public:
  Planner(Graph& graph, const GraphOptions& options) : graph_(graph), options_(options) {}

  Result<GraphPlan> Run() {
    WEFT_RETURN_IF_ERROR(PlanNodes());
    if (!options_.as_described) groups_ = GroupNodes(graph_, programs_);
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      if (!graph_.nodes[i].is_done) AddStep(NodeId(i));
    AddCopiesToOutputs();
    WEFT_RETURN_IF_ERROR(AssignLocations());
    return std::move(plan_);
  }

 private:
  // What a step reads, and where its elements lie.
  using Sources = std::vector<std::pair<ValueId, MapOperand>>;

  // A tensor that takes memory from the first step that writes it to the last that reads it.
  struct Stored {
    Lifetime life;
    std::vector<std::pair<size_t, size_t>> as_output, as_input;  // step, slot
  };

  Status PlanNodes() {
    programs_.resize(graph_.nodes.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (graph_.nodes[i].is_done) continue;
      Result<Program> program = PlanNode(graph_.nodes[i]);
      if (!program)
        return Fail(program.error().code, "graph: node {}: {}", graph_.nodes[i].name,
                    program.error().message);
      programs_[i] = *std::move(program);
    }
    return Ok();
  }

  Result<Program> PlanNode(const Node& node) {
    if (node.addend && node.op.type() == OperatorType::Gemm) {
      const CandidateScope scope(options_.operators.candidate);
      return ops::PlanGemmStep({node.op.As<Gemm>(), *node.addend});
    }
    if (node.addend) {
      auto sum = ops::PlanConvolutionSum(ConvolutionOf(node));
      WEFT_ASSERT(sum.has_value());  // FuseSums has asked
      return *std::move(sum);
    }
    if (node.filter_scale) {
      const CandidateScope scope(options_.operators.candidate);
      return ops::PlanConvolution(ConvolutionOf(node));
    }
    if (node.is_border)
      return ops::PlanPaddingBorder(node.op.type() == OperatorType::Padding
                                        ? ops::AsPadding1(node.op.As<Padding>())
                                        : node.op.As<Padding1>());
    return PlanChecked(node.op, options_.operators);
  }

  void AddStep(NodeId id) {
    if (groups_.empty() || groups_[size_t(id)].size() == 1) return AddNode(id);
    std::vector<NodeId>& nodes = groups_[size_t(id)];
    if (nodes.empty()) return;  // it is in another node's step
    if (graph_.node(id).op.type() == OperatorType::Gemm) return AddProducts(nodes);
    if (!AddChain(nodes))
      for (const NodeId link : nodes) AddNode(link);
  }

  void AddNode(NodeId id) {
    const Node& node = graph_.node(id);
    Step step = {.name = node.name,
                 .type = std::string(Info(node.op.type()).name),
                 .program = std::move(programs_[size_t(id)]),
                 .inputs = std::vector<Location>(node.inputs.size()),
                 .outputs = std::vector<Location>(node.outputs.size())};
    Sources sources;
    step.products = Products(node.op);
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kNone) continue;
      step.moved_bytes += MovedBytes(*node.input_descs[i]);
      Read(node.inputs[i], i);
      sources.push_back({node.inputs[i], OperandOf(*node.input_descs[i])});
    }
    if ((step.program.element_wise || Info(node.op.type()).in_place) && node.outputs.size() == 1)
      MayTakeInput(node.outputs[0], OperandOf(*node.output_descs[0]), sources);
    // GEMM's result may reuse its addend's memory. The other inputs are read until the end, so none
    // of them may be the addend.
    if (node.addend && node.op.type() == OperatorType::Gemm &&
        std::ranges::count(node.inputs, node.inputs.back()) == 1)
      MayTakeInput(node.outputs[0], OperandOf(*node.output_descs[0]), {sources.back()});
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.output_descs[i] == nullptr) continue;
      step.layouts.push_back(ToString(*node.output_descs[i]));
      step.moved_bytes += MovedBytes(*node.output_descs[i]);
      if (node.outputs[i] != kNone)
        Write(node.outputs[i], i);
      else
        Drop(*node.output_descs[i], i);
    }
    plan_.steps.push_back(std::move(step));
  }

  void AddProducts(const std::vector<NodeId>& nodes) {
    std::vector<ops::GemmStep> gemms;
    Step step = {.type = "batched GEMM"};
    for (const NodeId id : nodes) {
      const Node& node = graph_.node(id);
      gemms.push_back({node.op.As<Gemm>()});
      if (node.addend) gemms.back().addend = *node.addend;
      step.name += (step.name.empty() ? "" : ", ") + node.name;
      step.products += Products(node.op);
      for (size_t i = 0; i < node.inputs.size(); ++i) {
        if (node.inputs[i] == kNone) continue;
        if (i > 0 || id == nodes[0]) step.moved_bytes += MovedBytes(*node.input_descs[i]);
        Read(node.inputs[i], step.inputs.size() + i);
      }
      step.inputs.resize(step.inputs.size() + node.inputs.size());
      step.layouts.push_back(ToString(*node.output_descs[0]));
      step.moved_bytes += MovedBytes(*node.output_descs[0]);
      Write(node.outputs[0], step.outputs.size());
      step.outputs.emplace_back();
    }
    step.program = ops::PlanBatchedGemms(gemms);
    plan_.steps.push_back(std::move(step));
  }

  // Makes the nodes of a group, which are in order, one step. False if there is no such chain.
  bool AddChain(const std::vector<NodeId>& nodes) {
    std::map<NodeId, int> index_of;
    std::vector<ChainLink> links;
    std::vector<MapOperand> operands;
    Sources sources;
    Step step;
    for (const NodeId link : nodes) {
      const Node& node = graph_.node(link);
      const auto& what = programs_[size_t(link)].element_wise;
      links.push_back({what, {}});
      for (const MapInput& input : what->inputs) {
        if (input.is_constant()) continue;
        const ValueId from = node.inputs[size_t(input.slot())];
        const auto inner = index_of.find(graph_.value(from).producer);
        if (inner == index_of.end()) {
          links.back().inputs.push_back(~OperandFor(from, input.operand(), sources));
          continue;
        }
        const MapOperand& written = links[size_t(inner->second)].what->output;
        if (written.layout != input.operand().layout ||
            written.element_bytes != input.operand().element_bytes)
          return false;
        links.back().inputs.push_back(inner->second);
      }
      index_of[link] = int(links.size()) - 1;
      AppendName(step.name, node.name);
      step.type += (step.type.empty() ? "" : " + ") + std::string(Info(node.op.type()).name);
    }
    for (const auto& [value, operand] : sources) {
      operands.push_back(operand);
      step.moved_bytes += uint64_t(operand.layout.ElementCount()) * uint64_t(operand.element_bytes);
    }
    if (operands.empty() || operands.size() > kMostChainOperands) return false;
    std::optional<Program> program = ChainProgram(links, operands);
    if (!program) return false;
    step.program = *std::move(program);
    step.inputs.resize(sources.size());
    step.outputs.resize(1);
    for (size_t i = 0; i < sources.size(); ++i) Read(sources[i].first, i);
    const Node& last = graph_.node(nodes.back());
    MayTakeInput(last.outputs[0], links.back().what->output, sources);
    Write(last.outputs[0], 0);
    step.layouts = {ToString(*last.output_descs[0])};
    step.moved_bytes += MovedBytes(*last.output_descs[0]);
    plan_.steps.push_back(std::move(step));
    return true;
  }
  static bool LieAlike(const MapOperand& a, const MapOperand& b) {
    return a.layout == b.layout && a.element_bytes == b.element_bytes;
  }
  static int OperandFor(ValueId value, const MapOperand& operand, Sources& sources) {
    for (size_t i = 0; i < sources.size(); ++i)
      if (sources[i].first == value && LieAlike(sources[i].second, operand)) return int(i);
    sources.push_back({value, operand});
    return int(sources.size()) - 1;
  }

  // A value that is several outputs of the graph is computed once and then copied.
  void AddCopiesToOutputs() {
    for (size_t id = 0; id < graph_.values.size(); ++id) {
      const Value& value = graph_.values[id];
      for (size_t i = 1; i < value.graph_outputs.size(); ++i) {
        const TensorDesc& desc = *OutputDescOf(value);
        Step step = {.name = "copy to output " + std::to_string(value.graph_outputs[i]),
                     .type = "copy",
                     .program = CopyProgram(desc, desc.layout),
                     .inputs = std::vector<Location>(1),
                     .outputs = {{Location::Output, uint64_t(value.graph_outputs[i]), value.bytes}},
                     .layouts = {ToString(desc)},
                     .moved_bytes = 2 * MovedBytes(desc)};
        Read(ValueId(id), 0);
        plan_.steps.push_back(std::move(step));
      }
    }
  }
  const TensorDesc* OutputDescOf(const Value& value) const {
    return graph_.node(value.producer).output_descs[size_t(value.output)];
  }

  // For a step that can run in place: its result may reuse the memory of a source that nothing
  // reads later, if the step reads each element of it only to write the one at the same address.
  void MayTakeInput(ValueId result, const MapOperand& written, const Sources& sources) {
    if (options_.as_described || result == kNone || !IsTemporary(result) ||
        graph_.value(result).is_joined || written.element_bytes == 0)
      return;
    for (const auto& [source, operand] : sources) {
      const bool lies_alike = std::ranges::all_of(sources, [&, source = source](const auto& other) {
        return other.first != source || LieAlike(other.second, written);
      });
      if (lies_alike && IsTemporary(source) &&
          graph_.value(source).bytes == graph_.value(result).bytes)
        in_place_.push_back({source, result});
    }
  }
  bool IsTemporary(ValueId id) const { return graph_.value(id).IsBetweenNodes(); }

  // Records that the current step reads or writes a value.
  void Read(ValueId id, size_t slot) {
    Stored& stored = StoredFor(id);
    stored.life.last = std::max(stored.life.last, int64_t(plan_.steps.size()));
    stored.as_input.push_back({plan_.steps.size(), slot});
  }
  void Write(ValueId id, size_t slot) {
    Stored& stored = StoredFor(id);
    stored.life.last = std::max(stored.life.last, int64_t(plan_.steps.size()));
    stored.as_output.push_back({plan_.steps.size(), slot});
  }
  // Nothing reads it, but it is written.
  void Drop(const TensorDesc& desc, size_t slot) {
    const auto now = int64_t(plan_.steps.size());
    dropped_.push_back({{desc.RequiredBytes(), now, now}, {{plan_.steps.size(), slot}}, {}});
  }
  Stored& StoredFor(ValueId id) {
    const auto [at, is_new] = stored_.try_emplace(id);
    const auto now = int64_t(plan_.steps.size());
    if (is_new) at->second.life = {graph_.value(id).bytes, now, now};
    return at->second;
  }

  Status AssignLocations() {
    std::vector<Lifetime> lives;
    std::vector<const Stored*> in_memory;
    std::map<ValueId, size_t> index;  // in lives
    for (const auto& [id, stored] : stored_) {
      if (AssignOutside(graph_.value(id), stored)) continue;
      index[id] = lives.size();
      lives.push_back(stored.life);
      in_memory.push_back(&stored);
    }
    for (const auto& [from, to] : in_place_) {
      Lifetime& life = lives[index[to]];
      if (!life.takes && lives[index[from]].last == life.first) life.takes = index[from];
    }
    plan_.least_temporary_bytes = LeastBytes(lives);
    for (const Stored& stored : dropped_) {
      lives.push_back(stored.life);
      in_memory.push_back(&stored);
    }
    for (size_t i = 0; i < plan_.steps.size(); ++i)
      lives.push_back({plan_.steps[i].program.temporary_bytes, int64_t(i), int64_t(i)});
    const std::optional<MemoryPlan> memory = PlanMemory(lives);
    if (!memory) return Invalid("graph: its tensors together need 2^64 bytes or more");
    for (size_t i = 0; i < in_memory.size(); ++i)
      SetLocation(*in_memory[i], {Location::Temporary, memory->offsets[i], lives[i].bytes});
    for (size_t i = 0; i < plan_.steps.size(); ++i)
      plan_.steps[i].temporary_at = memory->offsets[in_memory.size() + i];
    plan_.temporary_bytes = memory->bytes;
    return Ok();
  }
  bool AssignOutside(const Value& value, const Stored& stored) {
    if (value.graph_input != kNone) {
      SetLocation(stored, {Location::Input, uint64_t(value.graph_input), value.bytes});
    } else if (value.constant) {
      SetLocation(stored, {Location::Constant, plan_.constants.size(), value.bytes});
      plan_.constants.push_back({value.constant, value.constant_name});
    } else if (!value.graph_outputs.empty()) {
      SetLocation(stored, {Location::Output, uint64_t(value.graph_outputs[0]), value.bytes});
    } else {
      return false;
    }
    return true;
  }
  void SetLocation(const Stored& stored, Location location) {
    location.tensor = tensor_count_++;
    for (const auto& [step, slot] : stored.as_input) plan_.steps[step].inputs[slot] = location;
    for (const auto& [step, slot] : stored.as_output) plan_.steps[step].outputs[slot] = location;
  }

  Graph& graph_;
  const GraphOptions& options_;
  std::vector<std::pair<ValueId, ValueId>>
      in_place_;  // source, result: if the step is the last reader
  std::vector<Program> programs_;
  std::vector<std::vector<NodeId>> groups_;  // for the node at whose position the step runs
  std::map<ValueId, Stored> stored_;
  std::vector<Stored> dropped_;
  int32_t tensor_count_ = 0;
  GraphPlan plan_;
};

}  // namespace

Result<GraphPlan> PlanGraph(Graph& graph, const GraphOptions& options) {
  return Planner(graph, options).Run();
}

Status AssignPersistent(GraphPlan& plan) {
  constexpr uint64_t kAlignment = kLineBytes;  // of every step's prepared memory
  std::optional<uint64_t> end = 0;
  for (Step& step : plan.steps) {
    if (step.prepared) continue;
    step.persistent_at = *end;
    end = CheckedAdd(*end, step.program.persistent_bytes);
    if (end) end = CheckedAdd(*end, kAlignment - 1);
    if (!end) return Invalid("graph: its weights together need 2^64 bytes or more");
    *end -= *end % kAlignment;
  }
  plan.persistent_bytes = *end;
  return Ok();
}

}  // namespace weft::graph
