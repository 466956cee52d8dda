// SPDX-License-Identifier: MIT
// Weights that are prepared while a graph is compiled (GraphOptions::weights), of every operator
// that prepares any: what comes out is what comes out without preparing, and constants are gone
// that no run reads.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "weft/expressions.h"
#include "weft/graph_builder.h"
#include "weft/operators.h"

namespace weft {
namespace {

// A graph of one input, and who owns its constants.
struct Described {
  GraphDesc desc;
  uint64_t input_bytes = 0, output_bytes = 0;
  std::vector<std::weak_ptr<const void>> constants;
};

class Description {
 public:
  Expression Input(DataType type, const Sizes& sizes) {
    const TensorDesc desc(type, sizes);
    described_.input_bytes = desc.MinimumTotalBytes();
    return builder_.Input(desc);
  }
  // Small whole numbers, so that sums are exact.
  Expression Constant(DataType type, const Sizes& sizes) {
    const TensorDesc desc(type, sizes);
    auto bytes = std::make_shared<std::vector<std::byte>>(desc.MinimumTotalBytes());
    for (int64_t i = 0; i < desc.layout.ElementCount(); ++i) {
      const int value = int(random_() % 5) - 2;
      if (type == DataType::Float32) {
        const auto number = float(value);
        std::memcpy(bytes->data() + 4 * i, &number, 4);
      } else {
        (*bytes)[size_t(i)] = std::byte(value);
      }
    }
    described_.constants.push_back(bytes);
    return builder_.Constant(desc, GraphConstant(std::move(bytes)));
  }
  Described Finish(const std::vector<Expression>& outputs) {
    const auto desc = builder_.Describe(outputs);
    EXPECT_TRUE(desc) << desc.error().message;
    if (desc) described_.desc = *desc;
    described_.output_bytes = outputs[0].desc().MinimumTotalBytes();
    return std::move(described_);
  }

 private:
  GraphBuilder builder_;
  Described described_;
  std::minstd_rand random_{1};
};

std::vector<std::byte> RunOnce(const CompiledGraph& graph, const Described& described) {
  std::vector<std::byte> input(described.input_bytes), output(described.output_bytes);
  // As floats 1, 2, 3, and as bytes something.
  for (size_t i = 0; i + 3 < input.size(); i += 4) {
    const float number = float(i / 4 % 3) + 1;
    std::memcpy(input.data() + i, &number, 4);
  }
  const ConstBuffer inputs[] = {input};
  const Buffer outputs[] = {output};
  const Status status = graph.Run(inputs, outputs);
  EXPECT_TRUE(status) << status.error().message;
  return output;
}

// Which constants are still there when a graph has been prepared, as "10" for two of them.
std::string Prepared(Described described, bool is_exact = true) {
  std::vector<std::byte> want;
  {
    const auto plain = CompileGraph(described.desc, {.as_described = true});
    EXPECT_TRUE(plain) << plain.error().message;
    if (!plain || plain->persistent_bytes() > 0) return "not plain";
    want = RunOnce(*plain, described);
  }
  const auto other = CompileGraph(described.desc, {.weights = std::make_shared<WeightStore>()});
  EXPECT_TRUE(other) << other.error().message;
  if (!other) return "an error";
  EXPECT_EQ(other->persistent_bytes(), 0u);
  described.desc = {};
  const std::vector<std::byte> got = RunOnce(*other, described);
  if (is_exact) {
    EXPECT_EQ(got, want);
  } else {
    for (size_t i = 0; i + 3 < got.size(); i += 4) {
      float a, b;
      std::memcpy(&a, got.data() + i, 4);
      std::memcpy(&b, want.data() + i, 4);
      EXPECT_NEAR(a, b, 1e-5) << i / 4;
    }
  }
  EXPECT_TRUE(other->Initialize({}, {}));  // nothing is left to do
  EXPECT_EQ(RunOnce(*other, described), got);
  std::string there;
  for (const auto& constant : described.constants) there += constant.expired() ? '0' : '1';
  return there;
}

constexpr DataType kFloat = DataType::Float32;

Convolution Square(uint32_t padding, uint32_t groups) {
  return {.mode = ConvolutionMode::CrossCorrelation,
          .strides = {1, 1},
          .dilations = {1, 1},
          .start_padding = {padding, padding},
          .end_padding = {padding, padding},
          .output_padding = {0, 0},
          .group_count = groups};
}

TEST(PreparedGraph, ProductsSideBySide) {
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(kFloat, {1, 1, 9, 40});
              Expression sum = expr::Gemm(x, of.Constant(kFloat, {1, 1, 40, 70}), {}, {.alpha = 1});
              for (int i = 0; i < 2; ++i)
                sum = sum + expr::ActivationRelu(expr::Gemm(x, of.Constant(kFloat, {1, 1, 40, 70}),
                                                            {}, {.alpha = 1}));
              return of.Finish({sum});
            }()),
            "000");
}
TEST(PreparedGraph, BiasesAreRead) {
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(kFloat, {1, 1, 9, 40});
              const Expression b = of.Constant(kFloat, {1, 1, 40, 70});
              const Expression c = of.Constant(kFloat, {1, 1, 9, 70});
              return of.Finish({expr::Gemm(x, b, c, {.alpha = 1, .beta = 1})});
            }()),
            "01");
}
TEST(PreparedGraph, WhatAnotherReadsStays) {
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(kFloat, {1, 1, 40, 40});
              const Expression b = of.Constant(kFloat, {1, 1, 40, 40});
              return of.Finish({expr::Gemm(x, b, {}, {.alpha = 1}) + b});
            }()),
            "1");
}
TEST(PreparedGraph, WhatTwoPrepareGoesAfterBoth) {
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(kFloat, {1, 1, 40, 40});
              const Expression b = of.Constant(kFloat, {1, 1, 40, 40});
              const Expression y = expr::Gemm(x, b, {}, {.alpha = 0.125f});
              return of.Finish({expr::Gemm(y, b, {}, {.alpha = 1})});
            }()),
            "0");
}
TEST(PreparedGraph, WhatIsComputedOnTheWayGoes) {
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(kFloat, {1, 1, 9, 40});
              const Expression b = of.Constant(kFloat, {1, 1, 40, 70});
              const Expression scale = of.Constant(kFloat, {1, 1, 40, 70});
              return of.Finish({expr::Gemm(x, b * scale + 1, {}, {.alpha = 1})});
            }()),
            "00");
}

