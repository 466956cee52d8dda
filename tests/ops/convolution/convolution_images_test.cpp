// SPDX-License-Identifier: MIT
// CONVOLUTION of images: every way of summing them up, with sizes around those it works on at once,
// in every layout; with a fused activation, on several threads, with a filter packed ahead.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "ops/convolution/image_convolution.h"
#include "ops/elementwise/element_wise.h"
#include "oracle/convolution.h"
#include "simd/each_isa.h"
#include "weft/threads.h"

namespace weft {
namespace {

using oracle::Dense;
using test::ImageConvolution;
using test::ImageLayouts;
using test::Rng;
using test::TensorBuffers;
using test::Windows;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

uint64_t Moderate(Rng& rng, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-4000, 4000)) / 1000});
}

// As `got`, but activated.
template <class Function>
Dense Activated(Dense got, const Function& function) {
  for (uint64_t& bits : got.elements)
    bits = std::bit_cast<uint32_t>(float(function(float(oracle::ValueOf(kF32, bits).real))));
  return got;
}

void ExpectInEveryLayout(Convolution op) {
  Rng rng(uint64_t(op.input.sizes()[2] * 1000 + op.input.sizes()[3]));
  const std::vector<TensorDesc> packed = {op.input, op.filter, *op.bias};
  std::vector<Dense> values(3);
  for (size_t i = 0; i < 3; ++i) {
    values[i] = {packed[i].type, packed[i].sizes(), {}};
    for (int64_t n = packed[i].layout.ElementCount(); n > 0; --n)
      values[i].elements.push_back(Moderate(rng, packed[i].type));
  }
  const auto want = oracle::Convolve(values[0], values[1], values[2], op.output.sizes(),
                                     {.strides = op.strides,
                                      .dilations = op.dilations,
                                      .start = op.start_padding,
                                      .output_padding = {},
                                      .groups = int64_t(op.group_count),
                                      .flip = op.mode == ConvolutionMode::Convolution});
  for (const auto& [input, output] : ImageLayouts(op)) {
    op.input.layout = input;
    op.output.layout = output;
    TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1, 64, 0), out({&op.output}, 2, 64, 0);
    for (size_t i = 0; i < 3; ++i) in.Write(i, values[i]);
    const TensorBuffers before = out;
    const Status status = Run(op, in.AsInputs(), out.AsOutputs());
    ASSERT_TRUE(status.has_value()) << status.error().message;
    const Dense got = out.Read(0);
    ASSERT_EQ(oracle::OutOfBounds(got, want), "") << ToString(Operator(op));
    ASSERT_EQ(out.Difference(0, before, got), "") << ToString(Operator(op));
    Convolution fused = op;
    fused.fused_activation = ActivationRelu{};
    ASSERT_TRUE(Run(fused, in.AsInputs(), out.AsOutputs()).has_value());
    const Dense activated = out.Read(0);
    ASSERT_EQ(out.Difference(0, before, activated), "") << ToString(Operator(fused));
    for (size_t i = 0; i < got.elements.size(); ++i)
      ASSERT_EQ(oracle::ValueOf(got.type, activated.elements[i]).real,
                std::max(oracle::ValueOf(got.type, got.elements[i]).real, 0.0L))
          << ToString(Operator(fused));
    if (got.type != kF32) continue;
    fused.fused_activation = ActivationLeakyRelu{.alpha = 0.3f};
    ASSERT_TRUE(Run(fused, in.AsInputs(), out.AsOutputs()).has_value());
    const Dense leaky = Activated(got, [](float x) { return x < 0 ? 0.3f * x : x; });
    ASSERT_EQ(out.Difference(0, before, leaky), "") << ToString(Operator(fused));
    fused.fused_activation = ElementWiseClip{.min = -1.5f, .max = 2};
    ASSERT_TRUE(Run(fused, in.AsInputs(), out.AsOutputs()).has_value());
    const Dense clipped = Activated(got, [](float x) { return std::clamp(x, -1.5f, 2.0f); });
    ASSERT_EQ(out.Difference(0, before, clipped), "") << ToString(Operator(fused));
  }
}

