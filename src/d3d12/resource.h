// SPDX-License-Identifier: MIT
// Buffers, the only resources there are: a range of memory that is theirs alone (committed) or a
// heap's (placed).
#pragma once

#include <atomic>

#include "d3d12/device_child.h"
#include "d3d12/interop.h"

namespace weft::d3d12 {

class Resource final : public DeviceChild<Resource, ID3D12Resource2, ID3D12Pageable, ID3D12Resource,
                                          ID3D12Resource1, ID3D12Resource2> {
 public:
  static constexpr GUID kOwnId = com::OwnId(2);
  struct Placement {
    std::shared_ptr<Memory> memory;
    uint64_t offset;
    D3D12_HEAP_PROPERTIES heap;
    D3D12_HEAP_FLAGS heap_flags;
  };
  Resource(Device* device, const D3D12_RESOURCE_DESC1& desc, Placement placement)
      : DeviceChild(device), desc_(desc), placement_(std::move(placement)) {}

  BufferInfo Info() const {
    return {placement_.memory, placement_.offset, desc_.Width, placement_.heap, Name()};
  }
  const D3D12_RESOURCE_DESC1& desc() const { return desc_; }

  HRESULT Map(UINT subresource, const D3D12_RANGE* read_range, void** data) override;
  void Unmap(UINT subresource, const D3D12_RANGE* written_range) override;
  D3D12_RESOURCE_DESC GetDesc() override;
  D3D12_RESOURCE_DESC1 GetDesc1() override { return desc_; }
  D3D12_GPU_VIRTUAL_ADDRESS GetGPUVirtualAddress() override {
    return D3D12_GPU_VIRTUAL_ADDRESS(placement_.memory->data + placement_.offset);
  }
  HRESULT GetHeapProperties(D3D12_HEAP_PROPERTIES* properties, D3D12_HEAP_FLAGS* flags) override;
  // For textures.
  HRESULT WriteToSubresource(UINT, const D3D12_BOX*, const void*, UINT, UINT) override {
    return com::NotImplemented(__func__);
  }
  HRESULT ReadFromSubresource(void*, UINT, UINT, UINT, const D3D12_BOX*) override {
    return com::NotImplemented(__func__);
  }
  HRESULT GetProtectedResourceSession(REFIID, void** out) override {
    return com::NotImplemented(__func__, out);
  }

 private:
  const D3D12_RESOURCE_DESC1 desc_;
  const Placement placement_;
  std::atomic<int64_t> maps_ = 0;
};

// Whether programs may map memory with these properties.
bool IsMappable(const D3D12_HEAP_PROPERTIES& heap);

}  // namespace weft::d3d12
