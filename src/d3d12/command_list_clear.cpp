// SPDX-License-Identifier: MIT
// Filling a view of a buffer with one value.
#include <algorithm>
#include <array>
#include <cstring>

#include "d3d12/caught.h"
#include "d3d12/command_list.h"
#include "d3d12/format.h"
#include "d3d12/resource.h"

namespace weft::d3d12 {
namespace {

struct Element {
  std::array<std::byte, 16> bytes;
  uint32_t size;
};

template <class Value>
Element ElementOf(const Format& format, const Value* values) {
  Element element{{}, format.bytes()};
  for (uint32_t i = 0; i < format.channels; ++i) {
    const uint32_t bits = format.Bits(values[i]);
    std::memcpy(&element.bytes[i * format.channel_bytes], &bits, format.channel_bytes);
  }
  return element;
}

// Doubles what is filled: long copies run at the speed of memory.
void Fill(std::byte* data, uint64_t bytes, const Element& element) {
  uint64_t filled = std::min<uint64_t>(bytes, element.size);
  std::memcpy(data, element.bytes.data(), filled);
  for (; filled < bytes; filled += std::min(filled, bytes - filled))
    std::memcpy(data + filled, data, std::min(filled, bytes - filled));
}

}  // namespace

template <class Value>
Status CommandList::Clear(const char* method, D3D12_GPU_DESCRIPTOR_HANDLE gpu,
                          D3D12_CPU_DESCRIPTOR_HANDLE cpu, ID3D12Resource* resource,
                          const Value* values, UINT rect_count, const D3D12_RECT* rects) {
  if (type_ == D3D12_COMMAND_LIST_TYPE_COPY) return Invalid("{}: the list is of type COPY", method);
  if (values == nullptr) return Invalid("{}: Values is null", method);
  if (rect_count > 0 && rects == nullptr)
    return Invalid("{}: pRects is null, but NumRects is {}", method, rect_count);
  WEFT_RETURN_IF_ERROR(device()->descriptors().Check(gpu, 1));
  WEFT_ASSIGN(const auto views, device()->descriptors().Read(cpu, 1));
  WEFT_ASSIGN(BufferRange whole, RangeOf(method, "pResource", resource, 0, 0));
  const View& view = views[0];
  const std::shared_ptr<Memory> memory = view.memory.lock();
  if (memory == nullptr || memory != whole.memory.lock())
    return Invalid("{}: ViewCPUHandle holds no view of pResource", method);
  const Element element = ElementOf(*FormatOf(view.format), values);
  const uint64_t count = view.bytes / element.size;
  // Buffers are one row high; without rectangles the row is all of the view.
  const D3D12_RECT all{0, 0, INT32_MAX, 1};
  for (UINT i = 0; i < std::max(rect_count, 1u); ++i) {
    const D3D12_RECT& rect = rect_count > 0 ? rects[i] : all;
    const uint64_t begin = rect.left < 0 ? 0 : std::min<uint64_t>(rect.left, count);
    const uint64_t end =
        rect_count == 0 ? count : std::min<uint64_t>(std::max(rect.right, 0), count);
    if (begin >= end || rect.top > 0 || rect.bottom < 1) continue;
    BufferRange range = whole;
    range.offset = view.offset + begin * element.size;
    range.bytes = (end - begin) * element.size;
    WEFT_RETURN_IF_ERROR(Record(method, [range = std::move(range), element]() -> Status {
      WEFT_ASSIGN(const auto data, range.Open());
      Fill(data.get(), range.bytes, element);
      return Ok();
    }));
  }
  return Ok();
}

void CommandList::ClearUnorderedAccessViewUint(D3D12_GPU_DESCRIPTOR_HANDLE gpu,
                                               D3D12_CPU_DESCRIPTOR_HANDLE cpu,
                                               ID3D12Resource* resource, const UINT values[4],
                                               UINT rect_count, const D3D12_RECT* rects) try {
  Note(Clear("ID3D12GraphicsCommandList::ClearUnorderedAccessViewUint", gpu, cpu, resource, values,
             rect_count, rects));
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

void CommandList::ClearUnorderedAccessViewFloat(D3D12_GPU_DESCRIPTOR_HANDLE gpu,
                                                D3D12_CPU_DESCRIPTOR_HANDLE cpu,
                                                ID3D12Resource* resource, const FLOAT values[4],
                                                UINT rect_count, const D3D12_RECT* rects) try {
  Note(Clear("ID3D12GraphicsCommandList::ClearUnorderedAccessViewFloat", gpu, cpu, resource, values,
             rect_count, rects));
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

}  // namespace weft::d3d12
