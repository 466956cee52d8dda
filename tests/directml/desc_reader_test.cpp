// SPDX-License-Identifier: MIT
// C structs become descriptions: every kind of field by hand, then all operators with whatever a
// careless caller might put into them.
#include "directml/desc_reader.h"

#include <array>
#include <random>

#include "harness.h"
#include "weft/schema.h"

namespace weft::test {
namespace {

std::string TextOf(DML_OPERATOR_TYPE type, const void* desc) {
  const Result<weft::Operator> op = directml::ReadOperator({type, desc});
  return op ? ToString(*op) : op.error().message;
}

TEST(DescReader, TensorsArraysAndActivations) {
  Tensor input({1, 2, 8, 8}), filter({4, 2, 3, 3}), output({1, 4, 6, 6});
  const UINT strides[] = {128, 1, 16, 2};
  input.buffer.Strides = strides;
  input.buffer.GuaranteedBaseOffsetAlignment = 64;
  filter.buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  const UINT ones[] = {1, 2}, zeros[] = {0, 0};
  const DML_ACTIVATION_LINEAR_OPERATOR_DESC linear = {nullptr, nullptr, 2, 0.5f};
  const DML_OPERATOR_DESC activation = {DML_OPERATOR_ACTIVATION_LINEAR, &linear};
  const DML_CONVOLUTION_OPERATOR_DESC desc = {&input.desc,
                                              &filter.desc,
                                              nullptr,
                                              &output.desc,
                                              DML_CONVOLUTION_MODE_CROSS_CORRELATION,
                                              DML_CONVOLUTION_DIRECTION_FORWARD,
                                              2,
                                              ones,
                                              ones,
                                              zeros,
                                              zeros,
                                              zeros,
                                              7,
                                              &activation};
  EXPECT_EQ(TextOf(DML_OPERATOR_CONVOLUTION, &desc),
            "{\"type\": \"CONVOLUTION\", \"desc\": {"
            "\"InputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [1, 2, 8, 8], \"Strides\": "
            "[128, 1, 16, 2], \"TotalTensorSizeInBytes\": 512, \"GuaranteedBaseOffsetAlignment\": "
            "64}, "
            "\"FilterTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [4, 2, 3, 3], "
            "\"TotalTensorSizeInBytes\": 288, \"Flags\": \"OWNED_BY_DML\"}, "
            "\"OutputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [1, 4, 6, 6], "
            "\"TotalTensorSizeInBytes\": 576}, "
            "\"Mode\": \"CROSS_CORRELATION\", \"Direction\": \"FORWARD\", \"DimensionCount\": 2, "
            "\"Strides\": [1, 2], \"Dilations\": [1, 2], \"StartPadding\": [0, 0], "
            "\"EndPadding\": [0, 0], \"OutputPadding\": [0, 0], \"GroupCount\": 7, "
            "\"FusedActivation\": {\"type\": \"ACTIVATION_LINEAR\", \"desc\": {\"Alpha\": 2, "
            "\"Beta\": 0.5}}}}");
}

TEST(DescReader, NumbersBooleansScalarsAndTensorArrays) {
  const Tensor a({2, 3}), b({4, 3}), joined({6, 3});
  const DML_TENSOR_DESC inputs[] = {a.desc, b.desc};
  const DML_JOIN_OPERATOR_DESC join = {2, inputs, &joined.desc, 1};
  EXPECT_EQ(TextOf(DML_OPERATOR_JOIN, &join),
            "{\"type\": \"JOIN\", \"desc\": {\"InputCount\": 2, \"InputTensors\": ["
            "{\"DataType\": \"FLOAT32\", \"Sizes\": [2, 3], \"TotalTensorSizeInBytes\": 24}, "
            "{\"DataType\": \"FLOAT32\", \"Sizes\": [4, 3], \"TotalTensorSizeInBytes\": 48}], "
            "\"OutputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [6, 3], "
            "\"TotalTensorSizeInBytes\": 72}, \"Axis\": 1}}");
  DML_FILL_VALUE_CONSTANT_OPERATOR_DESC fill = {&a.desc, DML_TENSOR_DATA_TYPE_INT64, {}};
  fill.Value.Int64 = -5000000000;
  EXPECT_EQ(TextOf(DML_OPERATOR_FILL_VALUE_CONSTANT, &fill),
            "{\"type\": \"FILL_VALUE_CONSTANT\", \"desc\": {\"OutputTensor\": {\"DataType\": "
            "\"FLOAT32\", \"Sizes\": [2, 3], \"TotalTensorSizeInBytes\": 24}, \"ValueDataType\": "
            "\"INT64\", \"Value\": -5000000000}}");
  const DML_SIZE_2D scale = {3, 2};
  const DML_UPSAMPLE_2D_OPERATOR_DESC upsample = {&a.desc, nullptr, scale,
                                                  DML_INTERPOLATION_MODE_LINEAR};
  EXPECT_EQ(TextOf(DML_OPERATOR_UPSAMPLE_2D, &upsample),
            "{\"type\": \"UPSAMPLE_2D\", \"desc\": {\"InputTensor\": {\"DataType\": \"FLOAT32\", "
            "\"Sizes\": [2, 3], \"TotalTensorSizeInBytes\": 24}, \"ScaleSize\": {\"Width\": 3, "
            "\"Height\": 2}, \"InterpolationMode\": \"LINEAR\"}}");
  const DML_CUMULATIVE_SUMMATION_OPERATOR_DESC sum = {nullptr, nullptr, 5,
                                                      DML_AXIS_DIRECTION_DECREASING, 2};
  EXPECT_EQ(TextOf(DML_OPERATOR_CUMULATIVE_SUMMATION, &sum),
            "{\"type\": \"CUMULATIVE_SUMMATION\", \"desc\": {\"Axis\": 5, \"AxisDirection\": "
            "\"DECREASING\", \"HasExclusiveSum\": true}}");
}

// What cannot be read is told with the place it stands at.
struct BadSlice {
  Tensor input{{4, 4}}, output{{2, 2}};
  UINT offsets[2] = {0, 0}, sizes[2] = {2, 2};
  INT strides[2] = {1, 1};
  DML_SLICE1_OPERATOR_DESC desc = {&input.desc, &output.desc, 2, offsets, sizes, strides};
  std::string Message() const {
    World world;
    const DML_OPERATOR_DESC outer = {DML_OPERATOR_SLICE1, &desc};
    void* op = &op;
    EXPECT_EQ(world.dml->CreateOperator(&outer, __uuidof(IDMLOperator), &op), E_INVALIDARG);
    EXPECT_EQ(op, nullptr);
    EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
    return LastError();
  }
};

template <class Change>
std::string MessageAfter(Change change) {
  BadSlice slice;
  change(slice);
  return slice.Message();
}

void Write(void* where, UINT value) { std::memcpy(where, &value, sizeof value); }

TEST(DescReader, BadTensors) {
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.desc.InputTensor = nullptr; }),
            "SLICE1: InputTensor is missing");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { Write(&s.input.desc.Type, 0); }),
            "SLICE1: InputTensor.Type is 0, but BUFFER (1) is required");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { Write(&s.output.desc.Type, ~0u); }),
            "SLICE1: OutputTensor.Type is 4294967295, but BUFFER (1) is required");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.input.desc.Desc = nullptr; }),
            "SLICE1: InputTensor.Desc is null, but a DML_BUFFER_TENSOR_DESC is required");
  for (const UINT count : {0u, 9u, ~0u})
    EXPECT_EQ(MessageAfter([&](BadSlice& s) { s.input.buffer.DimensionCount = count; }),
              "SLICE1: InputTensor.DimensionCount is " + std::to_string(count) +
                  ", but 1 to 8 is required");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.input.buffer.Sizes = nullptr; }),
            "SLICE1: InputTensor.Sizes is null, but DimensionCount is 2");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.input.buffer.TotalTensorSizeInBytes = 0; }),
            "SLICE1: InputTensor.TotalTensorSizeInBytes is 0, but at least 4 is required");
  // What helpers compute of a wrong description is not what is wrong.
  for (const UINT64 total : {0, 64}) {
    EXPECT_EQ(MessageAfter([&](BadSlice& s) {
                s.input.buffer.TotalTensorSizeInBytes = total;
                Write(&s.input.buffer.DataType, 14);
              }),
              "SLICE1: InputTensor.DataType is 14, but 1 to 13 is required");
    EXPECT_EQ(MessageAfter([&](BadSlice& s) {
                static const UINT sizes[] = {4, 0};
                s.input.buffer.TotalTensorSizeInBytes = total;
                s.input.buffer.Sizes = sizes;
              }),
              "SLICE1: InputTensor.Sizes[1] is 0, but every size must be at least 1");
  }
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.input.buffer.TotalTensorSizeInBytes = 60; }),
            "SLICE1: InputTensor.TotalTensorSizeInBytes is 60, but Sizes [4, 4], Strides [4, 1], "
            "FLOAT32 need 64");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { Write(&s.input.buffer.DataType, 14); }),
            "SLICE1: InputTensor.DataType is 14, but 1 to 13 is required");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { Write(&s.input.buffer.Flags, 6); }),
            "SLICE1: InputTensor.Flags is 0x6, but OWNED_BY_DML (0x1) is the only flag");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { Write(&s.output.buffer.Flags, 1); }),
            "SLICE1: OutputTensor.Flags is OWNED_BY_DML, but only an input can be");
}

