// SPDX-License-Identifier: MIT
// OWNED_BY_DML: what Initialize has taken serves every run, though the caller's memory holds
// something else by then. Every operator takes every input so, and operators that rearrange their
// weights do it once: a thousand runs never look at the weights as they were given.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "device/compiled_operator.h"
#include "ops/harness.h"
#include "ops/recurrent/recurrent_cases.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorBuffers;

constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr DataType kU8 = DataType::UInt8;
constexpr DataType kI8 = DataType::Int8;
constexpr DataType kI32 = DataType::Int32;

// Which of several NaNs is not defined.
std::vector<std::vector<uint64_t>> Results(const TensorBuffers& out,
                                           const std::vector<TensorDesc*>& tensors) {
  std::vector<std::vector<uint64_t>> results(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!tensors[i]) continue;
    results[i] = out.Read(i).elements;
    for (uint64_t& bits : results[i])
      if (oracle::IsNan(tensors[i]->type, bits))
        bits = oracle::BitsOf(tensors[i]->type, {true, 0, NAN});
  }
  return results;
}

// The elements of input i are element(i).
TensorBuffers Filled(const std::vector<TensorDesc*>& ins,
                     const std::function<uint64_t(size_t)>& element) {
  TensorBuffers in(ins, 1);
  for (size_t i = 0; i < ins.size(); ++i) {
    if (!ins[i]) continue;
    Dense values{ins[i]->type, ins[i]->sizes(), {}};
    for (int64_t left = ins[i]->layout.ElementCount(); left > 0; --left)
      values.elements.push_back(element(i));
    in.Write(i, values);
  }
  return in;
}

