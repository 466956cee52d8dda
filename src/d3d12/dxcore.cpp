// SPDX-License-Identifier: MIT
// One factory, lists of at most one adapter, and the adapter's properties. It computes and has no
// graphics: programs then choose COMPUTE queues.
#include "d3d12/dxcore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "d3d12/adapter.h"
#include "d3d12/caught.h"
#include "d3d12/com.h"
#include "d3d12/direct3d.h"
#include "d3d12/last_error.h"
#include "d3d12/memory.h"

namespace weft::d3d12 {
namespace {

using com::Failure;

// The headers have the first of these only as a symbol of another library, and not the others.
constexpr GUID kAttributes[] = {
    // D3D12_CORE_COMPUTE
    {0x248e2800, 0xa793, 0x4724, {0xab, 0xaa, 0x23, 0xa6, 0xde, 0x1b, 0xe0, 0x90}},
    // D3D12_GENERIC_ML
    {0xb71b0d41, 0x1088, 0x422f, {0xa2, 0x7c, 0x02, 0x50, 0xb7, 0xd3, 0xa9, 0x88}},
    // HARDWARE_TYPE_COMPUTE_ACCELERATOR
    {0xe0b195da, 0x58ef, 0x4a22, {0x90, 0xf1, 0x1f, 0x28, 0x16, 0x9c, 0xab, 0x8d}},
};
// Programs avoid Microsoft's vendor number, 0x1414: it stands for their slow software renderer.
constexpr uint32_t kVendor = 0x5746, kHardware = 1;

bool HasAttribute(REFGUID attribute) {
  return std::any_of(std::begin(kAttributes), std::end(kAttributes),
                     [&](const GUID& known) { return known == attribute; });
}

template <class T>
std::vector<std::byte> Bytes(const T& value) {
  const std::byte* bytes = reinterpret_cast<const std::byte*>(&value);
  return {bytes, bytes + sizeof value};
}

// Empty for properties the adapter does not have.
std::vector<std::byte> PropertyValue(DXCoreAdapterProperty property) {
  switch (property) {
    case DXCoreAdapterProperty::InstanceLuid: return Bytes(kAdapterLuid);
    case DXCoreAdapterProperty::DriverVersion: return Bytes(uint64_t(1) << 32);  // 0.1.0.0
    case DXCoreAdapterProperty::DriverDescription: {
      const std::string name = AdapterName();
      const std::byte* bytes = reinterpret_cast<const std::byte*>(name.c_str());
      return {bytes, bytes + name.size() + 1};
    }
    case DXCoreAdapterProperty::HardwareID:
      return Bytes(DXCoreHardwareID{kVendor, kHardware, 0, 0});
    case DXCoreAdapterProperty::HardwareIDParts:
      return Bytes(DXCoreHardwareIDParts{kVendor, kHardware, 0, 0, 0});
    case DXCoreAdapterProperty::DedicatedAdapterMemory:
    case DXCoreAdapterProperty::DedicatedSystemMemory: return Bytes(uint64_t(0));
    case DXCoreAdapterProperty::SharedSystemMemory: return Bytes(MachineBytes());
    case DXCoreAdapterProperty::IsHardware:
    case DXCoreAdapterProperty::IsIntegrated: return Bytes(true);
    case DXCoreAdapterProperty::IsDetachable: return Bytes(false);
    default: return {};
  }
}

HRESULT CheckProperty(const char* method, DXCoreAdapterProperty property) try {
  if (!PropertyValue(property).empty()) return S_OK;
  const bool known = property <= DXCoreAdapterProperty::HardwareIDParts;
  return Failure(
      known ? DXGI_ERROR_UNSUPPORTED : DXGI_ERROR_INVALID_CALL,
      fmt::format("IDXCoreAdapter::{}: property is {}, but {}", method, unsigned(property),
                  known ? "the adapter does not have it" : "14 is the last"));
}
WEFT_CATCH_HRESULT

class Factory;

class Adapter final : public com::Object<Adapter, IDXCoreAdapter, IDXCoreAdapter> {
 public:
  static constexpr GUID kOwnId = com::OwnId(11);
  explicit Adapter(IDXCoreAdapterFactory* factory) : factory_(factory) {}

