// SPDX-License-Identifier: MIT
// Eight threads share the devices, each with its own operators, lists and queue.
#include <thread>

#include "harness.h"

namespace weft::test {
namespace {

TEST(Threads, CreateCompileRecordAndExecuteAtOnce) {
  constexpr int kThreads = 8, kRounds = 20;
  World shared;  // keeps the Direct3D device the same for all
  std::vector<std::string> problems(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      World world;
      if (t % 2 == 0) {  // half of them also share a DirectML device
        world.dml = shared.dml;
        world.recorder = shared.recorder;
      }
      for (int round = 0; round < kRounds; ++round) {
        Copy copy(world);
        copy.compiled->SetName(L"one of many");
        const std::vector<float> values(16, float(t * 100 + round));
        copy.input = world.Filled(values);
        copy.BindBoth();
        copy.Record();
        world.Run(true);
        world.Run();
        if (World::Values(copy.output.Get(), 16) != values) problems[size_t(t)] += "wrong values;";
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_EQ(shared.dml->GetDeviceRemovedReason(), S_OK);
}

// One compiled operator, many lists: compiled operators are immutable.
TEST(Threads, ShareACompiledOperator) {
  World shared;
  const auto compiled = shared.Identity(16);
  shared.Initialize({compiled.Get()});
  std::vector<std::string> problems(8);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < problems.size(); ++t)
    threads.emplace_back([&, t] {
      World world;
      const auto heap = world.Heap(8);
      for (int round = 0; round < 20; ++round) {
        const std::vector<float> values(16, float(t + 8 * size_t(round)));
        const auto input = world.Filled(values), output = world.Buffer(64);
        ComPtr<IDMLBindingTable> table;
        const DML_BINDING_TABLE_DESC desc = World::TableDesc(compiled.Get(), heap.Get());
        World::Check(shared.dml->CreateBindingTable(&desc, IID_PPV_ARGS(&table)));
        const Bind from(input.Get(), 0, 64), to(output.Get(), 0, 64);
        table->BindInputs(1, &from.desc);
        table->BindOutputs(1, &to.desc);
        shared.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get());
        world.Run();
        if (World::Values(output.Get(), 16) != values) problems[t] = "wrong values";
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
}

}  // namespace
}  // namespace weft::test
