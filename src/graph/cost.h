// SPDX-License-Identifier: MIT
// The work of a step, for people who look for where the time goes.
#pragma once

#include <cstdint>

#include "weft/operator.h"

namespace weft::graph {

// Bytes of the elements of a tensor.
uint64_t MovedBytes(const TensorDesc& tensor);
// The number of multiply-adds; 0 for operators that mostly move data.
uint64_t Products(const Operator& op);

}  // namespace weft::graph
