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
Status Validate(const ActivationHardmax& op);
Result<Program> Plan(const ActivationHardmax& op);
Status Validate(const ActivationLogSoftmax& op);
Result<Program> Plan(const ActivationLogSoftmax& op);
Status Validate(const ActivationSoftmax& op);
Result<Program> Plan(const ActivationSoftmax& op);
Status Validate(const Reduce& op);
Result<Program> Plan(const Reduce& op);
Status Validate(const Slice& op);
Result<Program> Plan(const Slice& op);
Status Validate(const Cast& op);
Result<Program> Plan(const Cast& op);
Status Validate(const Split& op);
Result<Program> Plan(const Split& op);
Status Validate(const Join& op);
Result<Program> Plan(const Join& op);
Status Validate(const Padding& op);
Result<Program> Plan(const Padding& op);
Status Validate(const ValueScale2D& op);
Result<Program> Plan(const ValueScale2D& op);
Status Validate(const Upsample2D& op);
Result<Program> Plan(const Upsample2D& op);
Status Validate(const Gather& op);
Result<Program> Plan(const Gather& op);
Status Validate(const SpaceToDepth& op);
Result<Program> Plan(const SpaceToDepth& op);
Status Validate(const DepthToSpace& op);
Result<Program> Plan(const DepthToSpace& op);
Status Validate(const Tile& op);
Result<Program> Plan(const Tile& op);
Status Validate(const TopK& op);
Result<Program> Plan(const TopK& op);
Status Validate(const DiagonalMatrix& op);
Result<Program> Plan(const DiagonalMatrix& op);
Status Validate(const ScatterElements& op);
Result<Program> Plan(const ScatterElements& op);
Status Validate(const OneHot& op);
Result<Program> Plan(const OneHot& op);
Status Validate(const FillValueConstant& op);
Result<Program> Plan(const FillValueConstant& op);
Status Validate(const FillValueSequence& op);
Result<Program> Plan(const FillValueSequence& op);
Status Validate(const CumulativeSummation& op);
Result<Program> Plan(const CumulativeSummation& op);
Status Validate(const ReverseSubsequences& op);
Result<Program> Plan(const ReverseSubsequences& op);
Status Validate(const GatherElements& op);
Result<Program> Plan(const GatherElements& op);
Status Validate(const GatherNd& op);
Result<Program> Plan(const GatherNd& op);
Status Validate(const ScatterNd& op);
Result<Program> Plan(const ScatterNd& op);
Status Validate(const Slice1& op);
Result<Program> Plan(const Slice1& op);
Status Validate(const TopK1& op);
Result<Program> Plan(const TopK1& op);
Status Validate(const DepthToSpace1& op);
Result<Program> Plan(const DepthToSpace1& op);
Status Validate(const SpaceToDepth1& op);
Result<Program> Plan(const SpaceToDepth1& op);
Status Validate(const RandomGenerator& op);
Result<Program> Plan(const RandomGenerator& op);
Status Validate(const NonzeroCoordinates& op);
Result<Program> Plan(const NonzeroCoordinates& op);
Status Validate(const SliceGrad& op);
Result<Program> Plan(const SliceGrad& op);
Status Validate(const Argmin& op);
Result<Program> Plan(const Argmin& op);
Status Validate(const Argmax& op);
Result<Program> Plan(const Argmax& op);
Status Validate(const GatherNd1& op);
Result<Program> Plan(const GatherNd1& op);
Status Validate(const CumulativeProduct& op);
Result<Program> Plan(const CumulativeProduct& op);
Status Validate(const Padding1& op);
Result<Program> Plan(const Padding1& op);
Status Validate(const ActivationSoftmax1& op);
Result<Program> Plan(const ActivationSoftmax1& op);
Status Validate(const ActivationLogSoftmax1& op);
Result<Program> Plan(const ActivationLogSoftmax1& op);
Status Validate(const ActivationHardmax1& op);
Result<Program> Plan(const ActivationHardmax1& op);
Status Validate(const DiagonalMatrix1& op);
Result<Program> Plan(const DiagonalMatrix1& op);
Status Validate(const Fold& op);
Result<Program> Plan(const Fold& op);
Status Validate(const Unfold& op);
Result<Program> Plan(const Unfold& op);

}  // namespace ops

struct Implementation {
  // The argument is the operator's aggregate: Operator::data().
  Status (*validate)(const void* op);        // what the tables of weft/schema.h cannot say
  Result<Program> (*plan)(const void* op);   // only after validation
};

// Null for an operator that is not implemented.
const Implementation* FindImplementation(OperatorType type);

}  // namespace weft
