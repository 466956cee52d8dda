// SPDX-License-Identifier: MIT
// Timestamps: records the time at which the queue reaches a command, and copies it into a buffer.
#include <cstring>

#include "d3d12/caught.h"
#include "d3d12/command_list.h"
#include "d3d12/query_heap.h"

namespace weft::d3d12 {
namespace {

Result<std::shared_ptr<QueryHeap::Slots>> SlotsOf(const char* method, ID3D12QueryHeap* heap,
                                                  D3D12_QUERY_TYPE type, uint64_t first,
                                                  uint64_t count) {
  auto* const own = com::As<QueryHeap>(heap);
  if (own == nullptr) return Invalid("{}: pQueryHeap is not a query heap of this device", method);
  if (type != D3D12_QUERY_TYPE_TIMESTAMP)
    return Invalid("{}: Type is {}, but the heap has TIMESTAMP (2) queries", method, int(type));
  if (first + count > own->slots()->size())
    return Invalid("{}: queries {} to {} are needed, but pQueryHeap has {}", method, first,
                   first + count - 1, own->slots()->size());
  return own->slots();
}

}  // namespace

void CommandList::EndQuery(ID3D12QueryHeap* heap, D3D12_QUERY_TYPE type, UINT index) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::EndQuery";
  Note([&]() -> Status {
    WEFT_ASSIGN(auto slots, SlotsOf(kMethod, heap, type, index, 1));
    return Record(kMethod, [slots = std::move(slots), index]() -> Status {
      (*slots)[index] = Timestamp();
      return Ok();
    });
  }());
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

void CommandList::ResolveQueryData(ID3D12QueryHeap* heap, D3D12_QUERY_TYPE type, UINT first,
                                   UINT count, ID3D12Resource* to, UINT64 to_offset) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::ResolveQueryData";
  Note([&]() -> Status {
    WEFT_ASSIGN(auto slots, SlotsOf(kMethod, heap, type, first, count));
    if (to_offset % sizeof(uint64_t) != 0)
      return Invalid("{}: AlignedDestinationBufferOffset is {}, but a multiple of 8 is required",
                     kMethod, to_offset);
    WEFT_ASSIGN(BufferRange target, RangeOf(kMethod, "pDestinationBuffer", to, to_offset,
                                            uint64_t(count) * sizeof(uint64_t)));
    return Record(kMethod,
                  [slots = std::move(slots), target = std::move(target), first]() -> Status {
                    WEFT_ASSIGN(const auto data, target.Open());
                    for (size_t i = 0; i < target.bytes / sizeof(uint64_t); ++i) {
                      const uint64_t ticks = (*slots)[first + i];
                      std::memcpy(data.get() + i * sizeof ticks, &ticks, sizeof ticks);
                    }
                    return Ok();
                  });
  }());
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

}  // namespace weft::d3d12
