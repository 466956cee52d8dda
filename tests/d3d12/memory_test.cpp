// SPDX-License-Identifier: MIT
// Buffers and heaps: where their memory is, who may map it, and every way to ask for the
// impossible.
#include "d3d12/harness.h"

namespace weft::test {
namespace {

class Memory : public testing::Test {
 protected:
  HRESULT Create(const D3D12_HEAP_PROPERTIES& heap, const D3D12_RESOURCE_DESC& desc) {
    buffer = nullptr;
    return device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                           D3D12_RESOURCE_STATE_COMMON, nullptr,
                                           IID_PPV_ARGS(&buffer));
  }
  ComPtr<ID3D12Device11> device = NewDevice();
  ComPtr<ID3D12Resource> buffer;
};

TEST_F(Memory, BuffersAreAlignedZeroedAndKeepTheirDescription) {
  for (UINT64 bytes : {UINT64(1), UINT64(4), UINT64(65536), UINT64(65537), UINT64(5) << 20}) {
    ASSERT_EQ(Create(HeapOf(D3D12_HEAP_TYPE_CUSTOM), BufferDesc(bytes)), S_OK);
    EXPECT_EQ(buffer->GetDesc().Width, bytes);
    EXPECT_EQ(buffer->GetDesc().Flags, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
    EXPECT_NE(buffer->GetGPUVirtualAddress(), 0u);
    EXPECT_EQ(buffer->GetGPUVirtualAddress() % 65536, 0u);
    EXPECT_EQ(Read<uint8_t>(buffer.Get()), std::vector<uint8_t>(bytes));
    D3D12_HEAP_PROPERTIES heap{};
    EXPECT_EQ(buffer->GetHeapProperties(&heap, nullptr), S_OK);
    EXPECT_EQ(heap.Type, D3D12_HEAP_TYPE_CUSTOM);
    EXPECT_EQ(heap.CPUPageProperty, D3D12_CPU_PAGE_PROPERTY_WRITE_BACK);
  }
}

TEST_F(Memory, OnlyWhatTheCpuMayAccessIsMapped) {
  for (auto type : {D3D12_HEAP_TYPE_UPLOAD, D3D12_HEAP_TYPE_READBACK, D3D12_HEAP_TYPE_CUSTOM}) {
    ASSERT_EQ(Create(HeapOf(type), BufferDesc(16)), S_OK);
    void *first = nullptr, *second = nullptr;
    const D3D12_RANGE none{0, 0};
    EXPECT_EQ(buffer->Map(0, nullptr, &first), S_OK);
    EXPECT_EQ(buffer->Map(0, &none, &second), S_OK);  // maps nest
    EXPECT_EQ(buffer->Map(0, nullptr, nullptr), S_OK);
    EXPECT_NE(first, nullptr);
    EXPECT_EQ(first, second);
  }
  ASSERT_EQ(Create(HeapOf(D3D12_HEAP_TYPE_DEFAULT), BufferDesc(16)), S_OK);
  void* data = this;
  EXPECT_EQ(buffer->Map(0, nullptr, &data), E_INVALIDARG);
  EXPECT_EQ(data, nullptr);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Resource::Map: the buffer's heap is DEFAULT, but only UPLOAD, READBACK and "
               "CUSTOM heaps that the CPU can access are mapped");
}

TEST_F(Memory, MapErrors) {
  ASSERT_EQ(Create(HeapOf(D3D12_HEAP_TYPE_UPLOAD), BufferDesc(16)), S_OK);
  void* data = nullptr;
  const D3D12_RANGE past{0, 17}, backwards{8, 4};
  EXPECT_EQ(buffer->Map(0, &past, &data), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Resource::Map: pReadRange is [0, 17), but the buffer is [0, 16)");
  EXPECT_EQ(buffer->Map(0, &backwards, &data), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Resource::Map: pReadRange is [8, 4), but the buffer is [0, 16)");
  EXPECT_EQ(buffer->Map(1, nullptr, &data), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Resource::Map: Subresource is 1, but a buffer has only 0");
  EXPECT_EQ(buffer->Map(0, nullptr, &data), S_OK);
  buffer->Unmap(0, nullptr);
  buffer->Unmap(0, nullptr);
  EXPECT_STREQ(WeftGetLastErrorMessage(), "ID3D12Resource::Unmap: the buffer is not mapped");
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

TEST_F(Memory, ImpossibleBuffers) {
  struct Case {
    void (*change)(D3D12_HEAP_PROPERTIES&, D3D12_RESOURCE_DESC&);
    const char* message;
  };
  const Case cases[] = {
      {[](auto&, auto& desc) { desc.Width = 0; }, "Width is 0, but a buffer has at least 1 byte"},
      {[](auto&, auto& desc) { desc.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D; },
       "Dimension is 3, but a buffer, the only supported resource, has 1"},
      {[](auto&, auto& desc) { desc.Height = 2; },
       "Height is 2, but a buffer, the only supported resource, has 1"},
      {[](auto&, auto& desc) { desc.DepthOrArraySize = 0; },
       "DepthOrArraySize is 0, but a buffer, the only supported resource, has 1"},
      {[](auto&, auto& desc) { desc.MipLevels = 0; },
       "MipLevels is 0, but a buffer, the only supported resource, has 1"},
      {[](auto&, auto& desc) { desc.Format = DXGI_FORMAT_R32_FLOAT; },
       "Format is 41, but a buffer, the only supported resource, has 0"},
      {[](auto&, auto& desc) { desc.SampleDesc.Count = 4; },
       "SampleDesc.Count is 4, but a buffer, the only supported resource, has 1"},
      {[](auto&, auto& desc) { desc.SampleDesc.Quality = 1; },
       "SampleDesc.Quality is 1, but a buffer, the only supported resource, has 0"},
      {[](auto&, auto& desc) { desc.Layout = D3D12_TEXTURE_LAYOUT_UNKNOWN; },
       "Layout is 0, but a buffer, the only supported resource, has 1"},
      {[](auto&, auto& desc) { desc.Alignment = 4096; },
       "Alignment is 4096, but 0 or 65536 is required"},
      {[](auto&, auto& desc) { desc.Flags = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET; },
       "Flags is 0x1, but a buffer can have 0x3c at most"},
      {[](auto& heap, auto&) { heap.Type = D3D12_HEAP_TYPE(9); },
       "heap Type is 9, but 1 to 4 are heap types"},
      {[](auto& heap, auto&) { heap.CPUPageProperty = D3D12_CPU_PAGE_PROPERTY_WRITE_BACK; },
       "CPUPageProperty is 3, but heap Type 1 requires 0"},
      {[](auto& heap, auto&) { heap.Type = D3D12_HEAP_TYPE_CUSTOM; },
       "CPUPageProperty is 0, but heap Type 4 requires 1 to 3"},
      {[](auto& heap, auto&) {
         heap = HeapOf(D3D12_HEAP_TYPE_CUSTOM);
         heap.MemoryPoolPreference = D3D12_MEMORY_POOL_L1;
       },
       "MemoryPoolPreference is 2, but heap Type 4 requires L0 (1), the only pool of a unified "
       "memory"},
      {[](auto& heap, auto&) { heap.VisibleNodeMask = 2; },
       "a node mask is 0x2, but there is one node: 0 or 1 is required"},
  };
  for (const Case& test : cases) {
    D3D12_HEAP_PROPERTIES heap = HeapOf(D3D12_HEAP_TYPE_DEFAULT);
    D3D12_RESOURCE_DESC desc = BufferDesc(16);
    test.change(heap, desc);
    EXPECT_EQ(Create(heap, desc), E_INVALIDARG) << test.message;
    EXPECT_EQ(buffer.Get(), nullptr);
    EXPECT_EQ(WeftGetLastErrorMessage(),
              std::string("ID3D12Device::CreateCommittedResource: ") + test.message);
  }
}

TEST_F(Memory, TooLargeIsOutOfMemory) {
  for (UINT64 bytes : {UINT64(1) << 50, UINT64(1) << 63, UINT64_MAX, UINT64_MAX - 65535}) {
    EXPECT_EQ(Create(HeapOf(D3D12_HEAP_TYPE_DEFAULT), BufferDesc(bytes)), E_OUTOFMEMORY) << bytes;
    const std::string message = WeftGetLastErrorMessage();
    EXPECT_TRUE(message.starts_with("ID3D12Device::CreateCommittedResource: " +
                                    std::to_string(bytes) + " bytes were asked for, but the"))
        << message;
    const D3D12_HEAP_DESC desc{bytes, HeapOf(D3D12_HEAP_TYPE_DEFAULT), 0, D3D12_HEAP_FLAG_NONE};
    ComPtr<ID3D12Heap> heap;
    EXPECT_EQ(device->CreateHeap(&desc, IID_PPV_ARGS(&heap)), E_OUTOFMEMORY);
  }
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

TEST_F(Memory, PlacedBuffersShareTheirHeap) {
  const D3D12_HEAP_DESC heap_desc{3 * 65536, HeapOf(D3D12_HEAP_TYPE_CUSTOM), 0,
                                  D3D12_HEAP_FLAG_NONE};
  ComPtr<ID3D12Heap> heap;
  ASSERT_EQ(device->CreateHeap(&heap_desc, IID_PPV_ARGS(&heap)), S_OK);
  EXPECT_EQ(heap->GetDesc().SizeInBytes, 3u * 65536);
  const auto place = [&](UINT64 offset, UINT64 bytes, ComPtr<ID3D12Resource>& placed) {
    const D3D12_RESOURCE_DESC desc = BufferDesc(bytes);
    return device->CreatePlacedResource(heap.Get(), offset, &desc, D3D12_RESOURCE_STATE_COMMON,
                                        nullptr, IID_PPV_ARGS(&placed));
  };
  ComPtr<ID3D12Resource> all, second, none;
  ASSERT_EQ(place(0, 3 * 65536, all), S_OK);
  ASSERT_EQ(place(65536, 8, second), S_OK);
  EXPECT_EQ(second->GetGPUVirtualAddress() - all->GetGPUVirtualAddress(), 65536u);
  heap = nullptr;  // its memory stays while buffers are in it
  Write(second.Get(), std::vector<uint32_t>{7, 9});
  EXPECT_EQ(Read(all.Get())[65536 / 4 + 1], 9u);

  ASSERT_EQ(device->CreateHeap(&heap_desc, IID_PPV_ARGS(&heap)), S_OK);
  EXPECT_EQ(place(256, 8, none), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device::CreatePlacedResource: HeapOffset is 256, but a multiple of 65536 is "
               "required");
  EXPECT_EQ(place(UINT64_MAX - 65535, 8, none), E_INVALIDARG);
  EXPECT_EQ(place(131072, 65537, none), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device::CreatePlacedResource: Width 65537 from HeapOffset 131072 is needed, "
               "but the heap has 196608 bytes");
  heap = nullptr;
  EXPECT_EQ(place(0, 8, none), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "ID3D12Device::CreatePlacedResource: pHeap is not a heap of this device");
}

TEST_F(Memory, NewerWaysToCreateAreTheSame) {
  const D3D12_HEAP_PROPERTIES heap = HeapOf(D3D12_HEAP_TYPE_DEFAULT);
  const D3D12_RESOURCE_DESC old = BufferDesc(100);
  D3D12_RESOURCE_DESC1 desc{};
  std::memcpy(&desc, &old, sizeof old);
  ComPtr<ID3D12Resource2> a, b, c;
  EXPECT_EQ(device->CreateCommittedResource1(&heap, D3D12_HEAP_FLAG_CREATE_NOT_ZEROED, &old,
                                             D3D12_RESOURCE_STATE_COMMON, nullptr, nullptr,
                                             IID_PPV_ARGS(&a)),
            S_OK);
  EXPECT_EQ(device->CreateCommittedResource2(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                             D3D12_RESOURCE_STATE_COMMON, nullptr, nullptr,
                                             IID_PPV_ARGS(&b)),
            S_OK);
  EXPECT_EQ(device->CreateCommittedResource3(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                             D3D12_BARRIER_LAYOUT_UNDEFINED, nullptr, nullptr, 0,
                                             nullptr, IID_PPV_ARGS(&c)),
            S_OK);
  for (ID3D12Resource2* made : {a.Get(), b.Get(), c.Get()}) EXPECT_EQ(made->GetDesc1().Width, 100u);
  D3D12_HEAP_FLAGS flags{};
  EXPECT_EQ(a->GetHeapProperties(nullptr, &flags), S_OK);
  EXPECT_EQ(flags, D3D12_HEAP_FLAG_CREATE_NOT_ZEROED);
}

TEST_F(Memory, AllocationInfo) {
  const D3D12_RESOURCE_DESC descs[] = {BufferDesc(1), BufferDesc(65536), BufferDesc(65537)};
  D3D12_RESOURCE_ALLOCATION_INFO1 infos[3];
  const auto total = device->GetResourceAllocationInfo1(0, 3, descs, infos);
  EXPECT_EQ(total.SizeInBytes, 4u * 65536);
  EXPECT_EQ(total.Alignment, 65536u);
  EXPECT_EQ(infos[2].Offset, 2u * 65536);
  EXPECT_EQ(infos[2].SizeInBytes, 2u * 65536);
  EXPECT_EQ(device->GetResourceAllocationInfo(0, 1, descs).SizeInBytes, 65536u);
  for (UINT64 bytes : {UINT64(0), UINT64_MAX, UINT64_MAX - 65536}) {
    const D3D12_RESOURCE_DESC two[] = {BufferDesc(bytes), BufferDesc(bytes)};
    EXPECT_EQ(device->GetResourceAllocationInfo(0, 2, two).SizeInBytes, UINT64_MAX) << bytes;
  }
}

TEST_F(Memory, FootprintOfABufferIsOneRow) {
  const D3D12_RESOURCE_DESC desc = BufferDesc(1000);
  D3D12_PLACED_SUBRESOURCE_FOOTPRINT layout{};
  UINT rows = 0;
  UINT64 row_bytes = 0, total = 0;
  device->GetCopyableFootprints(&desc, 0, 1, 512, &layout, &rows, &row_bytes, &total);
  EXPECT_EQ(layout.Offset, 512u);
  EXPECT_EQ(layout.Footprint.Width, 1000u);
  EXPECT_EQ(layout.Footprint.Height, 1u);
  EXPECT_EQ(layout.Footprint.Depth, 1u);
  EXPECT_EQ(layout.Footprint.RowPitch, 1024u);
  EXPECT_EQ(rows, 1u);
  EXPECT_EQ(row_bytes, 1000u);
  EXPECT_EQ(total, 1000u);
  device->GetCopyableFootprints(&desc, 1, 1, 0, nullptr, nullptr, nullptr, &total);
  EXPECT_EQ(total, UINT64_MAX);
  const D3D12_RESOURCE_DESC huge = BufferDesc(UINT64(1) << 33);
  device->GetCopyableFootprints(&huge, 0, 1, 0, nullptr, nullptr, nullptr, &total);
  EXPECT_EQ(total, UINT64_MAX);
}

}  // namespace
}  // namespace weft::test
