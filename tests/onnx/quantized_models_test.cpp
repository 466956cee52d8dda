// SPDX-License-Identifier: MIT
// Models as tools for quantizing write them: numbers between DequantizeLinear and QuantizeLinear.
#include <gtest/gtest.h>

#include <cstring>

#include "onnx/model_writer.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

using test::BytesOf;
using test::IntAttribute;
using test::kFloat;
using test::kInt32;
using test::kInt8;
using test::kUInt8;
using test::Message;
using test::Model;
using test::Node;
using test::Value;
using test::Weights;

Message Dequantize(std::string_view x, std::string_view scale, std::string_view zero,
                   std::string_view y) {
  return Node("DequantizeLinear", {x, scale, zero}, {y});
}

// A scale behind an Identity, integers behind a Cast that is none, weights of a few bytes.
Message ConvolutionModel() {
  return Model(
      {.nodes = {Node("Identity", {"s"}, {"xs"}), Node("QuantizeLinear", {"x", "xs", "z"}, {"q"}),
                 Node("Cast", {"q"}, {"c"}, {IntAttribute("to", kUInt8)}),
                 Dequantize("c", "xs", "z", "d"), Dequantize("w", "ws", "wz", "wd"),
                 Dequantize("b", "bs", "bz", "bd"), Node("Conv", {"d", "wd", "bd"}, {"conv"}),
                 Node("Relu", {"conv"}, {"r"}), Node("QuantizeLinear", {"r", "ys", "z0"}, {"y"})},
       .weights = {Weights<float>("s", kFloat, {}, {0.5f}), Weights<uint8_t>("z", kUInt8, {}, {10}),
                   Weights<int8_t>("w", kInt8, {2, 1, 1, 2}, {1, -2, 3, 4}),
                   Weights<float>("ws", kFloat, {}, {0.25f}), Weights<int8_t>("wz", kInt8, {}, {0}),
                   Weights<int32_t>("b", kInt32, {2}, {1, -8}),
                   Weights<float>("bs", kFloat, {}, {0.125f}),
                   Weights<int32_t>("bz", kInt32, {}, {0}),
                   Weights<float>("ys", kFloat, {}, {0.25f}),
                   Weights<uint8_t>("z0", kUInt8, {}, {0})},
       .inputs = {Value("x", kFloat, {1, 1, 1, 4})},
       .outputs = {Value("y", kUInt8, {1, 2, 1, 3})}});
}

const std::vector<float> kX = {1, -1.5f, 2, 9.5f};  // integers less 10: 2, -3, 4, 19
std::vector<std::pair<std::string, InputTensor>> Inputs() {
  return {{"x", {DataType::Float32, {1, 1, 1, 4}, ConstBuffer(kX)}}};
}

std::vector<uint8_t> BytesIn(const Output& output) {
  std::vector<uint8_t> bytes(output.tensors.at(0).bytes.size());
  std::memcpy(bytes.data(), output.tensors[0].bytes.data(), bytes.size());
  return bytes;
}

TEST(QuantizedModels, Convolution) {
  const Message model = ConvolutionModel();
  const auto session = Session::Load(BytesOf(model.bytes));
  ASSERT_TRUE(session) << session.error().message;
  const auto text = session->Explain(Inputs());
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("conv + r + y (QUANTIZED_LINEAR_CONVOLUTION)"), std::string::npos) << *text;
  const auto outputs = session->Run(Inputs());
  ASSERT_TRUE(outputs) << outputs.error().message;
  // Sums 9, -10, -33 and -14, -1, 80 in steps of 0.5: halves to even, negative ones are cut off.
  EXPECT_EQ(BytesIn((*outputs)[0]), (std::vector<uint8_t>{4, 0, 0, 0, 0, 40}));
}

// What was dequantized is known all the same: CLIP's bounds are asked for while planning.
TEST(QuantizedModels, NumbersThatAreKnown) {
  const Message model = Model(
      {.nodes = {Dequantize("low", "s", "z", "min"), Dequantize("high", "s", "z", "max"),
                 Node("Clip", {"x", "min", "max"}, {"y"})},
       .weights = {Weights<float>("s", kFloat, {}, {0.5f}), Weights<int8_t>("z", kInt8, {}, {0}),
                   Weights<int8_t>("low", kInt8, {}, {-2}),
                   Weights<int8_t>("high", kInt8, {}, {3})},
       .inputs = {Value("x", kFloat, {1, 1, 1, 4})},
       .outputs = {Value("y", kFloat, {1, 1, 1, 4})}});
  const auto session = Session::Load(BytesOf(model.bytes));
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = session->Plan({{"x", {DataType::Float32, {1, 1, 1, 4}}}});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->segments, 1);
  const auto outputs = session->Run(Inputs());
  ASSERT_TRUE(outputs) << outputs.error().message;
  std::vector<float> numbers(4);
  std::memcpy(numbers.data(), (*outputs)[0].tensors[0].bytes.data(), 16);
  EXPECT_EQ(numbers, (std::vector<float>{1, -1, 1.5f, 1.5f}));
}

}  // namespace
}  // namespace weft::onnx
