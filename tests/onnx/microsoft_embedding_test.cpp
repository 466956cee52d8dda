// SPDX-License-Identifier: MIT
// com.microsoft's EmbedLayerNormalization and NhwcMaxPool against plain loops.
#include <gtest/gtest.h>

#include "onnx/node_runner.h"

namespace weft::onnx {
namespace {

using namespace test;

TEST(EmbedLayerNormalization, AsTheFormulaSays) {
  std::mt19937 random(21);
  const int64_t batch = 2, positions = 3, elements = 5;
  const Numbers ids = Integers(kInt32, {batch, positions}, {0, 6, 3, 3, 1, 5});
  const Numbers mask = Integers(kInt32, {batch, positions}, {1, 1, 0, 1, 0, 0});
  for (const Type type : {kFloat, kHalf})
    for (int variant = 0; variant < 4; ++variant) {
      const bool has_segments = (variant & 1) != 0, has_positions = (variant & 2) != 0;
      const Numbers words = RandomNumbers(random, type, {7, elements});
      const Numbers places = RandomNumbers(random, type, {4, elements});
      const Numbers kinds = RandomNumbers(random, type, {2, elements});
      const Numbers gamma = RandomNumbers(random, type, {elements});
      const Numbers beta = RandomNumbers(random, type, {elements});
      const Numbers segments = Integers(kInt32, {batch, positions}, {0, 1, 1, 0, 0, 1});
      const Numbers at = Integers(kInt32, {1, positions}, {3, 0, 2});
      const Ran ran = RunNode({.type = "EmbedLayerNormalization",
                               .domain = "com.microsoft",
                               .attributes = {FloatAttribute("epsilon", 1e-3f)},
                               .inputs = {{"ids", ids},
                                          {"segments", has_segments ? segments : Numbers()},
                                          {"words", words},
                                          {"places", places},
                                          {"kinds", has_segments ? kinds : Numbers()},
                                          {"gamma", gamma},
                                          {"beta", beta},
                                          {"mask", mask},
                                          {"at", has_positions ? at : Numbers()}},
                               .outputs = {"y", "index", "sum"}},
                              {type, kInt32, type});
      ASSERT_EQ(ran.error, "");
      std::vector<double> sums, want;
      for (int64_t b = 0; b < batch; ++b)
        for (int64_t s = 0; s < positions; ++s) {
          std::vector<double> line;
          double mean = 0, variance = 0;
          for (int64_t e = 0; e < elements; ++e) {
            double sum = words({int64_t(ids({b, s})), e}) +
                         places({has_positions ? int64_t(at({0, s})) : s, e});
            if (has_segments) sum += kinds({int64_t(segments({b, s})), e});
            line.push_back(sum);
            mean += sum / double(elements);
          }
          for (const double x : line) variance += (x - mean) * (x - mean) / double(elements);
          for (int64_t e = 0; e < elements; ++e) {
            sums.push_back(line[size_t(e)]);
            want.push_back((line[size_t(e)] - mean) / std::sqrt(variance + double(1e-3f)) *
                               gamma({e}) +
                           beta({e}));
          }
        }
      const double tolerance = type == kHalf ? 1e-2 : 2e-6;
      ExpectNear(ran["sum"], {batch, positions, elements}, sums, tolerance, "sum");
      ExpectNear(ran["y"], {batch, positions, elements}, want, tolerance, "y");
      EXPECT_EQ(ran["index"].values, (std::vector<double>{2, 1}));
    }
}

TEST(EmbedLayerNormalization, Messages) {
  const Numbers line = {kFloat, {5}, std::vector<double>(5, 1)};
  const Ran ran = RunNode({.type = "EmbedLayerNormalization",
                           .domain = "com.microsoft",
                           .inputs = {{"ids", Integers(kInt32, {1, 2}, {0, 1})},
                                      {"segments", {}},
                                      {"words", {kFloat, {2, 5}, std::vector<double>(10, 1)}},
                                      {"places", {kFloat, {2, 4}, std::vector<double>(8, 1)}},
                                      {"kinds", {}},
                                      {"gamma", line},
                                      {"beta", line}}});
  EXPECT_EQ(ran.error,
            "node 0 (EmbedLayerNormalization) with output 'y': input 3 is "
            "tensor(float) of shape [2, 4], but tensor(float) of shape [rows, 5] is "
            "required");
}

TEST(NhwcMaxPool, AsPlainLoops) {
  std::mt19937 random(22);
  for (const Type type : {kUInt8, kInt8}) {
    const int64_t height = 7, width = 5, channels = 3;
    Numbers x = Integers(type, {2, height, width, channels}, {});
    for (int64_t i = 0; i < 2 * height * width * channels; ++i)
      x.values.push_back(double(random() % 256) - (type == kInt8 ? 128 : 0));
    const Ran ran = RunNode({.type = "NhwcMaxPool",
                             .domain = "com.microsoft",
                             .attributes = {Ints("kernel_shape", {3, 2}), Ints("strides", {2, 1}),
                                            Ints("pads", {1, 0, 1, 1})},
                             .inputs = {{"x", x}}},
                            {type});
    ASSERT_EQ(ran.error, "");
    std::vector<double> want;
    for (int64_t n = 0; n < 2; ++n)
      for (int64_t i = 0; i < 4; ++i)
        for (int64_t j = 0; j < 5; ++j)
          for (int64_t c = 0; c < channels; ++c) {
            double largest = -1e9;
            for (int64_t a = 2 * i - 1; a < 2 * i + 2; ++a)
              for (int64_t b = j; b < j + 2; ++b)
                if (a >= 0 && a < height && b < width) largest = std::max(largest, x({n, a, b, c}));
            want.push_back(largest);
          }
    ExpectNear(ran["y"], {2, 4, 5, channels}, want, 0, "");
  }
}

}  // namespace
}  // namespace weft::onnx
