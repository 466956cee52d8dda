// SPDX-License-Identifier: MIT
// The documentation's examples through weft::Run, in three layouts; and that nobody forgets them.
#include <set>

#include "doc_examples/example.h"
#include "ops/harness.h"
#include "weft/infer.h"

namespace weft {
namespace {

using test::Example;

void ExpectRight(const Example& example, Operator op) {
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  test::TensorBuffers inputs(ins, 1), outputs(outs, 2);
  for (size_t i = 0; i < ins.size(); ++i)
    if (ins[i]) inputs.Write(i, example.Input(i, *ins[i]));
  const test::TensorBuffers before = outputs;
  const Status status = Run(op, inputs.AsInputs(), outputs.AsOutputs());
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    EXPECT_EQ(outputs.Difference(i, before, example.Wanted(i, outputs.Read(i))), "")
        << "output " << i << " of " << ToString(op);
  }
}

class DocExample : public testing::TestWithParam<Example> {};
INSTANTIATE_TEST_SUITE_P(Documentation, DocExample, testing::ValuesIn(test::RunnableExamples()),
                         [](const auto& info) { return info.param.name; });

TEST_P(DocExample, IsWhatRunComputes) {
  for (const Operator& op : GetParam().InLayouts()) ExpectRight(GetParam(), op);
}

TEST(DocExamples, DescriptionsAreValid) {
  for (const Example& example : test::AllExamples()) {
    const Status status = Validate(example.MakeOperator());
    EXPECT_TRUE(example.info->implemented
                    ? status.has_value()
                    : !status && status.error().code == ErrorCode::NotSupported)
        << example.name << ": " << (status ? "accepted" : status.error().message);
  }
}

// Outputs without sizes get those of the page, where inputs tell them at all. NONZERO_COORDINATES
// leaves a choice, and ROI_ALIGN_GRAD has an optional output that does not follow.
TEST(DocExamples, OutputSizesFollowFromInputs) {
  const std::set<std::string_view> have_a_choice = {"NONZERO_COORDINATES", "ROI_ALIGN_GRAD"};
  size_t inferred = 0;
  for (const Example& example : test::AllExamples()) {
    Operator op = example.MakeOperator();
    std::vector<TensorDesc> wanted;
    for (TensorDesc* output : test::Tensors(op, FieldRole::Output)) {
      wanted.push_back(output ? *output : TensorDesc());
      if (output) output->layout = {};
    }
    if (!InferOutputs(op) || have_a_choice.contains(example.info->name)) continue;
    ++inferred;
    const std::vector<TensorDesc*> outputs = test::Tensors(op, FieldRole::Output);
    for (size_t i = 0; i < outputs.size(); ++i)
      EXPECT_EQ(ToString(outputs[i] ? outputs[i]->sizes() : Sizes()), ToString(wanted[i].sizes()))
          << example.name;
  }
  EXPECT_GE(inferred, 84u);
}

TEST(DocExamples, EveryDataMovementOperatorHasItsOwn) {
  const std::set<std::string_view> pages_without = {"CAST"};
  std::set<std::string_view> covered;
  for (const Example& example : test::RunnableExamples()) covered.insert(example.info->name);
  for (const OperatorInfo& info : AllOperators())
    if (info.implemented && info.family == "Data movement") {
      EXPECT_NE(covered.contains(info.name), pages_without.contains(info.name)) << info.name;
    }
}

TEST(DocExamples, AreAllThere) {
  std::set<std::string_view> names;
  for (const Example& example : test::AllExamples()) names.insert(example.info->name);
  EXPECT_EQ(names.size(), 50u);
  EXPECT_EQ(test::AllExamples().size(), 117u);
}

}  // namespace
}  // namespace weft
