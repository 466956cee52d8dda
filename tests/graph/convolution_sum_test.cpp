// SPDX-License-Identifier: MIT
// Sums that go into the convolution before them: the same numbers as one by one, whoever computes
// the convolution, whatever the activation, wherever the addend comes from.
#include "graph/networks.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::Compiled;
using test::ExpectSame;
using test::From;
using test::In;
using test::Network;
using test::Of;

TensorDesc ChannelsLast(int64_t batch, int64_t channels, int64_t height, int64_t width) {
  return {DataType::Float32,
          {batch, channels, height, width},
          {channels * height * width, 1, channels * width, channels}};
}

Convolution Convolve(const TensorDesc& input, const TensorDesc& output, int64_t window,
                     uint32_t groups = 1) {
  const auto pad = uint32_t(window / 2);
  const int64_t channels = input.sizes()[1] / groups;
  return {.input = input,
          .filter = {DataType::Float32, {output.sizes()[1], channels, window, window}},
          .bias = TensorDesc(DataType::Float32, {1, output.sizes()[1], 1, 1}),
          .output = output,
          .mode = ConvolutionMode::CrossCorrelation,
          .strides = {1, 1},
          .dilations = {1, 1},
          .start_padding = {pad, pad},
          .end_padding = {pad, pad},
          .output_padding = {0, 0},
          .group_count = groups};
}

constexpr float kScale = 1.0f / 8;  // many layers make no large numbers of such inputs

size_t Count(const TensorDesc& desc) { return size_t(desc.layout.ElementCount()); }

enum class After { Nothing, Relu, Tanh, FusedTanh };

// convolution(input 0) + input 3 in every order, and an activation.
Network Residual(const Convolution& convolution, bool first, After after) {
  const TensorDesc& image = convolution.output;
  Network net;
  net.Add(convolution, {In(0), In(1), In(2)}, "c");
  const std::vector<From> summands =
      first ? std::vector<From>{Of(0), In(3)} : std::vector<From>{In(3), Of(0)};
  if (after == After::FusedTanh)
    net.Add(ElementWiseAdd1{.a = image,
                            .b = image,
                            .output = image,
                            .fused_activation = FusedActivation(ActivationTanh{})},
            summands, "sum");
  else
    net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, summands, "sum");
  if (after == After::Relu)
    net.Add(ActivationRelu{.input = image, .output = image}, {Of(1)}, "relu");
  if (after == After::Tanh)
    net.Add(ActivationTanh{.input = image, .output = image}, {Of(1)}, "tanh");
  net.Output(uint32_t(net.desc.nodes.size()) - 1);
  return net;
}

// 37 channels fill no vector.
TEST(ConvolutionSum, EveryConvolutionAndActivation) {
  const TensorDesc narrow = ChannelsLast(2, 8, 9, 11), wide = ChannelsLast(2, 37, 9, 11);
  const TensorDesc even = ChannelsLast(2, 32, 9, 11);
  for (const Convolution& convolution :
       {Convolve(wide, wide, 3), Convolve(narrow, wide, 3), Convolve(even, even, 3, 2),
        Convolve(narrow, wide, 1), Convolve(even, even, 3, 32)})
    for (const bool first : {false, true})
      for (const After after : {After::Nothing, After::Relu, After::Tanh, After::FusedTanh}) {
        SCOPED_TRACE(ToString(Operator(convolution)));
        ExpectSame(Residual(convolution, first, after),
                   {Count(convolution.input), Count(convolution.filter), Count(*convolution.bias),
                    Count(convolution.output)},
                   {Count(convolution.output)}, 1, kScale);
      }
}

