// SPDX-License-Identifier: MIT
// Finding the adapter as programs do, and what it says of itself.
// clang-format off
#include <wsl/winadapter.h>
#include <wsl/wrladapter.h>
#include <directx/d3d12.h>
#include <directx/dxcore.h>
#include <dxguids/dxguids.h>
// clang-format on
#include <WeftError.h>
#include <gtest/gtest.h>

#include <string>

namespace weft::test {
namespace {

using Microsoft::WRL::ComPtr;
using Property = DXCoreAdapterProperty;

constexpr GUID kGenericMl = {
    0xb71b0d41, 0x1088, 0x422f, {0xa2, 0x7c, 0x02, 0x50, 0xb7, 0xd3, 0xa9, 0x88}};
constexpr GUID kCoreCompute = {
    0x248e2800, 0xa793, 0x4724, {0xab, 0xaa, 0x23, 0xa6, 0xde, 0x1b, 0xe0, 0x90}};
constexpr GUID kGraphics = {
    0x0c9ece4d, 0x2f6e, 0x4f01, {0x8c, 0x96, 0xe8, 0x9e, 0x33, 0x1b, 0x47, 0xb1}};

class DxCore : public testing::Test {
 protected:
  DxCore() {
    EXPECT_EQ(DXCoreCreateAdapterFactory(IID_PPV_ARGS(&factory)), S_OK);
    EXPECT_EQ(factory->CreateAdapterList(1, &kGenericMl, IID_PPV_ARGS(&list)), S_OK);
    EXPECT_EQ(list->GetAdapter(0, IID_PPV_ARGS(&adapter)), S_OK);
  }
  template <class T>
  T Get(Property property) {
    T value{};
    size_t size = 0;
    EXPECT_TRUE(adapter->IsPropertySupported(property));
    EXPECT_EQ(adapter->GetPropertySize(property, &size), S_OK);
    EXPECT_EQ(size, sizeof value);
    EXPECT_EQ(adapter->GetProperty(property, &value), S_OK);
    return value;
  }
  ComPtr<IDXCoreAdapterFactory> factory;
  ComPtr<IDXCoreAdapterList> list;
  ComPtr<IDXCoreAdapter> adapter;
};

TEST_F(DxCore, ListsMatchAllAttributes) {
  const auto count = [&](std::initializer_list<GUID> attributes) {
    ComPtr<IDXCoreAdapterList> found;
    EXPECT_EQ(factory->CreateAdapterList(uint32_t(attributes.size()), attributes.begin(),
                                         IID_PPV_ARGS(&found)),
              S_OK);
    return found->GetAdapterCount();
  };
  EXPECT_EQ(count({kGenericMl}), 1u);
  EXPECT_EQ(count({kCoreCompute}), 1u);
  EXPECT_EQ(count({kGenericMl, kCoreCompute}), 1u);
  EXPECT_EQ(count({kGraphics}), 0u);
  EXPECT_EQ(count({kCoreCompute, kGraphics}), 0u);
  const auto preference = DXCoreAdapterPreference::Hardware;
  EXPECT_EQ(list->Sort(1, &preference), S_OK);
  EXPECT_FALSE(list->IsStale());
  EXPECT_TRUE(list->IsAdapterPreferenceSupported(preference));
  EXPECT_TRUE(adapter->IsAttributeSupported(kCoreCompute));
  EXPECT_FALSE(adapter->IsAttributeSupported(kGraphics));
}

TEST_F(DxCore, ListErrors) {
  void* none = this;
  EXPECT_EQ(factory->CreateAdapterList(0, &kGenericMl, __uuidof(IDXCoreAdapterList), &none),
            E_INVALIDARG);
  EXPECT_EQ(none, nullptr);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "IDXCoreAdapterFactory::CreateAdapterList: numAttributes is 0");
  EXPECT_EQ(factory->CreateAdapterList(1, nullptr, __uuidof(IDXCoreAdapterList), &none),
            E_INVALIDARG);
  EXPECT_EQ(list->GetAdapter(1, __uuidof(IDXCoreAdapter), &none), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "IDXCoreAdapterList::GetAdapter: index is 1, but the list has 1");
  EXPECT_EQ(DXCoreCreateAdapterFactory(__uuidof(IDXCoreAdapterFactory), nullptr), E_POINTER);
}

TEST_F(DxCore, Properties) {
  EXPECT_TRUE(adapter->IsValid());
  EXPECT_TRUE(Get<bool>(Property::IsHardware));
  EXPECT_TRUE(Get<bool>(Property::IsIntegrated));
  EXPECT_FALSE(Get<bool>(Property::IsDetachable));
  EXPECT_NE(Get<DXCoreHardwareID>(Property::HardwareID).vendorID, 0x1414u);
  EXPECT_EQ(Get<DXCoreHardwareIDParts>(Property::HardwareIDParts).vendorID,
            Get<DXCoreHardwareID>(Property::HardwareID).vendorID);
  EXPECT_EQ(Get<uint64_t>(Property::DedicatedAdapterMemory), 0u);
  EXPECT_GT(Get<uint64_t>(Property::SharedSystemMemory), uint64_t(1) << 28);
  EXPECT_GT(Get<uint64_t>(Property::DriverVersion), 0u);

  size_t size = 0;
  ASSERT_EQ(adapter->GetPropertySize(Property::DriverDescription, &size), S_OK);
  std::string name(size, '?');
  ASSERT_EQ(adapter->GetProperty(Property::DriverDescription, size, name.data()), S_OK);
  EXPECT_TRUE(name.starts_with("Weft (")) << name;
  EXPECT_EQ(name.find('\0'), size - 1);
}

TEST_F(DxCore, PropertyErrors) {
  uint8_t byte = 0;
  EXPECT_EQ(adapter->GetProperty(Property::InstanceLuid, sizeof byte, &byte), E_INVALIDARG);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "IDXCoreAdapter::GetProperty: bufferSize is 1, but property 0 has 8 bytes");
  EXPECT_EQ(adapter->GetProperty(Property::IsHardware, sizeof byte, nullptr), E_POINTER);
  EXPECT_EQ(adapter->GetProperty(Property::KmdModelVersion, sizeof byte, &byte),
            DXGI_ERROR_UNSUPPORTED);
  EXPECT_EQ(adapter->GetProperty(Property(99), sizeof byte, &byte), DXGI_ERROR_INVALID_CALL);
  EXPECT_STREQ(WeftGetLastErrorMessage(),
               "IDXCoreAdapter::GetProperty: property is 99, but 14 is the last");
  EXPECT_FALSE(adapter->IsPropertySupported(Property(99)));
}

