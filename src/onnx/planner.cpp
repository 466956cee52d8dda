// SPDX-License-Identifier: MIT
// See planner.h. A value lives as long as somebody may still ask for it: names let go of theirs
// after the last node that reads them, so whatever is alive when a segment ends is what it has to
// give.
#include "onnx/planner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "onnx/link.h"
#include "onnx/registry.h"

namespace weft::onnx {
namespace {

constexpr int kMostDepth = 64;
// Results of small host values are computed while planning; larger ones are better left to the
// graph, which may not need to copy them at all.
constexpr size_t kMostFoldedBytes = 64 << 10;

// No result is larger than all that may be had, even if it is never written out.
Status CheckSizes(const std::vector<ValueRef>& results) {
  for (const ValueRef& result : results) {
    if (!result || !result->IsTensor() || result->is_host) continue;
    WEFT_RETURN_IF_ERROR(Budget::CheckTensor(result->type, result->shape));
  }
  return Ok();
}

tl::unexpected<Error> InNode(const Node& node, const Error& error) {
  return Fail(error.code, "{}: {}", node.Title(), error.message);
}

// What its operators are called: by its name, or by what it gives.
std::string NameOf(const Node& node) {
  if (!node.name.empty()) return Printable(node.name);
  for (const std::string_view output : node.outputs)
    if (!output.empty()) return Printable(output);
  return Printable(node.op_type);
}

bool IsSmallHost(const ValueRef& value) {
  return value == nullptr || (value->IsTensor() && value->is_host && !value->strings &&
                              value->bytes.size() <= kMostFoldedBytes);
}

}  // namespace

Result<Path> Planner::Run(const std::vector<InputShape>& inputs) {
  const Budget budget(options_.most_bytes);
  path_.inputs = inputs;
  for (const Function& function : model_.functions) functions_[function.name].push_back(&function);
  std::vector<ValueRef> values;
  for (const InputShape& input : inputs) values.push_back(InputValue(input));
  if (!model_.graph.captured.empty())
    return Invalid("model: '{}' is read, but nothing gives it",
                   Printable(model_.graph.captured.front()));
  Begin();
  WEFT_ASSIGN(path_.outputs, RunGraph(model_.graph, std::move(values), nullptr));
  WEFT_ASSIGN(auto last, Finish());
  path_.steps.push_back({.segment = std::move(last)});
  for (const ValueRef& output : path_.outputs)  // the description is no longer needed
    if (output) output->expression = {};
  return std::move(path_);
}

ValueRef Planner::InputValue(const InputShape& input) {
  if (input.kind == Value::Kind::Sequence) {
    std::vector<ValueRef> items;
    for (const InputShape& item : input.items) items.push_back(InputValue(item));
    return MakeSequence(input.type, std::move(items));
  }
  if (input.kind == Value::Kind::Tensor && input.type == ElementType::String)
    return HostStrings(input.shape, input.strings);
  auto value = std::make_shared<Value>();
  value->kind = input.kind;
  value->type = input.type;
  if (!value->IsTensor()) return value;
  value->shape = input.shape;
  value->slot = next_slot_++;
  if (value->count() == 0) value->is_host = true;  // there is nothing to wait for
  return value;
}

// ---- names

void Planner::Count(const std::vector<Node>& nodes, Scope& scope) {
  for (const Node& node : nodes)
    ForEachRead(node, [&](std::string_view name) { ++scope.entries[name].uses; });
}

Result<ValueRef> Planner::Lookup(std::string_view name, Scope& scope) {
  for (Scope* at = &scope; at != nullptr; at = at->outer) {
    const auto found = at->entries.find(name);
    if (found != at->entries.end() && found->second.value) return found->second.value;
  }
  return Invalid("'{}' is read, but nothing gives it", Printable(name));
}

void Planner::Release(std::string_view name, Scope& scope) {
  const auto found = scope.entries.find(name);
  if (found != scope.entries.end() && --found->second.uses <= 0) found->second.value = nullptr;
}

Result<std::vector<ValueRef>> Planner::RunGraph(const Graph& graph, std::vector<ValueRef> inputs,
                                                Scope* outer) {
  if (++depth_ > kMostDepth)
    return NotSupported("model: graphs and functions lie more than {} deep in each other",
                        kMostDepth);
  WEFT_RETURN_IF_ERROR(CountInner());
  Scope scope;
  scope.outer = outer;
  Count(graph.nodes, scope);
  for (const ValueInfo& output : graph.outputs) ++scope.entries[output.name].uses;
  for (const Tensor& weight : graph.weights) {
    const auto wanted = scope.entries.find(weight.name);
    if (wanted != scope.entries.end()) wanted->second.value = HostTensor(weight);
  }
  for (size_t i = 0; i < std::min(inputs.size(), graph.inputs.size()); ++i) {
    const auto wanted = scope.entries.find(graph.inputs[i].name);
    if (wanted != scope.entries.end()) wanted->second.value = inputs[i];
  }
  inputs.clear();
  WEFT_RETURN_IF_ERROR(RunNodes(graph.nodes, scope));
  std::vector<ValueRef> outputs;
  for (const ValueInfo& output : graph.outputs) {
    WEFT_ASSIGN(ValueRef value, Lookup(output.name, scope));
    outputs.push_back(std::move(value));
  }
  --depth_;
  return outputs;
}

Status Planner::CountInner() {
  if (++nodes_inside_ <= options_.most_nodes) return Ok();
  return NotSupported("more than {} nodes of loops, branches and functions are not supported",
                      options_.most_nodes);
}

Status Planner::RunNodes(const std::vector<Node>& nodes, Scope& scope) {
  for (const Node& node : nodes) {
    if (&nodes != &model_.graph.nodes) WEFT_RETURN_IF_ERROR(CountInner());
    if (const Status status = RunNode(node, scope); !status) {
      // An error of a node inside of this one has its name already.
      return tl::unexpected<Error>(status.error());
    }
    if (&nodes != &model_.graph.nodes) continue;
    ++nodes_done_;
    Report("planning");
  }
  return Ok();
}

Status Planner::RunNode(const Node& node, Scope& scope) {
  const bool is_wanted = std::ranges::any_of(node.outputs, [&](std::string_view name) {
    return !name.empty() && scope.entries.contains(name);
  });
  std::vector<ValueRef> outputs;
  if (is_wanted || node.outputs.empty()) {
    std::vector<ValueRef> inputs;
    for (const std::string_view name : node.inputs) {
      if (name.empty()) {
        inputs.push_back(nullptr);
        continue;
      }
      Result<ValueRef> value = Lookup(name, scope);
      if (!value) return InNode(node, value.error());
      inputs.push_back(*std::move(value));
    }
    while (!inputs.empty() && inputs.back() == nullptr) inputs.pop_back();
    WEFT_ASSIGN(outputs, ConvertNode(node, std::move(inputs), scope));
  }
  ForEachRead(node, [&](std::string_view name) { Release(name, scope); });
  for (size_t i = 0; i < outputs.size(); ++i) {
    const auto wanted = scope.entries.find(node.outputs[i]);
    if (wanted != scope.entries.end() && !node.outputs[i].empty())
      wanted->second.value = std::move(outputs[i]);
  }
  return Ok();
}

// ---- nodes

int64_t Planner::VersionOf(std::string_view domain) const {
  const Opsets& opsets = frame_ && frame_->opsets ? *frame_->opsets : model_.opsets;
  const auto found = opsets.find(domain);
  return found != opsets.end() ? found->second : 1;
}

const Function* Planner::FindFunction(const Node& node) const {
  const auto found = functions_.find(node.op_type);
  if (found == functions_.end()) return nullptr;
  for (const Function* function : found->second)
    if (function->domain == node.domain && function->overload == node.overload) return function;
  return nullptr;
}

Result<std::vector<ValueRef>> Planner::ConvertNode(const Node& node, std::vector<ValueRef> inputs,
                                                   Scope& scope) {
  if (const Function* function = FindFunction(node))
    return RunFunction(*function, node, std::move(inputs));
  node_name_ = NameOf(node);
  builder_.NameNodes(node_name_);
  const int64_t version = VersionOf(node.domain);
  const Registry& registry = Registry::Get();
  const Converter* const converter = registry.Find(node.domain, node.op_type, version);
  if (converter == nullptr)
    return NotSupported("{}: {}", node.Title(), registry.Why(node.domain, node.op_type, version));
  std::vector<ValueRef> folded;
  if (converter->kind != Converter::Kind::Flow && !inputs.empty() &&
      std::ranges::all_of(inputs, IsSmallHost)) {
    WEFT_ASSIGN(folded, Fold(node, version, converter->convert, inputs));
    if (converter->kind == Converter::Kind::Folded) return folded;
  }
  Scope* const outer_scope = std::exchange(scope_, &scope);
  Conversion conversion(*this, node, version, std::move(inputs));
  Status status = converter->convert(conversion);
  scope_ = outer_scope;
  if (status) status = conversion.TakeError();
  if (status) status = builder_.TakeError();
  std::vector<ValueRef> outputs = conversion.TakeOutputs();
  if (status) status = CheckSizes(outputs);
  if (!status) {
    // Nodes inside of it have named themselves.
    if (converter->kind == Converter::Kind::Flow && status.error().message.starts_with("node "))
      return tl::unexpected<Error>(status.error());
    return InNode(node, status.error());
  }
  if (folded.empty()) return outputs;
  for (size_t i = 0; i < folded.size(); ++i) {
    if (!folded[i] || !outputs[i]->expression.IsPresent()) continue;
    folded[i]->expression = outputs[i]->expression;
    folded[i]->segment = segment_;
  }
  return folded;
}

Result<std::vector<ValueRef>> Planner::RunFunction(const Function& function, const Node& call,
                                                   std::vector<ValueRef> inputs) {
  if (++depth_ > kMostDepth)
    return NotSupported("model: graphs and functions lie more than {} deep in each other",
                        kMostDepth);
  for (const Frame* at = frame_; at != nullptr; at = at->outer)
    if (at->function == &function)
      return Invalid("model: function '{}' calls itself", Printable(function.name));
  Frame frame = {&function, frame_, function.opsets.empty() ? nullptr : &function.opsets};
  for (const Attribute& attribute : function.defaults)
    frame.attributes[attribute.name] = &attribute;
  for (const Attribute& attribute : call.attributes) {
    const Attribute* given = &attribute;
    if (!attribute.reference.empty()) {
      const auto found = frame_ ? frame_->attributes.find(attribute.reference)
                                : decltype(frame_->attributes.end())();
      given = frame_ && found != frame_->attributes.end() ? found->second : nullptr;
    }
    if (given) frame.attributes[attribute.name] = given;
  }
  Scope scope;
  Count(function.nodes, scope);
  for (const std::string_view name : function.outputs) ++scope.entries[name].uses;
  inputs.resize(function.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto wanted = scope.entries.find(function.inputs[i]);
    if (wanted == scope.entries.end()) continue;
    // What the call leaves out, nodes of the function get as an optional value that is none.
    if (!inputs[i]) {
      inputs[i] = std::make_shared<Value>();
      inputs[i]->kind = Value::Kind::Nothing;
    }
    wanted->second.value = inputs[i];
  }
  inputs.clear();
  const Frame* const outer = std::exchange(frame_, &frame);
  const Status status = RunNodes(function.nodes, scope);
  frame_ = outer;
  if (!status && status.error().message.starts_with("model: "))  // about more than this call
    return tl::unexpected<Error>(status.error());
  if (!status) return InNode(call, status.error());
  std::vector<ValueRef> outputs;
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    if (i >= function.outputs.size() || call.outputs[i].empty()) {
      outputs.push_back(nullptr);
      continue;
    }
    WEFT_ASSIGN(ValueRef value, Lookup(function.outputs[i], scope));
    outputs.push_back(std::move(value));
  }
  --depth_;
  return outputs;
}

