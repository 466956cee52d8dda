// SPDX-License-Identifier: MIT
// ADAM_OPTIMIZER: rows worked out by hand, random tensors against the oracle, every output in the
// memory of every input, and every refusal.

#include "oracle/adam_optimizer.h"

#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

AdamOptimizer Step(DataType type, const Sizes& sizes) {
  const TensorDesc tensor(type, sizes);
  return {.input_parameters = tensor,
          .input_first_moment = tensor,
          .input_second_moment = tensor,
          .gradient = tensor,
          .training_step = {DataType::UInt32, Sizes::Filled(sizes.rank(), 1)},
          .output_parameters = tensor,
          .output_first_moment = tensor,
          .output_second_moment = tensor,
          .learning_rate = 0.5f,
          .beta1 = 0.5f,
          .beta2 = 0.75f};
}

TEST(AdamOptimizer, Rows) {
  AdamOptimizer epsilon = Step(kF32, {1});
  epsilon.epsilon = 1;
  const std::vector<TensorsRow> rows = {
      // M' = 2, V' = 4; 0.5 * sqrt(0.25) / 0.5 * 2 / 2.
      {"the first step moves by the rate",
       Step(kF32, {1}),
       {{10}, {0}, {0}, {4}, {1}},
       {{9.5L}, {2}, {4}}},
      {"moments decay",
       Step(kF16, {2}),
       {{1, 1}, {8, -8}, {16, 16}, {0, 0}, {1}},
       {{0.42265L, 1.57735L}, {4, -4}, {12, 12}}},
      // M' = 5, V' = 16: 0.5 * 5 / (4 + 1) at step 1.
      {"epsilon is beside the root", epsilon, {{1}, {6}, {16}, {4}, {1}}, {{0.5L}, {5}, {16}}},
      // 0.5 * sqrt(1 - 0.5625) / 0.75 * 4 / 4.
      {"later steps are longer",
       Step(kF32, {1}),
       {{0}, {4}, {16}, {4}, {2}},
       {{-0.5L * 0.66143782776614764763L / 0.75L}, {4}, {16}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

uint64_t Moderate(Rng& rng, size_t input, DataType type) {
  if (input == 4) return uint64_t(rng.Between(1, 30));
  const auto number = (long double)(rng.Between(-3000, 3000)) / 1000;
  return oracle::BitsOf(type, {true, 0, input == 2 ? std::fabs(number) : number});
}

TEST(AdamOptimizer, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 800 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    AdamOptimizer op = Step(rng.Pick({kF32, kF16}), test::RandomSizes(rng));
    op.learning_rate = rng.Pick({1e-3f, 0.3f});
    op.beta1 = rng.Pick({0.9f, 0.4f});
    op.beta2 = rng.Pick({0.999f, 0.7f});
    op.epsilon = rng.Pick({1e-2f, 0.5f});
    test::ExpectAllWithinBounds(
        rng, op, [&](const std::vector<Dense>& in) { return oracle::Adam(in, op); }, Moderate);
  }
}

// Three outputs in the memory of three of the four inputs, in every order.
TEST(AdamOptimizer, EveryOutputInEveryInput) {
  const AdamOptimizer op = Step(kF32, {2000});
  Rng rng(7);
  std::vector<std::vector<float>> inputs(4, std::vector<float>(2000));
  for (auto& input : inputs)
    for (float& x : input) x = float(rng.Between(1, 3000)) / 1000;
  const std::vector<uint32_t> step = {3};
  std::vector<std::vector<float>> want(3, std::vector<float>(2000));
  ASSERT_TRUE(weft::Run(op, {inputs[0], inputs[1], inputs[2], inputs[3], step},
                        {want[0], want[1], want[2]}));
  for (size_t a = 0; a < 4; ++a)
    for (size_t b = 0; b < 4; ++b)
      for (size_t c = 0; c < 4; ++c) {
        if (a == b || b == c || a == c) continue;
        std::vector<std::vector<float>> memory = inputs;
        const Status status = weft::Run(op, {memory[0], memory[1], memory[2], memory[3], step},
                                        {memory[a], memory[b], memory[c]});
        ASSERT_TRUE(status.has_value()) << status.error().message;
        EXPECT_EQ(memory[a], want[0]) << a << b << c;
        EXPECT_EQ(memory[b], want[1]) << a << b << c;
        EXPECT_EQ(memory[c], want[2]) << a << b << c;
      }
}

TEST(AdamOptimizer, Errors) {
  AdamOptimizer steps = Step(kF32, {2}), floats = Step(kF32, {2}), sizes = Step(kF32, {2});
  steps.training_step = {DataType::UInt32, {2}};
  floats.training_step = {kF32, {1}};
  sizes.gradient = {kF32, {1}};
  test::ExpectErrors({
      {steps, "ADAM_OPTIMIZER: TrainingStepTensor.Sizes is [2], but one element is required"},
      {floats, "ADAM_OPTIMIZER: TrainingStepTensor.DataType is FLOAT32, but UINT32 is required"},
      {sizes,
       "ADAM_OPTIMIZER: GradientTensor.Sizes[0] is 1, but InputParametersTensor.Sizes[0] is 2"},
      {Step(DataType::Int32, {2}),
       "ADAM_OPTIMIZER: InputParametersTensor.DataType is INT32, but FLOAT32 or FLOAT16 is "
       "required"},
  });
}

const test::Samples adam_samples(
    OperatorType::AdamOptimizer,
    [](int64_t rows, int64_t columns) {
      return std::vector<Operator>{Step(kF32, {1, 3, rows, columns}),
                                   Step(kF16, {1, 3, rows, columns})};
    },
    [](const Operator&, size_t input) -> int64_t { return input == 4 ? 6 : 0; });

}  // namespace
}  // namespace weft
