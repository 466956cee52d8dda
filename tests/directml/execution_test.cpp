// SPDX-License-Identifier: MIT
// Recorded work: what it computes, when it looks at its bindings, what it outlives, and what
// happens when something it needs is gone. Initialization, OWNED_BY_DML included.
#include <numeric>

#include "harness.h"

namespace weft::test {
namespace {

std::vector<float> Counting(size_t count, float first = 1) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST(Execution, RunsASlice) {
  World world;
  const Tensor input({4, 4}), output({2, 2});
  const UINT offsets[] = {1, 1}, sizes[] = {3, 3};
  const INT strides[] = {2, -2};
  const DML_SLICE1_OPERATOR_DESC desc = {&input.desc, &output.desc, 2, offsets, sizes, strides};
  const auto op = world.Operator(DML_OPERATOR_SLICE1, &desc);
  const auto compiled = world.Compile(op.Get());
  world.Initialize({compiled.Get()});
  const auto heap = world.Heap(compiled->GetBindingProperties().RequiredDescriptorCount);
  const auto table = world.Table(compiled.Get(), heap.Get());
  const auto source = world.Filled(Counting(16)), result = world.Buffer(16);
  const Bind from(source.Get(), 0, 64), to(result.Get(), 0, 16);
  table->BindInputs(1, &from.desc);
  table->BindOutputs(1, &to.desc);
  world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get());
  EXPECT_EQ(World::Values(result.Get(), 4), (std::vector<float>{0, 0, 0, 0}));  // not yet
  world.Run();
  EXPECT_EQ(World::Values(result.Get(), 4), (std::vector<float>{8, 6, 16, 14}));
}

TEST(Execution, ReadsConstantsOfTheDescription) {
  World world;
  const Tensor tensor({4});
  const DML_SCALE_BIAS scale_bias = {2, 1};
  const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC scaled = {&tensor.desc, &tensor.desc, &scale_bias};
  DML_FILL_VALUE_SEQUENCE_OPERATOR_DESC fill = {&tensor.desc, DML_TENSOR_DATA_TYPE_FLOAT32, {}, {}};
  fill.ValueStart.Float32 = 0.5f;
  fill.ValueDelta.Float32 = -2;
  const auto first = world.Compile(world.Operator(DML_OPERATOR_FILL_VALUE_SEQUENCE, &fill).Get());
  const auto second =
      world.Compile(world.Operator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &scaled).Get());
  world.Initialize({first.Get(), second.Get()});
  const auto heap = world.Heap(8), heap2 = world.Heap(8);
  const auto table = world.Table(first.Get(), heap.Get());
  const auto table2 = world.Table(second.Get(), heap2.Get());
  const auto between = world.Buffer(16), result = world.Buffer(16);
  const Bind middle(between.Get(), 0, 16), end(result.Get(), 0, 16);
  table->BindInputs(0, nullptr);
  table->BindOutputs(1, &middle.desc);
  table2->BindInputs(1, &middle.desc);
  table2->BindOutputs(1, &end.desc);
  world.recorder->RecordDispatch(world.list.Get(), first.Get(), table.Get());
  world.recorder->RecordDispatch(world.list.Get(), second.Get(), table2.Get());
  world.Run();
  EXPECT_EQ(World::Values(result.Get(), 4), (std::vector<float>{2, -2, -6, -10}));
}

