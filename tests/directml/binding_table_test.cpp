// SPDX-License-Identifier: MIT
// Every rule about bindings: which call it is noticed in, with which words, and that the device is
// removed at once and a new one works.
#include <functional>

#include "harness.h"

namespace weft::test {
namespace {

using Play = std::function<void(World&, Copy&)>;

struct Case {
  const char* name;
  Play play;
  std::string message;
};

// Plays each case on devices of its own.
void ExpectRemovals(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    World world;
    Copy copy(world);
    ASSERT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
    c.play(world, copy);
    EXPECT_EQ(LastError(), c.message);
    EXPECT_EQ(world.dml->GetDeviceRemovedReason(), E_INVALIDARG);
    EXPECT_EQ(world.d3d12->GetDeviceRemovedReason(), S_OK);  // removal goes the other way only
  }
}

const std::string kIn = "IDMLBindingTable::BindInputs: ";
const std::string kOut = "IDMLBindingTable::BindOutputs: ";
const std::string kInput = "binding 0 (InputTensor of ELEMENT_WISE_IDENTITY) ";
const std::string kOutput = "binding 0 (OutputTensor of ELEMENT_WISE_IDENTITY) ";

TEST(Binding, CountsAndTypes) {
  ExpectRemovals({
      {"too many",
       [](World&, Copy& copy) {
         const DML_BINDING_DESC two[2] = {};
         copy.table->BindInputs(2, two);
       },
       kIn + "bindingCount is 2, but ELEMENT_WISE_IDENTITY has 1 input"},
      {"too many outputs",
       [](World&, Copy& copy) {
         const DML_BINDING_DESC many[70] = {};
         copy.table->BindOutputs(70, many);
       },
       kOut + "bindingCount is 70, but ELEMENT_WISE_IDENTITY has 1 output"},
      {"null array", [](World&, Copy& copy) { copy.table->BindInputs(1, nullptr); },
       kIn + "bindings is null, but bindingCount is 1"},
      {"none",
       [](World&, Copy& copy) {
         const DML_BINDING_DESC none = {};
         copy.table->BindInputs(1, &none);
       },
       kIn + kInput + "is not bound, but it is required"},
      {"null buffer", [](World&, Copy& copy) { copy.BindOutput(nullptr, 0, 0); },
       kOut + kOutput + "is not bound, but it is required"},
      {"none with a desc",
       [](World&, Copy& copy) {
         Bind bind(copy.input.Get(), 0, 64);
         bind.desc.Type = DML_BINDING_TYPE_NONE;
         copy.table->BindInputs(1, &bind.desc);
       },
       kIn + kInput + "has type NONE, but its Desc is not null"},
      {"buffer without a desc",
       [](World&, Copy& copy) {
         const DML_BINDING_DESC bind = {DML_BINDING_TYPE_BUFFER, nullptr};
         copy.table->BindInputs(1, &bind);
       },
       kIn + kInput + "has type BUFFER, but its Desc is null"},
      {"array",
       [](World&, Copy& copy) {
         const DML_BUFFER_ARRAY_BINDING array = {};
         const DML_BINDING_DESC bind = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
         copy.table->BindInputs(1, &bind);
       },
       kIn + kInput + "has type BUFFER_ARRAY (2), but BUFFER or NONE is required"},
      {"unknown type",
       [](World&, Copy& copy) {
         DML_BINDING_DESC bind = {};
         const UINT seven = 7;
         std::memcpy(&bind.Type, &seven, sizeof seven);
         copy.table->BindOutputs(1, &bind);
       },
       kOut + kOutput + "has type unknown (7), but BUFFER or NONE is required"},
  });
}

TEST(Binding, Ranges) {
  ExpectRemovals({
      {"alignment", [](World&, Copy& copy) { copy.BindInput(copy.input.Get(), 8); },
       kIn + kInput + "has Offset 8, but a multiple of 16 is required"},
      {"named",
       [](World&, Copy& copy) {
         copy.compiled->SetName(L"x");
         copy.BindInput(copy.input.Get(), 8);
       },
       kIn + "binding 0 (InputTensor of ELEMENT_WISE_IDENTITY, named 'x') has Offset 8, but a "
             "multiple of 16 is required"},
      {"too small", [](World&, Copy& copy) { copy.BindInput(copy.input.Get(), 0, 60); },
       kIn + kInput + "has SizeInBytes 60, but 64 are needed"},
      {"nothing", [](World&, Copy& copy) { copy.BindInput(copy.input.Get(), 0, 0); },
       kIn + kInput + "has SizeInBytes 0, but 64 are needed"},
      {"odd size", [](World&, Copy& copy) { copy.BindInput(copy.input.Get(), 0, 66); },
       kIn + kInput + "has SizeInBytes 66, but a multiple of 4 is required"},
      {"past the end", [](World&, Copy& copy) { copy.BindOutput(copy.output.Get(), 16); },
       kOut + kOutput + "has Offset 16 and SizeInBytes 64, but the buffer has 64 bytes"},
      {"wraps around",
       [](World&, Copy& copy) { copy.BindOutput(copy.output.Get(), ~UINT64(15), 64); },
       kOut + kOutput +
           "has Offset 18446744073709551600 and SizeInBytes 64, but the buffer has 64 bytes"},
      {"huge", [](World&, Copy& copy) { copy.BindOutput(copy.output.Get(), 0, ~UINT64(3)); },
       kOut + kOutput +
           "has Offset 0 and SizeInBytes 18446744073709551612, but the buffer has 64 bytes"},
  });
}

// GuaranteedBaseOffsetAlignment replaces the 16 bytes when it is more.
TEST(Binding, PromisedAlignment) {
  for (const UINT alignment : {4u, 256u, 0x80000000u}) {
    World world;
    Tensor input({4});
    const Tensor output({4});
    input.buffer.GuaranteedBaseOffsetAlignment = alignment;
    const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {&input.desc, &output.desc, nullptr};
    const auto op = world.Operator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
    const auto compiled = world.Compile(op.Get());
    world.Initialize({compiled.Get()});
    const auto heap = world.Heap(8);
    const auto table = world.Table(compiled.Get(), heap.Get());
    const auto buffer = world.Filled({1, 2, 3, 4, 5, 6, 7, 8}), result = world.Buffer(16);
    const Bind from(buffer.Get(), 0, 16), to(result.Get(), 0, 16), later(buffer.Get(), 16, 16);
    table->BindInputs(1, &from.desc);
    table->BindOutputs(1, &to.desc);
    world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get());
    world.Run();
    EXPECT_EQ(world.d3d12->GetDeviceRemovedReason(), S_OK);
    EXPECT_EQ(World::Values(result.Get(), 4), (std::vector<float>{1, 2, 3, 4})) << alignment;
    table->BindInputs(1, &later.desc);
    EXPECT_EQ(world.dml->GetDeviceRemovedReason(), alignment <= 16 ? S_OK : E_INVALIDARG);
    if (alignment <= 16) continue;
    EXPECT_EQ(LastError(), kIn + kInput + "has Offset 16, but a multiple of " +
                               std::to_string(alignment) + " is required");
  }
}

