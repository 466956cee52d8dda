// SPDX-License-Identifier: MIT
// hello_directml: one operator through DirectML, from the adapter to the printed result. Documented
// calls only; built for Windows' DirectML it would do the same.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "direct3d.h"

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

  table_desc.Dispatchable = compiled.Get();
  Check(table->Reset(&table_desc), "Reset");
  const DML_BUFFER_BINDING input_binding = {input.Get(), 0, input_bytes};
  const DML_BUFFER_BINDING output_binding = {output.Get(), 0, output_bytes};
  const DML_BINDING_DESC bind_input = {DML_BINDING_TYPE_BUFFER, &input_binding};
  const DML_BINDING_DESC bind_output = {DML_BINDING_TYPE_BUFFER, &output_binding};
  table->BindInputs(1, &bind_input);
  table->BindOutputs(1, &bind_output);

  commands.list->CopyResource(input.Get(), upload.Get());
  commands.Transition(input.Get(), D3D12_RESOURCE_STATE_COPY_DEST,
                      D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  commands.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(commands.list.Get(), compiled.Get(), table.Get());
  commands.Transition(output.Get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                      D3D12_RESOURCE_STATE_COPY_SOURCE);
  commands.list->CopyResource(readback.Get(), output.Get());
  commands.RunAndWait();
  Check(dml->GetDeviceRemovedReason(), "Dispatch");

  Check(readback->Map(0, nullptr, &data), "Map");
  for (int i = 0; i < 8; ++i)
    std::printf("%g%c", static_cast<const float*>(data)[i], i < 7 ? ' ' : '\n');
  readback->Unmap(0, nullptr);
}
