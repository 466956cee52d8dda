// SPDX-License-Identifier: MIT
// Descriptor heaps: handles, copies, and handles that are not.
#include "d3d12/harness.h"

namespace weft::test {
namespace {

class Descriptors : public testing::Test {
 protected:
  D3D12_CPU_DESCRIPTOR_HANDLE Cpu(ID3D12DescriptorHeap* heap, UINT index = 0) {
    return {heap->GetCPUDescriptorHandleForHeapStart().ptr +
            index *
                p.device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV)};
  }
  // Which of the buffers' first dwords a clear through the slot changes.
  uint32_t ClearThrough(D3D12_CPU_DESCRIPTOR_HANDLE slot, ID3D12Resource* buffer) {
    const UINT values[4] = {++value};
    p.list->ClearUnorderedAccessViewUint(visible->GetGPUDescriptorHandleForHeapStart(), slot,
                                         buffer, values, 0, nullptr);
    p.CloseAndRun();
    p.Reopen();
    return Read(buffer)[0];
  }
  std::string Reason() {
    EXPECT_EQ(p.device->GetDeviceRemovedReason(), E_INVALIDARG);
    return WeftGetLastErrorMessage();
  }

  Program p;
  uint32_t value = 100;
  ComPtr<ID3D12DescriptorHeap> visible = NewDescriptorHeap(p.device.Get(), 4);
  ComPtr<ID3D12DescriptorHeap> hidden = NewDescriptorHeap(p.device.Get(), 4, false);
  ComPtr<ID3D12Resource> a = NewBuffer(p.device.Get(), 8), b = NewBuffer(p.device.Get(), 8);
};

TEST_F(Descriptors, HeapsDescribeThemselves) {
  EXPECT_NE(visible->GetGPUDescriptorHandleForHeapStart().ptr, 0u);
  EXPECT_EQ(hidden->GetGPUDescriptorHandleForHeapStart().ptr, 0u);
  EXPECT_EQ(visible->GetDesc().NumDescriptors, 4u);
  EXPECT_GT(p.device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV), 0u);
  auto empty = NewDescriptorHeap(p.device.Get(), 0);
  EXPECT_NE(Cpu(empty.Get()).ptr, Cpu(visible.Get()).ptr);
}

