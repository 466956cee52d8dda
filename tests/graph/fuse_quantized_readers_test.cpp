// SPDX-License-Identifier: MIT
// What becomes of the neighbours of convolutions of integers: weights, other readers, layouts.
#include <cstring>

#include "graph/quantized_convolution.h"

namespace weft {
namespace {

using test::Dense;
using test::Of;
using test::QuantizedNetwork;
using Case = test::QuantizedConvolution;

constexpr DataType kU8 = DataType::UInt8, kI8 = DataType::Int8;

// A zero point of zeros is left out, and a filter takes a byte for each weight, not four.
TEST(FuseQuantized, FiltersStayBytes) {
  Case c;
  c.filter.zero_points = {0, 0, 0, 0, 0, 0};
  const QuantizedNetwork net = c.Net();
  const CompiledGraph graph = test::Compiled(net.desc);
  const std::string text = graph.Explain();
  EXPECT_EQ(text.find("w zero"), std::string::npos) << text;
  EXPECT_NE(text.find("reads constant filter\n"), std::string::npos) << text;
  EXPECT_NE(text.find("constant x zero"), std::string::npos) << text;
  test::ExpectFused(net, c.y.desc, c.Answer(), "conv + y (QUANTIZED_LINEAR_CONVOLUTION)");
}

// Numbers that others want, too: they are still computed, and the convolution does not wait.
TEST(FuseQuantized, OtherReaders) {
  Case c;
  QuantizedNetwork net = c.Net();
  const uint32_t x = 2;  // after its scale and zero point
  net.Add(ElementWiseAbs{.input = c.op.input, .output = c.op.input}, {Of(x)}, "abs");
  net.Output(uint32_t(net.desc.nodes.size()) - 1);
  net.Output(x);
  const CompiledGraph fused = test::Compiled(net.desc), plain = test::Compiled(net.desc, true);
  const std::string text = fused.Explain();
  EXPECT_NE(text.find("conv + y (QUANTIZED_LINEAR_CONVOLUTION)"), std::string::npos) << text;
  EXPECT_NE(text.find(": x (ELEMENT_WISE_DEQUANTIZE_LINEAR)"), std::string::npos) << text;
  const size_t numbers = 4 * size_t(c.x.desc.layout.ElementCount());
  const std::vector<size_t> sizes = {size_t(c.y.desc.MinimumTotalBytes()), numbers, numbers};
  const auto got = test::RunGraph<uint8_t>(fused, net.inputs, sizes);
  const auto want = test::RunGraph<uint8_t>(plain, net.inputs, sizes);
  EXPECT_EQ(got[1], want[1]);
  EXPECT_EQ(got[2], want[2]);
  EXPECT_EQ(oracle::Gather(kU8, c.y.desc.layout, reinterpret_cast<const std::byte*>(got[0].data()))
                .elements,
            c.Answer().elements);
}

// The convolution's own numbers are wanted, outside or by another node.
TEST(FuseQuantized, ResultsForOthers) {
  for (const bool is_output : {true, false}) {
    Case c;
    QuantizedNetwork net = c.Net();
    uint32_t last = 0;
    while (net.desc.nodes[last].name != "conv") ++last;
    if (!is_output)
      last = net.Add(ElementWiseAbs{.input = c.op.output, .output = c.op.output}, {Of(last)});
    net.Output(last);
    const std::string text = test::Compiled(net.desc).Explain();
    EXPECT_EQ(text.find("QUANTIZED_LINEAR"), std::string::npos) << text;
  }
}

// A scale that is computed after the convolution: the integers wait for it.
TEST(FuseQuantized, ScalesThatAreComputed) {
  Case c;
  QuantizedNetwork net = c.Net();
  const auto y = uint32_t(net.desc.nodes.size()) - 1;
  const TensorDesc one(DataType::Float32, {1});
  std::vector<uint8_t> number(4);
  std::memcpy(number.data(), c.y.scales.data(), 4);
  net.inputs.push_back(number);
  const uint32_t scale = net.Add(ElementWiseAbs{.input = one, .output = one}, {test::In(1)}, "abs");
  std::erase_if(net.desc.intermediate_edges,
                [&](const auto& edge) { return edge.to_node == y && edge.to_input == 1; });
  net.Connect(Of(scale), y, 1);
  const test::Results results = test::RunBoth(net, c.y.desc);
  EXPECT_TRUE(results.text.starts_with("step 0: abs (")) << results.text;
  EXPECT_NE(results.text.find("step 1: conv + y (QUANTIZED_LINEAR_CONVOLUTION)"), std::string::npos)
      << results.text;
  EXPECT_EQ(results.fused.elements, c.Answer().elements);
}

// Who quantizes reads some of the numbers only: between its integers nothing is written.
TEST(FuseQuantized, SomeOfTheNumbers) {
  test::Integers a = {TensorDesc(kU8, {4})}, y = {TensorDesc(kU8, {2}, {3})};
  a.values = test::SomeBytes(a.desc, 1);
  QuantizedNetwork net;
  const TensorDesc numbers = test::NumbersLike(a.desc), some(DataType::Float32, {2}, {3});
  const test::From from = Of(net.Dequantize(net.Input(a), a, "a"));
  const uint32_t sum =
      net.Add(ElementWiseAdd{.a = numbers, .b = numbers, .output = numbers}, {from, from}, "sum");
  net.Quantize(Of(sum), some, y, "y");
  test::ExpectNotFused(net, y.desc);
}

// Between convolutions integers have channels last, as numbers do.
TEST(FuseQuantized, KeepsChannelsLast) {
  Case c;
  c.y.desc.type = kI8;
  c.y.zero_points = {5};
  QuantizedNetwork net = c.Net();
  net.desc.output_edges.clear();
  net.desc.output_count = 0;
  const auto y = uint32_t(net.desc.nodes.size()) - 1;
  Case next;
  Convolution op = c.op;
  op.input = test::NumbersLike(c.y.desc);
  next.filter.desc = TensorDesc(kI8, {3, 6, 1, 1});
  op.filter = test::NumbersLike(next.filter.desc);
  next.filter.values = test::SomeBytes(next.filter.desc, 5);
  next.y.desc = TensorDesc(kU8, {2, 3, 4, 6});
  op.output = test::NumbersLike(next.y.desc);
  const uint32_t again = net.Dequantize(Of(y), c.y, "again");
  const uint32_t filter = net.Dequantize(net.Weights(next.filter, "filter 2"), next.filter, "w 2");
  net.Quantize(Of(net.Add(op, {Of(again), Of(filter)}, "conv 2")), next.y, "y 2");
  const test::Results results = test::RunBoth(net, next.y.desc);
  EXPECT_NE(results.text.find("\"DataType\": \"INT8\", \"Sizes\": [2, 6, 4, 6], \"Strides\": [144, "
                              "1, 36, 6]"),
            std::string::npos)
      << results.text;
  EXPECT_NE(results.text.find("step 1: conv 2 + y 2 (QUANTIZED_LINEAR_CONVOLUTION)"),
            std::string::npos)
      << results.text;
  const std::vector<Dense> in = {
      c.Answer(), c.y.Scales(), c.y.ZeroPoints(), next.filter.values, next.filter.Scales(),
      {},         {},           next.y.Scales(),  next.y.ZeroPoints()};
  EXPECT_EQ(results.fused.elements,
            oracle::QuantizedConvolve(in, kU8, next.y.desc.sizes(), {{1, 1}, {1, 1}, {0, 0}, {}})
                .elements);
}

}  // namespace
}  // namespace weft