TEST(Binding, Heaps) {
  ExpectRemovals({
      {"upload",
       [](World& world, Copy& copy) {
         copy.BindInput(world.Buffer(64, D3D12_HEAP_TYPE_UPLOAD).Get());
       },
       kIn + kInput + "is bound to a buffer in an UPLOAD heap, but DEFAULT or CUSTOM is required"},
      {"readback",
       [](World& world, Copy& copy) {
         copy.BindOutput(world.Buffer(64, D3D12_HEAP_TYPE_READBACK).Get());
       },
       kOut + kOutput +
           "is bound to a buffer in a READBACK heap, but DEFAULT or CUSTOM is required"},
  });
}

TEST(Binding, Hazards) {
  const std::string record = "IDMLCommandRecorder::RecordDispatch: ";
  ExpectRemovals({
      {"part of the input",
       [](World& world, Copy& copy) {
         const auto buffer = world.Buffer(128);
         copy.BindInput(buffer.Get());
         copy.BindOutput(buffer.Get(), 16);
         copy.Record();
       },
       record + "InputTensor at [0, 64) and OutputTensor of ELEMENT_WISE_IDENTITY at [16, 80) "
                "overlap, but in place both must be bound to one range"},
      {"same begin, other end",
       [](World& world, Copy& copy) {
         const auto buffer = world.Buffer(128);
         copy.BindInput(buffer.Get());
         copy.BindOutput(buffer.Get(), 0, 128);
         copy.Record();
       },
       record + "InputTensor at [0, 64) and OutputTensor of ELEMENT_WISE_IDENTITY at [0, 64) "
                "overlap, but in place both must be bound to one range"},
      {"input not bound",
       [](World&, Copy& copy) {
         copy.BindOutput(copy.output.Get());
         copy.Record();
       },
       record + "InputTensor of ELEMENT_WISE_IDENTITY is not bound"},
      {"unbound again",
       [](World&, Copy& copy) {
         copy.BindBoth();
         copy.table->BindOutputs(0, nullptr);
         copy.Record();
       },
       record + "OutputTensor of ELEMENT_WISE_IDENTITY is not bound"},
      {"no in-place operator",
       [](World& world, Copy&) {
         const Tensor input({4}), output({4});
         const UINT offset[] = {0}, size[] = {4};
         const INT stride[] = {-1};
         const DML_SLICE1_OPERATOR_DESC desc = {&input.desc, &output.desc, 1, offset, size, stride};
         const auto op = world.Operator(DML_OPERATOR_SLICE1, &desc);
         const auto compiled = world.Compile(op.Get());
         const auto heap = world.Heap(8);
         const auto table = world.Table(compiled.Get(), heap.Get());
         const auto buffer = world.Buffer(16);
         const Bind bind(buffer.Get(), 0, 16);
         table->BindInputs(1, &bind.desc);
         table->BindOutputs(1, &bind.desc);
         world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get());
       },
       record + "InputTensor at [0, 16) and OutputTensor of SLICE1 at [0, 16) overlap, but it "
                "cannot run in place"},
  });
}

