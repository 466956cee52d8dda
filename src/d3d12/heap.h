// SPDX-License-Identifier: MIT
// Memory in which programs place buffers at any offset; they may overlap.
#pragma once

#include "d3d12/device_child.h"
#include "d3d12/interop.h"

namespace weft::d3d12 {

class Heap final : public DeviceChild<Heap, ID3D12Heap1, ID3D12Pageable, ID3D12Heap, ID3D12Heap1> {
 public:
  static constexpr GUID kOwnId = com::OwnId(3);
  Heap(Device* device, const D3D12_HEAP_DESC& desc, std::shared_ptr<Memory> memory)
      : DeviceChild(device), desc_(desc), memory_(std::move(memory)) {}

  const D3D12_HEAP_DESC& desc() const { return desc_; }
  const std::shared_ptr<Memory>& memory() const { return memory_; }

  D3D12_HEAP_DESC GetDesc() override { return desc_; }
  HRESULT GetProtectedResourceSession(REFIID, void** out) override {
    return com::NotImplemented(__func__, out);
  }

 private:
  const D3D12_HEAP_DESC desc_;
  const std::shared_ptr<Memory> memory_;  // placed buffers hold it too
};

}  // namespace weft::d3d12
