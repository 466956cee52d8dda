// SPDX-License-Identifier: MIT
// The methods of a command list that Weft leaves out: graphics, shaders, textures. None has a
// result, so they do nothing; programs for DirectML do not call them. Markers are ignored by right.
#pragma once

#include "d3d12/direct3d.h"

namespace weft::d3d12 {

class CommandListUnsupported : public ID3D12GraphicsCommandList8 {
 public:
  // ID3D12GraphicsCommandList
  void DrawInstanced(UINT, UINT, UINT, UINT) override {}
  void DrawIndexedInstanced(UINT, UINT, UINT, INT, UINT) override {}
  void Dispatch(UINT, UINT, UINT) override {}
  void CopyTextureRegion(const D3D12_TEXTURE_COPY_LOCATION*, UINT, UINT, UINT,
                         const D3D12_TEXTURE_COPY_LOCATION*, const D3D12_BOX*) override {}
  void CopyTiles(ID3D12Resource*, const D3D12_TILED_RESOURCE_COORDINATE*,
                 const D3D12_TILE_REGION_SIZE*, ID3D12Resource*, UINT64,
                 D3D12_TILE_COPY_FLAGS) override {}
  void ResolveSubresource(ID3D12Resource*, UINT, ID3D12Resource*, UINT, DXGI_FORMAT) override {}
  void IASetPrimitiveTopology(D3D12_PRIMITIVE_TOPOLOGY) override {}
  void RSSetViewports(UINT, const D3D12_VIEWPORT*) override {}
  void RSSetScissorRects(UINT, const D3D12_RECT*) override {}
  void OMSetBlendFactor(const FLOAT*) override {}
  void OMSetStencilRef(UINT) override {}
  void SetPipelineState(ID3D12PipelineState*) override {}
  void ExecuteBundle(ID3D12GraphicsCommandList*) override {}
  void SetComputeRootSignature(ID3D12RootSignature*) override {}
  void SetGraphicsRootSignature(ID3D12RootSignature*) override {}
  void SetComputeRootDescriptorTable(UINT, D3D12_GPU_DESCRIPTOR_HANDLE) override {}
  void SetGraphicsRootDescriptorTable(UINT, D3D12_GPU_DESCRIPTOR_HANDLE) override {}
  void SetComputeRoot32BitConstant(UINT, UINT, UINT) override {}
  void SetGraphicsRoot32BitConstant(UINT, UINT, UINT) override {}
  void SetComputeRoot32BitConstants(UINT, UINT, const void*, UINT) override {}
  void SetGraphicsRoot32BitConstants(UINT, UINT, const void*, UINT) override {}
  void SetComputeRootConstantBufferView(UINT, D3D12_GPU_VIRTUAL_ADDRESS) override {}
  void SetGraphicsRootConstantBufferView(UINT, D3D12_GPU_VIRTUAL_ADDRESS) override {}
  void SetComputeRootShaderResourceView(UINT, D3D12_GPU_VIRTUAL_ADDRESS) override {}
  void SetGraphicsRootShaderResourceView(UINT, D3D12_GPU_VIRTUAL_ADDRESS) override {}
  void SetComputeRootUnorderedAccessView(UINT, D3D12_GPU_VIRTUAL_ADDRESS) override {}
  void SetGraphicsRootUnorderedAccessView(UINT, D3D12_GPU_VIRTUAL_ADDRESS) override {}
  void IASetIndexBuffer(const D3D12_INDEX_BUFFER_VIEW*) override {}
  void IASetVertexBuffers(UINT, UINT, const D3D12_VERTEX_BUFFER_VIEW*) override {}
  void SOSetTargets(UINT, UINT, const D3D12_STREAM_OUTPUT_BUFFER_VIEW*) override {}
  void OMSetRenderTargets(UINT, const D3D12_CPU_DESCRIPTOR_HANDLE*, BOOL,
                          const D3D12_CPU_DESCRIPTOR_HANDLE*) override {}
  void ClearDepthStencilView(D3D12_CPU_DESCRIPTOR_HANDLE, D3D12_CLEAR_FLAGS, FLOAT, UINT8, UINT,
                             const D3D12_RECT*) override {}
  void ClearRenderTargetView(D3D12_CPU_DESCRIPTOR_HANDLE, const FLOAT*, UINT,
                             const D3D12_RECT*) override {}
  void DiscardResource(ID3D12Resource*, const D3D12_DISCARD_REGION*) override {}
  void BeginQuery(ID3D12QueryHeap*, D3D12_QUERY_TYPE, UINT) override {}
  void SetPredication(ID3D12Resource*, UINT64, D3D12_PREDICATION_OP) override {}
  void SetMarker(UINT, const void*, UINT) override {}
  void BeginEvent(UINT, const void*, UINT) override {}
  void EndEvent() override {}
  void ExecuteIndirect(ID3D12CommandSignature*, UINT, ID3D12Resource*, UINT64, ID3D12Resource*,
                       UINT64) override {}
  // ID3D12GraphicsCommandList1
  void OMSetDepthBounds(FLOAT, FLOAT) override {}
  void SetSamplePositions(UINT, UINT, D3D12_SAMPLE_POSITION*) override {}
  void ResolveSubresourceRegion(ID3D12Resource*, UINT, UINT, UINT, ID3D12Resource*, UINT,
                                D3D12_RECT*, DXGI_FORMAT, D3D12_RESOLVE_MODE) override {}
  void SetViewInstanceMask(UINT) override {}
  // ID3D12GraphicsCommandList2
  // ID3D12GraphicsCommandList3
  void SetProtectedResourceSession(ID3D12ProtectedResourceSession*) override {}
  // ID3D12GraphicsCommandList4
  void BeginRenderPass(UINT, const D3D12_RENDER_PASS_RENDER_TARGET_DESC*,
                       const D3D12_RENDER_PASS_DEPTH_STENCIL_DESC*,
                       D3D12_RENDER_PASS_FLAGS) override {}
  void EndRenderPass() override {}
  void InitializeMetaCommand(ID3D12MetaCommand*, const void*, SIZE_T) override {}
  void ExecuteMetaCommand(ID3D12MetaCommand*, const void*, SIZE_T) override {}
  void BuildRaytracingAccelerationStructure(
      const D3D12_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_DESC*, UINT,
      const D3D12_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_DESC*) override {}
  void EmitRaytracingAccelerationStructurePostbuildInfo(
      const D3D12_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_DESC*, UINT,
      const D3D12_GPU_VIRTUAL_ADDRESS*) override {}
  void CopyRaytracingAccelerationStructure(
      D3D12_GPU_VIRTUAL_ADDRESS, D3D12_GPU_VIRTUAL_ADDRESS,
      D3D12_RAYTRACING_ACCELERATION_STRUCTURE_COPY_MODE) override {}
  void SetPipelineState1(ID3D12StateObject*) override {}
  void DispatchRays(const D3D12_DISPATCH_RAYS_DESC*) override {}
  // ID3D12GraphicsCommandList5
  void RSSetShadingRate(D3D12_SHADING_RATE, const D3D12_SHADING_RATE_COMBINER*) override {}
  void RSSetShadingRateImage(ID3D12Resource*) override {}
  // ID3D12GraphicsCommandList6
  void DispatchMesh(UINT, UINT, UINT) override {}
  // ID3D12GraphicsCommandList7
  void Barrier(UINT32, const D3D12_BARRIER_GROUP*) override {}
  // ID3D12GraphicsCommandList8
  void OMSetFrontAndBackStencilRef(UINT, UINT) override {}
};

}  // namespace weft::d3d12
