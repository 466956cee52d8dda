// SPDX-License-Identifier: MIT
// The writer's structs, member by member, for every kind of field: what the other tests of DirectML
// rest on.
#include "directml_harness/desc_writer.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

using test::DescWriter;

template <class Desc>
const Desc& As(const DescWriter& writer, DML_OPERATOR_TYPE type) {
  EXPECT_EQ(writer.get()->Type, type);
  return *static_cast<const Desc*>(writer.get()->Desc);
}

const DML_BUFFER_TENSOR_DESC& Buffer(const DML_TENSOR_DESC* tensor) {
  EXPECT_EQ(tensor->Type, DML_TENSOR_TYPE_BUFFER);
  return *static_cast<const DML_BUFFER_TENSOR_DESC*>(tensor->Desc);
}

TEST(DescWriter, Tensors) {
  TensorDesc input(DataType::Float16, {2, 3}, {5, 1});
  input.flags = TensorFlags::OwnedByDml;
  input.total_bytes = 64;
  input.base_offset_alignment = 32;
  const DescWriter writer(Cast{.input = input, .output = {DataType::UInt8, {2, 3}}});
  const auto& cast = As<DML_CAST_OPERATOR_DESC>(writer, DML_OPERATOR_CAST);

  const DML_BUFFER_TENSOR_DESC& in = Buffer(cast.InputTensor);
  EXPECT_EQ(in.DataType, DML_TENSOR_DATA_TYPE_FLOAT16);
  EXPECT_EQ(in.Flags, DML_TENSOR_FLAG_OWNED_BY_DML);
  ASSERT_EQ(in.DimensionCount, 2u);
  EXPECT_EQ(std::vector(in.Sizes, in.Sizes + 2), (std::vector<UINT>{2, 3}));
  EXPECT_EQ(std::vector(in.Strides, in.Strides + 2), (std::vector<UINT>{5, 1}));
  EXPECT_EQ(in.TotalTensorSizeInBytes, 64u);
  EXPECT_EQ(in.GuaranteedBaseOffsetAlignment, 32u);

  const DML_BUFFER_TENSOR_DESC& out = Buffer(cast.OutputTensor);
  EXPECT_EQ(out.DataType, DML_TENSOR_DATA_TYPE_UINT8);
  EXPECT_EQ(out.Flags, DML_TENSOR_FLAG_NONE);
  EXPECT_EQ(out.Strides, nullptr);
  EXPECT_EQ(out.TotalTensorSizeInBytes, 8u);
  EXPECT_EQ(out.GuaranteedBaseOffsetAlignment, 0u);
}

TEST(DescWriter, TensorArraysAndTheirCount) {
  const DescWriter writer(Join{.inputs = {{DataType::Int8, {4}}, {DataType::Int8, {9}}},
                               .output = {DataType::Int8, {13}},
                               .axis = 7});
  const auto& join = As<DML_JOIN_OPERATOR_DESC>(writer, DML_OPERATOR_JOIN);
  ASSERT_EQ(join.InputCount, 2u);
  EXPECT_EQ(Buffer(&join.InputTensors[0]).Sizes[0], 4u);
  EXPECT_EQ(Buffer(&join.InputTensors[1]).Sizes[0], 9u);
  EXPECT_EQ(Buffer(join.OutputTensor).Sizes[0], 13u);
  EXPECT_EQ(join.Axis, 7u);
}

TEST(DescWriter, ArraysShareTheirCount) {
  const DescWriter writer(Slice1{.input_window_offsets = {1, 2, 3},
                                 .input_window_sizes = {4, 5, 6},
                                 .input_window_strides = {-1, 1, -2}});
  const auto& slice = As<DML_SLICE1_OPERATOR_DESC>(writer, DML_OPERATOR_SLICE1);
  ASSERT_EQ(slice.DimensionCount, 3u);
  EXPECT_EQ(slice.InputWindowOffsets[2], 3u);
  EXPECT_EQ(slice.InputWindowSizes[0], 4u);
  EXPECT_EQ(slice.InputWindowStrides[2], -2);
}

TEST(DescWriter, ScalarsTakeTheTypeBesideThem) {
  const DescWriter writer(
      FillValueSequence{.value_data_type = DataType::UInt8, .value_start = 10, .value_delta = -2});
  const auto& fill =
      As<DML_FILL_VALUE_SEQUENCE_OPERATOR_DESC>(writer, DML_OPERATOR_FILL_VALUE_SEQUENCE);
  EXPECT_EQ(fill.ValueDataType, DML_TENSOR_DATA_TYPE_UINT8);
  EXPECT_EQ(fill.ValueStart.UInt8, 10);
  EXPECT_EQ(fill.ValueDelta.UInt8, 254);
}

