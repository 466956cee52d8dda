// SPDX-License-Identifier: MIT
// hello_directml: one operator through DirectML, from the adapter to the printed result. Documented
// calls only; built for Windows' DirectML it would do the same.
#include <DirectML.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>
#include <wsl/wrladapter.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Microsoft::WRL::ComPtr;

namespace {

void Check(HRESULT result, const char* what) {
  if (SUCCEEDED(result)) return;
  std::fprintf(stderr, "%s failed: 0x%08x\n", what, unsigned(result));
  std::exit(1);
}

ComPtr<ID3D12Device> CreateDirect3DDevice() {
  ComPtr<IDXCoreAdapterFactory> factory;
  Check(DXCoreCreateAdapterFactory(IID_PPV_ARGS(&factory)), "DXCoreCreateAdapterFactory");
  const GUID attributes[] = {DXCORE_ADAPTER_ATTRIBUTE_D3D12_CORE_COMPUTE};
  ComPtr<IDXCoreAdapterList> adapters;
  Check(factory->CreateAdapterList(1, attributes, IID_PPV_ARGS(&adapters)), "CreateAdapterList");
  ComPtr<IDXCoreAdapter> adapter;
  Check(adapters->GetAdapter(0, IID_PPV_ARGS(&adapter)), "GetAdapter");
  ComPtr<ID3D12Device> device;
  Check(D3D12CreateDevice(adapter.Get(), D3D_FEATURE_LEVEL_1_0_CORE, IID_PPV_ARGS(&device)),
        "D3D12CreateDevice");
  return device;
}

ComPtr<ID3D12Resource> CreateBuffer(ID3D12Device* device, UINT64 bytes, D3D12_HEAP_TYPE type,
                                    D3D12_RESOURCE_STATES state) {
  D3D12_HEAP_PROPERTIES heap = {};
  heap.Type = type;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = bytes;
  desc.Height = desc.DepthOrArraySize = desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  if (type == D3D12_HEAP_TYPE_DEFAULT) desc.Flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
  ComPtr<ID3D12Resource> buffer;
  Check(device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr,
                                        IID_PPV_ARGS(&buffer)),
        "CreateCommittedResource");
  return buffer;
}

// A queue and the one list that everything here is recorded into.
struct Commands {
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;
  UINT64 value = 0;

  explicit Commands(ID3D12Device* device) {
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = D3D12_COMMAND_LIST_TYPE_COMPUTE;
    Check(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)), "CreateCommandQueue");
    Check(device->CreateCommandAllocator(desc.Type, IID_PPV_ARGS(&allocator)),
          "CreateCommandAllocator");
    Check(device->CreateCommandList(0, desc.Type, allocator.Get(), nullptr, IID_PPV_ARGS(&list)),
          "CreateCommandList");
    Check(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)), "CreateFence");
  }
  void RunAndWait() {
    Check(list->Close(), "Close");
    ID3D12CommandList* const lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
    Check(queue->Signal(fence.Get(), ++value), "Signal");
    Check(fence->SetEventOnCompletion(value, nullptr), "SetEventOnCompletion");
    Check(list->Reset(allocator.Get(), nullptr), "Reset");
  }
};

}  // namespace

