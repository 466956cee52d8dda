// SPDX-License-Identifier: MIT
// FOLD, UNFOLD: every refusal, random windows against the oracle.

#include "oracle/fold.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using oracle::Windows;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;

template <class Op>
Op Make(const TensorDesc& input, const TensorDesc& output, const Windows& windows) {
  return {input,         output,     windows.sizes, windows.strides, windows.dilations,
          windows.start, windows.end};
}

TEST(Fold, Examples) {
  const std::vector<TensorsRow> rows = {
      {"one dimension, gaps between windows",
       Make<Fold>({kF32, {1, 2, 2}}, {kF32, {1, 1, 6}}, {{2}, {3}, {1}, {0}, {0}}),
       {{1, 2, 3, 4}},
       {{1, 3, 0, 2, 4, 0}}},
      {"integers wrap",
       Make<Fold>({DataType::UInt8, {1, 2, 2}}, {DataType::UInt8, {1, 1, 3}},
                  {{2}, {1}, {1}, {0}, {0}}),
       {{1, 200, 100, 3}},
       {{1, 44, 3}}},
      // 2048 + 1 + 1 would stay 2048 in half precision.
      {"half precision sums in float",
       Make<Fold>({DataType::Float16, {1, 3, 3}}, {DataType::Float16, {1, 1, 5}},
                  {{3}, {1}, {1}, {0}, {0}}),
       {{0, 0, 2048, 0, 1, 0, 1, 0, 0}},
       {{0, 0, 2050, 0, 0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Unfold, Examples) {
  const std::vector<TensorsRow> rows = {
      {"dilated and strided",
       Make<Unfold>({kF32, {1, 1, 7}}, {kF32, {1, 2, 3}}, {{2}, {2}, {2}, {0}, {0}}),
       {{1, 2, 3, 4, 5, 6, 7}},
       {{1, 3, 5, 3, 5, 7}}},
      {"windows that lie in the padding alone",
       Make<Unfold>({kF32, {1, 1, 1}}, {kF32, {1, 1, 7}}, {{1}, {1}, {1}, {3}, {3}}),
       {{5}},
       {{0, 0, 0, 5, 0, 0, 0}}},
      {"an image without pixels, where that is allowed",
       Make<Unfold>({kF32, {1, 1, 0}}, {kF32, {1, 2, 1}}, {{2}, {1}, {1}, {1}, {1}}),
       {{}},
       {{0, 0}},
       {.allow_empty = true}},
      {"the greatest steps",
       Make<Unfold>({kF32, {1, 1, 2}}, {kF32, {1, 2, 2}},
                    {{2}, {0xFFFFFFFF}, {0xFFFFFFFF}, {0xFFFFFFFF}, {0xFFFFFFFF}}),
       {{5, 6}},
       {{0, 5, 5, 0}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(Unfold, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Unfold op = Make<Unfold>({kF32, {2, 3, 4, 5}}, {kF32, {2, 12, 12}},
                             {{2, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}});
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Unfold&) {})), "");
  test::ExpectErrors({
      {bad([](Unfold& op) {
         op.input = {kF32, {2, 3, 4}};
       }),
       "UNFOLD: InputTensor.DimensionCount is 3, but DimensionCount + 2 is 2 + 2 = 4"},
      {bad([](Unfold& op) {
         op.output = {kF32, {2, 12, 3, 4}};
       }),
       "UNFOLD: OutputTensor.DimensionCount is 4, but 3 is required"},
      {bad([](Unfold& op) { op.strides[1] = 0; }),
       "UNFOLD: Strides[1] is 0, but it must be at least 1"},
      {bad([](Unfold& op) { op.dilations[0] = 0; }),
       "UNFOLD: Dilations[0] is 0, but it must be at least 1"},
      {bad([](Unfold& op) { op.window_sizes[0] = 0; }),
       "UNFOLD: WindowSizes[0] is 0, but it must be at least 1"},
      {bad([](Unfold& op) { op.dilations[1] = 5; }),
       "UNFOLD: Dilations[1] * (WindowSizes[1] - 1) + 1 is 5 * (2 - 1) + 1 = 6, but "
       "InputTensor.Sizes[3] + StartPadding[1] + EndPadding[1] is 5 + 0 + 0 = 5"},
      {bad([](Unfold& op) {
         op.dilations[1] = op.window_sizes[1] = op.start_padding[1] = op.end_padding[1] =
             0xFFFFFFFF;
       }),
       "UNFOLD: Dilations[1] * (WindowSizes[1] - 1) + 1 is 4294967295 * (4294967295 - 1) + 1 = "
       "18446744060824649731, but InputTensor.Sizes[3] + StartPadding[1] + EndPadding[1] is 5 + "
       "4294967295 + 4294967295 = 8589934595"},
      {bad([](Unfold& op) {
         op.output = {kF32, {1, 12, 12}};
       }),
       "UNFOLD: OutputTensor.Sizes[0] is 1, but InputTensor.Sizes[0] is 2"},
      {bad([](Unfold& op) {
         op.output = {kF32, {2, 4, 12}};
       }),
       "UNFOLD: OutputTensor.Sizes[1] is 4, but InputTensor.Sizes[1] times all WindowSizes is 3 * "
       "2 * 2 = 12"},
      {bad([](Unfold& op) {
         op.output = {kF32, {2, 12, 20}};
       }),
       "UNFOLD: OutputTensor.Sizes[2] is 20, but the number of blocks is 3 * 4 = 12"},
      {bad([](Unfold& op) {
         op.start_padding = op.end_padding = {0xFFFFFFFF, 0xFFFFFFFF};
       }),
       "UNFOLD: OutputTensor.Sizes[2] is 12, but the number of blocks is 8589934593 * 8589934594, "
       "more than 4294967295"},
      {bad([](Unfold& op) { op.strides.pop_back(); }),
       "UNFOLD: Strides has 1 values, but WindowSizes has 2"},
      {bad([](Unfold& op) { op.output.type = DataType::Int32; }),
       "UNFOLD: OutputTensor.DataType is INT32, but InputTensor.DataType is FLOAT32"},
      {bad([](Unfold& op) {
         op.input = {kF32, {2, 0, 4, 5}};
       }),
       "UNFOLD: OutputTensor.Sizes[1] is 12, but InputTensor.Sizes[1] times all WindowSizes is 0 * "
       "2 * 2 = 0",
       {.allow_empty = true}},
      {bad([](Unfold&) {}),
       "UNFOLD: needs feature level 6_4, but the device has 6_3",
       {.feature_level = FeatureLevel::Level6_3}},
  });
}

TEST(Fold, Errors) {
  const auto fold = [](const Sizes& columns, const Sizes& image, const Windows& windows) {
    return Make<Fold>({kF32, columns}, {kF32, image}, windows);
  };
  const Windows two = {{2, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}};
  EXPECT_EQ(test::ErrorOf(fold({2, 12, 12}, {2, 3, 4, 5}, two)), "");
  test::ExpectErrors({
      {fold({2, 12, 12, 1}, {2, 3, 4, 5}, two),
       "FOLD: InputTensor.DimensionCount is 4, but 3 is required"},
      {fold({2, 12, 12}, {2, 3, 4, 5, 1}, two),
       "FOLD: OutputTensor.DimensionCount is 5, but DimensionCount + 2 is 2 + 2 = 4"},
      {fold({2, 13, 12}, {2, 3, 4, 5}, two),
       "FOLD: InputTensor.Sizes[1] is 13, but OutputTensor.Sizes[1] times all WindowSizes is 3 * 2 "
       "* 2 = 12"},
      {fold({2, 12, 13}, {2, 3, 4, 5}, two),
       "FOLD: InputTensor.Sizes[2] is 13, but the number of blocks is 3 * 4 = 12"},
      {fold({2, 12, 12}, {2, 3, 4, 1}, two),
       "FOLD: Dilations[1] * (WindowSizes[1] - 1) + 1 is 1 * (2 - 1) + 1 = 2, but "
       "OutputTensor.Sizes[3] + StartPadding[1] + EndPadding[1] is 1 + 0 + 0 = 1"},
  });
}

// A window that would take 2^32 tries if every element were asked whether it meets every pixel.
TEST(Fold, LongWindowOfOneBlock) {
  constexpr uint32_t kSize = 65536;
  std::vector<float> columns(kSize), image(kSize);
  for (size_t i = 0; i < columns.size(); ++i) columns[i] = float(i);
  const Status status = weft::Run(Make<Fold>({kF32, {1, kSize, 1}}, {kF32, {1, 1, kSize, 1}},
                                             {{kSize, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}}),
                                  {columns}, {image});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_EQ(image, columns);
}

Windows RandomWindows(Rng& rng, Sizes& image) {
  const int64_t spatial = rng.Chance(60) ? rng.Between(1, 2) : rng.Between(1, 6);
  const int64_t most = spatial == 1 ? 40 : spatial == 2 ? 12 : spatial == 3 ? 5 : 3;
  Windows windows;
  image = {rng.Between(1, 2), rng.Between(1, 3)};
  for (int64_t d = 0; d < spatial; ++d) {
    const uint32_t size = uint32_t(rng.Between(1, spatial > 3 ? 2 : 4)),
                   dilation = uint32_t(rng.Between(1, 3));
    const int64_t reach = int64_t(dilation) * (size - 1) + 1;
    int64_t start = rng.Chance(50) ? 0 : rng.Between(0, 4),
            end = rng.Chance(50) ? 0 : rng.Between(0, 4);
    if (spatial > 3) start = std::min<int64_t>(start, 1), end = std::min<int64_t>(end, 1);
    const int64_t least = std::max<int64_t>(1, reach - start - end);
    image.push_back(rng.Between(least, least + most - 1));
    windows.sizes.push_back(size);
    windows.dilations.push_back(dilation);
    windows.strides.push_back(uint32_t(rng.Between(1, 4)));
    windows.start.push_back(uint32_t(start));
    windows.end.push_back(uint32_t(end));
  }
  return windows;
}

// Whole numbers: every sum of them is exact in the type that sums.
uint64_t WholeNumber(Rng& rng, size_t, DataType type) {
  if (!oracle::FormatOf(type).is_float) return test::RandomElement(rng, type);
  return oracle::BitsOf(type, {false, rng.Between(-300, 300), 0});
}

TEST(FoldUnfold, RandomWindows) {
  for (uint64_t seed = 1; seed <= 2000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Sizes image;
    const Windows windows = RandomWindows(rng, image);
    const Sizes columns = windows.ColumnsOf(image);
    const DataType type = test::RandomType(rng);
    const auto tensor = [&](const Sizes& sizes, TensorUse use) {
      return test::RandomTensor(rng, type, sizes, use);
    };
    EXPECT_EQ(test::AgainstOracle(rng,
                                  Make<Unfold>(tensor(image, TensorUse::Input),
                                               tensor(columns, TensorUse::Output), windows),
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::Unfold(inputs[0], windows)};
                                  }),
              "");
    EXPECT_EQ(test::AgainstOracle(rng,
                                  Make<Fold>(tensor(columns, TensorUse::Input),
                                             tensor(image, TensorUse::Output), windows),
                                  [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                                    return {oracle::Fold(inputs[0], image, windows)};
                                  },
                                  {.element = WholeNumber}),
              "");
  }
}

// 0.1f added 9 times: within one rounding of the exact sum.
TEST(Fold, SumsFloatsExactlyEnough) {
  const std::vector<float> columns(27, 0.1f);
  std::vector<float> image(11);
  const Status status =
      weft::Run(Make<Fold>({kF32, {1, 9, 3}}, {kF32, {1, 1, 11}}, {{9}, {1}, {1}, {0}, {0}}),
                {columns}, {image});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_EQ(image[0], 0.1f);
  EXPECT_EQ(image[1], float(2 * double(0.1f)));
  EXPECT_EQ(image[5], float(3 * double(0.1f)));
}

template <class Op>
std::vector<Operator> WindowSamples(int64_t rows, int64_t columns, bool fold) {
  const Windows windows = {{2, 2}, {2, 2}, {1, 1}, {1, 0}, {1, 2}};
  const Sizes image = {1, 3, rows, columns};
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes) {
    const TensorDesc pixels(data, image), unfolded(data, windows.ColumnsOf(image));
    samples.push_back(fold ? Make<Op>(unfolded, pixels, windows)
                           : Make<Op>(pixels, unfolded, windows));
  }
  return samples;
}

const test::Samples fold_samples(OperatorType::Fold, [](int64_t rows, int64_t columns) {
  return WindowSamples<Fold>(rows, columns, true);
});
const test::Samples unfold_samples(OperatorType::Unfold, [](int64_t rows, int64_t columns) {
  return WindowSamples<Unfold>(rows, columns, false);
});

}  // namespace
}  // namespace weft
