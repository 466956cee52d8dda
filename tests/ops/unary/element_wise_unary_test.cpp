// SPDX-License-Identifier: MIT
// Operators of one number (the rows of oracle/unary.h): every float16, a sample of all float32,
// every integer type, ScaleBias; then rows and refusals worked out by hand.
#include "ops/against_oracle.h"
#include "oracle/element_wise_identity.h"
#include "oracle/ulp.h"
#include "oracle/unary.h"
#include "simd/each_isa.h"

namespace weft {
namespace {

using oracle::Dense;
using oracle::UnaryRow;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;
constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");

const std::vector<UnaryRow>& AllRows() {
  static const std::vector<UnaryRow> rows = oracle::UnaryRows();
  return rows;
}

std::string NameOf(const UnaryRow& row) { return std::string(Info(row.type).name); }

bool Supports(OperatorType type, DataType data) {
  return Info(type).support.front().tensors.front().data_types >> uint32_t(data) & 1;
}

// Runs the row on elements of `type` with the given bits and looks at each result.
void ExpectNear(const UnaryRow& row, DataType type, const std::vector<uint64_t>& inputs,
                double most_ulp, const std::optional<ScaleBias>& scale_bias = {}) {
  const TensorDesc desc(type, {int64_t(inputs.size())});
  const Operator op = row.make(desc, desc, scale_bias);
  test::GuardedBuffer in(desc, 1), out(desc, 2);
  oracle::Scatter({type, desc.sizes(), inputs}, desc.layout, in.data());
  const Status status = weft::Run(op, {ConstBuffer(in)}, {Buffer(out)});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  const Dense got = oracle::Gather(type, desc.layout, out.data());
  for (size_t i = 0; i < inputs.size(); ++i) {
    long double x = oracle::ValueOf(type, inputs[i]).real;
    // What the function gets is rounded to float32, where the library computes.
    if (scale_bias) x = oracle::MultiplyAdd<float>(x, *scale_bias);
    const long double want = row.answer(x), result = oracle::ValueOf(type, got.elements[i]).real;
    ASSERT_LE(oracle::UlpError(type, result, want), most_ulp)
        << ToString(op) << ": f(" << double(x) << ") is " << double(result) << " instead of "
        << double(want);
  }
}

TEST(Unary, EveryFloat16) {
  std::vector<uint64_t> all;
  for (uint64_t bits = 0; bits < 65536; ++bits) all.push_back(bits);
  for (const UnaryRow& row : AllRows()) ExpectNear(row, kF16, all, 1);
}

std::vector<uint64_t> SampleOfFloats(uint32_t step) {
  std::vector<uint64_t> sample;
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += step) sample.push_back(bits);
  for (uint64_t sign : {0u, 1u << 31})
    for (uint64_t edge : {0x00000000u, 0x00800000u, 0x3f800000u, 0x3f000000u, 0x4b000000u,
                          0x7f800000u, 0x42b17218u, 0x42cff1b5u, 0x3f200000u, 0x3f6b851fu})
      for (uint64_t delta = 0; delta < 8; ++delta)
        sample.push_back(sign | ((edge + delta - 4) & 0x7fffffff));
  return sample;
}

TEST(Unary, AFloat32InEveryFortyThousand) {
  const std::vector<uint64_t> sample = SampleOfFloats(39989);
  for (const UnaryRow& row : AllRows()) ExpectNear(row, kF32, sample, 4);
}

// Machines without AVX2 get other code from the same source.
TEST(Unary, TheBaselineInstructionSetToo) {
  const test::WithMaxIsa ceiling(test::IsasHere().back());
  std::vector<uint64_t> halves;
  for (uint64_t bits = 0; bits < 65536; bits += 7) halves.push_back(bits);
  const std::vector<uint64_t> sample = SampleOfFloats(399989);
  for (const UnaryRow& row : AllRows()) {
    ExpectNear(row, kF16, halves, 1);
    ExpectNear(row, kF32, sample, 4);
  }
}

TEST(Unary, ScaleBiasComesFirst) {
  const std::vector<uint64_t> sample = SampleOfFloats(3999971);
  std::vector<uint64_t> halves;
  for (uint64_t bits = 0; bits < 65536; bits += 13) halves.push_back(bits);
  for (const UnaryRow& row : AllRows()) {
    if (!row.has_scale_bias) continue;
    ExpectNear(row, kF32, sample, 4, ScaleBias{-0.3f, 1.7f});
    ExpectNear(row, kF16, halves, 1, ScaleBias{2.5f, -0.4f});
  }
}

// Integers have one right answer, in any layout.
TEST(Unary, Integers) {
  constexpr DataType kIntegers[] = {DataType::Int64,  DataType::Int32,  DataType::Int16,
                                    DataType::Int8,   DataType::UInt64, DataType::UInt32,
                                    DataType::UInt16, DataType::UInt8};
  uint64_t seed = 1;
  for (const UnaryRow& row : AllRows())
    for (DataType type : kIntegers)
      for (int repeat = 0; repeat < 40; ++repeat) {
        if (!Supports(row.type, type)) continue;
        ASSERT_TRUE(row.integer) << NameOf(row);
        Rng rng(seed++);
        const Sizes sizes = test::RandomSizes(rng);
        std::optional<ScaleBias> scale_bias;
        if (row.has_scale_bias && rng.Chance(50))
          scale_bias = {rng.Pick({-0.3f, 2.5f, 1e5f}), 7.5f};
        const auto answer = [&](std::vector<Dense> tensors) {
          tensors[0] = oracle::Identity(tensors[0], scale_bias);
          for (uint64_t& bits : tensors[0].elements)
            bits = oracle::BitsOf(
                type, {false, row.integer(type, oracle::ValueOf(type, bits).integer), 0});
          return tensors;
        };
        const Operator op =
            row.make(test::RandomTensor(rng, type, sizes, TensorUse::Input),
                     test::RandomTensor(rng, type, sizes, TensorUse::Output), scale_bias);
        ASSERT_EQ(test::AgainstOracle(rng, op, answer), "") << "seed " << seed - 1;
      }
}

template <class Op>
Operator Plain(Op op, DataType type, int64_t count) {
  op.input = op.output = {type, {count}};
  if constexpr (requires { op.min_max_data_type; }) op.min_max_data_type = type;
  return op;
}

// RunRow compares bits, so zeros have signs here.
TEST(Unary, Rows) {
  const std::vector<Row> rows = {
      {"abs", Plain(ElementWiseAbs{}, kF32, 4), {-0.0L, -3, kInf, -kInf}, {0, 3, kInf, kInf}},
      {"abs of the lowest integer",
       Plain(ElementWiseAbs{}, DataType::Int8, 2),
       {-128, -127},
       {-128, 127}},
      {"negate", Plain(ElementWiseNegate{}, kF32, 3), {0, -0.0L, kInf}, {-0.0L, 0, -kInf}},
      {"negate the lowest integer",
       Plain(ElementWiseNegate{}, DataType::Int64, 2),
       {-0x1p63L, 5},
       {-0x1p63L, -5}},
      {"sign",
       Plain(ElementWiseSign{}, kF32, 5),
       {-0.0L, kNan, -kInf, 0x1p-149L, 7},
       {0, 0, -1, 1, 1}},
      {"exp",
       Plain(ElementWiseExp{}, kF32, 5),
       {-0.0L, -kInf, kInf, 1000, kNan},
       {1, 0, kInf, kInf, kNan}},
      {"log",
       Plain(ElementWiseLog{}, kF32, 5),
       {0, -0.0L, -1, 1, kInf},
       {-kInf, -kInf, kNan, 0, kInf}},
      {"sin", Plain(ElementWiseSin{}, kF32, 3), {0, -0.0L, kInf}, {0, -0.0L, kNan}},
      {"tan", Plain(ElementWiseTan{}, kF32, 3), {0, -0.0L, -kInf}, {0, -0.0L, kNan}},
      {"asin", Plain(ElementWiseAsin{}, kF32, 3), {-0.0L, 1.5L, -2}, {-0.0L, kNan, kNan}},
      {"atanh",
       Plain(ElementWiseAtanh{}, kF32, 4),
       {-0.0L, 1, -1, 1.25L},
       {-0.0L, kInf, -kInf, kNan}},
      {"acosh", Plain(ElementWiseAcosh{}, kF32, 4), {1, 0.5L, -2, kInf}, {0, kNan, kNan, kInf}},
      {"tanh",
       Plain(ElementWiseTanh{}, kF32, 4),
       {-0.0L, 0x1p-149L, kInf, -50},
       {-0.0L, 0x1p-149L, 1, -1}},
      {"erf", Plain(ElementWiseErf{}, kF32, 3), {-0.0L, kInf, -9}, {-0.0L, 1, -1}},
      {"recip", Plain(ElementWiseRecip{}, kF32, 3), {-0.0L, kInf, 4}, {-kInf, 0, 0.25L}},
      {"sqrt", Plain(ElementWiseSqrt{}, kF32, 3), {-0.0L, -1, 9}, {-0.0L, kNan, 3}},
      {"ceil",
       Plain(ElementWiseCeil{}, kF32, 5),
       {-0.5L, 0, 0.5L, 1e30L, -kInf},
       {-0.0L, 0, 1, 1e30L, -kInf}},
      {"floor",
       Plain(ElementWiseFloor{}, kF32, 4),
       {-0.0L, 0.5L, -0.5L, kInf},
       {-0.0L, 0, -1, kInf}},
      {"round to even",
       Plain(ElementWiseRound{.rounding_mode = RoundingMode::HalvesToNearestEven}, kF32, 5),
       {0.5L, 1.5L, -2.5L, -0.25L, 0x1.fffffep-2L},
       {0, 2, -2, -0.0L, 0}},
      {"round toward zero",
       Plain(ElementWiseRound{.rounding_mode = RoundingMode::TowardZero}, kF32, 4),
       {0.75L, -0.75L, -2.5L, 3},
       {0, -0.0L, -2, 3}},
      {"round halves away from zero",
       Plain(ElementWiseRound{.rounding_mode = RoundingMode::TowardInfinity}, kF32, 6),
       {0.5L, -0.5L, 2.5L, 0x1.fffffep-2L, -0.25L, 8388609},
       {1, -1, 3, 0, -0.0L, 8388609}},
      {"clip gives the bound for NaN",
       Plain(ElementWiseClip{.min = 1, .max = 2}, kF32, 4),
       {kNan, -kInf, 1.5L, kInf},
       {2, 1, 1.5L, 2}},
      {"a bound that is NaN is none",
       Plain(ElementWiseClip{.min = NAN, .max = 2}, kF32, 3),
       {1, 5, -7},
       {1, 2, -7}},
      {"clip truncates its bounds for integers",
       Plain(ElementWiseClip{.min = -1.5f, .max = 2.9f}, DataType::Int16, 4),
       {-5, -1, 2, 3},
       {-1, -1, 2, 2}},
      {"clip saturates its bounds",
       Plain(ElementWiseClip{.min = -5, .max = 1000}, DataType::UInt8, 3),
       {0, 17, 255},
       {0, 17, 255}},
      {"clip1 keeps 64 bits",
       Plain(ElementWiseClip1{.min = int64_t(-9007199254740993), .max = int64_t(9007199254740993)},
             DataType::Int64, 3),
       {-0x1p62L, 0x1p62L, 5},
       {-9007199254740993.0L, 9007199254740993.0L, 5}},
      {"clip1 reads the bits of a half",
       Plain(ElementWiseClip1{.min = Scalar::FromBits(0x3c00), .max = Scalar::FromBits(0x4000)},
             kF16, 3),
       {0, 1.5L, 9},
       {1, 1.5L, 2}},
      {"threshold of NaN", Plain(ElementWiseThreshold{.min = 3}, kF32, 3), {kNan, 2, 4}, {3, 3, 4}},
      {"any number to the power of 0",
       Plain(ElementWiseConstantPow{.exponent = 0}, kF32, 3),
       {kNan, 0, -kInf},
       {1, 1, 1}},
      {"negative base",
       Plain(ElementWiseConstantPow{.exponent = 3}, kF32, 4),
       {-2, -0.0L, -kInf, kNan},
       {-8, -0.0L, -kInf, kNan}},
      {"negative base, no integer",
       Plain(ElementWiseConstantPow{.exponent = 0.5f}, kF32, 4),
       {-2, -0.0L, 4, kInf},
       {kNan, 0, 2, kInf}},
      {"negative exponent",
       Plain(ElementWiseConstantPow{.exponent = -1}, kF32, 4),
       {0, -0.0L, -4, kInf},
       {kInf, -kInf, -0.25L, 0}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

TEST(Unary, Errors) {
  const TensorDesc floats(kF32, {2, 3});
  test::ExpectErrors({
      {ElementWiseExp{.input = floats, .output = {kF16, {2, 3}}},
       "ELEMENT_WISE_EXP: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {ElementWiseLog{.input = floats, .output = {kF32, {2, 4}}},
       "ELEMENT_WISE_LOG: OutputTensor.Sizes[1] is 4, but InputTensor.Sizes[1] is 3"},
      {ElementWiseSin{.input = {DataType::Int32, {4}}, .output = {DataType::Int32, {4}}},
       "ELEMENT_WISE_SIN: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
      {ElementWiseAbs{.input = {DataType::UInt8, {4}}, .output = {DataType::UInt8, {4}}},
       "ELEMENT_WISE_ABS: InputTensor.DataType is UINT8, but FLOAT32, FLOAT16, INT32, INT16, INT8 "
       "or INT64 is required"},
      {ElementWiseClip1{.input = floats, .output = floats, .min_max_data_type = kF16},
       "ELEMENT_WISE_CLIP1: MinMaxDataType is FLOAT16, but OutputTensor.DataType is FLOAT32"},
      {ElementWiseRound{.input = floats, .output = floats, .rounding_mode = RoundingMode(3)},
       "ELEMENT_WISE_ROUND: RoundingMode is 3, but HALVES_TO_NEAREST_EVEN, TOWARD_ZERO or "
       "TOWARD_INFINITY is required"},
      {ElementWiseTanh{.input = floats, .output = {kF32, {2, 3}, {0, 1}}},
       "ELEMENT_WISE_TANH: OutputTensor.Strides[0] is 0, but Sizes[0] is 2 and an output cannot "
       "broadcast"},
      {ElementWiseErf{.input = floats, .output = floats},
       "ELEMENT_WISE_ERF: InputTensor.DimensionCount is 2, but 4 is required at feature level 2_1",
       {.feature_level = FeatureLevel::Level2_1}},
  });
}

// The property tests try each operator in its float types and in two of its integers.
std::vector<Operator> SamplesOf(const UnaryRow& row, int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : {kF32, kF16, DataType::Int8, DataType::Int64}) {
    const TensorDesc desc(data, {1, 3, rows, columns});
    if (Supports(row.type, data)) samples.push_back(row.make(desc, desc, ScaleBias{0.75f, -0.5f}));
  }
  return samples;
}

const bool samples_are_given = [] {
  for (const UnaryRow& row : AllRows())
    if (row.type != OperatorType::ElementWiseIdentity)  // has its own
      test::Samples(row.type, [&row](int64_t rows, int64_t columns) {
        return SamplesOf(row, rows, columns);
      });
  return true;
}();

}  // namespace
}  // namespace weft
