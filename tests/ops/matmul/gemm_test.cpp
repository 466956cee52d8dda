// SPDX-License-Identifier: MIT
// GEMM: rows worked out by hand, random products against the oracle, activations, constant
// weights, and every refusal.
#include "oracle/gemm.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Bounded;
using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr auto kTranspose = MatrixTransform::Transpose;

struct Form {
  DataType type = kF32;
  std::vector<int64_t> batches = {};
  int64_t m = 1, n = 1, k = 1;
  bool trans_a = false, trans_b = false, has_c = false;
};

weft::Gemm Make(const Form& form, float alpha = 1, float beta = 1) {
  const auto sizes = [&](int64_t rows, int64_t columns, bool transposed) {
    Sizes all{std::span<const int64_t>(form.batches)};
    all.push_back(transposed ? columns : rows);
    all.push_back(transposed ? rows : columns);
    return all;
  };
  weft::Gemm op = {.a = {form.type, sizes(form.m, form.k, form.trans_a)},
                   .b = {form.type, sizes(form.k, form.n, form.trans_b)},
                   .output = {form.type, sizes(form.m, form.n, false)},
                   .alpha = alpha,
                   .beta = beta};
  if (form.trans_a) op.trans_a = kTranspose;
  if (form.trans_b) op.trans_b = kTranspose;
  if (form.has_c) op.c = op.output;
  return op;
}

weft::Gemm With(weft::Gemm op, const FusedActivation& activation) {
  op.fused_activation = activation;
  return op;
}

TEST(GemmOperator, Rows) {
  const long double inf = HUGE_VALL, nan = std::nanl("");
  const std::vector<TensorsRow> rows = {
      {"plain",
       Make({.m = 2, .n = 2, .k = 3}),
       {{1, 2, 3, 4, 5, 6}, {1, 0, 0, 1, 2, 2}, {}},
       {{7, 8, 16, 17}}},
      {"both transposed",
       Make({.m = 2, .n = 2, .k = 3, .trans_a = true, .trans_b = true}),
       {{1, 4, 2, 5, 3, 6}, {1, 0, 2, 0, 1, 2}, {}},
       {{7, 8, 16, 17}}},
      {"alpha and beta",
       Make({.m = 1, .n = 2, .k = 2, .has_c = true}, 0.5f, -2),
       {{2, 4}, {1, 2, 3, 4}, {1, 10}},
       {{5, -10}}},
      {"without C beta says nothing", Make({.k = 1}, 1, NAN), {{3}, {4}, {}}, {{12}}},
      {"batches",
       Make({.batches = {2}, .m = 1, .n = 1, .k = 2}),
       {{1, 2, 3, 4}, {5, 6, 7, 8}, {}},
       {{17, 53}}},
      {"float16 is rounded once: 2048 + 1 + 1 is no float16 on the way",
       Make({.type = kF16, .k = 3}),
       {{2048, 1, 1}, {1, 1, 1}, {}},
       {{2050}}},
      {"what float16 cannot hold",
       Make({.type = kF16, .k = 2}),
       {{60000, 60000}, {1, 1}, {}},
       {{inf}}},
      {"NaN", Make({.m = 2, .k = 1}), {{nan, 1}, {1}, {}}, {{nan, 1}}},
      {"an activation of all",
       With(Make({.m = 1, .n = 2, .k = 1, .has_c = true}), ActivationRelu{}),
       {{1}, {2, 3}, {-5, 5}},
       {{0, 8}}},
      {"softmax of each row",
       With(Make({.m = 2, .n = 2, .k = 1}), ActivationSoftmax{}),
       {{0, 100}, {3, 3}, {}},
       {{0.5L, 0.5L, 0.5L, 0.5L}}},
      {"softmax of columns",
       With(Make({.type = kF16, .m = 2, .n = 2, .k = 1}), ActivationSoftmax1{.axes = {0}}),
       {{1, 1}, {3, 4}, {}},
       {{0.5L, 0.5L, 0.5L, 0.5L}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(GemmOperator, NothingAddsUpToNothing) {
  test::RunRow(TensorsRow{"",
                          Make({.m = 2, .n = 1, .k = 0, .has_c = true}, 1, 3),
                          {{}, {}, {1, 2}},
                          {{3, 6}},
                          {.allow_empty = true}});
  test::RunRow(TensorsRow{
      "", Make({.m = 0, .n = 1, .k = 2}), {{}, {1, 2}, {}}, {{}}, {.allow_empty = true}});
}

uint64_t Factor(Rng& rng, size_t, DataType type) {
  if (rng.Between(1, 800) == 1)
    return oracle::BitsOf(type, {true, 0, rng.Pick({HUGE_VALL, -HUGE_VALL, std::nanl(""), 0.0L})});
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-999, 999)) / 100});
}

