// SPDX-License-Identifier: MIT
// Results that take the memory of an input nobody reads afterwards: where they do, and where they
// must not. Softmax reads whole lines, so it takes part in no chain and nobody's memory.
#include "graph/networks.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::Compiled;
using test::In;
using test::Network;
using test::Numbers;
using test::Of;
using test::RunGraph;

const TensorDesc kSquare(DataType::Float32, {1, 1, 10, 10});
const TensorDesc kAcross(DataType::Float32, {1, 1, 10, 10}, {100, 100, 1, 10});
const ActivationSoftmax kSoftmax = {.input = kSquare, .output = kSquare};
const ElementWiseAdd kAdd = {.a = kSquare, .b = kSquare, .output = kSquare};

// The same bits as one by one, and so many bytes of tensors at one time: a square has 400, and 448
// with what is left of its last line.
void ExpectLeast(const Network& net, uint64_t least, uint64_t described) {
  const CompiledGraph graph = Compiled(net.desc), plain = Compiled(net.desc, true);
  EXPECT_EQ(graph.least_temporary_bytes(), least) << graph.Explain();
  EXPECT_EQ(graph.temporary_bytes(), least / 400 * 448 + 64) << graph.Explain();
  EXPECT_EQ(plain.least_temporary_bytes(), described) << plain.Explain();
  std::vector<std::vector<float>> inputs;
  for (uint32_t i = 0; i < net.desc.input_count; ++i) inputs.push_back(Numbers(100, i + 1));
  const std::vector<size_t> sizes(net.desc.output_count, 100);
  EXPECT_EQ(RunGraph(graph, inputs, sizes), RunGraph(plain, inputs, sizes)) << graph.Explain();
}

TEST(GraphInPlace, ASumTakesTheFirstInputThatEnds) {
  Network net;
  net.Add(kSoftmax, {In(0)}, "a");
  net.Add(kSoftmax, {In(1)}, "b");
  net.Add(kAdd, {Of(0), Of(1)}, "sum");
  net.Add(kSoftmax, {Of(2)}, "c");
  net.Output(3);
  ExpectLeast(net, 800, 1200);
  const std::string as = " as " + ToString(kSquare) + "\n";
  EXPECT_EQ(Compiled(net.desc).Explain(),
            "step 0: a (ACTIVATION_SOFTMAX)\n"
            "  reads input 0\n"
            "  writes temporary [0, 400)" +
                as +
                "  by softmax/three_passes\n  cost 800 bytes moved\n"
                "step 1: b (ACTIVATION_SOFTMAX)\n"
                "  reads input 1\n"
                "  writes temporary [448, 848)" +
                as +
                "  by softmax/three_passes\n  cost 800 bytes moved\n"
                "step 2: sum (ELEMENT_WISE_ADD)\n"
                "  reads temporary [0, 400)\n"
                "  reads temporary [448, 848)\n"
                "  writes temporary [0, 400)" +
                as +
                "  cost 1200 bytes moved\n"
                "step 3: c (ACTIVATION_SOFTMAX)\n"
                "  reads temporary [0, 400)\n"
                "  writes output 0" +
                as +
                "  by softmax/three_passes\n  cost 800 bytes moved\n"
                "temporary memory: 960 bytes, of which tensors need 800 at one time\n"
                "persistent memory: 0 bytes\n");
}

// The first input is read once more, so the sum takes the second.
TEST(GraphInPlace, WhatIsReadLaterIsKept) {
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(kSoftmax, {In(1)});
  net.Add(kAdd, {Of(0), Of(1)});
  net.Add(kSoftmax, {Of(2)});
  net.Add(ElementWiseMultiply{.a = kSquare, .b = kSquare, .output = kSquare}, {Of(3), Of(0)});
  net.Output(4);
  ExpectLeast(net, 1200, 1200);
  EXPECT_NE(Compiled(net.desc).Explain().find("  reads temporary [0, 400)\n"
                                              "  reads temporary [448, 848)\n"
                                              "  writes temporary [448, 848)"),
            std::string::npos)
      << Compiled(net.desc).Explain();
}

