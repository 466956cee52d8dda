// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
// Operators as functions of expressions. The last argument has the fields that are no
// tensors; output tensors in it may be described, and follow from the inputs otherwise.
// An optional tensor is left out by {}. Operators with several outputs give one
// expression for each, nothing for those that are left out. Where memory ran out the result
// is nothing, and the graph says so when it is compiled.
#pragma once

#include <optional>
#include <vector>

#include "weft/export.h"
#include "weft/graph_builder.h"
#include "weft/operators.h"

namespace weft::expr {

inline std::optional<TensorDesc> Described(const Expression& tensor) {
  return tensor.IsPresent() ? std::optional(tensor.desc()) : std::nullopt;
}

// ELEMENT_WISE_IDENTITY: Copies every element, which also converts between layouts, pads and
// broadcasts.
WEFT_API Expression ElementWiseIdentity(const Expression& input,
    weft::ElementWiseIdentity op = {});

// ELEMENT_WISE_ABS: Takes the absolute value of every element.
WEFT_API Expression ElementWiseAbs(const Expression& input, weft::ElementWiseAbs op = {});

// ELEMENT_WISE_ACOS: Takes the arc cosine of every element, in radians.
WEFT_API Expression ElementWiseAcos(const Expression& input, weft::ElementWiseAcos op = {});

// ELEMENT_WISE_ADD: Adds two tensors element by element.
WEFT_API Expression ElementWiseAdd(const Expression& a, const Expression& b,
    weft::ElementWiseAdd op = {});

// ELEMENT_WISE_ASIN: Takes the arc sine of every element, in radians.
WEFT_API Expression ElementWiseAsin(const Expression& input, weft::ElementWiseAsin op = {});

// ELEMENT_WISE_ATAN: Takes the arc tangent of every element, in radians.
WEFT_API Expression ElementWiseAtan(const Expression& input, weft::ElementWiseAtan op = {});

// ELEMENT_WISE_CEIL: Rounds every element up to an integral value.
WEFT_API Expression ElementWiseCeil(const Expression& input, weft::ElementWiseCeil op = {});

// ELEMENT_WISE_CLIP: Limits every element to the range from Min to Max.
WEFT_API Expression ElementWiseClip(const Expression& input, weft::ElementWiseClip op = {});

// ELEMENT_WISE_COS: Takes the cosine of every element, in radians.
WEFT_API Expression ElementWiseCos(const Expression& input, weft::ElementWiseCos op = {});

// ELEMENT_WISE_DIVIDE: Divides A by B element by element; integer quotients drop the fraction.
WEFT_API Expression ElementWiseDivide(const Expression& a, const Expression& b,
    weft::ElementWiseDivide op = {});

// ELEMENT_WISE_EXP: Raises e to the power of every element.
WEFT_API Expression ElementWiseExp(const Expression& input, weft::ElementWiseExp op = {});

// ELEMENT_WISE_FLOOR: Rounds every element down to an integral value.
WEFT_API Expression ElementWiseFloor(const Expression& input, weft::ElementWiseFloor op = {});

// ELEMENT_WISE_LOG: Takes the natural logarithm of every element.
WEFT_API Expression ElementWiseLog(const Expression& input, weft::ElementWiseLog op = {});

// ELEMENT_WISE_LOGICAL_AND: Writes 1 where both inputs are non-zero and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalAnd(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalAnd op = {});

// ELEMENT_WISE_LOGICAL_EQUALS: Writes 1 where A equals B and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalEquals(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalEquals op = {});

// ELEMENT_WISE_LOGICAL_GREATER_THAN: Writes 1 where A is greater than B and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalGreaterThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalGreaterThan op = {});

// ELEMENT_WISE_LOGICAL_LESS_THAN: Writes 1 where A is less than B and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalLessThan(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThan op = {});

// ELEMENT_WISE_LOGICAL_NOT: Writes 1 where the input is zero and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalNot(const Expression& input,
    weft::ElementWiseLogicalNot op = {});

// ELEMENT_WISE_LOGICAL_OR: Writes 1 where at least one input is non-zero and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalOr(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalOr op = {});

// ELEMENT_WISE_LOGICAL_XOR: Writes 1 where exactly one input is non-zero and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalXor(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalXor op = {});

// ELEMENT_WISE_MAX: Takes the larger of two elements at every position.
WEFT_API Expression ElementWiseMax(const Expression& a, const Expression& b,
    weft::ElementWiseMax op = {});

// ELEMENT_WISE_MEAN: Takes the mean of two elements at every position.
WEFT_API Expression ElementWiseMean(const Expression& a, const Expression& b,
    weft::ElementWiseMean op = {});

// ELEMENT_WISE_MIN: Takes the smaller of two elements at every position.
WEFT_API Expression ElementWiseMin(const Expression& a, const Expression& b,
    weft::ElementWiseMin op = {});

