// SPDX-License-Identifier: MIT
// REDUCE: every function on rows worked out by hand, random tensors of every type against the
// oracle, long sums, and every refusal. The documentation's examples run in tests/doc_examples.

#include "oracle/reduce.h"

#include <cmath>
#include <numeric>

#include "ops/against_oracle.h"
#include "ops/samples.h"
#include "ops/within_bounds.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
using enum ReduceFunction;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

Reduce Over(ReduceFunction function, DataType type, const Sizes& sizes,
            const std::vector<uint32_t>& axes) {
  const DataType to = function == Argmax || function == Argmin ? DataType::UInt32 : type;
  return {.function = function,
          .input = {type, sizes},
          .output = {to, oracle::ReducedSizes(sizes, axes)},
          .axes = axes};
}

TEST(Reduce, Rows) {
  const long double nan = std::nanl(""), inf = HUGE_VALL;
  const auto row = [](const char* name, ReduceFunction function, DataType type,
                      const std::vector<long double>& input, long double want) {
    return Row{name, Over(function, type, {int64_t(input.size())}, {0}), input, {want}};
  };
  const std::vector<Row> rows = {
      row("average", Average, kF32, {1, 2, 6}, 3),
      row("L1", L1, kF32, {1, -2, 6}, 9),
      row("L2", L2, kF32, {3, -4}, 5),
      row("logarithm of a sum", LogSum, kF32, {0.25L, 0.75L}, 0),
      row("logarithm of a negative sum", LogSum, kF32, {-1}, nan),
      row("sum of squares", SumSquare, kF16, {3, -4, 1}, 26),
      row("product", Multiply, kF16, {3, -4, 0.5L}, -6),
      row("smallest", Min, kF32, {3, -4, 0.5L}, -4),
      row("largest", Max, kF16, {3, -4, 0.5L}, 3),
      row("first smallest", Argmin, kF32, {3, -4, 7, -4}, 1),
      row("first largest", Argmax, kF32, {3, 9, 7, 9}, 1),
      // 100 added up in float16 would stop growing at 2048.
      row("half precision adds up in more", Sum, kF16, std::vector<long double>(400, 100), 40000),
      row("squares beyond float32 come back", L2, kF32, {3e30L, 4e30L}, 5e30f),
      // Both would be infinite in float32.
      row("sums beyond float32 come back", Sum, kF32, {3e38f, 3e38f, -3e38f}, 3e38f),
      row("e^1000 is no obstacle", LogSumExp, kF32, {1000}, 1000),
      row("nor is e^-1000", LogSumExp, kF32, {-1000, -inf}, -1000),
      row("logarithm of nothing", LogSumExp, kF32, {-inf, -inf}, -inf),
      row("logarithm of infinity", LogSumExp, kF32, {inf, 3}, inf),
      row("NaN in a sum stays", Sum, kF32, {1, nan, 2}, nan),
      row("NaN beside infinity stays", LogSumExp, kF32, {inf, nan}, nan),
      row("NaN beside nothing stays", LogSumExp, kF32, {nan, -inf}, nan),
      row("NaN in an exponent stays", LogSumExp, kF16, {1, nan, 2}, nan),
      row("infinities cancel to NaN", Sum, kF32, {inf, -inf}, nan),
      row("the number wins against NaN", Max, kF32, {nan, -5, nan}, -5),
      row("also if it is infinite", Min, kF16, {nan, inf}, inf),
      row("no number at all", Min, kF32, {nan, nan}, nan),
      row("zeros have an order", Min, kF32, {0.0L, -0.0L}, -0.0L),
      row("whichever comes first", Max, kF32, {-0.0L, 0.0L, -0.0L}, 0.0L),
      row("no sum is a negative zero", Sum, kF32, {-0.0L}, 0.0L),
      row("INT32 wraps around", Sum, DataType::Int32, {2147483647, 1}, -2147483648.0L),
      row("UINT64 wraps around", Multiply, DataType::UInt64, {0x1p63L, 2}, 0),
      row("so does the magnitude of INT_MIN", L1, DataType::Int32, {-2147483648.0L},
          -2147483648.0L),
      row("INT64 beyond float64", Sum, DataType::Int64, {0x1p62L, 1, 1}, 0x1p62L + 2),
      row("UINT8", Max, DataType::UInt8, {3, 200, 7}, 200),
      row("INT8", Min, DataType::Int8, {3, -128, 7}, -128),
      {"two axes in any order",
       Over(Sum, kF32, {2, 2, 3}, {2, 0}),
       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
       {30, 48}},
      {"no axes", Over(L1, kF32, {1, 3}, {}), {1, -2, 3}, {1, 2, 3}},
      {"an average along a broadcast dimension",
       Reduce{.function = Average,
              .input = {kF32, {2, 3}, {1, 0}},
              .output = {kF32, {2, 1}},
              .axes = {1}},
       {4, 4, 4, 7, 7, 7},
       {4, 7}},
  };
  for (const Row& each : rows) test::RunRow(each);
}

