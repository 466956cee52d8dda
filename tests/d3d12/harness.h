// SPDX-License-Identifier: MIT
// What a small Direct3D program has at hand: a device, a queue, a list, a fence, and buffers.
// Public headers only.
#pragma once

// clang-format off
#include <wsl/winadapter.h>
#include <wsl/wrladapter.h>
#include <directx/d3d12.h>
#include <directx/d3d12sdklayers.h>
#include <dxguids/dxguids.h>
// clang-format on
#include <WeftError.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace weft::test {

using Microsoft::WRL::ComPtr;

inline ComPtr<ID3D12Device11> NewDevice() {
  ComPtr<ID3D12Device11> device;
  EXPECT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device)), S_OK);
  return device;
}

inline D3D12_HEAP_PROPERTIES HeapOf(D3D12_HEAP_TYPE type) {
  D3D12_HEAP_PROPERTIES heap{type, {}, {}, 1, 1};
  if (type == D3D12_HEAP_TYPE_CUSTOM) {
    heap.CPUPageProperty = D3D12_CPU_PAGE_PROPERTY_WRITE_BACK;
    heap.MemoryPoolPreference = D3D12_MEMORY_POOL_L0;
  }
  return heap;
}

inline D3D12_RESOURCE_DESC BufferDesc(
    UINT64 bytes, D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS) {
  return {D3D12_RESOURCE_DIMENSION_BUFFER, 0,    bytes, 1, 1, 1, DXGI_FORMAT_UNKNOWN, {1, 0},
          D3D12_TEXTURE_LAYOUT_ROW_MAJOR,  flags};
}

inline ComPtr<ID3D12Resource> NewBuffer(ID3D12Device* device, UINT64 bytes,
                                        D3D12_HEAP_TYPE type = D3D12_HEAP_TYPE_CUSTOM) {
  const D3D12_HEAP_PROPERTIES heap = HeapOf(type);
  const D3D12_RESOURCE_DESC desc = BufferDesc(bytes);
  ComPtr<ID3D12Resource> buffer;
  EXPECT_EQ(
      device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                      D3D12_RESOURCE_STATE_COMMON, nullptr, IID_PPV_ARGS(&buffer)),
      S_OK)
      << WeftGetLastErrorMessage();
  return buffer;
}

template <class T = uint32_t>
std::vector<T> Read(ID3D12Resource* buffer) {
  void* data = nullptr;
  EXPECT_EQ(buffer->Map(0, nullptr, &data), S_OK);
  std::vector<T> values(buffer->GetDesc().Width / sizeof(T));
  std::memcpy(values.data(), data, values.size() * sizeof(T));
  buffer->Unmap(0, nullptr);
  return values;
}

template <class T>
void Write(ID3D12Resource* buffer, const std::vector<T>& values) {
  void* data = nullptr;
  EXPECT_EQ(buffer->Map(0, nullptr, &data), S_OK);
  std::memcpy(data, values.data(), values.size() * sizeof(T));
  buffer->Unmap(0, nullptr);
}

// A device with one queue and one list, which is open.
struct Program {
  explicit Program(D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_COMPUTE) {
    const D3D12_COMMAND_QUEUE_DESC desc{type, 0, D3D12_COMMAND_QUEUE_FLAG_DISABLE_GPU_TIMEOUT, 0};
    EXPECT_EQ(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)), S_OK);
    EXPECT_EQ(device->CreateCommandAllocator(type, IID_PPV_ARGS(&allocator)), S_OK);
    EXPECT_EQ(device->CreateCommandList(0, type, allocator.Get(), nullptr, IID_PPV_ARGS(&list)),
              S_OK);
    EXPECT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)), S_OK);
  }

  void Execute() {
    ID3D12CommandList* const lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
  }
  void Finish() {
    queue->Signal(fence.Get(), ++signalled);
    EXPECT_EQ(fence->SetEventOnCompletion(signalled, nullptr), S_OK);
  }
  void CloseAndRun() {
    EXPECT_EQ(list->Close(), S_OK) << WeftGetLastErrorMessage();
    Execute();
    Finish();
  }
  void Reopen() {
    EXPECT_EQ(allocator->Reset(), S_OK);
    EXPECT_EQ(list->Reset(allocator.Get(), nullptr), S_OK);
  }

  ComPtr<ID3D12Device11> device = NewDevice();
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList8> list;
  ComPtr<ID3D12Fence1> fence;
  UINT64 signalled = 0;
};

inline ComPtr<ID3D12DescriptorHeap> NewDescriptorHeap(ID3D12Device* device, UINT count,
                                                      bool shader_visible = true) {
  const D3D12_DESCRIPTOR_HEAP_DESC desc{
      D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, count,
      shader_visible ? D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE : D3D12_DESCRIPTOR_HEAP_FLAG_NONE,
      0};
  ComPtr<ID3D12DescriptorHeap> heap;
  EXPECT_EQ(device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&heap)), S_OK);
  return heap;
}

// The last reference: what Release says must be 0.
template <class T>
ULONG ReferencesAfterRelease(ComPtr<T>& object) {
  return object.Detach()->Release();
}

}  // namespace weft::test
