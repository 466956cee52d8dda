// SPDX-License-Identifier: MIT
// Each rewrite: that it happens, seen by the number of steps, and that it changes no result.
#include <fmt/format.h>

#include "graph/networks.h"
#include "weft/expressions.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::Compiled;
using test::In;
using test::Network;
using test::Numbers;
using test::Of;
using test::RunGraph;
using test::StepsOf;

const TensorDesc kRow(DataType::Float32, {1, 1, 3, 100});
constexpr size_t kRowSize = 300;

void ExpectSame(const GraphDesc& desc, const std::vector<std::vector<float>>& inputs,
                const std::vector<size_t>& outputs, size_t steps, float tolerance = 0,
                const std::vector<bool>& owned = {}) {
  const CompiledGraph fused = Compiled(desc), plain = Compiled(desc, true);
  EXPECT_EQ(StepsOf(fused), steps) << fused.Explain();
  const auto got = RunGraph(fused, inputs, outputs, owned);
  const auto want = RunGraph(plain, inputs, outputs, owned);
  ASSERT_EQ(got.size(), want.size());
  for (size_t o = 0; o < got.size(); ++o)
    for (size_t i = 0; i < got[o].size(); ++i)
      ASSERT_NEAR(got[o][i], want[o][i], tolerance * (1 + std::abs(want[o][i])))
          << "output " << o << " element " << i << "\n"
          << fused.Explain();
}

template <class Op>
Op Unary(const TensorDesc& desc = kRow) {
  return {.input = desc, .output = desc};
}

TEST(GraphRewrite, ElementWiseChain) {
  Network net;
  uint32_t last = net.Add(Unary<ElementWiseExp>(), {In(0)});
  for (int i = 0; i < 5; ++i) {
    last = net.Add(Unary<ActivationTanh>(), {Of(last)});
    last = net.Add(ElementWiseAdd{.a = kRow, .b = kRow, .output = kRow}, {Of(last), In(1)});
  }
  net.Output(last);
  ExpectSame(net.desc, {Numbers(kRowSize, 1), Numbers(kRowSize, 2)}, {kRowSize}, 1);
}

// x * sigmoid(x): what is read twice inside stays inside.
TEST(GraphRewrite, ElementWiseDiamond) {
  Network net;
  const uint32_t x = net.Add(Unary<ElementWiseAbs>(), {In(0)});
  const uint32_t gate = net.Add(Unary<ActivationSigmoid>(), {Of(x)});
  net.Add(ElementWiseMultiply{.a = kRow, .b = kRow, .output = kRow}, {Of(x), Of(gate)});
  net.Output(2);
  ExpectSame(net.desc, {Numbers(kRowSize, 3)}, {kRowSize}, 1);
}

// What leaves the graph on the way is stored; the rest still goes together.
TEST(GraphRewrite, ElementWiseWithAnOutputInside) {
  Network net;
  net.Add(Unary<ElementWiseAbs>(), {In(0)});
  net.Add(Unary<ActivationSigmoid>(), {Of(0)});
  net.Add(Unary<ActivationTanh>(), {Of(1)});
  net.Add(Unary<ElementWiseExp>(), {Of(2)});
  net.Output(1);
  net.Output(3);
  ExpectSame(net.desc, {Numbers(kRowSize, 4)}, {kRowSize, kRowSize}, 2);
}

TEST(GraphRewrite, ElementWiseOfOtherTypes) {
  const TensorDesc bytes(DataType::UInt8, kRow.sizes());
  Network net;
  net.Add(Unary<ElementWiseAbs>(), {In(0)});
  net.Add(ElementWiseLogicalGreaterThan{.a = kRow, .b = kRow, .output = bytes}, {Of(0), In(1)});
  net.Add(ElementWiseIf{.condition = bytes, .a = kRow, .b = kRow, .output = kRow},
          {Of(1), Of(0), In(1)});
  net.Output(2);
  ExpectSame(net.desc, {Numbers(kRowSize, 5), Numbers(kRowSize, 6)}, {kRowSize}, 1);
}