TEST(DescReader, BadArrays) {
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.desc.InputWindowSizes = nullptr; }),
            "SLICE1: InputWindowSizes is null, but DimensionCount is 2");
  EXPECT_EQ(MessageAfter([](BadSlice& s) { s.desc.DimensionCount = ~0u; }),
            "SLICE1: DimensionCount is 4294967295, but at most 8 is possible");
  const Tensor tensor({4});
  const DML_JOIN_OPERATOR_DESC join = {~0u, &tensor.desc, &tensor.desc, 0};
  EXPECT_EQ(TextOf(DML_OPERATOR_JOIN, &join),
            "JOIN: InputCount is 4294967295, but at most 65535 is possible");
  const DML_SPLIT_OPERATOR_DESC split = {&tensor.desc, 2, nullptr, 0};
  EXPECT_EQ(TextOf(DML_OPERATOR_SPLIT, &split),
            "SPLIT: OutputTensors is null, but OutputCount is 2");
  const UINT axes[] = {0};
  DML_REDUCE_OPERATOR_DESC reduce = {DML_REDUCE_FUNCTION_SUM, &tensor.desc, &tensor.desc, ~0u,
                                     axes};
  EXPECT_EQ(TextOf(DML_OPERATOR_REDUCE, &reduce),
            "REDUCE: AxisCount is 4294967295, but at most 8 is possible");
  reduce = {DML_REDUCE_FUNCTION_SUM, &tensor.desc, &tensor.desc, 1, nullptr};
  EXPECT_EQ(TextOf(DML_OPERATOR_REDUCE, &reduce), "REDUCE: Axes is null, but AxisCount is 1");
  Tensor second({4});
  second.buffer.Sizes = nullptr;
  const DML_TENSOR_DESC inputs[] = {tensor.desc, second.desc};
  const DML_JOIN_OPERATOR_DESC pair = {2, inputs, &tensor.desc, 0};
  EXPECT_EQ(TextOf(DML_OPERATOR_JOIN, &pair),
            "JOIN: InputTensors[1].Sizes is null, but DimensionCount is 1");
}

