// SPDX-License-Identifier: MIT
// The rules that all pooling operators and their gradients share: tensors {N, C, [D,] H, W} with
// windows over the last dimensions.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ops/pooling/window.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

struct Pooling {
  std::string_view op;
  std::string_view input_field;  // the tensor that has windows
  const TensorDesc& input;
  std::string_view output_field;  // the tensor with one element per window
  const TensorDesc& output;
  std::span<const uint32_t> strides, window_size, start_padding, end_padding;
  std::span<const uint32_t> dilations = {};  // 1 if empty
};

template <class Op>
Pooling PoolingOf(std::string_view name, const Op& op) {
  Pooling pooling = {name,       "InputTensor",  op.input,         "OutputTensor", op.output,
                     op.strides, op.window_size, op.start_padding, op.end_padding};
  if constexpr (requires { op.dilations; }) pooling.dilations = op.dilations;
  return pooling;
}

// Output sizes are rounded down, or up, and then the last windows extend beyond the padding.
Status CheckPooling(const Pooling& pooling);

std::vector<WindowDim> WindowsOf(const Pooling& pooling);

// The mean over each window, padding included or not.
WindowFunction MeanOf(const Pooling& pooling, bool include_padding);

}  // namespace weft::ops
