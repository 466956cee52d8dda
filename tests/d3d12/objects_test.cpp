// SPDX-License-Identifier: MIT
// COM: identity, references, private data, names; the device as the adapter's only one.
#include "d3d12/harness.h"

namespace weft::test {
namespace {

template <class... Interfaces>
void ExpectInterfaces(IUnknown* object) {
  ComPtr<IUnknown> identity;
  ASSERT_EQ(object->QueryInterface(IID_PPV_ARGS(&identity)), S_OK);
  int index = 0;
  const auto expect = [&](REFIID riid) {
    IUnknown* found = nullptr;
    ASSERT_EQ(object->QueryInterface(riid, reinterpret_cast<void**>(&found)), S_OK) << index;
    ComPtr<IUnknown> same;
    EXPECT_EQ(found->QueryInterface(IID_PPV_ARGS(&same)), S_OK);
    EXPECT_EQ(same.Get(), identity.Get()) << index;
    found->Release();
    ++index;
  };
  (expect(__uuidof(Interfaces)), ...);
  void* other = &index;
  EXPECT_EQ(object->QueryInterface(__uuidof(ID3D12StateObject), &other), E_NOINTERFACE);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(object->QueryInterface(__uuidof(IUnknown), nullptr), E_POINTER);
}

TEST(Objects, EveryAncestorAnswersAndIsTheSameObject) {
  Program p;
  ExpectInterfaces<ID3D12Object, ID3D12Device, ID3D12Device1, ID3D12Device2, ID3D12Device3,
                   ID3D12Device4, ID3D12Device5, ID3D12Device6, ID3D12Device7, ID3D12Device8,
                   ID3D12Device9, ID3D12Device10, ID3D12Device11, ID3D12InfoQueue,
                   ID3D12InfoQueue1>(p.device.Get());
  ExpectInterfaces<ID3D12Object, ID3D12DeviceChild, ID3D12CommandList, ID3D12GraphicsCommandList,
                   ID3D12GraphicsCommandList8>(p.list.Get());
  ExpectInterfaces<ID3D12Object, ID3D12DeviceChild, ID3D12Pageable, ID3D12CommandQueue>(
      p.queue.Get());
  ExpectInterfaces<ID3D12Object, ID3D12DeviceChild, ID3D12Pageable, ID3D12CommandAllocator>(
      p.allocator.Get());
  ExpectInterfaces<ID3D12Object, ID3D12DeviceChild, ID3D12Pageable, ID3D12Fence, ID3D12Fence1>(
      p.fence.Get());
  ExpectInterfaces<ID3D12Object, ID3D12DeviceChild, ID3D12Pageable, ID3D12Resource, ID3D12Resource1,
                   ID3D12Resource2>(NewBuffer(p.device.Get(), 4).Get());
  ExpectInterfaces<ID3D12Object, ID3D12DeviceChild, ID3D12Pageable, ID3D12DescriptorHeap>(
      NewDescriptorHeap(p.device.Get(), 1).Get());
}

TEST(Objects, ChildrenKeepTheDeviceAndKnowIt) {
  ComPtr<ID3D12Device11> device = NewDevice();
  ComPtr<ID3D12Fence> fence;
  ASSERT_EQ(device->CreateFence(7, D3D12_FENCE_FLAG_SHARED, IID_PPV_ARGS(&fence)), S_OK);
  ID3D12Device11* const raw = device.Get();
  EXPECT_GT(ReferencesAfterRelease(device), 0u);
  ComPtr<ID3D12Device11> parent;
  ASSERT_EQ(fence->GetDevice(IID_PPV_ARGS(&parent)), S_OK);
  EXPECT_EQ(parent.Get(), raw);
  EXPECT_EQ(ReferencesAfterRelease(fence), 0u);
  EXPECT_EQ(ReferencesAfterRelease(parent), 0u);
}

TEST(Objects, EverythingIsReleasedInTheEnd) {
  Program p;
  ComPtr<ID3D12Resource> buffer = NewBuffer(p.device.Get(), 4096);
  p.list->CopyBufferRegion(buffer.Get(), 0, buffer.Get(), 8, 8);
  p.CloseAndRun();
  EXPECT_EQ(ReferencesAfterRelease(buffer), 0u);
  EXPECT_EQ(ReferencesAfterRelease(p.list), 0u);
  EXPECT_EQ(ReferencesAfterRelease(p.allocator), 0u);
  EXPECT_EQ(ReferencesAfterRelease(p.queue), 0u);
  EXPECT_EQ(ReferencesAfterRelease(p.fence), 0u);
  EXPECT_EQ(ReferencesAfterRelease(p.device), 0u);
}

TEST(Objects, OneDevicePerAdapter) {
  ComPtr<ID3D12Device11> first = NewDevice(), second = NewDevice();
  EXPECT_EQ(first.Get(), second.Get());
  EXPECT_EQ(first->GetNodeCount(), 1u);
  first->RemoveDevice();
  EXPECT_EQ(first->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_REMOVED);
  ComPtr<ID3D12Device11> third = NewDevice();
  EXPECT_NE(first.Get(), third.Get());
  EXPECT_EQ(third->GetDeviceRemovedReason(), S_OK);
}

TEST(Objects, CreationWithoutAPlaceForTheResultOnlyChecks) {
  Program p;
  EXPECT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_12_1, __uuidof(ID3D12Device), nullptr),
            S_FALSE);
  EXPECT_EQ(p.device->CreateFence(0, D3D12_FENCE_FLAG_NONE, __uuidof(ID3D12Fence), nullptr),
            S_FALSE);
  p.list->Close();
  EXPECT_EQ(p.device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_COMPUTE, p.allocator.Get(),
                                        nullptr, __uuidof(ID3D12CommandList), nullptr),
            S_FALSE);
  p.Reopen();  // the allocator is free again
  const D3D12_HEAP_PROPERTIES heap = HeapOf(D3D12_HEAP_TYPE_DEFAULT);
  const D3D12_RESOURCE_DESC desc = BufferDesc(16);
  EXPECT_EQ(p.device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                              D3D12_RESOURCE_STATE_COMMON, nullptr,
                                              __uuidof(ID3D12Resource), nullptr),
            S_FALSE);
}

