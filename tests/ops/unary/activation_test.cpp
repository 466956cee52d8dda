// SPDX-License-Identifier: MIT
// Fused activations: rows in place, of any alignment, give what the operators give by themselves.
#include "ops/unary/activation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "weft/device.h"
#include "weft/schema.h"

namespace weft {
namespace {

template <class Op>
void ExpectSameAsOperator(Op op) {
  std::vector<float> values = {-HUGE_VALF, -100, -3.5f, -1, -0.25f, -0.0f,    0,
                               0.5f,       1,    2,     30, 500,    HUGE_VALF};
  const auto count = int64_t(values.size());
  const std::optional<RowFunction> row = ActivationRow(FusedActivation(op));
  ASSERT_TRUE(row.has_value());
  // One byte off.
  std::vector<std::byte> bytes(values.size() * 4 + 1);
  std::memcpy(bytes.data() + 1, values.data(), values.size() * 4);
  const std::byte* const in_place = bytes.data() + 1;
  (*row)(bytes.data() + 1, &in_place, count);

  std::vector<float> want(values.size());
  op.input = op.output = TensorDesc(DataType::Float32, {count});
  ASSERT_TRUE(Run(op, {values}, {want}).has_value());
  EXPECT_EQ(std::memcmp(bytes.data() + 1, want.data(), want.size() * 4), 0)
      << ToString(Operator(op));
}

TEST(Activation, InPlaceRowsAreTheOperators) {
  ExpectSameAsOperator(ElementWiseClip{.min = -2, .max = 3});
  ExpectSameAsOperator(ElementWiseClip{.scale_bias = ScaleBias{2, 1}, .min = -2, .max = 3});
  ExpectSameAsOperator(ActivationElu{.alpha = 1.5f});
  ExpectSameAsOperator(ActivationHardSigmoid{.alpha = 0.2f, .beta = 0.5f});
  ExpectSameAsOperator(ActivationIdentity{});
  ExpectSameAsOperator(ActivationLinear{.alpha = -1, .beta = 0.1f});
  ExpectSameAsOperator(ActivationRelu{});
  ExpectSameAsOperator(ActivationScaledTanh{.alpha = 2, .beta = 0.3f});
  ExpectSameAsOperator(ActivationSoftplus{.steepness = 2});
  ExpectSameAsOperator(ActivationGelu{});
}

TEST(Activation, SoftmaxIsNoFunctionOfOneNumber) {
  EXPECT_FALSE(ActivationRow(ActivationSoftmax{}).has_value());
  EXPECT_FALSE(ActivationRow(ActivationSoftmax1{}).has_value());
}

}  // namespace
}  // namespace weft
