// SPDX-License-Identifier: MIT
// ROI_POOLING, ROI_ALIGN, ROI_ALIGN1, ROI_ALIGN_GRAD: rows worked out by hand, every refusal,
// random regions against the oracle, and the regions' gradient against differences of the oracle.

#include "oracle/roi.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Coordinate;
using oracle::Dense;
using oracle::RoiRule;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr DataType kU32 = DataType::UInt32;
constexpr auto kNearest = InterpolationMode::NearestNeighbor;
constexpr auto kLinear = InterpolationMode::Linear;

RoiPooling Pool(DataType type, const Sizes& input, int64_t regions, Size2D size, float scale) {
  return {{type, input},
          {type, {1, 1, regions, 5}},
          {type, {regions, input[1], size.height, size.width}},
          scale,
          size};
}
RoiAlign1 Align(DataType type, const Sizes& input, const Sizes& output) {
  return {.input = {type, input},
          .roi = {type, {output[0], 4}},
          .batch_indices = {kU32, {output[0]}},
          .output = {type, output},
          .reduction_function = ReduceFunction::Average,
          .interpolation_mode = kLinear,
          .spatial_scale_x = 1,
          .spatial_scale_y = 1,
          .input_pixel_offset = 0.5f,
          .output_pixel_offset = -0.5f,
          .out_of_bounds_input_value = 0,
          .minimum_samples_per_output = 1,
          .maximum_samples_per_output = 1,
          .align_regions_to_corners = false};
}
RoiAlignGrad Gradient(const RoiAlign1& op, bool input, bool image, bool regions) {
  RoiAlignGrad gradient{.input_gradient = op.output,
                        .roi = op.roi,
                        .batch_indices = op.batch_indices,
                        .reduction_function = op.reduction_function,
                        .interpolation_mode = op.interpolation_mode,
                        .spatial_scale_x = op.spatial_scale_x,
                        .spatial_scale_y = op.spatial_scale_y,
                        .input_pixel_offset = op.input_pixel_offset,
                        .output_pixel_offset = op.output_pixel_offset,
                        .minimum_samples_per_output = op.minimum_samples_per_output,
                        .maximum_samples_per_output = op.maximum_samples_per_output,
                        .align_regions_to_corners = op.align_regions_to_corners};
  if (input) gradient.input = op.input;
  if (image) gradient.output_gradient = op.input;
  if (regions) gradient.output_roi_gradient = op.roi;
  return gradient;
}