// Rows around a vector's length and around what a tile holds; one row, one column.
TEST(ConvolutionImages, DepthwiseImages) {
  std::vector<Windows> all;
  for (const int64_t columns : {1, 2, 7, 8, 9, 15, 16, 17, 25, 31, 33})
    all.push_back({{5, columns}, {3, 3}, 1, 1, 1, 1});
  for (const int64_t rows : {1, 2, 23, 130}) all.push_back({{rows, 40}, {3, 3}, 1, 1, 1, 1});
  for (const Sizes& image : {Sizes{9, 700}, Sizes{70, 50}, Sizes{200, 3}, Sizes{1, 3500}})
    for (const Windows& windows :
         {Windows{image, {3, 3}, 1, 1, 1, 1}, Windows{image, {3, 3}, 2, 1, 1, 1},
          Windows{image, {1, 5}, 1, 1, 0, 4}, Windows{image, {2, 3}, 3, 2, 2, 3},
          Windows{image, {3, 3}, 1, 17, 20, 20}, Windows{image, {1, 1}, 2},
          Windows{image, {3, 3}, 1, 1, 2, 2}})
      all.push_back(windows);
  all.push_back({{9, 9}, {9, 9}, 1, 1, 4, 4});
  all.push_back({{3, 3}, {3, 3}, 1, 9000, 9000, 9000});  // only the middle tap sees anything
  for (const DataType type : {kF32, kF16})
    for (const Windows& windows : all) {
      if (HasFatalFailure()) return;
      ExpectInEveryLayout(ImageConvolution(type, windows, 2, 1, 1));
    }
}

// Channels of NHWC in vectors, pairs of them and what is left: borders beside pixels that see none,
// images that are nothing but borders, pixels along columns, more taps than are found at once.
TEST(ConvolutionImages, DepthwiseChannels) {
  for (const Windows& windows :
       {Windows{{14, 29}, {3, 3}, 1, 1, 1, 1}, Windows{{15, 28}, {3, 3}, 2, 1, 0, 1},
        Windows{{9, 14}, {5, 5}, 1, 1, 2, 2}, Windows{{30, 8}, {25, 3}, 1, 1, 2, 12},
        Windows{{11, 1}, {3, 3}, 1, 1, 1, 1}, Windows{{1, 12}, {3, 3}, 1, 1, 1, 1},
        Windows{{2, 2}, {3, 3}, 1, 1, 2, 2}, Windows{{8, 9}, {3, 3}, 1, 3, 3, 3}}) {
    if (HasFatalFailure()) return;
    ExpectInEveryLayout(ImageConvolution(kF32, windows, 71, 1, 1));
  }
}

// Pixels that share few sets of a cache, in short rows and in long ones.
TEST(ConvolutionImages, DepthwiseOfManyChannels) {
  ExpectInEveryLayout(ImageConvolution(kF32, {{4, 7}, {3, 3}, 1, 1, 1, 1}, 512, 1, 1));
  ExpectInEveryLayout(ImageConvolution(kF32, {{3, 41}, {3, 3}, 1, 1, 1, 1}, 512, 1, 1));
}

// Large images of NHWC, of which only the borders are staged.
TEST(ConvolutionImages, ImagesWithBorders) {
  for (const Windows& windows :
       {Windows{{31, 47}, {3, 3}, 1, 1, 1, 1}, Windows{{63, 90}, {5, 7}, 2, 1, 3, 2},
        Windows{{40, 50}, {3, 3}, 1, 2, 0, 3}, Windows{{40, 61}, {2, 1}, 1, 1, 2, 0}}) {
    if (HasFatalFailure()) return;
    ExpectInEveryLayout(ImageConvolution(kF32, windows, 1, 3, 20));
  }
}

// Memory of a tensor that begins where pages begin or ends where they end; what is before and
// behind them cannot be touched.
class FencedBuffer {
 public:
  FencedBuffer(const TensorDesc& desc, bool at_end) {
    const size_t page = size_t(sysconf(_SC_PAGESIZE)), bytes = size_t(desc.RequiredBytes());
    const size_t inside = (bytes + page - 1) / page * page;
    size_ = inside + 2 * page;
    void* const pages = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory_ = static_cast<std::byte*>(pages);
    mprotect(memory_ + page, inside, PROT_READ | PROT_WRITE);
    buffer_ = {memory_ + page + (at_end ? inside - bytes : 0), bytes};
  }
  ~FencedBuffer() { munmap(memory_, size_); }
  FencedBuffer(const FencedBuffer&) = delete;
  FencedBuffer& operator=(const FencedBuffer&) = delete;

  std::span<std::byte> buffer() const { return buffer_; }

 private:
  std::byte* memory_;
  size_t size_;
  std::span<std::byte> buffer_;
};

