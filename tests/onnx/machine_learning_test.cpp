// SPDX-License-Identifier: MIT
// ai.onnx.ml's operators of tensors: numbers worked out by hand.
#include <gtest/gtest.h>

#include "onnx/node_runner.h"

namespace weft::onnx {
namespace {

using namespace test;

Ran RunMl(const std::string& type, std::vector<Message> attributes, const Numbers& x) {
  return RunNode({.type = type,
                  .domain = "ai.onnx.ml",
                  .attributes = std::move(attributes),
                  .inputs = {{"x", x}}});
}

TEST(MachineLearning, OfElements) {
  const Numbers x = {kFloat, {2, 3}, {1, -2, 4, 0, 0, 0}};
  ExpectNear(RunMl("Binarizer", {FloatAttribute("threshold", 1)}, x)["y"], {2, 3},
             {0, 0, 1, 0, 0, 0}, 0, "Binarizer");
  ExpectNear(RunMl("Scaler", {Floats("offset", {1, 0, 2}), Floats("scale", {2, 3, 0.5f})}, x)["y"],
             {2, 3}, {0, -6, 1, -2, 0, -1}, 0, "Scaler");
  ExpectNear(RunMl("Scaler", {Floats("scale", {2})}, Integers(kInt64, {2}, {3, -4}))["y"], {2},
             {6, -8}, 0, "Scaler of integers");
  EXPECT_EQ(
      RunMl("Scaler", {Floats("scale", {2, 3})}, x).error,
      "node 0 (Scaler) with output 'y': attribute scale has 2 elements, but the input has the "
      "shape [2, 3]");
  const double root = std::sqrt(21.0);
  ExpectNear(RunMl("Normalizer", {TextAttribute("norm", "L2")}, x)["y"], {2, 3},
             {1 / root, -2 / root, 4 / root, 0, 0, 0}, 1e-6, "L2");
  ExpectNear(RunMl("Normalizer", {TextAttribute("norm", "L1")}, x)["y"], {2, 3},
             {1.0 / 7, -2.0 / 7, 4.0 / 7, 0, 0, 0}, 1e-6, "L1");
  ExpectNear(RunMl("Normalizer", {}, x)["y"], {2, 3}, {0.25, -0.5, 1, 0, 0, 0}, 1e-6, "MAX");
}

TEST(MachineLearning, LinearRegressor) {
  const Numbers x = {kFloat, {2, 3}, {1, -2, 4, 0, 5, 1}};
  const std::vector<Message> attributes = {Floats("coefficients", {1, 2, 3, 0, -1, 0.5f}),
                                           Floats("intercepts", {10, 20}),
                                           IntAttribute("targets", 2)};
  const Ran ran = RunMl("LinearRegressor", attributes, x);
  ASSERT_EQ(ran.error, "");
  ExpectNear(ran["y"], {2, 2}, {10 + 1 - 4 + 12, 20 + 2 + 2, 10 + 10 + 3, 20 - 5 + 0.5}, 1e-5, "");
  EXPECT_EQ(RunMl("LinearRegressor", {Floats("coefficients", {1, 2})}, x).error,
            "node 0 (LinearRegressor) with output 'y': the input has the shape [2, 3], with 1 "
            "targets, 2 coefficients and 0 intercepts, which do not fit together");
}

}  // namespace
}  // namespace weft::onnx
