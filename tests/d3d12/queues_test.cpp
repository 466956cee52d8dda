// SPDX-License-Identifier: MIT
// Queues, fences and events; how a device ends; many threads at once.
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "d3d12/harness.h"

namespace weft::test {
namespace {

class Event {
 public:
  ~Event() { close(file_); }
  HANDLE handle() const { return reinterpret_cast<HANDLE>(intptr_t(file_)); }
  // How often it has been set since the last question; waits at most so long for the first time.
  uint64_t Count(int milliseconds) const {
    pollfd readable{file_, POLLIN, 0};
    uint64_t count = 0;
    if (poll(&readable, 1, milliseconds) != 1) return 0;
    EXPECT_EQ(read(file_, &count, 8), 8);
    return count;
  }

 private:
  const int file_ = eventfd(0, EFD_CLOEXEC);
};

TEST(Fence, EventsAreSetWhenTheValueIsReached) {
  Program p;
  Event event;
  EXPECT_EQ(p.fence->SetEventOnCompletion(0, event.handle()), S_OK);  // already reached
  EXPECT_EQ(event.Count(0), 1u);
  for (UINT64 value : {3, 3, 5})
    EXPECT_EQ(p.fence->SetEventOnCompletion(value, event.handle()), S_OK);
  EXPECT_EQ(p.fence->Signal(2), S_OK);
  EXPECT_EQ(event.Count(0), 0u);
  EXPECT_EQ(p.queue->Signal(p.fence.Get(), 4), S_OK);
  EXPECT_EQ(p.fence->SetEventOnCompletion(4, nullptr), S_OK);
  uint64_t count = event.Count(1000);  // the thread that signals may be between the two
  if (count < 2) count += event.Count(1000);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(p.fence->GetCompletedValue(), 4u);
  EXPECT_EQ(p.fence->GetCreationFlags(), D3D12_FENCE_FLAG_NONE);
}

TEST(Fence, TheProgramMayCloseItsEventFirst) {
  Program p;
  {
    Event event;
    EXPECT_EQ(p.fence->SetEventOnCompletion(1, event.handle()), S_OK);
  }
  Event unrelated;  // likely the same number
  EXPECT_EQ(p.fence->Signal(1), S_OK);
  EXPECT_EQ(unrelated.Count(0), 0u);
}

TEST(Fence, NotAnEvent) {
  Program p;
  EXPECT_EQ(p.fence->SetEventOnCompletion(1, reinterpret_cast<HANDLE>(intptr_t(1) << 40)),
            E_INVALIDARG);
  EXPECT_STREQ(
      WeftGetLastErrorMessage(),
      "ID3D12Fence::SetEventOnCompletion: hEvent is 1099511627776, but no such eventfd is open");
  EXPECT_EQ(p.fence->SetEventOnCompletion(1, reinterpret_cast<HANDLE>(intptr_t(99999))),
            E_INVALIDARG);
}

TEST(Fence, SeveralAtOnce) {
  Program p;
  ComPtr<ID3D12Fence> other;
  ASSERT_EQ(p.device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&other)), S_OK);
  ID3D12Fence* const fences[] = {p.fence.Get(), other.Get()};
  const UINT64 values[] = {1, 2};
  Event all, any;
  EXPECT_EQ(p.device->SetEventOnMultipleFenceCompletion(
                fences, values, 2, D3D12_MULTIPLE_FENCE_WAIT_FLAG_ALL, all.handle()),
            S_OK);
  EXPECT_EQ(p.device->SetEventOnMultipleFenceCompletion(
                fences, values, 2, D3D12_MULTIPLE_FENCE_WAIT_FLAG_ANY, any.handle()),
            S_OK);
  EXPECT_EQ(any.Count(0), 0u);
  other->Signal(2);
  EXPECT_EQ(any.Count(0), 1u);
  EXPECT_EQ(all.Count(0), 0u);
  p.queue->Signal(p.fence.Get(), 1);
  EXPECT_EQ(p.device->SetEventOnMultipleFenceCompletion(
                fences, values, 2, D3D12_MULTIPLE_FENCE_WAIT_FLAG_ALL, nullptr),
            S_OK);
  EXPECT_EQ(all.Count(1000), 1u);
  EXPECT_EQ(any.Count(0), 0u);  // once is enough
  EXPECT_EQ(p.device->SetEventOnMultipleFenceCompletion(
                nullptr, values, 2, D3D12_MULTIPLE_FENCE_WAIT_FLAG_ALL, nullptr),
            E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device1::SetEventOnMultipleFenceCompletion: ppFences is null");
}

// Programs in a test farm would rather fail than wait for ever.
class FenceTimeout : public testing::Test {
 protected:
  FenceTimeout() { setenv("WEFT_FENCE_TIMEOUT", "0.02", 1); }
  ~FenceTimeout() override { unsetenv("WEFT_FENCE_TIMEOUT"); }
  static void ExpectHung(Program& p, const char* message) {
    EXPECT_STREQ(WeftGetLastErrorMessage(), message);
    EXPECT_EQ(p.device->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_HUNG);
  }
};

TEST_F(FenceTimeout, EndsAWait) {
  Program p;
  p.fence->Signal(3);
  EXPECT_EQ(p.fence->SetEventOnCompletion(7, nullptr), DXGI_ERROR_DEVICE_HUNG);
  ExpectHung(
      p,
      "ID3D12Fence::SetEventOnCompletion: the fence is at 3, but 7 had to be reached in 0.02 "
      "s (WEFT_FENCE_TIMEOUT)");
  EXPECT_EQ(Program().fence->SetEventOnCompletion(0, nullptr), S_OK);  // a new device works
}

TEST_F(FenceTimeout, EndsAWaitForSeveral) {
  Program p;
  ID3D12Fence* const fences[] = {p.fence.Get(), p.fence.Get()};
  const UINT64 values[] = {1, 2};
  EXPECT_EQ(p.device->SetEventOnMultipleFenceCompletion(
                fences, values, 2, D3D12_MULTIPLE_FENCE_WAIT_FLAG_ALL, nullptr),
            DXGI_ERROR_DEVICE_HUNG);
  ExpectHung(p,
             "ID3D12Device1::SetEventOnMultipleFenceCompletion: the 2 fences had to be reached in "
             "0.02 s (WEFT_FENCE_TIMEOUT)");
}

TEST_F(FenceTimeout, EndsAQueuesWait) {
  Program p;
  ComPtr<ID3D12Fence> never;
  ASSERT_EQ(p.device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&never)), S_OK);
  auto buffer = NewBuffer(p.device.Get(), 8);
  Write(buffer.Get(), std::vector<uint32_t>{1, 0});
  void* words = nullptr;  // mapped now: a removed device maps no more
  ASSERT_EQ(buffer->Map(0, nullptr, &words), S_OK);
  p.list->CopyBufferRegion(buffer.Get(), 4, buffer.Get(), 0, 4);
  ASSERT_EQ(p.list->Close(), S_OK);
  p.queue->Wait(never.Get(), 1);
  p.Execute();
  p.queue->Signal(p.fence.Get(), 1);
  for (int i = 0; i < 1000 && p.device->GetDeviceRemovedReason() == S_OK; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(p.device->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_HUNG);
  EXPECT_EQ(p.fence->SetEventOnCompletion(1, nullptr), S_OK);
  EXPECT_EQ(p.fence->GetCompletedValue(), UINT64_MAX);
  EXPECT_EQ(static_cast<const uint32_t*>(words)[1], 0u);
}

