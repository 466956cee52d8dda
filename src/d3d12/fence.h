// SPDX-License-Identifier: MIT
// A fence: a number that queues and the CPU raise, and everything that waits for it. Its state is
// an object of its own, because queues may still need it when the program has released the COM
// object.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "d3d12/device_child.h"

namespace weft::d3d12 {

// How many seconds a wait may take, from the variable WEFT_FENCE_TIMEOUT; 0 for no limit, as in
// Direct3D.
double FenceTimeout();
// Waits until done(), woken by `changed`. False when the time is over.
bool WaitInTime(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                const std::function<bool()>& done);

class FenceState {
 public:
  explicit FenceState(uint64_t value) : value_(value) {}

  uint64_t Value() const { return value_.load(std::memory_order_acquire); }
  void Signal(uint64_t value);
  void Remove();  // the device is gone: every value is reached for good

  // Calls `action` once, when the value is reached: now, or on the thread that signals.
  void WhenReached(uint64_t value, std::function<void()> action);
  // Returns when the value is reached, or when `give_up` is true, which Wake makes known. Fails
  // when that takes longer than WEFT_FENCE_TIMEOUT allows.
  Status Wait(uint64_t value, const std::atomic<bool>* give_up = nullptr);
  void Wake();

 private:
  struct Pending {
    uint64_t value;
    std::function<void()> action;
  };
  void Set(uint64_t value, bool for_good);

  std::atomic<uint64_t> value_;
  std::mutex mutex_;
  std::condition_variable reached_;
  bool removed_ = false;
  int waiting_ = 0;
  std::list<Pending> pending_;
};

class Fence final
    : public DeviceChild<Fence, ID3D12Fence1, ID3D12Pageable, ID3D12Fence, ID3D12Fence1> {
 public:
  static constexpr GUID kOwnId = com::OwnId(5);
  Fence(Device* device, std::shared_ptr<FenceState> state, D3D12_FENCE_FLAGS flags)
      : DeviceChild(device), state_(std::move(state)), flags_(flags) {}

  const std::shared_ptr<FenceState>& state() const { return state_; }

  UINT64 GetCompletedValue() override { return state_->Value(); }
  HRESULT SetEventOnCompletion(UINT64 value, HANDLE event) override;
  HRESULT Signal(UINT64 value) override;
  D3D12_FENCE_FLAGS GetCreationFlags() override { return flags_; }

 private:
  const std::shared_ptr<FenceState> state_;
  const D3D12_FENCE_FLAGS flags_;
};

// Something to do when fences reach their values: sets the event behind `handle`, an eventfd, to
// signalled. Fails when no such descriptor is open.
Result<std::function<void()>> EventSetter(const char* method, HANDLE handle);

}  // namespace weft::d3d12