Form RandomForm(Rng& rng) {
  Form form = {.type = rng.Pick({kF32, kF16}),
               .m = rng.Between(1, 20),
               .n = rng.Between(1, 40),
               .k = rng.Between(1, 30),
               .trans_a = rng.Chance(50),
               .trans_b = rng.Chance(50),
               .has_c = rng.Chance(50)};
  for (int64_t rank = rng.Between(0, 2); rank > 0; --rank)
    form.batches.push_back(rng.Between(1, 3));
  if (rng.Chance(20)) form.n = rng.Between(1, 7), form.m = rng.Between(5, 60);
  if (rng.Chance(5)) form.k = rng.Between(250, 530);
  if (rng.Chance(8)) form.m = 1, form.n = rng.Between(250, 2300), form.batches.clear();
  return form;
}

TEST(GemmOperator, MatchesTheOracle) {
  struct Activation {
    FusedActivation fused;
    long double (*value)(long double);
    long double steepest;  // how much it makes of an error
  };
  const Activation activations[] = {
      {ActivationRelu{}, [](long double x) { return x > 0 ? x : 0; }, 1},
      {ActivationLinear{.alpha = -2, .beta = 1}, [](long double x) { return -2 * x + 1; }, 4},
      {ElementWiseClip{.min = -5, .max = 8},
       [](long double x) { return std::isnan(x) ? 8 : std::clamp(x, -5.0L, 8.0L); }, 1},
  };
  for (uint64_t seed = 0; seed < 700 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Form form = RandomForm(rng);
    const float alpha = rng.Pick({1.0f, 0.5f, -3.25f}), beta = rng.Pick({0.0f, 1.0f, -0.75f});
    weft::Gemm op = Make(form, alpha, beta);
    const Activation* activation = rng.Chance(40) ? &activations[rng.Between(0, 2)] : nullptr;
    if (activation) op.fused_activation = activation->fused;
    test::ExpectAllWithinBounds(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<std::vector<Bounded>> {
          auto answer = oracle::Gemm(in[0], in[1], in[2],
                                     {op.output.sizes(), form.trans_a, form.trans_b, alpha, beta});
          if (activation)
            for (Bounded& element : answer) {
              element.value = activation->value(element.value);
              element.error =
                  (element.error + std::fabs(element.value) * 0x1p-23L) * activation->steepest;
            }
          return {answer};
        },
        Factor);
  }
}

// What is packed at initialization serves every run, though nobody has the weights any more.
TEST(GemmOperator, ConstantWeightsArePackedOnce) {
  for (const auto& [type, batches, trans_b] :
       {std::tuple{kF32, std::vector<int64_t>{}, false}, {kF32, {2, 3}, true}, {kF16, {3}, true}}) {
    const Form form = {
        .type = type, .batches = batches, .m = 7, .n = 33, .k = 21, .trans_b = trans_b};
    weft::Gemm op = Make(form);
    Rng rng(5);
    const std::vector<TensorDesc> descs = {op.a, op.b, op.output};
    std::vector<test::GuardedBuffer> memory;
    for (const TensorDesc& desc : descs) {
      memory.emplace_back(desc);
      const int bytes = SizeBits(desc.type) / 8;
      for (size_t at = 0; at < memory.back().bytes(); at += size_t(bytes))
        oracle::StoreBits(oracle::BitsOf(desc.type, {false, rng.Between(-9, 9), 0}),
                          memory.back().data() + at, bytes);
    }
    const std::vector<ConstBuffer> plain = {memory[0], memory[1], ConstBuffer()};
    const std::vector<Buffer> output = {memory[2]};
    ASSERT_TRUE(weft::Run(op, plain, output).has_value());
    const test::GuardedBuffer want = memory[2];

    op.b.flags = TensorFlags::OwnedByDml;
    const Result<CompiledOperator> compiled = Compile(op);
    ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
    std::vector<std::byte> persistent(compiled->persistent_bytes());
    const std::vector<ConstBuffer> constant = {ConstBuffer(), memory[1], ConstBuffer()};
    const std::vector<ConstBuffer> varying = {memory[0], ConstBuffer(), ConstBuffer()};
    ASSERT_TRUE(compiled->Initialize(constant, persistent).has_value());
    // The copy of the weights comes first in it.
    std::fill_n(persistent.data(), op.b.RequiredBytes(), std::byte{0x5a});
    std::vector<std::byte> temporary(compiled->temporary_bytes());
    for (int run = 0; run < 1000; ++run) {
      std::fill_n(memory[2].data(), memory[2].bytes(), std::byte{0});
      const Status status = compiled->Run(varying, output, temporary, persistent);
      ASSERT_TRUE(status.has_value()) << status.error().message;
      ASSERT_TRUE(memory[2] == want);
    }
  }
}

