// SPDX-License-Identifier: MIT
// RNN, GRU, LSTM: rows worked out by hand, random sizes, options and layouts against the oracle,
// lengths that are too large, and samples.

#include "ops/recurrent/recurrent_cases.h"

#include <algorithm>

#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Bounded;
using oracle::Dense;
using test::AddOptionalInputs;
using test::MakeRecurrent;
using test::RecurrentSizes;
using test::Rng;
using test::TensorsRow;
using enum RecurrentNetworkDirection;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
const FusedActivation kSame = ActivationIdentity{};

template <class Op, class Change>
Op With(Op op, const Change& change) {
  change(op);
  return op;
}

// x = 1, 2, 3 with weight 1 and recurrence 2: every state is x + 2 * the one before.
TEST(Rnn, Rows) {
  const auto made = [](RecurrentSizes sizes, const auto& change) {
    return With(MakeRecurrent<Rnn>(sizes, {kSame}), change);
  };
  const auto lengths = [](int64_t batch) {
    return [batch](Rnn& op) {
      op.sequence_lengths = TensorDesc(DataType::UInt32, {1, 1, 1, batch});
    };
  };
  const auto plain = [](Rnn&) {};
  const std::vector<TensorsRow> rows = {
      {"forward", made({3}, plain), {{1, 2, 3}, {1}, {2}, {}, {}, {}}, {{1, 4, 11}, {11}}},
      {"backward",
       made({3, 1, 1, 1, Backward}, plain),
       {{1, 2, 3}, {1}, {2}, {}, {}, {}},
       {{17, 8, 3}, {17}}},
      {"both, with weights of their own",
       made({3, 1, 1, 1, Bidirectional}, plain),
       {{1, 2, 3}, {1, 10}, {2, 1}, {}, {}, {}},
       {{1, 60, 4, 50, 11, 30}, {11, 60}}},
      {"both biases",
       made({2},
            [](Rnn& op) {
              op.bias = TensorDesc(kF32, {1, 1, 1, 2});
            }),
       {{1, 2}, {1}, {2}, {100, 1000}, {}, {}},
       {{1101, 3304}, {3304}}},
      {"a state to begin with",
       made({2},
            [](Rnn& op) {
              op.hidden_init = TensorDesc(kF32, {1, 1, 1, 1});
            }),
       {{1, 2}, {1}, {2}, {}, {5}, {}},
       {{11, 24}, {24}}},
      {"lengths: the state stays, the sequence is 0",
       made({3, 4}, lengths(4)),
       {{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}, {1}, {2}, {}, {}, {2, 0, 3, 4294967295}},
       {{1, 0, 1, 1, 4, 0, 4, 4, 0, 0, 11, 11}, {4, 0, 11, 11}}},
      {"lengths backward: from the last one's own",
       made({3, 2, 1, 1, Backward}, lengths(2)),
       {{1, 1, 2, 2, 3, 3}, {1}, {2}, {}, {}, {2, 3}},
       {{5, 17, 2, 8, 0, 3}, {5, 17}}},
      {"only the last state",
       made({3}, [](Rnn& op) { op.output_sequence.reset(); }),
       {{1, 2, 3}, {1}, {2}, {}, {}, {}},
       {{}, {11}}},
      {"only the sequence",
       made({3}, [](Rnn& op) { op.output_single.reset(); }),
       {{1, 2, 3}, {1}, {2}, {}, {}, {}},
       {{1, 4, 11}, {}}},
      // 3 * 683 = 2049 is no half.
      {"half is rounded on its way out only",
       made({2, 1, 1, 1, Forward, kF16}, plain),
       {{683, -683}, {3}, {1}, {}, {}, {}},
       {{2048, 0}, {0}}},
      {"each direction has its activation",
       made({2, 1, 1, 1, Bidirectional},
            [](Rnn& op) {
              op.activation_descs = {ActivationLinear{.alpha = 10}, ActivationRelu{}};
            }),
       {{1, -2}, {1, 1}, {1, 1}, {}, {}, {}},
       {{10, 1, 80, 0}, {80, 1}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// One number of each: weights 1, 2, 3, 4 of the gates i, o, f, candidate; x = 1, c = 5.
TEST(Lstm, Rows) {
  const auto made = [](const auto& change) {
    Lstm op = MakeRecurrent<Lstm>({}, {kSame, kSame, kSame});
    op.cell_mem_init = TensorDesc(kF32, {1, 1, 1, 1});
    op.output_sequence.reset();
    change(op);
    return op;
  };
  const auto with = [](std::vector<long double> bias, std::vector<long double> hidden,
                       std::vector<long double> peephole) {
    return std::vector<std::vector<long double>>{{1}, {1, 2, 3, 4}, {1, 1, 1, 10}, bias, hidden,
                                                 {5}, {},           peephole};
  };
  const auto hidden = [](Lstm& op) { op.hidden_init = TensorDesc(kF32, {1, 1, 1, 1}); };
  const std::vector<TensorsRow> rows = {
      // c = 3 * 5 + 1 * 4
      {"gates in their order", made([](Lstm&) {}), with({}, {}, {}), {{}, {2 * 19}, {19}}},
      // i = 3, o = 4, f = 5, candidate = 24, c = 5 * 5 + 3 * 24
      {"of the state too", made(hidden), with({}, {2}, {}), {{}, {4 * 97}, {97}}},
      // i = 1 + 5, f = 3 + 3 * 5, c = 18 * 5 + 6 * 4, o = 2 + 2 * 114
      {"peepholes: o sees the new cell",
       made([](Lstm& op) {
         op.peephole = TensorDesc(kF32, {1, 1, 1, 3});
       }),
       with({}, {}, {1, 2, 3}),
       {{}, {230 * 114}, {114}}},
      {"coupled: f = 1 - i",
       made([](Lstm& op) { op.couple_input_forget = true; }),
       with({}, {}, {}),
       {{}, {2 * 4}, {4}}},
      // f and candidate become 2
      {"clipped",
       made([](Lstm& op) { op.use_clip_threshold = true, op.clip_threshold = 2; }),
       with({}, {}, {}),
       {{}, {2 * 12}, {12}}},
      {"a threshold that is not used",
       made([](Lstm& op) { op.clip_threshold = 2; }),
       with({}, {}, {}),
       {{}, {2 * 19}, {19}}},
      // i = 1 + 1 + 10, o = 2 + 2 + 20, f = 3 + 3 + 30, candidate = 4 + 4 + 40
      {"both biases",
       made([](Lstm& op) {
         op.bias = TensorDesc(kF32, {1, 1, 1, 8});
       }),
       with({1, 2, 3, 4, 10, 20, 30, 40}, {}, {}),
       {{}, {24 * (36 * 5 + 12 * 48)}, {36 * 5 + 12 * 48}}},
      // i = 2, o = 4, f = 6; candidate = -4; c = 6 * 5 + 2 * -4 = 22, of which the last makes 122
      {"each its activation",
       made([](Lstm& op) {
         op.activation_descs = {ActivationLinear{.alpha = 2}, ActivationLinear{.alpha = -1},
                                ActivationLinear{.alpha = 1, .beta = 100}};
       }),
       with({}, {}, {}),
       {{}, {4 * 122}, {22}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Weights 2, 3, 4 of z, r, candidate and x = 1; h = 5 with recurrences 1, 1, 2: z = 7, r = 8.
TEST(Gru, Rows) {
  const auto made = [](const auto& change) {
    Gru op = MakeRecurrent<Gru>({}, {kSame, kSame});
    op.hidden_init = TensorDesc(kF32, {1, 1, 1, 1});
    op.output_sequence.reset();
    change(op);
    return op;
  };
  const auto bias = [](Gru& op) { op.bias = TensorDesc(kF32, {1, 1, 1, 6}); };
  const std::vector<long double> biases = {0, 0, 10, 0, 0, 3};
  const std::vector<TensorsRow> rows = {
      {"reset before the product",  // 4 + 2 * (8 * 5)
       made([](Gru&) {}),
       {{1}, {2, 3, 4}, {1, 1, 2}, {}, {5}, {}},
       {{}, {-6 * 84 + 7 * 5}}},
      {"with biases",  // 4 + 10 + 2 * (8 * 5) + 3
       made(bias),
       {{1}, {2, 3, 4}, {1, 1, 2}, biases, {5}, {}},
       {{}, {-6 * 97 + 7 * 5}}},
      {"reset after it",  // 4 + 10 + 8 * (2 * 5 + 3)
       made([&](Gru& op) { bias(op), op.linear_before_reset = true; }),
       {{1}, {2, 3, 4}, {1, 1, 2}, biases, {5}, {}},
       {{}, {-6 * 118 + 7 * 5}}},
      {"each its activation",  // z = 14, r = 16; -(4 + 2 * (16 * 5))
       made([](Gru& op) {
         op.activation_descs = {ActivationLinear{.alpha = 2}, ActivationLinear{.alpha = -1}};
       }),
       {{1}, {2, 3, 4}, {1, 1, 2}, {}, {5}, {}},
       {{}, {-13 * -164 + 14 * 5}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// The number of steps may be 0, and that of inputs.
TEST(Recurrent, EmptyInputs) {
  const CompileOptions allow = {.allow_empty = true};
  Rnn no_steps = MakeRecurrent<Rnn>({.steps = 0}, {kSame});
  no_steps.hidden_init = TensorDesc(kF32, {1, 1, 1, 1});
  test::RunRow(TensorsRow{"", no_steps, {{}, {1}, {1}, {}, {7}, {}}, {{}, {7}}, allow});
  Rnn no_inputs = MakeRecurrent<Rnn>({.steps = 2, .inputs = 0}, {kSame});
  no_inputs.hidden_init = TensorDesc(kF32, {1, 1, 1, 1});
  test::RunRow(TensorsRow{"", no_inputs, {{}, {}, {2}, {}, {7}, {}}, {{14, 28}, {28}}, allow});
}

// Gates are bounded, or the states of a few steps become too large to compare.
FusedActivation RandomActivation(Rng& rng, bool bounded) {
  switch (rng.Between(0, bounded ? 3 : 7)) {
    case 0: return ActivationSigmoid{};
    case 1: return ActivationTanh{};
    case 2: return ActivationSoftsign{};
    case 3: return ActivationHardSigmoid{.alpha = 0.2f, .beta = 0.5f};
    case 4: return ActivationLinear{.alpha = 0.5f, .beta = -0.25f};
    case 5: return ActivationLeakyRelu{.alpha = 0.25f};
    case 6: return ActivationRelu{};
    default: return ActivationIdentity{};
  }
}

RecurrentSizes AnySizes(Rng& rng) {
  return {.steps = rng.Between(1, 6),
          .batch = rng.Pick<int64_t>({1, 1, 2, 3, 7}),
          .inputs = rng.Between(1, rng.Chance(20) ? 40 : 6),
          .hidden = rng.Pick<int64_t>({1, 2, 3, 4, 5, 8, 9, 17, 33}),
          .direction = rng.Pick({Forward, Backward, Bidirectional}),
          .type = rng.Pick({kF32, kF16})};
}

// Some of the optional tensors, and other activations for each gate and direction.
template <class Op>
void Vary(Rng& rng, Op& op, const RecurrentSizes& sizes) {
  AddOptionalInputs(op, sizes);
  for (std::optional<TensorDesc>* tensor :
       {&op.bias, &op.hidden_init, &op.sequence_lengths, &op.output_sequence})
    if (rng.Chance(40)) tensor->reset();
  if (op.output_sequence && rng.Chance(30)) op.output_single.reset();
  if constexpr (requires { op.peephole; })
    for (std::optional<TensorDesc>* tensor :
         {&op.cell_mem_init, &op.peephole, &op.output_cell_single})
      if (rng.Chance(40)) tensor->reset();
  const size_t each = op.activation_descs.size() / size_t(sizes.directions());
  if (rng.Chance(60))
    for (size_t i = 0; i < op.activation_descs.size(); ++i)
      op.activation_descs[i] = RandomActivation(rng, each > 1 && i % each == 0);
}

// A few dozen roundings of numbers about 1, which the states carry on.
template <class Op>
std::vector<std::vector<Bounded>> OracleOf(const Op& op, const std::vector<Dense>& in) {
  const oracle::RecurrentOutputs out = oracle::Run(test::Question(op, in));
  std::vector<std::vector<Bounded>> want(3);
  const auto bounded = [](long double x) { return Bounded{x, 0x1p-16L * (1 + std::fabs(x))}; };
  std::ranges::transform(out.sequence, std::back_inserter(want[0]), bounded);
  std::ranges::transform(out.single, std::back_inserter(want[1]), bounded);
  std::ranges::transform(out.cell, std::back_inserter(want[2]), bounded);
  return want;
}

// Recurrent weights are small enough for the states to stay so, whatever the activation.
uint64_t RandomElement(Rng& rng, const RecurrentSizes& sizes, size_t input, DataType type) {
  if (type == DataType::UInt32) return uint64_t(rng.Between(0, sizes.steps + 2));
  const long double most = input == 2 ? 1.0L / (long double)(sizes.hidden) : 1;
  return oracle::BitsOf(type, {true, 0, most * (long double)(rng.Between(-512, 512)) / 512});
}

template <class Op>
void ExpectOracleAgrees(const std::vector<FusedActivation>& activations, const auto& change) {
  test::ForEachSeed(1500, [&](Rng& rng) {
    const RecurrentSizes sizes = AnySizes(rng);
    Op op = MakeRecurrent<Op>(sizes, activations);
    Vary(rng, op, sizes);
    change(rng, op);
    test::ExpectAllWithinBounds(
        rng, op, [&](const std::vector<Dense>& in) { return OracleOf(op, in); },
        [&](Rng& any, size_t input, DataType type) {
          return RandomElement(any, sizes, input, type);
        });
  });
}

TEST(Rnn, MatchesTheOracle) {
  ExpectOracleAgrees<Rnn>({ActivationTanh{}}, [](Rng&, Rnn&) {});
}
TEST(Gru, MatchesTheOracle) {
  ExpectOracleAgrees<Gru>({ActivationSigmoid{}, ActivationTanh{}},
                          [](Rng& rng, Gru& op) { op.linear_before_reset = rng.Chance(50); });
}
TEST(Lstm, MatchesTheOracle) {
  ExpectOracleAgrees<Lstm>({ActivationSigmoid{}, ActivationTanh{}, ActivationTanh{}},
                           [](Rng& rng, Lstm& op) {
                             op.couple_input_forget = rng.Chance(30);
                             op.use_clip_threshold = rng.Chance(40);
                             op.clip_threshold = float(rng.Between(0, 8)) / 8;
                           });
}

// Enough work for several threads, and sequences for all of them: the oracle's answers, and those
// of one thread bit by bit. The last task has fewer sequences, and the last block fewer steps.
template <class Op>
void ExpectThreadsTakeSequences(const std::vector<FusedActivation>& activations,
                                const auto& change) {
  const int before = ThreadCount();
  test::ForEachSeed(4, [&](Rng& rng) {
    const RecurrentSizes sizes = {.steps = 23,
                                  .batch = 13,
                                  .inputs = rng.Pick<int64_t>({0, 33}),
                                  .hidden = 48,
                                  .direction = rng.Pick({Forward, Backward, Bidirectional}),
                                  .type = rng.Pick({kF32, kF16})};
    Op packed = MakeRecurrent<Op>(sizes, activations);
    AddOptionalInputs(packed, sizes);
    change(rng, packed);
    if (rng.Chance(50)) packed.sequence_lengths.reset();
    Operator op = rng.Chance(30) ? Operator(packed) : test::InRandomLayouts(rng, packed);
    const CompileOptions options = {.allow_empty = true};
    const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
    const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
    test::TensorBuffers in(ins, 7);
    std::vector<Dense> values(ins.size());
    for (size_t i = 0; i < ins.size(); ++i) {
      if (!ins[i]) continue;
      Dense some = in.Read(i);
      for (auto& x : some.elements) x = RandomElement(rng, sizes, i, ins[i]->type);
      in.Write(i, some);
      values[i] = in.Read(i);  // elements may be each other's memory
    }
    SetThreadCount(1);
    test::TensorBuffers want(outs, 8);
    const test::TensorBuffers nothing = want;
    ASSERT_TRUE(weft::Run(op, in.AsInputs(), want.AsOutputs(), options));
    const std::vector<std::vector<Bounded>> answers = OracleOf(packed, values);
    for (size_t i = 0; i < outs.size(); ++i)
      if (outs[i]) {
        ASSERT_EQ(oracle::OutOfBounds(want.Read(i), answers[i]), "") << ToString(op);
      }
    for (const int threads : {2, 3}) {
      SetThreadCount(threads);
      const Result<CompiledOperator> compiled = Compile(op, options);
      ASSERT_TRUE(compiled.has_value());
      const std::string tasks = sizes.directions() == 1 ? threads == 2 ? "2 x 7" : "3 x 5"
                                : threads == 2          ? "2 x 13"
                                                        : "4 x 7";
      EXPECT_NE(compiled->Explain().find("threads share " + tasks + " sequences"),
                std::string::npos)
          << compiled->Explain();
      test::TensorBuffers got = nothing;
      ASSERT_TRUE(compiled->Run(in.AsInputs(), got.AsOutputs()));
      EXPECT_TRUE(got == want) << threads << " threads: " << ToString(op);
    }
  });
  SetThreadCount(before);
}

TEST(Recurrent, ThreadsTakeSequences) {
  ExpectThreadsTakeSequences<Rnn>({ActivationTanh{}}, [](Rng&, Rnn&) {});
  ExpectThreadsTakeSequences<Gru>({ActivationSigmoid{}, ActivationTanh{}}, [](Rng& rng, Gru& op) {
    op.linear_before_reset = rng.Chance(50);
  });
  ExpectThreadsTakeSequences<Lstm>({ActivationSigmoid{}, ActivationTanh{}, ActivationTanh{}},
                                   [](Rng&, Lstm&) {});
}

// Enough steps for several products of the input.
TEST(Recurrent, LongSequences) {
  constexpr int64_t kSteps = 2500;
  for (RecurrentNetworkDirection direction : {Forward, Backward}) {
    const Rnn op = MakeRecurrent<Rnn>({kSteps, 1, 1, 1, direction}, {kSame});
    std::vector<float> input(kSteps), sequence(kSteps), single(1);
    for (int64_t t = 0; t < kSteps; ++t) input[size_t(t)] = float(t);
    const std::vector<float> one = {1};
    ASSERT_TRUE(weft::Run(op, {input, one, one, {}, {}, {}}, {sequence, single}));
    // Sums of whole numbers below 2^24 are exact.
    for (int64_t t = 0; t < kSteps; ++t) {
      const int64_t to_t = t * (t + 1) / 2, all = kSteps * (kSteps - 1) / 2;
      ASSERT_EQ(sequence[size_t(t)], float(direction == Forward ? to_t : all - to_t + t)) << t;
    }
    EXPECT_EQ(single[0], direction == Forward ? sequence.back() : sequence.front());
  }
}

// Scratch memory may begin at any address, and hold anything.
TEST(Recurrent, TemporaryMemoryNeedsNoAlignment) {
  Gru op = MakeRecurrent<Gru>({.steps = 2, .batch = 2}, {kSame, kSame});
  op.sequence_lengths = TensorDesc(DataType::UInt32, {1, 1, 1, 2});
  const Result<CompiledOperator> compiled = Compile(op);
  ASSERT_TRUE(compiled.has_value());
  const std::vector<float> x = {1, 1, 2, 2}, w = {2, 3, 4}, r = {1, 1, 2};
  const std::vector<uint32_t> lengths = {1, 0};
  for (size_t shift : {0, 1, 8, 63}) {
    std::vector<std::byte> memory(compiled->temporary_bytes() + shift, std::byte(0xff));  // NaNs
    std::vector<float> sequence(4), single(2);
    const std::vector<ConstBuffer> in = {x, w, r, {}, {}, lengths};
    const std::vector<Buffer> out = {sequence, single};
    ASSERT_TRUE(compiled->Run(in, out, Buffer(memory.data() + shift, memory.size() - shift)));
    EXPECT_EQ(single, (std::vector<float>{-4, 0}));  // (1 - 2) * 4
    EXPECT_EQ(sequence, (std::vector<float>{-4, 0, 0, 0}));
  }
}

TEST(Recurrent, StrictLengths) {
  Rnn op = MakeRecurrent<Rnn>({.steps = 3, .batch = 2}, {kSame});
  op.sequence_lengths = TensorDesc(DataType::UInt32, {1, 1, 1, 2}, {0, 0, 0, 2});
  const std::vector<float> input(6), one = {1};
  std::vector<float> sequence(6), single(2);
  const auto run = [&](std::vector<uint32_t> lengths) {
    const Status status = weft::Run(op, {input, one, one, {}, {}, lengths}, {sequence, single},
                                    {.strict_indices = true});
    return status ? "" : status.error().message;
  };
  EXPECT_EQ(run({3, 9, 0}), "");
  EXPECT_EQ(run({3, 0, 4}),
            "RNN: SequenceLengthsTensor[0, 0, 0, 1] is 4, but InputTensor.Sizes[1] is 3: 0 to 3 "
            "are possible");
}

template <class Op>
std::vector<Operator> Samples(const std::vector<FusedActivation>& activations, int64_t rows,
                              int64_t columns) {
  const Op many_inputs = MakeRecurrent<Op>({3, rows, columns, 4, Bidirectional}, activations);
  const RecurrentSizes long_sizes = {rows, 3, columns, 5, Backward, kF16};
  Op many_steps = MakeRecurrent<Op>(long_sizes, activations);
  AddOptionalInputs(many_steps, long_sizes);
  if constexpr (requires { many_steps.linear_before_reset; }) many_steps.linear_before_reset = true;
  const RecurrentSizes wide_sizes = {2, rows, 3, std::min<int64_t>(columns, 70)};
  Op wide_state = MakeRecurrent<Op>(wide_sizes, activations);
  AddOptionalInputs(wide_state, wide_sizes);
  return {many_inputs, many_steps, wide_state};
}

// The other numbers are whole and small, so that the first product is exact: in which order its
// terms add up may depend on the layout.
template <class Op>
int64_t LargestOf(const Operator& op, size_t input) {
  return input == test::kLengthsOf<Op> ? op.As<Op>().input.sizes()[1] : 2;
}

const test::Samples rnn_samples(
    OperatorType::Rnn,
    [](int64_t rows, int64_t columns) { return Samples<Rnn>({ActivationTanh{}}, rows, columns); },
    LargestOf<Rnn>);
const test::Samples lstm_samples(
    OperatorType::Lstm,
    [](int64_t rows, int64_t columns) {
      return Samples<Lstm>({ActivationSigmoid{}, ActivationTanh{}, ActivationTanh{}}, rows,
                           columns);
    },
    LargestOf<Lstm>);
const test::Samples gru_samples(
    OperatorType::Gru,
    [](int64_t rows, int64_t columns) {
      return Samples<Gru>({ActivationSigmoid{}, ActivationTanh{}}, rows, columns);
    },
    LargestOf<Gru>);

}  // namespace
}  // namespace weft
