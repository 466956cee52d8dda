// SPDX-License-Identifier: MIT
// Memory that runs out while graphs are described, compiled and run.
#include "failing_memory/failing_memory.h"

#include <memory>
#include <string>
#include <vector>

#include "graph/networks.h"
#include "graph/quantized_convolution.h"
#include "weft/expressions.h"
#include "weft/graph_builder.h"

namespace weft {
namespace {

using test::FailEachAllocation;
using test::In;
using test::Network;
using test::Of;

// A network with floats in and out.
struct Case {
  std::string name;
  GraphDesc desc;
  std::vector<size_t> inputs, outputs;
};

// Several operators, some of which are fused, and a sum that waits for both.
Case Residual() {
  const TensorDesc image(DataType::Float32, {1, 8, 6, 6});
  const Convolution convolution = {.input = image,
                                   .filter = {DataType::Float32, {8, 8, 3, 3}},
                                   .bias = TensorDesc(DataType::Float32, {1, 8, 1, 1}),
                                   .output = image,
                                   .mode = ConvolutionMode::CrossCorrelation,
                                   .strides = {1, 1},
                                   .dilations = {1, 1},
                                   .start_padding = {1, 1},
                                   .end_padding = {1, 1},
                                   .output_padding = {0, 0},
                                   .group_count = 1};
  Network net;
  net.Add(convolution,
          {In(0), Of(net.Constant(test::Numbers(576, 2), "w")),
           Of(net.Constant(test::Numbers(8, 3), "b"))},
          "conv");
  const auto conv = uint32_t(net.desc.nodes.size()) - 1;
  const uint32_t relu =
      net.Add(ActivationRelu{.input = image, .output = image}, {Of(conv)}, "relu");
  const uint32_t sum =
      net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(relu), In(0)}, "sum");
  net.Output(net.Add(ActivationTanh{.input = image, .output = image}, {Of(sum)}, "tanh"));
  return {"a residual block", net.desc, {288}, {288}};
}

Case Products() {
  const TensorDesc a(DataType::Float32, {1, 1, 5, 16}), b(DataType::Float32, {1, 1, 16, 16});
  Network net;
  uint32_t last = 0;
  for (int i = 0; i < 3; ++i) {
    const uint32_t w = net.Constant(test::Numbers(256, uint32_t(i)), "w");
    last = net.Add(Gemm{.a = a, .b = b, .output = a, .alpha = 1},
                   {i == 0 ? In(0) : Of(last), Of(w)}, "gemm");
    last = net.Add(ActivationSigmoid{.input = a, .output = a}, {Of(last)});
  }
  net.Output(last);
  return {"products", net.desc, {80}, {80}};
}

Status RunCase(const Case& of, const CompiledGraph& graph, const std::vector<ConstBuffer>& from,
               const std::vector<Buffer>& to, std::vector<std::byte>& persistent) {
  if (graph.persistent_bytes() > persistent.size())
    return tl::unexpected<Error>(Error{ErrorCode::Internal, of.name});
  const Buffer memory(persistent.data(), graph.persistent_bytes());
  if (const Status status = graph.Initialize({}, memory); !status) return status;
  return graph.Run(from, to, {}, memory);
}