// With empty tensors allowed, a sum of nothing is 0 and a product 1; an extreme has no answer.
TEST(Reduce, OfNothing) {
  const CompileOptions empty = {.allow_empty = true};
  const auto row = [&](ReduceFunction function, long double want) {
    test::RunRow(Row{"", Over(function, kF32, {2, 0}, {1}), {}, {want, want}, empty});
  };
  row(Sum, 0);
  row(Multiply, 1);
  row(Average, std::nanl(""));
  test::RunRow(Row{"nothing kept", Over(Sum, kF32, {0, 3}, {1}), {}, {}, empty});
  test::ExpectErrors(
      {{Over(Max, kF32, {2, 0}, {1}),
        "REDUCE: InputTensor.Sizes[1] is 0, but there must be an element to find", empty}});
}

// Values that neither overflow float64 nor hide each other.
uint64_t Moderate(Rng& rng, DataType type, ReduceFunction function) {
  if (function == Multiply) {
    const long double factor = (long double)(rng.Between(512, 2048)) / 1024;
    return oracle::BitsOf(type, {true, 0, rng.Chance(50) ? factor : -factor});
  }
  if (function == LogSumExp)
    return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-5000, 5000)) / 100});
  if (function == LogSum)
    return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(1, 5000)) / 100});
  return test::RandomElement(rng, type);
}

TEST(Reduce, FloatsMatchTheOracle) {
  test::ForEachSeed(4000, [&](Rng& rng) {
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    const auto function = rng.Pick({Average, L1, L2, LogSum, LogSumExp, Multiply, Sum, SumSquare});
    const Reduce op = Over(function, rng.Pick({kF32, kF16}), sizes, axes);
    test::ExpectWithinBounds(
        rng, op, [&](const Dense& input) { return oracle::ReduceFloats(function, input, axes); },
        [&](Rng& any, size_t, DataType type) { return Moderate(any, type, function); });
  });
}

// Rows that are long enough for several vectors at once, with every length of what is left over.
TEST(Reduce, LongRowsOfFloatsMatchTheOracle) {
  test::ForEachSeed(300, [&](Rng& rng) {
    const Sizes sizes = {rng.Between(1, 3), rng.Between(100, 1300)};
    const auto function = rng.Pick({Average, L1, L2, LogSum, Sum, SumSquare});
    test::ExpectWithinBounds(
        rng, Over(function, rng.Pick({kF32, kF16}), sizes, {1}),
        [&](const Dense& input) { return oracle::ReduceFloats(function, input, {1}); },
        [&](Rng& any, size_t, DataType type) {  // not so large that four of them overflow
          const long double x = (long double)(any.Between(1, 1'000'000)) / 1000;
          return oracle::BitsOf(type, {true, 0, function != LogSum && any.Chance(50) ? -x : x});
        });
  });
}

TEST(Reduce, IntegersMatchTheOracle) {
  using enum DataType;
  test::ForEachSeed(1500, [&](Rng& rng) {
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    const auto function = rng.Pick({L1, Multiply, Sum, SumSquare});
    const DataType type = rng.Pick({Int64, Int32, UInt64, UInt32});
    test::ExpectOracle(
        rng, Over(function, type, sizes, axes),
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::ReduceIntegers(function, in[0], axes)};
        },
        [](Rng& any, size_t, DataType of) { return test::RandomElement(any, of); });
  });
}

