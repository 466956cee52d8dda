// SPDX-License-Identifier: MIT
// Converts DirectML's C structs to the C++ descriptions that everything else works on.
#pragma once

#include <DirectML.h>

#include "weft/operator.h"
#include "weft/status.h"

namespace weft::directml {

// A copy that refers to none of the caller's memory. Checks only what would be unsafe to read;
// values are checked when the operator is validated.
Result<Operator> ReadOperator(const DML_OPERATOR_DESC& desc);

}  // namespace weft::directml
