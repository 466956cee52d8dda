// SPDX-License-Identifier: MIT
// Records commands for a queue. Recorded commands are an object of their own, so that the list can
// be reset or released while a queue still runs them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "d3d12/buffer_range.h"
#include "d3d12/command_allocator.h"
#include "d3d12/command_list_unsupported.h"
#include "d3d12/device_child.h"

namespace weft::d3d12 {

// Run in order by a queue's thread, as often as the list is executed. An error ends the device.
using Recording = std::vector<std::function<Status()>>;

class CommandList final
    : public DeviceChild<
          CommandList, CommandListUnsupported, ID3D12CommandList, ID3D12GraphicsCommandList,
          ID3D12GraphicsCommandList1, ID3D12GraphicsCommandList2, ID3D12GraphicsCommandList3,
          ID3D12GraphicsCommandList4, ID3D12GraphicsCommandList5, ID3D12GraphicsCommandList6,
          ID3D12GraphicsCommandList7, ID3D12GraphicsCommandList8> {
 public:
  static constexpr GUID kOwnId = com::OwnId(8);
  CommandList(Device* device, D3D12_COMMAND_LIST_TYPE type) : DeviceChild(device), type_(type) {}
  ~CommandList() { End(); }

  // Opens the list, which must be closed.
  Status Begin(const char* method, ID3D12CommandAllocator* allocator);
  Status Record(const char* method, std::function<Status()> work);
  // For a queue; an error when the list is open or its recording failed.
  Result<std::shared_ptr<const Recording>> Closed() const;

  D3D12_COMMAND_LIST_TYPE GetType() override { return type_; }
  HRESULT Close() override;
  HRESULT Reset(ID3D12CommandAllocator* allocator, ID3D12PipelineState* state) override;
  void ClearState(ID3D12PipelineState*) override {}  // there is no state

  void ResourceBarrier(UINT count, const D3D12_RESOURCE_BARRIER* barriers) override;
  void SetDescriptorHeaps(UINT count, ID3D12DescriptorHeap* const* heaps) override;

  void CopyResource(ID3D12Resource* to, ID3D12Resource* from) override;
  void CopyBufferRegion(ID3D12Resource* to, UINT64 to_offset, ID3D12Resource* from,
                        UINT64 from_offset, UINT64 bytes) override;
  void AtomicCopyBufferUINT(ID3D12Resource* to, UINT64 to_offset, ID3D12Resource* from,
                            UINT64 from_offset, UINT dependencies, ID3D12Resource* const* resources,
                            const D3D12_SUBRESOURCE_RANGE_UINT64* ranges) override;
  void AtomicCopyBufferUINT64(ID3D12Resource* to, UINT64 to_offset, ID3D12Resource* from,
                              UINT64 from_offset, UINT dependencies,
                              ID3D12Resource* const* resources,
                              const D3D12_SUBRESOURCE_RANGE_UINT64* ranges) override;
  void WriteBufferImmediate(UINT count, const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER* parameters,
                            const D3D12_WRITEBUFFERIMMEDIATE_MODE* modes) override;

  void ClearUnorderedAccessViewUint(D3D12_GPU_DESCRIPTOR_HANDLE gpu,
                                    D3D12_CPU_DESCRIPTOR_HANDLE cpu, ID3D12Resource* resource,
                                    const UINT values[4], UINT rect_count,
                                    const D3D12_RECT* rects) override;
  void ClearUnorderedAccessViewFloat(D3D12_GPU_DESCRIPTOR_HANDLE gpu,
                                     D3D12_CPU_DESCRIPTOR_HANDLE cpu, ID3D12Resource* resource,
                                     const FLOAT values[4], UINT rect_count,
                                     const D3D12_RECT* rects) override;

  void EndQuery(ID3D12QueryHeap* heap, D3D12_QUERY_TYPE type, UINT index) override;
  void ResolveQueryData(ID3D12QueryHeap* heap, D3D12_QUERY_TYPE type, UINT first, UINT count,
                        ID3D12Resource* to, UINT64 to_offset) override;

 private:
  // A command that cannot be recorded: Close returns the first such error, as Direct3D does. To
  // record into a closed list has no Close to return from, so that removes the device.
  void Note(Status status) noexcept;
  Status Copy(const char* method, Result<BufferRange> to, Result<BufferRange> from);
  template <class Value>
  Status Clear(const char* method, D3D12_GPU_DESCRIPTOR_HANDLE gpu, D3D12_CPU_DESCRIPTOR_HANDLE cpu,
               ID3D12Resource* resource, const Value* values, UINT rect_count,
               const D3D12_RECT* rects);
  void End();

  const D3D12_COMMAND_LIST_TYPE type_;
  com::ComPtr<CommandAllocator> allocator_;  // while the list is open
  std::shared_ptr<Recording> recording_ = std::make_shared<Recording>();
  std::optional<Error> error_;
};

}  // namespace weft::d3d12
