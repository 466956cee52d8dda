// SPDX-License-Identifier: MIT
// See weft/onnx.h. A run follows a path that was planned for inputs of these shapes, as long as
// what it reads on the way is what the path was planned for; where it is not, another path with the
// same beginning goes on, or a new one is planned from there.
#include "weft/onnx.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <mutex>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/guard.h"
#include "onnx/bind.h"
#include "onnx/file.h"
#include "onnx/link.h"
#include "onnx/outline.h"
#include "onnx/planner.h"
#include "onnx/registry.h"

namespace weft::onnx {
namespace {

uint64_t MachineBytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? uint64_t(pages) * uint64_t(page_bytes) : UINT64_MAX;
}

TensorInfo InfoOf(const ValueInfo& value) {
  TensorInfo info = {std::string(value.name), ToString(value.type)};
  if (value.type.kind == ValueType::Kind::Tensor) info.data_type = DataTypeOf(value.type.element);
  if (value.type.shape) {
    info.shape.emplace();
    for (const Dimension& dim : *value.type.shape)
      info.shape->push_back({dim.size, std::string(dim.symbol)});
  }
  return info;
}

}  // namespace

struct Session::State {
  std::shared_ptr<const Model> model;
  SessionOptions options;
  std::vector<TensorInfo> inputs, outputs;

  static Result<std::shared_ptr<State>> For(std::shared_ptr<const Model> model,
                                            const SessionOptions& options);

  std::mutex mutex;
  std::list<std::shared_ptr<const Path>> paths;  // used last first
  std::vector<Workspace> workspaces;             // that nobody uses now
  // Of all paths.
  const std::shared_ptr<WeightStore> weights = std::make_shared<WeightStore>(
      [](const GraphConstant& constant) { LetGo(constant.owner, constant.bytes); });

  PlanOptions Planning(bool has_data) const {
    PlanOptions planning;
    planning.graph.as_described = options.as_described;
    planning.graph.weights = weights;
    planning.graph.operators.strict_indices = options.strict;
    planning.graph.operators.candidate = options.candidate;
    planning.has_data = has_data;
    planning.most_bytes = options.most_bytes > 0 ? options.most_bytes : MachineBytes();
    planning.most_nodes = options.most_nodes;
    planning.progress = options.progress;
    return planning;
  }

  Workspace TakeWorkspace() {
    const std::scoped_lock lock(mutex);
    if (workspaces.empty()) return {};
    Workspace workspace = std::move(workspaces.back());
    workspaces.pop_back();
    return workspace;
  }
  void GiveBack(Workspace workspace) {
    const std::scoped_lock lock(mutex);
    workspaces.push_back(std::move(workspace));
  }

  // A path for these inputs that has the first `steps` steps of `like` and read the same there, and
  // `read` in the last of them; the one that was used last.
  std::shared_ptr<const Path> FindPath(const std::vector<InputShape>& shapes,
                                       const std::vector<Step>& done, Bytes read) {
    const std::scoped_lock lock(mutex);
    for (auto at = paths.begin(); at != paths.end(); ++at) {
      const Path& path = **at;
      if (path.inputs != shapes || path.steps.size() <= done.size()) continue;
      bool is_same = true;
      for (size_t i = 0; is_same && i < done.size(); ++i) {
        const bool is_last = i + 1 == done.size();
        is_same = path.steps[i].segment == done[i].segment &&
                  std::ranges::equal(path.steps[i].seen, is_last ? read : Bytes(done[i].seen));
      }
      if (!is_same) continue;
      paths.splice(paths.begin(), paths, at);
      return paths.front();
    }
    return nullptr;
  }
  void Keep(std::shared_ptr<const Path> path) {
    const std::scoped_lock lock(mutex);
    paths.push_front(std::move(path));
    while (paths.size() > size_t(std::max(options.shapes_to_keep, 1))) paths.pop_back();
  }

  Result<std::shared_ptr<const Path>> RunPath(const std::vector<InputShape>& shapes,
                                              std::vector<Slot>& slots, Workspace& workspace);
  // A path to look at, which is not kept; without data as far as shapes tell.
  Result<Path> PathFor(const NamedInputs& given) const;
};