// ELEMENT_WISE_MULTIPLY: Multiplies two tensors element by element.
WEFT_API Expression ElementWiseMultiply(const Expression& a, const Expression& b,
    weft::ElementWiseMultiply op = {});

// ELEMENT_WISE_POW: Raises every element to the power found at the same position of ExponentTensor.
WEFT_API Expression ElementWisePow(const Expression& input, const Expression& exponent,
    weft::ElementWisePow op = {});

// ELEMENT_WISE_CONSTANT_POW: Raises every element to one constant power.
WEFT_API Expression ElementWiseConstantPow(const Expression& input,
    weft::ElementWiseConstantPow op = {});

// ELEMENT_WISE_RECIP: Takes the reciprocal of every element.
WEFT_API Expression ElementWiseRecip(const Expression& input, weft::ElementWiseRecip op = {});

// ELEMENT_WISE_SIN: Takes the sine of every element, in radians.
WEFT_API Expression ElementWiseSin(const Expression& input, weft::ElementWiseSin op = {});

// ELEMENT_WISE_SQRT: Takes the square root of every element.
WEFT_API Expression ElementWiseSqrt(const Expression& input, weft::ElementWiseSqrt op = {});

// ELEMENT_WISE_SUBTRACT: Subtracts B from A element by element.
WEFT_API Expression ElementWiseSubtract(const Expression& a, const Expression& b,
    weft::ElementWiseSubtract op = {});

// ELEMENT_WISE_TAN: Takes the tangent of every element, in radians.
WEFT_API Expression ElementWiseTan(const Expression& input, weft::ElementWiseTan op = {});

// ELEMENT_WISE_THRESHOLD: Replaces every element below Min by Min.
WEFT_API Expression ElementWiseThreshold(const Expression& input,
    weft::ElementWiseThreshold op = {});

// ELEMENT_WISE_QUANTIZE_LINEAR: Turns numbers into 8-bit integers by a scale and a zero point given
// for every element.
WEFT_API Expression ElementWiseQuantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseQuantizeLinear op = {});

// ELEMENT_WISE_DEQUANTIZE_LINEAR: Turns quantized integers back into numbers by a scale and a zero
// point given for every element.
WEFT_API Expression ElementWiseDequantizeLinear(const Expression& input, const Expression& scale,
    const Expression& zero_point, weft::ElementWiseDequantizeLinear op = {});

// ACTIVATION_ELU: Keeps elements from zero upwards and bends negative ones to Alpha * (e^x - 1).
WEFT_API Expression ActivationElu(const Expression& input, weft::ActivationElu op = {});

// ACTIVATION_HARDMAX: Writes 1 at the first maximum of each row and 0 elsewhere.
WEFT_API Expression ActivationHardmax(const Expression& input, weft::ActivationHardmax op = {});

// ACTIVATION_HARD_SIGMOID: Limits the straight line Alpha * x + Beta to the range from 0 to 1.
WEFT_API Expression ActivationHardSigmoid(const Expression& input,
    weft::ActivationHardSigmoid op = {});

// ACTIVATION_IDENTITY: Passes every element on unchanged.
WEFT_API Expression ActivationIdentity(const Expression& input, weft::ActivationIdentity op = {});

// ACTIVATION_LEAKY_RELU: Keeps elements from zero upwards and multiplies negative ones by Alpha.
WEFT_API Expression ActivationLeakyRelu(const Expression& input,
    weft::ActivationLeakyRelu op = {});

// ACTIVATION_LINEAR: Computes Alpha * x + Beta for every element.
WEFT_API Expression ActivationLinear(const Expression& input, weft::ActivationLinear op = {});

// ACTIVATION_LOG_SOFTMAX: Takes the natural logarithm of the softmax over each row.
WEFT_API Expression ActivationLogSoftmax(const Expression& input,
    weft::ActivationLogSoftmax op = {});

// ACTIVATION_PARAMETERIZED_RELU: Keeps elements from zero upwards and multiplies negative ones by
// their own slope.
WEFT_API Expression ActivationParameterizedRelu(const Expression& input, const Expression& slope,
    weft::ActivationParameterizedRelu op = {});

// ACTIVATION_PARAMETRIC_SOFTPLUS: Computes Alpha * ln(1 + e^(Beta * x)) for every element.
WEFT_API Expression ActivationParametricSoftplus(const Expression& input,
    weft::ActivationParametricSoftplus op = {});

// ACTIVATION_RELU: Replaces every negative element by zero.
WEFT_API Expression ActivationRelu(const Expression& input, weft::ActivationRelu op = {});

// ACTIVATION_SCALED_ELU: Scales elements above zero by Gamma and bends the others to Gamma * Alpha
// * (e^x - 1).
WEFT_API Expression ActivationScaledElu(const Expression& input,
    weft::ActivationScaledElu op = {});

// ACTIVATION_SCALED_TANH: Computes Alpha * tanh(Beta * x) for every element.
WEFT_API Expression ActivationScaledTanh(const Expression& input,
    weft::ActivationScaledTanh op = {});

