// SPDX-License-Identifier: MIT
// Convolutions like to find channels next to each other. A tensor between two operators may lie as
// it likes, so regions of operators that take any layout equally well agree on channels last if a
// convolution is among them; what comes from outside or leaves is converted by whoever reads or
// writes it.
#include <algorithm>
#include <numeric>
#include <vector>

#include "graph/rewrite.h"
#include "strided/channels_last.h"
#include "weft/operators.h"
#include "weft/schema.h"

namespace weft::graph {
namespace {

bool IsConvolution(OperatorType type) {
  return type == OperatorType::Convolution || type == OperatorType::QuantizedLinearConvolution;
}

// As fast with channels last as with any other order.
bool IsLayoutAgnostic(OperatorType type) {
  switch (type) {
    case OperatorType::Convolution:
    case OperatorType::QuantizedLinearConvolution:
    case OperatorType::QuantizedLinearAveragePooling:
    case OperatorType::BatchNormalization:
    case OperatorType::AveragePooling:
    case OperatorType::AveragePooling1:
    case OperatorType::LpPooling:
    case OperatorType::LpPooling1:
    case OperatorType::MaxPooling:
    case OperatorType::MaxPooling1:
    case OperatorType::MaxPooling2:
    case OperatorType::Upsample2D:
    case OperatorType::Resample:
    case OperatorType::Resample1:
    case OperatorType::Resample2:
    case OperatorType::Resample3:
    case OperatorType::ValueScale2D:
    case OperatorType::Cast:
    case OperatorType::Padding:
    case OperatorType::Padding1: return true;
    default: {
      const std::string_view name = Info(type).name;
      // Softmax and hardmax look at lines, not at elements.
      return name.starts_with("ELEMENT_WISE_") ||
             (name.starts_with("ACTIVATION_") && name.find("MAX") == std::string_view::npos);
    }
  }
}

class Regions {
 public:
  explicit Regions(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  ValueId Find(ValueId id) {
    while (parent_[size_t(id)] != id)
      id = parent_[size_t(id)] = parent_[size_t(parent_[size_t(id)])];
    return id;
  }
  void Unite(ValueId a, ValueId b) { parent_[size_t(Find(a))] = Find(b); }

 private:
  std::vector<ValueId> parent_;
};

// Whoever touches the value takes it as it is written, packed, and minds no other layout.
bool IsFree(Graph& graph, ValueId id) {
  const Value& value = graph.value(id);
  if (!value.IsBetweenNodes() || value.is_joined || value.reader_count == 0) return false;
  const Node& producer = graph.node(value.producer);
  const TensorDesc& written = *producer.output_descs[size_t(value.output)];
  if (written.rank() < 4 || SizeBits(written.type) < 8 || !IsLayoutAgnostic(producer.op.type()) ||
      written.layout != Layout::Packed(written.sizes()))
    return false;
  return std::ranges::all_of(graph.Readers(id), [&](const Use& use) {
    const Node& reader = graph.node(use.node);
    const TensorDesc& read = *reader.input_descs[size_t(use.input)];
    // The weights of a convolution are no image.
    return IsLayoutAgnostic(reader.op.type()) && read.layout == written.layout &&
           (use.input == 0 || !IsConvolution(reader.op.type()));
  });
}

}  // namespace

void ChooseLayouts(Graph& graph) {
  std::vector<bool> is_free(graph.values.size());
  for (size_t i = 0; i < graph.values.size(); ++i) is_free[i] = IsFree(graph, ValueId(i));
  Regions regions(graph.values.size());
  std::vector<bool> has_convolution(graph.values.size());
  const auto for_each_free = [&](const Node& node, const auto& visit) {
    for (const auto* ids : {&node.inputs, &node.outputs})
      for (const ValueId id : *ids)
        if (id != kNone && is_free[size_t(id)]) visit(id);
  };
  for (const Node& node : graph.nodes) {
    if (node.is_done) continue;
    ValueId first = kNone;
    for_each_free(node, [&](ValueId id) {
      if (first != kNone) regions.Unite(first, id);
      first = id;
    });
  }
  for (const Node& node : graph.nodes)
    if (!node.is_done && IsConvolution(node.op.type()))
      for_each_free(node, [&](ValueId id) { has_convolution[size_t(regions.Find(id))] = true; });
  for (size_t i = 0; i < graph.values.size(); ++i) {
    if (!is_free[i] || !has_convolution[size_t(regions.Find(ValueId(i)))]) continue;
    const Value& value = graph.values[i];
    TensorDesc& written = *graph.node(value.producer).output_descs[size_t(value.output)];
    written = TensorDesc(written.type, WithUsualStrides(ChannelsLast(written.sizes())));
    for (const Use& use : graph.Readers(ValueId(i)))
      *graph.node(use.node).input_descs[size_t(use.input)] = written;
  }
}

}  // namespace weft::graph
