// SPDX-License-Identifier: MIT
// Sums and means between nodes that dequantize and quantize.
#include "graph/quantized_network.h"

namespace weft {
namespace {

using oracle::Coordinate;
using oracle::Integer;
using test::Change;
using test::Dense;
using test::From;
using test::Integers;
using test::Of;
using test::QuantizedNetwork;

constexpr DataType kU8 = DataType::UInt8, kI8 = DataType::Int8;

// ---- sums

struct Sum {
  Integers a = {TensorDesc(kU8, {2, 3, 4, 5}), {0.5f}, {100}};
  Integers b = {TensorDesc(kU8, {2, 3, 4, 5}), {0.25f}, {131}};
  Integers y = {TensorDesc(kU8, {2, 3, 4, 5}), {1}, {128}};
  std::optional<FusedActivation> activation = {};
  bool repeats_b = false;  // b has one number for each channel

  QuantizedNetwork Net() {
    QuantizedNetwork net;
    if (repeats_b) b.desc = TensorDesc(b.desc.type, {1, 3, 1, 1});
    a.values = test::SomeBytes(a.desc, 1);
    b.values = test::SomeBytes(b.desc, 2);
    const TensorDesc numbers = test::NumbersLike(y.desc);
    const TensorDesc repeated(DataType::Float32, y.desc.sizes(), {0, 1, 0, 0});
    const From from_a = Of(net.Dequantize(net.Input(a), a, "a"));
    const From from_b = Of(net.Dequantize(net.Input(b), b, "b"));
    const TensorDesc& second = repeats_b ? repeated : numbers;
    const uint32_t sum =
        activation
            ? net.Add(
                  ElementWiseAdd1{
                      .a = numbers, .b = second, .output = numbers, .fused_activation = activation},
                  {from_a, from_b}, "sum")
            : net.Add(ElementWiseAdd{.a = numbers, .b = second, .output = numbers},
                      {from_a, from_b}, "sum");
    net.Quantize(Of(sum), y, "y");
    return net;
  }

  // With powers of two as scales, nothing is rounded before.
  Dense Answer() const {
    Dense answer{y.desc.type, y.desc.sizes(), {}};
    oracle::ForEachCoordinate(y.desc.sizes(), [&](const Coordinate& at) {
      Coordinate in_b = at;
      if (repeats_b) in_b = {0, at[1], 0, 0};
      answer.elements.push_back(
          test::Nearest((long double)(test::Centered(a, at)) * test::ScaleOf(a, at) +
                            (long double)(test::Centered(b, in_b)) * test::ScaleOf(b, in_b),
                        y));
    });
    return answer;
  }
};

const Change<Sum> kSums[] = {
    {"as it is", [](Sum&) {}},
    {"signed and unsigned",
     [](Sum& s) {
       s.a.desc.type = s.y.desc.type = kI8;
       s.a.zero_points = {};
       s.y.zero_points = {-20};
     }},
    {"a scale for each channel",
     [](Sum& s) {
       s.a.scales = {1, 2, 0.5f};
       s.a.zero_points = {1, 2, 3};
       s.a.dim = 1;
     }},
    {"RELU",
     [](Sum& s) {
       s.activation = ActivationRelu{};
       s.y.zero_points = {0};
     }},
    {"repeated", [](Sum& s) { s.repeats_b = true; }},
    {"permuted, with gaps",
     [](Sum& s) {
       s.b.desc = TensorDesc(kU8, {2, 3, 4, 5}, {70, 1, 17, 3});
       s.y.desc = TensorDesc(kU8, {2, 3, 4, 5}, {100, 33, 6, 1});
     }},
};

TEST(FuseQuantized, Sums) {
  for (const auto& row : kSums) {
    SCOPED_TRACE(row.name);
    Sum s;
    row.change(s);
    const QuantizedNetwork net = s.Net();
    test::ExpectFused(net, s.y.desc, s.Answer(), "sum + y (ELEMENT_WISE_QUANTIZED_LINEAR_ADD)");
  }
  Sum s;
  s.activation = ActivationRelu{};
  const QuantizedNetwork net = s.Net();
  test::ExpectNotFused(net, s.y.desc);
}

// ---- means

struct Mean {
  Integers x = {TensorDesc(kU8, {2, 3, 4, 6}), {0.5f}, {90}};
  Integers y = {TensorDesc(kI8, {2, 3, 3, 5}), {0.5f}, {-9}};
  std::vector<uint32_t> window = {2, 2}, padding = {0, 0};

