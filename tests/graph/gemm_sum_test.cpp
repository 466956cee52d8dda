// SPDX-License-Identifier: MIT
// Sums that go into the GEMM before them: answers from the formula, element by element, for every
// layout of the addend, blocks of every kind and both types.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/networks.h"
#include "oracle/element.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::Compiled;
using test::ExpectSame;
using test::From;
using test::In;
using test::Network;
using test::Numbers;
using test::Of;
using test::RunGraph;
using test::StepsOf;

struct Form {
  int64_t m, n, k;
};
enum class Lies { Packed, Across, OneRow, OneColumn };
enum class After { Nothing, Relu, FusedTanh };

TensorDesc Addend(DataType type, const Form& form, Lies lies) {
  const Sizes sizes = {1, 1, form.m, form.n};
  switch (lies) {
    case Lies::Across: return {type, sizes, {0, 0, 1, form.m}};
    case Lies::OneRow: return {type, sizes, {0, 0, 0, 1}};
    case Lies::OneColumn: return {type, sizes, {0, 0, 1, 0}};
    default: return {type, sizes};
  }
}

Gemm Product(DataType type, const Form& form, bool has_c) {
  Gemm gemm = {.a = {type, {1, 1, form.m, form.k}},
               .b = {type, {1, 1, form.k, form.n}},
               .output = {type, {1, 1, form.m, form.n}},
               .alpha = 0.5f,
               .beta = 2};
  if (has_c) gemm.c = TensorDesc(type, {1, 1, form.m, form.n}, {0, 0, 0, 1});
  return gemm;
}

// after(GEMM(input 0, 1, 2) + input 3), in either order.
Network SumOf(const Gemm& gemm, const TensorDesc& addend, bool first, After after) {
  const TensorDesc& result = gemm.output;
  Network net;
  net.Add(gemm, {In(0), In(1), gemm.c ? In(2) : From{}}, "product");
  const uint32_t other = gemm.c ? 3 : 2;
  const auto [a, b] = first ? std::pair(result, addend) : std::pair(addend, result);
  const std::vector<From> from =
      first ? std::vector<From>{Of(0), In(other)} : std::vector<From>{In(other), Of(0)};
  if (after == After::FusedTanh)
    net.Add(ElementWiseAdd1{.a = a,
                            .b = b,
                            .output = result,
                            .fused_activation = FusedActivation(ActivationTanh{})},
            from, "sum");
  else
    net.Add(ElementWiseAdd{.a = a, .b = b, .output = result}, from, "sum");
  if (after == After::Relu)
    net.Add(ActivationRelu{.input = result, .output = result}, {Of(1)}, "relu");
  net.Output(uint32_t(net.desc.nodes.size()) - 1);
  return net;
}

double Activated(double sum, After after) {
  if (after == After::Relu) return std::max(sum, 0.0);
  return after == After::FusedTanh ? std::tanh(sum) : sum;
}

size_t Required(const TensorDesc& desc) { return size_t(desc.layout.RequiredElements()); }

// One step, and what the formula says.
void ExpectFused(const Form& form, bool has_c, Lies lies, bool first, After after) {
  const Gemm gemm = Product(DataType::Float32, form, has_c);
  const TensorDesc addend = Addend(DataType::Float32, form, lies);
  const CompiledGraph graph = Compiled(SumOf(gemm, addend, first, after).desc);
  EXPECT_EQ(StepsOf(graph), 1u) << graph.Explain();
  std::vector<std::vector<float>> inputs = {Numbers(Required(gemm.a), 1),
                                            Numbers(Required(gemm.b), 2)};
  if (has_c) inputs.push_back(Numbers(Required(*gemm.c), 3));
  inputs.push_back(Numbers(Required(addend), 4));
  const auto got = RunGraph(graph, inputs, {size_t(form.m * form.n)})[0];
  for (int64_t i = 0; i < form.m; ++i)
    for (int64_t j = 0; j < form.n; ++j) {
      double sum = 0, magnitude = 0;
      for (int64_t k = 0; k < form.k; ++k) {
        const double term =
            double(inputs[0][size_t(i * form.k + k)]) * inputs[1][size_t(k * form.n + j)] / 2;
        sum += term;
        magnitude += std::abs(term);
      }
      const double c = has_c ? 2.0 * inputs[2][size_t(j)] : 0;
      const double added = inputs.back()[size_t(i * addend.strides()[2] + j * addend.strides()[3])];
      magnitude += std::abs(c) + std::abs(added);
      ASSERT_NEAR(got[size_t(i * form.n + j)], Activated(sum + c + added, after),
                  magnitude * double(form.k + 4) * 0x1p-24)
          << i << ", " << j << "\n"
          << graph.Explain();
    }
}