TEST(FailingMemory, GraphsAreCompiledAndRun) {
  for (const Case& of : {Residual(), Products()}) {
    std::vector<std::vector<float>> in, out;
    std::vector<ConstBuffer> from;
    std::vector<Buffer> to;
    for (const size_t size : of.inputs) in.push_back(test::Numbers(size, 1));
    for (const size_t size : of.outputs) out.emplace_back(size);
    for (const auto& input : in) from.emplace_back(input);
    for (auto& output : out) to.emplace_back(output);
    std::vector<std::byte> persistent(1 << 16);
    for (const bool as_described : {false, true}) {
      const GraphOptions options = {.as_described = as_described};
      FailEachAllocation(of.name, test::Step(5), [&]() -> Status {
        const Result<CompiledGraph> graph = CompileGraph(of.desc, options);
        if (!graph) return tl::unexpected<Error>(graph.error());
        return RunCase(of, *graph, from, to, persistent);
      });
    }
    // A graph and a store that are used again and again.
    const auto weights = std::make_shared<WeightStore>();
    const GraphOptions options = {.weights = weights};
    FailEachAllocation(
        of.name + ", prepared", test::Step(5),
        [&]() -> Status {
          const Result<CompiledGraph> graph = CompileGraph(of.desc, options);
          if (!graph) return tl::unexpected<Error>(graph.error());
          return graph->Run(from, to);
        },
        true);
    const Result<CompiledGraph> graph = CompileGraph(of.desc, options);
    ASSERT_TRUE(graph);
    const std::vector<float> want = [&] {
      EXPECT_TRUE(graph->Run(from, to));
      return out[0];
    }();
    std::vector<GraphStepTime> times;
    FailEachAllocation(of.name + ", run", 1, [&] { return graph->Run(from, to); });
    FailEachAllocation(of.name + ", timed", 1, [&]() -> Status {
      const Status status = graph->Profile(from, to, {}, times);
      times = {};
      return status;
    });
    const auto shown = [](const std::string& text) -> Status {
      if (text == "out of memory")
        return tl::unexpected<Error>(Error{ErrorCode::OutOfMemory, text});
      return Ok();
    };
    FailEachAllocation(of.name + ", explained", test::Step(3),
                       [&] { return shown(graph->Explain()); });
    FailEachAllocation(of.name + ", for Graphviz", test::Step(3),
                       [&] { return shown(graph->ToDot()); });
    ASSERT_TRUE(graph->Run(from, to));
    EXPECT_EQ(out[0], want);
    if (HasFailure()) return;
  }
}

TEST(FailingMemory, QuantizedGraphs) {
  test::QuantizedConvolution of;
  of.bias = test::Bias(6, {0.125f});
  const test::QuantizedNetwork net = of.Net();
  FailEachAllocation("a quantized convolution", test::Step(7), [&]() -> Status {
    const Result<CompiledGraph> graph = CompileGraph(net.desc);
    return graph ? Ok() : Status(tl::unexpected<Error>(graph.error()));
  });
}

TEST(FailingMemory, RefusedGraphs) {
  Case of = Residual();
  of.desc.output_edges[0].from_node = 99;
  FailEachAllocation("a refusal", 1, [&]() -> Status {
    const Result<CompiledGraph> graph = CompileGraph(of.desc);
    EXPECT_FALSE(graph);
    if (graph.error().code == ErrorCode::OutOfMemory) return tl::unexpected<Error>(graph.error());
    return Ok();
  });
}

// Expressions that got no memory are nothing, and the graph says why.
TEST(FailingMemory, Expressions) {
  const TensorDesc desc(DataType::Float32, {1, 1, 4, 4});
  FailEachAllocation("expressions", 1, [&]() -> Status {
    GraphBuilder graph;
    const Expression x = graph.Input(desc), w = graph.Weights(desc);
    const Expression y = expr::ActivationRelu(expr::Gemm(x, w, {}, {.alpha = 1})) * 0.5f + x;
    const Expression z =
        expr::ActivationTanh(y.Transpose({0, 1, 3, 2}) - w.Broadcast({1, 1, 4, 4}));
    const Result<CompiledGraph> compiled = graph.Compile({y, z});
    return compiled ? Ok() : Status(tl::unexpected<Error>(compiled.error()));
  });
  // What failed is not part of the graph, which goes on where its error is taken.
  GraphBuilder graph;
  const Expression x = graph.Input(desc);
  for (int64_t number = 1; number < 100; ++number) {
    test::Arm(number, true);
    const Expression lost = expr::ActivationRelu(x);
    if (test::Disarm() == 0) break;
    const Status status = graph.TakeError();
    ASSERT_FALSE(lost.IsPresent());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::OutOfMemory);
  }
  const Result<GraphDesc> described = graph.Describe(std::vector{expr::ActivationTanh(x)});
  ASSERT_TRUE(described) << described.error().message;
  EXPECT_EQ(described->nodes.size(), 1u);
}

}  // namespace
}  // namespace weft
