// SPDX-License-Identifier: MIT
// What command lists do to buffers, and their life: recorded, closed, executed again, reset.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "d3d12/harness.h"

namespace weft::test {
namespace {

std::vector<uint32_t> Counting(size_t count, uint32_t first = 0) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST(Commands, UploadDefaultReadback) {
  for (auto type : {D3D12_COMMAND_LIST_TYPE_DIRECT, D3D12_COMMAND_LIST_TYPE_COMPUTE,
                    D3D12_COMMAND_LIST_TYPE_COPY}) {
    Program p(type);
    auto upload = NewBuffer(p.device.Get(), 400, D3D12_HEAP_TYPE_UPLOAD);
    auto middle = NewBuffer(p.device.Get(), 400, D3D12_HEAP_TYPE_DEFAULT);
    auto readback = NewBuffer(p.device.Get(), 400, D3D12_HEAP_TYPE_READBACK);
    Write(upload.Get(), Counting(100));
    D3D12_RESOURCE_BARRIER barriers[3]{};
    barriers[0].Transition = {middle.Get(), 0, D3D12_RESOURCE_STATE_COPY_DEST,
                              D3D12_RESOURCE_STATE_COPY_SOURCE};
    barriers[1].Type = D3D12_RESOURCE_BARRIER_TYPE_UAV;
    barriers[2].Type = D3D12_RESOURCE_BARRIER_TYPE_ALIASING;
    p.list->CopyResource(middle.Get(), upload.Get());
    p.list->ResourceBarrier(3, barriers);
    p.list->CopyResource(readback.Get(), middle.Get());
    // Nothing runs while it is recorded.
    EXPECT_EQ(Read(readback.Get()), std::vector<uint32_t>(100));
    p.CloseAndRun();
    EXPECT_EQ(Read(readback.Get()), Counting(100));
  }
}

TEST(Commands, CopyRegionsAtAnyByte) {
  Program p;
  auto from = NewBuffer(p.device.Get(), 16), to = NewBuffer(p.device.Get(), 8);
  std::vector<uint8_t> bytes(16);
  std::iota(bytes.begin(), bytes.end(), uint8_t(1));
  Write(from.Get(), bytes);
  p.list->CopyBufferRegion(to.Get(), 1, from.Get(), 13, 3);
  p.list->CopyBufferRegion(to.Get(), 8, from.Get(), 16, 0);  // nothing, at the end
  p.CloseAndRun();
  EXPECT_EQ(Read<uint8_t>(to.Get()), (std::vector<uint8_t>{0, 14, 15, 16, 0, 0, 0, 0}));
}

TEST(Commands, SmallWrites) {
  Program p;
  auto from = NewBuffer(p.device.Get(), 16), to = NewBuffer(p.device.Get(), 32);
  Write(from.Get(), Counting(4, 10));
  p.list->AtomicCopyBufferUINT(to.Get(), 4, from.Get(), 8, 0, nullptr, nullptr);
  p.list->AtomicCopyBufferUINT64(to.Get(), 8, from.Get(), 0, 0, nullptr, nullptr);
  const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER writes[] = {{to->GetGPUVirtualAddress() + 24, 77},
                                                         {to->GetGPUVirtualAddress() + 28, 78}};
  p.list->WriteBufferImmediate(2, writes, nullptr);
  p.CloseAndRun();
  EXPECT_EQ(Read(to.Get()), (std::vector<uint32_t>{0, 12, 10, 11, 0, 0, 77, 78}));
}

TEST(Commands, Timestamps) {
  Program p;
  const D3D12_QUERY_HEAP_DESC desc{D3D12_QUERY_HEAP_TYPE_TIMESTAMP, 4, 0};
  ComPtr<ID3D12QueryHeap> heap;
  ASSERT_EQ(p.device->CreateQueryHeap(&desc, IID_PPV_ARGS(&heap)), S_OK);
  auto buffer = NewBuffer(p.device.Get(), 40);
  UINT64 frequency = 0, before = 0, after = 0, cpu = 0;
  EXPECT_EQ(p.queue->GetTimestampFrequency(&frequency), S_OK);
  EXPECT_GT(frequency, 0u);
  EXPECT_EQ(p.queue->GetClockCalibration(&before, &cpu), S_OK);
  for (UINT i : {1, 2, 1}) p.list->EndQuery(heap.Get(), D3D12_QUERY_TYPE_TIMESTAMP, i);
  p.list->ResolveQueryData(heap.Get(), D3D12_QUERY_TYPE_TIMESTAMP, 1, 2, buffer.Get(), 16);
  heap = nullptr;  // recorded commands do not need it
  p.CloseAndRun();
  EXPECT_EQ(p.queue->GetClockCalibration(&after, &cpu), S_OK);
  const auto ticks = Read<uint64_t>(buffer.Get());
  EXPECT_EQ(ticks[1], 0u);
  EXPECT_LE(before, ticks[3]);
  EXPECT_LE(ticks[3], ticks[2]);  // slot 1 was written again after slot 2
  EXPECT_LE(ticks[2], after);
}

class Clear : public testing::Test {
 protected:
  // A view of elements 1 and 2 of a buffer of 0xEE bytes.
  void View(DXGI_FORMAT format, UINT count = 2) {
    D3D12_UNORDERED_ACCESS_VIEW_DESC desc{};
    desc.Format = format;
    desc.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
    desc.Buffer.FirstElement = 1;
    desc.Buffer.NumElements = count;
    desc.Buffer.Flags =
        format == DXGI_FORMAT_R32_TYPELESS ? D3D12_BUFFER_UAV_FLAG_RAW : D3D12_BUFFER_UAV_FLAG_NONE;
    p.device->CreateUnorderedAccessView(buffer.Get(), nullptr, &desc, Cpu());
    Write(buffer.Get(), std::vector<uint8_t>(64, 0xee));
  }
  D3D12_CPU_DESCRIPTOR_HANDLE Cpu() { return heap->GetCPUDescriptorHandleForHeapStart(); }
  D3D12_GPU_DESCRIPTOR_HANDLE Gpu() { return heap->GetGPUDescriptorHandleForHeapStart(); }
  std::vector<uint8_t> Run() {
    p.CloseAndRun();
    p.Reopen();
    return Read<uint8_t>(buffer.Get());
  }
  static std::vector<uint8_t> Filled(size_t begin, const std::vector<uint8_t>& bytes) {
    std::vector<uint8_t> all(64, 0xee);
    std::copy(bytes.begin(), bytes.end(), all.begin() + begin);
    return all;
  }