// Types change inside a chain: whole numbers of 8, 16 and 64 bits, float16 and float64 between
// float32.
TEST(GraphRewrite, ConversionsInAChain) {
  Network net;
  uint32_t last = net.Add(Unary<ActivationSigmoid>(), {In(0)});
  DataType now = DataType::Float32;
  for (const DataType type :
       {DataType::Float16, DataType::Float64, DataType::Float32, DataType::Int64, DataType::Int8,
        DataType::UInt16, DataType::Float32}) {
    const TensorDesc from(now, kRow.sizes()), to(type, kRow.sizes());
    last = net.Add(Cast{.input = from, .output = to}, {Of(last)});
    if (type == DataType::Float32)
      last = net.Add(
          ElementWiseIdentity{.input = kRow, .output = kRow, .scale_bias = ScaleBias{100, 0.5f}},
          {Of(last)});
    now = type;
  }
  net.Add(ElementWiseAdd{.a = kRow, .b = kRow, .output = kRow}, {Of(last), In(1)});
  net.Output(uint32_t(net.desc.nodes.size()) - 1);
  ExpectSame(net.desc, {Numbers(kRowSize, 5), Numbers(kRowSize, 6)}, {kRowSize}, 1);
}

// A copy into another layout at the end: the chain writes there. Between equal types CAST is one.
TEST(GraphRewrite, CopiesInAChain) {
  const TensorDesc across(DataType::Float32, {1, 1, 3, 100}, {300, 300, 1, 3});
  for (const bool casts : {false, true}) {
    Network net;
    net.Add(Unary<ElementWiseExp>(), {In(0)}, "exp");
    if (casts)
      net.Add(Cast{.input = kRow, .output = across}, {Of(0)}, "copy");
    else
      net.Add(ElementWiseIdentity{.input = kRow, .output = across}, {Of(0)}, "copy");
    net.Output(1);
    ExpectSame(net.desc, {Numbers(kRowSize, 5)}, {kRowSize}, 1);
    EXPECT_EQ(Compiled(net.desc).temporary_bytes(), 0u);
  }
}

// More than a chain holds.
TEST(GraphRewrite, LongElementWiseChain) {
  Network net;
  uint32_t last = net.Add(Unary<ElementWiseAbs>(), {In(0)});
  for (int i = 0; i < 100; ++i) last = net.Add(Unary<ActivationTanh>(), {Of(last)});
  net.Output(last);
  ExpectSame(net.desc, {Numbers(kRowSize, 7)}, {kRowSize}, 4);
}

// Eight results at once: there are not so many registers, nor operands.
TEST(GraphRewrite, WideElementWiseTree) {
  Network net;
  std::vector<uint32_t> level;
  for (uint32_t i = 0; i < 16; ++i) level.push_back(net.Add(Unary<ElementWiseAbs>(), {In(i)}));
  while (level.size() > 1) {
    std::vector<uint32_t> next;
    for (size_t i = 0; i < level.size(); i += 2)
      next.push_back(net.Add(ElementWiseAdd{.a = kRow, .b = kRow, .output = kRow},
                             {Of(level[i]), Of(level[i + 1])}));
    level = next;
  }
  net.Output(level[0]);
  std::vector<std::vector<float>> inputs;
  for (uint32_t i = 0; i < 16; ++i) inputs.push_back(Numbers(kRowSize, i));
  const CompiledGraph fused = Compiled(net.desc);
  EXPECT_LE(StepsOf(fused), 31u);
  EXPECT_EQ(RunGraph(fused, inputs, {kRowSize}),
            RunGraph(Compiled(net.desc, true), inputs, {kRowSize}));
}

