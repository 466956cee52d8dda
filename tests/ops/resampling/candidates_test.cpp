// SPDX-License-Identifier: MIT
// Every candidate of resampling against the oracle, and which problems pick which.
#include "ops/candidates.h"

#include "ops/each_candidate.h"
#include "oracle/resample.h"

namespace weft {
namespace {

using oracle::Dense;
using test::CandidateCase;
using test::Rng;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;
constexpr auto kNearest = InterpolationMode::NearestNeighbor;
constexpr auto kLinear = InterpolationMode::Linear;
constexpr auto kUp = AxisDirection::Increasing;

struct Scaled {
  Sizes input, output;
  oracle::ResampleRule rule;
};
Scaled PickScales(Rng& rng, bool linear) {
  Scaled by;
  by.rule.linear = linear;
  by.rule.rounding = oracle::Rounding::Up;
  by.rule.antialiased = linear && rng.Chance(40);
  const int rank = int(rng.Between(1, 4));
  for (int d = 0; d < rank; ++d) {
    const int64_t size = rng.Between(1, d == rank - 1 ? 30 : 6);
    const float scale = rng.Chance(30) ? 1 : rng.Pick({0.25f, 0.5f, 0.7f, 1.5f, 2.0f, 3.3f});
    by.input.push_back(size);
    by.output.push_back(std::max<int64_t>(1, int64_t(float(size) * scale)));
    by.rule.scales.push_back(scale);
    by.rule.input_offsets.push_back(0.5f);
    by.rule.output_offsets.push_back(rng.Chance(20) ? -0.25f : -0.5f);
  }
  return by;
}

Resample3 ResampleOf(DataType type, const Scaled& by) {
  return {{type, by.input},
          {type, by.output},
          by.rule.linear ? kLinear : kNearest,
          kUp,
          by.rule.scales,
          by.rule.input_offsets,
          by.rule.output_offsets,
          by.rule.antialiased};
}

TEST(ResamplingCandidates, AgreeWithTheOracle) {
  using Answers = std::vector<std::vector<oracle::Bounded>>;
  test::ExpectEachCandidate(ops::ResamplingCandidates(), 400, [](Rng& rng) -> CandidateCase {
    const Scaled by = PickScales(rng, true);
    return test::BoundedCase(
        rng, ResampleOf(rng.Pick({kF32, kF16}), by),
        [by](const std::vector<Dense>& in) {
          return Answers{oracle::Resampled(in[0], by.output, by.rule)};
        },
        test::SmallNumber);
  });
}

TEST(NearestNeighborCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::NearestNeighborCandidates(), 100, [](Rng& rng) -> CandidateCase {
    const Scaled by = PickScales(rng, false);
    const DataType type = rng.Pick({kF32, kF16, DataType::UInt8, DataType::Int8});
    return test::ExactCase(
        rng, ResampleOf(type, by),
        [=](const std::vector<Dense>& in) -> std::vector<Dense> {
          Dense want{type, by.output, {}};
          oracle::ForEachCoordinate(by.output, [&](const oracle::Coordinate& at) {
            want.elements.push_back(in[0].elements[size_t(by.rule.TermsOf(at, by.input)[0].first)]);
          });
          return {want};
        },
        test::AnyBits);
  });
}

// A plane gives the bits of two passes.
TEST(ResamplingCandidates, GiveTheSameBits) {
  const Resample3 op = ResampleOf(kF32, {{1, 3, 19, 23},
                                         {1, 3, 38, 69},
                                         {.scales = {1, 1, 2, 3},
                                          .input_offsets = {0.5f, 0.5f, 0.5f, 0.5f},
                                          .output_offsets = {-0.5f, -0.5f, -0.5f, -0.5f}}});
  Resample3 linear = op;
  linear.interpolation_mode = kLinear;
  Rng rng(1);
  std::vector<float> input(size_t(linear.input.layout.ElementCount()));
  for (float& x : input) x = float(rng.Between(-1000, 1000)) / 7;
  std::vector<std::vector<float>> results;
  for (const CandidateInfo& candidate : ops::ResamplingCandidates()) {
    results.emplace_back(size_t(linear.output.layout.ElementCount()));
    const Status status =
        weft::Run(linear, {input}, {results.back()}, {.candidate = std::string(candidate.name)});
    ASSERT_TRUE(status.has_value()) << status.error().message;
    EXPECT_EQ(results.back(), results.front()) << candidate.name;
  }
}

Resample1 Doubled(const Layout& layout, const std::vector<float>& scales,
                  InterpolationMode mode = kLinear) {
  Sizes sizes = layout.sizes;
  for (int dim = 0; dim < sizes.rank(); ++dim)
    sizes[dim] = int64_t(float(sizes[dim]) * scales[size_t(dim)]);
  return {{kF32, layout},
          {kF32, sizes},
          mode,
          scales,
          std::vector<float>(scales.size(), 0.5f),
          std::vector<float>(scales.size(), -0.5f)};
}

TEST(ResamplingCandidates, Picks) {
  const Sizes image = {1, 3, 20, 30};
  const Layout packed = Layout::Packed(image), nhwc(image, {1800, 1, 90, 3});
  const Layout every_second(image, {3600, 1200, 60, 2});
  Resample1 to_nhwc = Doubled(nhwc, {1, 1, 2, 2});
  to_nhwc.output.layout.strides = {7200, 1, 180, 3};
  const Upsample2D repeated{{kF32, packed}, {kF32, {1, 3, 40, 60}}, {2, 2}, kLinear};
  const auto passes = "resampling/passes", plane = "resampling/plane";
  test::ExpectPicks(ops::ResamplingCandidates(),
                    {
                        {"an image", Doubled(packed, {1, 1, 2, 2}), plane},
                        {"of pixels", to_nhwc, plane},
                        {"by whole factors", repeated, plane},
                        {"its rows alone", Doubled(packed, {1, 1, 1, 2}), passes},
                        {"every second element", Doubled(every_second, {1, 1, 2, 2}), passes},
                        {"three dimensions", Doubled(packed, {1, 2, 2, 2}), plane},
                        {"for long vectors",
                         Doubled(packed, {1, 1, 2, 2}),
                         plane,
                         {.vector_bytes = 64, .threads = 16}},
                    });
  test::ExpectPicks(
      ops::NearestNeighborCandidates(),
      {{"nearest", Doubled(packed, {1, 1, 2, 2}, kNearest), "nearest_neighbor/rows"}});
}

TEST(ResamplingCandidates, SayWhyTheyRefuse) {
  const Sizes image = {1, 3, 20, 30};
  EXPECT_EQ(test::ErrorWith(Doubled(Layout::Packed(image), {1, 1, 1, 2}), "resampling/plane"),
            "RESAMPLE1: the candidate resampling/plane was asked for and refuses: 1 dimension is "
            "filtered, but 2 are needed");
  EXPECT_EQ(test::ErrorWith(Doubled(Layout(image, {3600, 1200, 60, 2}), {1, 1, 2, 2}),
                            "resampling/plane"),
            "RESAMPLE1: the candidate resampling/plane was asked for and refuses: elements along "
            "dimension 3 are 2 apart before they are filtered, but 1 is needed");
  Resample3 to_one{{kF32, {6000, 5000}},     {kF32, {1, 1}}, kLinear,        kUp,
                   {1 / 6000.f, 1 / 5000.f}, {0.5f, 0.5f},   {-0.5f, -0.5f}, true};
  EXPECT_EQ(test::ErrorWith(to_one, "resampling/plane"),
            "RESAMPLE3: the candidate resampling/plane was asked for and refuses: output 0 of "
            "dimension 1 is made of 5000 elements, but 4096 fit into a block");
}

}  // namespace
}  // namespace weft
