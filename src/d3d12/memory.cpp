// SPDX-License-Identifier: MIT
// Pages from mmap: the system zeroes them, allocates them when they are touched, and refuses
// impossible sizes.
#include "d3d12/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>

#include "base/checked.h"
#include "base/error.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace weft::d3d12 {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<uint64_t, std::weak_ptr<Memory>> by_address;
  uint64_t bytes = 0;
};

Registry& All() {
  static Registry& registry = *new Registry;  // never destroyed: programs release objects at exit
  return registry;
}

uint64_t RoundedUp(uint64_t bytes) {
  return (bytes + kPlacementBytes - 1) & ~(kPlacementBytes - 1);
}

void Free(Memory* memory) {
  const uint64_t rounded = RoundedUp(memory->bytes);
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(memory->data, rounded);
#endif
  munmap(memory->data, rounded);
  {
    const std::lock_guard lock(All().mutex);
    All().bytes -= rounded;
    // The address may already have been given out again, under the same key.
    const auto found = All().by_address.find(uint64_t(memory->data));
    if (found != All().by_address.end() && found->second.expired()) All().by_address.erase(found);
  }
  delete memory;
}

// `rounded` bytes at a multiple of 64 KiB: maps more and gives the two ends back.
std::byte* Map(uint64_t rounded) {
  const uint64_t room = rounded + kPlacementBytes;
  void* const start =
      mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return nullptr;
  const uint64_t before = RoundedUp(uint64_t(start)) - uint64_t(start);
  std::byte* const data = static_cast<std::byte*>(start) + before;
  if (before > 0) munmap(start, before);
  if (before < kPlacementBytes) munmap(data + rounded, kPlacementBytes - before);
  return data;
}

}  // namespace

Result<std::shared_ptr<Memory>> Allocate(std::string_view what, uint64_t bytes) {
  Registry& all = All();
  const auto too_much = [&](uint64_t in_use) {
    return Fail(ErrorCode::OutOfMemory,
                "{}: {} bytes were asked for, but the machine has {} and {} are in use", what,
                bytes, MachineBytes(), in_use);
  };
  uint64_t rounded = 0;
  {
    const std::lock_guard lock(all.mutex);
    if (bytes > MachineBytes() || (rounded = RoundedUp(bytes)) > MachineBytes() - all.bytes)
      return too_much(all.bytes);
    all.bytes += rounded;
  }
  std::byte* const data = Map(rounded);
  if (data == nullptr) {
    const std::lock_guard lock(all.mutex);
    all.bytes -= rounded;
    return too_much(all.bytes);
  }
#if defined(__SANITIZE_ADDRESS__)
  ASAN_POISON_MEMORY_REGION(data + bytes, rounded - bytes);
#endif
  std::shared_ptr<Memory> memory(new Memory{data, bytes}, Free);
  const std::lock_guard lock(all.mutex);
  all.by_address[uint64_t(data)] = memory;
  return memory;
}

std::shared_ptr<Memory> MemoryAt(D3D12_GPU_VIRTUAL_ADDRESS address) {
  std::shared_ptr<Memory> memory;  // released after the lock, which freeing takes too
  const std::lock_guard lock(All().mutex);
  const auto after = All().by_address.upper_bound(address);
  if (after == All().by_address.begin()) return nullptr;
  memory = std::prev(after)->second.lock();
  if (memory == nullptr || address - uint64_t(memory->data) >= memory->bytes) return nullptr;
  return memory;
}

uint64_t MachineBytes() {
  static const uint64_t bytes = uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

uint64_t AllocatedBytes() {
  const std::lock_guard lock(All().mutex);
  return All().bytes;
}

}  // namespace weft::d3d12