int main() {
  const ComPtr<ID3D12Device> device = CreateDirect3DDevice();
  ComPtr<IDMLDevice> dml;
  Check(DMLCreateDevice(device.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&dml)),
        "DMLCreateDevice");
  Commands commands(device.Get());

  // Rows 1 and 2 of a 3x4 image, columns from last to first.
  const UINT input_sizes[] = {1, 1, 3, 4}, output_sizes[] = {1, 1, 2, 4};
  const UINT64 input_bytes = 12 * sizeof(float), output_bytes = 8 * sizeof(float);
  const DML_BUFFER_TENSOR_DESC input_buffer = {
      DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 4, input_sizes, nullptr, input_bytes, 0};
  const DML_BUFFER_TENSOR_DESC output_buffer = {DML_TENSOR_DATA_TYPE_FLOAT32,
                                                DML_TENSOR_FLAG_NONE,
                                                4,
                                                output_sizes,
                                                nullptr,
                                                output_bytes,
                                                0};
  const DML_TENSOR_DESC input_tensor = {DML_TENSOR_TYPE_BUFFER, &input_buffer};
  const DML_TENSOR_DESC output_tensor = {DML_TENSOR_TYPE_BUFFER, &output_buffer};
  const UINT offsets[] = {0, 0, 1, 0}, sizes[] = {1, 1, 2, 4};
  const INT strides[] = {1, 1, 1, -1};
  const DML_SLICE1_OPERATOR_DESC slice = {&input_tensor, &output_tensor, 4,
                                          offsets,       sizes,          strides};
  const DML_OPERATOR_DESC desc = {DML_OPERATOR_SLICE1, &slice};
  ComPtr<IDMLOperator> op;
  Check(dml->CreateOperator(&desc, IID_PPV_ARGS(&op)), "CreateOperator");
  ComPtr<IDMLCompiledOperator> compiled;
  Check(dml->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled)),
        "CompileOperator");
  IDMLCompiledOperator* const operators[] = {compiled.Get()};
  ComPtr<IDMLOperatorInitializer> initializer;
  Check(dml->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(&initializer)),
        "CreateOperatorInitializer");

  // One range of descriptors serves the initializer first and the operator then.
  D3D12_DESCRIPTOR_HEAP_DESC heap_desc = {};
  heap_desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heap_desc.NumDescriptors = std::max(initializer->GetBindingProperties().RequiredDescriptorCount,
                                      compiled->GetBindingProperties().RequiredDescriptorCount);
  heap_desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  ComPtr<ID3D12DescriptorHeap> heap;
  Check(device->CreateDescriptorHeap(&heap_desc, IID_PPV_ARGS(&heap)), "CreateDescriptorHeap");
  ID3D12DescriptorHeap* const heaps[] = {heap.Get()};

  ComPtr<IDMLCommandRecorder> recorder;
  Check(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)), "CreateCommandRecorder");
  DML_BINDING_TABLE_DESC table_desc = {
      initializer.Get(), heap->GetCPUDescriptorHandleForHeapStart(),
      heap->GetGPUDescriptorHandleForHeapStart(), heap_desc.NumDescriptors};
  ComPtr<IDMLBindingTable> table;
  Check(dml->CreateBindingTable(&table_desc, IID_PPV_ARGS(&table)), "CreateBindingTable");
  commands.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(commands.list.Get(), initializer.Get(), table.Get());
  commands.RunAndWait();

  const ComPtr<ID3D12Resource> upload = CreateBuffer(
      device.Get(), input_bytes, D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ);
  const ComPtr<ID3D12Resource> input = CreateBuffer(
      device.Get(), input_bytes, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_COPY_DEST);
  const ComPtr<ID3D12Resource> output = CreateBuffer(
      device.Get(), output_bytes, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  const ComPtr<ID3D12Resource> readback = CreateBuffer(
      device.Get(), output_bytes, D3D12_HEAP_TYPE_READBACK, D3D12_RESOURCE_STATE_COPY_DEST);

  std::array<float, 12> image;
  for (size_t i = 0; i < image.size(); ++i) image[i] = float(i);
  void* data = nullptr;
  Check(upload->Map(0, nullptr, &data), "Map");
  std::memcpy(data, image.data(), input_bytes);
  upload->Unmap(0, nullptr);

  const auto transition = [&](ID3D12Resource* buffer, D3D12_RESOURCE_STATES before,
                              D3D12_RESOURCE_STATES after) {
    D3D12_RESOURCE_BARRIER barrier = {};
    barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
    barrier.Transition = {buffer, D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES, before, after};
    commands.list->ResourceBarrier(1, &barrier);
  };
  table_desc.Dispatchable = compiled.Get();
  Check(table->Reset(&table_desc), "Reset");
  const DML_BUFFER_BINDING input_binding = {input.Get(), 0, input_bytes};
  const DML_BUFFER_BINDING output_binding = {output.Get(), 0, output_bytes};
  const DML_BINDING_DESC bind_input = {DML_BINDING_TYPE_BUFFER, &input_binding};
  const DML_BINDING_DESC bind_output = {DML_BINDING_TYPE_BUFFER, &output_binding};
  table->BindInputs(1, &bind_input);
  table->BindOutputs(1, &bind_output);

  commands.list->CopyResource(input.Get(), upload.Get());
  transition(input.Get(), D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  commands.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(commands.list.Get(), compiled.Get(), table.Get());
  transition(output.Get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
  commands.list->CopyResource(readback.Get(), output.Get());
  commands.RunAndWait();
  Check(dml->GetDeviceRemovedReason(), "Dispatch");

  Check(readback->Map(0, nullptr, &data), "Map");
  for (int i = 0; i < 8; ++i)
    std::printf("%g%c", static_cast<const float*>(data)[i], i < 7 ? ' ' : '\n');
  readback->Unmap(0, nullptr);
}
