// SPDX-License-Identifier: MIT
// All that the DirectML face needs of the software Direct3D device: the memory behind a buffer,
// descriptors as records in a heap, work recorded into a command list, messages, removal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "d3d12/direct3d.h"
#include "weft/status.h"

namespace weft::d3d12 {

// Memory of a committed resource or of a heap. The object that owns it holds the only lasting
// reference, so that later users detect that it has been released.
struct Memory {
  std::byte* data;
  uint64_t bytes;
};

struct BufferInfo {
  std::shared_ptr<Memory> memory;
  uint64_t offset;  // of the buffer in `memory` (placed resources share a heap's)
  uint64_t bytes;   // Width
  D3D12_HEAP_PROPERTIES heap;
  std::string name;  // SetName, for messages; may be empty
};
// An error for a resource of another implementation.
Result<BufferInfo> BufferOf(ID3D12Resource* resource);

// One slot of a descriptor heap: a range of a buffer, or nothing. `memory` expires when the buffer
// is released.
struct Descriptor {
  std::weak_ptr<Memory> memory;
  uint64_t offset = 0;  // in `memory`
  uint64_t bytes = 0;   // 0: nothing is bound
};
// Both fail when `count` slots from `handle` do not lie in one live heap of `device`. Handles are
// found again at execution time, for a heap may be gone by then.
Status WriteDescriptors(ID3D12Device* device, D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t first,
                        const std::vector<Descriptor>& descriptors);
Status CheckDescriptors(ID3D12Device* device, D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t count);
Status CheckDescriptors(ID3D12Device* device, D3D12_GPU_DESCRIPTOR_HANDLE handle, uint32_t count);
Result<std::vector<Descriptor>> ReadDescriptors(ID3D12Device* device,
                                                D3D12_GPU_DESCRIPTOR_HANDLE handle, uint32_t count);

// Work for the queue's thread, in order with the list's other commands and as often as the list is
// executed. An error of `work` removes the device and becomes its message. Fails when the list is
// closed, of type COPY, or of another implementation.
Status Record(ID3D12CommandList* list, std::function<Status()> work);

// Goes to the device's info queue and its callbacks.
void Report(ID3D12Device* device, D3D12_MESSAGE_SEVERITY severity, std::string_view message);
void Remove(ID3D12Device* device, HRESULT reason);

}  // namespace weft::d3d12
