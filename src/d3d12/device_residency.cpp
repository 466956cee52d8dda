// SPDX-License-Identifier: MIT
// Residency: memory is always resident, so these calls only check their arguments. And waits for
// several fences at once.
#include <condition_variable>

#include "d3d12/caught.h"
#include "d3d12/fence.h"

namespace weft::d3d12 {
namespace {

Status CheckObjects(const char* method, UINT count, ID3D12Pageable* const* objects) {
  if (count > 0 && objects == nullptr)
    return Invalid("{}: ppObjects is null, but NumObjects is {}", method, count);
  for (UINT i = 0; i < count; ++i)
    if (objects[i] == nullptr) return Invalid("{}: ppObjects[{}] is null", method, i);
  return Ok();
}

// Fires once, when `left` fences have reached their values.
class Countdown {
 public:
  Countdown(UINT left, std::function<void()> action) : left_(left), action_(std::move(action)) {}

  void Reached() {
    std::function<void()> action;
    {
      const std::lock_guard lock(mutex_);
      if (left_ == 0 || --left_ > 0) return;
      action = std::move(action_);
    }
    done_.notify_all();
    if (action) action();
  }
  bool Wait() {  // false when WEFT_FENCE_TIMEOUT is over
    std::unique_lock lock(mutex_);
    return WaitInTime(done_, lock, [&] { return left_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  UINT left_;
  std::function<void()> action_;
};

}  // namespace

HRESULT Device::MakeResident(UINT count, ID3D12Pageable* const* objects) try {
  const Status status = CheckObjects("ID3D12Device::MakeResident", count, objects);
  return status ? S_OK : Fail(status.error());
}
WEFT_CATCH_HRESULT

HRESULT Device::Evict(UINT count, ID3D12Pageable* const* objects) try {
  const Status status = CheckObjects("ID3D12Device::Evict", count, objects);
  return status ? S_OK : Fail(status.error());
}
WEFT_CATCH_HRESULT

HRESULT Device::SetResidencyPriority(UINT count, ID3D12Pageable* const* objects,
                                     const D3D12_RESIDENCY_PRIORITY*) try {
  const Status status = CheckObjects("ID3D12Device1::SetResidencyPriority", count, objects);
  return status ? S_OK : Fail(status.error());
}
WEFT_CATCH_HRESULT

HRESULT Device::EnqueueMakeResident(D3D12_RESIDENCY_FLAGS, UINT count,
                                    ID3D12Pageable* const* objects, ID3D12Fence* fence,
                                    UINT64 value) try {
  constexpr const char* kMethod = "ID3D12Device3::EnqueueMakeResident";
  if (removed()) return FailRemoved(kMethod);
  if (const Status status = CheckObjects(kMethod, count, objects); !status)
    return Fail(status.error());
  auto* const own = com::As<Fence>(fence);
  if (own == nullptr)
    return Fail(E_INVALIDARG,
                fmt::format("{}: pFenceToSignal is not a fence of this device", kMethod));
  own->state()->Signal(value);
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT Device::SetEventOnMultipleFenceCompletion(ID3D12Fence* const* fences, const UINT64* values,
                                                  UINT count, D3D12_MULTIPLE_FENCE_WAIT_FLAGS flags,
                                                  HANDLE event) try {
  constexpr const char* kMethod = "ID3D12Device1::SetEventOnMultipleFenceCompletion";
  if (count == 0 || fences == nullptr || values == nullptr)
    return Fail(E_INVALIDARG, fmt::format("{}: {}", kMethod,
                                          count == 0          ? "NumFences is 0"
                                          : fences == nullptr ? "ppFences is null"
                                                              : "pFenceValues is null"));
  std::vector<std::shared_ptr<FenceState>> states;
  for (UINT i = 0; i < count; ++i) {
    auto* const own = com::As<Fence>(fences[i]);
    if (own == nullptr)
      return Fail(E_INVALIDARG,
                  fmt::format("{}: ppFences[{}] is not a fence of this device", kMethod, i));
    states.push_back(own->state());
  }
  std::function<void()> set_event;
  if (event != nullptr) {
    auto setter = EventSetter(kMethod, event);
    if (!setter) return Fail(setter.error());
    set_event = *std::move(setter);
  }
  const bool any = (flags & D3D12_MULTIPLE_FENCE_WAIT_FLAG_ANY) != 0;
  const auto countdown = std::make_shared<Countdown>(any ? 1 : count, std::move(set_event));
  for (UINT i = 0; i < count; ++i)
    states[i]->WhenReached(values[i], [countdown] { countdown->Reached(); });
  if (event != nullptr || countdown->Wait()) return S_OK;
  Remove(DXGI_ERROR_DEVICE_HUNG,
         fmt::format("{}: the {} fences had to be reached in {} s (WEFT_FENCE_TIMEOUT)", kMethod,
                     count, FenceTimeout()));
  return DXGI_ERROR_DEVICE_HUNG;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