TEST(Execution, WorksInPlaceAndInParts) {
  World world;
  Copy copy(world);
  const auto buffer = world.Filled(Counting(64));
  copy.BindInput(buffer.Get(), 64);
  copy.BindOutput(buffer.Get(), 64);
  copy.Record();
  world.Run();
  EXPECT_EQ(World::Values(buffer.Get(), 64), Counting(64));
  copy.BindOutput(buffer.Get(), 128, 128);  // another part of the same buffer, larger than needed
  copy.Record();
  world.Run();
  EXPECT_EQ(World::Values(buffer.Get(), 16, 32), Counting(16, 17));
  EXPECT_EQ(World::Values(buffer.Get(), 16, 48), Counting(16, 49));
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(Execution, OutlivesTableRecorderAndOperator) {
  World world;
  Copy copy(world);
  copy.BindBoth();
  copy.Record();
  copy.table->Reset(nullptr);
  copy.table.Reset();
  copy.compiled.Reset();
  world.recorder.Reset();
  world.Run();
  EXPECT_EQ(World::Values(copy.output.Get(), 16), Counting(16));
}

TEST(Execution, AClosedListRunsAgainAndAgain) {
  World world;
  Copy copy(world);
  copy.BindBoth();
  copy.Record();
  for (int run = 0; run < 3; ++run) {
    world.Run(true);
    EXPECT_EQ(World::Values(copy.output.Get(), 16), Counting(16));
  }
}

TEST(Execution, VolatileBindingsAreReadWhenItRuns) {
  World world;
  Copy copy(world, DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE);
  copy.Record();  // nothing is bound yet
  for (const float first : {1.0f, 50.0f, 7.0f}) {
    const auto source = world.Filled(Counting(16, first)), result = world.Buffer(64);
    copy.BindInput(source.Get());
    copy.BindOutput(result.Get());
    world.Run(true);
    EXPECT_EQ(World::Values(result.Get(), 16), Counting(16, first));
  }
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
}

// The CPU's range need not be the GPU's: the application copies between them.
TEST(Execution, ReadsTheGpuRange) {
  World world;
  Copy copy(world);
  const UINT count = copy.compiled->GetBindingProperties().RequiredDescriptorCount;
  const auto staging = world.Heap(count, false);
  DML_BINDING_TABLE_DESC desc = World::TableDesc(copy.compiled.Get(), copy.heap.Get());
  desc.CPUDescriptorHandle = staging->GetCPUDescriptorHandleForHeapStart();
  ASSERT_EQ(copy.table->Reset(&desc), S_OK) << LastError();
  copy.BindBoth();
  copy.Record();
  world.d3d12->CopyDescriptorsSimple(count, copy.heap->GetCPUDescriptorHandleForHeapStart(),
                                     staging->GetCPUDescriptorHandleForHeapStart(),
                                     D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  world.Run();
  EXPECT_EQ(World::Values(copy.output.Get(), 16), Counting(16));
}

// What only shows when the work runs removes the Direct3D device, and with it DirectML's.
void ExpectRunFails(World& world, const std::string& message) {
  ComPtr<ID3D12InfoQueue1> queue;
  ASSERT_EQ(world.d3d12.As(&queue), S_OK);
  std::string heard;
  DWORD cookie = 0;
  const D3D12MessageFunc listen = [](D3D12_MESSAGE_CATEGORY, D3D12_MESSAGE_SEVERITY,
                                     D3D12_MESSAGE_ID, LPCSTR text, void* context) {
    static_cast<std::string*>(context)->append(text).append("\n");
  };
  queue->RegisterMessageCallback(listen, D3D12_MESSAGE_CALLBACK_FLAG_NONE, &heard, &cookie);
  World::Check(world.list->Close());
  ID3D12CommandList* const lists[] = {world.list.Get()};
  world.queue->ExecuteCommandLists(1, lists);
  world.queue->Signal(world.fence.Get(), 1000);
  world.fence->SetEventOnCompletion(1000, nullptr);  // removal releases whoever waits
  queue->UnregisterMessageCallback(cookie);
  EXPECT_NE(heard.find(message), std::string::npos) << heard;
  EXPECT_NE(world.d3d12->GetDeviceRemovedReason(), S_OK);
  EXPECT_NE(world.dml->GetDeviceRemovedReason(), S_OK);
  EXPECT_EQ(LastError(), message);
}

TEST(ExecutionFails, WithoutInitialization) {
  World world;
  Copy copy(world);
  const auto compiled = world.Identity(16);
  compiled->SetName(L"raw");
  const DML_BINDING_TABLE_DESC desc = World::TableDesc(compiled.Get(), copy.heap.Get());
  ASSERT_EQ(copy.table->Reset(&desc), S_OK);
  copy.BindBoth();
  world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), copy.table.Get());
  ExpectRunFails(world,
                 "Dispatch: ELEMENT_WISE_IDENTITY, named 'raw' is not initialized, but that is "
                 "required before it runs");
}

