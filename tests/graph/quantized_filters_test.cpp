// SPDX-License-Identifier: MIT
// Convolutions of floats that keep the 8-bit integers of their filters: the bits of the same graph
// as described, with a quarter of the weights in memory.
#include <functional>
#include <string>
#include <vector>

#include "graph/quantized_network.h"

namespace weft::test {
namespace {

constexpr char kKept[] = "filter dequantized in each run";

struct Filtered {
  TensorDesc x = {DataType::Float32, {2, 64, 13, 11}};
  Integers filter = {TensorDesc(DataType::Int8, {130, 64, 3, 3}), {0.25f}};
  TensorDesc y = {DataType::Float32, {2, 130, 13, 11}};
  Convolution op = {.mode = ConvolutionMode::CrossCorrelation,
                    .strides = {1, 1},
                    .dilations = {1, 1},
                    .start_padding = {1, 1},
                    .end_padding = {1, 1},
                    .output_padding = {0, 0},
                    .group_count = 1};
  bool has_bias = true, has_sum = false, has_blocks = false;
  bool is_cast = false;             // CAST and ELEMENT_WISE_MULTIPLY instead of an operator, …
  std::vector<float> offsets = {};  // … and ELEMENT_WISE_ADD

  int64_t Weights() const { return filter.desc.layout.ElementCount(); }

  // x -> convolution -> sum -> ReLU -> y, where input 1 is the addend.
  QuantizedNetwork Net() {
    QuantizedNetwork net;
    net.has_blocks = has_blocks;
    filter.values = SomeBytes(filter.desc, 2);
    op.input = x;
    op.filter = NumbersLike(filter.desc);
    op.output = y;
    const From integers = net.Weights(filter, "filter");
    std::vector<From> from = {
        In(0), Of(is_cast ? Scale(net, integers) : net.Dequantize(integers, filter, "w"))};
    if (has_bias) {
      const int64_t channels = y.sizes()[1];
      op.bias = TensorDesc(DataType::Float32, {1, channels, 1, 1});
      from.push_back(Of(net.Constant(Numbers(size_t(channels), 3), "bias")));
    }
    uint32_t last = net.Add(op, from, "conv");
    if (has_sum) {
      last = net.Add(ElementWiseAdd{.a = y, .b = y, .output = y}, {Of(last), In(1)}, "sum");
      last = net.Add(ActivationRelu{.input = y, .output = y}, {Of(last)}, "relu");
    }
    net.Output(last);
    return net;
  }

