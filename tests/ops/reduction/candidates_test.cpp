// SPDX-License-Identifier: MIT
// Every candidate of the reductions against the oracle, and which problems pick which.
#include "ops/candidates.h"

#include "ops/each_candidate.h"
#include "oracle/reduce.h"
#include "oracle/softmax.h"

namespace weft {
namespace {

using oracle::Dense;
using test::CandidateCase;
using test::Rng;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;

Reduce Over(ReduceFunction function, DataType type, const Sizes& sizes,
            const std::vector<uint32_t>& axes) {
  Sizes kept = sizes;
  for (const uint32_t axis : axes) kept[int(axis)] = 1;
  return {function, {type, sizes}, {type, kept}, axes};
}

using Answers = std::vector<std::vector<oracle::Bounded>>;

CandidateCase Floats(Rng& rng, const Reduce& op) {
  return test::BoundedCase(
      rng, op,
      [op](const std::vector<Dense>& in) {
        return Answers{oracle::ReduceFloats(op.function, in[0], op.axes)};
      },
      test::SmallNumber);
}

TEST(ReductionCandidates, AgreeWithTheOracle) {
  using enum ReduceFunction;
  test::ExpectEachCandidate(ops::ReductionCandidates(), 700, [](Rng& rng) -> CandidateCase {
    const Sizes sizes = rng.Chance(15) ? Sizes{rng.Between(1, 3), rng.Between(1, 700)}
                                       : test::SmallSizes(rng, int(rng.Between(1, 5)), 3000);
    std::vector<uint32_t> axes = test::RandomAxes(rng, sizes.rank());
    if (rng.Chance(10)) {
      axes.clear();
      for (int dim = 0; dim < sizes.rank(); ++dim) axes.push_back(uint32_t(dim));
    }
    if (rng.Chance(60)) {
      const auto function = rng.Pick({Sum, Average, L1, L2, SumSquare});
      const Reduce op = Over(function, rng.Pick({kF32, kF16}), sizes, axes);
      return Floats(rng, op);
    }
    if (rng.Chance(40)) {
      using enum DataType;
      const Reduce op = Over(rng.Pick({L1, Multiply, Sum, SumSquare}),
                             rng.Pick({Int64, Int32, UInt64, UInt32}), sizes, axes);
      return test::ExactCase(
          rng, op,
          [op](const std::vector<Dense>& in) -> std::vector<Dense> {
            return {oracle::ReduceIntegers(op.function, in[0], op.axes)};
          },
          test::AnyBits);
    }
    DataType type = test::RandomType(rng);
    if (type == DataType::Float64) type = kF16;
    const Reduce op = Over(rng.Pick({Min, Max}), type, sizes, axes);
    return test::ExactCase(
        rng, op,
        [op](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::ExtremeOf(in[0], op.axes, op.function == Min)};
        },
        test::AnyBits);
  });
}

// Sums of tasks, which only large inputs have.
TEST(ReductionCandidates, AgreeWithTheOracleOnLargeInputs) {
  test::ExpectEachCandidate(
      ops::ReductionCandidates(), 12,
      [](Rng& rng) -> CandidateCase {
        const std::vector<uint32_t> axes = rng.Pick<std::vector<uint32_t>>({{0, 1, 2}, {0}, {1}});
        const Reduce op =
            Over(ReduceFunction::Sum, rng.Pick({kF32, kF16}), {40, 300, rng.Between(7, 40)}, axes);
        return {op, Floats(rng, op).check};
      },
      2);
}

TEST(ReductionCandidates, Picks) {
  const auto sum = [](const Layout& layout, const std::vector<uint32_t>& axes) {
    Reduce op = Over(ReduceFunction::Sum, kF32, layout.sizes, axes);
    op.input.layout = layout;
    return op;
  };
  const Layout packed = Layout::Packed({20, 30, 40}), transposed({20, 30}, {1, 20});
  const Machine wide = {.vector_bytes = 64, .threads = 16};
  test::ExpectPicks(ops::ReductionCandidates(),
                    {
                        {"everything", sum(packed, {0, 1, 2}), "reduction/all"},
                        {"rows", sum(packed, {2}), "reduction/inner"},
                        {"planes", sum(packed, {1, 2}), "reduction/inner"},
                        {"columns", sum(packed, {0}), "reduction/outer"},
                        {"between", sum(packed, {1}), "reduction/middle"},
                        {"nothing", sum(packed, {}), "reduction/outer"},
                        {"columns that are contiguous", sum(transposed, {0}), "reduction/inner"},
                        {"rows that are not", sum(transposed, {1}), "reduction/outer"},
                        {"short rows", sum(Layout::Packed({1000, 3}), {1}), "reduction/outer"},
                        {"rows of 16", sum(Layout::Packed({1000, 16}), {1}), "reduction/inner"},
                        {"few columns", sum(Layout::Packed({1000, 3}), {0}), "reduction/inner"},
                        {"whatever the machine", sum(packed, {1}), "reduction/middle", wide},
                    });
}

TEST(ReductionCandidates, SayWhyTheyRefuse) {
  const auto error = [](const std::vector<uint32_t>& axes, const char* candidate) {
    return test::ErrorWith(Over(ReduceFunction::Sum, kF32, {20, 30, 40}, axes), candidate);
  };
  EXPECT_EQ(error({2}, "reduction/all"),
            "REDUCE: the candidate reduction/all was asked for and refuses: OutputTensor has 600 "
            "elements, but 1 is needed");
  EXPECT_EQ(error({1}, "reduction/outer"),
            "REDUCE: the candidate reduction/outer was asked for and refuses: the kept dimensions "
            "are 2 loops over memory, but 1 is needed");
  EXPECT_EQ(error({0}, "reduction/middle"),
            "REDUCE: the candidate reduction/middle was asked for and refuses: the kept dimensions "
            "are 1 loop over memory, but at least 2 are needed");
  EXPECT_EQ(error({0, 1, 2}, "reduction/outer"),
            "REDUCE: the candidate reduction/outer was asked for and refuses: OutputTensor has 1 "
            "element, but there must be columns to add rows to");
}

TEST(SoftmaxCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::SoftmaxCandidates(), 60, [](Rng& rng) -> CandidateCase {
    const Sizes sizes = test::SmallSizes(rng, int(rng.Between(1, 4)));
    const TensorDesc desc(rng.Pick({kF32, kF16}), sizes);
    const std::vector<uint32_t> axes = test::RandomAxes(rng, sizes.rank());
    const bool log = rng.Chance(50);
    const Operator op = log ? Operator(ActivationLogSoftmax1{desc, desc, axes})
                            : Operator(ActivationSoftmax1{desc, desc, axes});
    return test::BoundedCase(
        rng, op,
        [=](const std::vector<Dense>& in) { return Answers{oracle::Softmax(in[0], axes, log)}; },
        test::SmallNumber);
  });
}