// ACTIVATION_SIGMOID: Computes 1 / (1 + e^-x) for every element.
WEFT_API Expression ActivationSigmoid(const Expression& input, weft::ActivationSigmoid op = {});

// ACTIVATION_SOFTMAX: Turns each row into positive weights that sum to 1, in proportion to e^x.
WEFT_API Expression ActivationSoftmax(const Expression& input, weft::ActivationSoftmax op = {});

// ACTIVATION_SOFTPLUS: Computes ln(1 + e^(Steepness * x)) / Steepness for every element.
WEFT_API Expression ActivationSoftplus(const Expression& input, weft::ActivationSoftplus op = {});

// ACTIVATION_SOFTSIGN: Computes x / (1 + |x|) for every element.
WEFT_API Expression ActivationSoftsign(const Expression& input, weft::ActivationSoftsign op = {});

// ACTIVATION_TANH: Takes the hyperbolic tangent of every element.
WEFT_API Expression ActivationTanh(const Expression& input, weft::ActivationTanh op = {});

// ACTIVATION_THRESHOLDED_RELU: Keeps elements above Alpha and replaces the others by zero.
WEFT_API Expression ActivationThresholdedRelu(const Expression& input,
    weft::ActivationThresholdedRelu op = {});

// CONVOLUTION: Convolves the input with filters, forward or transposed, in groups, with an optional
// bias and activation.
WEFT_API Expression Convolution(const Expression& input, const Expression& filter,
    const Expression& bias, weft::Convolution op = {});

// GEMM: Multiplies matrices, Alpha * A * B + Beta * C, with optional transposition and activation.
WEFT_API Expression Gemm(const Expression& a, const Expression& b, const Expression& c,
    weft::Gemm op = {});

// REDUCE: Combines the elements along the given axes into one by a sum, mean, norm, extreme or
// other function.
WEFT_API Expression Reduce(const Expression& input, weft::Reduce op = {});

// AVERAGE_POOLING: Averages the elements under a window that moves over the spatial dimensions.
WEFT_API Expression AveragePooling(const Expression& input, weft::AveragePooling op = {});

// LP_POOLING: Takes the P-norm of the elements under a window that moves over the spatial
// dimensions.
WEFT_API Expression LpPooling(const Expression& input, weft::LpPooling op = {});

// MAX_POOLING: Takes the largest element under a window that moves over the spatial dimensions.
WEFT_API Expression MaxPooling(const Expression& input, weft::MaxPooling op = {});

// ROI_POOLING: Divides each region of interest into a fixed grid and takes the largest element of
// every cell.
WEFT_API Expression RoiPooling(const Expression& input, const Expression& roi,
    weft::RoiPooling op = {});

// SLICE: Copies a box of the input, taking every n-th element of each dimension.
WEFT_API Expression Slice(const Expression& input, weft::Slice op = {});

// CAST: Converts every element to the data type of the output.
WEFT_API Expression Cast(const Expression& input, weft::Cast op = {});

// SPLIT: Cuts a tensor along one axis into consecutive slices.
WEFT_API std::vector<Expression> Split(const Expression& input, weft::Split op = {});

// JOIN: Puts tensors one after another along one axis.
WEFT_API Expression Join(const std::vector<Expression>& inputs, weft::Join op = {});

// PADDING: Surrounds a tensor with a constant or with elements repeated from its edges.
WEFT_API Expression Padding(const Expression& input, weft::Padding op = {});

// VALUE_SCALE_2D: Multiplies every element by one scale and adds a bias per channel.
WEFT_API Expression ValueScale2D(const Expression& input, weft::ValueScale2D op = {});

// UPSAMPLE_2D: Enlarges height and width by whole factors.
WEFT_API Expression Upsample2D(const Expression& input, weft::Upsample2D op = {});

// GATHER: Picks whole slices of the input along one axis, in the order an index tensor gives.
WEFT_API Expression Gather(const Expression& input, const Expression& indices,
    weft::Gather op = {});

// SPACE_TO_DEPTH: Moves square blocks of height and width into the channel dimension.
WEFT_API Expression SpaceToDepth(const Expression& input, weft::SpaceToDepth op = {});

// DEPTH_TO_SPACE: Moves channels into square blocks of height and width.
WEFT_API Expression DepthToSpace(const Expression& input, weft::DepthToSpace op = {});

// TILE: Repeats a tensor a whole number of times along each dimension.
WEFT_API Expression Tile(const Expression& input, weft::Tile op = {});

// TOP_K: Finds the K largest elements along one axis, with their indices.
WEFT_API std::vector<Expression> TopK(const Expression& input, weft::TopK op = {});

// BATCH_NORMALIZATION: Normalizes by given means and variances, then applies scale, bias and an
// optional activation.
WEFT_API Expression BatchNormalization(const Expression& input, const Expression& mean,
    const Expression& variance, const Expression& scale, const Expression& bias,
    weft::BatchNormalization op = {});

