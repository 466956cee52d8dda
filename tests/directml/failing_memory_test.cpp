// SPDX-License-Identifier: MIT
// A DirectML program whose memory runs out, at every allocation that anything below it makes: no
// exception comes out of a method, nothing is lost, and the program works when it is started again.
#include "failing_memory/failing_memory.h"

#include <DirectML.h>
#include <WeftError.h>
#include <directx/d3d12sdklayers.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>
#include <wsl/wrladapter.h>

#include <array>
#include <cstring>
#include <string>

namespace weft {
namespace {

using Microsoft::WRL::ComPtr;
using test::FailEachAllocation;

constexpr UINT kCount = 16;

Status StatusOf(HRESULT result) {
  if (SUCCEEDED(result)) return Ok();
  const ErrorCode code = result == E_OUTOFMEMORY ? ErrorCode::OutOfMemory : ErrorCode::Internal;
  return tl::unexpected<Error>(Error{code, WeftGetLastErrorMessage()});
}

#define RETURN_IF_FAILED(call)                                             \
  do {                                                                     \
    if (const HRESULT result = (call); FAILED(result)) return Why(result); \
  } while (false)

// out = in + in, with all that a program makes on the way.
class Program {
 public:
  Status Run() {
    RETURN_IF_FAILED(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&d3d12_)));
    RETURN_IF_FAILED(
        DMLCreateDevice(d3d12_.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&dml_)));
    const D3D12_COMMAND_QUEUE_DESC queue = {D3D12_COMMAND_LIST_TYPE_COMPUTE, 0,
                                            D3D12_COMMAND_QUEUE_FLAG_NONE, 0};
    RETURN_IF_FAILED(d3d12_->CreateCommandQueue(&queue, IID_PPV_ARGS(&queue_)));
    RETURN_IF_FAILED(d3d12_->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence_)));
    RETURN_IF_FAILED(
        d3d12_->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_COMPUTE, IID_PPV_ARGS(&allocator_)));
    RETURN_IF_FAILED(d3d12_->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_COMPUTE, allocator_.Get(),
                                               nullptr, IID_PPV_ARGS(&list_)));
    RETURN_IF_FAILED(dml_->CreateCommandRecorder(IID_PPV_ARGS(&recorder_)));
    const D3D12_DESCRIPTOR_HEAP_DESC heap = {D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, 8,
                                             D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE, 0};
    RETURN_IF_FAILED(d3d12_->CreateDescriptorHeap(&heap, IID_PPV_ARGS(&heap_)));
    RETURN_IF_FAILED(Make(in_));
    RETURN_IF_FAILED(Make(out_));
    RETURN_IF_FAILED(in_->SetName(L"the input"));
    RETURN_IF_FAILED(list_->SetPrivateData(IID_ID3D12Device, 4, "abc"));
    void* data = nullptr;
    RETURN_IF_FAILED(in_->Map(0, nullptr, &data));
    for (UINT i = 0; i < kCount; ++i) static_cast<float*>(data)[i] = float(i);
    in_->Unmap(0, nullptr);
    if (const Status status = Compile(); !status) return status;
    list_->ResourceBarrier(0, nullptr);
    RETURN_IF_FAILED(Bind(compiled_.Get(), true));
    RETURN_IF_FAILED(list_->Close());
    ID3D12CommandList* const lists[] = {list_.Get()};
    queue_->ExecuteCommandLists(1, lists);
    RETURN_IF_FAILED(queue_->Signal(fence_.Get(), 1));
    RETURN_IF_FAILED(fence_->SetEventOnCompletion(1, nullptr));
    RETURN_IF_FAILED(d3d12_->GetDeviceRemovedReason());
    RETURN_IF_FAILED(dml_->GetDeviceRemovedReason());
    RETURN_IF_FAILED(out_->Map(0, nullptr, &data));
    for (UINT i = 0; i < kCount; ++i) EXPECT_EQ(static_cast<float*>(data)[i], 2 * float(i));
    out_->Unmap(0, nullptr);
    return Ok();
  }

 private:
  // Where the device was removed, the reason is what counts.
  Status Why(HRESULT result) const {
    if (d3d12_ && FAILED(d3d12_->GetDeviceRemovedReason()))
      return StatusOf(d3d12_->GetDeviceRemovedReason());
    if (dml_ && FAILED(dml_->GetDeviceRemovedReason()))
      return StatusOf(dml_->GetDeviceRemovedReason());
    return StatusOf(result);
  }

  HRESULT Make(ComPtr<ID3D12Resource>& buffer) {
    D3D12_HEAP_PROPERTIES heap = {};
    heap.Type = D3D12_HEAP_TYPE_CUSTOM;
    heap.CPUPageProperty = D3D12_CPU_PAGE_PROPERTY_WRITE_BACK;
    heap.MemoryPoolPreference = D3D12_MEMORY_POOL_L0;
    D3D12_RESOURCE_DESC desc = {};
    desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
    desc.Width = kCount * 4;
    desc.Height = desc.DepthOrArraySize = desc.MipLevels = 1;
    desc.SampleDesc.Count = 1;
    desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
    desc.Flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
    return d3d12_->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                           D3D12_RESOURCE_STATE_COMMON, nullptr,
                                           IID_PPV_ARGS(&buffer));
  }

  Status Compile() {
    const UINT sizes[] = {1, 1, 4, 4};
    const DML_BUFFER_TENSOR_DESC buffer = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 4, sizes, nullptr, kCount * 4, 0};
    const DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
    const DML_ELEMENT_WISE_ADD_OPERATOR_DESC add = {&tensor, &tensor, &tensor};
    const DML_OPERATOR_DESC desc = {DML_OPERATOR_ELEMENT_WISE_ADD, &add};
    RETURN_IF_FAILED(dml_->CreateOperator(&desc, IID_PPV_ARGS(&op_)));
    ComPtr<IDMLCompiledOperator> alone;
    RETURN_IF_FAILED(
        dml_->CompileOperator(op_.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&alone)));
    // A graph of the one operator.
    ComPtr<IDMLDevice1> device;
    RETURN_IF_FAILED(dml_->QueryInterface(IID_PPV_ARGS(&device)));
    const DML_OPERATOR_GRAPH_NODE_DESC node = {op_.Get(), "the sum"};
    const DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &node}};
    const DML_INPUT_GRAPH_EDGE_DESC inputs[] = {{0, 0, 0, nullptr}, {0, 0, 1, nullptr}};
    const DML_OUTPUT_GRAPH_EDGE_DESC output = {0, 0, 0, nullptr};
    const DML_GRAPH_EDGE_DESC input_edges[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &inputs[0]},
                                               {DML_GRAPH_EDGE_TYPE_INPUT, &inputs[1]}};
    const DML_GRAPH_EDGE_DESC output_edges[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &output}};
    const DML_GRAPH_DESC graph = {1, 1, 1, nodes, 2, input_edges, 1, output_edges, 0, nullptr};
    RETURN_IF_FAILED(
        device->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled_)));
    IDMLCompiledOperator* const operators[] = {compiled_.Get()};
    RETURN_IF_FAILED(dml_->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(&initializer_)));
    return Why(Bind(initializer_.Get(), false));
  }

  HRESULT Bind(IDMLDispatchable* dispatchable, bool has_tensors) {
    const DML_BINDING_TABLE_DESC desc = {dispatchable, heap_->GetCPUDescriptorHandleForHeapStart(),
                                         heap_->GetGPUDescriptorHandleForHeapStart(), 8};
    ComPtr<IDMLBindingTable>& table = tables_[has_tensors];
    if (const HRESULT result = dml_->CreateBindingTable(&desc, IID_PPV_ARGS(&table));
        FAILED(result))
      return result;
    if (has_tensors) {
      const DML_BUFFER_BINDING from = {in_.Get(), 0, kCount * 4}, to = {out_.Get(), 0, kCount * 4};
      const DML_BINDING_DESC input = {DML_BINDING_TYPE_BUFFER, &from};
      const DML_BINDING_DESC output = {DML_BINDING_TYPE_BUFFER, &to};
      table->BindInputs(1, &input);
      table->BindOutputs(1, &output);
    }
    recorder_->RecordDispatch(list_.Get(), dispatchable, table.Get());
    return dml_->GetDeviceRemovedReason();
  }

  ComPtr<ID3D12Device> d3d12_;
  ComPtr<IDMLDevice> dml_;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12Fence> fence_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  ComPtr<IDMLCommandRecorder> recorder_;
  ComPtr<ID3D12DescriptorHeap> heap_;
  ComPtr<ID3D12Resource> in_, out_;
  ComPtr<IDMLOperator> op_;
  ComPtr<IDMLCompiledOperator> compiled_;
  ComPtr<IDMLOperatorInitializer> initializer_;
  std::array<ComPtr<IDMLBindingTable>, 2> tables_;
};

