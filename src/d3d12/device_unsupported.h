// SPDX-License-Identifier: MIT
// The methods of a device that Weft leaves out, because no DirectML program needs them: graphics,
// shaders, textures, tiles, sharing. They fail with E_NOTIMPL; those without a result do nothing.
#pragma once

#include "d3d12/direct3d.h"
#include "d3d12/last_error.h"

namespace weft::d3d12 {

using com::NotImplemented;

class DeviceUnsupported : public ID3D12Device11 {
 public:
  // ID3D12Device
  HRESULT CreateGraphicsPipelineState(const D3D12_GRAPHICS_PIPELINE_STATE_DESC*, REFIID,
                                      void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT CreateComputePipelineState(const D3D12_COMPUTE_PIPELINE_STATE_DESC*, REFIID,
                                     void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT CreateRootSignature(UINT, const void*, SIZE_T, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  void CreateRenderTargetView(ID3D12Resource*, const D3D12_RENDER_TARGET_VIEW_DESC*,
                              D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void CreateDepthStencilView(ID3D12Resource*, const D3D12_DEPTH_STENCIL_VIEW_DESC*,
                              D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  void CreateSampler(const D3D12_SAMPLER_DESC*, D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  HRESULT CreateReservedResource(const D3D12_RESOURCE_DESC*, D3D12_RESOURCE_STATES,
                                 const D3D12_CLEAR_VALUE*, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT CreateSharedHandle(ID3D12DeviceChild*, const SECURITY_ATTRIBUTES*, DWORD, LPCWSTR,
                             HANDLE*) override {
    return NotImplemented(__func__);
  }
  HRESULT OpenSharedHandle(HANDLE, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT OpenSharedHandleByName(LPCWSTR, DWORD, HANDLE*) override {
    return NotImplemented(__func__);
  }
  HRESULT SetStablePowerState(BOOL) override { return NotImplemented(__func__); }
  HRESULT CreateCommandSignature(const D3D12_COMMAND_SIGNATURE_DESC*, ID3D12RootSignature*, REFIID,
                                 void** out) override {
    return NotImplemented(__func__, out);
  }
  void GetResourceTiling(ID3D12Resource*, UINT*, D3D12_PACKED_MIP_INFO*, D3D12_TILE_SHAPE*, UINT*,
                         UINT, D3D12_SUBRESOURCE_TILING*) override {}
  // ID3D12Device1
  HRESULT CreatePipelineLibrary(const void*, SIZE_T, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  // ID3D12Device2
  HRESULT CreatePipelineState(const D3D12_PIPELINE_STATE_STREAM_DESC*, REFIID,
                              void** out) override {
    return NotImplemented(__func__, out);
  }
  // ID3D12Device3
  HRESULT OpenExistingHeapFromAddress(const void*, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT OpenExistingHeapFromFileMapping(HANDLE, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  // ID3D12Device4
  HRESULT CreateProtectedResourceSession(const D3D12_PROTECTED_RESOURCE_SESSION_DESC*, REFIID,
                                         void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT CreateReservedResource1(const D3D12_RESOURCE_DESC*, D3D12_RESOURCE_STATES,
                                  const D3D12_CLEAR_VALUE*, ID3D12ProtectedResourceSession*, REFIID,
                                  void** out) override {
    return NotImplemented(__func__, out);
  }
  // ID3D12Device5
  HRESULT CreateLifetimeTracker(ID3D12LifetimeOwner*, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT EnumerateMetaCommandParameters(REFGUID, D3D12_META_COMMAND_PARAMETER_STAGE, UINT*, UINT*,
                                         D3D12_META_COMMAND_PARAMETER_DESC*) override {
    return NotImplemented(__func__);
  }
  HRESULT CreateMetaCommand(REFGUID, UINT, const void*, SIZE_T, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT CreateStateObject(const D3D12_STATE_OBJECT_DESC*, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  void GetRaytracingAccelerationStructurePrebuildInfo(
      const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_INPUTS*,
      D3D12_RAYTRACING_ACCELERATION_STRUCTURE_PREBUILD_INFO*) override {}
  D3D12_DRIVER_MATCHING_IDENTIFIER_STATUS CheckDriverMatchingIdentifier(
      D3D12_SERIALIZED_DATA_TYPE,
      const D3D12_SERIALIZED_DATA_DRIVER_MATCHING_IDENTIFIER*) override {
    return D3D12_DRIVER_MATCHING_IDENTIFIER_UNSUPPORTED_TYPE;
  }
  // ID3D12Device6
  HRESULT SetBackgroundProcessingMode(D3D12_BACKGROUND_PROCESSING_MODE, D3D12_MEASUREMENTS_ACTION,
                                      HANDLE, BOOL*) override {
    return NotImplemented(__func__);
  }
  // ID3D12Device7
  HRESULT AddToStateObject(const D3D12_STATE_OBJECT_DESC*, ID3D12StateObject*, REFIID,
                           void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT CreateProtectedResourceSession1(const D3D12_PROTECTED_RESOURCE_SESSION_DESC1*, REFIID,
                                          void** out) override {
    return NotImplemented(__func__, out);
  }
  // ID3D12Device8
  void CreateSamplerFeedbackUnorderedAccessView(ID3D12Resource*, ID3D12Resource*,
                                                D3D12_CPU_DESCRIPTOR_HANDLE) override {}
  // ID3D12Device9
  HRESULT CreateShaderCacheSession(const D3D12_SHADER_CACHE_SESSION_DESC*, REFIID,
                                   void** out) override {
    return NotImplemented(__func__, out);
  }
  HRESULT ShaderCacheControl(D3D12_SHADER_CACHE_KIND_FLAGS,
                             D3D12_SHADER_CACHE_CONTROL_FLAGS) override {
    return NotImplemented(__func__);
  }
  // ID3D12Device10
  HRESULT CreateReservedResource2(const D3D12_RESOURCE_DESC*, D3D12_BARRIER_LAYOUT,
                                  const D3D12_CLEAR_VALUE*, ID3D12ProtectedResourceSession*, UINT32,
                                  DXGI_FORMAT*, REFIID, void** out) override {
    return NotImplemented(__func__, out);
  }
  // ID3D12Device11
  void CreateSampler2(const D3D12_SAMPLER_DESC2*, D3D12_CPU_DESCRIPTOR_HANDLE) override {}
};

}  // namespace weft::d3d12