// MEAN_VARIANCE_NORMALIZATION: Normalizes each image or channel by its own mean and variance.
WEFT_API Expression MeanVarianceNormalization(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization op = {});

// LOCAL_RESPONSE_NORMALIZATION: Divides every element by a power of the energy of its neighbours,
// across channels or in space.
WEFT_API Expression LocalResponseNormalization(const Expression& input,
    weft::LocalResponseNormalization op = {});

// LP_NORMALIZATION: Divides the elements along one axis by their 1-norm or 2-norm.
WEFT_API Expression LpNormalization(const Expression& input, weft::LpNormalization op = {});

// RNN: Runs a one-layer recurrent network over a sequence, in one or both directions.
WEFT_API std::vector<Expression> Rnn(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Rnn op = {});

// LSTM: Runs a one-layer long short-term memory network over a sequence, in one or both directions.
WEFT_API std::vector<Expression> Lstm(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& cell_mem_init, const Expression& sequence_lengths,
    const Expression& peephole, weft::Lstm op = {});

// GRU: Runs a one-layer gated recurrent network over a sequence, in one or both directions.
WEFT_API std::vector<Expression> Gru(const Expression& input, const Expression& weight,
    const Expression& recurrence, const Expression& bias, const Expression& hidden_init,
    const Expression& sequence_lengths, weft::Gru op = {});

// ELEMENT_WISE_SIGN: Writes -1, 0 or 1 according to the sign of every element.
WEFT_API Expression ElementWiseSign(const Expression& input, weft::ElementWiseSign op = {});

// ELEMENT_WISE_IS_NAN: Writes 1 where the element is not a number and 0 elsewhere.
WEFT_API Expression ElementWiseIsNan(const Expression& input, weft::ElementWiseIsNan op = {});

// ELEMENT_WISE_ERF: Takes the Gauss error function of every element.
WEFT_API Expression ElementWiseErf(const Expression& input, weft::ElementWiseErf op = {});

// ELEMENT_WISE_SINH: Takes the hyperbolic sine of every element.
WEFT_API Expression ElementWiseSinh(const Expression& input, weft::ElementWiseSinh op = {});

// ELEMENT_WISE_COSH: Takes the hyperbolic cosine of every element.
WEFT_API Expression ElementWiseCosh(const Expression& input, weft::ElementWiseCosh op = {});

// ELEMENT_WISE_TANH: Takes the hyperbolic tangent of every element after an optional scale and
// bias.
WEFT_API Expression ElementWiseTanh(const Expression& input, weft::ElementWiseTanh op = {});

// ELEMENT_WISE_ASINH: Takes the inverse hyperbolic sine of every element.
WEFT_API Expression ElementWiseAsinh(const Expression& input, weft::ElementWiseAsinh op = {});

// ELEMENT_WISE_ACOSH: Takes the inverse hyperbolic cosine of every element.
WEFT_API Expression ElementWiseAcosh(const Expression& input, weft::ElementWiseAcosh op = {});

// ELEMENT_WISE_ATANH: Takes the inverse hyperbolic tangent of every element.
WEFT_API Expression ElementWiseAtanh(const Expression& input, weft::ElementWiseAtanh op = {});

// ELEMENT_WISE_IF: Takes the element of A where the condition is non-zero and that of B elsewhere.
WEFT_API Expression ElementWiseIf(const Expression& condition, const Expression& a,
    const Expression& b, weft::ElementWiseIf op = {});

// ELEMENT_WISE_ADD1: Adds two tensors element by element and applies an optional activation to the
// sum.
WEFT_API Expression ElementWiseAdd1(const Expression& a, const Expression& b,
    weft::ElementWiseAdd1 op = {});

// ACTIVATION_SHRINK: Moves elements beyond the threshold towards zero by Bias and replaces the
// others by zero.
WEFT_API Expression ActivationShrink(const Expression& input, weft::ActivationShrink op = {});

// MAX_POOLING1: Takes the largest element under a moving window and optionally tells where in the
// input it lies.
WEFT_API std::vector<Expression> MaxPooling1(const Expression& input, weft::MaxPooling1 op = {});

// MAX_UNPOOLING: Puts pooled elements back at the positions their indices name and fills the rest
// with zeros.
WEFT_API Expression MaxUnpooling(const Expression& input, const Expression& indices,
    weft::MaxUnpooling op = {});

// SCATTER_ELEMENTS: Copies the input and replaces single elements along one axis, at the indices of
// a tensor.
WEFT_API Expression ScatterElements(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterElements op = {});

// ONE_HOT: Writes one value at the position each index names along an axis and another value
// elsewhere.
WEFT_API Expression OneHot(const Expression& indices, const Expression& values,
    weft::OneHot op = {});