TEST(GraphRewrite, ActivationsGoIntoTheirProducer) {
  const TensorDesc a(DataType::Float32, {1, 1, 5, 7}), b(DataType::Float32, {1, 1, 7, 9});
  const TensorDesc c(DataType::Float32, {1, 1, 5, 9});
  Network net;
  net.Add(Gemm{.a = a, .b = b, .output = c, .alpha = 1}, {In(0), In(1)}, "product");
  net.Add(Unary<ActivationRelu>(c), {Of(0)}, "relu");
  net.Output(1);
  ExpectSame(net.desc, {Numbers(35, 1), Numbers(63, 2)}, {45}, 1);
  EXPECT_NE(Compiled(net.desc).Explain().find("step 0: product + relu (GEMM)"), std::string::npos);
}

TEST(GraphRewrite, SumsBecomeGemmsC) {
  const TensorDesc a(DataType::Float32, {1, 1, 5, 7}), b(DataType::Float32, {1, 1, 7, 9});
  const TensorDesc c(DataType::Float32, {1, 1, 5, 9});
  const TensorDesc bias(DataType::Float32, {1, 1, 5, 9}, {0, 0, 0, 1});
  Network net;
  net.Add(Gemm{.a = a, .b = b, .output = c, .alpha = 1}, {In(0), In(1)});
  net.Add(ElementWiseAdd{.a = bias, .b = c, .output = c}, {In(2), Of(0)});
  net.Add(Unary<ActivationRelu>(c), {Of(1)});
  net.Output(2);
  ExpectSame(net.desc, {Numbers(35, 1), Numbers(63, 2), Numbers(9, 3)}, {45}, 1);
}

// … also those that have an activation of their own.
TEST(GraphRewrite, ActivatedSumsBecomeGemmsC) {
  const TensorDesc a(DataType::Float32, {1, 1, 5, 7}), b(DataType::Float32, {1, 1, 7, 9});
  const TensorDesc c(DataType::Float32, {1, 1, 5, 9});
  Network net;
  net.Add(Gemm{.a = a, .b = b, .output = c, .alpha = 1}, {In(0), In(1)}, "product");
  net.Add(
      ElementWiseAdd1{
          .a = c, .b = c, .output = c, .fused_activation = FusedActivation(ActivationRelu{})},
      {Of(0), In(2)}, "sum");
  net.Add(Unary<ActivationTanh>(c), {Of(1)}, "tanh");  // one activation is enough
  net.Output(2);
  ExpectSame(net.desc, {Numbers(35, 1), Numbers(63, 2), Numbers(45, 3)}, {45}, 2);
  EXPECT_NE(Compiled(net.desc).Explain().find("step 0: product + sum (GEMM)"), std::string::npos);
}

// The sum's other half is computed later: it stays a sum.
TEST(GraphRewrite, SumsOfWhatComesLater) {
  const TensorDesc a(DataType::Float32, {1, 1, 5, 5});
  Network net;
  net.Add(Gemm{.a = a, .b = a, .output = a, .alpha = 1}, {In(0), In(1)});
  net.Add(Gemm{.a = a, .b = a, .output = a, .alpha = 1}, {In(1), In(0)});
  net.Add(ElementWiseAdd{.a = a, .b = a, .output = a}, {Of(0), Of(1)});
  net.Output(2);
  ExpectSame(net.desc, {Numbers(25, 1), Numbers(25, 2)}, {25}, 2);
}

