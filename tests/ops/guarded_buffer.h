// SPDX-License-Identifier: MIT
// Memory for one tensor under test. `lead` bytes before it choose its alignment; it ends where the
// allocation ends (so that AddressSanitizer sees an overrun) or at a red zone of `trail` bytes.
// Every byte starts as a pattern, so any write outside an element shows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "oracle/dense.h"
#include "weft/device.h"

namespace weft::test {

class GuardedBuffer {
 public:
  GuardedBuffer(size_t bytes, size_t lead, size_t trail, uint64_t seed)
      : lead_(lead), bytes_(bytes), memory_(lead + bytes + trail) {
    for (size_t i = 0; i < memory_.size(); i += 8) {
      const uint64_t word = (seed + i / 8 + 1) * 0x9e3779b97f4a7c15u;
      const uint64_t mixed = word ^ (word >> 29);
      std::memcpy(memory_.data() + i, &mixed, std::min<size_t>(8, memory_.size() - i));
    }
  }
  explicit GuardedBuffer(const TensorDesc& desc, uint64_t seed = 0)
      : GuardedBuffer(oracle::BufferBytes(desc.type, desc.layout), 64, 64, seed) {}

  std::byte* data() { return memory_.data() + lead_; }
  const std::byte* data() const { return memory_.data() + lead_; }
  size_t bytes() const { return bytes_; }
  operator Buffer() { return {data(), bytes_}; }
  operator ConstBuffer() const { return {data(), bytes_}; }
  friend bool operator==(const GuardedBuffer&, const GuardedBuffer&) = default;

  // Empty when `this` is what `before` becomes by writing `want` through `layout`, and nothing
  // else. Where a NaN is wanted any NaN will do, unless `exact_nan`.
  std::string Difference(GuardedBuffer before, const oracle::Dense& want, const Layout& layout,
                         bool exact_nan = true) const {
    oracle::Scatter(want, layout, before.data());
    if (memory_ == before.memory_) return "";
    std::string difference;
    size_t index = 0;
    oracle::ForEachCoordinate(want.sizes, [&](const oracle::Coordinate& at) {
      const uint64_t wanted = want.elements[index++];
      const int64_t offset = oracle::OffsetOf(layout, at);
      const uint64_t got = oracle::LoadElement(want.type, data(), offset);
      if (!exact_nan && oracle::IsNan(want.type, wanted) && oracle::IsNan(want.type, got))
        oracle::StoreElement(want.type, got, before.data(), offset);
      else if (got != wanted && difference.empty())
        difference = "element " + std::to_string(index - 1) + " is " + Show(want.type, got) +
                     " instead of " + Show(want.type, wanted);
    });
    if (!difference.empty() || memory_ == before.memory_) return difference;
    for (size_t i = 0;; ++i)
      if (memory_[i] != before.memory_[i])
        return "byte " + std::to_string(int64_t(i) - int64_t(lead_)) + " of " +
               std::to_string(bytes_) + " is no element, but was overwritten";
  }

 private:
  static std::string Show(DataType type, uint64_t bits) {
    char text[64];
    const oracle::Number number = oracle::ValueOf(type, bits);
    std::snprintf(text, sizeof text, "%.21Lg (0x%llx)",
                  number.is_float ? number.real : (long double)(number.integer),
                  (unsigned long long)(bits));
    return text;
  }

  size_t lead_;
  size_t bytes_;
  std::vector<std::byte> memory_;
};

}  // namespace weft::test
