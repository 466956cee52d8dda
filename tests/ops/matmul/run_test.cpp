// SPDX-License-Identifier: MIT
// The float32 matrix product against a double loop: odd sizes, strides of any sign, both types,
// batches, packed weights, and the same bits whatever the threads and blocks; dot products too.
#include "ops/matmul/run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "ops/random_layout.h"
#include "simd/each_isa.h"
#include "weft/threads.h"

namespace weft {
namespace {

using test::Rng;

// A matrix for each pair, with the numbers it has at any place.
struct Operand {
  GemmMatrix matrix;
  Layout layout;  // batches, rows, columns
  std::vector<std::byte> memory;
  std::vector<double> numbers;  // in the order of their coordinates

  Operand(Rng& rng, DataType type, const Sizes& sizes, const test::LayoutTraits& traits)
      : Operand(rng, type, test::RandomLayout(rng, sizes, traits)) {}
  Operand(Rng& rng, DataType type, const Layout& where) : layout(where) {
    const auto& strides = layout.strides;
    matrix = {type, strides[2], strides[3], {strides[0], strides[1]}};
    memory.resize(oracle::BufferBytes(type, layout));
    const int bytes = SizeBits(type) / 8;
    for (size_t at = 0; at < memory.size(); at += size_t(bytes))
      oracle::StoreBits(oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-999, 999)) / 64}),
                        memory.data() + at, bytes);
    for (const uint64_t bits : oracle::Gather(type, layout, memory.data()).elements)
      numbers.push_back(double(oracle::ValueOf(type, bits).real));
  }
  const std::byte* First() const {
    return memory.data() + layout.offset * SizeBits(matrix.type) / 8;
  }
  double At(const oracle::Coordinate& at) const {
    return numbers[size_t(oracle::IndexOf(layout.sizes, at))];
  }
};

MatmulProblem ProblemOf(const GemmSizes& sizes, const Operand& a, const Operand& b,
                        bool b_is_packed = false) {
  const int64_t batch = sizes.m * sizes.n;
  return {sizes, a.matrix, b.matrix,
          GemmMatrix{DataType::Float32, sizes.n, 1, {sizes.batches[1] * batch, batch}},
          b_is_packed};
}

std::vector<float> Product(const GemmSizes& sizes, const Operand& a, const Operand& b,
                           bool b_is_packed) {
  const GemmPlan plan(ProblemOf(sizes, a, b, b_is_packed));
  std::vector<float> c(size_t(sizes.BatchCount() * sizes.m * sizes.n), NAN);
  std::vector<std::byte> scratch(plan.scratch_bytes() + 1), packed(1);
  const std::byte* given = b.First();
  if (b_is_packed) {
    packed.resize(plan.packed_bytes() + 1);
    plan.PackB(packed.data() + 1, given);
    given = packed.data() + 1;
  }
  plan.Run(c.data(), sizes.n, a.First(), given, scratch.data() + 1);
  return c;
}

void ExpectRight(const GemmSizes& sizes, const Operand& a, const Operand& b,
                 const std::vector<float>& got) {
  size_t index = 0;
  oracle::ForEachCoordinate(
      {sizes.batches[0], sizes.batches[1], sizes.m, sizes.n}, [&](const oracle::Coordinate& at) {
        double want = 0, magnitude = 0;
        for (int64_t k = 0; k < sizes.k; ++k) {
          const double term = a.At({at[0], at[1], at[2], k}) * b.At({at[0], at[1], k, at[3]});
          want += term;
          magnitude += std::fabs(term);
        }
        const double allowed = magnitude * double(sizes.k) * 0x1p-24;
        ASSERT_NEAR(got[index++], want, allowed)
            << at[0] << ' ' << at[1] << ' ' << at[2] << ' ' << at[3];
      });
}

class Gemm : public testing::Test {
 protected:
  ~Gemm() override { SetThreadCount(before_); }
  int before_ = ThreadCount();
};

// A task takes several batches, which need not end where a row of batches does. With whole panels
// each is one block.
TEST_F(Gemm, TakesSmallBatchesTogether) {
  for (const int64_t n : {17, 32}) {
    const GemmSizes sizes = {16, n, 16, {3, 101}};
    Rng rng(1);
    const auto operand = [&](int64_t rows, int64_t columns) {
      const int64_t step = columns + 3, batch = rows * step + 1;
      return Operand(rng, DataType::Float32,
                     Layout({3, 101, rows, columns}, {103 * batch, batch, step, 1}));
    };
    const Operand a = operand(16, 16), b = operand(16, n);
    for (const bool packed : {false, true}) {
      SetThreadCount(4);
      EXPECT_GT(GemmPlan(ProblemOf(sizes, a, b, packed)).schedule().batches, 1);
      const std::vector<float> got = Product(sizes, a, b, packed);
      ExpectRight(sizes, a, b, got);
      SetThreadCount(1);
      EXPECT_EQ(Product(sizes, a, b, packed), got);
    }
  }
}

