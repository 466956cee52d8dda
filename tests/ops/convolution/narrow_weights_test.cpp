// SPDX-License-Identifier: MIT
// Weights of integer products and convolutions stay in 8 bits when they are prepared: what memory
// they take, and that convolutions are right for few pixels or many, at the ends of their types.
#include <gtest/gtest.h>

#include <optional>

#include "device/compiled_operator.h"
#include "ops/elementwise/element_wise.h"
#include "oracle/convolution.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using enum DataType;
using Numbers = std::vector<uint32_t>;

constexpr uint32_t kTaps = 3;

// Rows of pixels, each of which meets its neighbours, too.
ConvolutionInteger Rows(DataType input, DataType filter, int64_t channels, int64_t outputs,
                        int64_t pixels) {
  return {.input = {input, {1, channels, pixels}},
          .filter = {filter, {outputs, channels, kTaps}},
          .output = {Int32, {1, outputs, pixels}},
          .strides = Numbers(1, 1),
          .dilations = Numbers(1, 1),
          .start_padding = Numbers(1, 1),
          .end_padding = Numbers(1, 1),
          .group_count = 1};
}

// Any bits, or only the least, the greatest and 0 of both types.
Dense Fill(Rng& rng, const TensorDesc& tensor) {
  const bool ends = rng.Chance(50);
  Dense dense{tensor.type, tensor.sizes(), {}};
  for (int64_t i = 0; i < tensor.layout.ElementCount(); ++i)
    dense.elements.push_back(ends ? uint64_t(rng.Pick({0, 127, 128, 255})) : rng.Next() & 255);
  return dense;
}

std::vector<Dense> InputsOf(Rng& rng, const ConvolutionInteger& op) {
  const auto fill = [&](const std::optional<TensorDesc>& tensor) {
    return tensor ? Fill(rng, *tensor) : Dense();
  };
  return {Fill(rng, op.input), fill(op.input_zero_point), Fill(rng, op.filter),
          fill(op.filter_zero_point)};
}

std::vector<uint64_t> Want(const ConvolutionInteger& op, const std::vector<Dense>& in) {
  std::vector<uint64_t> want;
  const oracle::Windowing by = {op.strides, op.dilations, op.start_padding, {}, op.group_count};
  for (const oracle::Integer sum :
       oracle::ConvolveIntegers(in[0], in[1], in[2], in[3], {}, op.output.sizes(), by))
    want.push_back(oracle::BitsOf(Int32, {false, sum, 0}));
  return want;
}

// Bound each time, and packed before; channels next to each other and far apart.
void ExpectRight(Rng& rng, ConvolutionInteger op) {
  const std::vector<Dense> inputs = InputsOf(rng, op);
  const std::vector<uint64_t> want = Want(op, inputs);
  for (const bool channels_last : {false, true}) {
    if (channels_last) op.output.layout.strides = {0, 1, op.output.sizes()[1]};
    for (const TensorFlags flags : {TensorFlags::None, TensorFlags::OwnedByDml}) {
      op.filter.flags = flags;
      if (op.filter_zero_point) op.filter_zero_point->flags = flags;
      ASSERT_EQ(test::RunPacked(op, inputs).elements, want) << ToString(Operator(op));
    }
  }
}

// Fewer pixels than a tile, a block and more than one.
TEST(NarrowWeights, FewAndManyPixels) {
  Rng rng(1);
  for (const DataType input : {Int8, UInt8})
    for (const DataType filter : {Int8, UInt8})
      for (const int64_t pixels : {1, 12, 13, 97, 205})
        for (const int64_t channels : {1, 6, 13})
          for (const int64_t outputs : {1, 16, 37})
            for (const int64_t zeros : {int64_t(0), int64_t(1), outputs}) {
              ConvolutionInteger op = Rows(input, filter, channels, outputs, pixels);
              if (rng.Chance(50)) op.input_zero_point = TensorDesc(input, {1});
              if (zeros > 0) op.filter_zero_point = TensorDesc(filter, {zeros});
              ExpectRight(rng, op);
              if (HasFatalFailure()) return;
            }
}

TEST(NarrowWeights, Groups) {
  Rng rng(2);
  for (const int64_t pixels : {5, 100}) {
    ConvolutionInteger op = Rows(UInt8, Int8, 15, 57, pixels);
    op.filter = {Int8, {57, 5, kTaps}};
    op.filter_zero_point = TensorDesc(Int8, {1, 57, 1});
    op.group_count = 3;
    ExpectRight(rng, op);
  }
}

