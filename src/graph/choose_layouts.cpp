// SPDX-License-Identifier: MIT
// Convolutions are faster with channels last. The layouts of tensors between operators are free, so
// a connected region of layout-agnostic operators gets channels last if a convolution is among
// them. The operators at the borders of the region read or write the outside layouts.
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

// Whether an operator is as fast with channels last as with any other order.
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
      // Softmax and hardmax are functions of lines, whose direction matters.
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

// Whether the producer and all readers of a packed value are layout-agnostic and use one layout.
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
    // The weights of a convolution are not an image.
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