// RESAMPLE: Scales a tensor by nearest-neighbour or linear interpolation between pixel centres.
WEFT_API Expression Resample(const Expression& input, weft::Resample op = {});

// ELEMENT_WISE_BIT_SHIFT_LEFT: Shifts the bits of A to the left by B places.
WEFT_API Expression ElementWiseBitShiftLeft(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftLeft op = {});

// ELEMENT_WISE_BIT_SHIFT_RIGHT: Shifts the bits of A to the right by B places, filling with zeros.
WEFT_API Expression ElementWiseBitShiftRight(const Expression& a, const Expression& b,
    weft::ElementWiseBitShiftRight op = {});

// ELEMENT_WISE_ROUND: Rounds every element to an integral value in one of three ways.
WEFT_API Expression ElementWiseRound(const Expression& input, weft::ElementWiseRound op = {});

// ELEMENT_WISE_IS_INFINITY: Writes 1 where the element is infinite with the wanted sign and 0
// elsewhere.
WEFT_API Expression ElementWiseIsInfinity(const Expression& input,
    weft::ElementWiseIsInfinity op = {});

// ELEMENT_WISE_MODULUS_TRUNCATE: Takes the remainder of A / B that has the sign of A.
WEFT_API Expression ElementWiseModulusTruncate(const Expression& a, const Expression& b,
    weft::ElementWiseModulusTruncate op = {});

// ELEMENT_WISE_MODULUS_FLOOR: Takes the remainder of A / B that has the sign of B.
WEFT_API Expression ElementWiseModulusFloor(const Expression& a, const Expression& b,
    weft::ElementWiseModulusFloor op = {});

// CUMULATIVE_SUMMATION: Writes the running sum along one axis, in either direction.
WEFT_API Expression CumulativeSummation(const Expression& input,
    weft::CumulativeSummation op = {});

// REVERSE_SUBSEQUENCES: Reverses the beginning of each sequence along one axis, as long as its own
// length says.
WEFT_API Expression ReverseSubsequences(const Expression& input,
    const Expression& sequence_lengths, weft::ReverseSubsequences op = {});

// GATHER_ELEMENTS: Picks single elements along one axis, at the indices of a tensor.
WEFT_API Expression GatherElements(const Expression& input, const Expression& indices,
    weft::GatherElements op = {});

// GATHER_ND: Picks elements or blocks of the input by tuples of coordinates.
WEFT_API Expression GatherNd(const Expression& input, const Expression& indices,
    weft::GatherNd op = {});

// SCATTER_ND: Copies the input and replaces elements or blocks whose coordinates are given as
// tuples.
WEFT_API Expression ScatterNd(const Expression& input, const Expression& indices,
    const Expression& updates, weft::ScatterNd op = {});

// MAX_POOLING2: Takes the largest element under a moving, dilated window and optionally tells where
// it lies.
WEFT_API std::vector<Expression> MaxPooling2(const Expression& input, weft::MaxPooling2 op = {});

// SLICE1: Copies a strided window of the input; negative strides walk each dimension backwards.
WEFT_API Expression Slice1(const Expression& input, weft::Slice1 op = {});

// TOP_K1: Finds the K largest or smallest elements along one axis, with their indices.
WEFT_API std::vector<Expression> TopK1(const Expression& input, weft::TopK1 op = {});

// DEPTH_TO_SPACE1: Moves channels into square blocks of height and width, in either channel order.
WEFT_API Expression DepthToSpace1(const Expression& input, weft::DepthToSpace1 op = {});

// SPACE_TO_DEPTH1: Moves square blocks of height and width into channels, in either channel order.
WEFT_API Expression SpaceToDepth1(const Expression& input, weft::SpaceToDepth1 op = {});

// MEAN_VARIANCE_NORMALIZATION1: Normalizes by the mean and variance of the input over the given
// axes.
WEFT_API Expression MeanVarianceNormalization1(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization1 op = {});

// RESAMPLE1: Scales a tensor by interpolation with explicit pixel offsets for input and output.
WEFT_API Expression Resample1(const Expression& input, weft::Resample1 op = {});

// MATRIX_MULTIPLY_INTEGER: Multiplies matrices of 8-bit integers, less their zero points, into
// 32-bit integers.
WEFT_API Expression MatrixMultiplyInteger(const Expression& a, const Expression& a_zero_point,
    const Expression& b, const Expression& b_zero_point, weft::MatrixMultiplyInteger op = {});

// QUANTIZED_LINEAR_MATRIX_MULTIPLY: Multiplies quantized matrices and quantizes the product again.
WEFT_API Expression QuantizedLinearMatrixMultiply(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::QuantizedLinearMatrixMultiply op = {});

// CONVOLUTION_INTEGER: Convolves 8-bit integers, less their zero points, into 32-bit integers.
WEFT_API Expression ConvolutionInteger(const Expression& input,
    const Expression& input_zero_point, const Expression& filter,
    const Expression& filter_zero_point, weft::ConvolutionInteger op = {});