// A few numbers, few columns, which are computed across, one column, and more rows and columns than
// one piece, one block or one thread has.
TEST(GemmSum, EveryLayoutOfTheAddend) {
  for (const Form& form : {Form{5, 9, 7}, Form{20, 3, 4}, Form{7, 1, 5}, Form{300, 70, 9},
                           Form{9, 2100, 5}, Form{130, 150, 300}})
    for (const bool has_c : {true, false})
      for (const Lies lies : {Lies::Packed, Lies::Across, Lies::OneRow, Lies::OneColumn})
        for (const bool first : {true, false}) {
          SCOPED_TRACE(fmt::format("{} x {} x {}, C {}, layout {}, first {}", form.m, form.n,
                                   form.k, has_c, int(lies), first));
          ExpectFused(form, has_c, lies, first, first ? After::Relu : After::Nothing);
        }
  for (const After after : {After::Nothing, After::Relu, After::FusedTanh})
    ExpectFused({130, 150, 30}, true, Lies::Packed, true, after);
}

// FLOAT16 is rounded once, at the end: 2048 + 1 + 1 is no float16 on the way.
TEST(GemmSum, HalvesAreRoundedOnce) {
  const auto half = [](long double x) {
    return uint16_t(oracle::BitsOf(DataType::Float16, {true, 0, x}));
  };
  const Form form = {3, 40, 1};
  for (const Lies lies : {Lies::Packed, Lies::Across}) {
    const Gemm gemm = Product(DataType::Float16, form, true);  // A * B / 2 + 2 * C
    const Network net = SumOf(gemm, Addend(DataType::Float16, form, lies), true, After::Nothing);
    const std::vector<std::vector<uint16_t>> inputs = {
        std::vector<uint16_t>(3, half(64)), std::vector<uint16_t>(40, half(64)),
        std::vector<uint16_t>(40, half(0.5L)), std::vector<uint16_t>(120, half(1))};
    EXPECT_EQ(StepsOf(Compiled(net.desc)), 1u);
    EXPECT_EQ(RunGraph<uint16_t>(Compiled(net.desc), inputs, {120})[0],
              std::vector<uint16_t>(120, half(2050)));
    EXPECT_EQ(RunGraph<uint16_t>(Compiled(net.desc, true), inputs, {120})[0],
              std::vector<uint16_t>(120, half(2048)));
  }
}

