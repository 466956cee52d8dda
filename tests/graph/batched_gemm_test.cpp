// SPDX-License-Identifier: MIT
// GEMMs that read the same A and run as one, batched: answers from the formula, element by element,
// on one thread and on several, and what keeps them apart.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "graph/networks.h"
#include "weft/operators.h"
#include "weft/threads.h"

namespace weft {
namespace {

using test::Compiled;
using test::From;
using test::In;
using test::Network;
using test::Numbers;
using test::Of;
using test::RunGraph;
using test::StepsOf;

constexpr DataType kFloat = DataType::Float32;

TensorDesc Owned(TensorDesc desc) {
  desc.flags = TensorFlags::OwnedByDml;
  return desc;
}

// As many threads as the test wants, until it is over.
class Threads {
 public:
  explicit Threads(int count) : before_(ThreadCount()) { SetThreadCount(count); }
  ~Threads() { SetThreadCount(before_); }

 private:
  const int before_;
};

struct Form {
  int64_t outer, batches, m, k;
  std::vector<int64_t> n;  // of each product
};

// Products of input 0; B and C of the i-th are inputs 2 * i + 1 and 2 * i + 2. The second one
// writes across, the third has no C, the fourth an activation.
Gemm Product(const Form& form, size_t i) {
  const int64_t n = form.n[i], m = form.m, batches = form.batches;
  Gemm gemm = {.a = {kFloat, {form.outer, batches, m, form.k}},
               .b = Owned({kFloat, {form.outer, batches, n, form.k}, {0, 0, form.k, 1}}),
               .output = {kFloat, {form.outer, batches, m, n}},
               .trans_b = MatrixTransform::Transpose,
               .alpha = float(i) + 1,
               .beta = 0.5f};
  if (i != 2) gemm.c = TensorDesc(kFloat, {form.outer, batches, m, n}, {0, 0, 0, 1});
  if (i == 1)
    gemm.output = TensorDesc(kFloat, {form.outer, batches, m, n}, {batches * m * n, m * n, 1, m});
  if (i == 3) gemm.fused_activation = FusedActivation(ActivationRelu{});
  return gemm;
}

void ExpectTogether(const Form& form) {
  Network net;
  std::vector<std::vector<float>> inputs = {
      Numbers(size_t(form.outer * form.batches * form.m * form.k), 1)};
  std::vector<bool> owned = {false};
  std::vector<size_t> outputs;
  for (size_t i = 0; i < form.n.size(); ++i) {
    const auto b = uint32_t(2 * i + 1);
    const Gemm gemm = Product(form, i);
    net.Add(gemm, {In(0), In(b), gemm.c ? In(b + 1) : From{}});
    net.Output(uint32_t(i));
    inputs.push_back(Numbers(size_t(form.n[i] * form.k), b));
    inputs.push_back(Numbers(gemm.c ? size_t(form.n[i]) : 0, b + 1));
    owned.insert(owned.end(), {true, false});
    outputs.push_back(size_t(form.outer * form.batches * form.m * form.n[i]));
  }
  net.desc.input_count = uint32_t(inputs.size());
  const CompiledGraph graph = Compiled(net.desc);
  EXPECT_EQ(StepsOf(graph), 1u) << graph.Explain();
  const auto got = RunGraph(graph, inputs, outputs, owned);
  for (size_t i = 0; i < form.n.size(); ++i) {
    const Gemm gemm = Product(form, i);
    for (int64_t batch = 0; batch < form.outer * form.batches; ++batch)
      for (int64_t row = 0; row < form.m; ++row)
        for (int64_t column = 0; column < form.n[i]; ++column) {
          double sum = 0, magnitude = 0;
          for (int64_t k = 0; k < form.k; ++k) {
            const double term = double(inputs[0][size_t((batch * form.m + row) * form.k + k)]) *
                                inputs[2 * i + 1][size_t(column * form.k + k)] * double(i + 1);
            sum += term;
            magnitude += std::abs(term);
          }
          const double c = gemm.c ? inputs[2 * i + 2][size_t(column)] / 2.0 : 0;
          const double want = i == 3 ? std::max(sum + c, 0.0) : sum + c;
          const int64_t place[] = {batch / form.batches, batch % form.batches, row, column};
          ASSERT_NEAR(got[i][size_t(gemm.output.layout.OffsetOf(place))], want,
                      (magnitude + std::abs(c)) * double(form.k + 4) * 0x1p-24)
              << "product " << i << ": " << batch << ", " << row << ", " << column;
        }
  }
}

// Of one column's panel and of many, of several blocks of rows, k blocks and matrices.
TEST(BatchedGemm, EveryKindOfProduct) {
  for (const int threads : {1, 2, 3}) {
    const Threads now(threads);
    for (const Form& form :
         {Form{1, 1, 5, 7, {9, 20, 33, 8}}, Form{1, 1, 1, 300, {40, 16, 100, 7}},
          Form{1, 1, 128, 64, {256, 256, 256}}, Form{2, 3, 40, 30, {70, 150, 20, 300}},
          Form{1, 1, 300, 270, {130, 10, 64, 30}},
          Form{1, 1, 6, 3, {10, 10, 10, 10, 10, 10, 10, 10}}}) {
      SCOPED_TRACE(fmt::format("{} threads, {} rows, {} deep", threads, form.m, form.k));
      ExpectTogether(form);
    }
  }
}

// The scratch memory depends on the machine.
std::string WithoutScratch(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("  scratch") && !line.starts_with("temporary")) kept += line + "\n";
  return kept;
}

// Constants are packed before, too; and what is added to one of them was there before.
TEST(BatchedGemm, Explained) {
  const TensorDesc x(kFloat, {1, 1, 8, 16}), square(kFloat, {1, 1, 16, 16});
  const Gemm gemm = {.a = x, .b = square, .output = x, .alpha = 1};
  Network net;
  net.Constant(Numbers(256, 3), "wq");
  net.Constant(Numbers(256, 4), "wk");
  net.Add(gemm, {In(0), Of(0)}, "q");
  net.Add(gemm, {In(0), Of(1)}, "k");
  net.Add(ElementWiseAdd{.a = x, .b = x, .output = x}, {Of(3), In(1)}, "sum");
  net.Output(2);
  net.Output(4);
  const std::string as = " as " + ToString(x) + "\n";
  EXPECT_EQ(WithoutScratch(Compiled(net.desc).Explain()),
            "step 0: q, k + sum (batched GEMM)\n"
            "  reads input 0\n"
            "  reads constant wq\n"
            "  reads input 0\n"
            "  reads constant wk\n"
            "  reads input 1\n"
            "  writes output 0" +
                as + "  writes output 1" + as +
                "  prepared 2048 bytes\n"
                "  by matmul/packed\n"
                "  cost 4096 bytes moved, 4096 products\n"  // A once
                "persistent memory: 2048 bytes\n");
  const std::vector<std::vector<float>> inputs = {Numbers(128, 1), Numbers(128, 2)};
  EXPECT_EQ(RunGraph(Compiled(net.desc), inputs, {128, 128}),
            RunGraph(Compiled(net.desc, true), inputs, {128, 128}));
}

// So many steps, and what the nodes give one by one.
void ExpectSteps(const Network& net, size_t inputs, const std::vector<bool>& owned, size_t steps) {
  const CompiledGraph graph = Compiled(net.desc);
  EXPECT_EQ(StepsOf(graph), steps) << graph.Explain();
  std::vector<std::vector<float>> numbers;
  for (size_t i = 0; i < inputs; ++i) numbers.push_back(Numbers(256, uint32_t(i) + 1));
  const std::vector<size_t> outputs(net.desc.output_count, 256);
  const auto got = RunGraph(graph, numbers, outputs, owned);
  const auto want = RunGraph(Compiled(net.desc, true), numbers, outputs, owned);
  for (size_t o = 0; o < got.size(); ++o)
    for (size_t i = 0; i < 256; ++i)
      ASSERT_NEAR(got[o][i], want[o][i], 1e-5f * (1 + std::abs(want[o][i])));
}

TEST(BatchedGemm, WhatStaysApart) {
  const TensorDesc square(kFloat, {1, 1, 16, 16});
  const Gemm gemm = {.a = square, .b = Owned(square), .output = square, .alpha = 1, .beta = 1};
  Gemm with_c = gemm, loose = gemm, softmax = gemm;
  with_c.c = square;
  loose.b = square;
  softmax.fused_activation = FusedActivation(ActivationSoftmax{});
  {
    SCOPED_TRACE("one adds what the other gives");
    Network net;
    net.Add(gemm, {In(0), In(1)});
    net.Add(with_c, {In(0), In(2), Of(0)});
    net.Output(0);
    net.Output(1);
    ExpectSteps(net, 3, {false, true, true}, 2);
  }
  {
    SCOPED_TRACE("one adds what comes in between, and the next goes with it");
    Network net;
    net.Add(gemm, {In(0), In(1)});
    net.Add(ActivationSoftmax{.input = square, .output = square}, {Of(0)});
    net.Add(with_c, {In(0), In(2), Of(1)});
    net.Add(gemm, {In(0), In(3)});
    for (const uint32_t node : {0, 2, 3}) net.Output(node);
    ExpectSteps(net, 4, {false, true, true, true}, 3);
  }
  {
    SCOPED_TRACE("one packs its B every time, one needs whole lines");
    Network net;
    net.Add(gemm, {In(0), In(1)});
    net.Add(loose, {In(0), In(2)});
    net.Add(softmax, {In(0), In(3)});
    for (const uint32_t node : {0, 1, 2}) net.Output(node);
    ExpectSteps(net, 4, {false, true, false, true}, 3);
  }
  {
    SCOPED_TRACE("they read different A");
    Network net;
    net.Add(gemm, {In(0), In(1)});
    net.Add(gemm, {In(2), In(1)});
    net.Output(0);
    net.Output(1);
    ExpectSteps(net, 3, {false, true, false}, 2);
  }
  {
    SCOPED_TRACE("ten are two steps");
    Network net;
    for (uint32_t i = 0; i < 10; ++i) {
      net.Add(gemm, {In(0), In(i + 1)});
      net.Output(i);
    }
    ExpectSteps(net, 11, {false, true, true, true, true, true, true, true, true, true, true}, 2);
  }
  {
    SCOPED_TRACE("few columns are computed across");
    const TensorDesc narrow(kFloat, {1, 1, 16, 2});
    const Gemm few = {.a = square, .b = Owned(narrow), .output = narrow, .alpha = 1};
    Network net;
    net.Add(few, {In(0), In(1)});
    net.Add(few, {In(0), In(2)});
    net.Output(0);
    net.Output(1);
    ExpectSteps(net, 3, {false, true, true}, 2);
  }
}

}  // namespace
}  // namespace weft
