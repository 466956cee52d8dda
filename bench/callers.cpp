// SPDX-License-Identifier: MIT
// bench_callers: one compiled operator called from 8 threads at once, beside the same calls one
// after the other, each of which has all of Weft's threads to itself. Callers share the processors
// as they are, so above 1 is what it costs that they meet. Each has an output of its own.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "weft/device.h"

using namespace weft;

namespace {

constexpr int kCallers = 8, kRounds = 15;

double SecondsOf(auto work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Case {
  std::string name;
  Operator op;
  size_t inputs;      // the third one is absent
  int64_t a, b, out;  // elements of float32
  int calls;          // of each caller in a round
};

void Measure(const Case& c) {
  const Result<CompiledOperator> op = Compile(c.op);
  if (!op) {
    std::fprintf(stderr, "bench_callers: %s\n", op.error().message.c_str());
    std::exit(1);
  }
  const std::vector<float> a(c.a, 1), b(c.b, 2);
  std::vector<std::vector<float>> outputs(kCallers, std::vector<float>(c.out));
  const ConstBuffer inputs[] = {a, b, {}};
  const auto call = [&](int caller) {
    const Buffer output[] = {outputs[caller]};
    if (!op->Run(std::span(inputs, c.inputs), output)) std::exit(1);
  };
  const auto one_after_the_other = [&] {
    for (int i = 0; i < c.calls * kCallers; ++i) call(i % kCallers);
  };
  const auto at_once = [&] {
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < kCallers; ++caller)
      callers.emplace_back([&, caller] {
        for (int i = 0; i < c.calls; ++i) call(caller);
      });
  };
  std::vector<double> ratios;
  double best_alone = 1e9, best_together = 1e9;
  for (int round = 0; round <= kRounds; ++round) {
    const bool is_first = round % 2 == 0;
    double together = is_first ? SecondsOf(at_once) : 0;
    const double alone = SecondsOf(one_after_the_other);
    if (!is_first) together = SecondsOf(at_once);
    if (round == 0) continue;  // it finds cold memory and starts the threads
    ratios.push_back(together / alone);
    best_alone = std::min(best_alone, alone);
    best_together = std::min(best_together, together);
  }
  std::ranges::sort(ratios);
  std::printf("%-26s %9.1f %9.1f %7.2f (%.2f to %.2f)\n", c.name.c_str(),
              best_alone * 1e6 / (kCallers * c.calls), best_together * 1e6 / (kCallers * c.calls),
              ratios[kRounds / 2], ratios.front(), ratios.back());
}

TensorDesc Floats(const Sizes& sizes) { return TensorDesc(DataType::Float32, sizes); }

}  // namespace

int main() {
  std::printf("%d callers, %d threads; us a call, medians of at once / one after the other\n",
              kCallers, ThreadCount());
  std::printf("%-26s %9s %9s %7s\n", "", "in turn", "at once", "ratio");
  for (const uint32_t n : {4u, 256u, 1000u}) {
    const TensorDesc t = Floats({n, n});
    const int64_t count = int64_t(n) * n;
    const std::string name = "add " + std::to_string(n) + " x " + std::to_string(n);
    const int calls = int(100'000'000 / (count + 2'000));
    Measure({name, ElementWiseAdd{t, t, t}, 2, count, count, count, calls});
  }
  Gemm gemm;
  gemm.a = gemm.b = gemm.output = Floats({1, 1, 256, 256});
  gemm.alpha = 1;
  Measure({"gemm 256 x 256 x 256", gemm, 3, 65536, 65536, 65536, 60});
  Convolution convolution;
  convolution.input = convolution.output = Floats({1, 64, 56, 56});
  convolution.filter = Floats({64, 64, 3, 3});
  convolution.strides = convolution.dilations = {1, 1};
  convolution.start_padding = convolution.end_padding = {1, 1};
  convolution.output_padding = {0, 0};
  convolution.group_count = 1;
  Measure(
      {"convolution 3x3, 64 x 56^2", convolution, 3, 64 * 56 * 56, 64 * 64 * 9, 64 * 56 * 56, 30});
}