TEST(Reduce, ExtremesMatchTheOracle) {
  test::ForEachSeed(3000, [&](Rng& rng) {
    DataType type = test::RandomType(rng);
    if (type == DataType::Float64) type = kF16;
    const Sizes sizes = test::RandomSizes(rng);
    const auto axes = test::RandomAxes(rng, sizes.rank());
    const bool smallest = rng.Chance(50);
    Operator op = Over(smallest ? Min : Max, type, sizes, axes);
    auto& reduce = const_cast<Reduce&>(op.As<Reduce>());
    reduce.input = test::RandomTensor(rng, type, sizes, TensorUse::Input);
    reduce.output = test::RandomTensor(rng, type, reduce.output.sizes(), TensorUse::Output);
    ASSERT_EQ(
        test::AgainstOracle(rng, op,
                            [&](const std::vector<Dense>& in) -> std::vector<Dense> {
                              return {oracle::ExtremeOf(in[0], axes, smallest)};
                            },
                            {.exact_nan = false,
                             .element = [](Rng& any, size_t,
                                           DataType of) { return test::RandomElement(any, of); }}),
        "");
  });
}

// Millions of elements, by each way memory is read, on several threads: the error stays that of one
// rounding, and the bits do not depend on the threads.
TEST(Reduce, LongSums) {
  const int before = ThreadCount();
  struct Case {
    Sizes sizes;
    std::vector<uint32_t> axes;
  };
  const std::vector<Case> cases = {{{3'000'001}, {0}},       {{3, 1'000'003}, {1}},
                                   {{1'000'003, 3}, {0}},    {{30'011, 101}, {0}},
                                   {{700, 1100, 3}, {0, 2}}, {{7, 100'003, 4}, {1}}};
  Rng rng(5);
  for (const Case& each : cases) {
    const Reduce op = Over(Sum, kF32, each.sizes, each.axes);
    std::vector<float> input(size_t(op.input.layout.ElementCount()));
    for (float& x : input) x = float(rng.Between(-1'000'000, 3'000'000)) / 1009;
    // Sums by the position along the kept dimension, of which there is at most one.
    int64_t outputs = op.output.layout.ElementCount(), inner = 1;
    for (int dim = each.sizes.rank() - 1; dim >= 0 && op.output.sizes()[dim] == 1; --dim)
      inner *= each.sizes[dim];
    int64_t middle = 1;
    if (each.sizes == Sizes{7, 100'003, 4}) middle = 100'003;
    std::vector<long double> want(static_cast<size_t>(outputs));
    for (size_t i = 0; i < input.size(); ++i) {
      const int64_t at = int64_t(i);
      want[size_t(middle > 1 ? at / (middle * 4) * 4 + at % 4 : at / inner % outputs)] +=
          (long double)(input[i]);
    }
    std::vector<float> first;
    for (int threads : {1, 2, 3, 8}) {
      SetThreadCount(threads);
      std::vector<float> got(static_cast<size_t>(outputs));
      const Status status = weft::Run(op, {input}, {got});
      ASSERT_TRUE(status.has_value()) << status.error().message;
      if (first.empty()) first = got;
      ASSERT_EQ(got, first) << threads << " threads";
    }
    for (size_t i = 0; i < want.size(); ++i) {
      const long double error = std::fabs((long double)(first[i]) - want[i]);
      ASSERT_LE(error, 0.51L * oracle::UlpAt(kF32, want[i])) << ToString(op.input.sizes());
    }
  }
  SetThreadCount(before);
}

// Partial sums may begin at any address.
TEST(Reduce, TemporaryMemoryNeedsNoAlignment) {
  const Reduce op = Over(Sum, kF32, {1'000'000}, {0});
  const Result<CompiledOperator> compiled = Compile(op);
  ASSERT_TRUE(compiled.has_value());
  ASSERT_GT(compiled->temporary_bytes(), 0u);
  const std::vector<float> input(1'000'000, 0.5f);
  for (size_t shift : {0, 1, 4, 63}) {
    std::vector<std::byte> memory(compiled->temporary_bytes() + shift);
    std::vector<float> output(1);
    const std::vector<ConstBuffer> in = {input};
    const std::vector<Buffer> out = {output};
    ASSERT_TRUE(compiled->Run(in, out, Buffer(memory.data() + shift, memory.size() - shift)));
    EXPECT_EQ(output[0], 500'000);
  }
}

TEST(Reduce, Errors) {
  const auto bad = [](ReduceFunction function, const auto& change) -> Operator {
    Reduce op = Over(function, kF32, {2, 3, 4}, {1});
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad(Sum, [](Reduce&) {})), "");
  test::ExpectErrors({
      {bad(Sum, [](Reduce& op) { op.axes = {3}; }),
       "REDUCE: Axes[0] is 3, but InputTensor has 3 dimensions"},
      {bad(Sum,
           [](Reduce& op) {
             op.axes = {1, 0xFFFFFFFF};
           }),
       "REDUCE: Axes[1] is 4294967295, but InputTensor has 3 dimensions"},
      {bad(Sum,
           [](Reduce& op) {
             op.axes = {1, 0, 1};
           }),
       "REDUCE: Axes[2] is 1, but Axes[0] is 1 too"},
      {bad(Sum, [](Reduce& op) { op.axes.assign(100'000, 1); }),
       "REDUCE: Axes[1] is 1, but Axes[0] is 1 too"},
      {bad(Sum, [](Reduce& op) { op.axes = {2}; }),
       "REDUCE: OutputTensor.Sizes[1] is 1, but InputTensor.Sizes[1] is 3"},
      {bad(Sum,
           [](Reduce& op) {
             op.output = {kF32, {2, 3, 4}};
           }),
       "REDUCE: OutputTensor.Sizes[1] is 3, but 1 is one of Axes and 1 is required"},
      {bad(Sum,
           [](Reduce& op) {
             op.output = {kF32, {2, 4}};
           }),
       "REDUCE: OutputTensor.DimensionCount is 2, but InputTensor.DimensionCount is 3"},
      {bad(Sum, [](Reduce& op) { op.output.type = kF16; }),
       "REDUCE: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {bad(Average, [](Reduce& op) { op.input.type = op.output.type = DataType::Int32; }),
       "REDUCE: InputTensor.DataType is INT32, but Function is AVERAGE and FLOAT32 or FLOAT16 is "
       "required"},
      {bad(Multiply, [](Reduce& op) { op.input.type = op.output.type = DataType::Int16; }),
       "REDUCE: InputTensor.DataType is INT16, but Function is MULTIPLY and FLOAT32, FLOAT16, "
       "UINT32, INT32, UINT64 or INT64 is required"},
      {bad(Argmax, [](Reduce& op) { op.output.type = kF32; }),
       "REDUCE: OutputTensor.DataType is FLOAT32, but Function is ARGMAX and UINT32, INT32, UINT64 "
       "or INT64 is required"},
      {bad(Argmin, [](Reduce& op) { op.output.type = DataType::UInt8; }),
       "REDUCE: OutputTensor.DataType is UINT8, but Function is ARGMIN and UINT32, INT32, UINT64 "
       "or INT64 is required"},
      {bad(Sum, [](Reduce& op) { op.function = static_cast<ReduceFunction>(12); }),
       "REDUCE: Function is 12, but ARGMAX, ARGMIN, AVERAGE, L1, L2, LOG_SUM, LOG_SUM_EXP, MAX, "
       "MIN, MULTIPLY, SUM or SUM_SQUARE is required"},
  });
}

// Sums of small whole numbers are exact, so that no order of adding them up can be seen.
int64_t SmallNumbers(const Operator& op, size_t) {
  const Reduce& reduce = op.As<Reduce>();
  const bool exact = reduce.function == Min || reduce.function == Max ||
                     reduce.function == Argmin || reduce.function == Argmax;
  const bool is_float = reduce.input.type == kF32 || reduce.input.type == kF16;
  return is_float && !exact ? 4 : 0;
}

const test::Samples reduce_samples(
    OperatorType::Reduce,
    [](int64_t rows, int64_t columns) {
      const Sizes sizes = {1, 3, rows, columns};
      using enum DataType;
      return std::vector<Operator>{
          Over(Sum, kF32, sizes, {3}),          Over(Sum, kF32, sizes, {2}),
          Over(Sum, kF16, sizes, {0, 1, 2, 3}), Over(Average, kF32, sizes, {1}),
          Over(L2, kF16, sizes, {1, 3}),        Over(LogSumExp, kF32, sizes, {2, 3}),
          Over(LogSum, kF32, sizes, {1, 2}),    Over(Max, kF32, sizes, {2}),
          Over(Min, kF16, sizes, {3}),          Over(Argmax, Int8, sizes, {1, 2, 3}),
          Over(Multiply, UInt32, sizes, {3}),   Over(SumSquare, Int64, sizes, {2}),
          Over(L1, Int32, sizes, {2, 3})};
    },
    SmallNumbers);

}  // namespace
}  // namespace weft
