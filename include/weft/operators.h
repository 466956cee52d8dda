// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
// One aggregate per operator; a member is the DirectML field in snake_case without
// `Tensor`, and count fields are the lengths of the vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "weft/operator.h"
#include "weft/scalar.h"
#include "weft/tensor.h"

namespace weft {

enum class OperatorType : uint32_t {
  Invalid = 0,
  ElementWiseIdentity = 1,
  ElementWiseAbs = 2,
  ElementWiseAcos = 3,
  ElementWiseAdd = 4,
  ElementWiseAsin = 5,
  ElementWiseAtan = 6,
  ElementWiseCeil = 7,
  ElementWiseClip = 8,
  ElementWiseCos = 9,
  ElementWiseDivide = 10,
  ElementWiseExp = 11,
  ElementWiseFloor = 12,
  ElementWiseLog = 13,
  ElementWiseLogicalAnd = 14,
  ElementWiseLogicalEquals = 15,
  ElementWiseLogicalGreaterThan = 16,
  ElementWiseLogicalLessThan = 17,
  ElementWiseLogicalNot = 18,
  ElementWiseLogicalOr = 19,
  ElementWiseLogicalXor = 20,
  ElementWiseMax = 21,
  ElementWiseMean = 22,
  ElementWiseMin = 23,
  ElementWiseMultiply = 24,
  ElementWisePow = 25,
  ElementWiseConstantPow = 26,
  ElementWiseRecip = 27,
  ElementWiseSin = 28,
  ElementWiseSqrt = 29,
  ElementWiseSubtract = 30,
  ElementWiseTan = 31,
  ElementWiseThreshold = 32,
  ElementWiseQuantizeLinear = 33,
  ElementWiseDequantizeLinear = 34,
  ActivationElu = 35,
  ActivationHardmax = 36,
  ActivationHardSigmoid = 37,
  ActivationIdentity = 38,
  ActivationLeakyRelu = 39,
  ActivationLinear = 40,
  ActivationLogSoftmax = 41,
  ActivationParameterizedRelu = 42,
  ActivationParametricSoftplus = 43,
  ActivationRelu = 44,
  ActivationScaledElu = 45,
  ActivationScaledTanh = 46,
  ActivationSigmoid = 47,
  ActivationSoftmax = 48,
  ActivationSoftplus = 49,
  ActivationSoftsign = 50,
  ActivationTanh = 51,
  ActivationThresholdedRelu = 52,
  Convolution = 53,
  Gemm = 54,
  Reduce = 55,
  AveragePooling = 56,
  LpPooling = 57,
  MaxPooling = 58,
  RoiPooling = 59,
  Slice = 60,
  Cast = 61,
  Split = 62,
  Join = 63,
  Padding = 64,
  ValueScale2D = 65,
  Upsample2D = 66,
  Gather = 67,
  SpaceToDepth = 68,
  DepthToSpace = 69,
  Tile = 70,
  TopK = 71,
  BatchNormalization = 72,
  MeanVarianceNormalization = 73,
  LocalResponseNormalization = 74,
  LpNormalization = 75,
  Rnn = 76,
  Lstm = 77,
  Gru = 78,
  ElementWiseSign = 79,
  ElementWiseIsNan = 80,
  ElementWiseErf = 81,
  ElementWiseSinh = 82,
  ElementWiseCosh = 83,
  ElementWiseTanh = 84,
  ElementWiseAsinh = 85,
  ElementWiseAcosh = 86,
  ElementWiseAtanh = 87,
  ElementWiseIf = 88,
  ElementWiseAdd1 = 89,
  ActivationShrink = 90,
  MaxPooling1 = 91,
  MaxUnpooling = 92,
  DiagonalMatrix = 93,
  ScatterElements = 94,
  Scatter = ScatterElements,
  OneHot = 95,
  Resample = 96,
  ElementWiseBitShiftLeft = 97,
  ElementWiseBitShiftRight = 98,
  ElementWiseRound = 99,
  ElementWiseIsInfinity = 100,
  ElementWiseModulusTruncate = 101,
  ElementWiseModulusFloor = 102,
  FillValueConstant = 103,
  FillValueSequence = 104,
  CumulativeSummation = 105,
  ReverseSubsequences = 106,
  GatherElements = 107,
  GatherNd = 108,
  ScatterNd = 109,
  MaxPooling2 = 110,
  Slice1 = 111,
  TopK1 = 112,
  DepthToSpace1 = 113,
  SpaceToDepth1 = 114,
  MeanVarianceNormalization1 = 115,
  Resample1 = 116,
  MatrixMultiplyInteger = 117,
  QuantizedLinearMatrixMultiply = 118,
  ConvolutionInteger = 119,
  QuantizedLinearConvolution = 120,
  ElementWiseBitAnd = 121,
  ElementWiseBitOr = 122,
  ElementWiseBitXor = 123,
  ElementWiseBitNot = 124,
  ElementWiseBitCount = 125,
  ElementWiseLogicalGreaterThanOrEqual = 126,
  ElementWiseLogicalLessThanOrEqual = 127,
  ActivationCelu = 128,
  ActivationReluGrad = 129,
  AveragePoolingGrad = 130,
  MaxPoolingGrad = 131,
  RandomGenerator = 132,
  NonzeroCoordinates = 133,
  ResampleGrad = 134,
  SliceGrad = 135,
  AdamOptimizer = 136,
  Argmin = 137,
  Argmax = 138,
  RoiAlign = 139,
  GatherNd1 = 140,
  ElementWiseAtanYx = 141,
  ElementWiseClipGrad = 142,
  ElementWiseDifferenceSquare = 143,
  LocalResponseNormalizationGrad = 144,
  CumulativeProduct = 145,
  BatchNormalizationGrad = 146,
  ElementWiseQuantizedLinearAdd = 147,
  DynamicQuantizeLinear = 148,
  RoiAlign1 = 149,
  RoiAlignGrad = 150,
  BatchNormalizationTraining = 151,
  BatchNormalizationTrainingGrad = 152,
  ElementWiseClip1 = 153,
  ElementWiseClipGrad1 = 154,
  Padding1 = 155,
  ElementWiseNegate = 156,
  ActivationGelu = 157,
  ActivationSoftmax1 = 158,
  ActivationLogSoftmax1 = 159,
  ActivationHardmax1 = 160,
  Resample2 = 161,
  ResampleGrad1 = 162,
  DiagonalMatrix1 = 163,
  MultiheadAttention = 164,
  LpPooling1 = 165,
  AveragePooling1 = 166,
  ActivationSwish = 167,
  ActivationHardSwish = 168,
  QuantizedLinearAveragePooling = 169,
  MatrixMultiplyIntegerToFloat = 170,
  MeanVarianceNormalization2 = 171,
  MultiheadAttention1 = 172,
  Quantize = 173,
  Dequantize = 174,
  Resample3 = 175,
  Fold = 176,
  Unfold = 177,
};

enum class ReduceFunction : uint32_t {
  Argmax = 0, Argmin = 1, Average = 2, L1 = 3, L2 = 4, LogSum = 5, LogSumExp = 6, Max = 7, Min = 8,
  Multiply = 9, Sum = 10, SumSquare = 11
};

enum class MatrixTransform : uint32_t { None = 0, Transpose = 1 };

enum class ConvolutionMode : uint32_t { Convolution = 0, CrossCorrelation = 1 };

enum class ConvolutionDirection : uint32_t { Forward = 0, Backward = 1 };

enum class PaddingMode : uint32_t {
  Constant = 0, Edge = 1, Reflection = 2, Symmetric = 3, Wrap = 4
};

enum class InterpolationMode : uint32_t { NearestNeighbor = 0, Linear = 1 };

enum class RecurrentNetworkDirection : uint32_t { Forward = 0, Backward = 1, Bidirectional = 2 };

enum class RoundingMode : uint32_t { HalvesToNearestEven = 0, TowardZero = 1, TowardInfinity = 2 };

enum class IsInfinityMode : uint32_t { Either = 0, Positive = 1, Negative = 2 };

enum class AxisDirection : uint32_t { Increasing = 0, Decreasing = 1 };

enum class DepthSpaceOrder : uint32_t { DepthColumnRow = 0, ColumnRowDepth = 1 };

enum class RandomGeneratorType : uint32_t { Philox4X32_10 = 0 };

enum class MultiheadAttentionMaskType : uint32_t {
  None = 0, KeySequenceLength = 1, KeySequenceEndStart = 2, KeyQuerySequenceLengthStartEnd = 3,
  Boolean = 4
};

enum class QuantizationType : uint32_t { None = 0, Scale = 1, ScaleZeroPoint = 2 };

// ELEMENT_WISE_CLIP: Limits every element to the range from Min to Max.
struct ElementWiseClip {
  static constexpr OperatorType kType = OperatorType::ElementWiseClip;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
  float min = 0;
  float max = 0;
};

// ACTIVATION_ELU: Keeps elements from zero upwards and bends negative ones to Alpha * (e^x - 1).
struct ActivationElu {
  static constexpr OperatorType kType = OperatorType::ActivationElu;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
};

// ACTIVATION_HARD_SIGMOID: Limits the straight line Alpha * x + Beta to the range from 0 to 1.
struct ActivationHardSigmoid {
  static constexpr OperatorType kType = OperatorType::ActivationHardSigmoid;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
  float beta = 0;
};

// ACTIVATION_IDENTITY: Passes every element on unchanged.
struct ActivationIdentity {
  static constexpr OperatorType kType = OperatorType::ActivationIdentity;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_LEAKY_RELU: Keeps elements from zero upwards and multiplies negative ones by Alpha.
struct ActivationLeakyRelu {
  static constexpr OperatorType kType = OperatorType::ActivationLeakyRelu;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
};

// ACTIVATION_LINEAR: Computes Alpha * x + Beta for every element.
struct ActivationLinear {
  static constexpr OperatorType kType = OperatorType::ActivationLinear;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
  float beta = 0;
};

// ACTIVATION_PARAMETRIC_SOFTPLUS: Computes Alpha * ln(1 + e^(Beta * x)) for every element.
struct ActivationParametricSoftplus {
  static constexpr OperatorType kType = OperatorType::ActivationParametricSoftplus;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
  float beta = 0;
};

// ACTIVATION_RELU: Replaces every negative element by zero.
struct ActivationRelu {
  static constexpr OperatorType kType = OperatorType::ActivationRelu;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_SCALED_ELU: Scales elements above zero by Gamma and bends the others to Gamma * Alpha
// * (e^x - 1).
struct ActivationScaledElu {
  static constexpr OperatorType kType = OperatorType::ActivationScaledElu;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
  float gamma = 0;
};

// ACTIVATION_SCALED_TANH: Computes Alpha * tanh(Beta * x) for every element.
struct ActivationScaledTanh {
  static constexpr OperatorType kType = OperatorType::ActivationScaledTanh;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
  float beta = 0;
};

// ACTIVATION_SIGMOID: Computes 1 / (1 + e^-x) for every element.
struct ActivationSigmoid {
  static constexpr OperatorType kType = OperatorType::ActivationSigmoid;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_SOFTMAX: Turns each row into positive weights that sum to 1, in proportion to e^x.
struct ActivationSoftmax {
  static constexpr OperatorType kType = OperatorType::ActivationSoftmax;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_SOFTPLUS: Computes ln(1 + e^(Steepness * x)) / Steepness for every element.
struct ActivationSoftplus {
  static constexpr OperatorType kType = OperatorType::ActivationSoftplus;
  TensorDesc input{};
  TensorDesc output{};
  float steepness = 0;
};

// ACTIVATION_SOFTSIGN: Computes x / (1 + |x|) for every element.
struct ActivationSoftsign {
  static constexpr OperatorType kType = OperatorType::ActivationSoftsign;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_TANH: Takes the hyperbolic tangent of every element.
struct ActivationTanh {
  static constexpr OperatorType kType = OperatorType::ActivationTanh;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_THRESHOLDED_RELU: Keeps elements above Alpha and replaces the others by zero.
struct ActivationThresholdedRelu {
  static constexpr OperatorType kType = OperatorType::ActivationThresholdedRelu;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
};

// ACTIVATION_SHRINK: Moves elements beyond the threshold towards zero by Bias and replaces the
// others by zero.
struct ActivationShrink {
  static constexpr OperatorType kType = OperatorType::ActivationShrink;
  TensorDesc input{};
  TensorDesc output{};
  float bias = 0;
  float threshold = 0;
};

// ACTIVATION_CELU: Keeps elements from zero upwards and bends negative ones to Alpha * (e^(x /
// Alpha) - 1).
struct ActivationCelu {
  static constexpr OperatorType kType = OperatorType::ActivationCelu;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
};

// ACTIVATION_GELU: Weighs every element by the normal distribution function: x * (1 + erf(x /
// sqrt(2))) / 2.
struct ActivationGelu {
  static constexpr OperatorType kType = OperatorType::ActivationGelu;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_SOFTMAX1: Turns the elements over the given axes into positive weights that sum to 1.
struct ActivationSoftmax1 {
  static constexpr OperatorType kType = OperatorType::ActivationSoftmax1;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
};

// The operators that may follow another one inside it; their tensors stay empty.
using FusedActivation = std::variant<ElementWiseClip, ActivationElu, ActivationHardSigmoid,
    ActivationIdentity, ActivationLeakyRelu, ActivationLinear, ActivationParametricSoftplus,
    ActivationRelu, ActivationScaledElu, ActivationScaledTanh, ActivationSigmoid, ActivationSoftmax,
    ActivationSoftplus, ActivationSoftsign, ActivationTanh, ActivationThresholdedRelu,
    ActivationShrink, ActivationCelu, ActivationGelu, ActivationSoftmax1>;

// ELEMENT_WISE_IDENTITY: Copies every element, which also converts between layouts, pads and
// broadcasts.
struct ElementWiseIdentity {
  static constexpr OperatorType kType = OperatorType::ElementWiseIdentity;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ABS: Takes the absolute value of every element.
struct ElementWiseAbs {
  static constexpr OperatorType kType = OperatorType::ElementWiseAbs;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ACOS: Takes the arc cosine of every element, in radians.
struct ElementWiseAcos {
  static constexpr OperatorType kType = OperatorType::ElementWiseAcos;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ADD: Adds two tensors element by element.
struct ElementWiseAdd {
  static constexpr OperatorType kType = OperatorType::ElementWiseAdd;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_ASIN: Takes the arc sine of every element, in radians.
struct ElementWiseAsin {
  static constexpr OperatorType kType = OperatorType::ElementWiseAsin;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ATAN: Takes the arc tangent of every element, in radians.
struct ElementWiseAtan {
  static constexpr OperatorType kType = OperatorType::ElementWiseAtan;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_CEIL: Rounds every element up to an integral value.
struct ElementWiseCeil {
  static constexpr OperatorType kType = OperatorType::ElementWiseCeil;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_COS: Takes the cosine of every element, in radians.
struct ElementWiseCos {
  static constexpr OperatorType kType = OperatorType::ElementWiseCos;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_DIVIDE: Divides A by B element by element; integer quotients drop the fraction.
struct ElementWiseDivide {
  static constexpr OperatorType kType = OperatorType::ElementWiseDivide;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_EXP: Raises e to the power of every element.
struct ElementWiseExp {
  static constexpr OperatorType kType = OperatorType::ElementWiseExp;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_FLOOR: Rounds every element down to an integral value.
struct ElementWiseFloor {
  static constexpr OperatorType kType = OperatorType::ElementWiseFloor;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_LOG: Takes the natural logarithm of every element.
struct ElementWiseLog {
  static constexpr OperatorType kType = OperatorType::ElementWiseLog;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_LOGICAL_AND: Writes 1 where both inputs are non-zero and 0 elsewhere.
struct ElementWiseLogicalAnd {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalAnd;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_EQUALS: Writes 1 where A equals B and 0 elsewhere.
struct ElementWiseLogicalEquals {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalEquals;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_GREATER_THAN: Writes 1 where A is greater than B and 0 elsewhere.
struct ElementWiseLogicalGreaterThan {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalGreaterThan;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_LESS_THAN: Writes 1 where A is less than B and 0 elsewhere.
struct ElementWiseLogicalLessThan {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalLessThan;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_NOT: Writes 1 where the input is zero and 0 elsewhere.
struct ElementWiseLogicalNot {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalNot;
  TensorDesc input{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_OR: Writes 1 where at least one input is non-zero and 0 elsewhere.
struct ElementWiseLogicalOr {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalOr;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_XOR: Writes 1 where exactly one input is non-zero and 0 elsewhere.
struct ElementWiseLogicalXor {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalXor;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_MAX: Takes the larger of two elements at every position.
struct ElementWiseMax {
  static constexpr OperatorType kType = OperatorType::ElementWiseMax;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_MEAN: Takes the mean of two elements at every position.
struct ElementWiseMean {
  static constexpr OperatorType kType = OperatorType::ElementWiseMean;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_MIN: Takes the smaller of two elements at every position.
struct ElementWiseMin {
  static constexpr OperatorType kType = OperatorType::ElementWiseMin;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_MULTIPLY: Multiplies two tensors element by element.
struct ElementWiseMultiply {
  static constexpr OperatorType kType = OperatorType::ElementWiseMultiply;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_POW: Raises every element to the power found at the same position of ExponentTensor.
struct ElementWisePow {
  static constexpr OperatorType kType = OperatorType::ElementWisePow;
  TensorDesc input{};
  TensorDesc exponent{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_CONSTANT_POW: Raises every element to one constant power.
struct ElementWiseConstantPow {
  static constexpr OperatorType kType = OperatorType::ElementWiseConstantPow;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
  float exponent = 0;
};

// ELEMENT_WISE_RECIP: Takes the reciprocal of every element.
struct ElementWiseRecip {
  static constexpr OperatorType kType = OperatorType::ElementWiseRecip;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_SIN: Takes the sine of every element, in radians.
struct ElementWiseSin {
  static constexpr OperatorType kType = OperatorType::ElementWiseSin;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_SQRT: Takes the square root of every element.
struct ElementWiseSqrt {
  static constexpr OperatorType kType = OperatorType::ElementWiseSqrt;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_SUBTRACT: Subtracts B from A element by element.
struct ElementWiseSubtract {
  static constexpr OperatorType kType = OperatorType::ElementWiseSubtract;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_TAN: Takes the tangent of every element, in radians.
struct ElementWiseTan {
  static constexpr OperatorType kType = OperatorType::ElementWiseTan;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_THRESHOLD: Replaces every element below Min by Min.
struct ElementWiseThreshold {
  static constexpr OperatorType kType = OperatorType::ElementWiseThreshold;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
  float min = 0;
};

// ELEMENT_WISE_QUANTIZE_LINEAR: Turns numbers into 8-bit integers by a scale and a zero point given
// for every element.
struct ElementWiseQuantizeLinear {
  static constexpr OperatorType kType = OperatorType::ElementWiseQuantizeLinear;
  TensorDesc input{};
  TensorDesc scale{};
  std::optional<TensorDesc> zero_point{};
  TensorDesc output{};
};

// ELEMENT_WISE_DEQUANTIZE_LINEAR: Turns quantized integers back into numbers by a scale and a zero
// point given for every element.
struct ElementWiseDequantizeLinear {
  static constexpr OperatorType kType = OperatorType::ElementWiseDequantizeLinear;
  TensorDesc input{};
  TensorDesc scale{};
  std::optional<TensorDesc> zero_point{};
  TensorDesc output{};
};

// ACTIVATION_HARDMAX: Writes 1 at the first maximum of each row and 0 elsewhere.
struct ActivationHardmax {
  static constexpr OperatorType kType = OperatorType::ActivationHardmax;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_LOG_SOFTMAX: Takes the natural logarithm of the softmax over each row.
struct ActivationLogSoftmax {
  static constexpr OperatorType kType = OperatorType::ActivationLogSoftmax;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_PARAMETERIZED_RELU: Keeps elements from zero upwards and multiplies negative ones by
// their own slope.
struct ActivationParameterizedRelu {
  static constexpr OperatorType kType = OperatorType::ActivationParameterizedRelu;
  TensorDesc input{};
  TensorDesc slope{};
  TensorDesc output{};
};

// CONVOLUTION: Convolves the input with filters, forward or transposed, in groups, with an optional
// bias and activation.
struct Convolution {
  static constexpr OperatorType kType = OperatorType::Convolution;
  TensorDesc input{};
  TensorDesc filter{};
  std::optional<TensorDesc> bias{};
  TensorDesc output{};
  ConvolutionMode mode{};
  ConvolutionDirection direction{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> dilations{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  std::vector<uint32_t> output_padding{};
  uint32_t group_count = 0;
  std::optional<FusedActivation> fused_activation{};
};

// GEMM: Multiplies matrices, Alpha * A * B + Beta * C, with optional transposition and activation.
struct Gemm {
  static constexpr OperatorType kType = OperatorType::Gemm;
  TensorDesc a{};
  TensorDesc b{};
  std::optional<TensorDesc> c{};
  TensorDesc output{};
  MatrixTransform trans_a{};
  MatrixTransform trans_b{};
  float alpha = 0;
  float beta = 0;
  std::optional<FusedActivation> fused_activation{};
};

// REDUCE: Combines the elements along the given axes into one by a sum, mean, norm, extreme or
// other function.
struct Reduce {
  static constexpr OperatorType kType = OperatorType::Reduce;
  ReduceFunction function{};
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
};

// AVERAGE_POOLING: Averages the elements under a window that moves over the spatial dimensions.
struct AveragePooling {
  static constexpr OperatorType kType = OperatorType::AveragePooling;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  bool include_padding = false;
};

// LP_POOLING: Takes the P-norm of the elements under a window that moves over the spatial
// dimensions.
struct LpPooling {
  static constexpr OperatorType kType = OperatorType::LpPooling;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  uint32_t p = 0;
};

// MAX_POOLING: Takes the largest element under a window that moves over the spatial dimensions.
struct MaxPooling {
  static constexpr OperatorType kType = OperatorType::MaxPooling;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
};

// ROI_POOLING: Divides each region of interest into a fixed grid and takes the largest element of
// every cell.
struct RoiPooling {
  static constexpr OperatorType kType = OperatorType::RoiPooling;
  TensorDesc input{};
  TensorDesc roi{};
  TensorDesc output{};
  float spatial_scale = 0;
  Size2D pooled_size{};
};

// SLICE: Copies a box of the input, taking every n-th element of each dimension.
struct Slice {
  static constexpr OperatorType kType = OperatorType::Slice;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> offsets{};
  std::vector<uint32_t> sizes{};
  std::vector<uint32_t> strides{};
};

// CAST: Converts every element to the data type of the output.
struct Cast {
  static constexpr OperatorType kType = OperatorType::Cast;
  TensorDesc input{};
  TensorDesc output{};
};

// SPLIT: Cuts a tensor along one axis into consecutive slices.
struct Split {
  static constexpr OperatorType kType = OperatorType::Split;
  TensorDesc input{};
  std::vector<TensorDesc> outputs{};
  uint32_t axis = 0;
};

// JOIN: Puts tensors one after another along one axis.
struct Join {
  static constexpr OperatorType kType = OperatorType::Join;
  std::vector<TensorDesc> inputs{};
  TensorDesc output{};
  uint32_t axis = 0;
};

// PADDING: Surrounds a tensor with a constant or with elements repeated from its edges.
struct Padding {
  static constexpr OperatorType kType = OperatorType::Padding;
  TensorDesc input{};
  TensorDesc output{};
  PaddingMode padding_mode{};
  float padding_value = 0;
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
};

// VALUE_SCALE_2D: Multiplies every element by one scale and adds a bias per channel.
struct ValueScale2D {
  static constexpr OperatorType kType = OperatorType::ValueScale2D;
  TensorDesc input{};
  TensorDesc output{};
  float scale = 0;
  std::vector<float> bias{};
};

// UPSAMPLE_2D: Enlarges height and width by whole factors.
struct Upsample2D {
  static constexpr OperatorType kType = OperatorType::Upsample2D;
  TensorDesc input{};
  TensorDesc output{};
  Size2D scale_size{};
  InterpolationMode interpolation_mode{};
};

// GATHER: Picks whole slices of the input along one axis, in the order an index tensor gives.
struct Gather {
  static constexpr OperatorType kType = OperatorType::Gather;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc output{};
  uint32_t axis = 0;
  uint32_t index_dimensions = 0;
};

// SPACE_TO_DEPTH: Moves square blocks of height and width into the channel dimension.
struct SpaceToDepth {
  static constexpr OperatorType kType = OperatorType::SpaceToDepth;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t block_size = 0;
};

// DEPTH_TO_SPACE: Moves channels into square blocks of height and width.
struct DepthToSpace {
  static constexpr OperatorType kType = OperatorType::DepthToSpace;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t block_size = 0;
};

// TILE: Repeats a tensor a whole number of times along each dimension.
struct Tile {
  static constexpr OperatorType kType = OperatorType::Tile;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> repeats{};
};

// TOP_K: Finds the K largest elements along one axis, with their indices.
struct TopK {
  static constexpr OperatorType kType = OperatorType::TopK;
  TensorDesc input{};
  TensorDesc output_value{};
  TensorDesc output_index{};
  uint32_t axis = 0;
  uint32_t k = 0;
};

// BATCH_NORMALIZATION: Normalizes by given means and variances, then applies scale, bias and an
// optional activation.
struct BatchNormalization {
  static constexpr OperatorType kType = OperatorType::BatchNormalization;
  TensorDesc input{};
  TensorDesc mean{};
  TensorDesc variance{};
  TensorDesc scale{};
  TensorDesc bias{};
  TensorDesc output{};
  bool spatial = false;
  float epsilon = 0;
  std::optional<FusedActivation> fused_activation{};
};

// MEAN_VARIANCE_NORMALIZATION: Normalizes each image or channel by its own mean and variance.
struct MeanVarianceNormalization {
  static constexpr OperatorType kType = OperatorType::MeanVarianceNormalization;
  TensorDesc input{};
  std::optional<TensorDesc> scale{};
  std::optional<TensorDesc> bias{};
  TensorDesc output{};
  bool cross_channel = false;
  bool normalize_variance = false;
  float epsilon = 0;
  std::optional<FusedActivation> fused_activation{};
};

// LOCAL_RESPONSE_NORMALIZATION: Divides every element by a power of the energy of its neighbours,
// across channels or in space.
struct LocalResponseNormalization {
  static constexpr OperatorType kType = OperatorType::LocalResponseNormalization;
  TensorDesc input{};
  TensorDesc output{};
  bool cross_channel = false;
  uint32_t local_size = 0;
  float alpha = 0;
  float beta = 0;
  float bias = 0;
};

// LP_NORMALIZATION: Divides the elements along one axis by their 1-norm or 2-norm.
struct LpNormalization {
  static constexpr OperatorType kType = OperatorType::LpNormalization;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t axis = 0;
  float epsilon = 0;
  uint32_t p = 0;
};

// RNN: Runs a one-layer recurrent network over a sequence, in one or both directions.
struct Rnn {
  static constexpr OperatorType kType = OperatorType::Rnn;
  TensorDesc input{};
  TensorDesc weight{};
  TensorDesc recurrence{};
  std::optional<TensorDesc> bias{};
  std::optional<TensorDesc> hidden_init{};
  std::optional<TensorDesc> sequence_lengths{};
  std::optional<TensorDesc> output_sequence{};
  std::optional<TensorDesc> output_single{};
  std::vector<FusedActivation> activation_descs{};
  RecurrentNetworkDirection direction{};
};

// LSTM: Runs a one-layer long short-term memory network over a sequence, in one or both directions.
struct Lstm {
  static constexpr OperatorType kType = OperatorType::Lstm;
  TensorDesc input{};
  TensorDesc weight{};
  TensorDesc recurrence{};
  std::optional<TensorDesc> bias{};
  std::optional<TensorDesc> hidden_init{};
  std::optional<TensorDesc> cell_mem_init{};
  std::optional<TensorDesc> sequence_lengths{};
  std::optional<TensorDesc> peephole{};
  std::optional<TensorDesc> output_sequence{};
  std::optional<TensorDesc> output_single{};
  std::optional<TensorDesc> output_cell_single{};
  std::vector<FusedActivation> activation_descs{};
  RecurrentNetworkDirection direction{};
  float clip_threshold = 0;
  bool use_clip_threshold = false;
  bool couple_input_forget = false;
};

// GRU: Runs a one-layer gated recurrent network over a sequence, in one or both directions.
struct Gru {
  static constexpr OperatorType kType = OperatorType::Gru;
  TensorDesc input{};
  TensorDesc weight{};
  TensorDesc recurrence{};
  std::optional<TensorDesc> bias{};
  std::optional<TensorDesc> hidden_init{};
  std::optional<TensorDesc> sequence_lengths{};
  std::optional<TensorDesc> output_sequence{};
  std::optional<TensorDesc> output_single{};
  std::vector<FusedActivation> activation_descs{};
  RecurrentNetworkDirection direction{};
  bool linear_before_reset = false;
};

// ELEMENT_WISE_SIGN: Writes -1, 0 or 1 according to the sign of every element.
struct ElementWiseSign {
  static constexpr OperatorType kType = OperatorType::ElementWiseSign;
  TensorDesc input{};
  TensorDesc output{};
};

// ELEMENT_WISE_IS_NAN: Writes 1 where the element is not a number and 0 elsewhere.
struct ElementWiseIsNan {
  static constexpr OperatorType kType = OperatorType::ElementWiseIsNan;
  TensorDesc input{};
  TensorDesc output{};
};

// ELEMENT_WISE_ERF: Takes the Gauss error function of every element.
struct ElementWiseErf {
  static constexpr OperatorType kType = OperatorType::ElementWiseErf;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_SINH: Takes the hyperbolic sine of every element.
struct ElementWiseSinh {
  static constexpr OperatorType kType = OperatorType::ElementWiseSinh;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_COSH: Takes the hyperbolic cosine of every element.
struct ElementWiseCosh {
  static constexpr OperatorType kType = OperatorType::ElementWiseCosh;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_TANH: Takes the hyperbolic tangent of every element after an optional scale and
// bias.
struct ElementWiseTanh {
  static constexpr OperatorType kType = OperatorType::ElementWiseTanh;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ASINH: Takes the inverse hyperbolic sine of every element.
struct ElementWiseAsinh {
  static constexpr OperatorType kType = OperatorType::ElementWiseAsinh;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ACOSH: Takes the inverse hyperbolic cosine of every element.
struct ElementWiseAcosh {
  static constexpr OperatorType kType = OperatorType::ElementWiseAcosh;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_ATANH: Takes the inverse hyperbolic tangent of every element.
struct ElementWiseAtanh {
  static constexpr OperatorType kType = OperatorType::ElementWiseAtanh;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
};

// ELEMENT_WISE_IF: Takes the element of A where the condition is non-zero and that of B elsewhere.
struct ElementWiseIf {
  static constexpr OperatorType kType = OperatorType::ElementWiseIf;
  TensorDesc condition{};
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_ADD1: Adds two tensors element by element and applies an optional activation to the
// sum.
struct ElementWiseAdd1 {
  static constexpr OperatorType kType = OperatorType::ElementWiseAdd1;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
  std::optional<FusedActivation> fused_activation{};
};

// MAX_POOLING1: Takes the largest element under a moving window and optionally tells where in the
// input it lies.
struct MaxPooling1 {
  static constexpr OperatorType kType = OperatorType::MaxPooling1;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<TensorDesc> output_indices{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
};

// MAX_UNPOOLING: Puts pooled elements back at the positions their indices name and fills the rest
// with zeros.
struct MaxUnpooling {
  static constexpr OperatorType kType = OperatorType::MaxUnpooling;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc output{};
};

// DIAGONAL_MATRIX: Makes matrices that hold one value on a diagonal and zeros elsewhere.
struct DiagonalMatrix {
  static constexpr OperatorType kType = OperatorType::DiagonalMatrix;
  TensorDesc output{};
  int32_t offset = 0;
  float value = 0;
};

// SCATTER_ELEMENTS: Copies the input and replaces single elements along one axis, at the indices of
// a tensor.
struct ScatterElements {
  static constexpr OperatorType kType = OperatorType::ScatterElements;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc updates{};
  TensorDesc output{};
  uint32_t axis = 0;
};
using Scatter = ScatterElements;

// ONE_HOT: Writes one value at the position each index names along an axis and another value
// elsewhere.
struct OneHot {
  static constexpr OperatorType kType = OperatorType::OneHot;
  TensorDesc indices{};
  TensorDesc values{};
  TensorDesc output{};
  uint32_t axis = 0;
};

// RESAMPLE: Scales a tensor by nearest-neighbour or linear interpolation between pixel centres.
struct Resample {
  static constexpr OperatorType kType = OperatorType::Resample;
  TensorDesc input{};
  TensorDesc output{};
  InterpolationMode interpolation_mode{};
  std::vector<float> scales{};
};

// ELEMENT_WISE_BIT_SHIFT_LEFT: Shifts the bits of A to the left by B places.
struct ElementWiseBitShiftLeft {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitShiftLeft;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_BIT_SHIFT_RIGHT: Shifts the bits of A to the right by B places, filling with zeros.
struct ElementWiseBitShiftRight {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitShiftRight;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_ROUND: Rounds every element to an integral value in one of three ways.
struct ElementWiseRound {
  static constexpr OperatorType kType = OperatorType::ElementWiseRound;
  TensorDesc input{};
  TensorDesc output{};
  RoundingMode rounding_mode{};
};

// ELEMENT_WISE_IS_INFINITY: Writes 1 where the element is infinite with the wanted sign and 0
// elsewhere.
struct ElementWiseIsInfinity {
  static constexpr OperatorType kType = OperatorType::ElementWiseIsInfinity;
  TensorDesc input{};
  TensorDesc output{};
  IsInfinityMode infinity_mode{};
};

// ELEMENT_WISE_MODULUS_TRUNCATE: Takes the remainder of A / B that has the sign of A.
struct ElementWiseModulusTruncate {
  static constexpr OperatorType kType = OperatorType::ElementWiseModulusTruncate;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_MODULUS_FLOOR: Takes the remainder of A / B that has the sign of B.
struct ElementWiseModulusFloor {
  static constexpr OperatorType kType = OperatorType::ElementWiseModulusFloor;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// FILL_VALUE_CONSTANT: Writes one value to every element.
struct FillValueConstant {
  static constexpr OperatorType kType = OperatorType::FillValueConstant;
  TensorDesc output{};
  DataType value_data_type{};
  Scalar value{};
};

// FILL_VALUE_SEQUENCE: Writes an arithmetic sequence in row-major order of the elements.
struct FillValueSequence {
  static constexpr OperatorType kType = OperatorType::FillValueSequence;
  TensorDesc output{};
  DataType value_data_type{};
  Scalar value_start{};
  Scalar value_delta{};
};

// CUMULATIVE_SUMMATION: Writes the running sum along one axis, in either direction.
struct CumulativeSummation {
  static constexpr OperatorType kType = OperatorType::CumulativeSummation;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t axis = 0;
  AxisDirection axis_direction{};
  bool has_exclusive_sum = false;
};

// REVERSE_SUBSEQUENCES: Reverses the beginning of each sequence along one axis, as long as its own
// length says.
struct ReverseSubsequences {
  static constexpr OperatorType kType = OperatorType::ReverseSubsequences;
  TensorDesc input{};
  TensorDesc sequence_lengths{};
  TensorDesc output{};
  uint32_t axis = 0;
};

// GATHER_ELEMENTS: Picks single elements along one axis, at the indices of a tensor.
struct GatherElements {
  static constexpr OperatorType kType = OperatorType::GatherElements;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc output{};
  uint32_t axis = 0;
};

// GATHER_ND: Picks elements or blocks of the input by tuples of coordinates.
struct GatherNd {
  static constexpr OperatorType kType = OperatorType::GatherNd;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc output{};
  uint32_t input_dimension_count = 0;
  uint32_t indices_dimension_count = 0;
};

// SCATTER_ND: Copies the input and replaces elements or blocks whose coordinates are given as
// tuples.
struct ScatterNd {
  static constexpr OperatorType kType = OperatorType::ScatterNd;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc updates{};
  TensorDesc output{};
  uint32_t input_dimension_count = 0;
  uint32_t indices_dimension_count = 0;
};

// MAX_POOLING2: Takes the largest element under a moving, dilated window and optionally tells where
// it lies.
struct MaxPooling2 {
  static constexpr OperatorType kType = OperatorType::MaxPooling2;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<TensorDesc> output_indices{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  std::vector<uint32_t> dilations{};
};

// SLICE1: Copies a strided window of the input; negative strides walk each dimension backwards.
struct Slice1 {
  static constexpr OperatorType kType = OperatorType::Slice1;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> input_window_offsets{};
  std::vector<uint32_t> input_window_sizes{};
  std::vector<int32_t> input_window_strides{};
};

// TOP_K1: Finds the K largest or smallest elements along one axis, with their indices.
struct TopK1 {
  static constexpr OperatorType kType = OperatorType::TopK1;
  TensorDesc input{};
  TensorDesc output_value{};
  TensorDesc output_index{};
  uint32_t axis = 0;
  uint32_t k = 0;
  AxisDirection axis_direction{};
};

// DEPTH_TO_SPACE1: Moves channels into square blocks of height and width, in either channel order.
struct DepthToSpace1 {
  static constexpr OperatorType kType = OperatorType::DepthToSpace1;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t block_size = 0;
  DepthSpaceOrder order{};
};

// SPACE_TO_DEPTH1: Moves square blocks of height and width into channels, in either channel order.
struct SpaceToDepth1 {
  static constexpr OperatorType kType = OperatorType::SpaceToDepth1;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t block_size = 0;
  DepthSpaceOrder order{};
};

// MEAN_VARIANCE_NORMALIZATION1: Normalizes by the mean and variance of the input over the given
// axes.
struct MeanVarianceNormalization1 {
  static constexpr OperatorType kType = OperatorType::MeanVarianceNormalization1;
  TensorDesc input{};
  std::optional<TensorDesc> scale{};
  std::optional<TensorDesc> bias{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
  bool normalize_variance = false;
  float epsilon = 0;
  std::optional<FusedActivation> fused_activation{};
};

// RESAMPLE1: Scales a tensor by interpolation with explicit pixel offsets for input and output.
struct Resample1 {
  static constexpr OperatorType kType = OperatorType::Resample1;
  TensorDesc input{};
  TensorDesc output{};
  InterpolationMode interpolation_mode{};
  std::vector<float> scales{};
  std::vector<float> input_pixel_offsets{};
  std::vector<float> output_pixel_offsets{};
};

// MATRIX_MULTIPLY_INTEGER: Multiplies matrices of 8-bit integers, less their zero points, into
// 32-bit integers.
struct MatrixMultiplyInteger {
  static constexpr OperatorType kType = OperatorType::MatrixMultiplyInteger;
  TensorDesc a{};
  std::optional<TensorDesc> a_zero_point{};
  TensorDesc b{};
  std::optional<TensorDesc> b_zero_point{};
  TensorDesc output{};
};

// QUANTIZED_LINEAR_MATRIX_MULTIPLY: Multiplies quantized matrices and quantizes the product again.
struct QuantizedLinearMatrixMultiply {
  static constexpr OperatorType kType = OperatorType::QuantizedLinearMatrixMultiply;
  TensorDesc a{};
  TensorDesc a_scale{};
  std::optional<TensorDesc> a_zero_point{};
  TensorDesc b{};
  TensorDesc b_scale{};
  std::optional<TensorDesc> b_zero_point{};
  TensorDesc output_scale{};
  std::optional<TensorDesc> output_zero_point{};
  TensorDesc output{};
};

// CONVOLUTION_INTEGER: Convolves 8-bit integers, less their zero points, into 32-bit integers.
struct ConvolutionInteger {
  static constexpr OperatorType kType = OperatorType::ConvolutionInteger;
  TensorDesc input{};
  std::optional<TensorDesc> input_zero_point{};
  TensorDesc filter{};
  std::optional<TensorDesc> filter_zero_point{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> dilations{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  uint32_t group_count = 0;
};

// QUANTIZED_LINEAR_CONVOLUTION: Convolves quantized tensors with an optional bias and quantizes the
// result again.
struct QuantizedLinearConvolution {
  static constexpr OperatorType kType = OperatorType::QuantizedLinearConvolution;
  TensorDesc input{};
  TensorDesc input_scale{};
  std::optional<TensorDesc> input_zero_point{};
  TensorDesc filter{};
  TensorDesc filter_scale{};
  std::optional<TensorDesc> filter_zero_point{};
  std::optional<TensorDesc> bias{};
  TensorDesc output_scale{};
  std::optional<TensorDesc> output_zero_point{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> dilations{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  uint32_t group_count = 0;
};

// ELEMENT_WISE_BIT_AND: Combines the bits of two tensors by AND.
struct ElementWiseBitAnd {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitAnd;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_BIT_OR: Combines the bits of two tensors by OR.
struct ElementWiseBitOr {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitOr;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_BIT_XOR: Combines the bits of two tensors by exclusive OR.
struct ElementWiseBitXor {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitXor;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_BIT_NOT: Inverts every bit.
struct ElementWiseBitNot {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitNot;
  TensorDesc input{};
  TensorDesc output{};
};

// ELEMENT_WISE_BIT_COUNT: Counts the one bits of every element.
struct ElementWiseBitCount {
  static constexpr OperatorType kType = OperatorType::ElementWiseBitCount;
  TensorDesc input{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL: Writes 1 where A is at least B and 0 elsewhere.
struct ElementWiseLogicalGreaterThanOrEqual {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalGreaterThanOrEqual;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL: Writes 1 where A is at most B and 0 elsewhere.
struct ElementWiseLogicalLessThanOrEqual {
  static constexpr OperatorType kType = OperatorType::ElementWiseLogicalLessThanOrEqual;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ACTIVATION_RELU_GRAD: Passes the gradient on where the forward input was positive and zero
// elsewhere.
struct ActivationReluGrad {
  static constexpr OperatorType kType = OperatorType::ActivationReluGrad;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
};

// AVERAGE_POOLING_GRAD: Spreads each gradient of an average pooling evenly over the elements of its
// window.
struct AveragePoolingGrad {
  static constexpr OperatorType kType = OperatorType::AveragePoolingGrad;
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  bool include_padding = false;
};

// MAX_POOLING_GRAD: Sends each gradient of a max pooling to the element that was the largest of its
// window.
struct MaxPoolingGrad {
  static constexpr OperatorType kType = OperatorType::MaxPoolingGrad;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  std::vector<uint32_t> dilations{};
};

// RANDOM_GENERATOR: Fills a tensor with random bits from the Philox 4x32 generator and can advance
// its state.
struct RandomGenerator {
  static constexpr OperatorType kType = OperatorType::RandomGenerator;
  TensorDesc input_state{};
  TensorDesc output{};
  std::optional<TensorDesc> output_state{};
  RandomGeneratorType type{};
};

// NONZERO_COORDINATES: Lists the coordinates of the non-zero elements in row-major order, and their
// number.
struct NonzeroCoordinates {
  static constexpr OperatorType kType = OperatorType::NonzeroCoordinates;
  TensorDesc input{};
  TensorDesc output_count{};
  TensorDesc output_coordinates{};
};

// RESAMPLE_GRAD: Carries the gradient of RESAMPLE1 back to the input's elements.
struct ResampleGrad {
  static constexpr OperatorType kType = OperatorType::ResampleGrad;
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  InterpolationMode interpolation_mode{};
  std::vector<float> scales{};
  std::vector<float> input_pixel_offsets{};
  std::vector<float> output_pixel_offsets{};
};

// SLICE_GRAD: Puts the gradient of SLICE1 back into its window and zeros everywhere else.
struct SliceGrad {
  static constexpr OperatorType kType = OperatorType::SliceGrad;
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  std::vector<uint32_t> input_window_offsets{};
  std::vector<uint32_t> input_window_sizes{};
  std::vector<int32_t> input_window_strides{};
};

// ADAM_OPTIMIZER: Does one step of the Adam optimizer on parameters and their two moments.
struct AdamOptimizer {
  static constexpr OperatorType kType = OperatorType::AdamOptimizer;
  TensorDesc input_parameters{};
  TensorDesc input_first_moment{};
  TensorDesc input_second_moment{};
  TensorDesc gradient{};
  TensorDesc training_step{};
  TensorDesc output_parameters{};
  TensorDesc output_first_moment{};
  TensorDesc output_second_moment{};
  float learning_rate = 0;
  float beta1 = 0;
  float beta2 = 0;
  float epsilon = 0;
};

// ARGMIN: Finds the index of the smallest element over the given axes.
struct Argmin {
  static constexpr OperatorType kType = OperatorType::Argmin;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
  AxisDirection axis_direction{};
};

// ARGMAX: Finds the index of the largest element over the given axes.
struct Argmax {
  static constexpr OperatorType kType = OperatorType::Argmax;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
  AxisDirection axis_direction{};
};

// ROI_ALIGN: Samples each region of interest on a regular grid with interpolation and reduces the
// samples of a cell.
struct RoiAlign {
  static constexpr OperatorType kType = OperatorType::RoiAlign;
  TensorDesc input{};
  TensorDesc roi{};
  TensorDesc batch_indices{};
  TensorDesc output{};
  ReduceFunction reduction_function{};
  InterpolationMode interpolation_mode{};
  float spatial_scale_x = 0;
  float spatial_scale_y = 0;
  float out_of_bounds_input_value = 0;
  uint32_t minimum_samples_per_output = 0;
  uint32_t maximum_samples_per_output = 0;
};

// GATHER_ND1: Picks elements or blocks by tuples of coordinates, separately in each batch.
struct GatherNd1 {
  static constexpr OperatorType kType = OperatorType::GatherNd1;
  TensorDesc input{};
  TensorDesc indices{};
  TensorDesc output{};
  uint32_t input_dimension_count = 0;
  uint32_t indices_dimension_count = 0;
  uint32_t batch_dimension_count = 0;
};

// ELEMENT_WISE_ATAN_YX: Takes the angle of the point (B, A), in radians over the full circle.
struct ElementWiseAtanYx {
  static constexpr OperatorType kType = OperatorType::ElementWiseAtanYx;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// ELEMENT_WISE_CLIP_GRAD: Passes the gradient on where the forward input lay strictly between Min
// and Max, else zero.
struct ElementWiseClipGrad {
  static constexpr OperatorType kType = OperatorType::ElementWiseClipGrad;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  float min = 0;
  float max = 0;
};

// ELEMENT_WISE_DIFFERENCE_SQUARE: Squares the difference of two tensors element by element.
struct ElementWiseDifferenceSquare {
  static constexpr OperatorType kType = OperatorType::ElementWiseDifferenceSquare;
  TensorDesc a{};
  TensorDesc b{};
  TensorDesc output{};
};

// LOCAL_RESPONSE_NORMALIZATION_GRAD: Carries the gradient of LOCAL_RESPONSE_NORMALIZATION back to
// its input.
struct LocalResponseNormalizationGrad {
  static constexpr OperatorType kType = OperatorType::LocalResponseNormalizationGrad;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  bool cross_channel = false;
  uint32_t local_size = 0;
  float alpha = 0;
  float beta = 0;
  float bias = 0;
};

// CUMULATIVE_PRODUCT: Writes the running product along one axis, in either direction.
struct CumulativeProduct {
  static constexpr OperatorType kType = OperatorType::CumulativeProduct;
  TensorDesc input{};
  TensorDesc output{};
  uint32_t axis = 0;
  AxisDirection axis_direction{};
  bool has_exclusive_product = false;
};

// BATCH_NORMALIZATION_GRAD: Carries the gradient of BATCH_NORMALIZATION back to its input, scale
// and bias.
struct BatchNormalizationGrad {
  static constexpr OperatorType kType = OperatorType::BatchNormalizationGrad;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc mean{};
  TensorDesc variance{};
  TensorDesc scale{};
  TensorDesc output_gradient{};
  TensorDesc output_scale_gradient{};
  TensorDesc output_bias_gradient{};
  float epsilon = 0;
};

// ELEMENT_WISE_QUANTIZED_LINEAR_ADD: Adds two quantized tensors and quantizes the sum again.
struct ElementWiseQuantizedLinearAdd {
  static constexpr OperatorType kType = OperatorType::ElementWiseQuantizedLinearAdd;
  TensorDesc a{};
  TensorDesc a_scale{};
  std::optional<TensorDesc> a_zero_point{};
  TensorDesc b{};
  TensorDesc b_scale{};
  std::optional<TensorDesc> b_zero_point{};
  TensorDesc output_scale{};
  std::optional<TensorDesc> output_zero_point{};
  TensorDesc output{};
};

// DYNAMIC_QUANTIZE_LINEAR: Quantizes a tensor by a scale and a zero point found from its own range.
struct DynamicQuantizeLinear {
  static constexpr OperatorType kType = OperatorType::DynamicQuantizeLinear;
  TensorDesc input{};
  TensorDesc output{};
  TensorDesc output_scale{};
  TensorDesc output_zero_point{};
};

// ROI_ALIGN1: Samples regions of interest as ROI_ALIGN does, with explicit pixel offsets and corner
// alignment.
struct RoiAlign1 {
  static constexpr OperatorType kType = OperatorType::RoiAlign1;
  TensorDesc input{};
  TensorDesc roi{};
  TensorDesc batch_indices{};
  TensorDesc output{};
  ReduceFunction reduction_function{};
  InterpolationMode interpolation_mode{};
  float spatial_scale_x = 0;
  float spatial_scale_y = 0;
  float input_pixel_offset = 0;
  float output_pixel_offset = 0;
  float out_of_bounds_input_value = 0;
  uint32_t minimum_samples_per_output = 0;
  uint32_t maximum_samples_per_output = 0;
  bool align_regions_to_corners = false;
};

// ROI_ALIGN_GRAD: Carries the gradient of ROI_ALIGN1 back to its input, to its regions, or to both.
struct RoiAlignGrad {
  static constexpr OperatorType kType = OperatorType::RoiAlignGrad;
  std::optional<TensorDesc> input{};
  TensorDesc input_gradient{};
  TensorDesc roi{};
  TensorDesc batch_indices{};
  std::optional<TensorDesc> output_gradient{};
  std::optional<TensorDesc> output_roi_gradient{};
  ReduceFunction reduction_function{};
  InterpolationMode interpolation_mode{};
  float spatial_scale_x = 0;
  float spatial_scale_y = 0;
  float input_pixel_offset = 0;
  float output_pixel_offset = 0;
  uint32_t minimum_samples_per_output = 0;
  uint32_t maximum_samples_per_output = 0;
  bool align_regions_to_corners = false;
};

// BATCH_NORMALIZATION_TRAINING: Normalizes a batch by its own means and variances and returns them
// for the backward pass.
struct BatchNormalizationTraining {
  static constexpr OperatorType kType = OperatorType::BatchNormalizationTraining;
  TensorDesc input{};
  TensorDesc scale{};
  TensorDesc bias{};
  std::optional<TensorDesc> fused_add{};
  TensorDesc output{};
  TensorDesc output_mean{};
  TensorDesc output_variance{};
  float epsilon = 0;
  std::optional<FusedActivation> fused_activation{};
};

// BATCH_NORMALIZATION_TRAINING_GRAD: Carries the gradient of BATCH_NORMALIZATION_TRAINING back to
// its input, scale and bias.
struct BatchNormalizationTrainingGrad {
  static constexpr OperatorType kType = OperatorType::BatchNormalizationTrainingGrad;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc mean{};
  TensorDesc variance{};
  TensorDesc scale{};
  TensorDesc output_gradient{};
  TensorDesc output_scale_gradient{};
  TensorDesc output_bias_gradient{};
  float epsilon = 0;
};

// ELEMENT_WISE_CLIP1: Limits every element to a range given in the tensor's own data type.
struct ElementWiseClip1 {
  static constexpr OperatorType kType = OperatorType::ElementWiseClip1;
  TensorDesc input{};
  TensorDesc output{};
  std::optional<ScaleBias> scale_bias{};
  DataType min_max_data_type{};
  Scalar min{};
  Scalar max{};
};

// ELEMENT_WISE_CLIP_GRAD1: Passes the gradient on strictly inside a range given in the tensor's own
// data type, else zero.
struct ElementWiseClipGrad1 {
  static constexpr OperatorType kType = OperatorType::ElementWiseClipGrad1;
  TensorDesc input{};
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  DataType min_max_data_type{};
  Scalar min{};
  Scalar max{};
};

// PADDING1: Surrounds a tensor with a constant of its own data type or with elements repeated from
// its edges.
struct Padding1 {
  static constexpr OperatorType kType = OperatorType::Padding1;
  TensorDesc input{};
  TensorDesc output{};
  PaddingMode padding_mode{};
  DataType padding_value_data_type{};
  Scalar padding_value{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
};

// ELEMENT_WISE_NEGATE: Changes the sign of every element.
struct ElementWiseNegate {
  static constexpr OperatorType kType = OperatorType::ElementWiseNegate;
  TensorDesc input{};
  TensorDesc output{};
};

// ACTIVATION_LOG_SOFTMAX1: Takes the natural logarithm of the softmax over the given axes.
struct ActivationLogSoftmax1 {
  static constexpr OperatorType kType = OperatorType::ActivationLogSoftmax1;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
};

// ACTIVATION_HARDMAX1: Writes 1 at the first maximum over the given axes and 0 elsewhere.
struct ActivationHardmax1 {
  static constexpr OperatorType kType = OperatorType::ActivationHardmax1;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
};

// RESAMPLE2: Scales a tensor by interpolation; nearest-neighbour rounds up or down as asked.
struct Resample2 {
  static constexpr OperatorType kType = OperatorType::Resample2;
  TensorDesc input{};
  TensorDesc output{};
  InterpolationMode interpolation_mode{};
  AxisDirection rounding_direction{};
  std::vector<float> scales{};
  std::vector<float> input_pixel_offsets{};
  std::vector<float> output_pixel_offsets{};
};

// RESAMPLE_GRAD1: Carries the gradient of RESAMPLE2 back to the input's elements.
struct ResampleGrad1 {
  static constexpr OperatorType kType = OperatorType::ResampleGrad1;
  TensorDesc input_gradient{};
  TensorDesc output_gradient{};
  InterpolationMode interpolation_mode{};
  AxisDirection rounding_direction{};
  std::vector<float> scales{};
  std::vector<float> input_pixel_offsets{};
  std::vector<float> output_pixel_offsets{};
};

// DIAGONAL_MATRIX1: Writes one value on a band of diagonals and keeps the input, or zero,
// elsewhere.
struct DiagonalMatrix1 {
  static constexpr OperatorType kType = OperatorType::DiagonalMatrix1;
  std::optional<TensorDesc> input{};
  TensorDesc output{};
  DataType value_data_type{};
  Scalar value{};
  int32_t diagonal_fill_begin = 0;
  int32_t diagonal_fill_end = 0;
};

// MULTIHEAD_ATTENTION: Computes scaled dot-product attention in parallel heads, with masks, biases
// and past keys and values.
struct MultiheadAttention {
  static constexpr OperatorType kType = OperatorType::MultiheadAttention;
  std::optional<TensorDesc> query{};
  std::optional<TensorDesc> key{};
  std::optional<TensorDesc> value{};
  std::optional<TensorDesc> stacked_query_key{};
  std::optional<TensorDesc> stacked_key_value{};
  std::optional<TensorDesc> stacked_query_key_value{};
  std::optional<TensorDesc> bias{};
  std::optional<TensorDesc> mask{};
  std::optional<TensorDesc> relative_position_bias{};
  std::optional<TensorDesc> past_key{};
  std::optional<TensorDesc> past_value{};
  TensorDesc output{};
  std::optional<TensorDesc> output_present_key{};
  std::optional<TensorDesc> output_present_value{};
  float scale = 0;
  float mask_filter_value = 0;
  uint32_t head_count = 0;
  MultiheadAttentionMaskType mask_type{};
};

// LP_POOLING1: Takes the P-norm of the elements under a moving, dilated window.
struct LpPooling1 {
  static constexpr OperatorType kType = OperatorType::LpPooling1;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  std::vector<uint32_t> dilations{};
  uint32_t p = 0;
};

// AVERAGE_POOLING1: Averages the elements under a moving, dilated window.
struct AveragePooling1 {
  static constexpr OperatorType kType = OperatorType::AveragePooling1;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  std::vector<uint32_t> dilations{};
  bool include_padding = false;
};

// ACTIVATION_SWISH: Multiplies every element by the sigmoid of its scaled self.
struct ActivationSwish {
  static constexpr OperatorType kType = OperatorType::ActivationSwish;
  TensorDesc input{};
  TensorDesc output{};
  float sigmoid_input_scale = 0;
};

// ACTIVATION_HARD_SWISH: Multiplies every element by a hard sigmoid of itself.
struct ActivationHardSwish {
  static constexpr OperatorType kType = OperatorType::ActivationHardSwish;
  TensorDesc input{};
  TensorDesc output{};
  float alpha = 0;
  float beta = 0;
};

// QUANTIZED_LINEAR_AVERAGE_POOLING: Averages quantized elements under a moving window and quantizes
// the means again.
struct QuantizedLinearAveragePooling {
  static constexpr OperatorType kType = OperatorType::QuantizedLinearAveragePooling;
  TensorDesc input{};
  TensorDesc input_scale{};
  std::optional<TensorDesc> input_zero_point{};
  TensorDesc output_scale{};
  std::optional<TensorDesc> output_zero_point{};
  TensorDesc output{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> window_size{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
  std::vector<uint32_t> dilations{};
  bool include_padding = false;
};

// MATRIX_MULTIPLY_INTEGER_TO_FLOAT: Multiplies quantized matrices into floating-point numbers and
// adds an optional bias.
struct MatrixMultiplyIntegerToFloat {
  static constexpr OperatorType kType = OperatorType::MatrixMultiplyIntegerToFloat;
  TensorDesc a{};
  TensorDesc a_scale{};
  std::optional<TensorDesc> a_zero_point{};
  TensorDesc b{};
  TensorDesc b_scale{};
  std::optional<TensorDesc> b_zero_point{};
  std::optional<TensorDesc> bias{};
  TensorDesc output{};
};

// MEAN_VARIANCE_NORMALIZATION2: Normalizes over the given axes with the mean and the variance
// switched on separately.
struct MeanVarianceNormalization2 {
  static constexpr OperatorType kType = OperatorType::MeanVarianceNormalization2;
  TensorDesc input{};
  std::optional<TensorDesc> scale{};
  std::optional<TensorDesc> bias{};
  TensorDesc output{};
  std::vector<uint32_t> axes{};
  bool use_mean = false;
  bool use_variance = false;
  float epsilon = 0;
  std::optional<FusedActivation> fused_activation{};
};

// MULTIHEAD_ATTENTION1: Computes attention with fewer key and value heads than query heads and with
// past lengths per batch.
struct MultiheadAttention1 {
  static constexpr OperatorType kType = OperatorType::MultiheadAttention1;
  std::optional<TensorDesc> query{};
  std::optional<TensorDesc> key{};
  std::optional<TensorDesc> value{};
  std::optional<TensorDesc> stacked_query_key{};
  std::optional<TensorDesc> stacked_key_value{};
  std::optional<TensorDesc> stacked_query_key_value{};
  std::optional<TensorDesc> bias{};
  std::optional<TensorDesc> mask{};
  std::optional<TensorDesc> relative_position_bias{};
  std::optional<TensorDesc> past_key{};
  std::optional<TensorDesc> past_value{};
  std::optional<TensorDesc> past_sequence_lengths{};
  TensorDesc output{};
  std::optional<TensorDesc> output_present_key{};
  std::optional<TensorDesc> output_present_value{};
  float scale = 0;
  float mask_filter_value = 0;
  uint32_t query_head_count = 0;
  uint32_t key_value_head_count = 0;
  MultiheadAttentionMaskType mask_type{};
};

// QUANTIZE: Turns numbers into 8-bit or 4-bit integers by scales and zero points, per element or
// per block.
struct Quantize {
  static constexpr OperatorType kType = OperatorType::Quantize;
  TensorDesc input{};
  QuantizationType quantization_type{};
  std::vector<TensorDesc> quantizations{};
  TensorDesc output{};
};

// DEQUANTIZE: Turns 8-bit or 4-bit integers back into numbers by scales and zero points, per
// element or per block.
struct Dequantize {
  static constexpr OperatorType kType = OperatorType::Dequantize;
  TensorDesc input{};
  QuantizationType quantization_type{};
  std::vector<TensorDesc> quantizations{};
  TensorDesc output{};
};

// RESAMPLE3: Scales a tensor by interpolation with optional anti-aliasing when it shrinks.
struct Resample3 {
  static constexpr OperatorType kType = OperatorType::Resample3;
  TensorDesc input{};
  TensorDesc output{};
  InterpolationMode interpolation_mode{};
  AxisDirection rounding_direction{};
  std::vector<float> scales{};
  std::vector<float> input_pixel_offsets{};
  std::vector<float> output_pixel_offsets{};
  bool antialiased = false;
};

// FOLD: Adds columns of window contents back into an image, summing where windows overlap.
struct Fold {
  static constexpr OperatorType kType = OperatorType::Fold;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> window_sizes{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> dilations{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
};

// UNFOLD: Lays out the contents of every window of an image as columns.
struct Unfold {
  static constexpr OperatorType kType = OperatorType::Unfold;
  TensorDesc input{};
  TensorDesc output{};
  std::vector<uint32_t> window_sizes{};
  std::vector<uint32_t> strides{};
  std::vector<uint32_t> dilations{};
  std::vector<uint32_t> start_padding{};
  std::vector<uint32_t> end_padding{};
};

}  // namespace weft
