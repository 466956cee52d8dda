// SPDX-License-Identifier: MIT
// Memory that runs out while models are read, planned and run.
#include "failing_memory/failing_memory.h"

#include <string>
#include <utility>
#include <vector>

#include "onnx/made_up_inputs.h"
#include "onnx/small_models.h"
#include "weft/onnx.h"

namespace weft::onnx {
namespace {

using weft::test::FailEachAllocation;
using weft::test::Step;
using NamedInputs = std::vector<std::pair<std::string, Input>>;

Status StatusOf(const auto& result) {
  if (result) return Ok();
  return tl::unexpected<Error>(result.error());
}

class FailingMemory : public testing::TestWithParam<test::SmallModel> {};

TEST_P(FailingMemory, OfModels) {
  const std::string bytes = GetParam().make().bytes;
  const auto data = std::as_bytes(std::span(bytes));
  const SessionOptions options = {.most_bytes = 16 << 20, .most_nodes = 1000};
  NamedInputs inputs;
  {
    const Result<Session> session = Session::Load(data, options);
    ASSERT_TRUE(session) << session.error().message;
    inputs = test::InputsOf(*session);
    const auto outputs = session->Run(inputs);
    ASSERT_TRUE(outputs) << outputs.error().message;
  }
  FailEachAllocation("loading", Step(13), [&] { return StatusOf(Session::Load(data, options)); });
  FailEachAllocation("loading and running", Step(61), [&]() -> Status {
    const Result<Session> session = Session::Load(data, options);
    if (!session) return tl::unexpected<Error>(session.error());
    return StatusOf(session->Run(inputs));
  });
  // A session that goes on: what it has planned is kept.
  const Result<Session> session = Session::Load(data, options);
  ASSERT_TRUE(session);
  FailEachAllocation(
      "running", Step(3), [&] { return StatusOf(session->Run(inputs)); }, true);
  FailEachAllocation(
      "explaining", Step(61), [&] { return StatusOf(session->Explain(inputs)); }, true);
  FailEachAllocation(
      "planning", Step(61), [&] { return StatusOf(session->Plan(inputs)); }, true);
  FailEachAllocation(
      "profiling", Step(7), [&] { return StatusOf(session->Profile(inputs)); }, true);
}

std::vector<test::SmallModel> WithoutFiles() {
  std::vector<test::SmallModel> models = test::SmallModels();
  std::erase_if(models, [](const test::SmallModel& model) { return model.has_files; });
  return models;
}

INSTANTIATE_TEST_SUITE_P(All, FailingMemory, testing::ValuesIn(WithoutFiles()),
                         [](const auto& model) { return model.param.name; });

}  // namespace
}  // namespace weft::onnx
