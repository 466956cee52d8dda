// SPDX-License-Identifier: MIT
// Operators that cut images and put them together, those that the first opsets had, and tensors
// that are written in part: against plain loops and numbers worked out by hand.
#include <gtest/gtest.h>

#include <functional>

#include "onnx/node_runner.h"

namespace weft::onnx {
namespace {

using namespace test;
using Values = std::vector<double>;
using Shape = std::vector<int64_t>;

Numbers Counting(Type type, Shape shape) {
  Numbers numbers = {type, std::move(shape)};
  for (int64_t i = 0; i < test::CountOf(numbers.shape); ++i) numbers.values.push_back(double(i));
  return numbers;
}

TEST(Experimental, OfElements) {
  const Numbers x = {kFloat, {4}, {-2, -0.5, 0, 3}};
  const auto run = [&](const std::string& type, std::vector<Message> attributes) {
    const Ran ran = RunNode(
        {.type = type, .opset = 1, .attributes = std::move(attributes), .inputs = {{"x", x}}});
    EXPECT_EQ(ran.error, "");
    return ran["y"];
  };
  const auto expect = [&](const Numbers& got, const std::function<double(double)>& f) {
    Values want;
    for (const double value : x.values) want.push_back(f(value));
    ExpectNear(got, x.shape, want, 1e-6, "");
  };
  const std::vector<Message> both = {FloatAttribute("alpha", 1.5f), FloatAttribute("beta", 0.25f)};
  expect(run("Affine", both), [](double v) { return 1.5 * v + 0.25; });
  expect(run("Affine", {}), [](double v) { return v; });
  expect(run("Scale", {FloatAttribute("scale", -2)}), [](double v) { return -2 * v; });
  expect(run("ScaledTanh", both), [](double v) { return 1.5 * std::tanh(0.25 * v); });
  expect(run("ParametricSoftplus", both),
         [](double v) { return 1.5 * std::log1p(std::exp(0.25 * v)); });
}

TEST(Experimental, OfImages) {
  const Numbers x = Counting(kFloat, {1, 2, 4, 5});
  Ran ran = RunNode({.type = "Crop",
                     .opset = 1,
                     .attributes = {Ints("border", {1, 2, 3, 1})},
                     .inputs = {{"x", x}}});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], {1, 2, 1, 1}, {11, 31}, 0, "border");
  ran = RunNode({.type = "Crop",
                 .opset = 1,
                 .attributes = {Ints("border", {1, 2, 0, 0}), Ints("scale", {1, 3})},
                 .inputs = {{"x", x}}});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], {1, 2, 1, 3}, {11, 12, 13, 31, 32, 33}, 0, "scale");
  EXPECT_EQ(RunNode({.type = "Crop",
                     .opset = 1,
                     .attributes = {Ints("border", {3, 0, 3, 0})},
                     .inputs = {{"x", x}}})
                .error,
            "node 0 (Crop) with output 'y': border is [3, 0, 3, 0] and scale [], but the input has "
            "the shape [1, 2, 4, 5]");
  ran = RunNode({.type = "ImageScaler",
                 .opset = 1,
                 .attributes = {Floats("bias", {10, -1}), FloatAttribute("scale", 0.5f)},
                 .inputs = {{"x", x}}});
  ASSERT_EQ(ran.error, "");
  Values want;
  for (int i = 0; i < 40; ++i) want.push_back(0.5 * i + (i < 20 ? 10 : -1));
  ExpectNear(ran["y"], x.shape, want, 0, "ImageScaler");
}

TEST(CenterCropPad, CutsAndPads) {
  const auto run = [](const Numbers& x, const Values& to, std::vector<Message> attributes) {
    return RunNode({.type = "CenterCropPad",
                    .attributes = std::move(attributes),
                    .inputs = {{"x", x}, {"to", Integers(kInt64, {int64_t(to.size())}, to)}}},
                   {x.type});
  };
  Ran ran = run(Counting(kFloat, {3, 4}), {4, 3}, {});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], {4, 3}, {0, 1, 2, 4, 5, 6, 8, 9, 10, 0, 0, 0}, 0, "");
  ran = run(Counting(kInt32, {2, 5}), {2}, {Ints("axes", {-1})});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], {2, 2}, {1, 2, 6, 7}, 0, "");
  EXPECT_EQ(run(Counting(kFloat, {2, 5}), {2}, {}).error,
            "node 0 (CenterCropPad) with output 'y': the shape to cut or pad to is [2], but 2 axes "
            "are given");
}