uint64_t WholeLines(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

struct OwnedRun {
  size_t runs = 2;
  bool packed = false;  // the copies of the weights are not read once they are packed
  std::function<uint64_t(Rng&, DataType)> element = nullptr;  // null: what samples have
};

// Runs `op` as it is, then with the inputs `owned` taken at initialization, and expects the same.
void ExpectSame(Operator op, const std::vector<size_t>& owned, const OwnedRun& how) {
  Rng rng(3);
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  TensorBuffers in = Filled(ins, [&](size_t i) {
    return how.element ? how.element(rng, ins[i]->type)
                       : test::SampleElement(rng, op, i, ins[i]->type);
  });
  TensorBuffers out(outs, 99);
  const TensorBuffers before = out;
  const Status plain = weft::Run(op, in.AsInputs(), out.AsOutputs());
  ASSERT_TRUE(plain.has_value()) << plain.error().message;
  const auto want = Results(out, outs);

  for (const size_t i : owned) ins[i]->flags = TensorFlags::OwnedByDml;
  const Result<CompiledOperator> compiled = Compile(op);
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  std::vector<ConstBuffer> varying = in.AsInputs(), constant(varying.size());
  uint64_t copies = 0;
  for (const size_t i : owned) {
    constant[i] = std::exchange(varying[i], ConstBuffer());
    copies += WholeLines(ins[i]->RequiredBytes());
  }
  std::vector<std::byte> persistent(compiled->persistent_bytes(), std::byte{0xA5});
  std::vector<std::byte> temporary(compiled->temporary_bytes(), std::byte{0x5A});
  ASSERT_GE(persistent.size(), copies + (how.packed ? 1 : 0)) << ToString(op);
  ASSERT_TRUE(compiled->Initialize(constant, persistent).has_value());
  for (const size_t i : owned) std::fill_n(in[i].data(), in[i].bytes(), std::byte{0xFF});
  if (how.packed) std::fill_n(persistent.data(), copies, std::byte{0xFF});
  // What the program says that runs do not read.
  const CompiledOperator::State& state = CompiledOperator::State::Of(*compiled);
  for (const CompiledOperator::State::OwnedInput& input : state.owned)
    if (std::ranges::count(state.program.prepared_inputs, int(input.index)))
      std::fill_n(persistent.data() + input.offset, input.need.bytes, std::byte{0xFF});
  EXPECT_TRUE(!how.packed || !state.program.prepared_inputs.empty()) << ToString(op);
  const std::vector<std::byte> kept = persistent;
  for (size_t run = 0; run < how.runs; ++run) {
    out = before;
    const Status status = compiled->Run(varying, out.AsOutputs(), temporary, persistent);
    ASSERT_TRUE(status.has_value()) << status.error().message;
    ASSERT_EQ(Results(out, outs), want) << "run " << run << " of " << ToString(op);
  }
  EXPECT_EQ(persistent, kept) << "a run wrote what Initialize had made: " << ToString(op);
}

std::vector<OperatorType> Implemented() {
  std::vector<OperatorType> types;
  for (const OperatorInfo& info : AllOperators())
    if (info.implemented) types.push_back(info.type);
  return types;
}

class OwnedInputs : public testing::TestWithParam<OperatorType> {};
INSTANTIATE_TEST_SUITE_P(Operators, OwnedInputs, testing::ValuesIn(Implemented()),
                         [](const auto& info) { return std::string(Info(info.param).name); });

// One after the other, and all of them, which leaves nothing to bind.
TEST_P(OwnedInputs, GiveTheSame) {
  const size_t samples = test::SamplesOf(GetParam(), 3, 5).size();
  for (size_t s = 0; s < samples; ++s) {
    const auto sample = [&] { return test::SamplesOf(GetParam(), 3, 5)[s]; };
    Operator op = sample();
    std::vector<size_t> all;
    for (size_t i = 0; i < test::Tensors(op, FieldRole::Input).size(); ++i)
      if (test::Tensors(op, FieldRole::Input)[i]) all.push_back(i);
    if (all.empty()) continue;
    if (GetParam() == OperatorType::Rnn || GetParam() == OperatorType::Gru ||
        GetParam() == OperatorType::Lstm) {
      test::Tensors(op, FieldRole::Input)[1]->flags = TensorFlags::OwnedByDml;
      EXPECT_EQ(test::ErrorOf(op), std::string(Info(GetParam()).name) +
                                       ": WeightTensor.Flags is OWNED_BY_DML, but recurrent "
                                       "operators take no such tensor");
      continue;
    }
    ExpectSame(op, all, {});
    for (const size_t i : all) ExpectSame(sample(), {i}, {});
  }
}

// Numbers whose sums are neither NaN nor at the end of their type, so that they tell: few eighths,
// and any code, with a scale that brings sums of products back among the codes.
uint64_t SmallElement(Rng& rng, DataType type) {
  if (type == kU8) return rng.Next() & 255;
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-30, 30)) / 8});
}
uint64_t CodeElement(Rng& rng, DataType type) {
  if (type == kF32 || type == kF16) return oracle::BitsOf(type, {true, 0, 0x1p-10L});
  return rng.Next() & ((uint64_t{1} << SizeBits(type)) - 1);
}
// Sums that show in which order they were added up.
uint64_t InexactElement(Rng& rng, DataType type) {
  if (type == DataType::UInt32) return rng.Next() & 3;  // lengths of sequences
  if (type != kF32 && type != kF16) return CodeElement(rng, type);
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-99, 99)) / 77});
}

template <class Op>
Op Filtered(DataType type, DataType result, const Sizes& input, const Sizes& filter,
            const Sizes& output, uint32_t groups) {
  Op op{.input = {type, input},
        .filter = {type, filter},
        .output = {result, output},
        .strides = {1, 1},
        .dilations = {1, 1},
        .start_padding = {1, 0},
        .end_padding = {1, 0},
        .group_count = groups};
  if constexpr (requires { op.output_padding; }) op.output_padding = {0, 0};
  if constexpr (requires { op.output_scale; })
    op.input_scale = op.filter_scale = op.output_scale = {kF32, {1}};
  return op;
}

// The layout that most kernels are chosen by.
Convolution ChannelsLast(Convolution op) {
  for (TensorDesc* tensor : {&op.input, &op.output}) {
    const Sizes& sizes = tensor->sizes();
    const int64_t row = sizes[3] * sizes[1];
    tensor->layout.strides = {sizes[2] * row, 1, row, sizes[1]};
  }
  return op;
}

