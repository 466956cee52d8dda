// SPDX-License-Identifier: MIT
// MATRIX_MULTIPLY_INTEGER, QUANTIZED_LINEAR_MATRIX_MULTIPLY and MATRIX_MULTIPLY_INTEGER_TO_FLOAT:
// rows worked out by hand, random products against the oracle, and every refusal.
#include "oracle/matrix_multiply_integer.h"

#include <cmath>

#include "ops/candidates.h"
#include "ops/each_candidate.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Bounded;
using oracle::Dense;
using test::Rng;
using test::TensorsRow;
using enum DataType;

struct Form {
  std::vector<int64_t> batches = {};
  int64_t m = 1, n = 1, k = 1;

  Sizes Matrix(int64_t rows, int64_t columns) const {
    Sizes sizes{std::span<const int64_t>(batches)};
    sizes.push_back(rows);
    sizes.push_back(columns);
    return sizes;
  }
  Sizes A() const { return Matrix(m, k); }
  Sizes B() const { return Matrix(k, n); }
  Sizes Output() const { return Matrix(m, n); }
};

MatrixMultiplyInteger Make(const Form& form, DataType a = UInt8, DataType b = Int8) {
  return {.a = {a, form.A()}, .b = {b, form.B()}, .output = {Int32, form.Output()}};
}
QuantizedLinearMatrixMultiply Quantized(const Form& form, DataType a = UInt8, DataType b = Int8,
                                        DataType output = UInt8) {
  const TensorDesc one(Float32, {1});
  return {.a = {a, form.A()},
          .a_scale = one,
          .b = {b, form.B()},
          .b_scale = one,
          .output_scale = one,
          .output = {output, form.Output()}};
}
MatrixMultiplyIntegerToFloat ToFloat(const Form& form, DataType integer, DataType real) {
  return {.a = {integer, form.A()},
          .a_scale = {real, {1}},
          .b = {integer, form.B()},
          .b_scale = {real, {1}},
          .output = {real, form.Output()}};
}