 private:
  // integers * scales + offsets.
  uint32_t Scale(QuantizedNetwork& net, const From& integers) const {
    const TensorDesc numbers = NumbersLike(filter.desc);
    const auto each = [&](const std::vector<float>& of) {
      Strides strides = Strides::Filled(numbers.rank(), 0);
      if (of.size() > 1) strides[0] = 1;
      return TensorDesc(DataType::Float32, numbers.sizes(), strides);
    };
    uint32_t last = net.Add(Cast{.input = filter.desc, .output = numbers}, {integers}, "cast");
    last = net.Add(ElementWiseMultiply{.a = each(filter.scales), .b = numbers, .output = numbers},
                   {Of(net.Constant(filter.scales, "scale")), Of(last)}, "scaled");
    if (offsets.empty()) return last;
    return net.Add(ElementWiseAdd{.a = numbers, .b = each(offsets), .output = numbers},
                   {Of(last), Of(net.Constant(offsets, "offset"))}, "w");
  }
};

std::vector<float> RunFiltered(const CompiledGraph& graph, const Filtered& of) {
  std::vector<std::vector<float>> inputs = {Numbers(size_t(of.x.layout.ElementCount()), 1)};
  if (of.has_sum) inputs.push_back(Numbers(size_t(of.y.layout.ElementCount()), 4));
  return RunGraph(graph, inputs, {size_t(of.y.layout.ElementCount())})[0];
}

TensorDesc ChannelsLast(const TensorDesc& packed) {
  const Sizes& s = packed.sizes();
  return {packed.type, s, {s[1] * s[2] * s[3], 1, s[1] * s[3], s[1]}};
}

std::vector<float> SomeScales(int64_t count) {
  std::vector<float> scales;
  for (int64_t i = 0; i < count; ++i) scales.push_back(0.25f + 0.01f * float(i % 37));
  return scales;
}
std::vector<int> SomeZeroPoints(int64_t count, int least) {
  std::vector<int> zeros;
  for (int64_t i = 0; i < count; ++i) zeros.push_back(least + int(i * 7 % 256));
  return zeros;
}

const Change<Filtered> kKeptFilters[] = {
    {"planes", [](Filtered&) {}},
    {"pixels",
     [](Filtered& of) {
       of.x = ChannelsLast(of.x);
       of.y = ChannelsLast(of.y);
     }},
    {"a scale and a zero point",
     [](Filtered& of) {
       of.filter.desc = TensorDesc(DataType::UInt8, of.filter.desc.sizes());
       of.filter.zero_points = {131};
     }},
    {"scales and zero points of channels",
     [](Filtered& of) {
       of.filter.desc = TensorDesc(DataType::UInt8, of.filter.desc.sizes());
       of.filter.scales = SomeScales(130);
       of.filter.zero_points = SomeZeroPoints(130, 0);
     }},
    {"scales of channels, pixels",
     [](Filtered& of) {
       of.x = ChannelsLast(of.x);
       of.y = ChannelsLast(of.y);
       of.filter.scales = SomeScales(130);
       of.filter.zero_points = SomeZeroPoints(130, -128);
     }},
    {"blocks",
     [](Filtered& of) {
       of.has_blocks = true;
       of.filter.scales = SomeScales(130);
       of.filter.zero_points = SomeZeroPoints(130, -128);
     }},
    {"groups",
     [](Filtered& of) {
       of.x = {DataType::Float32, {1, 128, 13, 11}};
       of.y = {DataType::Float32, {1, 130, 13, 11}};
       of.op.group_count = 2;
       of.filter.scales = SomeScales(130);
     }},
    {"groups of pixels",
     [](Filtered& of) {
       of.x = ChannelsLast({DataType::Float32, {1, 128, 13, 11}});
       of.y = ChannelsLast({DataType::Float32, {1, 130, 13, 11}});
       of.op.group_count = 2;
       of.filter.scales = SomeScales(130);
       of.has_bias = false;
     }},
    {"one tap",
     [](Filtered& of) {
       of.x = {DataType::Float32, {1, 512, 13, 11}};
       of.y = {DataType::Float32, {1, 131, 13, 11}};
       of.filter = {TensorDesc(DataType::Int8, {131, 512, 1, 1}), SomeScales(131)};
       of.op.start_padding = of.op.end_padding = {0, 0};
     }},
    {"a filter that lies otherwise",
     [](Filtered& of) {
       const Sizes sizes = of.filter.desc.sizes();
       of.filter.desc = TensorDesc(DataType::Int8, sizes, {1, 130, 130 * 64 * 3, 130 * 64});
       of.op.mode = ConvolutionMode::Convolution;
     }},
    {"backward",
     [](Filtered& of) {
       of.op.direction = ConvolutionDirection::Backward;
       of.filter.desc = TensorDesc(DataType::Int8, {64, 130, 3, 3});
       of.filter.zero_points = {-5};
     }},
    {"an offset",
     [](Filtered& of) {
       of.is_cast = true;
       of.offsets = {0.3f};
     }},
    {"offsets of channels, pixels",
     [](Filtered& of) {
       of.x = ChannelsLast(of.x);
       of.y = ChannelsLast(of.y);
       of.is_cast = true;
       of.filter.scales = SomeScales(130);
       of.offsets = SomeScales(130);
     }},
    {"a product alone",
     [](Filtered& of) {
       of.is_cast = true;
       of.filter.desc = TensorDesc(DataType::UInt8, of.filter.desc.sizes());
     }},
    {"a sum and an activation",
     [](Filtered& of) {
       of.x = ChannelsLast(of.x);
       of.y = ChannelsLast(of.y);
       of.filter.scales = SomeScales(130);
       of.filter.zero_points = SomeZeroPoints(130, -128);
       of.has_sum = true;
     }},
};

TEST(QuantizedFilters, GiveTheSameBits) {
  for (const auto& [name, change] : kKeptFilters) {
    SCOPED_TRACE(name);
    Filtered of;
    change(of);
    const QuantizedNetwork net = of.Net();
    const CompiledGraph kept = Compiled(net.desc), plain = Compiled(net.desc, true);
    EXPECT_NE(kept.Explain().find(kKept), std::string::npos) << kept.Explain();
    EXPECT_EQ(StepsOf(kept), 1u) << kept.Explain();
    EXPECT_LT(kept.persistent_bytes(), uint64_t(of.Weights()) * 3 / 2);
    EXPECT_EQ(RunFiltered(kept, of), RunFiltered(plain, of));
  }
}

// With prepared weights nothing else of the filter is left.
TEST(QuantizedFilters, ArePreparedWhileCompiling) {
  Filtered of;
  of.filter.scales = SomeScales(130);
  const QuantizedNetwork net = of.Net();
  const auto weights = std::make_shared<WeightStore>();
  const auto kept = CompileGraph(net.desc, {.weights = weights});
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(kept->persistent_bytes(), 0u);
  EXPECT_LT(weights->bytes(), uint64_t(of.Weights()) * 3 / 2);
  EXPECT_EQ(RunFiltered(*kept, of), RunFiltered(Compiled(net.desc, true), of));
}

const Change<Filtered> kOtherFilters[] = {
    {"few weights",
     [](Filtered& of) {
       of.filter.desc = TensorDesc(DataType::Int8, {130, 4, 3, 3});
       of.x = {DataType::Float32, {2, 4, 13, 11}};
     }},
    {"channels that keep to themselves",
     [](Filtered& of) {
       of.x = of.y = ChannelsLast({DataType::Float32, {1, 7300, 16, 8}});
       of.filter = {TensorDesc(DataType::Int8, {7300, 1, 3, 3}), SomeScales(7300)};
       of.op.group_count = 7300;
     }},
    {"few pixels",
     [](Filtered& of) {
       of.x = {DataType::Float32, {1, 64, 13, 9}};
       of.y = {DataType::Float32, {1, 130, 13, 9}};
     }},
    {"scales of input channels",
     [](Filtered& of) {
       of.filter.dim = 1;
       of.filter.scales = SomeScales(64);
     }},
    {"scales of channels, backward",
     [](Filtered& of) {
       of.op.direction = ConvolutionDirection::Backward;
       of.filter.desc = TensorDesc(DataType::Int8, {64, 130, 3, 3});
       of.filter.dim = 1;
       of.filter.scales = SomeScales(130);
     }},
};

TEST(QuantizedFilters, OthersAreNumbers) {
  for (const auto& [name, change] : kOtherFilters) {
    SCOPED_TRACE(name);
    Filtered of;
    change(of);
    const QuantizedNetwork net = of.Net();
    const CompiledGraph graph = Compiled(net.desc);
    EXPECT_EQ(graph.Explain().find(kKept), std::string::npos) << graph.Explain();
    EXPECT_EQ(RunFiltered(graph, of), RunFiltered(Compiled(net.desc, true), of));
  }
}

// A filter that a caller gives is no constant.
TEST(QuantizedFilters, InputsAreNumbers) {
  Filtered of;
  of.filter.values = SomeBytes(of.filter.desc, 2);
  QuantizedNetwork net;
  of.op.input = of.x;
  of.op.filter = NumbersLike(of.filter.desc);
  of.op.output = of.y;
  net.Add(of.op, {In(0), Of(net.Dequantize(In(1), of.filter, "w"))}, "conv");
  net.Output(uint32_t(net.desc.nodes.size()) - 1);
  EXPECT_EQ(Compiled(net.desc).Explain().find(kKept), std::string::npos);
}

}  // namespace
}  // namespace weft::test
