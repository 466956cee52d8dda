// SPDX-License-Identifier: MIT
// One dispatch through DirectML, as a program makes it: device, operator, initializer, binding
// table, command list, fence, and the outputs read back. Public headers only. Any call that fails
// throws a CallFailed that names it.
#pragma once

// clang-format off
#include <wsl/winadapter.h>
#include <wsl/wrladapter.h>
#include <directx/d3d12.h>
#include <dxguids/dxguids.h>
#include <DirectML.h>
// clang-format on

#include <WeftError.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft::test {

using Microsoft::WRL::ComPtr;

struct CallFailed : std::runtime_error {
  CallFailed(const char* call, HRESULT result)
      : std::runtime_error(std::string(call) + " returned " + Hex(result) + ": " +
                           WeftGetLastErrorMessage()),
        result(result) {}
  HRESULT result;

 private:
  static std::string Hex(HRESULT result) {
    char text[16];
    std::snprintf(text, sizeof(text), "0x%08X", unsigned(result));
    return text;
  }
};

inline void Check(HRESULT result, const char* call) {
  if (FAILED(result)) throw CallFailed(call, result);
}
#define WEFT_TEST_CALL(call) ::weft::test::Check(call, #call)

// What one tensor of a dispatch is bound to; no bytes for a tensor that is absent.
using Bytes = std::vector<std::byte>;