TEST(MatrixMultiplyInteger, Rows) {
  MatrixMultiplyInteger zeros = Make({.m = 2, .n = 2, .k = 2}, UInt8, UInt8);
  zeros.a_zero_point = {UInt8, {2, 1}};
  zeros.b_zero_point = {UInt8, {2}};
  MatrixMultiplyInteger one_zero = Make({.k = 3}, Int8, UInt8);
  one_zero.a_zero_point = {Int8, {1}};
  QuantizedLinearMatrixMultiply quantized = Quantized({.m = 1, .n = 4, .k = 1});
  quantized.output_zero_point = {UInt8, {1, 1}};
  MatrixMultiplyIntegerToFloat real = ToFloat({.m = 1, .n = 2, .k = 2}, Int16, Float16);
  real.bias = {Float16, {1, 2}};
  real.b_zero_point = {Int16, {2}};
  const std::vector<TensorsRow> rows = {
      {"the farthest apart do not saturate",
       Make({.k = 3}),
       {{255, 255, 255}, {}, {-128, -128, -128}, {}},
       {{-97920}}},
      {"zero points of rows and columns",
       zeros,
       {{11, 12, 1, 2}, {10, 1}, {1, 2, 3, 4}, {1, 2}},
       {{4, 4, 2, 2}}},
      {"one zero point", one_zero, {{-128, 0, 127}, {-128}, {1, 2, 3}, {}}, {{1021}}},
      {"halves to even, saturated",
       quantized,
       {{1}, {0.5L}, {}, {5, 7, -128, 127}, {1}, {}, {1}, {100}},
       {{102, 104, 36, 164}}},
      {"numbers", real, {{1, 2}, {0.5L}, {}, {10, 20, 30, 40}, {2}, {10, 20}, {1, -1}}, {{41, 39}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// 2^17 terms of 255 * 255 are more than 2^31.
TEST(MatrixMultiplyInteger, WrapsAround) {
  constexpr int64_t kDepth = 1 << 17;
  MatrixMultiplyInteger op = Make({.k = kDepth}, UInt8, UInt8);
  op.a.layout.strides = op.b.layout.strides = {0, 0};
  const std::vector<uint8_t> all = {255};
  std::vector<int32_t> sum(1);
  const Status status = weft::Run(op, {all, {}, all, {}}, {sum});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_EQ(sum[0], int32_t(uint32_t(255 * 255) << 17));
}

Form RandomForm(Rng& rng) {
  Form form = {.m = rng.Between(1, 20), .n = rng.Between(1, 40), .k = rng.Between(1, 30)};
  for (int64_t rank = rng.Between(0, 2); rank > 0; --rank)
    form.batches.push_back(rng.Between(1, 3));
  if (rng.Chance(5)) form.k = rng.Between(250, 530);
  if (rng.Chance(5)) form.m = rng.Between(90, 130);
  return form;
}

// Absent, one for all, or one for each row or column.
std::optional<TensorDesc> RandomNumbers(Rng& rng, DataType type, bool rows, int64_t count) {
  if (rng.Chance(30)) return std::nullopt;
  Sizes sizes = Sizes::Filled(int(rng.Between(1, 4)), 1);
  if (rng.Chance(60)) sizes[rows && sizes.rank() > 1 ? sizes.rank() - 2 : sizes.rank() - 1] = count;
  return TensorDesc(type, sizes);
}
TensorDesc RandomScales(Rng& rng, DataType type, bool rows, int64_t count) {
  return RandomNumbers(rng, type, rows, count).value_or(TensorDesc(type, {1}));
}

// Integers of any bits; numbers are powers of two, of either sign.
uint64_t Code(Rng& rng, size_t, DataType type) {
  if (!oracle::FormatOf(type).is_float) return rng.Next() >> (64 - oracle::WidthOf(type));
  return oracle::BitsOf(type,
                        {true, 0, std::ldexp(rng.Chance(50) ? 1 : -1, int(rng.Between(-5, 3)))});
}

TEST(MatrixMultiplyInteger, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 700 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Form form = RandomForm(rng);
    MatrixMultiplyInteger op = Make(form, rng.Pick({UInt8, Int8}), rng.Pick({UInt8, Int8}));
    op.a_zero_point = RandomNumbers(rng, op.a.type, true, form.m);
    op.b_zero_point = RandomNumbers(rng, op.b.type, false, form.n);
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::MatrixMultiplyInteger(form.Output(), {in[0], in[1]}, {in[2], in[3]})};
        },
        Code);
  }
}

TEST(QuantizedLinearMatrixMultiply, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Form form = RandomForm(rng);
    QuantizedLinearMatrixMultiply op =
        Quantized(form, rng.Pick({UInt8, Int8}), rng.Pick({UInt8, Int8}), rng.Pick({UInt8, Int8}));
    op.a_scale = RandomScales(rng, Float32, true, form.m);
    op.b_scale = RandomScales(rng, Float32, false, form.n);
    op.output_scale = RandomScales(rng, Float32, true, form.m);
    op.a_zero_point = RandomNumbers(rng, op.a.type, true, form.m);
    op.b_zero_point = RandomNumbers(rng, op.b.type, false, form.n);
    op.output_zero_point = RandomNumbers(rng, op.output.type, true, form.m);
    // The output's scale is large enough that not everything saturates.
    const auto element = [](Rng& random, size_t input, DataType type) {
      if (input != 6) return Code(random, input, type);
      return oracle::BitsOf(type, {true, 0, std::ldexp(1.0L, int(random.Between(8, 16)))});
    };
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::QuantizedLinearMatrixMultiply(op.output.type, form.Output(), in)};
        },
        element);
  }
}