// The operators on their own small graph, which runs now.
Result<std::vector<ValueRef>> Planner::Fold(const Node& node, int64_t version, Convert convert,
                                            const std::vector<ValueRef>& inputs) {
  // Host values keep the expression of the segment they are used in: here they are others.
  std::vector<ValueRef> copies;
  for (const ValueRef& input : inputs) {
    copies.push_back(input ? std::make_shared<Value>(*input) : nullptr);
    if (copies.back()) copies.back()->segment = -1;
  }
  GraphBuilder outer = std::exchange(builder_, GraphBuilder());
  const int64_t outer_segment = std::exchange(segment_, -2);
  auto outer_described = std::exchange(described_, {});
  const bool was_folding = std::exchange(is_folding_, true);
  const auto restore = [&] {
    builder_ = std::move(outer);
    segment_ = outer_segment;
    described_ = std::move(outer_described);
    is_folding_ = was_folding;
  };
  Conversion conversion(*this, node, version, std::move(copies));
  Status status = convert(conversion);
  if (status) status = conversion.TakeError();
  if (status) status = builder_.TakeError();
  std::vector<ValueRef> outputs = conversion.TakeOutputs();
  if (status) status = CheckSizes(outputs);
  std::vector<ValueRef> wanted;
  std::vector<Expression> expressions;
  for (const ValueRef& output : outputs)
    if (output && output->IsTensor() && !output->is_host) {
      wanted.push_back(output);
      expressions.push_back(output->expression);
    }
  if (status && !wanted.empty()) {
    std::vector<NewHostValue> results;
    std::vector<Buffer> buffers;
    for (const ValueRef& value : wanted) {
      Result<NewHostValue> made = MakeHost(value->type, value->shape);
      if (!made) {
        status = tl::unexpected<Error>(made.error());
        break;
      }
      buffers.emplace_back(made->data, (made->value->bytes.size() + 3) / 4 * 4);
      results.push_back(*std::move(made));
    }
    if (status) {
      GraphOptions plain = options_.graph;
      plain.as_described = true;
      Result<CompiledGraph> graph = builder_.Compile(expressions, plain);
      if (!graph) status = tl::unexpected<Error>(graph.error());
      if (status) status = Budget::Check(graph->temporary_bytes(), "temporary memory");
      if (status) status = graph->Run({}, buffers);
      for (size_t i = 0; status && i < wanted.size(); ++i) *wanted[i] = *results[i].value;
    }
  }
  restore();
  if (!status) return InNode(node, status.error());
  return outputs;
}