TEST(GemmSum, WhatStaysASum) {
  const TensorDesc square(DataType::Float32, {1, 1, 6, 6});
  const Gemm plain = {.a = square, .b = square, .output = square, .alpha = 1};
  Gemm gemm = plain;
  gemm.c = square;
  gemm.beta = 1;
  const ElementWiseAdd sum = {.a = square, .b = square, .output = square};
  {
    SCOPED_TRACE("one is C, one more is added, a third is too many");
    Network net;
    net.Add(plain, {In(0), In(1)});
    net.Add(sum, {Of(0), In(2)});
    net.Add(sum, {In(3), Of(1)});
    net.Add(sum, {Of(2), In(4)});
    net.Output(3);
    ExpectSame(net, {36, 36, 36, 36, 36}, {36}, 2);
  }
  {
    SCOPED_TRACE("the product has an activation");
    Network net;
    net.Add(gemm, {In(0), In(1), In(2)});
    net.Add(ActivationTanh{.input = square, .output = square}, {Of(0)});
    net.Add(sum, {Of(1), In(3)});
    net.Output(2);
    ExpectSame(net, {36, 36, 36, 36}, {36}, 2);
  }
  {
    SCOPED_TRACE("the product is wanted without the sum, too");
    Network net;
    net.Add(gemm, {In(0), In(1), In(2)});
    net.Add(sum, {Of(0), In(3)});
    net.Output(0);
    net.Output(1);
    ExpectSame(net, {36, 36, 36, 36}, {36, 36}, 2);
  }
  {
    SCOPED_TRACE("the product twice");
    Network net;
    net.Add(gemm, {In(0), In(1), In(2)});
    net.Add(sum, {Of(0), Of(0)});
    net.Output(1);
    ExpectSame(net, {36, 36, 36}, {36}, 2);
  }
  {
    SCOPED_TRACE("what is added comes later");
    Network net;
    net.Add(gemm, {In(0), In(1), In(2)});
    net.Add(ActivationSoftmax{.input = square, .output = square}, {In(3)});
    net.Add(sum, {Of(0), Of(1)});
    net.Output(2);
    ExpectSame(net, {36, 36, 36, 36}, {36}, 3);
  }
}

// x + f(x): x is read as a matrix and added, and is there until the step is over.
TEST(GemmSum, OfItsOwnInput) {
  const TensorDesc square(DataType::Float32, {1, 1, 40, 40});
  const TensorDesc bias(DataType::Float32, {1, 1, 40, 40}, {0, 0, 0, 1});
  const Gemm gemm = {.a = square, .b = square, .c = bias, .output = square, .alpha = 1, .beta = 1};
  Network net;
  net.Add(ActivationSoftmax{.input = square, .output = square}, {In(0)}, "x");
  net.Add(gemm, {Of(0), In(1), In(2)}, "product");
  net.Add(ElementWiseAdd{.a = square, .b = square, .output = square}, {Of(0), Of(1)}, "sum");
  net.Add(ActivationSoftmax{.input = square, .output = square}, {Of(2)}, "last");
  net.Output(3);
  ExpectSame(net, {1600, 1600, 40}, {1600}, 3);
  const std::string text = Compiled(net.desc).Explain();
  EXPECT_NE(text.find("step 1: product + sum (GEMM)\n"
                      "  reads temporary [0, 6400)\n"
                      "  reads input 1\n"
                      "  reads input 2\n"
                      "  reads temporary [0, 6400)\n"
                      "  writes temporary ["),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(fmt::format("  cost {} bytes moved, 64000 products\n", 4 * (5 * 1600))),
            std::string::npos)
      << text;
}

// y + f(x): the sum takes y's memory, and y is whole until each of its elements is added.
TEST(GemmSum, TakesTheMemoryOfItsAddend) {
  const TensorDesc square(DataType::Float32, {1, 1, 140, 140});
  const TensorDesc bias(DataType::Float32, {1, 1, 140, 140}, {0, 0, 0, 1});
  const Gemm gemm = {.a = square, .b = square, .c = bias, .output = square, .alpha = 1, .beta = 1};
  Network net;
  net.Add(ActivationSoftmax{.input = square, .output = square}, {In(0)}, "y");
  net.Add(gemm, {In(1), In(2), In(3)}, "product");
  net.Add(ElementWiseAdd{.a = square, .b = square, .output = square}, {Of(0), Of(1)}, "sum");
  net.Add(ActivationSoftmax{.input = square, .output = square}, {Of(2)}, "last");
  net.Output(3);
  ExpectSame(net, {19600, 19600, 19600, 140}, {19600}, 3);
  const std::string text = Compiled(net.desc).Explain();
  EXPECT_NE(text.find("  reads temporary [0, 78400)\n  writes temporary [0, 78400) as "),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace weft