TEST(DescReader, BadActivations) {
  const Tensor tensor({1, 1, 2, 2});
  DML_ACTIVATION_RELU_OPERATOR_DESC relu = {};
  DML_OPERATOR_DESC activation = {DML_OPERATOR_ACTIVATION_RELU, &relu};
  const DML_GEMM_OPERATOR_DESC gemm = {&tensor.desc,
                                       &tensor.desc,
                                       nullptr,
                                       &tensor.desc,
                                       DML_MATRIX_TRANSFORM_NONE,
                                       DML_MATRIX_TRANSFORM_NONE,
                                       1,
                                       1,
                                       &activation};
  relu.InputTensor = &tensor.desc;
  EXPECT_EQ(TextOf(DML_OPERATOR_GEMM, &gemm),
            "GEMM: FusedActivation.InputTensor is set, but a fused activation has no tensors of "
            "its own");
  activation.Desc = nullptr;
  EXPECT_EQ(TextOf(DML_OPERATOR_GEMM, &gemm),
            "GEMM: FusedActivation.Desc is null, but a DML_ACTIVATION_RELU_OPERATOR_DESC is "
            "required");
  activation.Type = DML_OPERATOR_GEMM;
  EXPECT_EQ(TextOf(DML_OPERATOR_GEMM, &gemm),
            "GEMM: FusedActivation.Type is GEMM (54), but an operator that can be fused is "
            "required");
  Write(&activation.Type, 9999);
  EXPECT_EQ(TextOf(DML_OPERATOR_GEMM, &gemm),
            "GEMM: FusedActivation.Type is INVALID (9999), but an operator that can be fused is "
            "required");
}

// No operator inside an operator but an activation, and that without tensors.
TEST(DescReader, ActivationsOfAConvolution) {
  const Tensor tensor({1, 1, 2, 2}), filter({1, 1, 1, 1});
  const UINT ones[] = {1, 1}, zeros[] = {0, 0};
  DML_CONVOLUTION_OPERATOR_DESC inner = {&tensor.desc,
                                         &filter.desc,
                                         nullptr,
                                         &tensor.desc,
                                         DML_CONVOLUTION_MODE_CROSS_CORRELATION,
                                         DML_CONVOLUTION_DIRECTION_FORWARD,
                                         2,
                                         ones,
                                         ones,
                                         zeros,
                                         zeros,
                                         zeros,
                                         1,
                                         nullptr};
  DML_CONVOLUTION_OPERATOR_DESC outer = inner;
  DML_OPERATOR_DESC activation = {DML_OPERATOR_CONVOLUTION, &inner};
  outer.FusedActivation = &activation;
  EXPECT_EQ(TextOf(DML_OPERATOR_CONVOLUTION, &outer),
            "CONVOLUTION: FusedActivation.Type is CONVOLUTION (53), but an operator that can be "
            "fused is required");
  DML_ACTIVATION_SOFTMAX_OPERATOR_DESC softmax = {};
  activation = {DML_OPERATOR_ACTIVATION_SOFTMAX, &softmax};
  softmax.OutputTensor = &tensor.desc;
  EXPECT_EQ(TextOf(DML_OPERATOR_CONVOLUTION, &outer),
            "CONVOLUTION: FusedActivation.OutputTensor is set, but a fused activation has no "
            "tensors of its own");
}