TEST_F(Descriptors, AreCopied) {
  p.device->CreateUnorderedAccessView(a.Get(), nullptr, nullptr, Cpu(hidden.Get(), 0));
  p.device->CreateUnorderedAccessView(b.Get(), nullptr, nullptr, Cpu(hidden.Get(), 2));
  p.device->CopyDescriptorsSimple(3, Cpu(visible.Get(), 1), Cpu(hidden.Get()),
                                  D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  EXPECT_EQ(ClearThrough(Cpu(visible.Get(), 1), a.Get()), value);
  EXPECT_EQ(ClearThrough(Cpu(visible.Get(), 3), b.Get()), value);
  // Two ranges become three; the sizes of single ones may be left out.
  const D3D12_CPU_DESCRIPTOR_HANDLE from[] = {Cpu(hidden.Get(), 2), Cpu(hidden.Get(), 0)};
  const D3D12_CPU_DESCRIPTOR_HANDLE to[] = {Cpu(visible.Get(), 0), Cpu(visible.Get(), 2),
                                            Cpu(visible.Get(), 3)};
  const UINT from_sizes[] = {1, 2};
  p.device->CopyDescriptors(3, to, nullptr, 2, from, from_sizes,
                            D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  EXPECT_EQ(ClearThrough(Cpu(visible.Get(), 0), b.Get()), value);
  EXPECT_EQ(ClearThrough(Cpu(visible.Get(), 2), a.Get()), value);
  EXPECT_EQ(p.device->GetDeviceRemovedReason(), S_OK);
}

TEST_F(Descriptors, OtherViewsAndNone) {
  D3D12_SHADER_RESOURCE_VIEW_DESC desc{};
  desc.Format = DXGI_FORMAT_R16_FLOAT;
  desc.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  desc.Buffer = {1, 3, 0, D3D12_BUFFER_SRV_FLAG_NONE};
  p.device->CreateShaderResourceView(a.Get(), &desc, Cpu(hidden.Get()));
  const D3D12_CONSTANT_BUFFER_VIEW_DESC constant{a->GetGPUVirtualAddress() + 4, 4};
  p.device->CreateConstantBufferView(&constant, Cpu(hidden.Get(), 1));
  p.device->CreateUnorderedAccessView(nullptr, nullptr, nullptr, Cpu(hidden.Get(), 2));
  EXPECT_EQ(p.device->GetDeviceRemovedReason(), S_OK);
}

TEST_F(Descriptors, AHandleOfAReleasedHeapIsNoHandle) {
  const D3D12_CPU_DESCRIPTOR_HANDLE stale = Cpu(hidden.Get());
  hidden = nullptr;
  hidden = NewDescriptorHeap(p.device.Get(), 4, false);  // may well sit at the same address
  p.device->CreateUnorderedAccessView(a.Get(), nullptr, nullptr, stale);
  char want[200];
  std::snprintf(want, sizeof want,
                "D3D12_CPU_DESCRIPTOR_HANDLE: ptr is %#zx, but no live descriptor heap has such a "
                "handle",
                size_t(stale.ptr));
  EXPECT_EQ(Reason(), want);
}

TEST_F(Descriptors, PastTheEnd) {
  p.device->CopyDescriptorsSimple(2, Cpu(visible.Get(), 3), Cpu(hidden.Get()),
                                  D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  char want[200];
  std::snprintf(
      want, sizeof want,
      "D3D12_CPU_DESCRIPTOR_HANDLE: 2 descriptors from %#zx are needed, but its heap has 1 "
      "from there",
      size_t(Cpu(visible.Get(), 3).ptr));
  EXPECT_EQ(Reason(), want);
}

TEST_F(Descriptors, UnequalRanges) {
  const D3D12_CPU_DESCRIPTOR_HANDLE to = Cpu(visible.Get()), from = Cpu(hidden.Get());
  const UINT two = 2, three = 3;
  p.device->CopyDescriptors(1, &to, &two, 1, &from, &three, D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  EXPECT_EQ(Reason(),
            "ID3D12Device::CopyDescriptors: the destination ranges have 2 descriptors, but the "
            "source ranges 3");
}

TEST_F(Descriptors, ViewPastTheBuffer) {
  D3D12_UNORDERED_ACCESS_VIEW_DESC desc{};
  desc.Format = DXGI_FORMAT_R32_TYPELESS;
  desc.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  desc.Buffer.FirstElement = UINT64(1) << 62;
  desc.Buffer.NumElements = 2;
  p.device->CreateUnorderedAccessView(a.Get(), nullptr, &desc, Cpu(hidden.Get()));
  EXPECT_EQ(Reason(),
            "ID3D12Device::CreateUnorderedAccessView: FirstElement 4611686018427387904 and "
            "NumElements 2 of 4 bytes each end after the buffer's 8 bytes");
}

TEST_F(Descriptors, ImpossibleHeaps) {
  const auto message = [&](D3D12_DESCRIPTOR_HEAP_DESC desc) {
    ComPtr<ID3D12DescriptorHeap> heap;
    EXPECT_EQ(p.device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&heap)), E_INVALIDARG);
    return std::string(WeftGetLastErrorMessage());
  };
  EXPECT_EQ(message({D3D12_DESCRIPTOR_HEAP_TYPE(7), 1, {}, 0}),
            "ID3D12Device::CreateDescriptorHeap: Type is 7, but 0 to 3 are heap types");
  EXPECT_EQ(message({D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, UINT32_MAX, {}, 0}),
            "ID3D12Device::CreateDescriptorHeap: NumDescriptors is 4294967295, but 1000000 are the "
            "most");
  EXPECT_EQ(
      message({D3D12_DESCRIPTOR_HEAP_TYPE_RTV, 1, D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE, 0}),
      "ID3D12Device::CreateDescriptorHeap: Flags has SHADER_VISIBLE, but Type is 2: only "
      "CBV_SRV_UAV (0) and SAMPLER (1) heaps can be");
}

}  // namespace
}  // namespace weft::test