TEST(Col2Im, AsPlainLoops) {
  std::mt19937 random(31);
  const int64_t batch = 2, channels = 3, height = 5, width = 6;
  const int64_t rows = 3, columns = 5;  // (5 + 1 + 0 - 2) / 2 + 1 and (6 + 1 - 3) / 1 + 1
  const Numbers x = RandomNumbers(random, kFloat, {batch, channels * 4, rows * columns});
  const Ran ran = RunNode({.type = "Col2Im",
                           .attributes = {Ints("strides", {2, 1}), Ints("dilations", {1, 2}),
                                          Ints("pads", {1, 0, 0, 1})},
                           .inputs = {{"x", x},
                                      {"image", Integers(kInt64, {2}, {height, width})},
                                      {"block", Integers(kInt64, {2}, {2, 2})}},
                           .constants = {"image", "block"}});
  ASSERT_EQ(ran.error, "");
  Values want(size_t(batch * channels * height * width), 0);
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t tap = 0; tap < 4; ++tap)
        for (int64_t l = 0; l < rows * columns; ++l) {
          const int64_t i = l / columns * 2 + tap / 2 - 1, j = l % columns + tap % 2 * 2;
          if (i >= 0 && i < height && j < width)
            want[size_t(((n * channels + c) * height + i) * width + j)] += x({n, c * 4 + tap, l});
        }
  ExpectNear(ran["y"], {batch, channels, height, width}, want, 1e-6, "");
  EXPECT_EQ(RunNode({.type = "Col2Im",
                     .inputs = {{"x", x},
                                {"image", Integers(kInt64, {2}, {5, 6})},
                                {"block", Integers(kInt64, {2}, {2, 2})}}})
                .error,
            "node 0 (Col2Im) with output 'y': the input has the shape [2, 12, 15], image_shape is "
            "[5, 6], block_shape [2, 2], strides [1, 1], dilations [1, 1] and pads [0, 0, 0, 0], "
            "which do not fit together");
}

TEST(MaxRoiPool, AsPlainLoops) {
  std::mt19937 random(32);
  const Numbers x = RandomNumbers(random, kFloat, {2, 3, 8, 8});
  // Regions of whole cells: image, first column and row, last column and row, all before scaling.
  const Numbers regions = {kFloat, {2, 5}, {1, 0, 4, 6, 14, 0, 8, 0, 14, 6}};
  const Ran ran =
      RunNode({.type = "MaxRoiPool",
               .attributes = {Ints("pooled_shape", {2, 2}), FloatAttribute("spatial_scale", 0.5f)},
               .inputs = {{"x", x}, {"regions", regions}}});
  ASSERT_EQ(ran.error, "");
  Values want;
  for (int64_t r = 0; r < 2; ++r) {
    const auto image = int64_t(regions({r, 0}));
    const auto left = int64_t(regions({r, 1}) / 2), top = int64_t(regions({r, 2}) / 2);
    const int64_t wide = int64_t(regions({r, 3}) / 2) - left + 1,
                  high = int64_t(regions({r, 4}) / 2) - top + 1;
    for (int64_t c = 0; c < 3; ++c)
      for (int64_t i = 0; i < 2; ++i)
        for (int64_t j = 0; j < 2; ++j) {
          double largest = -1e9;
          for (int64_t a = i * high / 2; a < (i + 1) * high / 2; ++a)
            for (int64_t b = j * wide / 2; b < (j + 1) * wide / 2; ++b)
              largest = std::max(largest, x({image, c, top + a, left + b}));
          want.push_back(largest);
        }
  }
  ExpectNear(ran["y"], {2, 3, 2, 2}, want, 0, "");
}

TEST(TensorScatter, LinearAndCircular) {
  const Numbers x = Counting(kFloat, {2, 1, 4, 2});
  const Numbers updates = {kFloat, {2, 1, 2, 2}, {-1, -2, -3, -4, -5, -6, -7, -8}};
  const auto run = [&](const std::string& mode, const Values& at) {
    Numbers indices;
    if (!at.empty()) indices = Integers(kInt64, {int64_t(at.size())}, at);
    return RunNode({.type = "TensorScatter",
                    .attributes = {TextAttribute("mode", mode)},
                    .inputs = {{"x", x}, {"updates", updates}, {"write_indices", indices}}});
  };
  Ran ran = run("linear", {2, 0});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], x.shape, {0, 1, 2, 3, -1, -2, -3, -4, -5, -6, -7, -8, 12, 13, 14, 15}, 0,
             "");
  ran = run("circular", {3, 1});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], x.shape, {-3, -4, 2, 3, 4, 5, -1, -2, 8, 9, -5, -6, -7, -8, 14, 15}, 0, "");
  ran = run("linear", {});
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], x.shape, {-1, -2, -3, -4, 4, 5, 6, 7, -5, -6, -7, -8, 12, 13, 14, 15}, 0,
             "");
  EXPECT_EQ(run("other", {}).error,
            "node 0 (TensorScatter) with output 'y': attribute mode is "
            "'other', but linear or circular is required");
  EXPECT_EQ(
      run("linear", {1, 2, 3}).error,
      "node 0 (TensorScatter) with output 'y': updates are tensor(float) of shape [2, 1, 2, 2] "
      "and write_indices have [3], which does not fit tensor(float) of shape [2, 1, 4, 2] with "
      "axis 2");
}

}  // namespace
}  // namespace weft::onnx
