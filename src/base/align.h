// SPDX-License-Identifier: MIT
// Lines of the cache, and addresses that begin one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int64_t kLineBytes = 64;  // of the cache

// From an address to the next multiple of `alignment`, which is a power of two; 0 at one.
inline int64_t BytesToAligned(const void* address, int64_t alignment = kLineBytes) {
  return -int64_t(reinterpret_cast<uintptr_t>(address)) & (alignment - 1);
}

// The first line that begins at `memory` or after it: memory of `bytes` bytes is asked for as
// `bytes` + kLineBytes. Null stays null.
inline std::byte* AlignToLine(std::byte* memory) { return memory + BytesToAligned(memory); }

}  // namespace weft
