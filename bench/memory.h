// SPDX-License-Identifier: MIT
// Buffers to measure on: page-aligned, and filled with numbers that survive any conversion.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "case.h"

namespace weft::bench {

struct FreeBytes {
  void operator()(unsigned char* bytes) const { std::free(bytes); }
};
using AlignedBytes = std::unique_ptr<unsigned char[], FreeBytes>;
AlignedBytes AllocateBytes(size_t bytes);

// With room behind the last element: a library may describe the padding of the last row too.
size_t InputBytesNeeded(const Case& description);
size_t OutputBytesNeeded(const Case& description);

// No NaN, denormal or infinity, in float16 either: libraries differ in what they do with those.
void FillWithNumbers(Type type, unsigned char* bytes, size_t size);

}  // namespace weft::bench
