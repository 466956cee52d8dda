// SPDX-License-Identifier: MIT
// Recorded commands live with their list, so an allocator only knows whether one is being recorded.
#pragma once

#include <atomic>

#include "d3d12/device_child.h"

namespace weft::d3d12 {

class CommandAllocator final : public DeviceChild<CommandAllocator, ID3D12CommandAllocator,
                                                  ID3D12Pageable, ID3D12CommandAllocator> {
 public:
  static constexpr GUID kOwnId = com::OwnId(7);
  CommandAllocator(Device* device, D3D12_COMMAND_LIST_TYPE type)
      : DeviceChild(device), type_(type) {}

  D3D12_COMMAND_LIST_TYPE type() const { return type_; }
  bool Begin() { return !recording_.exchange(true); }  // false while another list records
  void End() { recording_ = false; }

  HRESULT Reset() override {
    return recording_ ? device()->Fail(E_FAIL,
                                       "ID3D12CommandAllocator::Reset: a command list is "
                                       "still being recorded, but it must be closed first")
                      : S_OK;
  }

 private:
  const D3D12_COMMAND_LIST_TYPE type_;
  std::atomic<bool> recording_ = false;
};

}  // namespace weft::d3d12