TEST(Binding, RecordingNeedsTheRightObjects) {
  const std::string record = "IDMLCommandRecorder::RecordDispatch: ";
  ExpectRemovals({
      {"no list",
       [](World& world, Copy& copy) {
         world.recorder->RecordDispatch(nullptr, copy.compiled.Get(), copy.table.Get());
       },
       record + "commandList is null"},
      {"no dispatchable",
       [](World& world, Copy& copy) {
         world.recorder->RecordDispatch(world.list.Get(), nullptr, copy.table.Get());
       },
       record + "dispatchable is null"},
      {"no table",
       [](World& world, Copy& copy) {
         world.recorder->RecordDispatch(world.list.Get(), copy.compiled.Get(), nullptr);
       },
       record + "bindings is null"},
      {"foreign dispatchable",
       [](World& world, Copy& copy) {
         World other;
         world.recorder->RecordDispatch(world.list.Get(), other.Identity(16).Get(),
                                        copy.table.Get());
       },
       record + "dispatchable belongs to another device"},
      {"foreign table",
       [](World& world, Copy& copy) {
         World other;
         const Copy others(other);
         world.recorder->RecordDispatch(world.list.Get(), copy.compiled.Get(), others.table.Get());
       },
       record + "bindings belongs to another device"},
      {"table of another operator",
       [](World& world, Copy& copy) {
         const Tensor tensor({4});
         const DML_CAST_OPERATOR_DESC desc = {&tensor.desc, &tensor.desc};
         const auto op = world.Operator(DML_OPERATOR_CAST, &desc);
         world.recorder->RecordDispatch(world.list.Get(), world.Compile(op.Get()).Get(),
                                        copy.table.Get());
       },
       record + "the table is for ELEMENT_WISE_IDENTITY, but CAST is dispatched"},
      {"empty table",
       [](World&, Copy& copy) {
         copy.table->Reset(nullptr);
         copy.Record();
       },
       record + "the table is for no dispatchable until it is Reset"},
      {"bind to an empty table",
       [](World& world, Copy& copy) {
         ComPtr<IDMLBindingTable> table;
         World::Check(world.dml->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)));
         const Bind bind(copy.input.Get(), 0, 64);
         table->BindInputs(1, &bind.desc);
       },
       kIn + "the table is for no dispatchable until it is Reset"},
  });
}

