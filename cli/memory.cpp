// SPDX-License-Identifier: MIT
// See memory.h.
#include "cli/memory.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/error.h"

namespace weft::cli {
namespace {

constexpr size_t kAlignment = 64;

// What the kernel believes can be used without swapping; all of the machine's memory if it does
// not say.
uint64_t AvailableBytes() {
  uint64_t kilobytes = 0;
  if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
    char line[128];
    while (kilobytes == 0 && std::fgets(line, sizeof line, file)) {
      unsigned long long value = 0;
      if (std::sscanf(line, "MemAvailable: %llu", &value) == 1) kilobytes = value;
    }
    std::fclose(file);
  }
  if (kilobytes != 0) return kilobytes * 1024;
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

}  // namespace

Result<Memory> Memory::Allocate(uint64_t bytes, std::string_view what) {
  // Small requests skip the question: malloc answers them truthfully enough.
  constexpr uint64_t kAskFrom = uint64_t(16) << 20;
  if (bytes >= kAskFrom) {
    if (const uint64_t available = AvailableBytes(); bytes > available)
      return Fail(ErrorCode::OutOfMemory, "{} needs {} bytes, but {} bytes of memory are available",
                  what, bytes, available);
  }
  Memory memory;
  memory.block_.reset(std::calloc(bytes + kAlignment, 1));  // calloc: pages stay untouched
  if (!memory.block_)
    return Fail(ErrorCode::OutOfMemory, "{} needs {} bytes, but they could not be allocated", what,
                bytes);
  const uintptr_t address = reinterpret_cast<uintptr_t>(memory.block_.get());
  const uintptr_t aligned = (address + kAlignment - 1) / kAlignment * kAlignment;
  memory.data_ = static_cast<std::byte*>(memory.block_.get()) + (aligned - address);
  memory.size_ = bytes;
  return memory;
}

}  // namespace weft::cli
