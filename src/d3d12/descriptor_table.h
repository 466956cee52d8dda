// SPDX-License-Identifier: MIT
// The descriptors of all heaps of a device. A handle is a number that no other heap ever gets, so
// one that outlives its heap is detected, and does not refer to a newer heap at the same address.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "d3d12/interop.h"

namespace weft::d3d12 {

// A descriptor and how its elements look to a clear; dwords unless the format says otherwise.
struct View : Descriptor {
  DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN;
};

class DescriptorTable {
 public:
  static constexpr uint32_t kIncrement = 32;

  // Handles of the first slots. Heaps that are not shader visible have no GPU handle.
  struct Handles {
    D3D12_CPU_DESCRIPTOR_HANDLE cpu;
    D3D12_GPU_DESCRIPTOR_HANDLE gpu;
  };
  Handles AddHeap(uint32_t count, bool shader_visible);
  void RemoveHeap(D3D12_CPU_DESCRIPTOR_HANDLE start);

  Status Write(D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t first, std::span<const View> views);
  Result<std::vector<View>> Read(D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t count) const;
  Result<std::vector<View>> Read(D3D12_GPU_DESCRIPTOR_HANDLE handle, uint32_t count) const;
  Status Check(D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t count) const;
  Status Check(D3D12_GPU_DESCRIPTOR_HANDLE handle, uint32_t count) const;

 private:
  struct Heap {
    bool shader_visible;
    std::vector<View> views;
  };
  template <class Handle>
  Result<std::span<View>> Find(Handle handle, uint64_t first, uint64_t count) const;

  mutable std::mutex mutex_;
  mutable std::map<uint64_t, Heap> heaps_;  // by the number of their first slot
  uint64_t next_ = 0x100000;
};

}  // namespace weft::d3d12