// Two functions of a and one of b, summed: one step, which writes over a.
TEST(GraphInPlace, AChainTakesItsInput) {
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(kSoftmax, {In(1)});
  net.Add(ElementWiseExp{.input = kSquare, .output = kSquare}, {Of(0)});
  net.Add(ActivationTanh{.input = kSquare, .output = kSquare}, {Of(1)});
  net.Add(kAdd, {Of(2), Of(3)});
  net.Add(kAdd, {Of(4), Of(0)});
  net.Add(kSoftmax, {Of(5)});
  net.Output(6);
  EXPECT_EQ(test::StepsOf(Compiled(net.desc)), 4u);
  ExpectLeast(net, 800, 1600);
}

// a + a, and a along + a across: the second still wants elements that it has written over.
TEST(GraphInPlace, WhatIsReadTwice) {
  for (const bool across : {false, true}) {
    SCOPED_TRACE(across);
    Network net;
    net.Add(kSoftmax, {In(0)});
    net.Add(ElementWiseAdd{.a = kSquare, .b = across ? kAcross : kSquare, .output = kSquare},
            {Of(0), Of(0)});
    net.Add(kSoftmax, {Of(1)});
    net.Output(2);
    ExpectLeast(net, across ? 800 : 400, 800);
  }
}

// The same in a chain.
TEST(GraphInPlace, WhatIsReadTwiceByAChain) {
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(ElementWiseExp{.input = kAcross, .output = kSquare}, {Of(0)});
  net.Add(kAdd, {Of(0), Of(1)});
  net.Add(kSoftmax, {Of(2)});
  net.Output(3);
  EXPECT_EQ(test::StepsOf(Compiled(net.desc)), 3u);
  ExpectLeast(net, 800, 1200);
}

// As many bytes, but elements of another size, or one element for all.
TEST(GraphInPlace, WhatLiesOtherwise) {
  TensorDesc halves(DataType::Float16, {1, 1, 10, 10});
  halves.total_bytes = 400;
  TensorDesc one(DataType::Float32, {1, 1, 10, 10}, {0, 0, 0, 0});
  one.total_bytes = 400;
  const Tile copy = {.input = halves, .output = halves, .repeats = {1, 1, 1, 1}};
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(Cast{.input = kSquare, .output = halves}, {Of(0)});
  net.Add(copy, {Of(1)});
  net.Add(Cast{.input = halves, .output = kSquare}, {Of(2)});
  net.Add(kSoftmax, {Of(3)});
  net.Output(4);
  ExpectLeast(net, 800, 800);
  Network other;
  other.Add(kSoftmax, {In(0)});
  other.Add(ElementWiseExp{.input = one, .output = kSquare}, {Of(0)});
  other.Add(kSoftmax, {Of(1)});
  other.Output(2);
  ExpectLeast(other, 800, 800);
}

// Elements of another type, but of the same size, are converted where they lie.
TEST(GraphInPlace, Conversions) {
  const TensorDesc whole(DataType::Int32, {1, 1, 10, 10});
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(
      ElementWiseIdentity{.input = kSquare, .output = kSquare, .scale_bias = ScaleBias{1000, -50}},
      {Of(0)});
  net.Add(Cast{.input = kSquare, .output = whole}, {Of(1)});
  net.Add(Tile{.input = whole, .output = whole, .repeats = {1, 1, 1, 1}}, {Of(2)});
  net.Add(Cast{.input = whole, .output = kSquare}, {Of(3)});
  net.Add(kSoftmax, {Of(4)});
  net.Output(5);
  EXPECT_EQ(test::StepsOf(Compiled(net.desc)), 5u);
  ExpectLeast(net, 800, 800);
  EXPECT_NE(Compiled(net.desc).Explain().find("  reads temporary [0, 400)\n"
                                              "  writes temporary [0, 400) as " +
                                              ToString(whole)),
            std::string::npos)
      << Compiled(net.desc).Explain();
}