TEST(MatrixMultiplyIntegerToFloat, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Form form = RandomForm(rng);
    const DataType real = rng.Pick({Float32, Float16});
    MatrixMultiplyIntegerToFloat op =
        ToFloat(form, rng.Pick({Int32, Int16, Int8, UInt32, UInt16, UInt8}), real);
    op.a_scale = RandomScales(rng, real, true, form.m);
    op.b_scale = RandomScales(rng, real, false, form.n);
    op.a_zero_point = RandomNumbers(rng, op.a.type, true, form.m);
    op.b_zero_point = RandomNumbers(rng, op.b.type, false, form.n);
    if (rng.Chance(50)) op.bias = op.output;
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<std::vector<Bounded>> {
          return {oracle::MatrixMultiplyIntegerToFloat(form.Output(), in)};
        },
        Code);
  }
}

TEST(MatrixMultiplyInteger, Candidates) {
  std::vector<CandidateInfo> candidates = ops::IntegerProductCandidates();
  const Operator any = Make({.m = 9, .n = 9, .k = 9});
  if (!ThisMachine().has_int8_dots) {
    EXPECT_EQ(test::ErrorWith(any, "matmul_integer/quads"),
              "MATRIX_MULTIPLY_INTEGER: the candidate matmul_integer/quads was asked for and "
              "refuses: no instruction sums four products of 8-bit integers here");
    std::erase_if(candidates, [](auto& info) { return info.name == "matmul_integer/quads"; });
  }
  test::ExpectEachCandidate(candidates, 200, [](Rng& rng) {
    Form form = RandomForm(rng);
    if (rng.Chance(20)) form.n = rng.Between(60, 300);
    MatrixMultiplyInteger op = Make(form, rng.Pick({UInt8, Int8}), rng.Pick({UInt8, Int8}));
    op.a_zero_point = RandomNumbers(rng, op.a.type, true, form.m);
    op.b_zero_point = RandomNumbers(rng, op.b.type, false, form.n);
    return test::ExactCase(
        rng, op,
        [=](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::MatrixMultiplyInteger(form.Output(), {in[0], in[1]}, {in[2], in[3]})};
        },
        Code);
  });
}

TEST(MatrixMultiplyInteger, WhichProblemPicksWhich) {
  const Machine quads = {.vector_bytes = 64, .has_int8_dots = true};
  const Form form = {.m = 9, .n = 9, .k = 9};
  test::ExpectPicks(ops::IntegerProductCandidates(),
                    {{"sums", Make(form), "matmul_integer/pairs", {.vector_bytes = 64}},
                     {"codes", Quantized(form), "matmul_integer/pairs"},
                     {"sums of four", Make(form), "matmul_integer/quads", quads},
                     {"codes of four", Quantized(form), "matmul_integer/quads", quads}});
  test::ExpectPicks(ops::IntegerToFloatCandidates(),
                    {{"floats", ToFloat({.m = 9, .n = 9, .k = 9}, Int8, Float32),
                      "matmul_integer_to_float/dequantized"}});
}

