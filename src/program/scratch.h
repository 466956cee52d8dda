// SPDX-License-Identifier: MIT
// The layout of a program's temporary memory: planning reserves ranges of it, and running finds
// each by its offset. Ranges are aligned to cache lines, whatever the alignment of the whole
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/align.h"
#include "base/assert.h"
#include "base/split.h"
#include "program/program.h"

namespace weft::ops {

class Temporary {
 public:
  // Reserves `bytes` bytes, at least 0, and returns their offset for At.
  int64_t Add(int64_t bytes) {
    WEFT_ASSERT(bytes >= 0);
    const int64_t offset = bytes_;
    bytes_ += RoundUp(bytes, kLineBytes);
    return offset;
  }
  uint64_t bytes() const { return bytes_ == 0 ? 0 : uint64_t(bytes_ + kLineBytes); }

  static std::byte* At(const Bindings& bind, int64_t offset) {
    WEFT_ASSERT(offset >= 0 && offset % kLineBytes == 0);
    return AlignToLine(bind.temporary) + offset;
  }

 private:
  int64_t bytes_ = 0;
};

}  // namespace weft::ops