TEST(GraphRewrite, CopiesAreReadWhereTheyComeFrom) {
  const TensorDesc whole(DataType::Float32, {1, 1, 4, 6});
  const TensorDesc part(DataType::Float32, {1, 1, 2, 3});
  const TensorDesc turned(DataType::Float32, {1, 1, 3, 2}, {6, 6, 1, 3});
  const TensorDesc straight(DataType::Float32, {1, 1, 3, 2});
  Network net;
  net.Add(Slice1{.input = whole,
                 .output = part,
                 .input_window_offsets = {0, 0, 1, 0},
                 .input_window_sizes = {1, 1, 3, 6},
                 .input_window_strides = {1, 1, 2, -2}},
          {In(0)});
  net.Add(Unary<ElementWiseIdentity>(part), {Of(0)});
  net.Add(ElementWiseExp{.input = part, .output = part}, {Of(1)});
  net.Add(ElementWiseIdentity{.input = turned, .output = straight}, {Of(0)});
  net.Add(Unary<ElementWiseExp>(straight), {Of(3)});
  net.Output(2);
  net.Output(4);
  // The last reads the slice's copy in another shape, so there is one copy, turned on the way.
  ExpectSame(net.desc, {Numbers(24, 1)}, {6, 6}, 3);
}

// As many rows as columns: what is read across is no copy of what was written along.
TEST(GraphRewrite, CopiesThatAreReadAcross) {
  const TensorDesc square(DataType::Float32, {1, 1, 5, 5});
  const TensorDesc across(DataType::Float32, {1, 1, 5, 5}, {25, 25, 1, 5});
  Network net;
  net.Add(Unary<ElementWiseIdentity>(square), {In(0)});
  net.Add(ElementWiseExp{.input = across, .output = square}, {Of(0)});
  net.Output(1);
  ExpectSame(net.desc, {Numbers(25, 1)}, {25}, 2);
}

// One convolution's result is read as it lies and as rows: it keeps its layout.
TEST(GraphRewrite, LayoutsThatSomebodyMinds) {
  const TensorDesc image(DataType::Float32, {1, 3, 4, 4}), filter(DataType::Float32, {3, 3, 1, 1});
  const TensorDesc other(DataType::Float32, {1, 3, 4, 4}, {48, 16, 1, 4});
  Network net;
  net.Add(Convolution{.input = image,
                      .filter = filter,
                      .output = image,
                      .mode = ConvolutionMode::CrossCorrelation,
                      .strides = {1, 1},
                      .dilations = {1, 1},
                      .start_padding = {0, 0},
                      .end_padding = {0, 0},
                      .output_padding = {0, 0},
                      .group_count = 1},
          {In(0), In(1)});
  net.Add(Unary<ElementWiseAbs>(image), {Of(0)});
  net.Add(ElementWiseAbs{.input = other, .output = image}, {Of(0)});
  net.Output(1);
  net.Output(2);
  ExpectSame(net.desc, {Numbers(48, 1), Numbers(9, 2)}, {48, 48}, 3, 1e-6f);
}

// What a stride is where there is one element only says nothing: here people wrote 0, 7 and what
// packed tensors have. One chain, and a copy that is none.
TEST(GraphRewrite, StridesOfDimensionsOfSizeOne) {
  const TensorDesc usual(DataType::Float32, {1, 3, 1, 4}),
      zeros(DataType::Float32, {1, 3, 1, 4}, {0, 4, 0, 1});
  const TensorDesc sevens(DataType::Float32, {1, 3, 1, 4}, {7, 4, 7, 1});
  Network net;
  net.Add(ElementWiseExp{.input = usual, .output = sevens}, {In(0)}, "exp");
  net.Add(ElementWiseIdentity{.input = zeros, .output = usual}, {Of(0)}, "copy");
  net.Add(ElementWiseAdd{.a = zeros, .b = sevens, .output = zeros}, {Of(0), Of(1)}, "sum");
  net.Output(2);
  ExpectSame(net.desc, {Numbers(12, 1)}, {12}, 1);
  EXPECT_NE(Compiled(net.desc).Explain().find("step 0: exp + sum ("), std::string::npos);
}