TEST(ArgExtremeCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::ArgExtremeCandidates(), 60, [](Rng& rng) -> CandidateCase {
    const Sizes sizes = test::SmallSizes(rng, int(rng.Between(1, 4)));
    const std::vector<uint32_t> axes = test::RandomAxes(rng, sizes.rank());
    const DataType type = rng.Pick({kF32, kF16, DataType::Int8, DataType::UInt64});
    const TensorDesc input(type, sizes);
    const TensorDesc output(DataType::UInt32, oracle::ReducedSizes(sizes, axes));
    const Operator op = Argmax{input, output, axes, AxisDirection::Increasing};
    return test::ExactCase(
        rng, op,
        [=](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::Arg(in[0], axes, DataType::UInt32, false, false)};
        },
        test::AnyBits);
  });
}

TEST(LineCandidates, Picks) {
  const TensorDesc lines(kF32, {4, 100}), one(kF32, {4, 1}), index(DataType::UInt32, {4, 1});
  test::ExpectPicks(
      ops::SoftmaxCandidates(),
      {{"softmax", ActivationSoftmax1{lines, lines, {1}}, "softmax/three_passes"},
       {"logarithm", Reduce{ReduceFunction::LogSumExp, lines, one, {1}}, "softmax/three_passes"}});
  test::ExpectPicks(
      ops::ArgExtremeCandidates(),
      {{"index", Argmax{lines, index, {1}, AxisDirection::Increasing}, "arg_extreme/blocks"},
       {"hardmax", ActivationHardmax1{lines, lines, {1}}, "arg_extreme/blocks"}});
}

}  // namespace
}  // namespace weft
