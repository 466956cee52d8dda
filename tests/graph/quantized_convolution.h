// SPDX-License-Identifier: MIT
// A convolution between nodes that dequantize and one that quantizes, and the integers it gives.
#pragma once

#include <optional>
#include <variant>

#include "graph/quantized_network.h"

namespace weft::test {

// x, filter, bias -> convolution -> activation -> y.
struct QuantizedConvolution {
  Integers x = {TensorDesc(DataType::UInt8, {2, 4, 6, 7}), {0.5f}, {131}};
  Integers filter = {TensorDesc(DataType::Int8, {6, 4, 3, 2}), {0.25f}};
  std::optional<Integers> bias = {};
  Integers y = {TensorDesc(DataType::UInt8, {2, 6, 4, 6}), {16}, {120}};
  Convolution op = {.mode = ConvolutionMode::CrossCorrelation,
                    .strides = {1, 1},
                    .dilations = {1, 1},
                    .start_padding = {0, 0},
                    .end_padding = {0, 0},
                    .output_padding = {0, 0},
                    .group_count = 1};
  std::optional<std::variant<ActivationRelu, ElementWiseClip>> activation = {};  // a node
  bool has_blocks = false;

  QuantizedNetwork Net() {
    QuantizedNetwork net;
    net.has_blocks = has_blocks;
    x.values = SomeBytes(x.desc, 1);
    filter.values = SomeBytes(filter.desc, 2);
    const TensorDesc numbers = NumbersLike(y.desc);
    op.input = NumbersLike(x.desc);
    op.filter = NumbersLike(filter.desc);
    op.output = numbers;
    std::vector<From> from = {Of(net.Dequantize(net.Input(x), x, "x")),
                              Of(net.Dequantize(net.Weights(filter, "filter"), filter, "w"))};
    if (bias) {
      if (bias->values.elements.empty()) bias->values = SomeIntegers(bias->desc, 3, -4000, 4000);
      op.bias = NumbersLike(bias->desc);
      net.has_blocks = false;  // which have 8 bits at most
      from.push_back(Of(net.Dequantize(net.Weights(*bias, "bias"), *bias, "b")));
      net.has_blocks = has_blocks;
    }
    uint32_t last = net.Add(op, from, "conv");
    if (activation)
      last = std::visit(
          [&](auto act) {
            act.input = act.output = numbers;
            return net.Add(act, {Of(last)}, "act");
          },
          *activation);
    net.Quantize(Of(last), y, "y");
    return net;
  }

  Dense Answer() const {
    const oracle::Windowing by = {op.strides, op.dilations, op.start_padding, {}, op.group_count};
    const std::vector<Dense> in = {x.values,
                                   x.Scales(),
                                   x.ZeroPoints(),
                                   filter.values,
                                   filter.Scales(),
                                   filter.ZeroPoints(),
                                   bias ? bias->values : Dense(),
                                   y.Scales(),
                                   y.ZeroPoints()};
    return oracle::QuantizedConvolve(in, y.desc.type, y.desc.sizes(), by);
  }
};

inline Integers Bias(int64_t channels, std::vector<float> scales) {
  return {TensorDesc(DataType::Int32, {1, channels, 1, 1}), std::move(scales), {}, 1};
}

}  // namespace weft::test
