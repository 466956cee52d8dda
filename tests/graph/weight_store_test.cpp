// SPDX-License-Identifier: MIT
// Weights that are prepared while a graph is compiled: the same results, the same bytes once for
// all graphs of a store, and constants let go that only preparing reads.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "graph/networks.h"
#include "weft/expressions.h"

namespace weft {
namespace {

using test::Numbers;

constexpr DataType kF32 = DataType::Float32;

struct Weights {
  std::shared_ptr<const std::vector<float>> values;

  Weights(size_t count, int seed)
      : values(std::make_shared<const std::vector<float>>(Numbers(count, seed))) {}
  GraphConstant constant() const { return {values, std::as_bytes(std::span(*values))}; }
};

// relu(x @ w) of `rows` rows, 48 columns and a depth of 64.
Result<CompiledGraph> Dense(int64_t rows, const Weights& w, const GraphOptions& options) {
  GraphBuilder graph;
  const Expression x = graph.Input({kF32, {1, 1, rows, 64}});
  const Expression b = graph.Constant({kF32, {1, 1, 64, 48}}, w.constant());
  return graph.Compile({expr::ActivationRelu(expr::Gemm(x, b, {}, {.alpha = 1}))}, options);
}

// A convolution of 3 x 3 taps over an image of `size` x `size`.
Result<CompiledGraph> Image(int64_t size, const Weights& w, const GraphOptions& options) {
  GraphBuilder graph;
  const Expression x = graph.Input({kF32, {1, 16, size, size}});
  const Expression filter = graph.Constant({kF32, {24, 16, 3, 3}}, w.constant());
  Convolution op{.strides = {1, 1},
                 .dilations = {1, 1},
                 .start_padding = {1, 1},
                 .end_padding = {1, 1},
                 .output_padding = {0, 0},
                 .group_count = 1};
  op.mode = ConvolutionMode::CrossCorrelation;
  return graph.Compile({GraphBuilder::Add(op, {x, filter})[0]}, options);
}

std::vector<float> RunOne(const CompiledGraph& graph, const std::vector<float>& input,
                          size_t outputs) {
  std::vector<float> result(outputs);
  std::vector<std::byte> persistent(graph.persistent_bytes());
  EXPECT_TRUE(graph.Initialize({}, persistent));
  const ConstBuffer in[] = {ConstBuffer(input)};
  const Buffer out[] = {Buffer(result)};
  const Status status = graph.Run(in, out, {}, persistent);
  EXPECT_TRUE(status) << status.error().message;
  return result;
}

GraphOptions With(const std::shared_ptr<WeightStore>& store) { return {.weights = store}; }

TEST(WeightStore, ProductsOfOtherSizesShareTheirWeights) {
  const auto store = std::make_shared<WeightStore>();
  const Weights w(64 * 48, 1);
  std::vector<CompiledGraph> graphs;
  for (const int64_t rows : {7, 8, 64, 65, 200}) {
    auto graph = Dense(rows, w, With(store));
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(graph->persistent_bytes(), 0u);
    EXPECT_GE(graph->prepared_bytes(), w.values->size() * sizeof(float));
    const auto alone = Dense(rows, w, {});
    ASSERT_TRUE(alone) << alone.error().message;
    EXPECT_EQ(alone->prepared_bytes(), 0u);
    const std::vector<float> x = Numbers(size_t(rows) * 64, 2);
    EXPECT_EQ(RunOne(*graph, x, size_t(rows) * 48), RunOne(*alone, x, size_t(rows) * 48)) << rows;
    graphs.push_back(*std::move(graph));
  }
  EXPECT_EQ(store->bytes(), graphs.front().prepared_bytes());
  // Others beside them.
  const Weights other(64 * 48, 5);
  auto graph = Dense(8, other, With(store));
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_EQ(store->bytes(), 2 * graphs.front().prepared_bytes());
  graphs.clear();
  EXPECT_EQ(store->bytes(), graph->prepared_bytes());
  graph = Dense(8, other, {});
  EXPECT_EQ(store->bytes(), 0u);
}

TEST(WeightStore, ImagesOfOtherSizesShareTheirFilters) {
  const auto store = std::make_shared<WeightStore>();
  const Weights w(24 * 16 * 9, 1);
  std::vector<CompiledGraph> graphs;
  for (const int64_t size : {9, 12, 30}) {
    auto graph = Image(size, w, With(store));
    ASSERT_TRUE(graph) << graph.error().message;
    const auto alone = Image(size, w, {});
    ASSERT_TRUE(alone) << alone.error().message;
    const std::vector<float> x = Numbers(size_t(16 * size * size), 2);
    EXPECT_EQ(RunOne(*graph, x, size_t(24 * size * size)),
              RunOne(*alone, x, size_t(24 * size * size)));
    graphs.push_back(*std::move(graph));
  }
  EXPECT_GT(store->bytes(), 0u);
  EXPECT_EQ(store->bytes(), graphs.front().prepared_bytes());
}

// Weights of a graph input come with Initialize, whatever the store has.
TEST(WeightStore, LeavesGraphInputsToInitialize) {
  const auto store = std::make_shared<WeightStore>();
  const std::vector<float> w = Numbers(64 * 48, 3), x = Numbers(10 * 64, 4);
  const Weights v(48 * 16, 5);
  std::vector<float> results[2];
  for (const bool with_store : {false, true}) {
    GraphBuilder graph;
    const Expression a = graph.Input({kF32, {1, 1, 10, 64}});
    const Expression b = graph.Weights({kF32, {1, 1, 64, 48}});
    const Expression c = graph.Constant({kF32, {1, 1, 48, 16}}, v.constant());
    const Expression y = expr::Gemm(expr::Gemm(a, b, {}, {.alpha = 1}), c, {}, {.alpha = 1});
    const auto compiled = graph.Compile({y}, with_store ? With(store) : GraphOptions());
    ASSERT_TRUE(compiled) << compiled.error().message;
    std::vector<std::byte> persistent(compiled->persistent_bytes());
    EXPECT_GE(persistent.size(), w.size() * sizeof(float));
    const ConstBuffer owned[] = {ConstBuffer(), ConstBuffer(w)};
    ASSERT_TRUE(compiled->Initialize(owned, persistent));
    results[with_store].resize(10 * 16);
    const ConstBuffer in[] = {ConstBuffer(x), ConstBuffer()};
    const Buffer out[] = {Buffer(results[with_store])};
    const Status status = compiled->Run(in, out, {}, persistent);
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(compiled->prepared_bytes() > 0, with_store);
  }
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace
}  // namespace weft
