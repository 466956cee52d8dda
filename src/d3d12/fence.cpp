// SPDX-License-Identifier: MIT
// Signals, waits and events of fences.
#include "d3d12/fence.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/error.h"
#include "d3d12/caught.h"
#include "d3d12/device.h"
#include "d3d12/spin.h"

namespace weft::d3d12 {

bool WaitInTime(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                const std::function<bool()>& done) {
  const double seconds = FenceTimeout();
  if (seconds > 0) return changed.wait_for(lock, std::chrono::duration<double>(seconds), done);
  changed.wait(lock, done);
  return true;
}

double FenceTimeout() {
  const char* const text = std::getenv("WEFT_FENCE_TIMEOUT");
  constexpr double kLongest = 1e6;  // a clock can add it without overflow
  return text != nullptr ? std::min(std::strtod(text, nullptr), kLongest) : 0;
}

void FenceState::Signal(uint64_t value) { Set(value, false); }
void FenceState::Remove() { Set(UINT64_MAX, true); }

// Takes no memory: signals cannot fail.
void FenceState::Set(uint64_t value, bool for_good) {
  std::list<Pending> due;
  bool wake;
  {
    const std::lock_guard lock(mutex_);
    if (removed_) return;
    removed_ = for_good;
    value_.store(value, std::memory_order_release);
    for (auto at = pending_.begin(); at != pending_.end();) {
      const auto pending = at++;
      if (pending->value <= value) due.splice(due.end(), pending_, pending);
    }
    wake = waiting_ > 0;
  }
  if (wake) reached_.notify_all();
  for (const Pending& pending : due) pending.action();
}

void FenceState::WhenReached(uint64_t value, std::function<void()> action) {
  {
    const std::lock_guard lock(mutex_);
    if (value_.load(std::memory_order_relaxed) < value) {
      pending_.push_back({value, std::move(action)});
      return;
    }
  }
  action();
}

Status FenceState::Wait(uint64_t value, const std::atomic<bool>* give_up) {
  const auto done = [&] {
    return Value() >= value || (give_up != nullptr && give_up->load(std::memory_order_acquire));
  };
  if (SpinUntil(done)) return Ok();
  std::unique_lock lock(mutex_);
  ++waiting_;
  const bool in_time = WaitInTime(reached_, lock, done);
  --waiting_;
  if (in_time) return Ok();
  return Invalid("the fence is at {}, but {} had to be reached in {} s (WEFT_FENCE_TIMEOUT)",
                 Value(), value, FenceTimeout());
}

void FenceState::Wake() {
  {
    const std::lock_guard lock(mutex_);
  }  // a thread about to sleep now checks again, or sleeps already
  reached_.notify_all();
}

namespace {

// A descriptor of our own for the same event: the program may close its own at any time, and the
// number may then mean some other file.
class Event {
 public:
  explicit Event(int file) : file_(fcntl(file, F_DUPFD_CLOEXEC, 0)) {}
  ~Event() {
    if (file_ >= 0) close(file_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  bool valid() const { return file_ >= 0; }
  void Set() const {
    // A full counter is signalled already; writing to it would block.
    pollfd writable{file_, POLLOUT, 0};
    const uint64_t one = 1;
    if (poll(&writable, 1, 0) == 1 && (writable.revents & POLLOUT))
      (void)!write(file_, &one, sizeof one);
  }

 private:
  const int file_;
};

}  // namespace

Result<std::function<void()>> EventSetter(const char* method, HANDLE handle) {
  const intptr_t number = reinterpret_cast<intptr_t>(handle);
  std::shared_ptr<Event> event;
  if (number == int(number)) event = std::make_shared<Event>(int(number));
  if (event == nullptr || !event->valid())
    return Invalid("{}: hEvent is {}, but no such eventfd is open", method, number);
  return [event] { event->Set(); };
}

HRESULT Fence::SetEventOnCompletion(UINT64 value, HANDLE event) try {
  if (event == nullptr) {
    const std::shared_ptr<FenceState> state = state_;  // the fence may be released meanwhile
    const com::ComPtr<Device> keep(device());
    const Status status = state->Wait(value);
    if (status) return S_OK;
    keep->Remove(DXGI_ERROR_DEVICE_HUNG,
                 fmt::format("ID3D12Fence::SetEventOnCompletion: {}", status.error().message));
    return DXGI_ERROR_DEVICE_HUNG;
  }
  auto set = EventSetter("ID3D12Fence::SetEventOnCompletion", event);
  if (!set) return device()->Fail(set.error());
  state_->WhenReached(value, *std::move(set));
  return S_OK;
}
WEFT_CATCH_HRESULT

HRESULT Fence::Signal(UINT64 value) try {
  if (device()->removed()) return device()->FailRemoved("ID3D12Fence::Signal");
  state_->Signal(value);
  return S_OK;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
