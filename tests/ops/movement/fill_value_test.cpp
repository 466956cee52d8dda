// SPDX-License-Identifier: MIT
// FILL_VALUE_CONSTANT and FILL_VALUE_SEQUENCE: every type, refusals.

#include "oracle/fill_value.h"
#include "ops/harness.h"
#include "ops/samples.h"

namespace weft {
namespace {

using test::Row;

TEST(FillValue, Examples) {
  const std::vector<Row> rows = {
      {"the same as the bytes of a DML_SCALAR_UNION",
       FillValueSequence{.output = {DataType::UInt8, {4}},
                         .value_data_type = DataType::UInt8,
                         .value_start = Scalar::FromBits(10),
                         .value_delta = Scalar::FromBits(0xFE)},
       {},
       {10, 8, 6, 4}},
      {"order is logical, not that of memory; gaps stay",
       FillValueSequence{.output = {DataType::Int16, {2, 3}, {1, 4}},
                         .value_data_type = DataType::Int16,
                         .value_start = 32766,
                         .value_delta = 1},
       {},
       {32766, 32767, -32768, -32767, -32766, -32765}},
      {"integers wrap",
       FillValueSequence{.output = {DataType::Int64, {3}},
                         .value_data_type = DataType::Int64,
                         .value_start = INT64_MAX,
                         .value_delta = INT64_MAX},
       {},
       {9223372036854775807.0L, -2, 9223372036854775805.0L}},
      {"half precision rounds each element once, to even",
       FillValueSequence{.output = {DataType::Float16, {5}},
                         .value_data_type = DataType::Float16,
                         .value_start = 2047,
                         .value_delta = 1},
       {},
       {2047, 2048, 2048, 2050, 2052}},
      {"half precision bits",
       FillValueConstant{.output = {DataType::Float16, {2}},
                         .value_data_type = DataType::Float16,
                         .value = Scalar::FromBits(0x3555)},
       {},
       {0.333251953125L, 0.333251953125L}},
      {"a constant padded output keeps its gaps",
       FillValueConstant{.output = {DataType::UInt8, Layout({3, 3}, {5, 1}, 2)},
                         .value_data_type = DataType::UInt8,
                         .value = 255},
       {},
       {255, 255, 255, 255, 255, 255, 255, 255, 255}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

// start + i * 0.1f must not drift: element i is computed from i, not from element i - 1, and i may
// have more bits than a float holds.
TEST(FillValueSequence, DoesNotAccumulateError) {
  constexpr int64_t kCount = 17'000'003;
  std::vector<float> output(kCount);
  const Status status = weft::Run(FillValueSequence{.output = {DataType::Float32, {kCount}},
                                                    .value_data_type = DataType::Float32,
                                                    .value_start = -7.25f,
                                                    .value_delta = 0.1f},
                                  {}, {output});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (int64_t i = 0; i < kCount; ++i)
    ASSERT_EQ(output[size_t(i)], float(-7.25 + double(i) * double(0.1f))) << i;
}

// 2^32 / 256 wraps many times over; the element's index is 64-bit before it is narrowed.
TEST(FillValueSequence, WrapsAtEveryWidth) {
  constexpr int64_t kCount = 70'001;
  for (DataType type : {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16,
                        DataType::Int32, DataType::UInt32, DataType::Int64, DataType::UInt64}) {
    Operator op = FillValueSequence{.output = {type, {kCount}},
                                    .value_data_type = type,
                                    .value_start = Scalar::FromBits(0xFFFFFFFFFFFFFF00u),
                                    .value_delta = Scalar::FromBits(0x7F6E5D4C3B2A1907u)};
    const TensorDesc& out = *test::Tensors(op, FieldRole::Output)[0];
    test::GuardedBuffer output(out);
    const test::GuardedBuffer before = output;
    const Status status = weft::Run(op, {}, {Buffer(output)});
    ASSERT_TRUE(status.has_value()) << status.error().message;
    const oracle::Dense want =
        oracle::FillSequence(type, out.layout.sizes, 0xFFFFFFFFFFFFFF00u, 0x7F6E5D4C3B2A1907u);
    EXPECT_EQ(output.Difference(before, want, out.layout), "") << Name(type);
  }
}

TEST(FillValue, Errors) {
  test::ExpectErrors({
      {FillValueConstant{.output = {DataType::Float32, {4}}, .value_data_type = DataType::Float16},
       "FILL_VALUE_CONSTANT: ValueDataType is FLOAT16, but OutputTensor.DataType is FLOAT32"},
      {FillValueSequence{.output = {DataType::Int32, {4}}, .value_data_type = DataType::UInt32},
       "FILL_VALUE_SEQUENCE: ValueDataType is UINT32, but OutputTensor.DataType is INT32"},
      {FillValueConstant{.output = {DataType::UInt8, {2, 3}, {0, 1}},
                         .value_data_type = DataType::UInt8},
       "FILL_VALUE_CONSTANT: OutputTensor.Strides[0] is 0, but Sizes[0] is 2 and an output cannot "
       "broadcast"},
  });
}

const test::Samples constant_samples(OperatorType::FillValueConstant, [](int64_t rows,
                                                                         int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(FillValueConstant{
        .output = {data, {1, 3, rows, columns}}, .value_data_type = data, .value = 77});
  return samples;
});

const test::Samples sequence_samples(OperatorType::FillValueSequence, [](int64_t rows,
                                                                         int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(FillValueSequence{.output = {data, {1, 3, rows, columns}},
                                        .value_data_type = data,
                                        .value_start = 5,
                                        .value_delta = 3});
  return samples;
});

}  // namespace
}  // namespace weft
