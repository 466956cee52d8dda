// SPDX-License-Identifier: MIT
// CONVOLUTION: rows worked out by hand, random sizes and layouts against the oracle, fused
// activations, weights packed ahead, every refusal, and samples.

#include <algorithm>
#include <cmath>

#include "ops/elementwise/element_wise.h"
#include "oracle/convolution.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorBuffers;
using test::TensorsRow;
using Numbers = std::vector<uint32_t>;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;
constexpr auto kForward = ConvolutionDirection::Forward;
constexpr auto kBackward = ConvolutionDirection::Backward;
constexpr auto kPlain = ConvolutionMode::CrossCorrelation;
constexpr auto kFlipped = ConvolutionMode::Convolution;

// Strides and dilations of 1, no padding, one group; the output's sizes follow.
Convolution Convolve(DataType type, const Sizes& input, const Sizes& filter, const Sizes& output) {
  const size_t spatial = size_t(input.rank() - 2);
  return {.input = {type, input},
          .filter = {type, filter},
          .output = {type, output},
          .mode = kPlain,
          .direction = kForward,
          .strides = Numbers(spatial, 1),
          .dilations = Numbers(spatial, 1),
          .start_padding = Numbers(spatial, 0),
          .end_padding = Numbers(spatial, 0),
          .output_padding = Numbers(spatial, 0),
          .group_count = 1};
}

template <class Change>
Convolution With(Convolution op, const Change& change) {
  change(op);
  return op;
}

Convolution Line(int64_t input, int64_t filter, int64_t output, ConvolutionMode mode = kPlain,
                 ConvolutionDirection direction = kForward) {
  return With(Convolve(kF32, {1, 1, input}, {1, 1, filter}, {1, 1, output}), [&](Convolution& op) {
    op.mode = mode;
    op.direction = direction;
  });
}

