// SPDX-License-Identifier: MIT
// The work of an operator, as far as its description tells: for people who look for where the time
// goes, and to refuse what would never end.
#pragma once

#include <cstdint>

#include "weft/device.h"
#include "weft/operator.h"
#include "weft/status.h"

namespace weft {

// Bytes of the elements of a tensor.
uint64_t MovedBytes(const TensorDesc& tensor);
// The number of multiply-adds; 0 for operators that mostly move data.
uint64_t Products(const Operator& op);

// Elements that are visited, each as often as that happens, and products. Nothing that depends on
// values counts.
double Steps(const Operator& op);
// An error where a valid operator has more steps than the options, or else WEFT_MAX_WORK, allow.
Status CheckWork(const Operator& op, const CompileOptions& options);

}  // namespace weft
