// SPDX-License-Identifier: MIT
// Files that were written to do harm: the whole message of each, or the answer.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "onnx/model_writer.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

namespace fs = std::filesystem;
using test::BytesOf;
using test::GraphParts;
using test::kBool;
using test::kFloat;
using test::kInt64;
using test::Message;
using test::Model;
using test::ModelOf;
using test::Node;
using test::Opset;
using test::Value;
using test::Weights;

constexpr int64_t kHuge = int64_t{1} << 60;

const std::vector<float> kX = {1, 2, 3};

std::string Outcome(const Result<Session>& session) {
  if (!session) return session.error().message;
  std::vector<std::pair<std::string, Input>> inputs;
  for (const TensorInfo& info : session->inputs())
    inputs.push_back({info.name, {DataType::Float32, {3}, ConstBuffer(kX)}});
  const auto outputs = session->Run(inputs);
  return outputs ? "" : outputs.error().message;
}
std::string Outcome(const Message& model, const SessionOptions& options = {}) {
  return Outcome(Session::Load(BytesOf(model.bytes), options));
}

// Nodes that make y of x, float [3], with more weights.
Message With(std::vector<Message> nodes, std::vector<Message> weights = {}, int64_t opset = 17) {
  return Model({.nodes = std::move(nodes),
                .weights = std::move(weights),
                .inputs = {Value("x", kFloat, {3})},
                .outputs = {Value("y", kFloat, {3})}},
               opset);
}
Message Numbers(std::string_view name, std::initializer_list<int64_t> values) {
  return Weights<int64_t>(name, kInt64, {int64_t(values.size())}, values);
}
Message Number(std::string_view name, int64_t value) {
  return Weights<int64_t>(name, kInt64, {}, {value});
}

TEST(HostileFiles, CutShort) {
  const Message model = With({Node("Relu", {"x"}, {"y"})});
  const std::string half = model.bytes.substr(0, model.bytes.size() / 2);
  EXPECT_EQ(Outcome(Session::Load(BytesOf(half))),
            "model: the field at byte 2 has 48 bytes, but only 25 follow");
  EXPECT_EQ(Outcome(Session::Load(std::span<const std::byte>())),
            "model: it has no graph: this is no ONNX file");
}

// Each graph is the body of the node around it.
TEST(HostileFiles, DeepGraphs) {
  const auto nested = [](int depth) {
    Message graph =
        test::Graph({.nodes = {Node("Relu", {"x"}, {"a"})}, .outputs = {Value("a", kFloat, {3})}});
    for (int i = 0; i < depth; ++i)
      graph = test::Graph({.nodes = {Node("If", {"c"}, {"a"},
                                          {test::GraphAttribute("then_branch", graph),
                                           test::GraphAttribute("else_branch", graph)})},
                           .outputs = {Value("a", kFloat, {3})}});
    return graph;
  };
  const auto chain = [](int depth) {
    Message graph =
        test::Graph({.nodes = {Node("Relu", {"x"}, {"y"})}, .outputs = {Value("y", kFloat, {3})}});
    for (int i = 0; i < depth; ++i)
      graph = test::Graph(
          {.nodes = {Node("If", {"c"}, {"y"}, {test::GraphAttribute("then_branch", graph)})},
           .outputs = {Value("y", kFloat, {3})}});
    return ModelOf(Message(graph)
                       .Part(5, Weights<uint8_t>("c", kBool, {}, {1}))
                       .Part(11, Value("x", kFloat, {3})));
  };
  EXPECT_EQ(Outcome(chain(32)), "");
  EXPECT_EQ(Outcome(chain(33)), "model: graphs lie more than 32 deep in each other");
  EXPECT_EQ(Outcome(chain(200)), "model: graphs lie more than 32 deep in each other");
  EXPECT_EQ(Outcome(ModelOf(nested(8)
                                .Part(5, Weights<uint8_t>("c", kBool, {}, {1}))
                                .Part(11, Value("x", kFloat, {3})))),
            "");
  Message type = test::TensorType(kFloat, {3});
  for (int i = 0; i < 200; ++i) type = test::SequenceOf(type);
  EXPECT_EQ(Outcome(Model({.inputs = {Value("x", type)}})),
            "model: types lie more than 32 deep in each other");
}

