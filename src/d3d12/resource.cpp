// SPDX-License-Identifier: MIT
// Mapping a buffer only counts: its memory is the program's own and never moves.
#include "d3d12/resource.h"
#include "d3d12/caught.h"

namespace weft::d3d12 {

bool IsMappable(const D3D12_HEAP_PROPERTIES& heap) {
  switch (heap.Type) {
    case D3D12_HEAP_TYPE_UPLOAD:
    case D3D12_HEAP_TYPE_READBACK: return true;
    case D3D12_HEAP_TYPE_CUSTOM:
      return heap.CPUPageProperty != D3D12_CPU_PAGE_PROPERTY_NOT_AVAILABLE;
    default: return false;
  }
}

HRESULT Resource::Map(UINT subresource, const D3D12_RANGE* read_range, void** data) try {
  constexpr const char* kMethod = "ID3D12Resource::Map";
  if (data != nullptr) *data = nullptr;
  if (device()->removed()) return device()->FailRemoved(kMethod);
  if (subresource != 0)
    return device()->Fail(
        E_INVALIDARG,
        fmt::format("{}: Subresource is {}, but a buffer has only 0", kMethod, subresource));
  if (!IsMappable(placement_.heap))
    return device()->Fail(
        E_INVALIDARG,
        fmt::format("{}: the buffer's heap is {}, but only UPLOAD, READBACK and CUSTOM heaps that "
                    "the CPU can access are mapped",
                    kMethod,
                    placement_.heap.Type == D3D12_HEAP_TYPE_DEFAULT ? "DEFAULT" : "not available"));
  if (read_range != nullptr &&
      (read_range->Begin > read_range->End || read_range->End > desc_.Width))
    return device()->Fail(
        E_INVALIDARG, fmt::format("{}: pReadRange is [{}, {}), but the buffer is [0, {})", kMethod,
                                  read_range->Begin, read_range->End, desc_.Width));
  ++maps_;
  if (data != nullptr) *data = placement_.memory->data + placement_.offset;
  return S_OK;
}
WEFT_CATCH_HRESULT

void Resource::Unmap(UINT subresource, const D3D12_RANGE* written_range) try {
  constexpr const char* kMethod = "ID3D12Resource::Unmap";
  if (subresource != 0) {
    device()->Fail(E_INVALIDARG, fmt::format("{}: Subresource is {}, but a buffer has only 0",
                                             kMethod, subresource));
    return;
  }
  if (written_range != nullptr && written_range->End > desc_.Width)
    device()->Fail(E_INVALIDARG,
                   fmt::format("{}: pWrittenRange is [{}, {}), but the buffer is [0, {})", kMethod,
                               written_range->Begin, written_range->End, desc_.Width));
  if (--maps_ < 0) {
    ++maps_;
    device()->Fail(E_INVALIDARG, fmt::format("{}: the buffer is not mapped", kMethod));
  }
} catch (...) {
  device()->Fail(CaughtError());
}

D3D12_RESOURCE_DESC Resource::GetDesc() {
  return {desc_.Dimension, desc_.Alignment, desc_.Width,      desc_.Height, desc_.DepthOrArraySize,
          desc_.MipLevels, desc_.Format,    desc_.SampleDesc, desc_.Layout, desc_.Flags};
}

HRESULT Resource::GetHeapProperties(D3D12_HEAP_PROPERTIES* properties,
                                    D3D12_HEAP_FLAGS* flags) try {
  if (properties != nullptr) *properties = placement_.heap;
  if (flags != nullptr) *flags = placement_.heap_flags;
  return S_OK;
}
WEFT_CATCH_HRESULT

}  // namespace weft::d3d12
