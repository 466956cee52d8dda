// SPDX-License-Identifier: MIT
// The worker is an object of its own because its thread may be the one that releases the queue.
#include "d3d12/command_queue.h"

#include "d3d12/caught.h"
#include "d3d12/query_heap.h"
#include "d3d12/spin.h"

namespace weft::d3d12 {

class CommandQueue::Worker {
 public:
  struct Operation {
    enum class Kind { Execute, Signal, Wait } kind;
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<FenceState> fence;
    uint64_t value = 0;
  };

  explicit Worker(Device* device) : device_(device) {}

  void Submit(Operation operation);
  void Stop();
  void Loop();

 private:
  Operation Take();
  void Run(const Operation& operation);
  void WaitFor(const Operation& operation);

  const com::ComPtr<Device> device_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Operation> operations_;
  bool asleep_ = false;
  std::shared_ptr<FenceState> waited_for_;  // by the thread, now
  std::atomic<uint64_t> submitted_ = 0;     // operations, ever
  std::atomic<bool> stopping_ = false;
};

void CommandQueue::Worker::Submit(Operation operation) {
  bool wake;
  {
    const std::lock_guard lock(mutex_);
    operations_.push_back(std::move(operation));
    submitted_.fetch_add(1, std::memory_order_release);
    wake = asleep_;
  }
  if (wake) wake_.notify_one();
}

void CommandQueue::Worker::Stop() {
  std::shared_ptr<FenceState> fence;
  {
    const std::lock_guard lock(mutex_);
    stopping_.store(true, std::memory_order_release);
    fence = waited_for_;
  }
  wake_.notify_one();
  if (fence != nullptr) fence->Wake();
}

void CommandQueue::Worker::Loop() {
  for (uint64_t done = 0;; ++done) {
    const auto ready = [&] {
      return submitted_.load(std::memory_order_acquire) != done ||
             stopping_.load(std::memory_order_acquire);
    };
    if (!SpinUntil(ready)) {
      std::unique_lock lock(mutex_);
      asleep_ = true;
      wake_.wait(lock, ready);
      asleep_ = false;
    }
    if (submitted_.load(std::memory_order_acquire) == done) return;
    const Operation operation = Take();
    try {
      Run(operation);
    } catch (...) {
      device_->RemoveBecause(CaughtError());
    }
  }
}

CommandQueue::Worker::Operation CommandQueue::Worker::Take() {
  const std::lock_guard lock(mutex_);
  Operation operation = std::move(operations_.front());
  operations_.pop_front();
  return operation;
}

void CommandQueue::Worker::Run(const Operation& operation) {
  switch (operation.kind) {
    case Operation::Kind::Signal: return operation.fence->Signal(operation.value);
    case Operation::Kind::Wait: return WaitFor(operation);
    case Operation::Kind::Execute: break;
  }
  for (const auto& command : *operation.recording) {
    if (device_->removed()) return;
    if (const Status status = command(); !status) {
      const HRESULT reason = status.error().code == ErrorCode::InvalidArgument
                                 ? DXGI_ERROR_DEVICE_HUNG  // "badly formed commands"
                                 : com::ToHresult(status.error().code);
      return device_->Remove(reason, status.error().message);
    }
  }
}

void CommandQueue::Worker::WaitFor(const Operation& operation) {
  {
    const std::lock_guard lock(mutex_);
    waited_for_ = operation.fence;
  }
  const Status in_time = operation.fence->Wait(operation.value, &stopping_);
  if (!in_time)  // then every fence is reached, and work of a removed device does nothing
    device_->Remove(DXGI_ERROR_DEVICE_HUNG,
                    fmt::format("ID3D12CommandQueue::Wait: {}", in_time.error().message));
  const uint64_t value = operation.fence->Value();
  std::deque<Operation> dropped;  // destroyed after the lock
  {
    const std::lock_guard lock(mutex_);
    waited_for_.reset();
    if (value >= operation.value) return;
    // The queue has been released: what comes after may not run before the fence, so it never does.
    submitted_ -= operations_.size();
    dropped.swap(operations_);
  }
  device_->Fail(DXGI_ERROR_INVALID_CALL,
                fmt::format("ID3D12CommandQueue: released while it waits for a fence to reach {}, "
                            "which is at {}; what was submitted after that is dropped",
                            operation.value, value));
}

CommandQueue::CommandQueue(Device* device, const D3D12_COMMAND_QUEUE_DESC& desc)
    : DeviceChild(device),
      desc_(desc),
      worker_(std::make_shared<Worker>(device)),
      thread_([worker = worker_] { worker->Loop(); }) {}

CommandQueue::~CommandQueue() {
  worker_->Stop();
  if (thread_.get_id() == std::this_thread::get_id())
    thread_.detach();
  else
    thread_.join();
}

void CommandQueue::ExecuteCommandLists(UINT count, ID3D12CommandList* const* lists) try {
  constexpr const char* kMethod = "ID3D12CommandQueue::ExecuteCommandLists";
  if (device()->removed()) return;
  const auto fail = [&](const std::string& text) {
    device()->Remove(DXGI_ERROR_INVALID_CALL, fmt::format("{}: {}", kMethod, text));
  };
  if (count > 0 && lists == nullptr)
    return fail(fmt::format("ppCommandLists is null, but NumCommandLists is {}", count));
  std::vector<std::shared_ptr<const Recording>> recordings;
  for (UINT i = 0; i < count; ++i) {
    auto* const list = com::As<CommandList>(lists[i]);
    if (list == nullptr)
      return fail(fmt::format("ppCommandLists[{}] is not a command list of this device", i));
    if (list->GetType() != desc_.Type)
      return fail(fmt::format("ppCommandLists[{}] has type {}, but the queue has {}", i,
                              int(list->GetType()), int(desc_.Type)));
    auto recording = list->Closed();
    if (!recording)
      return fail(fmt::format("ppCommandLists[{}]: {}", i, recording.error().message));
    recordings.push_back(*std::move(recording));
  }
  for (auto& recording : recordings)
    worker_->Submit({Worker::Operation::Kind::Execute, std::move(recording), nullptr, 0});
} catch (...) {
  device()->RemoveBecause(CaughtError());
}

HRESULT CommandQueue::Signal(ID3D12Fence* fence, UINT64 value) try {
  constexpr const char* kMethod = "ID3D12CommandQueue::Signal";
  if (device()->removed()) return device()->FailRemoved(kMethod);
  auto* const own = com::As<Fence>(fence);
  if (own == nullptr)
    return device()->Fail(E_INVALIDARG,
                          fmt::format("{}: pFence is not a fence of this device", kMethod));
  worker_->Submit({Worker::Operation::Kind::Signal, nullptr, own->state(), value});
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT CommandQueue::Wait(ID3D12Fence* fence, UINT64 value) try {
  constexpr const char* kMethod = "ID3D12CommandQueue::Wait";
  if (device()->removed()) return device()->FailRemoved(kMethod);
  auto* const own = com::As<Fence>(fence);
  if (own == nullptr)
    return device()->Fail(E_INVALIDARG,
                          fmt::format("{}: pFence is not a fence of this device", kMethod));
  worker_->Submit({Worker::Operation::Kind::Wait, nullptr, own->state(), value});
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT CommandQueue::GetTimestampFrequency(UINT64* frequency) try {
  if (frequency == nullptr)
    return device()->Fail(E_POINTER,
                          "ID3D12CommandQueue::GetTimestampFrequency: pFrequency is null");
  *frequency = kTimestampsPerSecond;
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT CommandQueue::GetClockCalibration(UINT64* gpu, UINT64* cpu) try {
  if (gpu == nullptr || cpu == nullptr)
    return device()->Fail(E_POINTER,
                          fmt::format("ID3D12CommandQueue::GetClockCalibration: {} is null",
                                      gpu ? "pCpuTimestamp" : "pGpuTimestamp"));
  *gpu = *cpu = Timestamp();
  return S_OK;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
