// SPDX-License-Identifier: MIT
// The exported functions of libd3d12.so and libdxcore.so.
#include "d3d12/caught.h"
#include "d3d12/debug.h"
#include "d3d12/device.h"
#include "d3d12/dxcore.h"
#include "d3d12/feature_level.h"
#include "weft/export.h"

using weft::com::Failure;

// The adapter may be null, one of ours, or some other object that stands for a device: there is
// only one choice.
extern "C" WEFT_API HRESULT D3D12CreateDevice(IUnknown*, D3D_FEATURE_LEVEL minimum, REFIID riid,
                                              void** out) try {
  if (out != nullptr) *out = nullptr;
  if (!weft::d3d12::IsSupported(int(weft::d3d12::Number(minimum))))
    return Failure(
        E_INVALIDARG,
        fmt::format("D3D12CreateDevice: MinimumFeatureLevel is {:#x}, but 12_1 ({:#x}) is "
                    "the highest",
                    weft::d3d12::Number(minimum), unsigned(D3D_FEATURE_LEVEL_12_1)));
  weft::d3d12::Device* const device = weft::d3d12::Device::Current();
  if (out != nullptr) return weft::com::HandOut(device, riid, out);
  device->Release();
  return S_FALSE;
}
WEFT_CATCH_HRESULT

extern "C" WEFT_API HRESULT D3D12GetDebugInterface(REFIID riid, void** out) try {
  return out ? weft::com::HandOut(new weft::d3d12::Debug, riid, out) : S_FALSE;
}
WEFT_CATCH_HRESULT

extern "C" WEFT_API HRESULT DXCoreCreateAdapterFactory(REFIID riid, void** out) try {
  if (out == nullptr) return Failure(E_POINTER, "DXCoreCreateAdapterFactory: ppvFactory is null");
  return weft::com::HandOut(weft::d3d12::NewAdapterFactory(), riid, out);
}
WEFT_CATCH_HRESULT