TEST(GraphRewrite, SplitAndJoin) {
  const TensorDesc whole(DataType::Float32, {1, 6, 2, 2}), part(DataType::Float32, {1, 2, 2, 2});
  Network net;
  net.Add(Split{.input = whole, .outputs = {part, part, part}, .axis = 1}, {In(0)});
  net.Add(Unary<ElementWiseExp>(part), {Of(0, 0)});
  net.Add(Unary<ElementWiseAbs>(part), {Of(0, 1)});
  net.Add(Unary<ActivationTanh>(part), {Of(0, 2)});
  net.Add(Join{.inputs = {part, part, part}, .output = whole, .axis = 1}, {Of(3), Of(1), Of(2)});
  net.Add(ElementWiseIdentity{.input = part, .output = part}, {Of(1)});
  net.Output(4);
  net.Output(5);
  // Three functions and a copy: nothing is split or joined.
  ExpectSame(net.desc, {Numbers(24, 1)}, {24, 8}, 4);
}

TEST(GraphRewrite, JoinOfWhatCannotMove) {
  const TensorDesc whole(DataType::Float32, {1, 4, 2, 2}), part(DataType::Float32, {1, 2, 2, 2});
  Network net;
  net.Add(Unary<ElementWiseExp>(part), {In(0)});
  net.Add(Join{.inputs = {part, part}, .output = whole, .axis = 1}, {Of(0), Of(0)});
  net.Add(Join{.inputs = {part, part}, .output = whole, .axis = 1}, {Of(0), In(0)});
  net.Output(1);
  net.Output(2);
  ExpectSame(net.desc, {Numbers(8, 1)}, {16, 16}, 3);
}

TEST(GraphRewrite, ConvolutionsKeepChannelsLast) {
  const TensorDesc image(DataType::Float32, {2, 5, 8, 9}), filter(DataType::Float32, {5, 5, 3, 3});
  TensorDesc owned = filter;
  owned.flags = TensorFlags::OwnedByDml;
  const Convolution convolution = {.input = image,
                                   .filter = owned,
                                   .output = image,
                                   .mode = ConvolutionMode::CrossCorrelation,
                                   .strides = {1, 1},
                                   .dilations = {1, 1},
                                   .start_padding = {1, 1},
                                   .end_padding = {1, 1},
                                   .output_padding = {0, 0},
                                   .group_count = 1};
  Network net;
  net.Add(convolution, {In(0), In(1)}, "c1");
  net.Add(Unary<ActivationRelu>(image), {Of(0)}, "r1");
  net.Add(convolution, {Of(1), In(2)}, "c2");
  net.Add(ElementWiseAdd{.a = image, .b = image, .output = image}, {Of(2), Of(1)}, "sum");
  net.Add(Unary<ActivationRelu>(image), {Of(3)}, "r2");
  net.Output(4);
  ExpectSame(net.desc, {Numbers(720, 1), Numbers(225, 2), Numbers(225, 3)}, {720}, 3, 1e-5f,
             {false, true, true});
  const std::string text = Compiled(net.desc).Explain();
  EXPECT_NE(text.find("\"Strides\": [360, 1, 45, 5]"), std::string::npos) << text;
}

// Bytes of all tensors, and for each number of the result as many products as it has terms.
TEST(GraphRewrite, CostsAreCounted) {
  const TensorDesc image(DataType::Float32, {2, 6, 5, 4}), after(DataType::Float32, {2, 4, 3, 3});
  const Convolution convolution = {.input = image,
                                   .filter = {DataType::Float32, {4, 3, 3, 2}},
                                   .output = after,
                                   .mode = ConvolutionMode::CrossCorrelation,
                                   .strides = {1, 1},
                                   .dilations = {1, 1},
                                   .start_padding = {0, 0},
                                   .end_padding = {0, 0},
                                   .output_padding = {0, 0},
                                   .group_count = 2};
  Convolution back = convolution;  // spreads the smaller image over the larger one
  std::swap(back.input, back.output);
  back.direction = ConvolutionDirection::Backward;
  const Gemm gemm = {.a = {DataType::Float16, {1, 1, 7, 5}},
                     .b = {DataType::Float16, {1, 1, 7, 3}},
                     .output = {DataType::Float16, {1, 1, 5, 3}},
                     .trans_a = MatrixTransform::Transpose,
                     .alpha = 1};
  Network net;
  net.Add(convolution, {In(0), In(1)});
  net.Add(back, {Of(0), In(1)});
  net.Add(gemm, {In(2), In(3)});
  net.Output(1);
  net.Output(2);
  const std::string text = Compiled(net.desc).Explain();
  const std::string filter =
      fmt::format("  cost {} bytes moved, {} products\n", 4 * (240 + 72 + 72), 72 * 3 * 3 * 2);
  EXPECT_NE(text.find(filter), text.rfind(filter)) << text;  // both directions
  EXPECT_NE(
      text.find(fmt::format("  cost {} bytes moved, {} products\n", 2 * (35 + 21 + 15), 15 * 7)),
      std::string::npos)
      << text;
}

