// SPDX-License-Identifier: MIT
// Graphs as a DirectML program makes them: operators, nodes and edges in C structs, one compiled
// operator, bindings and a dispatch.
#include "directml/harness.h"

namespace weft::test {
namespace {

constexpr UINT kCount = 4;
constexpr UINT64 kBytes = 16;

class GraphTest : public testing::Test {
 protected:
  ComPtr<IDMLOperator> Relu() {
    const Tensor tensor({kCount});
    const DML_ACTIVATION_RELU_OPERATOR_DESC desc = {&tensor.desc, &tensor.desc};
    return world.Operator(DML_OPERATOR_ACTIVATION_RELU, &desc);
  }
  ComPtr<IDMLOperator> Sum(DML_TENSOR_FLAGS b_flags = DML_TENSOR_FLAG_NONE) {
    const Tensor tensor({kCount}), b({kCount}, b_flags);
    const DML_ELEMENT_WISE_ADD_OPERATOR_DESC desc = {&tensor.desc, &b.desc, &tensor.desc};
    return world.Operator(DML_OPERATOR_ELEMENT_WISE_ADD, &desc);
  }
  UINT Node(IDMLOperator* op, const char* name = nullptr) {
    operators_.push_back(op);
    operator_nodes_.push_back(
        std::make_unique<DML_OPERATOR_GRAPH_NODE_DESC>(DML_OPERATOR_GRAPH_NODE_DESC{op, name}));
    nodes.push_back({DML_GRAPH_NODE_TYPE_OPERATOR, operator_nodes_.back().get()});
    return UINT(nodes.size()) - 1;
  }
  void Input(UINT index, UINT node, UINT input) {
    inputs_.push_back(std::make_unique<DML_INPUT_GRAPH_EDGE_DESC>(
        DML_INPUT_GRAPH_EDGE_DESC{index, node, input, nullptr}));
    input_edges.push_back({DML_GRAPH_EDGE_TYPE_INPUT, inputs_.back().get()});
  }
  void Output(UINT node, UINT index) {
    outputs_.push_back(std::make_unique<DML_OUTPUT_GRAPH_EDGE_DESC>(
        DML_OUTPUT_GRAPH_EDGE_DESC{node, 0, index, nullptr}));
    output_edges.push_back({DML_GRAPH_EDGE_TYPE_OUTPUT, outputs_.back().get()});
  }
  void Between(UINT from, UINT node, UINT input) {
    intermediates_.push_back(std::make_unique<DML_INTERMEDIATE_GRAPH_EDGE_DESC>(
        DML_INTERMEDIATE_GRAPH_EDGE_DESC{from, 0, node, input, nullptr}));
    intermediate_edges.push_back({DML_GRAPH_EDGE_TYPE_INTERMEDIATE, intermediates_.back().get()});
  }
  DML_GRAPH_DESC Desc(UINT input_count, UINT output_count) const {
    return {input_count,
            output_count,
            UINT(nodes.size()),
            nodes.data(),
            UINT(input_edges.size()),
            input_edges.data(),
            UINT(output_edges.size()),
            output_edges.data(),
            UINT(intermediate_edges.size()),
            intermediate_edges.data()};
  }
  HRESULT Compile(const DML_GRAPH_DESC& desc, DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE) {
    ComPtr<IDMLDevice1> newest;
    World::Check(world.dml->QueryInterface(IID_PPV_ARGS(&newest)));
    compiled.Reset();
    return newest->CompileGraph(&desc, flags, IID_PPV_ARGS(&compiled));
  }
  std::string ErrorOf(const DML_GRAPH_DESC& desc) {
    return Compile(desc) == S_OK ? "" : LastError();
  }

  World world;
  std::vector<DML_GRAPH_NODE_DESC> nodes;
  std::vector<DML_GRAPH_EDGE_DESC> input_edges, output_edges, intermediate_edges;
  ComPtr<IDMLCompiledOperator> compiled;