class DispatchDevice {
 public:
  DispatchDevice() {
    WEFT_TEST_CALL(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&d3d12_)));
    const D3D12_COMMAND_QUEUE_DESC queue = {D3D12_COMMAND_LIST_TYPE_COMPUTE, 0,
                                            D3D12_COMMAND_QUEUE_FLAG_NONE, 0};
    WEFT_TEST_CALL(d3d12_->CreateCommandQueue(&queue, IID_PPV_ARGS(&queue_)));
    WEFT_TEST_CALL(d3d12_->CreateCommandAllocator(queue.Type, IID_PPV_ARGS(&allocator_)));
    WEFT_TEST_CALL(
        d3d12_->CreateCommandList(0, queue.Type, allocator_.Get(), nullptr, IID_PPV_ARGS(&list_)));
    WEFT_TEST_CALL(d3d12_->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence_)));
    WEFT_TEST_CALL(DMLCreateDevice(d3d12_.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&dml_)));
    WEFT_TEST_CALL(dml_->CreateCommandRecorder(IID_PPV_ARGS(&recorder_)));
  }

  IDMLDevice* dml() const { return dml_.Get(); }
  ID3D12Device* d3d12() const { return d3d12_.Get(); }

  // Creates, compiles, initializes and dispatches the operator. `inputs` and `outputs` have one
  // entry per tensor, in the order of the operator's fields; the outputs begin with what they hold
  // and return what the dispatch left there. Sizes are multiples of 4.
  void Dispatch(const DML_OPERATOR_DESC& desc, std::span<const Bytes> inputs,
                std::span<Bytes> outputs) {
    ComPtr<IDMLOperator> op;
    ComPtr<IDMLCompiledOperator> compiled;
    WEFT_TEST_CALL(dml_->CreateOperator(&desc, IID_PPV_ARGS(&op)));
    WEFT_TEST_CALL(
        dml_->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled)));
    Dispatch(compiled.Get(), inputs, outputs);
  }
  // The same for what is compiled already.
  void Dispatch(IDMLCompiledOperator* compiled, std::span<const Bytes> inputs,
                std::span<Bytes> outputs) {
    const ComPtr<ID3D12Resource> persistent =
        Scratch(compiled->GetBindingProperties().PersistentResourceSize);
    Initialize(compiled, persistent.Get());

    const std::vector<ComPtr<ID3D12Resource>> ins = Upload(inputs);
    const std::vector<ComPtr<ID3D12Resource>> outs =
        Upload(std::span<const Bytes>(outputs.data(), outputs.size()));
    const ComPtr<ID3D12Resource> temporary =
        Scratch(compiled->GetBindingProperties().TemporaryResourceSize);
    Table table = MakeTable(compiled);
    const Bindings in(ins, inputs), out(outs, {outputs.data(), outputs.size()});
    table.table->BindInputs(UINT(in.descs.size()), in.descs.data());
    table.table->BindOutputs(UINT(out.descs.size()), out.descs.data());
    BindScratch(table, temporary.Get(), persistent.Get());
    ID3D12DescriptorHeap* heaps[] = {table.heap.Get()};
    list_->SetDescriptorHeaps(1, heaps);
    recorder_->RecordDispatch(list_.Get(), compiled, table.table.Get());
    Execute();
    for (size_t i = 0; i < outputs.size(); ++i) ReadBack(outs[i].Get(), outputs[i]);
    WEFT_TEST_CALL(dml_->GetDeviceRemovedReason());
    WEFT_TEST_CALL(d3d12_->GetDeviceRemovedReason());
  }

 private:
  struct Table {
    ComPtr<ID3D12DescriptorHeap> heap;
    ComPtr<IDMLBindingTable> table;
  };

  // One binding per tensor; the descs point at the buffers beside them.
  struct Bindings {
    Bindings(std::span<const ComPtr<ID3D12Resource>> resources, std::span<const Bytes> bytes)
        : buffers(resources.size()), descs(resources.size()) {
      for (size_t i = 0; i < resources.size(); ++i) {
        buffers[i] = {resources[i].Get(), 0, bytes[i].size()};
        descs[i] = {DML_BINDING_TYPE_NONE, nullptr};
        if (resources[i]) descs[i] = {DML_BINDING_TYPE_BUFFER, &buffers[i]};
      }
    }
    Bindings(const Bindings&) = delete;
    std::vector<DML_BUFFER_BINDING> buffers;
    std::vector<DML_BINDING_DESC> descs;
  };

  ComPtr<ID3D12Resource> MakeBuffer(UINT64 bytes, D3D12_HEAP_TYPE type,
                                    D3D12_RESOURCE_STATES state) {
    const D3D12_HEAP_PROPERTIES heap = {type, D3D12_CPU_PAGE_PROPERTY_UNKNOWN,
                                        D3D12_MEMORY_POOL_UNKNOWN, 1, 1};
    D3D12_RESOURCE_DESC desc = {};
    desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
    desc.Width = bytes;
    desc.Height = desc.DepthOrArraySize = desc.MipLevels = 1;
    desc.SampleDesc.Count = 1;
    desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
    desc.Flags = type == D3D12_HEAP_TYPE_DEFAULT ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS
                                                 : D3D12_RESOURCE_FLAG_NONE;
    ComPtr<ID3D12Resource> buffer;
    WEFT_TEST_CALL(d3d12_->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, state,
                                                   nullptr, IID_PPV_ARGS(&buffer)));
    return buffer;
  }

  // Null for no bytes.
  ComPtr<ID3D12Resource> Scratch(UINT64 bytes) {
    if (bytes == 0) return nullptr;
    return MakeBuffer(bytes, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  }

  void Transition(ID3D12Resource* buffer, D3D12_RESOURCE_STATES from, D3D12_RESOURCE_STATES to) {
    D3D12_RESOURCE_BARRIER barrier = {};
    barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
    barrier.Transition = {buffer, D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES, from, to};
    list_->ResourceBarrier(1, &barrier);
  }

  // One buffer in default memory per entry, null for an empty one.
  std::vector<ComPtr<ID3D12Resource>> Upload(std::span<const Bytes> contents) {
    std::vector<ComPtr<ID3D12Resource>> buffers, uploads;
    for (const Bytes& bytes : contents) {
      buffers.push_back(nullptr);
      if (bytes.empty()) continue;
      uploads.push_back(
          MakeBuffer(bytes.size(), D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ));
      void* data = nullptr;
      WEFT_TEST_CALL(uploads.back()->Map(0, nullptr, &data));
      std::memcpy(data, bytes.data(), bytes.size());
      uploads.back()->Unmap(0, nullptr);
      buffers.back() =
          MakeBuffer(bytes.size(), D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_COPY_DEST);
      list_->CopyBufferRegion(buffers.back().Get(), 0, uploads.back().Get(), 0, bytes.size());
      Transition(buffers.back().Get(), D3D12_RESOURCE_STATE_COPY_DEST,
                 D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
    }
    Execute();
    return buffers;
  }

  void ReadBack(ID3D12Resource* buffer, Bytes& bytes) {
    if (!buffer) return;
    const ComPtr<ID3D12Resource> copy =
        MakeBuffer(bytes.size(), D3D12_HEAP_TYPE_READBACK, D3D12_RESOURCE_STATE_COPY_DEST);
    Transition(buffer, D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
    list_->CopyBufferRegion(copy.Get(), 0, buffer, 0, bytes.size());
    Execute();
    void* data = nullptr;
    WEFT_TEST_CALL(copy->Map(0, nullptr, &data));
    std::memcpy(bytes.data(), data, bytes.size());
    const D3D12_RANGE nothing_written = {0, 0};
    copy->Unmap(0, &nothing_written);
  }

  Table MakeTable(IDMLDispatchable* dispatchable) {
    Table table;
    const UINT count = dispatchable->GetBindingProperties().RequiredDescriptorCount;
    const D3D12_DESCRIPTOR_HEAP_DESC heap = {D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, count,
                                             D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE, 0};
    WEFT_TEST_CALL(d3d12_->CreateDescriptorHeap(&heap, IID_PPV_ARGS(&table.heap)));
    const DML_BINDING_TABLE_DESC desc = {dispatchable,
                                         table.heap->GetCPUDescriptorHandleForHeapStart(),
                                         table.heap->GetGPUDescriptorHandleForHeapStart(), count};
    WEFT_TEST_CALL(dml_->CreateBindingTable(&desc, IID_PPV_ARGS(&table.table)));
    return table;
  }

  static void BindScratch(Table& table, ID3D12Resource* temporary, ID3D12Resource* persistent) {
    if (temporary) {
      const DML_BUFFER_BINDING buffer = {temporary, 0, temporary->GetDesc().Width};
      const DML_BINDING_DESC desc = {DML_BINDING_TYPE_BUFFER, &buffer};
      table.table->BindTemporaryResource(&desc);
    }
    if (persistent) {
      const DML_BUFFER_BINDING buffer = {persistent, 0, persistent->GetDesc().Width};
      const DML_BINDING_DESC desc = {DML_BINDING_TYPE_BUFFER, &buffer};
      table.table->BindPersistentResource(&desc);
    }
  }

  void Initialize(IDMLCompiledOperator* compiled, ID3D12Resource* persistent) {
    ComPtr<IDMLOperatorInitializer> initializer;
    WEFT_TEST_CALL(dml_->CreateOperatorInitializer(1, &compiled, IID_PPV_ARGS(&initializer)));
    const ComPtr<ID3D12Resource> temporary =
        Scratch(initializer->GetBindingProperties().TemporaryResourceSize);
    Table table = MakeTable(initializer.Get());
    BindScratch(table, temporary.Get(), nullptr);
    if (persistent) {  // an initializer's outputs are the persistent resources
      const DML_BUFFER_BINDING buffer = {persistent, 0, persistent->GetDesc().Width};
      const DML_BINDING_DESC desc = {DML_BINDING_TYPE_BUFFER, &buffer};
      table.table->BindOutputs(1, &desc);
    }
    ID3D12DescriptorHeap* heaps[] = {table.heap.Get()};
    list_->SetDescriptorHeaps(1, heaps);
    recorder_->RecordDispatch(list_.Get(), initializer.Get(), table.table.Get());
    Execute();
  }

  // Runs what the list holds, waits for it and opens the list again.
  void Execute() {
    WEFT_TEST_CALL(list_->Close());
    ID3D12CommandList* lists[] = {list_.Get()};
    queue_->ExecuteCommandLists(1, lists);
    WEFT_TEST_CALL(queue_->Signal(fence_.Get(), ++executions_));
    WEFT_TEST_CALL(fence_->SetEventOnCompletion(executions_, nullptr));
    WEFT_TEST_CALL(allocator_->Reset());
    WEFT_TEST_CALL(list_->Reset(allocator_.Get(), nullptr));
  }

  ComPtr<ID3D12Device> d3d12_;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  ComPtr<ID3D12Fence> fence_;
  ComPtr<IDMLDevice> dml_;
  ComPtr<IDMLCommandRecorder> recorder_;
  UINT64 executions_ = 0;
};

}  // namespace weft::test