  template <class Op>
  QuantizedNetwork Net(Op op) {
    QuantizedNetwork net;
    x.values = test::SomeBytes(x.desc, 1);
    op.input = test::NumbersLike(x.desc);
    op.output = test::NumbersLike(y.desc);
    const From from = Of(net.Dequantize(net.Input(x), x, "x"));
    net.Quantize(Of(net.Add(op, {from}, "mean")), y, "y");
    return net;
  }

  // Padding counts, and is no more than a number of 0.
  Dense Answer() const {
    Dense answer{y.desc.type, y.desc.sizes(), {}};
    oracle::ForEachCoordinate(y.desc.sizes(), [&](const Coordinate& at) {
      Integer sum = 0;
      oracle::ForEachCoordinate({window[0], window[1]}, [&](const Coordinate& in) {
        Coordinate there = at;
        for (size_t d = 0; d < 2; ++d) {
          there[d + 2] = at[d + 2] + in[d] - int64_t(padding[d]);
          if (there[d + 2] < 0 || there[d + 2] >= x.desc.sizes()[int(d) + 2]) return;
        }
        sum += test::Centered(x, there);
      });
      answer.elements.push_back(
          test::Nearest((long double)(sum)*test::ScaleOf(x, at) / (window[0] * window[1]), y));
    });
    return answer;
  }
};

constexpr const char* kMeanStep = "mean + y (QUANTIZED_LINEAR_AVERAGE_POOLING)";

TEST(FuseQuantized, Means) {
  Mean mean;
  mean.x.scales = {0.5f, 1, 2};
  mean.x.zero_points = {90, 91, 92};
  mean.x.dim = 1;
  const QuantizedNetwork net = mean.Net(AveragePooling{
      .strides = {1, 1}, .window_size = {2, 2}, .start_padding = {0, 0}, .end_padding = {0, 0}});
  test::ExpectFused(net, mean.y.desc, mean.Answer(), kMeanStep);
}

TEST(FuseQuantized, MeansWithPadding) {
  Mean mean;
  mean.padding = {1, 0};
  mean.x.desc = TensorDesc(kU8, {2, 3, 4, 6}, {90, 1, 20, 3});
  mean.y.desc = TensorDesc(kI8, {2, 3, 5, 5});
  const QuantizedNetwork net = mean.Net(AveragePooling1{.strides = {1, 1},
                                                        .window_size = {2, 2},
                                                        .start_padding = {1, 0},
                                                        .end_padding = {1, 0},
                                                        .dilations = {1, 1},
                                                        .include_padding = true});
  test::ExpectFused(net, mean.y.desc, mean.Answer(), kMeanStep);
}

TEST(FuseQuantized, MeansOfChannels) {
  Mean mean;
  mean.x.desc = TensorDesc(kU8, {2, 3, 4, 8});
  mean.y.desc = TensorDesc(kI8, {2, 3, 1, 1});
  mean.window = {4, 8};
  const Reduce reduce = {.function = ReduceFunction::Average, .axes = {3, 2}};
  const QuantizedNetwork net = mean.Net(reduce);
  test::ExpectFused(net, mean.y.desc, mean.Answer(), kMeanStep);
  Reduce sum = reduce;
  sum.function = ReduceFunction::Sum;
  test::ExpectNotFused(mean.Net(sum), mean.y.desc);
  Reduce rows = reduce;
  rows.axes = {3};
  mean.y.desc = TensorDesc(kI8, {2, 3, 4, 1});
  test::ExpectNotFused(mean.Net(rows), mean.y.desc);
}

}  // namespace
}  // namespace weft
