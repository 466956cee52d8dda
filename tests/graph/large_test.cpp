// SPDX-License-Identifier: MIT
// Graphs that are long, wide or both: no recursion, no time or memory that grows faster than they
// do.
#include <pthread.h>

#include <functional>

#include "graph/networks.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::In;
using test::Network;
using test::Of;

const TensorDesc kFour(DataType::Float32, {4});
const ElementWiseAdd kAdd = {.a = kFour, .b = kFour, .output = kFour};
const ActivationRelu kRelu = {.input = kFour, .output = kFour};
const ElementWiseIdentity kCopy = {.input = kFour, .output = kFour};

// Runs on a thread with 256 KiB of stack.
void OnSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 256 << 10), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* argument) -> void* {
                  (*static_cast<std::function<void()>*>(argument))();
                  return nullptr;
                },
                &work),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

Network Chain(uint32_t nodes, const Operator& op) {
  Network net;
  uint32_t last = net.Add(op, {In(0)});
  for (uint32_t i = 1; i < nodes; ++i) last = net.Add(op, {Of(last)});
  net.Output(last);
  return net;
}

TEST(LargeGraph, ChainOfFunctions) {
  const Network net = Chain(10000, kRelu);
  const auto got = test::RunGraph(test::Compiled(net.desc), {{-1, 2, -3, 4}}, {4});
  EXPECT_EQ(got[0], (std::vector<float>{0, 2, 0, 4}));
}

TEST(LargeGraph, ChainOfCopies) {
  const CompiledGraph graph = test::Compiled(Chain(100000, kCopy).desc);
  EXPECT_EQ(test::StepsOf(graph), 1u);
  EXPECT_EQ(test::RunGraph(graph, {{1, 2, 3, 4}}, {4})[0], (std::vector<float>{1, 2, 3, 4}));
}

TEST(LargeGraph, HundredThousandOnASmallStack) {
  OnSmallStack([] {
    const Network net = Chain(100000, kRelu);
    EXPECT_EQ(test::ErrorOf(net.desc), "");
  });
}

// One value, ten thousand readers, and their sum.
TEST(LargeGraph, Fan) {
  Network net;
  const uint32_t first = net.Add(kRelu, {In(0)});
  uint32_t sum = net.Add(kCopy, {Of(first)});
  for (int i = 0; i < 10000; ++i) sum = net.Add(kAdd, {Of(sum), Of(net.Add(kCopy, {Of(first)}))});
  net.Output(sum);
  const auto got = test::RunGraph(test::Compiled(net.desc), {{-1, 1, 2, 3}}, {4});
  EXPECT_EQ(got[0], (std::vector<float>{0, 10001, 20002, 30003}));
}

TEST(LargeGraph, WideFanOfCopies) {
  Network net;
  const uint32_t first = net.Add(kRelu, {In(0)});
  for (int i = 0; i < 200000; ++i) net.Output(net.Add(kCopy, {Of(first)}));
  EXPECT_EQ(test::ErrorOf(net.desc), "");
}

TEST(LargeGraph, Diamonds) {
  Network net;
  uint32_t last = net.Add(kRelu, {In(0)});
  for (int i = 0; i < 3000; ++i) {
    const uint32_t left = net.Add(kRelu, {Of(last)}), right = net.Add(kCopy, {Of(last)});
    last = net.Add(ElementWiseMax{.a = kFour, .b = kFour, .output = kFour}, {Of(left), Of(right)});
  }
  net.Output(last);
  const auto got = test::RunGraph(test::Compiled(net.desc), {{-1, 1, 2, 3}}, {4});
  EXPECT_EQ(got[0], (std::vector<float>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace weft
