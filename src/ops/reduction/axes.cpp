// SPDX-License-Identifier: MIT
// The checks name the entry of Axes, or the size, that is wrong.
#include "ops/reduction/axes.h"

#include <algorithm>

#include "base/error.h"

namespace weft::ops {

Status CheckAxes(std::string_view op, std::span<const uint32_t> axes, const TensorDesc& input,
                 std::string_view axes_field, std::string_view input_field) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (int64_t(axes[i]) >= input.rank())
      return Invalid("{}: {}[{}] is {}, but {} has {} dimensions", op, axes_field, i, axes[i],
                     input_field, input.rank());
    const auto before = axes.first(i);
    if (const auto same = std::ranges::find(before, axes[i]); same != before.end())
      return Invalid("{}: {}[{}] is {}, but {}[{}] is {} too", op, axes_field, i, axes[i],
                     axes_field, same - before.begin(), axes[i]);
  }
  return Ok();
}

Status CheckReducedSizes(std::string_view op, std::span<const uint32_t> axes,
                         const TensorDesc& input, const TensorDesc& output) {
  for (int dim = 0; dim < input.rank(); ++dim) {
    const int64_t found = output.sizes()[dim];
    if (std::ranges::find(axes, uint32_t(dim)) != axes.end()) {
      if (found != 1)
        return Invalid("{}: OutputTensor.Sizes[{}] is {}, but {} is one of Axes and 1 is required",
                       op, dim, found, dim);
    } else if (found != input.sizes()[dim]) {
      return Invalid("{}: OutputTensor.Sizes[{}] is {}, but InputTensor.Sizes[{}] is {}", op, dim,
                     found, dim, input.sizes()[dim]);
    }
  }
  return Ok();
}

Status CheckAxesNotEmpty(std::string_view op, std::span<const uint32_t> axes,
                         const TensorDesc& input) {
  for (const uint32_t axis : axes)
    if (input.sizes()[int(axis)] == 0)
      return Invalid("{}: InputTensor.Sizes[{}] is 0, but there must be an element to find", op,
                     axis);
  return Ok();
}

}  // namespace weft::ops
