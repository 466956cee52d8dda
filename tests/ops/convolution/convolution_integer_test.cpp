// SPDX-License-Identifier: MIT
// CONVOLUTION_INTEGER and QUANTIZED_LINEAR_CONVOLUTION: rows worked out by hand, random tensors
// against the oracle to the last bit, weights packed ahead, refusals, and samples.

#include <algorithm>

#include "ops/candidates.h"
#include "ops/each_candidate.h"
#include "ops/elementwise/element_wise.h"
#include "oracle/convolution.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
using Numbers = std::vector<uint32_t>;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kI32 = DataType::Int32;
constexpr DataType kU8 = DataType::UInt8;
constexpr DataType kI8 = DataType::Int8;

template <class Op>
void SetWindows(Op& op, size_t spatial) {
  op.strides = op.dilations = Numbers(spatial, 1);
  op.start_padding = op.end_padding = Numbers(spatial, 0);
  op.group_count = 1;
}

ConvolutionInteger Integer(DataType input, DataType filter, const Sizes& in, const Sizes& weights,
                           const Sizes& out) {
  ConvolutionInteger op{.input = {input, in}, .filter = {filter, weights}, .output = {kI32, out}};
  SetWindows(op, size_t(in.rank() - 2));
  return op;
}

QuantizedLinearConvolution Quantized(DataType input, DataType filter, DataType output,
                                     const Sizes& in, const Sizes& weights, const Sizes& out) {
  QuantizedLinearConvolution op{.input = {input, in},
                                .input_scale = {kF32, {1}},
                                .filter = {filter, weights},
                                .filter_scale = {kF32, {1}},
                                .output_scale = {kF32, {1}},
                                .output = {output, out}};
  SetWindows(op, size_t(in.rank() - 2));
  return op;
}

template <class Op, class Change>
Op With(Op op, const Change& change) {
  change(op);
  return op;
}

