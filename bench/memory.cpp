// SPDX-License-Identifier: MIT
// Buffers to measure on.
#include "memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

namespace weft::bench {
namespace {
constexpr size_t kPage = 4096;

size_t WithRoom(int64_t elements, Type type) {
  const size_t bytes = size_t(elements) * size_t(SizeBytes(type));
  return (bytes + 16 * kPage) / kPage * kPage;
}
}  // namespace

AlignedBytes AllocateBytes(size_t bytes) {
  void* memory = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  if (!memory) throw std::bad_alloc();
  std::memset(memory, 0, bytes);  // page faults belong here, not into a measurement
  return AlignedBytes(static_cast<unsigned char*>(memory));
}

size_t InputBytesNeeded(const Case& description) {
  return WithRoom(description.InputExtent(), description.input_type);
}

size_t OutputBytesNeeded(const Case& description) {
  const size_t copied = WithRoom(description.CopiedBytes(), Type::U8);
  return std::max(copied, WithRoom(description.OutputExtent(), description.output_type));
}

void FillWithNumbers(Type type, unsigned char* bytes, size_t size) {
  uint64_t state = 0x9E3779B97F4A7C15;
  for (size_t i = 0; i + 8 <= size; i += 8) {
    state = state * 6364136223846793005 + 1442695040888963407;
    uint64_t word = state ^ (state >> 32);
    // Keep sign, mantissa and the low exponent bits; the others put the number between 1/128 and 2
    // (float32: exponents 120 to 127; float16: 8 to 15).
    if (type == Type::F32) word = (word & 0x83FFFFFF83FFFFFF) | 0x3C0000003C000000;
    if (type == Type::F16) word = (word & 0x9FFF9FFF9FFF9FFF) | 0x2000200020002000;
    std::memcpy(bytes + i, &word, 8);
  }
}

}  // namespace weft::bench