// ---- values

Result<Expression> Planner::Device(const ValueRef& value) {
  if (!value->IsTensor())
    return Invalid("a tensor is required, but a sequence or nothing is given");
  const DataType type = DataTypeOf(value->type);
  if (type == DataType::Unknown)
    return NotSupported("tensor({}) is not supported here", Name(value->type));
  if (value->segment == segment_ && value->expression.IsPresent()) return value->expression;
  if (value->rank() > size_t(kMaxRank))
    return NotSupported("a tensor of shape {} has {} dimensions, but at most {} are supported",
                        ToString(value->shape), value->rank(), kMaxRank);
  if (value->count() == 0)
    return NotSupported("a tensor of shape {} is empty, which is not supported here",
                        ToString(value->shape));
  const TensorDesc desc(type, SizesOf(value->shape));
  if (value->is_host) {
    if (value->bytes.size() < desc.MinimumTotalBytes()) {  // DirectML counts whole 4 bytes
      std::vector<std::byte> padded(desc.MinimumTotalBytes());
      std::memcpy(padded.data(), value->bytes.data(), value->bytes.size());
      value->expression = builder_.Constant(desc, padded);
    } else {
      value->expression =
          builder_.Constant(desc, {value->owner ? value->owner : model_.file, value->bytes});
    }
  } else {
    segment_inputs_.push_back(value->slot);
    value->expression = builder_.Input(desc);
  }
  value->segment = segment_;
  return value->expression;
}

