// SPDX-License-Identifier: MIT
// QUANTIZE_LINEAR, DEQUANTIZE_LINEAR, QUANTIZED_LINEAR_ADD and DYNAMIC_QUANTIZE_LINEAR: rows worked
// out by hand, random tensors against the oracle, refusals, and samples.

#include "ops/elementwise/element_wise.h"
#include "oracle/quantize.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr DataType kU8 = DataType::UInt8;
constexpr DataType kI8 = DataType::Int8;

ElementWiseQuantizeLinear Quantize(DataType input, DataType scale, DataType output,
                                   const Sizes& sizes, bool zero_point = true) {
  ElementWiseQuantizeLinear op{{input, sizes}, {scale, sizes}, {}, {output, sizes}};
  if (zero_point) op.zero_point = TensorDesc(output, sizes);
  return op;
}

ElementWiseDequantizeLinear Dequantize(DataType input, DataType output, const Sizes& sizes,
                                       bool zero_point = true) {
  ElementWiseDequantizeLinear op{{input, sizes}, {output, sizes}, {}, {output, sizes}};
  if (zero_point) op.zero_point = TensorDesc(input, sizes);
  return op;
}

ElementWiseQuantizedLinearAdd Add(DataType a, DataType b, DataType output, const Sizes& sizes,
                                  const Sizes& of_scales, bool zero_points = true) {
  const TensorDesc scale(kF32, of_scales);
  ElementWiseQuantizedLinearAdd op{{a, sizes}, scale, {}, {b, sizes},     scale,
                                   {},         scale, {}, {output, sizes}};
  if (zero_points) {
    op.a_zero_point = TensorDesc(a, of_scales);
    op.b_zero_point = TensorDesc(b, of_scales);
    op.output_zero_point = TensorDesc(output, of_scales);
  }
  return op;
}

DynamicQuantizeLinear Dynamic(DataType input, DataType output, const Sizes& sizes) {
  const Sizes one = Sizes::Filled(sizes.rank(), 1);
  return {{input, sizes}, {output, sizes}, {kF32, one}, {output, one}};
}

