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
Status Validate(const ElementWiseAdd& op);
Result<Program> Plan(const ElementWiseAdd& op);
Status Validate(const ElementWiseDivide& op);
Result<Program> Plan(const ElementWiseDivide& op);
Status Validate(const ElementWiseLogicalAnd& op);
Result<Program> Plan(const ElementWiseLogicalAnd& op);
Status Validate(const ElementWiseLogicalEquals& op);
Result<Program> Plan(const ElementWiseLogicalEquals& op);
Status Validate(const ElementWiseLogicalGreaterThan& op);
Result<Program> Plan(const ElementWiseLogicalGreaterThan& op);
Status Validate(const ElementWiseLogicalLessThan& op);
Result<Program> Plan(const ElementWiseLogicalLessThan& op);
Status Validate(const ElementWiseLogicalOr& op);
Result<Program> Plan(const ElementWiseLogicalOr& op);
Status Validate(const ElementWiseLogicalXor& op);
Result<Program> Plan(const ElementWiseLogicalXor& op);
Status Validate(const ElementWiseMax& op);
Result<Program> Plan(const ElementWiseMax& op);
Status Validate(const ElementWiseMean& op);
Result<Program> Plan(const ElementWiseMean& op);
Status Validate(const ElementWiseMin& op);
Result<Program> Plan(const ElementWiseMin& op);
Status Validate(const ElementWiseMultiply& op);
Result<Program> Plan(const ElementWiseMultiply& op);
Status Validate(const ElementWisePow& op);
Result<Program> Plan(const ElementWisePow& op);
Status Validate(const ElementWiseSubtract& op);
Result<Program> Plan(const ElementWiseSubtract& op);
Status Validate(const ElementWiseQuantizeLinear& op);
Result<Program> Plan(const ElementWiseQuantizeLinear& op);
Status Validate(const ElementWiseDequantizeLinear& op);
Result<Program> Plan(const ElementWiseDequantizeLinear& op);
Status Validate(const ActivationParameterizedRelu& op);
Result<Program> Plan(const ActivationParameterizedRelu& op);
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
Status Validate(const ElementWiseIf& op);
Result<Program> Plan(const ElementWiseIf& op);
Status Validate(const DiagonalMatrix& op);
Result<Program> Plan(const DiagonalMatrix& op);
Status Validate(const ScatterElements& op);
Result<Program> Plan(const ScatterElements& op);
Status Validate(const OneHot& op);
Result<Program> Plan(const OneHot& op);
Status Validate(const ElementWiseBitShiftLeft& op);
Result<Program> Plan(const ElementWiseBitShiftLeft& op);
Status Validate(const ElementWiseBitShiftRight& op);
Result<Program> Plan(const ElementWiseBitShiftRight& op);
Status Validate(const ElementWiseModulusTruncate& op);
Result<Program> Plan(const ElementWiseModulusTruncate& op);
Status Validate(const ElementWiseModulusFloor& op);
Result<Program> Plan(const ElementWiseModulusFloor& op);
Status Validate(const FillValueConstant& op);
Result<Program> Plan(const FillValueConstant& op);
Status Validate(const FillValueSequence& op);
Result<Program> Plan(const FillValueSequence& op);
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
Status Validate(const ElementWiseBitAnd& op);
Result<Program> Plan(const ElementWiseBitAnd& op);
Status Validate(const ElementWiseBitOr& op);
Result<Program> Plan(const ElementWiseBitOr& op);
Status Validate(const ElementWiseBitXor& op);
Result<Program> Plan(const ElementWiseBitXor& op);
Status Validate(const ElementWiseLogicalGreaterThanOrEqual& op);
Result<Program> Plan(const ElementWiseLogicalGreaterThanOrEqual& op);
Status Validate(const ElementWiseLogicalLessThanOrEqual& op);
Result<Program> Plan(const ElementWiseLogicalLessThanOrEqual& op);
Status Validate(const ActivationReluGrad& op);
Result<Program> Plan(const ActivationReluGrad& op);
Status Validate(const RandomGenerator& op);
Result<Program> Plan(const RandomGenerator& op);
Status Validate(const NonzeroCoordinates& op);
Result<Program> Plan(const NonzeroCoordinates& op);
Status Validate(const SliceGrad& op);
Result<Program> Plan(const SliceGrad& op);
Status Validate(const GatherNd1& op);
Result<Program> Plan(const GatherNd1& op);
Status Validate(const ElementWiseAtanYx& op);
Result<Program> Plan(const ElementWiseAtanYx& op);
Status Validate(const ElementWiseClipGrad& op);
Result<Program> Plan(const ElementWiseClipGrad& op);
Status Validate(const ElementWiseDifferenceSquare& op);
Result<Program> Plan(const ElementWiseDifferenceSquare& op);
Status Validate(const ElementWiseQuantizedLinearAdd& op);
Result<Program> Plan(const ElementWiseQuantizedLinearAdd& op);
Status Validate(const DynamicQuantizeLinear& op);
Result<Program> Plan(const DynamicQuantizeLinear& op);
Status Validate(const ElementWiseClipGrad1& op);
Result<Program> Plan(const ElementWiseClipGrad1& op);
Status Validate(const Padding1& op);
Result<Program> Plan(const Padding1& op);
Status Validate(const DiagonalMatrix1& op);
Result<Program> Plan(const DiagonalMatrix1& op);
Status Validate(const Quantize& op);
Result<Program> Plan(const Quantize& op);
Status Validate(const Dequantize& op);
Result<Program> Plan(const Dequantize& op);
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