TEST(Objects, AnInterfaceThatIsNotThere) {
  ComPtr<ID3D12Device11> device = NewDevice();
  void* fence = this;
  EXPECT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, __uuidof(ID3D12Heap), &fence),
            E_NOINTERFACE);
  EXPECT_EQ(fence, nullptr);
  EXPECT_STREQ(
      WeftGetLastErrorMessage(),
      "riid is 6b3b2502-6e51-45b3-90ee-9884265e8df3, but the object has no such interface");
}

TEST(Objects, FeatureLevels) {
  for (int level : {0x100, 0x1000, 0xb000, 0xb100, 0xc000, 0xc100}) {
    ComPtr<ID3D12Device> device;
    EXPECT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL(level), IID_PPV_ARGS(&device)), S_OK)
        << level;
  }
  void* device = this;
  EXPECT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL(0xc200), __uuidof(ID3D12Device), &device),
            E_INVALIDARG);
  EXPECT_EQ(device, nullptr);
  EXPECT_STREQ(
      WeftGetLastErrorMessage(),
      "D3D12CreateDevice: MinimumFeatureLevel is 0xc200, but 12_1 (0xc100) is the highest");
}

constexpr GUID kKey = {0x12345678, 1, 2, {3, 4, 5, 6, 7, 8, 9, 10}};

TEST(PrivateData, Values) {
  ComPtr<ID3D12Device11> device = NewDevice();
  UINT size = 99;
  uint64_t value = 0;
  EXPECT_EQ(device->GetPrivateData(kKey, &size, &value), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(size, 0u);
  const uint64_t stored = 0x0102030405060708;
  EXPECT_EQ(device->SetPrivateData(kKey, sizeof stored, &stored), S_OK);
  EXPECT_EQ(device->GetPrivateData(kKey, &size, nullptr), S_OK);
  EXPECT_EQ(size, 8u);
  size = 7;
  EXPECT_EQ(device->GetPrivateData(kKey, &size, &value), DXGI_ERROR_MORE_DATA);
  EXPECT_EQ(size, 8u);
  EXPECT_EQ(value, 0u);
  EXPECT_EQ(device->GetPrivateData(kKey, &size, &value), S_OK);
  EXPECT_EQ(value, stored);
  EXPECT_EQ(device->SetPrivateData(kKey, 4, nullptr), E_INVALIDARG);
  EXPECT_EQ(device->SetPrivateData(kKey, 0, nullptr), S_OK);
  EXPECT_EQ(device->GetPrivateData(kKey, &size, &value), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(device->GetPrivateData(kKey, nullptr, &value), E_POINTER);
}

TEST(PrivateData, InterfacesHoldAReference) {
  ComPtr<ID3D12Device11> device = NewDevice();
  ComPtr<ID3D12Resource> buffer = NewBuffer(device.Get(), 4);
  ComPtr<ID3D12Fence> fence;
  ASSERT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)), S_OK);
  EXPECT_EQ(buffer->SetPrivateDataInterface(kKey, fence.Get()), S_OK);
  ID3D12Fence* const raw = fence.Get();
  EXPECT_EQ(ReferencesAfterRelease(fence), 1u);
  IUnknown* back = nullptr;
  UINT size = sizeof back;
  EXPECT_EQ(buffer->GetPrivateData(kKey, &size, &back), S_OK);
  EXPECT_EQ(back, raw);
  EXPECT_EQ(back->Release(), 1u);
  back->AddRef();
  EXPECT_EQ(buffer->SetPrivateDataInterface(kKey, nullptr), S_OK);
  EXPECT_EQ(back->Release(), 0u);
}

TEST(PrivateData, ANameIsPrivateDataToo) {
  ComPtr<ID3D12Device11> device = NewDevice();
  ComPtr<ID3D12Resource> buffer = NewBuffer(device.Get(), 4);
  EXPECT_EQ(buffer->SetName(L"gewürz"), S_OK);
  const GUID name_id = {
      0x4cca5fd8, 0x921f, 0x42c8, {0x85, 0x66, 0x70, 0xca, 0xf2, 0xa9, 0xb7, 0x41}};
  wchar_t name[16] = {};
  UINT size = sizeof name;
  EXPECT_EQ(buffer->GetPrivateData(name_id, &size, name), S_OK);
  EXPECT_EQ(std::wstring(name), L"gewürz");
  EXPECT_EQ(buffer->SetName(nullptr), S_OK);
  EXPECT_EQ(buffer->GetPrivateData(name_id, &size, name), DXGI_ERROR_NOT_FOUND);
}

TEST(Debug, TheLayerCanBeAskedFor) {
  ComPtr<ID3D12Debug> debug;
  ASSERT_EQ(D3D12GetDebugInterface(IID_PPV_ARGS(&debug)), S_OK);
  debug->EnableDebugLayer();
  ComPtr<ID3D12Debug3> debug3;
  ASSERT_EQ(debug->QueryInterface(IID_PPV_ARGS(&debug3)), S_OK);
  debug3->SetEnableGPUBasedValidation(TRUE);
  ComPtr<ID3D12DeviceRemovedExtendedDataSettings> settings;
  EXPECT_EQ(D3D12GetDebugInterface(IID_PPV_ARGS(&settings)), E_NOINTERFACE);
}

}  // namespace
}  // namespace weft::test
