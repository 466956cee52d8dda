// SPDX-License-Identifier: MIT
// ELEMENT_WISE_IDENTITY: a copy that changes no bit whatever the layouts, or x * Scale + Bias.

#include <cmath>

#include "ops/harness.h"
#include "ops/samples.h"
#include "oracle/element_wise_identity.h"

namespace weft {
namespace {

using test::Row;
constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");

Operator ScaleBiasRow(DataType type, int64_t count, float scale, float bias) {
  return ElementWiseIdentity{
      .input = {type, {count}}, .output = {type, {count}}, .scale_bias = ScaleBias{scale, bias}};
}

TEST(Identity, Rows) {
  const std::vector<Row> rows = {
      {"copy",
       ElementWiseIdentity{.input = {DataType::Float32, {2, 3}},
                           .output = {DataType::Float32, {2, 3}}},
       {1, 2, 3, 4, 5, 6},
       {1, 2, 3, 4, 5, 6}},
      {"transpose through strides",
       ElementWiseIdentity{.input = {DataType::UInt8, {2, 3}, {1, 2}},
                           .output = {DataType::UInt8, {2, 3}}},
       {1, 2, 3, 4, 5, 6},
       {1, 2, 3, 4, 5, 6}},
      {"broadcast into a padded output",
       ElementWiseIdentity{.input = {DataType::Int64, {2, 2, 3}, {0, 1, 0}},
                           .output = {DataType::Int64, {2, 2, 3}, {20, 7, 2}}},
       {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2},
       {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}},
      {"scale and bias",
       ScaleBiasRow(DataType::Float32, 4, 2, 1),
       {0, 1, -3, 0.25L},
       {1, 3, -5, 1.5L}},
      {"scale 0 keeps NaN and makes one of infinity",
       ScaleBiasRow(DataType::Float32, 3, 0, 5),
       {kNan, kInf, 7},
       {kNan, kNan, 5}},
      // 60000 * 2 would be infinite in half precision, 0.1 would be 0.09998.
      {"half computes in float",
       ScaleBiasRow(DataType::Float16, 2, 2, -60000),
       {60000, 60032},
       {60000, 60064}},
      {"half takes the bias as a float",
       ScaleBiasRow(DataType::Float16, 2, 1, 65520),
       {-65504, 1},
       {16, kInf}},
      {"double takes scale and bias as the floats they are",
       ScaleBiasRow(DataType::Float64, 1, 0.1f, 0),
       {1},
       {(long double)(0.1f)}},
      {"double keeps its precision",
       ScaleBiasRow(DataType::Float64, 1, 3, 1),
       {0x1p50L + 1},
       {3 * 0x1p50L + 4}},
      {"integers truncate",
       ScaleBiasRow(DataType::Int32, 5, 0.5f, 0),
       {7, -7, 1, -1, 2147483647},
       {3, -3, 0, 0, 1073741823}},
      {"integers saturate",
       ScaleBiasRow(DataType::UInt8, 4, 2, -10),
       {200, 3, 5, 100},
       {255, 0, 0, 190}},
      {"int8 times NaN", ScaleBiasRow(DataType::Int8, 2, std::nanf(""), 0), {1, -1}, {0, 0}},
      {"uint16 times infinity",
       ScaleBiasRow(DataType::UInt16, 2, HUGE_VALF, 0),
       {1, 65535},
       {65535, 65535}},
      {"int32 does not go through float",
       ScaleBiasRow(DataType::Int32, 2, 1, 0),
       {16777217, -2147483647},
       {16777217, -2147483647}},
      {"uint32",
       ScaleBiasRow(DataType::UInt32, 2, 1, 1),
       {4294967294.0L, 4294967295.0L},
       {4294967295.0L, 4294967295.0L}},
      {"int64 does not go through double",
       ScaleBiasRow(DataType::Int64, 3, 1, 0),
       {9007199254740993.0L, 9223372036854775807.0L, -0x1p63L},
       {9007199254740993.0L, 9223372036854775807.0L, -0x1p63L}},
      {"uint64",
       ScaleBiasRow(DataType::UInt64, 2, 1, -1),
       {18446744073709551615.0L, 0},
       {18446744073709551614.0L, 0}},
  };
  for (const Row& row : rows) {
    test::RunRow(row);
    Operator op = row.op;
    const TensorDesc& input = *test::Tensors(op, FieldRole::Input)[0];
    const oracle::Dense want = oracle::Identity(test::DenseFrom(input, row.input),
                                                op.As<ElementWiseIdentity>().scale_bias);
    for (size_t i = 0; i < row.want.size(); ++i) {
      const uint64_t wanted = oracle::BitsOf(input.type, {true, 0, row.want[i]});
      EXPECT_TRUE(want.elements[i] == wanted || oracle::IsNan(input.type, wanted))
          << "the oracle, " << row.name;
    }
  }
}

// Signalling NaNs with payloads and every other pattern arrive as they left, in any layout.
TEST(Identity, MovesBits) {
  for (DataType type : {DataType::Float16, DataType::Float32, DataType::Float64}) {
    const int bits = 8 * oracle::FormatOf(type).bytes;
    const int mantissa = oracle::FormatOf(type).precision - 1;
    oracle::Dense dense{type, {9, 31}, {}};
    for (uint64_t i = 0; i < 9 * 31; ++i) {
      const uint64_t sign = (i & 1) << (bits - 1);
      const uint64_t infinity = ((uint64_t(1) << (bits - 1 - mantissa)) - 1) << mantissa;
      dense.elements.push_back(sign | infinity | (i * 3 + 1));
    }
    for (const Strides& from : {Strides{31, 1}, Strides{1, 9}, Strides{62, 2}, Strides{40, 1}})
      for (const Strides& to : {Strides{31, 1}, Strides{1, 9}, Strides{93, 3}, Strides{1, 17}}) {
        const TensorDesc in(type, {9, 31}, from), out(type, {9, 31}, to);
        test::GuardedBuffer input(in, 1), output(out, 2);
        oracle::Scatter(dense, in.layout, input.data());
        const test::GuardedBuffer before = output;
        const Status status = weft::Run(ElementWiseIdentity{.input = in, .output = out},
                                        {ConstBuffer(input)}, {Buffer(output)});
        ASSERT_TRUE(status.has_value()) << status.error().message;
        EXPECT_EQ(output.Difference(before, dense, out.layout), "")
            << Name(type) << ToString(from) << ToString(to);
      }
  }
}

TEST(Identity, Errors) {
  test::ExpectErrors({
      {ElementWiseIdentity{.input = {DataType::Float32, {2, 3}},
                           .output = {DataType::Float16, {2, 3}}},
       "ELEMENT_WISE_IDENTITY: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is "
       "FLOAT32"},
      {ElementWiseIdentity{.input = {DataType::Float32, {2, 3}},
                           .output = {DataType::Float32, {3, 2}}},
       "ELEMENT_WISE_IDENTITY: OutputTensor.Sizes[0] is 3, but InputTensor.Sizes[0] is 2"},
      {ElementWiseIdentity{.input = {DataType::Float32, {1, 1, 2, 3}},
                           .output = {DataType::Float32, {2, 3}}},
       "ELEMENT_WISE_IDENTITY: OutputTensor.DimensionCount is 2, but InputTensor.DimensionCount is "
       "4"},
      {ElementWiseIdentity{.input = {DataType::Int32, {1, 1, 2, 3}},
                           .output = {DataType::Int32, {1, 1, 2, 3}}},
       "ELEMENT_WISE_IDENTITY: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required "
       "at feature level 2_0",
       {.feature_level = FeatureLevel::Level2_0}},
  });
}

const test::Samples identity_samples(OperatorType::ElementWiseIdentity, [](int64_t rows,
                                                                           int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes) {
    samples.push_back(ElementWiseIdentity{.input = {data, image}, .output = {data, image}});
    samples.push_back(ElementWiseIdentity{
        .input = {data, image}, .output = {data, image}, .scale_bias = ScaleBias{-0.3f, 17.5f}});
  }
  return samples;
});

}  // namespace
}  // namespace weft