TEST(GraphRewrite, ConstantsAreFolded) {
  const TensorDesc four(DataType::Float32, {4});
  Network net;
  net.Constant({1, 2, 3, 4});
  net.Add(Unary<ElementWiseExp>(four), {Of(0)});
  net.Add(Unary<ElementWiseSqrt>(four), {Of(1)});
  net.Add(ElementWiseAdd{.a = four, .b = four, .output = four}, {In(0), Of(2)});
  net.Output(3);
  ExpectSame(net.desc, {{1, 2, 3, 4}}, {4}, 1);
}

TEST(GraphRewrite, ConstantWeightsArePreparedOnce) {
  const TensorDesc a(DataType::Float32, {1, 1, 8, 16}), b(DataType::Float32, {1, 1, 16, 16});
  Network net;
  net.Constant(Numbers(256, 9));
  net.Add(Gemm{.a = a, .b = b, .output = a, .alpha = 1}, {In(0), Of(0)});
  net.Output(1);
  EXPECT_GT(Compiled(net.desc).persistent_bytes(), 0u);
  ExpectSame(net.desc, {Numbers(128, 1)}, {128}, 1);
}

// DirectML lets nobody own them, but their graph does.
TEST(GraphRewrite, ConstantRecurrentWeightsArePreparedOnce) {
  const TensorDesc input(DataType::Float32, {1, 9, 2, 16}), state(DataType::Float32, {1, 1, 2, 16});
  const TensorDesc weights(DataType::Float32, {1, 1, 64, 16});
  Network net;
  net.Constant(Numbers(1024, 9));
  net.Constant(Numbers(1024, 8));
  net.Add(Lstm{.input = input,
               .weight = weights,
               .recurrence = weights,
               .output_single = state,
               .activation_descs = {ActivationSigmoid{}, ActivationTanh{}, ActivationTanh{}}},
          {In(0), Of(0), Of(1)});
  net.Output(2, 1);
  EXPECT_EQ(Compiled(net.desc).persistent_bytes(), 2 * 64 * 16 * sizeof(float));
  EXPECT_EQ(Compiled(net.desc, true).persistent_bytes(), 0u);
  ExpectSame(net.desc, {Numbers(288, 1)}, {32}, 1);
}

TEST(GraphRewrite, OneResultForTwoOutputs) {
  const TensorDesc gaps(DataType::Float32, {2, 3}, {5, 1});
  const TensorDesc packed(DataType::Float32, {2, 3});
  Network net;
  net.Add(ElementWiseExp{.input = packed, .output = gaps}, {In(0)});
  net.Output(0);
  net.Output(0);
  const auto got = RunGraph(Compiled(net.desc), {Numbers(6, 1)}, {8, 8});
  EXPECT_EQ(got[0], got[1]);
  EXPECT_EQ(got[0][3], -77);  // no element: not written
  EXPECT_NE(got[0][5], -77);
}