TEST(Roi, Rows) {
  const long double nan = std::nanl("");
  RoiAlign1 line = Align(kF32, {1, 1, 1, 4}, {1, 1, 1, 2}), adaptive = line, value = line;
  adaptive.maximum_samples_per_output = 0xFFFFFFFF;
  value.out_of_bounds_input_value = 100;
  RoiAlign1 largest = adaptive;
  largest.reduction_function = ReduceFunction::Max;
  const std::vector<TensorsRow> rows = {
      {"pooled cells overlap, one is outside the image",
       Pool(kF32, {1, 1, 1, 4}, 2, {.width = 2, .height = 1}, 1),
       {{1, 2, 3, 4}, {0, 0, 0, 2, 0, 0, 3, 0, 6, 0}},
       {{2, 3, 4, 0}}},
      {"pooled with a scale; halves round away; batches clamp; NaN loses",
       Pool(kF32, {2, 1, 1, 3}, 2, {.width = 1, .height = 1}, 0.5f),
       {{1, 2, 3, nan, -5, nan}, {9, 0, 0, 5, 0, -1, 1, 0, 3, 0}},
       {{-5, 3}}},
      {"pooled regions that are no regions",
       Pool(kF32, {1, 1, 1, 2}, 2, {.width = 1, .height = 1}, 1),
       {{5, 6}, {nan, nan, nan, nan, nan, 0, -1e30L, -1e30L, 1e30L, 1e30L}},
       {{0, 6}}},
      {"one sample in the middle of each half",
       line,
       {{0, 10, 20, 30}, {0, 0, 4, 1}, {0}},
       {{5, 25}}},
      {"as many samples as pixels", adaptive, {{0, 1, 5, 30}, {0, 0, 4, 1}, {0}}, {{0.5L, 17.5L}}},
      {"the largest of them", largest, {{0, 1, 5, 30}, {0, 0, 4, 1}, {0}}, {{1, 30}}},
      {"mirrored", line, {{0, 10, 20, 30}, {4, 0, 0, 1}, {0}}, {{25, 5}}},
      {"outside the image", value, {{7, 10, 20, 30}, {-6, 0, 4, 1}, {0}}, {{100, 10}}},
      {"huge and NaN regions end", adaptive, {{1, 1, 1, 1}, {nan, nan, nan, nan}, {0}}, {{0, 0}}},
      {"a region too large to see",
       adaptive,
       {{1, 1, 1, 1}, {-1e30L, -1e30L, 1e30L, 1e30L}, {7}},
       {{0, 0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

struct RandomRoi {
  RoiAlign1 op;
  RoiRule rule;
};
RandomRoi PickRoi(Rng& rng) {
  const Sizes input = {rng.Between(1, 2), rng.Between(1, 3), rng.Between(1, 9), rng.Between(1, 9)};
  const Sizes output = {rng.Between(1, 3), input[1], rng.Between(1, 3), rng.Between(1, 4)};
  RandomRoi random{Align(rng.Pick({kF32, kF16}), input, output), {}};
  RoiAlign1& op = random.op;
  if (rng.Chance(50)) op.roi = {op.roi.type, {1, 1, output[0], 4}};
  if (rng.Chance(50)) op.batch_indices = {kU32, {1, output[0]}};
  op.interpolation_mode = rng.Pick({kLinear, kLinear, kNearest});
  op.reduction_function = rng.Pick({ReduceFunction::Average, ReduceFunction::Max});
  op.spatial_scale_x = rng.Pick({1.0f, 0.5f});
  op.spatial_scale_y = rng.Pick({1.0f, 2.0f});
  op.input_pixel_offset = rng.Pick({0.0f, 0.5f});
  op.output_pixel_offset = rng.Pick({0.0f, -0.5f});
  op.out_of_bounds_input_value = rng.Pick({0.0f, 3.0f});
  op.minimum_samples_per_output = uint32_t(rng.Between(1, 2));
  op.maximum_samples_per_output = op.minimum_samples_per_output + uint32_t(rng.Between(0, 3));
  op.align_regions_to_corners = rng.Chance(30);
  random.rule = {op.interpolation_mode == kLinear,
                 op.reduction_function == ReduceFunction::Max,
                 op.spatial_scale_y,
                 op.spatial_scale_x,
                 op.input_pixel_offset,
                 op.output_pixel_offset,
                 op.out_of_bounds_input_value,
                 op.minimum_samples_per_output,
                 op.maximum_samples_per_output,
                 op.align_regions_to_corners};
  return random;
}
// Pixels rarely are the same. Corners are so crooked that no sample is at a tie.
uint64_t Element(Rng& rng, DataType type, bool corner) {
  const long double value = corner ? (long double)(rng.Between(-3000, 12000)) / 1024 + 0x1.8p-12L
                                   : (long double)(rng.Between(-60000, 60000)) / 1000;
  return oracle::BitsOf(type, {true, 0, value});
}
std::vector<long double> CornersOf(const Dense& roi, int64_t r) {
  std::vector<long double> corners;
  for (int64_t i = 0; i < 4; ++i) corners.push_back(oracle::RealAt(roi, 4 * r + i));
  return corners;
}
int64_t BatchOf(const Dense& batches, int64_t r, int64_t images) {
  return std::min<int64_t>(int64_t(batches.elements[size_t(r)]), images - 1);
}

// A run in random layouts; `roi` is the number of the input that has the corners.
struct RandomRun {
  Operator op;
  test::TensorBuffers in, out;

  RandomRun(Rng& rng, const Operator& packed, size_t roi, bool repeats = true)
      : op(repeats ? test::InRandomLayouts(rng, packed) : packed),
        in(test::Tensors(op, FieldRole::Input), rng.Next()),
        out(test::Tensors(op, FieldRole::Output), rng.Next()) {
    const std::vector<TensorDesc*> tensors = test::Tensors(op, FieldRole::Input);
    for (size_t i = 0; i < tensors.size(); ++i) {
      if (!tensors[i]) continue;
      const int bytes = oracle::FormatOf(tensors[i]->type).bytes;
      for (std::byte* at = in[i].data(); at < in[i].data() + in[i].bytes(); at += bytes)
        oracle::StoreBits(tensors[i]->type == kU32 ? uint64_t(rng.Between(0, 3))
                                                   : Element(rng, tensors[i]->type, i == roi),
                          at, bytes);
    }
    const test::TensorBuffers before = out;
    const Status status = weft::Run(op, in.AsInputs(), out.AsOutputs());
    EXPECT_TRUE(status.has_value()) << status.error().message;
    for (size_t i = 0; i < out.size(); ++i)
      if (test::Tensors(op, FieldRole::Output)[i]) {
        EXPECT_EQ(out.Difference(i, before, out.Read(i)), "") << ToString(op);
      }
  }
};
void ExpectNear(long double got, long double want, DataType type, long double size,
                const Operator& op) {
  const long double relative = type == kF16 ? 0x1p-10L : 0x1p-20L;
  EXPECT_LE(std::fabs(got - want), relative * (1 + size)) << got << " " << want << ToString(op);
}

TEST(Roi, PoolingMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 800 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes input = {rng.Between(1, 3), rng.Between(1, 3), rng.Between(1, 9),
                         rng.Between(1, 9)};
    const float scale = rng.Pick({1.0f, 0.5f, 0.25f});
    const RoiPooling op = Pool(rng.Pick({kF32, kF16}), input, rng.Between(1, 4),
                               {uint32_t(rng.Between(1, 4)), uint32_t(rng.Between(1, 4))}, scale);
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::RoiPooled(in[0], in[1], op.output.sizes(), scale)};
        },
        [](Rng& any, size_t which, DataType type) {
          return oracle::BitsOf(type, {true, 0,
                                       which == 0 ? (long double)(any.Between(-99, 99))
                                                  : (long double)(any.Between(-6, 40)) / 2});
        });
  }
}

TEST(Roi, AlignMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 1200 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto [op, rule] = PickRoi(rng);
    RandomRun run(rng, op, 1);
    const Dense input = run.in.Read(0), roi = run.in.Read(1), batches = run.in.Read(2);
    const Dense got = run.out.Read(0);
    int64_t o = 0;
    oracle::ForEachCoordinate(op.output.sizes(), [&, &op = op, &rule = rule](const Coordinate& at) {
      const auto samples =
          rule.SamplesOf(input.sizes, CornersOf(roi, at[0]).data(),
                         BatchOf(batches, at[0], input.sizes[0]), at, op.output.sizes());
      ExpectNear(oracle::RealAt(got, o++), rule.Reduced(input, samples), op.input.type, 64, op);
    });
  }
}

