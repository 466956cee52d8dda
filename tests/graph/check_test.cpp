// SPDX-License-Identifier: MIT
// What a graph must not be: each rule, with its whole message.
#include "graph/networks.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::ErrorOf;
using test::In;
using test::Network;
using test::Of;

const TensorDesc kFour(DataType::Float32, {4});
const TensorDesc kEight(DataType::Float32, {8});

ActivationRelu Relu(const TensorDesc& desc = kFour) { return {.input = desc, .output = desc}; }
ElementWiseAdd Add() { return {.a = kFour, .b = kFour, .output = kFour}; }

Network TwoRelus() {
  Network net;
  net.Add(Relu(), {In(0)}, "first");
  net.Add(Relu(), {Of(0)}, "second");
  net.Output(1);
  return net;
}

TEST(GraphCheck, AChainIsFine) { EXPECT_EQ(ErrorOf(TwoRelus().desc), ""); }

TEST(GraphCheck, NoNodes) {
  EXPECT_EQ(ErrorOf({}), "graph: it has 0 nodes, but at least 1 is required");
}

TEST(GraphCheck, AnOperatorThatIsWrongByItself) {
  Network net = TwoRelus();
  net.desc.nodes[1].what = ActivationRelu{.input = kFour, .output = kEight};
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: node 1 'second': ACTIVATION_RELU: OutputTensor.Sizes[0] is 8, but "
            "InputTensor.Sizes[0] is 4");
}

TEST(GraphCheck, EdgesOutOfRange) {
  Network net = TwoRelus();
  net.desc.input_edges[0].graph_input = 0xFFFFFFFF;
  net.desc.input_edges[0].name = "x";
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: input edge 0 'x': GraphInputIndex is 4294967295, but InputCount is 1");

  net = TwoRelus();
  net.desc.input_edges[0].to_node = 0xFFFFFFFF;
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: input edge 0: ToNodeIndex is 4294967295, but there are 2 nodes");

  net = TwoRelus();
  net.desc.input_edges[0].to_input = 1;
  EXPECT_EQ(
      ErrorOf(net.desc),
      "graph: input edge 0: ToNodeInputIndex is 1, but node 0 'first' (ACTIVATION_RELU) has 1 "
      "inputs");

  net = TwoRelus();
  net.desc.intermediate_edges[0].from_node = 2;
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: intermediate edge 0: FromNodeIndex is 2, but there are 2 nodes");

  net = TwoRelus();
  net.desc.intermediate_edges[0].from_output = 1;
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: intermediate edge 0: FromNodeOutputIndex is 1, but node 0 'first' "
            "(ACTIVATION_RELU) has 1 outputs");

  net = TwoRelus();
  net.desc.output_edges[0].graph_output = 1;
  EXPECT_EQ(ErrorOf(net.desc), "graph: output edge 0: GraphOutputIndex is 1, but OutputCount is 1");
}

TEST(GraphCheck, TwoProducersOfOneInput) {
  Network net = TwoRelus();
  net.Connect(In(0), 1, 0);
  net.desc.input_edges[1].name = "again";
  std::swap(net.desc.input_edges[0], net.desc.input_edges[1]);
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: intermediate edge 0 leads to InputTensor of node 1 'second' (ACTIVATION_RELU), "
            "but another edge does so already");
}

TEST(GraphCheck, TwoSourcesOfOneOutput) {
  Network net = TwoRelus();
  net.desc.output_edges.push_back({0, 0, 0});
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: output edge 1 leads to output 0, but another edge does so already");
}

