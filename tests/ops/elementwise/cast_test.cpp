// SPDX-License-Identifier: MIT
// CAST: rows whose results follow from IEEE 754 and the documented rules by hand (the oracle has to
// agree with them too), then every float16 and its neighbours, refusals and feature levels.

#include <cmath>
#include <limits>

#include "ops/harness.h"
#include "ops/samples.h"
#include "oracle/cast.h"

namespace weft {
namespace {

constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");

struct CastRow {
  const char* name;
  DataType from;
  std::vector<long double> values;
  DataType to;
  std::vector<long double> want;
};

const std::vector<CastRow> kRows = {
    {"float to int8 truncates and saturates",
     DataType::Float32,
     {kNan, kInf, -kInf, 1e30L, -1e30L, 127.9L, 128, -128.9L, -129, 0.99L, -0.99L, 1.5L, -1.5L},
     DataType::Int8,
     {0, 127, -128, 127, -128, 127, 127, -128, -128, 0, 0, 1, -1}},
    {"float to uint8",
     DataType::Float32,
     {kNan, kInf, -kInf, 1e30L, -1e30L, 255.9L, 256, -0.5L, -1, 2.999L},
     DataType::UInt8,
     {0, 255, 0, 255, 0, 255, 255, 0, 0, 2}},
    {"half to int16",
     DataType::Float16,
     {65504, -65504, kNan, 32752, -32768, 0.5L},
     DataType::Int16,
     {32767, -32768, 0, 32752, -32768, 0}},
    {"float to int32 at the limit",
     DataType::Float32,
     {2147483648.0L, 2147483520.0L, -2147483648.0L, -2147483904.0L, kNan},
     DataType::Int32,
     {2147483647, 2147483520, -2147483648.0L, -2147483648.0L, 0}},
    {"float to uint32 at the limit",
     DataType::Float32,
     {4294967296.0L, 4294967040.0L, 3e9L, -3},
     DataType::UInt32,
     {4294967295.0L, 4294967040.0L, 3e9L, 0}},
    {"double to int32 keeps what float cannot hold",
     DataType::Float64,
     {2147483647.5L, -2147483648.9L, 16777217.25L},
     DataType::Int32,
     {2147483647, -2147483648.0L, 16777217}},
    {"double to int64 at the limit",
     DataType::Float64,
     {0x1p63L, 9223372036854774784.0L, -0x1p63L, -0x1p64L, kNan, kInf, -kInf, 2251799813685249.5L},
     DataType::Int64,
     {9223372036854775807.0L, 9223372036854774784.0L, -0x1p63L, -0x1p63L, 0, 9223372036854775807.0L,
      -0x1p63L, 2251799813685249.0L}},
    {"double to uint64 at the limit",
     DataType::Float64,
     {0x1p64L, 18446744073709549568.0L, 0x1p63L, -1, kNan, kInf},
     DataType::UInt64,
     {18446744073709551615.0L, 18446744073709549568.0L, 0x1p63L, 0, 0, 18446744073709551615.0L}},
    {"float to int64",
     DataType::Float32,
     {1e30L, -1e30L, kNan, 0x1p62L, -0x1p63L},
     DataType::Int64,
     {9223372036854775807.0L, -0x1p63L, 0, 0x1p62L, -0x1p63L}},
    {"integers wrap when they shrink",
     DataType::Int32,
     {-1, 256, 257, 300, -129, 128},
     DataType::Int8,
     {-1, 0, 1, 44, 127, -128}},
    {"negative integers become large unsigned ones",
     DataType::Int8,
     {-1, -128, 127},
     DataType::UInt64,
     {18446744073709551615.0L, 18446744073709551488.0L, 127}},
    {"uint64 to int32 keeps the low bits",
     DataType::UInt64,
     {0x1p32L + 5, 0x1p63L, 0x1p31L, 18446744073709551615.0L},
     DataType::Int32,
     {5, 0, -0x1p31L, -1}},
    {"int64 to float rounds once: a double in between would drop the last 1",
     DataType::Int64,
     {16777217, 16777219, 9223372036854775807.0L, 0x1p60L + 0x1p36L + 1, -0x1p60L - 0x1p36L - 1,
      0x1p60L + 0x1p36L},
     DataType::Float32,
     {16777216, 16777220, 0x1p63L, 0x1p60L + 0x1p37L, -0x1p60L - 0x1p37L, 0x1p60L}},
    {"uint64 to float",
     DataType::UInt64,
     {18446744073709551615.0L, 0x1p63L + 0x1p39L, 0x1p63L + 0x1p39L + 1},
     DataType::Float32,
     {0x1p64L, 0x1p63L, 0x1p63L + 0x1p40L}},
    {"uint64 to double",
     DataType::UInt64,
     {18446744073709551615.0L, 0x1p53L + 1, 0x1p53L + 3, 0x1p63L + 0x1p10L + 1},
     DataType::Float64,
     {0x1p64L, 0x1p53L, 0x1p53L + 4, 0x1p63L + 0x1p11L}},
    {"int64 to double",
     DataType::Int64,
     {-0x1p53L - 1, -0x1p53L - 3, -0x1p63L},
     DataType::Float64,
     {-0x1p53L, -0x1p53L - 4, -0x1p63L}},
    {"int64 to half",
     DataType::Int64,
     {2049, 2051, 65519, 65520, -65520, 9223372036854775807.0L, -0x1p63L},
     DataType::Float16,
     {2048, 2052, 65504, kInf, -kInf, kInf, -kInf}},
    {"uint32 to float",
     DataType::UInt32,
     {4294967295.0L, 33554431, 33554433, 33554434},
     DataType::Float32,
     {0x1p32L, 33554432, 33554432, 33554432}},
    {"uint16 to half",
     DataType::UInt16,
     {65535, 65519, 65520, 4097, 4098, 4102},
     DataType::Float16,
     {kInf, 65504, kInf, 4096, 4096, 4104}},
    {"double to half rounds once: a float in between would make a tie",
     DataType::Float64,
     {1 + 0x1p-11L, 1 + 0x1p-11L + 0x1p-40L, 1 + 3 * 0x1p-11L, 65519.999L, 65520, 0x1p-25L,
      0x1p-25L + 0x1p-60L, 3 * 0x1p-25L, -1e-320L, kNan, -kInf},
     DataType::Float16,
     {1, 1 + 0x1p-10L, 1 + 0x1p-9L, 65504, kInf, 0, 0x1p-24L, 0x1p-23L, -0.0L, kNan, -kInf}},
    {"float to half",
     DataType::Float32,
     {65519.996L, 65520, -1e30L, 0x1p-24L, 0x1p-26L, kNan},
     DataType::Float16,
     {65504, kInf, -kInf, 0x1p-24L, 0, kNan}},
    {"half to float keeps denormals",
     DataType::Float16,
     {0x1p-24L, -0x3ffp-24L, 65504, kInf, kNan},
     DataType::Float32,
     {0x1p-24L, -0x3ffp-24L, 65504, kInf, kNan}},
    {"double to float",
     DataType::Float64,
     {1 + 0x1p-24L, 1 + 0x1p-24L + 0x1p-50L, 1e300L, -1e300L, 1e-46L, 0x1.04p-150L, 0x1p-149L},
     DataType::Float32,
     {1, 1 + 0x1p-23L, kInf, -kInf, 0, 0x1p-149L, 0x1p-149L}},
    {"zero keeps its sign", DataType::Float32, {-0.0L, 0}, DataType::Float64, {-0.0L, 0}},
};

TEST(Cast, Rows) {
  for (const CastRow& row : kRows) {
    const int64_t count = int64_t(row.values.size());
    const TensorDesc input(row.from, {count}), output(row.to, {count});
    EXPECT_EQ(oracle::Cast(test::DenseFrom(input, row.values), row.to).elements,
              test::DenseFrom(output, row.want).elements)
        << "the oracle, " << row.name;
    // Once as it is, once in strides that no vector kernel takes, once repeated to a long line.
    test::RunRow({row.name, Cast{.input = input, .output = output}, row.values, row.want});
    test::RunRow(
        {row.name,
         Cast{.input = {row.from, {count, 1}, {3, 1}}, .output = {row.to, {count, 1}, {2, 1}}},
         row.values, row.want});
    std::vector<long double> long_values, long_want;
    for (int repeat = 0; repeat < 37; ++repeat) {
      long_values.insert(long_values.end(), row.values.begin(), row.values.end());
      long_want.insert(long_want.end(), row.want.begin(), row.want.end());
    }
    test::RunRow({row.name,
                  Cast{.input = {row.from, {37 * count}}, .output = {row.to, {37 * count}}},
                  long_values, long_want});
  }
}

void ExpectOracleAgrees(DataType from, const std::vector<uint64_t>& elements, DataType to) {
  const int64_t count = int64_t(elements.size());
  const TensorDesc in(from, {count}), out(to, {count});
  test::GuardedBuffer input(in), output(out);
  const oracle::Dense dense{from, in.layout.sizes, elements};
  oracle::Scatter(dense, in.layout, input.data());
  const test::GuardedBuffer before = output;
  const Status status =
      weft::Run(Cast{.input = in, .output = out}, {ConstBuffer(input)}, {Buffer(output)});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_EQ(output.Difference(before, oracle::Cast(dense, to), out.layout, false), "")
      << Name(from) << " to " << Name(to);
}

TEST(Cast, EveryHalf) {
  std::vector<uint64_t> halves;
  for (uint64_t bits = 0; bits <= 0xFFFF; ++bits) halves.push_back(bits);
  for (uint32_t to = 1; to <= uint32_t(DataType::Int64); ++to)
    ExpectOracleAgrees(DataType::Float16, halves, DataType{to});
}

// Every half, the point midway to the next one, and the numbers just beside both.
TEST(Cast, EveryHalfBoundary) {
  for (DataType from : {DataType::Float32, DataType::Float64}) {
    std::vector<uint64_t> elements;
    for (uint64_t bits = 0; bits < 0x7c00; ++bits) {
      const long double low = oracle::ValueOf(DataType::Float16, bits).real;
      const long double high =
          bits == 0x7bff ? 65536 : oracle::ValueOf(DataType::Float16, bits + 1).real;
      for (long double value : {low, (low + high) / 2}) {
        const uint64_t at = oracle::BitsOf(from, {true, 0, value});
        const uint64_t sign = uint64_t(1) << (8 * oracle::FormatOf(from).bytes - 1);
        for (uint64_t near : {at, at + 1, at == 0 ? at : at - 1}) {
          elements.push_back(near);
          elements.push_back(near | sign);
        }
      }
    }
    ExpectOracleAgrees(from, elements, DataType::Float16);
  }
}

// Every type to every integer type: NaN is 0, infinities and huge numbers are the limits.
TEST(Cast, NothingIsUndefined) {
  for (DataType from : {DataType::Float16, DataType::Float32, DataType::Float64})
    for (uint32_t to = 1; to <= uint32_t(DataType::Int64); ++to) {
      const oracle::Format format = oracle::FormatOf(DataType{to});
      if (format.is_float) continue;
      const long double range = std::ldexp(1.0L, 8 * format.bytes);
      const long double highest = format.is_signed ? range / 2 - 1 : range - 1;
      const long double lowest = format.is_signed ? -range / 2 : 0;
      test::RunRow({"NaN and infinities",
                    Cast{.input = {from, {3, 6}}, .output = {DataType{to}, {3, 6}, {1, 3}}},
                    {kNan, -kNan, kInf, -kInf, 1e30L, -1e30L, kNan, -kNan, kInf, -kInf, 1e30L,
                     -1e30L, kNan, -kNan, kInf, -kInf, 1e30L, -1e30L},
                    {0, 0, highest, lowest, highest, lowest, 0, 0, highest, lowest, highest, lowest,
                     0, 0, highest, lowest, highest, lowest}});
      if (testing::Test::HasFailure()) FAIL() << Name(from) << " to " << Name(DataType{to});
    }
}

TEST(Cast, Errors) {
  test::ExpectErrors({
      {Cast{.input = {DataType::Float32, {2, 3}}, .output = {DataType::Int8, {2, 4}}},
       "CAST: OutputTensor.Sizes[1] is 4, but InputTensor.Sizes[1] is 3"},
      {Cast{.input = {DataType::Float32, {2, 3}}, .output = {DataType::Int8, {6}}},
       "CAST: OutputTensor.DimensionCount is 1, but InputTensor.DimensionCount is 2"},
      {Cast{.input = {DataType::Int4, {2}}, .output = {DataType::Int8, {2}}},
       "CAST: InputTensor.DataType is INT4, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, INT32, "
       "INT16, INT8, FLOAT64, UINT64 or INT64 is required"},
      {Cast{.input = {DataType::Float32, {2, 3}}, .output = {DataType::Int8, {2, 3}}},
       "CAST: InputTensor.DimensionCount is 2, but 4 is required at feature level 3_0",
       {.feature_level = FeatureLevel::Level3_0}},
  });
}

const test::Samples cast_samples(OperatorType::Cast, [](int64_t rows, int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  std::vector<Operator> samples;
  for (DataType from : test::kSampleTypes)
    for (DataType to : {DataType::UInt8, DataType::Float16, DataType::Int32, DataType::Float64})
      samples.push_back(Cast{.input = {from, image}, .output = {to, image}});
  return samples;
});

}  // namespace
}  // namespace weft
