// SPDX-License-Identifier: MIT
// Random graphs of hundreds of operators from all families, in random layouts: compiled with all
// rewrites they give what their operators give one by one, and write nothing else.
#include <algorithm>
#include <thread>

#include "graph/random_network.h"

namespace weft {
namespace {

struct Compared {
  CompiledGraph fused, plain;
  std::vector<std::vector<float>> inputs;
  std::vector<size_t> output_sizes;
};

Compared Compare(uint32_t seed, int nodes) {
  test::RandomNetwork network(seed);
  network.Grow(nodes);
  const std::vector<Expression> outputs = network.Outputs();
  const Result<GraphDesc> desc = network.graph.Describe(outputs);
  if (!desc) throw std::runtime_error(desc.error().message);
  Compared compared = {test::Compiled(*desc), test::Compiled(*desc, true), {}, {}};
  for (size_t i = 0; i < network.input_sizes.size(); ++i)
    compared.inputs.push_back(test::Numbers(network.input_sizes[i], seed + uint32_t(i)));
  compared.output_sizes = test::OutputSizes(*desc);
  return compared;
}

TEST(RandomGraphs, RewritesChangeNoResult) {
  size_t steps = 0, described = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const Compared compared = Compare(seed, seed % 4 == 0 ? 300 : 40);
    steps += test::StepsOf(compared.fused);
    described += test::StepsOf(compared.plain);
    const auto got = test::RunGraph(compared.fused, compared.inputs, compared.output_sizes);
    const auto want = test::RunGraph(compared.plain, compared.inputs, compared.output_sizes);
    for (size_t o = 0; o < got.size(); ++o)
      for (size_t i = 0; i < got[o].size(); ++i)
        ASSERT_NEAR(got[o][i], want[o][i], 2e-3f * (1 + std::abs(want[o][i])))
            << "output " << o << " element " << i;
  }
  EXPECT_LT(steps, described * 3 / 4);
}

TEST(RandomGraphs, OneGraphOnManyThreads) {
  const Compared compared = Compare(5, 100);
  const auto want = test::RunGraph(compared.fused, compared.inputs, compared.output_sizes);
  std::vector<std::thread> threads;
  std::vector<int> differ(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i)
        differ[size_t(t)] +=
            test::RunGraph(compared.fused, compared.inputs, compared.output_sizes) != want;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differ, std::vector<int>(4, 0));
}

// Every tensor has its own bytes while it is needed: temporary memory that is filled with anything
// before a run, or is left over from another, makes no difference.
TEST(RandomGraphs, TemporaryMemoryMayHoldAnything) {
  for (uint32_t seed = 100; seed < 110; ++seed) {
    const Compared compared = Compare(seed, 60);
    const auto first = test::RunGraph(compared.fused, compared.inputs, compared.output_sizes);
    std::vector<std::byte> temporary(compared.fused.temporary_bytes());
    std::vector<std::byte> persistent(compared.fused.persistent_bytes());
    ASSERT_TRUE(compared.fused.Initialize({}, Buffer(persistent)).has_value());
    std::vector<ConstBuffer> inputs(compared.inputs.begin(), compared.inputs.end());
    for (int run = 0; run < 2; ++run) {
      for (std::byte& byte : temporary) byte = std::byte(uint8_t(byte) * 31 + 255);
      auto outputs = first;
      for (auto& output : outputs) std::ranges::fill(output, -77.0f);
      const std::vector<Buffer> buffers(outputs.begin(), outputs.end());
      ASSERT_TRUE(
          compared.fused.Run(inputs, buffers, Buffer(temporary), Buffer(persistent)).has_value());
      ASSERT_EQ(outputs, first) << seed;
    }
  }
}

}  // namespace
}  // namespace weft