Result<std::shared_ptr<const Path>> Session::State::RunPath(const std::vector<InputShape>& shapes,
                                                            std::vector<Slot>& slots,
                                                            Workspace& workspace) {
  std::vector<Step> done;
  std::shared_ptr<const Path> path = FindPath(shapes, done, {});
  while (path) {
    const Step& step = path->steps[done.size()];
    if (step.segment) WEFT_RETURN_IF_ERROR(RunSegment(*step.segment, slots, workspace));
    done.push_back(step);
    if (step.read_slot < 0) return path;
    const Bytes read = slots[size_t(step.read_slot)].bytes.first(step.seen.size());
    if (std::ranges::equal(read, step.seen)) continue;
    path = FindPath(shapes, done, read);
    done.back().seen.assign(read.begin(), read.end());
  }
  const PlanOptions planning = Planning(true);
  WEFT_ASSIGN(Path planned,
              Planner(*model, planning, slots, workspace, std::move(done)).Run(shapes));
  path = std::make_shared<const Path>(std::move(planned));
  Keep(path);
  return path;
}

namespace {

Result<OutputTensor> TensorFrom(const Value& value, const std::vector<Slot>& slots,
                                const std::shared_ptr<const Model>& model) {
  OutputTensor tensor = {std::string(Name(value.type)), DataTypeOf(value.type), value.shape};
  if (value.strings) {
    tensor.strings = *value.strings;
    return tensor;
  }
  const auto bytes = size_t((value.count() * SizeBits(value.type) + 7) / 8);
  if (value.is_host) {
    tensor.bytes = value.bytes.first(bytes);
    tensor.owner = value.owner ? value.owner : std::shared_ptr<const void>(model, model.get());
    tensor.is_constant = true;
    return tensor;
  }
  const Slot& slot = slots[size_t(value.slot)];
  if (slot.memory.data()) {
    tensor.bytes = slot.bytes.first(bytes);
    tensor.owner = std::make_shared<const Memory>(slot.memory);
    return tensor;
  }
  // An input that is an output: the caller's bytes may go.
  auto copy = std::make_shared<const std::vector<std::byte>>(
      slot.bytes.begin(), slot.bytes.begin() + std::ptrdiff_t(bytes));
  tensor.bytes = *copy;
  tensor.owner = std::move(copy);
  return tensor;
}

Result<Output> OutputFrom(const Value& value, const std::vector<Slot>& slots,
                          const std::shared_ptr<const Model>& model) {
  Output output;
  switch (value.kind) {
    case Value::Kind::Nothing: output.kind = Output::Kind::Nothing; return output;
    case Value::Kind::Sequence: {
      output.kind = Output::Kind::Sequence;
      for (const ValueRef& item : value.items) {
        WEFT_ASSIGN(OutputTensor tensor, TensorFrom(*item, slots, model));
        output.tensors.push_back(std::move(tensor));
      }
      return output;
    }
    default: {
      WEFT_ASSIGN(OutputTensor tensor, TensorFrom(value, slots, model));
      output.tensors.push_back(std::move(tensor));
      return output;
    }
  }
}

// Shapes alone are inputs without an address; whatever has no bytes needs none.
bool HasData(const Input& input) {
  if (input.kind == Input::Kind::Sequence) return std::ranges::all_of(input.items, HasData);
  return input.kind == Input::Kind::Nothing || input.type == DataType::Unknown ||
         input.data.data != nullptr;
}

using OperatorCounts = std::map<std::pair<std::string_view, std::string_view>, int64_t>;

// What graphs and those inside of their nodes have.
void Count(const Graph& graph, OperatorCounts& operators, ModelInfo& info) {
  const auto count_weight = [&](const Tensor& weight) {
    ++info.weight_count;
    info.weight_bytes += weight.bytes.size();
  };
  for (const Tensor& weight : graph.weights) count_weight(weight);
  for (const Node& node : graph.nodes) {
    ++operators[{node.domain, node.op_type}];
    for (const Attribute& attribute : node.attributes) {
      if (attribute.graph) Count(*attribute.graph, operators, info);
      if (attribute.tensor && node.op_type == "Constant") count_weight(*attribute.tensor);
    }
  }
}

// The model with these values of its graph as outputs, too.
Result<std::shared_ptr<const Model>> WithOutputs(std::shared_ptr<const Model> model,
                                                 const std::vector<std::string>& names) {
  if (names.empty()) return model;
  std::map<std::string_view, ValueType> values;
  for (const ValueInfo& input : model->graph.inputs) values.emplace(input.name, input.type);
  for (const Tensor& weight : model->graph.weights) values.emplace(weight.name, ValueType());
  for (const Node& node : model->graph.nodes)
    for (const std::string_view output : node.outputs) values.emplace(output, ValueType());
  auto wider = std::make_shared<Model>(*model);
  for (const std::string& name : names) {
    const auto found = values.find(name);
    if (name.empty() || found == values.end())
      return Invalid("model: it has no value '{}' to be an output", Printable(name));
    if (std::ranges::find(wider->graph.outputs, name, &ValueInfo::name) !=
        wider->graph.outputs.end())
      return Invalid("model: '{}' is an output already", Printable(name));
    wider->graph.outputs.push_back({found->first, found->second});
  }
  return wider;
}

}  // namespace