TEST(QuantizeLinear, Rows) {
  const std::vector<TensorsRow> rows = {
      {"halves round to even, ends saturate",
       Quantize(kF32, kF32, kU8, {9}),
       {{0.5L, 1.5L, 2.5L, -0.5L, 1000, -1000, kInf, -kInf, 3},
        {1, 1, 1, 1, 1, 1, 1, 1, 2},
        {10, 10, 10, 10, 10, 10, 10, 10, 0}},
       {{10, 12, 12, 10, 255, 0, 255, 0, 2}}},
      {"a scale of 0 and NaN are defined",
       Quantize(kF32, kF32, kI8, {6}),
       {{1, -1, 0, kNan, 1, kInf}, {0, 0, 0, 1, kNan, kInf}, {3, 3, 3, 3, 3, 3}},
       {{127, -128, 3, 3, 3, 3}}},
      {"without a zero point",
       Quantize(kF16, kF16, kI8, {3}, false),
       {{-300, 5, 0.75L}, {2, 2, 0.5L}, {}},
       {{-128, 2, 2}}},
      // In float32 the quotient would be 16777216 / 16777216 = 1, and round to 1 as well; 2.5 is
      // only reached by exact operands.
      {"32-bit integers do not go through float32",
       Quantize(DataType::Int32, kF32, kI8, {3}, false),
       {{16777217, -3, 2147483647}, {33554432, 2, 0x1p31L}, {}},
       {{1, -2, 1}}},
      {"back to numbers",
       Dequantize(kU8, kF32, {3}),
       {{0, 128, 255}, {0.5L, 0.5L, 2}, {128, 128, 0}},
       {{-64, 0, 510}}},
      {"differences of 32-bit integers do not wrap",
       Dequantize(DataType::Int32, kF32, {2}),
       {{2147483647, -0x1p31L}, {1, 0.5L}, {-0x1p31L, 2147483647}},
       {{0x1p32L, -0x1p31L}}},
      {"back to halfs without a zero point",
       Dequantize(DataType::UInt16, kF16, {2}, false),
       {{65535, 3}, {0.5L, 0.25L}, {}},
       {{32768, 0.75L}}},
      {"a sum of quantized numbers",  // (12 - 2) * 0.5 + (-3 - 1) * 2 = -3, and -3 / 0.25 + 20 = 8
       Add(kU8, kI8, kU8, {1}, {1}),
       {{12}, {0.5L}, {2}, {-3}, {2}, {1}, {0.25L}, {20}},
       {{8}}},
      {"a sum without zero points",
       Add(kI8, kI8, kI8, {3}, {1}, false),
       {{100, -100, 1}, {1}, {}, {100, -100, 2}, {1}, {}, {1}, {}},
       {{127, -128, 3}}},
      {"a dynamic range",  // of 0 to 255: scale 1, zero point 0
       Dynamic(kF32, kU8, {1, 4}),
       {{10, 255, 0.5L, 1.5L}},
       {{10, 255, 0, 2}, {1}, {0}}},
      {"a dynamic range around 0",  // of -1 to 1.55: scale 0.01
       Dynamic(kF32, kU8, {3}),
       {{-127.5L, 127.5L, 0}},
       {{0, 255, 128}, {1}, {128}}},
      {"a dynamic range to INT8",
       Dynamic(kF16, kI8, {3}),
       {{-255, 0, kNan}},
       {{-128, 127, 127}, {1}, {127}}},
      {"all zero", Dynamic(kF32, kU8, {2}), {{0, -0.0L}}, {{0, 0}, {1}, {0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Half of the values are what quantization is for, the others are anything.
uint64_t Element(Rng& rng, size_t, DataType type) {
  if (!oracle::FormatOf(type).is_float || rng.Chance(30)) return test::RandomElement(rng, type);
  const long double x = (long double)(rng.Between(-2000, 2000)) / rng.Pick<long double>({4, 7, 50});
  return oracle::BitsOf(type, {true, 0, x});
}

const Dense* Present(const Dense& dense) { return dense.elements.empty() ? nullptr : &dense; }

void ExpectAgrees(const Operator& op, uint64_t seed, const test::Oracle& oracle) {
  Rng rng(seed);
  ASSERT_EQ(test::AgainstOracle(rng, test::InRandomLayouts(rng, op), oracle,
                                {.exact_nan = false, .element = Element}),
            "");
}

TEST(QuantizeLinear, RandomTensors) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const DataType input = rng.Pick({kF32, kF16, DataType::Int32}), output = rng.Pick({kU8, kI8});
    const DataType scale = input == kF16 ? kF16 : kF32;
    ExpectAgrees(Quantize(input, scale, output, sizes, rng.Chance(70)), seed,
                 [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                   return {oracle::Quantize(in[0], in[1], Present(in[2]), 0, output)};
                 });
    const DataType integer =
        rng.Pick({kU8, kI8, DataType::Int16, DataType::UInt16, DataType::Int32, DataType::UInt32});
    ExpectAgrees(Dequantize(integer, scale, sizes, rng.Chance(70)), seed,
                 [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                   return {oracle::Dequantize(in[0], in[1], Present(in[2]), 0, scale)};
                 });
  }
}

TEST(QuantizeLinear, RandomSums) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng), one = Sizes::Filled(sizes.rank(), 1);
    const DataType output = rng.Pick({kU8, kI8});
    ExpectAgrees(Add(rng.Pick({kU8, kI8}), rng.Pick({kU8, kI8}), output, sizes,
                     rng.Chance(50) ? sizes : one, rng.Chance(70)),
                 seed, [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                   return {oracle::QuantizedAdd(in, output)};
                 });
  }
}

TEST(QuantizeLinear, RandomDynamicRanges) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const DataType output = rng.Pick({kU8, kI8});
    // Small numbers only, large and infinite ones among them, or nothing but denormals.
    const int64_t kind = rng.Between(1, 3);
    const auto element = [kind](Rng& random, size_t input, DataType type) {
      if (kind == 1) return oracle::BitsOf(type, {true, 0, random.Between(-999, 999) / 7.0L});
      if (kind == 2) return Element(random, input, type);
      return uint64_t(random.Between(0, 20));
    };
    const Operator op = test::InRandomLayouts(rng, Dynamic(rng.Pick({kF32, kF16}), output, sizes));
    ASSERT_EQ(test::AgainstOracle(rng, op,
                                  [&](const std::vector<Dense>& in) {
                                    return oracle::DynamicQuantize(in[0], output,
                                                                   Sizes::Filled(sizes.rank(), 1));
                                  },
                                  {.exact_nan = false, .element = element}),
              "")
        << seed;
  }
}

