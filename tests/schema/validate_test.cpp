// SPDX-License-Identifier: MIT
// The checks all operators share: one row per kind of mistake with its whole message, the tables of
// older feature levels, and a walk over all operators that must end without a crash.
#include "schema/validate.h"

#include <gtest/gtest.h>

#include "schema/tensor_slots.h"

namespace weft {
namespace {

const TensorDesc kFloat44(DataType::Float32, {4, 4});

Slice1 GoodSlice() {
  return {.input = TensorDesc(DataType::Float32, {1, 1, 4, 5}),
          .output = TensorDesc(DataType::Float32, {1, 1, 2, 5}),
          .input_window_offsets = {0, 0, 0, 0},
          .input_window_sizes = {1, 1, 2, 5},
          .input_window_strides = {1, 1, 1, 1}};
}

template <class Op, class Change>
Operator Changed(Op op, Change change) {
  change(op);
  return op;
}

TEST(CheckAgainstSchema, AcceptsGoodOperators) {
  const Operator good[] = {
      GoodSlice(),
      Gemm{.a = kFloat44, .b = kFloat44, .output = kFloat44},
      Gemm{.a = kFloat44,
           .b = kFloat44,
           .c = kFloat44,
           .output = kFloat44,
           .fused_activation = ActivationRelu{}},
      Join{.inputs = {kFloat44, kFloat44}, .output = TensorDesc(DataType::Float32, {8, 4})},
      Cast{.input = kFloat44, .output = TensorDesc(DataType::Int8, {4, 4}, {8, 1})},
  };
  for (const Operator& op : good) {
    const Status status = CheckAgainstSchema(op, kNewestFeatureLevel);
    EXPECT_TRUE(status) << status.error().message;
  }
  EXPECT_TRUE(CheckAgainstSchema(GoodSlice(), FeatureLevel::Level2_1));
}

TEST(CheckAgainstSchema, Messages) {
  struct Case {
    Operator op;
    const char* message;
    FeatureLevel level = kNewestFeatureLevel;
  };
  const auto top_k = TopK1{.input = kFloat44,
                           .output_value = kFloat44,
                           .output_index = TensorDesc(DataType::UInt32, {4, 4}),
                           .k = 4};
  const Case cases[] = {
      // Feature levels.
      {GoodSlice(), "SLICE1: needs feature level 2_1, but the device has 1_0",
       FeatureLevel::Level1_0},
      {GoodSlice(), "SLICE1: needs feature level 2_1, but the device has 2_0",
       FeatureLevel::Level2_0},
      // Tensors by themselves.
      {Changed(GoodSlice(), [](Slice1& op) { op.input = {}; }), "SLICE1: InputTensor is missing"},
      {Changed(GoodSlice(), [](Slice1& op) { op.output = {}; }), "SLICE1: OutputTensor is missing"},
      {Changed(GoodSlice(), [](Slice1& op) { op.input.total_bytes = 60; }),
       "SLICE1: InputTensor.TotalTensorSizeInBytes is 60, but Sizes [1, 1, 4, 5], Strides "
       "[20, 20, 5, 1], FLOAT32 need 80"},
      {Changed(GoodSlice(),
               [](Slice1& op) {
                 op.output.layout.strides = {0, 0, 0, 1};
               }),
       "SLICE1: OutputTensor.Strides[2] is 0, but Sizes[2] is 2 and an output cannot broadcast"},
      {Join{.inputs = {kFloat44, TensorDesc(DataType::Float32, {4, 0})}, .output = kFloat44},
       "JOIN: InputTensors[1].Sizes[1] is 0, but every size must be at least 1"},
      {Gemm{.a = kFloat44,
            .b = kFloat44,
            .c = TensorDesc(DataType::Unknown, {4, 4}),
            .output = kFloat44},
       "GEMM: CTensor.DataType is 0, but 1 to 13 is required"},
      // What the operator supports.
      {Gemm{.a = TensorDesc(DataType::Int8, {4, 4}), .b = kFloat44, .output = kFloat44},
       "GEMM: ATensor.DataType is INT8, but FLOAT32 or FLOAT16 is required"},
      {Gemm{.a = kFloat44,
            .b = kFloat44,
            .c = TensorDesc(DataType::Float32, {1, 1, 1, 4, 4}),
            .output = kFloat44},
       "GEMM: CTensor.DimensionCount is 5, but 2 to 4 is required"},
      {Gemm{.a = kFloat44, .b = kFloat44, .output = kFloat44},
       "GEMM: ATensor.DimensionCount is 2, but 4 is required at feature level 3_1",
       FeatureLevel::Level3_1},
      {Changed(GoodSlice(),
               [](Slice1& op) {
                 op.input = TensorDesc(DataType::Float32, {1, 4, 5});
               }),
       "SLICE1: InputTensor.DimensionCount is 3, but 4 or 5 is required at feature level 2_1",
       FeatureLevel::Level2_1},
      {Changed(GoodSlice(),
               [](Slice1& op) {
                 op.input = TensorDesc(DataType::Float64, {1, 1, 4, 5});
               }),
       "SLICE1: InputTensor.DataType is FLOAT64, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, "
       "INT32, INT16 or INT8 is required at feature level 4_0",
       FeatureLevel::Level4_0},
      {Join{.inputs = {kFloat44, TensorDesc(DataType::Int4, {4, 4})}, .output = kFloat44},
       "JOIN: InputTensors[1].DataType is INT4, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, "
       "INT32, "
       "INT16, INT8, FLOAT64, UINT64 or INT64 is required"},
      // Arrays.
      {Changed(GoodSlice(), [](Slice1& op) { op.input_window_sizes.pop_back(); }),
       "SLICE1: InputWindowSizes has 3 values, but InputWindowOffsets has 4"},
      {Changed(GoodSlice(), [](Slice1& op) { op.input_window_strides.clear(); }),
       "SLICE1: InputWindowStrides has 0 values, but InputWindowOffsets has 4"},
      {Join{.output = kFloat44}, "JOIN: InputCount is 0, but InputTensors needs at least 1 tensor"},
      // Enums.
      {Changed(top_k, [](TopK1& op) { op.axis_direction = static_cast<AxisDirection>(7); }),
       "TOP_K1: AxisDirection is 7, but INCREASING or DECREASING is required"},
      // Tensors that must agree.
      {Changed(GoodSlice(), [](Slice1& op) { op.output.type = DataType::Float16; }),
       "SLICE1: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {Changed(GoodSlice(),
               [](Slice1& op) {
                 op.output = TensorDesc(DataType::Float32, {1, 2, 5});
               }),
       "SLICE1: OutputTensor.DimensionCount is 3, but InputTensor.DimensionCount is 4"},
      {Cast{.input = TensorDesc(DataType::Float32, {2, 3, 5}),
            .output = TensorDesc(DataType::Int32, {2, 3, 4})},
       "CAST: OutputTensor.Sizes[2] is 4, but InputTensor.Sizes[2] is 5"},
      {Cast{.input = TensorDesc(DataType::Float32, {2, 3, 5}),
            .output = TensorDesc(DataType::Int32, {2, 3})},
       "CAST: OutputTensor.DimensionCount is 2, but InputTensor.DimensionCount is 3"},
      // Fused activations.
      {Gemm{.a = kFloat44,
            .b = kFloat44,
            .output = kFloat44,
            .fused_activation = ActivationRelu{.output = kFloat44}},
       "GEMM: FusedActivation.OutputTensor is set, but a fused activation has no tensors of its "
       "own"},
      {Gemm{.a = TensorDesc(DataType::Float32, {1, 1, 4, 4}),
            .b = TensorDesc(DataType::Float32, {1, 1, 4, 4}),
            .output = TensorDesc(DataType::Float32, {1, 1, 4, 4}),
            .fused_activation = ActivationShrink{}},
       "GEMM: FusedActivation is ACTIVATION_SHRINK, which needs feature level 2_0, but the device "
       "has 1_0",
       FeatureLevel::Level1_0},
  };
  for (const Case& c : cases) {
    const Status status = CheckAgainstSchema(c.op, c.level);
    ASSERT_FALSE(status) << c.message;
    EXPECT_EQ(status.error().message, c.message);
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(CheckAgainstSchema, EmptyTensorsWhereAllowed) {
  const TensorDesc scalar(DataType::Float32, Sizes{}), empty(DataType::Float32, Sizes{0});
  const TensorRules rules{.allow_empty = true};
  const Cast scalars{.input = scalar, .output = scalar}, nothing{.input = empty, .output = empty};
  EXPECT_TRUE(CheckAgainstSchema(scalars, kNewestFeatureLevel, rules));
  EXPECT_TRUE(CheckAgainstSchema(nothing, kNewestFeatureLevel, rules));
  EXPECT_EQ(CheckAgainstSchema(scalars, kNewestFeatureLevel).error().message,
            "CAST: InputTensor.DimensionCount is 0, but 1 to 8 is required");
  EXPECT_EQ(CheckAgainstSchema(nothing, kNewestFeatureLevel).error().message,
            "CAST: InputTensor.Sizes[0] is 0, but every size must be at least 1");
  EXPECT_EQ(CheckAgainstSchema(Cast{.output = scalar}, kNewestFeatureLevel, rules).error().message,
            "CAST: InputTensor is missing");
}

// A description nobody filled in lacks at least one tensor, and the message says which.
TEST(CheckAgainstSchema, EveryEmptyOperatorIsRejected) {
  for (const OperatorInfo& info : AllOperators()) {
    const Operator op = info.make();
    const Status status = CheckAgainstSchema(op, kNewestFeatureLevel);
    ASSERT_FALSE(status) << info.name;
    EXPECT_TRUE(status.error().message.starts_with(std::string(info.name) + ": "))
        << status.error().message;
    const Status older = CheckAgainstSchema(op, FeatureLevel::Level1_0);
    ASSERT_FALSE(older) << info.name;
    EXPECT_EQ(older.error().message.find("needs feature level") != std::string::npos,
              info.introduced > FeatureLevel::Level1_0)
        << older.error().message;
  }
}

TEST(TensorSlots, FieldOrderWithArraysExpandedAndAbsentOnesKept) {
  const Operator gemm = Gemm{.a = kFloat44, .b = kFloat44, .output = kFloat44};
  const std::vector<TensorSlot> inputs = InputSlots(gemm);
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0].desc, &gemm.As<Gemm>().a);
  EXPECT_EQ(inputs[1].field, "BTensor");
  EXPECT_EQ(inputs[2].desc, nullptr);
  EXPECT_EQ(inputs[2].Name(), "CTensor");
  EXPECT_FALSE(inputs[2].output);
  ASSERT_EQ(OutputSlots(gemm).size(), 1u);
  EXPECT_TRUE(OutputSlots(gemm)[0].output);

  const Operator join = Join{.inputs = {kFloat44, kFloat44, kFloat44}, .output = kFloat44};
  const std::vector<TensorSlot> joined = InputSlots(join);
  ASSERT_EQ(joined.size(), 3u);
  EXPECT_EQ(joined[2].desc, &join.As<Join>().inputs[2]);
  EXPECT_EQ(joined[2].index, 2);
  EXPECT_EQ(joined[2].Name(), "InputTensors[2]");

  const Operator fill = FillValueConstant{.output = kFloat44};
  EXPECT_TRUE(InputSlots(fill).empty());
  EXPECT_EQ(OutputSlots(fill).size(), 1u);
}

TEST(TensorSlots, MutableDescriptionsAreThoseOfTheSlots) {
  Operator gemm = Gemm{.a = kFloat44, .b = kFloat44, .output = kFloat44};
  const std::vector<TensorDesc*> inputs = MutableInputs(gemm);
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[1], &gemm.As<Gemm>().b);
  EXPECT_EQ(inputs[2], nullptr);
  MutableOutputs(gemm)[0]->type = DataType::Float16;
  EXPECT_EQ(OutputSlots(gemm)[0].desc->type, DataType::Float16);
}

}  // namespace
}  // namespace weft
