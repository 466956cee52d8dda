// SPDX-License-Identifier: MIT
// Windows that slide over an image: strides, dilations and padding as ONNX writes them, for
// convolutions and pooling.
#pragma once

#include "onnx/conversion.h"

namespace weft::onnx {

struct Windows {
  std::vector<int64_t> kernel, strides, dilations, begin, end;
  std::vector<int64_t> given_end;  // of the padding without what ceil mode reaches beyond it
  Shape outputs;                   // sizes of the result in these dimensions

  size_t dims() const { return kernel.size(); }
  static std::vector<uint32_t> Unsigned(const std::vector<int64_t>& numbers) {
    return {numbers.begin(), numbers.end()};
  }
};

// For an input of this shape, [N, C, ...]; `kernel` may be empty where the attribute has it.
Result<Windows> WindowsOf(Conversion& c, const Shape& input, std::vector<int64_t> kernel);

}  // namespace weft::onnx
