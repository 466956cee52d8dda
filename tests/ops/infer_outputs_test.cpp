// SPDX-License-Identifier: MIT
// Outputs that follow from inputs: for every sample of every implemented operator, what it had is
// what is inferred; the rest are rows worked out by hand from the operators' definitions.

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <set>

#include "ops/harness.h"
#include "ops/samples.h"
#include "schema/tensor_slots.h"
#include "weft/infer.h"

namespace weft {
namespace {

using enum DataType;
using test::Tensors;

// Only the caller knows the sizes of these outputs.
const std::set<std::string_view> kSizesAreGiven = {"AVERAGE_POOLING_GRAD",
                                                   "DIAGONAL_MATRIX",
                                                   "DIAGONAL_MATRIX1",
                                                   "FILL_VALUE_CONSTANT",
                                                   "FILL_VALUE_SEQUENCE",
                                                   "FOLD",
                                                   "MAX_UNPOOLING",
                                                   "ONE_HOT",
                                                   "RANDOM_GENERATOR",
                                                   "RESAMPLE_GRAD",
                                                   "RESAMPLE_GRAD1",
                                                   "ROI_ALIGN",
                                                   "ROI_ALIGN1",
                                                   "SLICE_GRAD",
                                                   "SPLIT"};
// Windows may be left before their end, and coordinates may leave out leading dimensions of size 1:
// the samples make use of it.
const std::set<std::string_view> kSizesAreChosen = {"SLICE1", "NONZERO_COORDINATES"};

// Whether the schema ties the type of an output to an input's.
bool HasTypeOfInput(const OperatorInfo& info, size_t output) {
  for (const SameRule& rule : info.same) {
    if (rule.property != SameProperty::DataType) continue;
    bool has_input = false, has_output = false;
    for (const uint8_t field : rule.fields) {
      has_input |= info.fields[field].role == FieldRole::Input && !info.fields[field].optional;
      has_output |= field == output;
    }
    if (has_input && has_output) return true;
  }
  return false;
}

// An absent tensor is one that was never set.
std::string Text(const TensorDesc* tensor) { return ToString(tensor ? *tensor : TensorDesc()); }

class InferOutputs : public testing::TestWithParam<OperatorType> {
 protected:
  const OperatorInfo& info() const { return Info(GetParam()); }
};
std::vector<OperatorType> Sampled() {
  std::vector<OperatorType> types;
  for (const OperatorInfo& info : AllOperators())
    if (info.implemented) types.push_back(info.type);
  return types;
}
INSTANTIATE_TEST_SUITE_P(Operators, InferOutputs, testing::ValuesIn(Sampled()),
                         [](const auto& info) { return std::string(Info(info.param).name); });

TEST_P(InferOutputs, GivesTheSizesOfSamples) {
  for (Operator& op : test::SamplesOf(GetParam(), 3, 4)) {
    std::vector<TensorDesc> wanted;
    for (TensorDesc* output : Tensors(op, FieldRole::Output)) {
      wanted.push_back(output ? *output : TensorDesc());
      if (output) output->layout = {};
    }
    const Status status = weft::InferOutputs(op);
    if (!status) {
      EXPECT_TRUE(kSizesAreGiven.contains(info().name)) << status.error().message;
      EXPECT_NE(status.error().message.find(".Sizes do not follow from the inputs"),
                std::string::npos);
      continue;
    }
    if (kSizesAreChosen.contains(info().name)) continue;
    const std::vector<TensorDesc*> outputs = Tensors(op, FieldRole::Output);
    for (size_t i = 0; i < outputs.size(); ++i)
      EXPECT_EQ(Text(outputs[i]), Text(&wanted[i])) << ToString(op);
  }
}

// Where nothing ties it to an input, any type the operator supports will do.
TEST_P(InferOutputs, GivesTheTypesOfSamples) {
  for (Operator& op : test::SamplesOf(GetParam(), 3, 4)) {
    std::vector<TensorDesc> wanted;
    for (TensorDesc* output : Tensors(op, FieldRole::Output)) {
      wanted.push_back(output ? *output : TensorDesc());
      if (output) output->type = Unknown;
    }
    const Status status = weft::InferOutputs(op);
    if (!status) {
      EXPECT_EQ(info().name, "CAST") << status.error().message;
      continue;
    }
    size_t next = 0;
    for (const TensorSupport& support : info().support.front().tensors) {
      const Field& field = info().fields[support.field];
      if (field.role != FieldRole::Output) continue;
      std::vector<TensorSlot> slots;
      AppendSlots(op.data(), field, slots);
      for (const TensorSlot& slot : slots) {
        const DataType had = wanted[next++].type;
        if (slot.desc == nullptr) continue;
        if (HasTypeOfInput(info(), support.field)) {
          EXPECT_EQ(slot.desc->type, had) << ToString(op);
        }
        EXPECT_TRUE(support.data_types >> uint32_t(slot.desc->type) & 1) << ToString(op);
      }
    }
    EXPECT_EQ(next, wanted.size());
  }
}

struct Row {
  Operator op;
  std::vector<TensorDesc> outputs;
};
const TensorDesc kImage(Float32, {2, 6, 9, 10});

std::vector<Row> Rows() {
  return {
      {ElementWiseAdd{.a = kImage, .b = kImage}, {kImage}},
      {ElementWiseLogicalEquals{.a = kImage, .b = kImage}, {{UInt8, kImage.sizes()}}},
      {ElementWiseLogicalAnd{.a = {UInt32, {3}}, .b = {UInt32, {3}}}, {{UInt32, {3}}}},
      {ElementWiseIsNan{.input = kImage}, {{UInt8, kImage.sizes()}}},
      {ElementWiseBitCount{.input = {UInt32, {3}}}, {{UInt8, {3}}}},
      {ElementWiseIf{.condition = {UInt8, {3}}, .a = {Int16, {3}}, .b = {Int16, {3}}},
       {{Int16, {3}}}},
      {ElementWiseQuantizeLinear{.input = {Float32, {3}}, .scale = {Float32, {3}}}, {{UInt8, {3}}}},
      {ElementWiseQuantizeLinear{
           .input = {Float32, {3}}, .scale = {Float32, {3}}, .zero_point = TensorDesc(Int8, {3})},
       {{Int8, {3}}}},
      {ElementWiseDequantizeLinear{.input = {UInt8, {3}}, .scale = {Float16, {3}}},
       {{Float16, {3}}}},
      {Quantize{.input = {Float32, {4}}, .quantizations = {{Float32, {4}}, {Int4, {4}}}},
       {{Int4, {4}}}},
      {Dequantize{.input = {UInt4, {4}}, .quantizations = {{Float16, {4}}}}, {{Float16, {4}}}},
      {DynamicQuantizeLinear{.input = {Float32, {2, 5}}},
       {{UInt8, {2, 5}}, {Float32, {1, 1}}, {UInt8, {1, 1}}}},
      {Reduce{.function = ReduceFunction::Sum, .input = kImage, .axes = {1, 3}},
       {{Float32, {2, 1, 9, 1}}}},
      {Reduce{.function = ReduceFunction::Argmax, .input = kImage, .axes = {0}},
       {{UInt32, {1, 6, 9, 10}}}},
      {Argmin{.input = kImage, .axes = {2}}, {{UInt32, {2, 6, 1, 10}}}},
      // (9 + 1 + 0 - 3) / 2 + 1 = 4 (rounded down), (10 + 0 + 1 - 2) / 3 + 1 = 4.
      {MaxPooling1{.input = kImage,
                   .output_indices = TensorDesc(),
                   .strides = {2, 3},
                   .window_size = {3, 2},
                   .start_padding = {1, 0},
                   .end_padding = {0, 1}},
       {{Float32, {2, 6, 4, 4}}, {UInt32, {2, 6, 4, 4}}}},
      // A window of 3 with dilation 2 reaches 5: (9 - 5) / 1 + 1 = 5, (10 - 5) / 1 + 1 = 6.
      {AveragePooling1{.input = kImage,
                       .strides = {1, 1},
                       .window_size = {3, 3},
                       .start_padding = {0, 0},
                       .end_padding = {0, 0},
                       .dilations = {2, 2}},
       {{Float32, {2, 6, 5, 6}}}},
      {RoiPooling{.input = kImage, .roi = {Float32, {1, 1, 7, 5}}, .pooled_size = {3, 4}},
       {{Float32, {7, 6, 4, 3}}}},
      {Convolution{.input = kImage,
                   .filter = {Float32, {8, 3, 3, 3}},
                   .strides = {2, 1},
                   .dilations = {1, 1},
                   .start_padding = {1, 1},
                   .end_padding = {1, 1},
                   .output_padding = {0, 0},
                   .group_count = 2},
       {{Float32, {2, 8, 5, 10}}}},
      // (9 - 1) * 2 + 3 - 1 - 0 + 1 = 19, (10 - 1) * 1 + 3 = 12; 2 groups of 4 channels.
      {Convolution{.input = kImage,
                   .filter = {Float32, {6, 4, 3, 3}},
                   .direction = ConvolutionDirection::Backward,
                   .strides = {2, 1},
                   .dilations = {1, 1},
                   .start_padding = {1, 0},
                   .end_padding = {0, 0},
                   .output_padding = {1, 0},
                   .group_count = 2},
       {{Float32, {2, 8, 19, 12}}}},
      {Gemm{.a = {Float16, {5, 3, 4}},
            .b = {Float16, {5, 6, 3}},
            .trans_a = MatrixTransform::Transpose,
            .trans_b = MatrixTransform::Transpose},
       {{Float16, {5, 4, 6}}}},
      {MatrixMultiplyInteger{.a = {UInt8, {3, 4}}, .b = {Int8, {4, 5}}}, {{Int32, {3, 5}}}},
      {MatrixMultiplyIntegerToFloat{
           .a = {UInt8, {3, 4}}, .a_scale = {Float16, {1, 1}}, .b = {Int8, {4, 5}}},
       {{Float16, {3, 5}}}},
      {Resample1{.input = {Float32, {1, 1, 3, 5}}, .scales = {1, 1, 2, 0.5f}},
       {{Float32, {1, 1, 6, 2}}}},
      {Lstm{.input = {Float32, {1, 7, 2, 3}},
            .weight = {Float32, {1, 2, 20, 3}},
            .recurrence = {Float32, {1, 2, 20, 5}},
            .output_sequence = TensorDesc(),
            .output_cell_single = TensorDesc()},
       {{Float32, {7, 2, 2, 5}}, {}, {Float32, {1, 2, 2, 5}}}},
      {AdamOptimizer{.input_parameters = kImage}, {kImage, kImage, kImage}},
      {BatchNormalizationGrad{.input = kImage, .mean = {Float32, {1, 6, 1, 1}}},
       {kImage, {Float32, {1, 6, 1, 1}}, {Float32, {1, 6, 1, 1}}}},
      {BatchNormalizationTraining{.input = kImage, .scale = {Float32, {1, 6, 1, 1}}},
       {kImage, {Float32, {1, 6, 1, 1}}, {Float32, {1, 6, 1, 1}}}},
      {MultiheadAttention{.query = TensorDesc(Float32, {2, 5, 16}),
                          .value = TensorDesc(Float32, {2, 7, 8}),
                          .head_count = 2},
       {{Float32, {2, 5, 8}}, {}, {}}},
      {NonzeroCoordinates{.input = {UInt8, {1, 3}}}, {{UInt32, {1}}, {UInt32, {3, 2}}}},
      // 1 + (5 - 1) / 2 = 3 and 1 + (6 - 1) / 4 = 2 elements, in whatever direction.
      {Slice1{.input = {Int8, {9, 9}},
              .input_window_offsets = {1, 2},
              .input_window_sizes = {5, 6},
              .input_window_strides = {2, -4}},
       {{Int8, {3, 2}}}},
      {ActivationReluGrad{.input = kImage, .input_gradient = kImage}, {kImage}},
      {CumulativeSummation{.input = kImage}, {kImage}},
  };
}

TEST(InferOutputs, GivesWhatTheDefinitionsSay) {
  for (Row& row : Rows()) {
    const Status status = weft::InferOutputs(row.op);
    EXPECT_TRUE(status.has_value()) << (status ? "" : status.error().message);
    const std::vector<TensorDesc*> outputs = Tensors(row.op, FieldRole::Output);
    ASSERT_EQ(outputs.size(), row.outputs.size()) << ToString(row.op);
    for (size_t i = 0; i < outputs.size(); ++i)
      EXPECT_EQ(Text(outputs[i]), Text(&row.outputs[i])) << ToString(row.op);
  }
}

TEST(InferOutputs, KeepsWhatIsGiven) {
  const TensorDesc padded(Int32, {2, 3}, {8, 1});
  Operator op = Cast{.input = {Float32, {2, 3}}, .output = padded};
  ASSERT_TRUE(weft::InferOutputs(op).has_value());
  EXPECT_EQ(op.As<Cast>().output, padded);
}

TEST(InferOutputs, SaysWhatItCannotKnow) {
  const auto message = [](Operator op) {
    const Status status = weft::InferOutputs(op);
    return status ? "accepted" : status.error().message;
  };
  EXPECT_EQ(message(Cast{.input = {Float32, {2}}}),
            "CAST: OutputTensor.DataType does not follow from the inputs, so it must be given");
  EXPECT_EQ(message(Split{.input = {Float32, {2}}, .outputs = {{}, {}}}),
            "SPLIT: OutputTensors[0].Sizes do not follow from the inputs, so they must be given");
  EXPECT_EQ(
      message(FillValueConstant{.value_data_type = Int8}),
      "FILL_VALUE_CONSTANT: OutputTensor.Sizes do not follow from the inputs, so they must be "
      "given");
}

// What is wrong elsewhere is told by Validate, not here.
TEST(InferOutputs, LeavesMistakesToValidate) {
  Operator join = Join{};
  ASSERT_TRUE(weft::InferOutputs(join).has_value());
  EXPECT_EQ(Validate(join).error().message,
            "JOIN: InputCount is 0, but InputTensors needs at least 1 tensor");
  Operator tile = Tile{.input = {Float32, {2, 3}}, .repeats = {2}};
  ASSERT_TRUE(weft::InferOutputs(tile).has_value());
  EXPECT_EQ(Validate(tile).error().message,
            "TILE: Repeats has 1 values, but InputTensor has 2 dimensions");
}

// Fields nobody has checked: arrays of any length, any numbers, any ranks. Sizes come out in range.
TEST(InferOutputs, TakesAnything) {
  std::mt19937 rng(7);
  const auto any = [&]() -> uint32_t {
    constexpr uint32_t kNumbers[] = {0, 1, 2, 3, 7, 0x7fffffff, 0x80000000, 0xffffffff};
    return kNumbers[rng() % std::size(kNumbers)];
  };
  for (const OperatorInfo& info : AllOperators()) {
    for (int turn = 0; turn < 200; ++turn) {
      Operator op = info.make();
      void* members = op.mutable_data();
      for (const Field& field : info.fields) {
        const auto tensor = [&] {
          Sizes sizes;
          for (uint32_t rank = rng() % 9; rank > 0; --rank)
            sizes.push_back(rng() % 5 ? any() : std::numeric_limits<int64_t>::max());
          return TensorDesc(Float32, sizes, Strides::Filled(sizes.rank(), 0));
        };
        const size_t length = rng() % 10;
        if (field.role == FieldRole::Output) continue;
        if (field.type == FieldType::Tensor && !field.optional) {
          MemberOf<TensorDesc>(members, field) = tensor();
        } else if (field.type == FieldType::Tensor && rng() % 2) {
          MemberOf<std::optional<TensorDesc>>(members, field) = tensor();
        } else if (field.type == FieldType::TensorArray) {
          for (size_t i = 0; i < length; ++i)
            MemberOf<std::vector<TensorDesc>>(members, field).push_back(tensor());
        } else if (field.type == FieldType::UInt || field.type == FieldType::Enum) {
          const uint32_t number = any();
          std::memcpy(static_cast<std::byte*>(members) + field.offset, &number, sizeof(number));
        } else if (field.type == FieldType::UIntArray) {
          for (size_t i = 0; i < length; ++i)
            MemberOf<std::vector<uint32_t>>(members, field).push_back(any());
        } else if (field.type == FieldType::IntArray) {
          for (size_t i = 0; i < length; ++i)
            MemberOf<std::vector<int32_t>>(members, field).push_back(int32_t(any()));
        } else if (field.type == FieldType::FloatArray) {
          for (size_t i = 0; i < length; ++i)
            MemberOf<std::vector<float>>(members, field)
                .push_back(rng() % 3 ? float(any()) : std::numeric_limits<float>::quiet_NaN());
        }
      }
      (void)weft::InferOutputs(op);
      for (const TensorDesc* output : Tensors(op, FieldRole::Output))
        for (int dim = 0; output && dim < output->rank(); ++dim)
          EXPECT_GE(output->sizes()[dim], 0) << ToString(op);
    }
  }
}

}  // namespace
}  // namespace weft
