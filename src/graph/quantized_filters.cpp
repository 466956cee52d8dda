// SPDX-License-Identifier: MIT
// A convolution of floats whose filter is computed from 8-bit integers keeps these, a quarter of
// the memory, and computes the numbers in each run. They are the same.
#include <memory>
#include <optional>
#include <utility>

#include "graph/quantized.h"
#include "graph/rewrite.h"
#include "weft/operators.h"

namespace weft::graph {
namespace {

// Smaller filters are not worth their time, and where a channel has few weights its scale is as
// large.
constexpr int64_t kLeastWeights = 64 << 10, kLeastOfChannel = 32;
// To dequantize a weight takes about as long as its products with eight pixels.
constexpr int64_t kLeastPixels = 128;

bool IsWorthIt(const Convolution& op) {
  const int64_t weights = op.filter.layout.ElementCount(), channels = op.output.sizes()[1];
  return channels > 0 && weights >= kLeastWeights && weights / channels >= kLeastOfChannel &&
         op.output.layout.ElementCount() / channels >= kLeastPixels;
}

// Constants that stand for (integer - zero point) * scale + offset.
struct Filter : Quantized {
  std::optional<Operand> offset = {};
};

bool IsConstant(const Graph& graph, const std::optional<Operand>& operand) {
  return !operand || graph.value(operand->value).constant;
}
bool IsConstant(const Graph& graph, const Filter& filter) {
  return IsConstant(graph, filter.integers) && IsConstant(graph, filter.scale) &&
         IsConstant(graph, filter.zero_point) && IsConstant(graph, filter.offset);
}

// The producer of a value, if it is an `Op`.
template <class Op>
const Node* ProducerOf(const Graph& graph, ValueId id) {
  const Value& value = graph.value(id);
  if (value.producer == kNone || value.is_joined) return nullptr;
  const Node& node = graph.node(value.producer);
  return node.op.type() == Op::kType ? &node : nullptr;
}

// The inputs of a sum or a product, the one that is computed first.
struct Operands {
  Operand computed, constant;
};
std::optional<Operands> OperandsOf(const Graph& graph, const Node& node) {
  for (const size_t i : {0, 1})
    if (!graph.value(node.inputs[i]).constant && graph.value(node.inputs[1 - i]).constant)
      return Operands{{node.inputs[i], *node.input_descs[i]},
                      {node.inputs[1 - i], *node.input_descs[1 - i]}};
  return std::nullopt;
}

// CAST, ELEMENT_WISE_MULTIPLY and perhaps ELEMENT_WISE_ADD, as some tools write it, for the
// coordinates of the node that reads the result in the layout `read`.
std::optional<Filter> BeforeScaling(const Graph& graph, ValueId filter, Layout read) {
  std::optional<Operand> offset;
  const auto step = [&](const Node& node) -> std::optional<Operand> {
    const std::optional<Operands> operands = OperandsOf(graph, node);
    if (!operands || node.output_descs[0]->type != DataType::Float32) return std::nullopt;
    const auto seen =
        SeenAs({operands->computed, operands->constant, {}}, node.output_descs[0]->layout, read);
    if (!seen) return std::nullopt;
    filter = operands->computed.value;
    read = seen->integers.desc.layout;
    return seen->scale;
  };
  if (const Node* const sum = ProducerOf<ElementWiseAdd>(graph, filter))
    if (!(offset = step(*sum))) return std::nullopt;
  const Node* const product = ProducerOf<ElementWiseMultiply>(graph, filter);
  const std::optional<Operand> scale = product ? step(*product) : std::nullopt;
  const Node* const cast = ProducerOf<Cast>(graph, filter);
  if (!scale || !cast) return std::nullopt;
  const auto seen = SeenAs({{cast->inputs[0], *cast->input_descs[0]}, *scale, {}},
                           cast->output_descs[0]->layout, read);
  if (!seen) return std::nullopt;
  return Filter{{seen->integers, *scale, {}}, offset};
}

std::optional<Filter> KnownFilter(const Graph& graph, const Node& node) {
  const auto& op = node.op.As<Convolution>();
  if (op.filter.type != DataType::Float32 || !IsWorthIt(op)) return std::nullopt;
  std::optional<Filter> filter;
  if (const auto integers = BeforeDequantizing(graph, node, 1))
    filter = {*integers};
  else
    filter = BeforeScaling(graph, node.inputs[1], op.filter.layout);
  if (!filter || !IsBytes(*filter) || !IsConstant(graph, *filter)) return std::nullopt;
  const int channels = op.direction == ConvolutionDirection::Forward ? 0 : -1;
  const auto parameters = WithShortParameters(graph, *filter, channels);
  if (!parameters) return std::nullopt;
  static_cast<Quantized&>(*filter) = *parameters;
  if (!filter->offset) return filter;
  const auto offset = WithShortParameters(graph, {filter->integers, *filter->offset, {}}, channels);
  if (!offset) return std::nullopt;
  filter->offset = offset->scale;
  return filter;
}

void KeepIntegers(Graph& graph, NodeId id) {
  const std::optional<Filter> filter = KnownFilter(graph, graph.node(id));
  if (!filter) return;
  Node& node = graph.node(id);
  const NodeId before = graph.value(node.inputs[1]).producer;
  const auto copy = [](const std::optional<Operand>& operand) {
    return operand ? std::make_shared<TensorDesc>(operand->desc) : nullptr;
  };
  static_cast<Convolution*>(node.op.mutable_data())->filter = filter->integers.desc;
  node.filter_scale = copy(filter->scale);
  node.filter_zero_point = copy(filter->zero_point);
  node.filter_offset = copy(filter->offset);
  node.FindDescs();
  graph.SetReader({id, 1}, filter->integers.value);
  int slot = int(node.input_descs.size()) - 3;
  for (const auto& operand : {std::optional(filter->scale), filter->zero_point, filter->offset}) {
    if (operand) graph.SetReader({id, slot}, operand->value);
    ++slot;
  }
  if (!graph.value(graph.node(before).outputs[0]).IsWanted()) graph.Remove(before);
}

}  // namespace

void KeepQuantizedFilters(Graph& graph) {
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (!graph.nodes[i].is_done && graph.nodes[i].op.type() == OperatorType::Convolution)
      KeepIntegers(graph, NodeId(i));
}

}  // namespace weft::graph
