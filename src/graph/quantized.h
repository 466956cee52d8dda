// SPDX-License-Identifier: MIT
// Quantized tensors of a graph: what nodes that quantize and dequantize say of their integers, as
// the nodes before and behind them see it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graph/graph.h"

namespace weft::graph {

// A value and where its elements lie for the coordinates of some node.
struct Operand {
  ValueId value = kNone;
  TensorDesc desc = {};
};

// Integers that stand for numbers: (integer - zero point) * scale. Scales and zero points have the
// sizes of the integers and mostly repeat.
struct Quantized {
  Operand integers, scale;
  std::optional<Operand> zero_point;  // nothing: 0
};

// Of any node that quantizes, or of any that dequantizes: by a scale of FLOAT32 for each element.
std::optional<Quantized> QuantizedBy(const Node& node);
std::optional<Quantized> DequantizedBy(const Node& node);

// What is said for elements that one node writes as `written`, for another one that has the same
// memory as `read`. Nothing where no layout can say it.
std::optional<Quantized> SeenAs(const Quantized& tensor, const Layout& written, const Layout& read);

// What a node's input was before it was dequantized, for the coordinates of that node.
std::optional<Quantized> BeforeDequantizing(const Graph& graph, const Node& node, size_t input);

// Dimensions of the tensor in another order; -1 is one of size 1. Those left out have to repeat.
std::optional<Quantized> Arranged(const Quantized& tensor, std::span<const int> dims);

bool IsBytes(const Quantized& tensor);  // INT8 or UINT8

// Scales and zero points with as many dimensions as the integers have: {1, channels, 1..} where
// they depend on nothing but `channel_dim`, {1, 1, 1..} where on nothing at all, as is required
// where that is -1. A zero point that is known to be 0 is left out.
std::optional<Quantized> WithShortParameters(const Graph& graph, const Quantized& tensor,
                                             int channel_dim);

// Number i of an operand that has several in one dimension at most, where they are known now:
// FLOAT32, INT32 or bytes.
std::optional<double> KnownNumber(const Graph& graph, const Operand& operand, int64_t i);

}  // namespace weft::graph