TEST(GemmOperator, Errors) {
  weft::Gemm other_type = Make({.m = 2, .n = 3, .k = 4});
  other_type.b.type = kF16;
  weft::Gemm other_rank = Make({.m = 2, .n = 3, .k = 4});
  other_rank.b = {kF32, {1, 4, 3}};
  weft::Gemm depth = Make({.m = 2, .n = 3, .k = 4});
  depth.b = {kF32, {5, 3}};
  weft::Gemm transposed = Make({.m = 2, .n = 3, .k = 4, .trans_a = true, .trans_b = true});
  transposed.b = {kF32, {3, 5}};
  weft::Gemm rows = Make({.m = 2, .n = 3, .k = 4});
  rows.output = {kF32, {3, 3}};
  weft::Gemm columns = Make({.m = 2, .n = 3, .k = 4});
  columns.output = {kF32, {2, 4}};
  weft::Gemm batch = Make({.batches = {2, 3}, .m = 2, .n = 3, .k = 4});
  batch.b = {kF32, {2, 1, 4, 3}};
  weft::Gemm output_batch = Make({.batches = {2}, .m = 2, .n = 3, .k = 4});
  output_batch.output = {kF32, {1, 2, 3}};
  weft::Gemm c = Make({.m = 2, .n = 3, .k = 4, .has_c = true});
  c.c = {kF32, {1, 3}};
  const weft::Gemm plain = Make({.m = 2, .n = 3, .k = 4});
  weft::Gemm transform = plain;
  transform.trans_b = MatrixTransform(2);
  weft::Gemm missing = plain;
  missing.b = {};
  test::ExpectErrors({
      {other_type, "GEMM: BTensor.DataType is FLOAT16, but ATensor.DataType is FLOAT32"},
      {other_rank, "GEMM: BTensor.DimensionCount is 3, but ATensor.DimensionCount is 2"},
      {depth, "GEMM: BTensor.Sizes[0] is 5, but ATensor.Sizes[1] is 4"},
      {transposed, "GEMM: BTensor.Sizes[1] is 5, but ATensor.Sizes[0] is 4"},
      {rows, "GEMM: OutputTensor.Sizes[0] is 3, but ATensor.Sizes[0] is 2"},
      {columns, "GEMM: OutputTensor.Sizes[1] is 4, but BTensor.Sizes[1] is 3"},
      {batch, "GEMM: BTensor.Sizes[1] is 1, but ATensor.Sizes[1] is 3"},
      {output_batch, "GEMM: OutputTensor.Sizes[0] is 1, but ATensor.Sizes[0] is 2"},
      {c, "GEMM: CTensor.Sizes[0] is 1, but OutputTensor.Sizes[0] is 2"},
      {Make({.type = DataType::Int8}),
       "GEMM: ATensor.DataType is INT8, but FLOAT32 or FLOAT16 is required"},
      {Make({.batches = {1, 1, 1}}), "GEMM: ATensor.DimensionCount is 5, but 2 to 4 is required"},
      {transform, "GEMM: TransB is 2, but NONE or TRANSPOSE is required"},
      {missing, "GEMM: BTensor is missing"},
      {With(plain, ActivationSoftmax1{.axes = {0, 2}}),
       "GEMM: FusedActivation.Axes[1] is 2, but OutputTensor has 2 dimensions"},
      {With(plain, ActivationSoftmax1{.axes = {1, 0, 1}}),
       "GEMM: FusedActivation.Axes[2] is 1, but FusedActivation.Axes[0] is 1 too"},
  });
}

// The numbers are whole: those of float32 add up with rounding, those of float16 without, nor those
// of few rows or columns, whose terms come in an order that depends on the layout.
const test::Samples gemm_samples(
    OperatorType::Gemm,
    [](int64_t rows, int64_t columns) -> std::vector<Operator> {
      return {
          Make({.batches = {1, 3}, .m = rows, .n = columns, .k = 10, .has_c = true}, 0.5f, 3),
          Make({.type = kF16, .batches = {2}, .m = columns, .n = rows, .k = 9, .trans_a = true}),
          Make({.m = 3 * columns, .n = 1, .k = rows, .trans_b = true, .has_c = true}),
          With(Make({.m = rows, .n = columns, .k = 5}), ActivationSoftmax{}),
          With(Make({.type = kF16, .m = 1, .n = columns, .k = 2 * rows}), ActivationTanh{})};
    },
    [](const Operator& op, size_t) -> int64_t {
      const TensorDesc& output = op.As<weft::Gemm>().output;
      const int rank = output.rank();
      const bool few = std::min(output.sizes()[rank - 2], output.sizes()[rank - 1]) <= 6;
      return output.type == kF16 ? 8 : few ? 100 : 100'000;
    });

}  // namespace
}  // namespace weft
