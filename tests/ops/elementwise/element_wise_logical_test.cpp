// SPDX-License-Identifier: MIT
// Comparisons, logic, bit operations and IF: rows worked out by hand, every type against the oracle
// in random layouts and for all pairs of special values, refusals, and samples.

#include "ops/elementwise/element_wise.h"
#include "oracle/logical.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU8 = DataType::UInt8;

const std::vector<OperatorType> kComparisons = {
    OperatorType::ElementWiseLogicalEquals, OperatorType::ElementWiseLogicalGreaterThan,
    OperatorType::ElementWiseLogicalLessThan, OperatorType::ElementWiseLogicalGreaterThanOrEqual,
    OperatorType::ElementWiseLogicalLessThanOrEqual};

const std::vector<OperatorType> kBitwise = {
    OperatorType::ElementWiseLogicalAnd,   OperatorType::ElementWiseLogicalOr,
    OperatorType::ElementWiseLogicalXor,   OperatorType::ElementWiseBitAnd,
    OperatorType::ElementWiseBitOr,        OperatorType::ElementWiseBitXor,
    OperatorType::ElementWiseBitShiftLeft, OperatorType::ElementWiseBitShiftRight};

TensorsRow Row(const char* name, OperatorType type, const std::vector<DataType>& types,
               const std::vector<long double>& a, const std::vector<long double>& b,
               const std::vector<long double>& want) {
  return {name, test::MakeElementWise(type, types, {int64_t(a.size())}), {a, b}, {want}};
}

TEST(ElementWiseLogical, Rows) {
  const std::vector<TensorsRow> rows = {
      Row("equality", OperatorType::ElementWiseLogicalEquals, {kF32, kF32, kU8},
          {0, 1, kNan, kInf, 1}, {-0.0L, 1, kNan, kInf, 2}, {1, 1, 0, 1, 0}),
      Row("nothing is less than NaN", OperatorType::ElementWiseLogicalLessThan,
          {kF32, kF32, DataType::UInt32}, {kNan, 1, -kInf, 1}, {1, kNan, kInf, 1}, {0, 0, 1, 0}),
      Row("nor at most NaN", OperatorType::ElementWiseLogicalLessThanOrEqual,
          {DataType::Float16, DataType::Float16, kU8}, {kNan, 1, kNan, 1}, {1, kNan, kNan, 1},
          {0, 0, 0, 1}),
      Row("signed", OperatorType::ElementWiseLogicalGreaterThan,
          {DataType::Int64, DataType::Int64, kU8}, {-1, 1, 0x1p62L, -0x1p63L},
          {1, -1, 0x1p62L - 1, 0}, {0, 1, 1, 0}),
      Row("unsigned", OperatorType::ElementWiseLogicalGreaterThan, {kU8, kU8, DataType::UInt32},
          {255, 1, 3}, {1, 255, 3}, {1, 0, 0}),
      Row("at least", OperatorType::ElementWiseLogicalGreaterThanOrEqual,
          {DataType::Int8, DataType::Int8, kU8}, {-1, 1, 3}, {1, -1, 3}, {0, 1, 1}),
      Row("anything but 0 is true", OperatorType::ElementWiseLogicalAnd, {kU8}, {0, 0, 2, 4},
          {0, 3, 0, 3}, {0, 0, 0, 1}),
      Row("or", OperatorType::ElementWiseLogicalOr, {DataType::UInt32}, {0, 0, 2, 65536},
          {0, 3, 0, 3}, {0, 1, 1, 1}),
      Row("exclusive or", OperatorType::ElementWiseLogicalXor, {DataType::UInt32}, {0, 0, 2, 65536},
          {0, 3, 0, 3}, {0, 1, 1, 0}),
      Row("bits", OperatorType::ElementWiseBitAnd, {kU8}, {12, 255, 170}, {10, 15, 85}, {8, 15, 0}),
      Row("bits of signed", OperatorType::ElementWiseBitOr, {DataType::Int16}, {-32768, 1}, {1, 2},
          {-32767, 3}),
      Row("bits of floats", OperatorType::ElementWiseBitXor, {kF32}, {1, -2}, {1, 2}, {0, -0.0L}),
      Row("shifts count modulo the width", OperatorType::ElementWiseBitShiftLeft, {kU8},
          {1, 1, 3, 1, 129}, {7, 8, 9, 255, 1}, {128, 1, 6, 128, 2}),
      Row("zeros come in", OperatorType::ElementWiseBitShiftRight, {DataType::UInt32},
          {0x1p31L, 0x1p31L, 5}, {31, 32, 33}, {1, 0x1p31L, 2}),
      Row("64 places", OperatorType::ElementWiseBitShiftRight, {DataType::UInt64},
          {0x1p63L, 0x1p63L}, {63, 64}, {1, 0x1p63L}),
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(ElementWiseLogical, Comparisons) {
  for (OperatorType type : kComparisons)
    for (DataType data : test::SupportedTypes(type))
      for (DataType to : {kU8, DataType::UInt32}) {
        test::ExpectOracleAgrees(
            type, {data, data, to},
            [&](const std::vector<Dense>& in) -> std::vector<Dense> {
              return {oracle::Comparison(type, in[0], in[1], to)};
            },
            12);
        const std::vector<Dense> pairs = test::SpecialPairs(data, data);
        const Operator op = test::MakeElementWise(type, {data, data, to}, pairs[0].sizes);
        EXPECT_EQ(test::Difference(test::RunPacked(op, pairs),
                                   oracle::Comparison(type, pairs[0], pairs[1], to), pairs),
                  "")
            << Info(type).name << " " << Name(data);
      }
}

TEST(ElementWiseLogical, Bits) {
  for (OperatorType type : kBitwise)
    for (DataType data : test::SupportedTypes(type)) {
      test::ExpectOracleAgrees(
          type, {data},
          [&](const std::vector<Dense>& in) -> std::vector<Dense> {
            return {oracle::Bitwise(type, in[0], in[1])};
          },
          12);
      const std::vector<Dense> pairs = test::SpecialPairs(data, data);
      const Operator op = test::MakeElementWise(type, {data}, pairs[0].sizes);
      EXPECT_EQ(test::RunPacked(op, pairs).elements,
                oracle::Bitwise(type, pairs[0], pairs[1]).elements)
          << Info(type).name << " " << Name(data);
    }
}

// Bits are moved as they are, those of NaNs too.
TEST(ElementWiseIf, RandomTensors) {
  for (DataType data : test::SupportedTypes(OperatorType::ElementWiseIf, 1))
    for (uint64_t seed = 1; seed <= 40; ++seed) {
      Rng rng(seed);
      const Operator op =
          test::MakeElementWise(OperatorType::ElementWiseIf, {kU8, data}, test::RandomSizes(rng));
      test::ExpectOracle(
          rng, op,
          [](const std::vector<Dense>& in) -> std::vector<Dense> {
            return {oracle::If(in[0], in[1], in[2])};
          },
          [](Rng& random, size_t input, DataType type) {
            return input == 0 && random.Chance(50) ? 0 : test::RandomElement(random, type);
          });
    }
}

TEST(ElementWiseLogical, Errors) {
  const TensorDesc f({kF32, {2, 3}}), h({DataType::Float16, {2, 3}}), u(kU8, {2, 3});
  test::ExpectErrors({
      {ElementWiseLogicalEquals{f, h, u},
       "ELEMENT_WISE_LOGICAL_EQUALS: BTensor.DataType is FLOAT16, but ATensor.DataType is FLOAT32"},
      {ElementWiseLogicalLessThan{f, f, f},
       "ELEMENT_WISE_LOGICAL_LESS_THAN: OutputTensor.DataType is FLOAT32, but UINT32 or UINT8 is "
       "required"},
      {ElementWiseLogicalGreaterThan{f, f, {kU8, {2, 4}}},
       "ELEMENT_WISE_LOGICAL_GREATER_THAN: OutputTensor.Sizes[1] is 4, but ATensor.Sizes[1] is 3"},
      {ElementWiseLogicalAnd{u, u, {DataType::UInt32, {2, 3}}},
       "ELEMENT_WISE_LOGICAL_AND: OutputTensor.DataType is UINT32, but ATensor.DataType is UINT8"},
      {ElementWiseBitShiftLeft{{DataType::Int8, {2}}, {DataType::Int8, {2}}, {DataType::Int8, {2}}},
       "ELEMENT_WISE_BIT_SHIFT_LEFT: ATensor.DataType is INT8, but UINT32, UINT16, UINT8 or UINT64 "
       "is required"},
      {ElementWiseIf{f, f, f, f},
       "ELEMENT_WISE_IF: ConditionTensor.DataType is FLOAT32, but UINT8 is required"},
      {ElementWiseIf{u, f, h, f},
       "ELEMENT_WISE_IF: BTensor.DataType is FLOAT16, but ATensor.DataType is FLOAT32"},
      {ElementWiseIf{{kU8, {2, 1}}, f, f, f},
       "ELEMENT_WISE_IF: ATensor.Sizes[1] is 3, but ConditionTensor.Sizes[1] is 1"},
  });
}

template <OperatorType kType>
std::vector<Operator> CompareSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    for (DataType to : {kU8, DataType::UInt32})
      samples.push_back(test::MakeElementWise(kType, {data, data, to}, {1, 3, rows, columns}));
  return samples;
}
template <OperatorType kType>
std::vector<Operator> BitSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::SupportedTypes(kType))
    if (data != DataType::Float16 && data != kF32 && data != DataType::Float64)
      samples.push_back(test::MakeElementWise(kType, {data}, {1, 3, rows, columns}));
  return samples;
}

