// SPDX-License-Identifier: MIT
// Memory that runs out while an operator is compiled and run, at every allocation: an error,
// nothing lost, and the same operator works afterwards.
#include "failing_memory/failing_memory.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ops/harness.h"
#include "ops/samples.h"
#include "weft/device.h"
#include "weft/schema.h"
#include "weft/slice_text.h"
#include "weft/tensor.h"

namespace weft {
namespace {

using test::FailEachAllocation;
using test::Failures;

TEST(FailingMemory, EveryOperator) {
  Failures all;
  for (const OperatorInfo& info : AllOperators()) {
    std::vector<Operator> samples = test::SamplesOf(info.type, 3, 5);
    ASSERT_FALSE(samples.empty()) << info.name;
    Operator& op = samples.back();
    const auto ins = test::Tensors(op, FieldRole::Input),
               outs = test::Tensors(op, FieldRole::Output);
    test::TensorBuffers inputs(ins, 1), outputs(outs, 2);
    const std::vector<ConstBuffer> from = inputs.AsInputs();
    const std::vector<Buffer> to = outputs.AsOutputs();
    const Failures failures = FailEachAllocation(std::string(info.name), test::Step(11),
                                                 [&] { return weft::Run(op, from, to); });
    EXPECT_GT(failures.injected, 0) << info.name;
    all.injected += failures.injected;
    all.survived += failures.survived;
    if (HasFailure()) return;
  }
  EXPECT_GT(all.injected, test::Step(1000) == 1 ? 8000 : 700);
}

// The error of a wrong description needs memory, too.
TEST(FailingMemory, Refusals) {
  const Slice1 slice{.input = {DataType::Float32, {1, 1, 4, 4}},
                     .output = {DataType::Float32, {1, 1, 2, 2}},
                     .input_window_offsets = {0, 0, 3, 0},
                     .input_window_sizes = {1, 1, 2, 2},
                     .input_window_strides = {1, 1, 1, 1}};
  const Operator op = slice;
  FailEachAllocation("a refusal", 1, [&]() -> Status {
    const Status status = Validate(op);
    EXPECT_FALSE(status);
    if (status.error().code == ErrorCode::OutOfMemory) return status;
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
    return Ok();
  });
}

TEST(FailingMemory, Texts) {
  const Sizes sizes = {2, 3, 4};
  const TensorDesc desc(DataType::Float32, sizes);
  const Operator op = ElementWiseIdentity{.input = desc, .output = desc};
  const auto compiled = Compile(op);
  ASSERT_TRUE(compiled);
  FailEachAllocation("a slice", 1, [&]() -> Status {
    const auto window = ParseSlice("[1, ::-1, 2:4]", sizes);
    return window ? Ok() : Status(tl::unexpected<Error>(window.error()));
  });
  FailEachAllocation("a label", 1, [&]() -> Status {
    const auto layout = LayoutFromLabel("WHD", sizes);
    return layout ? Ok() : Status(tl::unexpected<Error>(layout.error()));
  });
  const auto shown = [](const std::string& text) -> Status {
    if (text == "out of memory") return tl::unexpected<Error>(Error{ErrorCode::OutOfMemory, text});
    return Ok();
  };
  FailEachAllocation("a description", 1, [&] { return shown(ToString(desc)); });
  FailEachAllocation("an operator", 1, [&] { return shown(ToString(op)); });
  FailEachAllocation("an explanation", 1, [&] { return shown(compiled->Explain()); });
}

}  // namespace
}  // namespace weft
