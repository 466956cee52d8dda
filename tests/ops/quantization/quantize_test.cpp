// SPDX-License-Identifier: MIT
// QUANTIZE and DEQUANTIZE: blocks that share a scale, 4-bit elements in any layout, what there is
// without a zero point; refusals, random tensors against the oracle, and samples.

#include "oracle/quantize.h"
#include "ops/elementwise/element_wise.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr DataType kU8 = DataType::UInt8;
constexpr DataType kI8 = DataType::Int8;
constexpr DataType kU4 = DataType::UInt4;
constexpr DataType kI4 = DataType::Int4;

// Scale only, where the zero point has no sizes.
template <class Op>
Op Make(DataType input, DataType output, const Sizes& sizes, const Sizes& scale,
        const Sizes& zero_point) {
  constexpr bool kIsQuantize = std::is_same_v<Op, Quantize>;
  Op op{{input, sizes},
        QuantizationType::Scale,
        {{kIsQuantize ? input : output, scale}},
        {output, sizes}};
  if (zero_point.rank() > 0) {
    op.quantization_type = QuantizationType::ScaleZeroPoint;
    op.quantizations.emplace_back(kIsQuantize ? output : input, zero_point);
  }
  return op;
}

TEST(Quantize, Rows) {
  Quantize strided = Make<Quantize>(kF32, kU4, {2, 2}, {1, 1}, {});
  strided.output = {kU4, {2, 2}, {1, 3}};
  const std::vector<TensorsRow> rows = {
      {"a scale for each element",
       Make<Quantize>(kF32, kU8, {3}, {3}, {3}),
       {{1, 2, 300}, {1, 0.5L, 1}, {10, 20, 30}},
       {{11, 24, 255}}},
      {"a scale for every 2 elements of 6",
       Make<Quantize>(kF32, kI8, {6}, {3}, {3}),
       {{1, 2, 3, 4, 5, 6}, {1, 0.5L, 0.25L}, {0, 1, 2}},
       {{1, 2, 7, 9, 22, 26}}},
      {"blocks of rows and columns",
       Make<Quantize>(kF32, kI8, {2, 4}, {2, 2}, {}),
       {{1, 2, 3, 4, 5, 6, 7, 8}, {1, 0.5L, 0.25L, 0.125L}},
       {{1, 2, 6, 8, 20, 24, 56, 64}}},
      {"one scale, and a zero point for each",
       Make<Quantize>(kF32, kI8, {2, 2}, {1, 1}, {2, 2}),
       {{1, 2, 3, 4}, {0.5L}, {1, 2, 3, 4}},
       {{3, 6, 9, 12}}},
      {"4 bits saturate, an odd count ends in half a byte",
       Make<Quantize>(kF32, kI4, {5}, {1}, {1}),
       {{1, -20, 20, 2.5L, 0}, {1}, {-1}},
       {{0, -8, 7, 1, -1}}},
      {"unsigned 4 bits have their zero in the middle",
       Make<Quantize>(kF32, kU4, {4}, {1}, {}),
       {{0, -20, 20, 1}, {1}},
       {{8, 0, 15, 9}}},
      {"unsigned 8 bits too", Make<Quantize>(kF32, kU8, {2}, {1}, {}), {{0, 1}, {1}}, {{128, 129}}},
      {"4 bits in strides", strided, {{-1, 1, 2, 3}, {1}}, {{7, 9, 10, 11}}},
      {"blocks of 4-bit integers back to numbers",
       Make<Dequantize>(kU4, kF32, {2, 4}, {2, 2}, {2, 2}),
       {{0, 1, 2, 3, 12, 13, 14, 15}, {1, 2, 3, 4}, {0, 1, 2, 15}},
       {{0, 1, 2, 4, 30, 33, -4, 0}}},
      {"signed 4-bit integers to halfs",
       Make<Dequantize>(kI4, kF16, {3}, {1}, {}),
       {{-8, 7, -1}, {0.5L}},
       {{-4, 3.5L, -0.5L}}},
      {"the middle of unsigned integers is 0",
       Make<Dequantize>(kU4, kF32, {3}, {1}, {}),
       {{0, 8, 15}, {2}},
       {{-16, 0, 14}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Quantize, Errors) {
  Quantize none = Make<Quantize>(kF32, kU8, {4}, {2}, {2});
  none.quantization_type = QuantizationType::None;
  Quantize too_many = Make<Quantize>(kF32, kU8, {4}, {2}, {2});
  too_many.quantization_type = QuantizationType::Scale;
  Dequantize too_few = Make<Dequantize>(kU8, kF32, {4}, {2}, {});
  too_few.quantization_type = QuantizationType::ScaleZeroPoint;
  Quantize no_tensors = Make<Quantize>(kF32, kU8, {4}, {2}, {});
  no_tensors.quantizations.clear();
  Quantize other_scale = Make<Quantize>(kF32, kU8, {4}, {2}, {});
  other_scale.quantizations[0].type = kF16;
  Dequantize other_zero = Make<Dequantize>(kI4, kF16, {4}, {2}, {2});
  other_zero.quantizations[1].type = kU4;
  Quantize half_byte = Make<Quantize>(kF32, kU4, {4}, {1}, {});
  half_byte.output.layout.offset = 1;
  test::ExpectErrors({
      {none, "QUANTIZE: QuantizationType is NONE, but SCALE or SCALE_ZERO_POINT is required"},
      {too_many, "QUANTIZE: QuantizationTensorCount is 2, but QuantizationType SCALE needs 1"},
      {too_few,
       "DEQUANTIZE: QuantizationTensorCount is 1, but QuantizationType SCALE_ZERO_POINT needs 2"},
      {no_tensors,
       "QUANTIZE: QuantizationTensorCount is 0, but QuantizationTensors needs at least 1 tensor"},
      {Make<Quantize>(kF32, kU8, {4}, {3}, {}),
       "QUANTIZE: QuantizationTensors[0].Sizes[0] is 3, but InputTensor.Sizes[0] is 4, no multiple "
       "of it"},
      {Make<Quantize>(kF32, kU8, {4}, {8}, {}),
       "QUANTIZE: QuantizationTensors[0].Sizes[0] is 8, but InputTensor.Sizes[0] is 4, no multiple "
       "of it"},
      {Make<Dequantize>(kU8, kF32, {12}, {4}, {6}),
       "DEQUANTIZE: QuantizationTensors[1].Sizes[0] is 6, but QuantizationTensors[0].Sizes[0] is "
       "4, which makes other blocks"},
      {Make<Quantize>(kF32, kU8, {4, 4}, {4}, {}),
       "QUANTIZE: QuantizationTensors[0].DimensionCount is 1, but InputTensor.DimensionCount is 2"},
      {other_scale,
       "QUANTIZE: QuantizationTensors[0].DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {other_zero,
       "DEQUANTIZE: QuantizationTensors[1].DataType is UINT4, but InputTensor.DataType is INT4"},
      {Make<Quantize>(kF32, DataType::Int32, {4}, {1}, {}),
       "QUANTIZE: OutputTensor.DataType is INT32, but UINT8, INT8, UINT4 or INT4 is required"},
      {half_byte,
       "QUANTIZE: OutputTensor.Offset is 1, but a tensor of UINT4 begins at a whole byte: an even "
       "offset"},
  });
}

// Sizes of which each is 1, the whole, or `of_blocks`.
Sizes RandomBlocks(Rng& rng, const Sizes& sizes, const Sizes& of_blocks) {
  Sizes blocks;
  for (int dim = 0; dim < sizes.rank(); ++dim)
    blocks.push_back(rng.Pick<int64_t>({1, sizes[dim], of_blocks[dim], of_blocks[dim]}));
  return blocks;
}

uint64_t Element(Rng& rng, size_t, DataType type) {
  if (!oracle::FormatOf(type).is_float || rng.Chance(20)) return test::RandomElement(rng, type);
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-100, 100)) / 7});
}