TEST_F(Gemm, IsTheDoubleLoop) {
  for (uint64_t seed = 0; seed < 300 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    SetThreadCount(int(rng.Between(1, 4)));
    GemmSizes sizes = {rng.Between(1, 35) * 2 - 1, rng.Between(1, 35) * 2 - 1,
                       rng.Between(1, 35) * 2 - 1};
    if (rng.Chance(20)) sizes.m = 1;
    if (rng.Chance(20)) sizes.n = 1;
    if (rng.Chance(10)) sizes.k = rng.Between(250, 600);
    if (rng.Chance(5)) sizes.m = rng.Between(70, 200);
    if (rng.Chance(30)) sizes.batches = {rng.Between(1, 3), rng.Between(1, 3)};
    const auto& [m, n, k, batches] = sizes;
    const auto operand = [&, &batches = batches](int64_t rows, int64_t columns) {
      const test::LayoutTraits traits = {.padded = rng.Chance(30),
                                         .permuted = rng.Chance(50),
                                         .broadcast = rng.Chance(20),
                                         .reversed = rng.Chance(20),
                                         .moved = rng.Chance(20),
                                         .odd_units = rng.Chance(20)};
      return Operand(rng, rng.Pick({DataType::Float32, DataType::Float16}),
                     {batches[0], batches[1], rows, columns}, traits);
    };
    const Operand a = operand(m, k), b = operand(k, n);
    const std::vector<float> got = Product(sizes, a, b, false);
    ExpectRight(sizes, a, b, got);
    const std::vector<float> packed = Product(sizes, a, b, true);
    if (m <= kMostDotRows && b.matrix.row_step == 1)
      ExpectRight(sizes, a, b, packed);
    else
      ASSERT_EQ(got, packed) << "packed before";
  }
}

// Every number of rows and columns that a tile may have too many or too few of, from A and B in
// place and packed, with a depth of one k block and of two.
TEST_F(Gemm, EdgesOfTiles) {
  Rng rng(4);
  SetThreadCount(1);
  for (const int64_t k : {5, 300})
    for (int64_t m = 1; m <= 33; m += k > 5 ? 4 : 1)
      for (int64_t n = 1; n <= 100; n += k > 5 ? 11 : 1) {
        SCOPED_TRACE(testing::Message() << m << ' ' << n << ' ' << k);
        const GemmSizes sizes = {m, n, k};
        const Layout rows = Layout::Packed({1, 1, m, k}), columns({1, 1, m, k}, {0, 0, 1, m});
        const Operand a(rng, rng.Pick({DataType::Float32, DataType::Float16}),
                        rng.Chance(50) ? rows : columns);
        const Operand b(rng, DataType::Float32, Layout::Packed({1, 1, k, n}));
        const std::vector<float> got = Product(sizes, a, b, false);
        ExpectRight(sizes, a, b, got);
        ASSERT_EQ(Product(sizes, a, b, true), got);
        if (HasFatalFailure()) return;
      }
}

// Few rows times contiguous columns of B, at the edges of vectors, tiles, k blocks and tasks:
// right, and with the same bits for any number of threads.
TEST_F(Gemm, DotProducts) {
  Rng rng(11);
  struct Case {
    int64_t n, k;
  };
  for (const auto& [n, k] : {Case{1, 16}, Case{3, 17}, Case{4, 31}, Case{5, 40}, Case{9, 15},
                             Case{2, 1025}, Case{7, 1024}, Case{6, 2300}, Case{1300, 530}})
    for (int64_t m = 1; m <= kMostDotRows + 1; ++m)
      for (const DataType type : {DataType::Float32, DataType::Float16}) {
        if (n > 10 && m != 1 && m != 4) continue;
        SCOPED_TRACE(testing::Message() << m << ' ' << n << ' ' << k << ' ' << SizeBits(type));
        const GemmSizes sizes = {m, n, k, {1, n < 10 ? 2 : 1}};
        const int64_t pairs = sizes.batches[1], gap = rng.Between(0, 3);
        const Operand b(rng, type, Layout({1, pairs, k, n}, {0, n * (k + gap), 1, k + gap}));
        const Operand a(
            rng, rng.Pick({DataType::Float32, type}), {1, pairs, m, k},
            {.padded = rng.Chance(50), .permuted = rng.Chance(50), .reversed = rng.Chance(30)});
        SetThreadCount(1);
        const std::vector<float> got = Product(sizes, a, b, false);
        ExpectRight(sizes, a, b, got);
        if (HasFatalFailure()) return;
        SetThreadCount(3);
        ASSERT_EQ(Product(sizes, a, b, false), got);
      }
}