TEST(Queue, WaitsHoldBackOnlyTheirOwnQueue) {
  Program first, second;
  auto source = NewBuffer(first.device.Get(), 4), middle = NewBuffer(first.device.Get(), 4),
       target = NewBuffer(first.device.Get(), 4);
  second.queue->Wait(first.fence.Get(), 10);
  second.list->CopyResource(target.Get(), middle.Get());
  ASSERT_EQ(second.list->Close(), S_OK);
  second.Execute();
  second.queue->Signal(second.fence.Get(), 1);
  Write(source.Get(), std::vector<uint32_t>{42});
  first.list->CopyResource(middle.Get(), source.Get());
  first.CloseAndRun();
  EXPECT_EQ(second.fence->GetCompletedValue(), 0u);
  first.queue->Signal(first.fence.Get(), 10);
  EXPECT_EQ(second.fence->SetEventOnCompletion(1, nullptr), S_OK);
  EXPECT_EQ(Read(target.Get())[0], 42u);
}

TEST(Queue, SleepsAndWakes) {
  Program p;
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // longer than anyone spins
    p.Finish();
  }
  // The waiter sleeps too.
  std::thread signaller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    p.fence->Signal(100);
  });
  EXPECT_EQ(p.fence->SetEventOnCompletion(100, nullptr), S_OK);
  signaller.join();
}

