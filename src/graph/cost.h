// SPDX-License-Identifier: MIT
// What a step has to do, for people who wonder where the time goes.
#pragma once

#include <cstdint>

#include "weft/operator.h"

namespace weft::graph {

// Bytes of the elements of a tensor.
uint64_t MovedBytes(const TensorDesc& tensor);
// Products of two numbers that are summed up; 0 for operators that hardly do anything but move
// numbers.
uint64_t Products(const Operator& op);

}  // namespace weft::graph