Result<std::shared_ptr<Session::State>> Session::State::For(std::shared_ptr<const Model> model,
                                                            const SessionOptions& options) {
  WEFT_ASSIGN(model, WithOutputs(std::move(model), options.more_outputs));
  auto state = std::make_shared<State>();
  state->options = options;
  for (const ValueInfo& input : model->graph.inputs) state->inputs.push_back(InfoOf(input));
  for (const ValueInfo& output : model->graph.outputs) state->outputs.push_back(InfoOf(output));
  state->model = std::move(model);
  return state;
}

Result<Session> Session::Load(const std::string& path, const SessionOptions& options) try {
  if (options.progress) options.progress("reading", 0, 0);
  WEFT_ASSIGN(auto model, ReadModel(path));
  WEFT_ASSIGN(auto state, State::For(std::move(model), options));
  return Session(std::move(state));
}
WEFT_CATCH

Result<Session> Session::Load(std::span<const std::byte> bytes, const SessionOptions& options) try {
  auto owner = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
  if (options.progress) options.progress("reading", 0, 0);
  WEFT_ASSIGN(auto model, ReadModel(Bytes(*owner), owner));
  WEFT_ASSIGN(auto state, State::For(std::move(model), options));
  return Session(std::move(state));
}
WEFT_CATCH

const std::vector<TensorInfo>& Session::inputs() const { return state_->inputs; }
const std::vector<TensorInfo>& Session::outputs() const { return state_->outputs; }

ModelInfo Session::info() const try {
  const Model& model = *state_->model;
  ModelInfo info = {model.ir_version,
                    model.model_version,
                    std::string(model.producer_name),
                    std::string(model.producer_version),
                    std::string(model.domain),
                    std::string(model.description),
                    {model.opsets.begin(), model.opsets.end()}};
  for (const auto& [key, value] : model.metadata) info.metadata.emplace(key, value);
  OperatorCounts counts;
  Count(model.graph, counts, info);
  for (const auto& [key, count] : counts) {
    const std::string_view domain = key.first, name = key.second;
    const auto version = model.opsets.find(domain);
    const int64_t opset = version != model.opsets.end() ? version->second : 1;
    const bool is_function = std::ranges::any_of(model.functions, [&](const Function& function) {
      return function.name == name && function.domain == domain;
    });
    std::string why_not;
    if (!is_function && Registry::Get().Find(domain, name, opset) == nullptr)
      why_not = Registry::Get().Why(domain, name, opset);
    info.operators.push_back({std::string(domain), std::string(name), count, why_not});
  }
  info.graph_name = model.graph.name;
  info.graph_description = model.graph.description;
  return info;
}
WEFT_CATCH_RETURN({})

std::vector<NodeInfo> Session::nodes() const try {
  const Graph& graph = state_->model->graph;
  std::set<std::string_view> wanted;
  for (const Node& node : graph.nodes)
    ForEachRead(node, [&](std::string_view name) { wanted.insert(name); });
  for (const ValueInfo& output : graph.outputs) wanted.insert(output.name);
  std::vector<NodeInfo> nodes;
  for (const Node& node : graph.nodes) {
    nodes.push_back({node.Title(), {}});
    for (const std::string_view output : node.outputs)
      nodes.back().outputs.emplace_back(wanted.contains(output) ? output : "");
  }
  return nodes;
}
WEFT_CATCH_RETURN({})