TEST(ConvolutionImages, NothingBesideTensorsIsTouched) {
  const Windows square = {{6, 37}, {3, 3}, 1, 1, 1, 1}, wide = {{7, 40}, {5, 5}, 1, 1, 2, 2};
  for (const Convolution& images :
       {ImageConvolution(kF32, square, 3, 1, 1), ImageConvolution(kF16, square, 3, 1, 1),
        ImageConvolution(kF32, {{5, 9}, {3, 3}, 1, 1, 2, 2}, 3, 1, 1),
        ImageConvolution(kF32, {{2, 16}, {3, 3}, 1, 1, 1, 0}, 3, 1, 1),
        ImageConvolution(kF32, wide, 3, 1, 1), ImageConvolution(kF32, wide, 1, 3, 9),
        ImageConvolution(kF32, {{9, 41}, {3, 3}, 2, 1, 1, 1}, 3, 1, 1),
        ImageConvolution(kF32, {{4, 25}, {1, 1}}, 1, 5, 9)})
    for (const auto& [input, output] : ImageLayouts(images))
      for (const bool at_end : {false, true}) {
        Convolution op = images;
        op.input.layout = input;
        op.output.layout = output;
        TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1), out({&op.output}, 2);
        for (size_t i = 0; i < 3; ++i) std::memset(in[i].data(), 0x3c, in[i].bytes());
        const FencedBuffer x(op.input, at_end), filter(op.filter, at_end), bias(*op.bias, at_end);
        const FencedBuffer y(op.output, at_end);
        for (const auto& [to, i] : {std::pair(&x, 0), std::pair(&filter, 1), std::pair(&bias, 2)})
          std::memcpy(to->buffer().data(), in[size_t(i)].data(), to->buffer().size());
        std::memcpy(y.buffer().data(), out[0].data(), y.buffer().size());
        ASSERT_TRUE(weft::Run(op, in.AsInputs(), out.AsOutputs()).has_value());
        ASSERT_TRUE(weft::Run(op, {x.buffer(), filter.buffer(), bias.buffer()}, {y.buffer()}));
        ASSERT_EQ(std::memcmp(y.buffer().data(), out[0].data(), y.buffer().size()), 0)
            << ToString(Operator(op));
      }
}

// Sizes that are cut into several pieces by several threads.
TEST(ConvolutionImages, ThreadsChangeNothing) {
  const int before = ThreadCount();
  const Windows square = {{37, 61}, {3, 3}, 1, 1, 1, 1};
  const Windows wide = {{41, 43}, {5, 3}, 2, 1, 2, 2};
  for (Convolution op :
       {ImageConvolution(kF32, square, 17, 1, 1), ImageConvolution(kF32, wide, 17, 1, 1),
        ImageConvolution(kF32, square, 1, 3, 20), ImageConvolution(kF32, wide, 1, 3, 20),
        ImageConvolution(kF32, {{41, 93}, {5, 3}, 2, 1, 2, 2}, 1, 3, 20),
        ImageConvolution(kF32, {{50, 31}, {1, 1}}, 1, 133, 19),
        ImageConvolution(kF32, {{5, 7}, {1, 1}}, 1, 133, 190),
        ImageConvolution(kF32, {{3, 35}, {1, 1}}, 1, 133, 190)})
    for (const auto& [input, output] : ImageLayouts(op)) {
      op.input.layout = input;
      op.output.layout = output;
      TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1), out({&op.output}, 2);
      Rng rng(3);
      for (size_t i = 0; i < 3; ++i)
        for (std::byte* at = in[i].data(); at < in[i].data() + in[i].bytes(); at += 4)
          oracle::StoreBits(Moderate(rng, kF32), at, 4);
      SetThreadCount(1);
      ASSERT_TRUE(weft::Run(op, in.AsInputs(), out.AsOutputs()).has_value());
      for (const int threads : {2, 3, 5}) {
        TensorBuffers again({&op.output}, 2);
        SetThreadCount(threads);
        ASSERT_TRUE(weft::Run(op, in.AsInputs(), again.AsOutputs()).has_value());
        EXPECT_TRUE(again == out) << threads << " threads: " << ToString(Operator(op));
      }
    }
  SetThreadCount(before);
}