// Large enough to be cut into blocks of every kind: B packed before, by tasks once or for every
// k block, or read in place; several k blocks, several blocks of columns.
TEST_F(Gemm, BlocksAndThreadsChangeNothing) {
  Rng rng(9);
  for (const GemmSizes& sizes :
       {GemmSizes{1, 2100, 700}, GemmSizes{1, 1003, 1300}, GemmSizes{150, 1100, 300},
        GemmSizes{70, 300, 520}, GemmSizes{90, 130, 300, {3, 4}}, GemmSizes{40, 40, 40, {50, 1}},
        GemmSizes{300, 333, 20}, GemmSizes{270, 140, 300}, GemmSizes{150, 70, 300},
        GemmSizes{300, 160, 200}, GemmSizes{290, 96, 270, {2, 1}}}) {
    const auto& [m, n, k, batches] = sizes;
    const Operand a(rng, DataType::Float32, {batches[0], batches[1], m, k}, {});
    const Operand b(rng, DataType::Float32, {batches[0], batches[1], k, n}, {});
    SetThreadCount(1);
    const std::vector<float> want = Product(sizes, a, b, false);
    ExpectRight(sizes, a, b, want);
    for (const int threads : {1, 2, 3, 8}) {
      SetThreadCount(threads);
      ASSERT_EQ(Product(sizes, a, b, false), want) << threads;
      ASSERT_EQ(Product(sizes, a, b, true), want) << threads;
    }
    // The first row alone goes another way, and so does its transposition.
    const std::vector<float> one_row = Product({1, n, k}, a, b, false);
    ASSERT_EQ(std::memcmp(one_row.data(), want.data(), one_row.size() * sizeof(float)), 0);
  }
}

// Repeated rows of a small B make up any depth: memory must not grow with it.
TEST_F(Gemm, EndlessDepthTakesLittleMemory) {
  SetThreadCount(2);
  const GemmPlan plan(MatmulProblem({1, 1000, int64_t(1) << 32}, {DataType::Float32, 0, 0, {}},
                                    {DataType::Float32, 0, 1, {}}, {DataType::Float32, 1000, 1}));
  EXPECT_LT(plan.scratch_bytes(), uint64_t(1) << 20);
}

// Operators without temporary memory start faster.
TEST_F(Gemm, DotProductsInPlaceTakeNoMemory) {
  SetThreadCount(2);
  for (const int64_t m : {1, 6}) {
    const GemmSizes sizes = {m, 1000, 3000};
    const GemmMatrix a = {DataType::Float32, 3000, 1}, b = {DataType::Float32, 1, 3000};
    const GemmMatrix c = {DataType::Float32, 1000, 1};
    EXPECT_EQ(GemmPlan(MatmulProblem(sizes, a, b, c)).scratch_bytes(), 0u);
    GemmMatrix half = a;
    half.type = DataType::Float16;
    EXPECT_GT(GemmPlan(MatmulProblem(sizes, half, b, c)).scratch_bytes(), 0u);
  }
}

// Not only the best one this machine has: panels of the least have fewer columns.
TEST_F(Gemm, LeastInstructionSet) {
  const test::WithMaxIsa ceiling(test::IsasHere().back());
  Rng rng(12);
  for (const GemmSizes& sizes :
       {GemmSizes{1, 45, 300}, GemmSizes{4, 9, 39}, GemmSizes{6, 70, 17}, GemmSizes{29, 43, 530},
        GemmSizes{300, 37, 10}, GemmSizes{12, 24, 20, {2, 3}}})
    for (const bool transposed : {false, true}) {
      const auto& [m, n, k, batches] = sizes;
      const Operand a(rng, DataType::Float32, {batches[0], batches[1], m, k}, {});
      const Sizes of_b = {batches[0], batches[1], k, n};
      const Operand b(
          rng, DataType::Float32,
          transposed ? Layout(of_b, {batches[1] * n * k, n * k, 1, k}) : Layout::Packed(of_b));
      ExpectRight(sizes, a, b, Product(sizes, a, b, false));
      ExpectRight(sizes, a, b, Product(sizes, a, b, true));
    }
}

// Fewer threads than were planned for is fine; more must not reach into memory that is not there.
TEST_F(Gemm, ThreadsMayChangeAfterPlanning) {
  Rng rng(10);
  const GemmSizes sizes = {200, 200, 200};
  const Operand a(rng, DataType::Float32, {1, 1, 200, 200}, {});
  const Operand b(rng, DataType::Float32, {1, 1, 200, 200}, {});
  for (const int planned : {1, 3}) {
    SetThreadCount(planned);
    const GemmPlan plan(ProblemOf(sizes, a, b));
    std::vector<std::byte> scratch(plan.scratch_bytes());
    for (const int threads : {1, 2, 8}) {
      SetThreadCount(threads);
      std::vector<float> c(200 * 200);
      plan.Run(c.data(), 200, a.First(), b.First(), scratch.data());
      ExpectRight(sizes, a, b, c);
    }
  }
}

}  // namespace
}  // namespace weft