// QUANTIZED_LINEAR_CONVOLUTION: Convolves quantized tensors with an optional bias and quantizes the
// result again.
WEFT_API Expression QuantizedLinearConvolution(const Expression& input,
    const Expression& input_scale, const Expression& input_zero_point, const Expression& filter,
    const Expression& filter_scale, const Expression& filter_zero_point, const Expression& bias,
    const Expression& output_scale, const Expression& output_zero_point,
    weft::QuantizedLinearConvolution op = {});

// ELEMENT_WISE_BIT_AND: Combines the bits of two tensors by AND.
WEFT_API Expression ElementWiseBitAnd(const Expression& a, const Expression& b,
    weft::ElementWiseBitAnd op = {});

// ELEMENT_WISE_BIT_OR: Combines the bits of two tensors by OR.
WEFT_API Expression ElementWiseBitOr(const Expression& a, const Expression& b,
    weft::ElementWiseBitOr op = {});

// ELEMENT_WISE_BIT_XOR: Combines the bits of two tensors by exclusive OR.
WEFT_API Expression ElementWiseBitXor(const Expression& a, const Expression& b,
    weft::ElementWiseBitXor op = {});

// ELEMENT_WISE_BIT_NOT: Inverts every bit.
WEFT_API Expression ElementWiseBitNot(const Expression& input, weft::ElementWiseBitNot op = {});

// ELEMENT_WISE_BIT_COUNT: Counts the one bits of every element.
WEFT_API Expression ElementWiseBitCount(const Expression& input,
    weft::ElementWiseBitCount op = {});

// ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL: Writes 1 where A is at least B and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalGreaterThanOrEqual(const Expression& a,
    const Expression& b, weft::ElementWiseLogicalGreaterThanOrEqual op = {});

// ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL: Writes 1 where A is at most B and 0 elsewhere.
WEFT_API Expression ElementWiseLogicalLessThanOrEqual(const Expression& a, const Expression& b,
    weft::ElementWiseLogicalLessThanOrEqual op = {});

// ACTIVATION_CELU: Keeps elements from zero upwards and bends negative ones to Alpha * (e^(x /
// Alpha) - 1).
WEFT_API Expression ActivationCelu(const Expression& input, weft::ActivationCelu op = {});

// ACTIVATION_RELU_GRAD: Passes the gradient on where the forward input was positive and zero
// elsewhere.
WEFT_API Expression ActivationReluGrad(const Expression& input, const Expression& input_gradient,
    weft::ActivationReluGrad op = {});

// AVERAGE_POOLING_GRAD: Spreads each gradient of an average pooling evenly over the elements of its
// window.
WEFT_API Expression AveragePoolingGrad(const Expression& input_gradient,
    weft::AveragePoolingGrad op = {});

// MAX_POOLING_GRAD: Sends each gradient of a max pooling to the element that was the largest of its
// window.
WEFT_API Expression MaxPoolingGrad(const Expression& input, const Expression& input_gradient,
    weft::MaxPoolingGrad op = {});

// RANDOM_GENERATOR: Fills a tensor with random bits from the Philox 4x32 generator and can advance
// its state.
WEFT_API std::vector<Expression> RandomGenerator(const Expression& input_state,
    weft::RandomGenerator op = {});

// NONZERO_COORDINATES: Lists the coordinates of the non-zero elements in row-major order, and their
// number.
WEFT_API std::vector<Expression> NonzeroCoordinates(const Expression& input,
    weft::NonzeroCoordinates op = {});

// RESAMPLE_GRAD: Carries the gradient of RESAMPLE1 back to the input's elements.
WEFT_API Expression ResampleGrad(const Expression& input_gradient, weft::ResampleGrad op = {});

// SLICE_GRAD: Puts the gradient of SLICE1 back into its window and zeros everywhere else.
WEFT_API Expression SliceGrad(const Expression& input_gradient, weft::SliceGrad op = {});

// ADAM_OPTIMIZER: Does one step of the Adam optimizer on parameters and their two moments.
WEFT_API std::vector<Expression> AdamOptimizer(const Expression& input_parameters,
    const Expression& input_first_moment, const Expression& input_second_moment,
    const Expression& gradient, const Expression& training_step, weft::AdamOptimizer op = {});

// ARGMIN: Finds the index of the smallest element over the given axes.
WEFT_API Expression Argmin(const Expression& input, weft::Argmin op = {});

// ARGMAX: Finds the index of the largest element over the given axes.
WEFT_API Expression Argmax(const Expression& input, weft::Argmax op = {});

// ROI_ALIGN: Samples each region of interest on a regular grid with interpolation and reduces the
// samples of a cell.
WEFT_API Expression RoiAlign(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign op = {});

// GATHER_ND1: Picks elements or blocks by tuples of coordinates, separately in each batch.
WEFT_API Expression GatherNd1(const Expression& input, const Expression& indices,
    weft::GatherNd1 op = {});