TEST(Queue, ReleasedWhileItWaitsForNothing) {
  Program p;
  auto buffer = NewBuffer(p.device.Get(), 8);
  Write(buffer.Get(), std::vector<uint32_t>{1, 0});
  p.list->CopyBufferRegion(buffer.Get(), 4, buffer.Get(), 0, 4);
  ASSERT_EQ(p.list->Close(), S_OK);
  p.queue->Wait(p.fence.Get(), 1);
  p.Execute();
  p.queue->Signal(p.fence.Get(), 2);
  ComPtr<ID3D12InfoQueue1> messages;
  ASSERT_EQ(p.device->QueryInterface(IID_PPV_ARGS(&messages)), S_OK);
  std::string last;
  DWORD cookie = 0;
  const auto keep_last = [](D3D12_MESSAGE_CATEGORY, D3D12_MESSAGE_SEVERITY, D3D12_MESSAGE_ID,
                            LPCSTR text,
                            void* context) { *static_cast<std::string*>(context) = text; };
  ASSERT_EQ(messages->RegisterMessageCallback(keep_last, D3D12_MESSAGE_CALLBACK_FLAG_NONE, &last,
                                              &cookie),
            S_OK);
  EXPECT_EQ(ReferencesAfterRelease(p.queue), 0u);
  EXPECT_EQ(last,
            "ID3D12CommandQueue: released while it waits for a fence to reach 1, which is at 0; "
            "what was submitted after that is dropped");
  messages->UnregisterMessageCallback(cookie);
  EXPECT_EQ(Read(buffer.Get())[1], 0u);  // what should come after the fence did not come
  EXPECT_EQ(p.fence->GetCompletedValue(), 0u);
}

TEST(Queue, ReleaseRunsWhatCanRun) {
  Program p;
  auto buffer = NewBuffer(p.device.Get(), 8);
  Write(buffer.Get(), std::vector<uint32_t>{1, 0});
  p.list->CopyBufferRegion(buffer.Get(), 4, buffer.Get(), 0, 4);
  ASSERT_EQ(p.list->Close(), S_OK);
  p.Execute();
  p.queue->Signal(p.fence.Get(), 2);
  p.queue = nullptr;
  EXPECT_EQ(Read(buffer.Get())[1], 1u);
  EXPECT_EQ(p.fence->GetCompletedValue(), 2u);
}

TEST(Removal, AReleasedBufferIsNoticedAndNothingIsTouched) {
  Program p;
  auto source = NewBuffer(p.device.Get(), 4), target = NewBuffer(p.device.Get(), 4);
  Write(source.Get(), std::vector<uint32_t>{9});
  source->SetName(L"weights");
  p.list->CopyResource(target.Get(), source.Get());
  ASSERT_EQ(p.list->Close(), S_OK);
  source = nullptr;
  Event event;
  p.fence->SetEventOnCompletion(50, event.handle());
  p.Execute();
  p.Finish();  // the removal completes every fence
  EXPECT_EQ(p.device->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_HUNG);
  EXPECT_EQ(p.fence->GetCompletedValue(), UINT64_MAX);
  EXPECT_EQ(event.Count(1000), 1u);
  ComPtr<ID3D12InfoQueue> messages;
  ASSERT_EQ(p.device.As(&messages), S_OK);
  std::vector<char> bytes(1000);
  SIZE_T size = bytes.size();
  auto* const message = reinterpret_cast<D3D12_MESSAGE*>(bytes.data());
  ASSERT_EQ(messages->GetMessage(messages->GetNumStoredMessages() - 1, message, &size), S_OK);
  EXPECT_STREQ(message->pDescription,
               "ID3D12GraphicsCommandList::CopyResource: pSrcResource \"weights\" was released "
               "before the list was executed");
  // Afterwards everything fails, and fences stay as they are.
  EXPECT_EQ(p.queue->Signal(p.fence.Get(), 1), DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12CommandQueue::Signal: the device has been removed, GetDeviceRemovedReason is "
               "0x887a0006");
  EXPECT_EQ(p.fence->Signal(1), DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(p.fence->GetCompletedValue(), UINT64_MAX);
  ComPtr<ID3D12Fence> fence;
  EXPECT_EQ(p.device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)),
            DXGI_ERROR_DEVICE_REMOVED);
  void* data = nullptr;
  EXPECT_EQ(target->Map(0, nullptr, &data), DXGI_ERROR_DEVICE_REMOVED);
}

