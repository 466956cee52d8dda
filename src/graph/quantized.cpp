// SPDX-License-Identifier: MIT
// See quantized.h.
#include "graph/quantized.h"

#include <algorithm>
#include <cstring>

#include "graph/rewrite.h"
#include "strided/view.h"
#include "weft/operators.h"

namespace weft::graph {
namespace {

bool Repeats(const Layout& layout, int dim) {
  return layout.sizes[dim] == 1 || layout.strides[dim] == 0;
}

bool IsOneElement(const Layout& layout) {
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (!Repeats(layout, dim)) return false;
  return true;
}

Operand With(const Operand& operand, const Layout& layout) {
  Operand other = operand;
  other.desc.layout = WithUsualStrides(layout);
  other.desc.total_bytes = 0;
  return other;
}

// Applies `change`, which returns another layout or nothing, to all operands.
template <class Change>
std::optional<Quantized> Changed(const Quantized& tensor, const Change& change) {
  Quantized other = tensor;
  for (Operand* operand :
       {&other.integers, &other.scale, other.zero_point ? &*other.zero_point : nullptr}) {
    if (operand == nullptr) continue;
    const std::optional<Layout> layout = change(operand->desc.layout);
    if (!layout) return std::nullopt;
    *operand = With(*operand, *layout);
  }
  return other;
}

// DEQUANTIZE and QUANTIZE have one parameter for a block of elements. Only blocks of one element or
// of a whole dimension can be expressed by strides.
std::optional<Operand> ForEachElement(const Operand& parameter, const Sizes& sizes) {
  for (int dim = 0; dim < sizes.rank(); ++dim)
    if (const int64_t size = parameter.desc.sizes()[dim]; size != 1 && size != sizes[dim])
      return std::nullopt;
  return With(parameter, BroadcastTo(parameter.desc.layout, sizes));
}

template <class Op>
std::optional<Quantized> ByBlocks(const Node& node, const Operand& integers) {
  const Op& op = node.op.As<Op>();
  const auto parameter = [&](size_t i) {
    return ForEachElement({node.inputs[i + 1], op.quantizations[i]}, integers.desc.sizes());
  };
  // The default zero point is in the middle of unsigned types, which no operand expresses.
  if (op.quantization_type != QuantizationType::ScaleZeroPoint) return std::nullopt;
  const std::optional<Operand> scale = parameter(0), zero_point = parameter(1);
  if (!scale || !zero_point) return std::nullopt;
  return Quantized{integers, *scale, *zero_point};
}

template <class Op>
std::optional<Quantized> ByElements(const Node& node, const Operand& integers) {
  const Op& op = node.op.As<Op>();
  Quantized tensor = {integers, {node.inputs[1], op.scale}, {}};
  if (op.zero_point) tensor.zero_point = Operand{node.inputs[2], *op.zero_point};
  return tensor;
}

std::optional<Quantized> WithUsualScale(std::optional<Quantized> tensor) {
  if (tensor && tensor->scale.desc.type != DataType::Float32) tensor.reset();
  return tensor;
}

// `of` has the coordinates of `written`. See SeenAs.
std::optional<Layout> LayoutSeenAs(const Layout& of, const Layout& written, const Layout& read) {
  Layout seen = OneElement(read.sizes);
  seen.offset = of.offset;
  if (IsOneElement(of)) return seen;
  if (of == written && read.RequiredElements() <= written.RequiredElements()) return read;
  // Dimensions of size 1 may be added or dropped.
  const auto next = [](const Layout& layout, int dim) {
    while (dim < layout.rank() && layout.sizes[dim] == 1) ++dim;
    return dim;
  };
  int from = next(written, 0), to = next(read, 0);
  for (; from < written.rank() && to < read.rank();
       from = next(written, from + 1), to = next(read, to + 1)) {
    if (read.sizes[to] != written.sizes[from] || read.strides[to] != written.strides[from])
      return std::nullopt;
    seen.strides[to] = of.strides[from];
  }
  if (from < written.rank() || to < read.rank() || read.offset != written.offset)
    return std::nullopt;
  return seen;
}

template <class T>
double NumberAt(const std::byte* at) {
  T number;
  std::memcpy(&number, at, sizeof number);
  return double(number);
}

std::optional<Operand> AlongChannels(const Operand& operand, int channel_dim) {
  const Layout& of = operand.desc.layout;
  Layout along = OneElement(Sizes::Filled(of.rank(), 1));
  along.offset = of.offset;
  for (int dim = 0; dim < of.rank(); ++dim) {
    if (Repeats(of, dim)) continue;
    if (dim != channel_dim) return std::nullopt;
    along.sizes[1] = of.sizes[dim];
    along.strides[1] = of.strides[dim];
  }
  return With(operand, along);
}

bool IsKnownZero(const Graph& graph, const Operand& operand) {
  for (int64_t i = 0; i < operand.desc.layout.ElementCount(); ++i)
    if (KnownNumber(graph, operand, i) != 0) return false;
  return true;
}

}  // namespace

std::optional<Quantized> QuantizedBy(const Node& node) {
  if (node.op.type() == OperatorType::ElementWiseQuantizeLinear)
    return WithUsualScale(ByElements<ElementWiseQuantizeLinear>(
        node, {node.outputs[0], node.op.As<ElementWiseQuantizeLinear>().output}));
  if (node.op.type() == OperatorType::Quantize)
    return WithUsualScale(
        ByBlocks<Quantize>(node, {node.outputs[0], node.op.As<Quantize>().output}));
  return std::nullopt;
}

std::optional<Quantized> DequantizedBy(const Node& node) {
  if (node.op.type() == OperatorType::ElementWiseDequantizeLinear)
    return WithUsualScale(ByElements<ElementWiseDequantizeLinear>(
        node, {node.inputs[0], node.op.As<ElementWiseDequantizeLinear>().input}));
  if (node.op.type() == OperatorType::Dequantize)
    return WithUsualScale(
        ByBlocks<Dequantize>(node, {node.inputs[0], node.op.As<Dequantize>().input}));
  return std::nullopt;
}

std::optional<Quantized> SeenAs(const Quantized& tensor, const Layout& written,
                                const Layout& read) {
  return Changed(tensor, [&](const Layout& of) { return LayoutSeenAs(of, written, read); });
}

std::optional<Quantized> BeforeDequantizing(const Graph& graph, const Node& node, size_t input) {
  if (node.inputs[input] == kNone) return std::nullopt;
  const Value& value = graph.value(node.inputs[input]);
  if (value.producer == kNone || value.is_joined) return std::nullopt;
  const Node& producer = graph.node(value.producer);
  const std::optional<Quantized> tensor = DequantizedBy(producer);
  if (!tensor) return std::nullopt;
  return SeenAs(*tensor, producer.output_descs[0]->layout, node.input_descs[input]->layout);
}

std::optional<Quantized> Arranged(const Quantized& tensor, std::span<const int> dims) {
  return Changed(tensor, [&](const Layout& of) -> std::optional<Layout> {
    Layout arranged({}, {}, of.offset);
    for (const int dim : dims) {
      arranged.sizes.push_back(dim < 0 ? 1 : of.sizes[dim]);
      arranged.strides.push_back(dim < 0 ? 0 : of.strides[dim]);
    }
    for (int dim = 0; dim < of.rank(); ++dim)
      if (std::ranges::find(dims, dim) == dims.end() && !Repeats(of, dim)) return std::nullopt;
    return arranged;
  });
}

bool IsBytes(const Quantized& tensor) {
  const DataType type = tensor.integers.desc.type;
  return type == DataType::Int8 || type == DataType::UInt8;
}

std::optional<Quantized> WithShortParameters(const Graph& graph, const Quantized& tensor,
                                             int channel_dim) {
  const std::optional<Operand> scale = AlongChannels(tensor.scale, channel_dim);
  if (!scale) return std::nullopt;
  Quantized other = {tensor.integers, *scale, {}};
  if (!tensor.zero_point) return other;
  const std::optional<Operand> zero_point = AlongChannels(*tensor.zero_point, channel_dim);
  if (!zero_point) return std::nullopt;
  if (!IsKnownZero(graph, *zero_point)) other.zero_point = zero_point;
  return other;
}

std::optional<double> KnownNumber(const Graph& graph, const Operand& operand, int64_t i) {
  const auto& bytes = graph.value(operand.value).constant.bytes;
  if (bytes.empty()) return std::nullopt;
  const Layout& layout = operand.desc.layout;
  int64_t offset = layout.offset;
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] > 1) offset += i * layout.strides[dim];
  const std::byte* at = bytes.data() + offset * (SizeBits(operand.desc.type) / 8);
  switch (operand.desc.type) {
    case DataType::Float32: return NumberAt<float>(at);
    case DataType::Int32: return NumberAt<int32_t>(at);
    case DataType::Int8: return NumberAt<int8_t>(at);
    case DataType::UInt8: return NumberAt<uint8_t>(at);
    default: return std::nullopt;
  }
}

}  // namespace weft::graph
