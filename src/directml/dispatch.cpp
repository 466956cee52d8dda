// SPDX-License-Identifier: MIT
// See dispatch.h. The program may have overwritten descriptors since a binding table checked them,
// so they are checked again each time they are used.
#include "directml/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>

#include "base/error.h"
#include "base/guard.h"

namespace weft::directml {
namespace {

bool SameMemory(const d3d12::Descriptor& a, const d3d12::Descriptor& b) {
  return !a.memory.owner_before(b.memory) && !b.memory.owner_before(a.memory);
}

}  // namespace

void Named::SetName(std::string name) {
  const std::lock_guard lock(mutex_);
  name_ = std::move(name);
}

std::string Named::Title() const {
  const std::lock_guard lock(mutex_);
  return name_.empty() ? kind_ : fmt::format("{}, named '{}'", kind_, name_);
}

std::string Slot::Text() const { return fmt::format("{} of {}", name, owner->Title()); }

Status Dispatch::CheckComplete(std::span<const d3d12::Descriptor> descriptors) const {
  for (size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    const d3d12::Descriptor& bound = descriptors[i];
    if (slot.presence != Slot::Presence::Required) continue;
    if (bound.bytes == 0) return Invalid("{} is not bound", slot.Text());
    if (bound.bytes < slot.bytes)
      return Invalid("{} is bound to {} bytes, but needs {}", slot.Text(), bound.bytes, slot.bytes);
    // Buffers begin at multiples of 64 KiB in their memory, so larger alignments cannot be checked.
    if (const uint64_t alignment = std::min<uint64_t>(slot.alignment, 65536);
        bound.offset % alignment != 0)
      return Invalid("{} is bound at {}, but a multiple of {} is required", slot.Text(),
                     bound.offset, alignment);
  }
  return CheckHazards(descriptors);
}

// The range of a slot is what it needs, not what was bound: the rest is never accessed.
Status Dispatch::CheckHazards(std::span<const d3d12::Descriptor> descriptors) const {
  for (size_t w = input_count_; w < slots_.size(); ++w) {
    const Slot& written = slots_[w];
    if (!written.is_written || written.presence != Slot::Presence::Required) continue;
    const d3d12::Descriptor& target = descriptors[w];
    for (size_t i = 0; i < slots_.size(); ++i) {
      const Slot& other = slots_[i];
      const d3d12::Descriptor& source = descriptors[i];
      if (i == w || other.presence != Slot::Presence::Required) continue;
      if (std::max(target.offset, source.offset) >=
              std::min(target.offset + written.bytes, source.offset + other.bytes) ||
          !SameMemory(target, source))
        continue;
      const bool is_pair = i < input_count_ && !written.is_scratch;  // an input and an output
      const bool is_same = target.offset == source.offset && target.bytes == source.bytes;
      if (is_pair && is_same && is_in_place()) continue;
      const char* rule = !is_pair || is_initializer() ? "they must not"
                         : is_in_place()              ? "in place both must be bound to one range"
                                                      : "it cannot run in place";
      return Invalid("{} at [{}, {}) and {} at [{}, {}) overlap, but {}",
                     other.owner == written.owner ? other.name : other.Text(), source.offset,
                     source.offset + other.bytes, written.Text(), target.offset,
                     target.offset + written.bytes, rule);
    }
  }
  return Ok();
}

Status Dispatch::Execute(ID3D12Device* device, D3D12_GPU_DESCRIPTOR_HANDLE handle) const try {
  return TryExecute(device, handle);
} catch (...) {
  return tl::unexpected<Error>(CaughtError());
}

Status Dispatch::TryExecute(ID3D12Device* device, D3D12_GPU_DESCRIPTOR_HANDLE handle) const {
  const auto descriptors = d3d12::ReadDescriptors(device, handle, uint32_t(slots_.size()));
  if (!descriptors)
    return Fail(descriptors.error().code, "Dispatch of {}: {}", Title(),
                descriptors.error().message);
  if (const Status status = CheckComplete(*descriptors); !status)
    return Fail(status.error().code, "Dispatch: {}", status.error().message);
  std::vector<std::shared_ptr<d3d12::Memory>> alive(slots_.size());
  std::vector<Buffer> buffers(slots_.size());
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].presence != Slot::Presence::Required) continue;
    const d3d12::Descriptor& bound = (*descriptors)[i];
    alive[i] = bound.memory.lock();
    if (alive[i] == nullptr)
      return Invalid("Dispatch: the buffer bound to {} was released", slots_[i].Text());
    if (bound.offset > alive[i]->bytes || bound.bytes > alive[i]->bytes - bound.offset)
      return Invalid("Dispatch: the buffer bound to {} ends before the binding does",
                     slots_[i].Text());
    buffers[i] = Buffer(alive[i]->data + bound.offset, bound.bytes);
  }
  return Run(buffers);
}

void Dispatch::AddTemporary(uint64_t bytes) {
  slots_.push_back({.name = "temporary resource",
                    .owner = this,
                    .presence = bytes > 0 ? Slot::Presence::Required : Slot::Presence::Optional,
                    .is_written = true,
                    .is_scratch = true,
                    .bytes = bytes,
                    .alignment = 256});
}

}  // namespace weft::directml
