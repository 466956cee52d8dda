// SPDX-License-Identifier: MIT
// Every candidate of pooling against the oracle, and which problems pick which.
#include "ops/candidates.h"

#include "ops/each_candidate.h"
#include "ops/pooling/random_pooling.h"
#include "oracle/pooling.h"
#include "tensor/element.h"

namespace weft {
namespace {

using oracle::Dense;
using test::CandidateCase;
using test::RandomPooling;
using test::Rng;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;

template <class Op>
Op Over(DataType type, const RandomPooling& pooling) {
  Op op;
  op.input = {type, pooling.input};
  op.output = {type, pooling.output};
  op.window_size = pooling.windows.size;
  op.strides = pooling.windows.strides;
  op.start_padding = pooling.windows.start;
  op.end_padding = pooling.windows.end;
  op.dilations = pooling.windows.dilations;
  return op;
}

// One window over everything, now and then.
RandomPooling PickWindows(Rng& rng) {
  RandomPooling pooling = test::PickPooling(rng);
  if (!rng.Chance(30)) return pooling;
  for (size_t d = 0; d < pooling.windows.size.size(); ++d) {
    pooling.windows.size[d] = uint32_t(pooling.input[int(d) + 2]);
    pooling.windows.dilations[d] = 1;
    pooling.windows.start[d] = pooling.windows.end[d] = 0;
  }
  pooling.output = pooling.windows.OutputOf(pooling.input);
  return pooling;
}

using Answers = std::vector<std::vector<oracle::Bounded>>;

Layout ChannelsLast(const Sizes& sizes) {
  Layout layout = Layout::Packed(sizes);
  int64_t step = layout.strides[1] = 1;
  step *= sizes[1];
  for (int dim = sizes.rank() - 1; dim > 1; step *= sizes[dim--]) layout.strides[dim] = step;
  return layout;
}

CandidateCase Largest(Rng& rng, const RandomPooling& pooling) {
  DataType type = test::RandomType(rng);
  if (type == DataType::Float64) type = kF32;
  auto op = Over<MaxPooling2>(type, pooling);
  if (rng.Chance(20)) op.output_indices = {DataType::UInt32, op.output.sizes()};
  // Nearly all windows of floats of any bits have a NaN, so some cases have none.
  const bool any_bits = rng.Chance(60);
  CandidateCase made = test::ExactCase(
      rng, op,
      [pooling](const std::vector<Dense>& in) -> std::vector<Dense> {
        const auto largest =
            oracle::LargestOf(in[0], pooling.output, pooling.windows, DataType::UInt32);
        return {largest.values, largest.indices};
      },
      any_bits || !IsFloat(type) ? test::AnyBits : test::SmallNumber);
  if (rng.Chance(40)) {
    op.input.layout = ChannelsLast(op.input.sizes());
    op.output.layout = ChannelsLast(op.output.sizes());
    made.op = op;
  }
  return made;
}

CandidateCase Norm(Rng& rng, const RandomPooling& pooling) {
  auto op = Over<LpPooling1>(rng.Pick({kF32, kF16}), pooling);
  op.p = rng.Pick({1u, 2u, 3u});
  return test::BoundedCase(
      rng, op,
      [pooling, p = op.p](const std::vector<Dense>& in) {
        return Answers{oracle::Norm(in[0], pooling.output, pooling.windows, p)};
      },
      test::SmallNumber);
}

CandidateCase Mean(Rng& rng, const RandomPooling& pooling) {
  auto op = Over<AveragePooling1>(rng.Pick({kF32, kF16}), pooling);
  op.include_padding = rng.Chance(50);
  return test::BoundedCase(
      rng, op,
      [pooling, padding = op.include_padding](const std::vector<Dense>& in) {
        return Answers{oracle::Mean(in[0], pooling.output, pooling.windows, padding)};
      },
      test::SmallNumber);
}

TEST(PoolingCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::PoolingCandidates(), 600, [](Rng& rng) {
    const RandomPooling pooling = PickWindows(rng);
    return rng.Chance(60)   ? Largest(rng, pooling)
           : rng.Chance(50) ? Norm(rng, pooling)
                            : Mean(rng, pooling);
  });
}

// Windows of 3 x 3 with strides of 2.
RandomPooling Square(const Sizes& input) {
  RandomPooling pooling{input, {}, {{3, 3}, {2, 2}, {1, 1}, {0, 0}, {0, 0}}};
  pooling.output = pooling.windows.OutputOf(input);
  return pooling;
}
RandomPooling Whole(const Sizes& input) {
  const uint32_t height = uint32_t(input[2]), width = uint32_t(input[3]);
  RandomPooling pooling{input, {}, {{height, width}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}};
  pooling.output = pooling.windows.OutputOf(input);
  return pooling;
}

TEST(PoolingCandidates, Picks) {
  const RandomPooling square = Square({1, 16, 33, 33}), whole = Whole({1, 16, 7, 7});
  auto nhwc = Over<MaxPooling2>(kF32, square);
  nhwc.input.layout.strides = {16 * 33 * 33, 1, 33 * 16, 16};
  nhwc.output.layout.strides = {16 * 16 * 16, 1, 16 * 16, 16};
  auto overlapping = nhwc;
  overlapping.strides = {1, 1};
  overlapping.output = {kF32, Layout({1, 16, 31, 31}, {16 * 31 * 31, 1, 31 * 16, 16})};
  auto few_channels = Over<MaxPooling2>(kF32, Square({1, 3, 33, 33}));
  few_channels.input.layout.strides = {3 * 33 * 33, 1, 33 * 3, 3};
  few_channels.output.layout.strides = {3 * 16 * 16, 1, 16 * 3, 3};
  auto half_vectors = Over<MaxPooling2>(kF32, Square({1, 6, 33, 33}));
  half_vectors.window_size = {2, 2};
  half_vectors.input = {kF32, Layout({1, 6, 32, 32}, {6 * 32 * 32, 1, 32 * 6, 6})};
  half_vectors.output.layout.strides = {6 * 16 * 16, 1, 16 * 6, 6};
  auto gaps = nhwc;
  gaps.input.layout.strides = {33 * 33 * 20, 1, 33 * 20, 20};
  auto every_second = Over<MaxPooling2>(kF32, square);
  every_second.input.layout.strides = {16 * 33 * 66, 33 * 66, 66, 2};
  auto with_indices = Over<MaxPooling2>(kF32, square);
  with_indices.output_indices = {DataType::UInt32, square.output};
  auto norm = Over<LpPooling1>(kF32, whole);
  norm.p = 2;
  test::ExpectPicks(
      ops::PoolingCandidates(),
      {
          {"rows are contiguous", Over<MaxPooling2>(kF32, square), "pooling/row_maxima"},
          {"or pixels are", nhwc, "pooling/pixel_maxima"},
          {"pixels of windows that share nearly all of them", overlapping, "pooling/row_maxima"},
          {"pixels of fewer channels than a vector has lanes", few_channels, "pooling/row_maxima"},
          {"parts of vectors, with masks",
           half_vectors,
           "pooling/pixel_maxima",
           {.vector_bytes = 64}},
          {"and without", half_vectors, "pooling/row_maxima", {.vector_bytes = 32}},
          {"pixels with gaps between them", gaps, "pooling/pixel_maxima"},
          {"neither", every_second, "pooling/window"},
          {"somebody wants indices", with_indices, "pooling/window"},
          {"a mean", Over<AveragePooling1>(kF16, square), "pooling/window"},
          {"a mean of all", Over<AveragePooling1>(kF16, whole), "pooling/reduction"},
          {"the largest of all", Over<MaxPooling2>(kF32, whole), "pooling/reduction"},
          {"a norm of all", norm, "pooling/window"},
          {"a row of the window too long for the cache",
           Over<MaxPooling2>(kF32, Whole({1, 1, 2, 1 << 14})), "pooling/reduction"},
          {"whatever the machine",
           Over<MaxPooling2>(kF32, square),
           "pooling/row_maxima",
           {.vector_bytes = 4, .threads = 64}},
      });
}

TEST(PoolingCandidates, SayWhyTheyRefuse) {
  const RandomPooling square = Square({1, 16, 33, 33});
  auto every_second = Over<MaxPooling2>(kF32, square);
  every_second.input.layout.strides = {16 * 33 * 66, 33 * 66, 66, 2};
  EXPECT_EQ(test::ErrorWith(every_second, "pooling/row_maxima"),
            "MAX_POOLING2: the candidate pooling/row_maxima was asked for and refuses: "
            "InputTensor.Strides[3] is 2, but 1 is needed, so that rows are contiguous");
  EXPECT_EQ(test::ErrorWith(every_second, "pooling/reduction"),
            "MAX_POOLING2: the candidate pooling/reduction was asked for and refuses: "
            "OutputTensor.Sizes[2] is 16, but 1 is needed");
  EXPECT_EQ(test::ErrorWith(every_second, "pooling/fastest"),
            "MAX_POOLING2: the candidates asked for are pooling/fastest, but there are "
            "pooling/reduction, pooling/row_maxima, pooling/pixel_maxima, pooling/window");
  EXPECT_EQ(test::ErrorWith(every_second, "pooling/pixel_maxima"),
            "MAX_POOLING2: the candidate pooling/pixel_maxima was asked for and refuses: "
            "pixels are no more than one contiguous element");
}

}  // namespace
}  // namespace weft
