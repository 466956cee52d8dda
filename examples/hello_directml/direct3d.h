// SPDX-License-Identifier: MIT
// What every program of DirectML needs of Direct3D: a device that computes, buffers, and a list of
// commands to run and wait for. A call that fails ends the program.
#pragma once

#include <DirectML.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>
#include <wsl/wrladapter.h>

#include <cstdio>
#include <cstdlib>

using Microsoft::WRL::ComPtr;

inline void Check(HRESULT result, const char* what) {
  if (SUCCEEDED(result)) return;
  std::fprintf(stderr, "%s failed: 0x%08x\n", what, unsigned(result));
  std::exit(1);
}

inline ComPtr<ID3D12Device> CreateDirect3DDevice() {
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

inline ComPtr<ID3D12Resource> CreateBuffer(ID3D12Device* device, UINT64 bytes, D3D12_HEAP_TYPE type,
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

  void Transition(ID3D12Resource* buffer, D3D12_RESOURCE_STATES before,
                  D3D12_RESOURCE_STATES after) {
    D3D12_RESOURCE_BARRIER barrier = {};
    barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
    barrier.Transition = {buffer, D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES, before, after};
    list->ResourceBarrier(1, &barrier);
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
