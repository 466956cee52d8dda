// SPDX-License-Identifier: MIT
// Blocks of memory that begin at a cache line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "base/align.h"

namespace weft {

// Null if there is not enough memory. malloc has no alignment to keep, so a block that was given
// back serves the next one of its size; aligned_alloc would need a larger one, and a program that
// asks for the same each time would grow.
inline std::shared_ptr<std::byte> AllocateLines(uint64_t bytes, bool zeros = false) {
  if (bytes > UINT64_MAX - uint64_t(kLineBytes)) return nullptr;
  const auto enough = size_t(bytes + uint64_t(kLineBytes));
  void* const block = zeros ? std::calloc(1, enough) : std::malloc(enough);
  if (block == nullptr) return nullptr;
  const std::shared_ptr<void> owner(block, std::free);
  return {owner, AlignToLine(static_cast<std::byte*>(block))};
}

}  // namespace weft
