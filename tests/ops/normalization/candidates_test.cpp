// SPDX-License-Identifier: MIT
// Every candidate of the normalizations against the oracle, and which problems pick which.
#include "ops/candidates.h"

#include "ops/each_candidate.h"
#include "oracle/local_response.h"
#include "oracle/normalization.h"
#include "oracle/reduce.h"

namespace weft {
namespace {

using oracle::Dense;
using test::CandidateCase;
using test::Rng;
using Answers = std::vector<std::vector<oracle::Bounded>>;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;

Sizes PickSizes(Rng& rng) {
  if (rng.Chance(50)) return {rng.Between(1, 3), rng.Pick<int64_t>({3, 33, 40, 64}), 2, 40};
  return test::SmallSizes(rng, int(rng.Between(1, 4)));
}
Sizes SomeOf(Rng& rng, Sizes sizes) {
  for (int64_t& size : sizes)
    if (rng.Chance(50)) size = 1;
  return sizes;
}
// Variances, and whatever else must not be below 0, are at least 1/8.
uint64_t Moderate(Rng& rng, size_t input, DataType type) {
  const long double x = (long double)(rng.Between(-200, 200)) / 64;
  return oracle::BitsOf(type, {true, 0, input == 2 ? std::fabs(x) + 0.125L : x});
}

MeanVarianceNormalization2 Over(DataType type, const Sizes& sizes,
                                const std::vector<uint32_t>& axes) {
  return {.input = {type, sizes},
          .output = {type, sizes},
          .axes = axes,
          .use_mean = true,
          .use_variance = true,
          .epsilon = 1e-3f};
}

TEST(MeanVarianceCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::MeanVarianceCandidates(), 400, [](Rng& rng) -> CandidateCase {
    const Sizes sizes = PickSizes(rng);
    MeanVarianceNormalization2 op =
        Over(rng.Pick({kF32, kF16}), sizes, test::RandomAxes(rng, sizes.rank()));
    if (rng.Chance(60)) {
      op.scale = TensorDesc(op.input.type, SomeOf(rng, sizes));
      op.bias = TensorDesc(op.input.type, SomeOf(rng, sizes));
    }
    oracle::Activated activated;
    if (rng.Chance(30)) {
      op.fused_activation = ActivationLeakyRelu{.alpha = 0.25f};
      activated.function = [](long double x) { return x < 0 ? x / 4 : x; };
    }
    return test::BoundedCase(
        rng, op,
        [=](const std::vector<Dense>& in) {
          return Answers{oracle::MeanVariance(in, oracle::ReducedSizes(sizes, op.axes), true, true,
                                              (long double)(op.epsilon), activated)};
        },
        test::SmallNumber);
  });
}

BatchNormalization Batch(DataType type, const Sizes& sizes, const Sizes& parameters) {
  const TensorDesc parameter(type, parameters);
  return {.input = {type, sizes},
          .mean = parameter,
          .variance = parameter,
          .scale = parameter,
          .bias = parameter,
          .output = {type, sizes},
          .epsilon = 0.5f};
}

TEST(BatchNormalizationCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(
      ops::BatchNormalizationCandidates(), 300, [](Rng& rng) -> CandidateCase {
        const Sizes sizes = PickSizes(rng);
        const DataType type = rng.Pick({kF32, kF16});
        const Sizes parameters = SomeOf(rng, sizes);
        if (rng.Chance(60))
          return test::BoundedCase(
              rng, Batch(type, sizes, parameters),
              [](const std::vector<Dense>& in) {
                return Answers{oracle::BatchNormalization(in, 0.5L)};
              },
              Moderate);
        const TensorDesc image(type, sizes), parameter(type, parameters);
        BatchNormalizationTraining op{.input = image,
                                      .scale = parameter,
                                      .bias = parameter,
                                      .output = image,
                                      .output_mean = parameter,
                                      .output_variance = parameter,
                                      .epsilon = 0.5f};
        if (rng.Chance(50)) op.fused_add = image;
        return test::BoundedCase(
            rng, op, [](const std::vector<Dense>& in) { return oracle::BatchTraining(in, 0.5L); },
            test::SmallNumber);
      });
}

TEST(LpNormalizationCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::LpNormalizationCandidates(), 60, [](Rng& rng) -> CandidateCase {
    const TensorDesc desc(rng.Pick({kF32, kF16}), PickSizes(rng));
    const LpNormalization op{.input = desc,
                             .output = desc,
                             .axis = uint32_t(rng.Between(0, desc.rank() - 1)),
                             .epsilon = 0.5f,
                             .p = uint32_t(rng.Between(1, 2))};
    return test::BoundedCase(
        rng, op,
        [op](const std::vector<Dense>& in) {
          return Answers{oracle::LpNormalize(in[0], op.axis, op.p, 0.5L)};
        },
        test::SmallNumber);
  });
}