TEST(Roi, ImageGradientMatchesTheOracle) {
  for (uint64_t seed = 0; seed < 800 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto [op, rule] = PickRoi(rng);
    // Repeated pixels would make samples equal, but for roundings that decide which is the largest.
    RandomRun run(rng, Gradient(op, rule.largest || rng.Chance(50), true, false), 2, !rule.largest);
    const Dense gradient = run.in.Read(1), roi = run.in.Read(2), batches = run.in.Read(3);
    const Sizes& sizes = op.input.sizes();
    std::vector<long double> want(size_t(op.input.layout.ElementCount())), size(want.size());
    int64_t o = 0;
    oracle::ForEachCoordinate(op.output.sizes(), [&, &op = op, &rule = rule](const Coordinate& at) {
      auto samples = rule.SamplesOf(sizes, CornersOf(roi, at[0]).data(),
                                    BatchOf(batches, at[0], sizes[0]), at, op.output.sizes());
      const auto count = (long double)(rule.largest ? 1 : samples.size());
      if (rule.largest) {  // the first of those in the image
        const Dense input = run.in.Read(0);
        std::erase_if(samples, [](const auto& sample) { return sample.empty(); });
        const auto best =
            std::max_element(samples.begin(), samples.end(), [&](const auto& a, const auto& b) {
              return rule.ValueOfSample(input, a) < rule.ValueOfSample(input, b) - 1e-9L;
            });
        if (best != samples.end()) samples = {*best};
      }
      const long double g = oracle::RealAt(gradient, o++) / count;
      for (const auto& sample : samples)
        for (const auto& [index, weight] : sample) {
          want[size_t(index)] += g * weight;
          size[size_t(index)] += std::fabs(g * weight);
        }
    });
    const Dense got = run.out.Read(0);
    for (size_t i = 0; i < want.size(); ++i)
      ExpectNear(oracle::RealAt(got, int64_t(i)), want[i], op.input.type, size[i], run.op);
  }
}

