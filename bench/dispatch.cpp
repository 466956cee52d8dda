// SPDX-License-Identifier: MIT
// bench_dispatch: what one small operator costs through the DirectML face. A copy of 16 floats is
// executed from a list recorded once, and recorded anew each time; both wait for the fence.
#include <DirectML.h>
#include <dxguids/dxguids.h>
#include <wsl/wrladapter.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "weft/device.h"

using Microsoft::WRL::ComPtr;

namespace {

constexpr UINT kElements = 16;
constexpr UINT64 kBytes = kElements * sizeof(float);

void Check(HRESULT result) {
  if (SUCCEEDED(result)) return;
  std::fprintf(stderr, "bench_dispatch: a call failed with 0x%08x\n", unsigned(result));
  std::exit(1);
}

// Smallest and median time of one call, in microseconds.
template <class Work>
void Measure(const char* name, Work work) {
  constexpr int kWarm = 200, kSamples = 5000;
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int i = 0; i < kWarm + kSamples; ++i) {
    const Clock::time_point begin = Clock::now();
    work();
    const std::chrono::duration<double, std::micro> time = Clock::now() - begin;
    if (i >= kWarm) times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%-28s %8.2f us min %8.2f us median\n", name, times.front(), times[times.size() / 2]);
}

class Bench {
 public:
  Bench() {
    Check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&d3d12_)));
    Check(DMLCreateDevice(d3d12_.Get(), DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&dml_)));
    D3D12_COMMAND_QUEUE_DESC queue = {};
    queue.Type = D3D12_COMMAND_LIST_TYPE_COMPUTE;
    Check(d3d12_->CreateCommandQueue(&queue, IID_PPV_ARGS(&queue_)));
    Check(d3d12_->CreateCommandAllocator(queue.Type, IID_PPV_ARGS(&allocator_)));
    Check(
        d3d12_->CreateCommandList(0, queue.Type, allocator_.Get(), nullptr, IID_PPV_ARGS(&list_)));
    Check(d3d12_->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence_)));
    Check(dml_->CreateCommandRecorder(IID_PPV_ARGS(&recorder_)));
    MakeOperator();
    Initialize();
    Bind();
  }

  void Record() {
    Check(list_->Reset(allocator_.Get(), nullptr));
    recorder_->RecordDispatch(list_.Get(), compiled_.Get(), table_.Get());
    Check(list_->Close());
  }
  void Execute() {
    ID3D12CommandList* const lists[] = {list_.Get()};
    queue_->ExecuteCommandLists(1, lists);
    Check(queue_->Signal(fence_.Get(), ++value_));
    Check(fence_->SetEventOnCompletion(value_, nullptr));
  }
  void CheckAlive() { Check(dml_->GetDeviceRemovedReason()); }

 private:
  void MakeOperator() {
    const DML_BUFFER_TENSOR_DESC buffer = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 1, &kElements, nullptr, kBytes, 0};
    const DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
    const DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC identity = {&tensor, &tensor, nullptr};
    const DML_OPERATOR_DESC desc = {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &identity};
    ComPtr<IDMLOperator> op;
    Check(dml_->CreateOperator(&desc, IID_PPV_ARGS(&op)));
    Check(dml_->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&compiled_)));
  }
  DML_BINDING_TABLE_DESC TableDesc(IDMLDispatchable* dispatchable) {
    return {dispatchable, heap_->GetCPUDescriptorHandleForHeapStart(),
            heap_->GetGPUDescriptorHandleForHeapStart(), heap_->GetDesc().NumDescriptors};
  }
  void Initialize() {
    D3D12_DESCRIPTOR_HEAP_DESC heap = {};
    heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
    heap.NumDescriptors = 16;
    heap.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
    Check(d3d12_->CreateDescriptorHeap(&heap, IID_PPV_ARGS(&heap_)));
    IDMLCompiledOperator* const operators[] = {compiled_.Get()};
    ComPtr<IDMLOperatorInitializer> initializer;
    Check(dml_->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(&initializer)));
    const DML_BINDING_TABLE_DESC desc = TableDesc(initializer.Get());
    Check(dml_->CreateBindingTable(&desc, IID_PPV_ARGS(&table_)));
    recorder_->RecordDispatch(list_.Get(), initializer.Get(), table_.Get());
    Check(list_->Close());
    Execute();
  }
  void Bind() {
    const DML_BINDING_TABLE_DESC desc = TableDesc(compiled_.Get());
    Check(table_->Reset(&desc));
    D3D12_HEAP_PROPERTIES heap = {};
    heap.Type = D3D12_HEAP_TYPE_DEFAULT;
    D3D12_RESOURCE_DESC resource = {};
    resource.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
    resource.Width = 2 * kBytes;
    resource.Height = resource.DepthOrArraySize = resource.MipLevels = 1;
    resource.SampleDesc.Count = 1;
    resource.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
    resource.Flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
    Check(d3d12_->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &resource,
                                          D3D12_RESOURCE_STATE_COMMON, nullptr,
                                          IID_PPV_ARGS(&buffer_)));
    const DML_BUFFER_BINDING input = {buffer_.Get(), 0, kBytes};
    const DML_BUFFER_BINDING output = {buffer_.Get(), kBytes, kBytes};
    const DML_BINDING_DESC bind_input = {DML_BINDING_TYPE_BUFFER, &input};
    const DML_BINDING_DESC bind_output = {DML_BINDING_TYPE_BUFFER, &output};
    table_->BindInputs(1, &bind_input);
    table_->BindOutputs(1, &bind_output);
  }

  ComPtr<ID3D12Device> d3d12_;
  ComPtr<IDMLDevice> dml_;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12CommandAllocator> allocator_;
  ComPtr<ID3D12GraphicsCommandList> list_;
  ComPtr<ID3D12Fence> fence_;
  ComPtr<ID3D12DescriptorHeap> heap_;
  ComPtr<ID3D12Resource> buffer_;
  ComPtr<IDMLCommandRecorder> recorder_;
  ComPtr<IDMLCompiledOperator> compiled_;
  ComPtr<IDMLBindingTable> table_;
  UINT64 value_ = 0;
};

}  // namespace

int main() {
  Bench bench;
  bench.Record();
  Measure("execute + fence", [&] { bench.Execute(); });
  Measure("record + execute + fence", [&] {
    bench.Record();
    bench.Execute();
  });
  bench.CheckAlive();

  const weft::TensorDesc tensor(weft::DataType::Float32, {kElements});
  const weft::CompiledOperator compiled =
      *weft::Compile(weft::ElementWiseIdentity{.input = tensor, .output = tensor});
  const std::vector<float> input(kElements);
  std::vector<float> output(kElements);
  const weft::ConstBuffer in = input;
  const weft::Buffer out = output;
  Measure("1000 runs, C++ face", [&] {
    for (int i = 0; i < 1000; ++i) (void)compiled.Run({in}, {out});
  });
}