ValueRef Planner::NewDevice(const Expression& expression, ElementType type, const Shape& shape) {
  auto value = std::make_shared<Value>();
  value->type = type;
  value->shape = shape;
  value->expression = expression;
  value->segment = segment_;
  described_.push_back(value);
  return value;
}

Status Planner::ReadBack(const ValueRef& value) {
  if (!value->IsTensor())
    return Invalid("a tensor is required, but a sequence or nothing is given");
  if (value->is_host) return Ok();
  if (is_folding_) return Fail(ErrorCode::Internal, "a value is read while it is described");
  if (!options_.has_data) return NotSupported("what follows depends on the values of the inputs");
  Step step;
  if (value->slot < 0) {
    WEFT_ASSIGN(step.segment, Finish());
  }
  const size_t bytes = size_t((value->count() * SizeBits(value->type) + 7) / 8);
  WEFT_RETURN_IF_ERROR(Budget::Take(2 * bytes, "a value that decides what follows"));
  const Slot& slot = slots_[size_t(value->slot)];
  step.read_slot = value->slot;
  step.seen.assign(slot.bytes.begin(), slot.bytes.begin() + std::ptrdiff_t(bytes));
  auto owner = std::make_shared<const std::vector<std::byte>>(step.seen);
  value->bytes = *owner;
  value->owner = std::move(owner);
  value->is_host = true;
  value->segment = -1;
  path_.steps.push_back(std::move(step));
  return Ok();
}

