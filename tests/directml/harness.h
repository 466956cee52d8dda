// SPDX-License-Identifier: MIT
// A small DirectML program for tests to bend: devices, a queue, buffers the CPU can see, tensors
// and operators in a line each. Public headers only, as any program would.
#pragma once

#include <DirectML.h>
#include <WeftError.h>
#include <directx/d3d12sdklayers.h>
#include <dxguids/dxguids.h>
#include <gtest/gtest.h>
#include <wsl/wrladapter.h>

#include <cstring>
#include <string>
#include <vector>

namespace weft::test {

using Microsoft::WRL::ComPtr;

inline std::string LastError() { return WeftGetLastErrorMessage(); }

// A tensor description that owns what it points to.
struct Tensor {
  std::vector<UINT> sizes, strides;
  DML_BUFFER_TENSOR_DESC buffer = {};
  DML_TENSOR_DESC desc = {DML_TENSOR_TYPE_BUFFER, &buffer};

  explicit Tensor(std::vector<UINT> tensor_sizes, DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE)
      : sizes(std::move(tensor_sizes)) {
    UINT64 bytes = 4;
    for (const UINT size : sizes) bytes *= size;
    buffer = {
        DML_TENSOR_DATA_TYPE_FLOAT32, flags, UINT(sizes.size()), sizes.data(), nullptr, bytes, 0};
  }
  Tensor(const Tensor&) = delete;
};

// Two devices, a compute queue and an open command list.
class World {
 public:
  explicit World(DML_CREATE_DEVICE_FLAGS flags = DML_CREATE_DEVICE_FLAG_NONE) {
    Check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&d3d12)));
    Check(DMLCreateDevice(d3d12.Get(), flags, IID_PPV_ARGS(&dml)));
    const D3D12_COMMAND_QUEUE_DESC desc = {D3D12_COMMAND_LIST_TYPE_COMPUTE, 0,
                                           D3D12_COMMAND_QUEUE_FLAG_NONE, 0};
    Check(d3d12->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)));
    Check(d3d12->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)));
    Check(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)));
    NewList();
  }

  void NewList(D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_COMPUTE) {
    allocator.Reset();
    list.Reset();
    Check(d3d12->CreateCommandAllocator(type, IID_PPV_ARGS(&allocator)));
    Check(d3d12->CreateCommandList(0, type, allocator.Get(), nullptr, IID_PPV_ARGS(&list)));
  }

  // Runs the list, which is then open and empty again; `keep` leaves it closed, to run once more.
  void Run(bool keep = false) {
    if (!closed_) Check(list->Close());
    closed_ = keep;
    ID3D12CommandList* const lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
    Check(queue->Signal(fence.Get(), ++fence_value_));
    Check(fence->SetEventOnCompletion(fence_value_, nullptr));
    if (!keep) list->Reset(allocator.Get(), nullptr);
  }

  ComPtr<ID3D12Resource> Buffer(UINT64 bytes, D3D12_HEAP_TYPE type = D3D12_HEAP_TYPE_CUSTOM) {
    D3D12_HEAP_PROPERTIES heap = {};
    heap.Type = type;
    if (type == D3D12_HEAP_TYPE_CUSTOM) {
      heap.CPUPageProperty = D3D12_CPU_PAGE_PROPERTY_WRITE_BACK;
      heap.MemoryPoolPreference = D3D12_MEMORY_POOL_L0;
    }
    D3D12_RESOURCE_DESC desc = {};
    desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
    desc.Width = bytes;
    desc.Height = desc.DepthOrArraySize = desc.MipLevels = 1;
    desc.SampleDesc.Count = 1;
    desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
    const bool shader = type == D3D12_HEAP_TYPE_CUSTOM || type == D3D12_HEAP_TYPE_DEFAULT;
    if (shader) desc.Flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
    const D3D12_RESOURCE_STATES state =
        type == D3D12_HEAP_TYPE_UPLOAD     ? D3D12_RESOURCE_STATE_GENERIC_READ
        : type == D3D12_HEAP_TYPE_READBACK ? D3D12_RESOURCE_STATE_COPY_DEST
                                           : D3D12_RESOURCE_STATE_COMMON;
    ComPtr<ID3D12Resource> buffer;
    Check(d3d12->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr,
                                         IID_PPV_ARGS(&buffer)));
    return buffer;
  }
  ComPtr<ID3D12Resource> Filled(const std::vector<float>& values,
                                D3D12_HEAP_TYPE type = D3D12_HEAP_TYPE_CUSTOM) {
    ComPtr<ID3D12Resource> buffer = Buffer(values.size() * 4, type);
    void* data = nullptr;
    Check(buffer->Map(0, nullptr, &data));
    std::memcpy(data, values.data(), values.size() * 4);
    buffer->Unmap(0, nullptr);
    return buffer;
  }
  static std::vector<float> Values(ID3D12Resource* buffer, size_t count, size_t first = 0) {
    void* data = nullptr;
    Check(buffer->Map(0, nullptr, &data));
    std::vector<float> values(count);
    std::memcpy(values.data(), static_cast<float*>(data) + first, count * 4);
    buffer->Unmap(0, nullptr);
    return values;
  }

  ComPtr<ID3D12DescriptorHeap> Heap(UINT count, bool visible = true) {
    const D3D12_DESCRIPTOR_HEAP_DESC desc = {
        D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, count,
        visible ? D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE : D3D12_DESCRIPTOR_HEAP_FLAG_NONE, 0};
    ComPtr<ID3D12DescriptorHeap> heap;
    Check(d3d12->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&heap)));
    return heap;
  }

  ComPtr<IDMLOperator> Operator(DML_OPERATOR_TYPE type, const void* desc) {
    const DML_OPERATOR_DESC outer = {type, desc};
    ComPtr<IDMLOperator> op;
    Check(dml->CreateOperator(&outer, IID_PPV_ARGS(&op)));
    return op;
  }
  ComPtr<IDMLCompiledOperator> Compile(IDMLOperator* op,
                                       DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE) {
    ComPtr<IDMLCompiledOperator> compiled;
    Check(dml->CompileOperator(op, flags, IID_PPV_ARGS(&compiled)));
    return compiled;
  }
  // out = in, for `count` floats.
  ComPtr<IDMLCompiledOperator> Identity(UINT count,
                                        DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE,
                                        DML_TENSOR_FLAGS input_flags = DML_TENSOR_FLAG_NONE) {
    const Tensor input({count}, input_flags), output({count});
    const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {&input.desc, &output.desc, nullptr};
    return Compile(Operator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc).Get(), flags);
  }

  static DML_BINDING_TABLE_DESC TableDesc(IDMLDispatchable* dispatchable,
                                          ID3D12DescriptorHeap* heap) {
    return {dispatchable, heap->GetCPUDescriptorHandleForHeapStart(),
            heap->GetGPUDescriptorHandleForHeapStart(), heap->GetDesc().NumDescriptors};
  }
  ComPtr<IDMLBindingTable> Table(IDMLDispatchable* dispatchable, ID3D12DescriptorHeap* heap) {
    const DML_BINDING_TABLE_DESC desc = TableDesc(dispatchable, heap);
    ComPtr<IDMLBindingTable> table;
    Check(dml->CreateBindingTable(&desc, IID_PPV_ARGS(&table)));
    return table;
  }
  ComPtr<IDMLOperatorInitializer> Initializer(std::vector<IDMLCompiledOperator*> operators) {
    ComPtr<IDMLOperatorInitializer> initializer;
    Check(dml->CreateOperatorInitializer(UINT(operators.size()), operators.data(),
                                         IID_PPV_ARGS(&initializer)));
    return initializer;
  }
  // Initializes operators that own nothing.
  void Initialize(std::vector<IDMLCompiledOperator*> operators) {
    const ComPtr<IDMLOperatorInitializer> initializer = Initializer(std::move(operators));
    const ComPtr<ID3D12DescriptorHeap> heap =
        Heap(initializer->GetBindingProperties().RequiredDescriptorCount);
    const ComPtr<IDMLBindingTable> table = Table(initializer.Get(), heap.Get());
    recorder->RecordDispatch(list.Get(), initializer.Get(), table.Get());
    Run();
  }

  static void Check(HRESULT result) {
    if (FAILED(result)) ADD_FAILURE() << std::hex << result << ": " << LastError();
  }

  ComPtr<ID3D12Device> d3d12;
  ComPtr<IDMLDevice> dml;
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;
  ComPtr<IDMLCommandRecorder> recorder;

 private:
  UINT64 fence_value_ = 0;
  bool closed_ = false;
};