TEST(QuantizeLinear, Errors) {
  ElementWiseQuantizeLinear other_zero = Quantize(kF32, kF32, kU8, {2});
  other_zero.zero_point = TensorDesc(kI8, {2});
  ElementWiseDequantizeLinear other_scale = Dequantize(kU8, kF32, {2});
  other_scale.scale = {kF16, {2}};
  ElementWiseDequantizeLinear short_scale = Dequantize(kU8, kF32, {2});
  short_scale.scale = {kF32, {1}};
  ElementWiseQuantizedLinearAdd other_rank = Add(kU8, kU8, kU8, {2, 3}, {1, 1});
  other_rank.b_scale = {kF32, {1}};
  DynamicQuantizeLinear two_scales = Dynamic(kF32, kU8, {2});
  two_scales.output_scale = {kF32, {2}};
  DynamicQuantizeLinear other_type = Dynamic(kF32, kU8, {2});
  other_type.output_zero_point = {kI8, {1}};
  test::ExpectErrors({
      {Quantize(kF32, kF16, kU8, {2}),
       "ELEMENT_WISE_QUANTIZE_LINEAR: ScaleTensor.DataType is FLOAT16, but InputTensor.DataType is "
       "FLOAT32"},
      {Quantize(DataType::Int32, kF16, kU8, {2}),
       "ELEMENT_WISE_QUANTIZE_LINEAR: ScaleTensor.DataType is FLOAT16, but FLOAT32 is required "
       "where InputTensor.DataType is INT32"},
      {other_zero,
       "ELEMENT_WISE_QUANTIZE_LINEAR: ZeroPointTensor.DataType is INT8, but OutputTensor.DataType "
       "is UINT8"},
      {other_scale,
       "ELEMENT_WISE_DEQUANTIZE_LINEAR: OutputTensor.DataType is FLOAT32, but ScaleTensor.DataType "
       "is FLOAT16"},
      {short_scale,
       "ELEMENT_WISE_DEQUANTIZE_LINEAR: ScaleTensor.Sizes[0] is 1, but InputTensor.Sizes[0] is 2"},
      {Add(kU8, kU8, kU8, {2, 3}, {1, 3}),
       "ELEMENT_WISE_QUANTIZED_LINEAR_ADD: AScaleTensor.Sizes is [1, 3], but one element or "
       "ATensor.Sizes [2, 3] is required"},
      {other_rank,
       "ELEMENT_WISE_QUANTIZED_LINEAR_ADD: BScaleTensor.DimensionCount is 1, but "
       "ATensor.DimensionCount is 2"},
      {two_scales,
       "DYNAMIC_QUANTIZE_LINEAR: OutputScaleTensor.Sizes is [2], but one element is required"},
      {other_type,
       "DYNAMIC_QUANTIZE_LINEAR: OutputZeroPointTensor.DataType is INT8, but OutputTensor.DataType "
       "is UINT8"},
  });
}

const test::Samples quantize_samples(OperatorType::ElementWiseQuantizeLinear, [](int64_t rows,
                                                                                 int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  return std::vector<Operator>{Quantize(kF32, kF32, kU8, image), Quantize(kF16, kF16, kI8, image),
                               Quantize(DataType::Int32, kF32, kI8, image, false)};
});

const test::Samples dequantize_samples(OperatorType::ElementWiseDequantizeLinear,
                                       [](int64_t rows, int64_t columns) {
                                         const Sizes image = {1, 3, rows, columns};
                                         return std::vector<Operator>{
                                             Dequantize(kU8, kF32, image),
                                             Dequantize(kI8, kF16, image),
                                             Dequantize(DataType::UInt32, kF32, image, false)};
                                       });

const test::Samples add_samples(OperatorType::ElementWiseQuantizedLinearAdd, [](int64_t rows,
                                                                                int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  return std::vector<Operator>{Add(kU8, kI8, kU8, image, {1, 1, 1, 1}),
                               Add(kI8, kI8, kI8, image, image, false)};
});

const test::Samples dynamic_samples(OperatorType::DynamicQuantizeLinear, [](int64_t rows,
                                                                            int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  return std::vector<Operator>{Dynamic(kF32, kU8, image), Dynamic(kF16, kI8, image)};
});

}  // namespace
}  // namespace weft