  bool IsValid() override { return true; }
  bool IsAttributeSupported(REFGUID attribute) override { return HasAttribute(attribute); }
  bool IsPropertySupported(DXCoreAdapterProperty property) override try {
    return !PropertyValue(property).empty();
  } catch (...) {
    return false;
  }
  HRESULT GetPropertySize(DXCoreAdapterProperty property, size_t* bytes) override try {
    if (bytes == nullptr)
      return Failure(E_POINTER, "IDXCoreAdapter::GetPropertySize: bufferSize is null");
    *bytes = PropertyValue(property).size();
    return CheckProperty("GetPropertySize", property);
  }
  WEFT_CATCH_HRESULT
  HRESULT GetProperty(DXCoreAdapterProperty property, size_t bytes, void* data) override try {
    if (data == nullptr)
      return Failure(E_POINTER, "IDXCoreAdapter::GetProperty: propertyData is null");
    if (const HRESULT result = CheckProperty("GetProperty", property); FAILED(result))
      return result;
    const std::vector<std::byte> value = PropertyValue(property);
    if (bytes < value.size())
      return Failure(E_INVALIDARG, fmt::format("IDXCoreAdapter::GetProperty: bufferSize is {}, but "
                                               "property {} has {} bytes",
                                               bytes, unsigned(property), value.size()));
    std::memcpy(data, value.data(), value.size());
    return S_OK;
  }
  WEFT_CATCH_HRESULT
  bool IsQueryStateSupported(DXCoreAdapterState state) override {
    return state == DXCoreAdapterState::AdapterMemoryBudget;
  }
  HRESULT QueryState(DXCoreAdapterState state, size_t input_bytes, const void* input,
                     size_t output_bytes, void* output) override try {
    constexpr const char* kMethod = "IDXCoreAdapter::QueryState";
    if (!IsQueryStateSupported(state))
      return Failure(DXGI_ERROR_UNSUPPORTED,
                     fmt::format("{}: state is {}, but only AdapterMemoryBudget (1) is supported",
                                 kMethod, unsigned(state)));
    DXCoreAdapterMemoryBudgetNodeSegmentGroup group;
    DXCoreAdapterMemoryBudget budget{};
    if (input == nullptr || output == nullptr)
      return Failure(E_POINTER, fmt::format("{}: {} is null", kMethod,
                                            input ? "outputBuffer" : "inputStateDetails"));
    if (input_bytes < sizeof group || output_bytes < sizeof budget)
      return Failure(E_INVALIDARG,
                     fmt::format("{}: inputStateDetailsSize is {} and "
                                 "outputBufferSize is {}, but {} and {} are required",
                                 kMethod, input_bytes, output_bytes, sizeof group, sizeof budget));
    std::memcpy(&group, input, sizeof group);
    // All memory is local; there is no other segment to budget.
    if (group.segmentGroup == DXCoreSegmentGroup::Local) {
      budget.budget = MachineBytes();
      budget.currentUsage = AllocatedBytes();
      budget.availableForReservation = MachineBytes() / 2;
    }
    std::memcpy(output, &budget, sizeof budget);
    return S_OK;
  }
  WEFT_CATCH_HRESULT
  bool IsSetStateSupported(DXCoreAdapterState) override { return false; }
  HRESULT SetState(DXCoreAdapterState, size_t, const void*, size_t, const void*) override try {
    return com::NotImplemented(__func__);
  }
  WEFT_CATCH_HRESULT
  HRESULT GetFactory(REFIID riid, void** out) override try {
    return factory_->QueryInterface(riid, out);
  }
  WEFT_CATCH_HRESULT

 private:
  const com::ComPtr<IDXCoreAdapterFactory> factory_;
};

class AdapterList final : public com::Object<AdapterList, IDXCoreAdapterList, IDXCoreAdapterList> {
 public:
  static constexpr GUID kOwnId = com::OwnId(12);
  AdapterList(IDXCoreAdapterFactory* factory, bool has_adapter)
      : factory_(factory), has_adapter_(has_adapter) {}

