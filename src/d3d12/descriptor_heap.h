// SPDX-License-Identifier: MIT
// A program's descriptors: the device's table holds them, this owns their range of handles.
#pragma once

#include "d3d12/device_child.h"

namespace weft::d3d12 {

class DescriptorHeap final : public DeviceChild<DescriptorHeap, ID3D12DescriptorHeap,
                                                ID3D12Pageable, ID3D12DescriptorHeap> {
 public:
  static constexpr GUID kOwnId = com::OwnId(4);
  DescriptorHeap(Device* device, const D3D12_DESCRIPTOR_HEAP_DESC& desc)
      : DeviceChild(device),
        desc_(desc),
        handles_(device->descriptors().AddHeap(desc.NumDescriptors, IsShaderVisible())) {}
  ~DescriptorHeap() { device()->descriptors().RemoveHeap(handles_.cpu); }

  bool IsShaderVisible() const {
    return (desc_.Flags & D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE) != 0;
  }

  D3D12_DESCRIPTOR_HEAP_DESC GetDesc() override { return desc_; }
  D3D12_CPU_DESCRIPTOR_HANDLE GetCPUDescriptorHandleForHeapStart() override { return handles_.cpu; }
  D3D12_GPU_DESCRIPTOR_HANDLE GetGPUDescriptorHandleForHeapStart() override { return handles_.gpu; }

 private:
  const D3D12_DESCRIPTOR_HEAP_DESC desc_;
  const DescriptorTable::Handles handles_;
};

}  // namespace weft::d3d12
