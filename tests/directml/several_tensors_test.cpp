// SPDX-License-Identifier: MIT
// Bindings of operators with more than one tensor a side, with optional tensors and with temporary
// memory: whose place each message names, and which ranges may not overlap.
#include <functional>
#include <memory>

#include "harness.h"

namespace weft::test {
namespace {

// A compiled operator with its table, and one buffer for all its bindings.
struct Stage {
  World world;
  ComPtr<IDMLCompiledOperator> compiled;
  ComPtr<ID3D12DescriptorHeap> heap;
  ComPtr<IDMLBindingTable> table;
  ComPtr<ID3D12Resource> buffer;

  Stage(DML_OPERATOR_TYPE type, const void* desc) {
    compiled = world.Compile(world.Operator(type, desc).Get());
    world.Initialize({compiled.Get()});
    heap = world.Heap(compiled->GetBindingProperties().RequiredDescriptorCount);
    table = world.Table(compiled.Get(), heap.Get());
    buffer = world.Buffer(1 << 20);
  }
  struct Range {
    UINT64 offset, bytes;  // no bytes: nothing is bound
  };
  // Binds ranges of the buffer by `bind(count, descs)`.
  template <class Call>
  void Bind(const std::vector<Range>& ranges, Call call) {
    std::vector<DML_BUFFER_BINDING> buffers(ranges.size());
    std::vector<DML_BINDING_DESC> descs(ranges.size());
    for (size_t i = 0; i < ranges.size(); ++i) {
      if (ranges[i].bytes == 0) continue;
      buffers[i] = {buffer.Get(), ranges[i].offset, ranges[i].bytes};
      descs[i] = {DML_BINDING_TYPE_BUFFER, &buffers[i]};
    }
    call(UINT(descs.size()), descs.data());
  }
  void Inputs(const std::vector<Range>& ranges) {
    Bind(ranges, [&](UINT n, const DML_BINDING_DESC* descs) { table->BindInputs(n, descs); });
  }
  void Outputs(const std::vector<Range>& ranges) {
    Bind(ranges, [&](UINT n, const DML_BINDING_DESC* descs) { table->BindOutputs(n, descs); });
  }
  void Temporary(Range range) {
    Bind({range}, [&](UINT, const DML_BINDING_DESC* desc) { table->BindTemporaryResource(desc); });
  }
  void Record() { world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get()); }
};

using Make = std::function<std::unique_ptr<Stage>()>;

struct Case {
  const char* name;
  std::function<void(Stage&)> play;
  std::string message;
};

void ExpectRemovals(const Make& make, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::unique_ptr<Stage> stage = make();
    c.play(*stage);
    EXPECT_EQ(LastError(), c.message);
    EXPECT_EQ(stage->world.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  }
}

const std::string kIn = "IDMLBindingTable::BindInputs: ";
const std::string kOut = "IDMLBindingTable::BindOutputs: ";
const std::string kRecord = "IDMLCommandRecorder::RecordDispatch: ";

std::unique_ptr<Stage> Join() {
  const Tensor four({4}), eight({8}), twelve({12});
  const DML_TENSOR_DESC inputs[] = {four.desc, eight.desc};
  const DML_JOIN_OPERATOR_DESC desc = {2, inputs, &twelve.desc, 0};
  return std::make_unique<Stage>(DML_OPERATOR_JOIN, &desc);
}

TEST(SeveralTensors, EachInputOfAnArrayIsABinding) {
  ExpectRemovals(
      Join,
      {
          {"too few",
           [](Stage& join) {
             join.Inputs({{0, 16}});
           },
           kIn + "bindingCount is 1, but JOIN has 2 inputs"},
          {"too many",
           [](Stage& join) {
             join.Inputs({{0, 16}, {64, 32}, {0, 0}});
           },
           kIn + "bindingCount is 3, but JOIN has 2 inputs"},
          {"second missing",
           [](Stage& join) {
             join.Inputs({{0, 16}, {0, 0}});
           },
           kIn + "binding 1 (InputTensors[1] of JOIN) is not bound, but it is required"},
          {"second too small",
           [](Stage& join) {
             join.Inputs({{0, 16}, {64, 28}});
           },
           kIn + "binding 1 (InputTensors[1] of JOIN) has SizeInBytes 28, but 32 are needed"},
          {"output over the second",
           [](Stage& join) {
             join.Inputs({{0, 16}, {64, 32}});
             join.Outputs({{80, 48}});
             join.Record();
           },
           kRecord + "InputTensors[1] at [64, 96) and OutputTensor of JOIN at [80, 128) overlap, "
                     "but it cannot run in place"},
      });
}

TEST(SeveralTensors, InputsMayOverlap) {
  const std::unique_ptr<Stage> join = Join();
  join->Inputs({{0, 16}, {0, 32}});
  join->Outputs({{64, 48}});
  join->Record();
  join->world.Run();
  EXPECT_EQ(join->world.dml->GetDeviceRemovedReason(), S_OK) << LastError();
  EXPECT_EQ(join->world.d3d12->GetDeviceRemovedReason(), S_OK) << LastError();
}

std::unique_ptr<Stage> Split() {
  const Tensor four({4}), eight({8}), twelve({12});
  const DML_TENSOR_DESC outputs[] = {four.desc, eight.desc};
  const DML_SPLIT_OPERATOR_DESC desc = {&twelve.desc, 2, outputs, 0};
  return std::make_unique<Stage>(DML_OPERATOR_SPLIT, &desc);
}

TEST(SeveralTensors, OutputsMayNotOverlap) {
  ExpectRemovals(
      Split,
      {
          {"each other",
           [](Stage& split) {
             split.Inputs({{256, 48}});
             split.Outputs({{0, 16}, {0, 32}});
             split.Record();
           },
           kRecord +
               "OutputTensors[1] at [0, 32) and OutputTensors[0] of SPLIT at [0, 16) overlap, "
               "but they must not"},
          {"the input",
           [](Stage& split) {
             split.Inputs({{0, 48}});
             split.Outputs({{64, 16}, {32, 32}});
             split.Record();
           },
           kRecord +
               "InputTensor at [0, 48) and OutputTensors[1] of SPLIT at [32, 64) overlap, but "
               "it cannot run in place"},
          {"one missing",
           [](Stage& split) {
             split.Outputs({{0, 16}, {0, 0}});
           },
           kOut + "binding 1 (OutputTensors[1] of SPLIT) is not bound, but it is required"},
          {"too few",
           [](Stage& split) {
             split.Outputs({{0, 16}});
           },
           kOut + "bindingCount is 1, but SPLIT has 2 outputs"},
      });
}

// What is bound beyond a tensor's need is never touched, so it may overlap.
TEST(SeveralTensors, OnlyWhatTensorsNeedCounts) {
  const std::unique_ptr<Stage> split = Split();
  split->Inputs({{256, 48}});
  split->Outputs({{0, 64}, {16, 32}});
  split->Record();
  split->world.Run();
  EXPECT_EQ(split->world.dml->GetDeviceRemovedReason(), S_OK) << LastError();
  EXPECT_EQ(split->world.d3d12->GetDeviceRemovedReason(), S_OK) << LastError();
}

std::unique_ptr<Stage> Diagonal() {  // without its optional input
  const Tensor output({2, 2});
  DML_DIAGONAL_MATRIX1_OPERATOR_DESC desc = {};
  desc.OutputTensor = &output.desc;
  desc.ValueDataType = DML_TENSOR_DATA_TYPE_FLOAT32;
  desc.Value.Float32 = 1;
  desc.DiagonalFillEnd = 1;
  return std::make_unique<Stage>(DML_OPERATOR_DIAGONAL_MATRIX1, &desc);
}

TEST(OptionalTensors, AreBindingsToo) {
  ExpectRemovals(Diagonal,
                 {
                     {"left out, yet bound",
                      [](Stage& diagonal) {
                        diagonal.Inputs({{0, 16}});
                      },
                      kIn + "binding 0 (InputTensor of DIAGONAL_MATRIX1) is bound, but the "
                            "description leaves it out"},
                     {"none of them",
                      [](Stage& diagonal) {
                        diagonal.Inputs({{0, 0}, {0, 0}});
                      },
                      kIn + "bindingCount is 2, but DIAGONAL_MATRIX1 has 1 input"},
                 });
  const std::unique_ptr<Stage> diagonal = Diagonal();
  diagonal->Inputs({{0, 0}});
  diagonal->Outputs({{0, 16}});
  diagonal->Record();
  diagonal->world.Run();
  EXPECT_EQ(World::Values(diagonal->buffer.Get(), 4), (std::vector<float>{1, 0, 0, 1}));
}

std::unique_ptr<Stage> TopK() {
  const Tensor input({64}), values({4});
  Tensor indices({4});
  indices.buffer.DataType = DML_TENSOR_DATA_TYPE_UINT32;
  const DML_TOP_K_OPERATOR_DESC desc = {&input.desc, &values.desc, &indices.desc, 0, 4};
  return std::make_unique<Stage>(DML_OPERATOR_TOP_K, &desc);
}

TEST(TemporaryMemory, IsRequiredAndOverlapsNothing) {
  const UINT64 bytes = TopK()->compiled->GetBindingProperties().TemporaryResourceSize;
  ASSERT_GT(bytes, 4u);
  const std::string size = std::to_string(bytes);
  const auto bind = [](Stage& top) {
    top.Inputs({{0, 256}});
    top.Outputs({{512, 16}, {528, 16}});
  };
  ExpectRemovals(
      TopK,
      {
          {"not bound",
           [&](Stage& top) {
             bind(top);
             top.Record();
           },
           kRecord + "temporary resource of TOP_K is not bound"},
          {"too small",
           [&](Stage& top) {
             top.Temporary({1024, bytes / 4 * 4 - 4});
           },
           "IDMLBindingTable::BindTemporaryResource: binding (temporary resource of TOP_K) has "
           "SizeInBytes " +
               std::to_string(bytes / 4 * 4 - 4) + ", but " + size + " are needed"},
          {"over the input",
           [&](Stage& top) {
             bind(top);
             top.Temporary({0, 65536});
             top.Record();
           },
           kRecord + "temporary resource at [0, " + size +
               ") and OutputValueTensor of TOP_K at [512, 528) overlap, but they must not"},
      });
  const std::unique_ptr<Stage> top = TopK();
  bind(*top);
  top->Temporary({1024, 65536});
  top->Record();
  top->world.Run();
  EXPECT_EQ(top->world.dml->GetDeviceRemovedReason(), S_OK) << LastError();
  EXPECT_EQ(top->world.d3d12->GetDeviceRemovedReason(), S_OK) << LastError();
}

}  // namespace
}  // namespace weft::test
