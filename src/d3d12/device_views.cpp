// SPDX-License-Identifier: MIT
// Views of buffers, written into descriptor heaps and copied between them.
#include <algorithm>

#include "base/checked.h"
#include "d3d12/caught.h"
#include "d3d12/format.h"
#include "d3d12/memory.h"
#include "d3d12/resource.h"

namespace weft::d3d12 {
namespace {

struct Elements {
  uint64_t first, count;
  uint32_t stride;  // of structures; 0 otherwise
  DXGI_FORMAT format;
};

// `elements` is null when the view is of the whole buffer.
Result<View> BufferView(const char* method, ID3D12Resource* resource, const Elements* elements) {
  if (resource == nullptr) return View{};  // reads nothing, writes nothing
  auto* const own = com::As<Resource>(resource);
  if (own == nullptr) return Invalid("{}: pResource is not a buffer of this device", method);
  const BufferInfo buffer = own->Info();
  if (elements == nullptr) return View{{buffer.memory, buffer.offset, buffer.bytes}, {}};
  const std::optional<Format> format = FormatOf(elements->format);
  if (!format)
    return Invalid("{}: Format is {}, but buffers cannot have it", method, int(elements->format));
  if (elements->format == DXGI_FORMAT_UNKNOWN && elements->stride == 0)
    return Invalid("{}: Format is UNKNOWN, but then StructureByteStride may not be 0", method);
  const uint64_t element_bytes = elements->stride ? elements->stride : format->bytes();
  const auto begin = CheckedMul(elements->first, element_bytes);
  const auto bytes = CheckedMul(elements->count, element_bytes);
  const auto end = begin && bytes ? CheckedAdd(*begin, *bytes) : std::nullopt;
  if (!end || *end > buffer.bytes)
    return Invalid(
        "{}: FirstElement {} and NumElements {} of {} bytes each end after the buffer's "
        "{} bytes",
        method, elements->first, elements->count, element_bytes, buffer.bytes);
  return View{{buffer.memory, buffer.offset + *begin, *bytes}, elements->format};
}

}  // namespace

void Device::CreateUnorderedAccessView(ID3D12Resource* resource, ID3D12Resource*,
                                       const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc,
                                       D3D12_CPU_DESCRIPTOR_HANDLE handle) try {
  constexpr const char* kMethod = "ID3D12Device::CreateUnorderedAccessView";
  if (removed()) return;
  const Status status = [&]() -> Status {
    if (desc != nullptr && Number(desc->ViewDimension) != D3D12_UAV_DIMENSION_BUFFER)
      return Invalid("{}: ViewDimension is {}, but BUFFER (1) is required", kMethod,
                     Number(desc->ViewDimension));
    auto* const own = com::As<Resource>(resource);
    if (own && !(own->desc().Flags & D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS))
      return Invalid("{}: pResource was created without ALLOW_UNORDERED_ACCESS", kMethod);
    Elements elements{};
    if (desc != nullptr)
      elements = {desc->Buffer.FirstElement, desc->Buffer.NumElements,
                  desc->Buffer.StructureByteStride, desc->Format};
    WEFT_ASSIGN(const View view, BufferView(kMethod, resource, desc ? &elements : nullptr));
    return descriptors_.Write(handle, 0, {&view, 1});
  }();
  if (!status) RemoveBecause(status.error());
} catch (...) {
  RemoveBecause(CaughtError());
}

void Device::CreateShaderResourceView(ID3D12Resource* resource,
                                      const D3D12_SHADER_RESOURCE_VIEW_DESC* desc,
                                      D3D12_CPU_DESCRIPTOR_HANDLE handle) try {
  constexpr const char* kMethod = "ID3D12Device::CreateShaderResourceView";
  if (removed()) return;
  const Status status = [&]() -> Status {
    if (desc != nullptr && Number(desc->ViewDimension) != D3D12_SRV_DIMENSION_BUFFER)
      return Invalid("{}: ViewDimension is {}, but BUFFER (1) is required", kMethod,
                     Number(desc->ViewDimension));
    Elements elements{};
    if (desc != nullptr)
      elements = {desc->Buffer.FirstElement, desc->Buffer.NumElements,
                  desc->Buffer.StructureByteStride, desc->Format};
    WEFT_ASSIGN(const View view, BufferView(kMethod, resource, desc ? &elements : nullptr));
    return descriptors_.Write(handle, 0, {&view, 1});
  }();
  if (!status) RemoveBecause(status.error());
} catch (...) {
  RemoveBecause(CaughtError());
}

void Device::CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC* desc,
                                      D3D12_CPU_DESCRIPTOR_HANDLE handle) try {
  constexpr const char* kMethod = "ID3D12Device::CreateConstantBufferView";
  if (removed()) return;
  const Status status = [&]() -> Status {
    View view;
    if (desc != nullptr && desc->BufferLocation != 0) {
      const std::shared_ptr<Memory> memory = MemoryAt(desc->BufferLocation);
      const uint64_t offset = memory ? desc->BufferLocation - uint64_t(memory->data) : 0;
      if (memory == nullptr || memory->bytes - offset < desc->SizeInBytes)
        return Invalid("{}: BufferLocation is {:#x}, but no buffer has {} bytes there", kMethod,
                       desc->BufferLocation, desc->SizeInBytes);
      view = {{memory, offset, desc->SizeInBytes}, {}};
    }
    return descriptors_.Write(handle, 0, {&view, 1});
  }();
  if (!status) RemoveBecause(status.error());
} catch (...) {
  RemoveBecause(CaughtError());
}

