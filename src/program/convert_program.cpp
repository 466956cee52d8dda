// SPDX-License-Identifier: MIT
// Between equal types it is a copy, which CopyPlan does faster than row by row. It still has a row
// function, so that graphs can fuse it into a chain.
#include "program/convert_program.h"

#include <cstring>
#include <memory>

#include "program/map_program.h"
#include "strided/typed_copy.h"

namespace weft {
namespace {

RowFunction CopyRow(int64_t element_bytes) {
  return {
      [](std::byte* output, const std::byte* const* inputs, int64_t count, const void* parameters) {
        const int64_t bytes = count * *static_cast<const int64_t*>(parameters);
        std::memmove(output, inputs[0], size_t(bytes));  // both may be the same memory
      },
      element_bytes};
}

}  // namespace

Program ConvertProgram(const TensorDesc& output, const TensorDesc& input) {
  if (output.type != input.type)
    return MapProgram(ConversionRow(output.type, input.type), output, input);
  Program program = CopyProgram(output, input.layout);
  const int bits = SizeBits(output.type);
  if (bits >= 8)
    program.element_wise = std::make_shared<const ElementWise>(
        ElementWise{CopyRow(bits / 8), OperandOf(output), {MapInput(input, 0)}});
  return program;
}

}  // namespace weft