 private:
  std::vector<ComPtr<IDMLOperator>> operators_;
  std::vector<std::unique_ptr<DML_OPERATOR_GRAPH_NODE_DESC>> operator_nodes_;
  std::vector<std::unique_ptr<DML_INPUT_GRAPH_EDGE_DESC>> inputs_;
  std::vector<std::unique_ptr<DML_OUTPUT_GRAPH_EDGE_DESC>> outputs_;
  std::vector<std::unique_ptr<DML_INTERMEDIATE_GRAPH_EDGE_DESC>> intermediates_;
};

// relu(x) + weights, where the weights are handed over once.
TEST_F(GraphTest, RunsWithOwnedWeights) {
  Node(Relu().Get());
  Node(Sum(DML_TENSOR_FLAG_OWNED_BY_DML).Get());
  Input(0, 0, 0);
  Between(0, 1, 0);
  Input(1, 1, 1);
  Output(1, 0);
  ASSERT_EQ(Compile(Desc(2, 1)), S_OK) << LastError();

  const DML_BINDING_PROPERTIES needs = compiled->GetBindingProperties();
  ASSERT_GE(needs.PersistentResourceSize, kBytes);
  const auto persistent = world.Buffer(needs.PersistentResourceSize);
  const auto weights = world.Filled({10, 20, 30, 40});
  const auto initializer = world.Initializer({compiled.Get()});
  const auto first_heap = world.Heap(initializer->GetBindingProperties().RequiredDescriptorCount);
  const auto first_table = world.Table(initializer.Get(), first_heap.Get());
  const DML_BUFFER_BINDING initial[] = {{nullptr, 0, 0}, {weights.Get(), 0, kBytes}};
  const DML_BUFFER_ARRAY_BINDING array = {2, initial};
  const DML_BINDING_DESC given = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
  first_table->BindInputs(1, &given);
  const Bind kept(persistent.Get(), 0, needs.PersistentResourceSize);
  first_table->BindOutputs(1, &kept.desc);
  world.recorder->RecordDispatch(world.list.Get(), initializer.Get(), first_table.Get());
  world.Run();

  const auto input = world.Filled({-1, 2, -3, 4});
  const auto output = world.Buffer(kBytes);
  const auto heap = world.Heap(needs.RequiredDescriptorCount);
  const auto table = world.Table(compiled.Get(), heap.Get());
  const Bind in(input.Get(), 0, kBytes), out(output.Get(), 0, kBytes);
  const DML_BINDING_DESC ins[] = {in.desc, {DML_BINDING_TYPE_NONE, nullptr}};
  table->BindInputs(2, ins);
  table->BindOutputs(1, &out.desc);
  table->BindPersistentResource(&kept.desc);
  ComPtr<ID3D12Resource> temporary;
  Bind scratch;
  if (needs.TemporaryResourceSize > 0) {
    temporary = world.Buffer(needs.TemporaryResourceSize);
    scratch.buffer = {temporary.Get(), 0, needs.TemporaryResourceSize};
    scratch.desc = {DML_BINDING_TYPE_BUFFER, &scratch.buffer};
    table->BindTemporaryResource(&scratch.desc);
  }
  world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get());
  world.Run();
  EXPECT_EQ(World::Values(output.Get(), kCount), (std::vector<float>{10, 22, 30, 44}));
}

// A constant's bytes are copied: they may change after the call.
TEST_F(GraphTest, ConstantsAreCopied) {
  Node(Sum().Get());
  std::vector<float> bytes = {1, 2, 3, 4};
  DML_CONSTANT_DATA_GRAPH_NODE_DESC constant = {bytes.data(), kBytes, "ones"};
  nodes.push_back({DML_GRAPH_NODE_TYPE_CONSTANT, &constant});
  Input(0, 0, 0);
  Between(1, 0, 1);
  Output(0, 0);
  ASSERT_EQ(Compile(Desc(1, 1)), S_OK) << LastError();
  bytes.assign(4, -100);
  world.Initialize({compiled.Get()});
  const auto input = world.Filled({10, 20, 30, 40});
  const auto output = world.Buffer(kBytes);
  const auto heap = world.Heap(compiled->GetBindingProperties().RequiredDescriptorCount);
  const auto table = world.Table(compiled.Get(), heap.Get());
  const Bind in(input.Get(), 0, kBytes), out(output.Get(), 0, kBytes);
  table->BindInputs(1, &in.desc);
  table->BindOutputs(1, &out.desc);
  world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get());
  world.Run();
  EXPECT_EQ(World::Values(output.Get(), kCount), (std::vector<float>{11, 22, 33, 44}));
}