TEST(OwnedWeights, FiltersArePackedOnceForAThousandRuns) {
  auto backward = Filtered<Convolution>(kF32, kF32, {1, 4, 5, 7}, {4, 9, 3, 3}, {1, 9, 5, 9}, 1);
  backward.direction = ConvolutionDirection::Backward;
  auto zeros =
      Filtered<ConvolutionInteger>(kU8, kI32, {1, 6, 6, 5}, {18, 3, 3, 3}, {1, 18, 6, 3}, 2);
  zeros.input_zero_point = TensorDesc(kU8, {1});
  zeros.filter_zero_point = TensorDesc(kU8, {18});
  auto codes =
      Filtered<QuantizedLinearConvolution>(kU8, kU8, {1, 5, 6, 5}, {17, 5, 3, 3}, {1, 17, 6, 3}, 1);
  codes.filter_zero_point = TensorDesc(kU8, {1});
  const auto crossed = [](const Sizes& input, const Sizes& filter, const Sizes& output,
                          uint32_t groups) {
    auto op = Filtered<Convolution>(kF32, kF32, input, filter, output, groups);
    op.mode = ConvolutionMode::CrossCorrelation;
    return op;
  };
  const Convolution dense = crossed({2, 16, 6, 7}, {32, 16, 3, 3}, {2, 32, 6, 5}, 1);
  const Convolution colors = crossed({1, 3, 9, 9}, {16, 3, 3, 3}, {1, 16, 9, 7}, 1);
  const Convolution alone = crossed({1, 24, 6, 7}, {24, 1, 3, 3}, {1, 24, 6, 5}, 24);
  Convolution one_tap = crossed({1, 32, 6, 6}, {24, 32, 1, 1}, {1, 24, 6, 6}, 1);
  one_tap.start_padding = one_tap.end_padding = {0, 0};
  struct Row {
    Operator op;
    std::vector<size_t> weights;
    uint64_t (*element)(Rng&, DataType) = SmallElement;
  };
  const std::vector<Row> rows = {
      {Filtered<Convolution>(kF32, kF32, {2, 5, 6, 7}, {19, 5, 3, 3}, {2, 19, 6, 5}, 1), {1}},
      {Filtered<Convolution>(kF32, kF32, {1, 6, 6, 7}, {8, 3, 3, 3}, {1, 8, 6, 5}, 2), {1}},
      {Filtered<Convolution>(kF32, kF32, {1, 9, 6, 7}, {9, 1, 3, 3}, {1, 9, 6, 5}, 9), {1}},
      {Filtered<Convolution>(kF32, kF32, {1, 7, 4, 4}, {17, 7, 1, 1}, {1, 17, 6, 4}, 1), {1}},
      {Filtered<Convolution>(kF16, kF16, {1, 5, 6, 7}, {3, 5, 3, 2}, {1, 3, 6, 6}, 1), {1}},
      {backward, {1}},
      {ChannelsLast(dense), {1}},
      {ChannelsLast(colors), {1}},
      {colors, {1}},
      {ChannelsLast(alone), {1}},
      {alone, {1}},
      {ChannelsLast(one_tap), {1}},
      {one_tap, {1}},
      {Filtered<ConvolutionInteger>(kU8, kI32, {1, 5, 6, 5}, {4, 5, 3, 3}, {1, 4, 6, 3}, 1), {2}},
      {zeros, {2, 3}},
      {codes, {3, 5}, CodeElement},
  };
  for (const Row& row : rows)
    ExpectSame(row.op, row.weights, {.runs = 1000, .packed = true, .element = row.element});
}

