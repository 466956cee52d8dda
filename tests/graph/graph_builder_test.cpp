// SPDX-License-Identifier: MIT
// Expressions: what they compute, the shapes they infer, and the errors they keep.
#include "graph/networks.h"
#include "weft/expressions.h"

namespace weft {
namespace {

const TensorDesc kPair(DataType::Float32, {2, 3});

std::vector<float> ResultOf(const GraphBuilder& graph, const Expression& output,
                            const std::vector<std::vector<float>>& inputs, size_t size) {
  const Result<CompiledGraph> compiled = graph.Compile({output});
  if (!compiled) throw std::runtime_error(compiled.error().message);
  return test::RunGraph(*compiled, inputs, {size})[0];
}
std::string ErrorOf(const GraphBuilder& graph, const Expression& output) {
  const Result<CompiledGraph> compiled = graph.Compile({output});
  return compiled ? "" : compiled.error().message;
}

TEST(GraphBuilder, Arithmetic) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair), y = graph.Input({DataType::Float32, {3}});
  const Expression z = -(x + y) * (x - y) / 2.0f + 1.0f;
  EXPECT_EQ(z.sizes(), (Sizes{2, 3}));
  EXPECT_EQ(ResultOf(graph, z, {{1, 2, 3, 4, 5, 6}, {1, 2, 4}}, 6),
            (std::vector<float>{1, 1, 4.5f, -6.5f, -9.5f, -9}));
}

TEST(GraphBuilder, DivisionOfTensors) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair), y = graph.Input({DataType::Float32, {2, 1}});
  EXPECT_EQ(ResultOf(graph, x / y, {{1, 2, 3, 4, 5, 6}, {2, 4}}, 6),
            (std::vector<float>{0.5f, 1, 1.5f, 1, 1.25f, 1.5f}));
}

// What has its sizes already keeps its layout, so that sums go into the product before them.
TEST(GraphBuilder, BroadcastingToTheSameSizesChangesNothing) {
  GraphBuilder graph;
  const Expression x = graph.Input({DataType::Float32, {1, 1, 2, 3}});
  EXPECT_EQ(x.Broadcast({1, 1, 2, 3}).desc().layout, x.desc().layout);
  const Expression w = graph.Input({DataType::Float32, {1, 1, 3, 4}});
  const Expression b = graph.Input({DataType::Float32, {1, 1, 1, 4}});
  const Result<CompiledGraph> compiled = graph.Compile({expr::Gemm(x, w, {}, {.alpha = 1}) + b});
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  EXPECT_EQ(compiled->Explain().substr(0, 22), "step 0: 0 + 1 (GEMM)\n ");
  EXPECT_EQ(
      test::RunGraph(*compiled,
                     {{1, 2, 3, 4, 5, 6}, {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1}, {10, 20, 30, 40}},
                     {8})[0],
      (std::vector<float>{11, 22, 33, 46, 14, 25, 36, 55}));
}

TEST(GraphBuilder, OperatorsInferTheirShapes) {
  GraphBuilder graph;
  const Expression x = graph.Input({DataType::Float32, {1, 1, 2, 3}});
  const Expression w = graph.Weights({DataType::Float32, {1, 1, 3, 4}});
  const Expression y = expr::ActivationRelu(expr::Gemm(x, w, {}, {.alpha = 1}));
  EXPECT_EQ(y.sizes(), (Sizes{1, 1, 2, 4}));
  const std::vector<Expression> parts =
      expr::Split(y, {.outputs = {TensorDesc(DataType::Unknown, {1, 1, 2, 1}),
                                  TensorDesc(DataType::Unknown, {1, 1, 2, 3})},
                      .axis = 3});
  ASSERT_EQ(parts.size(), 2u);
  const Expression joined = expr::Join({parts[1], parts[0]}, {.axis = 3});
  EXPECT_EQ(joined.sizes(), (Sizes{1, 1, 2, 4}));
  const Result<CompiledGraph> compiled = graph.Compile({joined});
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  const auto got = test::RunGraph(
      *compiled, {{1, 2, 3, 4, 5, 6}, {1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 1, -1}}, {8}, {false, true});
  EXPECT_EQ(got[0], (std::vector<float>{2, 3, 0, 1, 5, 6, 0, 4}));
}