TEST_F(GraphTest, WhatIsUnsafeToRead) {
  Node(Relu().Get());
  Input(0, 0, 0);
  Output(0, 0);
  const auto error = [&](auto change) {
    DML_GRAPH_DESC desc = Desc(1, 1);
    change(desc);
    return ErrorOf(desc);
  };
  EXPECT_EQ(error([](DML_GRAPH_DESC&) {}), "");
  EXPECT_EQ(error([](DML_GRAPH_DESC& desc) { desc.Nodes = nullptr; }),
            "IDMLDevice1::CompileGraph: Nodes is null, but NodeCount is 1");
  EXPECT_EQ(error([](DML_GRAPH_DESC& desc) { desc.NodeCount = 0; }),
            "IDMLDevice1::CompileGraph: graph: it has 0 nodes, but at least 1 is required");
  EXPECT_EQ(error([](DML_GRAPH_DESC& desc) { desc.InputEdges = nullptr; }),
            "IDMLDevice1::CompileGraph: InputEdges is null, but InputEdgeCount is 1");
  EXPECT_EQ(
      error([](DML_GRAPH_DESC& desc) { desc.OutputEdges = desc.InputEdges; }),
      "IDMLDevice1::CompileGraph: OutputEdges[0].Type is 1, but all of OutputEdges are of type "
      "2");
  EXPECT_EQ(error([](DML_GRAPH_DESC& desc) {
              static const DML_GRAPH_EDGE_DESC edge = {DML_GRAPH_EDGE_TYPE_INPUT, nullptr};
              desc.InputEdges = &edge;
            }),
            "IDMLDevice1::CompileGraph: InputEdges[0].Desc is null");
  EXPECT_EQ(error([](DML_GRAPH_DESC& desc) {
              static const DML_GRAPH_NODE_DESC node = {DML_GRAPH_NODE_TYPE_INVALID, nullptr};
              desc.Nodes = &node;
            }),
            "IDMLDevice1::CompileGraph: Nodes[0].Type is 0, but it must be OPERATOR or CONSTANT");
  EXPECT_EQ(error([](DML_GRAPH_DESC& desc) {
              static const DML_OPERATOR_GRAPH_NODE_DESC none = {nullptr, nullptr};
              static const DML_GRAPH_NODE_DESC node = {DML_GRAPH_NODE_TYPE_OPERATOR, &none};
              desc.Nodes = &node;
            }),
            "IDMLDevice1::CompileGraph: Nodes[0].Operator is null");
  EXPECT_EQ(
      error([](DML_GRAPH_DESC& desc) {
        static const DML_CONSTANT_DATA_GRAPH_NODE_DESC none = {nullptr, 4, nullptr};
        static const DML_GRAPH_NODE_DESC node = {DML_GRAPH_NODE_TYPE_CONSTANT, &none};
        desc.Nodes = &node;
      }),
      "IDMLDevice1::CompileGraph: Nodes[0]: Data is null and DataSize is 4, but a constant has "
      "at least 1 byte");
  EXPECT_EQ(Compile(Desc(1, 1), DML_EXECUTION_FLAGS(0x80)), E_INVALIDARG);
  World other;
  const Tensor tensor({kCount});
  const DML_ACTIVATION_RELU_OPERATOR_DESC relu = {&tensor.desc, &tensor.desc};
  const auto foreign = other.Operator(DML_OPERATOR_ACTIVATION_RELU, &relu);
  EXPECT_EQ(error([&](DML_GRAPH_DESC& desc) {
              static DML_OPERATOR_GRAPH_NODE_DESC far;
              far = {foreign.Get(), nullptr};
              static const DML_GRAPH_NODE_DESC node = {DML_GRAPH_NODE_TYPE_OPERATOR, &far};
              desc.Nodes = &node;
            }),
            "IDMLDevice1::CompileGraph: Nodes[0].Operator belongs to another device");
}

TEST_F(GraphTest, NamesAreInMessages) {
  Node(Relu().Get(), "nose");
  Output(0, 0);
  EXPECT_EQ(ErrorOf(Desc(0, 1)),
            "IDMLDevice1::CompileGraph: graph: no edge leads to InputTensor of node 0 'nose' "
            "(ACTIVATION_RELU), but its description has that tensor");
}

TEST_F(GraphTest, BindingsAreCheckedAsThoseOfOperators) {
  Node(Relu().Get());
  Input(0, 0, 0);
  Output(0, 0);
  ASSERT_EQ(Compile(Desc(1, 1)), S_OK) << LastError();
  world.Initialize({compiled.Get()});
  const auto input = world.Filled({1, 2, 3, 4});
  const auto heap = world.Heap(compiled->GetBindingProperties().RequiredDescriptorCount);
  const auto table = world.Table(compiled.Get(), heap.Get());
  const Bind in(input.Get(), 0, 8);
  table->BindInputs(1, &in.desc);
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_EQ(
      LastError(),
      "IDMLBindingTable::BindInputs: binding 0 (Inputs[0] of GRAPH) has SizeInBytes 8, but 16 are "
      "needed");
}

}  // namespace
}  // namespace weft::test