TEST(ConvolutionInteger, Rows) {
  const std::vector<TensorsRow> rows = {
      {"largest products are exact",
       Integer(kU8, kI8, {1, 2, 2}, {1, 2, 2}, {1, 1, 1}),
       {{255, 255, 255, 255}, {}, {-128, -128, -128, -128}, {}},
       {{-130560}}},
      {"padding is the zero point",
       With(Integer(kU8, kU8, {1, 1, 2}, {1, 1, 2}, {1, 1, 3}),
            [](auto& op) {
              op.start_padding = op.end_padding = {1};
              op.input_zero_point = TensorDesc(kU8, {1});
              op.filter_zero_point = TensorDesc(kU8, {1});
            }),
       {{10, 12}, {9}, {3, 5}, {1}},
       {{4, 14, 6}}},
      {"a zero point for each output channel",
       With(Integer(kI8, kI8, {1, 1, 1, 1}, {2, 1, 1, 1}, {1, 2, 1, 1}),
            [](auto& op) {
              op.filter_zero_point = TensorDesc(kI8, {1, 2, 1, 1});
            }),
       {{-3}, {}, {5, 5}, {1, 7}},
       {{-12, 6}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(QuantizedLinearConvolution, Rows) {
  const std::vector<TensorsRow> rows = {
      {"halves round to even, ends saturate",
       Quantized(kI8, kI8, kU8, {1, 1, 5}, {1, 1, 1}, {1, 1, 5}),
       {{1, 3, 5, 127, -128}, {0.5L}, {}, {1}, {2}, {}, {}, {2}, {}},
       {{0, 2, 2, 64, 0}}},
      {"bias, zero points and scales for each channel",
       With(Quantized(kU8, kI8, kI8, {1, 1, 1, 2}, {2, 1, 1, 1}, {1, 2, 1, 2}),
            [](auto& op) {
              op.input_zero_point = TensorDesc(kU8, {1});
              op.filter_scale = TensorDesc(kF32, {1, 2, 1, 1});
              op.bias = TensorDesc(kI32, {1, 2, 1, 1});
              op.output_zero_point = TensorDesc(kI8, {1});
            }),
       {{12, 14}, {1}, {10}, {3, -5}, {1, 2}, {}, {100, 1}, {2}, {-3}},
       {{50, 53, -12, -22}}},
      {"many quotients by a scale of 0",
       Quantized(kI8, kI8, kI8, {1, 1, 20}, {1, 1, 1}, {1, 1, 20}),
       {{0, 1, -1, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4},
        {1},
        {},
        {1},
        {1},
        {},
        {},
        {0},
        {}},
       {{0, 127, -128, 127, 0, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -128}}},
      {"many halves round to even",
       Quantized(kI8, kI8, kI8, {1, 1, 20}, {1, 1, 1}, {1, 1, 20}),
       {{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, -1, -3, -5, -7, -9, -11, -13, -15, -17, -19},
        {0.5L},
        {},
        {1},
        {1},
        {},
        {},
        {1},
        {}},
       {{0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 0, -2, -2, -4, -4, -6, -6, -8, -8, -10}}},
      {"a scale of 0 is defined",
       Quantized(kI8, kI8, kI8, {1, 1, 3}, {1, 1, 1}, {1, 1, 3}),
       {{1, 0, -1}, {1}, {}, {1}, {1}, {}, {}, {0}, {}},
       {{127, 0, -128}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Sizes, windows and zero points of a random forward convolution.
template <class Op>
void Randomize(Rng& rng, Op& op, int64_t most_channels) {
  const int spatial = int(rng.Between(1, 2));
  const bool depthwise = rng.Chance(20);
  const int64_t groups = depthwise ? rng.Between(2, 20) : rng.Chance(60) ? 1 : rng.Between(1, 4);
  const int64_t in = depthwise ? 1 : rng.Between(1, most_channels);
  const int64_t out = depthwise ? 1 : rng.Between(1, most_channels);
  Sizes input = {rng.Between(1, 2), in * groups}, filter = {out * groups, in};
  Sizes output = {input[0], out * groups};
  SetWindows(op, 0);
  op.group_count = uint32_t(groups);
  for (int d = 0; d < spatial; ++d) {
    const int64_t stride = rng.Between(1, 3), dilation = rng.Between(1, 3);
    const int64_t k = rng.Between(1, spatial > 1      ? 4
                                     : rng.Chance(80) ? 20
                                                      : 130),
                  reach = (k - 1) * dilation + 1;
    const int64_t start = rng.Between(0, 3), end = rng.Between(0, 3);
    const int64_t size = std::max(rng.Between(1, spatial == 1 ? 40 : 12), reach - start - end);
    input.push_back(size);
    filter.push_back(k);
    output.push_back((size + start + end - reach) / stride + 1);
    op.strides.push_back(uint32_t(stride));
    op.dilations.push_back(uint32_t(dilation));
    op.start_padding.push_back(uint32_t(start));
    op.end_padding.push_back(uint32_t(end));
  }
  op.input = {rng.Pick({kI8, kU8}), input};
  op.filter = {rng.Pick({kI8, kU8}), filter};
  op.output.layout = Layout::Packed(output);
  if (rng.Chance(50)) op.input_zero_point = TensorDesc(op.input.type, {1});
  if (rng.Chance(50)) {
    op.filter_zero_point = TensorDesc(op.filter.type, {1});
    if (rng.Chance(50)) op.filter_zero_point = TensorDesc(op.filter.type, {1, output[1], 1});
  }
}

template <class Op>
oracle::Windowing WindowingOf(const Op& op) {
  return {op.strides, op.dilations, op.start_padding, {}, int64_t(op.group_count)};
}

ConvolutionInteger RandomInteger(Rng& rng) {
  ConvolutionInteger op;
  op.output.type = kI32;
  Randomize(rng, op, rng.Chance(10) ? 40 : 5);
  return op;
}

TEST(ConvolutionInteger, MatchesTheOracle) {
  for (uint64_t seed = 1; seed <= 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const ConvolutionInteger op = RandomInteger(rng);
    const Sizes sizes = op.output.sizes();
    test::ExpectOracle(rng, op, [&](const std::vector<Dense>& in) -> std::vector<Dense> {
      Dense output{kI32, sizes, {}};
      for (oracle::Integer sum :
           oracle::ConvolveIntegers(in[0], in[1], in[2], in[3], {}, sizes, WindowingOf(op)))
        output.elements.push_back(oracle::BitsOf(kI32, {false, sum, 0}));
      return {output};
    });
  }
}

TEST(QuantizedLinearConvolution, MatchesTheOracle) {
  for (uint64_t seed = 1; seed <= 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    QuantizedLinearConvolution op =
        Quantized(kI8, kI8, rng.Pick({kI8, kU8}), {1, 1, 1}, {1, 1, 1}, {1, 1, 1});
    Randomize(rng, op, rng.Chance(10) ? 40 : 5);
    const Sizes sizes = op.output.sizes();
    if (rng.Chance(50)) op.filter_scale = TensorDesc(kF32, {1, sizes[1], 1});
    if (rng.Chance(50)) op.output_zero_point = TensorDesc(op.output.type, {1, 1});
    if (rng.Chance(50)) {
      Sizes bias = Sizes::Filled(sizes.rank(), 1);
      bias[1] = sizes[1];
      op.bias = TensorDesc(kI32, bias);
    }
    // Powers of two make ties; other scales do not, and 53 bits tell on which side a quotient is.
    const bool exact = rng.Chance(50);
    test::ExpectOracle(
        rng, op,
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          return {oracle::QuantizedConvolve(in, op.output.type, sizes, WindowingOf(op))};
        },
        [&](Rng& any, size_t input, DataType type) {
          if (type == kI32) return oracle::BitsOf(type, {false, any.Between(-20000, 20000), 0});
          if (type != kF32) return any.Next() & 255;
          const long double scale = std::ldexp(1.0L, int(any.Between(-2, 2)));
          const long double large = input == 7 ? 256 : 1;
          return oracle::BitsOf(
              type,
              {true, 0, large * (exact ? scale : (long double)(any.Between(1, 3000)) / 1000)});
        });
  }
}

TEST(ConvolutionInteger, Candidates) {
  test::ExpectEachCandidate(ops::IntegerConvolutionCandidates(), 300, [](Rng& rng) {
    const ConvolutionInteger op = RandomInteger(rng);
    return test::ExactCase(
        rng, op,
        [=, sizes = op.output.sizes()](const std::vector<Dense>& in) -> std::vector<Dense> {
          Dense output{kI32, sizes, {}};
          for (oracle::Integer sum :
               oracle::ConvolveIntegers(in[0], in[1], in[2], in[3], {}, sizes, WindowingOf(op)))
            output.elements.push_back(oracle::BitsOf(kI32, {false, sum, 0}));
          return {output};
        },
        test::AnyBits);
  });
}

TEST(ConvolutionInteger, WhichProblemPicksWhich) {
  const auto in_groups = [](auto op, uint32_t groups) {
    op.group_count = groups;
    return op;
  };
  test::ExpectPicks(
      ops::IntegerConvolutionCandidates(),
      {{"each channel by itself", in_groups(Integer(kU8, kI8, {1, 8, 5}, {8, 1, 3}, {1, 8, 3}), 8),
        "convolution_integer/depthwise"},
       {"codes of each channel by itself",
        in_groups(Quantized(kU8, kI8, kU8, {1, 8, 5}, {8, 1, 3}, {1, 8, 3}), 8),
        "convolution_integer/depthwise"},
       {"two groups", in_groups(Integer(kU8, kI8, {1, 8, 5}, {8, 4, 3}, {1, 8, 3}), 2),
        "convolution_integer/im2col"},
       {"codes", Quantized(kU8, kI8, kI8, {1, 8, 5}, {6, 8, 3}, {1, 6, 3}),
        "convolution_integer/im2col"}});
}

TEST(ConvolutionInteger, OwnedFiltersArePackedOnce) {
  Rng rng(9);
  for (int repeat = 0; repeat < 20; ++repeat) {
    ConvolutionInteger op = RandomInteger(rng);
    std::vector<Dense> inputs;
    Operator all = op;
    for (const TensorDesc* tensor : test::Tensors(all, FieldRole::Input)) {
      inputs.emplace_back();
      if (!tensor) continue;
      inputs.back() = {tensor->type, tensor->sizes(), {}};
      for (int64_t i = 0; i < tensor->layout.ElementCount(); ++i)
        inputs.back().elements.push_back(rng.Next() & 255);
    }
    const Dense want = test::RunPacked(op, inputs);
    op.filter.flags = TensorFlags::OwnedByDml;
    EXPECT_EQ(test::RunPacked(op, inputs).elements, want.elements) << ToString(Operator(op));
    if (op.filter_zero_point) op.filter_zero_point->flags = TensorFlags::OwnedByDml;
    EXPECT_EQ(test::RunPacked(op, inputs).elements, want.elements) << ToString(Operator(op));
  }
}

TEST(ConvolutionInteger, Errors) {
  const ConvolutionInteger good = Integer(kU8, kI8, {1, 2, 5}, {4, 2, 3}, {1, 4, 3});
  const auto with = [&](auto change) { return With(good, change); };
  EXPECT_EQ(test::ErrorOf(good), "");
  test::ExpectErrors({
      {with([](auto& op) {
         op.output = {kI32, {1, 4, 4}};
       }),
       "CONVOLUTION_INTEGER: OutputTensor.Sizes[2] is 4, but (InputTensor.Sizes[2] + "
       "StartPadding[0] "
       "+ EndPadding[0] - 3) / Strides[0] + 1 is (5 + 0 + 0 - 3) / 1 + 1 = 3"},
      {with([](auto& op) {
         op.output = {kI32, {1, 4, 3, 1}};
       }),
       "CONVOLUTION_INTEGER: OutputTensor.DimensionCount is 4, but InputTensor.DimensionCount is "
       "3"},
      {with([](auto& op) { op.input_zero_point = TensorDesc(kU8, {2}); }),
       "CONVOLUTION_INTEGER: InputZeroPointTensor.Sizes is [2], but one element is required"},
      {with([](auto& op) { op.input_zero_point = TensorDesc(kI8, {1}); }),
       "CONVOLUTION_INTEGER: InputZeroPointTensor.DataType is INT8, but InputTensor.DataType is "
       "UINT8"},
      {with([](auto& op) {
         op.filter_zero_point = TensorDesc(kI8, {1, 3, 1});
       }),
       "CONVOLUTION_INTEGER: FilterZeroPointTensor.Sizes is [1, 3, 1], but one element or one for "
       "each of 4 output channels is required"},
      {with([](auto& op) {
         op.filter_zero_point = TensorDesc(kI8, {2, 2});
       }),
       "CONVOLUTION_INTEGER: FilterZeroPointTensor.Sizes is [2, 2], but one element or one for "
       "each of 4 output channels is required"},
      {with([](auto& op) { op.group_count = 0; }),
       "CONVOLUTION_INTEGER: GroupCount is 0, but it must be at least 1"},
  });
}

TEST(QuantizedLinearConvolution, Errors) {
  const QuantizedLinearConvolution good = Quantized(kU8, kI8, kU8, {1, 2, 5}, {4, 2, 3}, {1, 4, 3});
  const auto with = [&](auto change) { return With(good, change); };
  const std::string name = "QUANTIZED_LINEAR_CONVOLUTION: ";
  const std::string one = ".Sizes is [4], but one element is required";
  const std::string input_scale = name + "InputScaleTensor" + one;
  const std::string output_scale = name + "OutputScaleTensor" + one;
  const std::string output_zero = name + "OutputZeroPointTensor" + one;
  EXPECT_EQ(test::ErrorOf(good), "");
  test::ExpectErrors({
      {with([](auto& op) { op.strides = {0}; }),
       "QUANTIZED_LINEAR_CONVOLUTION: Strides[0] is 0, but it must be at least 1"},
      {with([](auto& op) {
         op.input_scale = {kF32, {4}};
       }),
       input_scale.c_str()},
      {with([](auto& op) {
         op.output_scale = {kF32, {4}};
       }),
       output_scale.c_str()},
      {with([](auto& op) { op.output_zero_point = TensorDesc(kU8, {4}); }), output_zero.c_str()},
      {with([](auto& op) { op.output_zero_point = TensorDesc(kI8, {1}); }),
       "QUANTIZED_LINEAR_CONVOLUTION: OutputZeroPointTensor.DataType is INT8, but "
       "OutputTensor.DataType is UINT8"},
      {with([](auto& op) {
         op.filter_scale = {kF32, {3}};
       }),
       "QUANTIZED_LINEAR_CONVOLUTION: FilterScaleTensor.Sizes is [3], but one element or one for "
       "each of 4 output channels is required"},
      {with([](auto& op) {
         op.bias = TensorDesc(kI32, {1, 1, 1});
       }),
       "QUANTIZED_LINEAR_CONVOLUTION: BiasTensor.Sizes[1] is 1, but OutputTensor.Sizes[1] is 4"},
  });
}

template <class Op>
Op Sample(Op op) {
  op.start_padding = {1, 0};
  op.end_padding = {1, 1};
  op.input_zero_point = TensorDesc(op.input.type, {1});
  op.filter_zero_point = TensorDesc(op.filter.type, {1, op.output.sizes()[1], 1, 1});
  return op;
}

// Channels keep to themselves.
template <class Op>
Op Depthwise(Op op) {
  op.group_count = uint32_t(op.input.sizes()[1]);
  return op;
}

const test::Samples integer_samples(OperatorType::ConvolutionInteger, [](int64_t rows,
                                                                         int64_t columns) {
  return std::vector<Operator>{
      Sample(Integer(kU8, kI8, {1, 3, rows, columns}, {5, 3, 3, 2}, {1, 5, rows, columns})),
      Depthwise(
          Sample(Integer(kU8, kI8, {1, 5, rows, columns}, {5, 1, 3, 2}, {1, 5, rows, columns}))),
      Integer(kI8, kI8, {1, 64, rows}, {70, 64, 1}, {1, 70, rows})};
});

const test::Samples quantized_samples(OperatorType::QuantizedLinearConvolution,
                                      [](int64_t rows, int64_t columns) {
                                        return std::vector<Operator>{
                                            Sample(Quantized(kU8, kI8, kI8, {1, 3, rows, columns},
                                                             {5, 3, 3, 2}, {1, 5, rows, columns})),
                                            Quantized(kI8, kI8, kU8, {1, 3, rows, columns},
                                                      {2, 3, 1, 1}, {1, 2, rows, columns})};
                                      });

}  // namespace
}  // namespace weft