Result<std::vector<Output>> Session::Run(const NamedInputs& inputs,
                                         std::span<const std::string> wanted) const try {
  std::vector<size_t> order;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(state_->outputs, name, &TensorInfo::name);
    if (found == state_->outputs.end())
      return Invalid("model: it has no output '{}'", Printable(name));
    order.push_back(size_t(found - state_->outputs.begin()));
  }
  for (size_t i = 0; wanted.empty() && i < state_->outputs.size(); ++i) order.push_back(i);
  WEFT_ASSIGN(Bound bound, BindInputs(state_->model->graph, inputs, true));
  auto& [shapes, slots] = bound;
  Workspace workspace = state_->TakeWorkspace();
  const auto path = state_->RunPath(shapes, slots, workspace);
  state_->GiveBack(std::move(workspace));
  if (!path) return tl::unexpected<Error>(path.error());
  std::vector<Output> outputs;
  for (const size_t i : order) {
    WEFT_ASSIGN(Output output, OutputFrom(*(*path)->outputs[i], slots, state_->model));
    outputs.push_back(std::move(output));
  }
  return outputs;
}
WEFT_CATCH

Result<Path> Session::State::PathFor(const NamedInputs& given) const {
  const bool has_data =
      std::ranges::all_of(given, [](const auto& input) { return HasData(input.second); });
  WEFT_ASSIGN(Bound bound, BindInputs(model->graph, given, has_data));
  auto& [shapes, slots] = bound;
  Workspace workspace;
  const PlanOptions planning = Planning(has_data);
  return Planner(*model, planning, slots, workspace, {}).Run(shapes);
}

Result<PlanInfo> Session::Plan(const NamedInputs& inputs) const try {
  WEFT_ASSIGN(const Path path, state_->PathFor(inputs));
  PlanInfo info;
  uint64_t between = 0;  // bytes that segments give to others
  for (const Step& step : path.steps) {
    if (!step.segment) continue;
    ++info.segments;
    info.products += step.segment->graph.products();
    info.temporary_bytes = std::max(info.temporary_bytes, step.segment->graph.temporary_bytes());
    info.persistent_bytes += step.segment->graph.prepared_bytes();
    for (const Segment::Output& output : step.segment->outputs)
      if (std::ranges::none_of(path.outputs, [&](const ValueRef& value) {
            return value && value->slot == output.slot;
          }))
        between += output.bytes;
  }
  info.temporary_bytes += between;
  std::vector<std::string> input_names, output_names;
  for (const TensorInfo& input : state_->inputs) input_names.push_back(input.name);
  for (const TensorInfo& output : state_->outputs) output_names.push_back(output.name);
  info.outline = OutlineOf(path, input_names, output_names);
  return info;
}
WEFT_CATCH

Result<std::string> Session::Explain(const NamedInputs& inputs) const try {
  WEFT_ASSIGN(const Path path, state_->PathFor(inputs));
  std::string text;
  for (size_t i = 0; i < path.steps.size(); ++i) {
    const Step& step = path.steps[i];
    if (path.steps.size() > 1) text += fmt::format("segment {}\n", i);
    if (step.segment) text += step.segment->graph.Explain();
    if (step.read_slot >= 0)
      text += fmt::format("then {} bytes are read, on which the rest depends\n", step.seen.size());
  }
  return text;
}
WEFT_CATCH

Result<std::vector<GraphStepTime>> Session::Profile(const NamedInputs& inputs) const try {
  WEFT_ASSIGN(Bound bound, BindInputs(state_->model->graph, inputs, true));
  auto& [shapes, slots] = bound;
  Workspace workspace;
  WEFT_ASSIGN(const auto path, state_->RunPath(shapes, slots, workspace));
  std::vector<GraphStepTime> all;
  for (const Step& step : path->steps) {
    if (!step.segment) continue;
    std::vector<ConstBuffer> from;
    for (const int64_t slot : step.segment->inputs) from.emplace_back(slots[size_t(slot)].bytes);
    std::vector<Buffer> to;
    for (const Segment::Output& output : step.segment->outputs)
      to.push_back(slots[size_t(output.slot)].memory.buffer());
    std::vector<GraphStepTime> times;
    WEFT_RETURN_IF_ERROR(step.segment->graph.Profile(from, to, {}, times));
    all.insert(all.end(), times.begin(), times.end());
  }
  return all;
}
WEFT_CATCH

// Versions whose meaning changed have a row each: here they are together.
std::vector<OperatorVersions> SupportedOperators() try {
  std::vector<OperatorVersions> all;
  for (const Converter& one : Registry::Get().all()) {
    OperatorVersions* const last = all.empty() ? nullptr : &all.back();
    if (last && last->domain == one.domain && last->name == one.name &&
        one.since <= last->until + 1)
      last->until = std::max(last->until, one.until);
    else
      all.push_back({std::string(one.domain), std::string(one.name), one.since, one.until});
  }
  return all;
}
WEFT_CATCH_RETURN({})

}  // namespace weft::onnx