#define WEFT_SAMPLES(Kind, Type) \
  const test::Samples samples_of_##Type(OperatorType::Type, Kind<OperatorType::Type>);
WEFT_SAMPLES(CompareSamples, ElementWiseLogicalEquals)
WEFT_SAMPLES(CompareSamples, ElementWiseLogicalGreaterThan)
WEFT_SAMPLES(CompareSamples, ElementWiseLogicalLessThan)
WEFT_SAMPLES(CompareSamples, ElementWiseLogicalGreaterThanOrEqual)
WEFT_SAMPLES(CompareSamples, ElementWiseLogicalLessThanOrEqual)
WEFT_SAMPLES(BitSamples, ElementWiseLogicalAnd)
WEFT_SAMPLES(BitSamples, ElementWiseLogicalOr)
WEFT_SAMPLES(BitSamples, ElementWiseLogicalXor)
WEFT_SAMPLES(BitSamples, ElementWiseBitAnd)
WEFT_SAMPLES(BitSamples, ElementWiseBitOr)
WEFT_SAMPLES(BitSamples, ElementWiseBitXor)
WEFT_SAMPLES(BitSamples, ElementWiseBitShiftLeft)
WEFT_SAMPLES(BitSamples, ElementWiseBitShiftRight)
#undef WEFT_SAMPLES

const test::Samples if_samples(OperatorType::ElementWiseIf, [](int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(
        test::MakeElementWise(OperatorType::ElementWiseIf, {kU8, data}, {1, 3, rows, columns}));
  return samples;
});

}  // namespace
}  // namespace weft
