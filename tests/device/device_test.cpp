// SPDX-License-Identifier: MIT
// Run and Compile: what a caller may bind, what is refused with which words, and that a refused
// call leaves the outputs alone.

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <thread>
#include <vector>

#include "weft/device.h"
#include "weft/schema.h"
#include "weft/threads.h"

namespace weft {
namespace {

constexpr DataType kF32 = DataType::Float32;

template <class T>
std::string MessageOf(const Result<T>& result) {
  return result ? "" : result.error().message;
}

std::vector<float> Counting(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

// Rows 1 and 3 of a {4, 4}, right to left.
Slice1 Rows() {
  return {.input = {kF32, {4, 4}},
          .output = {kF32, {2, 4}},
          .input_window_offsets = {1, 0},
          .input_window_sizes = {3, 4},
          .input_window_strides = {2, -1}};
}
const std::vector<float> kRowsResult = {8, 7, 6, 5, 16, 15, 14, 13};

TEST(Device, RunsNow) {
  const std::vector<float> input = Counting(16);
  std::vector<float> output(8);
  EXPECT_EQ(MessageOf(weft::Run(Rows(), {input}, {output})), "");
  EXPECT_EQ(output, kRowsResult);
}

TEST(Device, CompilesOnceAndRunsOften) {
  const Result<CompiledOperator> compiled = Compile(Rows());
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  EXPECT_EQ(compiled->description().type(), OperatorType::Slice1);
  const CompiledOperator copy = *compiled;
  for (const CompiledOperator* each : {&*compiled, &copy}) {
    const std::array<float, 16> input = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    std::array<float, 8> output{};
    EXPECT_EQ(MessageOf(each->Run({input}, {output})), "");
    EXPECT_EQ(std::vector(output.begin(), output.end()), kRowsResult);
  }
}

// The description is the compiled operator's own: what the caller does to his copy is no matter.
TEST(Device, KeepsItsDescription) {
  Slice1 op = Rows();
  const Result<CompiledOperator> compiled = Compile(op);
  op.input_window_offsets = {9, 9};
  const std::vector<float> input = Counting(16);
  std::vector<float> output(8);
  EXPECT_EQ(MessageOf(compiled->Run({input}, {output})), "");
  EXPECT_EQ(output, kRowsResult);
}

TEST(Device, RefusesBadDescriptions) {
  Slice1 op = Rows();
  op.input_window_offsets[0] = 2;
  const std::string message =
      "SLICE1: InputWindowOffsets[0] + InputWindowSizes[0] is 2 + 3 = 5, but InputTensor.Sizes[0] "
      "is 4";
  const std::vector<float> input = Counting(16);
  std::vector<float> output(8, -1);
  EXPECT_EQ(MessageOf(Validate(op)), message);
  EXPECT_EQ(MessageOf(Compile(op)), message);
  EXPECT_EQ(MessageOf(weft::Run(op, {input}, {output})), message);
  EXPECT_EQ(output, std::vector<float>(8, -1));
}

TEST(Device, RefusesBadBuffers) {
  const std::vector<float> input = Counting(16);
  std::vector<float> output(8, -1);
  const CompiledOperator compiled = *Compile(Rows());
  const ConstBuffer in = input;
  const Buffer out = output;
  const ConstBuffer short_in(input.data(), 60), null_in(nullptr, 64), empty_in;
  const Buffer short_out(output.data(), 31), null_out(nullptr, 32);
  EXPECT_EQ(MessageOf(compiled.Run({}, {out})),
            "SLICE1: 0 input buffers are bound, but it has 1 input tensors");
  EXPECT_EQ(MessageOf(compiled.Run({in, in}, {out})),
            "SLICE1: 2 input buffers are bound, but it has 1 input tensors");
  EXPECT_EQ(MessageOf(compiled.Run({in}, {})),
            "SLICE1: 0 output buffers are bound, but it has 1 output tensors");
  EXPECT_EQ(MessageOf(compiled.Run({in}, {out, out})),
            "SLICE1: 2 output buffers are bound, but it has 1 output tensors");
  EXPECT_EQ(MessageOf(compiled.Run({short_in}, {out})),
            "SLICE1: InputTensor is bound to 60 bytes, but needs 64");
  EXPECT_EQ(MessageOf(compiled.Run({in}, {short_out})),
            "SLICE1: OutputTensor is bound to 31 bytes, but needs 32");
  EXPECT_EQ(MessageOf(compiled.Run({null_in}, {out})),
            "SLICE1: InputTensor is bound to a null buffer, but needs 64 bytes");
  EXPECT_EQ(MessageOf(compiled.Run({empty_in}, {out})),
            "SLICE1: InputTensor is bound to 0 bytes, but needs 64");
  EXPECT_EQ(MessageOf(compiled.Run({in}, {null_out})),
            "SLICE1: OutputTensor is bound to a null buffer, but needs 32 bytes");
  EXPECT_EQ(output, std::vector<float>(8, -1));
}

// Elements are what counts: the gap after the last row need not be there, and offsets do count.
TEST(Device, NeedsBytesUpToTheLastElement) {
  const ElementWiseIdentity op{.input = {DataType::UInt8, {2, 3}, {5, 1}},
                               .output = {DataType::UInt8, Layout({2, 3}, {3, 1}, 2)}};
  const std::vector<uint8_t> input = {1, 2, 3, 0, 0, 4, 5, 6};
  std::vector<uint8_t> output(8, 9);
  EXPECT_EQ(MessageOf(weft::Run(op, {input}, {output})), "");
  EXPECT_EQ(output, (std::vector<uint8_t>{9, 9, 1, 2, 3, 4, 5, 6}));
  const ConstBuffer in = input;
  EXPECT_EQ(MessageOf(weft::Run(op, {in}, {Buffer(output.data(), 7)})),
            "ELEMENT_WISE_IDENTITY: OutputTensor is bound to 7 bytes, but needs 8");
}

TEST(Device, SharesMemoryOnlyInPlace) {
  std::vector<float> memory = Counting(32);
  const ConstBuffer whole(memory.data(), 64);
  const auto output_at = [&](size_t element, size_t bytes) {
    return Buffer(memory.data() + element, bytes);
  };
  const Operator copy = ElementWiseIdentity{.input = {kF32, {16}}, .output = {kF32, {16}}};
  EXPECT_EQ(MessageOf(weft::Run(copy, {whole}, {output_at(0, 64)})), "");
  EXPECT_EQ(MessageOf(weft::Run(copy, {whole}, {output_at(16, 64)})), "");
  const std::string overlap =
      "ELEMENT_WISE_IDENTITY: InputTensor and OutputTensor are bound to overlapping memory, but "
      "only "
      "the same memory may serve both";
  EXPECT_EQ(MessageOf(weft::Run(copy, {whole}, {output_at(1, 64)})), overlap);
  EXPECT_EQ(MessageOf(weft::Run(copy, {ConstBuffer(memory.data() + 15, 64)}, {output_at(0, 64)})),
            overlap);
  EXPECT_EQ(memory[0], 1.0f);
  const Operator cast = Cast{.input = {kF32, {16}}, .output = {DataType::Int32, {16}}};
  EXPECT_EQ(MessageOf(weft::Run(cast, {whole}, {output_at(0, 64)})),
            "CAST: InputTensor and OutputTensor are bound to the same memory, but it cannot run in "
            "place");
  EXPECT_EQ(MessageOf(weft::Run(cast, {whole}, {output_at(16, 64)})), "");
}

// An in-place transposition would read what it has written.
TEST(Device, InPlaceWithOtherStrides) {
  std::vector<float> memory = Counting(12);
  const Operator transpose =
      ElementWiseIdentity{.input = {kF32, {3, 4}}, .output = {kF32, {3, 4}, {1, 3}}};
  const ConstBuffer in = memory;
  const Status status = weft::Run(transpose, {in}, {Buffer(memory)});
  EXPECT_EQ(MessageOf(status), "");
  EXPECT_EQ(memory, (std::vector<float>{1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12}));
}

TEST(Device, RunsOnManyThreadsAtOnce) {
  constexpr int64_t kRowCount = 301, kColumns = 517;
  const CompiledOperator compiled =
      *Compile(ElementWiseIdentity{.input = {kF32, {kRowCount, kColumns}},
                                   .output = {kF32, {kRowCount, kColumns}, {1, kRowCount}}});
  const std::vector<float> input = Counting(kRowCount * kColumns);
  std::vector<float> want(input.size());
  for (int64_t row = 0; row < kRowCount; ++row)
    for (int64_t column = 0; column < kColumns; ++column)
      want[size_t(column * kRowCount + row)] = input[size_t(row * kColumns + column)];
  std::vector<std::vector<float>> outputs(8, std::vector<float>(input.size()));
  std::vector<std::string> messages(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 20 && messages[i].empty(); ++repeat) {
        std::fill(outputs[i].begin(), outputs[i].end(), 0.0f);
        messages[i] = MessageOf(compiled.Run({input}, {outputs[i]}));
        if (outputs[i] != want) messages[i] += "wrong result";
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& message : messages) EXPECT_EQ(message, "");
}

TEST(Device, EmptyTensorsOnRequest) {
  const Operator copy = ElementWiseIdentity{.input = {kF32, {3, 0}}, .output = {kF32, {3, 0}}};
  EXPECT_EQ(MessageOf(weft::Run(copy, {ConstBuffer()}, {Buffer()})),
            "ELEMENT_WISE_IDENTITY: InputTensor.Sizes[1] is 0, but every size must be at least 1");
  EXPECT_EQ(MessageOf(weft::Run(copy, {ConstBuffer()}, {Buffer()}, {.allow_empty = true})), "");
  const Operator scalar = ElementWiseIdentity{.input = {kF32, Sizes{}}, .output = {kF32, Sizes{}}};
  const std::vector<float> input = {42, 1, 2, 3};
  std::vector<float> output = {0};
  EXPECT_EQ(MessageOf(weft::Run(scalar, {input}, {output})),
            "ELEMENT_WISE_IDENTITY: InputTensor.DimensionCount is 0, but 1 to 8 is required");
  EXPECT_EQ(MessageOf(weft::Run(scalar, {input}, {output}, {.allow_empty = true})), "");
  EXPECT_EQ(output[0], 42);
  for (const Operator& op : {Operator(Cast{.input = {kF32, {0}}, .output = {DataType::Int8, {0}}}),
                             Operator(Slice{.input = {kF32, {4}},
                             .output = {kF32, {0}},
                             .offsets = {4},
                             .sizes = {0},
                             .strides = {1}}),
                             Operator(SliceGrad{.input_gradient = {kF32, {0}},
                             .output_gradient = {kF32, {0}},
                             .input_window_offsets = {0},
                             .input_window_sizes = {0},
                             .input_window_strides = {1}})}) {
    EXPECT_EQ(MessageOf(weft::Run(op, {input}, {output}, {.allow_empty = true})), "")
        << uint32_t(op.type());
    EXPECT_EQ(output[0], 42);
  }
  const Operator fill = FillValueSequence{.output = {kF32, {0, 5}}, .value_data_type = kF32};
  EXPECT_EQ(MessageOf(weft::Run(fill, {}, {Buffer()}, {.allow_empty = true})), "");
}

}  // namespace
}  // namespace weft