  Program p;
  ComPtr<ID3D12Resource> buffer = NewBuffer(p.device.Get(), 64);
  ComPtr<ID3D12DescriptorHeap> heap = NewDescriptorHeap(p.device.Get(), 1);
};

TEST_F(Clear, Uint) {
  const UINT values[4] = {0x04030201, 0x08070605, 0x0c0b0a09, 0x100f0e0d};
  struct Case {
    DXGI_FORMAT format;
    size_t begin;
    std::vector<uint8_t> want;
  };
  const Case cases[] = {
      {DXGI_FORMAT_R32_TYPELESS, 4, {1, 2, 3, 4, 1, 2, 3, 4}},
      {DXGI_FORMAT_R32_UINT, 4, {1, 2, 3, 4, 1, 2, 3, 4}},
      {DXGI_FORMAT_R8_UINT, 1, {1, 1}},
      {DXGI_FORMAT_R16_UINT, 2, {1, 2, 1, 2}},
      {DXGI_FORMAT_R8G8B8A8_UINT, 4, {1, 5, 9, 13, 1, 5, 9, 13}},
      {DXGI_FORMAT_R32G32B32A32_UINT, 16, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
                                           1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}},
  };
  for (const Case& test : cases) {
    View(test.format);
    p.list->ClearUnorderedAccessViewUint(Gpu(), Cpu(), buffer.Get(), values, 0, nullptr);
    EXPECT_EQ(Run(), Filled(test.begin, test.want)) << int(test.format);
  }
}

TEST_F(Clear, Float) {
  const float values[4] = {0.5f, -1, 2, NAN};
  struct Case {
    DXGI_FORMAT format;
    size_t begin;
    std::vector<uint8_t> want;
  };
  const Case cases[] = {
      {DXGI_FORMAT_R32_FLOAT, 4, {0, 0, 0, 0x3f, 0, 0, 0, 0x3f}},
      {DXGI_FORMAT_R16_FLOAT, 2, {0, 0x38, 0, 0x38}},
      {DXGI_FORMAT_R8G8B8A8_UNORM, 4, {128, 0, 255, 0, 128, 0, 255, 0}},
      {DXGI_FORMAT_R8G8B8A8_SNORM, 4, {64, 129, 127, 0, 64, 129, 127, 0}},
  };
  for (const Case& test : cases) {
    View(test.format);
    p.list->ClearUnorderedAccessViewFloat(Gpu(), Cpu(), buffer.Get(), values, 0, nullptr);
    EXPECT_EQ(Run(), Filled(test.begin, test.want)) << int(test.format);
  }
}

TEST_F(Clear, RectanglesAreRangesOfElements) {
  View(DXGI_FORMAT_R8_UINT, 60);
  const UINT values[4] = {7};
  const D3D12_RECT rects[] = {{-5, 0, 2, 1}, {58, 0, 1000, 1}, {10, 0, 10, 1}, {20, 1, 30, 2}};
  p.list->ClearUnorderedAccessViewUint(Gpu(), Cpu(), buffer.Get(), values, 4, rects);
  std::vector<uint8_t> want(64, 0xee);
  for (int i : {1, 2, 59, 60}) want[i] = 7;
  EXPECT_EQ(Run(), want);
}

TEST(CommandList, IsExecutedAgainAndDetachedWhenReset) {
  Program p;
  auto source = NewBuffer(p.device.Get(), 4), first = NewBuffer(p.device.Get(), 4),
       second = NewBuffer(p.device.Get(), 4);
  Write(source.Get(), Counting(1, 5));
  p.list->CopyResource(first.Get(), source.Get());
  p.CloseAndRun();
  Write(source.Get(), Counting(1, 6));
  p.Execute();  // as recorded, with today's values
  p.Finish();
  EXPECT_EQ(Read(first.Get())[0], 6u);

  // The queue waits, so the work is pending while the list is recorded anew and released.
  ComPtr<ID3D12Fence> gate;
  ASSERT_EQ(p.device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&gate)), S_OK);
  Write(source.Get(), Counting(1, 7));
  p.queue->Wait(gate.Get(), 1);
  p.Execute();
  p.Reopen();
  p.list->CopyResource(second.Get(), source.Get());
  ASSERT_EQ(p.list->Close(), S_OK);
  p.Execute();
  p.list = nullptr;
  EXPECT_EQ(Read(first.Get())[0], 6u);
  gate->Signal(1);
  p.Finish();
  EXPECT_EQ(Read(first.Get())[0], 7u);
  EXPECT_EQ(Read(second.Get())[0], 7u);
}

