// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
#include "weft/expressions.h"

#include <utility>

namespace weft::expr {

Expression ElementWiseIdentity(const Expression& input, weft::ElementWiseIdentity op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAbs(const Expression& input, weft::ElementWiseAbs op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAcos(const Expression& input, weft::ElementWiseAcos op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAdd(const Expression& a, const Expression& b, weft::ElementWiseAdd op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseAsin(const Expression& input, weft::ElementWiseAsin op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAtan(const Expression& input, weft::ElementWiseAtan op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseCeil(const Expression& input, weft::ElementWiseCeil op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseClip(const Expression& input, weft::ElementWiseClip op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseCos(const Expression& input, weft::ElementWiseCos op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseDivide(const Expression& a, const Expression& b, weft::ElementWiseDivide op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseExp(const Expression& input, weft::ElementWiseExp op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseFloor(const Expression& input, weft::ElementWiseFloor op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseLog(const Expression& input, weft::ElementWiseLog op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseLogicalAnd(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalAnd op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseLogicalEquals(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalEquals op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseLogicalGreaterThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThan op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseLogicalLessThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThan op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseLogicalNot(const Expression& input, weft::ElementWiseLogicalNot op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseLogicalOr(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalOr op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseLogicalXor(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalXor op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseMax(const Expression& a, const Expression& b, weft::ElementWiseMax op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseMean(const Expression& a, const Expression& b, weft::ElementWiseMean op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseMin(const Expression& a, const Expression& b, weft::ElementWiseMin op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseMultiply(const Expression& a, const Expression& b,
    weft::ElementWiseMultiply op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWisePow(const Expression& input, const Expression& exponent,
    weft::ElementWisePow op) {
  return GraphBuilder::Add(std::move(op), {input, exponent})[0];
}

Expression ElementWiseConstantPow(const Expression& input, weft::ElementWiseConstantPow op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseRecip(const Expression& input, weft::ElementWiseRecip op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseSin(const Expression& input, weft::ElementWiseSin op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseSqrt(const Expression& input, weft::ElementWiseSqrt op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseSubtract(const Expression& a, const Expression& b,
    weft::ElementWiseSubtract op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseTan(const Expression& input, weft::ElementWiseTan op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseThreshold(const Expression& input, weft::ElementWiseThreshold op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseQuantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseQuantizeLinear op) {
  op.zero_point = Described(zero_point);
  return GraphBuilder::Add(std::move(op), {input, scale, zero_point})[0];
}

Expression ElementWiseDequantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseDequantizeLinear op) {
  op.zero_point = Described(zero_point);
  return GraphBuilder::Add(std::move(op), {input, scale, zero_point})[0];
}

Expression ActivationElu(const Expression& input, weft::ActivationElu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationHardmax(const Expression& input, weft::ActivationHardmax op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationHardSigmoid(const Expression& input, weft::ActivationHardSigmoid op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationIdentity(const Expression& input, weft::ActivationIdentity op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationLeakyRelu(const Expression& input, weft::ActivationLeakyRelu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationLinear(const Expression& input, weft::ActivationLinear op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationLogSoftmax(const Expression& input, weft::ActivationLogSoftmax op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationParameterizedRelu(const Expression& input, const Expression& slope,
    weft::ActivationParameterizedRelu op) {
  return GraphBuilder::Add(std::move(op), {input, slope})[0];
}

Expression ActivationParametricSoftplus(const Expression& input,
    weft::ActivationParametricSoftplus op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationRelu(const Expression& input, weft::ActivationRelu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationScaledElu(const Expression& input, weft::ActivationScaledElu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationScaledTanh(const Expression& input, weft::ActivationScaledTanh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationSigmoid(const Expression& input, weft::ActivationSigmoid op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationSoftmax(const Expression& input, weft::ActivationSoftmax op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationSoftplus(const Expression& input, weft::ActivationSoftplus op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationSoftsign(const Expression& input, weft::ActivationSoftsign op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationTanh(const Expression& input, weft::ActivationTanh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationThresholdedRelu(const Expression& input, weft::ActivationThresholdedRelu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Convolution(const Expression& input, const Expression& filter, const Expression& bias,
    weft::Convolution op) {
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, filter, bias})[0];
}

Expression Gemm(const Expression& a, const Expression& b, const Expression& c, weft::Gemm op) {
  op.c = Described(c);
  return GraphBuilder::Add(std::move(op), {a, b, c})[0];
}

Expression Reduce(const Expression& input, weft::Reduce op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression AveragePooling(const Expression& input, weft::AveragePooling op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression LpPooling(const Expression& input, weft::LpPooling op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression MaxPooling(const Expression& input, weft::MaxPooling op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression RoiPooling(const Expression& input, const Expression& roi, weft::RoiPooling op) {
  return GraphBuilder::Add(std::move(op), {input, roi})[0];
}

Expression Slice(const Expression& input, weft::Slice op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Cast(const Expression& input, weft::Cast op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> Split(const Expression& input, weft::Split op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression Join(const std::vector<Expression>& inputs, weft::Join op) {
  op.inputs.resize(inputs.size());
  return GraphBuilder::Add(std::move(op), inputs)[0];
}

Expression Padding(const Expression& input, weft::Padding op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ValueScale2D(const Expression& input, weft::ValueScale2D op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Upsample2D(const Expression& input, weft::Upsample2D op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Gather(const Expression& input, const Expression& indices, weft::Gather op) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

Expression SpaceToDepth(const Expression& input, weft::SpaceToDepth op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression DepthToSpace(const Expression& input, weft::DepthToSpace op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Tile(const Expression& input, weft::Tile op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> TopK(const Expression& input, weft::TopK op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression BatchNormalization(const Expression& input, const Expression& mean,
    const Expression& variance, const Expression& scale, const Expression& bias,
    weft::BatchNormalization op) {
  return GraphBuilder::Add(std::move(op), {input, mean, variance, scale, bias})[0];
}

Expression MeanVarianceNormalization(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization op) {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, scale, bias})[0];
}

Expression LocalResponseNormalization(const Expression& input,
    weft::LocalResponseNormalization op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression LpNormalization(const Expression& input, weft::LpNormalization op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> Rnn(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Rnn op) {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.sequence_lengths = Described(sequence_lengths);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      sequence_lengths});
}

std::vector<Expression> Lstm(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& cell_mem_init, const Expression& sequence_lengths,
    const Expression& peephole, weft::Lstm op) {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.cell_mem_init = Described(cell_mem_init);
  op.sequence_lengths = Described(sequence_lengths);
  op.peephole = Described(peephole);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      cell_mem_init, sequence_lengths, peephole});
}

std::vector<Expression> Gru(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Gru op) {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.sequence_lengths = Described(sequence_lengths);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      sequence_lengths});
}

Expression ElementWiseSign(const Expression& input, weft::ElementWiseSign op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseIsNan(const Expression& input, weft::ElementWiseIsNan op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseErf(const Expression& input, weft::ElementWiseErf op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseSinh(const Expression& input, weft::ElementWiseSinh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseCosh(const Expression& input, weft::ElementWiseCosh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseTanh(const Expression& input, weft::ElementWiseTanh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAsinh(const Expression& input, weft::ElementWiseAsinh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAcosh(const Expression& input, weft::ElementWiseAcosh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseAtanh(const Expression& input, weft::ElementWiseAtanh op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseIf(const Expression& condition, const Expression& a, const Expression& b,
    weft::ElementWiseIf op) {
  return GraphBuilder::Add(std::move(op), {condition, a, b})[0];
}

Expression ElementWiseAdd1(const Expression& a, const Expression& b, weft::ElementWiseAdd1 op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ActivationShrink(const Expression& input, weft::ActivationShrink op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> MaxPooling1(const Expression& input, weft::MaxPooling1 op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression MaxUnpooling(const Expression& input, const Expression& indices, weft::MaxUnpooling op) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

Expression ScatterElements(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterElements op) {
  return GraphBuilder::Add(std::move(op), {input, indices, updates})[0];
}

Expression OneHot(const Expression& indices, const Expression& values, weft::OneHot op) {
  return GraphBuilder::Add(std::move(op), {indices, values})[0];
}

Expression Resample(const Expression& input, weft::Resample op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseBitShiftLeft(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftLeft op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseBitShiftRight(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftRight op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseRound(const Expression& input, weft::ElementWiseRound op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseIsInfinity(const Expression& input, weft::ElementWiseIsInfinity op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseModulusTruncate(const Expression& a, const Expression& b,
    weft::ElementWiseModulusTruncate op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseModulusFloor(const Expression& a, const Expression& b,
    weft::ElementWiseModulusFloor op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression CumulativeSummation(const Expression& input, weft::CumulativeSummation op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ReverseSubsequences(const Expression& input, const Expression& sequence_lengths,
    weft::ReverseSubsequences op) {
  return GraphBuilder::Add(std::move(op), {input, sequence_lengths})[0];
}

Expression GatherElements(const Expression& input, const Expression& indices,
    weft::GatherElements op) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

Expression GatherNd(const Expression& input, const Expression& indices, weft::GatherNd op) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

Expression ScatterNd(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterNd op) {
  return GraphBuilder::Add(std::move(op), {input, indices, updates})[0];
}

std::vector<Expression> MaxPooling2(const Expression& input, weft::MaxPooling2 op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression Slice1(const Expression& input, weft::Slice1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> TopK1(const Expression& input, weft::TopK1 op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression DepthToSpace1(const Expression& input, weft::DepthToSpace1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression SpaceToDepth1(const Expression& input, weft::SpaceToDepth1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression MeanVarianceNormalization1(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization1 op) {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, scale, bias})[0];
}

Expression Resample1(const Expression& input, weft::Resample1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression MatrixMultiplyInteger(const Expression& a, const Expression& a_zero_point,
    const Expression& b, const Expression& b_zero_point, weft::MatrixMultiplyInteger op) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  return GraphBuilder::Add(std::move(op), {a, a_zero_point, b, b_zero_point})[0];
}

Expression QuantizedLinearMatrixMultiply(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearMatrixMultiply op) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {a, a_scale, a_zero_point, b, b_scale, b_zero_point,
      output_scale, output_zero_point})[0];
}

Expression ConvolutionInteger(const Expression& input, const Expression& input_zero_point,
    const Expression& filter, const Expression& filter_zero_point, weft::ConvolutionInteger op) {
  op.input_zero_point = Described(input_zero_point);
  op.filter_zero_point = Described(filter_zero_point);
  return GraphBuilder::Add(std::move(op), {input, input_zero_point, filter, filter_zero_point})[0];
}

Expression QuantizedLinearConvolution(const Expression& input, const Expression& input_scale,
    const Expression& input_zero_point, const Expression& filter, const Expression& filter_scale,
    const Expression& filter_zero_point, const Expression& bias, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearConvolution op) {
  op.input_zero_point = Described(input_zero_point);
  op.filter_zero_point = Described(filter_zero_point);
  op.bias = Described(bias);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {input, input_scale, input_zero_point, filter,
      filter_scale, filter_zero_point, bias, output_scale, output_zero_point})[0];
}

Expression ElementWiseBitAnd(const Expression& a, const Expression& b, weft::ElementWiseBitAnd op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseBitOr(const Expression& a, const Expression& b, weft::ElementWiseBitOr op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseBitXor(const Expression& a, const Expression& b, weft::ElementWiseBitXor op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseBitNot(const Expression& input, weft::ElementWiseBitNot op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseBitCount(const Expression& input, weft::ElementWiseBitCount op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseLogicalGreaterThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThanOrEqual op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseLogicalLessThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThanOrEqual op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ActivationCelu(const Expression& input, weft::ActivationCelu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationReluGrad(const Expression& input, const Expression& input_gradient,
    weft::ActivationReluGrad op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

Expression AveragePoolingGrad(const Expression& input_gradient, weft::AveragePoolingGrad op) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

Expression MaxPoolingGrad(const Expression& input, const Expression& input_gradient,
    weft::MaxPoolingGrad op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

std::vector<Expression> RandomGenerator(const Expression& input_state, weft::RandomGenerator op) {
  return GraphBuilder::Add(std::move(op), {input_state});
}

std::vector<Expression> NonzeroCoordinates(const Expression& input, weft::NonzeroCoordinates op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression ResampleGrad(const Expression& input_gradient, weft::ResampleGrad op) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

Expression SliceGrad(const Expression& input_gradient, weft::SliceGrad op) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

std::vector<Expression> AdamOptimizer(const Expression& input_parameters,
    const Expression& input_first_moment, const Expression& input_second_moment,
    const Expression& gradient, const Expression& training_step, weft::AdamOptimizer op) {
  return GraphBuilder::Add(std::move(op), {input_parameters, input_first_moment,
      input_second_moment, gradient, training_step});
}

Expression Argmin(const Expression& input, weft::Argmin op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Argmax(const Expression& input, weft::Argmax op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression RoiAlign(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign op) {
  return GraphBuilder::Add(std::move(op), {input, roi, batch_indices})[0];
}

Expression GatherNd1(const Expression& input, const Expression& indices, weft::GatherNd1 op) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

Expression ElementWiseAtanYx(const Expression& a, const Expression& b, weft::ElementWiseAtanYx op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression ElementWiseClipGrad(const Expression& input, const Expression& input_gradient,
    weft::ElementWiseClipGrad op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

Expression ElementWiseDifferenceSquare(const Expression& a, const Expression& b,
    weft::ElementWiseDifferenceSquare op) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

Expression LocalResponseNormalizationGrad(const Expression& input,
    const Expression& input_gradient, weft::LocalResponseNormalizationGrad op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

Expression CumulativeProduct(const Expression& input, weft::CumulativeProduct op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> BatchNormalizationGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationGrad op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient, mean, variance, scale});
}

Expression ElementWiseQuantizedLinearAdd(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::ElementWiseQuantizedLinearAdd op) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {a, a_scale, a_zero_point, b, b_scale, b_zero_point,
      output_scale, output_zero_point})[0];
}

std::vector<Expression> DynamicQuantizeLinear(const Expression& input,
    weft::DynamicQuantizeLinear op) {
  return GraphBuilder::Add(std::move(op), {input});
}

Expression RoiAlign1(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign1 op) {
  return GraphBuilder::Add(std::move(op), {input, roi, batch_indices})[0];
}

std::vector<Expression> RoiAlignGrad(const Expression& input, const Expression& input_gradient,
    const Expression& roi, const Expression& batch_indices, weft::RoiAlignGrad op) {
  op.input = Described(input);
  return GraphBuilder::Add(std::move(op), {input, input_gradient, roi, batch_indices});
}

std::vector<Expression> BatchNormalizationTraining(const Expression& input,
    const Expression& scale, const Expression& bias, const Expression& fused_add,
    weft::BatchNormalizationTraining op) {
  op.fused_add = Described(fused_add);
  return GraphBuilder::Add(std::move(op), {input, scale, bias, fused_add});
}

std::vector<Expression> BatchNormalizationTrainingGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationTrainingGrad op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient, mean, variance, scale});
}

Expression ElementWiseClip1(const Expression& input, weft::ElementWiseClip1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseClipGrad1(const Expression& input, const Expression& input_gradient,
    weft::ElementWiseClipGrad1 op) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

Expression Padding1(const Expression& input, weft::Padding1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ElementWiseNegate(const Expression& input, weft::ElementWiseNegate op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationGelu(const Expression& input, weft::ActivationGelu op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationSoftmax1(const Expression& input, weft::ActivationSoftmax1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationLogSoftmax1(const Expression& input, weft::ActivationLogSoftmax1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationHardmax1(const Expression& input, weft::ActivationHardmax1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Resample2(const Expression& input, weft::Resample2 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ResampleGrad1(const Expression& input_gradient, weft::ResampleGrad1 op) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

Expression DiagonalMatrix1(const Expression& input, weft::DiagonalMatrix1 op) {
  op.input = Described(input);
  return GraphBuilder::Add(std::move(op), {input})[0];
}

std::vector<Expression> MultiheadAttention(const Expression& query, const Expression& key,
    const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value, weft::MultiheadAttention op) {
  op.query = Described(query);
  op.key = Described(key);
  op.value = Described(value);
  op.stacked_query_key = Described(stacked_query_key);
  op.stacked_key_value = Described(stacked_key_value);
  op.stacked_query_key_value = Described(stacked_query_key_value);
  op.bias = Described(bias);
  op.mask = Described(mask);
  op.relative_position_bias = Described(relative_position_bias);
  op.past_key = Described(past_key);
  op.past_value = Described(past_value);
  return GraphBuilder::Add(std::move(op), {query, key, value, stacked_query_key,
      stacked_key_value, stacked_query_key_value, bias, mask, relative_position_bias, past_key,
      past_value});
}

Expression LpPooling1(const Expression& input, weft::LpPooling1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression AveragePooling1(const Expression& input, weft::AveragePooling1 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationSwish(const Expression& input, weft::ActivationSwish op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression ActivationHardSwish(const Expression& input, weft::ActivationHardSwish op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression QuantizedLinearAveragePooling(const Expression& input, const Expression& input_scale,
    const Expression& input_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearAveragePooling op) {
  op.input_zero_point = Described(input_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {input, input_scale, input_zero_point, output_scale,
      output_zero_point})[0];
}

Expression MatrixMultiplyIntegerToFloat(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& bias, weft::MatrixMultiplyIntegerToFloat op) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {a, a_scale, a_zero_point, b, b_scale, b_zero_point,
      bias})[0];
}

Expression MeanVarianceNormalization2(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization2 op) {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, scale, bias})[0];
}

std::vector<Expression> MultiheadAttention1(const Expression& query, const Expression& key,
    const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value,
    const Expression& past_sequence_lengths, weft::MultiheadAttention1 op) {
  op.query = Described(query);
  op.key = Described(key);
  op.value = Described(value);
  op.stacked_query_key = Described(stacked_query_key);
  op.stacked_key_value = Described(stacked_key_value);
  op.stacked_query_key_value = Described(stacked_query_key_value);
  op.bias = Described(bias);
  op.mask = Described(mask);
  op.relative_position_bias = Described(relative_position_bias);
  op.past_key = Described(past_key);
  op.past_value = Described(past_value);
  op.past_sequence_lengths = Described(past_sequence_lengths);
  return GraphBuilder::Add(std::move(op), {query, key, value, stacked_query_key,
      stacked_key_value, stacked_query_key_value, bias, mask, relative_position_bias, past_key,
      past_value, past_sequence_lengths});
}

Expression Quantize(const Expression& input, const std::vector<Expression>& quantizations,
    weft::Quantize op) {
  op.quantizations.resize(quantizations.size());
  std::vector<Expression> all;
  all.push_back(input);
  all.insert(all.end(), quantizations.begin(), quantizations.end());
  return GraphBuilder::Add(std::move(op), all)[0];
}

Expression Dequantize(const Expression& input, const std::vector<Expression>& quantizations,
    weft::Dequantize op) {
  op.quantizations.resize(quantizations.size());
  std::vector<Expression> all;
  all.push_back(input);
  all.insert(all.end(), quantizations.begin(), quantizations.end());
  return GraphBuilder::Add(std::move(op), all)[0];
}

Expression Resample3(const Expression& input, weft::Resample3 op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Fold(const Expression& input, weft::Fold op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

Expression Unfold(const Expression& input, weft::Unfold op) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

}  // namespace weft::expr