// How the sum of gradient * output changes when a corner moves.
TEST(Roi, RegionGradientMatchesDifferences) {
  for (uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    auto [op, rule] = PickRoi(rng);
    op.input.type = op.output.type = op.roi.type = kF32;
    op.maximum_samples_per_output = rule.most = rule.fewest;  // their number must not change
    rule.outside = 0;
    op.reduction_function = ReduceFunction::Average;
    rule.largest = false;
    RandomRun run(rng, Gradient(op, true, rng.Chance(30), true), 2);
    const Dense input = run.in.Read(0), gradient = run.in.Read(1), roi = run.in.Read(2),
                batches = run.in.Read(3), got = run.out.Read(1);
    for (int64_t r = 0; r < op.output.sizes()[0]; ++r)
      for (int64_t i = 0; i < 4; ++i) {
        long double slopes[2] = {};  // a kink in between makes the two sides differ
        for (const int side : {0, 1}) {
          constexpr long double kStep = 1e-7L;
          long double loss[2] = {};
          for (const int moved : {0, 1}) {
            std::vector<long double> corners = CornersOf(roi, r);
            corners[size_t(i)] += kStep * (side == 0 ? -moved : moved);
            int64_t o = 0;
            oracle::ForEachCoordinate(
                op.output.sizes(), [&, &op = op, &rule = rule](const Coordinate& at) {
                  const long double g = oracle::RealAt(gradient, o++);
                  if (at[0] != r) return;
                  loss[moved] +=
                      g * rule.Reduced(input, rule.SamplesOf(input.sizes, corners.data(),
                                                             BatchOf(batches, r, input.sizes[0]),
                                                             at, op.output.sizes()));
                });
          }
          slopes[side] = (loss[1] - loss[0]) / (side == 0 ? -kStep : kStep);
        }
        if (std::fabs(slopes[0] - slopes[1]) > 1e-3L) continue;
        EXPECT_NEAR(double(oracle::RealAt(got, 4 * r + i)), double(slopes[0]),
                    1e-3 * (1 + std::fabs(double(slopes[0]))))
            << ToString(run.op);
      }
  }
}

