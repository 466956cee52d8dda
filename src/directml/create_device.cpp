// SPDX-License-Identifier: MIT
// DMLCreateDevice and DMLCreateDevice1, the two functions libdirectml.so exports.
#include <fmt/format.h>

#include "d3d12/caught.h"
#include "d3d12/device.h"
#include "d3d12/last_error.h"
#include "directml/device.h"
#include "weft/operator.h"

namespace weft::directml {
namespace {

Result<HRESULT> CreateDevice(ID3D12Device* parent, uint32_t flags, FeatureLevel minimum,
                             REFIID riid, void** ppv) {
  if (ppv != nullptr) *ppv = nullptr;
  if (parent == nullptr) return Invalid("d3d12Device is null");
  if (flags & ~uint32_t(DML_CREATE_DEVICE_FLAG_DEBUG))
    return Invalid("flags is {:#x}, but DEBUG (0x1) is the only flag", flags);
  if (minimum > kNewestFeatureLevel)
    return NotSupported("minimumFeatureLevel is {}, but {} is the newest there is",
                        LevelName(minimum), LevelName(kNewestFeatureLevel));
  if (!LevelFromName(LevelName(minimum)))
    return Invalid("minimumFeatureLevel is {}, but that is no feature level", LevelName(minimum));
  if (com::As<d3d12::Device>(parent) == nullptr)
    return Invalid("d3d12Device is not one of D3D12CreateDevice of this library");
  if (FAILED(parent->GetDeviceRemovedReason())) return DXGI_ERROR_DEVICE_REMOVED;
  return HandOutOrProbe(new DmlDevice(parent, flags & DML_CREATE_DEVICE_FLAG_DEBUG), riid, ppv);
}

HRESULT CreateDeviceFor(std::string_view function, ID3D12Device* parent, uint32_t flags,
                        FeatureLevel minimum, REFIID riid, void** ppv) try {
  const Result<HRESULT> result = CreateDevice(parent, flags, minimum, riid, ppv);
  if (!result)
    return com::Failure(com::ToHresult(result.error().code),
                        fmt::format("{}: {}", function, result.error().message));
  if (*result == E_NOINTERFACE)
    return com::Failure(*result, fmt::format("{}: riid is no interface of a device", function));
  if (FAILED(*result))
    return com::Failure(*result, fmt::format("{}: d3d12Device was removed", function));
  return *result;
}
WEFT_CATCH_HRESULT

}  // namespace
}  // namespace weft::directml

WEFT_API HRESULT DMLCreateDevice(ID3D12Device* d3d12Device, DML_CREATE_DEVICE_FLAGS flags,
                                 REFIID riid, void** ppv) try {
  return weft::directml::CreateDeviceFor("DMLCreateDevice", d3d12Device, uint32_t(flags),
                                         weft::FeatureLevel::Level1_0, riid, ppv);
}
WEFT_CATCH_HRESULT

WEFT_API HRESULT DMLCreateDevice1(ID3D12Device* d3d12Device, DML_CREATE_DEVICE_FLAGS flags,
                                  DML_FEATURE_LEVEL minimumFeatureLevel, REFIID riid,
                                  void** ppv) try {
  return weft::directml::CreateDeviceFor("DMLCreateDevice1", d3d12Device, uint32_t(flags),
                                         weft::FeatureLevel(minimumFeatureLevel), riid, ppv);
}
WEFT_CATCH_HRESULT
