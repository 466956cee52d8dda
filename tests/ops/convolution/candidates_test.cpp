// SPDX-License-Identifier: MIT
// Every way to compute a CONVOLUTION, asked for by its name, against the oracle; and which problem
// takes which way.
#include <map>
#include <optional>
#include <set>
#include <string>

#include "ops/convolution/convolution.h"
#include "ops/convolution/image_convolution.h"
#include "ops/elementwise/element_wise.h"
#include "oracle/convolution.h"
#include "simd/each_isa.h"
#include "weft/device.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::ImageConvolution;
using test::ImageLayouts;
using test::Rng;
using test::TensorBuffers;
using test::Windows;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;

// Of each kind of convolution a few, whose sizes are no multiples of anything.
std::vector<Convolution> Convolutions(DataType type) {
  return {
      ImageConvolution(type, {{9, 35}, {3, 3}, 1, 1, 1, 1}, 1, 3, 18),
      ImageConvolution(type, {{11, 70}, {7, 7}, 2, 1, 3, 3}, 1, 3, 5),
      ImageConvolution(type, {{9, 13}, {3, 2}, 2, 2, 2, 1}, 1, 20, 17),
      ImageConvolution(type, {{9, 13}, {3, 3}, 1, 1, 1, 1}, 2, 5, 7),
      ImageConvolution(type, {{7, 37}, {1, 1}}, 1, 19, 21),
      ImageConvolution(type, {{3, 5}, {1, 1}}, 1, 19, 21),
      ImageConvolution(type, {{7, 37}, {1, 1}}, 1, 32, 32),
      ImageConvolution(type, {{9, 33}, {3, 3}, 1, 1, 1, 1}, 32, 1, 1),
      ImageConvolution(type, {{9, 35}, {3, 3}, 1, 1, 1, 1}, 1, 3, 32),
      ImageConvolution(type, {{9, 33}, {3, 3}, 1, 1, 1, 1}, 17, 1, 1),
      // Rows so long that borders are by themselves, and channels that are staged in two slices.
      ImageConvolution(type, {{5, 67}, {3, 3}, 1, 1, 1, 1}, 21, 1, 1),
      ImageConvolution(type, {{6, 9}, {3, 3}, 1, 1, 1, 1}, 77, 1, 1),
      ImageConvolution(type, {{9, 33}, {5, 3}, 2, 1, 2, 2}, 17, 1, 1)};
}

std::vector<Dense> ValuesFor(const Convolution& op) {
  Rng rng(7);
  std::vector<Dense> values;
  for (const TensorDesc& tensor : {op.input, op.filter, *op.bias}) {
    values.push_back({tensor.type, tensor.sizes(), {}});
    for (int64_t n = tensor.layout.ElementCount(); n > 0; --n)
      values.back().elements.push_back(
          oracle::BitsOf(tensor.type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 1000}));
  }
  return values;
}

// How often the candidate took a problem, each time with the right answer.
int Accepted(std::string_view candidate) {
  int accepted = 0;
  for (const DataType type : {kF32, kF16})
    for (Convolution op : Convolutions(type)) {
      const std::vector<Dense> values = ValuesFor(op);
      const auto want = oracle::Convolve(values[0], values[1], values[2], op.output.sizes(),
                                         {.strides = op.strides,
                                          .dilations = op.dilations,
                                          .start = op.start_padding,
                                          .output_padding = {},
                                          .groups = int64_t(op.group_count)});
      for (const auto& [input, output] : ImageLayouts(op))
        for (const TensorFlags flags : {TensorFlags::None, TensorFlags::OwnedByDml}) {
          op.input.layout = input;
          op.output.layout = output;
          op.filter.flags = flags;
          TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1, 64, 0);
          TensorBuffers out({&op.output}, 2, 64, 0);
          for (size_t i = 0; i < 3; ++i) in.Write(i, values[i]);
          const TensorBuffers before = out;
          const Status status =
              Run(op, in.AsInputs(), out.AsOutputs(), {.candidate = std::string(candidate)});
          if (!status) {
            EXPECT_NE(status.error().message.find("refuses"), std::string::npos)
                << status.error().message;
            continue;
          }
          ++accepted;
          const Dense got = out.Read(0);
          EXPECT_EQ(oracle::OutOfBounds(got, want), "") << candidate << ToString(Operator(op));
          EXPECT_EQ(out.Difference(0, before, got), "") << candidate << ToString(Operator(op));
        }
    }
  return accepted;
}