TEST(GraphCheck, NothingLeadsThere) {
  Network net = TwoRelus();
  net.desc.input_edges.clear();
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: no edge leads to InputTensor of node 0 'first' (ACTIVATION_RELU), but its "
            "description has that tensor");

  net = TwoRelus();
  net.desc.output_count = 2;
  EXPECT_EQ(ErrorOf(net.desc), "graph: no edge leads to output 1, but OutputCount is 2");
  net.desc.output_count = ~0u;
  EXPECT_EQ(ErrorOf(net.desc), "graph: no edge leads to output 1, but OutputCount is 4294967295");

  net = TwoRelus();
  net.desc.input_count = 1 + (1 << 16);
  EXPECT_EQ(ErrorOf(net.desc), "");
  ++net.desc.input_count;
  EXPECT_EQ(
      ErrorOf(net.desc),
      "graph: InputCount is 65538, but 1 edges come from inputs, and at most 65536 inputs may "
      "be without one");
  net.desc.input_count = ~0u;
  EXPECT_EQ(
      ErrorOf(net.desc),
      "graph: InputCount is 4294967295, but 1 edges come from inputs, and at most 65536 inputs "
      "may be without one");

  net = TwoRelus();
  net.Add(Relu(), {In(0)}, "third");
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: no edge comes from OutputTensor of node 2 'third' (ACTIVATION_RELU), but it is "
            "required");
}

TEST(GraphCheck, TensorsThatAreLeftOut) {
  Network net;
  const TensorDesc image(DataType::Float32, {1, 1, 4, 4});
  net.Add(MaxPooling1{.input = image,
                      .output = image,
                      .strides = {1, 1},
                      .window_size = {1, 1},
                      .start_padding = {0, 0},
                      .end_padding = {0, 0}},
          {In(0)}, "pool");
  net.Output(0);
  EXPECT_EQ(ErrorOf(net.desc), "");
  net.Output(0, 1);
  EXPECT_EQ(
      ErrorOf(net.desc),
      "graph: output edge 1 comes from OutputIndicesTensor of node 0 'pool' (MAX_POOLING1), but "
      "its description leaves that out");

  Network gemm;
  const TensorDesc square(DataType::Float32, {1, 1, 2, 2});
  gemm.Add(Gemm{.a = square, .b = square, .output = square, .alpha = 1}, {In(0), In(1), In(2)});
  gemm.Output(0);
  EXPECT_EQ(
      ErrorOf(gemm.desc),
      "graph: input edge 2 leads to CTensor of node 0 (GEMM), but its description leaves that "
      "out");
}

TEST(GraphCheck, DifferentBytes) {
  Network net;
  net.Add(Relu(kEight), {In(0)}, "wide");
  net.Add(Relu(kFour), {Of(0)}, "narrow");
  net.Output(1);
  EXPECT_EQ(ErrorOf(net.desc),
            "graph: intermediate edge 0: TotalTensorSizeInBytes is 32 of OutputTensor of node 0 "
            "'wide' (ACTIVATION_RELU), but 16 of InputTensor of node 1 'narrow' (ACTIVATION_RELU)");
}

TEST(GraphCheck, OwnedTensors) {
  TensorDesc owned = kFour;
  owned.flags = TensorFlags::OwnedByDml;
  Network net;
  net.Add(Relu(), {In(0)}, "first");
  net.Add(ElementWiseAdd{.a = kFour, .b = owned, .output = kFour}, {Of(0), Of(0)}, "sum");
  net.Output(1);
  EXPECT_EQ(
      ErrorOf(net.desc),
      "graph: intermediate edge 1 leads to BTensor of node 1 'sum' (ELEMENT_WISE_ADD), but that "
      "is OWNED_BY_DML: only graph inputs may feed it");

  Network both;
  both.Add(ElementWiseAdd{.a = kFour, .b = owned, .output = kFour}, {In(0), In(0)}, "sum");
  both.Output(0);
  EXPECT_EQ(
      ErrorOf(both.desc),
      "graph: input 0 goes to ATensor of node 0 'sum' (ELEMENT_WISE_ADD) and to BTensor of node "
      "0 'sum' (ELEMENT_WISE_ADD), but only one is OWNED_BY_DML");
}