// ---- segments

void Planner::Begin() {
  builder_ = GraphBuilder();
  builder_.NameNodes(node_name_);
  ++segment_;
  segment_inputs_.clear();
  described_.clear();
}

void Planner::Report(std::string_view stage) const {
  if (options_.progress) options_.progress(stage, nodes_done_, int64_t(model_.graph.nodes.size()));
}

Result<std::shared_ptr<const Segment>> Planner::Finish() {
  std::vector<ValueRef> wanted;
  for (const std::weak_ptr<Value>& one : described_)
    if (ValueRef value = one.lock(); value && !value->is_host && value->slot < 0)
      wanted.push_back(std::move(value));
  std::shared_ptr<const Segment> segment;
  for (const ValueRef& value : wanted) value->slot = next_slot_++;
  if (!wanted.empty()) {
    if (path_.steps.size() < done_.size()) {
      segment = done_[path_.steps.size()].segment;
    } else {
      WEFT_ASSIGN(segment, Compile(wanted));
      if (options_.has_data) WEFT_RETURN_IF_ERROR(RunSegment(*segment, slots_, workspace_));
    }
  }
  Begin();
  return segment;
}

Result<std::shared_ptr<const Segment>> Planner::Compile(const std::vector<ValueRef>& wanted) {
  Report("compiling");
  std::vector<Expression> expressions;
  std::vector<Segment::Output> outputs;
  for (const ValueRef& value : wanted) {
    expressions.push_back(value->expression);
    const TensorDesc desc(DataTypeOf(value->type), SizesOf(value->shape));
    outputs.push_back({value->slot, desc.MinimumTotalBytes()});
  }
  WEFT_ASSIGN(const GraphDesc described, builder_.Describe(expressions));
  // The description has all that is needed. Two of them while weights are packed would be too many.
  builder_ = GraphBuilder();
  expressions.clear();
  for (const ValueRef& value : wanted) value->expression = {};
  // A converter may have asked for a value that none of the results needs.
  std::vector<bool> is_needed(segment_inputs_.size(), false);
  for (const GraphInputEdge& edge : described.input_edges) is_needed[edge.graph_input] = true;
  for (size_t i = 0; i < is_needed.size(); ++i)
    if (!is_needed[i]) segment_inputs_[i] = kNoSlot;
  WEFT_ASSIGN(CompiledGraph graph, CompileGraph(described, options_.graph));
  uint64_t result_bytes = 0;
  for (const Segment::Output& output : outputs) result_bytes += output.bytes;
  WEFT_RETURN_IF_ERROR(Budget::Take(result_bytes, "model: results"));
  WEFT_RETURN_IF_ERROR(Budget::Take(graph.prepared_bytes(), "model: rearranged weights"));
  WEFT_RETURN_IF_ERROR(Budget::Check(graph.temporary_bytes(), "model: temporary memory"));
  return std::make_shared<const Segment>(
      Segment{std::move(graph), std::move(segment_inputs_), std::move(outputs)});
}

}  // namespace weft::onnx
