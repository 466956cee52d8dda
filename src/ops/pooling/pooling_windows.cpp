// SPDX-License-Identifier: MIT
// See pooling_windows.h. Fields have 32 bits, so their sums and a product of two fit into 64.
#include "ops/pooling/pooling_windows.h"

#include <string>
#include <utility>

#include "base/error.h"

namespace weft::ops {
namespace {

uint32_t DilationOf(const Pooling& pooling, size_t d) {
  return pooling.dilations.empty() ? 1 : pooling.dilations[d];
}

Status CheckSpatial(const Pooling& pooling, size_t d) {
  const auto& [op, input_field, input, output_field, output, strides, window_size, start, end,
               dilations] = pooling;
  const uint32_t dilation = DilationOf(pooling, d);
  const std::pair<std::string_view, uint32_t> at_least_1[] = {
      {"Strides", strides[d]}, {"WindowSize", window_size[d]}, {"Dilations", dilation}};
  for (const auto& [field, value] : at_least_1)
    if (value == 0) return Invalid("{}: {}[{}] is 0, but it must be at least 1", op, field, d);
  const int dim = int(d) + 2;
  const int64_t size = input.sizes()[dim], padded = size + start[d] + end[d];
  const uint64_t reach = uint64_t(dilation) * (window_size[d] - 1) + 1;
  if (reach > uint64_t(padded)) {
    const std::string window =
        dilations.empty()
            ? fmt::format("WindowSize[{}] is {}", d, reach)
            : fmt::format("Dilations[{0}] * (WindowSize[{0}] - 1) + 1 is {1} * ({2} - 1) + 1 = {3}",
                          d, dilation, window_size[d], reach);
    return Invalid(
        "{0}: {1}, but {2}.Sizes[{3}] + StartPadding[{4}] + EndPadding[{4}] is {5} + {6} + {7} = "
        "{8}",
        op, window, input_field, dim, d, size, start[d], end[d], padded);
  }
  const int64_t room = padded - int64_t(reach), down = room / strides[d] + 1;
  const int64_t up = down + (room % strides[d] != 0);
  const int64_t got = output.sizes()[dim];
  if (got == down || got == up) return Ok();
  return Invalid(
      "{0}: {1}.Sizes[{2}] is {3}, but ({4}.Sizes[{2}] + StartPadding[{5}] + EndPadding[{5}] - "
      "{6}) / Strides[{5}] + 1 is ({7} + {8} + {9} - {6}) / {10} + 1 = {11}{12}",
      op, output_field, dim, got, input_field, d, reach, size, start[d], end[d], strides[d], down,
      up == down ? "" : fmt::format(", or {} rounded up", up));
}

}  // namespace

Status CheckPooling(const Pooling& pooling) {
  const auto& [op, input_field, input, output_field, output, strides, window_size, start, end,
               dilations] = pooling;
  const size_t spatial = strides.size();
  if (size_t(input.rank()) != spatial + 2)
    return Invalid("{}: {}.DimensionCount is {}, but DimensionCount + 2 is {} + 2 = {}", op,
                   input_field, input.rank(), spatial, spatial + 2);
  for (int dim = 0; dim < 2; ++dim)
    if (output.sizes()[dim] != input.sizes()[dim])
      return Invalid("{0}: {1}.Sizes[{2}] is {3}, but {4}.Sizes[{2}] is {5}", op, output_field, dim,
                     output.sizes()[dim], input_field, input.sizes()[dim]);
  for (size_t d = 0; d < spatial; ++d) WEFT_RETURN_IF_ERROR(CheckSpatial(pooling, d));
  return Ok();
}

std::vector<WindowDim> WindowsOf(const Pooling& pooling) {
  std::vector<WindowDim> windows;
  for (size_t d = 0; d < pooling.strides.size(); ++d)
    windows.push_back({.input_size = pooling.input.sizes()[int(d) + 2],
                       .output_size = pooling.output.sizes()[int(d) + 2],
                       .window = pooling.window_size[d],
                       .stride = pooling.strides[d],
                       .dilation = DilationOf(pooling, d),
                       .start = pooling.start_padding[d]});
  return windows;
}

WindowFunction MeanOf(const Pooling& pooling, bool include_padding) {
  double volume = 1;
  for (const uint32_t size : pooling.window_size) volume *= size;
  return {.kind = WindowFunction::Mean, .divisor = include_padding ? volume : 0};
}

}  // namespace weft::ops