TEST(GraphCheck, Constants) {
  Network net;
  net.Constant({1, 2, 3}, "three");
  net.Add(Add(), {In(0), Of(0)}, "sum");
  net.Output(1);
  EXPECT_EQ(
      ErrorOf(net.desc),
      "graph: intermediate edge 0: node 0 'three' (CONSTANT) has 12 bytes, but BTensor of node "
      "1 'sum' (ELEMENT_WISE_ADD) needs 16");

  Network out;
  out.Constant({1, 2, 3, 4});
  out.Output(0);
  EXPECT_EQ(ErrorOf(out.desc),
            "graph: output edge 0 comes from node 0 (CONSTANT), but only operators may lead to "
            "outputs");

  Network empty;
  empty.Constant({}, "none");
  EXPECT_EQ(ErrorOf(empty.desc),
            "graph: node 0 'none' (CONSTANT) has 0 bytes, but at least 1 is required");

  Network in;
  in.Constant({1, 2, 3, 4});
  in.Connect(In(0), 0, 0);
  EXPECT_EQ(ErrorOf(in.desc),
            "graph: input edge 0: ToNodeInputIndex is 0, but node 0 (CONSTANT) has 0 inputs");
}

// Elements of 2 bytes: three are 6 bytes, and the tensor 8.
TEST(GraphCheck, AConstantMayEndWhereItsElementsDo) {
  const TensorDesc three(DataType::Float16, {3});
  Network net;
  net.Constant({0, 0});
  net.Add(ElementWiseAdd{.a = three, .b = three, .output = three}, {In(0), Of(0)});
  net.Output(1);
  for (const size_t bytes : {5, 6, 7, 8, 9}) {
    net.desc.nodes[0].what =
        GraphConstant{std::make_shared<const std::vector<std::byte>>(bytes, std::byte{})};
    EXPECT_EQ(ErrorOf(net.desc).empty(), bytes >= 6 && bytes <= 8) << bytes;
  }
}

TEST(GraphCheck, Cycles) {
  Network self;
  self.Add(Add(), {In(0), Of(0)}, "a");
  self.Output(0);
  EXPECT_EQ(ErrorOf(self.desc), "graph: node 0 'a' (ELEMENT_WISE_ADD) waits for its own result");

  Network three;
  three.Add(Add(), {In(0), Of(2)}, "a");
  three.Add(Relu(), {Of(0)}, "b");
  three.Add(Relu(), {Of(1)}, "c");
  three.Add(Relu(), {Of(2)}, "after");
  three.Output(3);
  EXPECT_EQ(
      ErrorOf(three.desc),
      "graph: node 0 'a' (ELEMENT_WISE_ADD), through node 1 'b' (ACTIVATION_RELU), node 2 'c' "
      "(ACTIVATION_RELU), waits for its own result");
}

TEST(GraphCheck, ConsumersMayComeFirst) {
  Network net;
  net.Add(Relu(), {Of(1)});
  net.Add(Relu(), {In(0)});
  net.Output(0);
  EXPECT_EQ(ErrorOf(net.desc), "");
}

TEST(GraphCheck, AnInputMayStayUnused) {
  Network net;
  net.Add(Relu(), {In(2)});
  net.Output(0);
  const CompiledGraph graph = test::Compiled(net.desc);
  std::vector<float> in = {-1, 2, -3, 4}, out(4);
  const std::vector<ConstBuffer> inputs = {{}, {}, in};
  const std::vector<Buffer> outputs = {out};
  ASSERT_TRUE(graph.Run(inputs, outputs).has_value());
  EXPECT_EQ(out, (std::vector<float>{0, 2, 0, 4}));
  const std::vector<ConstBuffer> one_more = {in, {}, in};
  const Status status = graph.Run(one_more, outputs);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().message, "GRAPH: Inputs[0] is bound, but the description leaves it out");
}

}  // namespace
}  // namespace weft