TEST(CommandList, OpensAndCloses) {
  Program p;
  EXPECT_EQ(p.allocator->Reset(), E_FAIL);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12CommandAllocator::Reset: a command list is still being recorded, but it must "
               "be closed first");
  EXPECT_EQ(p.list->Reset(p.allocator.Get(), nullptr), E_FAIL);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12GraphicsCommandList::Reset: the list is open, but must be closed");
  ComPtr<ID3D12GraphicsCommandList> other;
  EXPECT_EQ(p.device->CreateCommandList(0, p.list->GetType(), p.allocator.Get(), nullptr,
                                        IID_PPV_ARGS(&other)),
            E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device::CreateCommandList: pAllocator is recording another list, but it "
               "serves one at a time");
  EXPECT_EQ(p.list->Close(), S_OK);
  EXPECT_EQ(p.list->Close(), E_FAIL);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12GraphicsCommandList::Close: the list is already closed");
  // A list made closed, by another interface, with the same allocator.
  ASSERT_EQ(p.device->CreateCommandList1(0, p.list->GetType(), D3D12_COMMAND_LIST_FLAG_NONE,
                                         IID_PPV_ARGS(&other)),
            S_OK);
  EXPECT_EQ(other->Close(), E_FAIL);
  EXPECT_EQ(other->Reset(p.allocator.Get(), nullptr), S_OK);
  ComPtr<ID3D12CommandAllocator> copying;
  ASSERT_EQ(p.device->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_COPY, IID_PPV_ARGS(&copying)),
            S_OK);
  EXPECT_EQ(p.list->Reset(copying.Get(), nullptr), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12GraphicsCommandList::Reset: pAllocator has command list type 3, but the list "
               "has 2");
  EXPECT_EQ(p.list->Reset(nullptr, nullptr), E_INVALIDARG);
}