TEST(ExecutionFails, InitializedTwice) {
  World world;
  const auto compiled = world.Identity(16);
  world.Initialize({compiled.Get()});
  const auto initializer = world.Initializer({compiled.Get()});
  const auto heap = world.Heap(initializer->GetBindingProperties().RequiredDescriptorCount);
  const auto table = world.Table(initializer.Get(), heap.Get());
  world.recorder->RecordDispatch(world.list.Get(), initializer.Get(), table.Get());
  ExpectRunFails(world,
                 "Dispatch: ELEMENT_WISE_IDENTITY is initialized already, but that is done only "
                 "once");
}

TEST(ExecutionFails, WhenABufferWasReleased) {
  World world;
  Copy copy(world);
  copy.BindBoth();
  copy.Record();
  copy.input.Reset();
  ExpectRunFails(world,
                 "Dispatch: the buffer bound to InputTensor of ELEMENT_WISE_IDENTITY was released");
}

TEST(ExecutionFails, WhenTheHeapWasReleased) {
  World world;
  Copy copy(world);
  copy.BindBoth();
  copy.Record();
  copy.heap.Reset();
  World::Check(world.list->Close());
  ID3D12CommandList* const lists[] = {world.list.Get()};
  world.queue->ExecuteCommandLists(1, lists);
  world.queue->Signal(world.fence.Get(), 1000);
  world.fence->SetEventOnCompletion(1000, nullptr);
  EXPECT_NE(world.dml->GetDeviceRemovedReason(), S_OK);
  EXPECT_TRUE(LastError().starts_with("Dispatch of ELEMENT_WISE_IDENTITY: ")) << LastError();
}

TEST(ExecutionFails, VolatileAndNeverBound) {
  World world;
  Copy copy(world, DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE);
  copy.BindInput(copy.input.Get());
  copy.Record();
  ExpectRunFails(world, "Dispatch: OutputTensor of ELEMENT_WISE_IDENTITY is not bound");
}

TEST(ExecutionFails, VolatileAndOverlapping) {
  World world;
  Copy copy(world, DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE);
  copy.Record();
  const auto buffer = world.Buffer(128);
  copy.BindInput(buffer.Get(), 0);
  copy.BindOutput(buffer.Get(), 32);
  ExpectRunFails(world,
                 "Dispatch: InputTensor at [0, 64) and OutputTensor of ELEMENT_WISE_IDENTITY at "
                 "[32, 96) overlap, but in place both must be bound to one range");
}

// An identity whose input belongs to DirectML.
class Owned : public testing::Test {
 protected:
  World world_;
  ComPtr<IDMLCompiledOperator> compiled_ =
      world_.Identity(16, DML_EXECUTION_FLAG_NONE, DML_TENSOR_FLAG_OWNED_BY_DML);
  const UINT64 persistent_bytes_ = compiled_->GetBindingProperties().PersistentResourceSize;
  ComPtr<ID3D12Resource> persistent_ = world_.Buffer(persistent_bytes_, D3D12_HEAP_TYPE_DEFAULT);
  ComPtr<IDMLOperatorInitializer> initializer_ = world_.Initializer({compiled_.Get()});
  ComPtr<ID3D12DescriptorHeap> heap_ = world_.Heap(16);
  ComPtr<IDMLBindingTable> table_ = world_.Table(initializer_.Get(), heap_.Get());

  void BindConstant(ID3D12Resource* buffer, UINT64 bytes = 64) {
    const DML_BUFFER_BINDING one = {buffer, 0, bytes};
    const DML_BUFFER_ARRAY_BINDING array = {1, &one};
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
    table_->BindInputs(1, &binding);
  }
  void BindPersistent() {
    const Bind bind(persistent_.Get(), 0, persistent_bytes_);
    table_->BindOutputs(1, &bind.desc);
  }
  void Record() {
    world_.recorder->RecordDispatch(world_.list.Get(), initializer_.Get(), table_.Get());
  }
};