TEST(ConvolutionCandidates, AllAreRightInEveryLayout) {
  for (const auto& candidate : ops::ConvolutionCandidates())
    EXPECT_GE(Accepted(candidate.name), 10) << candidate.name;
}

// Whoever computes an element adds its products in the same order, whatever the layouts and the
// vectors.
TEST(ConvolutionCandidates, AllGiveTheSameBits) {
  for (Convolution op : Convolutions(kF32)) {
    const std::vector<Dense> values = ValuesFor(op);
    std::optional<Dense> firsts[2];  // where multiply-adds are not fused, and where they are
    int runs = 0;
    for (const std::string_view isa : test::IsasHere()) {
      std::optional<Dense>& first = firsts[isa != "SCALAR" && isa != "SSE4"];
      const test::WithMaxIsa ceiling(isa);
      for (const auto& candidate : ops::ConvolutionCandidates())
        for (const auto& [input, output] : ImageLayouts(op)) {
          op.input.layout = input;
          op.output.layout = output;
          TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1), out({&op.output}, 2);
          for (size_t i = 0; i < 3; ++i) in.Write(i, values[i]);
          const CompileOptions options = {.candidate = std::string(candidate.name)};
          if (!weft::Run(op, in.AsInputs(), out.AsOutputs(), options)) continue;
          ++runs;
          const Dense got = out.Read(0);
          if (!first) first = got;
          EXPECT_EQ(got.elements, first->elements) << candidate.name << ToString(Operator(op));
        }
    }
    EXPECT_GE(runs, 8);
  }
}

Dense ConvolvedBy(Convolution op, const std::vector<Dense>& values) {
  TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1), out({&op.output}, 2);
  for (size_t i = 0; i < 3; ++i) in.Write(i, values[i]);
  EXPECT_TRUE(weft::Run(op, in.AsInputs(), out.AsOutputs()));
  return out.Read(0);
}

// Blocks and slices of columns are shared out, and each thread stages what it needs.
TEST(ConvolutionCandidates, ThreadsChangeNoBit) {
  const int before = ThreadCount();
  for (Convolution op : {ImageConvolution(kF32, {{7, 7}, {3, 3}, 1, 1, 1, 1}, 1, 64, 200),
                         ImageConvolution(kF32, {{30, 60}, {3, 3}, 1, 1, 1, 1}, 150, 1, 1)}) {
    const std::vector<Dense> values = ValuesFor(op);
    for (const auto& [input, output] : ImageLayouts(op)) {
      op.input.layout = input;
      op.output.layout = output;
      SetThreadCount(1);
      const Dense want = ConvolvedBy(op, values);
      SetThreadCount(5);
      EXPECT_EQ(ConvolvedBy(op, values).elements, want.elements) << ToString(Operator(op));
    }
  }
  SetThreadCount(before);
}

// Only the middle of the filter meets the image, and what lies between its taps is not staged.
TEST(ConvolutionCandidates, WideWindowsNeedLittleMemory) {
  constexpr uint32_t kFar = 1 << 20;
  Convolution op = ImageConvolution(kF32, {{4, 5}, {3, 3}, 1, kFar, kFar, kFar}, 1, 3, 5);
  Convolution middle = ImageConvolution(kF32, {{4, 5}, {1, 1}}, 1, 3, 5);
  const std::vector<Dense> values = ValuesFor(op);
  std::vector<Dense> seen = values;
  seen[1] = {kF32, middle.filter.sizes(), {}};
  for (size_t i = 4; i < values[1].elements.size(); i += 9)
    seen[1].elements.push_back(values[1].elements[i]);
  const Dense want = ConvolvedBy(middle, seen);
  for (const auto& [input, output] : ImageLayouts(op)) {
    op.input.layout = input;
    op.output.layout = output;
    EXPECT_EQ(ops::CandidateOf(op), "convolution/tap_product/pixels");
    EXPECT_LT(Compile(op)->temporary_bytes(), 1 << 20);
    EXPECT_EQ(ConvolvedBy(op, values).elements, want.elements);
  }
}

