// SPDX-License-Identifier: MIT
// Which kernel a copy comes down to, and that each kernel copies what an element-by-element loop
// does, leaves every other byte alone, and gives the same bytes on one thread and on three.
#include "strided/copy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "simd/each_isa.h"
#include "strided/tile_kernels.h"
#include "weft/threads.h"

namespace weft {
namespace {

struct Case {
  std::string name;
  Layout dst, src;
  std::string kernel;  // how ToString of the plan begins for 4-byte elements
};

// Sizes are odd on purpose: vectors, tiles and lines all have a remainder.
std::vector<Case> Cases(int64_t n) {
  const Sizes rgb = {3, n};
  const Sizes square = {n, n + 3};
  const int64_t m = n + 3;
  return {
      {"packed", Layout::Packed(square), Layout::Packed(square), "rows"},
      {"padded rows", Layout(square, {m + 5, 1}), Layout::Packed(square), "rows"},
      {"3 of 5", Layout::Packed({n, 3}), Layout({n, 3}, {5, 1}), "rows"},
      {"7 of 9", Layout::Packed({n, 7}), Layout({n, 7}, {9, 1}, 1), "rows"},
      {"flip rows", Layout::Packed(square), Layout(square, {-m, 1}, (n - 1) * m), "rows"},
      {"broadcast scalar", Layout::Packed(square), Layout(square, {0, 0}, 3), "fill"},
      {"broadcast column", Layout::Packed(square), Layout(square, {1, 0}), "fill"},
      {"broadcast row", Layout::Packed(square), Layout(square, {0, 1}), "rows"},
      {"flip columns", Layout::Packed(square), Layout(square, {m, -1}, m - 1), "reversal"},
      {"flip all", Layout::Packed(square), Layout(square, {-m, -1}, n * m - 1), "reversal"},
      {"flipped output", Layout(square, {m, -1}, m - 1), Layout::Packed(square), "reversal"},
      {"every 2nd", Layout::Packed(square), Layout(square, {2 * m, 2}), "every k-th"},
      {"every 3rd", Layout::Packed(square), Layout(square, {3 * m, 3}, 1), "every k-th"},
      {"every 4th", Layout::Packed(square), Layout(square, {4 * m, 4}, 2), "every k-th"},
      {"every 2nd back", Layout::Packed(square), Layout(square, {2 * m, -2}, 2 * m), "every k-th"},
      {"every 3rd back", Layout::Packed(square), Layout(square, {3 * m, -3}, 3 * m), "every k-th"},
      {"every 4th back", Layout::Packed(square), Layout(square, {4 * m, -4}, 4 * m), "every k-th"},
      {"every 7th", Layout::Packed(square), Layout(square, {7 * m, 7}), "strided"},
      {"interleave 3", Layout(rgb, {1, 3}), Layout::Packed(rgb), "interleave"},
      {"gray to 3", Layout(rgb, {1, 3}), Layout(rgb, {0, 1}), "interleave"},
      {"interleave 2", Layout({2, n}, {1, 2}), Layout::Packed({2, n}), "interleave"},
      {"interleave 4", Layout({4, n}, {1, 4}), Layout::Packed({4, n}), "interleave"},
      {"deinterleave 3", Layout::Packed(rgb), Layout(rgb, {1, 3}), "deinterleave"},
      {"deinterleave 2", Layout::Packed({2, n}), Layout({2, n}, {1, 2}), "deinterleave"},
      {"deinterleave 4", Layout::Packed({4, n}), Layout({4, n}, {1, 4}), "deinterleave"},
      {"channels 3 of 4", Layout::Packed(rgb), Layout(rgb, {1, 4}), "every k-th"},
      {"transpose", Layout::Packed(square), Layout(square, {1, n}), "transpose"},
      {"transpose padded", Layout(square, {m + 9, 1}, 2), Layout(square, {1, n + 2}, 1),
       "transpose"},
      {"transpose flipped", Layout::Packed(square), Layout(square, {-1, n}, n - 1), "transpose"},
      {"transpose down", Layout::Packed(square), Layout(square, {1, -n}, n * (m - 1)), "transpose"},
      {"transpose 5", Layout::Packed({n, 5}), Layout({n, 5}, {1, n}), "transpose"},
      {"batch of transposes", Layout::Packed({3, n, 9}), Layout({3, n, 9}, {9 * n, 1, n}),
       "transpose"},
      {"strided output", Layout(square, {2 * m, 2}), Layout::Packed(square), "strided"},
  };
}

std::vector<std::byte> RandomBytes(int64_t bytes, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> values(bytes + 8);
  for (int64_t i = 0; i < bytes; i += 8) {
    const uint64_t eight = random();
    std::memcpy(values.data() + i, &eight, 8);
  }
  values.resize(bytes);
  return values;
}

void CopyByElement(int bytes, const Layout& dst, const Layout& src, std::byte* to,
                   const std::byte* from) {
  ForEachOffset(Nest(dst, src), [&](const std::array<int64_t, 2>& offset) {
    std::memcpy(to + offset[0] * bytes, from + offset[1] * bytes, bytes);
  });
}

void ExpectCopies(const Case& c, int bytes, int64_t shift) {
  SCOPED_TRACE(c.name + ", " + std::to_string(bytes) + " bytes, shifted by " +
               std::to_string(shift));
  const auto source = RandomBytes(c.src.RequiredElements() * bytes + shift, 1);
  const auto before = RandomBytes(c.dst.RequiredElements() * bytes + shift, 2);
  auto want = before;
  CopyByElement(bytes, c.dst, c.src, want.data() + shift, source.data() + shift);
  const CopyPlan plan(bytes * 8, c.dst, c.src);
  for (int threads : {1, 3}) {
    auto got = before;
    SetThreadCount(threads);
    plan.Run(got.data() + shift, source.data() + shift);
    SetThreadCount(1);
    ASSERT_TRUE(got == want) << plan.ToString() << " on " << threads << " threads";
  }
}

TEST(Copy, PicksTheKernel) {
  for (const Case& c : Cases(77)) {
    const std::string plan = CopyPlan(32, c.dst, c.src).ToString();
    EXPECT_EQ(plan.substr(0, c.kernel.size()), c.kernel) << c.name << ": " << plan;
  }
}

// Two columns of one stride interleave; a tile of another size with these strides must not.
TEST(Copy, KernelForAnySizeIsNotForOneCount) {
  const TileKernels& kernels = KernelsFor(4, false);
  const CopyTile pairs = {
      .rows = 9, .columns = 2, .dst_row = 8, .dst_column = 4, .src_row = 4, .src_column = 400};
  EXPECT_EQ(PickKernel(4, pairs, false).run, kernels.interleave[2]);
  EXPECT_EQ(KernelForAnySize(4, pairs), kernels.transpose);
  const CopyTile planes = {
      .rows = 2, .columns = 9, .dst_row = 36, .dst_column = 4, .src_row = 4, .src_column = 8};
  EXPECT_EQ(PickKernel(4, planes, false).run, kernels.deinterleave[2]);
  EXPECT_EQ(KernelForAnySize(4, planes), kernels.every[2]);
}

TEST(Copy, ShortRowsBecomeElements) {
  // Pixels of four bytes, flipped: one 4-byte element each.
  const Sizes sizes = {10, 4};
  EXPECT_EQ(CopyPlan(8, Layout::Packed(sizes), Layout(sizes, {-4, 1}, 36)).ToString(),
            "reversal of 4 bytes: [1: 0 0][10: 4 -4]");
}

TEST(Copy, EveryKernelEverySize) {
  for (int64_t n : {1, 2, 3, 5, 8, 16, 17, 31, 33, 64, 77, 130})
    for (const Case& c : Cases(n))
      for (int bytes : {1, 2, 4, 8}) ExpectCopies(c, bytes, 0);
}

// From a single byte to four of the longest vectors there are: no length between two powers of two
// may lose its middle.
TEST(Copy, RowsOfEveryLength) {
  for (int64_t n = 1; n <= 260; ++n) {
    const Sizes sizes = {3, n};
    ExpectCopies({"apart", Layout(sizes, {n + 5, 1}), Layout(sizes, {n + 3, 1}), ""}, 1, 0);
    ExpectCopies({"touching", Layout::Packed(sizes), Layout(sizes, {n + 3, 1}), ""}, 1, 0);
    ExpectCopies({"repeated", Layout::Packed(sizes), Layout(sizes, {0, 1}), ""}, 1, 0);
  }
}

// Not only the best one this machine has: the others serve other machines. What it lacks is
// executed by the runs of ./test that emulate it.
TEST(Copy, EveryInstructionSet) {
  for (const std::string_view isa : test::IsasHere()) {
    SCOPED_TRACE(isa);
    const test::WithMaxIsa ceiling(isa);
    for (int64_t n : {3, 17, 77})
      for (const Case& c : Cases(n))
        for (int bytes : {1, 2, 4, 8}) ExpectCopies(c, bytes, 0);
    for (const Case& c : Cases(2901))
      if (c.dst.ElementCount() * 2 >= (8 << 20) && c.kernel != "strided") ExpectCopies(c, 2, 0);
  }
}

TEST(Copy, NeedsNoAlignment) {
  for (const Case& c : Cases(77))
    for (int bytes : {2, 4, 8})
      for (int64_t shift : {1, 3}) ExpectCopies(c, bytes, shift);
}

TEST(Copy, LargeEnoughForThreads) {
  for (const Case& c : Cases(777))
    for (int bytes : {1, 4}) ExpectCopies(c, bytes, 0);
}

// The same kernels at a tenth of the cost, for emulated processors.
TEST(Copy, WideElementsLargeEnoughToStream) {
  for (const Case& c : Cases(1031))
    if (c.dst.ElementCount() * 8 >= (8 << 20)) ExpectCopies(c, 8, 0);
  for (const Case& c : Cases(525001))
    if (c.dst.rank() == 2 && c.dst.sizes[0] <= 4) ExpectCopies(c, 8, 0);  // the interleaved ones
}

TEST(Copy, LargeEnoughToStream) {
  for (const Case& c : Cases(2901))
    for (int64_t shift : {0, 2}) {
      if (c.dst.ElementCount() * 2 < (8 << 20)) continue;
      ExpectCopies(c, 2, shift);
    }
  const int64_t pixels = 1400003;
  for (const Case& c : Cases(pixels)) {
    if (c.dst.rank() != 2 || c.dst.sizes[0] > 4) continue;  // the interleaved ones
    ExpectCopies(c, 4, 0);
    ExpectCopies(c, 1, 1);
  }
}

TEST(Copy, InPlaceWithEqualLayoutsMovesNothing) {
  const Layout layout = Layout::Packed({100});
  auto buffer = RandomBytes(400, 3);
  const auto before = buffer;
  CopyPlan(32, layout, layout).Run(buffer.data(), buffer.data());
  EXPECT_EQ(buffer, before);
}

TEST(Copy, NothingToCopy) {
  const Layout empty = Layout::Packed({3, 0});
  const CopyPlan plan(32, empty, empty);
  EXPECT_EQ(plan.ToString(), "nothing");
  plan.Run(nullptr, nullptr);
}

// ---- elements of 4 bits

int Nibble(const std::vector<std::byte>& bytes, int64_t i) {
  return int(bytes[i / 2] >> (i % 2 ? 4 : 0)) & 15;
}

TEST(CopyNibbles, EveryLayoutKeepsTheNeighbours) {
  struct Row {
    const char* name;
    Layout dst, src;
  };
  const Sizes sizes = {5, 6};
  const Row rows[] = {
      {"packed", Layout::Packed(sizes), Layout::Packed(sizes)},
      {"odd packed", Layout::Packed({5, 7}), Layout::Packed({5, 7})},
      {"odd pitch", Layout(sizes, {7, 1}), Layout::Packed(sizes)},
      {"even pitch", Layout(sizes, {8, 1}), Layout::Packed(sizes)},
      {"odd start", Layout(sizes, {6, 1}, 1), Layout(sizes, {6, 1}, 2)},
      {"transposed", Layout::Packed(sizes), Layout(sizes, {1, 5})},
      {"reversed", Layout::Packed(sizes), Layout(sizes, {6, -1}, 5)},
      {"broadcast", Layout::Packed(sizes), Layout(sizes, {0, 1})},
      {"one element", Layout({1}, {1}, 3), Layout({1}, {1}, 2)},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const auto source = RandomBytes((row.src.RequiredElements() + 1) / 2, 4);
    const auto before = RandomBytes((row.dst.RequiredElements() + 1) / 2, 5);
    auto got = before;
    CopyPlan(4, row.dst, row.src).Run(got.data(), source.data());
    std::vector<int> want;
    for (size_t i = 0; i < 2 * before.size(); ++i) want.push_back(Nibble(before, int64_t(i)));
    ForEachOffset(Nest(row.dst, row.src), [&](const std::array<int64_t, 2>& offset) {
      want[offset[0]] = Nibble(source, offset[1]);
    });
    for (size_t i = 0; i < want.size(); ++i) EXPECT_EQ(Nibble(got, int64_t(i)), want[i]) << i;
  }
}

}  // namespace
}  // namespace weft
