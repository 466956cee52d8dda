// SPDX-License-Identifier: MIT
// SLICE, SLICE1, SLICE_GRAD: edge rows, and every refusal.

#include <limits>

#include "ops/harness.h"
#include "ops/samples.h"

namespace weft {
namespace {

using test::Row;
constexpr DataType kF32 = DataType::Float32;
const std::vector<long double> kSixteen = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

TEST(Slice, Examples) {
  const std::vector<Row> rows = {
      {"stride 0 repeats an element",
       Slice{.input = {DataType::UInt8, {2, 3}},
             .output = {DataType::UInt8, {2, 4}},
             .offsets = {0, 1},
             .sizes = {2, 4},
             .strides = {1, 0}},
       {1, 2, 3, 4, 5, 6},
       {2, 2, 2, 2, 5, 5, 5, 5}},
      {"a huge stride that is never stepped",
       Slice{.input = {kF32, {3}},
             .output = {kF32, {1}},
             .offsets = {2},
             .sizes = {1},
             .strides = {0xFFFFFFFF}},
       {1, 2, 3},
       {3}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(Slice1, Examples) {
  const std::vector<Row> rows = {
      {"documentation 3, of SLICE_GRAD's page",
       Slice1{.input = {kF32, {4, 4}},
              .output = {kF32, {2, 2}},
              .input_window_offsets = {0, 0},
              .input_window_sizes = {4, 4},
              .input_window_strides = {2, 2}},
       kSixteen,
       {1, 3, 9, 11}},
      {"fewer elements than the window reaches",
       Slice1{.input = {kF32, {16}},
              .output = {kF32, {3}},
              .input_window_offsets = {2},
              .input_window_sizes = {14},
              .input_window_strides = {-3}},
       kSixteen,
       {16, 13, 10}},
      {"the greatest strides",
       Slice1{.input = {kF32, {4, 4}},
              .output = {kF32, {1, 1}},
              .input_window_offsets = {1, 1},
              .input_window_sizes = {3, 2},
              .input_window_strides = {2147483647, -2147483647}},
       kSixteen,
       {7}},
      {"a flipped view of a flipped input, into a padded output",
       Slice1{.input = {kF32, Layout({4, 4}, {-4, -1}, 15)},
              .output = {kF32, {2, 4}, {7, 1}},
              .input_window_offsets = {0, 0},
              .input_window_sizes = {4, 4},
              .input_window_strides = {-2, -1}},
       kSixteen,
       {16, 15, 14, 13, 8, 7, 6, 5}},
      {"a size-1 dimension's stride is irrelevant, on either side",
       Slice1{.input = {kF32, {1, 4}, {0xFFFFFFFF, 1}},
              .output = {kF32, {1, 2}, {0, 1}},
              .input_window_offsets = {0, 1},
              .input_window_sizes = {1, 2},
              .input_window_strides = {1, 1}},
       {1, 2, 3, 4},
       {2, 3}},
      {"a broadcast row",
       Slice1{.input = {DataType::Int64, {3, 4}, {0, 1}},
              .output = {DataType::Int64, {2, 2}},
              .input_window_offsets = {1, 0},
              .input_window_sizes = {2, 4},
              .input_window_strides = {1, -2}},
       {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4},
       {4, 2, 4, 2}},
      {"nothing to do when empty is allowed",
       Slice1{.input = {kF32, {4}},
              .output = {kF32, {0}},
              .input_window_offsets = {1},
              .input_window_sizes = {0},
              .input_window_strides = {1}},
       {1, 2, 3, 4},
       {},
       {.allow_empty = true}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(SliceGrad, Examples) {
  const std::vector<Row> rows = {
      {"negative strides and a margin",
       SliceGrad{.input_gradient = {DataType::Int16, {2, 3}},
                 .output_gradient = {DataType::Int16, {3, 6}},
                 .input_window_offsets = {1, 1},
                 .input_window_sizes = {2, 5},
                 .input_window_strides = {-1, -2}},
       {1, 2, 3, 4, 5, 6},
       {0, 0, 0, 0, 0, 0, 0, 6, 0, 5, 0, 4, 0, 3, 0, 2, 0, 1}},
      {"a padded, permuted output keeps its gaps",
       SliceGrad{.input_gradient = {DataType::UInt8, {1, 2}},
                 .output_gradient = {DataType::UInt8, {2, 3}, {2, 5}},
                 .input_window_offsets = {1, 0},
                 .input_window_sizes = {1, 3},
                 .input_window_strides = {1, 2}},
       {7, 9},
       {0, 0, 0, 7, 0, 9}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

// A valid SLICE1 on FLOAT32 {2, 4, 8, 8}, spoiled by `change`.
template <class Change>
Operator BadSlice1(const Change& change) {
  Slice1 op{.input = {kF32, {2, 4, 8, 8}},
            .output = {kF32, {2, 4, 4, 2}},
            .input_window_offsets = {0, 0, 4, 1},
            .input_window_sizes = {2, 4, 4, 4},
            .input_window_strides = {1, 1, 1, -2}};
  change(op);
  return op;
}

TEST(Slice1, Errors) {
  EXPECT_EQ(test::ErrorOf(BadSlice1([](Slice1&) {})), "");
  test::ExpectErrors({
      {BadSlice1([](Slice1& op) { op.input_window_offsets[2] = 5; }),
       "SLICE1: InputWindowOffsets[2] + InputWindowSizes[2] is 5 + 4 = 9, but InputTensor.Sizes[2] "
       "is 8"},
      {BadSlice1([](Slice1& op) { op.input_window_offsets[2] = 8; }),
       "SLICE1: InputWindowOffsets[2] + InputWindowSizes[2] is 8 + 4 = 12, but "
       "InputTensor.Sizes[2] is 8"},
      {BadSlice1([](Slice1& op) {
         op.input_window_offsets[3] = 0xFFFFFFFF;  // the 32-bit sum would be 1
         op.input_window_sizes[3] = 2;
         op.output = {kF32, {2, 4, 4, 1}};
       }),
       "SLICE1: InputWindowOffsets[3] + InputWindowSizes[3] is 4294967295 + 2 = 4294967297, but "
       "InputTensor.Sizes[3] is 8"},
      {BadSlice1([](Slice1& op) { op.input_window_sizes[1] = 0; }),
       "SLICE1: InputWindowSizes[1] is 0, but every window size must be at least 1"},
      {BadSlice1([](Slice1& op) { op.input_window_strides[0] = 0; }),
       "SLICE1: InputWindowStrides[0] is 0, but a stride must not be 0"},
      {BadSlice1(
           [](Slice1& op) { op.input_window_strides[0] = std::numeric_limits<int32_t>::min(); }),
       "SLICE1: InputWindowStrides[0] is -2147483648, but its magnitude must be at most "
       "2147483647"},
      {BadSlice1([](Slice1& op) {
         op.output = {kF32, {2, 4, 4, 3}};
       }),
       "SLICE1: OutputTensor.Sizes[3] is 3, but a window of 4 with stride -2 reaches 1 + (4 - 1) / "
       "2 = 2 elements"},
      {BadSlice1([](Slice1& op) {
         op.input_window_offsets.pop_back();
         op.input_window_sizes.pop_back();
         op.input_window_strides.pop_back();
       }),
       "SLICE1: InputWindowOffsets has 3 values, but InputTensor has 4 dimensions"},
      {BadSlice1([](Slice1& op) {
         op.input_window_offsets.clear();
         op.input_window_sizes.clear();
         op.input_window_strides.clear();
       }),
       "SLICE1: InputWindowOffsets has 0 values, but InputTensor has 4 dimensions"},
      {BadSlice1([](Slice1& op) { op.input_window_offsets.pop_back(); }),
       "SLICE1: InputWindowSizes has 4 values, but InputWindowOffsets has 3"},
      {BadSlice1([](Slice1& op) { op.input_window_sizes.push_back(1); }),
       "SLICE1: InputWindowSizes has 5 values, but InputWindowOffsets has 4"},
      {BadSlice1([](Slice1& op) { op.input_window_strides.clear(); }),
       "SLICE1: InputWindowStrides has 0 values, but InputWindowOffsets has 4"},
      {BadSlice1([](Slice1& op) {
         op.output = {kF32, {2, 4, 4}};
       }),
       "SLICE1: OutputTensor.DimensionCount is 3, but InputTensor.DimensionCount is 4"},
      {BadSlice1([](Slice1& op) { op.output.type = DataType::Int32; }),
       "SLICE1: OutputTensor.DataType is INT32, but InputTensor.DataType is FLOAT32"},
  });
}

TEST(Slice, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Slice op{.input = {kF32, {2, 4, 4}},
             .output = {kF32, {1, 2, 2}},
             .offsets = {1, 0, 1},
             .sizes = {1, 2, 2},
             .strides = {1, 2, 2}};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Slice&) {})), "");
  test::ExpectErrors({
      {bad([](Slice& op) {
         op.sizes[2] = 3;
         op.output = {kF32, {1, 2, 3}};
       }),
       "SLICE: Offsets[2] + Strides[2] * (Sizes[2] - 1) is 1 + 2 * (3 - 1) = 5, but "
       "InputTensor.Sizes[2] is 4"},
      {bad([](Slice& op) { op.offsets[0] = 2; }),
       "SLICE: Offsets[0] + Strides[0] * (Sizes[0] - 1) is 2 + 1 * (1 - 1) = 2, but "
       "InputTensor.Sizes[0] is 2"},
      {bad([](Slice& op) {  // 1 + 0xFFFFFFFF is 0 in 32 bits
         op.strides[2] = 0xFFFFFFFF;
       }),
       "SLICE: Offsets[2] + Strides[2] * (Sizes[2] - 1) is 1 + 4294967295 * (2 - 1) = 4294967296, "
       "but InputTensor.Sizes[2] is 4"},
      {bad([](Slice& op) { op.sizes[1] = 3; }),
       "SLICE: Sizes[1] is 3, but OutputTensor.Sizes[1] is 2"},
      {bad([](Slice& op) { op.offsets.push_back(0); }),
       "SLICE: Sizes has 3 values, but Offsets has 4"},
      {bad([](Slice& op) { op.strides.pop_back(); }),
       "SLICE: Strides has 2 values, but Offsets has 3"},
      {bad([](Slice& op) {
         op.offsets.pop_back();
         op.sizes.pop_back();
         op.strides.pop_back();
       }),
       "SLICE: Offsets has 2 values, but InputTensor has 3 dimensions"},
  });
  // The greatest numbers the fields can hold: nothing wraps.
  test::ExpectErrors({
      {Slice{.input = {DataType::UInt8, {1}, {1}},
             .output = {DataType::UInt8, {0xFFFFFFFF}, {1}},
             .offsets = {0xFFFFFFFF},
             .sizes = {0xFFFFFFFF},
             .strides = {0xFFFFFFFF}},
       "SLICE: Offsets[0] + Strides[0] * (Sizes[0] - 1) is 4294967295 + 4294967295 * (4294967295 - "
       "1) = 18446744065119617025, but InputTensor.Sizes[0] is 1"},
  });
}

TEST(SliceGrad, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    SliceGrad op{.input_gradient = {kF32, {2, 2}},
                 .output_gradient = {kF32, {4, 8}},
                 .input_window_offsets = {1, 2},
                 .input_window_sizes = {3, 4},
                 .input_window_strides = {2, -2}};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](SliceGrad&) {})), "");
  test::ExpectErrors({
      {bad([](SliceGrad& op) { op.input_window_offsets[0] = 2; }),
       "SLICE_GRAD: InputWindowOffsets[0] + InputWindowSizes[0] is 2 + 3 = 5, but "
       "OutputGradientTensor.Sizes[0] is 4"},
      {bad([](SliceGrad& op) { op.input_window_sizes[0] = 0; }),
       "SLICE_GRAD: InputWindowSizes[0] is 0, but every window size must be at least 1"},
      {bad([](SliceGrad& op) { op.input_window_strides[1] = 0; }),
       "SLICE_GRAD: InputWindowStrides[1] is 0, but a stride must not be 0"},
      {bad([](SliceGrad& op) { op.input_window_strides[1] = std::numeric_limits<int32_t>::min(); }),
       "SLICE_GRAD: InputWindowStrides[1] is -2147483648, but its magnitude must be at most "
       "2147483647"},
      {bad([](SliceGrad& op) {
         op.input_gradient = {kF32, {2, 3}};
       }),
       "SLICE_GRAD: InputGradientTensor.Sizes[1] is 3, but a window of 4 with stride -2 reaches 1 "
       "+ "
       "(4 - 1) / 2 = 2 elements"},
      {bad([](SliceGrad& op) {
         op.input_window_offsets = {0};
         op.input_window_sizes = {1};
         op.input_window_strides = {1};
       }),
       "SLICE_GRAD: InputWindowOffsets has 1 values, but OutputGradientTensor has 2 dimensions"},
  });
}

TEST(Slice1, FeatureLevels) {
  const auto slice = [](DataType type, int rank) -> Operator {
    const std::vector<uint32_t> ones(size_t(rank), 1);
    return Slice1{.input = {type, Sizes::Filled(rank, 1)},
                  .output = {type, Sizes::Filled(rank, 1)},
                  .input_window_offsets = std::vector<uint32_t>(size_t(rank), 0),
                  .input_window_sizes = ones,
                  .input_window_strides = std::vector<int32_t>(size_t(rank), 1)};
  };
  const auto narrow = [](DataType type) {
    return type != DataType::Float64 && type != DataType::Int64 && type != DataType::UInt64;
  };
  for (int rank = 1; rank <= kMaxRank; ++rank) {
    for (uint32_t value = 0; value < kDataTypeCount; ++value) {
      const DataType type{value};
      const bool known = oracle::WidthOf(type) >= 8;  // of 4 bits nothing is sliced
      const auto accepts = [&](FeatureLevel level) {
        return test::ErrorOf(slice(type, rank), {.feature_level = level}).empty();
      };
      SCOPED_TRACE(testing::Message() << Name(type) << " with " << rank << " dimensions");
      EXPECT_FALSE(accepts(FeatureLevel::Level2_0));
      EXPECT_EQ(accepts(FeatureLevel::Level2_1), known && narrow(type) && (rank == 4 || rank == 5));
      EXPECT_EQ(accepts(FeatureLevel::Level3_0), known && narrow(type));
      EXPECT_EQ(accepts(FeatureLevel::Level4_0), known && narrow(type));
      EXPECT_EQ(accepts(FeatureLevel::Level4_1), known);
      EXPECT_EQ(accepts(kNewestFeatureLevel), known);
    }
  }
}

const test::Samples slice_samples(OperatorType::Slice, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(Slice{.input = {data, {2, 3, rows + 1, 2 * columns + 3}},
                            .output = {data, {1, 3, rows, columns}},
                            .offsets = {1, 0, 1, 4},
                            .sizes = {1, 3, uint32_t(rows), uint32_t(columns)},
                            .strides = {1, 1, 1, 2}});
  return samples;
});

const test::Samples slice1_samples(OperatorType::Slice1, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    for (int32_t stride : {1, -1, 2, -3})
      samples.push_back(Slice1{.input = {data, {1, 3, rows + 2, 3 * columns}},
                               .output = {data, {1, 3, rows, columns}},
                               .input_window_offsets = {0, 0, 1, 0},
                               .input_window_sizes = {1, 3, uint32_t(rows), uint32_t(3 * columns)},
                               .input_window_strides = {1, -1, 1, stride}});
  return samples;
});

const test::Samples slice_grad_samples(OperatorType::SliceGrad, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(SliceGrad{.input_gradient = {data, {1, 3, rows, columns / 2}},
                                .output_gradient = {data, {1, 3, rows + 2, columns}},
                                .input_window_offsets = {0, 0, 1, 0},
                                .input_window_sizes = {1, 3, uint32_t(rows), uint32_t(columns)},
                                .input_window_strides = {1, 1, -1, 2}});
  return samples;
});

}  // namespace
}  // namespace weft