// Closed lists and those of the copy queue are Direct3D's to refuse; DirectML passes it on.
TEST(Binding, RecordingNeedsAnOpenComputeList) {
  {
    World world;
    Copy copy(world);
    copy.BindBoth();
    World::Check(world.list->Close());
    copy.Record();
    EXPECT_EQ(world.dml->GetDeviceRemovedReason(), E_INVALIDARG);
    EXPECT_TRUE(LastError().starts_with("IDMLCommandRecorder::RecordDispatch: ")) << LastError();
  }
  World world;
  Copy copy(world);
  copy.BindBoth();
  world.NewList(D3D12_COMMAND_LIST_TYPE_COPY);
  copy.Record();
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_TRUE(LastError().starts_with("IDMLCommandRecorder::RecordDispatch: ")) << LastError();
}

TEST(Binding, TemporaryAndPersistent) {
  const std::string temporary =
      "IDMLBindingTable::BindTemporaryResource: binding (temporary "
      "resource of ELEMENT_WISE_IDENTITY) ";
  const std::string persistent =
      "IDMLBindingTable::BindPersistentResource: binding (persistent "
      "resource of ELEMENT_WISE_IDENTITY) ";
  ExpectRemovals({
      {"temporary alignment",
       [](World& world, Copy& copy) {
         const auto buffer = world.Buffer(512);
         const Bind bind(buffer.Get(), 16, 256);
         copy.table->BindTemporaryResource(&bind.desc);
       },
       temporary + "has Offset 16, but a multiple of 256 is required"},
      {"persistent alignment",
       [](World& world, Copy& copy) {
         const auto buffer = world.Buffer(512);
         const Bind bind(buffer.Get(), 128, 256);
         copy.table->BindPersistentResource(&bind.desc);
       },
       persistent + "has Offset 128, but a multiple of 256 is required"},
      {"persistent of an initializer",
       [](World& world, Copy&) {
         const auto initializer = world.Initializer({});
         const auto heap = world.Heap(1);
         const auto table = world.Table(initializer.Get(), heap.Get());
         const auto buffer = world.Buffer(512);
         const Bind bind(buffer.Get(), 0, 256);
         table->BindPersistentResource(&bind.desc);
       },
       "IDMLBindingTable::BindPersistentResource: an initializer has none: its operators' are "
       "bound by BindOutputs"},
  });
  World world;  // what is not needed may be bound, or not
  Copy copy(world);
  const auto buffer = world.Buffer(512);
  const Bind bind(buffer.Get(), 256, 256), none;
  copy.table->BindTemporaryResource(&bind.desc);
  copy.table->BindPersistentResource(&bind.desc);
  copy.table->BindTemporaryResource(&none.desc);
  copy.table->BindPersistentResource(nullptr);
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(Binding, TablesWantEnoughDescriptors) {
  World world, other;
  Copy copy(world);
  const UINT needed = copy.compiled->GetBindingProperties().RequiredDescriptorCount;
  EXPECT_GE(needed, 1u);
  const std::string create = "IDMLDevice::CreateBindingTable: ";
  ComPtr<IDMLBindingTable> table;
  const auto result_of = [&](const DML_BINDING_TABLE_DESC& desc) {
    return world.dml->CreateBindingTable(&desc, IID_PPV_ARGS(&table));
  };
  DML_BINDING_TABLE_DESC desc = World::TableDesc(copy.compiled.Get(), copy.heap.Get());
  desc.SizeInDescriptors = needed - 1;
  EXPECT_EQ(result_of(desc), E_INVALIDARG);
  EXPECT_EQ(LastError(), create + "SizeInDescriptors is " + std::to_string(needed - 1) +
                             ", but ELEMENT_WISE_IDENTITY needs " + std::to_string(needed));
  desc.SizeInDescriptors = needed + 1;  // more than the heap has
  EXPECT_EQ(result_of(desc), E_INVALIDARG);
  EXPECT_TRUE(LastError().starts_with(create)) << LastError();
  desc = World::TableDesc(nullptr, copy.heap.Get());
  EXPECT_EQ(result_of(desc), E_INVALIDARG);
  EXPECT_EQ(LastError(), create + "Dispatchable is null");
  const auto foreign = other.Identity(4);
  desc = World::TableDesc(foreign.Get(), copy.heap.Get());
  EXPECT_EQ(result_of(desc), E_INVALIDARG);
  EXPECT_EQ(LastError(), create + "Dispatchable belongs to another device");
  desc = World::TableDesc(copy.compiled.Get(), copy.heap.Get());
  desc.GPUDescriptorHandle.ptr = 0;
  EXPECT_EQ(result_of(desc), E_INVALIDARG);
  EXPECT_TRUE(LastError().starts_with(create)) << LastError();
  EXPECT_EQ(copy.table->Reset(&desc), E_INVALIDARG);
  EXPECT_TRUE(LastError().starts_with("IDMLBindingTable::Reset: ")) << LastError();
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);  // methods with a result remove nothing
}