TEST(CommandList, CloseReturnsTheFirstError) {
  struct Case {
    void (*record)(Program& p, ID3D12Resource* buffer, ID3D12DescriptorHeap* heap);
    const char* message;
  };
  const Case cases[] = {
      {[](auto& p, auto* b, auto*) { p.list->CopyBufferRegion(b, 0, b, 10, 7); },
       "CopyBufferRegion: 7 bytes from offset 10 of pSrcBuffer are needed, but it has 16"},
      {[](auto& p, auto* b, auto*) { p.list->CopyBufferRegion(b, UINT64_MAX - 3, b, 0, 8); },
       "CopyBufferRegion: 8 bytes from offset 18446744073709551612 of pDstBuffer are needed, but "
       "it has 16"},
      {[](auto& p, auto* b, auto*) { p.list->CopyResource(b, nullptr); },
       "CopyResource: pSrcResource is not a buffer of this device"},
      {[](auto& p, auto* b, auto*) { p.list->CopyResource(b, NewBuffer(p.device.Get(), 8).Get()); },
       "CopyResource: pDstResource has 16 bytes, but pSrcResource has 8"},
      {[](auto& p, auto*, auto*) { p.list->ResourceBarrier(1, nullptr); },
       "ResourceBarrier: pBarriers is null, but NumBarriers is 1"},
      {[](auto& p, auto*, auto*) {
         const D3D12_RESOURCE_BARRIER barrier{};
         p.list->ResourceBarrier(1, &barrier);
       },
       "ResourceBarrier: pBarriers[0].Transition.pResource is not a buffer of this device"},
      {[](auto& p, auto*, auto*) {
         ID3D12DescriptorHeap* const none = nullptr;
         p.list->SetDescriptorHeaps(1, &none);
       },
       "SetDescriptorHeaps: ppDescriptorHeaps[0] is not a descriptor heap of this device"},
      {[](auto& p, auto* b, auto* heap) {
         const UINT values[4] = {};
         p.list->ClearUnorderedAccessViewUint(heap->GetGPUDescriptorHandleForHeapStart(),
                                              heap->GetCPUDescriptorHandleForHeapStart(), b, values,
                                              0, nullptr);
       },
       "ClearUnorderedAccessViewUint: ViewCPUHandle holds no view of pResource"},
      {[](auto& p, auto* b, auto*) {
         p.list->ResolveQueryData(nullptr, D3D12_QUERY_TYPE_TIMESTAMP, 0, 1, b, 0);
       },
       "ResolveQueryData: pQueryHeap is not a query heap of this device"},
  };
  Program p;
  auto buffer = NewBuffer(p.device.Get(), 16);
  auto heap = NewDescriptorHeap(p.device.Get(), 1);
  for (const Case& test : cases) {
    test.record(p, buffer.Get(), heap.Get());
    p.list->CopyBufferRegion(nullptr, 0, nullptr, 0, 0);  // a second error is not the one told
    EXPECT_EQ(p.list->Close(), E_INVALIDARG);
    EXPECT_EQ(WeftGetLastErrorMessage(), std::string("ID3D12GraphicsCommandList::") + test.message);
    p.Reopen();
  }
  const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER write{buffer->GetGPUVirtualAddress() + 13, 1};
  p.list->WriteBufferImmediate(1, &write, nullptr);
  EXPECT_EQ(p.list->Close(), E_INVALIDARG);
  EXPECT_EQ(p.device->GetDeviceRemovedReason(), S_OK);
}

}  // namespace
}  // namespace weft::test
