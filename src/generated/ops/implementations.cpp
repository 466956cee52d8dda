// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
#include "generated/ops/implementations.h"

namespace weft {
namespace {

template <class Op>
void InferOf(void* op) {
  ops::Infer(*static_cast<Op*>(op));
}

template <class Op, void (*kInfer)(void*) = nullptr>
constexpr Implementation kImplementation = {
    kInfer,
    [](const void* op) { return ops::Validate(*static_cast<const Op*>(op)); },
    [](const void* op) { return ops::Plan(*static_cast<const Op*>(op)); },
};

}  // namespace

const Implementation* FindImplementation(OperatorType type) {
  switch (type) {
    case OperatorType::ElementWiseIdentity: return &kImplementation<ElementWiseIdentity>;
    case OperatorType::ElementWiseAbs: return &kImplementation<ElementWiseAbs>;
    case OperatorType::ElementWiseAcos: return &kImplementation<ElementWiseAcos>;
    case OperatorType::ElementWiseAdd: return &kImplementation<ElementWiseAdd>;
    case OperatorType::ElementWiseAsin: return &kImplementation<ElementWiseAsin>;
    case OperatorType::ElementWiseAtan: return &kImplementation<ElementWiseAtan>;
    case OperatorType::ElementWiseCeil: return &kImplementation<ElementWiseCeil>;
    case OperatorType::ElementWiseClip: return &kImplementation<ElementWiseClip>;
    case OperatorType::ElementWiseCos: return &kImplementation<ElementWiseCos>;
    case OperatorType::ElementWiseDivide: return &kImplementation<ElementWiseDivide>;
    case OperatorType::ElementWiseExp: return &kImplementation<ElementWiseExp>;
    case OperatorType::ElementWiseFloor: return &kImplementation<ElementWiseFloor>;
    case OperatorType::ElementWiseLog: return &kImplementation<ElementWiseLog>;
    case OperatorType::ElementWiseLogicalAnd: return &kImplementation<ElementWiseLogicalAnd>;
    case OperatorType::ElementWiseLogicalEquals: return &kImplementation<ElementWiseLogicalEquals>;
    case OperatorType::ElementWiseLogicalGreaterThan: return &kImplementation<ElementWiseLogicalGreaterThan>;
    case OperatorType::ElementWiseLogicalLessThan: return &kImplementation<ElementWiseLogicalLessThan>;
    case OperatorType::ElementWiseLogicalNot: return &kImplementation<ElementWiseLogicalNot>;
    case OperatorType::ElementWiseLogicalOr: return &kImplementation<ElementWiseLogicalOr>;
    case OperatorType::ElementWiseLogicalXor: return &kImplementation<ElementWiseLogicalXor>;
    case OperatorType::ElementWiseMax: return &kImplementation<ElementWiseMax>;
    case OperatorType::ElementWiseMean: return &kImplementation<ElementWiseMean>;
    case OperatorType::ElementWiseMin: return &kImplementation<ElementWiseMin>;
    case OperatorType::ElementWiseMultiply: return &kImplementation<ElementWiseMultiply>;
    case OperatorType::ElementWisePow: return &kImplementation<ElementWisePow>;
    case OperatorType::ElementWiseConstantPow: return &kImplementation<ElementWiseConstantPow>;
    case OperatorType::ElementWiseRecip: return &kImplementation<ElementWiseRecip>;
    case OperatorType::ElementWiseSin: return &kImplementation<ElementWiseSin>;
    case OperatorType::ElementWiseSqrt: return &kImplementation<ElementWiseSqrt>;
    case OperatorType::ElementWiseSubtract: return &kImplementation<ElementWiseSubtract>;
    case OperatorType::ElementWiseTan: return &kImplementation<ElementWiseTan>;
    case OperatorType::ElementWiseThreshold: return &kImplementation<ElementWiseThreshold>;
    case OperatorType::ElementWiseQuantizeLinear: return &kImplementation<ElementWiseQuantizeLinear, InferOf<ElementWiseQuantizeLinear>>;
    case OperatorType::ElementWiseDequantizeLinear: return &kImplementation<ElementWiseDequantizeLinear, InferOf<ElementWiseDequantizeLinear>>;
    case OperatorType::ActivationElu: return &kImplementation<ActivationElu>;
    case OperatorType::ActivationHardmax: return &kImplementation<ActivationHardmax>;
    case OperatorType::ActivationHardSigmoid: return &kImplementation<ActivationHardSigmoid>;
    case OperatorType::ActivationIdentity: return &kImplementation<ActivationIdentity>;
    case OperatorType::ActivationLeakyRelu: return &kImplementation<ActivationLeakyRelu>;
    case OperatorType::ActivationLinear: return &kImplementation<ActivationLinear>;
    case OperatorType::ActivationLogSoftmax: return &kImplementation<ActivationLogSoftmax>;
    case OperatorType::ActivationParameterizedRelu: return &kImplementation<ActivationParameterizedRelu>;
    case OperatorType::ActivationParametricSoftplus: return &kImplementation<ActivationParametricSoftplus>;
    case OperatorType::ActivationRelu: return &kImplementation<ActivationRelu>;
    case OperatorType::ActivationScaledElu: return &kImplementation<ActivationScaledElu>;
    case OperatorType::ActivationScaledTanh: return &kImplementation<ActivationScaledTanh>;
    case OperatorType::ActivationSigmoid: return &kImplementation<ActivationSigmoid>;
    case OperatorType::ActivationSoftmax: return &kImplementation<ActivationSoftmax>;
    case OperatorType::ActivationSoftplus: return &kImplementation<ActivationSoftplus>;
    case OperatorType::ActivationSoftsign: return &kImplementation<ActivationSoftsign>;
    case OperatorType::ActivationTanh: return &kImplementation<ActivationTanh>;
    case OperatorType::ActivationThresholdedRelu: return &kImplementation<ActivationThresholdedRelu>;
    case OperatorType::Convolution: return &kImplementation<Convolution, InferOf<Convolution>>;
    case OperatorType::Gemm: return &kImplementation<Gemm, InferOf<Gemm>>;
    case OperatorType::Reduce: return &kImplementation<Reduce, InferOf<Reduce>>;
    case OperatorType::AveragePooling: return &kImplementation<AveragePooling, InferOf<AveragePooling>>;
    case OperatorType::LpPooling: return &kImplementation<LpPooling, InferOf<LpPooling>>;
    case OperatorType::MaxPooling: return &kImplementation<MaxPooling, InferOf<MaxPooling>>;
    case OperatorType::RoiPooling: return &kImplementation<RoiPooling, InferOf<RoiPooling>>;
    case OperatorType::Slice: return &kImplementation<Slice, InferOf<Slice>>;
    case OperatorType::Cast: return &kImplementation<Cast, InferOf<Cast>>;
    case OperatorType::Split: return &kImplementation<Split, InferOf<Split>>;
    case OperatorType::Join: return &kImplementation<Join, InferOf<Join>>;
    case OperatorType::Padding: return &kImplementation<Padding, InferOf<Padding>>;
    case OperatorType::ValueScale2D: return &kImplementation<ValueScale2D>;
    case OperatorType::Upsample2D: return &kImplementation<Upsample2D, InferOf<Upsample2D>>;
    case OperatorType::Gather: return &kImplementation<Gather, InferOf<Gather>>;
    case OperatorType::SpaceToDepth: return &kImplementation<SpaceToDepth, InferOf<SpaceToDepth>>;
    case OperatorType::DepthToSpace: return &kImplementation<DepthToSpace, InferOf<DepthToSpace>>;
    case OperatorType::Tile: return &kImplementation<Tile, InferOf<Tile>>;
    case OperatorType::TopK: return &kImplementation<TopK, InferOf<TopK>>;
    case OperatorType::BatchNormalization: return &kImplementation<BatchNormalization>;
    case OperatorType::MeanVarianceNormalization: return &kImplementation<MeanVarianceNormalization>;
    case OperatorType::LocalResponseNormalization: return &kImplementation<LocalResponseNormalization>;
    case OperatorType::LpNormalization: return &kImplementation<LpNormalization>;
    case OperatorType::Rnn: return &kImplementation<Rnn, InferOf<Rnn>>;
    case OperatorType::Lstm: return &kImplementation<Lstm, InferOf<Lstm>>;
    case OperatorType::Gru: return &kImplementation<Gru, InferOf<Gru>>;
    case OperatorType::ElementWiseSign: return &kImplementation<ElementWiseSign>;
    case OperatorType::ElementWiseIsNan: return &kImplementation<ElementWiseIsNan>;
    case OperatorType::ElementWiseErf: return &kImplementation<ElementWiseErf>;
    case OperatorType::ElementWiseSinh: return &kImplementation<ElementWiseSinh>;
    case OperatorType::ElementWiseCosh: return &kImplementation<ElementWiseCosh>;
    case OperatorType::ElementWiseTanh: return &kImplementation<ElementWiseTanh>;
    case OperatorType::ElementWiseAsinh: return &kImplementation<ElementWiseAsinh>;
    case OperatorType::ElementWiseAcosh: return &kImplementation<ElementWiseAcosh>;
    case OperatorType::ElementWiseAtanh: return &kImplementation<ElementWiseAtanh>;
    case OperatorType::ElementWiseIf: return &kImplementation<ElementWiseIf, InferOf<ElementWiseIf>>;
    case OperatorType::ElementWiseAdd1: return &kImplementation<ElementWiseAdd1>;
    case OperatorType::ActivationShrink: return &kImplementation<ActivationShrink>;
    case OperatorType::MaxPooling1: return &kImplementation<MaxPooling1, InferOf<MaxPooling1>>;
    case OperatorType::MaxUnpooling: return &kImplementation<MaxUnpooling, InferOf<MaxUnpooling>>;
    case OperatorType::DiagonalMatrix: return &kImplementation<DiagonalMatrix, InferOf<DiagonalMatrix>>;
    case OperatorType::ScatterElements: return &kImplementation<ScatterElements>;
    case OperatorType::OneHot: return &kImplementation<OneHot, InferOf<OneHot>>;
    case OperatorType::Resample: return &kImplementation<Resample, InferOf<Resample>>;
    case OperatorType::ElementWiseBitShiftLeft: return &kImplementation<ElementWiseBitShiftLeft>;
    case OperatorType::ElementWiseBitShiftRight: return &kImplementation<ElementWiseBitShiftRight>;
    case OperatorType::ElementWiseRound: return &kImplementation<ElementWiseRound>;
    case OperatorType::ElementWiseIsInfinity: return &kImplementation<ElementWiseIsInfinity>;
    case OperatorType::ElementWiseModulusTruncate: return &kImplementation<ElementWiseModulusTruncate>;
    case OperatorType::ElementWiseModulusFloor: return &kImplementation<ElementWiseModulusFloor>;
    case OperatorType::FillValueConstant: return &kImplementation<FillValueConstant, InferOf<FillValueConstant>>;
    case OperatorType::FillValueSequence: return &kImplementation<FillValueSequence, InferOf<FillValueSequence>>;
    case OperatorType::CumulativeSummation: return &kImplementation<CumulativeSummation>;
    case OperatorType::ReverseSubsequences: return &kImplementation<ReverseSubsequences>;
    case OperatorType::GatherElements: return &kImplementation<GatherElements, InferOf<GatherElements>>;
    case OperatorType::GatherNd: return &kImplementation<GatherNd, InferOf<GatherNd>>;
    case OperatorType::ScatterNd: return &kImplementation<ScatterNd>;
    case OperatorType::MaxPooling2: return &kImplementation<MaxPooling2, InferOf<MaxPooling2>>;
    case OperatorType::Slice1: return &kImplementation<Slice1, InferOf<Slice1>>;
    case OperatorType::TopK1: return &kImplementation<TopK1, InferOf<TopK1>>;
    case OperatorType::DepthToSpace1: return &kImplementation<DepthToSpace1, InferOf<DepthToSpace1>>;
    case OperatorType::SpaceToDepth1: return &kImplementation<SpaceToDepth1, InferOf<SpaceToDepth1>>;
    case OperatorType::MeanVarianceNormalization1: return &kImplementation<MeanVarianceNormalization1>;
    case OperatorType::Resample1: return &kImplementation<Resample1, InferOf<Resample1>>;
    case OperatorType::MatrixMultiplyInteger: return &kImplementation<MatrixMultiplyInteger, InferOf<MatrixMultiplyInteger>>;
    case OperatorType::QuantizedLinearMatrixMultiply: return &kImplementation<QuantizedLinearMatrixMultiply, InferOf<QuantizedLinearMatrixMultiply>>;
    case OperatorType::ConvolutionInteger: return &kImplementation<ConvolutionInteger, InferOf<ConvolutionInteger>>;
    case OperatorType::QuantizedLinearConvolution: return &kImplementation<QuantizedLinearConvolution, InferOf<QuantizedLinearConvolution>>;
    case OperatorType::ElementWiseBitAnd: return &kImplementation<ElementWiseBitAnd>;
    case OperatorType::ElementWiseBitOr: return &kImplementation<ElementWiseBitOr>;
    case OperatorType::ElementWiseBitXor: return &kImplementation<ElementWiseBitXor>;
    case OperatorType::ElementWiseBitNot: return &kImplementation<ElementWiseBitNot>;
    case OperatorType::ElementWiseBitCount: return &kImplementation<ElementWiseBitCount>;
    case OperatorType::ElementWiseLogicalGreaterThanOrEqual: return &kImplementation<ElementWiseLogicalGreaterThanOrEqual>;
    case OperatorType::ElementWiseLogicalLessThanOrEqual: return &kImplementation<ElementWiseLogicalLessThanOrEqual>;
    case OperatorType::ActivationCelu: return &kImplementation<ActivationCelu>;
    case OperatorType::ActivationReluGrad: return &kImplementation<ActivationReluGrad>;
    case OperatorType::AveragePoolingGrad: return &kImplementation<AveragePoolingGrad, InferOf<AveragePoolingGrad>>;
    case OperatorType::MaxPoolingGrad: return &kImplementation<MaxPoolingGrad>;
    case OperatorType::RandomGenerator: return &kImplementation<RandomGenerator, InferOf<RandomGenerator>>;
    case OperatorType::NonzeroCoordinates: return &kImplementation<NonzeroCoordinates, InferOf<NonzeroCoordinates>>;
    case OperatorType::ResampleGrad: return &kImplementation<ResampleGrad, InferOf<ResampleGrad>>;
    case OperatorType::SliceGrad: return &kImplementation<SliceGrad, InferOf<SliceGrad>>;
    case OperatorType::AdamOptimizer: return &kImplementation<AdamOptimizer, InferOf<AdamOptimizer>>;
    case OperatorType::Argmin: return &kImplementation<Argmin, InferOf<Argmin>>;
    case OperatorType::Argmax: return &kImplementation<Argmax, InferOf<Argmax>>;
    case OperatorType::RoiAlign: return &kImplementation<RoiAlign, InferOf<RoiAlign>>;
    case OperatorType::GatherNd1: return &kImplementation<GatherNd1, InferOf<GatherNd1>>;
    case OperatorType::ElementWiseAtanYx: return &kImplementation<ElementWiseAtanYx>;
    case OperatorType::ElementWiseClipGrad: return &kImplementation<ElementWiseClipGrad>;
    case OperatorType::ElementWiseDifferenceSquare: return &kImplementation<ElementWiseDifferenceSquare>;
    case OperatorType::LocalResponseNormalizationGrad: return &kImplementation<LocalResponseNormalizationGrad>;
    case OperatorType::CumulativeProduct: return &kImplementation<CumulativeProduct>;
    case OperatorType::BatchNormalizationGrad: return &kImplementation<BatchNormalizationGrad, InferOf<BatchNormalizationGrad>>;
    case OperatorType::ElementWiseQuantizedLinearAdd: return &kImplementation<ElementWiseQuantizedLinearAdd>;
    case OperatorType::DynamicQuantizeLinear: return &kImplementation<DynamicQuantizeLinear, InferOf<DynamicQuantizeLinear>>;
    case OperatorType::RoiAlign1: return &kImplementation<RoiAlign1, InferOf<RoiAlign1>>;
    case OperatorType::RoiAlignGrad: return &kImplementation<RoiAlignGrad, InferOf<RoiAlignGrad>>;
    case OperatorType::BatchNormalizationTraining: return &kImplementation<BatchNormalizationTraining, InferOf<BatchNormalizationTraining>>;
    case OperatorType::BatchNormalizationTrainingGrad: return &kImplementation<BatchNormalizationTrainingGrad, InferOf<BatchNormalizationTrainingGrad>>;
    case OperatorType::ElementWiseClip1: return &kImplementation<ElementWiseClip1>;
    case OperatorType::ElementWiseClipGrad1: return &kImplementation<ElementWiseClipGrad1>;
    case OperatorType::Padding1: return &kImplementation<Padding1, InferOf<Padding1>>;
    case OperatorType::ElementWiseNegate: return &kImplementation<ElementWiseNegate>;
    case OperatorType::ActivationGelu: return &kImplementation<ActivationGelu>;
    case OperatorType::ActivationSoftmax1: return &kImplementation<ActivationSoftmax1>;
    case OperatorType::ActivationLogSoftmax1: return &kImplementation<ActivationLogSoftmax1>;
    case OperatorType::ActivationHardmax1: return &kImplementation<ActivationHardmax1>;
    case OperatorType::Resample2: return &kImplementation<Resample2, InferOf<Resample2>>;
    case OperatorType::ResampleGrad1: return &kImplementation<ResampleGrad1, InferOf<ResampleGrad1>>;
    case OperatorType::DiagonalMatrix1: return &kImplementation<DiagonalMatrix1, InferOf<DiagonalMatrix1>>;
    case OperatorType::MultiheadAttention: return &kImplementation<MultiheadAttention, InferOf<MultiheadAttention>>;
    case OperatorType::LpPooling1: return &kImplementation<LpPooling1, InferOf<LpPooling1>>;
    case OperatorType::AveragePooling1: return &kImplementation<AveragePooling1, InferOf<AveragePooling1>>;
    case OperatorType::ActivationSwish: return &kImplementation<ActivationSwish>;
    case OperatorType::ActivationHardSwish: return &kImplementation<ActivationHardSwish>;
    case OperatorType::QuantizedLinearAveragePooling: return &kImplementation<QuantizedLinearAveragePooling, InferOf<QuantizedLinearAveragePooling>>;
    case OperatorType::MatrixMultiplyIntegerToFloat: return &kImplementation<MatrixMultiplyIntegerToFloat, InferOf<MatrixMultiplyIntegerToFloat>>;
    case OperatorType::MeanVarianceNormalization2: return &kImplementation<MeanVarianceNormalization2>;
    case OperatorType::MultiheadAttention1: return &kImplementation<MultiheadAttention1, InferOf<MultiheadAttention1>>;
    case OperatorType::Quantize: return &kImplementation<Quantize, InferOf<Quantize>>;
    case OperatorType::Dequantize: return &kImplementation<Dequantize, InferOf<Dequantize>>;
    case OperatorType::Resample3: return &kImplementation<Resample3, InferOf<Resample3>>;
    case OperatorType::Fold: return &kImplementation<Fold, InferOf<Fold>>;
    case OperatorType::Unfold: return &kImplementation<Unfold, InferOf<Unfold>>;
    default: return nullptr;
  }
}

}  // namespace weft