// The ranges of both sides are read one after the other, as if each side were one long range.
void Device::CopyDescriptors(UINT to_count, const D3D12_CPU_DESCRIPTOR_HANDLE* to,
                             const UINT* to_sizes, UINT from_count,
                             const D3D12_CPU_DESCRIPTOR_HANDLE* from, const UINT* from_sizes,
                             D3D12_DESCRIPTOR_HEAP_TYPE) try {
  constexpr const char* kMethod = "ID3D12Device::CopyDescriptors";
  if (removed()) return;
  const Status status = [&]() -> Status {
    if ((to_count > 0 && to == nullptr) || (from_count > 0 && from == nullptr))
      return Invalid("{}: {} is null", kMethod,
                     from_count > 0 && from == nullptr ? "pSrcDescriptorRangeStarts"
                                                       : "pDestDescriptorRangeStarts");
    const auto size = [](const UINT* sizes, UINT i) { return sizes ? sizes[i] : 1; };
    uint64_t to_total = 0, from_total = 0;
    // All is checked before anything is copied.
    for (UINT i = 0; i < to_count; ++i) {
      WEFT_RETURN_IF_ERROR(descriptors_.Check(to[i], size(to_sizes, i)));
      to_total += size(to_sizes, i);
    }
    for (UINT i = 0; i < from_count; ++i) {
      WEFT_RETURN_IF_ERROR(descriptors_.Check(from[i], size(from_sizes, i)));
      from_total += size(from_sizes, i);
    }
    if (to_total != from_total)
      return Invalid("{}: the destination ranges have {} descriptors, but the source ranges {}",
                     kMethod, to_total, from_total);
    std::vector<View> views;
    for (UINT i = 0; i < from_count; ++i) {
      WEFT_ASSIGN(const std::vector<View> range, descriptors_.Read(from[i], size(from_sizes, i)));
      views.insert(views.end(), range.begin(), range.end());
    }
    std::span<const View> rest = views;
    for (UINT i = 0; i < to_count; ++i) {
      WEFT_RETURN_IF_ERROR(descriptors_.Write(to[i], 0, rest.first(size(to_sizes, i))));
      rest = rest.subspan(size(to_sizes, i));
    }
    return Ok();
  }();
  if (!status) RemoveBecause(status.error());
} catch (...) {
  RemoveBecause(CaughtError());
}

void Device::CopyDescriptorsSimple(UINT count, D3D12_CPU_DESCRIPTOR_HANDLE to,
                                   D3D12_CPU_DESCRIPTOR_HANDLE from,
                                   D3D12_DESCRIPTOR_HEAP_TYPE type) try {
  CopyDescriptors(1, &to, &count, 1, &from, &count, type);
} catch (...) {
  RemoveBecause(CaughtError());
}

}  // namespace weft::d3d12