// ELEMENT_WISE_ATAN_YX: Takes the angle of the point (B, A), in radians over the full circle.
WEFT_API Expression ElementWiseAtanYx(const Expression& a, const Expression& b,
    weft::ElementWiseAtanYx op = {});

// ELEMENT_WISE_CLIP_GRAD: Passes the gradient on where the forward input lay strictly between Min
// and Max, else zero.
WEFT_API Expression ElementWiseClipGrad(const Expression& input,
    const Expression& input_gradient, weft::ElementWiseClipGrad op = {});

// ELEMENT_WISE_DIFFERENCE_SQUARE: Squares the difference of two tensors element by element.
WEFT_API Expression ElementWiseDifferenceSquare(const Expression& a, const Expression& b,
    weft::ElementWiseDifferenceSquare op = {});

// LOCAL_RESPONSE_NORMALIZATION_GRAD: Carries the gradient of LOCAL_RESPONSE_NORMALIZATION back to
// its input.
WEFT_API Expression LocalResponseNormalizationGrad(const Expression& input,
    const Expression& input_gradient, weft::LocalResponseNormalizationGrad op = {});

// CUMULATIVE_PRODUCT: Writes the running product along one axis, in either direction.
WEFT_API Expression CumulativeProduct(const Expression& input, weft::CumulativeProduct op = {});

// BATCH_NORMALIZATION_GRAD: Carries the gradient of BATCH_NORMALIZATION back to its input, scale
// and bias.
WEFT_API std::vector<Expression> BatchNormalizationGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationGrad op = {});

// ELEMENT_WISE_QUANTIZED_LINEAR_ADD: Adds two quantized tensors and quantizes the sum again.
WEFT_API Expression ElementWiseQuantizedLinearAdd(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& output_scale,
    const Expression& output_zero_point, weft::ElementWiseQuantizedLinearAdd op = {});

// DYNAMIC_QUANTIZE_LINEAR: Quantizes a tensor by a scale and a zero point found from its own range.
WEFT_API std::vector<Expression> DynamicQuantizeLinear(const Expression& input,
    weft::DynamicQuantizeLinear op = {});

// ROI_ALIGN1: Samples regions of interest as ROI_ALIGN does, with explicit pixel offsets and corner
// alignment.
WEFT_API Expression RoiAlign1(const Expression& input, const Expression& roi,
    const Expression& batch_indices, weft::RoiAlign1 op = {});

// ROI_ALIGN_GRAD: Carries the gradient of ROI_ALIGN1 back to its input, to its regions, or to both.
WEFT_API std::vector<Expression> RoiAlignGrad(const Expression& input,
    const Expression& input_gradient, const Expression& roi, const Expression& batch_indices,
    weft::RoiAlignGrad op = {});

// BATCH_NORMALIZATION_TRAINING: Normalizes a batch by its own means and variances and returns them
// for the backward pass.
WEFT_API std::vector<Expression> BatchNormalizationTraining(const Expression& input,
    const Expression& scale, const Expression& bias, const Expression& fused_add,
    weft::BatchNormalizationTraining op = {});

// BATCH_NORMALIZATION_TRAINING_GRAD: Carries the gradient of BATCH_NORMALIZATION_TRAINING back to
// its input, scale and bias.
WEFT_API std::vector<Expression> BatchNormalizationTrainingGrad(const Expression& input,
    const Expression& input_gradient, const Expression& mean, const Expression& variance,
    const Expression& scale, weft::BatchNormalizationTrainingGrad op = {});

// ELEMENT_WISE_CLIP1: Limits every element to a range given in the tensor's own data type.
WEFT_API Expression ElementWiseClip1(const Expression& input, weft::ElementWiseClip1 op = {});

// ELEMENT_WISE_CLIP_GRAD1: Passes the gradient on strictly inside a range given in the tensor's own
// data type, else zero.
WEFT_API Expression ElementWiseClipGrad1(const Expression& input,
    const Expression& input_gradient, weft::ElementWiseClipGrad1 op = {});

// PADDING1: Surrounds a tensor with a constant of its own data type or with elements repeated from
// its edges.
WEFT_API Expression Padding1(const Expression& input, weft::Padding1 op = {});

// ELEMENT_WISE_NEGATE: Changes the sign of every element.
WEFT_API Expression ElementWiseNegate(const Expression& input, weft::ElementWiseNegate op = {});

// ACTIVATION_GELU: Weighs every element by the normal distribution function: x * (1 + erf(x /
// sqrt(2))) / 2.
WEFT_API Expression ActivationGelu(const Expression& input, weft::ActivationGelu op = {});

// ACTIVATION_SOFTMAX1: Turns the elements over the given axes into positive weights that sum to 1.
WEFT_API Expression ActivationSoftmax1(const Expression& input, weft::ActivationSoftmax1 op = {});

