// SPDX-License-Identifier: MIT
// The parts of a program's temporary memory: each is asked for when planning and found by its place
// when running. Parts begin at a cache line, wherever the memory as a whole begins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/align.h"
#include "base/split.h"
#include "program/program.h"

namespace weft::ops {

class Temporary {
 public:
  // The place of a part of so many bytes.
  int64_t Add(int64_t bytes) {
    const int64_t offset = bytes_;
    bytes_ += RoundUp(bytes, kLineBytes);
    return offset;
  }
  uint64_t bytes() const { return bytes_ == 0 ? 0 : uint64_t(bytes_ + kLineBytes); }

  static std::byte* At(const Bindings& bind, int64_t offset) {
    return AlignToLine(bind.temporary) + offset;
  }

 private:
  int64_t bytes_ = 0;
};

}  // namespace weft::ops