TEST(GraphBuilder, ViewsMoveNothing) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair);
  const Expression turned = x.Transpose({1, 0});
  EXPECT_EQ(turned.sizes(), (Sizes{3, 2}));
  EXPECT_EQ(ResultOf(graph, turned * 2.0f, {{1, 2, 3, 4, 5, 6}}, 6),
            (std::vector<float>{2, 8, 4, 10, 6, 12}));
  EXPECT_EQ(ResultOf(graph, turned, {{1, 2, 3, 4, 5, 6}}, 6),
            (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(ResultOf(graph, x.Reinterpret(Sizes{6}) + 1.0f, {{1, 2, 3, 4, 5, 6}}, 6),
            (std::vector<float>{2, 3, 4, 5, 6, 7}));
}

TEST(GraphBuilder, Constants) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair);
  const std::vector<float> numbers = {10, 20, 30};
  const Expression c = graph.Constant({DataType::Float32, {3}}, numbers);
  EXPECT_EQ(ResultOf(graph, x + c, {{1, 2, 3, 4, 5, 6}}, 6),
            (std::vector<float>{11, 22, 33, 14, 25, 36}));
  EXPECT_EQ(ResultOf(graph, c, {{}}, 3), numbers);
}

// Operators that stand for one node of the caller's have its name, which a step says once.
TEST(GraphBuilder, NamesOfNodes) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair);
  graph.NameNodes("first");
  const Expression y = expr::ElementWiseAbs(x) * x;
  graph.NameNodes("second");
  const Expression z = GraphBuilder::Add(ElementWiseNegate{}, {y}, "own")[0] + y;
  const auto compiled = graph.Compile({z});
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_EQ(compiled->Outline().boxes.at(0).name, "first + own + second") << compiled->Explain();
}

TEST(GraphBuilder, OptionalTensors) {
  GraphBuilder graph;
  const TensorDesc image(DataType::Float32, {1, 1, 2, 2});
  const Expression x = graph.Input(image);
  const std::vector<Expression> results = expr::MaxPooling1(
      x,
      {.strides = {1, 1}, .window_size = {2, 2}, .start_padding = {0, 0}, .end_padding = {0, 0}});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].IsPresent());
  EXPECT_FALSE(results[1].IsPresent());
  EXPECT_EQ(ResultOf(graph, results[0], {{3, 1, 4, 1}}, 1), (std::vector<float>{4}));
}

TEST(GraphBuilder, AnErrorThatIsTakenIsForgotten) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair), y = graph.Input({DataType::Float32, {2, 4}});
  EXPECT_TRUE(graph.TakeError().has_value());
  x + y;
  const Status status = x.Builder().TakeError();
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().message, "graph: sizes [2, 4] cannot be broadcast to [2, 3]");
  EXPECT_TRUE(graph.TakeError().has_value());
  // What failed is in nobody's way.
  const Result<CompiledGraph> compiled = graph.Compile({x + 1.0f});
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  EXPECT_EQ(test::RunGraph(*compiled, {{1, 2, 3, 4, 5, 6}, {}}, {6})[0],
            (std::vector<float>{2, 3, 4, 5, 6, 7}));
}

TEST(GraphBuilder, TheFirstErrorIsKept) {
  GraphBuilder graph;
  const Expression x = graph.Input(kPair), y = graph.Input({DataType::Float32, {2, 4}});
  EXPECT_EQ(ErrorOf(graph, x + y + 1.0f), "graph: sizes [2, 4] cannot be broadcast to [2, 3]");

  GraphBuilder other;
  EXPECT_EQ(ErrorOf(other, x), "graph: output 0 is no expression of this graph");
  const Expression z = other.Input(kPair);
  EXPECT_EQ(ErrorOf(other, expr::ActivationElu(z.Reinterpret({DataType::Int32, {2, 3}}))),
            "ACTIVATION_ELU: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required");

  GraphBuilder bytes;
  EXPECT_EQ(ErrorOf(bytes, bytes.Input(kPair).Reinterpret(Sizes{5}) + 1.0f),
            "graph: {\"DataType\": \"FLOAT32\", \"Sizes\": [5]} has 20 bytes, but {\"DataType\": "
            "\"FLOAT32\", \"Sizes\": [2, 3]} is reinterpreted as it and has 24");

  GraphBuilder order;
  EXPECT_EQ(ErrorOf(order, order.Input(kPair).Transpose({0, 0}) + 1.0f),
            "graph: the order of a transposition must have each of the 2 dimensions once");
}

}  // namespace
}  // namespace weft