// A binding that owns what it points to.
struct Bind {
  DML_BUFFER_BINDING buffer = {};
  DML_BINDING_DESC desc = {};

  Bind() = default;
  Bind(ID3D12Resource* resource, UINT64 offset, UINT64 bytes)
      : buffer{resource, offset, bytes}, desc{DML_BINDING_TYPE_BUFFER, &buffer} {}
  Bind(const Bind&) = delete;
};

// An identity of 16 floats, initialized, with its buffers, heap and table.
struct Copy {
  World& world;
  ComPtr<IDMLCompiledOperator> compiled;
  ComPtr<ID3D12Resource> input, output;
  ComPtr<ID3D12DescriptorHeap> heap;
  ComPtr<IDMLBindingTable> table;

  explicit Copy(World& w, DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE)
      : world(w), compiled(w.Identity(16, flags)) {
    world.Initialize({compiled.Get()});
    std::vector<float> values;
    for (int i = 0; i < 16; ++i) values.push_back(float(i + 1));
    input = world.Filled(values);
    output = world.Buffer(64);
    heap = world.Heap(compiled->GetBindingProperties().RequiredDescriptorCount);
    table = world.Table(compiled.Get(), heap.Get());
  }
  void BindInput(ID3D12Resource* buffer, UINT64 offset = 0, UINT64 bytes = 64) {
    const Bind bind(buffer, offset, bytes);
    table->BindInputs(1, &bind.desc);
  }
  void BindOutput(ID3D12Resource* buffer, UINT64 offset = 0, UINT64 bytes = 64) {
    const Bind bind(buffer, offset, bytes);
    table->BindOutputs(1, &bind.desc);
  }
  void BindBoth() {
    BindInput(input.Get());
    BindOutput(output.Get());
  }
  void Record() { world.recorder->RecordDispatch(world.list.Get(), compiled.Get(), table.Get()); }
};

}  // namespace weft::test