// More taps than are known at once, and more weights than are widened at once.
TEST(NarrowWeights, LargeFilters) {
  Rng rng(3);
  for (const auto& [channels, taps] : {std::pair<int64_t, int64_t>{70, 60}, {2100, 9}}) {
    ConvolutionInteger op = Rows(UInt8, UInt8, channels, 3, 20);
    op.filter = {UInt8, {3, channels, taps}};
    op.filter_zero_point = TensorDesc(UInt8, {3});
    op.start_padding[0] = uint32_t(taps / 2);
    op.end_padding[0] = uint32_t(taps - 1 - taps / 2);
    ExpectRight(rng, op);
  }
}

// Fewer threads than were planned for is fine; more must not reach into memory that is not there.
TEST(NarrowWeights, ThreadsMayChangeAfterPlanning) {
  const int before = ThreadCount();
  Rng rng(4);
  ConvolutionInteger op = Rows(UInt8, Int8, 64, 40, 8000);
  op.filter_zero_point = TensorDesc(Int8, {40});
  const std::vector<Dense> inputs = InputsOf(rng, op);
  SetThreadCount(1);
  const Dense want = test::RunPacked(op, inputs);
  Operator described = op;
  const std::vector<TensorDesc*> ins = test::Tensors(described, FieldRole::Input);
  test::TensorBuffers in(ins, 1), out(test::Tensors(described, FieldRole::Output), 2);
  for (size_t i = 0; i < ins.size(); ++i)
    if (ins[i]) in.Write(i, inputs[i]);
  for (const int planned : {1, 3}) {
    SetThreadCount(planned);
    const Result<CompiledOperator> compiled = Compile(described);
    ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
    std::vector<std::byte> temporary(compiled->temporary_bytes());
    for (const int threads : {1, 2, 8}) {
      SetThreadCount(threads);
      ASSERT_TRUE(compiled->Run(in.AsInputs(), out.AsOutputs(), temporary, Buffer()).has_value());
      ASSERT_EQ(out.Read(0).elements, want.elements)
          << planned << " planned, " << threads << " there";
    }
  }
  SetThreadCount(before);
}

uint64_t PreparedBytes(const Operator& op) {
  const Result<Program> program = PlanChecked(op, {});
  EXPECT_TRUE(program.has_value()) << ToString(op);
  return program ? program->persistent_bytes : 0;
}

// As many bytes as the weights have, and few more for zero points.
void ExpectNoWider(const Operator& op, const TensorDesc& weights) {
  const uint64_t bytes = weights.RequiredBytes();
  EXPECT_GE(PreparedBytes(op), bytes) << ToString(op);
  EXPECT_LE(PreparedBytes(op) * 10, bytes * 11) << ToString(op);
}

TensorDesc Owned(DataType type, const Sizes& sizes) {
  TensorDesc tensor(type, sizes);
  tensor.flags = TensorFlags::OwnedByDml;
  return tensor;
}

TEST(NarrowWeights, TakeNoMoreMemoryThanTheyHave) {
  for (const bool zeros : {false, true}) {
    for (const int64_t channels : {64, 256}) {
      ConvolutionInteger op = Rows(UInt8, Int8, channels, 128, 50);
      op.filter = Owned(Int8, op.filter.sizes());
      if (zeros) op.filter_zero_point = Owned(Int8, {1, 128, 1});
      ExpectNoWider(op, op.filter);
    }
    const TensorDesc scale(Float32, {1});
    QuantizedLinearConvolution codes = {.input = {UInt8, {1, 32, 7, 7}},
                                        .input_scale = scale,
                                        .filter = Owned(UInt8, {48, 32, 3, 3}),
                                        .filter_scale = scale,
                                        .output_scale = scale,
                                        .output = {UInt8, {1, 48, 5, 5}},
                                        .strides = {1, 1},
                                        .dilations = {1, 1},
                                        .start_padding = {0, 0},
                                        .end_padding = {0, 0},
                                        .group_count = 1};
    if (zeros) codes.filter_zero_point = Owned(UInt8, {1});
    ExpectNoWider(codes, codes.filter);

    MatrixMultiplyInteger product = {
        .a = {UInt8, {7, 64}}, .b = Owned(Int8, {64, 96}), .output = {Int32, {7, 96}}};
    if (zeros) product.b_zero_point = Owned(Int8, {96});
    ExpectNoWider(product, product.b);

    QuantizedLinearMatrixMultiply quantized = {.a = {UInt8, {2, 7, 64}},
                                               .a_scale = scale,
                                               .b = Owned(UInt8, {2, 64, 96}),
                                               .b_scale = scale,
                                               .output_scale = scale,
                                               .output = {UInt8, {2, 7, 96}}};
    if (zeros) quantized.b_zero_point = Owned(UInt8, {1});
    ExpectNoWider(quantized, quantized.b);
  }
}

}  // namespace
}  // namespace weft
