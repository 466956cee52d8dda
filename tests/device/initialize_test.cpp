// SPDX-License-Identifier: MIT
// Initialize: OWNED_BY_DML inputs are taken once, live in persistent memory from then on, and are
// bound at no run. What a caller may get wrong about the three extra buffers, word for word.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "weft/device.h"

namespace weft {
namespace {

constexpr DataType kF32 = DataType::Float32;

std::string MessageOf(const Status& status) { return status ? "" : status.error().message; }

// A copy of four floats whose input belongs to the operator.
ElementWiseIdentity OwnedCopy() {
  ElementWiseIdentity op{.input = {kF32, {4}}, .output = {kF32, {4}}};
  op.input.flags = TensorFlags::OwnedByDml;
  return op;
}

class Initialize : public testing::Test {
 protected:
  const CompiledOperator compiled_ = *Compile(OwnedCopy());
  std::vector<float> input_ = {1, 2, 3, 4};
  std::vector<float> output_ = std::vector<float>(4, -1);
  std::vector<std::byte> memory_ = std::vector<std::byte>(compiled_.persistent_bytes());
  const Buffer persistent_ = memory_;
};

TEST_F(Initialize, KeepsACopyOfTheInput) {
  EXPECT_EQ(compiled_.persistent_bytes(), 64u);  // whole cache lines
  EXPECT_EQ(MessageOf(compiled_.Initialize({input_}, persistent_)), "");
  input_ = {9, 9, 9, 9};
  for (int run = 0; run < 2; ++run) {
    output_.assign(4, -1);
    EXPECT_EQ(MessageOf(compiled_.Run(std::vector{ConstBuffer()}, std::vector{Buffer(output_)}, {},
                                      persistent_)),
              "");
    EXPECT_EQ(output_, (std::vector<float>{1, 2, 3, 4}));
  }
}

TEST_F(Initialize, RunTakesEverythingAtOnce) {
  EXPECT_EQ(MessageOf(weft::Run(OwnedCopy(), {input_}, {output_})), "");
  EXPECT_EQ(output_, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(MessageOf(weft::Run(OwnedCopy(), {}, {output_})),
            "ELEMENT_WISE_IDENTITY: 0 input buffers are bound, but it has 1 input tensors");
  EXPECT_EQ(MessageOf(weft::Run(OwnedCopy(), {ConstBuffer()}, {output_})),
            "ELEMENT_WISE_IDENTITY: InputTensor is bound to 0 bytes, but needs 16");
}

TEST_F(Initialize, NothingOwnedNeedsNothing) {
  const CompiledOperator plain =
      *Compile(ElementWiseIdentity{.input = {kF32, {4}}, .output = {kF32, {4}}});
  EXPECT_EQ(plain.persistent_bytes(), 0u);
  EXPECT_EQ(MessageOf(plain.Initialize({}, {})), "");
  EXPECT_EQ(MessageOf(plain.Initialize({ConstBuffer()}, {})), "");
  EXPECT_EQ(MessageOf(plain.Initialize({input_}, {})),
            "ELEMENT_WISE_IDENTITY: InputTensor is bound, but Initialize takes OWNED_BY_DML "
            "tensors only");
}

TEST_F(Initialize, RefusesBadBuffers) {
  const std::string name = "ELEMENT_WISE_IDENTITY: ";
  const ConstBuffer in = input_;
  EXPECT_EQ(MessageOf(compiled_.Initialize({}, persistent_)),
            name + "0 input buffers are bound, but it has 1 input tensors");
  EXPECT_EQ(MessageOf(compiled_.Initialize({ConstBuffer()}, persistent_)),
            name + "InputTensor is bound to 0 bytes, but needs 16");
  EXPECT_EQ(MessageOf(compiled_.Initialize({ConstBuffer(input_.data(), 12)}, persistent_)),
            name + "InputTensor is bound to 12 bytes, but needs 16");
  EXPECT_EQ(MessageOf(compiled_.Initialize({in}, {})),
            name + "the persistent buffer has 0 bytes, but 64 are needed");
  EXPECT_EQ(MessageOf(compiled_.Initialize({in}, Buffer(nullptr, 16))),
            name + "the persistent buffer has 0 bytes, but 64 are needed");
  EXPECT_EQ(MessageOf(compiled_.Initialize({in}, Buffer(memory_.data(), 63))),
            name + "the persistent buffer has 63 bytes, but 64 are needed");
  EXPECT_EQ(MessageOf(compiled_.Initialize({ConstBuffer(memory_.data(), 16)}, persistent_)),
            name + "InputTensor and the persistent buffer are bound to overlapping memory");
}

TEST_F(Initialize, RunRefusesWhatInitializeTook) {
  const std::string name = "ELEMENT_WISE_IDENTITY: ";
  ASSERT_EQ(MessageOf(compiled_.Initialize({input_}, persistent_)), "");
  const std::vector<ConstBuffer> none(1), bound = {input_};
  const std::vector<Buffer> out = {output_};
  EXPECT_EQ(MessageOf(compiled_.Run(bound, out, {}, persistent_)),
            name + "InputTensor is bound, but it is OWNED_BY_DML: only Initialize takes it");
  EXPECT_EQ(MessageOf(compiled_.Run(none, out)),
            name + "the persistent buffer has 0 bytes, but 64 are needed");
  EXPECT_EQ(MessageOf(compiled_.Run(none, std::vector{persistent_}, {}, persistent_)),
            name + "OutputTensor and the persistent buffer are bound to overlapping memory");
  EXPECT_EQ(output_, std::vector<float>(4, -1));
}

}  // namespace
}  // namespace weft
