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
Status Validate(const ElementWiseAbs& op);
Result<Program> Plan(const ElementWiseAbs& op);
Status Validate(const ElementWiseAcos& op);
Result<Program> Plan(const ElementWiseAcos& op);
Status Validate(const ElementWiseAsin& op);
Result<Program> Plan(const ElementWiseAsin& op);
Status Validate(const ElementWiseAtan& op);
Result<Program> Plan(const ElementWiseAtan& op);
Status Validate(const ElementWiseCeil& op);
Result<Program> Plan(const ElementWiseCeil& op);
Status Validate(const ElementWiseClip& op);
Result<Program> Plan(const ElementWiseClip& op);
Status Validate(const ElementWiseCos& op);
Result<Program> Plan(const ElementWiseCos& op);
Status Validate(const ElementWiseExp& op);
Result<Program> Plan(const ElementWiseExp& op);
Status Validate(const ElementWiseFloor& op);
Result<Program> Plan(const ElementWiseFloor& op);
Status Validate(const ElementWiseLog& op);
Result<Program> Plan(const ElementWiseLog& op);
Status Validate(const ElementWiseLogicalNot& op);
Result<Program> Plan(const ElementWiseLogicalNot& op);
Status Validate(const ElementWiseConstantPow& op);
Result<Program> Plan(const ElementWiseConstantPow& op);
Status Validate(const ElementWiseRecip& op);
Result<Program> Plan(const ElementWiseRecip& op);
Status Validate(const ElementWiseSin& op);
Result<Program> Plan(const ElementWiseSin& op);
Status Validate(const ElementWiseSqrt& op);
Result<Program> Plan(const ElementWiseSqrt& op);
Status Validate(const ElementWiseTan& op);
Result<Program> Plan(const ElementWiseTan& op);
Status Validate(const ElementWiseThreshold& op);
Result<Program> Plan(const ElementWiseThreshold& op);
Status Validate(const ActivationElu& op);
Result<Program> Plan(const ActivationElu& op);
Status Validate(const ActivationHardmax& op);
Result<Program> Plan(const ActivationHardmax& op);
Status Validate(const ActivationHardSigmoid& op);
Result<Program> Plan(const ActivationHardSigmoid& op);
Status Validate(const ActivationIdentity& op);
Result<Program> Plan(const ActivationIdentity& op);
Status Validate(const ActivationLeakyRelu& op);
Result<Program> Plan(const ActivationLeakyRelu& op);
Status Validate(const ActivationLinear& op);
Result<Program> Plan(const ActivationLinear& op);
Status Validate(const ActivationLogSoftmax& op);
Result<Program> Plan(const ActivationLogSoftmax& op);
Status Validate(const ActivationParametricSoftplus& op);
Result<Program> Plan(const ActivationParametricSoftplus& op);
Status Validate(const ActivationRelu& op);
Result<Program> Plan(const ActivationRelu& op);
Status Validate(const ActivationScaledElu& op);
Result<Program> Plan(const ActivationScaledElu& op);
Status Validate(const ActivationScaledTanh& op);
Result<Program> Plan(const ActivationScaledTanh& op);
Status Validate(const ActivationSigmoid& op);
Result<Program> Plan(const ActivationSigmoid& op);
Status Validate(const ActivationSoftmax& op);
Result<Program> Plan(const ActivationSoftmax& op);
Status Validate(const ActivationSoftplus& op);
Result<Program> Plan(const ActivationSoftplus& op);
Status Validate(const ActivationSoftsign& op);
Result<Program> Plan(const ActivationSoftsign& op);
Status Validate(const ActivationTanh& op);
Result<Program> Plan(const ActivationTanh& op);
Status Validate(const ActivationThresholdedRelu& op);
Result<Program> Plan(const ActivationThresholdedRelu& op);
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
Status Validate(const ElementWiseSign& op);
Result<Program> Plan(const ElementWiseSign& op);
Status Validate(const ElementWiseIsNan& op);
Result<Program> Plan(const ElementWiseIsNan& op);
Status Validate(const ElementWiseErf& op);
Result<Program> Plan(const ElementWiseErf& op);
Status Validate(const ElementWiseSinh& op);
Result<Program> Plan(const ElementWiseSinh& op);
Status Validate(const ElementWiseCosh& op);
Result<Program> Plan(const ElementWiseCosh& op);
Status Validate(const ElementWiseTanh& op);
Result<Program> Plan(const ElementWiseTanh& op);
Status Validate(const ElementWiseAsinh& op);
Result<Program> Plan(const ElementWiseAsinh& op);
Status Validate(const ElementWiseAcosh& op);
Result<Program> Plan(const ElementWiseAcosh& op);
Status Validate(const ElementWiseAtanh& op);
Result<Program> Plan(const ElementWiseAtanh& op);
Status Validate(const ActivationShrink& op);
Result<Program> Plan(const ActivationShrink& op);
Status Validate(const DiagonalMatrix& op);
Result<Program> Plan(const DiagonalMatrix& op);
Status Validate(const ScatterElements& op);
Result<Program> Plan(const ScatterElements& op);
Status Validate(const OneHot& op);
Result<Program> Plan(const OneHot& op);
Status Validate(const ElementWiseRound& op);
Result<Program> Plan(const ElementWiseRound& op);
Status Validate(const ElementWiseIsInfinity& op);
Result<Program> Plan(const ElementWiseIsInfinity& op);
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
Status Validate(const ElementWiseBitNot& op);
Result<Program> Plan(const ElementWiseBitNot& op);
Status Validate(const ElementWiseBitCount& op);
Result<Program> Plan(const ElementWiseBitCount& op);
Status Validate(const ActivationCelu& op);
Result<Program> Plan(const ActivationCelu& op);
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
Status Validate(const ElementWiseClip1& op);
Result<Program> Plan(const ElementWiseClip1& op);
Status Validate(const Padding1& op);
Result<Program> Plan(const Padding1& op);
Status Validate(const ElementWiseNegate& op);
Result<Program> Plan(const ElementWiseNegate& op);
Status Validate(const ActivationGelu& op);
Result<Program> Plan(const ActivationGelu& op);
Status Validate(const ActivationSoftmax1& op);
Result<Program> Plan(const ActivationSoftmax1& op);
Status Validate(const ActivationLogSoftmax1& op);
Result<Program> Plan(const ActivationLogSoftmax1& op);
Status Validate(const ActivationHardmax1& op);
Result<Program> Plan(const ActivationHardmax1& op);
Status Validate(const DiagonalMatrix1& op);
Result<Program> Plan(const DiagonalMatrix1& op);
Status Validate(const ActivationSwish& op);
Result<Program> Plan(const ActivationSwish& op);
Status Validate(const ActivationHardSwish& op);
Result<Program> Plan(const ActivationHardSwish& op);
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
