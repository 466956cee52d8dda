// SPDX-License-Identifier: MIT
// Generated from schema/directml.json by schema/generate.py: do not edit.
// The tables of weft/schema.h. Equal support tables are stored once.
#include <cstddef>
#include <memory>

#include "weft/operators.h"
#include "weft/schema.h"

// The aggregates hold vectors and optionals, whose offsets every supported compiler knows.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace weft {
namespace {

using enum FieldRole;

// Not make_shared: its machinery for 177 types would take most of this file's compile time.
template <class Op>
Operator Hold(Op* op) {
  void (*destroy)(void*) = [](void* op) { delete static_cast<Op*>(op); };
  return Operator(Op::kType, std::shared_ptr<void>(static_cast<void*>(op), destroy));
}
template <class Op>
Operator Make() {
  return Hold(new Op);
}
template <class Op>
Operator Copy(const Operator& op) {
  return Hold(new Op(op.As<Op>()));
}

constexpr EnumValue kDML_TENSOR_DATA_TYPE_Values[] = {
    {"UNKNOWN", 0, FeatureLevel::Level1_0},
    {"FLOAT32", 1, FeatureLevel::Level1_0},
    {"FLOAT16", 2, FeatureLevel::Level1_0},
    {"UINT32", 3, FeatureLevel::Level1_0},
    {"UINT16", 4, FeatureLevel::Level1_0},
    {"UINT8", 5, FeatureLevel::Level1_0},
    {"INT32", 6, FeatureLevel::Level1_0},
    {"INT16", 7, FeatureLevel::Level1_0},
    {"INT8", 8, FeatureLevel::Level1_0},
    {"FLOAT64", 9, FeatureLevel::Level1_0},
    {"UINT64", 10, FeatureLevel::Level1_0},
    {"INT64", 11, FeatureLevel::Level1_0},
    {"UINT4", 12, FeatureLevel::Level6_3},
    {"INT4", 13, FeatureLevel::Level6_3},
};
constexpr EnumValue kDML_TENSOR_TYPE_Values[] = {
    {"INVALID", 0, FeatureLevel::Level1_0},
    {"BUFFER", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_TENSOR_FLAGS_Values[] = {
    {"NONE", 0, FeatureLevel::Level1_0},
    {"OWNED_BY_DML", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_OPERATOR_TYPE_Values[] = {
    {"INVALID", 0, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_IDENTITY", 1, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_ABS", 2, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_ACOS", 3, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_ADD", 4, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_ASIN", 5, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_ATAN", 6, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_CEIL", 7, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_CLIP", 8, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_COS", 9, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_DIVIDE", 10, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_EXP", 11, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_FLOOR", 12, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOG", 13, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_AND", 14, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_EQUALS", 15, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_GREATER_THAN", 16, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_LESS_THAN", 17, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_NOT", 18, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_OR", 19, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_LOGICAL_XOR", 20, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_MAX", 21, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_MEAN", 22, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_MIN", 23, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_MULTIPLY", 24, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_POW", 25, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_CONSTANT_POW", 26, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_RECIP", 27, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_SIN", 28, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_SQRT", 29, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_SUBTRACT", 30, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_TAN", 31, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_THRESHOLD", 32, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_QUANTIZE_LINEAR", 33, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR", 34, FeatureLevel::Level1_0},
    {"ACTIVATION_ELU", 35, FeatureLevel::Level1_0},
    {"ACTIVATION_HARDMAX", 36, FeatureLevel::Level1_0},
    {"ACTIVATION_HARD_SIGMOID", 37, FeatureLevel::Level1_0},
    {"ACTIVATION_IDENTITY", 38, FeatureLevel::Level1_0},
    {"ACTIVATION_LEAKY_RELU", 39, FeatureLevel::Level1_0},
    {"ACTIVATION_LINEAR", 40, FeatureLevel::Level1_0},
    {"ACTIVATION_LOG_SOFTMAX", 41, FeatureLevel::Level1_0},
    {"ACTIVATION_PARAMETERIZED_RELU", 42, FeatureLevel::Level1_0},
    {"ACTIVATION_PARAMETRIC_SOFTPLUS", 43, FeatureLevel::Level1_0},
    {"ACTIVATION_RELU", 44, FeatureLevel::Level1_0},
    {"ACTIVATION_SCALED_ELU", 45, FeatureLevel::Level1_0},
    {"ACTIVATION_SCALED_TANH", 46, FeatureLevel::Level1_0},
    {"ACTIVATION_SIGMOID", 47, FeatureLevel::Level1_0},
    {"ACTIVATION_SOFTMAX", 48, FeatureLevel::Level1_0},
    {"ACTIVATION_SOFTPLUS", 49, FeatureLevel::Level1_0},
    {"ACTIVATION_SOFTSIGN", 50, FeatureLevel::Level1_0},
    {"ACTIVATION_TANH", 51, FeatureLevel::Level1_0},
    {"ACTIVATION_THRESHOLDED_RELU", 52, FeatureLevel::Level1_0},
    {"CONVOLUTION", 53, FeatureLevel::Level1_0},
    {"GEMM", 54, FeatureLevel::Level1_0},
    {"REDUCE", 55, FeatureLevel::Level1_0},
    {"AVERAGE_POOLING", 56, FeatureLevel::Level1_0},
    {"LP_POOLING", 57, FeatureLevel::Level1_0},
    {"MAX_POOLING", 58, FeatureLevel::Level1_0},
    {"ROI_POOLING", 59, FeatureLevel::Level1_0},
    {"SLICE", 60, FeatureLevel::Level1_0},
    {"CAST", 61, FeatureLevel::Level1_0},
    {"SPLIT", 62, FeatureLevel::Level1_0},
    {"JOIN", 63, FeatureLevel::Level1_0},
    {"PADDING", 64, FeatureLevel::Level1_0},
    {"VALUE_SCALE_2D", 65, FeatureLevel::Level1_0},
    {"UPSAMPLE_2D", 66, FeatureLevel::Level1_0},
    {"GATHER", 67, FeatureLevel::Level1_0},
    {"SPACE_TO_DEPTH", 68, FeatureLevel::Level1_0},
    {"DEPTH_TO_SPACE", 69, FeatureLevel::Level1_0},
    {"TILE", 70, FeatureLevel::Level1_0},
    {"TOP_K", 71, FeatureLevel::Level1_0},
    {"BATCH_NORMALIZATION", 72, FeatureLevel::Level1_0},
    {"MEAN_VARIANCE_NORMALIZATION", 73, FeatureLevel::Level1_0},
    {"LOCAL_RESPONSE_NORMALIZATION", 74, FeatureLevel::Level1_0},
    {"LP_NORMALIZATION", 75, FeatureLevel::Level1_0},
    {"RNN", 76, FeatureLevel::Level1_0},
    {"LSTM", 77, FeatureLevel::Level1_0},
    {"GRU", 78, FeatureLevel::Level1_0},
    {"ELEMENT_WISE_SIGN", 79, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_IS_NAN", 80, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_ERF", 81, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_SINH", 82, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_COSH", 83, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_TANH", 84, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_ASINH", 85, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_ACOSH", 86, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_ATANH", 87, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_IF", 88, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_ADD1", 89, FeatureLevel::Level2_0},
    {"ACTIVATION_SHRINK", 90, FeatureLevel::Level2_0},
    {"MAX_POOLING1", 91, FeatureLevel::Level2_0},
    {"MAX_UNPOOLING", 92, FeatureLevel::Level2_0},
    {"DIAGONAL_MATRIX", 93, FeatureLevel::Level2_0},
    {"SCATTER_ELEMENTS", 94, FeatureLevel::Level2_0},
    {"SCATTER", 94, FeatureLevel::Level2_0},
    {"ONE_HOT", 95, FeatureLevel::Level2_0},
    {"RESAMPLE", 96, FeatureLevel::Level2_0},
    {"ELEMENT_WISE_BIT_SHIFT_LEFT", 97, FeatureLevel::Level2_1},
    {"ELEMENT_WISE_BIT_SHIFT_RIGHT", 98, FeatureLevel::Level2_1},
    {"ELEMENT_WISE_ROUND", 99, FeatureLevel::Level2_1},
    {"ELEMENT_WISE_IS_INFINITY", 100, FeatureLevel::Level2_1},
    {"ELEMENT_WISE_MODULUS_TRUNCATE", 101, FeatureLevel::Level2_1},
    {"ELEMENT_WISE_MODULUS_FLOOR", 102, FeatureLevel::Level2_1},
    {"FILL_VALUE_CONSTANT", 103, FeatureLevel::Level2_1},
    {"FILL_VALUE_SEQUENCE", 104, FeatureLevel::Level2_1},
    {"CUMULATIVE_SUMMATION", 105, FeatureLevel::Level2_1},
    {"REVERSE_SUBSEQUENCES", 106, FeatureLevel::Level2_1},
    {"GATHER_ELEMENTS", 107, FeatureLevel::Level2_1},
    {"GATHER_ND", 108, FeatureLevel::Level2_1},
    {"SCATTER_ND", 109, FeatureLevel::Level2_1},
    {"MAX_POOLING2", 110, FeatureLevel::Level2_1},
    {"SLICE1", 111, FeatureLevel::Level2_1},
    {"TOP_K1", 112, FeatureLevel::Level2_1},
    {"DEPTH_TO_SPACE1", 113, FeatureLevel::Level2_1},
    {"SPACE_TO_DEPTH1", 114, FeatureLevel::Level2_1},
    {"MEAN_VARIANCE_NORMALIZATION1", 115, FeatureLevel::Level2_1},
    {"RESAMPLE1", 116, FeatureLevel::Level2_1},
    {"MATRIX_MULTIPLY_INTEGER", 117, FeatureLevel::Level2_1},
    {"QUANTIZED_LINEAR_MATRIX_MULTIPLY", 118, FeatureLevel::Level2_1},
    {"CONVOLUTION_INTEGER", 119, FeatureLevel::Level2_1},
    {"QUANTIZED_LINEAR_CONVOLUTION", 120, FeatureLevel::Level2_1},
    {"ELEMENT_WISE_BIT_AND", 121, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_BIT_OR", 122, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_BIT_XOR", 123, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_BIT_NOT", 124, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_BIT_COUNT", 125, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", 126, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", 127, FeatureLevel::Level3_0},
    {"ACTIVATION_CELU", 128, FeatureLevel::Level3_0},
    {"ACTIVATION_RELU_GRAD", 129, FeatureLevel::Level3_0},
    {"AVERAGE_POOLING_GRAD", 130, FeatureLevel::Level3_0},
    {"MAX_POOLING_GRAD", 131, FeatureLevel::Level3_0},
    {"RANDOM_GENERATOR", 132, FeatureLevel::Level3_0},
    {"NONZERO_COORDINATES", 133, FeatureLevel::Level3_0},
    {"RESAMPLE_GRAD", 134, FeatureLevel::Level3_0},
    {"SLICE_GRAD", 135, FeatureLevel::Level3_0},
    {"ADAM_OPTIMIZER", 136, FeatureLevel::Level3_0},
    {"ARGMIN", 137, FeatureLevel::Level3_0},
    {"ARGMAX", 138, FeatureLevel::Level3_0},
    {"ROI_ALIGN", 139, FeatureLevel::Level3_0},
    {"GATHER_ND1", 140, FeatureLevel::Level3_0},
    {"ELEMENT_WISE_ATAN_YX", 141, FeatureLevel::Level3_1},
    {"ELEMENT_WISE_CLIP_GRAD", 142, FeatureLevel::Level3_1},
    {"ELEMENT_WISE_DIFFERENCE_SQUARE", 143, FeatureLevel::Level3_1},
    {"LOCAL_RESPONSE_NORMALIZATION_GRAD", 144, FeatureLevel::Level3_1},
    {"CUMULATIVE_PRODUCT", 145, FeatureLevel::Level3_1},
    {"BATCH_NORMALIZATION_GRAD", 146, FeatureLevel::Level3_1},
    {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD", 147, FeatureLevel::Level4_0},
    {"DYNAMIC_QUANTIZE_LINEAR", 148, FeatureLevel::Level4_0},
    {"ROI_ALIGN1", 149, FeatureLevel::Level4_0},
    {"ROI_ALIGN_GRAD", 150, FeatureLevel::Level4_1},
    {"BATCH_NORMALIZATION_TRAINING", 151, FeatureLevel::Level4_1},
    {"BATCH_NORMALIZATION_TRAINING_GRAD", 152, FeatureLevel::Level4_1},
    {"ELEMENT_WISE_CLIP1", 153, FeatureLevel::Level5_0},
    {"ELEMENT_WISE_CLIP_GRAD1", 154, FeatureLevel::Level5_0},
    {"PADDING1", 155, FeatureLevel::Level5_0},
    {"ELEMENT_WISE_NEGATE", 156, FeatureLevel::Level5_0},
    {"ACTIVATION_GELU", 157, FeatureLevel::Level5_1},
    {"ACTIVATION_SOFTMAX1", 158, FeatureLevel::Level5_1},
    {"ACTIVATION_LOG_SOFTMAX1", 159, FeatureLevel::Level5_1},
    {"ACTIVATION_HARDMAX1", 160, FeatureLevel::Level5_1},
    {"RESAMPLE2", 161, FeatureLevel::Level5_1},
    {"RESAMPLE_GRAD1", 162, FeatureLevel::Level5_1},
    {"DIAGONAL_MATRIX1", 163, FeatureLevel::Level5_1},
    {"MULTIHEAD_ATTENTION", 164, FeatureLevel::Level6_1},
    {"LP_POOLING1", 165, FeatureLevel::Level6_2},
    {"AVERAGE_POOLING1", 166, FeatureLevel::Level6_2},
    {"ACTIVATION_SWISH", 167, FeatureLevel::Level6_2},
    {"ACTIVATION_HARD_SWISH", 168, FeatureLevel::Level6_2},
    {"QUANTIZED_LINEAR_AVERAGE_POOLING", 169, FeatureLevel::Level6_2},
    {"MATRIX_MULTIPLY_INTEGER_TO_FLOAT", 170, FeatureLevel::Level6_2},
    {"MEAN_VARIANCE_NORMALIZATION2", 171, FeatureLevel::Level6_3},
    {"MULTIHEAD_ATTENTION1", 172, FeatureLevel::Level6_3},
    {"QUANTIZE", 173, FeatureLevel::Level6_3},
    {"DEQUANTIZE", 174, FeatureLevel::Level6_3},
    {"RESAMPLE3", 175, FeatureLevel::Level6_4},
    {"FOLD", 176, FeatureLevel::Level6_4},
    {"UNFOLD", 177, FeatureLevel::Level6_4},
};
constexpr EnumValue kDML_REDUCE_FUNCTION_Values[] = {
    {"ARGMAX", 0, FeatureLevel::Level1_0},
    {"ARGMIN", 1, FeatureLevel::Level1_0},
    {"AVERAGE", 2, FeatureLevel::Level1_0},
    {"L1", 3, FeatureLevel::Level1_0},
    {"L2", 4, FeatureLevel::Level1_0},
    {"LOG_SUM", 5, FeatureLevel::Level1_0},
    {"LOG_SUM_EXP", 6, FeatureLevel::Level1_0},
    {"MAX", 7, FeatureLevel::Level1_0},
    {"MIN", 8, FeatureLevel::Level1_0},
    {"MULTIPLY", 9, FeatureLevel::Level1_0},
    {"SUM", 10, FeatureLevel::Level1_0},
    {"SUM_SQUARE", 11, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_MATRIX_TRANSFORM_Values[] = {
    {"NONE", 0, FeatureLevel::Level1_0},
    {"TRANSPOSE", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_CONVOLUTION_MODE_Values[] = {
    {"CONVOLUTION", 0, FeatureLevel::Level1_0},
    {"CROSS_CORRELATION", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_CONVOLUTION_DIRECTION_Values[] = {
    {"FORWARD", 0, FeatureLevel::Level1_0},
    {"BACKWARD", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_PADDING_MODE_Values[] = {
    {"CONSTANT", 0, FeatureLevel::Level1_0},
    {"EDGE", 1, FeatureLevel::Level1_0},
    {"REFLECTION", 2, FeatureLevel::Level1_0},
    {"SYMMETRIC", 3, FeatureLevel::Level3_0},
    {"WRAP", 4, FeatureLevel::Level6_4},
};
constexpr EnumValue kDML_INTERPOLATION_MODE_Values[] = {
    {"NEAREST_NEIGHBOR", 0, FeatureLevel::Level1_0},
    {"LINEAR", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_RECURRENT_NETWORK_DIRECTION_Values[] = {
    {"FORWARD", 0, FeatureLevel::Level1_0},
    {"BACKWARD", 1, FeatureLevel::Level1_0},
    {"BIDIRECTIONAL", 2, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_ROUNDING_MODE_Values[] = {
    {"HALVES_TO_NEAREST_EVEN", 0, FeatureLevel::Level2_1},
    {"TOWARD_ZERO", 1, FeatureLevel::Level2_1},
    {"TOWARD_INFINITY", 2, FeatureLevel::Level2_1},
};
constexpr EnumValue kDML_IS_INFINITY_MODE_Values[] = {
    {"EITHER", 0, FeatureLevel::Level2_1},
    {"POSITIVE", 1, FeatureLevel::Level2_1},
    {"NEGATIVE", 2, FeatureLevel::Level2_1},
};
constexpr EnumValue kDML_AXIS_DIRECTION_Values[] = {
    {"INCREASING", 0, FeatureLevel::Level2_1},
    {"DECREASING", 1, FeatureLevel::Level2_1},
};
constexpr EnumValue kDML_DEPTH_SPACE_ORDER_Values[] = {
    {"DEPTH_COLUMN_ROW", 0, FeatureLevel::Level2_1},
    {"COLUMN_ROW_DEPTH", 1, FeatureLevel::Level2_1},
};
constexpr EnumValue kDML_RANDOM_GENERATOR_TYPE_Values[] = {
    {"PHILOX_4X32_10", 0, FeatureLevel::Level3_0},
};
constexpr EnumValue kDML_MULTIHEAD_ATTENTION_MASK_TYPE_Values[] = {
    {"NONE", 0, FeatureLevel::Level6_1},
    {"KEY_SEQUENCE_LENGTH", 1, FeatureLevel::Level6_1},
    {"KEY_SEQUENCE_END_START", 2, FeatureLevel::Level6_1},
    {"KEY_QUERY_SEQUENCE_LENGTH_START_END", 3, FeatureLevel::Level6_1},
    {"BOOLEAN", 4, FeatureLevel::Level6_1},
};
constexpr EnumValue kDML_QUANTIZATION_TYPE_Values[] = {
    {"NONE", 0, FeatureLevel::Level6_3},
    {"SCALE", 1, FeatureLevel::Level6_3},
    {"SCALE_ZERO_POINT", 2, FeatureLevel::Level6_3},
};
constexpr EnumValue kDML_FEATURE_LEVEL_Values[] = {
    {"1_0", 4096, FeatureLevel::Level2_0},
    {"2_0", 8192, FeatureLevel::Level2_0},
    {"2_1", 8448, FeatureLevel::Level2_0},
    {"3_0", 12288, FeatureLevel::Level2_0},
    {"3_1", 12544, FeatureLevel::Level2_0},
    {"4_0", 16384, FeatureLevel::Level2_0},
    {"4_1", 16640, FeatureLevel::Level2_0},
    {"5_0", 20480, FeatureLevel::Level2_0},
    {"5_1", 20736, FeatureLevel::Level2_0},
    {"5_2", 20992, FeatureLevel::Level2_0},
    {"6_0", 24576, FeatureLevel::Level2_0},
    {"6_1", 24832, FeatureLevel::Level2_0},
    {"6_2", 25088, FeatureLevel::Level2_0},
    {"6_3", 25344, FeatureLevel::Level2_0},
    {"6_4", 25600, FeatureLevel::Level2_0},
};
constexpr EnumValue kDML_FEATURE_Values[] = {
    {"TENSOR_DATA_TYPE_SUPPORT", 0, FeatureLevel::Level1_0},
    {"FEATURE_LEVELS", 1, FeatureLevel::Level2_0},
};
constexpr EnumValue kDML_EXECUTION_FLAGS_Values[] = {
    {"NONE", 0, FeatureLevel::Level1_0},
    {"ALLOW_HALF_PRECISION_COMPUTATION", 1, FeatureLevel::Level1_0},
    {"DISABLE_META_COMMANDS", 2, FeatureLevel::Level1_0},
    {"DESCRIPTORS_VOLATILE", 4, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_CREATE_DEVICE_FLAGS_Values[] = {
    {"NONE", 0, FeatureLevel::Level1_0},
    {"DEBUG", 1, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_BINDING_TYPE_Values[] = {
    {"NONE", 0, FeatureLevel::Level1_0},
    {"BUFFER", 1, FeatureLevel::Level1_0},
    {"BUFFER_ARRAY", 2, FeatureLevel::Level1_0},
};
constexpr EnumValue kDML_GRAPH_EDGE_TYPE_Values[] = {
    {"INVALID", 0, FeatureLevel::Level2_1},
    {"INPUT", 1, FeatureLevel::Level2_1},
    {"OUTPUT", 2, FeatureLevel::Level2_1},
    {"INTERMEDIATE", 3, FeatureLevel::Level2_1},
};
constexpr EnumValue kDML_GRAPH_NODE_TYPE_Values[] = {
    {"INVALID", 0, FeatureLevel::Level2_1},
    {"OPERATOR", 1, FeatureLevel::Level2_1},
    {"CONSTANT", 2, FeatureLevel::Level6_2},
};
constexpr EnumInfo kEnums[] = {
    {"DML_TENSOR_DATA_TYPE", "DML_TENSOR_DATA_TYPE_", false, kDML_TENSOR_DATA_TYPE_Values},
    {"DML_TENSOR_TYPE", "DML_TENSOR_TYPE_", false, kDML_TENSOR_TYPE_Values},
    {"DML_TENSOR_FLAGS", "DML_TENSOR_FLAG_", true, kDML_TENSOR_FLAGS_Values},
    {"DML_OPERATOR_TYPE", "DML_OPERATOR_", false, kDML_OPERATOR_TYPE_Values},
    {"DML_REDUCE_FUNCTION", "DML_REDUCE_FUNCTION_", false, kDML_REDUCE_FUNCTION_Values},
    {"DML_MATRIX_TRANSFORM", "DML_MATRIX_TRANSFORM_", false, kDML_MATRIX_TRANSFORM_Values},
    {"DML_CONVOLUTION_MODE", "DML_CONVOLUTION_MODE_", false, kDML_CONVOLUTION_MODE_Values},
    {"DML_CONVOLUTION_DIRECTION", "DML_CONVOLUTION_DIRECTION_", false, kDML_CONVOLUTION_DIRECTION_Values},
    {"DML_PADDING_MODE", "DML_PADDING_MODE_", false, kDML_PADDING_MODE_Values},
    {"DML_INTERPOLATION_MODE", "DML_INTERPOLATION_MODE_", false, kDML_INTERPOLATION_MODE_Values},
    {"DML_RECURRENT_NETWORK_DIRECTION", "DML_RECURRENT_NETWORK_DIRECTION_", false, kDML_RECURRENT_NETWORK_DIRECTION_Values},
    {"DML_ROUNDING_MODE", "DML_ROUNDING_MODE_", false, kDML_ROUNDING_MODE_Values},
    {"DML_IS_INFINITY_MODE", "DML_IS_INFINITY_MODE_", false, kDML_IS_INFINITY_MODE_Values},
    {"DML_AXIS_DIRECTION", "DML_AXIS_DIRECTION_", false, kDML_AXIS_DIRECTION_Values},
    {"DML_DEPTH_SPACE_ORDER", "DML_DEPTH_SPACE_ORDER_", false, kDML_DEPTH_SPACE_ORDER_Values},
    {"DML_RANDOM_GENERATOR_TYPE", "DML_RANDOM_GENERATOR_TYPE_", false, kDML_RANDOM_GENERATOR_TYPE_Values},
    {"DML_MULTIHEAD_ATTENTION_MASK_TYPE", "DML_MULTIHEAD_ATTENTION_MASK_TYPE_", false, kDML_MULTIHEAD_ATTENTION_MASK_TYPE_Values},
    {"DML_QUANTIZATION_TYPE", "DML_QUANTIZATION_TYPE_", false, kDML_QUANTIZATION_TYPE_Values},
    {"DML_FEATURE_LEVEL", "DML_FEATURE_LEVEL_", false, kDML_FEATURE_LEVEL_Values},
    {"DML_FEATURE", "DML_FEATURE_", false, kDML_FEATURE_Values},
    {"DML_EXECUTION_FLAGS", "DML_EXECUTION_FLAG_", true, kDML_EXECUTION_FLAGS_Values},
    {"DML_CREATE_DEVICE_FLAGS", "DML_CREATE_DEVICE_FLAG_", true, kDML_CREATE_DEVICE_FLAGS_Values},
    {"DML_BINDING_TYPE", "DML_BINDING_TYPE_", false, kDML_BINDING_TYPE_Values},
    {"DML_GRAPH_EDGE_TYPE", "DML_GRAPH_EDGE_TYPE_", false, kDML_GRAPH_EDGE_TYPE_Values},
    {"DML_GRAPH_NODE_TYPE", "DML_GRAPH_NODE_TYPE_", false, kDML_GRAPH_NODE_TYPE_Values},
};

constexpr Field kElementWiseIdentityFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseIdentity, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseIdentity, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseIdentity, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAbsFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAbs, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAbs, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAbs, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAcosFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAcos, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAcos, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAcos, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAddFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAdd, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAdd, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAdd, output), 16, nullptr},
};
constexpr Field kElementWiseAsinFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAsin, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAsin, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAsin, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAtanFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAtan, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAtan, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAtan, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseCeilFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseCeil, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseCeil, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseCeil, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseClipFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseClip, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseClip, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseClip, scale_bias), 16, nullptr},
    {"Min", "min", Attribute, FieldType::Float, false, -1, offsetof(ElementWiseClip, min), 24, nullptr},
    {"Max", "max", Attribute, FieldType::Float, false, -1, offsetof(ElementWiseClip, max), 28, nullptr},
};
constexpr Field kElementWiseCosFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseCos, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseCos, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseCos, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseDivideFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseDivide, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseDivide, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseDivide, output), 16, nullptr},
};
constexpr Field kElementWiseExpFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseExp, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseExp, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseExp, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseFloorFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseFloor, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseFloor, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseFloor, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseLogFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLog, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLog, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseLog, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseLogicalAndFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalAnd, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalAnd, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalAnd, output), 16, nullptr},
};
constexpr Field kElementWiseLogicalEqualsFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalEquals, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalEquals, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalEquals, output), 16, nullptr},
};
constexpr Field kElementWiseLogicalGreaterThanFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalGreaterThan, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalGreaterThan, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalGreaterThan, output), 16, nullptr},
};
constexpr Field kElementWiseLogicalLessThanFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalLessThan, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalLessThan, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalLessThan, output), 16, nullptr},
};
constexpr Field kElementWiseLogicalNotFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalNot, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalNot, output), 8, nullptr},
};
constexpr Field kElementWiseLogicalOrFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalOr, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalOr, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalOr, output), 16, nullptr},
};
constexpr Field kElementWiseLogicalXorFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalXor, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalXor, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalXor, output), 16, nullptr},
};
constexpr Field kElementWiseMaxFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMax, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMax, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseMax, output), 16, nullptr},
};
constexpr Field kElementWiseMeanFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMean, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMean, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseMean, output), 16, nullptr},
};
constexpr Field kElementWiseMinFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMin, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMin, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseMin, output), 16, nullptr},
};
constexpr Field kElementWiseMultiplyFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMultiply, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseMultiply, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseMultiply, output), 16, nullptr},
};
constexpr Field kElementWisePowFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWisePow, input), 0, nullptr},
    {"ExponentTensor", "exponent", Input, FieldType::Tensor, false, -1, offsetof(ElementWisePow, exponent), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWisePow, output), 16, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWisePow, scale_bias), 24, nullptr},
};
constexpr Field kElementWiseConstantPowFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseConstantPow, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseConstantPow, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseConstantPow, scale_bias), 16, nullptr},
    {"Exponent", "exponent", Attribute, FieldType::Float, false, -1, offsetof(ElementWiseConstantPow, exponent), 24, nullptr},
};
constexpr Field kElementWiseRecipFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseRecip, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseRecip, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseRecip, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseSinFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseSin, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseSin, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseSin, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseSqrtFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseSqrt, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseSqrt, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseSqrt, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseSubtractFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseSubtract, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseSubtract, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseSubtract, output), 16, nullptr},
};
constexpr Field kElementWiseTanFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseTan, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseTan, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseTan, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseThresholdFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseThreshold, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseThreshold, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseThreshold, scale_bias), 16, nullptr},
    {"Min", "min", Attribute, FieldType::Float, false, -1, offsetof(ElementWiseThreshold, min), 24, nullptr},
};
constexpr Field kElementWiseQuantizeLinearFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizeLinear, input), 0, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizeLinear, scale), 8, nullptr},
    {"ZeroPointTensor", "zero_point", Input, FieldType::Tensor, true, -1, offsetof(ElementWiseQuantizeLinear, zero_point), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizeLinear, output), 24, nullptr},
};
constexpr Field kElementWiseDequantizeLinearFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseDequantizeLinear, input), 0, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseDequantizeLinear, scale), 8, nullptr},
    {"ZeroPointTensor", "zero_point", Input, FieldType::Tensor, true, -1, offsetof(ElementWiseDequantizeLinear, zero_point), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseDequantizeLinear, output), 24, nullptr},
};
constexpr Field kActivationEluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationElu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationElu, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationElu, alpha), 16, nullptr},
};
constexpr Field kActivationHardmaxFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationHardmax, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationHardmax, output), 8, nullptr},
};
constexpr Field kActivationHardSigmoidFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationHardSigmoid, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationHardSigmoid, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationHardSigmoid, alpha), 16, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(ActivationHardSigmoid, beta), 20, nullptr},
};
constexpr Field kActivationIdentityFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationIdentity, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationIdentity, output), 8, nullptr},
};
constexpr Field kActivationLeakyReluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationLeakyRelu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationLeakyRelu, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationLeakyRelu, alpha), 16, nullptr},
};
constexpr Field kActivationLinearFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationLinear, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationLinear, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationLinear, alpha), 16, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(ActivationLinear, beta), 20, nullptr},
};
constexpr Field kActivationLogSoftmaxFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationLogSoftmax, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationLogSoftmax, output), 8, nullptr},
};
constexpr Field kActivationParameterizedReluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationParameterizedRelu, input), 0, nullptr},
    {"SlopeTensor", "slope", Input, FieldType::Tensor, false, -1, offsetof(ActivationParameterizedRelu, slope), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationParameterizedRelu, output), 16, nullptr},
};
constexpr Field kActivationParametricSoftplusFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationParametricSoftplus, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationParametricSoftplus, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationParametricSoftplus, alpha), 16, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(ActivationParametricSoftplus, beta), 20, nullptr},
};
constexpr Field kActivationReluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationRelu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationRelu, output), 8, nullptr},
};
constexpr Field kActivationScaledEluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationScaledElu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationScaledElu, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationScaledElu, alpha), 16, nullptr},
    {"Gamma", "gamma", Attribute, FieldType::Float, false, -1, offsetof(ActivationScaledElu, gamma), 20, nullptr},
};
constexpr Field kActivationScaledTanhFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationScaledTanh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationScaledTanh, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationScaledTanh, alpha), 16, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(ActivationScaledTanh, beta), 20, nullptr},
};
constexpr Field kActivationSigmoidFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationSigmoid, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationSigmoid, output), 8, nullptr},
};
constexpr Field kActivationSoftmaxFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationSoftmax, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationSoftmax, output), 8, nullptr},
};
constexpr Field kActivationSoftplusFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationSoftplus, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationSoftplus, output), 8, nullptr},
    {"Steepness", "steepness", Attribute, FieldType::Float, false, -1, offsetof(ActivationSoftplus, steepness), 16, nullptr},
};
constexpr Field kActivationSoftsignFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationSoftsign, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationSoftsign, output), 8, nullptr},
};
constexpr Field kActivationTanhFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationTanh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationTanh, output), 8, nullptr},
};
constexpr Field kActivationThresholdedReluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationThresholdedRelu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationThresholdedRelu, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationThresholdedRelu, alpha), 16, nullptr},
};
constexpr Field kConvolutionFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Convolution, input), 0, nullptr},
    {"FilterTensor", "filter", Input, FieldType::Tensor, false, -1, offsetof(Convolution, filter), 8, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(Convolution, bias), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Convolution, output), 24, nullptr},
    {"Mode", "mode", Attribute, FieldType::Enum, false, -1, offsetof(Convolution, mode), 32, &kEnums[6]},
    {"Direction", "direction", Attribute, FieldType::Enum, false, -1, offsetof(Convolution, direction), 36, &kEnums[7]},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 40, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 6, offsetof(Convolution, strides), 48, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 6, offsetof(Convolution, dilations), 56, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 6, offsetof(Convolution, start_padding), 64, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 6, offsetof(Convolution, end_padding), 72, nullptr},
    {"OutputPadding", "output_padding", Attribute, FieldType::UIntArray, false, 6, offsetof(Convolution, output_padding), 80, nullptr},
    {"GroupCount", "group_count", Attribute, FieldType::UInt, false, -1, offsetof(Convolution, group_count), 88, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(Convolution, fused_activation), 96, nullptr},
};
constexpr Field kGemmFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(Gemm, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(Gemm, b), 8, nullptr},
    {"CTensor", "c", Input, FieldType::Tensor, true, -1, offsetof(Gemm, c), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Gemm, output), 24, nullptr},
    {"TransA", "trans_a", Attribute, FieldType::Enum, false, -1, offsetof(Gemm, trans_a), 32, &kEnums[5]},
    {"TransB", "trans_b", Attribute, FieldType::Enum, false, -1, offsetof(Gemm, trans_b), 36, &kEnums[5]},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(Gemm, alpha), 40, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(Gemm, beta), 44, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(Gemm, fused_activation), 48, nullptr},
};
constexpr Field kReduceFields[] = {
    {"Function", "function", Attribute, FieldType::Enum, false, -1, offsetof(Reduce, function), 0, &kEnums[4]},
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Reduce, input), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Reduce, output), 16, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 3, offsetof(Reduce, axes), 32, nullptr},
};
constexpr Field kAveragePoolingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(AveragePooling, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(AveragePooling, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling, strides), 24, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling, window_size), 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling, end_padding), 48, nullptr},
    {"IncludePadding", "include_padding", Attribute, FieldType::Bool, false, -1, offsetof(AveragePooling, include_padding), 56, nullptr},
};
constexpr Field kLpPoolingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(LpPooling, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(LpPooling, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling, strides), 24, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling, window_size), 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling, end_padding), 48, nullptr},
    {"P", "p", Attribute, FieldType::UInt, false, -1, offsetof(LpPooling, p), 56, nullptr},
};
constexpr Field kMaxPoolingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MaxPooling, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MaxPooling, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(MaxPooling, strides), 24, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 2, offsetof(MaxPooling, window_size), 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(MaxPooling, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(MaxPooling, end_padding), 48, nullptr},
};
constexpr Field kRoiPoolingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(RoiPooling, input), 0, nullptr},
    {"ROITensor", "roi", Input, FieldType::Tensor, false, -1, offsetof(RoiPooling, roi), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(RoiPooling, output), 16, nullptr},
    {"SpatialScale", "spatial_scale", Attribute, FieldType::Float, false, -1, offsetof(RoiPooling, spatial_scale), 24, nullptr},
    {"PooledSize", "pooled_size", Attribute, FieldType::Size2D, false, -1, offsetof(RoiPooling, pooled_size), 28, nullptr},
};
constexpr Field kSliceFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Slice, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Slice, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Offsets", "offsets", Attribute, FieldType::UIntArray, false, 2, offsetof(Slice, offsets), 24, nullptr},
    {"Sizes", "sizes", Attribute, FieldType::UIntArray, false, 2, offsetof(Slice, sizes), 32, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(Slice, strides), 40, nullptr},
};
constexpr Field kCastFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Cast, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Cast, output), 8, nullptr},
};
constexpr Field kSplitFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Split, input), 0, nullptr},
    {"OutputCount", "", Attribute, FieldType::Count, false, -1, 0, 8, nullptr},
    {"OutputTensors", "outputs", Output, FieldType::TensorArray, false, 1, offsetof(Split, outputs), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(Split, axis), 24, nullptr},
};
constexpr Field kJoinFields[] = {
    {"InputCount", "", Attribute, FieldType::Count, false, -1, 0, 0, nullptr},
    {"InputTensors", "inputs", Input, FieldType::TensorArray, false, 0, offsetof(Join, inputs), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Join, output), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(Join, axis), 24, nullptr},
};
constexpr Field kPaddingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Padding, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Padding, output), 8, nullptr},
    {"PaddingMode", "padding_mode", Attribute, FieldType::Enum, false, -1, offsetof(Padding, padding_mode), 16, &kEnums[8]},
    {"PaddingValue", "padding_value", Attribute, FieldType::Float, false, -1, offsetof(Padding, padding_value), 20, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 4, offsetof(Padding, start_padding), 32, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 4, offsetof(Padding, end_padding), 40, nullptr},
};
constexpr Field kValueScale2DFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ValueScale2D, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ValueScale2D, output), 8, nullptr},
    {"Scale", "scale", Attribute, FieldType::Float, false, -1, offsetof(ValueScale2D, scale), 16, nullptr},
    {"ChannelCount", "", Attribute, FieldType::Count, false, -1, 0, 20, nullptr},
    {"Bias", "bias", Attribute, FieldType::FloatArray, false, 3, offsetof(ValueScale2D, bias), 24, nullptr},
};
constexpr Field kUpsample2DFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Upsample2D, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Upsample2D, output), 8, nullptr},
    {"ScaleSize", "scale_size", Attribute, FieldType::Size2D, false, -1, offsetof(Upsample2D, scale_size), 16, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(Upsample2D, interpolation_mode), 24, &kEnums[9]},
};
constexpr Field kGatherFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Gather, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(Gather, indices), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Gather, output), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(Gather, axis), 24, nullptr},
    {"IndexDimensions", "index_dimensions", Attribute, FieldType::UInt, false, -1, offsetof(Gather, index_dimensions), 28, nullptr},
};
constexpr Field kSpaceToDepthFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(SpaceToDepth, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(SpaceToDepth, output), 8, nullptr},
    {"BlockSize", "block_size", Attribute, FieldType::UInt, false, -1, offsetof(SpaceToDepth, block_size), 16, nullptr},
};
constexpr Field kDepthToSpaceFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(DepthToSpace, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(DepthToSpace, output), 8, nullptr},
    {"BlockSize", "block_size", Attribute, FieldType::UInt, false, -1, offsetof(DepthToSpace, block_size), 16, nullptr},
};
constexpr Field kTileFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Tile, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Tile, output), 8, nullptr},
    {"RepeatsCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Repeats", "repeats", Attribute, FieldType::UIntArray, false, 2, offsetof(Tile, repeats), 24, nullptr},
};
constexpr Field kTopKFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(TopK, input), 0, nullptr},
    {"OutputValueTensor", "output_value", Output, FieldType::Tensor, false, -1, offsetof(TopK, output_value), 8, nullptr},
    {"OutputIndexTensor", "output_index", Output, FieldType::Tensor, false, -1, offsetof(TopK, output_index), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(TopK, axis), 24, nullptr},
    {"K", "k", Attribute, FieldType::UInt, false, -1, offsetof(TopK, k), 28, nullptr},
};
constexpr Field kBatchNormalizationFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalization, input), 0, nullptr},
    {"MeanTensor", "mean", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalization, mean), 8, nullptr},
    {"VarianceTensor", "variance", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalization, variance), 16, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalization, scale), 24, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalization, bias), 32, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalization, output), 40, nullptr},
    {"Spatial", "spatial", Attribute, FieldType::Bool, false, -1, offsetof(BatchNormalization, spatial), 48, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(BatchNormalization, epsilon), 52, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(BatchNormalization, fused_activation), 56, nullptr},
};
constexpr Field kMeanVarianceNormalizationFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MeanVarianceNormalization, input), 0, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, true, -1, offsetof(MeanVarianceNormalization, scale), 8, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(MeanVarianceNormalization, bias), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MeanVarianceNormalization, output), 24, nullptr},
    {"CrossChannel", "cross_channel", Attribute, FieldType::Bool, false, -1, offsetof(MeanVarianceNormalization, cross_channel), 32, nullptr},
    {"NormalizeVariance", "normalize_variance", Attribute, FieldType::Bool, false, -1, offsetof(MeanVarianceNormalization, normalize_variance), 36, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(MeanVarianceNormalization, epsilon), 40, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(MeanVarianceNormalization, fused_activation), 48, nullptr},
};
constexpr Field kLocalResponseNormalizationFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(LocalResponseNormalization, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(LocalResponseNormalization, output), 8, nullptr},
    {"CrossChannel", "cross_channel", Attribute, FieldType::Bool, false, -1, offsetof(LocalResponseNormalization, cross_channel), 16, nullptr},
    {"LocalSize", "local_size", Attribute, FieldType::UInt, false, -1, offsetof(LocalResponseNormalization, local_size), 20, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(LocalResponseNormalization, alpha), 24, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(LocalResponseNormalization, beta), 28, nullptr},
    {"Bias", "bias", Attribute, FieldType::Float, false, -1, offsetof(LocalResponseNormalization, bias), 32, nullptr},
};
constexpr Field kLpNormalizationFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(LpNormalization, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(LpNormalization, output), 8, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(LpNormalization, axis), 16, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(LpNormalization, epsilon), 20, nullptr},
    {"P", "p", Attribute, FieldType::UInt, false, -1, offsetof(LpNormalization, p), 24, nullptr},
};
constexpr Field kRnnFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Rnn, input), 0, nullptr},
    {"WeightTensor", "weight", Input, FieldType::Tensor, false, -1, offsetof(Rnn, weight), 8, nullptr},
    {"RecurrenceTensor", "recurrence", Input, FieldType::Tensor, false, -1, offsetof(Rnn, recurrence), 16, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(Rnn, bias), 24, nullptr},
    {"HiddenInitTensor", "hidden_init", Input, FieldType::Tensor, true, -1, offsetof(Rnn, hidden_init), 32, nullptr},
    {"SequenceLengthsTensor", "sequence_lengths", Input, FieldType::Tensor, true, -1, offsetof(Rnn, sequence_lengths), 40, nullptr},
    {"OutputSequenceTensor", "output_sequence", Output, FieldType::Tensor, true, -1, offsetof(Rnn, output_sequence), 48, nullptr},
    {"OutputSingleTensor", "output_single", Output, FieldType::Tensor, true, -1, offsetof(Rnn, output_single), 56, nullptr},
    {"ActivationDescCount", "", Attribute, FieldType::Count, false, -1, 0, 64, nullptr},
    {"ActivationDescs", "activation_descs", Attribute, FieldType::ActivationArray, false, 8, offsetof(Rnn, activation_descs), 72, nullptr},
    {"Direction", "direction", Attribute, FieldType::Enum, false, -1, offsetof(Rnn, direction), 80, &kEnums[10]},
};
constexpr Field kLstmFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Lstm, input), 0, nullptr},
    {"WeightTensor", "weight", Input, FieldType::Tensor, false, -1, offsetof(Lstm, weight), 8, nullptr},
    {"RecurrenceTensor", "recurrence", Input, FieldType::Tensor, false, -1, offsetof(Lstm, recurrence), 16, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(Lstm, bias), 24, nullptr},
    {"HiddenInitTensor", "hidden_init", Input, FieldType::Tensor, true, -1, offsetof(Lstm, hidden_init), 32, nullptr},
    {"CellMemInitTensor", "cell_mem_init", Input, FieldType::Tensor, true, -1, offsetof(Lstm, cell_mem_init), 40, nullptr},
    {"SequenceLengthsTensor", "sequence_lengths", Input, FieldType::Tensor, true, -1, offsetof(Lstm, sequence_lengths), 48, nullptr},
    {"PeepholeTensor", "peephole", Input, FieldType::Tensor, true, -1, offsetof(Lstm, peephole), 56, nullptr},
    {"OutputSequenceTensor", "output_sequence", Output, FieldType::Tensor, true, -1, offsetof(Lstm, output_sequence), 64, nullptr},
    {"OutputSingleTensor", "output_single", Output, FieldType::Tensor, true, -1, offsetof(Lstm, output_single), 72, nullptr},
    {"OutputCellSingleTensor", "output_cell_single", Output, FieldType::Tensor, true, -1, offsetof(Lstm, output_cell_single), 80, nullptr},
    {"ActivationDescCount", "", Attribute, FieldType::Count, false, -1, 0, 88, nullptr},
    {"ActivationDescs", "activation_descs", Attribute, FieldType::ActivationArray, false, 11, offsetof(Lstm, activation_descs), 96, nullptr},
    {"Direction", "direction", Attribute, FieldType::Enum, false, -1, offsetof(Lstm, direction), 104, &kEnums[10]},
    {"ClipThreshold", "clip_threshold", Attribute, FieldType::Float, false, -1, offsetof(Lstm, clip_threshold), 108, nullptr},
    {"UseClipThreshold", "use_clip_threshold", Attribute, FieldType::Bool, false, -1, offsetof(Lstm, use_clip_threshold), 112, nullptr},
    {"CoupleInputForget", "couple_input_forget", Attribute, FieldType::Bool, false, -1, offsetof(Lstm, couple_input_forget), 116, nullptr},
};
constexpr Field kGruFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Gru, input), 0, nullptr},
    {"WeightTensor", "weight", Input, FieldType::Tensor, false, -1, offsetof(Gru, weight), 8, nullptr},
    {"RecurrenceTensor", "recurrence", Input, FieldType::Tensor, false, -1, offsetof(Gru, recurrence), 16, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(Gru, bias), 24, nullptr},
    {"HiddenInitTensor", "hidden_init", Input, FieldType::Tensor, true, -1, offsetof(Gru, hidden_init), 32, nullptr},
    {"SequenceLengthsTensor", "sequence_lengths", Input, FieldType::Tensor, true, -1, offsetof(Gru, sequence_lengths), 40, nullptr},
    {"OutputSequenceTensor", "output_sequence", Output, FieldType::Tensor, true, -1, offsetof(Gru, output_sequence), 48, nullptr},
    {"OutputSingleTensor", "output_single", Output, FieldType::Tensor, true, -1, offsetof(Gru, output_single), 56, nullptr},
    {"ActivationDescCount", "", Attribute, FieldType::Count, false, -1, 0, 64, nullptr},
    {"ActivationDescs", "activation_descs", Attribute, FieldType::ActivationArray, false, 8, offsetof(Gru, activation_descs), 72, nullptr},
    {"Direction", "direction", Attribute, FieldType::Enum, false, -1, offsetof(Gru, direction), 80, &kEnums[10]},
    {"LinearBeforeReset", "linear_before_reset", Attribute, FieldType::Bool, false, -1, offsetof(Gru, linear_before_reset), 84, nullptr},
};
constexpr Field kElementWiseSignFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseSign, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseSign, output), 8, nullptr},
};
constexpr Field kElementWiseIsNanFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseIsNan, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseIsNan, output), 8, nullptr},
};
constexpr Field kElementWiseErfFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseErf, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseErf, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseErf, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseSinhFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseSinh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseSinh, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseSinh, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseCoshFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseCosh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseCosh, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseCosh, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseTanhFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseTanh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseTanh, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseTanh, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAsinhFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAsinh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAsinh, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAsinh, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAcoshFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAcosh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAcosh, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAcosh, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseAtanhFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAtanh, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAtanh, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseAtanh, scale_bias), 16, nullptr},
};
constexpr Field kElementWiseIfFields[] = {
    {"ConditionTensor", "condition", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseIf, condition), 0, nullptr},
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseIf, a), 8, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseIf, b), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseIf, output), 24, nullptr},
};
constexpr Field kElementWiseAdd1Fields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAdd1, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAdd1, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAdd1, output), 16, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(ElementWiseAdd1, fused_activation), 24, nullptr},
};
constexpr Field kActivationShrinkFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationShrink, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationShrink, output), 8, nullptr},
    {"Bias", "bias", Attribute, FieldType::Float, false, -1, offsetof(ActivationShrink, bias), 16, nullptr},
    {"Threshold", "threshold", Attribute, FieldType::Float, false, -1, offsetof(ActivationShrink, threshold), 20, nullptr},
};
constexpr Field kMaxPooling1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MaxPooling1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MaxPooling1, output), 8, nullptr},
    {"OutputIndicesTensor", "output_indices", Output, FieldType::Tensor, true, -1, offsetof(MaxPooling1, output_indices), 16, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling1, strides), 32, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling1, window_size), 40, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling1, start_padding), 48, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling1, end_padding), 56, nullptr},
};
constexpr Field kMaxUnpoolingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MaxUnpooling, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(MaxUnpooling, indices), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MaxUnpooling, output), 16, nullptr},
};
constexpr Field kDiagonalMatrixFields[] = {
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(DiagonalMatrix, output), 0, nullptr},
    {"Offset", "offset", Attribute, FieldType::Int, false, -1, offsetof(DiagonalMatrix, offset), 8, nullptr},
    {"Value", "value", Attribute, FieldType::Float, false, -1, offsetof(DiagonalMatrix, value), 12, nullptr},
};
constexpr Field kScatterElementsFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ScatterElements, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(ScatterElements, indices), 8, nullptr},
    {"UpdatesTensor", "updates", Input, FieldType::Tensor, false, -1, offsetof(ScatterElements, updates), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ScatterElements, output), 24, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(ScatterElements, axis), 32, nullptr},
};
constexpr Field kOneHotFields[] = {
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(OneHot, indices), 0, nullptr},
    {"ValuesTensor", "values", Input, FieldType::Tensor, false, -1, offsetof(OneHot, values), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(OneHot, output), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(OneHot, axis), 24, nullptr},
};
constexpr Field kResampleFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Resample, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Resample, output), 8, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(Resample, interpolation_mode), 16, &kEnums[9]},
    {"ScaleCount", "", Attribute, FieldType::Count, false, -1, 0, 20, nullptr},
    {"Scales", "scales", Attribute, FieldType::FloatArray, false, 3, offsetof(Resample, scales), 24, nullptr},
};
constexpr Field kElementWiseBitShiftLeftFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitShiftLeft, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitShiftLeft, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitShiftLeft, output), 16, nullptr},
};
constexpr Field kElementWiseBitShiftRightFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitShiftRight, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitShiftRight, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitShiftRight, output), 16, nullptr},
};
constexpr Field kElementWiseRoundFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseRound, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseRound, output), 8, nullptr},
    {"RoundingMode", "rounding_mode", Attribute, FieldType::Enum, false, -1, offsetof(ElementWiseRound, rounding_mode), 16, &kEnums[11]},
};
constexpr Field kElementWiseIsInfinityFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseIsInfinity, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseIsInfinity, output), 8, nullptr},
    {"InfinityMode", "infinity_mode", Attribute, FieldType::Enum, false, -1, offsetof(ElementWiseIsInfinity, infinity_mode), 16, &kEnums[12]},
};
constexpr Field kElementWiseModulusTruncateFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseModulusTruncate, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseModulusTruncate, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseModulusTruncate, output), 16, nullptr},
};
constexpr Field kElementWiseModulusFloorFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseModulusFloor, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseModulusFloor, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseModulusFloor, output), 16, nullptr},
};
constexpr Field kFillValueConstantFields[] = {
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(FillValueConstant, output), 0, nullptr},
    {"ValueDataType", "value_data_type", Attribute, FieldType::Enum, false, -1, offsetof(FillValueConstant, value_data_type), 8, &kEnums[0]},
    {"Value", "value", Attribute, FieldType::Scalar, false, -1, offsetof(FillValueConstant, value), 16, nullptr},
};
constexpr Field kFillValueSequenceFields[] = {
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(FillValueSequence, output), 0, nullptr},
    {"ValueDataType", "value_data_type", Attribute, FieldType::Enum, false, -1, offsetof(FillValueSequence, value_data_type), 8, &kEnums[0]},
    {"ValueStart", "value_start", Attribute, FieldType::Scalar, false, -1, offsetof(FillValueSequence, value_start), 16, nullptr},
    {"ValueDelta", "value_delta", Attribute, FieldType::Scalar, false, -1, offsetof(FillValueSequence, value_delta), 24, nullptr},
};
constexpr Field kCumulativeSummationFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(CumulativeSummation, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(CumulativeSummation, output), 8, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(CumulativeSummation, axis), 16, nullptr},
    {"AxisDirection", "axis_direction", Attribute, FieldType::Enum, false, -1, offsetof(CumulativeSummation, axis_direction), 20, &kEnums[13]},
    {"HasExclusiveSum", "has_exclusive_sum", Attribute, FieldType::Bool, false, -1, offsetof(CumulativeSummation, has_exclusive_sum), 24, nullptr},
};
constexpr Field kReverseSubsequencesFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ReverseSubsequences, input), 0, nullptr},
    {"SequenceLengthsTensor", "sequence_lengths", Input, FieldType::Tensor, false, -1, offsetof(ReverseSubsequences, sequence_lengths), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ReverseSubsequences, output), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(ReverseSubsequences, axis), 24, nullptr},
};
constexpr Field kGatherElementsFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(GatherElements, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(GatherElements, indices), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(GatherElements, output), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(GatherElements, axis), 24, nullptr},
};
constexpr Field kGatherNdFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(GatherNd, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(GatherNd, indices), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(GatherNd, output), 16, nullptr},
    {"InputDimensionCount", "input_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(GatherNd, input_dimension_count), 24, nullptr},
    {"IndicesDimensionCount", "indices_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(GatherNd, indices_dimension_count), 28, nullptr},
};
constexpr Field kScatterNdFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ScatterNd, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(ScatterNd, indices), 8, nullptr},
    {"UpdatesTensor", "updates", Input, FieldType::Tensor, false, -1, offsetof(ScatterNd, updates), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ScatterNd, output), 24, nullptr},
    {"InputDimensionCount", "input_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(ScatterNd, input_dimension_count), 32, nullptr},
    {"IndicesDimensionCount", "indices_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(ScatterNd, indices_dimension_count), 36, nullptr},
};
constexpr Field kMaxPooling2Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MaxPooling2, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MaxPooling2, output), 8, nullptr},
    {"OutputIndicesTensor", "output_indices", Output, FieldType::Tensor, true, -1, offsetof(MaxPooling2, output_indices), 16, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling2, strides), 32, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling2, window_size), 40, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling2, start_padding), 48, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling2, end_padding), 56, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPooling2, dilations), 64, nullptr},
};
constexpr Field kSlice1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Slice1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Slice1, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"InputWindowOffsets", "input_window_offsets", Attribute, FieldType::UIntArray, false, 2, offsetof(Slice1, input_window_offsets), 24, nullptr},
    {"InputWindowSizes", "input_window_sizes", Attribute, FieldType::UIntArray, false, 2, offsetof(Slice1, input_window_sizes), 32, nullptr},
    {"InputWindowStrides", "input_window_strides", Attribute, FieldType::IntArray, false, 2, offsetof(Slice1, input_window_strides), 40, nullptr},
};
constexpr Field kTopK1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(TopK1, input), 0, nullptr},
    {"OutputValueTensor", "output_value", Output, FieldType::Tensor, false, -1, offsetof(TopK1, output_value), 8, nullptr},
    {"OutputIndexTensor", "output_index", Output, FieldType::Tensor, false, -1, offsetof(TopK1, output_index), 16, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(TopK1, axis), 24, nullptr},
    {"K", "k", Attribute, FieldType::UInt, false, -1, offsetof(TopK1, k), 28, nullptr},
    {"AxisDirection", "axis_direction", Attribute, FieldType::Enum, false, -1, offsetof(TopK1, axis_direction), 32, &kEnums[13]},
};
constexpr Field kDepthToSpace1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(DepthToSpace1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(DepthToSpace1, output), 8, nullptr},
    {"BlockSize", "block_size", Attribute, FieldType::UInt, false, -1, offsetof(DepthToSpace1, block_size), 16, nullptr},
    {"Order", "order", Attribute, FieldType::Enum, false, -1, offsetof(DepthToSpace1, order), 20, &kEnums[14]},
};
constexpr Field kSpaceToDepth1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(SpaceToDepth1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(SpaceToDepth1, output), 8, nullptr},
    {"BlockSize", "block_size", Attribute, FieldType::UInt, false, -1, offsetof(SpaceToDepth1, block_size), 16, nullptr},
    {"Order", "order", Attribute, FieldType::Enum, false, -1, offsetof(SpaceToDepth1, order), 20, &kEnums[14]},
};
constexpr Field kMeanVarianceNormalization1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MeanVarianceNormalization1, input), 0, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, true, -1, offsetof(MeanVarianceNormalization1, scale), 8, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(MeanVarianceNormalization1, bias), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MeanVarianceNormalization1, output), 24, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 32, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 4, offsetof(MeanVarianceNormalization1, axes), 40, nullptr},
    {"NormalizeVariance", "normalize_variance", Attribute, FieldType::Bool, false, -1, offsetof(MeanVarianceNormalization1, normalize_variance), 48, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(MeanVarianceNormalization1, epsilon), 52, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(MeanVarianceNormalization1, fused_activation), 56, nullptr},
};
constexpr Field kResample1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Resample1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Resample1, output), 8, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(Resample1, interpolation_mode), 16, &kEnums[9]},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 20, nullptr},
    {"Scales", "scales", Attribute, FieldType::FloatArray, false, 3, offsetof(Resample1, scales), 24, nullptr},
    {"InputPixelOffsets", "input_pixel_offsets", Attribute, FieldType::FloatArray, false, 3, offsetof(Resample1, input_pixel_offsets), 32, nullptr},
    {"OutputPixelOffsets", "output_pixel_offsets", Attribute, FieldType::FloatArray, false, 3, offsetof(Resample1, output_pixel_offsets), 40, nullptr},
};
constexpr Field kMatrixMultiplyIntegerFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyInteger, a), 0, nullptr},
    {"AZeroPointTensor", "a_zero_point", Input, FieldType::Tensor, true, -1, offsetof(MatrixMultiplyInteger, a_zero_point), 8, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyInteger, b), 16, nullptr},
    {"BZeroPointTensor", "b_zero_point", Input, FieldType::Tensor, true, -1, offsetof(MatrixMultiplyInteger, b_zero_point), 24, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyInteger, output), 32, nullptr},
};
constexpr Field kQuantizedLinearMatrixMultiplyFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearMatrixMultiply, a), 0, nullptr},
    {"AScaleTensor", "a_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearMatrixMultiply, a_scale), 8, nullptr},
    {"AZeroPointTensor", "a_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearMatrixMultiply, a_zero_point), 16, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearMatrixMultiply, b), 24, nullptr},
    {"BScaleTensor", "b_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearMatrixMultiply, b_scale), 32, nullptr},
    {"BZeroPointTensor", "b_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearMatrixMultiply, b_zero_point), 40, nullptr},
    {"OutputScaleTensor", "output_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearMatrixMultiply, output_scale), 48, nullptr},
    {"OutputZeroPointTensor", "output_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearMatrixMultiply, output_zero_point), 56, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(QuantizedLinearMatrixMultiply, output), 64, nullptr},
};
constexpr Field kConvolutionIntegerFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ConvolutionInteger, input), 0, nullptr},
    {"InputZeroPointTensor", "input_zero_point", Input, FieldType::Tensor, true, -1, offsetof(ConvolutionInteger, input_zero_point), 8, nullptr},
    {"FilterTensor", "filter", Input, FieldType::Tensor, false, -1, offsetof(ConvolutionInteger, filter), 16, nullptr},
    {"FilterZeroPointTensor", "filter_zero_point", Input, FieldType::Tensor, true, -1, offsetof(ConvolutionInteger, filter_zero_point), 24, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ConvolutionInteger, output), 32, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 40, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 5, offsetof(ConvolutionInteger, strides), 48, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 5, offsetof(ConvolutionInteger, dilations), 56, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 5, offsetof(ConvolutionInteger, start_padding), 64, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 5, offsetof(ConvolutionInteger, end_padding), 72, nullptr},
    {"GroupCount", "group_count", Attribute, FieldType::UInt, false, -1, offsetof(ConvolutionInteger, group_count), 80, nullptr},
};
constexpr Field kQuantizedLinearConvolutionFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearConvolution, input), 0, nullptr},
    {"InputScaleTensor", "input_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearConvolution, input_scale), 8, nullptr},
    {"InputZeroPointTensor", "input_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearConvolution, input_zero_point), 16, nullptr},
    {"FilterTensor", "filter", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearConvolution, filter), 24, nullptr},
    {"FilterScaleTensor", "filter_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearConvolution, filter_scale), 32, nullptr},
    {"FilterZeroPointTensor", "filter_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearConvolution, filter_zero_point), 40, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearConvolution, bias), 48, nullptr},
    {"OutputScaleTensor", "output_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearConvolution, output_scale), 56, nullptr},
    {"OutputZeroPointTensor", "output_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearConvolution, output_zero_point), 64, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(QuantizedLinearConvolution, output), 72, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 80, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 10, offsetof(QuantizedLinearConvolution, strides), 88, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 10, offsetof(QuantizedLinearConvolution, dilations), 96, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 10, offsetof(QuantizedLinearConvolution, start_padding), 104, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 10, offsetof(QuantizedLinearConvolution, end_padding), 112, nullptr},
    {"GroupCount", "group_count", Attribute, FieldType::UInt, false, -1, offsetof(QuantizedLinearConvolution, group_count), 120, nullptr},
};
constexpr Field kElementWiseBitAndFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitAnd, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitAnd, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitAnd, output), 16, nullptr},
};
constexpr Field kElementWiseBitOrFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitOr, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitOr, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitOr, output), 16, nullptr},
};
constexpr Field kElementWiseBitXorFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitXor, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitXor, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitXor, output), 16, nullptr},
};
constexpr Field kElementWiseBitNotFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitNot, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitNot, output), 8, nullptr},
};
constexpr Field kElementWiseBitCountFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseBitCount, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseBitCount, output), 8, nullptr},
};
constexpr Field kElementWiseLogicalGreaterThanOrEqualFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalGreaterThanOrEqual, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalGreaterThanOrEqual, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalGreaterThanOrEqual, output), 16, nullptr},
};
constexpr Field kElementWiseLogicalLessThanOrEqualFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalLessThanOrEqual, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalLessThanOrEqual, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseLogicalLessThanOrEqual, output), 16, nullptr},
};
constexpr Field kActivationCeluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationCelu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationCelu, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationCelu, alpha), 16, nullptr},
};
constexpr Field kActivationReluGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationReluGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(ActivationReluGrad, input_gradient), 8, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(ActivationReluGrad, output_gradient), 16, nullptr},
};
constexpr Field kAveragePoolingGradFields[] = {
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(AveragePoolingGrad, input_gradient), 0, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(AveragePoolingGrad, output_gradient), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePoolingGrad, strides), 24, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePoolingGrad, window_size), 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePoolingGrad, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePoolingGrad, end_padding), 48, nullptr},
    {"IncludePadding", "include_padding", Attribute, FieldType::Bool, false, -1, offsetof(AveragePoolingGrad, include_padding), 56, nullptr},
};
constexpr Field kMaxPoolingGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MaxPoolingGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(MaxPoolingGrad, input_gradient), 8, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(MaxPoolingGrad, output_gradient), 16, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPoolingGrad, strides), 32, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPoolingGrad, window_size), 40, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPoolingGrad, start_padding), 48, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPoolingGrad, end_padding), 56, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 3, offsetof(MaxPoolingGrad, dilations), 64, nullptr},
};
constexpr Field kRandomGeneratorFields[] = {
    {"InputStateTensor", "input_state", Input, FieldType::Tensor, false, -1, offsetof(RandomGenerator, input_state), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(RandomGenerator, output), 8, nullptr},
    {"OutputStateTensor", "output_state", Output, FieldType::Tensor, true, -1, offsetof(RandomGenerator, output_state), 16, nullptr},
    {"Type", "type", Attribute, FieldType::Enum, false, -1, offsetof(RandomGenerator, type), 24, &kEnums[15]},
};
constexpr Field kNonzeroCoordinatesFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(NonzeroCoordinates, input), 0, nullptr},
    {"OutputCountTensor", "output_count", Output, FieldType::Tensor, false, -1, offsetof(NonzeroCoordinates, output_count), 8, nullptr},
    {"OutputCoordinatesTensor", "output_coordinates", Output, FieldType::Tensor, false, -1, offsetof(NonzeroCoordinates, output_coordinates), 16, nullptr},
};
constexpr Field kResampleGradFields[] = {
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(ResampleGrad, input_gradient), 0, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(ResampleGrad, output_gradient), 8, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(ResampleGrad, interpolation_mode), 16, &kEnums[9]},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 20, nullptr},
    {"Scales", "scales", Attribute, FieldType::FloatArray, false, 3, offsetof(ResampleGrad, scales), 24, nullptr},
    {"InputPixelOffsets", "input_pixel_offsets", Attribute, FieldType::FloatArray, false, 3, offsetof(ResampleGrad, input_pixel_offsets), 32, nullptr},
    {"OutputPixelOffsets", "output_pixel_offsets", Attribute, FieldType::FloatArray, false, 3, offsetof(ResampleGrad, output_pixel_offsets), 40, nullptr},
};
constexpr Field kSliceGradFields[] = {
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(SliceGrad, input_gradient), 0, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(SliceGrad, output_gradient), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"InputWindowOffsets", "input_window_offsets", Attribute, FieldType::UIntArray, false, 2, offsetof(SliceGrad, input_window_offsets), 24, nullptr},
    {"InputWindowSizes", "input_window_sizes", Attribute, FieldType::UIntArray, false, 2, offsetof(SliceGrad, input_window_sizes), 32, nullptr},
    {"InputWindowStrides", "input_window_strides", Attribute, FieldType::IntArray, false, 2, offsetof(SliceGrad, input_window_strides), 40, nullptr},
};
constexpr Field kAdamOptimizerFields[] = {
    {"InputParametersTensor", "input_parameters", Input, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, input_parameters), 0, nullptr},
    {"InputFirstMomentTensor", "input_first_moment", Input, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, input_first_moment), 8, nullptr},
    {"InputSecondMomentTensor", "input_second_moment", Input, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, input_second_moment), 16, nullptr},
    {"GradientTensor", "gradient", Input, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, gradient), 24, nullptr},
    {"TrainingStepTensor", "training_step", Input, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, training_step), 32, nullptr},
    {"OutputParametersTensor", "output_parameters", Output, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, output_parameters), 40, nullptr},
    {"OutputFirstMomentTensor", "output_first_moment", Output, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, output_first_moment), 48, nullptr},
    {"OutputSecondMomentTensor", "output_second_moment", Output, FieldType::Tensor, false, -1, offsetof(AdamOptimizer, output_second_moment), 56, nullptr},
    {"LearningRate", "learning_rate", Attribute, FieldType::Float, false, -1, offsetof(AdamOptimizer, learning_rate), 64, nullptr},
    {"Beta1", "beta1", Attribute, FieldType::Float, false, -1, offsetof(AdamOptimizer, beta1), 68, nullptr},
    {"Beta2", "beta2", Attribute, FieldType::Float, false, -1, offsetof(AdamOptimizer, beta2), 72, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(AdamOptimizer, epsilon), 76, nullptr},
};
constexpr Field kArgminFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Argmin, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Argmin, output), 8, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 2, offsetof(Argmin, axes), 24, nullptr},
    {"AxisDirection", "axis_direction", Attribute, FieldType::Enum, false, -1, offsetof(Argmin, axis_direction), 32, &kEnums[13]},
};
constexpr Field kArgmaxFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Argmax, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Argmax, output), 8, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 2, offsetof(Argmax, axes), 24, nullptr},
    {"AxisDirection", "axis_direction", Attribute, FieldType::Enum, false, -1, offsetof(Argmax, axis_direction), 32, &kEnums[13]},
};
constexpr Field kRoiAlignFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(RoiAlign, input), 0, nullptr},
    {"ROITensor", "roi", Input, FieldType::Tensor, false, -1, offsetof(RoiAlign, roi), 8, nullptr},
    {"BatchIndicesTensor", "batch_indices", Input, FieldType::Tensor, false, -1, offsetof(RoiAlign, batch_indices), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(RoiAlign, output), 24, nullptr},
    {"ReductionFunction", "reduction_function", Attribute, FieldType::Enum, false, -1, offsetof(RoiAlign, reduction_function), 32, &kEnums[4]},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(RoiAlign, interpolation_mode), 36, &kEnums[9]},
    {"SpatialScaleX", "spatial_scale_x", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign, spatial_scale_x), 40, nullptr},
    {"SpatialScaleY", "spatial_scale_y", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign, spatial_scale_y), 44, nullptr},
    {"OutOfBoundsInputValue", "out_of_bounds_input_value", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign, out_of_bounds_input_value), 48, nullptr},
    {"MinimumSamplesPerOutput", "minimum_samples_per_output", Attribute, FieldType::UInt, false, -1, offsetof(RoiAlign, minimum_samples_per_output), 52, nullptr},
    {"MaximumSamplesPerOutput", "maximum_samples_per_output", Attribute, FieldType::UInt, false, -1, offsetof(RoiAlign, maximum_samples_per_output), 56, nullptr},
};
constexpr Field kGatherNd1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(GatherNd1, input), 0, nullptr},
    {"IndicesTensor", "indices", Input, FieldType::Tensor, false, -1, offsetof(GatherNd1, indices), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(GatherNd1, output), 16, nullptr},
    {"InputDimensionCount", "input_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(GatherNd1, input_dimension_count), 24, nullptr},
    {"IndicesDimensionCount", "indices_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(GatherNd1, indices_dimension_count), 28, nullptr},
    {"BatchDimensionCount", "batch_dimension_count", Attribute, FieldType::UInt, false, -1, offsetof(GatherNd1, batch_dimension_count), 32, nullptr},
};
constexpr Field kElementWiseAtanYxFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAtanYx, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseAtanYx, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseAtanYx, output), 16, nullptr},
};
constexpr Field kElementWiseClipGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseClipGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseClipGrad, input_gradient), 8, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseClipGrad, output_gradient), 16, nullptr},
    {"Min", "min", Attribute, FieldType::Float, false, -1, offsetof(ElementWiseClipGrad, min), 24, nullptr},
    {"Max", "max", Attribute, FieldType::Float, false, -1, offsetof(ElementWiseClipGrad, max), 28, nullptr},
};
constexpr Field kElementWiseDifferenceSquareFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseDifferenceSquare, a), 0, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseDifferenceSquare, b), 8, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseDifferenceSquare, output), 16, nullptr},
};
constexpr Field kLocalResponseNormalizationGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(LocalResponseNormalizationGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(LocalResponseNormalizationGrad, input_gradient), 8, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(LocalResponseNormalizationGrad, output_gradient), 16, nullptr},
    {"CrossChannel", "cross_channel", Attribute, FieldType::Bool, false, -1, offsetof(LocalResponseNormalizationGrad, cross_channel), 24, nullptr},
    {"LocalSize", "local_size", Attribute, FieldType::UInt, false, -1, offsetof(LocalResponseNormalizationGrad, local_size), 28, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(LocalResponseNormalizationGrad, alpha), 32, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(LocalResponseNormalizationGrad, beta), 36, nullptr},
    {"Bias", "bias", Attribute, FieldType::Float, false, -1, offsetof(LocalResponseNormalizationGrad, bias), 40, nullptr},
};
constexpr Field kCumulativeProductFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(CumulativeProduct, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(CumulativeProduct, output), 8, nullptr},
    {"Axis", "axis", Attribute, FieldType::UInt, false, -1, offsetof(CumulativeProduct, axis), 16, nullptr},
    {"AxisDirection", "axis_direction", Attribute, FieldType::Enum, false, -1, offsetof(CumulativeProduct, axis_direction), 20, &kEnums[13]},
    {"HasExclusiveProduct", "has_exclusive_product", Attribute, FieldType::Bool, false, -1, offsetof(CumulativeProduct, has_exclusive_product), 24, nullptr},
};
constexpr Field kBatchNormalizationGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, input_gradient), 8, nullptr},
    {"MeanTensor", "mean", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, mean), 16, nullptr},
    {"VarianceTensor", "variance", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, variance), 24, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, scale), 32, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, output_gradient), 40, nullptr},
    {"OutputScaleGradientTensor", "output_scale_gradient", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, output_scale_gradient), 48, nullptr},
    {"OutputBiasGradientTensor", "output_bias_gradient", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationGrad, output_bias_gradient), 56, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(BatchNormalizationGrad, epsilon), 64, nullptr},
};
constexpr Field kElementWiseQuantizedLinearAddFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizedLinearAdd, a), 0, nullptr},
    {"AScaleTensor", "a_scale", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizedLinearAdd, a_scale), 8, nullptr},
    {"AZeroPointTensor", "a_zero_point", Input, FieldType::Tensor, true, -1, offsetof(ElementWiseQuantizedLinearAdd, a_zero_point), 16, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizedLinearAdd, b), 24, nullptr},
    {"BScaleTensor", "b_scale", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizedLinearAdd, b_scale), 32, nullptr},
    {"BZeroPointTensor", "b_zero_point", Input, FieldType::Tensor, true, -1, offsetof(ElementWiseQuantizedLinearAdd, b_zero_point), 40, nullptr},
    {"OutputScaleTensor", "output_scale", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizedLinearAdd, output_scale), 48, nullptr},
    {"OutputZeroPointTensor", "output_zero_point", Input, FieldType::Tensor, true, -1, offsetof(ElementWiseQuantizedLinearAdd, output_zero_point), 56, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseQuantizedLinearAdd, output), 64, nullptr},
};
constexpr Field kDynamicQuantizeLinearFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(DynamicQuantizeLinear, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(DynamicQuantizeLinear, output), 8, nullptr},
    {"OutputScaleTensor", "output_scale", Output, FieldType::Tensor, false, -1, offsetof(DynamicQuantizeLinear, output_scale), 16, nullptr},
    {"OutputZeroPointTensor", "output_zero_point", Output, FieldType::Tensor, false, -1, offsetof(DynamicQuantizeLinear, output_zero_point), 24, nullptr},
};
constexpr Field kRoiAlign1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(RoiAlign1, input), 0, nullptr},
    {"ROITensor", "roi", Input, FieldType::Tensor, false, -1, offsetof(RoiAlign1, roi), 8, nullptr},
    {"BatchIndicesTensor", "batch_indices", Input, FieldType::Tensor, false, -1, offsetof(RoiAlign1, batch_indices), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(RoiAlign1, output), 24, nullptr},
    {"ReductionFunction", "reduction_function", Attribute, FieldType::Enum, false, -1, offsetof(RoiAlign1, reduction_function), 32, &kEnums[4]},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(RoiAlign1, interpolation_mode), 36, &kEnums[9]},
    {"SpatialScaleX", "spatial_scale_x", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign1, spatial_scale_x), 40, nullptr},
    {"SpatialScaleY", "spatial_scale_y", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign1, spatial_scale_y), 44, nullptr},
    {"InputPixelOffset", "input_pixel_offset", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign1, input_pixel_offset), 48, nullptr},
    {"OutputPixelOffset", "output_pixel_offset", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign1, output_pixel_offset), 52, nullptr},
    {"OutOfBoundsInputValue", "out_of_bounds_input_value", Attribute, FieldType::Float, false, -1, offsetof(RoiAlign1, out_of_bounds_input_value), 56, nullptr},
    {"MinimumSamplesPerOutput", "minimum_samples_per_output", Attribute, FieldType::UInt, false, -1, offsetof(RoiAlign1, minimum_samples_per_output), 60, nullptr},
    {"MaximumSamplesPerOutput", "maximum_samples_per_output", Attribute, FieldType::UInt, false, -1, offsetof(RoiAlign1, maximum_samples_per_output), 64, nullptr},
    {"AlignRegionsToCorners", "align_regions_to_corners", Attribute, FieldType::Bool, false, -1, offsetof(RoiAlign1, align_regions_to_corners), 68, nullptr},
};
constexpr Field kRoiAlignGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, true, -1, offsetof(RoiAlignGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(RoiAlignGrad, input_gradient), 8, nullptr},
    {"ROITensor", "roi", Input, FieldType::Tensor, false, -1, offsetof(RoiAlignGrad, roi), 16, nullptr},
    {"BatchIndicesTensor", "batch_indices", Input, FieldType::Tensor, false, -1, offsetof(RoiAlignGrad, batch_indices), 24, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, true, -1, offsetof(RoiAlignGrad, output_gradient), 32, nullptr},
    {"OutputROIGradientTensor", "output_roi_gradient", Output, FieldType::Tensor, true, -1, offsetof(RoiAlignGrad, output_roi_gradient), 40, nullptr},
    {"ReductionFunction", "reduction_function", Attribute, FieldType::Enum, false, -1, offsetof(RoiAlignGrad, reduction_function), 48, &kEnums[4]},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(RoiAlignGrad, interpolation_mode), 52, &kEnums[9]},
    {"SpatialScaleX", "spatial_scale_x", Attribute, FieldType::Float, false, -1, offsetof(RoiAlignGrad, spatial_scale_x), 56, nullptr},
    {"SpatialScaleY", "spatial_scale_y", Attribute, FieldType::Float, false, -1, offsetof(RoiAlignGrad, spatial_scale_y), 60, nullptr},
    {"InputPixelOffset", "input_pixel_offset", Attribute, FieldType::Float, false, -1, offsetof(RoiAlignGrad, input_pixel_offset), 64, nullptr},
    {"OutputPixelOffset", "output_pixel_offset", Attribute, FieldType::Float, false, -1, offsetof(RoiAlignGrad, output_pixel_offset), 68, nullptr},
    {"MinimumSamplesPerOutput", "minimum_samples_per_output", Attribute, FieldType::UInt, false, -1, offsetof(RoiAlignGrad, minimum_samples_per_output), 72, nullptr},
    {"MaximumSamplesPerOutput", "maximum_samples_per_output", Attribute, FieldType::UInt, false, -1, offsetof(RoiAlignGrad, maximum_samples_per_output), 76, nullptr},
    {"AlignRegionsToCorners", "align_regions_to_corners", Attribute, FieldType::Bool, false, -1, offsetof(RoiAlignGrad, align_regions_to_corners), 80, nullptr},
};
constexpr Field kBatchNormalizationTrainingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTraining, input), 0, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTraining, scale), 8, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTraining, bias), 16, nullptr},
    {"FusedAddTensor", "fused_add", Input, FieldType::Tensor, true, -1, offsetof(BatchNormalizationTraining, fused_add), 24, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTraining, output), 32, nullptr},
    {"OutputMeanTensor", "output_mean", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTraining, output_mean), 40, nullptr},
    {"OutputVarianceTensor", "output_variance", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTraining, output_variance), 48, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(BatchNormalizationTraining, epsilon), 56, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(BatchNormalizationTraining, fused_activation), 64, nullptr},
};
constexpr Field kBatchNormalizationTrainingGradFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, input_gradient), 8, nullptr},
    {"MeanTensor", "mean", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, mean), 16, nullptr},
    {"VarianceTensor", "variance", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, variance), 24, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, scale), 32, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, output_gradient), 40, nullptr},
    {"OutputScaleGradientTensor", "output_scale_gradient", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, output_scale_gradient), 48, nullptr},
    {"OutputBiasGradientTensor", "output_bias_gradient", Output, FieldType::Tensor, false, -1, offsetof(BatchNormalizationTrainingGrad, output_bias_gradient), 56, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(BatchNormalizationTrainingGrad, epsilon), 64, nullptr},
};
constexpr Field kElementWiseClip1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseClip1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseClip1, output), 8, nullptr},
    {"ScaleBias", "scale_bias", Attribute, FieldType::ScaleBias, true, -1, offsetof(ElementWiseClip1, scale_bias), 16, nullptr},
    {"MinMaxDataType", "min_max_data_type", Attribute, FieldType::Enum, false, -1, offsetof(ElementWiseClip1, min_max_data_type), 24, &kEnums[0]},
    {"Min", "min", Attribute, FieldType::Scalar, false, -1, offsetof(ElementWiseClip1, min), 32, nullptr},
    {"Max", "max", Attribute, FieldType::Scalar, false, -1, offsetof(ElementWiseClip1, max), 40, nullptr},
};
constexpr Field kElementWiseClipGrad1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseClipGrad1, input), 0, nullptr},
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseClipGrad1, input_gradient), 8, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseClipGrad1, output_gradient), 16, nullptr},
    {"MinMaxDataType", "min_max_data_type", Attribute, FieldType::Enum, false, -1, offsetof(ElementWiseClipGrad1, min_max_data_type), 24, &kEnums[0]},
    {"Min", "min", Attribute, FieldType::Scalar, false, -1, offsetof(ElementWiseClipGrad1, min), 32, nullptr},
    {"Max", "max", Attribute, FieldType::Scalar, false, -1, offsetof(ElementWiseClipGrad1, max), 40, nullptr},
};
constexpr Field kPadding1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Padding1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Padding1, output), 8, nullptr},
    {"PaddingMode", "padding_mode", Attribute, FieldType::Enum, false, -1, offsetof(Padding1, padding_mode), 16, &kEnums[8]},
    {"PaddingValueDataType", "padding_value_data_type", Attribute, FieldType::Enum, false, -1, offsetof(Padding1, padding_value_data_type), 20, &kEnums[0]},
    {"PaddingValue", "padding_value", Attribute, FieldType::Scalar, false, -1, offsetof(Padding1, padding_value), 24, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 5, offsetof(Padding1, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 5, offsetof(Padding1, end_padding), 48, nullptr},
};
constexpr Field kElementWiseNegateFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ElementWiseNegate, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ElementWiseNegate, output), 8, nullptr},
};
constexpr Field kActivationGeluFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationGelu, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationGelu, output), 8, nullptr},
};
constexpr Field kActivationSoftmax1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationSoftmax1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationSoftmax1, output), 8, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 2, offsetof(ActivationSoftmax1, axes), 24, nullptr},
};
constexpr Field kActivationLogSoftmax1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationLogSoftmax1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationLogSoftmax1, output), 8, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 2, offsetof(ActivationLogSoftmax1, axes), 24, nullptr},
};
constexpr Field kActivationHardmax1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationHardmax1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationHardmax1, output), 8, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 2, offsetof(ActivationHardmax1, axes), 24, nullptr},
};
constexpr Field kResample2Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Resample2, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Resample2, output), 8, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(Resample2, interpolation_mode), 16, &kEnums[9]},
    {"RoundingDirection", "rounding_direction", Attribute, FieldType::Enum, false, -1, offsetof(Resample2, rounding_direction), 20, &kEnums[13]},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Scales", "scales", Attribute, FieldType::FloatArray, false, 4, offsetof(Resample2, scales), 32, nullptr},
    {"InputPixelOffsets", "input_pixel_offsets", Attribute, FieldType::FloatArray, false, 4, offsetof(Resample2, input_pixel_offsets), 40, nullptr},
    {"OutputPixelOffsets", "output_pixel_offsets", Attribute, FieldType::FloatArray, false, 4, offsetof(Resample2, output_pixel_offsets), 48, nullptr},
};
constexpr Field kResampleGrad1Fields[] = {
    {"InputGradientTensor", "input_gradient", Input, FieldType::Tensor, false, -1, offsetof(ResampleGrad1, input_gradient), 0, nullptr},
    {"OutputGradientTensor", "output_gradient", Output, FieldType::Tensor, false, -1, offsetof(ResampleGrad1, output_gradient), 8, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(ResampleGrad1, interpolation_mode), 16, &kEnums[9]},
    {"RoundingDirection", "rounding_direction", Attribute, FieldType::Enum, false, -1, offsetof(ResampleGrad1, rounding_direction), 20, &kEnums[13]},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Scales", "scales", Attribute, FieldType::FloatArray, false, 4, offsetof(ResampleGrad1, scales), 32, nullptr},
    {"InputPixelOffsets", "input_pixel_offsets", Attribute, FieldType::FloatArray, false, 4, offsetof(ResampleGrad1, input_pixel_offsets), 40, nullptr},
    {"OutputPixelOffsets", "output_pixel_offsets", Attribute, FieldType::FloatArray, false, 4, offsetof(ResampleGrad1, output_pixel_offsets), 48, nullptr},
};
constexpr Field kDiagonalMatrix1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, true, -1, offsetof(DiagonalMatrix1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(DiagonalMatrix1, output), 8, nullptr},
    {"ValueDataType", "value_data_type", Attribute, FieldType::Enum, false, -1, offsetof(DiagonalMatrix1, value_data_type), 16, &kEnums[0]},
    {"Value", "value", Attribute, FieldType::Scalar, false, -1, offsetof(DiagonalMatrix1, value), 24, nullptr},
    {"DiagonalFillBegin", "diagonal_fill_begin", Attribute, FieldType::Int, false, -1, offsetof(DiagonalMatrix1, diagonal_fill_begin), 32, nullptr},
    {"DiagonalFillEnd", "diagonal_fill_end", Attribute, FieldType::Int, false, -1, offsetof(DiagonalMatrix1, diagonal_fill_end), 36, nullptr},
};
constexpr Field kMultiheadAttentionFields[] = {
    {"QueryTensor", "query", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, query), 0, nullptr},
    {"KeyTensor", "key", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, key), 8, nullptr},
    {"ValueTensor", "value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, value), 16, nullptr},
    {"StackedQueryKeyTensor", "stacked_query_key", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, stacked_query_key), 24, nullptr},
    {"StackedKeyValueTensor", "stacked_key_value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, stacked_key_value), 32, nullptr},
    {"StackedQueryKeyValueTensor", "stacked_query_key_value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, stacked_query_key_value), 40, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, bias), 48, nullptr},
    {"MaskTensor", "mask", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, mask), 56, nullptr},
    {"RelativePositionBiasTensor", "relative_position_bias", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, relative_position_bias), 64, nullptr},
    {"PastKeyTensor", "past_key", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, past_key), 72, nullptr},
    {"PastValueTensor", "past_value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, past_value), 80, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MultiheadAttention, output), 88, nullptr},
    {"OutputPresentKeyTensor", "output_present_key", Output, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, output_present_key), 96, nullptr},
    {"OutputPresentValueTensor", "output_present_value", Output, FieldType::Tensor, true, -1, offsetof(MultiheadAttention, output_present_value), 104, nullptr},
    {"Scale", "scale", Attribute, FieldType::Float, false, -1, offsetof(MultiheadAttention, scale), 112, nullptr},
    {"MaskFilterValue", "mask_filter_value", Attribute, FieldType::Float, false, -1, offsetof(MultiheadAttention, mask_filter_value), 116, nullptr},
    {"HeadCount", "head_count", Attribute, FieldType::UInt, false, -1, offsetof(MultiheadAttention, head_count), 120, nullptr},
    {"MaskType", "mask_type", Attribute, FieldType::Enum, false, -1, offsetof(MultiheadAttention, mask_type), 124, &kEnums[16]},
};
constexpr Field kLpPooling1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(LpPooling1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(LpPooling1, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling1, strides), 24, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling1, window_size), 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling1, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling1, end_padding), 48, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 2, offsetof(LpPooling1, dilations), 56, nullptr},
    {"P", "p", Attribute, FieldType::UInt, false, -1, offsetof(LpPooling1, p), 64, nullptr},
};
constexpr Field kAveragePooling1Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(AveragePooling1, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(AveragePooling1, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling1, strides), 24, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling1, window_size), 32, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling1, start_padding), 40, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling1, end_padding), 48, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 2, offsetof(AveragePooling1, dilations), 56, nullptr},
    {"IncludePadding", "include_padding", Attribute, FieldType::Bool, false, -1, offsetof(AveragePooling1, include_padding), 64, nullptr},
};
constexpr Field kActivationSwishFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationSwish, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationSwish, output), 8, nullptr},
    {"SigmoidInputScale", "sigmoid_input_scale", Attribute, FieldType::Float, false, -1, offsetof(ActivationSwish, sigmoid_input_scale), 16, nullptr},
};
constexpr Field kActivationHardSwishFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(ActivationHardSwish, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(ActivationHardSwish, output), 8, nullptr},
    {"Alpha", "alpha", Attribute, FieldType::Float, false, -1, offsetof(ActivationHardSwish, alpha), 16, nullptr},
    {"Beta", "beta", Attribute, FieldType::Float, false, -1, offsetof(ActivationHardSwish, beta), 20, nullptr},
};
constexpr Field kQuantizedLinearAveragePoolingFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearAveragePooling, input), 0, nullptr},
    {"InputScaleTensor", "input_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearAveragePooling, input_scale), 8, nullptr},
    {"InputZeroPointTensor", "input_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearAveragePooling, input_zero_point), 16, nullptr},
    {"OutputScaleTensor", "output_scale", Input, FieldType::Tensor, false, -1, offsetof(QuantizedLinearAveragePooling, output_scale), 24, nullptr},
    {"OutputZeroPointTensor", "output_zero_point", Input, FieldType::Tensor, true, -1, offsetof(QuantizedLinearAveragePooling, output_zero_point), 32, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(QuantizedLinearAveragePooling, output), 40, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 48, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 6, offsetof(QuantizedLinearAveragePooling, strides), 56, nullptr},
    {"WindowSize", "window_size", Attribute, FieldType::UIntArray, false, 6, offsetof(QuantizedLinearAveragePooling, window_size), 64, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 6, offsetof(QuantizedLinearAveragePooling, start_padding), 72, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 6, offsetof(QuantizedLinearAveragePooling, end_padding), 80, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 6, offsetof(QuantizedLinearAveragePooling, dilations), 88, nullptr},
    {"IncludePadding", "include_padding", Attribute, FieldType::Bool, false, -1, offsetof(QuantizedLinearAveragePooling, include_padding), 96, nullptr},
};
constexpr Field kMatrixMultiplyIntegerToFloatFields[] = {
    {"ATensor", "a", Input, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyIntegerToFloat, a), 0, nullptr},
    {"AScaleTensor", "a_scale", Input, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyIntegerToFloat, a_scale), 8, nullptr},
    {"AZeroPointTensor", "a_zero_point", Input, FieldType::Tensor, true, -1, offsetof(MatrixMultiplyIntegerToFloat, a_zero_point), 16, nullptr},
    {"BTensor", "b", Input, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyIntegerToFloat, b), 24, nullptr},
    {"BScaleTensor", "b_scale", Input, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyIntegerToFloat, b_scale), 32, nullptr},
    {"BZeroPointTensor", "b_zero_point", Input, FieldType::Tensor, true, -1, offsetof(MatrixMultiplyIntegerToFloat, b_zero_point), 40, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(MatrixMultiplyIntegerToFloat, bias), 48, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MatrixMultiplyIntegerToFloat, output), 56, nullptr},
};
constexpr Field kMeanVarianceNormalization2Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(MeanVarianceNormalization2, input), 0, nullptr},
    {"ScaleTensor", "scale", Input, FieldType::Tensor, true, -1, offsetof(MeanVarianceNormalization2, scale), 8, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(MeanVarianceNormalization2, bias), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MeanVarianceNormalization2, output), 24, nullptr},
    {"AxisCount", "", Attribute, FieldType::Count, false, -1, 0, 32, nullptr},
    {"Axes", "axes", Attribute, FieldType::UIntArray, false, 4, offsetof(MeanVarianceNormalization2, axes), 40, nullptr},
    {"UseMean", "use_mean", Attribute, FieldType::Bool, false, -1, offsetof(MeanVarianceNormalization2, use_mean), 48, nullptr},
    {"UseVariance", "use_variance", Attribute, FieldType::Bool, false, -1, offsetof(MeanVarianceNormalization2, use_variance), 52, nullptr},
    {"Epsilon", "epsilon", Attribute, FieldType::Float, false, -1, offsetof(MeanVarianceNormalization2, epsilon), 56, nullptr},
    {"FusedActivation", "fused_activation", Attribute, FieldType::Activation, true, -1, offsetof(MeanVarianceNormalization2, fused_activation), 64, nullptr},
};
constexpr Field kMultiheadAttention1Fields[] = {
    {"QueryTensor", "query", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, query), 0, nullptr},
    {"KeyTensor", "key", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, key), 8, nullptr},
    {"ValueTensor", "value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, value), 16, nullptr},
    {"StackedQueryKeyTensor", "stacked_query_key", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, stacked_query_key), 24, nullptr},
    {"StackedKeyValueTensor", "stacked_key_value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, stacked_key_value), 32, nullptr},
    {"StackedQueryKeyValueTensor", "stacked_query_key_value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, stacked_query_key_value), 40, nullptr},
    {"BiasTensor", "bias", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, bias), 48, nullptr},
    {"MaskTensor", "mask", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, mask), 56, nullptr},
    {"RelativePositionBiasTensor", "relative_position_bias", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, relative_position_bias), 64, nullptr},
    {"PastKeyTensor", "past_key", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, past_key), 72, nullptr},
    {"PastValueTensor", "past_value", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, past_value), 80, nullptr},
    {"PastSequenceLengthsTensor", "past_sequence_lengths", Input, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, past_sequence_lengths), 88, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(MultiheadAttention1, output), 96, nullptr},
    {"OutputPresentKeyTensor", "output_present_key", Output, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, output_present_key), 104, nullptr},
    {"OutputPresentValueTensor", "output_present_value", Output, FieldType::Tensor, true, -1, offsetof(MultiheadAttention1, output_present_value), 112, nullptr},
    {"Scale", "scale", Attribute, FieldType::Float, false, -1, offsetof(MultiheadAttention1, scale), 120, nullptr},
    {"MaskFilterValue", "mask_filter_value", Attribute, FieldType::Float, false, -1, offsetof(MultiheadAttention1, mask_filter_value), 124, nullptr},
    {"QueryHeadCount", "query_head_count", Attribute, FieldType::UInt, false, -1, offsetof(MultiheadAttention1, query_head_count), 128, nullptr},
    {"KeyValueHeadCount", "key_value_head_count", Attribute, FieldType::UInt, false, -1, offsetof(MultiheadAttention1, key_value_head_count), 132, nullptr},
    {"MaskType", "mask_type", Attribute, FieldType::Enum, false, -1, offsetof(MultiheadAttention1, mask_type), 136, &kEnums[16]},
};
constexpr Field kQuantizeFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Quantize, input), 0, nullptr},
    {"QuantizationType", "quantization_type", Attribute, FieldType::Enum, false, -1, offsetof(Quantize, quantization_type), 8, &kEnums[17]},
    {"QuantizationTensorCount", "", Attribute, FieldType::Count, false, -1, 0, 12, nullptr},
    {"QuantizationTensors", "quantizations", Input, FieldType::TensorArray, false, 2, offsetof(Quantize, quantizations), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Quantize, output), 24, nullptr},
};
constexpr Field kDequantizeFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Dequantize, input), 0, nullptr},
    {"QuantizationType", "quantization_type", Attribute, FieldType::Enum, false, -1, offsetof(Dequantize, quantization_type), 8, &kEnums[17]},
    {"QuantizationTensorCount", "", Attribute, FieldType::Count, false, -1, 0, 12, nullptr},
    {"QuantizationTensors", "quantizations", Input, FieldType::TensorArray, false, 2, offsetof(Dequantize, quantizations), 16, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Dequantize, output), 24, nullptr},
};
constexpr Field kResample3Fields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Resample3, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Resample3, output), 8, nullptr},
    {"InterpolationMode", "interpolation_mode", Attribute, FieldType::Enum, false, -1, offsetof(Resample3, interpolation_mode), 16, &kEnums[9]},
    {"RoundingDirection", "rounding_direction", Attribute, FieldType::Enum, false, -1, offsetof(Resample3, rounding_direction), 20, &kEnums[13]},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 24, nullptr},
    {"Scales", "scales", Attribute, FieldType::FloatArray, false, 4, offsetof(Resample3, scales), 32, nullptr},
    {"InputPixelOffsets", "input_pixel_offsets", Attribute, FieldType::FloatArray, false, 4, offsetof(Resample3, input_pixel_offsets), 40, nullptr},
    {"OutputPixelOffsets", "output_pixel_offsets", Attribute, FieldType::FloatArray, false, 4, offsetof(Resample3, output_pixel_offsets), 48, nullptr},
    {"Antialiased", "antialiased", Attribute, FieldType::Bool, false, -1, offsetof(Resample3, antialiased), 56, nullptr},
};
constexpr Field kFoldFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Fold, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Fold, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"WindowSizes", "window_sizes", Attribute, FieldType::UIntArray, false, 2, offsetof(Fold, window_sizes), 24, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(Fold, strides), 32, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 2, offsetof(Fold, dilations), 40, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(Fold, start_padding), 48, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(Fold, end_padding), 56, nullptr},
};
constexpr Field kUnfoldFields[] = {
    {"InputTensor", "input", Input, FieldType::Tensor, false, -1, offsetof(Unfold, input), 0, nullptr},
    {"OutputTensor", "output", Output, FieldType::Tensor, false, -1, offsetof(Unfold, output), 8, nullptr},
    {"DimensionCount", "", Attribute, FieldType::Count, false, -1, 0, 16, nullptr},
    {"WindowSizes", "window_sizes", Attribute, FieldType::UIntArray, false, 2, offsetof(Unfold, window_sizes), 24, nullptr},
    {"Strides", "strides", Attribute, FieldType::UIntArray, false, 2, offsetof(Unfold, strides), 32, nullptr},
    {"Dilations", "dilations", Attribute, FieldType::UIntArray, false, 2, offsetof(Unfold, dilations), 40, nullptr},
    {"StartPadding", "start_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(Unfold, start_padding), 48, nullptr},
    {"EndPadding", "end_padding", Attribute, FieldType::UIntArray, false, 2, offsetof(Unfold, end_padding), 56, nullptr},
};

constexpr TensorSupport kTensors0[] = {
    {0, 0x1fe, 0xffe},
    {1, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors1[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors2[] = {
    {0, 0x30, 0x1fe},
    {1, 0x30, 0x1fe},
};
constexpr TensorSupport kTensors3[] = {
    {0, 0x30, 0x6},
    {1, 0x30, 0x6},
};
constexpr TensorSupport kTensors4[] = {
    {0, 0x1fe, 0x9c6},
    {1, 0x1fe, 0x9c6},
};
constexpr TensorSupport kTensors5[] = {
    {0, 0x1fe, 0x1c6},
    {1, 0x1fe, 0x1c6},
};
constexpr TensorSupport kTensors6[] = {
    {0, 0x10, 0x1c6},
    {1, 0x10, 0x1c6},
};
constexpr TensorSupport kTensors7[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
};
constexpr TensorSupport kTensors8[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors9[] = {
    {0, 0x1fe, 0xdfe},
    {1, 0x1fe, 0xdfe},
    {2, 0x1fe, 0xdfe},
};
constexpr TensorSupport kTensors10[] = {
    {0, 0x1fe, 0xc4e},
    {1, 0x1fe, 0xc4e},
    {2, 0x1fe, 0xc4e},
};
constexpr TensorSupport kTensors11[] = {
    {0, 0x1fe, 0x4e},
    {1, 0x1fe, 0x4e},
    {2, 0x1fe, 0x4e},
};
constexpr TensorSupport kTensors12[] = {
    {0, 0x30, 0x4e},
    {1, 0x30, 0x4e},
    {2, 0x30, 0x4e},
};
constexpr TensorSupport kTensors13[] = {
    {0, 0x30, 0x6},
    {1, 0x30, 0x6},
    {2, 0x30, 0x6},
};
constexpr TensorSupport kTensors14[] = {
    {0, 0x1fe, 0xdfe},
    {1, 0x1fe, 0xdfe},
};
constexpr TensorSupport kTensors15[] = {
    {0, 0x10, 0x1fe},
    {1, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors16[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0x1fe},
    {2, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors17[] = {
    {0, 0x10, 0x4e},
    {1, 0x10, 0x4e},
    {2, 0x10, 0x4e},
};
constexpr TensorSupport kTensors18[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
};
constexpr TensorSupport kTensors19[] = {
    {0, 0x1fe, 0x28},
    {1, 0x1fe, 0x28},
    {2, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors20[] = {
    {0, 0x10, 0x28},
    {1, 0x10, 0x28},
    {2, 0x10, 0x28},
};
constexpr TensorSupport kTensors21[] = {
    {0, 0x10, 0x8},
    {1, 0x10, 0x8},
    {2, 0x10, 0x8},
};
constexpr TensorSupport kTensors22[] = {
    {0, 0x1fe, 0xdfe},
    {1, 0x1fe, 0xdfe},
    {2, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors23[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0x1fe},
    {2, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors24[] = {
    {0, 0x10, 0x1fe},
    {1, 0x10, 0x1fe},
    {2, 0x10, 0x28},
};
constexpr TensorSupport kTensors25[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x28},
};
constexpr TensorSupport kTensors26[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x8},
};
constexpr TensorSupport kTensors27[] = {
    {0, 0x1fe, 0x28},
    {1, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors28[] = {
    {0, 0x10, 0x28},
    {1, 0x10, 0x28},
};
constexpr TensorSupport kTensors29[] = {
    {0, 0x10, 0x8},
    {1, 0x10, 0x8},
};
constexpr TensorSupport kTensors30[] = {
    {0, 0x10, 0x1fe},
    {1, 0x10, 0x1fe},
    {2, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors31[] = {
    {0, 0x1fe, 0x46},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x120},
    {3, 0x1fe, 0x120},
};
constexpr TensorSupport kTensors32[] = {
    {0, 0x1fe, 0x42},
    {1, 0x1fe, 0x2},
    {2, 0x1fe, 0x120},
    {3, 0x1fe, 0x120},
};
constexpr TensorSupport kTensors33[] = {
    {0, 0x10, 0x42},
    {1, 0x10, 0x2},
    {2, 0x10, 0x120},
    {3, 0x10, 0x120},
};
constexpr TensorSupport kTensors34[] = {
    {0, 0x10, 0x2},
    {1, 0x10, 0x2},
    {2, 0x10, 0x20},
    {3, 0x10, 0x20},
};
constexpr TensorSupport kTensors35[] = {
    {0, 0x1fe, 0x1f8},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x1f8},
    {3, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors36[] = {
    {0, 0x1fe, 0x1f8},
    {1, 0x1fe, 0x2},
    {2, 0x1fe, 0x1f8},
    {3, 0x1fe, 0x2},
};
constexpr TensorSupport kTensors37[] = {
    {0, 0x10, 0x1f8},
    {1, 0x10, 0x2},
    {2, 0x10, 0x1f8},
    {3, 0x10, 0x2},
};
constexpr TensorSupport kTensors38[] = {
    {0, 0x10, 0x20},
    {1, 0x10, 0x2},
    {2, 0x10, 0x20},
    {3, 0x10, 0x2},
};
constexpr TensorSupport kTensors39[] = {
    {0, 0x1fe, 0x1c6},
    {1, 0x1fe, 0x1c6},
    {2, 0x1fe, 0x1c6},
};
constexpr TensorSupport kTensors40[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors41[] = {
    {0, 0x38, 0x6},
    {1, 0x38, 0x6},
    {2, 0x38, 0x6},
    {3, 0x38, 0x6},
};
constexpr TensorSupport kTensors42[] = {
    {0, 0x30, 0x6},
    {1, 0x30, 0x6},
    {2, 0x30, 0x6},
    {3, 0x30, 0x6},
};
constexpr TensorSupport kTensors43[] = {
    {0, 0x1c, 0x6},
    {1, 0x1c, 0x6},
    {2, 0x1c, 0x6},
    {3, 0x1c, 0x6},
};
constexpr TensorSupport kTensors44[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
    {3, 0x10, 0x6},
};
constexpr TensorSupport kTensors45[] = {
    {1, 0x1fe, 0xdfe},
    {2, 0x1fe, 0xdfe},
};
constexpr TensorSupport kTensors46[] = {
    {1, 0x1fe, 0x1fe},
    {2, 0x1fe, 0xdfe},
};
constexpr TensorSupport kTensors47[] = {
    {1, 0x10, 0x1fe},
    {2, 0x10, 0x4e},
};
constexpr TensorSupport kTensors48[] = {
    {1, 0x10, 0x6},
    {2, 0x10, 0xe},
};
constexpr TensorSupport kTensors49[] = {
    {0, 0x30, 0xdfe},
    {1, 0x30, 0xdfe},
};
constexpr TensorSupport kTensors50[] = {
    {0, 0x30, 0x126},
    {1, 0x30, 0x126},
};
constexpr TensorSupport kTensors51[] = {
    {0, 0x30, 0xde},
    {1, 0x30, 0xde},
};
constexpr TensorSupport kTensors52[] = {
    {0, 0x10, 0xdfe},
    {1, 0x10, 0xdfe},
};
constexpr TensorSupport kTensors53[] = {
    {0, 0x10, 0x1b6},
    {1, 0x10, 0x1b6},
};
constexpr TensorSupport kTensors54[] = {
    {0, 0x1fe, 0xffe},
    {2, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors55[] = {
    {0, 0x1fe, 0x1fe},
    {2, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors56[] = {
    {0, 0x10, 0x1fe},
    {2, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors57[] = {
    {0, 0x10, 0xde},
    {2, 0x10, 0xde},
};
constexpr TensorSupport kTensors58[] = {
    {1, 0x1fe, 0xffe},
    {2, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors59[] = {
    {1, 0x30, 0x1fe},
    {2, 0x30, 0x1fe},
};
constexpr TensorSupport kTensors60[] = {
    {1, 0x10, 0x1fe},
    {2, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors61[] = {
    {1, 0x10, 0xde},
    {2, 0x10, 0xde},
};
constexpr TensorSupport kTensors62[] = {
    {0, 0x1fe, 0xffe},
    {1, 0x1fe, 0xc48},
    {2, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors63[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0xc48},
    {2, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors64[] = {
    {0, 0x10, 0x1fe},
    {1, 0x10, 0x8},
    {2, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors65[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x8},
    {2, 0x10, 0x6},
};
constexpr TensorSupport kTensors66[] = {
    {0, 0x10, 0xffe},
    {1, 0x10, 0xffe},
};
constexpr TensorSupport kTensors67[] = {
    {0, 0x1fe, 0xdfe},
    {1, 0x1fe, 0xdfe},
    {2, 0x1fe, 0x408},
};
constexpr TensorSupport kTensors68[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0x1fe},
    {2, 0x1fe, 0x8},
};
constexpr TensorSupport kTensors69[] = {
    {0, 0x10, 0x1fe},
    {1, 0x10, 0x1fe},
    {2, 0x10, 0x8},
};
constexpr TensorSupport kTensors70[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x6},
    {3, 0x1fe, 0x6},
    {4, 0x1fe, 0x6},
    {5, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors71[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
    {3, 0x10, 0x6},
    {4, 0x10, 0x6},
    {5, 0x10, 0x6},
};
constexpr TensorSupport kTensors72[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
    {3, 0x10, 0x6},
    {4, 0x10, 0x6},
    {5, 0x10, 0x8},
    {6, 0x10, 0x6},
    {7, 0x10, 0x6},
};
constexpr TensorSupport kTensors73[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
    {3, 0x10, 0x6},
    {4, 0x10, 0x6},
    {5, 0x10, 0x6},
    {6, 0x10, 0x8},
    {7, 0x10, 0x6},
    {8, 0x10, 0x6},
    {9, 0x10, 0x6},
    {10, 0x10, 0x6},
};
constexpr TensorSupport kTensors74[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors75[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x28},
};
constexpr TensorSupport kTensors76[] = {
    {0, 0x1fe, 0x20},
    {1, 0x1fe, 0xffe},
    {2, 0x1fe, 0xffe},
    {3, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors77[] = {
    {0, 0x1fe, 0x20},
    {1, 0x1fe, 0x1fe},
    {2, 0x1fe, 0x1fe},
    {3, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors78[] = {
    {0, 0x10, 0x20},
    {1, 0x10, 0x4},
    {2, 0x10, 0x4},
    {3, 0x10, 0x4},
};
constexpr TensorSupport kTensors79[] = {
    {0, 0x30, 0xdfe},
    {1, 0x30, 0xdfe},
    {2, 0x30, 0x408},
};
constexpr TensorSupport kTensors80[] = {
    {0, 0x30, 0x126},
    {1, 0x30, 0x126},
    {2, 0x30, 0x8},
};
constexpr TensorSupport kTensors81[] = {
    {0, 0x30, 0x6},
    {1, 0x30, 0x6},
    {2, 0x30, 0x8},
};
constexpr TensorSupport kTensors82[] = {
    {0, 0x10, 0xdfe},
    {1, 0x10, 0x408},
    {2, 0x10, 0xdfe},
};
constexpr TensorSupport kTensors83[] = {
    {0, 0x1c, 0xffe},
};
constexpr TensorSupport kTensors84[] = {
    {0, 0x1c, 0x1fe},
};
constexpr TensorSupport kTensors85[] = {
    {0, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors86[] = {
    {0, 0x10, 0x6},
};
constexpr TensorSupport kTensors87[] = {
    {0, 0x1fe, 0xffe},
    {1, 0x1fe, 0xc48},
    {2, 0x1fe, 0xffe},
    {3, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors88[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0xc48},
    {2, 0x1fe, 0x1fe},
    {3, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors89[] = {
    {0, 0x10, 0x1fe},
    {1, 0x10, 0x8},
    {2, 0x10, 0x1fe},
    {3, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors90[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x8},
    {2, 0x10, 0x6},
    {3, 0x10, 0x6},
};
constexpr TensorSupport kTensors91[] = {
    {0, 0x1fe, 0xc48},
    {1, 0x1fe, 0xffe},
    {2, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors92[] = {
    {0, 0x1fe, 0xc48},
    {1, 0x1fe, 0x1fe},
    {2, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors93[] = {
    {0, 0x10, 0x8},
    {1, 0x10, 0x1fe},
    {2, 0x10, 0x1fe},
};
constexpr TensorSupport kTensors94[] = {
    {0, 0x10, 0x8},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
};
constexpr TensorSupport kTensors95[] = {
    {0, 0x1e, 0x126},
    {1, 0x1e, 0x126},
};
constexpr TensorSupport kTensors96[] = {
    {0, 0x1e, 0x6},
    {1, 0x1e, 0x6},
};
constexpr TensorSupport kTensors97[] = {
    {0, 0x1fe, 0x438},
    {1, 0x1fe, 0x438},
    {2, 0x1fe, 0x438},
};
constexpr TensorSupport kTensors98[] = {
    {0, 0x1fe, 0x38},
    {1, 0x1fe, 0x38},
    {2, 0x1fe, 0x38},
};
constexpr TensorSupport kTensors99[] = {
    {0, 0x10, 0x38},
    {1, 0x10, 0x38},
    {2, 0x10, 0x38},
};
constexpr TensorSupport kTensors100[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x20},
};
constexpr TensorSupport kTensors101[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x20},
};
constexpr TensorSupport kTensors102[] = {
    {0, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors103[] = {
    {0, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors104[] = {
    {0, 0x1fe, 0xdfe},
};
constexpr TensorSupport kTensors105[] = {
    {0, 0x1fe, 0xc4e},
    {1, 0x1fe, 0xc4e},
};
constexpr TensorSupport kTensors106[] = {
    {0, 0x1fe, 0x4e},
    {1, 0x1fe, 0x4e},
};
constexpr TensorSupport kTensors107[] = {
    {0, 0x10, 0x4e},
    {1, 0x10, 0x4e},
};
constexpr TensorSupport kTensors108[] = {
    {0, 0x1fe, 0xffe},
    {1, 0x1fe, 0x408},
    {2, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors109[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0x8},
    {2, 0x1fe, 0x1fe},
};
constexpr TensorSupport kTensors110[] = {
    {0, 0x30, 0x1fe},
    {1, 0x30, 0x8},
    {2, 0x30, 0x1fe},
};
constexpr TensorSupport kTensors111[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x6},
    {3, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors112[] = {
    {0, 0x1c, 0x120},
    {1, 0x1e, 0x120},
    {2, 0x1c, 0x120},
    {3, 0x1e, 0x120},
    {4, 0x1c, 0x40},
};
constexpr TensorSupport kTensors113[] = {
    {0, 0x1c, 0x120},
    {1, 0x1e, 0x120},
    {2, 0x1c, 0x120},
    {3, 0x1c, 0x120},
    {4, 0x1c, 0x40},
};
constexpr TensorSupport kTensors114[] = {
    {0, 0x10, 0x120},
    {1, 0x10, 0x120},
    {2, 0x10, 0x120},
    {3, 0x10, 0x120},
    {4, 0x10, 0x40},
};
constexpr TensorSupport kTensors115[] = {
    {0, 0x1c, 0x120},
    {1, 0x1e, 0x2},
    {2, 0x1e, 0x120},
    {3, 0x1c, 0x120},
    {4, 0x1e, 0x2},
    {5, 0x1e, 0x120},
    {6, 0x1e, 0x2},
    {7, 0x1e, 0x120},
    {8, 0x1c, 0x120},
};
constexpr TensorSupport kTensors116[] = {
    {0, 0x10, 0x120},
    {1, 0x10, 0x2},
    {2, 0x10, 0x120},
    {3, 0x10, 0x120},
    {4, 0x10, 0x2},
    {5, 0x10, 0x120},
    {6, 0x10, 0x2},
    {7, 0x10, 0x120},
    {8, 0x10, 0x120},
};
constexpr TensorSupport kTensors117[] = {
    {0, 0x18, 0x120},
    {1, 0x1e, 0x120},
    {2, 0x18, 0x120},
    {3, 0x1e, 0x120},
    {4, 0x18, 0x40},
};
constexpr TensorSupport kTensors118[] = {
    {0, 0x18, 0x120},
    {1, 0x1e, 0x2},
    {2, 0x1e, 0x120},
    {3, 0x18, 0x120},
    {4, 0x1e, 0x2},
    {5, 0x1e, 0x120},
    {6, 0x18, 0x40},
    {7, 0x1e, 0x2},
    {8, 0x1e, 0x120},
    {9, 0x18, 0x120},
};
constexpr TensorSupport kTensors119[] = {
    {0, 0x18, 0x120},
    {1, 0x1e, 0x2},
    {2, 0x1e, 0x120},
    {3, 0x18, 0x120},
    {4, 0x18, 0x2},
    {5, 0x1e, 0x120},
    {6, 0x18, 0x40},
    {7, 0x1e, 0x2},
    {8, 0x1e, 0x120},
    {9, 0x18, 0x120},
};
constexpr TensorSupport kTensors120[] = {
    {0, 0x10, 0x120},
    {1, 0x10, 0x2},
    {2, 0x10, 0x120},
    {3, 0x10, 0x120},
    {4, 0x10, 0x2},
    {5, 0x10, 0x120},
    {6, 0x10, 0x40},
    {7, 0x10, 0x2},
    {8, 0x10, 0x120},
    {9, 0x10, 0x120},
};
constexpr TensorSupport kTensors121[] = {
    {0, 0x1fe, 0xffe},
    {1, 0x1fe, 0xffe},
    {2, 0x1fe, 0xffe},
};
constexpr TensorSupport kTensors122[] = {
    {0, 0x1fe, 0x38},
    {1, 0x1fe, 0x38},
};
constexpr TensorSupport kTensors123[] = {
    {0, 0x1fe, 0xffe},
    {1, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors124[] = {
    {0, 0x1fe, 0x38},
    {1, 0x1fe, 0x28},
};
constexpr TensorSupport kTensors125[] = {
    {0, 0x1fe, 0x8},
    {1, 0x1fe, 0x8},
    {2, 0x1fe, 0x8},
};
constexpr TensorSupport kTensors126[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0x8},
    {2, 0x1fc, 0x8},
};
constexpr TensorSupport kTensors127[] = {
    {0, 0x30, 0x1fe},
    {1, 0x30, 0x8},
    {2, 0x30, 0x8},
};
constexpr TensorSupport kTensors128[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x6},
    {3, 0x1fe, 0x6},
    {4, 0x1fe, 0x8},
    {5, 0x1fe, 0x6},
    {6, 0x1fe, 0x6},
    {7, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors129[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x10, 0x6},
    {3, 0x10, 0x6},
    {4, 0x10, 0x8},
    {5, 0x10, 0x6},
    {6, 0x10, 0x6},
    {7, 0x10, 0x6},
};
constexpr TensorSupport kTensors130[] = {
    {0, 0x1fe, 0xdfe},
    {1, 0x1fe, 0xc48},
};
constexpr TensorSupport kTensors131[] = {
    {0, 0x1fe, 0x1fe},
    {1, 0x1fe, 0xc48},
};
constexpr TensorSupport kTensors132[] = {
    {0, 0x10, 0x6},
    {1, 0x1c, 0x6},
    {2, 0x1e, 0x408},
    {3, 0x10, 0x6},
};
constexpr TensorSupport kTensors133[] = {
    {0, 0x10, 0x6},
    {1, 0x1c, 0x6},
    {2, 0x1e, 0x8},
    {3, 0x10, 0x6},
};
constexpr TensorSupport kTensors134[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x6},
    {3, 0x1fe, 0x6},
    {4, 0x1fe, 0x6},
    {5, 0x1fe, 0x6},
    {6, 0x1fe, 0x6},
    {7, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors135[] = {
    {0, 0x1fe, 0x120},
    {1, 0x1fe, 0x2},
    {2, 0x1fe, 0x120},
    {3, 0x1fe, 0x120},
    {4, 0x1fe, 0x2},
    {5, 0x1fe, 0x120},
    {6, 0x1fe, 0x2},
    {7, 0x1fe, 0x120},
    {8, 0x1fe, 0x120},
};
constexpr TensorSupport kTensors136[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x120},
    {2, 0x1fe, 0x2},
    {3, 0x1fe, 0x120},
};
constexpr TensorSupport kTensors137[] = {
    {0, 0x10, 0x6},
    {1, 0x10, 0x6},
    {2, 0x1c, 0x6},
    {3, 0x1e, 0x8},
    {4, 0x10, 0x6},
    {5, 0x1c, 0x6},
};
constexpr TensorSupport kTensors138[] = {
    {0, 0x1fe, 0x6},
    {1, 0x1fe, 0x6},
    {2, 0x1fe, 0x6},
    {3, 0x1fe, 0x6},
    {4, 0x1fe, 0x6},
    {5, 0x1fe, 0x6},
    {6, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors139[] = {
    {0, 0x1c, 0xffe},
    {1, 0x1c, 0xffe},
};
constexpr TensorSupport kTensors140[] = {
    {0, 0x38, 0x6},
    {1, 0x38, 0x6},
    {2, 0x38, 0x6},
    {3, 0x20, 0x6},
    {4, 0x20, 0x6},
    {5, 0x20, 0x6},
    {6, 0x3e, 0x6},
    {7, 0x3e, 0x40},
    {8, 0x30, 0x6},
    {9, 0x30, 0x6},
    {10, 0x30, 0x6},
    {11, 0x38, 0x6},
    {12, 0x30, 0x6},
    {13, 0x30, 0x6},
};
constexpr TensorSupport kTensors141[] = {
    {0, 0x30, 0x120},
    {1, 0x3e, 0x2},
    {2, 0x3e, 0x120},
    {3, 0x3e, 0x2},
    {4, 0x3e, 0x120},
    {5, 0x30, 0x120},
};
constexpr TensorSupport kTensors142[] = {
    {0, 0x1c, 0x1f8},
    {1, 0x1e, 0x6},
    {2, 0x1e, 0x1f8},
    {3, 0x1c, 0x1f8},
    {4, 0x1e, 0x6},
    {5, 0x1e, 0x1f8},
    {6, 0x1c, 0x6},
    {7, 0x1c, 0x6},
};
constexpr TensorSupport kTensors143[] = {
    {0, 0x38, 0x6},
    {1, 0x38, 0x6},
    {2, 0x38, 0x6},
    {3, 0x20, 0x6},
    {4, 0x20, 0x6},
    {5, 0x20, 0x6},
    {6, 0x3e, 0x6},
    {7, 0x3e, 0x40},
    {8, 0x30, 0x6},
    {9, 0x30, 0x6},
    {10, 0x30, 0x6},
    {11, 0x3e, 0x40},
    {12, 0x38, 0x6},
    {13, 0x30, 0x6},
    {14, 0x30, 0x6},
};
constexpr TensorSupport kTensors144[] = {
    {0, 0x1fe, 0x6},
    {3, 0x1fe, 0x3126},
    {4, 0x1fe, 0x3120},
};
constexpr TensorSupport kTensors145[] = {
    {0, 0x1fe, 0x3120},
    {3, 0x1fe, 0x3126},
    {4, 0x1fe, 0x6},
};
constexpr TensorSupport kTensors146[] = {
    {0, 0x1f8, 0xffe},
    {1, 0x1f8, 0xffe},
};

constexpr SupportTable kSupport0[] = {
    {FeatureLevel::Level4_1, kTensors0},
    {FeatureLevel::Level3_0, kTensors1},
    {FeatureLevel::Level2_1, kTensors2},
    {FeatureLevel::Level1_0, kTensors3},
};
constexpr SupportTable kSupport1[] = {
    {FeatureLevel::Level4_1, kTensors4},
    {FeatureLevel::Level3_0, kTensors5},
    {FeatureLevel::Level2_1, kTensors6},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport2[] = {
    {FeatureLevel::Level3_0, kTensors8},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport3[] = {
    {FeatureLevel::Level5_1, kTensors9},
    {FeatureLevel::Level4_1, kTensors10},
    {FeatureLevel::Level3_0, kTensors11},
    {FeatureLevel::Level2_1, kTensors12},
    {FeatureLevel::Level1_0, kTensors13},
};
constexpr SupportTable kSupport4[] = {
    {FeatureLevel::Level5_0, kTensors14},
    {FeatureLevel::Level3_0, kTensors1},
    {FeatureLevel::Level2_1, kTensors15},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport5[] = {
    {FeatureLevel::Level6_0, kTensors9},
    {FeatureLevel::Level5_1, kTensors16},
    {FeatureLevel::Level3_0, kTensors11},
    {FeatureLevel::Level2_1, kTensors17},
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport6[] = {
    {FeatureLevel::Level3_0, kTensors19},
    {FeatureLevel::Level2_0, kTensors20},
    {FeatureLevel::Level1_0, kTensors21},
};
constexpr SupportTable kSupport7[] = {
    {FeatureLevel::Level4_1, kTensors22},
    {FeatureLevel::Level3_0, kTensors23},
    {FeatureLevel::Level2_1, kTensors24},
    {FeatureLevel::Level2_0, kTensors25},
    {FeatureLevel::Level1_0, kTensors26},
};
constexpr SupportTable kSupport8[] = {
    {FeatureLevel::Level3_0, kTensors27},
    {FeatureLevel::Level2_0, kTensors28},
    {FeatureLevel::Level1_0, kTensors29},
};
constexpr SupportTable kSupport9[] = {
    {FeatureLevel::Level5_0, kTensors9},
    {FeatureLevel::Level3_0, kTensors16},
    {FeatureLevel::Level2_1, kTensors30},
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport10[] = {
    {FeatureLevel::Level3_0, kTensors11},
    {FeatureLevel::Level2_1, kTensors17},
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport11[] = {
    {FeatureLevel::Level3_0, kTensors16},
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport12[] = {
    {FeatureLevel::Level5_1, kTensors9},
    {FeatureLevel::Level4_1, kTensors10},
    {FeatureLevel::Level3_0, kTensors11},
    {FeatureLevel::Level2_1, kTensors17},
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport13[] = {
    {FeatureLevel::Level3_0, kTensors1},
    {FeatureLevel::Level2_1, kTensors15},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport14[] = {
    {FeatureLevel::Level6_2, kTensors31},
    {FeatureLevel::Level6_0, kTensors31},
    {FeatureLevel::Level3_0, kTensors32},
    {FeatureLevel::Level2_1, kTensors33},
    {FeatureLevel::Level1_0, kTensors34},
};
constexpr SupportTable kSupport15[] = {
    {FeatureLevel::Level6_2, kTensors35},
    {FeatureLevel::Level6_0, kTensors35},
    {FeatureLevel::Level3_0, kTensors36},
    {FeatureLevel::Level2_1, kTensors37},
    {FeatureLevel::Level1_0, kTensors38},
};
constexpr SupportTable kSupport16[] = {
    {FeatureLevel::Level3_0, kTensors8},
    {FeatureLevel::Level2_0, kTensors3},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport17[] = {
    {FeatureLevel::Level5_1, kTensors39},
    {FeatureLevel::Level3_0, kTensors40},
    {FeatureLevel::Level2_0, kTensors13},
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport18[] = {
    {FeatureLevel::Level5_1, kTensors5},
    {FeatureLevel::Level3_0, kTensors8},
    {FeatureLevel::Level2_0, kTensors3},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport19[] = {
    {FeatureLevel::Level4_0, kTensors41},
    {FeatureLevel::Level1_0, kTensors42},
};
constexpr SupportTable kSupport20[] = {
    {FeatureLevel::Level4_0, kTensors43},
    {FeatureLevel::Level1_0, kTensors44},
};
constexpr SupportTable kSupport21[] = {
    {FeatureLevel::Level5_0, kTensors45},
    {FeatureLevel::Level4_1, kTensors45},
    {FeatureLevel::Level3_0, kTensors46},
    {FeatureLevel::Level2_1, kTensors47},
    {FeatureLevel::Level1_0, kTensors48},
};
constexpr SupportTable kSupport22[] = {
    {FeatureLevel::Level1_0, kTensors3},
};
constexpr SupportTable kSupport23[] = {
    {FeatureLevel::Level5_0, kTensors49},
    {FeatureLevel::Level3_0, kTensors50},
    {FeatureLevel::Level1_0, kTensors3},
};
constexpr SupportTable kSupport24[] = {
    {FeatureLevel::Level1_0, kTensors18},
};
constexpr SupportTable kSupport25[] = {
    {FeatureLevel::Level4_1, kTensors0},
    {FeatureLevel::Level3_0, kTensors1},
    {FeatureLevel::Level2_1, kTensors2},
    {FeatureLevel::Level1_0, kTensors51},
};
constexpr SupportTable kSupport26[] = {
    {FeatureLevel::Level4_1, kTensors0},
    {FeatureLevel::Level3_1, kTensors14},
    {FeatureLevel::Level3_0, kTensors52},
    {FeatureLevel::Level1_0, kTensors53},
};
constexpr SupportTable kSupport27[] = {
    {FeatureLevel::Level4_1, kTensors54},
    {FeatureLevel::Level3_0, kTensors55},
    {FeatureLevel::Level2_1, kTensors56},
    {FeatureLevel::Level1_0, kTensors57},
};
constexpr SupportTable kSupport28[] = {
    {FeatureLevel::Level4_1, kTensors58},
    {FeatureLevel::Level3_0, kTensors59},
    {FeatureLevel::Level2_1, kTensors60},
    {FeatureLevel::Level1_0, kTensors61},
};
constexpr SupportTable kSupport29[] = {
    {FeatureLevel::Level5_0, kTensors0},
    {FeatureLevel::Level3_1, kTensors1},
    {FeatureLevel::Level2_1, kTensors2},
    {FeatureLevel::Level1_0, kTensors3},
};
constexpr SupportTable kSupport30[] = {
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport31[] = {
    {FeatureLevel::Level4_1, kTensors62},
    {FeatureLevel::Level3_0, kTensors63},
    {FeatureLevel::Level2_1, kTensors64},
    {FeatureLevel::Level1_0, kTensors65},
};
constexpr SupportTable kSupport32[] = {
    {FeatureLevel::Level5_0, kTensors66},
    {FeatureLevel::Level2_1, kTensors15},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport33[] = {
    {FeatureLevel::Level4_1, kTensors14},
    {FeatureLevel::Level3_1, kTensors1},
    {FeatureLevel::Level2_1, kTensors15},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport34[] = {
    {FeatureLevel::Level5_0, kTensors67},
    {FeatureLevel::Level3_1, kTensors68},
    {FeatureLevel::Level2_1, kTensors69},
    {FeatureLevel::Level1_0, kTensors26},
};
constexpr SupportTable kSupport35[] = {
    {FeatureLevel::Level3_1, kTensors70},
    {FeatureLevel::Level1_0, kTensors71},
};
constexpr SupportTable kSupport36[] = {
    {FeatureLevel::Level1_0, kTensors44},
};
constexpr SupportTable kSupport37[] = {
    {FeatureLevel::Level3_1, kTensors8},
    {FeatureLevel::Level1_0, kTensors7},
};
constexpr SupportTable kSupport38[] = {
    {FeatureLevel::Level1_0, kTensors72},
};
constexpr SupportTable kSupport39[] = {
    {FeatureLevel::Level1_0, kTensors73},
};
constexpr SupportTable kSupport40[] = {
    {FeatureLevel::Level4_1, kTensors14},
    {FeatureLevel::Level3_0, kTensors1},
    {FeatureLevel::Level2_1, kTensors15},
    {FeatureLevel::Level2_0, kTensors7},
};
constexpr SupportTable kSupport41[] = {
    {FeatureLevel::Level3_0, kTensors74},
    {FeatureLevel::Level2_0, kTensors75},
};
constexpr SupportTable kSupport42[] = {
    {FeatureLevel::Level3_0, kTensors8},
    {FeatureLevel::Level2_0, kTensors7},
};
constexpr SupportTable kSupport43[] = {
    {FeatureLevel::Level5_0, kTensors76},
    {FeatureLevel::Level3_0, kTensors77},
    {FeatureLevel::Level2_0, kTensors78},
};
constexpr SupportTable kSupport44[] = {
    {FeatureLevel::Level3_0, kTensors40},
    {FeatureLevel::Level2_0, kTensors13},
};
constexpr SupportTable kSupport45[] = {
    {FeatureLevel::Level5_1, kTensors1},
    {FeatureLevel::Level3_0, kTensors8},
    {FeatureLevel::Level2_0, kTensors3},
};
constexpr SupportTable kSupport46[] = {
    {FeatureLevel::Level5_0, kTensors79},
    {FeatureLevel::Level3_0, kTensors80},
    {FeatureLevel::Level2_0, kTensors81},
};
constexpr SupportTable kSupport47[] = {
    {FeatureLevel::Level5_0, kTensors82},
    {FeatureLevel::Level2_0, kTensors65},
};
constexpr SupportTable kSupport48[] = {
    {FeatureLevel::Level5_1, kTensors83},
    {FeatureLevel::Level4_0, kTensors84},
    {FeatureLevel::Level2_1, kTensors85},
    {FeatureLevel::Level2_0, kTensors86},
};
constexpr SupportTable kSupport49[] = {
    {FeatureLevel::Level4_1, kTensors87},
    {FeatureLevel::Level3_0, kTensors88},
    {FeatureLevel::Level2_1, kTensors89},
    {FeatureLevel::Level2_0, kTensors90},
};
constexpr SupportTable kSupport50[] = {
    {FeatureLevel::Level4_1, kTensors91},
    {FeatureLevel::Level3_0, kTensors92},
    {FeatureLevel::Level2_1, kTensors93},
    {FeatureLevel::Level2_0, kTensors94},
};
constexpr SupportTable kSupport51[] = {
    {FeatureLevel::Level6_2, kTensors95},
    {FeatureLevel::Level5_1, kTensors96},
    {FeatureLevel::Level2_0, kTensors7},
};
constexpr SupportTable kSupport52[] = {
    {FeatureLevel::Level4_1, kTensors97},
    {FeatureLevel::Level3_0, kTensors98},
    {FeatureLevel::Level2_1, kTensors99},
};
constexpr SupportTable kSupport53[] = {
    {FeatureLevel::Level3_0, kTensors8},
    {FeatureLevel::Level2_1, kTensors7},
};
constexpr SupportTable kSupport54[] = {
    {FeatureLevel::Level3_0, kTensors100},
    {FeatureLevel::Level2_1, kTensors101},
};
constexpr SupportTable kSupport55[] = {
    {FeatureLevel::Level6_0, kTensors9},
    {FeatureLevel::Level3_0, kTensors16},
    {FeatureLevel::Level2_1, kTensors30},
};
constexpr SupportTable kSupport56[] = {
    {FeatureLevel::Level4_1, kTensors102},
    {FeatureLevel::Level4_0, kTensors103},
    {FeatureLevel::Level2_1, kTensors85},
};
constexpr SupportTable kSupport57[] = {
    {FeatureLevel::Level5_0, kTensors104},
    {FeatureLevel::Level4_0, kTensors103},
    {FeatureLevel::Level2_1, kTensors85},
};
constexpr SupportTable kSupport58[] = {
    {FeatureLevel::Level5_0, kTensors105},
    {FeatureLevel::Level4_0, kTensors106},
    {FeatureLevel::Level2_1, kTensors107},
};
constexpr SupportTable kSupport59[] = {
    {FeatureLevel::Level5_0, kTensors108},
    {FeatureLevel::Level4_0, kTensors109},
    {FeatureLevel::Level3_0, kTensors110},
    {FeatureLevel::Level2_1, kTensors64},
};
constexpr SupportTable kSupport60[] = {
    {FeatureLevel::Level4_1, kTensors62},
    {FeatureLevel::Level3_0, kTensors63},
    {FeatureLevel::Level2_1, kTensors64},
};
constexpr SupportTable kSupport61[] = {
    {FeatureLevel::Level4_1, kTensors87},
    {FeatureLevel::Level3_0, kTensors88},
    {FeatureLevel::Level2_1, kTensors89},
};
constexpr SupportTable kSupport62[] = {
    {FeatureLevel::Level5_0, kTensors79},
    {FeatureLevel::Level3_0, kTensors80},
    {FeatureLevel::Level2_1, kTensors81},
};
constexpr SupportTable kSupport63[] = {
    {FeatureLevel::Level4_1, kTensors0},
    {FeatureLevel::Level3_0, kTensors1},
    {FeatureLevel::Level2_1, kTensors2},
};
constexpr SupportTable kSupport64[] = {
    {FeatureLevel::Level5_0, kTensors67},
    {FeatureLevel::Level3_1, kTensors68},
    {FeatureLevel::Level2_1, kTensors69},
};
constexpr SupportTable kSupport65[] = {
    {FeatureLevel::Level5_0, kTensors66},
    {FeatureLevel::Level2_1, kTensors15},
};
constexpr SupportTable kSupport66[] = {
    {FeatureLevel::Level3_1, kTensors111},
    {FeatureLevel::Level2_1, kTensors44},
};
constexpr SupportTable kSupport67[] = {
    {FeatureLevel::Level6_2, kTensors95},
    {FeatureLevel::Level5_1, kTensors96},
    {FeatureLevel::Level2_1, kTensors7},
};
constexpr SupportTable kSupport68[] = {
    {FeatureLevel::Level5_2, kTensors112},
    {FeatureLevel::Level4_0, kTensors113},
    {FeatureLevel::Level2_1, kTensors114},
};
constexpr SupportTable kSupport69[] = {
    {FeatureLevel::Level4_0, kTensors115},
    {FeatureLevel::Level2_1, kTensors116},
};
constexpr SupportTable kSupport70[] = {
    {FeatureLevel::Level4_0, kTensors117},
    {FeatureLevel::Level2_1, kTensors114},
};
constexpr SupportTable kSupport71[] = {
    {FeatureLevel::Level5_2, kTensors118},
    {FeatureLevel::Level4_0, kTensors119},
    {FeatureLevel::Level2_1, kTensors120},
};
constexpr SupportTable kSupport72[] = {
    {FeatureLevel::Level4_1, kTensors121},
    {FeatureLevel::Level3_0, kTensors98},
};
constexpr SupportTable kSupport73[] = {
    {FeatureLevel::Level4_1, kTensors0},
    {FeatureLevel::Level3_0, kTensors122},
};
constexpr SupportTable kSupport74[] = {
    {FeatureLevel::Level4_1, kTensors123},
    {FeatureLevel::Level3_0, kTensors124},
};
constexpr SupportTable kSupport75[] = {
    {FeatureLevel::Level4_1, kTensors22},
    {FeatureLevel::Level3_0, kTensors23},
};
constexpr SupportTable kSupport76[] = {
    {FeatureLevel::Level3_0, kTensors8},
};
constexpr SupportTable kSupport77[] = {
    {FeatureLevel::Level5_1, kTensors39},
    {FeatureLevel::Level4_0, kTensors40},
    {FeatureLevel::Level3_0, kTensors40},
};
constexpr SupportTable kSupport78[] = {
    {FeatureLevel::Level3_0, kTensors3},
};
constexpr SupportTable kSupport79[] = {
    {FeatureLevel::Level4_0, kTensors13},
    {FeatureLevel::Level3_0, kTensors18},
};
constexpr SupportTable kSupport80[] = {
    {FeatureLevel::Level4_0, kTensors125},
    {FeatureLevel::Level3_0, kTensors21},
};
constexpr SupportTable kSupport81[] = {
    {FeatureLevel::Level4_0, kTensors126},
    {FeatureLevel::Level3_0, kTensors127},
};
constexpr SupportTable kSupport82[] = {
    {FeatureLevel::Level5_1, kTensors96},
    {FeatureLevel::Level3_0, kTensors7},
};
constexpr SupportTable kSupport83[] = {
    {FeatureLevel::Level4_1, kTensors0},
    {FeatureLevel::Level3_1, kTensors1},
    {FeatureLevel::Level3_0, kTensors2},
};
constexpr SupportTable kSupport84[] = {
    {FeatureLevel::Level4_0, kTensors128},
    {FeatureLevel::Level3_0, kTensors129},
};
constexpr SupportTable kSupport85[] = {
    {FeatureLevel::Level4_1, kTensors130},
    {FeatureLevel::Level3_0, kTensors131},
};
constexpr SupportTable kSupport86[] = {
    {FeatureLevel::Level5_0, kTensors132},
    {FeatureLevel::Level3_0, kTensors133},
};
constexpr SupportTable kSupport87[] = {
    {FeatureLevel::Level4_1, kTensors62},
    {FeatureLevel::Level3_0, kTensors63},
};
constexpr SupportTable kSupport88[] = {
    {FeatureLevel::Level3_1, kTensors40},
};
constexpr SupportTable kSupport89[] = {
    {FeatureLevel::Level5_0, kTensors9},
    {FeatureLevel::Level3_1, kTensors16},
};
constexpr SupportTable kSupport90[] = {
    {FeatureLevel::Level3_1, kTensors11},
};
constexpr SupportTable kSupport91[] = {
    {FeatureLevel::Level3_1, kTensors18},
};
constexpr SupportTable kSupport92[] = {
    {FeatureLevel::Level5_0, kTensors105},
    {FeatureLevel::Level4_0, kTensors106},
    {FeatureLevel::Level3_1, kTensors107},
};
constexpr SupportTable kSupport93[] = {
    {FeatureLevel::Level3_1, kTensors134},
};
constexpr SupportTable kSupport94[] = {
    {FeatureLevel::Level4_0, kTensors135},
};
constexpr SupportTable kSupport95[] = {
    {FeatureLevel::Level4_0, kTensors136},
};
constexpr SupportTable kSupport96[] = {
    {FeatureLevel::Level5_0, kTensors132},
    {FeatureLevel::Level4_0, kTensors133},
};
constexpr SupportTable kSupport97[] = {
    {FeatureLevel::Level4_1, kTensors137},
};
constexpr SupportTable kSupport98[] = {
    {FeatureLevel::Level4_1, kTensors138},
};
constexpr SupportTable kSupport99[] = {
    {FeatureLevel::Level4_1, kTensors134},
};
constexpr SupportTable kSupport100[] = {
    {FeatureLevel::Level5_0, kTensors14},
};
constexpr SupportTable kSupport101[] = {
    {FeatureLevel::Level5_0, kTensors9},
};
constexpr SupportTable kSupport102[] = {
    {FeatureLevel::Level5_0, kTensors0},
};
constexpr SupportTable kSupport103[] = {
    {FeatureLevel::Level5_0, kTensors4},
};
constexpr SupportTable kSupport104[] = {
    {FeatureLevel::Level5_1, kTensors8},
};
constexpr SupportTable kSupport105[] = {
    {FeatureLevel::Level6_2, kTensors95},
    {FeatureLevel::Level5_1, kTensors96},
};
constexpr SupportTable kSupport106[] = {
    {FeatureLevel::Level5_1, kTensors96},
};
constexpr SupportTable kSupport107[] = {
    {FeatureLevel::Level5_1, kTensors139},
};
constexpr SupportTable kSupport108[] = {
    {FeatureLevel::Level6_1, kTensors140},
};
constexpr SupportTable kSupport109[] = {
    {FeatureLevel::Level6_2, kTensors3},
};
constexpr SupportTable kSupport110[] = {
    {FeatureLevel::Level6_2, kTensors8},
};
constexpr SupportTable kSupport111[] = {
    {FeatureLevel::Level6_2, kTensors141},
};
constexpr SupportTable kSupport112[] = {
    {FeatureLevel::Level6_2, kTensors142},
};
constexpr SupportTable kSupport113[] = {
    {FeatureLevel::Level6_3, kTensors111},
};
constexpr SupportTable kSupport114[] = {
    {FeatureLevel::Level6_3, kTensors143},
};
constexpr SupportTable kSupport115[] = {
    {FeatureLevel::Level6_3, kTensors144},
};
constexpr SupportTable kSupport116[] = {
    {FeatureLevel::Level6_3, kTensors145},
};
constexpr SupportTable kSupport117[] = {
    {FeatureLevel::Level6_4, kTensors95},
};
constexpr SupportTable kSupport118[] = {
    {FeatureLevel::Level6_4, kTensors146},
};

constexpr uint8_t kSameFields0[] = {
    0,
    1,
};
constexpr uint8_t kSameFields1[] = {
    0,
    1,
    2,
};
constexpr uint8_t kSameFields2[] = {
    0,
    2,
};
constexpr uint8_t kSameFields3[] = {
    3,
    2,
};
constexpr uint8_t kSameFields4[] = {
    0,
    1,
    2,
    3,
};
constexpr uint8_t kSameFields5[] = {
    1,
    3,
};
constexpr uint8_t kSameFields6[] = {
    1,
    2,
};
constexpr uint8_t kSameFields7[] = {
    0,
    1,
    2,
    3,
    4,
    5,
};
constexpr uint8_t kSameFields8[] = {
    0,
    5,
};
constexpr uint8_t kSameFields9[] = {
    0,
    1,
    2,
    3,
    4,
};
constexpr uint8_t kSameFields10[] = {
    0,
    3,
};
constexpr uint8_t kSameFields11[] = {
    0,
    1,
    2,
    3,
    4,
    6,
    7,
};
constexpr uint8_t kSameFields12[] = {
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
};
constexpr uint8_t kSameFields13[] = {
    1,
    2,
    3,
};
constexpr uint8_t kSameFields14[] = {
    0,
    2,
    3,
};
constexpr uint8_t kSameFields15[] = {
    2,
    0,
    1,
};
constexpr uint8_t kSameFields16[] = {
    2,
    3,
};
constexpr uint8_t kSameFields17[] = {
    0,
    2,
    4,
};
constexpr uint8_t kSameFields18[] = {
    3,
    5,
};
constexpr uint8_t kSameFields19[] = {
    8,
    7,
};
constexpr uint8_t kSameFields20[] = {
    0,
    3,
    8,
};
constexpr uint8_t kSameFields21[] = {
    9,
    8,
};
constexpr uint8_t kSameFields22[] = {
    0,
    3,
    6,
    9,
};
constexpr uint8_t kSameFields23[] = {
    0,
    1,
    2,
    3,
    5,
    6,
    7,
};
constexpr uint8_t kSameFields24[] = {
    0,
    1,
    3,
};
constexpr uint8_t kSameFields25[] = {
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
};
constexpr uint8_t kSameFields26[] = {
    0,
    1,
    5,
};
constexpr uint8_t kSameFields27[] = {
    2,
    3,
    4,
    6,
    7,
};
constexpr uint8_t kSameFields28[] = {
    0,
    1,
    2,
    4,
    5,
    6,
    7,
};
constexpr uint8_t kSameFields29[] = {
    1,
    0,
    2,
    4,
    5,
};
constexpr uint8_t kSameFields30[] = {
    2,
    5,
};
constexpr uint8_t kSameFields31[] = {
    0,
    1,
    2,
    3,
    4,
    5,
    6,
};
constexpr uint8_t kSameFields32[] = {
    0,
    3,
    4,
};
constexpr uint8_t kSameFields33[] = {
    1,
    2,
    5,
    6,
};
constexpr uint8_t kSameFields34[] = {
    11,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    12,
    13,
};
constexpr uint8_t kSameFields35[] = {
    5,
    4,
};
constexpr uint8_t kSameFields36[] = {
    0,
    2,
    3,
    5,
};
constexpr uint8_t kSameFields37[] = {
    1,
    4,
    6,
    7,
};
constexpr uint8_t kSameFields38[] = {
    0,
    3,
    6,
    7,
};
constexpr uint8_t kSameFields39[] = {
    7,
    6,
};
constexpr uint8_t kSameFields40[] = {
    12,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    13,
    14,
};
constexpr uint8_t kSameFields41[] = {
    0,
    4,
};
constexpr std::string_view kElementWiseIdentityRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseIdentitySame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAbsRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAbsSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAcosRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAcosSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAddRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseAddSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseAsinRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAsinSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAtanRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAtanSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseCeilRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseCeilSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseClipRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseClipSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseCosRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseCosSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseDivideRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseDivideSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseExpRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseExpSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseFloorRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseFloorSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseLogRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseLogSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseLogicalAndRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalAndSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseLogicalEqualsRules[] = {
    "BTensor has the DataType of ATensor.",
    "BTensor and OutputTensor have the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalEqualsSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseLogicalGreaterThanRules[] = {
    "BTensor has the DataType of ATensor.",
    "BTensor and OutputTensor have the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalGreaterThanSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseLogicalLessThanRules[] = {
    "BTensor has the DataType of ATensor.",
    "BTensor and OutputTensor have the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalLessThanSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseLogicalNotRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseLogicalNotSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseLogicalOrRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalOrSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseLogicalXorRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalXorSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseMaxRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseMaxSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseMeanRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseMeanSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseMinRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseMinSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseMultiplyRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseMultiplySame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWisePowRules[] = {
    "OutputTensor has the DataType of InputTensor; that of ExponentTensor is free.",
    "ExponentTensor and OutputTensor have the Sizes of InputTensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWisePowSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseConstantPowRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseConstantPowSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseRecipRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseRecipSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseSinRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseSinSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseSqrtRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseSqrtSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseSubtractRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseSubtractSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseTanRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseTanSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseThresholdRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseThresholdSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseQuantizeLinearRules[] = {
    "ScaleTensor, ZeroPointTensor and OutputTensor have the Sizes of InputTensor; one value is repeated by stride 0.",
    "ZeroPointTensor has the DataType of OutputTensor; without it zero points are 0.",
    "ScaleTensor has the DataType of InputTensor, or FLOAT32 where that is INT32.",
};
constexpr SameRule kElementWiseQuantizeLinearSame[] = {
    {SameProperty::DataType, kSameFields3},
    {SameProperty::Sizes, kSameFields4},
};
constexpr std::string_view kElementWiseDequantizeLinearRules[] = {
    "ScaleTensor, ZeroPointTensor and OutputTensor have the Sizes of InputTensor; one value is repeated by stride 0.",
    "ZeroPointTensor has the DataType of InputTensor; without it zero points are 0.",
    "OutputTensor has the DataType of ScaleTensor.",
};
constexpr SameRule kElementWiseDequantizeLinearSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DataType, kSameFields5},
    {SameProperty::Sizes, kSameFields4},
};
constexpr std::string_view kActivationEluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationEluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationHardmaxRules[] = {
    "All Sizes before the last two are 1.",
    "A NaN is chosen only where there is no number; -0 equals 0.",
};
constexpr SameRule kActivationHardmaxSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationHardSigmoidRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationHardSigmoidSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationIdentityRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationIdentitySame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationLeakyReluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationLeakyReluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationLinearRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationLinearSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationLogSoftmaxRules[] = {
    "All Sizes before the last two are 1.",
};
constexpr SameRule kActivationLogSoftmaxSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationParameterizedReluRules[] = {
    "SlopeTensor and OutputTensor have the DataType and the Sizes of InputTensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kActivationParameterizedReluSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kActivationParametricSoftplusRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationParametricSoftplusSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationReluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationReluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationScaledEluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationScaledEluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationScaledTanhRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationScaledTanhSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationSigmoidRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationSigmoidSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationSoftmaxRules[] = {
    "All Sizes before the last two are 1.",
};
constexpr SameRule kActivationSoftmaxSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationSoftplusRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationSoftplusSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationSoftsignRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationSoftsignSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationTanhRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationTanhSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationThresholdedReluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationThresholdedReluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kConvolutionRules[] = {
    "All tensors have the same DataType and DimensionCount.",
    "DimensionCount is the tensors' DimensionCount - 2; Strides and Dilations are at least 1.",
    "Forward: FilterTensor.Sizes are { output channels, input channels / GroupCount, .. }, and an output size is (input size + StartPadding + EndPadding - (Dilations * (filter size - 1) + 1)) / Strides + 1 + OutputPadding, rounded down. Outputs that OutputPadding adds see no input.",
    "Backward: FilterTensor.Sizes are { input channels, output channels / GroupCount, .. }, and an output size is (input size - 1) * Strides + Dilations * (filter size - 1) + 1 - StartPadding - EndPadding + OutputPadding, or larger by less than the stride or the dilation.",
    "GroupCount is at least 1 and divides the channels of input and output.",
    "BiasTensor.Sizes are { 1, output channels, 1, .. }.",
    "CONVOLUTION mode flips the filter along every spatial dimension; CROSS_CORRELATION does not.",
    "FusedActivation is a function of one number.",
    "A FilterTensor that is OWNED_BY_DML is packed once, when the operator is initialized.",
};
constexpr SameRule kConvolutionSame[] = {
    {SameProperty::DataType, kSameFields4},
    {SameProperty::DimensionCount, kSameFields4},
};
constexpr std::string_view kGemmRules[] = {
    "All tensors have the DataType and the DimensionCount of ATensor.",
    "The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N}, CTensor and OutputTensor {.., M, N}; TransA and TransB exchange those of ATensor and BTensor.",
    "All Sizes before the last two are the same; a matrix is repeated by stride 0.",
    "Products add up in float32, in the order of K, and FLOAT16 is rounded once, after FusedActivation.",
    "A fused ACTIVATION_SOFTMAX is over the last dimension; the Axes of ACTIVATION_SOFTMAX1 are less than DimensionCount and each comes once.",
    "A BTensor that is OWNED_BY_DML is packed once, when the operator is initialized.",
};
constexpr SameRule kGemmSame[] = {
    {SameProperty::DataType, kSameFields4},
    {SameProperty::DimensionCount, kSameFields4},
    {SameProperty::Sizes, kSameFields3},
};
constexpr std::string_view kReduceRules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
    "OutputTensor has the Sizes of InputTensor, except 1 along Axes.",
    "OutputTensor has the DataType of InputTensor, except for ARGMIN and ARGMAX, which find the first of equal elements.",
    "Floats add up and multiply in float64 and are rounded once; integers wrap around. MIN and MAX prefer any number to NaN, and -0 is less than 0.",
};
constexpr SameRule kReduceSame[] = {
    {SameProperty::DimensionCount, kSameFields6},
};
constexpr std::string_view kAveragePoolingRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "IncludePadding divides by the size of the window, otherwise by the number of its elements inside the input. A window without any gives 0.",
};
constexpr SameRule kAveragePoolingSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kLpPoolingRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "P is at least 1. The result is (sum of |x|^P)^(1/P).",
};
constexpr SameRule kLpPoolingSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kMaxPoolingRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "A NaN loses against every number. A window that has no element inside the input gives the lowest number.",
};
constexpr SameRule kMaxPoolingSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kRoiPoolingRules[] = {
    "All tensors have one DataType.",
    "ROITensor is {1, 1, regions, 5}: batch index, x1, y1, x2, y2, corners inclusive. A batch index out of range is taken as the nearest image.",
    "OutputTensor is {regions, C, PooledSize.Height, PooledSize.Width}, C as in InputTensor.",
    "Corners are multiplied by SpatialScale and rounded, halves away from 0. A NaN loses against every number; a cell without elements gives 0.",
};
constexpr SameRule kRoiPoolingSame[] = {
    {SameProperty::DataType, kSameFields1},
};
constexpr std::string_view kSliceRules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "DimensionCount is that of the tensors.",
    "Sizes equals OutputTensor.Sizes.",
    "Offsets[i] + Strides[i] * (Sizes[i] - 1) is less than InputTensor.Sizes[i].",
};
constexpr SameRule kSliceSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kCastRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "The two data types are free.",
};
constexpr SameRule kCastSame[] = {
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kSplitRules[] = {
    "The tensors of OutputTensors have the DataType and the DimensionCount of InputTensor.",
    "OutputCount is at least 1.",
    "Axis is less than the DimensionCount of the tensors.",
    "Along Axis the sizes of all OutputTensors add up to InputTensor's.",
    "The other sizes are those of InputTensor.",
};
constexpr SameRule kSplitSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DimensionCount, kSameFields2},
};
constexpr std::string_view kJoinRules[] = {
    "All tensors have the same DataType and DimensionCount.",
    "InputCount is at least 1.",
    "Axis is less than the DimensionCount of the tensors.",
    "Along Axis the sizes of all InputTensors add up to OutputTensor's.",
    "The other sizes are those of OutputTensor.",
};
constexpr SameRule kJoinSame[] = {
    {SameProperty::DataType, kSameFields6},
    {SameProperty::DimensionCount, kSameFields6},
};
constexpr std::string_view kPaddingRules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "DimensionCount is that of the tensors.",
    "OutputTensor.Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i].",
    "PaddingMode SYMMETRIC needs feature level 3_0, WRAP 6_4.",
    "PaddingValue is converted as CAST does.",
    "A border wider than the tensor goes on with the pattern; REFLECTION of a single element repeats it.",
};
constexpr SameRule kPaddingSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kValueScale2DRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "ChannelCount is 1 or 3, and InputTensor.Sizes[1].",
};
constexpr SameRule kValueScale2DSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kUpsample2DRules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "ScaleSize.Width and ScaleSize.Height are at least 1.",
    "The last two sizes of OutputTensor are InputTensor's times ScaleSize.Height and ScaleSize.Width; the others are the same.",
};
constexpr SameRule kUpsample2DSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kGatherRules[] = {
    "OutputTensor has the DataType of InputTensor; all tensors have the same DimensionCount.",
    "Axis is less than DimensionCount.",
    "IndexDimensions is at most DimensionCount; the sizes of IndicesTensor before the last IndexDimensions are 1.",
    "OutputTensor.Sizes are those of InputTensor before Axis, the last IndexDimensions of IndicesTensor, and those of InputTensor after Axis. Leading ones are dropped or added to make them DimensionCount.",
    "An index of a signed type that is below 0 counts from the end of its dimension. One that is still out of range reads the nearest element.",
};
constexpr SameRule kGatherSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DimensionCount, kSameFields1},
};
constexpr std::string_view kSpaceToDepthRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "BlockSize is at least 1.",
    "OutputTensor.Sizes[1] is InputTensor.Sizes[1] * BlockSize * BlockSize.",
    "InputTensor.Sizes[i] is OutputTensor.Sizes[i] * BlockSize, for height and width.",
};
constexpr SameRule kSpaceToDepthSame[] = {
    {SameProperty::DataType, kSameFields0},
};
constexpr std::string_view kDepthToSpaceRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "BlockSize is at least 1.",
    "InputTensor.Sizes[1] is OutputTensor.Sizes[1] * BlockSize * BlockSize.",
    "OutputTensor.Sizes[i] is InputTensor.Sizes[i] * BlockSize, for height and width.",
};
constexpr SameRule kDepthToSpaceSame[] = {
    {SameProperty::DataType, kSameFields0},
};
constexpr std::string_view kTileRules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "RepeatsCount is the DimensionCount of the tensors.",
    "Repeats[i] is at least 1.",
    "OutputTensor.Sizes[i] is InputTensor.Sizes[i] * Repeats[i].",
};
constexpr SameRule kTileSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kTopKRules[] = {
    "OutputValueTensor has the DataType of InputTensor.",
    "Axis is less than DimensionCount; K is 1 to the size of InputTensor at Axis.",
    "OutputValueTensor and OutputIndexTensor have the Sizes of InputTensor, except K at Axis.",
    "Equal elements come in ascending order of their indices; -0 equals 0. NaN is larger than any number, and all are equal.",
};
constexpr SameRule kTopKSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
    {SameProperty::Sizes, kSameFields6},
};
constexpr std::string_view kBatchNormalizationRules[] = {
    "MeanTensor, VarianceTensor, ScaleTensor and BiasTensor have the Sizes of InputTensor, or 1 where an element serves the whole dimension.",
    "Spatial is not looked at.",
    "FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP, ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.",
};
constexpr SameRule kBatchNormalizationSame[] = {
    {SameProperty::DataType, kSameFields7},
    {SameProperty::Sizes, kSameFields8},
    {SameProperty::DimensionCount, kSameFields9},
};
constexpr std::string_view kMeanVarianceNormalizationRules[] = {
    "Lines are the last two dimensions, with CrossChannel the last three.",
    "ScaleTensor and BiasTensor, each of which may be missing, have the Sizes of InputTensor, or 1 where an element serves the whole dimension.",
    "Means and variances are sums in float64, the variance that of all elements (divided by their number).",
    "FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP, ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.",
};
constexpr SameRule kMeanVarianceNormalizationSame[] = {
    {SameProperty::DataType, kSameFields4},
    {SameProperty::Sizes, kSameFields10},
    {SameProperty::DimensionCount, kSameFields1},
};
constexpr std::string_view kLocalResponseNormalizationRules[] = {
    "LocalSize is at least 1; (LocalSize - 1) / 2 neighbours, rounded down, lie before an element and the others after it, as far as there are any.",
    "CrossChannel: neighbours are channels at the same position; otherwise they are in a square of LocalSize by LocalSize elements of the same channel.",
    "The sum of squares is multiplied by Alpha / LocalSize in both cases and at the borders too.",
};
constexpr SameRule kLocalResponseNormalizationSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kLpNormalizationRules[] = {
    "Axis is less than DimensionCount; P is 1 or 2.",
    "A norm below Epsilon counts as Epsilon. Norms are sums in float64.",
};
constexpr SameRule kLpNormalizationSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kRnnRules[] = {
    "The sizes are InputTensor {1, steps, batch, input}, WeightTensor {1, directions, hidden, input}, RecurrenceTensor {1, directions, hidden, hidden}, BiasTensor {1, 1, directions, 2 * hidden}, HiddenInitTensor and OutputSingleTensor {1, directions, batch, hidden}, SequenceLengthsTensor {1, 1, 1, batch}, OutputSequenceTensor {steps, directions, batch, hidden}; there are 2 directions when Direction is BIDIRECTIONAL, else 1.",
    "All tensors but SequenceLengthsTensor have one DataType. At least one output is given. No tensor is OWNED_BY_DML.",
    "ActivationDescs has 1 activation for each direction, the forward one first. They are functions of one number, which softmax is not.",
    "Beyond its length a sequence keeps its state and its elements of OutputSequenceTensor are 0; a length beyond the number of steps is that number.",
};
constexpr SameRule kRnnSame[] = {
    {SameProperty::DataType, kSameFields11},
};
constexpr std::string_view kLstmRules[] = {
    "The sizes are InputTensor {1, steps, batch, input}, WeightTensor {1, directions, 4 * hidden, input}, RecurrenceTensor {1, directions, 4 * hidden, hidden}, BiasTensor {1, 1, directions, 8 * hidden}, HiddenInitTensor, CellMemInitTensor, OutputSingleTensor and OutputCellSingleTensor {1, directions, batch, hidden}, SequenceLengthsTensor {1, 1, 1, batch}, OutputSequenceTensor {steps, directions, batch, hidden}; there are 2 directions when Direction is BIDIRECTIONAL, else 1.",
    "All tensors but SequenceLengthsTensor have one DataType. At least one output is given. No tensor is OWNED_BY_DML.",
    "ActivationDescs has 3 activations for each direction, the forward ones first: of the gates, of the candidate, of the cell. They are functions of one number, which softmax is not.",
    "Beyond its length a sequence keeps its state and its elements of OutputSequenceTensor are 0; a length beyond the number of steps is that number.",
    "Gates stand in the order input, output, forget, candidate; PeepholeTensor is {1, 1, directions, 3 * hidden}, in the order input, output, forget.",
    "ClipThreshold is at least 0 when UseClipThreshold is set.",
};
constexpr SameRule kLstmSame[] = {
    {SameProperty::DataType, kSameFields12},
};
constexpr std::string_view kGruRules[] = {
    "The sizes are InputTensor {1, steps, batch, input}, WeightTensor {1, directions, 3 * hidden, input}, RecurrenceTensor {1, directions, 3 * hidden, hidden}, BiasTensor {1, 1, directions, 6 * hidden}, HiddenInitTensor and OutputSingleTensor {1, directions, batch, hidden}, SequenceLengthsTensor {1, 1, 1, batch}, OutputSequenceTensor {steps, directions, batch, hidden}; there are 2 directions when Direction is BIDIRECTIONAL, else 1.",
    "All tensors but SequenceLengthsTensor have one DataType. At least one output is given. No tensor is OWNED_BY_DML.",
    "ActivationDescs has 2 activations for each direction, the forward ones first: of the gates, of the candidate. They are functions of one number, which softmax is not.",
    "Beyond its length a sequence keeps its state and its elements of OutputSequenceTensor are 0; a length beyond the number of steps is that number.",
    "Gates stand in the order update, reset, candidate.",
};
constexpr SameRule kGruSame[] = {
    {SameProperty::DataType, kSameFields11},
};
constexpr std::string_view kElementWiseSignRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseSignSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseIsNanRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseIsNanSame[] = {
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseErfRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseErfSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseSinhRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseSinhSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseCoshRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseCoshSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseTanhRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseTanhSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAsinhRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAsinhSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAcoshRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAcoshSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseAtanhRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseAtanhSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseIfRules[] = {
    "BTensor and OutputTensor have the DataType of ATensor.",
    "All tensors have the Sizes of ConditionTensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseIfSame[] = {
    {SameProperty::DataType, kSameFields13},
    {SameProperty::Sizes, kSameFields4},
};
constexpr std::string_view kElementWiseAdd1Rules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
    "FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP, ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.",
};
constexpr SameRule kElementWiseAdd1Same[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kActivationShrinkRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationShrinkSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kMaxPooling1Rules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "A NaN loses against every number. A window that has no element inside the input gives the lowest number.",
    "OutputIndicesTensor has the Sizes of OutputTensor. An index counts elements of the whole input in row-major order; the first of equal ones is taken. It is 4294967295 where the window has no element.",
};
constexpr SameRule kMaxPooling1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
    {SameProperty::Sizes, kSameFields6},
};
constexpr std::string_view kMaxUnpoolingRules[] = {
    "OutputTensor has the DataType of InputTensor; IndicesTensor has its Sizes.",
    "An index counts elements of the output in row-major order; what it names beyond the output is dropped. Of several the last one stays.",
};
constexpr SameRule kMaxUnpoolingSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kDiagonalMatrixRules[] = {
    "Value is converted as CAST does.",
    "An Offset outside the matrix leaves it all zeros.",
};
constexpr std::string_view kScatterElementsRules[] = {
    "InputTensor, UpdatesTensor and OutputTensor have the same DataType.",
    "OutputTensor has the Sizes of InputTensor, UpdatesTensor those of IndicesTensor.",
    "Axis is less than DimensionCount.",
    "IndicesTensor.Sizes are those of InputTensor, except at Axis.",
    "An index of a signed type that is below 0 counts from the end of its dimension. One that is still out of range writes nothing. Where several name one element, the last in row-major order of the indices wins.",
};
constexpr SameRule kScatterElementsSame[] = {
    {SameProperty::DataType, kSameFields14},
    {SameProperty::DimensionCount, kSameFields0},
    {SameProperty::Sizes, kSameFields10},
    {SameProperty::Sizes, kSameFields6},
};
constexpr std::string_view kOneHotRules[] = {
    "OutputTensor has the DataType of ValuesTensor; all tensors have the same DimensionCount.",
    "Axis is less than DimensionCount.",
    "IndicesTensor.Sizes are those of OutputTensor, except 1 at Axis.",
    "ValuesTensor has at least 2 elements: the first is the value elsewhere, the second along its last dimension of more than one is the value that an index places.",
    "An index of a signed type that is below 0 counts from the end. One that is still out of range places nothing.",
};
constexpr SameRule kOneHotSame[] = {
    {SameProperty::DataType, kSameFields6},
    {SameProperty::DimensionCount, kSameFields15},
};
constexpr std::string_view kResampleRules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "The number of Scales is the number of dimensions; each is finite and above 0.",
    "Output o lies at (o + 0.5) / Scale - 0.5 of the input; beyond the edge lies the edge.",
    "NEAREST_NEIGHBOR takes the element at floor(position + 0.5).",
    "8-bit results of LINEAR are rounded to the nearest integer, ties to even.",
};
constexpr SameRule kResampleSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kElementWiseBitShiftLeftRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseBitShiftLeftSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseBitShiftRightRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseBitShiftRightSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseRoundRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseRoundSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseIsInfinityRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseIsInfinitySame[] = {
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseModulusTruncateRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseModulusTruncateSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseModulusFloorRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseModulusFloorSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kFillValueConstantRules[] = {
    "ValueDataType equals OutputTensor.DataType.",
};
constexpr std::string_view kFillValueSequenceRules[] = {
    "ValueDataType equals OutputTensor.DataType.",
};
constexpr std::string_view kCumulativeSummationRules[] = {
    "Axis is less than DimensionCount.",
    "Floats add up in float64 and are rounded where they are written; integers wrap around.",
};
constexpr SameRule kCumulativeSummationSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kReverseSubsequencesRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Axis is less than DimensionCount.",
    "SequenceLengthsTensor.Sizes are those of InputTensor, except 1 at Axis.",
    "A length beyond the size of the dimension reverses all of it.",
};
constexpr SameRule kReverseSubsequencesSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::Sizes, kSameFields2},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kGatherElementsRules[] = {
    "OutputTensor has the DataType of InputTensor and the Sizes of IndicesTensor.",
    "Axis is less than DimensionCount.",
    "IndicesTensor.Sizes are those of InputTensor, except at Axis.",
    "An index of a signed type that is below 0 counts from the end of its dimension. One that is still out of range reads the nearest element.",
};
constexpr SameRule kGatherElementsSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DimensionCount, kSameFields0},
    {SameProperty::Sizes, kSameFields6},
};
constexpr std::string_view kGatherNdRules[] = {
    "OutputTensor has the DataType of InputTensor; all tensors have the same DimensionCount.",
    "InputDimensionCount and IndicesDimensionCount are 1 to DimensionCount; the sizes before those that they count are 1.",
    "The last size of IndicesTensor, the length of a tuple, is 1 to InputDimensionCount.",
    "OutputTensor.Sizes are those of IndicesTensor but the last, then those of InputTensor that no tuple names, aligned to the end with leading ones.",
    "An index of a signed type that is below 0 counts from the end of its dimension. One that is still out of range reads the nearest element.",
};
constexpr SameRule kGatherNdSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DimensionCount, kSameFields1},
};
constexpr std::string_view kScatterNdRules[] = {
    "InputTensor, UpdatesTensor and OutputTensor have the same DataType; all tensors have the same DimensionCount.",
    "OutputTensor has the Sizes of InputTensor.",
    "InputDimensionCount and IndicesDimensionCount are 1 to DimensionCount; the sizes before those that they count are 1.",
    "The last size of IndicesTensor, the length of a tuple, is 1 to InputDimensionCount.",
    "UpdatesTensor.Sizes are those of IndicesTensor but the last, then those of InputTensor that no tuple names, aligned to the end with leading ones.",
    "An index of a signed type that is below 0 counts from the end of its dimension. One that is still out of range writes nothing. Where several name one element, the last in row-major order of the indices wins.",
};
constexpr SameRule kScatterNdSame[] = {
    {SameProperty::DataType, kSameFields14},
    {SameProperty::DimensionCount, kSameFields1},
    {SameProperty::Sizes, kSameFields10},
};
constexpr std::string_view kMaxPooling2Rules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.",
    "A NaN loses against every number. A window that has no element inside the input gives the lowest number.",
    "OutputIndicesTensor has the Sizes of OutputTensor. An index counts elements of the whole input in row-major order; the first of equal ones is taken. It is 4294967295 where the window has no element.",
};
constexpr SameRule kMaxPooling2Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
    {SameProperty::Sizes, kSameFields6},
};
constexpr std::string_view kSlice1Rules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "DimensionCount is that of the tensors.",
    "InputWindowSizes[i] is at least 1.",
    "InputWindowOffsets[i] + InputWindowSizes[i] is at most InputTensor.Sizes[i].",
    "InputWindowStrides[i] is not 0, and its magnitude is at most 2147483647.",
    "OutputTensor.Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|.",
};
constexpr SameRule kSlice1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kTopK1Rules[] = {
    "OutputValueTensor has the DataType of InputTensor.",
    "Axis is less than DimensionCount; K is 1 to the size of InputTensor at Axis.",
    "OutputValueTensor and OutputIndexTensor have the Sizes of InputTensor, except K at Axis.",
    "Equal elements come in ascending order of their indices; -0 equals 0. NaN is larger than any number, and all are equal.",
};
constexpr SameRule kTopK1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
    {SameProperty::Sizes, kSameFields6},
};
constexpr std::string_view kDepthToSpace1Rules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "BlockSize is at least 1.",
    "InputTensor.Sizes[1] is OutputTensor.Sizes[1] * BlockSize * BlockSize.",
    "OutputTensor.Sizes[i] is InputTensor.Sizes[i] * BlockSize, for height and width.",
};
constexpr SameRule kDepthToSpace1Same[] = {
    {SameProperty::DataType, kSameFields0},
};
constexpr std::string_view kSpaceToDepth1Rules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "BlockSize is at least 1.",
    "OutputTensor.Sizes[1] is InputTensor.Sizes[1] * BlockSize * BlockSize.",
    "InputTensor.Sizes[i] is OutputTensor.Sizes[i] * BlockSize, for height and width.",
};
constexpr SameRule kSpaceToDepth1Same[] = {
    {SameProperty::DataType, kSameFields0},
};
constexpr std::string_view kMeanVarianceNormalization1Rules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
    "ScaleTensor and BiasTensor, each of which may be missing, have the Sizes of InputTensor, or 1 where an element serves the whole dimension.",
    "Means and variances are sums in float64, the variance that of all elements (divided by their number).",
    "FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP, ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.",
};
constexpr SameRule kMeanVarianceNormalization1Same[] = {
    {SameProperty::DataType, kSameFields4},
    {SameProperty::Sizes, kSameFields10},
    {SameProperty::DimensionCount, kSameFields1},
};
constexpr std::string_view kResample1Rules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "The number of Scales is the number of dimensions; each is finite and above 0.",
    "InputPixelOffsets and OutputPixelOffsets are finite.",
    "Output o lies at (o - OutputPixelOffset) / Scale - InputPixelOffset of the input; beyond the edge lies the edge.",
    "NEAREST_NEIGHBOR takes the element at floor(position + 0.5).",
    "8-bit results of LINEAR are rounded to the nearest integer, ties to even.",
};
constexpr SameRule kResample1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kMatrixMultiplyIntegerRules[] = {
    "ATensor, BTensor and OutputTensor have the same DimensionCount.",
    "The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N}, OutputTensor {.., M, N}. All Sizes before them are the same; a matrix is repeated by stride 0.",
    "Zero points have the DataType of their matrix; there is one, or one for each row of ATensor ({.., M, 1} or {M}) or column of BTensor ({.., N}). An absent one is 0.",
    "Sums are exact in 32 bits and wrap around.",
    "A BTensor that is OWNED_BY_DML, as is BZeroPointTensor if there is one, is packed once, when the operator is initialized.",
};
constexpr SameRule kMatrixMultiplyIntegerSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DataType, kSameFields16},
    {SameProperty::DimensionCount, kSameFields17},
};
constexpr std::string_view kQuantizedLinearMatrixMultiplyRules[] = {
    "ATensor, BTensor and OutputTensor have the same DimensionCount.",
    "The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N}, OutputTensor {.., M, N}. All Sizes before them are the same; a matrix is repeated by stride 0.",
    "Zero points have the DataType of their matrix. Of scales and zero points there is one, or one for each row of ATensor and OutputTensor ({.., M, 1} or {M}) or column of BTensor ({.., N}). An absent zero point is 0.",
    "The product is exact in 32 bits, then scaled in float64, rounded half to even and saturated; a NaN becomes the zero point.",
    "A BTensor that is OWNED_BY_DML, as is BZeroPointTensor if there is one, is packed once, when the operator is initialized.",
};
constexpr SameRule kQuantizedLinearMatrixMultiplySame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DataType, kSameFields18},
    {SameProperty::DataType, kSameFields19},
    {SameProperty::DimensionCount, kSameFields20},
};
constexpr std::string_view kConvolutionIntegerRules[] = {
    "InputTensor, FilterTensor and OutputTensor have the same DimensionCount; DimensionCount is that - 2; Strides and Dilations are at least 1.",
    "FilterTensor.Sizes are { output channels, input channels / GroupCount, .. }, and an output size is (input size + StartPadding + EndPadding - (Dilations * (filter size - 1) + 1)) / Strides + 1, rounded down.",
    "GroupCount is at least 1 and divides the channels of input and output.",
    "A zero point has the DataType of its tensor; without it zero points are 0. Padding contributes nothing.",
    "InputZeroPointTensor has one element, FilterZeroPointTensor one or one for each output channel.",
    "Sums wrap around in 32 bits.",
    "A FilterTensor that is OWNED_BY_DML, as is FilterZeroPointTensor if there is one, is packed once, when the operator is initialized.",
};
constexpr SameRule kConvolutionIntegerSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DataType, kSameFields16},
    {SameProperty::DimensionCount, kSameFields17},
};
constexpr std::string_view kQuantizedLinearConvolutionRules[] = {
    "InputTensor, FilterTensor and OutputTensor have the same DimensionCount; DimensionCount is that - 2; Strides and Dilations are at least 1.",
    "FilterTensor.Sizes are { output channels, input channels / GroupCount, .. }, and an output size is (input size + StartPadding + EndPadding - (Dilations * (filter size - 1) + 1)) / Strides + 1, rounded down.",
    "GroupCount is at least 1 and divides the channels of input and output.",
    "A zero point has the DataType of its tensor; without it zero points are 0. Padding contributes nothing.",
    "Scales and zero points have one element; those of FilterTensor may have one for each output channel.",
    "BiasTensor.Sizes are { 1, output channels, 1, .. }, in units of InputScale * FilterScale.",
    "Sums wrap around in 32 bits; the result rounds half to even and saturates.",
    "A FilterTensor that is OWNED_BY_DML, as is FilterZeroPointTensor if there is one, is packed once, when the operator is initialized.",
};
constexpr SameRule kQuantizedLinearConvolutionSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DataType, kSameFields18},
    {SameProperty::DataType, kSameFields21},
    {SameProperty::DimensionCount, kSameFields22},
};
constexpr std::string_view kElementWiseBitAndRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseBitAndSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseBitOrRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseBitOrSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseBitXorRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseBitXorSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseBitNotRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseBitNotSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseBitCountRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseBitCountSame[] = {
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseLogicalGreaterThanOrEqualRules[] = {
    "BTensor has the DataType of ATensor.",
    "BTensor and OutputTensor have the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalGreaterThanOrEqualSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseLogicalLessThanOrEqualRules[] = {
    "BTensor has the DataType of ATensor.",
    "BTensor and OutputTensor have the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseLogicalLessThanOrEqualSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kActivationCeluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationCeluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationReluGradRules[] = {
    "InputGradientTensor and OutputGradientTensor have the DataType and the Sizes of InputTensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kActivationReluGradSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kAveragePoolingGradRules[] = {
    "OutputGradientTensor has the DataType of InputGradientTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "InputGradientTensor has the first two sizes of OutputGradientTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "Each gradient is divided as the mean was, and added to every element of its window.",
};
constexpr SameRule kAveragePoolingGradSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kMaxPoolingGradRules[] = {
    "All tensors have one DataType; OutputGradientTensor has the Sizes of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "InputGradientTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.",
    "Each gradient is added to the first largest element of its window; a NaN loses against every number.",
};
constexpr SameRule kMaxPoolingGradSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields2},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kRandomGeneratorRules[] = {
    "InputStateTensor.Sizes are 6 after ones: four words of the counter, the lowest first, and two of the key. OutputStateTensor, if there is one, has the same.",
    "The elements of OutputTensor, in row-major order, are the words of the blocks for the counter and those after it.",
    "OutputStateTensor is the state whose counter is one past the last that was used, even if only in part.",
};
constexpr SameRule kRandomGeneratorSame[] = {
    {SameProperty::Sizes, kSameFields2},
};
constexpr std::string_view kNonzeroCoordinatesRules[] = {
    "Every size of OutputCountTensor is 1.",
    "OutputCoordinatesTensor.Sizes end with { M, N } after ones: M is the number of elements of InputTensor, N is its DimensionCount, with or without any of its leading dimensions of size 1, whose coordinates are then left out.",
    "Neither 0 nor -0 counts; NaN does. Rows of OutputCoordinatesTensor beyond the count become 0.",
};
constexpr std::string_view kResampleGradRules[] = {
    "OutputGradientTensor has the DataType and the DimensionCount of InputGradientTensor, and the sizes of the forward input.",
    "The number of Scales is the number of dimensions; each is finite and above 0.",
    "InputPixelOffsets and OutputPixelOffsets are finite.",
    "Each gradient is added to the elements that its result was made of, by their weights.",
    "NEAREST_NEIGHBOR takes the element at floor(position + 0.5).",
};
constexpr SameRule kResampleGradSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kSliceGradRules[] = {
    "OutputGradientTensor has the DataType and the DimensionCount of InputGradientTensor.",
    "DimensionCount is that of the tensors.",
    "InputWindowSizes[i] is at least 1.",
    "InputWindowOffsets[i] + InputWindowSizes[i] is at most OutputGradientTensor.Sizes[i].",
    "InputWindowStrides[i] is not 0, and its magnitude is at most 2147483647.",
    "InputGradientTensor.Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|.",
};
constexpr SameRule kSliceGradSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kAdamOptimizerRules[] = {
    "TrainingStepTensor has one element, which counts from 1: at 0 the step would be divided by 0.",
    "Any output may be the memory of any input but TrainingStepTensor.",
};
constexpr SameRule kAdamOptimizerSame[] = {
    {SameProperty::DataType, kSameFields23},
    {SameProperty::Sizes, kSameFields23},
};
constexpr std::string_view kArgminRules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
    "OutputTensor has the Sizes of InputTensor, except 1 along Axes.",
    "With several axes the index counts their elements in the order of the coordinates. Of equal elements INCREASING finds the first, DECREASING the last.",
    "A NaN is chosen only where there is no number; -0 equals 0.",
};
constexpr SameRule kArgminSame[] = {
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kArgmaxRules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
    "OutputTensor has the Sizes of InputTensor, except 1 along Axes.",
    "With several axes the index counts their elements in the order of the coordinates. Of equal elements INCREASING finds the first, DECREASING the last.",
    "A NaN is chosen only where there is no number; -0 equals 0.",
};
constexpr SameRule kArgmaxSame[] = {
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kRoiAlignRules[] = {
    "All but BatchIndicesTensor have one DataType.",
    "ROITensor is {[1, 1,] regions, 4}: x1, y1, x2, y2. BatchIndicesTensor has an element per region; an index out of range is taken as the last image.",
    "OutputTensor is {regions, C, height, width}, C as in InputTensor.",
    "ReductionFunction is AVERAGE or MAX. MinimumSamplesPerOutput is at least 1 and at most MaximumSamplesPerOutput; 65536 is the most that is supported.",
    "A dimension of a region has ceil(size / output size) samples per output, at least the minimum, at most the maximum.",
    "A LINEAR sample less than a pixel outside the image takes the edge's elements; one farther out is OutOfBoundsInputValue. NEAREST_NEIGHBOR rounds ties down; what is no pixel then is OutOfBoundsInputValue.",
};
constexpr SameRule kRoiAlignSame[] = {
    {SameProperty::DataType, kSameFields24},
};
constexpr std::string_view kGatherNd1Rules[] = {
    "OutputTensor has the DataType of InputTensor; all tensors have the same DimensionCount.",
    "InputDimensionCount and IndicesDimensionCount are 1 to DimensionCount; the sizes before those that they count are 1.",
    "BatchDimensionCount is less than either; the first BatchDimensionCount sizes that count are the same in InputTensor and IndicesTensor.",
    "The last size of IndicesTensor, the length of a tuple, is 1 to InputDimensionCount - BatchDimensionCount.",
    "OutputTensor.Sizes are those of IndicesTensor but the last, then those of InputTensor that are neither batches nor named by a tuple, aligned to the end with leading ones.",
    "An index of a signed type that is below 0 counts from the end of its dimension. One that is still out of range reads the nearest element.",
};
constexpr SameRule kGatherNd1Same[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DimensionCount, kSameFields1},
};
constexpr std::string_view kElementWiseAtanYxRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseAtanYxSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseClipGradRules[] = {
    "InputGradientTensor and OutputGradientTensor have the DataType and the Sizes of InputTensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseClipGradSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kElementWiseDifferenceSquareRules[] = {
    "BTensor and OutputTensor have the DataType and the Sizes of ATensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
};
constexpr SameRule kElementWiseDifferenceSquareSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kLocalResponseNormalizationGradRules[] = {
    "LocalSize is at least 1; (LocalSize - 1) / 2 neighbours, rounded down, lie before an element and the others after it, as far as there are any.",
    "CrossChannel: neighbours are channels at the same position; otherwise they are in a square of LocalSize by LocalSize elements of the same channel.",
    "The sum of squares is multiplied by Alpha / LocalSize in both cases and at the borders too.",
};
constexpr SameRule kLocalResponseNormalizationGradSame[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kCumulativeProductRules[] = {
    "Axis is less than DimensionCount.",
    "Floats multiply in float64 and are rounded where they are written; integers wrap around.",
};
constexpr SameRule kCumulativeProductSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kBatchNormalizationGradRules[] = {
    "MeanTensor, and with it the tensors of its Sizes, has the Sizes of InputTensor, or 1 along the dimensions that are summed over.",
    "Sums are in float64.",
};
constexpr SameRule kBatchNormalizationGradSame[] = {
    {SameProperty::DataType, kSameFields25},
    {SameProperty::Sizes, kSameFields26},
    {SameProperty::Sizes, kSameFields27},
    {SameProperty::DimensionCount, kSameFields2},
};
constexpr std::string_view kElementWiseQuantizedLinearAddRules[] = {
    "BTensor and OutputTensor have the Sizes of ATensor.",
    "All tensors have the same DimensionCount.",
    "Scales and zero points are one element each, or have the Sizes of ATensor; without a zero point it is 0.",
    "A zero point has the DataType of what it belongs to.",
};
constexpr SameRule kElementWiseQuantizedLinearAddSame[] = {
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DataType, kSameFields18},
    {SameProperty::DataType, kSameFields19},
    {SameProperty::Sizes, kSameFields20},
    {SameProperty::DimensionCount, kSameFields28},
};
constexpr std::string_view kDynamicQuantizeLinearRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "OutputScaleTensor and OutputZeroPointTensor have one element.",
    "OutputZeroPointTensor has the DataType of OutputTensor.",
};
constexpr SameRule kDynamicQuantizeLinearSame[] = {
    {SameProperty::DataType, kSameFields5},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kRoiAlign1Rules[] = {
    "All but BatchIndicesTensor have one DataType.",
    "ROITensor is {[1, 1,] regions, 4}: x1, y1, x2, y2. BatchIndicesTensor has an element per region; an index out of range is taken as the last image.",
    "OutputTensor is {regions, C, height, width}, C as in InputTensor.",
    "ReductionFunction is AVERAGE or MAX. MinimumSamplesPerOutput is at least 1 and at most MaximumSamplesPerOutput; 65536 is the most that is supported.",
    "A dimension of a region has ceil(size / output size) samples per output, at least the minimum, at most the maximum.",
    "A LINEAR sample less than a pixel outside the image takes the edge's elements; one farther out is OutOfBoundsInputValue. NEAREST_NEIGHBOR rounds ties down; what is no pixel then is OutOfBoundsInputValue.",
    "AlignRegionsToCorners puts the first and the last sample of a region on its corners.",
};
constexpr SameRule kRoiAlign1Same[] = {
    {SameProperty::DataType, kSameFields24},
};
constexpr std::string_view kRoiAlignGradRules[] = {
    "All but BatchIndicesTensor have one DataType.",
    "OutputGradientTensor or OutputROIGradientTensor is there, or both. InputTensor is there where ReductionFunction is MAX or OutputROIGradientTensor is there.",
    "InputTensor and OutputGradientTensor have the same sizes; OutputROIGradientTensor has the sizes of ROITensor; InputGradientTensor is {regions, C, height, width}.",
    "ROITensor is {[1, 1,] regions, 4}: x1, y1, x2, y2. BatchIndicesTensor has an element per region; an index out of range is taken as the last image.",
    "ReductionFunction is AVERAGE or MAX. MinimumSamplesPerOutput is at least 1 and at most MaximumSamplesPerOutput; 65536 is the most that is supported.",
    "A dimension of a region has ceil(size / output size) samples per output, at least the minimum, at most the maximum.",
    "Samples outside the image get no gradient. The gradient of a region's corners is that of its samples' positions; NEAREST_NEIGHBOR has none.",
};
constexpr SameRule kRoiAlignGradSame[] = {
    {SameProperty::DataType, kSameFields29},
    {SameProperty::Sizes, kSameFields30},
};
constexpr std::string_view kBatchNormalizationTrainingRules[] = {
    "ScaleTensor, and with it BiasTensor, OutputMeanTensor and OutputVarianceTensor, has the Sizes of InputTensor, or 1 along the dimensions whose mean and variance are taken.",
    "Means and variances are sums in float64, the variance that of all elements (divided by their number).",
    "FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP, ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.",
};
constexpr SameRule kBatchNormalizationTrainingSame[] = {
    {SameProperty::DataType, kSameFields31},
    {SameProperty::Sizes, kSameFields32},
    {SameProperty::Sizes, kSameFields33},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kBatchNormalizationTrainingGradRules[] = {
    "MeanTensor, and with it the tensors of its Sizes, has the Sizes of InputTensor, or 1 along the dimensions that are summed over.",
    "The gradient of the input is around the input's own mean; MeanTensor serves the gradient of the scale.",
    "Sums are in float64.",
};
constexpr SameRule kBatchNormalizationTrainingGradSame[] = {
    {SameProperty::DataType, kSameFields25},
    {SameProperty::Sizes, kSameFields26},
    {SameProperty::Sizes, kSameFields27},
    {SameProperty::DimensionCount, kSameFields2},
};
constexpr std::string_view kElementWiseClip1Rules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "MinMaxDataType is the DataType of OutputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseClip1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kElementWiseClipGrad1Rules[] = {
    "InputGradientTensor and OutputGradientTensor have the DataType and the Sizes of InputTensor.",
    "Elements are repeated by stride 0, not by sizes of 1.",
    "MinMaxDataType is the DataType of the tensors.",
};
constexpr SameRule kElementWiseClipGrad1Same[] = {
    {SameProperty::DataType, kSameFields1},
    {SameProperty::Sizes, kSameFields1},
};
constexpr std::string_view kPadding1Rules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "PaddingValueDataType is OutputTensor.DataType, in every mode.",
    "DimensionCount is that of the tensors.",
    "OutputTensor.Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i].",
    "PaddingMode WRAP needs feature level 6_4.",
    "A border wider than the tensor goes on with the pattern; REFLECTION of a single element repeats it.",
};
constexpr SameRule kPadding1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kElementWiseNegateRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kElementWiseNegateSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationGeluRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationGeluSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationSoftmax1Rules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
};
constexpr SameRule kActivationSoftmax1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationLogSoftmax1Rules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
};
constexpr SameRule kActivationLogSoftmax1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationHardmax1Rules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
    "A NaN is chosen only where there is no number; -0 equals 0.",
};
constexpr SameRule kActivationHardmax1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kResample2Rules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "The number of Scales is the number of dimensions; each is finite and above 0.",
    "InputPixelOffsets and OutputPixelOffsets are finite.",
    "Output o lies at (o - OutputPixelOffset) / Scale - InputPixelOffset of the input; beyond the edge lies the edge.",
    "NEAREST_NEIGHBOR rounds the position up where RoundingDirection is INCREASING, down where it is DECREASING.",
    "8-bit results of LINEAR are rounded to the nearest integer, ties to even.",
};
constexpr SameRule kResample2Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kResampleGrad1Rules[] = {
    "OutputGradientTensor has the DataType and the DimensionCount of InputGradientTensor, and the sizes of the forward input.",
    "The number of Scales is the number of dimensions; each is finite and above 0.",
    "InputPixelOffsets and OutputPixelOffsets are finite.",
    "Each gradient is added to the elements that its result was made of, by their weights.",
    "NEAREST_NEIGHBOR rounds the position up where RoundingDirection is INCREASING, down where it is DECREASING.",
};
constexpr SameRule kResampleGrad1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kDiagonalMatrix1Rules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor, if that is there.",
    "ValueDataType is OutputTensor.DataType.",
    "DiagonalFillEnd is exclusive; below DiagonalFillBegin it fills all but the diagonals between the two.",
};
constexpr SameRule kDiagonalMatrix1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kMultiheadAttentionRules[] = {
    "Query, key and value come from exactly one tensor each; without a key, PastKeyTensor and PastValueTensor are all there is.",
    "QueryTensor is {batch, positions, HeadCount * head size}, KeyTensor {batch, positions, HeadCount * head size}, ValueTensor {batch, positions, HeadCount * value size}; stacked tensors are {batch, positions, heads, 2 or 3, head size}. Sizes of 1 may stand in front.",
    "PastKeyTensor and PastValueTensor come together, {batch, heads, past positions, head size}, and go before the keys and values; OutputPresentKeyTensor and OutputPresentValueTensor get both.",
    "BiasTensor holds the elements of query, key and value, one after the other, and is added to each position.",
    "RelativePositionBiasTensor is {batch, heads, query positions, all positions}.",
    "MaskFilterValue is added where a mask hides a position: BOOLEAN {batch, heads, query positions, all positions} where it is 0, KEY_SEQUENCE_LENGTH {batch} from the length on, KEY_SEQUENCE_END_START {2, batch} outside of start to end, KEY_QUERY_SEQUENCE_LENGTH_START_END {3 * batch + 2} from the key length on, which comes first.",
    "Everything is computed in float32; FLOAT16 is rounded once.",
};
constexpr SameRule kMultiheadAttentionSame[] = {
    {SameProperty::DataType, kSameFields34},
};
constexpr std::string_view kLpPooling1Rules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.",
    "P is at least 1. The result is (sum of |x|^P)^(1/P).",
};
constexpr SameRule kLpPooling1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kAveragePooling1Rules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.",
    "IncludePadding divides by the size of the window, otherwise by the number of its elements inside the input. A window without any gives 0.",
};
constexpr SameRule kAveragePooling1Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kActivationSwishRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationSwishSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kActivationHardSwishRules[] = {
    "OutputTensor has the DataType and the Sizes of InputTensor.",
    "Strides are free: InputTensor may repeat elements, OutputTensor may not.",
};
constexpr SameRule kActivationHardSwishSame[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::Sizes, kSameFields0},
};
constexpr std::string_view kQuantizedLinearAveragePoolingRules[] = {
    "DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,] H, W}.",
    "Strides and WindowSize are at least 1, and a window fits into the padded input.",
    "OutputTensor has the first two sizes of InputTensor; a spatial size is (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last window reaches beyond the padding.",
    "Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.",
    "IncludePadding divides by the size of the window, otherwise by the number of its elements inside the input. A window without any gives 0.",
    "Scales and zero points have one element, or one per channel: {1, C, 1, ..}. A missing zero point is 0, a present one has the type of its tensor.",
    "Results are rounded to the nearest integer, ties to even, and saturate.",
};
constexpr SameRule kQuantizedLinearAveragePoolingSame[] = {
    {SameProperty::DimensionCount, kSameFields8},
    {SameProperty::DataType, kSameFields2},
    {SameProperty::DataType, kSameFields35},
};
constexpr std::string_view kMatrixMultiplyIntegerToFloatRules[] = {
    "ATensor and BTensor have the same DataType, and so have the scales, BiasTensor and OutputTensor.",
    "ATensor, BTensor, BiasTensor and OutputTensor have the same DimensionCount; BiasTensor has the Sizes of OutputTensor.",
    "The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N}, OutputTensor {.., M, N}. All Sizes before them are the same; a matrix is repeated by stride 0.",
    "Zero points have the DataType of their matrix. Of scales and zero points there is one, or one for each row of ATensor ({.., M, 1} or {M}) or column of BTensor ({.., N}). An absent zero point is 0.",
    "Elements less their zero point, times their scale, are rounded to float32 and add up there in the order of K; FLOAT16 is rounded once more, after the bias.",
    "A BTensor that is OWNED_BY_DML, as are BScaleTensor and BZeroPointTensor if there is one, becomes float32 once, when the operator is initialized.",
};
constexpr SameRule kMatrixMultiplyIntegerToFloatSame[] = {
    {SameProperty::DataType, kSameFields36},
    {SameProperty::DataType, kSameFields37},
    {SameProperty::DimensionCount, kSameFields38},
    {SameProperty::Sizes, kSameFields39},
};
constexpr std::string_view kMeanVarianceNormalization2Rules[] = {
    "Axes are less than DimensionCount and each comes once; without any, every element is alone.",
    "ScaleTensor and BiasTensor, each of which may be missing, have the Sizes of InputTensor, or 1 where an element serves the whole dimension.",
    "Without UseMean nothing is subtracted, and the variance is the mean of the squares; without UseVariance nothing is divided by.",
    "Means and variances are sums in float64, the variance that of all elements (divided by their number).",
    "FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP, ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.",
};
constexpr SameRule kMeanVarianceNormalization2Same[] = {
    {SameProperty::DataType, kSameFields4},
    {SameProperty::Sizes, kSameFields10},
    {SameProperty::DimensionCount, kSameFields1},
};
constexpr std::string_view kMultiheadAttention1Rules[] = {
    "Query, key and value come from exactly one tensor each; without a key, PastKeyTensor and PastValueTensor are all there is.",
    "QueryHeadCount is a multiple of KeyValueHeadCount; so many neighbouring query heads share keys and values.",
    "With PastSequenceLengthsTensor, one length for each batch, the past is in OutputPresentKeyTensor and OutputPresentValueTensor already: new positions are written behind it, and a query sees the past, and keys up to its own position. Lengths that leave no room are cut.",
    "QueryTensor is {batch, positions, QueryHeadCount * head size}, KeyTensor {batch, positions, KeyValueHeadCount * head size}, ValueTensor {batch, positions, KeyValueHeadCount * value size}; stacked tensors are {batch, positions, heads, 2 or 3, head size}. Sizes of 1 may stand in front.",
    "PastKeyTensor and PastValueTensor come together, {batch, heads, past positions, head size}, and go before the keys and values; OutputPresentKeyTensor and OutputPresentValueTensor get both.",
    "BiasTensor holds the elements of query, key and value, one after the other, and is added to each position.",
    "RelativePositionBiasTensor is {batch, heads, query positions, all positions}.",
    "MaskFilterValue is added where a mask hides a position: BOOLEAN {batch, heads, query positions, all positions} where it is 0, KEY_SEQUENCE_LENGTH {batch} from the length on, KEY_SEQUENCE_END_START {2, batch} outside of start to end, KEY_QUERY_SEQUENCE_LENGTH_START_END {3 * batch + 2} from the key length on, which comes first.",
    "Everything is computed in float32; FLOAT16 is rounded once.",
};
constexpr SameRule kMultiheadAttention1Same[] = {
    {SameProperty::DataType, kSameFields40},
};
constexpr std::string_view kQuantizeRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "QuantizationType is not NONE: SCALE has 1 quantization tensor, SCALE_ZERO_POINT has 2.",
    "Quantization tensors have the DimensionCount of InputTensor. Each of their Sizes divides that of InputTensor: one value serves a block of neighbours.",
    "Where both quantization tensors make blocks in a dimension, these are the same.",
    "The scale has the DataType of InputTensor, the zero point that of OutputTensor.",
    "Without a zero point it is 0, or the middle of an unsigned type: 128 or 8.",
};
constexpr SameRule kQuantizeSame[] = {
    {SameProperty::Sizes, kSameFields41},
    {SameProperty::DimensionCount, kSameFields10},
};
constexpr std::string_view kDequantizeRules[] = {
    "OutputTensor has the Sizes of InputTensor.",
    "QuantizationType is not NONE: SCALE has 1 quantization tensor, SCALE_ZERO_POINT has 2.",
    "Quantization tensors have the DimensionCount of InputTensor. Each of their Sizes divides that of InputTensor: one value serves a block of neighbours.",
    "Where both quantization tensors make blocks in a dimension, these are the same.",
    "The scale has the DataType of OutputTensor, the zero point that of InputTensor.",
    "Without a zero point it is 0, or the middle of an unsigned type: 128 or 8.",
};
constexpr SameRule kDequantizeSame[] = {
    {SameProperty::Sizes, kSameFields41},
    {SameProperty::DimensionCount, kSameFields10},
};
constexpr std::string_view kResample3Rules[] = {
    "OutputTensor has the DataType and the DimensionCount of InputTensor.",
    "The number of Scales is the number of dimensions; each is finite and above 0.",
    "InputPixelOffsets and OutputPixelOffsets are finite.",
    "Output o lies at (o - OutputPixelOffset) / Scale - InputPixelOffset of the input; beyond the edge lies the edge.",
    "NEAREST_NEIGHBOR rounds the position up where RoundingDirection is INCREASING, down where it is DECREASING.",
    "Antialiased widens the filter of LINEAR by 1 / Scale along dimensions that shrink.",
    "8-bit results of LINEAR are rounded to the nearest integer, ties to even.",
};
constexpr SameRule kResample3Same[] = {
    {SameProperty::DataType, kSameFields0},
    {SameProperty::DimensionCount, kSameFields0},
};
constexpr std::string_view kFoldRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "OutputTensor has DimensionCount + 2 dimensions {N, C, sizes..}, InputTensor has 3: {N, C * all WindowSizes, number of blocks}.",
    "WindowSizes[i], Strides[i] and Dilations[i] are at least 1.",
    "A window fits: Dilations[i] * (WindowSizes[i] - 1) + 1 is at most OutputTensor.Sizes[i + 2] + StartPadding[i] + EndPadding[i].",
    "The blocks of dimension i are (padded size - reach of the window) / Strides[i] + 1; their number is the product over all i.",
};
constexpr SameRule kFoldSame[] = {
    {SameProperty::DataType, kSameFields0},
};
constexpr std::string_view kUnfoldRules[] = {
    "OutputTensor has the DataType of InputTensor.",
    "InputTensor has DimensionCount + 2 dimensions {N, C, sizes..}, OutputTensor has 3: {N, C * all WindowSizes, number of blocks}.",
    "WindowSizes[i], Strides[i] and Dilations[i] are at least 1.",
    "A window fits: Dilations[i] * (WindowSizes[i] - 1) + 1 is at most InputTensor.Sizes[i + 2] + StartPadding[i] + EndPadding[i].",
    "The blocks of dimension i are (padded size - reach of the window) / Strides[i] + 1; their number is the product over all i.",
};
constexpr SameRule kUnfoldSame[] = {
    {SameProperty::DataType, kSameFields0},
};

constexpr OperatorInfo kOperators[] = {
    {OperatorType::ElementWiseIdentity, "ELEMENT_WISE_IDENTITY", "Element-wise arithmetic and math",
     "Copies every element, which also converts between layouts, pads and broadcasts.",
     kElementWiseIdentityRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseIdentityFields, kSupport0, kElementWiseIdentitySame, sizeof(ElementWiseIdentity), Make<ElementWiseIdentity>, Copy<ElementWiseIdentity>},
    {OperatorType::ElementWiseAbs, "ELEMENT_WISE_ABS", "Element-wise arithmetic and math",
     "Takes the absolute value of every element.",
     kElementWiseAbsRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseAbsFields, kSupport1, kElementWiseAbsSame, sizeof(ElementWiseAbs), Make<ElementWiseAbs>, Copy<ElementWiseAbs>},
    {OperatorType::ElementWiseAcos, "ELEMENT_WISE_ACOS", "Element-wise arithmetic and math",
     "Takes the arc cosine of every element, in radians.",
     kElementWiseAcosRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseAcosFields, kSupport2, kElementWiseAcosSame, sizeof(ElementWiseAcos), Make<ElementWiseAcos>, Copy<ElementWiseAcos>},
    {OperatorType::ElementWiseAdd, "ELEMENT_WISE_ADD", "Element-wise arithmetic and math",
     "Adds two tensors element by element.",
     kElementWiseAddRules, FeatureLevel::Level1_0, true, true, OperatorType::ElementWiseAdd1,
     kElementWiseAddFields, kSupport3, kElementWiseAddSame, sizeof(ElementWiseAdd), Make<ElementWiseAdd>, Copy<ElementWiseAdd>},
    {OperatorType::ElementWiseAsin, "ELEMENT_WISE_ASIN", "Element-wise arithmetic and math",
     "Takes the arc sine of every element, in radians.",
     kElementWiseAsinRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseAsinFields, kSupport2, kElementWiseAsinSame, sizeof(ElementWiseAsin), Make<ElementWiseAsin>, Copy<ElementWiseAsin>},
    {OperatorType::ElementWiseAtan, "ELEMENT_WISE_ATAN", "Element-wise arithmetic and math",
     "Takes the arc tangent of every element, in radians.",
     kElementWiseAtanRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseAtanFields, kSupport2, kElementWiseAtanSame, sizeof(ElementWiseAtan), Make<ElementWiseAtan>, Copy<ElementWiseAtan>},
    {OperatorType::ElementWiseCeil, "ELEMENT_WISE_CEIL", "Element-wise arithmetic and math",
     "Rounds every element up to an integral value.",
     kElementWiseCeilRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseCeilFields, kSupport2, kElementWiseCeilSame, sizeof(ElementWiseCeil), Make<ElementWiseCeil>, Copy<ElementWiseCeil>},
    {OperatorType::ElementWiseClip, "ELEMENT_WISE_CLIP", "Element-wise arithmetic and math",
     "Limits every element to the range from Min to Max.",
     kElementWiseClipRules, FeatureLevel::Level1_0, true, true, OperatorType::ElementWiseClip1,
     kElementWiseClipFields, kSupport4, kElementWiseClipSame, sizeof(ElementWiseClip), Make<ElementWiseClip>, Copy<ElementWiseClip>},
    {OperatorType::ElementWiseCos, "ELEMENT_WISE_COS", "Element-wise arithmetic and math",
     "Takes the cosine of every element, in radians.",
     kElementWiseCosRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseCosFields, kSupport2, kElementWiseCosSame, sizeof(ElementWiseCos), Make<ElementWiseCos>, Copy<ElementWiseCos>},
    {OperatorType::ElementWiseDivide, "ELEMENT_WISE_DIVIDE", "Element-wise arithmetic and math",
     "Divides A by B element by element; integer quotients drop the fraction.",
     kElementWiseDivideRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseDivideFields, kSupport5, kElementWiseDivideSame, sizeof(ElementWiseDivide), Make<ElementWiseDivide>, Copy<ElementWiseDivide>},
    {OperatorType::ElementWiseExp, "ELEMENT_WISE_EXP", "Element-wise arithmetic and math",
     "Raises e to the power of every element.",
     kElementWiseExpRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseExpFields, kSupport2, kElementWiseExpSame, sizeof(ElementWiseExp), Make<ElementWiseExp>, Copy<ElementWiseExp>},
    {OperatorType::ElementWiseFloor, "ELEMENT_WISE_FLOOR", "Element-wise arithmetic and math",
     "Rounds every element down to an integral value.",
     kElementWiseFloorRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseFloorFields, kSupport2, kElementWiseFloorSame, sizeof(ElementWiseFloor), Make<ElementWiseFloor>, Copy<ElementWiseFloor>},
    {OperatorType::ElementWiseLog, "ELEMENT_WISE_LOG", "Element-wise arithmetic and math",
     "Takes the natural logarithm of every element.",
     kElementWiseLogRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseLogFields, kSupport2, kElementWiseLogSame, sizeof(ElementWiseLog), Make<ElementWiseLog>, Copy<ElementWiseLog>},
    {OperatorType::ElementWiseLogicalAnd, "ELEMENT_WISE_LOGICAL_AND", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where both inputs are non-zero and 0 elsewhere.",
     kElementWiseLogicalAndRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseLogicalAndFields, kSupport6, kElementWiseLogicalAndSame, sizeof(ElementWiseLogicalAnd), Make<ElementWiseLogicalAnd>, Copy<ElementWiseLogicalAnd>},
    {OperatorType::ElementWiseLogicalEquals, "ELEMENT_WISE_LOGICAL_EQUALS", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where A equals B and 0 elsewhere.",
     kElementWiseLogicalEqualsRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kElementWiseLogicalEqualsFields, kSupport7, kElementWiseLogicalEqualsSame, sizeof(ElementWiseLogicalEquals), Make<ElementWiseLogicalEquals>, Copy<ElementWiseLogicalEquals>},
    {OperatorType::ElementWiseLogicalGreaterThan, "ELEMENT_WISE_LOGICAL_GREATER_THAN", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where A is greater than B and 0 elsewhere.",
     kElementWiseLogicalGreaterThanRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kElementWiseLogicalGreaterThanFields, kSupport7, kElementWiseLogicalGreaterThanSame, sizeof(ElementWiseLogicalGreaterThan), Make<ElementWiseLogicalGreaterThan>, Copy<ElementWiseLogicalGreaterThan>},
    {OperatorType::ElementWiseLogicalLessThan, "ELEMENT_WISE_LOGICAL_LESS_THAN", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where A is less than B and 0 elsewhere.",
     kElementWiseLogicalLessThanRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kElementWiseLogicalLessThanFields, kSupport7, kElementWiseLogicalLessThanSame, sizeof(ElementWiseLogicalLessThan), Make<ElementWiseLogicalLessThan>, Copy<ElementWiseLogicalLessThan>},
    {OperatorType::ElementWiseLogicalNot, "ELEMENT_WISE_LOGICAL_NOT", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where the input is zero and 0 elsewhere.",
     kElementWiseLogicalNotRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseLogicalNotFields, kSupport8, kElementWiseLogicalNotSame, sizeof(ElementWiseLogicalNot), Make<ElementWiseLogicalNot>, Copy<ElementWiseLogicalNot>},
    {OperatorType::ElementWiseLogicalOr, "ELEMENT_WISE_LOGICAL_OR", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where at least one input is non-zero and 0 elsewhere.",
     kElementWiseLogicalOrRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseLogicalOrFields, kSupport6, kElementWiseLogicalOrSame, sizeof(ElementWiseLogicalOr), Make<ElementWiseLogicalOr>, Copy<ElementWiseLogicalOr>},
    {OperatorType::ElementWiseLogicalXor, "ELEMENT_WISE_LOGICAL_XOR", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where exactly one input is non-zero and 0 elsewhere.",
     kElementWiseLogicalXorRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseLogicalXorFields, kSupport6, kElementWiseLogicalXorSame, sizeof(ElementWiseLogicalXor), Make<ElementWiseLogicalXor>, Copy<ElementWiseLogicalXor>},
    {OperatorType::ElementWiseMax, "ELEMENT_WISE_MAX", "Element-wise arithmetic and math",
     "Takes the larger of two elements at every position.",
     kElementWiseMaxRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseMaxFields, kSupport9, kElementWiseMaxSame, sizeof(ElementWiseMax), Make<ElementWiseMax>, Copy<ElementWiseMax>},
    {OperatorType::ElementWiseMean, "ELEMENT_WISE_MEAN", "Element-wise arithmetic and math",
     "Takes the mean of two elements at every position.",
     kElementWiseMeanRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseMeanFields, kSupport10, kElementWiseMeanSame, sizeof(ElementWiseMean), Make<ElementWiseMean>, Copy<ElementWiseMean>},
    {OperatorType::ElementWiseMin, "ELEMENT_WISE_MIN", "Element-wise arithmetic and math",
     "Takes the smaller of two elements at every position.",
     kElementWiseMinRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseMinFields, kSupport9, kElementWiseMinSame, sizeof(ElementWiseMin), Make<ElementWiseMin>, Copy<ElementWiseMin>},
    {OperatorType::ElementWiseMultiply, "ELEMENT_WISE_MULTIPLY", "Element-wise arithmetic and math",
     "Multiplies two tensors element by element.",
     kElementWiseMultiplyRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseMultiplyFields, kSupport3, kElementWiseMultiplySame, sizeof(ElementWiseMultiply), Make<ElementWiseMultiply>, Copy<ElementWiseMultiply>},
    {OperatorType::ElementWisePow, "ELEMENT_WISE_POW", "Element-wise arithmetic and math",
     "Raises every element to the power found at the same position of ExponentTensor.",
     kElementWisePowRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWisePowFields, kSupport11, kElementWisePowSame, sizeof(ElementWisePow), Make<ElementWisePow>, Copy<ElementWisePow>},
    {OperatorType::ElementWiseConstantPow, "ELEMENT_WISE_CONSTANT_POW", "Element-wise arithmetic and math",
     "Raises every element to one constant power.",
     kElementWiseConstantPowRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseConstantPowFields, kSupport2, kElementWiseConstantPowSame, sizeof(ElementWiseConstantPow), Make<ElementWiseConstantPow>, Copy<ElementWiseConstantPow>},
    {OperatorType::ElementWiseRecip, "ELEMENT_WISE_RECIP", "Element-wise arithmetic and math",
     "Takes the reciprocal of every element.",
     kElementWiseRecipRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseRecipFields, kSupport2, kElementWiseRecipSame, sizeof(ElementWiseRecip), Make<ElementWiseRecip>, Copy<ElementWiseRecip>},
    {OperatorType::ElementWiseSin, "ELEMENT_WISE_SIN", "Element-wise arithmetic and math",
     "Takes the sine of every element, in radians.",
     kElementWiseSinRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseSinFields, kSupport2, kElementWiseSinSame, sizeof(ElementWiseSin), Make<ElementWiseSin>, Copy<ElementWiseSin>},
    {OperatorType::ElementWiseSqrt, "ELEMENT_WISE_SQRT", "Element-wise arithmetic and math",
     "Takes the square root of every element.",
     kElementWiseSqrtRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseSqrtFields, kSupport2, kElementWiseSqrtSame, sizeof(ElementWiseSqrt), Make<ElementWiseSqrt>, Copy<ElementWiseSqrt>},
    {OperatorType::ElementWiseSubtract, "ELEMENT_WISE_SUBTRACT", "Element-wise arithmetic and math",
     "Subtracts B from A element by element.",
     kElementWiseSubtractRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseSubtractFields, kSupport12, kElementWiseSubtractSame, sizeof(ElementWiseSubtract), Make<ElementWiseSubtract>, Copy<ElementWiseSubtract>},
    {OperatorType::ElementWiseTan, "ELEMENT_WISE_TAN", "Element-wise arithmetic and math",
     "Takes the tangent of every element, in radians.",
     kElementWiseTanRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseTanFields, kSupport2, kElementWiseTanSame, sizeof(ElementWiseTan), Make<ElementWiseTan>, Copy<ElementWiseTan>},
    {OperatorType::ElementWiseThreshold, "ELEMENT_WISE_THRESHOLD", "Element-wise arithmetic and math",
     "Replaces every element below Min by Min.",
     kElementWiseThresholdRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kElementWiseThresholdFields, kSupport13, kElementWiseThresholdSame, sizeof(ElementWiseThreshold), Make<ElementWiseThreshold>, Copy<ElementWiseThreshold>},
    {OperatorType::ElementWiseQuantizeLinear, "ELEMENT_WISE_QUANTIZE_LINEAR", "Quantization",
     "Turns numbers into 8-bit integers by a scale and a zero point given for every element.",
     kElementWiseQuantizeLinearRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kElementWiseQuantizeLinearFields, kSupport14, kElementWiseQuantizeLinearSame, sizeof(ElementWiseQuantizeLinear), Make<ElementWiseQuantizeLinear>, Copy<ElementWiseQuantizeLinear>},
    {OperatorType::ElementWiseDequantizeLinear, "ELEMENT_WISE_DEQUANTIZE_LINEAR", "Quantization",
     "Turns quantized integers back into numbers by a scale and a zero point given for every element.",
     kElementWiseDequantizeLinearRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kElementWiseDequantizeLinearFields, kSupport15, kElementWiseDequantizeLinearSame, sizeof(ElementWiseDequantizeLinear), Make<ElementWiseDequantizeLinear>, Copy<ElementWiseDequantizeLinear>},
    {OperatorType::ActivationElu, "ACTIVATION_ELU", "Activations",
     "Keeps elements from zero upwards and bends negative ones to Alpha * (e^x - 1).",
     kActivationEluRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationEluFields, kSupport16, kActivationEluSame, sizeof(ActivationElu), Make<ActivationElu>, Copy<ActivationElu>},
    {OperatorType::ActivationHardmax, "ACTIVATION_HARDMAX", "Activations",
     "Writes 1 at the first maximum of each row and 0 elsewhere.",
     kActivationHardmaxRules, FeatureLevel::Level1_0, false, true, OperatorType::ActivationHardmax1,
     kActivationHardmaxFields, kSupport16, kActivationHardmaxSame, sizeof(ActivationHardmax), Make<ActivationHardmax>, Copy<ActivationHardmax>},
    {OperatorType::ActivationHardSigmoid, "ACTIVATION_HARD_SIGMOID", "Activations",
     "Limits the straight line Alpha * x + Beta to the range from 0 to 1.",
     kActivationHardSigmoidRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationHardSigmoidFields, kSupport16, kActivationHardSigmoidSame, sizeof(ActivationHardSigmoid), Make<ActivationHardSigmoid>, Copy<ActivationHardSigmoid>},
    {OperatorType::ActivationIdentity, "ACTIVATION_IDENTITY", "Activations",
     "Passes every element on unchanged.",
     kActivationIdentityRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationIdentityFields, kSupport16, kActivationIdentitySame, sizeof(ActivationIdentity), Make<ActivationIdentity>, Copy<ActivationIdentity>},
    {OperatorType::ActivationLeakyRelu, "ACTIVATION_LEAKY_RELU", "Activations",
     "Keeps elements from zero upwards and multiplies negative ones by Alpha.",
     kActivationLeakyReluRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationLeakyReluFields, kSupport16, kActivationLeakyReluSame, sizeof(ActivationLeakyRelu), Make<ActivationLeakyRelu>, Copy<ActivationLeakyRelu>},
    {OperatorType::ActivationLinear, "ACTIVATION_LINEAR", "Activations",
     "Computes Alpha * x + Beta for every element.",
     kActivationLinearRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationLinearFields, kSupport16, kActivationLinearSame, sizeof(ActivationLinear), Make<ActivationLinear>, Copy<ActivationLinear>},
    {OperatorType::ActivationLogSoftmax, "ACTIVATION_LOG_SOFTMAX", "Activations",
     "Takes the natural logarithm of the softmax over each row.",
     kActivationLogSoftmaxRules, FeatureLevel::Level1_0, false, true, OperatorType::ActivationLogSoftmax1,
     kActivationLogSoftmaxFields, kSupport16, kActivationLogSoftmaxSame, sizeof(ActivationLogSoftmax), Make<ActivationLogSoftmax>, Copy<ActivationLogSoftmax>},
    {OperatorType::ActivationParameterizedRelu, "ACTIVATION_PARAMETERIZED_RELU", "Activations",
     "Keeps elements from zero upwards and multiplies negative ones by their own slope.",
     kActivationParameterizedReluRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationParameterizedReluFields, kSupport17, kActivationParameterizedReluSame, sizeof(ActivationParameterizedRelu), Make<ActivationParameterizedRelu>, Copy<ActivationParameterizedRelu>},
    {OperatorType::ActivationParametricSoftplus, "ACTIVATION_PARAMETRIC_SOFTPLUS", "Activations",
     "Computes Alpha * ln(1 + e^(Beta * x)) for every element.",
     kActivationParametricSoftplusRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationParametricSoftplusFields, kSupport16, kActivationParametricSoftplusSame, sizeof(ActivationParametricSoftplus), Make<ActivationParametricSoftplus>, Copy<ActivationParametricSoftplus>},
    {OperatorType::ActivationRelu, "ACTIVATION_RELU", "Activations",
     "Replaces every negative element by zero.",
     kActivationReluRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationReluFields, kSupport18, kActivationReluSame, sizeof(ActivationRelu), Make<ActivationRelu>, Copy<ActivationRelu>},
    {OperatorType::ActivationScaledElu, "ACTIVATION_SCALED_ELU", "Activations",
     "Scales elements above zero by Gamma and bends the others to Gamma * Alpha * (e^x - 1).",
     kActivationScaledEluRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationScaledEluFields, kSupport16, kActivationScaledEluSame, sizeof(ActivationScaledElu), Make<ActivationScaledElu>, Copy<ActivationScaledElu>},
    {OperatorType::ActivationScaledTanh, "ACTIVATION_SCALED_TANH", "Activations",
     "Computes Alpha * tanh(Beta * x) for every element.",
     kActivationScaledTanhRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationScaledTanhFields, kSupport16, kActivationScaledTanhSame, sizeof(ActivationScaledTanh), Make<ActivationScaledTanh>, Copy<ActivationScaledTanh>},
    {OperatorType::ActivationSigmoid, "ACTIVATION_SIGMOID", "Activations",
     "Computes 1 / (1 + e^-x) for every element.",
     kActivationSigmoidRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationSigmoidFields, kSupport16, kActivationSigmoidSame, sizeof(ActivationSigmoid), Make<ActivationSigmoid>, Copy<ActivationSigmoid>},
    {OperatorType::ActivationSoftmax, "ACTIVATION_SOFTMAX", "Activations",
     "Turns each row into positive weights that sum to 1, in proportion to e^x.",
     kActivationSoftmaxRules, FeatureLevel::Level1_0, false, true, OperatorType::ActivationSoftmax1,
     kActivationSoftmaxFields, kSupport16, kActivationSoftmaxSame, sizeof(ActivationSoftmax), Make<ActivationSoftmax>, Copy<ActivationSoftmax>},
    {OperatorType::ActivationSoftplus, "ACTIVATION_SOFTPLUS", "Activations",
     "Computes ln(1 + e^(Steepness * x)) / Steepness for every element.",
     kActivationSoftplusRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationSoftplusFields, kSupport16, kActivationSoftplusSame, sizeof(ActivationSoftplus), Make<ActivationSoftplus>, Copy<ActivationSoftplus>},
    {OperatorType::ActivationSoftsign, "ACTIVATION_SOFTSIGN", "Activations",
     "Computes x / (1 + |x|) for every element.",
     kActivationSoftsignRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationSoftsignFields, kSupport16, kActivationSoftsignSame, sizeof(ActivationSoftsign), Make<ActivationSoftsign>, Copy<ActivationSoftsign>},
    {OperatorType::ActivationTanh, "ACTIVATION_TANH", "Activations",
     "Takes the hyperbolic tangent of every element.",
     kActivationTanhRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationTanhFields, kSupport16, kActivationTanhSame, sizeof(ActivationTanh), Make<ActivationTanh>, Copy<ActivationTanh>},
    {OperatorType::ActivationThresholdedRelu, "ACTIVATION_THRESHOLDED_RELU", "Activations",
     "Keeps elements above Alpha and replaces the others by zero.",
     kActivationThresholdedReluRules, FeatureLevel::Level1_0, true, true, std::nullopt,
     kActivationThresholdedReluFields, kSupport16, kActivationThresholdedReluSame, sizeof(ActivationThresholdedRelu), Make<ActivationThresholdedRelu>, Copy<ActivationThresholdedRelu>},
    {OperatorType::Convolution, "CONVOLUTION", "Convolution",
     "Convolves the input with filters, forward or transposed, in groups, with an optional bias and activation.",
     kConvolutionRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kConvolutionFields, kSupport19, kConvolutionSame, sizeof(Convolution), Make<Convolution>, Copy<Convolution>},
    {OperatorType::Gemm, "GEMM", "GEMM and matrix multiplication",
     "Multiplies matrices, Alpha * A * B + Beta * C, with optional transposition and activation.",
     kGemmRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kGemmFields, kSupport20, kGemmSame, sizeof(Gemm), Make<Gemm>, Copy<Gemm>},
    {OperatorType::Reduce, "REDUCE", "Reductions and scans",
     "Combines the elements along the given axes into one by a sum, mean, norm, extreme or other function.",
     kReduceRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kReduceFields, kSupport21, kReduceSame, sizeof(Reduce), Make<Reduce>, Copy<Reduce>},
    {OperatorType::AveragePooling, "AVERAGE_POOLING", "Pooling",
     "Averages the elements under a window that moves over the spatial dimensions.",
     kAveragePoolingRules, FeatureLevel::Level1_0, false, true, OperatorType::AveragePooling1,
     kAveragePoolingFields, kSupport22, kAveragePoolingSame, sizeof(AveragePooling), Make<AveragePooling>, Copy<AveragePooling>},
    {OperatorType::LpPooling, "LP_POOLING", "Pooling",
     "Takes the P-norm of the elements under a window that moves over the spatial dimensions.",
     kLpPoolingRules, FeatureLevel::Level1_0, false, true, OperatorType::LpPooling1,
     kLpPoolingFields, kSupport22, kLpPoolingSame, sizeof(LpPooling), Make<LpPooling>, Copy<LpPooling>},
    {OperatorType::MaxPooling, "MAX_POOLING", "Pooling",
     "Takes the largest element under a window that moves over the spatial dimensions.",
     kMaxPoolingRules, FeatureLevel::Level1_0, false, true, OperatorType::MaxPooling1,
     kMaxPoolingFields, kSupport23, kMaxPoolingSame, sizeof(MaxPooling), Make<MaxPooling>, Copy<MaxPooling>},
    {OperatorType::RoiPooling, "ROI_POOLING", "Pooling",
     "Divides each region of interest into a fixed grid and takes the largest element of every cell.",
     kRoiPoolingRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kRoiPoolingFields, kSupport24, kRoiPoolingSame, sizeof(RoiPooling), Make<RoiPooling>, Copy<RoiPooling>},
    {OperatorType::Slice, "SLICE", "Data movement",
     "Copies a box of the input, taking every n-th element of each dimension.",
     kSliceRules, FeatureLevel::Level1_0, false, true, OperatorType::Slice1,
     kSliceFields, kSupport25, kSliceSame, sizeof(Slice), Make<Slice>, Copy<Slice>},
    {OperatorType::Cast, "CAST", "Data movement",
     "Converts every element to the data type of the output.",
     kCastRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kCastFields, kSupport26, kCastSame, sizeof(Cast), Make<Cast>, Copy<Cast>},
    {OperatorType::Split, "SPLIT", "Data movement",
     "Cuts a tensor along one axis into consecutive slices.",
     kSplitRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kSplitFields, kSupport27, kSplitSame, sizeof(Split), Make<Split>, Copy<Split>},
    {OperatorType::Join, "JOIN", "Data movement",
     "Puts tensors one after another along one axis.",
     kJoinRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kJoinFields, kSupport28, kJoinSame, sizeof(Join), Make<Join>, Copy<Join>},
    {OperatorType::Padding, "PADDING", "Data movement",
     "Surrounds a tensor with a constant or with elements repeated from its edges.",
     kPaddingRules, FeatureLevel::Level1_0, false, true, OperatorType::Padding1,
     kPaddingFields, kSupport29, kPaddingSame, sizeof(Padding), Make<Padding>, Copy<Padding>},
    {OperatorType::ValueScale2D, "VALUE_SCALE_2D", "Random, value generation, misc",
     "Multiplies every element by one scale and adds a bias per channel.",
     kValueScale2DRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kValueScale2DFields, kSupport30, kValueScale2DSame, sizeof(ValueScale2D), Make<ValueScale2D>, Copy<ValueScale2D>},
    {OperatorType::Upsample2D, "UPSAMPLE_2D", "Resampling and regions of interest",
     "Enlarges height and width by whole factors.",
     kUpsample2DRules, FeatureLevel::Level1_0, false, true, OperatorType::Resample,
     kUpsample2DFields, kSupport22, kUpsample2DSame, sizeof(Upsample2D), Make<Upsample2D>, Copy<Upsample2D>},
    {OperatorType::Gather, "GATHER", "Data movement",
     "Picks whole slices of the input along one axis, in the order an index tensor gives.",
     kGatherRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kGatherFields, kSupport31, kGatherSame, sizeof(Gather), Make<Gather>, Copy<Gather>},
    {OperatorType::SpaceToDepth, "SPACE_TO_DEPTH", "Data movement",
     "Moves square blocks of height and width into the channel dimension.",
     kSpaceToDepthRules, FeatureLevel::Level1_0, false, true, OperatorType::SpaceToDepth1,
     kSpaceToDepthFields, kSupport32, kSpaceToDepthSame, sizeof(SpaceToDepth), Make<SpaceToDepth>, Copy<SpaceToDepth>},
    {OperatorType::DepthToSpace, "DEPTH_TO_SPACE", "Data movement",
     "Moves channels into square blocks of height and width.",
     kDepthToSpaceRules, FeatureLevel::Level1_0, false, true, OperatorType::DepthToSpace1,
     kDepthToSpaceFields, kSupport32, kDepthToSpaceSame, sizeof(DepthToSpace), Make<DepthToSpace>, Copy<DepthToSpace>},
    {OperatorType::Tile, "TILE", "Data movement",
     "Repeats a tensor a whole number of times along each dimension.",
     kTileRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kTileFields, kSupport33, kTileSame, sizeof(Tile), Make<Tile>, Copy<Tile>},
    {OperatorType::TopK, "TOP_K", "Data movement",
     "Finds the K largest elements along one axis, with their indices.",
     kTopKRules, FeatureLevel::Level1_0, false, true, OperatorType::TopK1,
     kTopKFields, kSupport34, kTopKSame, sizeof(TopK), Make<TopK>, Copy<TopK>},
    {OperatorType::BatchNormalization, "BATCH_NORMALIZATION", "Normalization",
     "Normalizes by given means and variances, then applies scale, bias and an optional activation.",
     kBatchNormalizationRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kBatchNormalizationFields, kSupport35, kBatchNormalizationSame, sizeof(BatchNormalization), Make<BatchNormalization>, Copy<BatchNormalization>},
    {OperatorType::MeanVarianceNormalization, "MEAN_VARIANCE_NORMALIZATION", "Normalization",
     "Normalizes each image or channel by its own mean and variance.",
     kMeanVarianceNormalizationRules, FeatureLevel::Level1_0, false, true, OperatorType::MeanVarianceNormalization1,
     kMeanVarianceNormalizationFields, kSupport36, kMeanVarianceNormalizationSame, sizeof(MeanVarianceNormalization), Make<MeanVarianceNormalization>, Copy<MeanVarianceNormalization>},
    {OperatorType::LocalResponseNormalization, "LOCAL_RESPONSE_NORMALIZATION", "Normalization",
     "Divides every element by a power of the energy of its neighbours, across channels or in space.",
     kLocalResponseNormalizationRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kLocalResponseNormalizationFields, kSupport30, kLocalResponseNormalizationSame, sizeof(LocalResponseNormalization), Make<LocalResponseNormalization>, Copy<LocalResponseNormalization>},
    {OperatorType::LpNormalization, "LP_NORMALIZATION", "Normalization",
     "Divides the elements along one axis by their 1-norm or 2-norm.",
     kLpNormalizationRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kLpNormalizationFields, kSupport37, kLpNormalizationSame, sizeof(LpNormalization), Make<LpNormalization>, Copy<LpNormalization>},
    {OperatorType::Rnn, "RNN", "Recurrent",
     "Runs a one-layer recurrent network over a sequence, in one or both directions.",
     kRnnRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kRnnFields, kSupport38, kRnnSame, sizeof(Rnn), Make<Rnn>, Copy<Rnn>},
    {OperatorType::Lstm, "LSTM", "Recurrent",
     "Runs a one-layer long short-term memory network over a sequence, in one or both directions.",
     kLstmRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kLstmFields, kSupport39, kLstmSame, sizeof(Lstm), Make<Lstm>, Copy<Lstm>},
    {OperatorType::Gru, "GRU", "Recurrent",
     "Runs a one-layer gated recurrent network over a sequence, in one or both directions.",
     kGruRules, FeatureLevel::Level1_0, false, true, std::nullopt,
     kGruFields, kSupport38, kGruSame, sizeof(Gru), Make<Gru>, Copy<Gru>},
    {OperatorType::ElementWiseSign, "ELEMENT_WISE_SIGN", "Element-wise arithmetic and math",
     "Writes -1, 0 or 1 according to the sign of every element.",
     kElementWiseSignRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseSignFields, kSupport40, kElementWiseSignSame, sizeof(ElementWiseSign), Make<ElementWiseSign>, Copy<ElementWiseSign>},
    {OperatorType::ElementWiseIsNan, "ELEMENT_WISE_IS_NAN", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where the element is not a number and 0 elsewhere.",
     kElementWiseIsNanRules, FeatureLevel::Level2_0, false, true, std::nullopt,
     kElementWiseIsNanFields, kSupport41, kElementWiseIsNanSame, sizeof(ElementWiseIsNan), Make<ElementWiseIsNan>, Copy<ElementWiseIsNan>},
    {OperatorType::ElementWiseErf, "ELEMENT_WISE_ERF", "Element-wise arithmetic and math",
     "Takes the Gauss error function of every element.",
     kElementWiseErfRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseErfFields, kSupport42, kElementWiseErfSame, sizeof(ElementWiseErf), Make<ElementWiseErf>, Copy<ElementWiseErf>},
    {OperatorType::ElementWiseSinh, "ELEMENT_WISE_SINH", "Element-wise arithmetic and math",
     "Takes the hyperbolic sine of every element.",
     kElementWiseSinhRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseSinhFields, kSupport42, kElementWiseSinhSame, sizeof(ElementWiseSinh), Make<ElementWiseSinh>, Copy<ElementWiseSinh>},
    {OperatorType::ElementWiseCosh, "ELEMENT_WISE_COSH", "Element-wise arithmetic and math",
     "Takes the hyperbolic cosine of every element.",
     kElementWiseCoshRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseCoshFields, kSupport42, kElementWiseCoshSame, sizeof(ElementWiseCosh), Make<ElementWiseCosh>, Copy<ElementWiseCosh>},
    {OperatorType::ElementWiseTanh, "ELEMENT_WISE_TANH", "Element-wise arithmetic and math",
     "Takes the hyperbolic tangent of every element after an optional scale and bias.",
     kElementWiseTanhRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseTanhFields, kSupport42, kElementWiseTanhSame, sizeof(ElementWiseTanh), Make<ElementWiseTanh>, Copy<ElementWiseTanh>},
    {OperatorType::ElementWiseAsinh, "ELEMENT_WISE_ASINH", "Element-wise arithmetic and math",
     "Takes the inverse hyperbolic sine of every element.",
     kElementWiseAsinhRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseAsinhFields, kSupport42, kElementWiseAsinhSame, sizeof(ElementWiseAsinh), Make<ElementWiseAsinh>, Copy<ElementWiseAsinh>},
    {OperatorType::ElementWiseAcosh, "ELEMENT_WISE_ACOSH", "Element-wise arithmetic and math",
     "Takes the inverse hyperbolic cosine of every element.",
     kElementWiseAcoshRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseAcoshFields, kSupport42, kElementWiseAcoshSame, sizeof(ElementWiseAcosh), Make<ElementWiseAcosh>, Copy<ElementWiseAcosh>},
    {OperatorType::ElementWiseAtanh, "ELEMENT_WISE_ATANH", "Element-wise arithmetic and math",
     "Takes the inverse hyperbolic tangent of every element.",
     kElementWiseAtanhRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseAtanhFields, kSupport42, kElementWiseAtanhSame, sizeof(ElementWiseAtanh), Make<ElementWiseAtanh>, Copy<ElementWiseAtanh>},
    {OperatorType::ElementWiseIf, "ELEMENT_WISE_IF", "Element-wise arithmetic and math",
     "Takes the element of A where the condition is non-zero and that of B elsewhere.",
     kElementWiseIfRules, FeatureLevel::Level2_0, false, true, std::nullopt,
     kElementWiseIfFields, kSupport43, kElementWiseIfSame, sizeof(ElementWiseIf), Make<ElementWiseIf>, Copy<ElementWiseIf>},
    {OperatorType::ElementWiseAdd1, "ELEMENT_WISE_ADD1", "Element-wise arithmetic and math",
     "Adds two tensors element by element and applies an optional activation to the sum.",
     kElementWiseAdd1Rules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kElementWiseAdd1Fields, kSupport44, kElementWiseAdd1Same, sizeof(ElementWiseAdd1), Make<ElementWiseAdd1>, Copy<ElementWiseAdd1>},
    {OperatorType::ActivationShrink, "ACTIVATION_SHRINK", "Activations",
     "Moves elements beyond the threshold towards zero by Bias and replaces the others by zero.",
     kActivationShrinkRules, FeatureLevel::Level2_0, true, true, std::nullopt,
     kActivationShrinkFields, kSupport45, kActivationShrinkSame, sizeof(ActivationShrink), Make<ActivationShrink>, Copy<ActivationShrink>},
    {OperatorType::MaxPooling1, "MAX_POOLING1", "Pooling",
     "Takes the largest element under a moving window and optionally tells where in the input it lies.",
     kMaxPooling1Rules, FeatureLevel::Level2_0, false, true, OperatorType::MaxPooling2,
     kMaxPooling1Fields, kSupport46, kMaxPooling1Same, sizeof(MaxPooling1), Make<MaxPooling1>, Copy<MaxPooling1>},
    {OperatorType::MaxUnpooling, "MAX_UNPOOLING", "Pooling",
     "Puts pooled elements back at the positions their indices name and fills the rest with zeros.",
     kMaxUnpoolingRules, FeatureLevel::Level2_0, false, true, std::nullopt,
     kMaxUnpoolingFields, kSupport47, kMaxUnpoolingSame, sizeof(MaxUnpooling), Make<MaxUnpooling>, Copy<MaxUnpooling>},
    {OperatorType::DiagonalMatrix, "DIAGONAL_MATRIX", "Data movement",
     "Makes matrices that hold one value on a diagonal and zeros elsewhere.",
     kDiagonalMatrixRules, FeatureLevel::Level2_0, false, true, OperatorType::DiagonalMatrix1,
     kDiagonalMatrixFields, kSupport48, {}, sizeof(DiagonalMatrix), Make<DiagonalMatrix>, Copy<DiagonalMatrix>},
    {OperatorType::ScatterElements, "SCATTER_ELEMENTS", "Data movement",
     "Copies the input and replaces single elements along one axis, at the indices of a tensor.",
     kScatterElementsRules, FeatureLevel::Level2_0, false, true, std::nullopt,
     kScatterElementsFields, kSupport49, kScatterElementsSame, sizeof(ScatterElements), Make<ScatterElements>, Copy<ScatterElements>},
    {OperatorType::OneHot, "ONE_HOT", "Data movement",
     "Writes one value at the position each index names along an axis and another value elsewhere.",
     kOneHotRules, FeatureLevel::Level2_0, false, true, std::nullopt,
     kOneHotFields, kSupport50, kOneHotSame, sizeof(OneHot), Make<OneHot>, Copy<OneHot>},
    {OperatorType::Resample, "RESAMPLE", "Resampling and regions of interest",
     "Scales a tensor by nearest-neighbour or linear interpolation between pixel centres.",
     kResampleRules, FeatureLevel::Level2_0, false, true, OperatorType::Resample1,
     kResampleFields, kSupport51, kResampleSame, sizeof(Resample), Make<Resample>, Copy<Resample>},
    {OperatorType::ElementWiseBitShiftLeft, "ELEMENT_WISE_BIT_SHIFT_LEFT", "Element-wise logical, comparison, bitwise, predicates",
     "Shifts the bits of A to the left by B places.",
     kElementWiseBitShiftLeftRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kElementWiseBitShiftLeftFields, kSupport52, kElementWiseBitShiftLeftSame, sizeof(ElementWiseBitShiftLeft), Make<ElementWiseBitShiftLeft>, Copy<ElementWiseBitShiftLeft>},
    {OperatorType::ElementWiseBitShiftRight, "ELEMENT_WISE_BIT_SHIFT_RIGHT", "Element-wise logical, comparison, bitwise, predicates",
     "Shifts the bits of A to the right by B places, filling with zeros.",
     kElementWiseBitShiftRightRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kElementWiseBitShiftRightFields, kSupport52, kElementWiseBitShiftRightSame, sizeof(ElementWiseBitShiftRight), Make<ElementWiseBitShiftRight>, Copy<ElementWiseBitShiftRight>},
    {OperatorType::ElementWiseRound, "ELEMENT_WISE_ROUND", "Element-wise arithmetic and math",
     "Rounds every element to an integral value in one of three ways.",
     kElementWiseRoundRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kElementWiseRoundFields, kSupport53, kElementWiseRoundSame, sizeof(ElementWiseRound), Make<ElementWiseRound>, Copy<ElementWiseRound>},
    {OperatorType::ElementWiseIsInfinity, "ELEMENT_WISE_IS_INFINITY", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where the element is infinite with the wanted sign and 0 elsewhere.",
     kElementWiseIsInfinityRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kElementWiseIsInfinityFields, kSupport54, kElementWiseIsInfinitySame, sizeof(ElementWiseIsInfinity), Make<ElementWiseIsInfinity>, Copy<ElementWiseIsInfinity>},
    {OperatorType::ElementWiseModulusTruncate, "ELEMENT_WISE_MODULUS_TRUNCATE", "Element-wise arithmetic and math",
     "Takes the remainder of A / B that has the sign of A.",
     kElementWiseModulusTruncateRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kElementWiseModulusTruncateFields, kSupport55, kElementWiseModulusTruncateSame, sizeof(ElementWiseModulusTruncate), Make<ElementWiseModulusTruncate>, Copy<ElementWiseModulusTruncate>},
    {OperatorType::ElementWiseModulusFloor, "ELEMENT_WISE_MODULUS_FLOOR", "Element-wise arithmetic and math",
     "Takes the remainder of A / B that has the sign of B.",
     kElementWiseModulusFloorRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kElementWiseModulusFloorFields, kSupport55, kElementWiseModulusFloorSame, sizeof(ElementWiseModulusFloor), Make<ElementWiseModulusFloor>, Copy<ElementWiseModulusFloor>},
    {OperatorType::FillValueConstant, "FILL_VALUE_CONSTANT", "Data movement",
     "Writes one value to every element.",
     kFillValueConstantRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kFillValueConstantFields, kSupport56, {}, sizeof(FillValueConstant), Make<FillValueConstant>, Copy<FillValueConstant>},
    {OperatorType::FillValueSequence, "FILL_VALUE_SEQUENCE", "Data movement",
     "Writes an arithmetic sequence in row-major order of the elements.",
     kFillValueSequenceRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kFillValueSequenceFields, kSupport57, {}, sizeof(FillValueSequence), Make<FillValueSequence>, Copy<FillValueSequence>},
    {OperatorType::CumulativeSummation, "CUMULATIVE_SUMMATION", "Reductions and scans",
     "Writes the running sum along one axis, in either direction.",
     kCumulativeSummationRules, FeatureLevel::Level2_1, true, true, std::nullopt,
     kCumulativeSummationFields, kSupport58, kCumulativeSummationSame, sizeof(CumulativeSummation), Make<CumulativeSummation>, Copy<CumulativeSummation>},
    {OperatorType::ReverseSubsequences, "REVERSE_SUBSEQUENCES", "Data movement",
     "Reverses the beginning of each sequence along one axis, as long as its own length says.",
     kReverseSubsequencesRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kReverseSubsequencesFields, kSupport59, kReverseSubsequencesSame, sizeof(ReverseSubsequences), Make<ReverseSubsequences>, Copy<ReverseSubsequences>},
    {OperatorType::GatherElements, "GATHER_ELEMENTS", "Data movement",
     "Picks single elements along one axis, at the indices of a tensor.",
     kGatherElementsRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kGatherElementsFields, kSupport60, kGatherElementsSame, sizeof(GatherElements), Make<GatherElements>, Copy<GatherElements>},
    {OperatorType::GatherNd, "GATHER_ND", "Data movement",
     "Picks elements or blocks of the input by tuples of coordinates.",
     kGatherNdRules, FeatureLevel::Level2_1, false, true, OperatorType::GatherNd1,
     kGatherNdFields, kSupport60, kGatherNdSame, sizeof(GatherNd), Make<GatherNd>, Copy<GatherNd>},
    {OperatorType::ScatterNd, "SCATTER_ND", "Data movement",
     "Copies the input and replaces elements or blocks whose coordinates are given as tuples.",
     kScatterNdRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kScatterNdFields, kSupport61, kScatterNdSame, sizeof(ScatterNd), Make<ScatterNd>, Copy<ScatterNd>},
    {OperatorType::MaxPooling2, "MAX_POOLING2", "Pooling",
     "Takes the largest element under a moving, dilated window and optionally tells where it lies.",
     kMaxPooling2Rules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kMaxPooling2Fields, kSupport62, kMaxPooling2Same, sizeof(MaxPooling2), Make<MaxPooling2>, Copy<MaxPooling2>},
    {OperatorType::Slice1, "SLICE1", "Data movement",
     "Copies a strided window of the input; negative strides walk each dimension backwards.",
     kSlice1Rules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kSlice1Fields, kSupport63, kSlice1Same, sizeof(Slice1), Make<Slice1>, Copy<Slice1>},
    {OperatorType::TopK1, "TOP_K1", "Data movement",
     "Finds the K largest or smallest elements along one axis, with their indices.",
     kTopK1Rules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kTopK1Fields, kSupport64, kTopK1Same, sizeof(TopK1), Make<TopK1>, Copy<TopK1>},
    {OperatorType::DepthToSpace1, "DEPTH_TO_SPACE1", "Data movement",
     "Moves channels into square blocks of height and width, in either channel order.",
     kDepthToSpace1Rules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kDepthToSpace1Fields, kSupport65, kDepthToSpace1Same, sizeof(DepthToSpace1), Make<DepthToSpace1>, Copy<DepthToSpace1>},
    {OperatorType::SpaceToDepth1, "SPACE_TO_DEPTH1", "Data movement",
     "Moves square blocks of height and width into channels, in either channel order.",
     kSpaceToDepth1Rules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kSpaceToDepth1Fields, kSupport65, kSpaceToDepth1Same, sizeof(SpaceToDepth1), Make<SpaceToDepth1>, Copy<SpaceToDepth1>},
    {OperatorType::MeanVarianceNormalization1, "MEAN_VARIANCE_NORMALIZATION1", "Normalization",
     "Normalizes by the mean and variance of the input over the given axes.",
     kMeanVarianceNormalization1Rules, FeatureLevel::Level2_1, false, true, OperatorType::MeanVarianceNormalization2,
     kMeanVarianceNormalization1Fields, kSupport66, kMeanVarianceNormalization1Same, sizeof(MeanVarianceNormalization1), Make<MeanVarianceNormalization1>, Copy<MeanVarianceNormalization1>},
    {OperatorType::Resample1, "RESAMPLE1", "Resampling and regions of interest",
     "Scales a tensor by interpolation with explicit pixel offsets for input and output.",
     kResample1Rules, FeatureLevel::Level2_1, false, true, OperatorType::Resample2,
     kResample1Fields, kSupport67, kResample1Same, sizeof(Resample1), Make<Resample1>, Copy<Resample1>},
    {OperatorType::MatrixMultiplyInteger, "MATRIX_MULTIPLY_INTEGER", "GEMM and matrix multiplication",
     "Multiplies matrices of 8-bit integers, less their zero points, into 32-bit integers.",
     kMatrixMultiplyIntegerRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kMatrixMultiplyIntegerFields, kSupport68, kMatrixMultiplyIntegerSame, sizeof(MatrixMultiplyInteger), Make<MatrixMultiplyInteger>, Copy<MatrixMultiplyInteger>},
    {OperatorType::QuantizedLinearMatrixMultiply, "QUANTIZED_LINEAR_MATRIX_MULTIPLY", "GEMM and matrix multiplication",
     "Multiplies quantized matrices and quantizes the product again.",
     kQuantizedLinearMatrixMultiplyRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kQuantizedLinearMatrixMultiplyFields, kSupport69, kQuantizedLinearMatrixMultiplySame, sizeof(QuantizedLinearMatrixMultiply), Make<QuantizedLinearMatrixMultiply>, Copy<QuantizedLinearMatrixMultiply>},
    {OperatorType::ConvolutionInteger, "CONVOLUTION_INTEGER", "Convolution",
     "Convolves 8-bit integers, less their zero points, into 32-bit integers.",
     kConvolutionIntegerRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kConvolutionIntegerFields, kSupport70, kConvolutionIntegerSame, sizeof(ConvolutionInteger), Make<ConvolutionInteger>, Copy<ConvolutionInteger>},
    {OperatorType::QuantizedLinearConvolution, "QUANTIZED_LINEAR_CONVOLUTION", "Convolution",
     "Convolves quantized tensors with an optional bias and quantizes the result again.",
     kQuantizedLinearConvolutionRules, FeatureLevel::Level2_1, false, true, std::nullopt,
     kQuantizedLinearConvolutionFields, kSupport71, kQuantizedLinearConvolutionSame, sizeof(QuantizedLinearConvolution), Make<QuantizedLinearConvolution>, Copy<QuantizedLinearConvolution>},
    {OperatorType::ElementWiseBitAnd, "ELEMENT_WISE_BIT_AND", "Element-wise logical, comparison, bitwise, predicates",
     "Combines the bits of two tensors by AND.",
     kElementWiseBitAndRules, FeatureLevel::Level3_0, true, true, std::nullopt,
     kElementWiseBitAndFields, kSupport72, kElementWiseBitAndSame, sizeof(ElementWiseBitAnd), Make<ElementWiseBitAnd>, Copy<ElementWiseBitAnd>},
    {OperatorType::ElementWiseBitOr, "ELEMENT_WISE_BIT_OR", "Element-wise logical, comparison, bitwise, predicates",
     "Combines the bits of two tensors by OR.",
     kElementWiseBitOrRules, FeatureLevel::Level3_0, true, true, std::nullopt,
     kElementWiseBitOrFields, kSupport72, kElementWiseBitOrSame, sizeof(ElementWiseBitOr), Make<ElementWiseBitOr>, Copy<ElementWiseBitOr>},
    {OperatorType::ElementWiseBitXor, "ELEMENT_WISE_BIT_XOR", "Element-wise logical, comparison, bitwise, predicates",
     "Combines the bits of two tensors by exclusive OR.",
     kElementWiseBitXorRules, FeatureLevel::Level3_0, true, true, std::nullopt,
     kElementWiseBitXorFields, kSupport72, kElementWiseBitXorSame, sizeof(ElementWiseBitXor), Make<ElementWiseBitXor>, Copy<ElementWiseBitXor>},
    {OperatorType::ElementWiseBitNot, "ELEMENT_WISE_BIT_NOT", "Element-wise logical, comparison, bitwise, predicates",
     "Inverts every bit.",
     kElementWiseBitNotRules, FeatureLevel::Level3_0, true, true, std::nullopt,
     kElementWiseBitNotFields, kSupport73, kElementWiseBitNotSame, sizeof(ElementWiseBitNot), Make<ElementWiseBitNot>, Copy<ElementWiseBitNot>},
    {OperatorType::ElementWiseBitCount, "ELEMENT_WISE_BIT_COUNT", "Element-wise logical, comparison, bitwise, predicates",
     "Counts the one bits of every element.",
     kElementWiseBitCountRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kElementWiseBitCountFields, kSupport74, kElementWiseBitCountSame, sizeof(ElementWiseBitCount), Make<ElementWiseBitCount>, Copy<ElementWiseBitCount>},
    {OperatorType::ElementWiseLogicalGreaterThanOrEqual, "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where A is at least B and 0 elsewhere.",
     kElementWiseLogicalGreaterThanOrEqualRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kElementWiseLogicalGreaterThanOrEqualFields, kSupport75, kElementWiseLogicalGreaterThanOrEqualSame, sizeof(ElementWiseLogicalGreaterThanOrEqual), Make<ElementWiseLogicalGreaterThanOrEqual>, Copy<ElementWiseLogicalGreaterThanOrEqual>},
    {OperatorType::ElementWiseLogicalLessThanOrEqual, "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", "Element-wise logical, comparison, bitwise, predicates",
     "Writes 1 where A is at most B and 0 elsewhere.",
     kElementWiseLogicalLessThanOrEqualRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kElementWiseLogicalLessThanOrEqualFields, kSupport75, kElementWiseLogicalLessThanOrEqualSame, sizeof(ElementWiseLogicalLessThanOrEqual), Make<ElementWiseLogicalLessThanOrEqual>, Copy<ElementWiseLogicalLessThanOrEqual>},
    {OperatorType::ActivationCelu, "ACTIVATION_CELU", "Activations",
     "Keeps elements from zero upwards and bends negative ones to Alpha * (e^(x / Alpha) - 1).",
     kActivationCeluRules, FeatureLevel::Level3_0, true, true, std::nullopt,
     kActivationCeluFields, kSupport76, kActivationCeluSame, sizeof(ActivationCelu), Make<ActivationCelu>, Copy<ActivationCelu>},
    {OperatorType::ActivationReluGrad, "ACTIVATION_RELU_GRAD", "Activations",
     "Passes the gradient on where the forward input was positive and zero elsewhere.",
     kActivationReluGradRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kActivationReluGradFields, kSupport77, kActivationReluGradSame, sizeof(ActivationReluGrad), Make<ActivationReluGrad>, Copy<ActivationReluGrad>},
    {OperatorType::AveragePoolingGrad, "AVERAGE_POOLING_GRAD", "Gradient and training (others)",
     "Spreads each gradient of an average pooling evenly over the elements of its window.",
     kAveragePoolingGradRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kAveragePoolingGradFields, kSupport78, kAveragePoolingGradSame, sizeof(AveragePoolingGrad), Make<AveragePoolingGrad>, Copy<AveragePoolingGrad>},
    {OperatorType::MaxPoolingGrad, "MAX_POOLING_GRAD", "Gradient and training (others)",
     "Sends each gradient of a max pooling to the element that was the largest of its window.",
     kMaxPoolingGradRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kMaxPoolingGradFields, kSupport79, kMaxPoolingGradSame, sizeof(MaxPoolingGrad), Make<MaxPoolingGrad>, Copy<MaxPoolingGrad>},
    {OperatorType::RandomGenerator, "RANDOM_GENERATOR", "Random, value generation, misc",
     "Fills a tensor with random bits from the Philox 4x32 generator and can advance its state.",
     kRandomGeneratorRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kRandomGeneratorFields, kSupport80, kRandomGeneratorSame, sizeof(RandomGenerator), Make<RandomGenerator>, Copy<RandomGenerator>},
    {OperatorType::NonzeroCoordinates, "NONZERO_COORDINATES", "Data movement",
     "Lists the coordinates of the non-zero elements in row-major order, and their number.",
     kNonzeroCoordinatesRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kNonzeroCoordinatesFields, kSupport81, {}, sizeof(NonzeroCoordinates), Make<NonzeroCoordinates>, Copy<NonzeroCoordinates>},
    {OperatorType::ResampleGrad, "RESAMPLE_GRAD", "Resampling and regions of interest",
     "Carries the gradient of RESAMPLE1 back to the input's elements.",
     kResampleGradRules, FeatureLevel::Level3_0, false, true, OperatorType::ResampleGrad1,
     kResampleGradFields, kSupport82, kResampleGradSame, sizeof(ResampleGrad), Make<ResampleGrad>, Copy<ResampleGrad>},
    {OperatorType::SliceGrad, "SLICE_GRAD", "Gradient and training (others)",
     "Puts the gradient of SLICE1 back into its window and zeros everywhere else.",
     kSliceGradRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kSliceGradFields, kSupport83, kSliceGradSame, sizeof(SliceGrad), Make<SliceGrad>, Copy<SliceGrad>},
    {OperatorType::AdamOptimizer, "ADAM_OPTIMIZER", "Gradient and training (others)",
     "Does one step of the Adam optimizer on parameters and their two moments.",
     kAdamOptimizerRules, FeatureLevel::Level3_0, true, true, std::nullopt,
     kAdamOptimizerFields, kSupport84, kAdamOptimizerSame, sizeof(AdamOptimizer), Make<AdamOptimizer>, Copy<AdamOptimizer>},
    {OperatorType::Argmin, "ARGMIN", "Reductions and scans",
     "Finds the index of the smallest element over the given axes.",
     kArgminRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kArgminFields, kSupport85, kArgminSame, sizeof(Argmin), Make<Argmin>, Copy<Argmin>},
    {OperatorType::Argmax, "ARGMAX", "Reductions and scans",
     "Finds the index of the largest element over the given axes.",
     kArgmaxRules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kArgmaxFields, kSupport85, kArgmaxSame, sizeof(Argmax), Make<Argmax>, Copy<Argmax>},
    {OperatorType::RoiAlign, "ROI_ALIGN", "Resampling and regions of interest",
     "Samples each region of interest on a regular grid with interpolation and reduces the samples of a cell.",
     kRoiAlignRules, FeatureLevel::Level3_0, false, true, OperatorType::RoiAlign1,
     kRoiAlignFields, kSupport86, kRoiAlignSame, sizeof(RoiAlign), Make<RoiAlign>, Copy<RoiAlign>},
    {OperatorType::GatherNd1, "GATHER_ND1", "Data movement",
     "Picks elements or blocks by tuples of coordinates, separately in each batch.",
     kGatherNd1Rules, FeatureLevel::Level3_0, false, true, std::nullopt,
     kGatherNd1Fields, kSupport87, kGatherNd1Same, sizeof(GatherNd1), Make<GatherNd1>, Copy<GatherNd1>},
    {OperatorType::ElementWiseAtanYx, "ELEMENT_WISE_ATAN_YX", "Element-wise arithmetic and math",
     "Takes the angle of the point (B, A), in radians over the full circle.",
     kElementWiseAtanYxRules, FeatureLevel::Level3_1, true, true, std::nullopt,
     kElementWiseAtanYxFields, kSupport88, kElementWiseAtanYxSame, sizeof(ElementWiseAtanYx), Make<ElementWiseAtanYx>, Copy<ElementWiseAtanYx>},
    {OperatorType::ElementWiseClipGrad, "ELEMENT_WISE_CLIP_GRAD", "Gradient and training (others)",
     "Passes the gradient on where the forward input lay strictly between Min and Max, else zero.",
     kElementWiseClipGradRules, FeatureLevel::Level3_1, true, true, OperatorType::ElementWiseClipGrad1,
     kElementWiseClipGradFields, kSupport89, kElementWiseClipGradSame, sizeof(ElementWiseClipGrad), Make<ElementWiseClipGrad>, Copy<ElementWiseClipGrad>},
    {OperatorType::ElementWiseDifferenceSquare, "ELEMENT_WISE_DIFFERENCE_SQUARE", "Element-wise arithmetic and math",
     "Squares the difference of two tensors element by element.",
     kElementWiseDifferenceSquareRules, FeatureLevel::Level3_1, true, true, std::nullopt,
     kElementWiseDifferenceSquareFields, kSupport90, kElementWiseDifferenceSquareSame, sizeof(ElementWiseDifferenceSquare), Make<ElementWiseDifferenceSquare>, Copy<ElementWiseDifferenceSquare>},
    {OperatorType::LocalResponseNormalizationGrad, "LOCAL_RESPONSE_NORMALIZATION_GRAD", "Normalization",
     "Carries the gradient of LOCAL_RESPONSE_NORMALIZATION back to its input.",
     kLocalResponseNormalizationGradRules, FeatureLevel::Level3_1, false, true, std::nullopt,
     kLocalResponseNormalizationGradFields, kSupport91, kLocalResponseNormalizationGradSame, sizeof(LocalResponseNormalizationGrad), Make<LocalResponseNormalizationGrad>, Copy<LocalResponseNormalizationGrad>},
    {OperatorType::CumulativeProduct, "CUMULATIVE_PRODUCT", "Reductions and scans",
     "Writes the running product along one axis, in either direction.",
     kCumulativeProductRules, FeatureLevel::Level3_1, true, true, std::nullopt,
     kCumulativeProductFields, kSupport92, kCumulativeProductSame, sizeof(CumulativeProduct), Make<CumulativeProduct>, Copy<CumulativeProduct>},
    {OperatorType::BatchNormalizationGrad, "BATCH_NORMALIZATION_GRAD", "Normalization",
     "Carries the gradient of BATCH_NORMALIZATION back to its input, scale and bias.",
     kBatchNormalizationGradRules, FeatureLevel::Level3_1, false, true, std::nullopt,
     kBatchNormalizationGradFields, kSupport93, kBatchNormalizationGradSame, sizeof(BatchNormalizationGrad), Make<BatchNormalizationGrad>, Copy<BatchNormalizationGrad>},
    {OperatorType::ElementWiseQuantizedLinearAdd, "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "Quantization",
     "Adds two quantized tensors and quantizes the sum again.",
     kElementWiseQuantizedLinearAddRules, FeatureLevel::Level4_0, false, true, std::nullopt,
     kElementWiseQuantizedLinearAddFields, kSupport94, kElementWiseQuantizedLinearAddSame, sizeof(ElementWiseQuantizedLinearAdd), Make<ElementWiseQuantizedLinearAdd>, Copy<ElementWiseQuantizedLinearAdd>},
    {OperatorType::DynamicQuantizeLinear, "DYNAMIC_QUANTIZE_LINEAR", "Quantization",
     "Quantizes a tensor by a scale and a zero point found from its own range.",
     kDynamicQuantizeLinearRules, FeatureLevel::Level4_0, false, true, std::nullopt,
     kDynamicQuantizeLinearFields, kSupport95, kDynamicQuantizeLinearSame, sizeof(DynamicQuantizeLinear), Make<DynamicQuantizeLinear>, Copy<DynamicQuantizeLinear>},
    {OperatorType::RoiAlign1, "ROI_ALIGN1", "Resampling and regions of interest",
     "Samples regions of interest as ROI_ALIGN does, with explicit pixel offsets and corner alignment.",
     kRoiAlign1Rules, FeatureLevel::Level4_0, false, true, std::nullopt,
     kRoiAlign1Fields, kSupport96, kRoiAlign1Same, sizeof(RoiAlign1), Make<RoiAlign1>, Copy<RoiAlign1>},
    {OperatorType::RoiAlignGrad, "ROI_ALIGN_GRAD", "Resampling and regions of interest",
     "Carries the gradient of ROI_ALIGN1 back to its input, to its regions, or to both.",
     kRoiAlignGradRules, FeatureLevel::Level4_1, false, true, std::nullopt,
     kRoiAlignGradFields, kSupport97, kRoiAlignGradSame, sizeof(RoiAlignGrad), Make<RoiAlignGrad>, Copy<RoiAlignGrad>},
    {OperatorType::BatchNormalizationTraining, "BATCH_NORMALIZATION_TRAINING", "Normalization",
     "Normalizes a batch by its own means and variances and returns them for the backward pass.",
     kBatchNormalizationTrainingRules, FeatureLevel::Level4_1, false, true, std::nullopt,
     kBatchNormalizationTrainingFields, kSupport98, kBatchNormalizationTrainingSame, sizeof(BatchNormalizationTraining), Make<BatchNormalizationTraining>, Copy<BatchNormalizationTraining>},
    {OperatorType::BatchNormalizationTrainingGrad, "BATCH_NORMALIZATION_TRAINING_GRAD", "Normalization",
     "Carries the gradient of BATCH_NORMALIZATION_TRAINING back to its input, scale and bias.",
     kBatchNormalizationTrainingGradRules, FeatureLevel::Level4_1, false, true, std::nullopt,
     kBatchNormalizationTrainingGradFields, kSupport99, kBatchNormalizationTrainingGradSame, sizeof(BatchNormalizationTrainingGrad), Make<BatchNormalizationTrainingGrad>, Copy<BatchNormalizationTrainingGrad>},
    {OperatorType::ElementWiseClip1, "ELEMENT_WISE_CLIP1", "Element-wise arithmetic and math",
     "Limits every element to a range given in the tensor's own data type.",
     kElementWiseClip1Rules, FeatureLevel::Level5_0, true, true, std::nullopt,
     kElementWiseClip1Fields, kSupport100, kElementWiseClip1Same, sizeof(ElementWiseClip1), Make<ElementWiseClip1>, Copy<ElementWiseClip1>},
    {OperatorType::ElementWiseClipGrad1, "ELEMENT_WISE_CLIP_GRAD1", "Gradient and training (others)",
     "Passes the gradient on strictly inside a range given in the tensor's own data type, else zero.",
     kElementWiseClipGrad1Rules, FeatureLevel::Level5_0, true, true, std::nullopt,
     kElementWiseClipGrad1Fields, kSupport101, kElementWiseClipGrad1Same, sizeof(ElementWiseClipGrad1), Make<ElementWiseClipGrad1>, Copy<ElementWiseClipGrad1>},
    {OperatorType::Padding1, "PADDING1", "Data movement",
     "Surrounds a tensor with a constant of its own data type or with elements repeated from its edges.",
     kPadding1Rules, FeatureLevel::Level5_0, false, true, std::nullopt,
     kPadding1Fields, kSupport102, kPadding1Same, sizeof(Padding1), Make<Padding1>, Copy<Padding1>},
    {OperatorType::ElementWiseNegate, "ELEMENT_WISE_NEGATE", "Element-wise arithmetic and math",
     "Changes the sign of every element.",
     kElementWiseNegateRules, FeatureLevel::Level5_0, true, true, std::nullopt,
     kElementWiseNegateFields, kSupport103, kElementWiseNegateSame, sizeof(ElementWiseNegate), Make<ElementWiseNegate>, Copy<ElementWiseNegate>},
    {OperatorType::ActivationGelu, "ACTIVATION_GELU", "Activations",
     "Weighs every element by the normal distribution function: x * (1 + erf(x / sqrt(2))) / 2.",
     kActivationGeluRules, FeatureLevel::Level5_1, true, true, std::nullopt,
     kActivationGeluFields, kSupport104, kActivationGeluSame, sizeof(ActivationGelu), Make<ActivationGelu>, Copy<ActivationGelu>},
    {OperatorType::ActivationSoftmax1, "ACTIVATION_SOFTMAX1", "Activations",
     "Turns the elements over the given axes into positive weights that sum to 1.",
     kActivationSoftmax1Rules, FeatureLevel::Level5_1, false, true, std::nullopt,
     kActivationSoftmax1Fields, kSupport104, kActivationSoftmax1Same, sizeof(ActivationSoftmax1), Make<ActivationSoftmax1>, Copy<ActivationSoftmax1>},
    {OperatorType::ActivationLogSoftmax1, "ACTIVATION_LOG_SOFTMAX1", "Activations",
     "Takes the natural logarithm of the softmax over the given axes.",
     kActivationLogSoftmax1Rules, FeatureLevel::Level5_1, false, true, std::nullopt,
     kActivationLogSoftmax1Fields, kSupport104, kActivationLogSoftmax1Same, sizeof(ActivationLogSoftmax1), Make<ActivationLogSoftmax1>, Copy<ActivationLogSoftmax1>},
    {OperatorType::ActivationHardmax1, "ACTIVATION_HARDMAX1", "Activations",
     "Writes 1 at the first maximum over the given axes and 0 elsewhere.",
     kActivationHardmax1Rules, FeatureLevel::Level5_1, false, true, std::nullopt,
     kActivationHardmax1Fields, kSupport104, kActivationHardmax1Same, sizeof(ActivationHardmax1), Make<ActivationHardmax1>, Copy<ActivationHardmax1>},
    {OperatorType::Resample2, "RESAMPLE2", "Resampling and regions of interest",
     "Scales a tensor by interpolation; nearest-neighbour rounds up or down as asked.",
     kResample2Rules, FeatureLevel::Level5_1, false, true, OperatorType::Resample3,
     kResample2Fields, kSupport105, kResample2Same, sizeof(Resample2), Make<Resample2>, Copy<Resample2>},
    {OperatorType::ResampleGrad1, "RESAMPLE_GRAD1", "Resampling and regions of interest",
     "Carries the gradient of RESAMPLE2 back to the input's elements.",
     kResampleGrad1Rules, FeatureLevel::Level5_1, false, true, std::nullopt,
     kResampleGrad1Fields, kSupport106, kResampleGrad1Same, sizeof(ResampleGrad1), Make<ResampleGrad1>, Copy<ResampleGrad1>},
    {OperatorType::DiagonalMatrix1, "DIAGONAL_MATRIX1", "Data movement",
     "Writes one value on a band of diagonals and keeps the input, or zero, elsewhere.",
     kDiagonalMatrix1Rules, FeatureLevel::Level5_1, false, true, std::nullopt,
     kDiagonalMatrix1Fields, kSupport107, kDiagonalMatrix1Same, sizeof(DiagonalMatrix1), Make<DiagonalMatrix1>, Copy<DiagonalMatrix1>},
    {OperatorType::MultiheadAttention, "MULTIHEAD_ATTENTION", "Attention",
     "Computes scaled dot-product attention in parallel heads, with masks, biases and past keys and values.",
     kMultiheadAttentionRules, FeatureLevel::Level6_1, false, true, OperatorType::MultiheadAttention1,
     kMultiheadAttentionFields, kSupport108, kMultiheadAttentionSame, sizeof(MultiheadAttention), Make<MultiheadAttention>, Copy<MultiheadAttention>},
    {OperatorType::LpPooling1, "LP_POOLING1", "Pooling",
     "Takes the P-norm of the elements under a moving, dilated window.",
     kLpPooling1Rules, FeatureLevel::Level6_2, false, true, std::nullopt,
     kLpPooling1Fields, kSupport109, kLpPooling1Same, sizeof(LpPooling1), Make<LpPooling1>, Copy<LpPooling1>},
    {OperatorType::AveragePooling1, "AVERAGE_POOLING1", "Pooling",
     "Averages the elements under a moving, dilated window.",
     kAveragePooling1Rules, FeatureLevel::Level6_2, false, true, std::nullopt,
     kAveragePooling1Fields, kSupport109, kAveragePooling1Same, sizeof(AveragePooling1), Make<AveragePooling1>, Copy<AveragePooling1>},
    {OperatorType::ActivationSwish, "ACTIVATION_SWISH", "Activations",
     "Multiplies every element by the sigmoid of its scaled self.",
     kActivationSwishRules, FeatureLevel::Level6_2, true, true, std::nullopt,
     kActivationSwishFields, kSupport110, kActivationSwishSame, sizeof(ActivationSwish), Make<ActivationSwish>, Copy<ActivationSwish>},
    {OperatorType::ActivationHardSwish, "ACTIVATION_HARD_SWISH", "Activations",
     "Multiplies every element by a hard sigmoid of itself.",
     kActivationHardSwishRules, FeatureLevel::Level6_2, true, true, std::nullopt,
     kActivationHardSwishFields, kSupport110, kActivationHardSwishSame, sizeof(ActivationHardSwish), Make<ActivationHardSwish>, Copy<ActivationHardSwish>},
    {OperatorType::QuantizedLinearAveragePooling, "QUANTIZED_LINEAR_AVERAGE_POOLING", "Pooling",
     "Averages quantized elements under a moving window and quantizes the means again.",
     kQuantizedLinearAveragePoolingRules, FeatureLevel::Level6_2, false, true, std::nullopt,
     kQuantizedLinearAveragePoolingFields, kSupport111, kQuantizedLinearAveragePoolingSame, sizeof(QuantizedLinearAveragePooling), Make<QuantizedLinearAveragePooling>, Copy<QuantizedLinearAveragePooling>},
    {OperatorType::MatrixMultiplyIntegerToFloat, "MATRIX_MULTIPLY_INTEGER_TO_FLOAT", "GEMM and matrix multiplication",
     "Multiplies quantized matrices into floating-point numbers and adds an optional bias.",
     kMatrixMultiplyIntegerToFloatRules, FeatureLevel::Level6_2, false, true, std::nullopt,
     kMatrixMultiplyIntegerToFloatFields, kSupport112, kMatrixMultiplyIntegerToFloatSame, sizeof(MatrixMultiplyIntegerToFloat), Make<MatrixMultiplyIntegerToFloat>, Copy<MatrixMultiplyIntegerToFloat>},
    {OperatorType::MeanVarianceNormalization2, "MEAN_VARIANCE_NORMALIZATION2", "Normalization",
     "Normalizes over the given axes with the mean and the variance switched on separately.",
     kMeanVarianceNormalization2Rules, FeatureLevel::Level6_3, false, true, std::nullopt,
     kMeanVarianceNormalization2Fields, kSupport113, kMeanVarianceNormalization2Same, sizeof(MeanVarianceNormalization2), Make<MeanVarianceNormalization2>, Copy<MeanVarianceNormalization2>},
    {OperatorType::MultiheadAttention1, "MULTIHEAD_ATTENTION1", "Attention",
     "Computes attention with fewer key and value heads than query heads and with past lengths per batch.",
     kMultiheadAttention1Rules, FeatureLevel::Level6_3, false, true, std::nullopt,
     kMultiheadAttention1Fields, kSupport114, kMultiheadAttention1Same, sizeof(MultiheadAttention1), Make<MultiheadAttention1>, Copy<MultiheadAttention1>},
    {OperatorType::Quantize, "QUANTIZE", "Quantization",
     "Turns numbers into 8-bit or 4-bit integers by scales and zero points, per element or per block.",
     kQuantizeRules, FeatureLevel::Level6_3, false, true, std::nullopt,
     kQuantizeFields, kSupport115, kQuantizeSame, sizeof(Quantize), Make<Quantize>, Copy<Quantize>},
    {OperatorType::Dequantize, "DEQUANTIZE", "Quantization",
     "Turns 8-bit or 4-bit integers back into numbers by scales and zero points, per element or per block.",
     kDequantizeRules, FeatureLevel::Level6_3, false, true, std::nullopt,
     kDequantizeFields, kSupport116, kDequantizeSame, sizeof(Dequantize), Make<Dequantize>, Copy<Dequantize>},
    {OperatorType::Resample3, "RESAMPLE3", "Resampling and regions of interest",
     "Scales a tensor by interpolation with optional anti-aliasing when it shrinks.",
     kResample3Rules, FeatureLevel::Level6_4, false, true, std::nullopt,
     kResample3Fields, kSupport117, kResample3Same, sizeof(Resample3), Make<Resample3>, Copy<Resample3>},
    {OperatorType::Fold, "FOLD", "Random, value generation, misc",
     "Adds columns of window contents back into an image, summing where windows overlap.",
     kFoldRules, FeatureLevel::Level6_4, false, true, std::nullopt,
     kFoldFields, kSupport118, kFoldSame, sizeof(Fold), Make<Fold>, Copy<Fold>},
    {OperatorType::Unfold, "UNFOLD", "Random, value generation, misc",
     "Lays out the contents of every window of an image as columns.",
     kUnfoldRules, FeatureLevel::Level6_4, false, true, std::nullopt,
     kUnfoldFields, kSupport118, kUnfoldSame, sizeof(Unfold), Make<Unfold>, Copy<Unfold>},
};

}  // namespace

std::span<const EnumInfo> AllEnums() { return kEnums; }
std::span<const OperatorInfo> AllOperators() { return kOperators; }

}  // namespace weft
