// SPDX-License-Identifier: MIT
// Networks through IDMLDevice1::CompileGraph and a dispatch: random ones of all families, long,
// wide and deep ones. They give what the operators give one by one in C++.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <thread>

#include "directml/harness.h"
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

// softmax(exp(x)) + exp(x) for 3 rows of 100, in three steps at least: softmax joins no chain.
constexpr size_t kRows = 3, kColumns = 100;
GraphDesc SoftmaxAndSum() {
  const TensorDesc rows(DataType::Float32, {1, 1, kRows, kColumns});
  Network net;
  net.Add(ElementWiseExp{.input = rows, .output = rows}, {In(0)});
  net.Add(ActivationSoftmax1{.input = rows, .output = rows, .axes = {3}}, {Of(0)});
  net.Add(ElementWiseAdd{.a = rows, .b = rows, .output = rows}, {Of(1), Of(0)});
  net.Output(2);
  return net.desc;
}
std::vector<float> SoftmaxAndSumOf(const std::vector<float>& x) {
  std::vector<float> want;
  for (size_t row = 0; row < kRows; ++row) {
    double sum = 0;
    for (size_t i = 0; i < kColumns; ++i) sum += std::exp(std::exp(double(x[row * kColumns + i])));
    for (size_t i = 0; i < kColumns; ++i) {
      const double y = std::exp(double(x[row * kColumns + i]));
      want.push_back(float(std::exp(y) / sum + y));
    }
  }
  return want;
}

// One compiled graph on a world's own list, with buffers of its own.
class GraphRun {
 public:
  GraphRun(World& device, IDMLCompiledOperator* compiled, World& world,
           const std::vector<float>& values)
      : world_(world), input_(world.Filled(values)), output_(world.Buffer(values.size() * 4)) {
    const DML_BINDING_PROPERTIES needs = compiled->GetBindingProperties();
    EXPECT_GT(needs.TemporaryResourceSize, 0u);
    EXPECT_EQ(needs.PersistentResourceSize, 0u);
    temporary_ = world.Buffer(needs.TemporaryResourceSize);
    heap_ = world.Heap(needs.RequiredDescriptorCount);
    table_ = device.Table(compiled, heap_.Get());
    const Bind in(input_.Get(), 0, values.size() * 4), out(output_.Get(), 0, values.size() * 4);
    const Bind scratch(temporary_.Get(), 0, needs.TemporaryResourceSize);
    table_->BindInputs(1, &in.desc);
    table_->BindOutputs(1, &out.desc);
    table_->BindTemporaryResource(&scratch.desc);
    device.recorder->RecordDispatch(world.list.Get(), compiled, table_.Get());
  }
  void Again() { world_.Run(true); }
  std::vector<float> Values() const { return World::Values(output_.Get(), kRows * kColumns); }

 private:
  World& world_;
  ComPtr<ID3D12Resource> input_, output_, temporary_;
  ComPtr<ID3D12DescriptorHeap> heap_;
  ComPtr<IDMLBindingTable> table_;
};

ComPtr<IDMLCompiledOperator> Compile(World& world, const GraphDesc& graph) {
  ComPtr<IDMLDevice1> newer;
  World::Check(world.dml->QueryInterface(IID_PPV_ARGS(&newer)));
  const GraphWriter desc(world.dml.Get(), graph);
  ComPtr<IDMLCompiledOperator> compiled;
  World::Check(newer->CompileGraph(desc.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled)));
  world.Initialize({compiled.Get()});
  return compiled;
}

float Furthest(const std::vector<float>& got, const std::vector<float>& want) {
  float furthest = 0;
  for (size_t i = 0; i < want.size(); ++i)
    furthest = std::max(furthest, std::abs(got[i] - want[i]) / (1 + std::abs(want[i])));
  return furthest;
}

TEST(GraphNetworks, OneOnManyThreads) {
  World shared;
  const auto compiled = Compile(shared, SoftmaxAndSum());
  std::vector<float> differences(8, 1);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < differences.size(); ++t)
    threads.emplace_back([&, t] {
      World world;
      const std::vector<float> values = Numbers(kRows * kColumns, uint32_t(t));
      GraphRun run(shared, compiled.Get(), world, values);
      for (int round = 0; round < 200; ++round) run.Again();
      differences[t] = Furthest(run.Values(), SoftmaxAndSumOf(values));
    });
  for (std::thread& thread : threads) thread.join();
  for (const float difference : differences) EXPECT_LT(difference, 1e-5f);
}

[[maybe_unused]] size_t ResidentBytes() {
  size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * 4096;
}

TEST(GraphNetworks, AHundredThousandDispatches) {
  World world;
  const auto compiled = Compile(world, SoftmaxAndSum());
  const std::vector<float> values = Numbers(kRows * kColumns, 3);
  GraphRun run(world, compiled.Get(), world, values);
  for (int i = 0; i < 10000; ++i) run.Again();
  [[maybe_unused]] const size_t before = ResidentBytes();
  for (int i = 0; i < 90000; ++i) run.Again();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they keep what was freed
  EXPECT_LT(ResidentBytes(), before + (1 << 20));
#endif
  EXPECT_LT(Furthest(run.Values(), SoftmaxAndSumOf(values)), 1e-5f);
}

}  // namespace
}  // namespace weft::test
