// SPDX-License-Identifier: MIT
// What operators over a list of axes share: the checks of that list and of the output's sizes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

// An error unless every axis is one of InputTensor's dimensions, and none occurs twice. Errors name
// the fields.
Status CheckAxes(std::string_view op, std::span<const uint32_t> axes, const TensorDesc& input,
                 std::string_view axes_field = "Axes",
                 std::string_view input_field = "InputTensor");

// An error unless OutputTensor has size 1 along the axes and InputTensor's sizes elsewhere.
Status CheckReducedSizes(std::string_view op, std::span<const uint32_t> axes,
                         const TensorDesc& input, const TensorDesc& output);

// An error if there are no elements, for functions that have no value then.
Status CheckAxesNotEmpty(std::string_view op, std::span<const uint32_t> axes,
                         const TensorDesc& input);

}  // namespace weft::ops
