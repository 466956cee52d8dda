// SPDX-License-Identifier: MIT
// ADD1: rows worked out by hand, every fused activation against the sum and the activation one
// after the other, what cannot be fused, and samples.

#include "ops/elementwise/element_wise.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

ElementWiseAdd1 Add1(DataType type, const Sizes& sizes, std::optional<FusedActivation> fused = {}) {
  const TensorDesc tensor(type, sizes);
  return {tensor, tensor, tensor, fused};
}

// A statement each: one list of so many large temporaries takes GCC a minute.
const std::vector<FusedActivation> kFusable = [] {
  std::vector<FusedActivation> all;
  all.emplace_back(ActivationLinear{.alpha = 2, .beta = -1});
  all.emplace_back(ActivationSigmoid{});
  all.emplace_back(ActivationHardSigmoid{.alpha = 0.2f, .beta = 0.5f});
  all.emplace_back(ActivationTanh{});
  all.emplace_back(ActivationScaledTanh{.alpha = 2, .beta = 0.5f});
  all.emplace_back(ActivationRelu{});
  all.emplace_back(ActivationLeakyRelu{.alpha = 0.25f});
  all.emplace_back(ActivationThresholdedRelu{.alpha = 1});
  all.emplace_back(ActivationElu{.alpha = 1.5f});
  all.emplace_back(ActivationCelu{.alpha = 0.5f});
  all.emplace_back(ActivationScaledElu{.alpha = 1.7f, .gamma = 1.1f});
  all.emplace_back(ActivationSoftplus{.steepness = 2});
  all.emplace_back(ActivationParametricSoftplus{.alpha = 2, .beta = 0.5f});
  all.emplace_back(ActivationSoftsign{});
  all.emplace_back(ActivationIdentity{});
  all.emplace_back(ActivationShrink{.bias = 0.5f, .threshold = 1});
  all.emplace_back(ActivationGelu{});
  return all;
}();

TEST(Add1, Rows) {
  const std::vector<TensorsRow> rows = {
      {"no activation", Add1(kF32, {2}), {{1, 2}, {3, -4}}, {{4, -2}}},
      {"relu", Add1(kF32, {3}, ActivationRelu{}), {{1, 2, -1}, {3, -4, 0}}, {{4, 0, 0}}},
      {"parameters",
       Add1(kF32, {2}, ActivationLinear{.alpha = 2, .beta = -1}),
       {{1, 2}, {3, -4}},
       {{7, -5}}},
      // 2048 + 1 is no half, and would round to 2048.
      {"half is rounded once",
       Add1(kF16, {1}, ActivationLinear{.alpha = 1, .beta = -2048}),
       {{2048}, {1}},
       {{1}}},
      {"half is rounded after the activation",
       Add1(kF16, {2}, ActivationLinear{.alpha = 0.5f, .beta = 0}),
       {{60000, 2048}, {60000, 2}},
       {{60000, 1025}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// As an operator of its own, in place on the sum.
Operator Alone(const FusedActivation& fused, const TensorDesc& tensor) {
  return std::visit(
      [&](auto op) -> Operator {
        op.input = op.output = tensor;
        return op;
      },
      fused);
}

TEST(Add1, EqualsASumAndAnActivation) {
  for (const FusedActivation& fused : kFusable) {
    Rng rng(5);
    const Sizes sizes = {3, 1027};
    std::vector<Dense> inputs(2, Dense{kF32, sizes, {}});
    for (Dense& input : inputs)
      for (int64_t i = 0; i < 3 * 1027; ++i)
        input.elements.push_back(test::RandomElement(rng, kF32));
    const TensorDesc tensor(kF32, sizes);
    const Dense sum = test::RunPacked(ElementWiseAdd{tensor, tensor, tensor}, inputs);
    const Dense want = test::RunPacked(Alone(fused, tensor), {sum});
    EXPECT_EQ(test::Difference(test::RunPacked(Add1(kF32, sizes, fused), inputs), want, inputs), "")
        << ToString(Add1(kF32, sizes, fused));
  }
}

TEST(Add1, Errors) {
  ActivationRelu with_tensor;
  with_tensor.input = {kF32, {2}};
  test::ExpectErrors({
      {Add1(kF32, {2}, ElementWiseClip{}),
       "ELEMENT_WISE_ADD1: FusedActivation is ELEMENT_WISE_CLIP, but only CONVOLUTION or GEMM can "
       "fuse it"},
      {Add1(kF32, {2}, ActivationSoftmax{}),
       "ELEMENT_WISE_ADD1: FusedActivation is ACTIVATION_SOFTMAX, but only GEMM can fuse it"},
      {Add1(kF32, {2}, ActivationSoftmax1{}),
       "ELEMENT_WISE_ADD1: FusedActivation is ACTIVATION_SOFTMAX1, but only GEMM can fuse it"},
      {Add1(kF32, {2}, with_tensor),
       "ELEMENT_WISE_ADD1: FusedActivation.InputTensor is set, but a fused activation has no "
       "tensors of its own"},
      {Add1(DataType::Int32, {2}),
       "ELEMENT_WISE_ADD1: ATensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
      {ElementWiseAdd1{{kF32, {2}}, {kF32, {1}}, {kF32, {2}}, {}},
       "ELEMENT_WISE_ADD1: BTensor.Sizes[0] is 1, but ATensor.Sizes[0] is 2"},
  });
}

const test::Samples add1_samples(OperatorType::ElementWiseAdd1, [](int64_t rows, int64_t columns) {
  const Sizes image = {1, 3, rows, columns};
  return std::vector<Operator>{Add1(kF32, image), Add1(kF32, image, ActivationTanh{}),
                               Add1(kF16, image, ActivationLeakyRelu{.alpha = 0.1f})};
});

}  // namespace
}  // namespace weft
