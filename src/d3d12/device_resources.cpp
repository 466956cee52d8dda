// SPDX-License-Identifier: MIT
// Buffers and heaps: checks descriptions and allocates memory.
#include "base/checked.h"
#include "d3d12/caught.h"
#include "d3d12/heap.h"
#include "d3d12/memory.h"
#include "d3d12/resource.h"

namespace weft::d3d12 {
namespace {

constexpr uint64_t kFailedInfo = UINT64_MAX;  // of GetResourceAllocationInfo and footprints

D3D12_RESOURCE_DESC1 Newest(const D3D12_RESOURCE_DESC& d) {
  return {d.Dimension,  d.Alignment, d.Width, d.Height, d.DepthOrArraySize, d.MipLevels, d.Format,
          d.SampleDesc, d.Layout,    d.Flags, {}};
}

Status CheckBuffer(const char* method, const D3D12_RESOURCE_DESC1& desc) {
  struct Rule {
    const char* field;
    uint64_t value, required;
  };
  const Rule rules[] = {
      {"Dimension", Number(desc.Dimension), D3D12_RESOURCE_DIMENSION_BUFFER},
      {"Height", desc.Height, 1},
      {"DepthOrArraySize", desc.DepthOrArraySize, 1},
      {"MipLevels", desc.MipLevels, 1},
      {"Format", Number(desc.Format), DXGI_FORMAT_UNKNOWN},
      {"SampleDesc.Count", desc.SampleDesc.Count, 1},
      {"SampleDesc.Quality", desc.SampleDesc.Quality, 0},
      {"Layout", Number(desc.Layout), D3D12_TEXTURE_LAYOUT_ROW_MAJOR},
  };
  for (const Rule& rule : rules)
    if (rule.value != rule.required)
      return Invalid("{}: {} is {}, but a buffer, the only supported resource, has {}", method,
                     rule.field, rule.value, rule.required);
  if (desc.Width == 0) return Invalid("{}: Width is 0, but a buffer has at least 1 byte", method);
  if (desc.Alignment != 0 && desc.Alignment != kPlacementBytes)
    return Invalid("{}: Alignment is {}, but 0 or 65536 is required", method, desc.Alignment);
  constexpr auto kAllowed =
      D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS | D3D12_RESOURCE_FLAG_DENY_SHADER_RESOURCE |
      D3D12_RESOURCE_FLAG_ALLOW_CROSS_ADAPTER | D3D12_RESOURCE_FLAG_ALLOW_SIMULTANEOUS_ACCESS;
  if (Number(desc.Flags) & ~Number(kAllowed))
    return Invalid("{}: Flags is {:#x}, but a buffer can have {:#x} at most", method,
                   Number(desc.Flags), unsigned(kAllowed));
  return Ok();
}

Status CheckHeapProperties(const char* method, const D3D12_HEAP_PROPERTIES& heap) {
  const auto type = Number(heap.Type);
  const auto page = Number(heap.CPUPageProperty);
  const auto pool = Number(heap.MemoryPoolPreference);
  if (type < D3D12_HEAP_TYPE_DEFAULT || type > D3D12_HEAP_TYPE_CUSTOM)
    return Invalid("{}: heap Type is {}, but 1 to 4 are heap types", method, type);
  const bool custom = type == D3D12_HEAP_TYPE_CUSTOM;
  if ((page != D3D12_CPU_PAGE_PROPERTY_UNKNOWN) != custom ||
      page > D3D12_CPU_PAGE_PROPERTY_WRITE_BACK)
    return Invalid("{}: CPUPageProperty is {}, but heap Type {} requires {}", method, page, type,
                   custom ? "1 to 3" : "0");
  if ((pool != D3D12_MEMORY_POOL_UNKNOWN) != custom || pool > D3D12_MEMORY_POOL_L0)
    return Invalid("{}: MemoryPoolPreference is {}, but heap Type {} requires {}", method, pool,
                   type, custom ? "L0 (1), the only pool of a unified memory" : "0");
  for (UINT mask : {heap.CreationNodeMask, heap.VisibleNodeMask})
    if (mask > 1)
      return Invalid("{}: a node mask is {:#x}, but there is one node: 0 or 1 is required", method,
                     mask);
  return Ok();
}

HRESULT Committed(Device* device, const char* method, const D3D12_HEAP_PROPERTIES* heap,
                  D3D12_HEAP_FLAGS heap_flags, const D3D12_RESOURCE_DESC1* desc, REFIID riid,
                  void** out) try {
  if (out != nullptr) *out = nullptr;
  if (device->removed()) return device->FailRemoved(method);
  if (heap == nullptr || desc == nullptr)
    return device->Fail(E_INVALIDARG,
                        fmt::format("{}: {} is null", method, heap ? "pDesc" : "pHeapProperties"));
  if (const Status status = CheckHeapProperties(method, *heap); !status)
    return device->Fail(status.error());
  if (const Status status = CheckBuffer(method, *desc); !status)
    return device->Fail(status.error());
  if (out == nullptr) return S_FALSE;
  auto memory = Allocate(method, desc->Width);
  if (!memory) return device->Fail(memory.error());
  return com::HandOut(new Resource(device, *desc, {*std::move(memory), 0, *heap, heap_flags}), riid,
                      out);
}
WEFT_CATCH_HRESULT

HRESULT Placed(Device* device, const char* method, ID3D12Heap* heap, uint64_t offset,
               const D3D12_RESOURCE_DESC1* desc, REFIID riid, void** out) try {
  if (out != nullptr) *out = nullptr;
  if (device->removed()) return device->FailRemoved(method);
  auto* const own = com::As<Heap>(heap);
  const auto check = [&]() -> Status {
    if (own == nullptr) return Invalid("{}: pHeap is not a heap of this device", method);
    if (desc == nullptr) return Invalid("{}: pDesc is null", method);
    WEFT_RETURN_IF_ERROR(CheckBuffer(method, *desc));
    if (offset % kPlacementBytes != 0)
      return Invalid("{}: HeapOffset is {}, but a multiple of 65536 is required", method, offset);
    const uint64_t heap_bytes = own->desc().SizeInBytes;
    if (desc->Width > heap_bytes || offset > heap_bytes - desc->Width)
      return Invalid("{}: Width {} from HeapOffset {} is needed, but the heap has {} bytes", method,
                     desc->Width, offset, heap_bytes);
    return Ok();
  };
  if (const Status status = check(); !status) return device->Fail(status.error());
  if (out == nullptr) return S_FALSE;
  const D3D12_HEAP_DESC& from = own->desc();
  return com::HandOut(
      new Resource(device, *desc, {own->memory(), offset, from.Properties, from.Flags}), riid, out);
}
WEFT_CATCH_HRESULT

}  // namespace

HRESULT Device::CreateCommittedResource(const D3D12_HEAP_PROPERTIES* heap,
                                        D3D12_HEAP_FLAGS heap_flags,
                                        const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES,
                                        const D3D12_CLEAR_VALUE*, REFIID riid, void** out) try {
  const D3D12_RESOURCE_DESC1 newest = desc ? Newest(*desc) : D3D12_RESOURCE_DESC1{};
  return Committed(this, "ID3D12Device::CreateCommittedResource", heap, heap_flags,
                   desc ? &newest : nullptr, riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommittedResource1(
    const D3D12_HEAP_PROPERTIES* heap, D3D12_HEAP_FLAGS heap_flags, const D3D12_RESOURCE_DESC* desc,
    D3D12_RESOURCE_STATES state, const D3D12_CLEAR_VALUE* clear, ID3D12ProtectedResourceSession*,
    REFIID riid, void** out) try {
  return CreateCommittedResource(heap, heap_flags, desc, state, clear, riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommittedResource2(const D3D12_HEAP_PROPERTIES* heap,
                                         D3D12_HEAP_FLAGS heap_flags,
                                         const D3D12_RESOURCE_DESC1* desc, D3D12_RESOURCE_STATES,
                                         const D3D12_CLEAR_VALUE*, ID3D12ProtectedResourceSession*,
                                         REFIID riid, void** out) try {
  return Committed(this, "ID3D12Device8::CreateCommittedResource2", heap, heap_flags, desc, riid,
                   out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateCommittedResource3(const D3D12_HEAP_PROPERTIES* heap,
                                         D3D12_HEAP_FLAGS heap_flags,
                                         const D3D12_RESOURCE_DESC1* desc, D3D12_BARRIER_LAYOUT,
                                         const D3D12_CLEAR_VALUE*, ID3D12ProtectedResourceSession*,
                                         UINT32, DXGI_FORMAT*, REFIID riid, void** out) try {
  return Committed(this, "ID3D12Device10::CreateCommittedResource3", heap, heap_flags, desc, riid,
                   out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateHeap(const D3D12_HEAP_DESC* desc, REFIID riid, void** out) try {
  constexpr const char* kMethod = "ID3D12Device::CreateHeap";
  if (out != nullptr) *out = nullptr;
  if (removed()) return FailRemoved(kMethod);
  const auto check = [&]() -> Status {
    if (desc == nullptr) return Invalid("{}: pDesc is null", kMethod);
    if (desc->SizeInBytes == 0)
      return Invalid("{}: SizeInBytes is 0, but a heap has at least 1 byte", kMethod);
    if (desc->Alignment != 0 && desc->Alignment != kPlacementBytes &&
        desc->Alignment != D3D12_DEFAULT_MSAA_RESOURCE_PLACEMENT_ALIGNMENT)
      return Invalid("{}: Alignment is {}, but 0, 65536 or 4194304 is required", kMethod,
                     desc->Alignment);
    return CheckHeapProperties(kMethod, desc->Properties);
  };
  if (const Status status = check(); !status) return Fail(status.error());
  if (out == nullptr) return S_FALSE;
  auto memory = Allocate(kMethod, desc->SizeInBytes);
  if (!memory) return Fail(memory.error());
  return com::HandOut(new Heap(this, *desc, *std::move(memory)), riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreateHeap1(const D3D12_HEAP_DESC* desc, ID3D12ProtectedResourceSession*,
                            REFIID riid, void** out) try {
  return CreateHeap(desc, riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreatePlacedResource(ID3D12Heap* heap, UINT64 offset,
                                     const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES,
                                     const D3D12_CLEAR_VALUE*, REFIID riid, void** out) try {
  const D3D12_RESOURCE_DESC1 newest = desc ? Newest(*desc) : D3D12_RESOURCE_DESC1{};
  return Placed(this, "ID3D12Device::CreatePlacedResource", heap, offset, desc ? &newest : nullptr,
                riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreatePlacedResource1(ID3D12Heap* heap, UINT64 offset,
                                      const D3D12_RESOURCE_DESC1* desc, D3D12_RESOURCE_STATES,
                                      const D3D12_CLEAR_VALUE*, REFIID riid, void** out) try {
  return Placed(this, "ID3D12Device8::CreatePlacedResource1", heap, offset, desc, riid, out);
}
WEFT_CATCH_HRESULT

HRESULT Device::CreatePlacedResource2(ID3D12Heap* heap, UINT64 offset,
                                      const D3D12_RESOURCE_DESC1* desc, D3D12_BARRIER_LAYOUT,
                                      const D3D12_CLEAR_VALUE*, UINT32, DXGI_FORMAT*, REFIID riid,
                                      void** out) try {
  return Placed(this, "ID3D12Device10::CreatePlacedResource2", heap, offset, desc, riid, out);
}
WEFT_CATCH_HRESULT

D3D12_RESOURCE_ALLOCATION_INFO Device::GetResourceAllocationInfo(UINT visible_mask, UINT count,
                                                                 const D3D12_RESOURCE_DESC* descs) {
  return GetResourceAllocationInfo1(visible_mask, count, descs, nullptr);
}

D3D12_RESOURCE_ALLOCATION_INFO Device::GetResourceAllocationInfo1(
    UINT visible_mask, UINT count, const D3D12_RESOURCE_DESC* descs,
    D3D12_RESOURCE_ALLOCATION_INFO1* infos) {
  D3D12_RESOURCE_ALLOCATION_INFO total{0, kPlacementBytes};
  for (UINT i = 0; i < count && descs != nullptr; ++i) {
    const D3D12_RESOURCE_DESC1 newest = Newest(descs[i]);
    D3D12_RESOURCE_ALLOCATION_INFO1 one{};
    const auto [bytes, alignment] = GetResourceAllocationInfo2(visible_mask, 1, &newest, &one);
    const auto sum = CheckedAdd(total.SizeInBytes, bytes);
    if (bytes == kFailedInfo || !sum) return {kFailedInfo, alignment};
    one.Offset = total.SizeInBytes;
    if (infos != nullptr) infos[i] = one;
    total.SizeInBytes = *sum;
  }
  return total;
}

D3D12_RESOURCE_ALLOCATION_INFO Device::GetResourceAllocationInfo2(
    UINT, UINT count, const D3D12_RESOURCE_DESC1* descs,
    D3D12_RESOURCE_ALLOCATION_INFO1* infos) try {
  constexpr const char* kMethod = "ID3D12Device::GetResourceAllocationInfo";
  D3D12_RESOURCE_ALLOCATION_INFO total{0, kPlacementBytes};
  for (UINT i = 0; i < count && descs != nullptr; ++i) {
    if (const Status status = CheckBuffer(kMethod, descs[i]); !status) {
      Fail(status.error());
      return {kFailedInfo, kPlacementBytes};
    }
    const auto padded = CheckedAdd(descs[i].Width, kPlacementBytes - 1);
    const uint64_t bytes = padded ? *padded & ~(kPlacementBytes - 1) : 0;
    const auto sum = CheckedAdd(total.SizeInBytes, bytes);
    if (!padded || !sum) return {kFailedInfo, kPlacementBytes};
    if (infos != nullptr) infos[i] = {total.SizeInBytes, kPlacementBytes, bytes};
    total.SizeInBytes = *sum;
  }
  return total;
} catch (...) {
  Fail(CaughtError());
  return {kFailedInfo, kPlacementBytes};
}

// The custom heap that is like one of the others.
D3D12_HEAP_PROPERTIES Device::GetCustomHeapProperties(UINT, D3D12_HEAP_TYPE type) {
  const D3D12_CPU_PAGE_PROPERTY page =
      type == D3D12_HEAP_TYPE_UPLOAD     ? D3D12_CPU_PAGE_PROPERTY_WRITE_COMBINE
      : type == D3D12_HEAP_TYPE_READBACK ? D3D12_CPU_PAGE_PROPERTY_WRITE_BACK
                                         : D3D12_CPU_PAGE_PROPERTY_NOT_AVAILABLE;
  return {D3D12_HEAP_TYPE_CUSTOM, page, D3D12_MEMORY_POOL_L0, 1, 1};
}

void Device::GetCopyableFootprints(const D3D12_RESOURCE_DESC* desc, UINT first, UINT count,
                                   UINT64 base_offset, D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts,
                                   UINT* row_counts, UINT64* row_bytes, UINT64* total_bytes) try {
  const D3D12_RESOURCE_DESC1 newest = desc ? Newest(*desc) : D3D12_RESOURCE_DESC1{};
  GetCopyableFootprints1(desc ? &newest : nullptr, first, count, base_offset, layouts, row_counts,
                         row_bytes, total_bytes);
} catch (...) {
  RemoveBecause(CaughtError());
}

// A buffer is one row. Its width has 64 bits and a footprint 32: longer buffers have none.
void Device::GetCopyableFootprints1(const D3D12_RESOURCE_DESC1* desc, UINT first, UINT count,
                                    UINT64 base_offset, D3D12_PLACED_SUBRESOURCE_FOOTPRINT* layouts,
                                    UINT* row_counts, UINT64* row_bytes, UINT64* total_bytes) try {
  constexpr const char* kMethod = "ID3D12Device::GetCopyableFootprints";
  constexpr UINT kPitch = D3D12_TEXTURE_DATA_PITCH_ALIGNMENT;
  const auto check = [&]() -> Status {
    if (desc == nullptr) return Invalid("{}: pResourceDesc is null", kMethod);
    WEFT_RETURN_IF_ERROR(CheckBuffer(kMethod, *desc));
    if (first != 0 || count != 1)
      return Invalid("{}: {} subresources from {} were asked for, but a buffer has only 0", kMethod,
                     count, first);
    if (desc->Width > UINT32_MAX - kPitch)
      return Invalid("{}: Width is {}, but a footprint has at most {}", kMethod, desc->Width,
                     UINT32_MAX - kPitch);
    return Ok();
  };
  const Status status = check();
  if (!status) Fail(status.error());
  if (total_bytes != nullptr) *total_bytes = status ? desc->Width : kFailedInfo;
  if (!status) return;
  const UINT width = UINT(desc->Width);
  if (layouts != nullptr)
    layouts[0] = {base_offset,
                  {DXGI_FORMAT_UNKNOWN, width, 1, 1, (width + kPitch - 1) / kPitch * kPitch}};
  if (row_counts != nullptr) row_counts[0] = 1;
  if (row_bytes != nullptr) row_bytes[0] = width;
} catch (...) {
  RemoveBecause(CaughtError());
}

}  // namespace weft::d3d12
