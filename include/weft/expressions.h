// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
// Operators as functions of expressions. The last argument has the fields that are no
// tensors; output tensors in it may be described, and follow from the inputs otherwise.
// An optional tensor is left out by {}. Operators with several outputs give one
// expression for each, nothing for those that are left out.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "weft/graph_builder.h"
#include "weft/operators.h"

namespace weft::expr {

inline std::optional<TensorDesc> Described(const Expression& tensor) {
  return tensor.IsPresent() ? std::optional(tensor.desc()) : std::nullopt;
}

// ELEMENT_WISE_IDENTITY: Copies every element, which also converts between layouts, pads and
// broadcasts.
inline Expression ElementWiseIdentity(const Expression& input, weft::ElementWiseIdentity op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ABS: Takes the absolute value of every element.
inline Expression ElementWiseAbs(const Expression& input, weft::ElementWiseAbs op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ACOS: Takes the arc cosine of every element, in radians.
inline Expression ElementWiseAcos(const Expression& input, weft::ElementWiseAcos op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ADD: Adds two tensors element by element.
inline Expression ElementWiseAdd(const Expression& a, const Expression& b,
    weft::ElementWiseAdd op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_ASIN: Takes the arc sine of every element, in radians.
inline Expression ElementWiseAsin(const Expression& input, weft::ElementWiseAsin op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ATAN: Takes the arc tangent of every element, in radians.
inline Expression ElementWiseAtan(const Expression& input, weft::ElementWiseAtan op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_CEIL: Rounds every element up to an integral value.
inline Expression ElementWiseCeil(const Expression& input, weft::ElementWiseCeil op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_CLIP: Limits every element to the range from Min to Max.
inline Expression ElementWiseClip(const Expression& input, weft::ElementWiseClip op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_COS: Takes the cosine of every element, in radians.
inline Expression ElementWiseCos(const Expression& input, weft::ElementWiseCos op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_DIVIDE: Divides A by B element by element; integer quotients drop the fraction.
inline Expression ElementWiseDivide(const Expression& a, const Expression& b,
    weft::ElementWiseDivide op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_EXP: Raises e to the power of every element.
inline Expression ElementWiseExp(const Expression& input, weft::ElementWiseExp op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_FLOOR: Rounds every element down to an integral value.
inline Expression ElementWiseFloor(const Expression& input, weft::ElementWiseFloor op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_LOG: Takes the natural logarithm of every element.
inline Expression ElementWiseLog(const Expression& input, weft::ElementWiseLog op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_LOGICAL_AND: Writes 1 where both inputs are non-zero and 0 elsewhere.
inline Expression ElementWiseLogicalAnd(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalAnd op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_LOGICAL_EQUALS: Writes 1 where A equals B and 0 elsewhere.
inline Expression ElementWiseLogicalEquals(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalEquals op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_LOGICAL_GREATER_THAN: Writes 1 where A is greater than B and 0 elsewhere.
inline Expression ElementWiseLogicalGreaterThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThan op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_LOGICAL_LESS_THAN: Writes 1 where A is less than B and 0 elsewhere.
inline Expression ElementWiseLogicalLessThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThan op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_LOGICAL_NOT: Writes 1 where the input is zero and 0 elsewhere.
inline Expression ElementWiseLogicalNot(const Expression& input,
    weft::ElementWiseLogicalNot op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_LOGICAL_OR: Writes 1 where at least one input is non-zero and 0 elsewhere.
inline Expression ElementWiseLogicalOr(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalOr op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_LOGICAL_XOR: Writes 1 where exactly one input is non-zero and 0 elsewhere.
inline Expression ElementWiseLogicalXor(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalXor op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_MAX: Takes the larger of two elements at every position.
inline Expression ElementWiseMax(const Expression& a, const Expression& b,
    weft::ElementWiseMax op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_MEAN: Takes the mean of two elements at every position.
inline Expression ElementWiseMean(const Expression& a, const Expression& b,
    weft::ElementWiseMean op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_MIN: Takes the smaller of two elements at every position.
inline Expression ElementWiseMin(const Expression& a, const Expression& b,
    weft::ElementWiseMin op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_MULTIPLY: Multiplies two tensors element by element.
inline Expression ElementWiseMultiply(const Expression& a, const Expression& b,
    weft::ElementWiseMultiply op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_POW: Raises every element to the power found at the same position of ExponentTensor.
inline Expression ElementWisePow(const Expression& input, const Expression& exponent,
    weft::ElementWisePow op = {}) {
  return GraphBuilder::Add(std::move(op), {input, exponent})[0];
}

// ELEMENT_WISE_CONSTANT_POW: Raises every element to one constant power.
inline Expression ElementWiseConstantPow(const Expression& input,
    weft::ElementWiseConstantPow op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_RECIP: Takes the reciprocal of every element.
inline Expression ElementWiseRecip(const Expression& input, weft::ElementWiseRecip op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_SIN: Takes the sine of every element, in radians.
inline Expression ElementWiseSin(const Expression& input, weft::ElementWiseSin op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_SQRT: Takes the square root of every element.
inline Expression ElementWiseSqrt(const Expression& input, weft::ElementWiseSqrt op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_SUBTRACT: Subtracts B from A element by element.
inline Expression ElementWiseSubtract(const Expression& a, const Expression& b,
    weft::ElementWiseSubtract op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_TAN: Takes the tangent of every element, in radians.
inline Expression ElementWiseTan(const Expression& input, weft::ElementWiseTan op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_THRESHOLD: Replaces every element below Min by Min.
inline Expression ElementWiseThreshold(const Expression& input,
    weft::ElementWiseThreshold op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_QUANTIZE_LINEAR: Turns numbers into 8-bit integers by a scale and a zero point given
// for every element.
inline Expression ElementWiseQuantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseQuantizeLinear op = {}) {
  op.zero_point = Described(zero_point);
  return GraphBuilder::Add(std::move(op), {input, scale, zero_point})[0];
}

// ELEMENT_WISE_DEQUANTIZE_LINEAR: Turns quantized integers back into numbers by a scale and a zero
// point given for every element.
inline Expression ElementWiseDequantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseDequantizeLinear op = {}) {
  op.zero_point = Described(zero_point);
  return GraphBuilder::Add(std::move(op), {input, scale, zero_point})[0];
}

// ACTIVATION_ELU: Keeps elements from zero upwards and bends negative ones to Alpha * (e^x - 1).
inline Expression ActivationElu(const Expression& input, weft::ActivationElu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_HARDMAX: Writes 1 at the first maximum of each row and 0 elsewhere.
inline Expression ActivationHardmax(const Expression& input, weft::ActivationHardmax op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_HARD_SIGMOID: Limits the straight line Alpha * x + Beta to the range from 0 to 1.
inline Expression ActivationHardSigmoid(const Expression& input,
    weft::ActivationHardSigmoid op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_IDENTITY: Passes every element on unchanged.
inline Expression ActivationIdentity(const Expression& input, weft::ActivationIdentity op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_LEAKY_RELU: Keeps elements from zero upwards and multiplies negative ones by Alpha.
inline Expression ActivationLeakyRelu(const Expression& input, weft::ActivationLeakyRelu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_LINEAR: Computes Alpha * x + Beta for every element.
inline Expression ActivationLinear(const Expression& input, weft::ActivationLinear op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_LOG_SOFTMAX: Takes the natural logarithm of the softmax over each row.
inline Expression ActivationLogSoftmax(const Expression& input,
    weft::ActivationLogSoftmax op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_PARAMETERIZED_RELU: Keeps elements from zero upwards and multiplies negative ones by
// their own slope.
inline Expression ActivationParameterizedRelu(const Expression& input, const Expression& slope,
    weft::ActivationParameterizedRelu op = {}) {
  return GraphBuilder::Add(std::move(op), {input, slope})[0];
}

// ACTIVATION_PARAMETRIC_SOFTPLUS: Computes Alpha * ln(1 + e^(Beta * x)) for every element.
inline Expression ActivationParametricSoftplus(const Expression& input,
    weft::ActivationParametricSoftplus op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_RELU: Replaces every negative element by zero.
inline Expression ActivationRelu(const Expression& input, weft::ActivationRelu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SCALED_ELU: Scales elements above zero by Gamma and bends the others to Gamma * Alpha
// * (e^x - 1).
inline Expression ActivationScaledElu(const Expression& input, weft::ActivationScaledElu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SCALED_TANH: Computes Alpha * tanh(Beta * x) for every element.
inline Expression ActivationScaledTanh(const Expression& input,
    weft::ActivationScaledTanh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SIGMOID: Computes 1 / (1 + e^-x) for every element.
inline Expression ActivationSigmoid(const Expression& input, weft::ActivationSigmoid op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SOFTMAX: Turns each row into positive weights that sum to 1, in proportion to e^x.
inline Expression ActivationSoftmax(const Expression& input, weft::ActivationSoftmax op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SOFTPLUS: Computes ln(1 + e^(Steepness * x)) / Steepness for every element.
inline Expression ActivationSoftplus(const Expression& input, weft::ActivationSoftplus op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SOFTSIGN: Computes x / (1 + |x|) for every element.
inline Expression ActivationSoftsign(const Expression& input, weft::ActivationSoftsign op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_TANH: Takes the hyperbolic tangent of every element.
inline Expression ActivationTanh(const Expression& input, weft::ActivationTanh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_THRESHOLDED_RELU: Keeps elements above Alpha and replaces the others by zero.
inline Expression ActivationThresholdedRelu(const Expression& input,
    weft::ActivationThresholdedRelu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// CONVOLUTION: Convolves the input with filters, forward or transposed, in groups, with an optional
// bias and activation.
inline Expression Convolution(const Expression& input, const Expression& filter,
    const Expression& bias, weft::Convolution op = {}) {
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, filter, bias})[0];
}

// GEMM: Multiplies matrices, Alpha * A * B + Beta * C, with optional transposition and activation.
inline Expression Gemm(const Expression& a, const Expression& b, const Expression& c,
    weft::Gemm op = {}) {
  op.c = Described(c);
  return GraphBuilder::Add(std::move(op), {a, b, c})[0];
}

// REDUCE: Combines the elements along the given axes into one by a sum, mean, norm, extreme or
// other function.
inline Expression Reduce(const Expression& input, weft::Reduce op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// AVERAGE_POOLING: Averages the elements under a window that moves over the spatial dimensions.
inline Expression AveragePooling(const Expression& input, weft::AveragePooling op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// LP_POOLING: Takes the P-norm of the elements under a window that moves over the spatial
// dimensions.
inline Expression LpPooling(const Expression& input, weft::LpPooling op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// MAX_POOLING: Takes the largest element under a window that moves over the spatial dimensions.
inline Expression MaxPooling(const Expression& input, weft::MaxPooling op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ROI_POOLING: Divides each region of interest into a fixed grid and takes the largest element of
// every cell.
inline Expression RoiPooling(const Expression& input, const Expression& roi,
    weft::RoiPooling op = {}) {
  return GraphBuilder::Add(std::move(op), {input, roi})[0];
}

// SLICE: Copies a box of the input, taking every n-th element of each dimension.
inline Expression Slice(const Expression& input, weft::Slice op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// CAST: Converts every element to the data type of the output.
inline Expression Cast(const Expression& input, weft::Cast op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// SPLIT: Cuts a tensor along one axis into consecutive pieces.
inline std::vector<Expression> Split(const Expression& input, weft::Split op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// JOIN: Puts tensors one after another along one axis.
inline Expression Join(const std::vector<Expression>& inputs, weft::Join op = {}) {
  op.inputs.resize(inputs.size());
  return GraphBuilder::Add(std::move(op), inputs)[0];
}

// PADDING: Surrounds a tensor with a constant or with elements repeated from its edges.
inline Expression Padding(const Expression& input, weft::Padding op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// VALUE_SCALE_2D: Multiplies every element by one scale and adds a bias per channel.
inline Expression ValueScale2D(const Expression& input, weft::ValueScale2D op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// UPSAMPLE_2D: Enlarges height and width by whole factors.
inline Expression Upsample2D(const Expression& input, weft::Upsample2D op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// GATHER: Picks whole slices of the input along one axis, in the order an index tensor gives.
inline Expression Gather(const Expression& input, const Expression& indices, weft::Gather op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

// SPACE_TO_DEPTH: Moves square blocks of height and width into the channel dimension.
inline Expression SpaceToDepth(const Expression& input, weft::SpaceToDepth op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// DEPTH_TO_SPACE: Moves channels into square blocks of height and width.
inline Expression DepthToSpace(const Expression& input, weft::DepthToSpace op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// TILE: Repeats a tensor a whole number of times along each dimension.
inline Expression Tile(const Expression& input, weft::Tile op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// TOP_K: Finds the K largest elements along one axis, with their indices.
inline std::vector<Expression> TopK(const Expression& input, weft::TopK op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// BATCH_NORMALIZATION: Normalizes by given means and variances, then applies scale, bias and an
// optional activation.
inline Expression BatchNormalization(const Expression& input, const Expression& mean,
    const Expression& variance, const Expression& scale, const Expression& bias,
    weft::BatchNormalization op = {}) {
  return GraphBuilder::Add(std::move(op), {input, mean, variance, scale, bias})[0];
}

// MEAN_VARIANCE_NORMALIZATION: Normalizes each image or channel by its own mean and variance.
inline Expression MeanVarianceNormalization(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization op = {}) {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, scale, bias})[0];
}

// LOCAL_RESPONSE_NORMALIZATION: Divides every element by a power of the energy of its neighbours,
// across channels or in space.
inline Expression LocalResponseNormalization(const Expression& input,
    weft::LocalResponseNormalization op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// LP_NORMALIZATION: Divides the elements along one axis by their 1-norm or 2-norm.
inline Expression LpNormalization(const Expression& input, weft::LpNormalization op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// RNN: Runs a one-layer recurrent network over a sequence, in one or both directions.
inline std::vector<Expression> Rnn(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Rnn op = {}) {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.sequence_lengths = Described(sequence_lengths);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      sequence_lengths});
}

// LSTM: Runs a one-layer long short-term memory network over a sequence, in one or both directions.
inline std::vector<Expression> Lstm(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& cell_mem_init, const Expression& sequence_lengths,
    const Expression& peephole, weft::Lstm op = {}) {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.cell_mem_init = Described(cell_mem_init);
  op.sequence_lengths = Described(sequence_lengths);
  op.peephole = Described(peephole);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      cell_mem_init, sequence_lengths, peephole});
}

// GRU: Runs a one-layer gated recurrent network over a sequence, in one or both directions.
inline std::vector<Expression> Gru(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Gru op = {}) {
  op.bias = Described(bias);
  op.hidden_init = Described(hidden_init);
  op.sequence_lengths = Described(sequence_lengths);
  return GraphBuilder::Add(std::move(op), {input, weight, recurrence, bias, hidden_init,
      sequence_lengths});
}

// ELEMENT_WISE_SIGN: Writes -1, 0 or 1 according to the sign of every element.
inline Expression ElementWiseSign(const Expression& input, weft::ElementWiseSign op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_IS_NAN: Writes 1 where the element is not a number and 0 elsewhere.
inline Expression ElementWiseIsNan(const Expression& input, weft::ElementWiseIsNan op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ERF: Takes the Gauss error function of every element.
inline Expression ElementWiseErf(const Expression& input, weft::ElementWiseErf op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_SINH: Takes the hyperbolic sine of every element.
inline Expression ElementWiseSinh(const Expression& input, weft::ElementWiseSinh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_COSH: Takes the hyperbolic cosine of every element.
inline Expression ElementWiseCosh(const Expression& input, weft::ElementWiseCosh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_TANH: Takes the hyperbolic tangent of every element after an optional scale and
// bias.
inline Expression ElementWiseTanh(const Expression& input, weft::ElementWiseTanh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ASINH: Takes the inverse hyperbolic sine of every element.
inline Expression ElementWiseAsinh(const Expression& input, weft::ElementWiseAsinh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ACOSH: Takes the inverse hyperbolic cosine of every element.
inline Expression ElementWiseAcosh(const Expression& input, weft::ElementWiseAcosh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_ATANH: Takes the inverse hyperbolic tangent of every element.
inline Expression ElementWiseAtanh(const Expression& input, weft::ElementWiseAtanh op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_IF: Takes the element of A where the condition is non-zero and that of B elsewhere.
inline Expression ElementWiseIf(const Expression& condition, const Expression& a,
    const Expression& b, weft::ElementWiseIf op = {}) {
  return GraphBuilder::Add(std::move(op), {condition, a, b})[0];
}

// ELEMENT_WISE_ADD1: Adds two tensors element by element and applies an optional activation to the
// sum.
inline Expression ElementWiseAdd1(const Expression& a, const Expression& b,
    weft::ElementWiseAdd1 op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ACTIVATION_SHRINK: Moves elements beyond the threshold towards zero by Bias and replaces the
// others by zero.
inline Expression ActivationShrink(const Expression& input, weft::ActivationShrink op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// MAX_POOLING1: Takes the largest element under a moving window and optionally tells where in the
// input it lies.
inline std::vector<Expression> MaxPooling1(const Expression& input, weft::MaxPooling1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// MAX_UNPOOLING: Puts pooled elements back at the positions their indices name and fills the rest
// with zeros.
inline Expression MaxUnpooling(const Expression& input, const Expression& indices,
    weft::MaxUnpooling op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

// SCATTER_ELEMENTS: Copies the input and replaces single elements along one axis, at places an
// index tensor gives.
inline Expression ScatterElements(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterElements op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices, updates})[0];
}

// ONE_HOT: Writes one value at the position each index names along an axis and another value
// elsewhere.
inline Expression OneHot(const Expression& indices, const Expression& values,
    weft::OneHot op = {}) {
  return GraphBuilder::Add(std::move(op), {indices, values})[0];
}

// RESAMPLE: Scales a tensor by nearest-neighbour or linear interpolation between pixel centres.
inline Expression Resample(const Expression& input, weft::Resample op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_BIT_SHIFT_LEFT: Shifts the bits of A to the left by B places.
inline Expression ElementWiseBitShiftLeft(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftLeft op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_BIT_SHIFT_RIGHT: Shifts the bits of A to the right by B places, filling with zeros.
inline Expression ElementWiseBitShiftRight(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftRight op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_ROUND: Rounds every element to an integral value in one of three ways.
inline Expression ElementWiseRound(const Expression& input, weft::ElementWiseRound op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_IS_INFINITY: Writes 1 where the element is infinite with the wanted sign and 0
// elsewhere.
inline Expression ElementWiseIsInfinity(const Expression& input,
    weft::ElementWiseIsInfinity op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_MODULUS_TRUNCATE: Takes the remainder of A / B that has the sign of A.
inline Expression ElementWiseModulusTruncate(const Expression& a, const Expression& b,
    weft::ElementWiseModulusTruncate op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_MODULUS_FLOOR: Takes the remainder of A / B that has the sign of B.
inline Expression ElementWiseModulusFloor(const Expression& a, const Expression& b,
    weft::ElementWiseModulusFloor op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// CUMULATIVE_SUMMATION: Writes the running sum along one axis, in either direction.
inline Expression CumulativeSummation(const Expression& input, weft::CumulativeSummation op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// REVERSE_SUBSEQUENCES: Reverses the beginning of each sequence along one axis, as long as its own
// length says.
inline Expression ReverseSubsequences(const Expression& input,
    const Expression& sequence_lengths, weft::ReverseSubsequences op = {}) {
  return GraphBuilder::Add(std::move(op), {input, sequence_lengths})[0];
}

// GATHER_ELEMENTS: Picks single elements along one axis, at places an index tensor gives.
inline Expression GatherElements(const Expression& input, const Expression& indices,
    weft::GatherElements op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

// GATHER_ND: Picks elements or blocks of the input by tuples of coordinates.
inline Expression GatherNd(const Expression& input, const Expression& indices,
    weft::GatherNd op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

// SCATTER_ND: Copies the input and replaces elements or blocks at places that coordinate tuples
// give.
inline Expression ScatterNd(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterNd op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices, updates})[0];
}

// MAX_POOLING2: Takes the largest element under a moving, dilated window and optionally tells where
// it lies.
inline std::vector<Expression> MaxPooling2(const Expression& input, weft::MaxPooling2 op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// SLICE1: Copies a strided window of the input; negative strides walk each dimension backwards.
inline Expression Slice1(const Expression& input, weft::Slice1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// TOP_K1: Finds the K largest or smallest elements along one axis, with their indices.
inline std::vector<Expression> TopK1(const Expression& input, weft::TopK1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// DEPTH_TO_SPACE1: Moves channels into square blocks of height and width, in either channel order.
inline Expression DepthToSpace1(const Expression& input, weft::DepthToSpace1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// SPACE_TO_DEPTH1: Moves square blocks of height and width into channels, in either channel order.
inline Expression SpaceToDepth1(const Expression& input, weft::SpaceToDepth1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// MEAN_VARIANCE_NORMALIZATION1: Normalizes by the mean and variance of the input over the given
// axes.
inline Expression MeanVarianceNormalization1(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization1 op = {}) {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, scale, bias})[0];
}

// RESAMPLE1: Scales a tensor by interpolation with explicit pixel offsets for input and output.
inline Expression Resample1(const Expression& input, weft::Resample1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// MATRIX_MULTIPLY_INTEGER: Multiplies matrices of 8-bit integers, less their zero points, into
// 32-bit integers.
inline Expression MatrixMultiplyInteger(const Expression& a, const Expression& a_zero_point,
    const Expression& b, const Expression& b_zero_point, weft::MatrixMultiplyInteger op = {}) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  return GraphBuilder::Add(std::move(op), {a, a_zero_point, b, b_zero_point})[0];
}

// QUANTIZED_LINEAR_MATRIX_MULTIPLY: Multiplies quantized matrices and quantizes the product again.
inline Expression QuantizedLinearMatrixMultiply(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearMatrixMultiply op = {}) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {a, a_scale, a_zero_point, b, b_scale, b_zero_point,
      output_scale, output_zero_point})[0];
}

// CONVOLUTION_INTEGER: Convolves 8-bit integers, less their zero points, into 32-bit integers.
inline Expression ConvolutionInteger(const Expression& input, const Expression& input_zero_point,
    const Expression& filter, const Expression& filter_zero_point,
    weft::ConvolutionInteger op = {}) {
  op.input_zero_point = Described(input_zero_point);
  op.filter_zero_point = Described(filter_zero_point);
  return GraphBuilder::Add(std::move(op), {input, input_zero_point, filter, filter_zero_point})[0];
}

// QUANTIZED_LINEAR_CONVOLUTION: Convolves quantized tensors with an optional bias and quantizes the
// result again.
inline Expression QuantizedLinearConvolution(const Expression& input,
    const Expression& input_scale, const Expression& input_zero_point, const Expression& filter,
    const Expression& filter_scale, const Expression& filter_zero_point, const Expression& bias,
    const Expression& output_scale, const Expression& output_zero_point,
    weft::QuantizedLinearConvolution op = {}) {
  op.input_zero_point = Described(input_zero_point);
  op.filter_zero_point = Described(filter_zero_point);
  op.bias = Described(bias);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {input, input_scale, input_zero_point, filter,
      filter_scale, filter_zero_point, bias, output_scale, output_zero_point})[0];
}

// ELEMENT_WISE_BIT_AND: Combines the bits of two tensors by AND.
inline Expression ElementWiseBitAnd(const Expression& a, const Expression& b,
    weft::ElementWiseBitAnd op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_BIT_OR: Combines the bits of two tensors by OR.
inline Expression ElementWiseBitOr(const Expression& a, const Expression& b,
    weft::ElementWiseBitOr op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_BIT_XOR: Combines the bits of two tensors by exclusive OR.
inline Expression ElementWiseBitXor(const Expression& a, const Expression& b,
    weft::ElementWiseBitXor op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_BIT_NOT: Inverts every bit.
inline Expression ElementWiseBitNot(const Expression& input, weft::ElementWiseBitNot op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_BIT_COUNT: Counts the one bits of every element.
inline Expression ElementWiseBitCount(const Expression& input, weft::ElementWiseBitCount op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL: Writes 1 where A is at least B and 0 elsewhere.
inline Expression ElementWiseLogicalGreaterThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThanOrEqual op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL: Writes 1 where A is at most B and 0 elsewhere.
inline Expression ElementWiseLogicalLessThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThanOrEqual op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ACTIVATION_CELU: Keeps elements from zero upwards and bends negative ones to Alpha * (e^(x /
// Alpha) - 1).
inline Expression ActivationCelu(const Expression& input, weft::ActivationCelu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_RELU_GRAD: Passes the gradient on where the forward input was positive and zero
// elsewhere.
inline Expression ActivationReluGrad(const Expression& input, const Expression& input_gradient,
    weft::ActivationReluGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

// AVERAGE_POOLING_GRAD: Spreads each gradient of an average pooling evenly over the elements of its
// window.
inline Expression AveragePoolingGrad(const Expression& input_gradient,
    weft::AveragePoolingGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

// MAX_POOLING_GRAD: Sends each gradient of a max pooling to the element that was the largest of its
// window.
inline Expression MaxPoolingGrad(const Expression& input, const Expression& input_gradient,
    weft::MaxPoolingGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

// RANDOM_GENERATOR: Fills a tensor with random bits from the Philox 4x32 generator and can advance
// its state.
inline std::vector<Expression> RandomGenerator(const Expression& input_state,
    weft::RandomGenerator op = {}) {
  return GraphBuilder::Add(std::move(op), {input_state});
}

// NONZERO_COORDINATES: Lists the coordinates of the non-zero elements in row-major order, and their
// number.
inline std::vector<Expression> NonzeroCoordinates(const Expression& input,
    weft::NonzeroCoordinates op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// RESAMPLE_GRAD: Carries the gradient of RESAMPLE1 back to the input's elements.
inline Expression ResampleGrad(const Expression& input_gradient, weft::ResampleGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

// SLICE_GRAD: Puts the gradient of SLICE1 back into its window and zeros everywhere else.
inline Expression SliceGrad(const Expression& input_gradient, weft::SliceGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

// ADAM_OPTIMIZER: Does one step of the Adam optimizer on parameters and their two moments.
inline std::vector<Expression> AdamOptimizer(const Expression& input_parameters,
    const Expression& input_first_moment, const Expression& input_second_moment,
    const Expression& gradient, const Expression& training_step, weft::AdamOptimizer op = {}) {
  return GraphBuilder::Add(std::move(op), {input_parameters, input_first_moment,
      input_second_moment, gradient, training_step});
}

// ARGMIN: Finds the index of the smallest element over the given axes.
inline Expression Argmin(const Expression& input, weft::Argmin op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ARGMAX: Finds the index of the largest element over the given axes.
inline Expression Argmax(const Expression& input, weft::Argmax op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ROI_ALIGN: Samples each region of interest on a regular grid with interpolation and reduces the
// samples of a cell.
inline Expression RoiAlign(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign op = {}) {
  return GraphBuilder::Add(std::move(op), {input, roi, batch_indices})[0];
}

// GATHER_ND1: Picks elements or blocks by tuples of coordinates, separately in each batch.
inline Expression GatherNd1(const Expression& input, const Expression& indices,
    weft::GatherNd1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input, indices})[0];
}

// ELEMENT_WISE_ATAN_YX: Takes the angle of the point (B, A), in radians over the full circle.
inline Expression ElementWiseAtanYx(const Expression& a, const Expression& b,
    weft::ElementWiseAtanYx op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// ELEMENT_WISE_CLIP_GRAD: Passes the gradient on where the forward input lay strictly between Min
// and Max, else zero.
inline Expression ElementWiseClipGrad(const Expression& input, const Expression& input_gradient,
    weft::ElementWiseClipGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

// ELEMENT_WISE_DIFFERENCE_SQUARE: Squares the difference of two tensors element by element.
inline Expression ElementWiseDifferenceSquare(const Expression& a, const Expression& b,
    weft::ElementWiseDifferenceSquare op = {}) {
  return GraphBuilder::Add(std::move(op), {a, b})[0];
}

// LOCAL_RESPONSE_NORMALIZATION_GRAD: Carries the gradient of LOCAL_RESPONSE_NORMALIZATION back to
// its input.
inline Expression LocalResponseNormalizationGrad(const Expression& input,
    const Expression& input_gradient, weft::LocalResponseNormalizationGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

// CUMULATIVE_PRODUCT: Writes the running product along one axis, in either direction.
inline Expression CumulativeProduct(const Expression& input, weft::CumulativeProduct op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// BATCH_NORMALIZATION_GRAD: Carries the gradient of BATCH_NORMALIZATION back to its input, scale
// and bias.
inline std::vector<Expression> BatchNormalizationGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient, mean, variance, scale});
}

// ELEMENT_WISE_QUANTIZED_LINEAR_ADD: Adds two quantized tensors and quantizes the sum again.
inline Expression ElementWiseQuantizedLinearAdd(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::ElementWiseQuantizedLinearAdd op = {}) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {a, a_scale, a_zero_point, b, b_scale, b_zero_point,
      output_scale, output_zero_point})[0];
}

// DYNAMIC_QUANTIZE_LINEAR: Quantizes a tensor by a scale and a zero point found from its own range.
inline std::vector<Expression> DynamicQuantizeLinear(const Expression& input,
    weft::DynamicQuantizeLinear op = {}) {
  return GraphBuilder::Add(std::move(op), {input});
}

// ROI_ALIGN1: Samples regions of interest as ROI_ALIGN does, with explicit pixel offsets and corner
// alignment.
inline Expression RoiAlign1(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input, roi, batch_indices})[0];
}

// ROI_ALIGN_GRAD: Carries the gradient of ROI_ALIGN1 back to its input, to its regions, or to both.
inline std::vector<Expression> RoiAlignGrad(const Expression& input,
    const Expression& input_gradient, const Expression& roi, const Expression& batch_indices,
    weft::RoiAlignGrad op = {}) {
  op.input = Described(input);
  return GraphBuilder::Add(std::move(op), {input, input_gradient, roi, batch_indices});
}

// BATCH_NORMALIZATION_TRAINING: Normalizes a batch by its own means and variances and returns them
// for the backward pass.
inline std::vector<Expression> BatchNormalizationTraining(const Expression& input,
    const Expression& scale, const Expression& bias, const Expression& fused_add,
    weft::BatchNormalizationTraining op = {}) {
  op.fused_add = Described(fused_add);
  return GraphBuilder::Add(std::move(op), {input, scale, bias, fused_add});
}

// BATCH_NORMALIZATION_TRAINING_GRAD: Carries the gradient of BATCH_NORMALIZATION_TRAINING back to
// its input, scale and bias.
inline std::vector<Expression> BatchNormalizationTrainingGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationTrainingGrad op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient, mean, variance, scale});
}

// ELEMENT_WISE_CLIP1: Limits every element to a range given in the tensor's own data type.
inline Expression ElementWiseClip1(const Expression& input, weft::ElementWiseClip1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_CLIP_GRAD1: Passes the gradient on strictly inside a range given in the tensor's own
// data type, else zero.
inline Expression ElementWiseClipGrad1(const Expression& input, const Expression& input_gradient,
    weft::ElementWiseClipGrad1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input, input_gradient})[0];
}

// PADDING1: Surrounds a tensor with a constant of its own data type or with elements repeated from
// its edges.
inline Expression Padding1(const Expression& input, weft::Padding1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ELEMENT_WISE_NEGATE: Changes the sign of every element.
inline Expression ElementWiseNegate(const Expression& input, weft::ElementWiseNegate op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_GELU: Weighs every element by the normal distribution function: x * (1 + erf(x /
// sqrt(2))) / 2.
inline Expression ActivationGelu(const Expression& input, weft::ActivationGelu op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SOFTMAX1: Turns the elements over the given axes into positive weights that sum to 1.
inline Expression ActivationSoftmax1(const Expression& input, weft::ActivationSoftmax1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_LOG_SOFTMAX1: Takes the natural logarithm of the softmax over the given axes.
inline Expression ActivationLogSoftmax1(const Expression& input,
    weft::ActivationLogSoftmax1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_HARDMAX1: Writes 1 at the first maximum over the given axes and 0 elsewhere.
inline Expression ActivationHardmax1(const Expression& input, weft::ActivationHardmax1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// RESAMPLE2: Scales a tensor by interpolation; nearest-neighbour rounds up or down as asked.
inline Expression Resample2(const Expression& input, weft::Resample2 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// RESAMPLE_GRAD1: Carries the gradient of RESAMPLE2 back to the input's elements.
inline Expression ResampleGrad1(const Expression& input_gradient, weft::ResampleGrad1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input_gradient})[0];
}

// DIAGONAL_MATRIX1: Writes one value on a band of diagonals and keeps the input, or zero,
// elsewhere.
inline Expression DiagonalMatrix1(const Expression& input, weft::DiagonalMatrix1 op = {}) {
  op.input = Described(input);
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// MULTIHEAD_ATTENTION: Computes scaled dot-product attention in parallel heads, with masks, biases
// and past keys and values.
inline std::vector<Expression> MultiheadAttention(const Expression& query, const Expression& key,
    const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value, weft::MultiheadAttention op = {}) {
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

// LP_POOLING1: Takes the P-norm of the elements under a moving, dilated window.
inline Expression LpPooling1(const Expression& input, weft::LpPooling1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// AVERAGE_POOLING1: Averages the elements under a moving, dilated window.
inline Expression AveragePooling1(const Expression& input, weft::AveragePooling1 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_SWISH: Multiplies every element by the sigmoid of its scaled self.
inline Expression ActivationSwish(const Expression& input, weft::ActivationSwish op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// ACTIVATION_HARD_SWISH: Multiplies every element by a hard sigmoid of itself.
inline Expression ActivationHardSwish(const Expression& input, weft::ActivationHardSwish op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// QUANTIZED_LINEAR_AVERAGE_POOLING: Averages quantized elements under a moving window and quantizes
// the means again.
inline Expression QuantizedLinearAveragePooling(const Expression& input,
    const Expression& input_scale, const Expression& input_zero_point,
    const Expression& output_scale, const Expression& output_zero_point,
    weft::QuantizedLinearAveragePooling op = {}) {
  op.input_zero_point = Described(input_zero_point);
  op.output_zero_point = Described(output_zero_point);
  return GraphBuilder::Add(std::move(op), {input, input_scale, input_zero_point, output_scale,
      output_zero_point})[0];
}

// MATRIX_MULTIPLY_INTEGER_TO_FLOAT: Multiplies quantized matrices into floating-point numbers and
// adds an optional bias.
inline Expression MatrixMultiplyIntegerToFloat(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& bias,
    weft::MatrixMultiplyIntegerToFloat op = {}) {
  op.a_zero_point = Described(a_zero_point);
  op.b_zero_point = Described(b_zero_point);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {a, a_scale, a_zero_point, b, b_scale, b_zero_point,
      bias})[0];
}

// MEAN_VARIANCE_NORMALIZATION2: Normalizes over the given axes with the mean and the variance
// switched on separately.
inline Expression MeanVarianceNormalization2(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization2 op = {}) {
  op.scale = Described(scale);
  op.bias = Described(bias);
  return GraphBuilder::Add(std::move(op), {input, scale, bias})[0];
}

// MULTIHEAD_ATTENTION1: Computes attention with fewer key and value heads than query heads and with
// past lengths per batch.
inline std::vector<Expression> MultiheadAttention1(const Expression& query,
    const Expression& key, const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value,
    const Expression& past_sequence_lengths, weft::MultiheadAttention1 op = {}) {
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

// QUANTIZE: Turns numbers into 8-bit or 4-bit integers by scales and zero points, per element or
// per block.
inline Expression Quantize(const Expression& input, const std::vector<Expression>& quantizations,
    weft::Quantize op = {}) {
  op.quantizations.resize(quantizations.size());
  std::vector<Expression> all;
  all.push_back(input);
  all.insert(all.end(), quantizations.begin(), quantizations.end());
  return GraphBuilder::Add(std::move(op), all)[0];
}

// DEQUANTIZE: Turns 8-bit or 4-bit integers back into numbers by scales and zero points, per
// element or per block.
inline Expression Dequantize(const Expression& input,
    const std::vector<Expression>& quantizations, weft::Dequantize op = {}) {
  op.quantizations.resize(quantizations.size());
  std::vector<Expression> all;
  all.push_back(input);
  all.insert(all.end(), quantizations.begin(), quantizations.end());
  return GraphBuilder::Add(std::move(op), all)[0];
}

// RESAMPLE3: Scales a tensor by interpolation with optional anti-aliasing when it shrinks.
inline Expression Resample3(const Expression& input, weft::Resample3 op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// FOLD: Adds columns of window contents back into an image, summing where windows overlap.
inline Expression Fold(const Expression& input, weft::Fold op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

// UNFOLD: Lays out the contents of every window of an image as columns.
inline Expression Unfold(const Expression& input, weft::Unfold op = {}) {
  return GraphBuilder::Add(std::move(op), {input})[0];
}

}  // namespace weft::expr
