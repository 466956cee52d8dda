// SPDX-License-Identifier: MIT
// The software Direct3D device: makes every other object, keeps the descriptors, the messages and
// the reason of its removal. Its methods are spread over device*.cpp by subject.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "d3d12/com.h"
#include "d3d12/descriptor_table.h"
#include "d3d12/device_unsupported.h"
#include "d3d12/info_queue.h"

namespace weft::d3d12 {

class FenceState;

class Device final
    : public com::NamedObject<Device, DeviceUnsupported, ID3D12Object, ID3D12Device, ID3D12Device1,
                              ID3D12Device2, ID3D12Device3, ID3D12Device4, ID3D12Device5,
                              ID3D12Device6, ID3D12Device7, ID3D12Device8, ID3D12Device9,
                              ID3D12Device10, ID3D12Device11> {
 public:
  static constexpr GUID kOwnId = com::OwnId(1);
  // The adapter's one device, with a reference for the caller; a new one if there is none or if it
  // has been removed.
  static Device* Current();
  ~Device();

  DescriptorTable& descriptors() { return descriptors_; }
  InfoQueue& messages() { return messages_; }

  // Every failure goes through these: the message becomes the thread's last and a message of the
  // info queue, the HRESULT is for the caller.
  HRESULT Fail(HRESULT result, std::string_view message) noexcept;
  HRESULT Fail(const Error& error) { return Fail(com::ToHresult(error.code), error.message); }
  HRESULT FailRemoved(std::string_view method);

  // Ends the device: fences reach every value, and what is recorded no longer runs. Only the first
  // reason counts.
  void Remove(HRESULT reason, std::string_view message) noexcept;
  // A failure of a method without a result: there is no other way to say that it did not work.
  void RemoveBecause(const Error& error) noexcept;
  bool removed() const { return GetRemovedReason() != S_OK; }
  HRESULT GetRemovedReason() const { return removed_reason_.load(std::memory_order_acquire); }

  // Objects: device.cpp
  HRESULT QueryInterface(REFIID riid, void** out) override;
  UINT GetNodeCount() override { return 1; }
  LUID GetAdapterLuid() override;
  HRESULT GetDeviceRemovedReason() override { return GetRemovedReason(); }
  void RemoveDevice() override;
  HRESULT CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID riid,
                             void** out) override;
  HRESULT CreateCommandQueue1(const D3D12_COMMAND_QUEUE_DESC* desc, REFIID creator, REFIID riid,
                              void** out) override;
  HRESULT CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type, REFIID riid, void** out) override;
  HRESULT CreateCommandList(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                            ID3D12CommandAllocator* allocator, ID3D12PipelineState* state,
                            REFIID riid, void** out) override;
  HRESULT CreateCommandList1(UINT node_mask, D3D12_COMMAND_LIST_TYPE type,
                             D3D12_COMMAND_LIST_FLAGS flags, REFIID riid, void** out) override;
  HRESULT CreateFence(UINT64 value, D3D12_FENCE_FLAGS flags, REFIID riid, void** out) override;
  HRESULT CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC* desc, REFIID riid,
                               void** out) override;
  HRESULT CreateQueryHeap(const D3D12_QUERY_HEAP_DESC* desc, REFIID riid, void** out) override;

  // What the device can do: device_features.cpp
  HRESULT CheckFeatureSupport(D3D12_FEATURE feature, void* data, UINT bytes) override;
  HRESULT EnumerateMetaCommands(UINT* count, D3D12_META_COMMAND_DESC* descs) override;

  // Memory: device_resources.cpp
  HRESULT CreateCommittedResource(const D3D12_HEAP_PROPERTIES* heap, D3D12_HEAP_FLAGS heap_flags,
                                  const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES state,
                                  const D3D12_CLEAR_VALUE* clear, REFIID riid, void** out) override;
  HRESULT CreateCommittedResource1(const D3D12_HEAP_PROPERTIES* heap, D3D12_HEAP_FLAGS heap_flags,
                                   const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES state,
                                   const D3D12_CLEAR_VALUE* clear,
                                   ID3D12ProtectedResourceSession* session, REFIID riid,
                                   void** out) override;
  HRESULT CreateCommittedResource2(const D3D12_HEAP_PROPERTIES* heap, D3D12_HEAP_FLAGS heap_flags,
                                   const D3D12_RESOURCE_DESC1* desc, D3D12_RESOURCE_STATES state,
                                   const D3D12_CLEAR_VALUE* clear,
                                   ID3D12ProtectedResourceSession* session, REFIID riid,
                                   void** out) override;
  HRESULT CreateCommittedResource3(const D3D12_HEAP_PROPERTIES* heap, D3D12_HEAP_FLAGS heap_flags,
                                   const D3D12_RESOURCE_DESC1* desc, D3D12_BARRIER_LAYOUT layout,
                                   const D3D12_CLEAR_VALUE* clear,
                                   ID3D12ProtectedResourceSession* session, UINT32 format_count,
                                   DXGI_FORMAT* formats, REFIID riid, void** out) override;
  HRESULT CreateHeap(const D3D12_HEAP_DESC* desc, REFIID riid, void** out) override;
  HRESULT CreateHeap1(const D3D12_HEAP_DESC* desc, ID3D12ProtectedResourceSession* session,
                      REFIID riid, void** out) override;
  HRESULT CreatePlacedResource(ID3D12Heap* heap, UINT64 offset, const D3D12_RESOURCE_DESC* desc,
                               D3D12_RESOURCE_STATES state, const D3D12_CLEAR_VALUE* clear,
                               REFIID riid, void** out) override;
  HRESULT CreatePlacedResource1(ID3D12Heap* heap, UINT64 offset, const D3D12_RESOURCE_DESC1* desc,
                                D3D12_RESOURCE_STATES state, const D3D12_CLEAR_VALUE* clear,
                                REFIID riid, void** out) override;
  HRESULT CreatePlacedResource2(ID3D12Heap* heap, UINT64 offset, const D3D12_RESOURCE_DESC1* desc,
                                D3D12_BARRIER_LAYOUT layout, const D3D12_CLEAR_VALUE* clear,
                                UINT32 format_count, DXGI_FORMAT* formats, REFIID riid,
                                void** out) override;
  D3D12_RESOURCE_ALLOCATION_INFO GetResourceAllocationInfo(
      UINT visible_mask, UINT count, const D3D12_RESOURCE_DESC* descs) override;
  D3D12_RESOURCE_ALLOCATION_INFO GetResourceAllocationInfo1(
      UINT visible_mask, UINT count, const D3D12_RESOURCE_DESC* descs,
      D3D12_RESOURCE_ALLOCATION_INFO1* infos) override;
  D3D12_RESOURCE_ALLOCATION_INFO GetResourceAllocationInfo2(
      UINT visible_mask, UINT count, const D3D12_RESOURCE_DESC1* descs,
      D3D12_RESOURCE_ALLOCATION_INFO1* infos) override;
  D3D12_HEAP_PROPERTIES GetCustomHeapProperties(UINT node_mask, D3D12_HEAP_TYPE type) override;
  void GetCopyableFootprints(const D3D12_RESOURCE_DESC* desc, UINT first, UINT count,
                             UINT64 base_offset, D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts,
                             UINT* row_counts, UINT64* row_bytes, UINT64* total_bytes) override;
  void GetCopyableFootprints1(const D3D12_RESOURCE_DESC1* desc, UINT first, UINT count,
                              UINT64 base_offset, D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts,
                              UINT* row_counts, UINT64* row_bytes, UINT64* total_bytes) override;

  // Residency, a promise that is always kept here, and waiting: device_residency.cpp
  HRESULT MakeResident(UINT count, ID3D12Pageable* const* objects) override;
  HRESULT Evict(UINT count, ID3D12Pageable* const* objects) override;
  HRESULT EnqueueMakeResident(D3D12_RESIDENCY_FLAGS flags, UINT count,
                              ID3D12Pageable* const* objects, ID3D12Fence* fence,
                              UINT64 value) override;
  HRESULT SetResidencyPriority(UINT count, ID3D12Pageable* const* objects,
                               const D3D12_RESIDENCY_PRIORITY* priorities) override;
  HRESULT SetEventOnMultipleFenceCompletion(ID3D12Fence* const* fences, const UINT64* values,
                                            UINT count, D3D12_MULTIPLE_FENCE_WAIT_FLAGS flags,
                                            HANDLE event) override;

  // Descriptors: device_views.cpp
  UINT GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE) override {
    return DescriptorTable::kIncrement;
  }
  void CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc,
                                D3D12_CPU_DESCRIPTOR_HANDLE handle) override;
  void CreateShaderResourceView(ID3D12Resource* resource,
                                const D3D12_SHADER_RESOURCE_VIEW_DESC* desc,
                                D3D12_CPU_DESCRIPTOR_HANDLE handle) override;
  void CreateUnorderedAccessView(ID3D12Resource* resource, ID3D12Resource* counter,
                                 const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc,
                                 D3D12_CPU_DESCRIPTOR_HANDLE handle) override;
  void CopyDescriptors(UINT to_count, const D3D12_CPU_DESCRIPTOR_HANDLE* to, const UINT* to_sizes,
                       UINT from_count, const D3D12_CPU_DESCRIPTOR_HANDLE* from,
                       const UINT* from_sizes, D3D12_DESCRIPTOR_HEAP_TYPE type) override;
  void CopyDescriptorsSimple(UINT count, D3D12_CPU_DESCRIPTOR_HANDLE to,
                             D3D12_CPU_DESCRIPTOR_HANDLE from,
                             D3D12_DESCRIPTOR_HEAP_TYPE type) override;

 private:
  Device() : messages_(this) {}

  DescriptorTable descriptors_;
  InfoQueue messages_;
  std::atomic<HRESULT> removed_reason_ = S_OK;
  std::mutex fences_mutex_;
  std::vector<std::weak_ptr<FenceState>> fences_;
};

}  // namespace weft::d3d12
