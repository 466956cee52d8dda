// SPDX-License-Identifier: MIT
// PADDING with a constant. Paddings with zeros move into the convolutions that read them. For any
// other reader the padded tensor's middle is written by its producer, and only the border is left
// to fill.
#include <algorithm>
#include <limits>
#include <optional>

#include "graph/rewrite.h"
#include "ops/convolution/convolution.h"
#include "ops/movement/padding_border.h"
#include "strided/view.h"
#include "weft/operators.h"

namespace weft::graph {
namespace {

std::optional<Padding1> ConstantPadding(const Node& node) {
  std::optional<Padding1> padding;
  if (node.is_done) return padding;
  if (node.op.type() == OperatorType::Padding) padding = ops::AsPadding1(node.op.As<Padding>());
  if (node.op.type() == OperatorType::Padding1) padding = node.op.As<Padding1>();
  if (padding && padding->padding_mode != PaddingMode::Constant) padding.reset();
  return padding;
}

// The paddings of a convolution plus those of its input; nothing if they become too large.
std::optional<std::vector<uint32_t>> Added(const std::vector<uint32_t>& own,
                                           const std::vector<uint32_t>& before) {
  std::vector<uint32_t> sums = own;
  for (size_t i = 0; i < sums.size(); ++i) {
    if (before[i + 2] > std::numeric_limits<int32_t>::max() - uint64_t(own[i])) return std::nullopt;
    sums[i] += before[i + 2];
  }
  return sums;
}

bool PadInConvolution(Graph& graph, const Use& use, const Padding1& padding, ValueId image) {
  Node& reader = graph.node(use.node);
  if (reader.op.type() != OperatorType::Convolution || use.input != 0) return false;
  auto& convolution = *static_cast<Convolution*>(reader.op.mutable_data());
  if (convolution.direction != ConvolutionDirection::Forward ||
      convolution.input.layout != padding.output.layout ||
      convolution.input.type != padding.output.type)
    return false;
  const auto start = Added(convolution.start_padding, padding.start_padding);
  const auto end = Added(convolution.end_padding, padding.end_padding);
  if (!start || !end) return false;
  convolution.start_padding = *start;
  convolution.end_padding = *end;
  convolution.input = TensorDesc(padding.input.type, padding.input.layout);
  graph.SetReader(use, image);
  return true;
}

// Whether a padding adds pixels of zeros, and no images or channels.
bool IsWhatConvolutionsDo(const Padding1& padding) {
  const auto is_zero = [&](int dim) {
    return padding.start_padding[size_t(dim)] == 0 && padding.end_padding[size_t(dim)] == 0;
  };
  return padding.output.rank() > 2 && is_zero(0) && is_zero(1) &&
         padding.padding_value.Bits(padding.output.type) == 0;
}

Layout Middle(const Padding1& padding) {
  Layout middle = padding.output.layout;
  for (int dim = 0; dim < middle.rank(); ++dim)
    middle = Narrow(middle, dim, padding.start_padding[size_t(dim)], padding.input.sizes()[dim]);
  return middle;
}

// Whether the producer is as fast with that layout: a convolution might need another candidate.
bool TakesPaddedInput(const Node& producer, const Layout& middle) {
  if (producer.addend) return false;
  if (producer.op.type() != OperatorType::Convolution) return true;
  Convolution inside = producer.op.As<Convolution>();
  const std::string_view packed = ops::CandidateOf(inside);
  inside.output = TensorDesc(inside.output.type, middle);
  return ops::CandidateOf(inside) == packed;
}

}  // namespace

void PadInConvolutions(Graph& graph) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const std::optional<Padding1> padding = ConstantPadding(graph.nodes[i]);
    if (!padding || !IsWhatConvolutionsDo(*padding)) continue;
    const ValueId padded = graph.nodes[i].outputs[0], image = graph.nodes[i].inputs[0];
    for (const Use& use : std::vector<Use>(graph.Readers(padded)))
      PadInConvolution(graph, use, *padding, image);
    if (!graph.value(padded).IsWanted()) graph.Remove(NodeId(i));
  }
}

void PadInPlace(Graph& graph) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    Node& node = graph.nodes[i];
    const std::optional<Padding1> padding = ConstantPadding(node);
    if (!padding || SizeBits(padding->output.type) < 8 ||
        padding->input.layout.ElementCount() == 0 || !CanMove(graph, node.inputs[0]))
      continue;
    const ValueId image = node.inputs[0];
    const Value& value = graph.value(image);
    const Layout middle = Middle(*padding);
    if (!TakesPaddedInput(graph.node(value.producer), middle)) continue;
    graph.SetReader({NodeId(i), 0}, kNone);
    Move(graph, image, node.outputs[0], middle);
    node.is_border = true;
    graph.value(node.outputs[0]).is_joined = true;
  }
}

}  // namespace weft::graph
