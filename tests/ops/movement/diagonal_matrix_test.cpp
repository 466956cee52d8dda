// SPDX-License-Identifier: MIT
// DIAGONAL_MATRIX, DIAGONAL_MATRIX1: extreme bounds, every refusal, random bands against the
// oracle.

#include "oracle/diagonal_matrix.h"

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;

TEST(DiagonalMatrix, Examples) {
  const std::vector<TensorsRow> rows = {
      {"the greatest offset",
       DiagonalMatrix{.output = {kF32, {2, 2}}, .offset = INT32_MAX, .value = 1},
       {},
       {{0, 0, 0, 0}}},
      {"the least offset",
       DiagonalMatrix{.output = {kF32, {2, 2}}, .offset = INT32_MIN, .value = 1},
       {},
       {{0, 0, 0, 0}}},
      {"the value loses its fraction",
       DiagonalMatrix{.output = {DataType::Int8, {2, 2}}, .offset = 0, .value = -3.9f},
       {},
       {{-3, 0, 0, -3}}},
      {"and saturates",
       DiagonalMatrix{.output = {DataType::UInt16, {2, 2}}, .offset = 1, .value = 1e9f},
       {},
       {{0, 65535, 0, 0}}},
      {"batches",
       DiagonalMatrix{.output = {kF32, {2, 1, 2}}, .offset = 1, .value = 5},
       {},
       {{0, 5, 0, 5}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(DiagonalMatrix1, Examples) {
  const TensorDesc three(kF32, {3, 3});
  const std::vector<std::vector<long double>> nine = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const std::vector<TensorsRow> rows = {
      {"all diagonals but the last possible one",
       DiagonalMatrix1{three, three, kF32, 0, INT32_MIN, INT32_MAX},
       nine,
       {{0, 0, 0, 0, 0, 0, 0, 0, 0}}},
      {"none", DiagonalMatrix1{three, three, kF32, 0, 1, 1}, nine, nine},
      {"none of those between the extremes, inverted",
       DiagonalMatrix1{three, three, kF32, 0, INT32_MAX, INT32_MIN}, nine, nine},
      {"above",
       DiagonalMatrix1{three, three, kF32, 0, 1, INT32_MAX},
       nine,
       {{1, 0, 0, 4, 5, 0, 7, 8, 9}}},
      {"a transposed output",
       DiagonalMatrix1{three, TensorDesc(kF32, {3, 3}, {1, 3}), kF32, 0, 0, 2},
       nine,
       {{0, 0, 3, 4, 0, 0, 7, 8, 0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(DiagonalMatrix, Errors) {
  const TensorDesc three(kF32, {3, 3});
  test::ExpectErrors({
      {DiagonalMatrix1{.output = three, .value_data_type = DataType::Int32},
       "DIAGONAL_MATRIX1: ValueDataType is INT32, but OutputTensor.DataType is FLOAT32"},
      {DiagonalMatrix1{.input = TensorDesc(kF32, {3, 4}), .output = three, .value_data_type = kF32},
       "DIAGONAL_MATRIX1: OutputTensor.Sizes[1] is 3, but InputTensor.Sizes[1] is 4"},
      {DiagonalMatrix1{
           .input = TensorDesc(DataType::Int32, {3, 3}), .output = three, .value_data_type = kF32},
       "DIAGONAL_MATRIX1: OutputTensor.DataType is FLOAT32, but InputTensor.DataType is INT32"},
      {DiagonalMatrix{.output = {kF32, {3}}},
       "DIAGONAL_MATRIX: OutputTensor.DimensionCount is 1, but 2 to 4 is required"},
      {DiagonalMatrix{.output = {kF32, {1, 1, 1, 3, 3}}},
       "DIAGONAL_MATRIX: OutputTensor.DimensionCount is 5, but 2 to 4 is required"},
      {DiagonalMatrix{.output = {kF32, Sizes()}},
       "DIAGONAL_MATRIX: OutputTensor.DimensionCount is 0, but 2 to 4 is required",
       {.allow_empty = true}},
      {DiagonalMatrix{.output = three},
       "DIAGONAL_MATRIX: OutputTensor.DimensionCount is 2, but 4 is required at feature level 3_1",
       {.feature_level = FeatureLevel::Level3_1}},
      {DiagonalMatrix{.output = {DataType::Int64, {3, 3}}},
       "DIAGONAL_MATRIX: OutputTensor.DataType is INT64, but FLOAT32, FLOAT16, UINT32, UINT16, "
       "UINT8, INT32, INT16 or INT8 is required at feature level 5_0",
       {.feature_level = FeatureLevel::Level5_0}},
  });
}

TEST(DiagonalMatrix1, RandomBands) {
  for (uint64_t seed = 1; seed <= 2500 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Sizes sizes;
    for (int64_t batches = rng.Between(0, 2); batches > 0; --batches)
      sizes.push_back(rng.Between(1, 4));
    const int64_t most = rng.Chance(20) ? 90 : 12;
    sizes.push_back(rng.Between(1, most));
    sizes.push_back(rng.Between(1, most));
    const DataType type = test::RandomType(rng);
    const auto bound = [&] {
      return int32_t(rng.Chance(15) ? rng.Pick<int64_t>({INT32_MIN, INT32_MAX})
                                    : rng.Between(-most, most));
    };
    const uint64_t value = test::RandomElement(rng, type);
    DiagonalMatrix1 op{.output = test::RandomTensor(rng, type, sizes, TensorUse::Output),
                       .value_data_type = type,
                       .value = Scalar::FromBits(value),
                       .diagonal_fill_begin = bound(),
                       .diagonal_fill_end = bound()};
    if (rng.Chance(60)) op.input = test::RandomTensor(rng, type, sizes, TensorUse::Input);
    EXPECT_EQ(test::AgainstOracle(rng, op,
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::DiagonalMatrix1(
                                        op.input ? &inputs[0] : nullptr, type, sizes, value,
                                        op.diagonal_fill_begin, op.diagonal_fill_end)};
                                  }),
              "");
  }
}

const test::Samples diagonal_matrix_samples(OperatorType::DiagonalMatrix, [](int64_t rows,
                                                                             int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(
        DiagonalMatrix{.output = {data, {1, 3, rows, columns}}, .offset = 2, .value = 7});
  return samples;
});

const test::Samples diagonal_matrix1_samples(OperatorType::DiagonalMatrix1, [](int64_t rows,
                                                                               int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes) {
    const TensorDesc tensor(data, {1, 3, rows, columns});
    samples.push_back(DiagonalMatrix1{tensor, tensor, data, 7, -1, 3});
    samples.push_back(DiagonalMatrix1{std::nullopt, tensor, data, 7, 4, -4});
  }
  return samples;
});

}  // namespace
}  // namespace weft
