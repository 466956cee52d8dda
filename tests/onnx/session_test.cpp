// SPDX-License-Identifier: MIT
// Sessions: what goes in and comes out, messages, many threads and many shapes.
#include "weft/onnx.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "onnx/model_writer.h"

namespace weft::onnx {
namespace {

using test::BytesOf;
using test::Message;
using test::Model;

constexpr int kFloat = 1;

Result<Session> Load(const Message& model) { return Session::Load(BytesOf(model.bytes)); }

InputTensor Floats(const std::vector<float>& values, std::vector<int64_t> shape) {
  return {DataType::Float32, std::move(shape), ConstBuffer(values)};
}

std::vector<float> FloatsOf(const Output& output) {
  const auto bytes = output.tensors.at(0).bytes;
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// y = relu(x * w + x), nodes in the wrong order, w among the inputs, too.
Message SmallModel() {
  return Model(
      {.nodes = {test::Node("Relu", {"sum"}, {"y"}), test::Node("Add", {"product", "x"}, {"sum"}),
                 test::Node("Mul", {"x", "w"}, {"product"})},
       .weights = {test::Weights<float>("w", kFloat, {3}, {1, -2, 3})},
       .inputs = {test::Value("x", kFloat, {-1, 3}), test::Value("w", kFloat, {3})},
       .outputs = {test::Value("y", kFloat, {-1, 3})}});
}

// y = (sum of x > 0) ? x + 1 : [7], so that the shape depends on values.
Message BranchingModel() {
  const Message then_branch = test::Graph({.nodes = {test::Node("Add", {"x", "one"}, {"a"})},
                                           .outputs = {test::Value("a", kFloat, {-1})}});
  const Message else_branch = test::Graph({.nodes = {test::Node("Identity", {"seven"}, {"b"})},
                                           .outputs = {test::Value("b", kFloat, {1})}});
  return Model(
      {.nodes = {test::Node("ReduceSum", {"x"}, {"s"}, {test::IntAttribute("keepdims", 0)}),
                 test::Node("Greater", {"s", "zero"}, {"c"}),
                 test::Node("If", {"c"}, {"y"},
                            {test::GraphAttribute("then_branch", then_branch),
                             test::GraphAttribute("else_branch", else_branch)})},
       .weights = {test::Weights<float>("one", kFloat, {1}, {1}),
                   test::Weights<float>("seven", kFloat, {1}, {7}),
                   test::Weights<float>("zero", kFloat, {}, {0})},
       .inputs = {test::Value("x", kFloat, {-1})},
       .outputs = {test::Value("y", kFloat, {-1})}});
}

TEST(Session, RunsForEveryShape) {
  const auto session = Load(SmallModel());
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_EQ(session->inputs().size(), 1u);
  EXPECT_EQ(session->inputs()[0].name, "x");
  EXPECT_EQ(session->inputs()[0].type, "tensor(float)");
  EXPECT_EQ((*session->inputs()[0].shape)[0].symbol, "n");
  EXPECT_EQ((*session->inputs()[0].shape)[1].size, 3);
  for (int64_t rows = 1; rows < 40; ++rows) {
    const std::vector<float> x(size_t(3 * rows), 2.0f);
    const auto outputs = session->Run({{"x", Floats(x, {rows, 3})}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    const std::vector<float> y = FloatsOf((*outputs)[0]);
    ASSERT_EQ(y.size(), x.size());
    for (size_t i = 0; i < y.size(); i += 3) {
      EXPECT_EQ(y[i], 4);
      EXPECT_EQ(y[i + 1], 0);
      EXPECT_EQ(y[i + 2], 8);
    }
  }
}

TEST(Session, ValuesDecideAgainAndAgain) {
  const auto session = Load(BranchingModel());
  ASSERT_TRUE(session) << session.error().message;
  for (int i = 0; i < 3; ++i) {
    auto outputs = session->Run({{"x", Floats({1, 2}, {2})}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    EXPECT_EQ(FloatsOf((*outputs)[0]), (std::vector<float>{2, 3}));
    outputs = session->Run({{"x", Floats({-1, -2}, {2})}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    EXPECT_EQ(FloatsOf((*outputs)[0]), (std::vector<float>{7}));
  }
}

// A node that gives nothing to the outputs may be the only one that reads an input.
TEST(Session, WhatNothingNeedsIsLeftOut) {
  const auto session =
      Load(Model({.nodes = {test::Node("Relu", {"x"}, {"y"}), test::Node("Relu", {"w"}, {"z"})},
                  .inputs = {test::Value("w", kFloat, {2}), test::Value("x", kFloat, {3})},
                  .outputs = {test::Value("y", kFloat, {3})}}));
  ASSERT_TRUE(session) << session.error().message;
  const std::vector<float> w = {1, 2}, x = {-1, 2, -3};
  const auto outputs = session->Run({{"w", Floats(w, {2})}, {"x", Floats(x, {3})}});
  ASSERT_TRUE(outputs) << outputs.error().message;
  EXPECT_EQ(FloatsOf((*outputs)[0]), (std::vector<float>{0, 2, 0}));
}

TEST(Session, ManyThreadsAtOnce) {
  const auto session = Load(BranchingModel());
  ASSERT_TRUE(session);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const float sign = (i + t) % 2 == 0 ? 1.0f : -1.0f;
        const std::vector<float> x(size_t(1 + (i + t) % 5), sign);
        const auto outputs = session->Run({{"x", Floats(x, {int64_t(x.size())})}});
        const std::vector<float> want =
            sign > 0 ? std::vector<float>(x.size(), 2.0f) : std::vector<float>{7};
        if (!outputs || FloatsOf((*outputs)[0]) != want) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

std::string MessageOf(const Message& model,
                      const std::vector<std::pair<std::string, InputTensor>>& inputs) {
  const auto session = Load(model);
  if (!session) return session.error().message;
  const auto outputs = session->Run(inputs);
  return outputs ? "" : outputs.error().message;
}

TEST(Session, Messages) {
  const Message small = SmallModel();
  const std::vector<float> three = {1, 2, 3};
  EXPECT_EQ(MessageOf(small, {}), "model: input 'x' (tensor(float), [n, 3]) is not given");
  EXPECT_EQ(MessageOf(small, {{"z", Floats(three, {1, 3})}}), "model: it has no input 'z'");
  EXPECT_EQ(MessageOf(small, {{"x", Floats(three, {3, 1})}}),
            "model: input 'x' has the shape [3, 1], but [n, 3] is required");
  EXPECT_EQ(MessageOf(small, {{"x", Floats(three, {2, 3})}}),
            "model: input 'x' has 12 bytes, but its shape [2, 3] needs 24");
  EXPECT_EQ(MessageOf(small, {{"x", {DataType::Int32, {1, 3}, ConstBuffer(three)}}}),
            "model: input 'x' has elements of INT32, but tensor(float) is required");
  const auto one_node = [](const Message& node, int64_t opset = 17) {
    return Model({.nodes = {node},
                  .inputs = {test::Value("x", kFloat, {3})},
                  .outputs = {test::Value("y", kFloat, {3})}},
                 opset);
  };
  const std::vector<std::pair<std::string, InputTensor>> x = {{"x", Floats(three, {3})}};
  EXPECT_EQ(MessageOf(one_node(test::Node("Foo", {"x"}, {"y"})), x),
            "node 0 (Foo) with output 'y': Foo of opset 17 is not supported");
  EXPECT_EQ(MessageOf(one_node(test::Node("Relu", {"x"}, {"y"}), 99), x),
            "node 0 (Relu) with output 'y': Relu of opset 99 is not supported, but of opsets 1 to "
            "28 it is");
  EXPECT_EQ(MessageOf(one_node(test::Node("Relu", {"y"}, {"y"})), x),
            "model: node 0 (Relu) with output 'y' needs its own result");
  EXPECT_EQ(MessageOf(one_node(test::Node("Relu", {"q"}, {"y"})), x),
            "model: 'q' is read, but nothing gives it");
  EXPECT_EQ(MessageOf(one_node(test::Node("Relu", {"x"}, {"x"})), x),
            "model: node 0 (Relu) with output 'x' gives 'x', which is there already");
  EXPECT_EQ(
      MessageOf(one_node(test::Node("Transpose", {"x"}, {"y"}, {test::Ints("perm", {1})})), x),
      "node 0 (Transpose) with output 'y': perm is 1, but the tensor has 1 dimensions");
  EXPECT_EQ(MessageOf(one_node(test::Node("Softmax", {"x"}, {"y"}, {test::Ints("axis", {0})})), x),
            "node 0 (Softmax) with output 'y': attribute axis is ints, but an int is required");
  EXPECT_EQ(MessageOf(Message(), {}), "model: it has no graph: this is no ONNX file");
}

// y = concat(s) along axis 0, of a sequence s of float [n].
Message SequenceModel() {
  const Message tensor = Message().Part(1, Message().Int(1, kFloat).Part(2, Message().Part(1, {})));
  const Message sequence = Message().Part(4, Message().Part(1, tensor));
  return Model(
      {.nodes = {test::Node("ConcatFromSequence", {"s"}, {"y"}, {test::IntAttribute("axis", 0)})},
       .inputs = {Message().Text(1, "s").Part(2, sequence)},
       .outputs = {test::Value("y", kFloat, {-1})}});
}

TEST(Session, SequencesOfAnyLength) {
  const auto session = Load(SequenceModel());
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->inputs()[0].type, "seq(tensor(float))");
  const std::vector<float> one = {1}, two = {2, 3};
  for (int i = 0; i < 2; ++i) {
    auto outputs = session->Run(
        {{"s", {.kind = Input::Kind::Sequence, .items = {Floats(one, {1}), Floats(two, {2})}}}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    EXPECT_EQ(FloatsOf((*outputs)[0]), (std::vector<float>{1, 2, 3}));
    outputs = session->Run({{"s", {.kind = Input::Kind::Sequence, .items = {Floats(two, {2})}}}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    EXPECT_EQ(FloatsOf((*outputs)[0]), two);
  }
  EXPECT_EQ(MessageOf(SequenceModel(), {{"s", Floats(one, {1})}}),
            "model: input 's' is a tensor, but seq(tensor(float)) is required");
  EXPECT_EQ(MessageOf(SequenceModel(), {{"s", {.kind = Input::Kind::Nothing}}}),
            "model: input 's' is nothing, but seq(tensor(float)) is required");
  EXPECT_EQ(MessageOf(SequenceModel(), {{"s",
                                         {.kind = Input::Kind::Sequence,
                                          .items = {Floats(one, {1}), Floats(one, {1, 1})}}}}),
            "model: input 's'[1] has the shape [1, 1], but [?] is required");
}

// An optional float [2]: whether it is there, and it may be left out.
TEST(Session, OptionalInputs) {
  const Message tensor =
      Message().Part(1, Message().Int(1, kFloat).Part(2, Message().Part(1, Message().Int(1, 2))));
  const Message optional = Message().Part(9, Message().Part(1, tensor));
  constexpr int kBool = 9;
  const Message model = Model({.nodes = {test::Node("OptionalHasElement", {"o"}, {"y"})},
                               .inputs = {Message().Text(1, "o").Part(2, optional)},
                               .outputs = {test::Value("y", kBool, {})}});
  const auto session = Load(model);
  ASSERT_TRUE(session) << session.error().message;
  const auto answer = [&](const std::vector<std::pair<std::string, Input>>& inputs) {
    const auto outputs = session->Run(inputs);
    return outputs ? std::to_string(int(outputs->at(0).tensors.at(0).bytes[0]))
                   : outputs.error().message;
  };
  const std::vector<float> two = {2, 3};
  EXPECT_EQ(answer({{"o", Floats(two, {2})}}), "1");
  EXPECT_EQ(answer({{"o", {.kind = Input::Kind::Nothing}}}), "0");
  EXPECT_EQ(answer({}), "0");
  EXPECT_EQ(answer({{"o", Floats(two, {1})}}),
            "model: input 'o' has the shape [1], but [2] is required");
}

// Whatever the strings are, and as many as the shape says.
TEST(Session, Strings) {
  constexpr int kString = 8;
  const Message model = Model({.nodes = {test::Node("Identity", {"x"}, {"y"})},
                               .inputs = {test::Value("x", kString, {-1})},
                               .outputs = {test::Value("y", kString, {-1})}});
  const auto session = Load(model);
  ASSERT_TRUE(session) << session.error().message;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"a", ""}, std::vector<std::string>{"b", "c"}}) {
    const auto outputs = session->Run({{"x", {.shape = {2}, .strings = words}}});
    ASSERT_TRUE(outputs) << outputs.error().message;
    EXPECT_EQ(outputs->at(0).tensors.at(0).strings, words);
  }
  EXPECT_EQ(MessageOf(model, {{"x", {.shape = {2}, .strings = {"a"}}}}),
            "model: input 'x' has 1 strings, but its shape [2] needs 2");
}

TEST(Session, WeightsInOtherFilesStayInTheFolder) {
  const auto folder = std::filesystem::temp_directory_path() / "weft_onnx_external";
  std::filesystem::create_directories(folder);
  const auto model_with = [](std::string_view location, std::string_view length) {
    const Message weight = Message()
                               .Int(1, 3)
                               .Int(2, kFloat)
                               .Text(8, "w")
                               .Int(14, 1)
                               .Part(13, Message().Text(1, "location").Text(2, location))
                               .Part(13, Message().Text(1, "offset").Text(2, "4"))
                               .Part(13, Message().Text(1, "length").Text(2, length));
    return Model({.nodes = {test::Node("Add", {"x", "w"}, {"y"})},
                  .weights = {weight},
                  .inputs = {test::Value("x", kFloat, {3})},
                  .outputs = {test::Value("y", kFloat, {3})}});
  };
  const auto outcome = [&](std::string_view location,
                           std::string_view length = "12") -> std::string {
    const auto path = folder / "model.onnx";
    std::ofstream(path, std::ios::binary) << model_with(location, length).bytes;
    const auto session = Session::Load(path.string());
    if (!session) return session.error().message;
    const auto outputs = session->Run({{"x", Floats({1, 2, 3}, {3})}});
    return outputs ? (FloatsOf((*outputs)[0]) == std::vector<float>{11, 22, 33} ? "right" : "wrong")
                   : outputs.error().message;
  };
  const float data[] = {0, 10, 20, 30};
  std::ofstream(folder / "w.bin", std::ios::binary).write(reinterpret_cast<const char*>(data), 16);
  std::error_code ignored;
  std::filesystem::create_symlink(folder / "w.bin", folder / "link.bin", ignored);
  EXPECT_EQ(outcome("w.bin"), "right");
  EXPECT_EQ(outcome("./w.bin"), "right");
  EXPECT_EQ(outcome("../w.bin"),
            "model: weights are in the file '../w.bin', but '..' is not allowed there");
  EXPECT_EQ(outcome("/etc/passwd"),
            "model: weights are in the file '/etc/passwd', but a relative path is required");
  EXPECT_EQ(outcome("link.bin"),
            "model: weights are in the file 'link.bin', but 'link.bin' is a symbolic link");
  EXPECT_EQ(outcome("w.bin", "16"),
            "model: tensor 'w' is at offset 4 with length 16 of 'w.bin', which has 16 bytes");
  EXPECT_EQ(outcome("w.bin", "8"), "model: tensor 'w' has 8 bytes, but 3 elements of float are 12");
  EXPECT_EQ(Load(model_with("w.bin", "12")).error().message,
            "model: weights are in the file 'w.bin', but the model came without a folder");
  std::filesystem::remove_all(folder);
}

// Of an operator's results, those that nobody wants need not be anywhere.
TEST(Session, ResultsThatNobodyWants) {
  const Message model = Model({.nodes = {test::Node("TopK", {"x", "k"}, {"values", "places"})},
                               .weights = {test::Weights<int64_t>("k", test::kInt64, {1}, {2})},
                               .inputs = {test::Value("x", kFloat, {4})},
                               .outputs = {test::Value("places", test::kInt64, {2})}});
  const auto session = Load(model);
  ASSERT_TRUE(session) << session.error().message;
  const auto outputs = session->Run({{"x", Floats({1, 4, 2, 3}, {4})}});
  ASSERT_TRUE(outputs) << outputs.error().message;
  int64_t places[2];
  std::memcpy(places, outputs->at(0).tensors.at(0).bytes.data(), sizeof(places));
  EXPECT_EQ(places[0], 1);
  EXPECT_EQ(places[1], 3);
}

// Time grows with the number of nodes, not faster: 100,000 of them load and run.
TEST(Session, LongChains) {
  test::GraphParts parts = {.inputs = {test::Value("x0", kFloat, {4})}};
  constexpr int kNodes = 100'000;
  for (int i = 0; i < kNodes; ++i)
    parts.nodes.push_back(
        test::Node("Neg", {"x" + std::to_string(i)}, {"x" + std::to_string(i + 1)}));
  parts.outputs = {test::Value("x" + std::to_string(kNodes), kFloat, {4})};
  const auto session = Load(Model(parts));
  ASSERT_TRUE(session) << session.error().message;
  const auto outputs = session->Run({{"x0", Floats({1, 2, 3, 4}, {4})}});
  ASSERT_TRUE(outputs) << outputs.error().message;
  EXPECT_EQ(FloatsOf((*outputs)[0]), (std::vector<float>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace weft::onnx
