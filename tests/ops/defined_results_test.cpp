// SPDX-License-Identifier: MIT
// Inputs that are accepted though nobody means them have a result that is defined: indices at the
// ends of their types (reads take the nearest element, writes are dropped), scales of 0, regions
// and offsets that are far away or no numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ops/harness.h"

namespace weft {
namespace {

using test::TensorsRow;

constexpr DataType kF32 = DataType::Float32;
constexpr DataType kI8 = DataType::Int8;
constexpr DataType kU8 = DataType::UInt8;
constexpr DataType kI64 = DataType::Int64;
constexpr DataType kU64 = DataType::UInt64;
constexpr long double kLeast = -0x1p63L, kMost = 0x1p63L - 1, kMostUnsigned = 0x1p64L - 1;
constexpr long double kInf = std::numeric_limits<long double>::infinity();
constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();

void RunRows(const std::vector<TensorsRow>& rows) {
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(DefinedResults, IndicesThatRead) {
  const TensorDesc three(kF32, {3}), two(kF32, {2});
  const std::vector<long double> numbers = {1, 2, 3};
  RunRows({
      {"gather", Gather{three, {kI64, {2}}, two, 0, 1}, {numbers, {kLeast, kMost}}, {{1, 3}}},
      {"gather, unsigned",
       Gather{three, {kU64, {2}}, two, 0, 1},
       {numbers, {kMostUnsigned, 0x1p63L}},
       {{3, 3}}},
      {"gather elements",
       GatherElements{three, {kI64, {2}}, two, 0},
       {numbers, {kLeast, kMost}},
       {{1, 3}}},
      {"gather n-d",
       GatherNd{.input = {kF32, {2, 3}},
                .indices = {kI64, {2, 2}},
                .output = {kF32, {1, 2}},
                .input_dimension_count = 2,
                .indices_dimension_count = 2},
       {{1, 2, 3, 4, 5, 6}, {kLeast, kMost, kMost, kLeast}},
       {{3, 4}}},
  });
}

TEST(DefinedResults, IndicesThatWrite) {
  const TensorDesc three(kF32, {3});
  const std::vector<long double> numbers = {1, 2, 3}, updates = {7, 8, 9};
  RunRows({
      {"scatter elements",
       ScatterElements{three, {kI64, {3}}, three, three, 0},
       {numbers, {kLeast, kMost, -4}, updates},
       {numbers}},
      {"scatter elements, unsigned",
       ScatterElements{three, {kU64, {3}}, three, three, 0},
       {numbers, {kMostUnsigned, 0x1p63L, 3}, updates},
       {numbers}},
      {"the last of equals stays",
       ScatterElements{three, {kI64, {3}}, three, three, 0},
       {numbers, {-1, 0, 2}, updates},
       {{8, 2, 9}}},
      {"scatter n-d",
       ScatterNd{.input = {kF32, {1, 3}},
                 .indices = {kI64, {3, 1}},
                 .updates = {kF32, {1, 3}},
                 .output = {kF32, {1, 3}},
                 .input_dimension_count = 1,
                 .indices_dimension_count = 2},
       {numbers, {kMost, kLeast, 1}, updates},
       {{1, 9, 3}}},
      {"one hot",
       OneHot{{kI64, {3, 1}}, {kF32, {1, 2}}, {kF32, {3, 2}}, 1},
       {{kLeast, kMost, -3}, {0, 1}},
       {{0, 0, 0, 0, 0, 0}}},
      {"one hot, unsigned",
       OneHot{{kU64, {2, 1}}, {kF32, {1, 2}}, {kF32, {2, 2}}, 1},
       {{kMostUnsigned, 1}, {0, 1}},
       {{0, 0, 0, 1}}},
      {"max unpooling",
       MaxUnpooling{{kF32, {1, 1, 1, 3}}, {kU64, {1, 1, 1, 3}}, {kF32, {1, 1, 1, 2}}},
       {numbers, {kMostUnsigned, 2, 1}},
       {{0, 3}}},
  });
}

// x / 0 is infinite and saturates; 0 / 0 is NaN and counts as 0.
TEST(DefinedResults, ScalesOfZero) {
  const TensorDesc one(kF32, {1}), zero_point(kU8, {1});
  RunRows({
      {"quantize",
       Quantize{.input = {kF32, {5}},
                .quantization_type = QuantizationType::ScaleZeroPoint,
                .quantizations = {one, {kI8, {1}}},
                .output = {kI8, {5}}},
       {{1, -1, 0, kNan, kInf}, {0}, {3}},
       {{127, -128, 3, 3, 127}}},
      {"dequantize",
       Dequantize{.input = {kU8, {2}},
                  .quantization_type = QuantizationType::Scale,
                  .quantizations = {one},
                  .output = {kF32, {2}}},
       {{255, 128}, {0}},
       {{0, 0}}},
      {"dequantize by infinity",
       Dequantize{.input = {kU8, {3}},
                  .quantization_type = QuantizationType::ScaleZeroPoint,
                  .quantizations = {one, zero_point},
                  .output = {kF32, {3}}},
       {{255, 3, 0}, {kInf}, {3}},
       {{kInf, kNan, -kInf}}},
      {"sums of codes",
       ElementWiseQuantizedLinearAdd{.a = {kU8, {3}},
                                     .a_scale = one,
                                     .b = {kI8, {3}},
                                     .b_scale = one,
                                     .output_scale = one,
                                     .output_zero_point = zero_point,
                                     .output = {kU8, {3}}},
       {{1, 1, 1}, {1}, {}, {1, -1, -2}, {1}, {}, {0}, {9}},
       {{255, 9, 0}}},
      {"products of codes",
       QuantizedLinearMatrixMultiply{.a = {kI8, {1, 1}},
                                     .a_scale = {kF32, {1, 1}},
                                     .b = {kI8, {1, 3}},
                                     .b_scale = {kF32, {1, 1}},
                                     .output_scale = {kF32, {1, 1}},
                                     .output_zero_point = TensorDesc(kI8, {1, 1}),
                                     .output = {kI8, {1, 3}}},
       {{2}, {1}, {}, {5, 0, -5}, {1}, {}, {0}, {9}},
       {{127, 9, -128}}},
      {"means of codes",
       QuantizedLinearAveragePooling{.input = {kU8, {1, 2, 1, 2}},
                                     .input_scale = one,
                                     .output_scale = one,
                                     .output_zero_point = zero_point,
                                     .output = {kU8, {1, 2, 1, 1}},
                                     .strides = {1, 1},
                                     .window_size = {1, 2},
                                     .start_padding = {0, 0},
                                     .end_padding = {0, 0},
                                     .dilations = {1, 1}},
       {{1, 2, 0, 0}, {1}, {}, {0}, {9}},
       {{255, 9}}},
  });
}

RoiAlign Align(ReduceFunction function) {
  return {.input = {kF32, {1, 1, 1, 4}},
          .roi = {kF32, {1, 4}},
          .batch_indices = {DataType::UInt32, {1}},
          .output = {kF32, {1, 1, 1, 2}},
          .reduction_function = function,
          .interpolation_mode = InterpolationMode::Linear,
          .spatial_scale_x = 1,
          .spatial_scale_y = 1,
          .out_of_bounds_input_value = 7,
          .minimum_samples_per_output = 1,
          .maximum_samples_per_output = 0xFFFFFFFF};
}

TEST(DefinedResults, RegionsThatAreNoRegions) {
  const RoiAlign largest = Align(ReduceFunction::Max), mean = Align(ReduceFunction::Average);
  RoiAlign scaled = mean;
  scaled.spatial_scale_x = NAN;
  const std::vector<long double> image = {1, 2, 3, 4}, none(4, kNan), all(4, kInf),
                                 far = {1e30L, 1e30L, 3e38L, 3e38L};
  std::vector<TensorsRow> rows = {
      {"a scale that is no number", scaled, {image, {0, 0, 4, 1}, {0}}, {{7, 7}}}};
  for (const RoiAlign& op : {largest, mean})
    for (const std::vector<long double>& region : {none, all, far})
      rows.push_back({"outside", op, {image, region, {0xFFFFFFFF}}, {{7, 7}}});
  for (const ReduceFunction function : {ReduceFunction::Average, ReduceFunction::Max})
    for (const std::vector<long double>& region : {none, all, far}) {
      const RoiAlignGrad op{.input = TensorDesc(kF32, {1, 1, 1, 4}),
                            .input_gradient = {kF32, {1, 1, 1, 2}},
                            .roi = {kF32, {1, 4}},
                            .batch_indices = {DataType::UInt32, {1}},
                            .output_gradient = TensorDesc(kF32, {1, 1, 1, 4}),
                            .output_roi_gradient = TensorDesc(kF32, {1, 4}),
                            .reduction_function = function,
                            .interpolation_mode = InterpolationMode::Linear,
                            .spatial_scale_x = 1,
                            .spatial_scale_y = 1,
                            .minimum_samples_per_output = 1,
                            .maximum_samples_per_output = 0xFFFFFFFF};
      rows.push_back({"nothing gets a gradient",
                      op,
                      {image, {5, 6}, region, {0xFFFFFFFF}},
                      {{0, 0, 0, 0}, {0, 0, 0, 0}}});
    }
  RunRows(rows);
}

TEST(DefinedResults, PixelsFarAway) {
  std::vector<TensorsRow> rows;
  for (const auto mode : {InterpolationMode::NearestNeighbor, InterpolationMode::Linear}) {
    const auto resample = [&](float scale, float input_offset, float output_offset) {
      return Resample3{.input = {kF32, {4}},
                       .output = {kF32, {2}},
                       .interpolation_mode = mode,
                       .rounding_direction = AxisDirection::Decreasing,
                       .scales = {scale},
                       .input_pixel_offsets = {input_offset},
                       .output_pixel_offsets = {output_offset}};
    };
    const std::vector<std::vector<long double>> image = {{1, 2, 3, 4}};
    constexpr float kTiny = 0x1p-149f, kHuge = 3e38f;
    rows.push_back({"the first", resample(1, kHuge, 0), image, {{1, 1}}});
    rows.push_back({"the last", resample(1, -kHuge, 0), image, {{4, 4}}});
    rows.push_back({"between huge offsets", resample(1, 0, kHuge), image, {{1, 1}}});
    rows.push_back({"a tiny scale", resample(kTiny, 0, -0.5f), image, {{4, 4}}});
    rows.push_back({"a tiny scale at 0", resample(kTiny, 0, 0), image, {{1, 4}}});
    rows.push_back({"a huge scale", resample(kHuge, 0, 0), image, {{1, 1}}});
  }
  // A triangle far wider than the image weighs all pixels the same.
  rows.push_back({"antialiased by a tiny scale",
                  Resample3{.input = {kF32, {4}},
                            .output = {kF32, {1}},
                            .interpolation_mode = InterpolationMode::Linear,
                            .scales = {0x1p-149f},
                            .input_pixel_offsets = {0.5f},
                            .output_pixel_offsets = {-0.5f},
                            .antialiased = true},
                  {{1, 2, 3, 4}},
                  {{2.5L}}});
  RunRows(rows);
}

}  // namespace
}  // namespace weft