// B with its zero points, of every layout and in batches that share one or have their own.
TEST(OwnedWeights, MatricesOfIntegersArePackedOnceForAThousandRuns) {
  const TensorDesc a(kU8, {3, 21}), scale(kF32, {1}), zero(kU8, {1});
  const MatrixMultiplyInteger plain = {.a = a, .b = {kU8, {21, 17}}, .output = {kI32, {3, 17}}};
  MatrixMultiplyInteger zeros = plain, transposed = plain;
  zeros.a_zero_point = zero;
  zeros.b_zero_point = TensorDesc(kU8, {1, 17}, {0, 3});
  transposed.b = {kI8, {21, 17}, {1, 25}};
  transposed.b_zero_point = TensorDesc(kI8, {1, 1});
  const MatrixMultiplyInteger deep = {.a = {kI8, {9, 600}},
                                      .b = {kI8, {600, 1}},
                                      .b_zero_point = TensorDesc(kI8, {1}),
                                      .output = {kI32, {9, 1}}};
  MatrixMultiplyInteger pairs = {.a = {kU8, {2, 3, 5, 7}},
                                 .b = {kU8, {2, 3, 7, 33}},
                                 .b_zero_point = TensorDesc(kU8, {1, 1, 1, 33}),
                                 .output = {kI32, {2, 3, 5, 33}}};
  MatrixMultiplyInteger inner = pairs, outer = pairs, all = pairs;
  inner.b = {kU8, {2, 3, 7, 33}, {0, 231, 33, 1}};
  outer.b = {kU8, {2, 3, 7, 33}, {231, 0, 1, 7}};
  all.b = {kU8, {2, 3, 7, 33}, {0, 0, 33, 1}};
  for (const MatrixMultiplyInteger& op : {zeros, transposed, deep, pairs, inner, outer, all})
    ExpectSame(op, {2, 3}, {.runs = 1000, .packed = true, .element = CodeElement});
  ExpectSame(plain, {2}, {.runs = 1000, .packed = true, .element = CodeElement});

  QuantizedLinearMatrixMultiply codes = {.a = {kU8, {2, 3, 21}},
                                         .a_scale = scale,
                                         .b = {kI8, {2, 21, 17}},
                                         .b_scale = {kF32, {1, 1, 17}},
                                         .output_scale = scale,
                                         .output = {kU8, {2, 3, 17}}};
  ExpectSame(codes, {3}, {.runs = 1000, .packed = true, .element = CodeElement});
  codes.b_zero_point = TensorDesc(kI8, {1, 1, 17});
  ExpectSame(codes, {3, 5}, {.runs = 1000, .packed = true, .element = CodeElement});
}

TEST(OwnedWeights, MatricesThatBecomeFloatsDoSoOnceForAThousandRuns) {
  const TensorDesc scale(kF32, {1});
  MatrixMultiplyIntegerToFloat plain = {.a = {kU8, {9, 21}},
                                        .a_scale = scale,
                                        .b = {kU8, {21, 17}},
                                        .b_scale = {kF32, {1, 17}},
                                        .bias = TensorDesc(kF32, {9, 17}),
                                        .output = {kF32, {9, 17}}};
  MatrixMultiplyIntegerToFloat zeros = plain, few = plain, one_column = plain, halves = plain;
  zeros.a.type = kI8;
  zeros.b = {kI8, {21, 17}, {1, 25}};
  zeros.b_zero_point = TensorDesc(kI8, {1, 17});
  few.a = {DataType::Int16, {2, 21}};
  few.b = {DataType::Int16, {21, 17}};
  few.b_zero_point = TensorDesc(DataType::Int16, {1});
  few.bias = std::nullopt;
  few.output = {kF32, {2, 17}};
  one_column.a = {kU8, {2, 210}};  // dot products
  one_column.b = {kU8, {210, 1}};
  one_column.b_scale = scale;
  one_column.b_zero_point = TensorDesc(kU8, {1});
  one_column.bias = std::nullopt;
  one_column.output = {kF32, {2, 1}};
  halves.a = {kU8, {2, 9, 21}};
  halves.a_scale = {kF16, {1}};
  halves.b = {kU8, {2, 21, 17}, {0, 17, 1}};
  halves.b_scale = {kF16, {1}};
  halves.b_zero_point = TensorDesc(kU8, {1});
  halves.bias = std::nullopt;
  halves.output = {kF16, {2, 9, 17}};
  for (const MatrixMultiplyIntegerToFloat& op : {zeros, few, one_column, halves})
    ExpectSame(op, {3, 4, 5}, {.runs = 1000, .packed = true, .element = InexactElement});
  ExpectSame(plain, {3, 4}, {.runs = 1000, .packed = true, .element = InexactElement});
}

// Zero points or scales that come with each run: then B is no constant.
TEST(OwnedWeights, MatricesWhoseNumbersChangeArePackedEachTime) {
  const MatrixMultiplyInteger integers = {.a = {kU8, {3, 21}},
                                          .b = {kU8, {21, 17}},
                                          .b_zero_point = TensorDesc(kU8, {17}),
                                          .output = {kI32, {3, 17}}};
  const MatrixMultiplyIntegerToFloat floats = {.a = {kU8, {3, 21}},
                                               .a_scale = {kF32, {1}},
                                               .b = {kU8, {21, 17}},
                                               .b_scale = {kF32, {17}},
                                               .b_zero_point = TensorDesc(kU8, {1}),
                                               .output = {kF32, {3, 17}}};
  ExpectSame(integers, {2}, {.element = CodeElement});
  ExpectSame(integers, {3}, {.element = CodeElement});
  for (const std::vector<size_t>& owned : {std::vector<size_t>{3, 4}, {3, 5}, {4, 5}})
    ExpectSame(floats, owned, {.element = CodeElement});
}

