// SPDX-License-Identifier: MIT
// Running sums and products. Floats run in float64 and are rounded where they are written, so that
// errors do not grow along the line; integers wrap around.
#pragma once

#include <cstddef>
#include <cstdint>

#include "weft/tensor.h"

namespace weft {

enum class Scan : uint8_t { Sum, Product };

// The layout of lines, in bytes: element e of line l is at l * line + e * element.
struct LineSteps {
  int64_t line = 0;
  int64_t element = 0;
};

// Elements need no alignment; the output may be the input's memory.
struct ScanKernels {
  // One running value per column: output[c] is its value after input[c] (before it, if exclusive).
  void (*start)(std::byte* values, int64_t count) = nullptr;
  void (*row)(std::byte* values, std::byte* output, const std::byte* input,
              int64_t count) = nullptr;
  // Whole lines, with any steps.
  void (*lines)(std::byte* output, const LineSteps& output_steps, const std::byte* input,
                const LineSteps& input_steps, int64_t lines, int64_t count) = nullptr;
};
inline constexpr int kScanValueBytes = 8;  // room for one running value

// For FLOAT32, FLOAT16 and integers of 32 and 64 bits.
const ScanKernels& ScanKernelsFor(Scan scan, DataType type, bool exclusive);

}  // namespace weft
