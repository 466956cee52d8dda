// SPDX-License-Identifier: MIT
// The checks of the schema, which all operators share. An operator's own Validate only checks how
// its tensors and attributes fit together.
#pragma once

#include "weft/schema.h"
#include "weft/status.h"

namespace weft {

// The operator exists at `level`; its required tensors are there, well formed (CheckTensor), and
// of the types and dimension counts of the support table; arrays that share a count are equally
// long; enum values are known; tensors that must agree do.
Status CheckAgainstSchema(const Operator& op, FeatureLevel level, const TensorRules& rules = {});

}  // namespace weft
