// SPDX-License-Identifier: MIT
// Output tensors that follow from the rest of a description: Slice1 with its input and window has
// only one possible output. For callers who describe inputs and want results.
#pragma once

#include "weft/export.h"
#include "weft/operator.h"
#include "weft/status.h"

namespace weft {

// Gives every output tensor that has no data type the one it must have, or the usual one where
// there is a choice (UINT8 of a comparison, UINT32 of an index), and those without sizes their
// sizes, packed. What is set stays. Optional outputs and outputs in arrays take part when they are
// there. An error names a required output that does not follow from the inputs.
//
// This is no validation: a wrong description gets some output, and Validate says what is wrong.
// The operator must not be shared yet.
WEFT_API Status InferOutputs(Operator& op);

}  // namespace weft
