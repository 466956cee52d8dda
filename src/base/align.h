// SPDX-License-Identifier: MIT
// The size of cache lines, and addresses aligned to one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/assert.h"

namespace weft {

inline constexpr int64_t kLineBytes = 64;  // of a cache line

// The bytes from an address to the next multiple of `alignment`, a power of two; 0 if it is one.
inline int64_t BytesToAligned(const void* address, int64_t alignment = kLineBytes) {
  WEFT_ASSERT(alignment > 0 && (alignment & (alignment - 1)) == 0);
  return -int64_t(reinterpret_cast<uintptr_t>(address)) & (alignment - 1);
}

// The first address from `memory` on that is aligned to a cache line. So whoever needs `bytes`
// aligned bytes allocates `bytes` + kLineBytes. Null stays null.
inline std::byte* AlignToLine(std::byte* memory) { return memory + BytesToAligned(memory); }

}  // namespace weft