// Layouts as ImageLayouts has them.
enum Lies { kNchw = 0, kNhwc = 1, kPaddedNchw = 3 };

TEST(ConvolutionCandidates, WhichProblemTakesWhich) {
  const Windows one_tap = {{40, 40}, {1, 1}}, square = {{40, 40}, {3, 3}, 1, 1, 1, 1};
  struct Row {
    std::string_view name;
    Convolution op;
    Lies lies;
  };
  const std::vector<Row> rows = {
      {"convolution/tap_product/planes", ImageConvolution(kF32, one_tap, 1, 16, 16), kNchw},
      {"convolution/tap_product/planes", ImageConvolution(kF32, square, 1, 3, 16), kNchw},
      {"convolution/tap_product/planes", ImageConvolution(kF16, one_tap, 1, 16, 16), kNchw},
      {"convolution/tap_product/planes", ImageConvolution(kF32, square, 16, 1, 1), kNchw},
      {"convolution/tap_product/planes", ImageConvolution(kF16, square, 16, 1, 1), kPaddedNchw},
      {"convolution/depthwise/pixels", ImageConvolution(kF16, square, 16, 1, 1), kNhwc},
      {"convolution/depthwise/pixels", ImageConvolution(kF32, square, 16, 1, 1), kNhwc},
      {"convolution/tap_product/pixels", ImageConvolution(kF32, square, 1, 16, 16), kNhwc},
      {"convolution/tap_product/pixels", ImageConvolution(kF32, square, 1, 64, 64), kNchw},
      {"convolution/tap_product/pixels", ImageConvolution(kF32, one_tap, 1, 16, 16), kNhwc},
      {"convolution/tap_product/pixels", ImageConvolution(kF32, square, 1, 3, 16), kNhwc},
  };
  std::set<std::string_view> picked;
  for (const Machine& machine :
       {Machine{.vector_bytes = 16}, Machine{.vector_bytes = 32, .threads = 8},
        Machine{.vector_bytes = 64}})
    for (Row row : rows) {
      const auto layouts = ImageLayouts(row.op)[row.lies];
      row.op.input.layout = layouts[0];
      row.op.output.layout = layouts[1];
      const auto* const candidate =
          Pick(ops::ConvolutionCandidates(), ops::ConvolutionProblem(row.op), machine);
      ASSERT_NE(candidate, nullptr);
      EXPECT_EQ(candidate->name, row.name) << ToString(Operator(row.op));
      picked.insert(candidate->name);
    }
  for (const auto& candidate : ops::ConvolutionCandidates())
    EXPECT_TRUE(picked.contains(candidate.name)) << candidate.name << " is never picked";
}

TEST(ConvolutionCandidates, RefusalsSayWhy) {
  struct Row {
    std::string name, why;
    Convolution op;
  };
  const Row rows[] = {
      {"convolution/depthwise/pixels",
       "there are 1 groups of 5 input and 6 output channels, but several of one are needed",
       ImageConvolution(kF32, {{4, 4}, {3, 3}}, 1, 5, 6)},
      {"convolution/tap_product/planes", "a window is wider than 4096 or sees padding alone",
       ImageConvolution(kF32, {{3, 3}, {3, 3}, 1, 9000, 9000, 9000}, 1, 5, 6)}};
  for (const auto& [name, why, op] : rows) {
    const auto compiled = Compile(op, {.candidate = name});
    ASSERT_FALSE(compiled.has_value());
    EXPECT_EQ(compiled.error().message,
              "CONVOLUTION: the candidate " + name + " was asked for and refuses: " + why);
  }
}

}  // namespace
}  // namespace weft