TEST(Quantize, RandomTensors) {
  for (uint64_t seed = 1; seed <= 600 && !testing::Test::HasFailure(); ++seed) {
    Rng rng(seed);
    Sizes sizes, of_blocks;
    for (int64_t dim = rng.Between(1, kMaxRank), most = 600; dim > 0; --dim) {
      const int64_t block = rng.Between(1, std::min<int64_t>(most, 4));
      const int64_t blocks = rng.Between(1, std::min<int64_t>(most / block, most > 60 ? 20 : 3));
      sizes.push_back(block * blocks);
      of_blocks.push_back(blocks);
      most /= block * blocks;
    }
    const DataType integer = rng.Pick({kU8, kI8, kU4, kI4}), real = rng.Pick({kF32, kF16});
    const Sizes scale = RandomBlocks(rng, sizes, of_blocks);
    const Sizes zero_point = rng.Chance(70) ? RandomBlocks(rng, sizes, of_blocks) : Sizes();
    const oracle::Integer implied = integer == kU8 ? 128 : integer == kU4 ? 8 : 0;
    const auto zero_of = [](const std::vector<Dense>& in) {
      return in.size() > 2 ? &in[2] : nullptr;
    };
    EXPECT_EQ(
        test::AgainstOracle(
            rng,
            test::InRandomLayouts(rng, Make<Quantize>(real, integer, sizes, scale, zero_point)),
            [&](const std::vector<Dense>& in) -> std::vector<Dense> {
              return {oracle::Quantize(in[0], in[1], zero_of(in), implied, integer)};
            },
            {.exact_nan = false, .element = Element}),
        "");
    EXPECT_EQ(
        test::AgainstOracle(
            rng,
            test::InRandomLayouts(rng, Make<Dequantize>(integer, real, sizes, scale, zero_point)),
            [&](const std::vector<Dense>& in) -> std::vector<Dense> {
              return {oracle::Dequantize(in[0], in[1], zero_of(in), implied, real)};
            },
            {.exact_nan = false, .element = Element}),
        "");
  }
}

template <class Op>
std::vector<Operator> SamplesOf(int64_t rows, int64_t columns) {
  const Sizes sizes = {3, rows, columns}, of_blocks = {3, rows, 1};
  std::vector<Operator> samples;
  for (DataType integer : {kI8, kU4, kI4})
    samples.push_back(std::is_same_v<Op, Quantize>
                          ? Operator(Make<Quantize>(kF32, integer, sizes, of_blocks, of_blocks))
                          : Make<Dequantize>(integer, kF16, sizes, of_blocks, {}));
  return samples;
}
const test::Samples quantize_samples(OperatorType::Quantize, SamplesOf<Quantize>);
const test::Samples dequantize_samples(OperatorType::Dequantize, SamplesOf<Dequantize>);

}  // namespace
}  // namespace weft