// Those of few channels, of one tap, of each channel for itself, others.
TEST(PreparedGraph, Convolutions) {
  struct Case {
    int64_t in, out, taps;
    uint32_t groups;
  };
  for (const Case& c : {Case{3, 8, 3, 1},
                        {16, 24, 1, 1},
                        {16, 16, 3, 16},
                        {16, 24, 3, 1},
                        {16, 24, 5, 2},
                        {2, 2, 3, 1}})
    EXPECT_EQ(
        Prepared([&] {
          Description of;
          const Expression x = of.Input(kFloat, {1, c.in, 12, 12});
          const Expression w =
              of.Constant(kFloat, {c.out, c.in / int64_t(c.groups), c.taps, c.taps});
          const Expression bias = of.Constant(kFloat, {1, c.out, 1, 1});
          return of.Finish({expr::Convolution(x, w, bias, Square(uint32_t(c.taps / 2), c.groups))});
        }()),
        "01")
        << c.in << " to " << c.out << " channels, " << c.taps << " taps, " << c.groups << " groups";
}

TEST(PreparedGraph, Integers) {
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(DataType::UInt8, {1, 1, 8, 40});
              const Expression b = of.Constant(DataType::Int8, {1, 1, 40, 72});
              return of.Finish({expr::MatrixMultiplyInteger(x, {}, b, {})});
            }()),
            "0");
  EXPECT_EQ(Prepared([] {
              Description of;
              const Expression x = of.Input(DataType::UInt8, {1, 4, 12, 12});
              const Expression w = of.Constant(DataType::Int8, {8, 4, 3, 3});
              return of.Finish({expr::ConvolutionInteger(x, {}, w, {},
                                                         {.strides = {1, 1},
                                                          .dilations = {1, 1},
                                                          .start_padding = {1, 1},
                                                          .end_padding = {1, 1},
                                                          .group_count = 1})});
            }()),
            "0");
}

TEST(PreparedGraph, Recurrences) {
  EXPECT_EQ(Prepared(
                [] {
                  Description of;
                  const Expression x = of.Input(kFloat, {1, 20, 4, 24});
                  const Expression w = of.Constant(kFloat, {1, 1, 4 * 32, 24});
                  const Expression r = of.Constant(kFloat, {1, 1, 4 * 32, 32});
                  const Expression bias = of.Constant(kFloat, {1, 1, 1, 8 * 32});
                  Lstm op = {.activation_descs = {ActivationSigmoid{}, ActivationTanh{},
                                                  ActivationTanh{}}};
                  op.output_sequence.emplace();
                  return of.Finish({expr::Lstm(x * 0.01f, w, r, bias, {}, {}, {}, {}, op)[0]});
                }(),
                false),
            "001");
}

}  // namespace
}  // namespace weft