TEST(Removal, EndsTheDeviceAndItsChildren) {
  World world;
  Copy copy(world);
  copy.BindInput(copy.input.Get(), 8);
  const std::string reason = LastError();
  const std::string after = ": the device was removed: " + reason;
  ComPtr<IDMLBindingTable> table;
  EXPECT_EQ(world.dml->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)),
            DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(LastError(), "IDMLDevice::CreateBindingTable" + after);
  EXPECT_EQ(copy.table->Reset(nullptr), DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(LastError(), "IDMLBindingTable::Reset" + after);
}

TEST(Removal, FollowsTheDirect3DDevice) {
  World world;
  ComPtr<ID3D12Device5> device;
  ASSERT_EQ(world.d3d12.As(&device), S_OK);
  device->RemoveDevice();
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), world.d3d12->GetDeviceRemovedReason());
  EXPECT_NE(world.dml->GetDeviceRemovedReason(), S_OK);
  ComPtr<IDMLBindingTable> table;
  EXPECT_EQ(world.dml->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)),
            DXGI_ERROR_DEVICE_REMOVED);
  void* none = &none;
  EXPECT_EQ(
      DMLCreateDevice(world.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE, __uuidof(IDMLDevice), &none),
      DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(none, nullptr);
}

TEST(Removal, ANewDeviceWorksAThousandTimes) {
  for (int i = 0; i < 1000; ++i) {
    World world;
    const auto compiled = world.Identity(16);
    const auto heap = world.Heap(8);
    const auto table = world.Table(compiled.Get(), heap.Get());
    ASSERT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
    table->BindInputs(1, nullptr);
    ASSERT_EQ(world.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  }
}

// The text of an error also reaches whoever listens to the Direct3D device.
TEST(Messages, ReachTheInfoQueue) {
  World world;
  ComPtr<ID3D12InfoQueue1> queue;
  ASSERT_EQ(world.d3d12.As(&queue), S_OK);
  std::string heard;
  DWORD cookie = 0;
  const D3D12MessageFunc listen = [](D3D12_MESSAGE_CATEGORY, D3D12_MESSAGE_SEVERITY severity,
                                     D3D12_MESSAGE_ID, LPCSTR text, void* context) {
    if (severity == D3D12_MESSAGE_SEVERITY_ERROR) *static_cast<std::string*>(context) = text;
  };
  ASSERT_EQ(
      queue->RegisterMessageCallback(listen, D3D12_MESSAGE_CALLBACK_FLAG_NONE, &heard, &cookie),
      S_OK);
  ComPtr<IDMLOperator> op;
  EXPECT_EQ(world.dml->CreateOperator(nullptr, IID_PPV_ARGS(&op)), E_INVALIDARG);
  EXPECT_EQ(heard, "IDMLDevice::CreateOperator: desc is null");
  queue->UnregisterMessageCallback(cookie);
}

}  // namespace
}  // namespace weft::test