TEST(Removal, ReleasesWhoeverWaits) {
  Program p;
  p.queue->Wait(p.fence.Get(), 7);
  std::thread remover([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    p.device->RemoveDevice();
  });
  EXPECT_EQ(p.fence->SetEventOnCompletion(9, nullptr), S_OK);
  remover.join();
}

TEST(Removal, MisuseOfAList) {
  const auto message_of = [](void (*misuse)(Program&)) {
    Program p;
    misuse(p);
    EXPECT_EQ(p.device->GetDeviceRemovedReason(), DXGI_ERROR_INVALID_CALL);
    return std::string(WeftGetLastErrorMessage());
  };
  EXPECT_EQ(
      message_of([](Program& p) { p.Execute(); }),
      "ID3D12CommandQueue::ExecuteCommandLists: ppCommandLists[0]: the list is open, but must "
      "be closed");
  EXPECT_EQ(message_of([](Program& p) {
              p.list->CopyResource(nullptr, nullptr);
              p.list->Close();
              p.Execute();
            }),
            "ID3D12CommandQueue::ExecuteCommandLists: ppCommandLists[0]: the list could not be "
            "recorded: ID3D12GraphicsCommandList::CopyResource: pDstResource is not a buffer of "
            "this device");
  EXPECT_EQ(message_of([](Program& p) {
              auto buffer = NewBuffer(p.device.Get(), 4);
              p.list->Close();
              p.list->CopyBufferRegion(buffer.Get(), 0, buffer.Get(), 0, 4);
            }),
            "ID3D12GraphicsCommandList::CopyBufferRegion: the command list is closed");
  EXPECT_EQ(message_of([](Program& p) { p.queue->ExecuteCommandLists(1, nullptr); }),
            "ID3D12CommandQueue::ExecuteCommandLists: ppCommandLists is null, but NumCommandLists "
            "is 1");
  EXPECT_EQ(message_of([](Program& p) {
              Program copying(D3D12_COMMAND_LIST_TYPE_COPY);
              copying.list->Close();
              ID3D12CommandList* const lists[] = {copying.list.Get()};
              p.queue->ExecuteCommandLists(1, lists);
            }),
            "ID3D12CommandQueue::ExecuteCommandLists: ppCommandLists[0] has type 3, but the queue "
            "has 2");
}

TEST(Residency, IsAlwaysThere) {
  Program p;
  auto buffer = NewBuffer(p.device.Get(), 4);
  ID3D12Pageable* const objects[] = {buffer.Get(), nullptr};
  EXPECT_EQ(p.device->MakeResident(1, objects), S_OK);
  EXPECT_EQ(p.device->Evict(1, objects), S_OK);
  EXPECT_EQ(p.device->EnqueueMakeResident(D3D12_RESIDENCY_FLAG_NONE, 1, objects, p.fence.Get(), 3),
            S_OK);
  EXPECT_EQ(p.fence->SetEventOnCompletion(3, nullptr), S_OK);
  EXPECT_EQ(p.device->MakeResident(2, objects), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(), "ID3D12Device::MakeResident: ppObjects[1] is null");
}

// Each thread is a program of its own on the one device; they pass a value on, queue to queue.
TEST(Threads, EightProgramsOnOneDevice) {
  constexpr int kThreads = 8, kRounds = 20;
  Program shared;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      Program p;
      auto from = NewBuffer(p.device.Get(), 64), to = NewBuffer(p.device.Get(), 64);
      auto heap = NewDescriptorHeap(p.device.Get(), 4);
      p.device->CreateUnorderedAccessView(from.Get(), nullptr, nullptr,
                                          heap->GetCPUDescriptorHandleForHeapStart());
      for (int round = 0; round < kRounds; ++round) {
        const UINT values[4] = {UINT(t * 1000 + round)};
        p.list->ClearUnorderedAccessViewUint(heap->GetGPUDescriptorHandleForHeapStart(),
                                             heap->GetCPUDescriptorHandleForHeapStart(), from.Get(),
                                             values, 0, nullptr);
        p.list->CopyResource(to.Get(), from.Get());
        if (p.list->Close() != S_OK) ++wrong;
        shared.queue->Signal(p.fence.Get(), p.signalled + 1);  // queues signal each other's fences
        p.queue->Wait(p.fence.Get(), ++p.signalled);
        p.Execute();
        p.Finish();
        if (Read(to.Get()) != std::vector<uint32_t>(16, values[0])) ++wrong;
        p.Reopen();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace weft::test
