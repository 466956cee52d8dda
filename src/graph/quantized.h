// SPDX-License-Identifier: MIT
// Quantized tensors of a graph: the scales and zero points that nodes which quantize or dequantize
// give to integers, for the coordinates of the nodes before or after them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graph/graph.h"

namespace weft::graph {

// A value, with a layout for the coordinates of some node.
struct Operand {
  ValueId value = kNone;
  TensorDesc desc = {};
};

// Integers that stand for numbers: (integer - zero point) * scale. Scales and zero points have the
// sizes of the integers, mostly by strides of 0.
struct Quantized {
  Operand integers, scale;
  std::optional<Operand> zero_point;  // 0 if absent
};

// The tensor that a node quantizes or dequantizes, with a scale of FLOAT32 for each element.
std::optional<Quantized> QuantizedBy(const Node& node);
std::optional<Quantized> DequantizedBy(const Node& node);

// A tensor for the coordinates of the node that writes `written`, converted to those of another
// node that reads the same memory as `read`. Nothing if no layout can express that.
std::optional<Quantized> SeenAs(const Quantized& tensor, const Layout& written, const Layout& read);

// The quantized tensor that a node's input was dequantized from, for the coordinates of that node.
std::optional<Quantized> BeforeDequantizing(const Graph& graph, const Node& node, size_t input);

// The tensor with its dimensions in another order, where -1 is a new one of size 1. Dimensions that
// are left out must be broadcast.
std::optional<Quantized> Arranged(const Quantized& tensor, std::span<const int> dims);

bool IsBytes(const Quantized& tensor);  // INT8 or UINT8

// Scales and zero points with as few elements as possible: {1, channels, 1..} if they depend on
// `channel_dim`, {1, 1, 1..} if on no dimension, which is required if `channel_dim` is -1. Nothing
// if they depend on others. A zero point that is known to be 0 is left out.
std::optional<Quantized> WithShortParameters(const Graph& graph, const Quantized& tensor,
                                             int channel_dim);

// Element i of an operand with at most one dimension larger than 1, if it is a constant of FLOAT32,
// INT32 or bytes.
std::optional<double> KnownNumber(const Graph& graph, const Operand& operand, int64_t i);

}  // namespace weft::graph
