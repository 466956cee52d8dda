// SPDX-License-Identifier: MIT
// Networks through IDMLDevice1::CompileGraph and a dispatch: random ones of all families, long,
// wide and deep ones. They give what the operators give one by one in C++.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "directml_harness/graph_writer.h"
#include "graph/random_network.h"

namespace weft::test {
namespace {

const TensorDesc kFour(DataType::Float32, {4});
const ElementWiseAdd kAdd = {.a = kFour, .b = kFour, .output = kFour};
const ActivationRelu kRelu = {.input = kFour, .output = kFour};

Bytes BytesOf(const std::vector<float>& values) {
  Bytes bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<std::vector<float>> Dispatch(const GraphDesc& graph,
                                         const std::vector<std::vector<float>>& inputs,
                                         const std::vector<size_t>& output_sizes) {
  DispatchDevice device;
  ComPtr<IDMLDevice1> newer;
  WEFT_TEST_CALL(device.dml()->QueryInterface(IID_PPV_ARGS(&newer)));
  const GraphWriter desc(device.dml(), graph);
  ComPtr<IDMLCompiledOperator> compiled;
  WEFT_TEST_CALL(newer->CompileGraph(desc.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled)));
  std::vector<Bytes> in, out;
  for (const auto& values : inputs) in.push_back(BytesOf(values));
  for (const size_t size : output_sizes) out.push_back(BytesOf(std::vector<float>(size, -77)));
  device.Dispatch(compiled.Get(), in, out);
  std::vector<std::vector<float>> results;
  for (const Bytes& bytes : out) {
    results.emplace_back(bytes.size() / sizeof(float));
    std::memcpy(results.back().data(), bytes.data(), bytes.size());
  }
  return results;
}

TEST(GraphNetworks, RandomOnes) {
  for (uint32_t seed = 300; seed < 340; ++seed) {
    SCOPED_TRACE(seed);
    RandomNetwork network(seed);
    network.Grow(seed % 8 == 0 ? 300 : 60);
    const std::vector<Expression> outputs = network.Outputs();
    const Result<GraphDesc> graph = network.graph.Describe(outputs);
    ASSERT_TRUE(graph.has_value()) << graph.error().message;
    std::vector<std::vector<float>> inputs;
    for (const size_t size : network.input_sizes)
      inputs.push_back(Numbers(size, seed + uint32_t(inputs.size())));
    const auto got = Dispatch(*graph, inputs, OutputSizes(*graph));
    const auto want = RunGraph(Compiled(*graph, true), inputs, OutputSizes(*graph));
    for (size_t o = 0; o < got.size(); ++o)
      for (size_t i = 0; i < got[o].size(); ++i)
        ASSERT_NEAR(got[o][i], want[o][i], 2e-3f * (1 + std::abs(want[o][i])))
            << "output " << o << " element " << i;
  }
}

TEST(GraphNetworks, AChainOfTenThousand) {
  Network net;
  uint32_t last = net.Add(kRelu, {In(0)});
  for (int i = 1; i < 10000; ++i) last = net.Add(kRelu, {Of(last)});
  net.Output(last);
  EXPECT_EQ(Dispatch(net.desc, {{-1, 2, -3, 4}}, {4})[0], (std::vector<float>{0, 2, 0, 4}));
}

TEST(GraphNetworks, AFanOfTenThousand) {
  Network net;
  const uint32_t first = net.Add(kRelu, {In(0)});
  uint32_t sum = first;
  for (int i = 0; i < 5000; ++i) sum = net.Add(kAdd, {Of(sum), Of(net.Add(kRelu, {Of(first)}))});
  net.Output(sum);
  EXPECT_EQ(Dispatch(net.desc, {{-1, 2, -3, 4}}, {4})[0],
            (std::vector<float>{0, 2 * 5001, 0, 4 * 5001}));
}

// Each doubles and halves.
TEST(GraphNetworks, DiamondsBehindEachOther) {
  Network net;
  ElementWiseIdentity half = {.input = kFour, .output = kFour, .scale_bias = ScaleBias{0.5f, 0}};
  uint32_t last = net.Add(kRelu, {In(0)});
  for (int i = 0; i < 3333; ++i) {
    const uint32_t left = net.Add(half, {Of(last)}), right = net.Add(half, {Of(last)});
    last = net.Add(kAdd, {Of(left), Of(right)});
  }
  net.Output(last);
  EXPECT_EQ(Dispatch(net.desc, {{-1, 2, -3, 4}}, {4})[0], (std::vector<float>{0, 2, 0, 4}));
}

}  // namespace
}  // namespace weft::test