// The same for all pairs of types of one size, by many elements: `between` is converted in place.
TEST(GraphInPlace, ConversionsBetweenTypesOfOneSize) {
  using enum DataType;
  const Sizes sizes = {1, 1, 7, 431};
  constexpr size_t kCount = 7 * 431;
  const std::vector<std::vector<DataType>> alike = {
      {Int8, UInt8}, {Float16, Int16, UInt16}, {Float32, Int32, UInt32}, {Int64, UInt64}};
  std::vector<float> numbers = Numbers(kCount, 1);
  for (float& number : numbers) number *= 60;
  for (const auto& types : alike)
    for (const DataType first : types)
      for (const DataType second : types) {
        if (first == second) continue;
        SCOPED_TRACE(std::string(Name(first)) + " to " + std::string(Name(second)));
        const TensorDesc outside(Float32, sizes), a(first, sizes), b(second, sizes);
        const std::vector<uint32_t> once(4, 1);
        Network net;
        net.Add(Cast{.input = outside, .output = a}, {In(0)});
        net.Add(Tile{.input = a, .output = a, .repeats = once}, {Of(0)});
        net.Add(Cast{.input = a, .output = b}, {Of(1)}, "between");
        net.Add(Tile{.input = b, .output = b, .repeats = once}, {Of(2)});
        net.Add(Cast{.input = b, .output = outside}, {Of(3)});
        net.Output(4);
        const CompiledGraph graph = Compiled(net.desc);
        const std::string text = graph.Explain();
        const size_t at = text.find(": between (CAST)\n  reads temporary ");
        ASSERT_NE(at, std::string::npos) << text;
        const size_t read = text.find('[', at), written = text.find('[', text.find("writes", at));
        EXPECT_EQ(text.substr(read, text.find(')', read) - read),
                  text.substr(written, text.find(')', written) - written));
        EXPECT_EQ(RunGraph(graph, {numbers}, {kCount}),
                  RunGraph(Compiled(net.desc, true), {numbers}, {kCount}));
      }
}

// A choice takes the memory of what it chooses by.
TEST(GraphInPlace, ChoicesByBytes) {
  const TensorDesc bytes(DataType::UInt8, {1, 1, 10, 10});
  const Tile copy = {.input = bytes, .output = bytes, .repeats = {1, 1, 1, 1}};
  const Cast cast = {.input = kSquare, .output = bytes};
  Network net;
  net.Add(cast, {In(0)});
  net.Add(copy, {Of(0)}, "condition");
  net.Add(cast, {In(1)});
  net.Add(ElementWiseIf{.condition = bytes, .a = bytes, .b = bytes, .output = bytes},
          {Of(1), Of(2), Of(0)}, "choice");
  net.Add(copy, {Of(3)});
  net.Add(Cast{.input = bytes, .output = kSquare}, {Of(4)});
  net.Output(5);
  const CompiledGraph graph = Compiled(net.desc), plain = Compiled(net.desc, true);
  EXPECT_LT(graph.least_temporary_bytes(), plain.least_temporary_bytes()) << graph.Explain();
  const std::vector<std::vector<float>> inputs = {Numbers(100, 1), Numbers(100, 2)};
  EXPECT_EQ(RunGraph(graph, inputs, {100}), RunGraph(plain, inputs, {100})) << graph.Explain();
}

// Running sums go along a line, one after the other: in place, too.
TEST(GraphInPlace, RunningSums) {
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(CumulativeSummation{.input = kSquare, .output = kSquare, .axis = 2}, {Of(0)});
  net.Add(kSoftmax, {Of(1)});
  net.Output(2);
  ExpectLeast(net, 400, 800);
}

// What leaves the graph is nobody's to write over.
TEST(GraphInPlace, OutputsAreKept) {
  Network net;
  net.Add(kSoftmax, {In(0)});
  net.Add(ElementWiseExp{.input = kSquare, .output = kSquare}, {Of(0)});
  net.Add(kSoftmax, {Of(1)});
  net.Output(0);
  net.Output(2);
  ExpectLeast(net, 400, 400);
}

}  // namespace
}  // namespace weft