Message FunctionOf(std::string_view name, std::vector<Message> nodes) {
  Message function;
  function.Text(1, name).Text(4, "a").Text(5, "b").Text(10, "f");
  for (const Message& node : nodes) function.Part(7, node);
  return function.Part(9, Opset("f", 1)).Part(9, Opset("", 17));
}
Message Call(std::string_view name, std::string_view from, std::string_view to) {
  return Node(name, {from}, {to}).Text(7, "f");
}

TEST(HostileFiles, Cycles) {
  EXPECT_EQ(Outcome(With({Call("F", "x", "y")}).Part(25, FunctionOf("F", {Call("F", "a", "b")}))),
            "model: function 'F' calls itself");
  EXPECT_EQ(Outcome(With({Call("F", "x", "y")})
                        .Part(25, FunctionOf("F", {Call("G", "a", "b")}))
                        .Part(25, FunctionOf("G", {Call("F", "a", "b")}))),
            "model: function 'F' calls itself");
  EXPECT_EQ(Outcome(With({Node("Relu", {"b"}, {"a"}), Node("Neg", {"a"}, {"b"}),
                          Node("Add", {"b", "x"}, {"y"})})),
            "model: node 0 (Relu) with output 'a' needs its own result");
}

// Functions that call the next one twice: 60 of them would be 2^60 nodes.
TEST(HostileFiles, Avalanche) {
  Message model = With({Call("F0", "x", "y")});
  for (int i = 0; i < 60; ++i) {
    const std::string next = "F" + std::to_string(i + 1);
    model.Part(25,
               FunctionOf("F" + std::to_string(i), {Call(next, "a", "m"), Call(next, "m", "b")}));
  }
  model.Part(25, FunctionOf("F60", {Node("Neg", {"a"}, {"b"})}));
  const std::string message = Outcome(model, {.most_nodes = 10'000});
  EXPECT_TRUE(message.ends_with(
      ": more than 10000 nodes of loops, branches and functions are not supported"))
      << message;
}

TEST(HostileFiles, Weights) {
  const auto with = [](const Message& tensor) {
    return Outcome(With({Node("Add", {"x", "w"}, {"y"})}, {tensor}));
  };
  const std::vector<float> three = {1, 2, 3};
  EXPECT_EQ(with(Weights<float>("w", kFloat, {3}, three)), "");
  EXPECT_EQ(with(Weights<float>("w", kFloat, {-3}, three)),
            "model: tensor 'w' has the shape [-3], but no size may be negative");
  EXPECT_EQ(with(Weights<float>("w", kFloat, {kHuge, 16}, three)),
            "model: tensor 'w' has the shape [1152921504606846976, 16], but at most 4294967295 "
            "elements are supported");
  EXPECT_EQ(with(Weights<float>("w", kFloat, {1 << 20, 1 << 20}, three)),
            "model: tensor 'w' has the shape [1048576, 1048576], but at most 4294967295 elements "
            "are supported");
  EXPECT_EQ(with(Weights<float>("w", kFloat, {0, kHuge}, three)),
            "model: tensor 'w' has the shape [0, 1152921504606846976], but at most 4294967295 "
            "elements are supported");
  EXPECT_EQ(with(Weights<float>("w", kFloat, {4}, three)),
            "model: tensor 'w' has 12 bytes, but 4 elements of float are 16");
  EXPECT_EQ(with(test::TensorHead("w", kFloat, {4}).Numbers(4, three)),
            "model: tensor 'w' has 12 bytes, but 4 elements of float are 16");
  EXPECT_EQ(with(test::TensorHead("w", kFloat, {3}).Text(4, "12345")),
            "model: float_data at byte 31 is no run of whole numbers");
  constexpr int kComplex128 = 15;
  EXPECT_EQ(with(test::TensorHead("w", kComplex128, {3}).Varints(7, {1, 2, 3})),
            "model: tensor 'w' of complex128 has its elements in int64_data");
  EXPECT_EQ(with(test::TensorHead("w", kFloat, {3}).Varints(5, {1, 2, 3})),
            "model: tensor 'w' of float has its elements in int32_data");
  EXPECT_EQ(with(Weights<float>("w", 77, {3}, three)),
            "model: tensor 'w' has elements of type 77, which is not known");
  const Message sparse = Message()
                             .Part(1, Weights<float>("w", kFloat, {1}, {1}))
                             .Part(2, Weights<int64_t>("", kInt64, {1}, {0}))
                             .Varints(3, {1 << 30});
  EXPECT_EQ(Outcome(ModelOf(Message().Part(15, sparse))),
            "model: sparse tensor 'w' has the shape [1073741824]: sparse tensors of more than "
            "33554432 bytes in all are not supported");
}

TEST(HostileFiles, Names) {
  const Message x = Value("x", kFloat, {3}), y = Value("y", kFloat, {3});
  const Message w = Weights<float>("w", kFloat, {3}, {1, 2, 3});
  const Message add = Node("Add", {"x", "w"}, {"y"});
  EXPECT_EQ(Outcome(Model({.nodes = {add}, .weights = {w}, .inputs = {x, x}, .outputs = {y}})),
            "model: input 'x' is there twice");
  EXPECT_EQ(Outcome(Model({.nodes = {add}, .weights = {w, w}, .inputs = {x}, .outputs = {y}})),
            "model: weight 'w' is there twice");
  EXPECT_EQ(Outcome(Model({.nodes = {add, add}, .weights = {w}, .inputs = {x}, .outputs = {y}})),
            "model: node 1 (Add) with output 'y' gives 'y', which is there already");
  EXPECT_EQ(Outcome(Model({.nodes = {Node("Relu", {"x"}, {"w"})},
                           .weights = {w},
                           .inputs = {x},
                           .outputs = {Value("w", kFloat, {3})}})),
            "model: node 0 (Relu) with output 'w' gives 'w', which is there already");
  EXPECT_EQ(Outcome(With({Node("Relu", {"x"}, {"y"})}, {}, INT64_MAX)),
            "node 0 (Relu) with output 'y': Relu of opset 9223372036854775807 is not supported, "
            "but of opsets 1 to 28 it is");
  EXPECT_EQ(Outcome(With({Node("Bad\nName\x01", {"x"}, {"y"})})),
            "node 0 (Bad\\x0aName\\x01) with output 'y': Bad\\x0aName\\x01 of opset 17 is not "
            "supported");
}

// Results of 2^60 elements, asked for by a few bytes.
TEST(HostileFiles, HugeResults) {
  const auto of = [](const Message& node, std::vector<Message> weights) {
    return Outcome(With({node}, std::move(weights)));
  };
  constexpr std::string_view kLimit = ", but at most 4294967295 elements are supported";
  const auto shape = [&](std::string_view node, std::string_view of) {
    return "node 0 (" + std::string(node) + ") with output 'y': the result has the shape " +
           std::string(of) + std::string(kLimit);
  };
  EXPECT_EQ(of(Node("Expand", {"x", "s"}, {"y"}), {Numbers("s", {kHuge, 3})}),
            shape("Expand", "[1152921504606846976, 3]"));
  EXPECT_EQ(of(Node("Expand", {"x", "s"}, {"y"}), {Numbers("s", {-kHuge, 3})}),
            "node 0 (Expand) with output 'y': the result has the shape [-1152921504606846976, 3], "
            "but no size may be negative");
  EXPECT_EQ(of(Node("Tile", {"x", "s"}, {"y"}), {Numbers("s", {kHuge})}),
            "node 0 (Tile) with output 'y': repeats[0] is 1152921504606846976, but size 0 of [3] "
            "is 3");
  EXPECT_EQ(of(Node("Pad", {"x", "s"}, {"y"}), {Numbers("s", {kHuge, kHuge})}),
            "node 0 (Pad) with output 'y': pads are [1152921504606846976, 1152921504606846976], "
            "which are too large");
  EXPECT_EQ(of(Node("Pad", {"x", "s"}, {"y"}), {Numbers("s", {1ll << 32, 1ll << 31})}),
            "node 0 (Pad) with output 'y': pads are [4294967296, 2147483648], which are too large");
  EXPECT_EQ(of(Node("ConstantOfShape", {"s"}, {"y"}), {Numbers("s", {kHuge})}),
            shape("ConstantOfShape", "[1152921504606846976]"));
  EXPECT_EQ(of(Node("Range", {"a", "b", "c"}, {"y"}),
               {Number("a", 0), Number("b", kHuge), Number("c", 1)}),
            "node 0 (Range) with output 'y': a range from 0 to 1.152921504606847e+18 by 1 has too "
            "many elements");
  EXPECT_EQ(of(Node("OneHot", {"i", "d", "v"}, {"y"}), {Numbers("i", {0, 1}), Number("d", kHuge),
                                                        Weights<float>("v", kFloat, {2}, {0, 1})}),
            "node 0 (OneHot) with output 'y': depth is 1.152921504606847e+18, which is no size");
  EXPECT_EQ(of(Node("Resize", {"x", "", "", "s"}, {"y"}), {Numbers("s", {kHuge})}),
            "node 0 (Resize) with output 'y': sizes[0] is 1.152921504606847e+18, but it must be 0 "
            "to 4294967295");
  EXPECT_EQ(of(Node("Resize", {"x", "", "s"}, {"y"}), {Weights<float>("s", kFloat, {1}, {1e18f})}),
            "node 0 (Resize) with output 'y': scales[0] is 9.999999843067494e+17, which makes "
            "3e+18 elements of 3");
  EXPECT_EQ(of(Node("Split", {"x"}, {"y"}, {test::IntAttribute("num_outputs", INT64_MAX)}), {}),
            "node 0 (Split) with output 'y': num_outputs is 9223372036854775807, but the node has "
            "1 outputs");
}

// What could be counted, but not had.
TEST(HostileFiles, LargeResults) {
  const SessionOptions limits = {.most_bytes = 1 << 20};
  const auto of = [&](const std::vector<Message>& nodes, std::vector<Message> weights) {
    return Outcome(With(nodes, std::move(weights)), limits);
  };
  EXPECT_EQ(
      of({Node("Expand", {"x", "s"}, {"y"})}, {Numbers("s", {1 << 30, 3})}),
      "node 0 (Expand) with output 'y': a result of shape [1073741824, 3]: 12884901888 bytes are "
      "needed, but only 1048576 are left for this model");
  EXPECT_EQ(of({Node("ConstantOfShape", {"s"}, {"y"})}, {Numbers("s", {1 << 30})}),
            "node 0 (ConstantOfShape) with output 'y': a result of shape [1073741824]: 4294967296 "
            "bytes are needed, but only 1048576 are left for this model");
  EXPECT_EQ(
      of({Node("Range", {"a", "b", "c"}, {"y"})},
         {Number("a", 0), Number("b", 1 << 30), Number("c", 1)}),
      "node 0 (Range) with output 'y': a result: 8589934600 bytes are needed, but only 1048576 are "
      "left for this model");
  // Each of them fits, all of them do not.
  EXPECT_EQ(Outcome(Model({.nodes = {Node("Expand", {"x", "s"}, {"a"}), Node("Exp", {"a"}, {"b"}),
                                     Node("Sin", {"a"}, {"c"})},
                           .weights = {Numbers("s", {50'000, 3})},
                           .inputs = {Value("x", kFloat, {3})},
                           .outputs = {Value("b", kFloat, {-1}), Value("c", kFloat, {-1})}}),
                    limits),
            "model: results: 1200000 bytes are needed, but only 1048576 are left for this model");
  // Without a limit, that of the machine: 16 GB of zeros, which are never written.
  EXPECT_EQ(of({Node("Expand", {"x", "s"}, {"z"}), Node("ReduceMax", {"z"}, {"y"})},
               {Numbers("s", {1000, 3})}),
            "");
}

TEST(HostileFiles, Slices) {
  constexpr int64_t kLeast = INT64_MIN, kMost = INT64_MAX;
  const auto slice = [](int64_t start, int64_t end, int64_t step) {
    const auto session = Session::Load(BytesOf(
        With({Node("Slice", {"x", "s", "e", "a", "t"}, {"y"})},
             {Numbers("s", {start}), Numbers("e", {end}), Numbers("a", {0}), Numbers("t", {step})})
            .bytes));
    if (!session) return session.error().message;
    const auto outputs = session->Run({{"x", {DataType::Float32, {3}, ConstBuffer(kX)}}});
    if (!outputs) return outputs.error().message;
    std::string text;
    const auto bytes = outputs->at(0).tensors.at(0).bytes;
    for (size_t i = 0; i < bytes.size(); i += 4) {
      float value;
      std::memcpy(&value, bytes.data() + i, 4);
      text += std::to_string(int(value));
    }
    return text;
  };
  EXPECT_EQ(slice(kMost, kLeast, kLeast), "3");
  EXPECT_EQ(slice(kMost, kLeast, -1), "321");
  EXPECT_EQ(slice(kLeast, kMost, kMost), "1");
  EXPECT_EQ(slice(kLeast, kMost, 2), "13");
  EXPECT_EQ(slice(kLeast, kLeast, kLeast), "");
  EXPECT_EQ(slice(0, 3, 0), "node 0 (Slice) with output 'y': steps[0] is 0");
}

// y = x, again and again.
Message LoopOf(const std::vector<Message>& body, bool keeps_all, int64_t count) {
  GraphParts inner = {
      .nodes = body,
      .inputs = {Value("i", kInt64, {}), Value("c", kBool, {}), Value("v", kFloat, {3})},
      .outputs = {Value("c", kBool, {}), Value("w", kFloat, {3})}};
  if (keeps_all) inner.outputs.push_back(Value("w", kFloat, {3}));
  Message loop =
      Node("Loop", {"n", "", "x"}, {"y"}, {test::GraphAttribute("body", test::Graph(inner))});
  if (keeps_all) loop.Text(2, "all");
  return With({loop}, {Number("n", count)});
}

TEST(HostileFiles, EndlessLoops) {
  const std::string many =
      "node 0 (Loop) with output 'y': more than 100000 nodes of loops, branches and functions are "
      "not supported";
  const SessionOptions limits = {.most_nodes = 100'000};
  const Message neg = Node("Neg", {"v"}, {"w"}), same = Node("Identity", {"v"}, {"w"});
  EXPECT_EQ(Outcome(LoopOf({neg}, false, 1000), limits), "");
  EXPECT_EQ(Outcome(LoopOf({neg}, false, INT64_MAX), limits), many);
  EXPECT_EQ(Outcome(LoopOf({same}, true, INT64_MAX), limits), many);
  EXPECT_EQ(Outcome(LoopOf({neg}, true, INT64_MIN), limits), "");
  // All that is kept has to fit: 1,000 times 12 bytes do not, after 25 bytes for each iteration's
  // number and condition.
  EXPECT_EQ(Outcome(LoopOf({neg}, true, 1000), {.most_bytes = 30'000}),
            "node 0 (Loop) with output 'y': a result of shape [1000, 3]: 12000 bytes are needed, "
            "but only 5000 are left for this model");
}

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("weft_hostile_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  operator const fs::path&() const { return path_; }
  fs::path operator/(std::string_view name) const { return path_ / name; }

 private:
  fs::path path_;
};

TEST(HostileFiles, FilesOfWeights) {
  const Folder folder;
  const auto write = [&](std::string_view name) {
    const float data[] = {0, 10, 20, 30};
    std::ofstream(folder / name, std::ios::binary).write(reinterpret_cast<const char*>(data), 16);
  };
  const auto entry = [](std::string_view key, std::string_view value) {
    return Message().Text(1, key).Text(2, value);
  };
  const auto load = [&](std::string_view location, std::string_view offset = "4",
                        std::string_view length = "12") {
    const Message weight = test::TensorHead("w", kFloat, {3})
                               .Int(14, 1)
                               .Part(13, entry("location", location))
                               .Part(13, entry("offset", offset))
                               .Part(13, entry("length", length));
    std::ofstream(folder / "model.onnx", std::ios::binary)
        << With({Node("Add", {"x", "w"}, {"y"})}, {weight}).bytes;
    return Outcome(Session::Load((folder / "model.onnx").string()));
  };
  const auto weights_in = [](std::string_view location, std::string_view but) {
    return "model: weights are in the file '" + std::string(location) + "', " + std::string(but);
  };
  write("w.bin");
  fs::create_directories(folder / "inner");
  write("inner/w.bin");
  fs::create_symlink(folder / "w.bin", folder / "link.bin");
  fs::create_symlink(folder / "inner", folder / "door");
  fs::create_hard_link(folder / "w.bin", folder / "second.bin");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);

  EXPECT_EQ(load("w.bin"), "");
  EXPECT_EQ(load("inner/w.bin"), "");
  EXPECT_EQ(load(".//inner/./w.bin"), "");
  EXPECT_EQ(load("second.bin"), "");  // a second name of a file is as good as the first
  EXPECT_EQ(load("../w.bin"), weights_in("../w.bin", "but '..' is not allowed there"));
  EXPECT_EQ(load("inner/../w.bin"), weights_in("inner/../w.bin", "but '..' is not allowed there"));
  EXPECT_EQ(load("/etc/passwd"), weights_in("/etc/passwd", "but a relative path is required"));
  EXPECT_EQ(load(""), weights_in("", "but a relative path is required"));
  EXPECT_EQ(load(std::string_view("w.bin\0x", 7)),
            weights_in("w.bin\\x00x", "but a relative path is required"));
  EXPECT_EQ(load("link.bin"), weights_in("link.bin", "but 'link.bin' is a symbolic link"));
  EXPECT_EQ(load("door/w.bin"), weights_in("door/w.bin", "but 'door' is a symbolic link"));
  EXPECT_EQ(load("none.bin"),
            weights_in("none.bin", "which cannot be opened: No such file or directory"));
  EXPECT_EQ(load("w.bin/w.bin"),
            weights_in("w.bin/w.bin", "which cannot be opened: Not a directory"));
  EXPECT_EQ(load("inner"), "model: the file of weights 'inner' is no regular file");
  EXPECT_EQ(load("."), "model: the file of weights '.' is no regular file");
  EXPECT_EQ(load("pipe"), "model: the file of weights 'pipe' is no regular file");

  const auto number = [](std::string_view key, std::string_view is) {
    return "model: external_data." + std::string(key) + " is '" + std::string(is) +
           "', but a number from 0 on is required";
  };
  EXPECT_EQ(load("w.bin", "-4"), number("offset", "-4"));
  EXPECT_EQ(load("w.bin", "four"), number("offset", "four"));
  EXPECT_EQ(load("w.bin", "4 "), number("offset", "4 "));
  EXPECT_EQ(load("w.bin", ""), number("offset", ""));
  EXPECT_EQ(load("w.bin", "99999999999999999999"), number("offset", "99999999999999999999"));
  EXPECT_EQ(load("w.bin", "4", "-1"), number("length", "-1"));
  EXPECT_EQ(load("w.bin", "4", "0x0c"), number("length", "0x0c"));
  EXPECT_EQ(load("w.bin", "8"),
            "model: tensor 'w' is at offset 8 with length 12 of 'w.bin', which has 16 bytes");
  EXPECT_EQ(load("w.bin", "9223372036854775807"),
            "model: tensor 'w' is at offset 9223372036854775807 with length 12 of 'w.bin', which "
            "has 16 bytes");
  EXPECT_EQ(load("w.bin", "4", "8"),
            "model: tensor 'w' has 8 bytes, but 3 elements of float are 12");
}

TEST(HostileFiles, ModelsThatAreNoFiles) {
  const Folder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const std::string path : {"/dev/zero", "/dev/null"})
    EXPECT_EQ(Outcome(Session::Load(path)), "model: " + path + " is no regular file");
  const std::string pipe = (folder / "pipe").string();
  EXPECT_EQ(Outcome(Session::Load(pipe)), "model: " + pipe + " is no regular file");
  const std::string none = (folder / "none").string();
  EXPECT_EQ(Outcome(Session::Load(none)),
            "model: " + none + " cannot be opened: No such file or directory");
}

// More than 2 GiB, nearly all of them a hole: nothing reads what nobody needs.
TEST(HostileFiles, LargerThanTwoGigabytes) {
  const Folder folder;
  const std::string path = (folder / "large.onnx").string();
  { std::ofstream(path, std::ios::binary); }
  ASSERT_EQ(truncate(path.c_str(), 3ll << 30), 0);
  EXPECT_EQ(Outcome(Session::Load(path)),
            "model: the field at byte 0 has the key 0, which is none");

  // y = x + w[2^31 + 1], of 2.5 GiB of uint8.
  constexpr int64_t kBytes = 5ll << 29;
  const auto length = [](uint64_t value) {
    std::string text;
    for (; value >= 0x80; value >>= 7) text += char(value | 0x80);
    return text + char(value);
  };
  const std::string weight_head =
      test::TensorHead("w", test::kUInt8, {kBytes}).bytes + "\x4a" + length(kBytes);
  const std::string rest =
      test::Graph({.nodes = {Node("Gather", {"w", "i"}, {"g"}),
                             Node("Cast", {"g"}, {"f"}, {test::IntAttribute("to", kFloat)}),
                             Node("Add", {"x", "f"}, {"y"})},
                   .weights = {Numbers("i", {(1ll << 31) + 1})},
                   .inputs = {Value("x", kFloat, {3})},
                   .outputs = {Value("y", kFloat, {3})}})
          .bytes;
  const std::string weight_key = "\x2a" + length(weight_head.size() + uint64_t(kBytes));
  const std::string before =
      Message().Int(1, 8).Part(8, Opset("", 17)).bytes + "\x3a" +
      length(rest.size() + weight_key.size() + weight_head.size() + uint64_t(kBytes)) + rest +
      weight_key + weight_head;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << before;
  ASSERT_EQ(truncate(path.c_str(), int64_t(before.size()) + kBytes), 0);
  std::fstream at(path, std::ios::binary | std::ios::in | std::ios::out);
  at.seekp(int64_t(before.size()) + (1ll << 31) + 1);
  at.put(7);
  at.close();
  const auto session = Session::Load(path);
  ASSERT_TRUE(session) << session.error().message;
  const auto outputs = session->Run({{"x", {DataType::Float32, {3}, ConstBuffer(kX)}}});
  ASSERT_TRUE(outputs) << outputs.error().message;
  float y;
  std::memcpy(&y, outputs->at(0).tensors.at(0).bytes.data(), 4);
  EXPECT_EQ(y, 8);
}

}  // namespace
}  // namespace weft::onnx