// Vectors of every length this machine has.
TEST(ConvolutionImages, EveryInstructionSet) {
  for (const std::string_view isa : test::IsasHere()) {
    SCOPED_TRACE(isa);
    const test::WithMaxIsa ceiling(isa);
    for (const int64_t columns : {7, 9, 12, 21}) {
      const Windows square = {{4, columns}, {3, 3}, 1, 1, 1, 1};
      ExpectInEveryLayout(ImageConvolution(kF32, square, 11, 1, 1));
      ExpectInEveryLayout(ImageConvolution(kF32, square, 1, 3, 18));
      ExpectInEveryLayout(ImageConvolution(kF32, {{4, columns}, {2, 4}, 2, 1, 1, 1}, 11, 1, 1));
      ExpectInEveryLayout(ImageConvolution(kF32, {{4, 32 + columns}, {1, 1}}, 1, 3, 8));
      ExpectInEveryLayout(ImageConvolution(kF32, {{4, 64 + columns}, {2, 3}, 2, 1, 1, 1}, 1, 2, 7));
    }
    if (HasFatalFailure()) return;
  }
}

// What is packed at initialization serves every run, though nobody has the filter any more.
TEST(ConvolutionImages, OwnedFiltersAreNotPackedAgain) {
  for (Convolution op : {ImageConvolution(kF32, {{4, 9}, {3, 3}, 1, 1, 1, 1}, 9, 1, 1),
                         ImageConvolution(kF32, {{4, 5}, {3, 3}, 1, 1, 1, 1}, 1, 3, 20),
                         ImageConvolution(kF32, {{4, 35}, {3, 3}, 1, 1, 1, 1}, 1, 3, 20),
                         ImageConvolution(kF32, {{4, 5}, {1, 1}}, 1, 7, 18),
                         ImageConvolution(kF32, {{2, 35}, {1, 1}}, 1, 7, 18),
                         ImageConvolution(kF16, {{4, 5}, {1, 1}}, 1, 7, 18)})
    for (const auto& [input, output] : ImageLayouts(op)) {
      op.input.layout = input;
      op.output.layout = output;
      op.filter.flags = TensorFlags::None;
      TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1), out({&op.output}, 2);
      Rng rng(3);
      for (size_t i = 0; i < 3; ++i) {
        const int bytes = SizeBits(op.input.type) / 8;
        for (std::byte* at = in[i].data(); at < in[i].data() + in[i].bytes(); at += bytes)
          oracle::StoreBits(Moderate(rng, op.input.type), at, bytes);
      }
      ASSERT_TRUE(weft::Run(op, in.AsInputs(), out.AsOutputs()).has_value());
      op.filter.flags = TensorFlags::OwnedByDml;
      const CompiledOperator owned = *Compile(op);
      std::vector<std::byte> persistent(owned.persistent_bytes());
      std::vector<std::byte> temporary(owned.temporary_bytes(), std::byte{0xff});  // NaNs
      ASSERT_TRUE(owned.Initialize({ConstBuffer(), in[1], ConstBuffer()}, persistent).has_value());
      // The copy of the filter comes first in it.
      std::fill_n(persistent.data(), op.filter.RequiredBytes(), std::byte{0x5a});
      const std::vector<ConstBuffer> varying = {in[0], ConstBuffer(), in[2]};
      for (int run = 0; run < 1000; ++run) {
        TensorBuffers again({&op.output}, 2);
        const Status status = owned.Run(varying, again.AsOutputs(), temporary, persistent);
        ASSERT_TRUE(status.has_value()) << status.error().message;
        ASSERT_TRUE(again == out) << ToString(Operator(op));
      }
    }
}

// One tap: pixels and channels around a tile's, and more channels than are summed at once.
TEST(ConvolutionImages, PointwiseImages) {
  for (const DataType type : {kF32, kF16})
    for (const auto& [rows, columns, in, out] : {std::array<int64_t, 4>{1, 1, 1, 1},
                                                 {1, 5, 3, 2},
                                                 {3, 5, 1, 17},
                                                 {4, 4, 40, 1},
                                                 {4, 9, 17, 15},
                                                 {2, 33, 5, 80},
                                                 {3, 3, 300, 7},
                                                 {8, 40, 5, 13},
                                                 {3, 45, 2, 6},
                                                 {2, 69, 300, 8},
                                                 {5, 32, 520, 11},
                                                 {1, 50, 1400, 1}}) {
      if (HasFatalFailure()) return;
      ExpectInEveryLayout(ImageConvolution(type, {{rows, columns}, {1, 1}}, 1, in, out));
      ExpectInEveryLayout(ImageConvolution(type, {{rows, columns}, {1, 1}, 2}, 1, in, out));
      ExpectInEveryLayout(ImageConvolution(type, {{rows, columns}, {1, 1}, 1, 1, 1}, 1, in, out));
    }
}