TEST_F(DxCore, TheDeviceIsTheAdapters) {
  ComPtr<ID3D12Device> device;
  ASSERT_EQ(D3D12CreateDevice(adapter.Get(), D3D_FEATURE_LEVEL_1_0_CORE, IID_PPV_ARGS(&device)),
            S_OK);
  const LUID luid = Get<LUID>(Property::InstanceLuid), its = device->GetAdapterLuid();
  EXPECT_EQ(luid.LowPart, its.LowPart);
  EXPECT_EQ(luid.HighPart, its.HighPart);
  ComPtr<IDXCoreAdapter> same;
  EXPECT_EQ(factory->GetAdapterByLuid(luid, IID_PPV_ARGS(&same)), S_OK);
  EXPECT_EQ(factory->GetAdapterByLuid(LUID{1, 2}, IID_PPV_ARGS(&same)), E_INVALIDARG);
  ComPtr<IDXCoreAdapterFactory> back;
  EXPECT_EQ(adapter->GetFactory(IID_PPV_ARGS(&back)), S_OK);
  EXPECT_EQ(back.Get(), factory.Get());
}

TEST_F(DxCore, MemoryBudget) {
  ComPtr<ID3D12Device> device;
  ASSERT_EQ(D3D12CreateDevice(adapter.Get(), D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device)), S_OK);
  const auto usage = [&] {
    const DXCoreAdapterMemoryBudgetNodeSegmentGroup group{0, DXCoreSegmentGroup::Local};
    DXCoreAdapterMemoryBudget budget{};
    EXPECT_EQ(adapter->QueryState(DXCoreAdapterState::AdapterMemoryBudget, &group, &budget), S_OK);
    EXPECT_LE(budget.currentUsage, budget.budget);
    return budget.currentUsage;
  };
  const uint64_t before = usage();
  const D3D12_HEAP_DESC desc{65536, {D3D12_HEAP_TYPE_DEFAULT, {}, {}, 0, 0}, 0, {}};
  ComPtr<ID3D12Heap> heap;
  ASSERT_EQ(device->CreateHeap(&desc, IID_PPV_ARGS(&heap)), S_OK);
  EXPECT_EQ(usage(), before + 65536);
  heap = nullptr;
  EXPECT_EQ(usage(), before);
}

}  // namespace
}  // namespace weft::test
