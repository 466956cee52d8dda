// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
// The functions each implemented operator consists of, and how to find them by operator type.
// They are named by overload, so a missing one is a link error.
#pragma once

#include "ops/program.h"
#include "weft/operators.h"
#include "weft/status.h"

namespace weft {
namespace ops {

Status Validate(const ElementWiseIdentity& op);
Result<Program> Plan(const ElementWiseIdentity& op);
Status Validate(const Slice& op);
Result<Program> Plan(const Slice& op);
Status Validate(const Cast& op);
Result<Program> Plan(const Cast& op);
Status Validate(const FillValueConstant& op);
Result<Program> Plan(const FillValueConstant& op);
Status Validate(const FillValueSequence& op);
Result<Program> Plan(const FillValueSequence& op);
Status Validate(const Slice1& op);
Result<Program> Plan(const Slice1& op);
Status Validate(const SliceGrad& op);
Result<Program> Plan(const SliceGrad& op);

}  // namespace ops

struct Implementation {
  // The argument is the operator's aggregate: Operator::data().
  Status (*validate)(const void* op);        // what the tables of weft/schema.h cannot say
  Result<Program> (*plan)(const void* op);   // only after validation
};

// Null for an operator that is not implemented.
const Implementation* FindImplementation(OperatorType type);

}  // namespace weft