TEST(Convolution, Rows) {
  const std::vector<TensorsRow> rows = {
      {"a window slides", Line(3, 2, 2), {{1, 2, 3}, {1, 10}, {}}, {{21, 32}}},
      {"flipped", Line(3, 2, 2, kFlipped), {{1, 2, 3}, {1, 10}, {}}, {{12, 23}}},
      {"backward", Line(3, 2, 4, kPlain, kBackward), {{1, 2, 3}, {1, 10}, {}}, {{1, 12, 23, 30}}},
      {"backward, flipped",
       Line(3, 2, 4, kFlipped, kBackward),
       {{1, 2, 3}, {1, 10}, {}},
       {{10, 21, 32, 3}}},
      {"padding reads as zero",
       With(Line(2, 2, 5), [](auto& op) { op.start_padding = {1}, op.end_padding = {3}; }),
       {{1, 2}, {1, 10}, {}},
       {{10, 21, 2, 0, 0}}},
      {"stride and dilation",
       With(Line(6, 2, 2), [](auto& op) { op.strides = {2}, op.dilations = {3}; }),
       {{1, 2, 3, 4, 5, 6}, {1, 10}, {}},
       {{41, 63}}},
      {"backward with a stride: what is larger than needed sees nothing",
       With(Line(2, 1, 4, kPlain, kBackward), [](auto& op) { op.strides = {2}; }),
       {{1, 2}, {10}, {}},
       {{10, 0, 20, 0}}},
      {"output padding sees nothing but the bias",
       With(Line(2, 1, 4),
            [](auto& op) {
              op.output_padding = {2};
              op.bias = TensorDesc(kF32, {1, 1, 1});
            }),
       {{1, 2}, {10}, {5}},
       {{15, 25, 5, 5}}},
      {"groups keep to themselves",
       With(Convolve(kF32, {1, 4, 1}, {2, 2, 1}, {1, 2, 1}), [](auto& op) { op.group_count = 2; }),
       {{1, 2, 3, 4}, {1, 10, 100, 1000}, {}},
       {{21, 4300}}},
      {"bias and activation",
       With(Convolve(kF32, {1, 1, 1, 2}, {2, 1, 1, 1}, {1, 2, 1, 2}),
            [](auto& op) {
              op.bias = TensorDesc(kF32, {1, 2, 1, 1});
              op.fused_activation = ActivationRelu{};
            }),
       {{1, 2}, {1, -1}, {-1, 1.5L}},
       {{0, 1, 0.5L, 0}}},
      // 2048 + 1 is no half: 2049 would round to 2048 before 1 is added again.
      {"half is rounded once",
       Convolve(kF16, {1, 3, 1}, {1, 3, 1}, {1, 1, 1}),
       {{2048, 1, 1}, {1, 1, 1}, {}},
       {{2050}}},
      {"infinity and NaN go where they are seen",
       Line(4, 1, 4),
       {{HUGE_VALL, 1, std::nanl(""), 2}, {-2}, {}},
       {{-HUGE_VALL, -2, std::nanl(""), -4}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

// Any sizes that fit: of the input forward, of the output backward.
Convolution RandomConvolution(Rng& rng, int64_t most_channels) {
  const int spatial = int(rng.Between(1, 3));
  const DataType type = rng.Pick({kF32, kF16});
  const int64_t groups = rng.Chance(60) ? 1 : rng.Between(1, 4);
  const bool depthwise = rng.Chance(20);
  const int64_t in = depthwise ? 1 : rng.Between(1, most_channels);
  const int64_t out = depthwise ? 1 : rng.Between(1, most_channels);
  const int64_t all = depthwise ? rng.Between(2, 20) : groups;
  const bool backward = rng.Chance(50);
  Sizes input = {rng.Between(1, 2), in * all}, output = {input[0], out * all};
  Sizes filter = backward ? Sizes{in * all, out} : Sizes{out * all, in};
  Convolution op = Convolve(type, {1, 1, 1}, {1, 1, 1}, {1, 1, 1});
  op.strides = op.dilations = op.start_padding = op.end_padding = op.output_padding = {};
  for (int d = 0; d < spatial; ++d) {
    const int64_t most = spatial == 1 ? 40 : spatial == 2 ? 12 : 5;
    const int64_t stride = rng.Between(1, 3), dilation = rng.Between(1, 3);
    const int64_t k = rng.Between(1, spatial > 1      ? 4
                                     : rng.Chance(80) ? 20
                                                      : 130),
                  reach = (k - 1) * dilation + 1;
    int64_t size = rng.Between(1, most), start = rng.Between(0, 3), end = rng.Between(0, 3);
    const int64_t extra = rng.Chance(20) ? rng.Between(1, 2) : 0;
    int64_t result;
    if (backward) {
      while ((result = (size - 1) * stride + reach - start - end + extra) < 1) ++size;
      if (rng.Chance(30)) result += rng.Between(0, std::max(stride, dilation) - 1);
    } else {
      size = std::max(size, reach - start - end);
      result = (size + start + end - reach) / stride + 1 + extra;
    }
    input.push_back(size);
    filter.push_back(k);
    output.push_back(result);
    op.strides.push_back(uint32_t(stride));
    op.dilations.push_back(uint32_t(dilation));
    op.start_padding.push_back(uint32_t(start));
    op.end_padding.push_back(uint32_t(end));
    op.output_padding.push_back(uint32_t(extra));
  }
  op.input = {type, input};
  op.filter = {type, filter};
  op.output = {type, output};
  if (rng.Chance(50)) op.bias = TensorDesc(type, Sizes::Filled(spatial + 2, 1));
  if (op.bias) op.bias->layout.sizes[1] = output[1];
  if (op.bias) op.bias->layout = Layout::Packed(op.bias->sizes());
  op.group_count = uint32_t(all);
  op.direction = backward ? kBackward : kForward;
  op.mode = rng.Pick({kPlain, kFlipped});
  return op;
}

oracle::Windowing WindowingOf(const Convolution& op) {
  return {op.strides,
          op.dilations,
          op.start_padding,
          op.output_padding,
          int64_t(op.group_count),
          op.direction == kBackward,
          op.mode == kFlipped};
}

uint64_t Moderate(Rng& rng, size_t, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 1000});
}

// In random layouts, every byte around the elements watched.
void ExpectWithinBounds(Rng& rng, const Convolution& random) {
  Operator op = test::InRandomLayouts(rng, random);
  const std::vector<TensorDesc*> ins = test::Tensors(op, FieldRole::Input);
  const std::vector<TensorDesc*> outs = test::Tensors(op, FieldRole::Output);
  TensorBuffers in(ins, rng.Next(), 64 + size_t(rng.Between(0, 20)), 0);
  TensorBuffers out(outs, rng.Next(), 64 + size_t(rng.Between(0, 20)), 0);
  std::vector<Dense> values(ins.size());
  for (size_t i = 0; i < ins.size(); ++i) {
    if (!ins[i]) continue;
    const int bytes = oracle::FormatOf(ins[i]->type).bytes;
    for (std::byte* at = in[i].data(); at < in[i].data() + in[i].bytes(); at += bytes)
      oracle::StoreBits(Moderate(rng, i, ins[i]->type), at, bytes);
    values[i] = in.Read(i);
  }
  const TensorBuffers in_before = in, before = out;
  const Status status = Run(op, in.AsInputs(), out.AsOutputs());
  ASSERT_TRUE(status.has_value()) << status.error().message;
  ASSERT_TRUE(in == in_before) << "an input was written: " << ToString(op);
  const Dense got = out.Read(0);
  const auto want =
      oracle::Convolve(values[0], values[1], values[2], outs[0]->sizes(), WindowingOf(random));
  ASSERT_EQ(oracle::OutOfBounds(got, want), "") << ToString(op);
  ASSERT_EQ(out.Difference(0, before, got), "") << ToString(op);
}

TEST(Convolution, MatchesTheOracle) {
  for (uint64_t seed = 1; seed <= 1500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    ExpectWithinBounds(rng, RandomConvolution(rng, seed % 10 == 0 ? 40 : 5));
  }
}

Dense Random(Rng& rng, const TensorDesc& desc) {
  Dense dense{desc.type, desc.sizes(), {}};
  for (int64_t i = 0; i < desc.layout.ElementCount(); ++i)
    dense.elements.push_back(Moderate(rng, 0, desc.type));
  return dense;
}

TEST(Convolution, FusesWhatIsAFunctionOfOneNumber) {
  const std::vector<FusedActivation> activations = {
      ActivationRelu{},     ActivationTanh{},
      ActivationSigmoid{},  ActivationLeakyRelu{.alpha = 0.25f},
      ActivationElu{},      ElementWiseClip{.min = -1, .max = 2},
      ActivationGelu{},     ActivationLinear{.alpha = 2, .beta = 1},
      ActivationIdentity{}, ActivationShrink{.bias = 0.5f, .threshold = 1},
  };
  for (const bool depthwise : {false, true})
    for (const FusedActivation& fused : activations) {
      Rng rng(5);
      Convolution op = Convolve(kF32, {2, 8, 9, 7}, {20, 8, 3, 2}, {2, 20, 7, 6});
      if (depthwise) {
        op = Convolve(kF32, {2, 19, 9, 7}, {19, 1, 3, 2}, {2, 19, 7, 6});
        op.group_count = 19;
      }
      const std::vector<Dense> inputs = {Random(rng, op.input), Random(rng, op.filter), {}};
      const Dense sums = test::RunPacked(op, inputs);
      const Operator alone = std::visit(
          [&](auto activation) -> Operator {
            activation.input = activation.output = op.output;
            return activation;
          },
          fused);
      op.fused_activation = fused;
      EXPECT_EQ(test::Difference(test::RunPacked(op, inputs), test::RunPacked(alone, {sums}), {}),
                "")
          << ToString(Operator(op));
    }
}

TEST(Convolution, OwnedFiltersArePackedOnce) {
  Rng rng(9);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Convolution op = RandomConvolution(rng, 20);
    std::vector<Dense> inputs = {Random(rng, op.input), Random(rng, op.filter), {}};
    if (op.bias) inputs[2] = Random(rng, *op.bias);
    const Dense want = test::RunPacked(op, inputs);
    op.filter.flags = TensorFlags::OwnedByDml;
    EXPECT_EQ(test::RunPacked(op, inputs).elements, want.elements) << ToString(Operator(op));
    const CompiledOperator owned = *Compile(op);
    EXPECT_GE(owned.persistent_bytes(), op.filter.RequiredBytes());
  }
}

TEST(Convolution, Errors) {
  const Convolution good = Convolve(kF32, {1, 4, 5, 5}, {6, 4, 3, 3}, {1, 6, 3, 3});
  const auto with = [&](auto change) { return With(good, change); };
  EXPECT_EQ(test::ErrorOf(good), "");
  test::ExpectErrors({
      {with([](auto& op) {
         op.strides = op.dilations = op.start_padding = op.end_padding = op.output_padding = {1};
       }),
       "CONVOLUTION: InputTensor.DimensionCount is 4, but DimensionCount + 2 is 1 + 2 = 3"},
      {with([](auto& op) { op.strides = {1}; }),
       "CONVOLUTION: Dilations has 2 values, but Strides has 1"},
      {with([](auto& op) {
         op.filter = {kF32, {6, 4, 3}};
       }),
       "CONVOLUTION: FilterTensor.DimensionCount is 3, but InputTensor.DimensionCount is 4"},
      {with([](auto& op) { op.filter.type = kF16; }),
       "CONVOLUTION: FilterTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {with([](auto& op) { op.group_count = 0; }),
       "CONVOLUTION: GroupCount is 0, but it must be at least 1"},
      {with([](auto& op) { op.group_count = 3; }),
       "CONVOLUTION: InputTensor.Sizes[1] is 4, but it must be a multiple of GroupCount 3"},
      {with([](auto& op) { op.group_count = 2; }),
       "CONVOLUTION: FilterTensor.Sizes[1] is 4, but InputTensor.Sizes[1] / GroupCount is 4 / 2 = "
       "2"},
      {with([](auto& op) {
         op.group_count = 4, op.filter = {kF32, {6, 1, 3, 3}};
       }),
       "CONVOLUTION: FilterTensor.Sizes[0] is 6, but it must be a multiple of GroupCount 4"},
      {with([](auto& op) {
         op.output = {kF32, {1, 5, 3, 3}};
       }),
       "CONVOLUTION: OutputTensor.Sizes[1] is 5, but FilterTensor.Sizes[0] is 6"},
      {with([](auto& op) {
         op.output = {kF32, {2, 6, 3, 3}};
       }),
       "CONVOLUTION: OutputTensor.Sizes[0] is 2, but InputTensor.Sizes[0] is 1"},
      {with([](auto& op) {
         op.strides = {1, 0};
       }),
       "CONVOLUTION: Strides[1] is 0, but it must be at least 1"},
      {with([](auto& op) {
         op.dilations = {0, 1};
       }),
       "CONVOLUTION: Dilations[0] is 0, but it must be at least 1"},
      {with([](auto& op) {
         op.dilations = {1, 3};
       }),
       "CONVOLUTION: Dilations[1] * (FilterTensor.Sizes[3] - 1) + 1 is 3 * (3 - 1) + 1 = 7, but "
       "InputTensor.Sizes[3] + StartPadding[1] + EndPadding[1] is 5 + 0 + 0 = 5"},
      {with([](auto& op) {
         op.dilations = {4294967295, 1};
       }),
       "CONVOLUTION: Dilations[0] * (FilterTensor.Sizes[2] - 1) + 1 is 4294967295 * (3 - 1) + 1 = "
       "8589934591, but InputTensor.Sizes[2] + StartPadding[0] + EndPadding[0] is 5 + 0 + 0 = 5"},
      {with([](auto& op) {
         op.start_padding = {4294967295, 0};
       }),
       "CONVOLUTION: OutputTensor.Sizes[2] is 3, but (InputTensor.Sizes[2] + StartPadding[0] + "
       "EndPadding[0] - 3) / Strides[0] + 1 is (5 + 4294967295 + 0 - 3) / 1 + 1 = 4294967298"},
      {with([](auto& op) {
         op.output_padding = {0, 2};
       }),
       "CONVOLUTION: OutputTensor.Sizes[3] is 3, but (InputTensor.Sizes[3] + StartPadding[1] + "
       "EndPadding[1] - 3) / Strides[1] + 1 + OutputPadding[1] is (5 + 0 + 0 - 3) / 1 + 1 + 2 = 5"},
      {with([](auto& op) {
         op.bias = TensorDesc(kF32, {1, 4, 1, 1});
       }),
       "CONVOLUTION: BiasTensor.Sizes[1] is 4, but OutputTensor.Sizes[1] is 6"},
      {with([](auto& op) {
         op.bias = TensorDesc(kF32, {1, 6, 1, 3});
       }),
       "CONVOLUTION: BiasTensor.Sizes[3] is 3, but 1 is required"},
      {with([](auto& op) { op.fused_activation = ActivationSoftmax{}; }),
       "CONVOLUTION: FusedActivation is ACTIVATION_SOFTMAX, but only GEMM can fuse it"},
      {with([](auto& op) { op.input.type = DataType::Int32; }),
       "CONVOLUTION: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required"},
  });
}

TEST(Convolution, BackwardErrors) {
  Convolution good = Convolve(kF32, {1, 4, 5}, {4, 3, 3}, {1, 6, 7});
  good.direction = kBackward;
  good.group_count = 2;
  const auto with = [&](auto change) { return With(good, change); };
  EXPECT_EQ(test::ErrorOf(good), "");
  const std::string formula =
      "(InputTensor.Sizes[2] - 1) * Strides[0] + Dilations[0] * (FilterTensor.Sizes[2] - 1) + 1 - "
      "StartPadding[0] - EndPadding[0] + OutputPadding[0] is ";
  const std::string seven = "CONVOLUTION: OutputTensor.Sizes[2] is 8, but " + formula +
                            "(5 - 1) * 1 + 1 * (3 - 1) + 1 - 0 - 0 + 0 = 7";
  const std::string more = "CONVOLUTION: OutputTensor.Sizes[2] is 7, but " + formula +
                           "(5 - 1) * 3 + 1 * (3 - 1) + 1 - 0 - 0 + 0 = 15, up to 17";
  test::ExpectErrors({
      {with([](auto& op) {
         op.filter = {kF32, {3, 3, 3}};
       }),
       "CONVOLUTION: FilterTensor.Sizes[0] is 3, but InputTensor.Sizes[1] is 4"},
      {with([](auto& op) {
         op.filter = {kF32, {4, 2, 3}};
       }),
       "CONVOLUTION: OutputTensor.Sizes[1] is 6, but FilterTensor.Sizes[1] * GroupCount is 2 * 2 = "
       "4"},
      {with([](auto& op) {
         op.output = {kF32, {1, 6, 8}};
       }),
       seven.c_str()},
      {with([](auto& op) { op.strides = {3}; }), more.c_str()},
  });
}

TEST(Convolution, EmptyIsNoWork) {
  const CompileOptions options = {.allow_empty = true};
  test::RunRow(TensorsRow{
      "no image", Convolve(kF32, {0, 1, 2}, {1, 1, 1}, {0, 1, 2}), {{}, {1}, {}}, {{}}, options});
  test::RunRow(TensorsRow{"no input channels",
                          With(Convolve(kF32, {1, 0, 2}, {1, 0, 1}, {1, 1, 2}),
                               [](auto& op) {
                                 op.bias = TensorDesc(kF32, {1, 1, 1});
                               }),
                          {{}, {}, {3}},
                          {{3, 3}},
                          options});
}

std::vector<Operator> Samples(int64_t rows, int64_t columns) {
  const auto padded = [](Convolution op) {
    op.start_padding = op.end_padding = {1, 1};
    return op;
  };
  Convolution bias =
      padded(Convolve(kF16, {1, 3, rows, columns}, {5, 3, 3, 3}, {1, 5, rows, columns}));
  bias.bias = TensorDesc(kF16, {1, 5, 1, 1});
  bias.fused_activation = ActivationTanh{};
  Convolution depthwise =
      padded(Convolve(kF32, {1, 3, rows, columns}, {3, 1, 3, 3}, {1, 3, rows, columns}));
  depthwise.group_count = 3;
  Convolution backward =
      Convolve(kF32, {1, 2, rows, columns}, {2, 2, 3, 2}, {1, 2, 2 * rows + 1, 2 * columns});
  backward.direction = kBackward;
  backward.strides = {2, 2};
  Convolution wide = Convolve(kF32, {1, 64, 1, rows}, {80, 64, 1, 1}, {1, 80, 1, rows});
  Convolution cube =
      Convolve(kF32, {1, 1, 3, rows, columns}, {2, 1, 2, 1, 2}, {1, 2, 2, rows, columns - 1});
  return {bias, depthwise, backward, wide, cube};
}

// Numbers are whole and small: in which order a sum adds up may depend on the layout.
int64_t LargestOf(const Operator&, size_t) { return 2; }

const test::Samples convolution_samples(OperatorType::Convolution, Samples, LargestOf);

}  // namespace
}  // namespace weft