TEST(Roi, Errors) {
  const RoiAlign1 align = Align(kF32, {1, 2, 4, 4}, {3, 2, 2, 2});
  EXPECT_EQ(test::ErrorOf(align), "");
  RoiAlign1 corners = align, regions = align, batch = align, channels = align, function = align,
            fewest = align, most = align;
  corners.roi = {kF32, {3, 5}};
  regions.roi = {kF32, {1, 4}};
  batch.batch_indices = {kU32, {3, 1}};
  channels.output = {kF32, {3, 1, 2, 2}};
  function.reduction_function = ReduceFunction::Sum;
  fewest.minimum_samples_per_output = 0;
  most.minimum_samples_per_output = 2;
  RoiAlign old{.input = align.input,
               .roi = corners.roi,
               .batch_indices = align.batch_indices,
               .output = align.output,
               .minimum_samples_per_output = 1,
               .maximum_samples_per_output = 1};
  old.reduction_function = ReduceFunction::Average;
  const RoiPooling pool = Pool(kF32, {1, 2, 4, 4}, 3, {2, 2}, 1);
  RoiPooling pool_roi = pool, pool_size = pool, pool_scale = pool, pool_none = pool;
  pool_none.pooled_size.height = 0;
  pool_roi.roi = {kF32, {1, 1, 3, 4}};
  pool_size.pooled_size.width = 3;
  pool_scale.spatial_scale = HUGE_VALF;
  RoiAlignGrad wrong_sizes = Gradient(align, true, true, false);
  wrong_sizes.output_gradient = {kF32, {1, 2, 4, 5}};
  test::ExpectErrors({
      {corners, "ROI_ALIGN1: ROITensor.Sizes[1] is 5, but 4 is required"},
      {regions, "ROI_ALIGN1: ROITensor.Sizes[0] is 1, but OutputTensor.Sizes[0] = 3 is required"},
      {batch, "ROI_ALIGN1: BatchIndicesTensor.Sizes[0] is 3, but 1 is required"},
      {channels, "ROI_ALIGN1: OutputTensor.Sizes[1] is 1, but InputTensor.Sizes[1] is 2"},
      {function, "ROI_ALIGN1: ReductionFunction is SUM, but AVERAGE or MAX is required"},
      {fewest, "ROI_ALIGN1: MinimumSamplesPerOutput is 0, but it must be at least 1"},
      {most, "ROI_ALIGN1: MinimumSamplesPerOutput is 2, but MaximumSamplesPerOutput is 1"},
      {old, "ROI_ALIGN: ROITensor.Sizes[1] is 5, but 4 is required"},
      {pool_roi,
       "ROI_POOLING: ROITensor.Sizes is [1, 1, 3, 4], but [1, 1, OutputTensor.Sizes[0], 5] is [1, "
       "1, 3, 5]"},
      {pool_size,
       "ROI_POOLING: OutputTensor.Sizes is [3, 2, 2, 2], but ROITensor.Sizes[2], "
       "InputTensor.Sizes[1], PooledSize.Height and PooledSize.Width are [3, 2, 2, 3]"},
      {pool_scale, "ROI_POOLING: SpatialScale is inf, but it must be finite"},
      {pool_none,
       "ROI_POOLING: OutputTensor.Sizes is [3, 2, 2, 2], but ROITensor.Sizes[2], "
       "InputTensor.Sizes[1], PooledSize.Height and PooledSize.Width are [3, 2, 0, 2]"},
      {Gradient(align, true, false, false),
       "ROI_ALIGN_GRAD: OutputGradientTensor and OutputROIGradientTensor are missing, but one of "
       "them is required"},
      {Gradient(align, false, false, true),
       "ROI_ALIGN_GRAD: InputTensor is missing, but OutputROIGradientTensor requires it"},
      {wrong_sizes,
       "ROI_ALIGN_GRAD: OutputGradientTensor.Sizes is [1, 2, 4, 5], but InputTensor.Sizes is [1, "
       "2, 4, 4]"},
  });
}

std::vector<Operator> AlignSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType type : {kF32, kF16}) {
    RoiAlign1 op = Align(type, {1, 3, rows, columns}, {5, 3, 7, 6});
    op.maximum_samples_per_output = 2;
    samples.push_back(op);
    op.reduction_function = ReduceFunction::Max;
    samples.push_back(op);
  }
  return samples;
}
std::vector<Operator> OldSamples(int64_t rows, int64_t columns) {
  const RoiAlign1 op = Align(kF32, {1, 3, rows, columns}, {5, 3, 7, 6});
  RoiAlign old{.input = op.input,
               .roi = op.roi,
               .batch_indices = op.batch_indices,
               .output = op.output,
               .reduction_function = op.reduction_function,
               .interpolation_mode = kNearest,
               .spatial_scale_x = 1,
               .spatial_scale_y = 1,
               .out_of_bounds_input_value = 0,
               .minimum_samples_per_output = 1,
               .maximum_samples_per_output = 3};
  return {old};
}
std::vector<Operator> GradientSamples(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType type : {kF32, kF16})
    samples.push_back(Gradient(Align(type, {1, 3, rows, columns}, {5, 3, 7, 6}), true, true, true));
  return samples;
}
std::vector<Operator> PoolSamples(int64_t rows, int64_t columns) {
  return {Pool(kF32, {2, 3, rows, columns}, 4, {3, 2}, 0.5f),
          Pool(kF16, {2, 3, rows, columns}, 4, {3, 2}, 1)};
}

const test::Samples pool_samples(OperatorType::RoiPooling, PoolSamples);
const test::Samples align_samples(OperatorType::RoiAlign, OldSamples);
const test::Samples align1_samples(OperatorType::RoiAlign1, AlignSamples);
const test::Samples grad_samples(OperatorType::RoiAlignGrad, GradientSamples);

}  // namespace
}  // namespace weft
