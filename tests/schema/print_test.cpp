// SPDX-License-Identifier: MIT
// Operators as JSON, with expectations written by hand in the form of a JSON program; names of
// feature levels.
#include <gtest/gtest.h>

#include <limits>

#include "weft/schema.h"

namespace weft {
namespace {

TEST(PrintOperator, AsJsonProgramsWriteThem) {
  const TensorDesc matrix(DataType::Float32, {2, 3});
  const float infinity = std::numeric_limits<float>::infinity();
  struct Case {
    Operator op;
    const char* text;
  };
  const Case cases[] = {
      {Slice1{.input = matrix,
              .output = TensorDesc(DataType::Float32, {1, 3}, {8, 1}),
              .input_window_offsets = {1, 0},
              .input_window_sizes = {1, 3},
              .input_window_strides = {1, -1}},
       R"({"type": "SLICE1", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, )"
       R"("OutputTensor": {"DataType": "FLOAT32", "Sizes": [1, 3], "Strides": [8, 1]}, )"
       R"("DimensionCount": 2, "InputWindowOffsets": [1, 0], "InputWindowSizes": [1, 3], )"
       R"("InputWindowStrides": [1, -1]}})"},
      {Gemm{.a = matrix,
            .b = TensorDesc(DataType::Float32, {3, 2}),
            .output = TensorDesc(DataType::Float32, {2, 2}),
            .trans_b = MatrixTransform::Transpose,
            .alpha = 0.1f,
            .beta = -infinity,
            .fused_activation = ActivationLinear{.alpha = 2, .beta = 0.5f}},
       R"({"type": "GEMM", "desc": {"ATensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, )"
       R"("BTensor": {"DataType": "FLOAT32", "Sizes": [3, 2]}, )"
       R"("OutputTensor": {"DataType": "FLOAT32", "Sizes": [2, 2]}, "TransA": "NONE", )"
       R"("TransB": "TRANSPOSE", "Alpha": 0.1, "Beta": "-inf", "FusedActivation": )"
       R"({"type": "ACTIVATION_LINEAR", "desc": {"Alpha": 2, "Beta": 0.5}}}})"},
      {Join{.inputs = {matrix, matrix}, .output = TensorDesc(DataType::Float32, {4, 3}), .axis = 0},
       R"({"type": "JOIN", "desc": {"InputCount": 2, "InputTensors": )"
       R"([{"DataType": "FLOAT32", "Sizes": [2, 3]}, {"DataType": "FLOAT32", "Sizes": [2, 3]}], )"
       R"("OutputTensor": {"DataType": "FLOAT32", "Sizes": [4, 3]}, "Axis": 0}})"},
      {FillValueConstant{.output = TensorDesc(DataType::UInt8, Sizes{5}),
                         .value_data_type = DataType::UInt8,
                         .value = -2},
       R"({"type": "FILL_VALUE_CONSTANT", "desc": {"OutputTensor": {"DataType": "UINT8", )"
       R"("Sizes": [5]}, "ValueDataType": "UINT8", "Value": 254}})"},
      {FillValueConstant{.output = TensorDesc(DataType::Float16, Sizes{5}),
                         .value_data_type = DataType::Float16,
                         .value = Scalar::FromBits(0x7E00)},
       R"({"type": "FILL_VALUE_CONSTANT", "desc": {"OutputTensor": {"DataType": "FLOAT16", )"
       R"("Sizes": [5]}, "ValueDataType": "FLOAT16", "Value": "nan"}})"},
      {ElementWiseIdentity{.input = matrix, .output = matrix, .scale_bias = ScaleBias{2, -1}},
       R"({"type": "ELEMENT_WISE_IDENTITY", "desc": )"
       R"({"InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, )"
       R"("OutputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, )"
       R"("ScaleBias": {"Scale": 2, "Bias": -1}}})"},
      {Upsample2D{.scale_size = {.width = 2, .height = 3},
                  .interpolation_mode = static_cast<InterpolationMode>(9)},
       R"({"type": "UPSAMPLE_2D", "desc": {"ScaleSize": {"Width": 2, "Height": 3}, )"
       R"("InterpolationMode": 9}})"},
  };
  for (const Case& c : cases) EXPECT_EQ(ToString(c.op), c.text);
}

TEST(PrintOperator, EveryOperatorPrints) {
  for (const OperatorInfo& info : AllOperators())
    EXPECT_TRUE(ToString(info.make()).starts_with("{\"type\": \"" + std::string(info.name) + "\""));
}

TEST(FeatureLevel, Names) {
  EXPECT_EQ(LevelName(FeatureLevel::Level2_1), "2_1");
  EXPECT_EQ(LevelName(FeatureLevel::Level6_4), "6_4");
  EXPECT_EQ(LevelName(static_cast<FeatureLevel>(0x1234)), "0x1234");
  for (const char* name : {"5_2", "5.2", "DML_FEATURE_LEVEL_5_2"})
    EXPECT_EQ(LevelFromName(name), FeatureLevel::Level5_2) << name;
  for (const char* name : {"", "5", "5_3", "5-2", "52", "0x5200", "DML_FEATURE_LEVEL_"})
    EXPECT_EQ(LevelFromName(name), std::nullopt) << name;
}

}  // namespace
}  // namespace weft
