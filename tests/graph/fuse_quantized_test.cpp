// SPDX-License-Identifier: MIT
// Convolutions between nodes that dequantize and quantize: which become convolutions of integers,
// and that these give the nearest integers to exact sums.
#include "graph/quantized_convolution.h"

namespace weft {
namespace {

using test::Bias;
using Case = test::QuantizedConvolution;

constexpr DataType kU8 = DataType::UInt8, kI8 = DataType::Int8;

using Row = test::Change<Case>;

const std::vector<float> kSix = {0.25f, 0.5f, 1, 0.125f, 2, 0.25f};
const std::vector<float> kOdd = {0.0173f, 0.021f, 0.0034f, 0.09f, 0.011f, 0.0171f};

const Row kFused[] = {
    {"as it is", [](Case&) {}},
    {"no zero points", [](Case& c) { c.x.zero_points = c.y.zero_points = {}; }},
    {"signed input and output",
     [](Case& c) {
       c.x.desc.type = c.y.desc.type = kI8;
       c.x.zero_points = {-7};
       c.y.zero_points = {3};
     }},
    {"unsigned filter with a zero point",
     [](Case& c) {
       c.filter.desc.type = kU8;
       c.filter.zero_points = {129};
     }},
    {"a scale for each channel", [](Case& c) { c.filter.scales = kSix; }},
    {"a scale and a zero point for each channel",
     [](Case& c) {
       c.filter.scales = kSix;
       c.filter.zero_points = {0, -3, 5, 0, 1, 127};
     }},
    {"bias", [](Case& c) { c.bias = Bias(6, {0.125f}); }},
    {"bias for each channel",
     [](Case& c) {
       c.filter.scales = kOdd;
       c.x.scales = {0.37f};
       c.y.scales = {0.7f};
       c.bias = Bias(6, {});
       for (const float scale : kOdd) c.bias->scales.push_back(0.37f * scale);
     }},
    {"bias with a zero point of 0",
     [](Case& c) {
       c.bias = Bias(6, {0.125f});
       c.bias->zero_points = {0};
     }},
    {"padding is the zero point",
     [](Case& c) {
       c.op.start_padding = {1, 2};
       c.op.end_padding = {2, 1};
       c.y.desc = TensorDesc(kU8, {2, 6, 7, 9});
     }},
    {"strides and dilations",
     [](Case& c) {
       c.op.strides = {2, 1};
       c.op.dilations = {1, 3};
       c.y.desc = TensorDesc(kU8, {2, 6, 2, 4});
     }},
    {"groups",
     [](Case& c) {
       c.op.group_count = 2;
       c.filter.desc = TensorDesc(kI8, {6, 2, 3, 2});
       c.filter.scales = kSix;
     }},
    {"each channel for itself",
     [](Case& c) {
       c.op.group_count = 4;
       c.filter.desc = TensorDesc(kI8, {4, 1, 3, 2});
       c.y.desc = TensorDesc(kU8, {2, 4, 4, 6});
     }},
    {"one dimension",
     [](Case& c) {
       c.x.desc = TensorDesc(kU8, {2, 4, 7});
       c.filter.desc = TensorDesc(kI8, {6, 4, 2});
       c.filter.scales = kSix;
       c.y.desc = TensorDesc(kU8, {2, 6, 6});
       for (auto* numbers : {&c.op.strides, &c.op.dilations, &c.op.start_padding, &c.op.end_padding,
                             &c.op.output_padding})
         numbers->pop_back();
     }},
    {"permuted, with gaps",
     [](Case& c) {
       c.x.desc = TensorDesc(kU8, {2, 4, 6, 7}, {200, 1, 31, 4});
       c.filter.desc = TensorDesc(kI8, {6, 4, 3, 2}, {1, 6, 24, 72});
       c.y.desc = TensorDesc(kU8, {2, 6, 4, 6}, {170, 1, 41, 6});
     }},
    {"newer operators",
     [](Case& c) {
       c.has_blocks = true;
       c.filter.scales = kSix;
       c.filter.zero_points = {1, 2, 3, 4, 5, 6};
       c.bias = Bias(6, kSix);
       for (float& scale : c.bias->scales) scale *= 0.5f;
     }},
};

TEST(FuseQuantized, Convolutions) {
  for (const Row& row : kFused) {
    SCOPED_TRACE(row.name);
    Case c;
    row.change(c);
    const test::QuantizedNetwork net = c.Net();
    test::ExpectFused(net, c.y.desc, c.Answer(), "conv + y (QUANTIZED_LINEAR_CONVOLUTION)");
  }
}

// What is below the lowest integer is cut off anyway.
const Row kSaturating[] = {
    {"RELU", [](Case& c) { c.activation = ActivationRelu{}; }},
    {"RELU of a signed result",
     [](Case& c) {
       c.activation = ActivationRelu{};
       c.y.desc.type = kI8;
       c.y.zero_points = {-128};
     }},
    {"RELU without a zero point",
     [](Case& c) {
       c.activation = ActivationRelu{};
       c.y.zero_points = {};
     }},
    {"a CLIP as wide as the integers",
     [](Case& c) { c.activation = ElementWiseClip{.min = 0, .max = 255 * 16}; }},
};

TEST(FuseQuantized, Activations) {
  for (const Row& row : kSaturating) {
    SCOPED_TRACE(row.name);
    Case c;
    c.y.zero_points = {0};
    row.change(c);
    const test::QuantizedNetwork net = c.Net();
    test::ExpectFused(net, c.y.desc, c.Answer(), "conv + act + y (QUANTIZED_LINEAR_CONVOLUTION)");
  }
  Case c;
  c.y.zero_points = {0};
  c.op.fused_activation = ActivationRelu{};
  const test::QuantizedNetwork net = c.Net();
  test::ExpectFused(net, c.y.desc, c.Answer(), "conv + y (QUANTIZED_LINEAR_CONVOLUTION)");
}

const Row kNotFused[] = {
    {"RELU in the middle of the integers", [](Case& c) { c.activation = ActivationRelu{}; }},
    {"… of signed integers",
     [](Case& c) {
       c.activation = ActivationRelu{};
       c.y.desc.type = kI8;
       c.y.zero_points = {};
     }},
    {"… in the convolution", [](Case& c) { c.op.fused_activation = ActivationRelu{}; }},
    {"RELU where the lowest integer is the highest number",
     [](Case& c) {
       c.activation = ActivationRelu{};
       c.y.zero_points = {0};
       c.y.scales = {-16};
     }},
    {"a CLIP that is too narrow",
     [](Case& c) {
       c.activation = ElementWiseClip{.min = 0, .max = 254 * 16};
       c.y.zero_points = {0};
     }},
    {"a CLIP whose bounds have changed places",
     [](Case& c) {
       c.activation = ElementWiseClip{.min = 1, .max = -256 * 16};
       c.y.zero_points = {0};
       c.y.scales = {-16};
     }},
    {"another activation", [](Case& c) { c.op.fused_activation = ActivationTanh{}; }},
    {"a bias in other units", [](Case& c) { c.bias = Bias(6, {0.12501f}); }},
    {"a bias in other units for one channel",
     [](Case& c) {
       c.bias = Bias(6, {0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.25f});
     }},
    {"a bias with a zero point",
     [](Case& c) {
       c.bias = Bias(6, {0.125f});
       c.bias->zero_points = {1};
     }},
    {"a bias that leaves no room for sums",
     [](Case& c) {
       c.bias = Bias(6, {0.125f});
       c.bias->values = test::SomeIntegers(c.bias->desc, 3, 2147400000, 2147483647);
     }},
    {"a scale for each input channel",
     [](Case& c) {
       c.filter.scales = {1, 2, 1, 2};
       c.filter.dim = 1;
     }},
    {"a scale for each channel of the input",
     [](Case& c) {
       c.x.scales = {1, 2, 1, 2};
       c.x.dim = 1;
     }},
    {"a scale for each channel of the result",
     [](Case& c) {
       c.y.scales = {16, 8, 16, 32, 16, 16};
       c.y.dim = 1;
     }},
    {"a flipped filter", [](Case& c) { c.op.mode = ConvolutionMode::Convolution; }},
    {"backward",
     [](Case& c) {
       c.op.direction = ConvolutionDirection::Backward;
       c.filter.desc = TensorDesc(kI8, {4, 6, 3, 2});
       c.y.desc = TensorDesc(kU8, {2, 6, 8, 8});
     }},
    {"output padding",
     [](Case& c) {
       c.op.output_padding = {1, 0};
       c.y.desc = TensorDesc(kU8, {2, 6, 5, 6});
     }},
    {"newer operators without zero points",
     [](Case& c) {
       c.has_blocks = true;
       c.x.zero_points = {};
     }},
};

TEST(FuseQuantized, ConvolutionsThatStay) {
  for (const Row& row : kNotFused) {
    SCOPED_TRACE(row.name);
    Case c;
    row.change(c);
    test::ExpectNotFused(c.Net(), c.y.desc);
  }
}

}  // namespace
}  // namespace weft
