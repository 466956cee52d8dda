// SPDX-License-Identifier: MIT
// A compiled operator names the candidate that computes it, and takes the one that is asked for.
#include <gtest/gtest.h>

#include "weft/device.h"

namespace weft {
namespace {

constexpr DataType kF32 = DataType::Float32;

// 2 x 2 windows with strides of 2.
MaxPooling Halved() {
  return {.input = {kF32, {1, 2, 8, 8}},
          .output = {kF32, {1, 2, 4, 4}},
          .strides = {2, 2},
          .window_size = {2, 2},
          .start_padding = {0, 0},
          .end_padding = {0, 0}};
}

std::string Explained(const Operator& op, const std::string& candidate = {}) {
  const Result<CompiledOperator> compiled = Compile(op, {.candidate = candidate});
  return compiled ? compiled->Explain() : compiled.error().message;
}

TEST(CandidateOfAnOperator, IsExplained) {
  const std::string memory = "temporary memory: 0 bytes\npersistent memory: 0 bytes\n";
  EXPECT_EQ(Explained(Halved()), "by pooling/row_maxima\n" + memory);
  EXPECT_EQ(Explained(Halved(), "pooling/window"), "by pooling/window\n" + memory);
  const TensorDesc x(kF32, {4});
  EXPECT_EQ(Explained(ElementWiseIdentity{.input = x, .output = x}), memory);
}

TEST(CandidateOfAnOperator, MayRefuse) {
  EXPECT_EQ(Explained(Halved(), "reduction/all,pooling/reduction"),
            "MAX_POOLING: the candidate pooling/reduction was asked for and refuses: "
            "OutputTensor.Sizes[2] is 4, but 1 is needed");
  EXPECT_EQ(Explained(Halved(), "pooling/rows"),
            "MAX_POOLING: the candidates asked for are pooling/rows, but there are "
            "pooling/reduction, pooling/row_maxima, pooling/pixel_maxima, pooling/window");
}

// One candidate's plan may be another family's.
TEST(CandidateOfAnOperator, MayHaveCandidates) {
  MaxPooling whole = Halved();
  whole.output = {kF32, {1, 2, 1, 1}};
  whole.window_size = {8, 8};
  EXPECT_TRUE(Explained(whole).starts_with("by pooling/reduction: reduction/inner\n"))
      << Explained(whole);
  EXPECT_TRUE(
      Explained(whole, "reduction/outer").starts_with("by pooling/reduction: reduction/outer\n"));
  EXPECT_TRUE(Explained(whole, "reduction/all").starts_with("by pooling/row_maxima\n"));
}

}  // namespace
}  // namespace weft
