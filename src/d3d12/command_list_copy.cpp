// SPDX-License-Identifier: MIT
// Commands that move bytes between buffers.
#include <cstring>

#include "d3d12/caught.h"
#include "d3d12/command_list.h"
#include "d3d12/memory.h"
#include "d3d12/resource.h"

namespace weft::d3d12 {

Result<BufferRange> RangeOf(const char* method, const char* parameter, ID3D12Resource* resource,
                            uint64_t offset, uint64_t bytes) {
  auto* const own = com::As<Resource>(resource);
  if (own == nullptr) return Invalid("{}: {} is not a buffer of this device", method, parameter);
  const BufferInfo buffer = own->Info();
  if (bytes > buffer.bytes || offset > buffer.bytes - bytes)
    return Invalid("{}: {} bytes from offset {} of {} are needed, but it has {}", method, bytes,
                   offset, parameter, buffer.bytes);
  return BufferRange{buffer.memory, buffer.offset + offset, bytes,
                     buffer.name.empty()
                         ? fmt::format("{}: {}", method, parameter)
                         : fmt::format("{}: {} \"{}\"", method, parameter, buffer.name)};
}

Status CommandList::Copy(const char* method, Result<BufferRange> to, Result<BufferRange> from) {
  WEFT_ASSIGN(BufferRange target, std::move(to));
  WEFT_ASSIGN(BufferRange source, std::move(from));
  return Record(method, [target = std::move(target), source = std::move(source)]() -> Status {
    WEFT_ASSIGN(const auto target_data, target.Open());
    WEFT_ASSIGN(const auto source_data, source.Open());
    std::memmove(target_data.get(), source_data.get(), source.bytes);  // they may overlap
    return Ok();
  });
}

void CommandList::CopyResource(ID3D12Resource* to, ID3D12Resource* from) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::CopyResource";
  auto* const target = com::As<Resource>(to);
  auto* const source = com::As<Resource>(from);
  const uint64_t bytes = source ? source->desc().Width : 0;
  if (target != nullptr && source != nullptr && target->desc().Width != bytes)
    return Note(Invalid("{}: pDstResource has {} bytes, but pSrcResource has {}", kMethod,
                        target->desc().Width, bytes));
  Note(Copy(kMethod, RangeOf(kMethod, "pDstResource", to, 0, bytes),
            RangeOf(kMethod, "pSrcResource", from, 0, bytes)));
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

void CommandList::CopyBufferRegion(ID3D12Resource* to, UINT64 to_offset, ID3D12Resource* from,
                                   UINT64 from_offset, UINT64 bytes) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::CopyBufferRegion";
  Note(Copy(kMethod, RangeOf(kMethod, "pDstBuffer", to, to_offset, bytes),
            RangeOf(kMethod, "pSrcBuffer", from, from_offset, bytes)));
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

// Nothing else runs on a queue while a command does, so a copy is atomic for those who wait for it.
// The dependencies are resources to be ordered with it, and all are.
void CommandList::AtomicCopyBufferUINT(ID3D12Resource* to, UINT64 to_offset, ID3D12Resource* from,
                                       UINT64 from_offset, UINT, ID3D12Resource* const*,
                                       const D3D12_SUBRESOURCE_RANGE_UINT64*) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList1::AtomicCopyBufferUINT";
  Note(Copy(kMethod, RangeOf(kMethod, "pDstBuffer", to, to_offset, sizeof(UINT)),
            RangeOf(kMethod, "pSrcBuffer", from, from_offset, sizeof(UINT))));
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

void CommandList::AtomicCopyBufferUINT64(ID3D12Resource* to, UINT64 to_offset, ID3D12Resource* from,
                                         UINT64 from_offset, UINT, ID3D12Resource* const*,
                                         const D3D12_SUBRESOURCE_RANGE_UINT64*) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList1::AtomicCopyBufferUINT64";
  Note(Copy(kMethod, RangeOf(kMethod, "pDstBuffer", to, to_offset, sizeof(UINT64)),
            RangeOf(kMethod, "pSrcBuffer", from, from_offset, sizeof(UINT64))));
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

void CommandList::WriteBufferImmediate(UINT count,
                                       const D3D12_WRITEBUFFERIMMEDIATE_PARAMETER* parameters,
                                       const D3D12_WRITEBUFFERIMMEDIATE_MODE*) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList2::WriteBufferImmediate";
  Note([&]() -> Status {
    if (count > 0 && parameters == nullptr)
      return Invalid("{}: pParams is null, but Count is {}", kMethod, count);
    for (UINT i = 0; i < count; ++i) {
      const auto [address, value] = parameters[i];
      const std::shared_ptr<Memory> memory = MemoryAt(address);
      const uint64_t offset = memory ? address - uint64_t(memory->data) : 0;
      if (memory == nullptr || memory->bytes - offset < sizeof value)
        return Invalid("{}: pParams[{}].Dest is {:#x}, but no buffer has 4 bytes there", kMethod, i,
                       address);
      BufferRange target{memory, offset, sizeof value,
                         fmt::format("{}: the buffer at pParams[{}].Dest", kMethod, i)};
      WEFT_RETURN_IF_ERROR(Record(kMethod, [target = std::move(target), value = value]() -> Status {
        WEFT_ASSIGN(const auto data, target.Open());
        std::memcpy(data.get(), &value, sizeof value);
        return Ok();
      }));
    }
    return Ok();
  }());
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

}  // namespace weft::d3d12