TEST_F(Owned, IsCopiedAtInitialization) {
  EXPECT_GE(persistent_bytes_, 64u);
  EXPECT_EQ(initializer_->GetBindingProperties().PersistentResourceSize, 0u);
  auto constant = world_.Filled(Counting(16), D3D12_HEAP_TYPE_UPLOAD);
  BindConstant(constant.Get());
  BindPersistent();
  Record();
  world_.Run();
  constant.Reset();
  const auto heap = world_.Heap(16);
  const auto table = world_.Table(compiled_.Get(), heap.Get());
  const auto result = world_.Buffer(64);
  const Bind to(result.Get(), 0, 64), persistent(persistent_.Get(), 0, persistent_bytes_);
  const DML_BINDING_DESC none = {};
  table->BindInputs(1, &none);
  table->BindOutputs(1, &to.desc);
  table->BindPersistentResource(&persistent.desc);
  world_.recorder->RecordDispatch(world_.list.Get(), compiled_.Get(), table.Get());
  world_.Run();
  EXPECT_EQ(World::Values(result.Get(), 16), Counting(16));
  EXPECT_EQ(world_.dml->GetDeviceRemovedReason(), S_OK);
  const Bind again(result.Get(), 0, 64);
  table->BindInputs(1, &again.desc);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindInputs: binding 0 (InputTensor of ELEMENT_WISE_IDENTITY) is "
            "bound, but it is OWNED_BY_DML: only an initializer takes it");
  EXPECT_EQ(world_.dml->GetDeviceRemovedReason(), E_INVALIDARG);
}

TEST_F(Owned, PersistentMemoryIsRequired) {
  const auto heap = world_.Heap(16);
  const auto table = world_.Table(compiled_.Get(), heap.Get());
  const auto result = world_.Buffer(64);
  const Bind to(result.Get(), 0, 64);
  table->BindOutputs(1, &to.desc);
  world_.recorder->RecordDispatch(world_.list.Get(), compiled_.Get(), table.Get());
  EXPECT_EQ(LastError(),
            "IDMLCommandRecorder::RecordDispatch: persistent resource of ELEMENT_WISE_IDENTITY is "
            "not bound");
}

TEST_F(Owned, OutputMustNotOverlapPersistentMemory) {
  const auto heap = world_.Heap(16);
  const auto table = world_.Table(compiled_.Get(), heap.Get());
  const Bind to(persistent_.Get(), 0, 64), persistent(persistent_.Get(), 0, persistent_bytes_);
  table->BindOutputs(1, &to.desc);
  table->BindPersistentResource(&persistent.desc);
  world_.recorder->RecordDispatch(world_.list.Get(), compiled_.Get(), table.Get());
  EXPECT_EQ(LastError(),
            "IDMLCommandRecorder::RecordDispatch: persistent resource at [0, 64) and OutputTensor "
            "of ELEMENT_WISE_IDENTITY at [0, 64) overlap, but they must not");
}

TEST_F(Owned, TheInputIsRequired) {
  const DML_BINDING_DESC none = {};
  table_->BindInputs(1, &none);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindInputs: binding 0[0] (InputTensor of ELEMENT_WISE_IDENTITY) is "
            "not bound, but it is required");
}

TEST_F(Owned, TheOutputIsRequired) {
  BindConstant(world_.Filled(Counting(16)).Get());
  Record();
  EXPECT_EQ(LastError(),
            "IDMLCommandRecorder::RecordDispatch: persistent resource of ELEMENT_WISE_IDENTITY is "
            "not bound");
}

TEST_F(Owned, TheArrayHasOneEntryForEachInput) {
  const DML_BUFFER_BINDING two[2] = {};
  const DML_BUFFER_ARRAY_BINDING array = {2, two};
  const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
  table_->BindInputs(1, &binding);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindInputs: binding 0 has BindingCount 2, but its operator has 1 "
            "input");
}

TEST_F(Owned, TheArrayIsAnArray) {
  const Bind bind(persistent_.Get(), 0, 64);
  table_->BindInputs(1, &bind.desc);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindInputs: binding 0 has type BUFFER (1) and a Desc, but "
            "BUFFER_ARRAY or NONE without a Desc is required");
}

TEST_F(Owned, OneBindingForEachOperator) {
  const DML_BINDING_DESC many[3] = {};
  table_->BindInputs(3, many);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindInputs: bindingCount is 3, but an operator initializer has 1 "
            "operator");
}

