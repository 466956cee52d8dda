// SPDX-License-Identifier: MIT
// A range of a buffer that a command accesses. Commands do not keep buffers alive, so the memory is
// looked up again when they run.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "d3d12/interop.h"

namespace weft::d3d12 {

struct BufferRange {
  std::weak_ptr<Memory> memory;
  uint64_t offset = 0;  // in `memory`
  uint64_t bytes = 0;
  std::string what;  // "ID3D12GraphicsCommandList::CopyResource: pDstResource \"name\""

  // The memory, which stays as long as the result is held.
  Result<std::shared_ptr<std::byte>> Open() const {
    const std::shared_ptr<Memory> held = memory.lock();
    if (held == nullptr) return Invalid("{} was released before the list was executed", what);
    return std::shared_ptr<std::byte>(held, held->data + offset);
  }
};

// Checks that `bytes` from `offset` are within `resource`; `parameter` names it in messages.
Result<BufferRange> RangeOf(const char* method, const char* parameter, ID3D12Resource* resource,
                            uint64_t offset, uint64_t bytes);

}  // namespace weft::d3d12
