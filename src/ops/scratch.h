// SPDX-License-Identifier: MIT
// Places in a program's temporary or persistent memory, one after the other, each at the start of a
// cache line as far as the memory itself is.
#pragma once

#include <cstdint>

namespace weft {

class Scratch {
 public:
  // The offset of the next `bytes` bytes.
  int64_t Place(int64_t bytes) {
    constexpr int64_t kLine = 64;
    const int64_t place = bytes_;
    bytes_ += (bytes + kLine - 1) / kLine * kLine;
    return place;
  }
  uint64_t bytes() const { return uint64_t(bytes_); }

 private:
  int64_t bytes_ = 0;
};

}  // namespace weft