TEST(DescWriter, NumbersEnumeratorsAndPairs) {
  const DescWriter up(Upsample2D{.scale_size = {.width = 2, .height = 3},
                                 .interpolation_mode = InterpolationMode::Linear});
  const auto& upsample = As<DML_UPSAMPLE_2D_OPERATOR_DESC>(up, DML_OPERATOR_UPSAMPLE_2D);
  EXPECT_EQ(upsample.ScaleSize.Width, 2u);
  EXPECT_EQ(upsample.ScaleSize.Height, 3u);
  EXPECT_EQ(upsample.InterpolationMode, DML_INTERPOLATION_MODE_LINEAR);

  const DescWriter diagonal(DiagonalMatrix1{.diagonal_fill_begin = -4});
  const auto& matrix =
      As<DML_DIAGONAL_MATRIX1_OPERATOR_DESC>(diagonal, DML_OPERATOR_DIAGONAL_MATRIX1);
  EXPECT_EQ(matrix.InputTensor, nullptr);
  EXPECT_EQ(matrix.DiagonalFillBegin, -4);

  const DescWriter identity(ElementWiseIdentity{.scale_bias = ScaleBias{2, 0.5f}});
  const auto& scaled =
      As<DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC>(identity, DML_OPERATOR_ELEMENT_WISE_IDENTITY);
  EXPECT_EQ(scaled.ScaleBias->Scale, 2);
  EXPECT_EQ(scaled.ScaleBias->Bias, 0.5f);
  const DescWriter plain(ElementWiseIdentity{});
  EXPECT_EQ(As<DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC>(plain, DML_OPERATOR_ELEMENT_WISE_IDENTITY)
                .ScaleBias,
            nullptr);

  const DescWriter sum(CumulativeSummation{.axis = 3, .has_exclusive_sum = true});
  const auto& cumulative =
      As<DML_CUMULATIVE_SUMMATION_OPERATOR_DESC>(sum, DML_OPERATOR_CUMULATIVE_SUMMATION);
  EXPECT_EQ(cumulative.Axis, 3u);
  EXPECT_EQ(cumulative.HasExclusiveSum, TRUE);

  const DescWriter resample(Resample{.scales = {1.5f, 2}});
  const auto& scales = As<DML_RESAMPLE_OPERATOR_DESC>(resample, DML_OPERATOR_RESAMPLE);
  ASSERT_EQ(scales.ScaleCount, 2u);
  EXPECT_EQ(scales.Scales[0], 1.5f);
}

TEST(DescWriter, ActivationsHaveNoTensors) {
  const DescWriter gemm(Gemm{.alpha = 0.25f, .fused_activation = ActivationElu{.alpha = 3}});
  const auto& product = As<DML_GEMM_OPERATOR_DESC>(gemm, DML_OPERATOR_GEMM);
  EXPECT_EQ(product.CTensor, nullptr);
  EXPECT_EQ(product.Alpha, 0.25f);
  ASSERT_EQ(product.FusedActivation->Type, DML_OPERATOR_ACTIVATION_ELU);
  const auto* elu =
      static_cast<const DML_ACTIVATION_ELU_OPERATOR_DESC*>(product.FusedActivation->Desc);
  EXPECT_EQ(elu->InputTensor, nullptr);
  EXPECT_EQ(elu->OutputTensor, nullptr);
  EXPECT_EQ(elu->Alpha, 3);

  const DescWriter gru(
      Gru{.activation_descs = {ActivationSigmoid{}, ActivationLeakyRelu{.alpha = 0.5f}}});
  const auto& recurrent = As<DML_GRU_OPERATOR_DESC>(gru, DML_OPERATOR_GRU);
  ASSERT_EQ(recurrent.ActivationDescCount, 2u);
  EXPECT_EQ(recurrent.ActivationDescs[0].Type, DML_OPERATOR_ACTIVATION_SIGMOID);
  EXPECT_EQ(
      static_cast<const DML_ACTIVATION_LEAKY_RELU_OPERATOR_DESC*>(recurrent.ActivationDescs[1].Desc)
          ->Alpha,
      0.5f);
}

}  // namespace
}  // namespace weft