// A node reads more of an output than another writes: the buffer must have it all.
TEST(GraphRewrite, OutputsThatAreReadFurtherThanWritten) {
  TensorDesc two(DataType::Float32, {2});
  two.total_bytes = 32;
  const TensorDesc eight(DataType::Float32, {8});
  Network net;
  net.Add(Unary<ElementWiseExp>(two), {In(0)});
  net.Add(Unary<ElementWiseAbs>(eight), {Of(0)});
  net.Output(0);
  net.Output(1);
  const CompiledGraph graph = Compiled(net.desc);
  std::vector<float> in(8, 1), small(2), large(8), other(8);
  const std::vector<ConstBuffer> inputs = {in};
  const std::vector<Buffer> too_few = {small, other}, enough = {large, other};
  const Status status = graph.Run(inputs, too_few);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().message, "GRAPH: Outputs[0] is bound to 8 bytes, but needs 32");
  EXPECT_TRUE(graph.Run(inputs, enough).has_value());
}

// Each step once, in order, with a time; a run afterwards is not measured.
TEST(GraphRewrite, ProfileAndPicture) {
  const TensorDesc four(DataType::Float32, {4});
  Network net;
  net.Add(Unary<ElementWiseExp>(four), {In(0)}, "first");
  net.Add(Unary<ElementWiseAbs>(four), {Of(0)}, "second");
  net.Output(0);
  net.Output(1);
  const CompiledGraph graph = Compiled(net.desc);
  std::vector<float> in(4, 0), one(4), two(4);
  const std::vector<ConstBuffer> inputs = {in};
  const std::vector<Buffer> outputs = {one, two};
  std::vector<GraphStepTime> times;
  ASSERT_TRUE(graph.Profile(inputs, outputs, {}, times).has_value());
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].step, "first");
  EXPECT_EQ(times[1].step, "second");
  EXPECT_GT(times[0].seconds, 0);
  EXPECT_EQ(two, std::vector<float>(4, 1));
  ASSERT_TRUE(graph.Run(inputs, outputs).has_value());
  EXPECT_EQ(times.size(), 2u);
  EXPECT_EQ(graph.ToDot(),
            "digraph {\n  node [shape=box]\n"
            "  b0 [label=\"first\\nELEMENT_WISE_EXP\"]\n"
            "  b1 [label=\"input 0\", shape=ellipse]\n"
            "  b2 [label=\"output 0\", shape=ellipse]\n"
            "  b3 [label=\"second\\nELEMENT_WISE_ABS\"]\n"
            "  b4 [label=\"output 1\", shape=ellipse]\n"
            "  b1 -> b0\n  b0 -> b2\n  b0 -> b3\n  b3 -> b4\n}\n");
}

// Both pieces of what is joined in place lead to its reader, though memory is used again and again.
TEST(GraphRewrite, PicturesHaveAllArrows) {
  GraphBuilder graph;
  const Expression x = graph.Input({DataType::Float32, {1, 1, 2, 3}});
  const Expression exp = expr::ElementWiseExp(x), sin = expr::ElementWiseSin(x);
  const Expression joined = expr::Join({exp, sin}, {.axis = 3});
  const Expression sum = expr::Reduce(joined, {.function = ReduceFunction::Sum, .axes = {3}});
  const Result<CompiledGraph> compiled = graph.Compile({sum});
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  const GraphOutline outline = compiled->Outline();
  std::vector<std::string> arrows;
  for (const auto& [from, to] : outline.arrows)
    arrows.push_back(outline.boxes[from].type + " to " + outline.boxes[to].type);
  EXPECT_EQ(arrows, (std::vector<std::string>{" to ELEMENT_WISE_EXP", " to ELEMENT_WISE_SIN",
                                              "ELEMENT_WISE_EXP to REDUCE",
                                              "ELEMENT_WISE_SIN to REDUCE", "REDUCE to "}));
}

}  // namespace
}  // namespace weft