// Whatever the convolution cannot add by itself is a step of its own.
TEST(ConvolutionSum, WhatStaysASum) {
  const TensorDesc image = ChannelsLast(1, 8, 6, 6), other(DataType::Float32, {1, 8, 6, 6});
  const TensorDesc one(DataType::Float32, {1, 8, 6, 6}, {0, 1, 0, 0});
  const Convolution convolution = Convolve(image, image, 3);
  const size_t size = Count(image), weights = Count(convolution.filter);
  {
    SCOPED_TRACE("one number for each channel");
    Network net;
    net.Add(convolution, {In(0), In(1), In(2)});
    net.Add(ElementWiseAdd{.a = image, .b = one, .output = image}, {Of(0), In(3)});
    net.Output(1);
    ExpectSame(net, {size, weights, 8, 8}, {size}, 2, kScale);
  }
  {
    SCOPED_TRACE("the sum lies otherwise");
    Network net;
    net.Add(convolution, {In(0), In(1), In(2)});
    net.Add(ElementWiseAdd{.a = image, .b = image, .output = other}, {Of(0), In(3)});
    net.Output(1);
    ExpectSame(net, {size, weights, 8, size}, {size}, 2, kScale);
  }
  {
    SCOPED_TRACE("the activation lies otherwise");
    Network net;
    net.Add(convolution, {In(0), In(1), In(2)});
    net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(0), In(3)});
    net.Add(ActivationRelu{.input = image, .output = other}, {Of(1)});
    net.Output(2);
    ExpectSame(net, {size, weights, 8, size}, {size}, 2, kScale);
  }
  {
    SCOPED_TRACE("the convolution has an activation");
    Network net;
    net.Add(convolution, {In(0), In(1), In(2)});
    net.Add(ActivationRelu{.input = image, .output = image}, {Of(0)});
    net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(1), In(3)});
    net.Output(2);
    ExpectSame(net, {size, weights, 8, size}, {size}, 2, kScale);
  }
  {
    SCOPED_TRACE("the result is wanted without the sum, too");
    Network net;
    net.Add(convolution, {In(0), In(1), In(2)});
    net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(0), In(3)});
    net.Output(0);
    net.Output(1);
    ExpectSame(net, {size, weights, 8, size}, {size, size}, 2, kScale);
  }
}

// Blocks of a residual network, by hand: x = relu(x + f(x)), f two convolutions of `window` taps.
Network Blocks(int count, int64_t window) {
  const TensorDesc image(DataType::Float32, {1, 16, 6, 6});
  const Convolution convolution = Convolve(image, image, window);
  Network net;
  uint32_t x = net.Add(convolution, {In(0), In(1), In(2)}, "stem");
  for (int i = 0; i < count; ++i) {
    const std::string block = std::to_string(i);
    uint32_t y = net.Add(convolution, {Of(x), In(1), In(2)}, "a" + block);
    y = net.Add(ActivationRelu{.input = image, .output = image}, {Of(y)}, "ar" + block);
    y = net.Add(convolution, {Of(y), In(1), In(2)}, "b" + block);
    y = net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(y), Of(x)},
                "s" + block);
    x = net.Add(ActivationTanh{.input = image, .output = image}, {Of(y)}, "x" + block);
  }
  net.Output(net.Add(MaxPooling{.input = image,
                                .output = {DataType::Float32, {1, 16, 5, 5}},
                                .strides = {1, 1},
                                .window_size = {2, 2},
                                .start_padding = {0, 0},
                                .end_padding = {0, 0}},
                     {Of(x)}, "last"));
  return net;
}

// One step for each convolution, which reads what it adds to when its sums are in the output.
TEST(ConvolutionSum, ResidualNetwork) {
  for (const int64_t window : {1, 3}) {
    SCOPED_TRACE(window);
    const Network net = Blocks(3, window);
    const size_t size = 16 * 6 * 6, weights = size_t(16 * 16 * window * window);
    ExpectSame(net, {size, weights, 16}, {400}, 8, kScale);
    const CompiledGraph graph = Compiled(net.desc);
    EXPECT_EQ(graph.least_temporary_bytes(), 3 * 4 * size) << graph.Explain();
  }
}

// x + f(x), f a convolution of one tap: x is still read when its place would be written.
TEST(ConvolutionSum, OfItsOwnInput) {
  const TensorDesc image = ChannelsLast(1, 64, 20, 20);
  const Convolution convolution = Convolve(image, image, 1);
  Network net;
  net.Add(ActivationSoftmax1{.input = image, .output = image, .axes = {1}}, {In(0)});
  net.Add(convolution, {Of(0), In(1), In(2)});
  net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(1), Of(0)});
  net.Add(ActivationSoftmax1{.input = image, .output = image, .axes = {1}}, {Of(2)});
  net.Output(3);
  ExpectSame(net, {Count(image), 64 * 64, 64}, {Count(image)}, 3, kScale);
}

}  // namespace
}  // namespace weft
