// SPDX-License-Identifier: MIT
// What a session tells about a model beside its results: nodes, plans, values inside, progress.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "onnx/model_writer.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

using test::BytesOf;
using test::Message;
using test::Model;

constexpr int kFloat = 1;

// y = relu((x @ w) + b), for any number of rows; "unused" goes nowhere.
Message DenseModel() {
  return Model(
      {.nodes = {test::Node("MatMul", {"x", "w"}, {"product"}),
                 test::Node("Add", {"product", "b"}, {"sum"}), test::Node("Relu", {"sum"}, {"y"}),
                 test::Node("Neg", {"sum"}, {"unused"})},
       .weights = {test::Weights<float>("w", kFloat, {2, 3}, {1, 2, 3, 4, 5, 6}),
                   test::Weights<float>("b", kFloat, {3}, {0, -20, 1})},
       .inputs = {test::Value("x", kFloat, {-1, 2})},
       .outputs = {test::Value("y", kFloat, {-1, 3})}});
}

const std::vector<float> kX = {1, 2, -1, 1};

Result<Session> Load(const SessionOptions& options = {}) {
  const Message model = DenseModel();
  return Session::Load(BytesOf(model.bytes), options);
}

std::vector<std::pair<std::string, InputTensor>> Inputs() {
  return {{"x", {DataType::Float32, {2, 2}, ConstBuffer(kX)}}};
}

std::vector<float> FloatsOf(const Output& output) {
  const auto bytes = output.tensors.at(0).bytes;
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(SessionPlan, ValuesInsideAreOutputs) {
  for (const bool as_described : {false, true}) {
    const auto session = Load({.as_described = as_described, .more_outputs = {"sum", "x", "w"}});
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_EQ(session->outputs().size(), 4u);
    EXPECT_EQ(session->outputs()[1].name, "sum");
    const auto outputs = session->Run(Inputs());
    ASSERT_TRUE(outputs) << outputs.error().message;
    EXPECT_EQ(FloatsOf((*outputs)[0]), (std::vector<float>{9, 0, 16, 3, 0, 4}));
    EXPECT_EQ(FloatsOf((*outputs)[1]), (std::vector<float>{9, -8, 16, 3, -17, 4}));
    EXPECT_EQ((*outputs)[1].tensors[0].shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(FloatsOf((*outputs)[2]), kX);
    EXPECT_EQ(FloatsOf((*outputs)[3]), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    const std::vector<std::string> one = {"sum"};
    const auto sum = session->Run(Inputs(), one);
    ASSERT_TRUE(sum) << sum.error().message;
    EXPECT_EQ(FloatsOf((*sum)[0]), (std::vector<float>{9, -8, 16, 3, -17, 4}));
  }
}

TEST(SessionPlan, Messages) {
  EXPECT_EQ(Load({.more_outputs = {"z"}}).error().message,
            "model: it has no value 'z' to be an output");
  EXPECT_EQ(Load({.more_outputs = {""}}).error().message,
            "model: it has no value '' to be an output");
  EXPECT_EQ(Load({.more_outputs = {"y"}}).error().message, "model: 'y' is an output already");
  EXPECT_EQ(Load({.more_outputs = {"sum", "sum"}}).error().message,
            "model: 'sum' is an output already");
}

TEST(SessionPlan, NodesAndWhatIsWantedOfThem) {
  const auto session = Load();
  ASSERT_TRUE(session) << session.error().message;
  const std::vector<NodeInfo> nodes = session->nodes();
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_EQ(nodes[0].title, "node 0 (MatMul) with output 'product'");
  EXPECT_EQ(nodes[0].outputs, std::vector<std::string>{"product"});
  EXPECT_EQ(nodes[3].outputs, std::vector<std::string>{""});
}

TEST(SessionPlan, Numbers) {
  const auto session = Load();
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = session->Plan({{"x", {DataType::Float32, {7, 2}}}});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->products, 7u * 2 * 3);
  EXPECT_EQ(plan->segments, 1);
  const ModelInfo info = session->info();
  EXPECT_EQ(info.weight_count, 2);
  EXPECT_EQ(info.weight_bytes, 9u * 4);
}

TEST(SessionPlan, OutlineHasTheNamesOfTheModel) {
  const auto session = Load();
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = session->Plan(Inputs());
  ASSERT_TRUE(plan) << plan.error().message;
  using Kind = GraphOutline::Kind;
  const auto place = [&](Kind kind, const std::string& name) {
    const auto& boxes = plan->outline.boxes;
    const auto found = std::ranges::find_if(
        boxes, [&](const GraphOutline::Box& box) { return box.kind == kind && box.name == name; });
    EXPECT_NE(found, boxes.end()) << name;
    return size_t(found - boxes.begin());
  };
  const size_t x = place(Kind::Input, "x"), step = place(Kind::Step, "product + sum + y"),
               y = place(Kind::Output, "y");
  const auto is_there = [&](size_t from, size_t to) {
    return std::ranges::any_of(plan->outline.arrows, [&](const GraphOutline::Arrow& arrow) {
      return arrow.from == from && arrow.to == to;
    });
  };
  EXPECT_TRUE(is_there(x, step));
  EXPECT_TRUE(is_there(step, y));
  EXPECT_FALSE(is_there(x, y));
}

TEST(SessionPlan, ProgressComesToItsEnd) {
  std::vector<std::string> stages;
  std::vector<int64_t> planned;
  const auto session = Load({.progress = [&](std::string_view stage, int64_t done, int64_t all) {
    if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
    EXPECT_EQ(all, stage == "reading" ? 0 : 4);
    if (stage == "planning") planned.push_back(done);
  }});
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(stages, std::vector<std::string>{"reading"});
  ASSERT_TRUE(session->Run(Inputs()));
  EXPECT_EQ(stages, (std::vector<std::string>{"reading", "planning", "compiling"}));
  EXPECT_EQ(planned, (std::vector<int64_t>{1, 2, 3, 4}));
  ASSERT_TRUE(session->Run(Inputs()));  // follows the plan, with nothing to tell
  EXPECT_EQ(planned.size(), 4u);
}

TEST(SessionPlan, SupportedOperatorsAreInOrderAndOnce) {
  const std::vector<OperatorVersions> all = SupportedOperators();
  for (size_t i = 1; i < all.size(); ++i) {
    const bool is_same = all[i - 1].domain == all[i].domain && all[i - 1].name == all[i].name;
    EXPECT_LE(all[i].since, all[i].until) << all[i].name;
    EXPECT_TRUE(!is_same || all[i - 1].until + 1 < all[i].since) << all[i].name;
    EXPECT_LE(std::tie(all[i - 1].domain, all[i - 1].name), std::tie(all[i].domain, all[i].name));
  }
  const auto softmax = std::ranges::find(all, "Softmax", &OperatorVersions::name);
  ASSERT_NE(softmax, all.end());
  EXPECT_EQ(softmax->since, 1);  // before 13 it flattens, from then on it does not
  EXPECT_GE(softmax->until, 13);
}

}  // namespace
}  // namespace weft::onnx