TEST_F(Owned, InputAndOutputAreDifferentBuffers) {
  const auto both = world_.Buffer(512);
  const DML_BUFFER_BINDING one = {both.Get(), 256, 64};
  const DML_BUFFER_ARRAY_BINDING array = {1, &one};
  const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
  table_->BindInputs(1, &binding);
  const Bind bind(both.Get(), 0, persistent_bytes_);
  table_->BindOutputs(1, &bind.desc);
  Record();
  EXPECT_EQ(LastError(),
            "IDMLCommandRecorder::RecordDispatch: InputTensor of ELEMENT_WISE_IDENTITY and "
            "persistent resource of ELEMENT_WISE_IDENTITY are bound to one buffer, but an "
            "initializer needs two");
}

TEST_F(Owned, OutputsAreNotUploaded) {
  const auto upload = world_.Buffer(persistent_bytes_, D3D12_HEAP_TYPE_UPLOAD);
  const Bind bind(upload.Get(), 0, persistent_bytes_);
  table_->BindOutputs(1, &bind.desc);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindOutputs: binding 0 (persistent resource of "
            "ELEMENT_WISE_IDENTITY) is bound to a buffer in an UPLOAD heap, but DEFAULT or CUSTOM "
            "is required");
}

TEST(Initializer, TakesOnlyWhatIsOwned) {
  World world;
  const auto compiled = world.Identity(16);
  const auto initializer = world.Initializer({compiled.Get()});
  const auto heap = world.Heap(8);
  const auto table = world.Table(initializer.Get(), heap.Get());
  const auto buffer = world.Buffer(64);
  const DML_BUFFER_BINDING one = {buffer.Get(), 0, 64};
  const DML_BUFFER_ARRAY_BINDING array = {1, &one};
  const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
  table->BindInputs(1, &binding);
  EXPECT_EQ(LastError(),
            "IDMLBindingTable::BindInputs: binding 0[0] (InputTensor of ELEMENT_WISE_IDENTITY) is "
            "bound, but an initializer takes OWNED_BY_DML tensors only");
}

// As some programs do: made for nothing, then Reset for one operator after the other.
TEST(Initializer, CanBeResetForOperatorAfterOperator) {
  World world;
  const auto initializer = world.Initializer({});
  EXPECT_EQ(initializer->GetBindingProperties().RequiredDescriptorCount, 1u);
  ComPtr<IDMLBindingTable> table;
  World::Check(world.dml->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)));
  const auto heap = world.Heap(32);
  const DML_BINDING_TABLE_DESC desc = World::TableDesc(initializer.Get(), heap.Get());
  World::Check(table->Reset(&desc));
  world.recorder->RecordDispatch(world.list.Get(), initializer.Get(), table.Get());
  world.Run();  // nothing to do
  for (int i = 0; i < 3; ++i) {
    Copy copy(world);
    const auto a = world.Identity(4), b = world.Identity(5);
    IDMLCompiledOperator* const operators[] = {a.Get(), b.Get()};
    ASSERT_EQ(initializer->Reset(2, operators), S_OK);
    EXPECT_EQ(initializer->GetBindingProperties().RequiredDescriptorCount, 5u);
    World::Check(table->Reset(&desc));
    const DML_BINDING_DESC none[2] = {};
    table->BindInputs(2, none);
    table->BindOutputs(2, none);
    world.recorder->RecordDispatch(world.list.Get(), initializer.Get(), table.Get());
    world.Run();
  }
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK) << LastError();
  ASSERT_EQ(initializer->Reset(0, nullptr), S_OK);
  world.recorder->RecordDispatch(world.list.Get(), initializer.Get(), table.Get());
  EXPECT_EQ(LastError(),
            "IDMLCommandRecorder::RecordDispatch: the table is for the initializer before its last "
            "Reset or for another one");
}

TEST(Initializer, ResetRefusesWithWords) {
  World world;
  const auto initializer = world.Initializer({});
  IDMLCompiledOperator* const nulls[] = {nullptr};
  EXPECT_EQ(initializer->Reset(1, nulls), E_INVALIDARG);
  EXPECT_EQ(LastError(), "IDMLOperatorInitializer::Reset: operators[0] is null");
  EXPECT_EQ(initializer->Reset(1, nullptr), E_INVALIDARG);
  EXPECT_EQ(LastError(),
            "IDMLOperatorInitializer::Reset: operators is null, but operatorCount is 1");
}

}  // namespace
}  // namespace weft::test
