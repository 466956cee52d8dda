// SPDX-License-Identifier: MIT
// A list's life: opened, recorded into, closed, executed, opened again. The commands themselves are
// in command_list_copy.cpp, command_list_clear.cpp and command_list_query.cpp.
#include "d3d12/command_list.h"

#include "d3d12/caught.h"
#include "d3d12/descriptor_heap.h"
#include "d3d12/resource.h"

namespace weft::d3d12 {

Status CommandList::Begin(const char* method, ID3D12CommandAllocator* allocator) {
  auto* const own = com::As<CommandAllocator>(allocator);
  if (own == nullptr)
    return Invalid("{}: pAllocator is not a command allocator of this device", method);
  if (own->type() != type_)
    return Invalid("{}: pAllocator has command list type {}, but the list has {}", method,
                   int(own->type()), int(type_));
  auto recording = std::make_shared<Recording>();
  if (!own->Begin())
    return Invalid("{}: pAllocator is recording another list, but it serves one at a time", method);
  allocator_ = own;
  recording_ = std::move(recording);
  error_.reset();
  return Ok();
}

void CommandList::End() {
  if (allocator_) allocator_->End();
  allocator_ = nullptr;
}

HRESULT CommandList::Close() try {
  if (!allocator_)
    return device()->Fail(E_FAIL, "ID3D12GraphicsCommandList::Close: the list is already closed");
  End();
  if (!error_) return S_OK;
  com::SetLastErrorMessage(error_->message);  // the info queue has it since it happened
  return com::ToHresult(error_->code);
}
WEFT_CATCH_HRESULT

HRESULT CommandList::Reset(ID3D12CommandAllocator* allocator, ID3D12PipelineState*) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::Reset";
  if (device()->removed()) return device()->FailRemoved(kMethod);
  if (allocator_)
    return device()->Fail(E_FAIL, fmt::format("{}: the list is open, but must be closed", kMethod));
  const Status status = Begin(kMethod, allocator);
  return status ? S_OK : device()->Fail(status.error());
}
WEFT_CATCH_HRESULT

Status CommandList::Record(const char* method, std::function<Status()> work) {
  if (!allocator_) return Invalid("{}: the command list is closed", method);
  recording_->push_back(std::move(work));
  return Ok();
}

Result<std::shared_ptr<const Recording>> CommandList::Closed() const {
  if (allocator_) return Invalid("the list is open, but must be closed");
  if (error_) return Invalid("the list could not be recorded: {}", error_->message);
  return recording_;
}

void CommandList::Note(Status status) noexcept {
  if (status) return;
  if (!allocator_) return device()->Remove(DXGI_ERROR_INVALID_CALL, status.error().message);
  device()->Fail(status.error());
  if (!error_) error_ = std::move(status).error();
}

// One queue runs its commands in order and sees all memory alike, so barriers have nothing to do.
void CommandList::ResourceBarrier(UINT count, const D3D12_RESOURCE_BARRIER* barriers) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::ResourceBarrier";
  Note([&]() -> Status {
    if (!allocator_) return Invalid("{}: the command list is closed", kMethod);
    if (count > 0 && barriers == nullptr)
      return Invalid("{}: pBarriers is null, but NumBarriers is {}", kMethod, count);
    for (UINT i = 0; i < count; ++i)
      if (Number(barriers[i].Type) == D3D12_RESOURCE_BARRIER_TYPE_TRANSITION &&
          com::As<Resource>(barriers[i].Transition.pResource) == nullptr)
        return Invalid("{}: pBarriers[{}].Transition.pResource is not a buffer of this device",
                       kMethod, i);
    return Ok();
  }());
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

// Descriptors are found by their handles alone, so the heaps are only checked.
void CommandList::SetDescriptorHeaps(UINT count, ID3D12DescriptorHeap* const* heaps) try {
  constexpr const char* kMethod = "ID3D12GraphicsCommandList::SetDescriptorHeaps";
  Note([&]() -> Status {
    if (!allocator_) return Invalid("{}: the command list is closed", kMethod);
    if (count > 0 && heaps == nullptr)
      return Invalid("{}: ppDescriptorHeaps is null, but NumDescriptorHeaps is {}", kMethod, count);
    for (UINT i = 0; i < count; ++i) {
      auto* const heap = com::As<DescriptorHeap>(heaps[i]);
      if (heap == nullptr)
        return Invalid("{}: ppDescriptorHeaps[{}] is not a descriptor heap of this device", kMethod,
                       i);
      if (!heap->IsShaderVisible())
        return Invalid("{}: ppDescriptorHeaps[{}] is not shader visible", kMethod, i);
    }
    return Ok();
  }());
} catch (...) {
  Note(tl::unexpected<Error>(CaughtError()));
}

}  // namespace weft::d3d12