// ACTIVATION_LOG_SOFTMAX1: Takes the natural logarithm of the softmax over the given axes.
WEFT_API Expression ActivationLogSoftmax1(const Expression& input,
    weft::ActivationLogSoftmax1 op = {});

// ACTIVATION_HARDMAX1: Writes 1 at the first maximum over the given axes and 0 elsewhere.
WEFT_API Expression ActivationHardmax1(const Expression& input, weft::ActivationHardmax1 op = {});

// RESAMPLE2: Scales a tensor by interpolation; nearest-neighbour rounds up or down as asked.
WEFT_API Expression Resample2(const Expression& input, weft::Resample2 op = {});

// RESAMPLE_GRAD1: Carries the gradient of RESAMPLE2 back to the input's elements.
WEFT_API Expression ResampleGrad1(const Expression& input_gradient, weft::ResampleGrad1 op = {});

// DIAGONAL_MATRIX1: Writes one value on a band of diagonals and keeps the input, or zero,
// elsewhere.
WEFT_API Expression DiagonalMatrix1(const Expression& input, weft::DiagonalMatrix1 op = {});

// MULTIHEAD_ATTENTION: Computes scaled dot-product attention in parallel heads, with masks, biases
// and past keys and values.
WEFT_API std::vector<Expression> MultiheadAttention(const Expression& query,
    const Expression& key, const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value, weft::MultiheadAttention op = {});

// LP_POOLING1: Takes the P-norm of the elements under a moving, dilated window.
WEFT_API Expression LpPooling1(const Expression& input, weft::LpPooling1 op = {});

// AVERAGE_POOLING1: Averages the elements under a moving, dilated window.
WEFT_API Expression AveragePooling1(const Expression& input, weft::AveragePooling1 op = {});

// ACTIVATION_SWISH: Multiplies every element by the sigmoid of its scaled self.
WEFT_API Expression ActivationSwish(const Expression& input, weft::ActivationSwish op = {});

// ACTIVATION_HARD_SWISH: Multiplies every element by a hard sigmoid of itself.
WEFT_API Expression ActivationHardSwish(const Expression& input,
    weft::ActivationHardSwish op = {});

// QUANTIZED_LINEAR_AVERAGE_POOLING: Averages quantized elements under a moving window and quantizes
// the means again.
WEFT_API Expression QuantizedLinearAveragePooling(const Expression& input,
    const Expression& input_scale, const Expression& input_zero_point,
    const Expression& output_scale, const Expression& output_zero_point,
    weft::QuantizedLinearAveragePooling op = {});

// MATRIX_MULTIPLY_INTEGER_TO_FLOAT: Multiplies quantized matrices into floating-point numbers and
// adds an optional bias.
WEFT_API Expression MatrixMultiplyIntegerToFloat(const Expression& a, const Expression& a_scale,
    const Expression& a_zero_point, const Expression& b, const Expression& b_scale,
    const Expression& b_zero_point, const Expression& bias,
    weft::MatrixMultiplyIntegerToFloat op = {});

// MEAN_VARIANCE_NORMALIZATION2: Normalizes over the given axes with the mean and the variance
// switched on separately.
WEFT_API Expression MeanVarianceNormalization2(const Expression& input, const Expression& scale,
    const Expression& bias, weft::MeanVarianceNormalization2 op = {});

// MULTIHEAD_ATTENTION1: Computes attention with fewer key and value heads than query heads and with
// past lengths per batch.
WEFT_API std::vector<Expression> MultiheadAttention1(const Expression& query,
    const Expression& key, const Expression& value, const Expression& stacked_query_key,
    const Expression& stacked_key_value, const Expression& stacked_query_key_value,
    const Expression& bias, const Expression& mask, const Expression& relative_position_bias,
    const Expression& past_key, const Expression& past_value,
    const Expression& past_sequence_lengths, weft::MultiheadAttention1 op = {});

// QUANTIZE: Turns numbers into 8-bit or 4-bit integers by scales and zero points, per element or
// per block.
WEFT_API Expression Quantize(const Expression& input,
    const std::vector<Expression>& quantizations, weft::Quantize op = {});

// DEQUANTIZE: Turns 8-bit or 4-bit integers back into numbers by scales and zero points, per
// element or per block.
WEFT_API Expression Dequantize(const Expression& input,
    const std::vector<Expression>& quantizations, weft::Dequantize op = {});

// RESAMPLE3: Scales a tensor by interpolation with optional anti-aliasing when it shrinks.
WEFT_API Expression Resample3(const Expression& input, weft::Resample3 op = {});

// FOLD: Adds columns of window contents back into an image, summing where windows overlap.
WEFT_API Expression Fold(const Expression& input, weft::Fold op = {});

// UNFOLD: Lays out the contents of every window of an image as columns.
WEFT_API Expression Unfold(const Expression& input, weft::Unfold op = {});

}  // namespace weft::expr
