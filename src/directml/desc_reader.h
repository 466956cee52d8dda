// SPDX-License-Identifier: MIT
// DirectML's C structs as the C++ descriptions everything else works on.
#pragma once

#include <DirectML.h>

#include "weft/operator.h"
#include "weft/status.h"

namespace weft::directml {

// A copy that needs none of the caller's memory afterwards. What can be told of a value by itself
// is checked when the operator is validated; here, only what would be unsafe to read.
Result<Operator> ReadOperator(const DML_OPERATOR_DESC& desc);

}  // namespace weft::directml
