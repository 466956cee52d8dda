// SPDX-License-Identifier: MIT
// CompileOptions::strict_indices: the first index out of range, in logical order, is an error and
// nothing is written. Without it the same programs run; with indices in range it changes nothing.
#include <gtest/gtest.h>

#include "ops/harness.h"

namespace weft {
namespace {

constexpr DataType kF32 = DataType::Float32;
constexpr DataType kI32 = DataType::Int32;
const TensorDesc kTwoImages = {kF32, {2, 1, 4, 4}};
constexpr CompileOptions kStrict = {.strict_indices = true};

struct StrictRow {
  const char* name;
  Operator op;
  size_t indices;  // which input they are
  std::vector<long double> good, bad;
  const char* message;
};

const std::vector<StrictRow>& Rows() {
  static const std::vector<StrictRow> rows = {
      {"gather",
       Gather{.input = {kF32, {2, 4}},
              .indices = {kI32, {1, 3}},
              .output = {kF32, {2, 3}},
              .axis = 1,
              .index_dimensions = 1},
       1,
       {-4, 0, 3},
       {1, 4, -5},
       "GATHER: IndicesTensor[0, 1] is 4, but InputTensor.Sizes[1] is 4: -4 to 3 are possible"},
      {"gather by the far end of a type",
       Gather{.input = {kF32, {2, 4}},
              .indices = {DataType::Int64, {1, 3}},
              .output = {kF32, {3, 4}},
              .axis = 0,
              .index_dimensions = 1},
       1,
       {-2, 0, 1},
       {0, 1, -9223372036854775807.0L - 1},
       "GATHER: IndicesTensor[0, 2] is -9223372036854775808, but InputTensor.Sizes[0] is 2: -2 to "
       "1 "
       "are possible"},
      {"gather by unsigned numbers, in columns",
       Gather{.input = {kF32, {1, 4}},
              .indices = {DataType::UInt64, {2, 2}, {1, 2}},
              .output = {kF32, {2, 2}},
              .axis = 1,
              .index_dimensions = 2},
       1,
       {0, 1, 2, 3},
       {0, 18446744073709551615.0L, 4, 3},  // [0, 1] comes first, though [1, 0] lies first
       "GATHER: IndicesTensor[0, 1] is 18446744073709551615, but InputTensor.Sizes[1] is 4: 0 to 3 "
       "are possible"},
      {"gather elements",
       GatherElements{
           .input = {kF32, {3, 2}}, .indices = {kI32, {1, 2}}, .output = {kF32, {1, 2}}, .axis = 0},
       1,
       {2, -3},
       {2, 3},
       "GATHER_ELEMENTS: IndicesTensor[0, 1] is 3, but InputTensor.Sizes[0] is 3: -3 to 2 are "
       "possible"},
      {"gather n-d",
       GatherNd{.input = {kF32, {2, 3}},
                .indices = {kI32, {2, 2}},
                .output = {kF32, {1, 2}},
                .input_dimension_count = 2,
                .indices_dimension_count = 2},
       1,
       {0, 2, 1, 0},
       {1, 2, 2, 0},
       "GATHER_ND: IndicesTensor[1, 0] is 2, but InputTensor.Sizes[0] is 2: -2 to 1 are possible"},
      {"gather n-d with a batch",
       GatherNd1{.input = {kF32, {2, 3}},
                 .indices = {kI32, {2, 1}},
                 .output = {kF32, {1, 2}},
                 .input_dimension_count = 2,
                 .indices_dimension_count = 2,
                 .batch_dimension_count = 1},
       1,
       {2, 0},
       {2, 3},
       "GATHER_ND1: IndicesTensor[1, 0] is 3, but InputTensor.Sizes[1] is 3: -3 to 2 are possible"},
      {"scatter elements",
       ScatterElements{.input = {kF32, {3}},
                       .indices = {kI32, {2}},
                       .updates = {kF32, {2}},
                       .output = {kF32, {3}},
                       .axis = 0},
       1,
       {0, -1},
       {0, -4},
       "SCATTER_ELEMENTS: IndicesTensor[1] is -4, but InputTensor.Sizes[0] is 3: -3 to 2 are "
       "possible"},
      {"scatter n-d",
       ScatterNd{.input = {kF32, {3, 2}},
                 .indices = {kI32, {1, 2}},
                 .updates = {kF32, {1, 1}},
                 .output = {kF32, {3, 2}},
                 .input_dimension_count = 2,
                 .indices_dimension_count = 2},
       1,
       {2, 1},
       {2, 2},
       "SCATTER_ND: IndicesTensor[0, 1] is 2, but InputTensor.Sizes[1] is 2: -2 to 1 are possible"},
      {"one hot",
       OneHot{.indices = {kI32, {2, 1}},
              .values = {kF32, {1, 2}},
              .output = {kF32, {2, 3}},
              .axis = 1},
       0,
       {2, -3},
       {0, 3},
       "ONE_HOT: IndicesTensor[1, 0] is 3, but OutputTensor.Sizes[1] is 3: -3 to 2 are possible"},
      {"max unpooling",
       MaxUnpooling{.input = {kF32, {1, 1, 1, 3}},
                    .indices = {DataType::UInt64, {1, 1, 1, 3}},
                    .output = {kF32, {1, 2, 3, 2}}},
       1,
       {0, 11, 11},
       {11, 12, 18446744073709551615.0L},
       "MAX_UNPOOLING: IndicesTensor[0, 0, 0, 1] is 12, but OutputTensor's element count is 12: 0 "
       "to 11 are possible"},
      {"lengths of sequences",
       ReverseSubsequences{.input = {kF32, {2, 4}},
                           .sequence_lengths = {DataType::UInt32, {2, 1}},
                           .output = {kF32, {2, 4}},
                           .axis = 1},
       1,
       {0, 4},
       {4, 5},
       "REVERSE_SUBSEQUENCES: SequenceLengthsTensor[1, 0] is 5, but InputTensor.Sizes[1] is 4: 0 "
       "to "
       "4 are possible"},
      {"images of regions",
       RoiAlign{.input = kTwoImages,
                .roi = {kF32, {3, 4}},
                .batch_indices = {DataType::UInt32, {3}},
                .output = {kF32, {3, 1, 2, 2}},
                .reduction_function = ReduceFunction::Average,
                .spatial_scale_x = 1,
                .spatial_scale_y = 1,
                .minimum_samples_per_output = 1,
                .maximum_samples_per_output = 4},
       2,
       {0, 1, 1},
       {1, 0, 4294967295.0L},
       "ROI_ALIGN: BatchIndicesTensor[2] is 4294967295, but InputTensor.Sizes[0] is 2: 0 to 1 are "
       "possible"},
      {"images of regions in a row",
       RoiAlign1{.input = kTwoImages,
                 .roi = {kF32, {2, 4}},
                 .batch_indices = {DataType::UInt64, {1, 2}},
                 .output = {kF32, {2, 1, 2, 2}},
                 .reduction_function = ReduceFunction::Max,
                 .spatial_scale_x = 1,
                 .spatial_scale_y = 1,
                 .minimum_samples_per_output = 1,
                 .maximum_samples_per_output = 4},
       2,
       {1, 0},
       {2, 3},
       "ROI_ALIGN1: BatchIndicesTensor[0, 0] is 2, but InputTensor.Sizes[0] is 2: 0 to 1 are "
       "possible"},
      {"images that get a gradient",
       RoiAlignGrad{.input = kTwoImages,
                    .input_gradient = {kF32, {2, 1, 2, 2}},
                    .roi = {kF32, {2, 4}},
                    .batch_indices = {DataType::UInt32, {2}},
                    .output_gradient = kTwoImages,
                    .reduction_function = ReduceFunction::Average,
                    .spatial_scale_x = 1,
                    .spatial_scale_y = 1,
                    .minimum_samples_per_output = 1,
                    .maximum_samples_per_output = 4},
       3,
       {1, 0},
       {1, 2},
       "ROI_ALIGN_GRAD: BatchIndicesTensor[1] is 2, but OutputGradientTensor.Sizes[0] is 2: 0 to 1 "
       "are possible"},
      {"images written beside the corners",
       RoiPooling{.input = {DataType::Float16, {2, 1, 4, 4}},
                  .roi = {DataType::Float16, {1, 1, 2, 5}},
                  .output = {DataType::Float16, {2, 1, 1, 1}},
                  .spatial_scale = 1,
                  .pooled_size = {1, 1}},
       1,
       {1, 0, 0, 3, 3, 0, 0, 0, 3, 3},
       {1, 0, 0, 3, 3, -1, 0, 0, 3, 3},
       "ROI_POOLING: ROITensor[0, 0, 1, 0] is -1, but InputTensor.Sizes[0] is 2: 0 to 1 are "
       "possible"},
      {"the image after the last",
       RoiPooling{.input = {kF32, {2, 1, 4, 4}},
                  .roi = {kF32, {1, 1, 1, 5}},
                  .output = {kF32, {1, 1, 1, 1}},
                  .spatial_scale = 1,
                  .pooled_size = {1, 1}},
       1,
       {1, 0, 0, 3, 3},
       {2, 0, 0, 3, 3},
       "ROI_POOLING: ROITensor[0, 0, 0, 0] is 2, but InputTensor.Sizes[0] is 2: 0 to 1 are "
       "possible"},
  };
  return rows;
}

// The message of running `op` with these indices ("" when it runs), and whether it wrote anything.
std::pair<std::string, bool> RunWith(const StrictRow& row, const std::vector<long double>& indices,
                                     const CompileOptions& options) {
  Operator op = row.op;
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  test::TensorBuffers inputs(ins, 1, 64, 64), outputs(outs, 99, 64, 64);
  inputs.Write(row.indices, test::DenseFrom(*ins[row.indices], indices));
  const test::TensorBuffers before = outputs;
  const Status status = Run(op, inputs.AsInputs(), outputs.AsOutputs(), options);
  return {status ? "" : status.error().message, outputs != before};
}

TEST(StrictIndices, TheFirstBadOneIsNamed) {
  for (const StrictRow& row : Rows()) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(RunWith(row, row.bad, kStrict), std::pair(std::string(row.message), false));
    EXPECT_EQ(RunWith(row, row.bad, {}), std::pair(std::string(), true));
    EXPECT_EQ(RunWith(row, row.good, kStrict), std::pair(std::string(), true));
  }
}

}  // namespace
}  // namespace weft