TEST(DescReader, BadOperators) {
  World world;
  for (const UINT type : {0u, 178u, ~0u}) {
    DML_OPERATOR_DESC desc = {};
    Write(&desc.Type, type);
    EXPECT_EQ(world.dml->CreateOperator(&desc, __uuidof(IDMLOperator), nullptr), E_INVALIDARG);
    EXPECT_EQ(LastError(),
              "Operator type is " + std::to_string(type) + ", but 1 to 177 is required");
  }
  const DML_OPERATOR_DESC empty = {DML_OPERATOR_GEMM, nullptr};
  EXPECT_EQ(world.dml->CreateOperator(&empty, __uuidof(IDMLOperator), nullptr), E_INVALIDARG);
  EXPECT_EQ(LastError(), "GEMM: Desc is null, but a DML_GEMM_OPERATOR_DESC is required");
}

// All operators, filled at random with null or valid pointers and any numbers. Whether one is
// created does not matter; that each failure has one line does, and that memory is left alone.
TEST(DescReader, AnyFieldsAreSafeToRead) {
  World world;
  std::mt19937 random(20240229);
  const auto one_in = [&](UINT n) { return random() % n == 0; };
  Tensor tensors[] = {Tensor({1, 2, 3, 4}), Tensor({4}), Tensor({1, 1, 1, 1, 1}), Tensor({2, 2})};
  tensors[3].buffer.Sizes = nullptr;
  std::vector<DML_TENSOR_DESC> array;
  for (const Tensor& tensor : tensors) array.push_back(tensor.desc);
  const std::array<UINT, 16> numbers = {1, 0, 2, ~0u, 3, 0x80000000};
  const DML_SCALE_BIAS scale_bias = {2, 3};
  alignas(8) std::array<std::byte, 256> zeros = {};
  for (const OperatorInfo& info : AllOperators())
    for (int round = 0; round < 40; ++round) {
      alignas(8) std::array<std::byte, 512> desc = {};
      std::vector<DML_OPERATOR_DESC> activations(4);
      for (DML_OPERATOR_DESC& activation : activations)
        activation = {DML_OPERATOR_TYPE(random() % 178), one_in(4) ? nullptr : zeros.data()};
      for (const Field& field : info.fields) {
        const auto put = [&](const auto& value) {
          ASSERT_LE(field.c_offset + sizeof value, desc.size());
          std::memcpy(desc.data() + field.c_offset, &value, sizeof value);
        };
        const auto put_pointer = [&](const void* pointer) { put(one_in(6) ? nullptr : pointer); };
        switch (field.type) {
          case FieldType::Tensor: put_pointer(&tensors[random() % 4].desc); break;
          case FieldType::TensorArray: put_pointer(array.data()); break;
          case FieldType::UIntArray:
          case FieldType::IntArray:
          case FieldType::FloatArray: put_pointer(numbers.data()); break;
          case FieldType::ScaleBias: put_pointer(&scale_bias); break;
          case FieldType::Activation:
          case FieldType::ActivationArray: put_pointer(activations.data()); break;
          case FieldType::Size2D:
          case FieldType::Scalar: put(uint64_t(random()) << 20); break;
          case FieldType::Count: put(one_in(8) ? ~0u : UINT(random() % 5)); break;
          default: put(one_in(3) ? UINT(random()) : UINT(random() % 3)); break;
        }
      }
      const DML_OPERATOR_DESC outer = {DML_OPERATOR_TYPE(info.type), desc.data()};
      const HRESULT result = world.dml->CreateOperator(&outer, __uuidof(IDMLOperator), nullptr);
      if (SUCCEEDED(result)) continue;
      EXPECT_TRUE(LastError().starts_with(info.name)) << LastError();
      EXPECT_EQ(LastError().find('\n'), std::string::npos);
    }
  EXPECT_EQ(world.dml->GetDeviceRemovedReason(), S_OK);
}

}  // namespace
}  // namespace weft::test
