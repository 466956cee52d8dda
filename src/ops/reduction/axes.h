// SPDX-License-Identifier: MIT
// What operators over a list of axes share: the checks of that list and of what is left by them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

// Every axis is one of InputTensor's dimensions, none comes twice.
Status CheckAxes(std::string_view op, std::span<const uint32_t> axes, const TensorDesc& input);

// Along the axes OutputTensor has size 1, elsewhere InputTensor's sizes.
Status CheckReducedSizes(std::string_view op, std::span<const uint32_t> axes,
                         const TensorDesc& input, const TensorDesc& output);

// Functions that have no value for no elements.
Status CheckAxesNotEmpty(std::string_view op, std::span<const uint32_t> axes,
                         const TensorDesc& input);

}  // namespace weft::ops
