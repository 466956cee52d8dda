// SPDX-License-Identifier: MIT
// Numbers drawn at random: what they are like on average, and that a seed brings them back.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "onnx/node_runner.h"

namespace weft::onnx {
namespace {

using namespace test;

struct Moments {
  double mean = 0, deviation = 0;
};
Moments MomentsOf(const std::vector<double>& values) {
  Moments found;
  for (const double x : values) found.mean += x / double(values.size());
  for (const double x : values)
    found.deviation += (x - found.mean) * (x - found.mean) / double(values.size());
  found.deviation = std::sqrt(found.deviation);
  return found;
}

TEST(Random, UniformAndNormal) {
  const auto draw = [](const std::string& type, std::vector<Message> attributes) {
    attributes.push_back(Ints("shape", {100, 200}));
    const Ran ran = RunNode({.type = type, .attributes = std::move(attributes)});
    EXPECT_EQ(ran.error, "");
    return ran["y"].values;
  };
  const std::vector<double> uniform =
      draw("RandomUniform", {FloatAttribute("low", 2), FloatAttribute("high", 5)});
  EXPECT_EQ(uniform.size(), 20000u);
  EXPECT_GE(*std::ranges::min_element(uniform), 2);
  EXPECT_LE(*std::ranges::max_element(uniform), 5);
  EXPECT_NEAR(MomentsOf(uniform).mean, 3.5, 0.03);
  EXPECT_NEAR(MomentsOf(uniform).deviation, 3 / std::sqrt(12.0), 0.03);
  const std::vector<double> normal =
      draw("RandomNormal", {FloatAttribute("mean", -1), FloatAttribute("scale", 2)});
  EXPECT_NEAR(MomentsOf(normal).mean, -1, 0.06);
  EXPECT_NEAR(MomentsOf(normal).deviation, 2, 0.06);
  // 68.27 % lie within one deviation.
  const auto near = std::ranges::count_if(normal, [](double x) { return std::abs(x + 1) < 2; });
  EXPECT_NEAR(double(near) / 20000, 0.6827, 0.015);
  const Message seed = FloatAttribute("seed", 3), other = FloatAttribute("seed", 4);
  EXPECT_EQ(draw("RandomUniform", {seed}), draw("RandomUniform", {seed}));
  EXPECT_NE(draw("RandomUniform", {seed}), draw("RandomUniform", {other}));
}

TEST(Random, Like) {
  std::mt19937 random(1);
  for (const std::string name : {"RandomUniformLike", "RandomNormalLike"}) {
    Ran ran = RunNode(
        {.type = name, .inputs = {{"x", {kHalf, {3, 4}, std::vector<double>(12, 1)}}}}, {kHalf});
    ASSERT_EQ(ran.error, "");
    EXPECT_EQ(ran["y"].type, kHalf);
    EXPECT_EQ(ran["y"].shape, (std::vector<int64_t>{3, 4}));
    ran = RunNode({.type = name, .inputs = {{"x", Integers(kInt32, {3}, {1, 2, 3})}}});
    EXPECT_EQ(ran.error, "node 0 (" + name +
                             ") with output 'y': numbers of tensor(int32) are to be "
                             "drawn, but floats are required");
    ran = RunNode({.type = name,
                   .attributes = {IntAttribute("dtype", kDouble)},
                   .inputs = {{"x", Integers(kInt32, {3}, {1, 2, 3})}}},
                  {kDouble});
    ASSERT_EQ(ran.error, "");
    EXPECT_EQ(ran["y"].type, kDouble);
  }
}

// Two nodes without a seed draw other numbers.
TEST(Random, NodesDifferWithoutSeed) {
  const Message model =
      Model({.nodes = {test::Node("RandomUniform", {}, {"a"}, {Ints("shape", {4})}),
                       test::Node("RandomUniform", {}, {"b"}, {Ints("shape", {4})})},
             .outputs = {test::Value("a", kFloat, {4}), test::Value("b", kFloat, {4})}});
  const auto session = Session::Load(BytesOf(model.bytes));
  ASSERT_TRUE(session) << session.error().message;
  const auto outputs = session->Run({});
  ASSERT_TRUE(outputs) << outputs.error().message;
  EXPECT_NE(NumbersFrom((*outputs)[0].tensors[0]).values,
            NumbersFrom((*outputs)[1].tensors[0]).values);
}

TEST(Random, Bernoulli) {
  Numbers x = {kFloat, {3, 5000}};
  for (const double p : {0.0, 0.3, 1.0}) x.values.insert(x.values.end(), 5000, p);
  const Ran ran = RunNode(
      {.type = "Bernoulli", .attributes = {IntAttribute("dtype", kBool)}, .inputs = {{"x", x}}},
      {kBool});
  ASSERT_EQ(ran.error, "");
  const std::vector<double>& y = ran["y"].values;
  EXPECT_EQ(std::accumulate(y.begin(), y.begin() + 5000, 0.0), 0);
  EXPECT_NEAR(std::accumulate(y.begin() + 5000, y.begin() + 10000, 0.0), 1500, 130);
  EXPECT_EQ(std::accumulate(y.begin() + 10000, y.end(), 0.0), 5000);
}

TEST(Random, Multinomial) {
  const Numbers x = {kFloat, {2, 3}, {std::log(1.0), std::log(2.0), std::log(5.0), 0, -100, 0}};
  const Ran ran =
      RunNode({.type = "Multinomial",
               .attributes = {IntAttribute("dtype", kInt64), IntAttribute("sample_size", 8000)},
               .inputs = {{"x", x}}},
              {kInt64});
  ASSERT_EQ(ran.error, "");
  ASSERT_EQ(ran["y"].shape, (std::vector<int64_t>{2, 8000}));
  const std::vector<double>& y = ran["y"].values;
  for (int label = 0; label < 3; ++label) {
    const double first = double(std::count(y.begin(), y.begin() + 8000, label));
    const double second = double(std::count(y.begin() + 8000, y.end(), label));
    EXPECT_NEAR(first, 1000 * (label == 0 ? 1 : label == 1 ? 2 : 5), 170);
    EXPECT_NEAR(second, label == 1 ? 0 : 4000, label == 1 ? 0.5 : 170);
  }
}

TEST(Random, Dropout) {
  const Numbers x = {kFloat, {100, 100}, std::vector<double>(10000, 3)};
  const auto drop = [&](std::vector<Message> attributes, double ratio) {
    return RunNode({.type = "Dropout",
                    .attributes = std::move(attributes),
                    .inputs = {{"x", x},
                               {"ratio", {kFloat, {1}, {ratio}}},
                               {"training", Integers(kBool, {1}, {1})}},
                    .outputs = {"y", "mask"},
                    .constants = {"ratio", "training"}},
                   {kFloat, kBool});
  };
  const Ran ran = drop({IntAttribute("seed", 5)}, 0.25);
  ASSERT_EQ(ran.error, "");
  const std::vector<double>&y = ran["y"].values, &mask = ran["mask"].values;
  EXPECT_NEAR(std::accumulate(mask.begin(), mask.end(), 0.0), 7500, 180);
  for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], mask[i] != 0 ? 4 : 0);
  EXPECT_EQ(drop({IntAttribute("seed", 5)}, 0.25)["mask"].values, mask);
  EXPECT_NE(drop({IntAttribute("seed", 6)}, 0.25)["mask"].values, mask);
  EXPECT_EQ(drop({}, 1).error,
            "node 0 (Dropout) with output 'y': ratio is 1, but a number from 0 on below 1 is "
            "required");
}

}  // namespace
}  // namespace weft::onnx