TEST(LocalResponseCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::LocalResponseCandidates(), 60, [](Rng& rng) -> CandidateCase {
    const TensorDesc desc(rng.Pick({kF32, kF16}),
                          {1, rng.Between(1, 9), rng.Between(1, 5), rng.Between(1, 7)});
    const LocalResponseNormalization op{.input = desc,
                                        .output = desc,
                                        .cross_channel = rng.Chance(50),
                                        .local_size = uint32_t(rng.Between(1, 5)),
                                        .alpha = 0.5f,
                                        .beta = 0.75f,
                                        .bias = 1};
    const oracle::LocalResponse by = {op.cross_channel, op.local_size, 0.5L, 0.75L, 1};
    return test::BoundedCase(
        rng, op, [=](const std::vector<Dense>& in) { return Answers{oracle::Respond(in[0], by)}; },
        test::SmallNumber);
  });
}

TEST(NormalizationCandidates, Picks) {
  const Sizes image = {1, 64, 9, 11}, channels = {1, 64, 1, 1};
  const auto with_scale = [](MeanVarianceNormalization2 op, const Sizes& sizes) {
    op.scale = TensorDesc(kF32, sizes);
    op.bias = TensorDesc(kF32, sizes);
    return op;
  };
  auto short_rows = Over(kF32, {1, 64, 9, 3}, {3});
  short_rows.input.layout.strides = {64 * 9 * 4, 9 * 4, 4, 1};
  BatchNormalization short_batch = Batch(kF32, {1, 64, 9, 3}, channels);
  short_batch.input.layout.strides = {64 * 9 * 4, 9 * 4, 4, 1};
  BatchNormalization every_second = Batch(kF32, image, channels);
  every_second.input.layout.strides = {64 * 198, 198, 22, 2};
  const Machine wide = {.vector_bytes = 64, .threads = 16};
  const TensorDesc desc(kF32, image);
  test::ExpectPicks(
      ops::MeanVarianceCandidates(),
      {{"no parameters", Over(kF32, image, {2, 3}), "mean_variance/lines"},
       {"the same for all lines", with_scale(Over(kF32, {8, 100}, {1}), {1, 100}),
        "mean_variance/lines"},
       {"one for each channel", with_scale(Over(kF32, image, {2, 3}), channels),
        "mean_variance/two_passes/tiles"},
       {"rows of 3", with_scale(short_rows, channels), "mean_variance/two_passes/rows"},
       {"whatever the machine", with_scale(Over(kF32, image, {2, 3}), channels),
        "mean_variance/two_passes/tiles", wide}});
  test::ExpectPicks(ops::BatchNormalizationCandidates(),
                    {{"an image", Batch(kF16, image, channels), "batch_normalization/tiles"},
                     {"rows of 3", short_batch, "batch_normalization/rows"},
                     {"every second element", every_second, "batch_normalization/rows"}});
  test::ExpectPicks(ops::LpNormalizationCandidates(),
                    {{"any", LpNormalization{desc, desc, 1, 0, 2}, "lp_normalization/lines"}});
  test::ExpectPicks(ops::LocalResponseCandidates(),
                    {{"any", LocalResponseNormalization{desc, desc, true, 3, 1, 1, 1},
                      "local_response/block_sums"}});
}

TEST(NormalizationCandidates, SayWhyTheyRefuse) {
  auto op = Over(kF32, {1, 64, 9, 11}, {2, 3});
  op.scale = op.bias = TensorDesc(kF32, {1, 64, 1, 1});
  EXPECT_EQ(test::ErrorWith(op, "mean_variance/lines"),
            "MEAN_VARIANCE_NORMALIZATION2: the candidate mean_variance/lines was asked for and "
            "refuses: ScaleTensor.Sizes[1] is 64, but 1 is none of Axes and 1 is needed");
  BatchNormalization every_second = Batch(kF32, {1, 64, 9, 11}, {1, 64, 1, 1});
  every_second.input.layout.strides = {64 * 198, 198, 22, 2};
  EXPECT_EQ(test::ErrorWith(every_second, "batch_normalization/tiles"),
            "BATCH_NORMALIZATION: the candidate batch_normalization/tiles was asked for and "
            "refuses: elements of InputTensor's rows are 8 bytes apart, but 4 are needed");
}

}  // namespace
}  // namespace weft
