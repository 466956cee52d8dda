// SPDX-License-Identifier: MIT
// Slots for timestamps, in nanoseconds.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "d3d12/device_child.h"

namespace weft::d3d12 {

inline constexpr uint64_t kTimestampsPerSecond = 1'000'000'000;

inline uint64_t Timestamp() {
  using std::chrono::nanoseconds;
  return uint64_t(nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
}

class QueryHeap final
    : public DeviceChild<QueryHeap, ID3D12QueryHeap, ID3D12Pageable, ID3D12QueryHeap> {
 public:
  static constexpr GUID kOwnId = com::OwnId(6);
  // Queues on several threads may write them.
  using Slots = std::vector<std::atomic<uint64_t>>;

  QueryHeap(Device* device, uint32_t count)
      : DeviceChild(device), slots_(std::make_shared<Slots>(count)) {}

  // Recorded commands hold them, for they outlive the heap's last reference.
  const std::shared_ptr<Slots>& slots() const { return slots_; }

 private:
  const std::shared_ptr<Slots> slots_;
};

}  // namespace weft::d3d12