TEST(MatrixMultiplyInteger, Errors) {
  const Form form = {.m = 2, .n = 3, .k = 4};
  const MatrixMultiplyInteger plain = Make(form);
  MatrixMultiplyInteger depth = plain, type = plain, rows = plain, columns = plain, output = plain;
  depth.b = {Int8, {5, 3}};
  type.a_zero_point = {Int8, {1}};
  rows.a_zero_point = {UInt8, {1, 2}};
  columns.b_zero_point = {Int8, {1, 2}};
  output.output.type = Float32;
  QuantizedLinearMatrixMultiply scale = Quantized(form), output_type = scale, output_scale = scale,
                                output_zero = scale;
  scale.a_scale = {Float32, {3, 1}};
  output_type.output_zero_point = {Int8, {1}};
  output_scale.output_scale = {Float32, {3}};
  output_zero.output_zero_point = {UInt8, {3, 1}};
  MatrixMultiplyIntegerToFloat mixed = ToFloat(form, Int8, Float32), b_scale = mixed, bias = mixed;
  mixed.b.type = UInt8;
  b_scale.b_scale = {Float32, {3, 1}};
  bias.bias = {Float32, {1, 3}};
  test::ExpectErrors({
      {depth, "MATRIX_MULTIPLY_INTEGER: BTensor.Sizes[0] is 5, but ATensor.Sizes[1] is 4"},
      {type,
       "MATRIX_MULTIPLY_INTEGER: AZeroPointTensor.DataType is INT8, but ATensor.DataType is UINT8"},
      {rows,
       "MATRIX_MULTIPLY_INTEGER: AZeroPointTensor.Sizes is [1, 2], but one element or [2, 1], one "
       "for each row, is required"},
      {columns,
       "MATRIX_MULTIPLY_INTEGER: BZeroPointTensor.Sizes is [1, 2], but one element or [1, 3], one "
       "for each column, is required"},
      {output, "MATRIX_MULTIPLY_INTEGER: OutputTensor.DataType is FLOAT32, but INT32 is required"},
      {scale,
       "QUANTIZED_LINEAR_MATRIX_MULTIPLY: AScaleTensor.Sizes is [3, 1], but one element or [2, 1], "
       "one for each row, is required"},
      {output_type,
       "QUANTIZED_LINEAR_MATRIX_MULTIPLY: OutputZeroPointTensor.DataType is INT8, but "
       "OutputTensor.DataType is UINT8"},
      {output_scale,
       "QUANTIZED_LINEAR_MATRIX_MULTIPLY: OutputScaleTensor.Sizes is [3], but one element or [2], "
       "one for each row, is required"},
      {output_zero,
       "QUANTIZED_LINEAR_MATRIX_MULTIPLY: OutputZeroPointTensor.Sizes is [3, 1], but one element "
       "or [2, 1], one for each row, is required"},
      {mixed,
       "MATRIX_MULTIPLY_INTEGER_TO_FLOAT: BTensor.DataType is UINT8, but ATensor.DataType is INT8"},
      {b_scale,
       "MATRIX_MULTIPLY_INTEGER_TO_FLOAT: BScaleTensor.Sizes is [3, 1], but one element or [1, 3], "
       "one for each column, is required"},
      {bias,
       "MATRIX_MULTIPLY_INTEGER_TO_FLOAT: BiasTensor.Sizes[0] is 1, but OutputTensor.Sizes[0] is "
       "2"},
  });
}

const test::Samples integer_samples(OperatorType::MatrixMultiplyInteger,
                                    [](int64_t rows, int64_t columns) -> std::vector<Operator> {
                                      const Form form = {
                                          .batches = {3}, .m = rows, .n = columns, .k = 11};
                                      MatrixMultiplyInteger zeros = Make(form, Int8, UInt8);
                                      zeros.a_zero_point = {Int8, {rows, 1}};
                                      zeros.b_zero_point = {UInt8, {columns}};
                                      return {Make(form), zeros};
                                    });
const test::Samples quantized_samples(
    OperatorType::QuantizedLinearMatrixMultiply,
    [](int64_t rows, int64_t columns) -> std::vector<Operator> {
      const Form form = {.batches = {1, 3}, .m = rows, .n = columns, .k = 7};
      QuantizedLinearMatrixMultiply each = Quantized(form, Int8, UInt8, Int8);
      each.a_scale = each.output_scale = {Float32, {rows, 1}};
      each.b_scale = {Float32, {1, columns}};
      each.output_zero_point = {Int8, {rows, 1}};
      return {Quantized(form), each};
    });
const test::Samples float_samples(
    OperatorType::MatrixMultiplyIntegerToFloat,
    [](int64_t rows, int64_t columns) -> std::vector<Operator> {
      const Form form = {.batches = {3}, .m = rows, .n = columns, .k = 9};
      MatrixMultiplyIntegerToFloat each = ToFloat(form, UInt16, Float16);
      each.a_zero_point = {UInt16, {rows, 1}};
      each.b_scale = {Float16, {columns}};
      each.bias = each.output;
      return {ToFloat(form, Int8, Float32), ToFloat(form, UInt32, Float32), each};
    },
    [](const Operator&, size_t) -> int64_t { return 100; });

}  // namespace
}  // namespace weft