  uint32_t GetAdapterCount() override { return has_adapter_; }
  HRESULT GetAdapter(uint32_t index, REFIID riid, void** out) override try {
    if (out == nullptr)
      return Failure(E_POINTER, "IDXCoreAdapterList::GetAdapter: ppvAdapter is null");
    *out = nullptr;
    if (index >= GetAdapterCount())
      return Failure(E_INVALIDARG,
                     fmt::format("IDXCoreAdapterList::GetAdapter: index is {}, but the list has {}",
                                 index, GetAdapterCount()));
    return com::HandOut(new Adapter(factory_.Get()), riid, out);
  }
  WEFT_CATCH_HRESULT
  bool IsStale() override { return false; }
  HRESULT GetFactory(REFIID riid, void** out) override try {
    return factory_->QueryInterface(riid, out);
  }
  WEFT_CATCH_HRESULT
  HRESULT Sort(uint32_t count, const DXCoreAdapterPreference* preferences) override try {
    return count > 0 && preferences == nullptr
               ? Failure(E_INVALIDARG, "IDXCoreAdapterList::Sort: preferences is null")
               : S_OK;
  }
  WEFT_CATCH_HRESULT
  bool IsAdapterPreferenceSupported(DXCoreAdapterPreference preference) override {
    return preference <= DXCoreAdapterPreference::HighPerformance;
  }

 private:
  const com::ComPtr<IDXCoreAdapterFactory> factory_;
  const bool has_adapter_;
};

class Factory final : public com::Object<Factory, IDXCoreAdapterFactory, IDXCoreAdapterFactory> {
 public:
  static constexpr GUID kOwnId = com::OwnId(13);

  HRESULT CreateAdapterList(uint32_t count, const GUID* attributes, REFIID riid,
                            void** out) override try {
    constexpr const char* kMethod = "IDXCoreAdapterFactory::CreateAdapterList";
    if (out == nullptr)
      return Failure(E_POINTER, fmt::format("{}: ppvAdapterList is null", kMethod));
    *out = nullptr;
    if (count == 0 || attributes == nullptr)
      return Failure(E_INVALIDARG,
                     fmt::format("{}: {}", kMethod,
                                 count == 0 ? "numAttributes is 0" : "filterAttributes is null"));
    const bool matches = std::all_of(attributes, attributes + count, HasAttribute);
    return com::HandOut(new AdapterList(this, matches), riid, out);
  }
  WEFT_CATCH_HRESULT
  HRESULT GetAdapterByLuid(const LUID& luid, REFIID riid, void** out) override try {
    constexpr const char* kMethod = "IDXCoreAdapterFactory::GetAdapterByLuid";
    if (out == nullptr) return Failure(E_POINTER, fmt::format("{}: ppvAdapter is null", kMethod));
    *out = nullptr;
    if (luid.LowPart != kAdapterLuid.LowPart || luid.HighPart != kAdapterLuid.HighPart)
      return Failure(E_INVALIDARG,
                     fmt::format("{}: adapterLUID is {:#x}:{:#x}, but the adapter's is "
                                 "{:#x}:{:#x}",
                                 kMethod, uint32_t(luid.HighPart), luid.LowPart,
                                 uint32_t(kAdapterLuid.HighPart), kAdapterLuid.LowPart));
    return com::HandOut(new Adapter(this), riid, out);
  }
  WEFT_CATCH_HRESULT
  bool IsNotificationTypeSupported(DXCoreNotificationType) override { return false; }
  HRESULT RegisterEventNotification(IUnknown*, DXCoreNotificationType,
                                    PFN_DXCORE_NOTIFICATION_CALLBACK, void*, uint32_t*) override
      try {
    return com::NotImplemented(__func__);
  }
  WEFT_CATCH_HRESULT
  HRESULT UnregisterEventNotification(uint32_t) override { return com::NotImplemented(__func__); }
};

}  // namespace

IUnknown* NewAdapterFactory() { return new Factory; }

}  // namespace weft::d3d12
