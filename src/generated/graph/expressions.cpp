// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
#include "weft/expressions.h"

#include <utility>

#include "base/guard.h"

namespace weft::expr {

Expression ElementWiseIdentity(const Expression& input, weft::ElementWiseIdentity op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAbs(const Expression& input, weft::ElementWiseAbs op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAcos(const Expression& input, weft::ElementWiseAcos op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAdd(const Expression& a, const Expression& b, weft::ElementWiseAdd op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseAsin(const Expression& input, weft::ElementWiseAsin op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAtan(const Expression& input, weft::ElementWiseAtan op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseCeil(const Expression& input, weft::ElementWiseCeil op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseClip(const Expression& input, weft::ElementWiseClip op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseCos(const Expression& input, weft::ElementWiseCos op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseDivide(const Expression& a, const Expression& b, weft::ElementWiseDivide op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseExp(const Expression& input, weft::ElementWiseExp op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseFloor(const Expression& input, weft::ElementWiseFloor op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseLog(const Expression& input, weft::ElementWiseLog op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseLogicalAnd(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalAnd op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseLogicalEquals(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalEquals op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseLogicalGreaterThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThan op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseLogicalLessThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThan op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseLogicalNot(const Expression& input, weft::ElementWiseLogicalNot op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseLogicalOr(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalOr op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseLogicalXor(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalXor op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseMax(const Expression& a, const Expression& b, weft::ElementWiseMax op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseMean(const Expression& a, const Expression& b, weft::ElementWiseMean op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseMin(const Expression& a, const Expression& b, weft::ElementWiseMin op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseMultiply(const Expression& a, const Expression& b,
    weft::ElementWiseMultiply op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWisePow(const Expression& input, const Expression& exponent,
    weft::ElementWisePow op) try {
  return GraphBuilder::AddOne(std::move(op), {input, exponent});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &exponent}))

Expression ElementWiseConstantPow(const Expression& input, weft::ElementWiseConstantPow op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseRecip(const Expression& input, weft::ElementWiseRecip op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseSin(const Expression& input, weft::ElementWiseSin op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseSqrt(const Expression& input, weft::ElementWiseSqrt op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseSubtract(const Expression& a, const Expression& b,
    weft::ElementWiseSubtract op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseTan(const Expression& input, weft::ElementWiseTan op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseThreshold(const Expression& input, weft::ElementWiseThreshold op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseQuantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseQuantizeLinear op) try {
  op.zero_point = Described(zero_point);
  return GraphBuilder::AddOne(std::move(op), {input, scale, zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &scale, &zero_point}))

Expression ElementWiseDequantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseDequantizeLinear op) try {
  op.zero_point = Described(zero_point);
  return GraphBuilder::AddOne(std::move(op), {input, scale, zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &scale, &zero_point}))

Expression ActivationElu(const Expression& input, weft::ActivationElu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationHardmax(const Expression& input, weft::ActivationHardmax op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationHardSigmoid(const Expression& input, weft::ActivationHardSigmoid op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationIdentity(const Expression& input, weft::ActivationIdentity op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationLeakyRelu(const Expression& input, weft::ActivationLeakyRelu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationLinear(const Expression& input, weft::ActivationLinear op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationLogSoftmax(const Expression& input, weft::ActivationLogSoftmax op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationParameterizedRelu(const Expression& input, const Expression& slope,
    weft::ActivationParameterizedRelu op) try {
  return GraphBuilder::AddOne(std::move(op), {input, slope});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &slope}))

Expression ActivationParametricSoftplus(const Expression& input,
    weft::ActivationParametricSoftplus op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationRelu(const Expression& input, weft::ActivationRelu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationScaledElu(const Expression& input, weft::ActivationScaledElu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationScaledTanh(const Expression& input, weft::ActivationScaledTanh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationSigmoid(const Expression& input, weft::ActivationSigmoid op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationSoftmax(const Expression& input, weft::ActivationSoftmax op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationSoftplus(const Expression& input, weft::ActivationSoftplus op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationSoftsign(const Expression& input, weft::ActivationSoftsign op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationTanh(const Expression& input, weft::ActivationTanh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationThresholdedRelu(const Expression& input, weft::ActivationThresholdedRelu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Convolution(const Expression& input, const Expression& filter, const Expression& bias,
    weft::Convolution op) try {
  op.bias = Described(bias);
  return GraphBuilder::AddOne(std::move(op), {input, filter, bias});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &filter, &bias}))

Expression Gemm(const Expression& a, const Expression& b, const Expression& c, weft::Gemm op) try {
  op.c = Described(c);
  return GraphBuilder::AddOne(std::move(op), {a, b, c});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b, &c}))

Expression Reduce(const Expression& input, weft::Reduce op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression AveragePooling(const Expression& input, weft::AveragePooling op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression LpPooling(const Expression& input, weft::LpPooling op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression MaxPooling(const Expression& input, weft::MaxPooling op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression RoiPooling(const Expression& input, const Expression& roi, weft::RoiPooling op) try {
  return GraphBuilder::AddOne(std::move(op), {input, roi});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &roi}))

Expression Slice(const Expression& input, weft::Slice op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Cast(const Expression& input, weft::Cast op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> Split(const Expression& input, weft::Split op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression Join(const std::vector<Expression>& inputs, weft::Join op) try {
  op.inputs.resize(inputs.size());
  return GraphBuilder::AddOne(std::move(op), inputs);
}
WEFT_CATCH_RETURN(GraphBuilder::Caught(inputs))

Expression Padding(const Expression& input, weft::Padding op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ValueScale2D(const Expression& input, weft::ValueScale2D op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Upsample2D(const Expression& input, weft::Upsample2D op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Gather(const Expression& input, const Expression& indices, weft::Gather op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices}))

Expression SpaceToDepth(const Expression& input, weft::SpaceToDepth op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression DepthToSpace(const Expression& input, weft::DepthToSpace op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Tile(const Expression& input, weft::Tile op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> TopK(const Expression& input, weft::TopK op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression BatchNormalization(const Expression& input, const Expression& mean,
    const Expression& variance, const Expression& scale, const Expression& bias,
    weft::BatchNormalization op) try {
  return GraphBuilder::AddOne(std::move(op), {input, mean, variance, scale, bias});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &mean, &variance, &scale, &bias}))

Expression MeanVarianceNormalization(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization op) try {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::AddOne(std::move(op), {input, scale, bias});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &scale, &bias}))

Expression LocalResponseNormalization(const Expression& input,
    weft::LocalResponseNormalization op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression LpNormalization(const Expression& input, weft::LpNormalization op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> Rnn(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Rnn op) try {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.sequence_lengths = Described(sequence_lengths);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      sequence_lengths});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &weight, &recurrence, &bias, &hidden_init,
    &sequence_lengths}), std::vector<Expression>()))

std::vector<Expression> Lstm(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& cell_mem_init, const Expression& sequence_lengths,
    const Expression& peephole, weft::Lstm op) try {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.cell_mem_init = Described(cell_mem_init);
  op.sequence_lengths = Described(sequence_lengths);
  op.peephole = Described(peephole);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      cell_mem_init, sequence_lengths, peephole});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &weight, &recurrence, &bias, &hidden_init,
    &cell_mem_init, &sequence_lengths, &peephole}), std::vector<Expression>()))

std::vector<Expression> Gru(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Gru op) try {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.sequence_lengths = Described(sequence_lengths);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      sequence_lengths});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &weight, &recurrence, &bias, &hidden_init,
    &sequence_lengths}), std::vector<Expression>()))

Expression ElementWiseSign(const Expression& input, weft::ElementWiseSign op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseIsNan(const Expression& input, weft::ElementWiseIsNan op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseErf(const Expression& input, weft::ElementWiseErf op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseSinh(const Expression& input, weft::ElementWiseSinh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseCosh(const Expression& input, weft::ElementWiseCosh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseTanh(const Expression& input, weft::ElementWiseTanh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAsinh(const Expression& input, weft::ElementWiseAsinh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAcosh(const Expression& input, weft::ElementWiseAcosh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseAtanh(const Expression& input, weft::ElementWiseAtanh op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseIf(const Expression& condition, const Expression& a, const Expression& b,
    weft::ElementWiseIf op) try {
  return GraphBuilder::AddOne(std::move(op), {condition, a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&condition, &a, &b}))

Expression ElementWiseAdd1(const Expression& a, const Expression& b, weft::ElementWiseAdd1 op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ActivationShrink(const Expression& input, weft::ActivationShrink op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> MaxPooling1(const Expression& input, weft::MaxPooling1 op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression MaxUnpooling(const Expression& input, const Expression& indices, weft::MaxUnpooling op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices}))

Expression ScatterElements(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterElements op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices, updates});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices, &updates}))

Expression OneHot(const Expression& indices, const Expression& values, weft::OneHot op) try {
  return GraphBuilder::AddOne(std::move(op), {indices, values});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&indices, &values}))

Expression Resample(const Expression& input, weft::Resample op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseBitShiftLeft(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftLeft op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseBitShiftRight(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftRight op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseRound(const Expression& input, weft::ElementWiseRound op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseIsInfinity(const Expression& input, weft::ElementWiseIsInfinity op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseModulusTruncate(const Expression& a, const Expression& b,
    weft::ElementWiseModulusTruncate op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseModulusFloor(const Expression& a, const Expression& b,
    weft::ElementWiseModulusFloor op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression CumulativeSummation(const Expression& input, weft::CumulativeSummation op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ReverseSubsequences(const Expression& input, const Expression& sequence_lengths,
    weft::ReverseSubsequences op) try {
  return GraphBuilder::AddOne(std::move(op), {input, sequence_lengths});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &sequence_lengths}))

Expression GatherElements(const Expression& input, const Expression& indices,
    weft::GatherElements op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices}))

Expression GatherNd(const Expression& input, const Expression& indices, weft::GatherNd op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices}))

Expression ScatterNd(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterNd op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices, updates});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices, &updates}))

std::vector<Expression> MaxPooling2(const Expression& input, weft::MaxPooling2 op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression Slice1(const Expression& input, weft::Slice1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> TopK1(const Expression& input, weft::TopK1 op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression DepthToSpace1(const Expression& input, weft::DepthToSpace1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression SpaceToDepth1(const Expression& input, weft::SpaceToDepth1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression MeanVarianceNormalization1(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization1 op) try {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::AddOne(std::move(op), {input, scale, bias});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &scale, &bias}))

Expression Resample1(const Expression& input, weft::Resample1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression MatrixMultiplyInteger(const Expression& a, const Expression& a_zero_point,
    const Expression& b, const Expression& b_zero_point, weft::MatrixMultiplyInteger op) try {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  return GraphBuilder::AddOne(std::move(op), {a, a_zero_point, b, b_zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &a_zero_point, &b, &b_zero_point}))

Expression QuantizedLinearMatrixMultiply(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearMatrixMultiply op) try {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::AddOne(std::move(op), {a, a_scale, a_zero_point, b, b_scale,
      b_zero_point, output_scale, output_zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &a_scale, &a_zero_point, &b, &b_scale, &b_zero_point,
    &output_scale, &output_zero_point}))

Expression ConvolutionInteger(const Expression& input, const Expression& input_zero_point,
    const Expression& filter, const Expression& filter_zero_point, weft::ConvolutionInteger op) try {
  op.input_zero_point = Described(input_zero_point);
  op.filter_zero_point = Described(filter_zero_point);
  return GraphBuilder::AddOne(std::move(op), {input, input_zero_point, filter,
      filter_zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_zero_point, &filter, &filter_zero_point}))

Expression QuantizedLinearConvolution(const Expression& input, const Expression& input_scale,
    const Expression& input_zero_point, const Expression& filter, const Expression& filter_scale,
    const Expression& filter_zero_point, const Expression& bias, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearConvolution op) try {
  op.input_zero_point = Described(input_zero_point);
  op.filter_zero_point = Described(filter_zero_point);
  op.bias = Described(bias);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::AddOne(std::move(op), {input, input_scale, input_zero_point, filter,
      filter_scale, filter_zero_point, bias, output_scale, output_zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_scale, &input_zero_point, &filter,
    &filter_scale, &filter_zero_point, &bias, &output_scale, &output_zero_point}))

Expression ElementWiseBitAnd(const Expression& a, const Expression& b, weft::ElementWiseBitAnd op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseBitOr(const Expression& a, const Expression& b, weft::ElementWiseBitOr op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseBitXor(const Expression& a, const Expression& b, weft::ElementWiseBitXor op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseBitNot(const Expression& input, weft::ElementWiseBitNot op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseBitCount(const Expression& input, weft::ElementWiseBitCount op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseLogicalGreaterThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThanOrEqual op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseLogicalLessThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThanOrEqual op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ActivationCelu(const Expression& input, weft::ActivationCelu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationReluGrad(const Expression& input, const Expression& input_gradient,
    weft::ActivationReluGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input, input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_gradient}))

Expression AveragePoolingGrad(const Expression& input_gradient, weft::AveragePoolingGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input_gradient}))

Expression MaxPoolingGrad(const Expression& input, const Expression& input_gradient,
    weft::MaxPoolingGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input, input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_gradient}))

std::vector<Expression> RandomGenerator(const Expression& input_state, weft::RandomGenerator op) try {
  return GraphBuilder::Add(std::move(op), {input_state});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input_state}), std::vector<Expression>()))

std::vector<Expression> NonzeroCoordinates(const Expression& input, weft::NonzeroCoordinates op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression ResampleGrad(const Expression& input_gradient, weft::ResampleGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input_gradient}))

Expression SliceGrad(const Expression& input_gradient, weft::SliceGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input_gradient}))

std::vector<Expression> AdamOptimizer(const Expression& input_parameters,
    const Expression& input_first_moment, const Expression& input_second_moment,
    const Expression& gradient, const Expression& training_step, weft::AdamOptimizer op) try {
  return GraphBuilder::Add(std::move(op), {input_parameters, input_first_moment,
      input_second_moment, gradient, training_step});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input_parameters, &input_first_moment,
    &input_second_moment, &gradient, &training_step}), std::vector<Expression>()))

Expression Argmin(const Expression& input, weft::Argmin op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Argmax(const Expression& input, weft::Argmax op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression RoiAlign(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign op) try {
  return GraphBuilder::AddOne(std::move(op), {input, roi, batch_indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &roi, &batch_indices}))

Expression GatherNd1(const Expression& input, const Expression& indices, weft::GatherNd1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input, indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &indices}))

Expression ElementWiseAtanYx(const Expression& a, const Expression& b, weft::ElementWiseAtanYx op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression ElementWiseClipGrad(const Expression& input, const Expression& input_gradient,
    weft::ElementWiseClipGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input, input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_gradient}))

Expression ElementWiseDifferenceSquare(const Expression& a, const Expression& b,
    weft::ElementWiseDifferenceSquare op) try {
  return GraphBuilder::AddOne(std::move(op), {a, b});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &b}))

Expression LocalResponseNormalizationGrad(const Expression& input,
    const Expression& input_gradient, weft::LocalResponseNormalizationGrad op) try {
  return GraphBuilder::AddOne(std::move(op), {input, input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_gradient}))

Expression CumulativeProduct(const Expression& input, weft::CumulativeProduct op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> BatchNormalizationGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationGrad op) try {
  return GraphBuilder::Add(std::move(op), {input, input_gradient, mean, variance, scale});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &input_gradient, &mean, &variance, &scale}),
    std::vector<Expression>()))

Expression ElementWiseQuantizedLinearAdd(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::ElementWiseQuantizedLinearAdd op) try {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::AddOne(std::move(op), {a, a_scale, a_zero_point, b, b_scale,
      b_zero_point, output_scale, output_zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &a_scale, &a_zero_point, &b, &b_scale, &b_zero_point,
    &output_scale, &output_zero_point}))

std::vector<Expression> DynamicQuantizeLinear(const Expression& input,
    weft::DynamicQuantizeLinear op) try {
  return GraphBuilder::Add(std::move(op), {input});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input}), std::vector<Expression>()))

Expression RoiAlign1(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input, roi, batch_indices});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &roi, &batch_indices}))

std::vector<Expression> RoiAlignGrad(const Expression& input, const Expression& input_gradient,
    const Expression& roi, const Expression& batch_indices, weft::RoiAlignGrad op) try {
  op.input = Described(input);
  return GraphBuilder::Add(std::move(op), {input, input_gradient, roi, batch_indices});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &input_gradient, &roi, &batch_indices}),
    std::vector<Expression>()))

std::vector<Expression> BatchNormalizationTraining(const Expression& input,
    const Expression& scale, const Expression& bias, const Expression& fused_add,
    weft::BatchNormalizationTraining op) try {
  op.fused_add = Described(fused_add);
  return GraphBuilder::Add(std::move(op), {input, scale, bias, fused_add});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &scale, &bias, &fused_add}),
    std::vector<Expression>()))

std::vector<Expression> BatchNormalizationTrainingGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationTrainingGrad op) try {
  return GraphBuilder::Add(std::move(op), {input, input_gradient, mean, variance, scale});
}
WEFT_CATCH_RETURN((GraphBuilder::Caught({&input, &input_gradient, &mean, &variance, &scale}),
    std::vector<Expression>()))

Expression ElementWiseClip1(const Expression& input, weft::ElementWiseClip1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseClipGrad1(const Expression& input, const Expression& input_gradient,
    weft::ElementWiseClipGrad1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input, input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_gradient}))

Expression Padding1(const Expression& input, weft::Padding1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ElementWiseNegate(const Expression& input, weft::ElementWiseNegate op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationGelu(const Expression& input, weft::ActivationGelu op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationSoftmax1(const Expression& input, weft::ActivationSoftmax1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationLogSoftmax1(const Expression& input, weft::ActivationLogSoftmax1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationHardmax1(const Expression& input, weft::ActivationHardmax1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Resample2(const Expression& input, weft::Resample2 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ResampleGrad1(const Expression& input_gradient, weft::ResampleGrad1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input_gradient});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input_gradient}))

Expression DiagonalMatrix1(const Expression& input, weft::DiagonalMatrix1 op) try {
  op.input = Described(input);
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

std::vector<Expression> MultiheadAttention(const Expression& query, const Expression& key,
    const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value, weft::MultiheadAttention op) try {
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
WEFT_CATCH_RETURN((GraphBuilder::Caught({&query, &key, &value, &stacked_query_key,
    &stacked_key_value, &stacked_query_key_value, &bias, &mask, &relative_position_bias,
    &past_key, &past_value}), std::vector<Expression>()))

Expression LpPooling1(const Expression& input, weft::LpPooling1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression AveragePooling1(const Expression& input, weft::AveragePooling1 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationSwish(const Expression& input, weft::ActivationSwish op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression ActivationHardSwish(const Expression& input, weft::ActivationHardSwish op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression QuantizedLinearAveragePooling(const Expression& input, const Expression& input_scale,
    const Expression& input_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearAveragePooling op) try {
  op.input_zero_point = Described(input_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::AddOne(std::move(op), {input, input_scale, input_zero_point,
      output_scale, output_zero_point});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &input_scale, &input_zero_point, &output_scale,
    &output_zero_point}))

Expression MatrixMultiplyIntegerToFloat(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& bias, weft::MatrixMultiplyIntegerToFloat op) try {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.bias = Described(bias);
  return GraphBuilder::AddOne(std::move(op), {a, a_scale, a_zero_point, b, b_scale,
      b_zero_point, bias});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&a, &a_scale, &a_zero_point, &b, &b_scale, &b_zero_point,
    &bias}))

Expression MeanVarianceNormalization2(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization2 op) try {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::AddOne(std::move(op), {input, scale, bias});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input, &scale, &bias}))

std::vector<Expression> MultiheadAttention1(const Expression& query, const Expression& key,
    const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value,
    const Expression& past_sequence_lengths, weft::MultiheadAttention1 op) try {
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
WEFT_CATCH_RETURN((GraphBuilder::Caught({&query, &key, &value, &stacked_query_key,
    &stacked_key_value, &stacked_query_key_value, &bias, &mask, &relative_position_bias,
    &past_key, &past_value, &past_sequence_lengths}), std::vector<Expression>()))

Expression Quantize(const Expression& input, const std::vector<Expression>& quantizations,
    weft::Quantize op) try {
  op.quantizations.resize(quantizations.size());
  std::vector<Expression> all;
  all.push_back(input);
  all.insert(all.end(), quantizations.begin(), quantizations.end());
  return GraphBuilder::AddOne(std::move(op), all);
}
WEFT_CATCH_RETURN(GraphBuilder::Caught(quantizations))

Expression Dequantize(const Expression& input, const std::vector<Expression>& quantizations,
    weft::Dequantize op) try {
  op.quantizations.resize(quantizations.size());
  std::vector<Expression> all;
  all.push_back(input);
  all.insert(all.end(), quantizations.begin(), quantizations.end());
  return GraphBuilder::AddOne(std::move(op), all);
}
WEFT_CATCH_RETURN(GraphBuilder::Caught(quantizations))

Expression Resample3(const Expression& input, weft::Resample3 op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Fold(const Expression& input, weft::Fold op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

Expression Unfold(const Expression& input, weft::Unfold op) try {
  return GraphBuilder::AddOne(std::move(op), {input});
}
WEFT_CATCH_RETURN(GraphBuilder::Caught({&input}))

}  // namespace weft::expr