// Whoever does it: RELU of NaN and of -Inf is 0, and of -0 too; CLIP of NaN is the largest.
TEST(ConvolutionImages, ActivationsOfWhatIsNoNumber) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float values[] = {std::nanf(""), -kInfinity, kInfinity, -1, 2, -0.0f};
  struct Row {
    int64_t taps;
    FusedActivation activation;
    std::array<float, 6> want;
  };
  // The other of 3 x 3 taps are 0, and one of them meets the next value: 0 * Inf is NaN.
  const FusedActivation relu = ActivationRelu{}, clip = ElementWiseClip{.min = 0, .max = 1.5f};
  for (const auto& [taps, activation, want] :
       {Row{1, relu, {0, 0, kInfinity, 0, 2, 0}}, Row{3, relu, {0, 0, kInfinity, 0, 2, 0}},
        Row{1, clip, {1.5f, 0, 1.5f, 0, 1.5f, 0}}, Row{3, clip, {1.5f, 1.5f, 1.5f, 0, 1.5f, 0}}}) {
    Convolution op = ImageConvolution(kF32, {{13, 11}, {taps, taps}}, 1, 1, 8);
    op.fused_activation = activation;
    for (const auto& [input, output] : ImageLayouts(op)) {
      op.input.layout = input;
      op.output.layout = output;
      TensorBuffers in({&op.input, &op.filter, &*op.bias}, 1), out({&op.output}, 2);
      for (size_t i = 0; i < 3; ++i) std::memset(in[i].data(), 0, size_t(in[i].bytes()));
      for (int64_t c = 0; c < 8; ++c) {
        const float one = 1;
        std::memcpy(in[1].data() + c * taps * taps * 4, &one, 4);
      }
      for (int64_t v = 0; v < 6; ++v)
        std::memcpy(in[0].data() + (input.strides[2] * 2 * v + input.strides[3] * 5) * 4,
                    &values[v], 4);
      ASSERT_TRUE(weft::Run(op, in.AsInputs(), out.AsOutputs()).has_value());
      for (int64_t v = 0; v < 6; ++v)
        for (int64_t c = 0; 2 * v < output.sizes[2] && c < 8; ++c) {
          uint32_t bits;
          std::memcpy(
              &bits,
              out[0].data() +
                  (output.strides[2] * 2 * v + output.strides[3] * 5 + output.strides[1] * c) * 4,
              4);
          EXPECT_EQ(bits, std::bit_cast<uint32_t>(want[size_t(v)]))
              << v << " " << ToString(Operator(op));
        }
    }
  }
}

// Few channels: the frame of zeros, and taps whose units are one loop; or too many of them for
// that.
TEST(ConvolutionImages, ImagesOfFewChannels) {
  for (const DataType type : {kF32, kF16})
    for (const Windows& windows :
         {Windows{{9, 13}, {7, 7}, 2, 1, 3, 3}, Windows{{5, 6}, {3, 3}, 1, 1, 1, 0},
          Windows{{5, 6}, {3, 3}, 1, 2, 2, 2}, Windows{{4, 40}, {2, 21}, 3, 1, 9, 1},
          Windows{{20, 20}, {12, 12}, 3, 2, 2, 2}, Windows{{2, 2}, {3, 3}, 1, 1, 50, 0},
          Windows{{27, 9}, {3, 3}, 1, 1, 1, 1}, Windows{{11, 70}, {7, 7}, 2, 1, 3, 3},
          Windows{{6, 40}, {3, 3}, 1, 2, 2, 1}, Windows{{9, 130}, {2, 5}, 3, 2, 1, 4},
          Windows{{3, 131}, {5, 5}, 4, 1, 0, 4}, Windows{{3, 3}, {3, 3}, 1, 9000, 9000, 9000},
          Windows{{3, 3}, {3, 3}, 1, 1 << 30, 1 << 30, 1 << 30}})
      for (const int64_t in : {1, 3, 4, 9}) {
        if (HasFatalFailure()) return;
        Convolution op = ImageConvolution(type, windows, 1, in, 18);
        ExpectInEveryLayout(op);
        op.mode = ConvolutionMode::Convolution;
        if (in == 3 && !HasFatalFailure()) ExpectInEveryLayout(op);
      }
}

}  // namespace
}  // namespace weft
