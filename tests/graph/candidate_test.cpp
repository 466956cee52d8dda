// SPDX-License-Identifier: MIT
// Explain names the candidate of each step; names that are asked for reach every step of a family.
#include <gtest/gtest.h>

#include "graph/networks.h"

namespace weft {
namespace {

using test::In;
using test::Network;
using test::Of;
constexpr DataType kF32 = DataType::Float32;

// Windows, then the sum of their rows.
Network Windows() {
  Network net;
  net.Add(MaxPooling{.input = {kF32, {1, 2, 8, 64}},
                     .output = {kF32, {1, 2, 4, 32}},
                     .strides = {2, 2},
                     .window_size = {2, 2},
                     .start_padding = {0, 0},
                     .end_padding = {0, 0}},
          {In(0)}, "windows");
  net.Add(Reduce{.function = ReduceFunction::Sum,
                 .input = {kF32, {1, 2, 4, 32}},
                 .output = {kF32, {1, 2, 4, 1}},
                 .axes = {3}},
          {Of(0)}, "sum");
  net.Output(1);
  return net;
}

std::string Explained(const std::string& candidate) {
  GraphOptions options;
  options.operators.candidate = candidate;
  const Result<CompiledGraph> graph = CompileGraph(Windows().desc, options);
  return graph ? graph->Explain() : graph.error().message;
}

TEST(CandidatesOfAGraph, AreExplained) {
  const std::string text = Explained("");
  EXPECT_NE(text.find("  by pooling/row_maxima\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  by reduction/inner\n"), std::string::npos) << text;
}

TEST(CandidatesOfAGraph, AreThoseAskedFor) {
  const std::string text = Explained("reduction/outer,pooling/window");
  EXPECT_NE(text.find("  by pooling/window\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  by reduction/outer\n"), std::string::npos) << text;
  // A family that is not named chooses freely.
  EXPECT_NE(Explained("reduction").find("  by pooling/row_maxima\n"), std::string::npos);
}

TEST(CandidatesOfAGraph, MayRefuse) {
  EXPECT_EQ(Explained("reduction/all"),
            "graph: node sum: REDUCE: the candidate reduction/all was asked for and refuses: "
            "OutputTensor has 8 elements, but 1 is needed");
}

}  // namespace
}  // namespace weft
