// SPDX-License-Identifier: MIT
// Finds the slots behind a handle.
#include "d3d12/descriptor_table.h"

#include <algorithm>
#include <type_traits>

#include "base/error.h"

namespace weft::d3d12 {
namespace {

// Added to GPU handles, so that one kind of handle is not mistaken for the other.
constexpr uint64_t kGpuHandles = uint64_t(1) << 62;

}  // namespace

DescriptorTable::Handles DescriptorTable::AddHeap(uint32_t count, bool shader_visible) {
  const std::lock_guard lock(mutex_);
  const uint64_t start = next_;
  heaps_[start] = {shader_visible, std::vector<View>(count)};
  next_ += (uint64_t(count) + 1) *
           kIncrement;  // a gap, so that the end of a heap is not the start of another
  return {{SIZE_T(start)}, {shader_visible ? start + kGpuHandles : 0}};
}

void DescriptorTable::RemoveHeap(D3D12_CPU_DESCRIPTOR_HANDLE start) {
  const std::lock_guard lock(mutex_);
  heaps_.erase(start.ptr);
}

template <class Handle>
Result<std::span<View>> DescriptorTable::Find(Handle handle, uint64_t first, uint64_t count) const {
  constexpr bool kGpu = std::is_same_v<Handle, D3D12_GPU_DESCRIPTOR_HANDLE>;
  const char* const type = kGpu ? "D3D12_GPU_DESCRIPTOR_HANDLE" : "D3D12_CPU_DESCRIPTOR_HANDLE";
  const uint64_t number = kGpu ? handle.ptr - kGpuHandles : handle.ptr;
  auto heap = heaps_.upper_bound(number);
  const bool found = heap != heaps_.begin() && (--heap, true) &&
                     (number - heap->first) % kIncrement == 0 &&
                     (number - heap->first) / kIncrement <= heap->second.views.size() &&
                     (!kGpu || heap->second.shader_visible);
  if (!found)
    return Invalid("{}: ptr is {:#x}, but no live {}descriptor heap has such a handle", type,
                   handle.ptr, kGpu ? "shader-visible " : "");
  std::vector<View>& views = heap->second.views;
  const uint64_t index = (number - heap->first) / kIncrement;
  if (first + count > views.size() - index)
    return Invalid("{}: {} descriptors from {:#x} are needed, but its heap has {} from there", type,
                   first + count, handle.ptr, views.size() - index);
  return std::span(views).subspan(size_t(index + first), size_t(count));
}

Status DescriptorTable::Write(D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t first,
                              std::span<const View> views) {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(const std::span<View> slots, Find(handle, first, views.size()));
  std::copy(views.begin(), views.end(), slots.begin());
  return Ok();
}

Result<std::vector<View>> DescriptorTable::Read(D3D12_CPU_DESCRIPTOR_HANDLE handle,
                                                uint32_t count) const {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(const std::span<View> slots, Find(handle, 0, count));
  return std::vector<View>(slots.begin(), slots.end());
}

Result<std::vector<View>> DescriptorTable::Read(D3D12_GPU_DESCRIPTOR_HANDLE handle,
                                                uint32_t count) const {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(const std::span<View> slots, Find(handle, 0, count));
  return std::vector<View>(slots.begin(), slots.end());
}

Status DescriptorTable::Check(D3D12_CPU_DESCRIPTOR_HANDLE handle, uint32_t count) const {
  const std::lock_guard lock(mutex_);
  WEFT_RETURN_IF_ERROR(Find(handle, 0, count));
  return Ok();
}

Status DescriptorTable::Check(D3D12_GPU_DESCRIPTOR_HANDLE handle, uint32_t count) const {
  const std::lock_guard lock(mutex_);
  WEFT_RETURN_IF_ERROR(Find(handle, 0, count));
  return Ok();
}

}  // namespace weft::d3d12
