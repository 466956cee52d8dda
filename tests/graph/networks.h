// SPDX-License-Identifier: MIT
// Graphs in a few lines, for tests: nodes are added with where their inputs come from.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "schema/tensor_slots.h"
#include "weft/graph.h"

namespace weft::test {

// Where a node's input comes from.
struct From {
  enum Kind { Input, Node, Nothing } kind = Nothing;
  uint32_t index = 0;
  uint32_t output = 0;
};
inline From In(uint32_t index) { return {From::Input, index}; }
inline From Of(uint32_t node, uint32_t output = 0) { return {From::Node, node, output}; }

class Network {
 public:
  uint32_t Add(const Operator& op, const std::vector<From>& inputs, std::string name = {}) {
    const auto node = uint32_t(desc.nodes.size());
    desc.nodes.push_back({op, std::move(name)});
    for (uint32_t i = 0; i < inputs.size(); ++i) Connect(inputs[i], node, i);
    return node;
  }
  uint32_t Constant(const std::vector<float>& values, std::string name = {}) {
    return ConstantOf(values, std::move(name));
  }
  template <class T>
  uint32_t ConstantOf(const std::vector<T>& values, std::string name = {}) {
    const auto* first = reinterpret_cast<const std::byte*>(values.data());
    std::vector<std::byte> bytes(first, first + values.size() * sizeof(T));
    desc.nodes.push_back(
        {GraphConstant{std::make_shared<const std::vector<std::byte>>(std::move(bytes))},
         std::move(name)});
    return uint32_t(desc.nodes.size()) - 1;
  }
  void Connect(const From& from, uint32_t node, uint32_t input) {
    if (from.kind == From::Input) {
      desc.input_count = std::max(desc.input_count, from.index + 1);
      desc.input_edges.push_back({from.index, node, input});
    } else if (from.kind == From::Node) {
      desc.intermediate_edges.push_back({from.index, from.output, node, input});
    }
  }
  void Output(uint32_t node, uint32_t output = 0) {
    desc.output_edges.push_back({node, output, desc.output_count++});
  }

  GraphDesc desc;
};

inline CompiledGraph Compiled(const GraphDesc& desc, bool as_described = false) {
  const Result<CompiledGraph> graph = CompileGraph(desc, {.as_described = as_described});
  if (!graph) throw std::runtime_error(graph.error().message);
  return *graph;
}

// The message that refuses a graph; "" when it is accepted.
inline std::string ErrorOf(const GraphDesc& desc) {
  const Result<CompiledGraph> graph = CompileGraph(desc);
  return graph ? "" : graph.error().message;
}

inline size_t StepsOf(const CompiledGraph& graph) {
  const std::string text = "\n" + graph.Explain();
  size_t steps = 0;
  for (size_t at = text.find("\nstep "); at != std::string::npos; at = text.find("\nstep ", at + 1))
    ++steps;
  return steps;
}

// The outputs for these inputs, with temporary and persistent memory that held something before.
template <class T = float>
std::vector<std::vector<T>> RunGraph(const CompiledGraph& graph,
                                     const std::vector<std::vector<T>>& inputs,
                                     const std::vector<size_t>& output_sizes,
                                     const std::vector<bool>& owned = {}) {
  std::vector<std::byte> persistent(graph.persistent_bytes(), std::byte{0x5a});
  std::vector<std::byte> temporary(graph.temporary_bytes(), std::byte{0xa5});
  std::vector<ConstBuffer> first(inputs.size()), later(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    (i < owned.size() && owned[i] ? first : later)[i] = ConstBuffer(inputs[i]);
  Status status = graph.Initialize(first, Buffer(persistent));
  EXPECT_TRUE(status.has_value()) << status.error().message;
  std::vector<std::vector<T>> outputs;
  std::vector<Buffer> buffers;
  for (const size_t size : output_sizes) outputs.emplace_back(size, T(-77));
  for (auto& output : outputs) buffers.emplace_back(output);
  status = graph.Run(later, buffers, Buffer(temporary), Buffer(persistent));
  EXPECT_TRUE(status.has_value()) << status.error().message;
  return outputs;
}

inline std::vector<float> Numbers(size_t count, uint32_t seed) {
  std::vector<float> numbers(count);
  uint32_t state = seed * 2654435761u + 1;
  for (float& number : numbers) {
    state = state * 1664525u + 1013904223u;
    number = float(int32_t(state >> 8) % 2001 - 1000) / 500.0f;
  }
  return numbers;
}

// So many steps, and what the nodes give one by one. The inputs are some numbers times `scale`.
inline void ExpectSame(const Network& net, const std::vector<size_t>& input_sizes,
                       const std::vector<size_t>& output_sizes, size_t steps, float scale = 1) {
  const CompiledGraph fused = Compiled(net.desc), plain = Compiled(net.desc, true);
  EXPECT_EQ(StepsOf(fused), steps) << fused.Explain();
  std::vector<std::vector<float>> inputs;
  for (size_t i = 0; i < input_sizes.size(); ++i) {
    inputs.push_back(Numbers(input_sizes[i], uint32_t(i) + 1));
    for (float& number : inputs.back()) number *= scale;
  }
  const auto got = RunGraph(fused, inputs, output_sizes);
  const auto want = RunGraph(plain, inputs, output_sizes);
  for (size_t o = 0; o < got.size(); ++o)
    for (size_t i = 0; i < got[o].size(); ++i)
      ASSERT_NEAR(got[o][i], want[o][i], 1e-5f * (1 + std::abs(want[o][i])))
          << "output " << o << " element " << i << "\n"
          << fused.Explain();
}

}  // namespace weft::test
