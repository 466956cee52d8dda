// SPDX-License-Identifier: MIT
// The documentation's examples through DirectML's interfaces: each description becomes the C struct
// a program would have written, and every value travels through buffers, a binding table and a
// command list.
#include "directml_harness/desc_writer.h"
#include "directml_harness/dispatch.h"
#include "doc_examples/example.h"
#include "ops/harness.h"

namespace weft {
namespace {

using test::Bytes;
using test::Example;

constexpr std::byte kUntouched{0xA5};

// One buffer per tensor, as large as the description says; none for an absent one.
std::vector<Bytes> Buffers(const std::vector<TensorDesc*>& tensors) {
  std::vector<Bytes> buffers;
  for (const TensorDesc* tensor : tensors)
    buffers.emplace_back(tensor ? size_t(tensor->MinimumTotalBytes()) : 0, kUntouched);
  return buffers;
}

class DirectMLExample : public testing::TestWithParam<Example> {};
INSTANTIATE_TEST_SUITE_P(Documentation, DirectMLExample,
                         testing::ValuesIn(test::RunnableExamples()),
                         [](const auto& info) { return info.param.name; });

void ExpectRight(const Example& example, Operator op, test::DispatchDevice& device) {
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  std::vector<Bytes> inputs = Buffers(ins), outputs = Buffers(outs);
  for (size_t i = 0; i < ins.size(); ++i)
    if (ins[i]) oracle::Scatter(example.Input(i, *ins[i]), ins[i]->layout, inputs[i].data());
  device.Dispatch(*test::DescWriter(op).get(), inputs, outputs);
  std::vector<Bytes> want = Buffers(outs);
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!outs[i]) continue;
    const oracle::Dense got = oracle::Gather(outs[i]->type, outs[i]->layout, outputs[i].data());
    oracle::Scatter(example.Wanted(i, got), outs[i]->layout, want[i].data());
    EXPECT_EQ(outputs[i], want[i]) << "output " << i << " of " << ToString(op);
  }
}

TEST_P(DirectMLExample, IsWhatADispatchComputes) {
  test::DispatchDevice device;
  for (const Operator& op : GetParam().InLayouts()) ExpectRight(GetParam(), op, device);
}

}  // namespace
}  // namespace weft