// The text of the thread's last error keeps its memory, which is not lost.
void HaveAnError() {
  ComPtr<ID3D12Device> device;
  EXPECT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL(1), IID_PPV_ARGS(&device)), E_INVALIDARG);
}

TEST(FailingMemory, OfAProgram) {
  HaveAnError();
  FailEachAllocation("a program", 1, [] {
    Program program;
    return program.Run();
  });
}

// Messages and their callbacks get no memory either.
TEST(FailingMemory, OfErrors) {
  HaveAnError();
  FailEachAllocation("errors", 1, []() -> Status {
    ComPtr<ID3D12Device> device;
    if (const HRESULT result =
            D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device));
        FAILED(result))
      return StatusOf(result);
    ComPtr<ID3D12InfoQueue> messages;
    if (const HRESULT result = device.As(&messages); FAILED(result)) return StatusOf(result);
    const D3D12_COMMAND_QUEUE_DESC wrong = {D3D12_COMMAND_LIST_TYPE(77), 0,
                                            D3D12_COMMAND_QUEUE_FLAG_NONE, 0};
    ComPtr<ID3D12CommandQueue> queue;
    const HRESULT refused = device->CreateCommandQueue(&wrong, IID_PPV_ARGS(&queue));
    EXPECT_TRUE(refused == E_INVALIDARG || refused == E_OUTOFMEMORY) << std::hex << refused;
    EXPECT_NE(std::strlen(WeftGetLastErrorMessage()), 0u);
    ComPtr<IUnknown> other;
    EXPECT_EQ(device->QueryInterface(IID_ID3D12Fence, &other), E_NOINTERFACE);
    ComPtr<ID3D12Fence> fence;
    const HRESULT result = device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_ID3D12Device, &fence);
    EXPECT_TRUE(result == E_NOINTERFACE || result == E_OUTOFMEMORY) << std::hex << result;
    return StatusOf(refused == E_OUTOFMEMORY ? refused : S_OK);
  });
}

TEST(FailingMemory, OfAdapters) {
  HaveAnError();
  FailEachAllocation("adapters", 1, []() -> Status {
    ComPtr<IDXCoreAdapterFactory> factory;
    if (const HRESULT result = DXCoreCreateAdapterFactory(IID_PPV_ARGS(&factory)); FAILED(result))
      return StatusOf(result);
    ComPtr<IDXCoreAdapterList> list;
    const GUID wanted[] = {DXCORE_ADAPTER_ATTRIBUTE_D3D12_CORE_COMPUTE};
    if (const HRESULT result = factory->CreateAdapterList(1, wanted, IID_PPV_ARGS(&list));
        FAILED(result))
      return StatusOf(result);
    ComPtr<IDXCoreAdapter> adapter;
    if (const HRESULT result = list->GetAdapter(0, IID_PPV_ARGS(&adapter)); FAILED(result))
      return StatusOf(result);
    size_t bytes = 0;
    return StatusOf(adapter->GetPropertySize(DXCoreAdapterProperty::DriverDescription, &bytes));
  });
}

}  // namespace
}  // namespace weft
