// SPDX-License-Identifier: MIT
// Memory for resources and heaps: aligned to 64 KiB, zeroed, and registered by its address.
#pragma once

#include <memory>
#include <string_view>

#include "d3d12/interop.h"

namespace weft::d3d12 {

inline constexpr uint64_t kPlacementBytes = D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT;  // 64 KiB

// All of it together is at most the memory of the machine. Error messages begin with `what`.
Result<std::shared_ptr<Memory>> Allocate(std::string_view what, uint64_t bytes);

// The memory at a GPU virtual address, which is the address itself; null if there is none.
std::shared_ptr<Memory> MemoryAt(D3D12_GPU_VIRTUAL_ADDRESS address);

uint64_t MachineBytes();
uint64_t AllocatedBytes();

}  // namespace weft::d3d12