// DirectML lets nobody give recurrent weights so, but graphs make constants into such weights:
// their program packs those that are, and does not look at them again.
void ExpectSameOnceWeightsArePacked(Operator op, const std::vector<size_t>& weights) {
  Rng rng(4);
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  for (TensorDesc* desc : ins)
    if (desc) desc->flags = TensorFlags::None;  // the call before shares the description
  TensorBuffers in = Filled(ins, [&](size_t i) { return InexactElement(rng, ins[i]->type); });
  TensorBuffers out(outs, 99);
  const TensorBuffers before = out;
  const Status plain = weft::Run(op, in.AsInputs(), out.AsOutputs());
  ASSERT_TRUE(plain.has_value()) << plain.error().message;
  const TensorBuffers want = out;

  for (const size_t i : weights) ins[i]->flags = TensorFlags::OwnedByDml;
  const Result<Program> program = PlanChecked(op, {});
  ASSERT_TRUE(program.has_value()) << program.error().message;
  std::vector<std::byte> persistent(program->persistent_bytes), temporary(program->temporary_bytes);
  const std::vector<ConstBuffer> inputs = in.AsInputs();
  ASSERT_TRUE(program->prepare) << ToString(op);
  program->prepare({.inputs = inputs, .outputs = {}, .persistent = persistent.data()});
  for (const size_t i : weights) std::fill_n(in[i].data(), in[i].bytes(), std::byte{0xFF});
  const std::vector<std::byte> kept = persistent;
  for (int run = 0; run < 1000; ++run) {
    out = before;
    const std::vector<Buffer> outputs = out.AsOutputs();
    program->run({inputs, outputs, temporary.data(), persistent.data()});
    ASSERT_TRUE(out == want) << "run " << run << " of " << ToString(op);
  }
  EXPECT_EQ(persistent, kept) << ToString(op);
}

TEST(OwnedWeights, RecurrentOnesArePackedOnceForAThousandRuns) {
  using enum RecurrentNetworkDirection;
  const FusedActivation sigmoid = ActivationSigmoid{}, tanh = ActivationTanh{};
  const test::RecurrentSizes plain = {.steps = 5, .batch = 3, .inputs = 7, .hidden = 9};
  const test::RecurrentSizes both = {4, 2, 18, 17, Bidirectional, kF16};
  const test::RecurrentSizes one_step = {1, 8, 18, 17};  // 8 rows: no dot products
  Rnn rnn = test::MakeRecurrent<Rnn>(one_step, {tanh});
  Gru gru = test::MakeRecurrent<Gru>(both, {sigmoid, tanh});
  Gru linear = test::MakeRecurrent<Gru>(plain, {sigmoid, tanh});
  Lstm lstm = test::MakeRecurrent<Lstm>(both, {sigmoid, tanh, tanh});
  Lstm backward = test::MakeRecurrent<Lstm>(plain, {sigmoid, tanh, tanh});
  linear.linear_before_reset = true;
  linear.weight = {kF32, {1, 1, 27, 7}, {0, 0, 1, 30}};
  linear.recurrence = {kF32, {1, 1, 27, 9}, {0, 0, 11, 1}};
  backward.direction = Backward;
  test::AddOptionalInputs(gru, both);
  test::AddOptionalInputs(lstm, both);
  for (const Operator& op : std::vector<Operator>{rnn, gru, linear, lstm, backward}) {
    ExpectSameOnceWeightsArePacked(op, {1, 2});
    ExpectSameOnceWeightsArePacked(op, {1});
    ExpectSameOnceWeightsArePacked(op, {2});
  }
}

// Few rows at one step are dot products with the weights as they are: nothing is packed.
TEST(OwnedWeights, RecurrentOnesThatAreUsedAsTheyAreAreNotPacked) {
  Rnn rnn = test::MakeRecurrent<Rnn>({1, 2, 18, 17}, {ActivationTanh{}});
  rnn.weight.flags = rnn.recurrence.flags = TensorFlags::OwnedByDml;
  const Result<Program> program = PlanChecked(rnn, {});
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(program->persistent_bytes, 0u);
  EXPECT_FALSE(program->prepare);
}

}  // namespace
}  // namespace weft
