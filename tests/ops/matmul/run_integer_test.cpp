// SPDX-License-Identifier: MIT
// The product of 8-bit integers against a double loop that wraps around: either sign, the ends of
// each type with the ends as zero points, odd sizes, strides of any sign, batches, and the memory
// that a packed B takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "ops/matmul/run.h"
#include "ops/random_layout.h"
#include "simd/each_isa.h"
#include "weft/threads.h"

namespace weft {
namespace {

using test::Rng;
using enum DataType;

int32_t NumberOf(DataType type, std::byte bits) {
  return type == Int8 ? int32_t(int8_t(bits)) : int32_t(uint8_t(bits));
}

// Any bits, or only the least, the greatest and 0 of both types.
std::byte Bits(Rng& rng, bool ends) {
  return std::byte(ends ? rng.Pick({0, 127, 128, 255}) : int(rng.Next() & 255));
}

// A matrix for each pair.
struct Operand {
  GemmMatrix matrix;
  Layout layout;  // batches, rows, columns
  std::vector<std::byte> memory;

  Operand(DataType type, const Layout& where, const std::function<std::byte()>& bits)
      : layout(where), memory(oracle::BufferBytes(type, layout)) {
    const auto& strides = layout.strides;
    matrix = {type, strides[2], strides[3], {strides[0], strides[1]}};
    for (std::byte& number : memory) number = bits();
  }
  const std::byte* First() const { return memory.data() + layout.offset; }
  int32_t At(int64_t i, int64_t j, int64_t row, int64_t column) const {
    const auto& strides = layout.strides;
    return NumberOf(
        matrix.type,
        First()[i * strides[0] + j * strides[1] + row * strides[2] + column * strides[3]]);
  }
};

// None, one for all, or one for each row or column, with gaps between them.
struct Zeros {
  DataType type;
  std::vector<std::byte> memory;
  int64_t step = 0;

  Numbers Points() const { return memory.empty() ? Numbers() : Numbers{memory.data(), step}; }
  int32_t At(int64_t index) const {
    return memory.empty() ? 0 : NumberOf(type, memory[size_t(index * step)]);
  }
};

Zeros RandomZeros(Rng& rng, DataType type, int64_t count, bool ends) {
  Zeros zeros = {type, {}};
  if (rng.Chance(30)) return zeros;
  if (rng.Chance(60)) zeros.step = rng.Between(1, 3);
  for (int64_t i = 0; i <= (count - 1) * zeros.step; ++i) zeros.memory.push_back(Bits(rng, ends));
  return zeros;
}

// What this machine can run.
std::vector<MatmulForm> Forms() {
  if (ThisMachine().has_int8_dots) return {MatmulForm::Pairs, MatmulForm::Quads};
  return {MatmulForm::Pairs};
}

GemmPlan PlanOf(MatmulForm form, const MatmulProblem& problem) {
  return {problem, Schedule(problem, ThisMachine(), form)};
}

struct Case {
  GemmSizes sizes;
  Operand a, b;
  Zeros a_zeros, b_zeros;

  GemmPlan Plan(MatmulForm form, bool packed_before) const {
    const GemmMatrix output = {Int32, sizes.n, 2};
    return PlanOf(form, {sizes, a.matrix, b.matrix, output, packed_before, !b_zeros.memory.empty(),
                         !a_zeros.memory.empty()});
  }
  size_t Index(int64_t i, int64_t j, int64_t row, int64_t column) const {
    return size_t(((i * sizes.batches[1] + j) * sizes.m + row) * sizes.n + column);
  }
  size_t Count() const { return Index(sizes.batches[0], 0, 0, 0); }

  std::vector<int32_t> DoubleLoop() const {
    std::vector<int32_t> c(Count());
    for (int64_t i = 0; i < sizes.batches[0]; ++i)
      for (int64_t j = 0; j < sizes.batches[1]; ++j)
        for (int64_t row = 0; row < sizes.m; ++row)
          for (int64_t column = 0; column < sizes.n; ++column) {
            uint32_t sum = 0;
            for (int64_t k = 0; k < sizes.k; ++k)
              sum += uint32_t(a.At(i, j, row, k) - a_zeros.At(row)) *
                     uint32_t(b.At(i, j, k, column) - b_zeros.At(column));
            c[Index(i, j, row, column)] = int32_t(sum);
          }
    return c;
  }

  struct Target {
    const Case& of;
    int32_t* c;
  };
  static void Store(const void* target, const ProductBlock& block) {
    const auto& [of, c] = *static_cast<const Target*>(target);
    for (int64_t row = 0; row < block.rows; ++row)
      std::memcpy(c + of.Index(block.batch[0], block.batch[1], block.row + row, block.column),
                  block.values + row * block.row_step, size_t(4 * block.columns));
  }

  // Memory that is not zero before, and at no good address.
  std::vector<int32_t> Product(const GemmPlan& plan) const {
    std::vector<int32_t> c(Count(), 0x55555555);
    const Target target = {*this, c.data()};
    const Epilogue store = {Store, &target};
    constexpr std::byte kAny{0xA5};
    const MatrixInput given_a(a.First(), a_zeros.Points()), given_b(b.First(), b_zeros.Points());
    std::vector<std::byte> scratch(plan.scratch_bytes() + 1, kAny);
    std::vector<std::byte> packed(plan.packed_bytes() + 1, kAny);
    if (plan.packs_b()) plan.PackB(packed.data() + 1, given_b);
    plan.Run({store, given_a, plan.packs_b() ? MatrixInput(packed.data() + 1) : given_b},
             scratch.data() + 1);
    return c;
  }

  void ExpectRight(const GemmPlan& plan, const GemmPlan& packed_before) const {
    const std::vector<int32_t> want = DoubleLoop();
    ASSERT_EQ(Product(plan), want);
    ASSERT_EQ(Product(packed_before), want) << "packed before";
  }
  void ExpectRight() const {
    for (const MatmulForm form : Forms()) ExpectRight(Plan(form, false), Plan(form, true));
  }
};

class IntegerGemm : public testing::Test {
 protected:
  ~IntegerGemm() override { SetThreadCount(before_); }
  int before_ = ThreadCount();
};

Case RandomCase(Rng& rng) {
  GemmSizes sizes = {rng.Between(1, 40), rng.Between(1, 70), rng.Between(1, 50)};
  if (rng.Chance(20)) sizes.m = 1;
  if (rng.Chance(10)) sizes.n = 1;
  if (rng.Chance(10)) sizes.k = rng.Between(250, 600);
  if (rng.Chance(5)) sizes.m = rng.Between(70, 200);
  if (rng.Chance(5)) sizes.n = rng.Between(250, 300);
  if (rng.Chance(30)) sizes.batches = {rng.Between(1, 3), rng.Between(1, 3)};
  const bool ends = rng.Chance(50);
  const auto operand = [&](DataType type, int64_t rows, int64_t columns) {
    const test::LayoutTraits traits = {.padded = rng.Chance(30),
                                       .permuted = rng.Chance(50),
                                       .broadcast = rng.Chance(20),
                                       .reversed = rng.Chance(20),
                                       .moved = rng.Chance(20),
                                       .odd_units = rng.Chance(20)};
    return Operand(
        type, test::RandomLayout(rng, {sizes.batches[0], sizes.batches[1], rows, columns}, traits),
        [&] { return Bits(rng, ends); });
  };
  const DataType a = rng.Pick({Int8, UInt8}), b = rng.Pick({Int8, UInt8});
  return {sizes, operand(a, sizes.m, sizes.k), operand(b, sizes.k, sizes.n),
          RandomZeros(rng, a, sizes.m, ends), RandomZeros(rng, b, sizes.n, ends)};
}

TEST_F(IntegerGemm, IsTheDoubleLoop) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    SetThreadCount(int(rng.Between(1, 4)));
    RandomCase(rng).ExpectRight();
  }
}

// Every number and every zero point at an end of its type: nothing saturates, and what is read
// beyond an odd depth or the last column counts for nothing.
TEST_F(IntegerGemm, Extremes) {
  const auto ends = [](DataType type) -> std::vector<std::byte> {
    if (type == Int8) return {std::byte{0x80}, std::byte{0x7F}};
    return {std::byte{0}, std::byte{0xFF}};
  };
  const GemmSizes sizes = {7, 17, 3};
  for (const DataType a_type : {Int8, UInt8})
    for (const DataType b_type : {Int8, UInt8})
      for (const std::byte a : ends(a_type))
        for (const std::byte b : ends(b_type))
          for (const std::byte a_zero : ends(a_type))
            for (const std::byte b_zero : ends(b_type)) {
              SCOPED_TRACE(testing::Message()
                           << int(a) << ' ' << int(b) << ' ' << int(a_zero) << ' ' << int(b_zero));
              const Case extreme = {
                  sizes,
                  Operand(a_type, Layout::Packed({1, 1, sizes.m, sizes.k}), [&] { return a; }),
                  Operand(b_type, Layout::Packed({1, 1, sizes.k, sizes.n}), [&] { return b; }),
                  {a_type, {a_zero}},
                  {b_type, {b_zero}}};
              extreme.ExpectRight();
            }
}

// 2^17 + 1 terms of up to 255 * 255 are more than 2^32, and the sums of A's rows times zero points
// of B are, too.
TEST_F(IntegerGemm, WrapsAround) {
  const GemmSizes sizes = {2, 3, (1 << 17) + 1};
  const auto repeated = [](const Sizes& matrix, std::byte bits) {
    return Operand(UInt8, Layout(matrix, {0, 0, 0, 0}), [=] { return bits; });
  };
  const std::byte most{255};
  const Operand a = repeated({1, 1, sizes.m, sizes.k}, most);
  for (const std::byte b : {std::byte{0}, most})
    for (const Zeros& zeros : {Zeros{UInt8, {}}, Zeros{UInt8, {most}}})
      Case{sizes, a, repeated({1, 1, sizes.k, sizes.n}, b), {UInt8, {}}, zeros}.ExpectRight();
}

// No less a product than others: a sum of nothing.
TEST_F(IntegerGemm, NoDepth) {
  Rng rng(5);
  const auto operand = [&](const Sizes& sizes) {
    return Operand(Int8, Layout(sizes, {0, 0, 0, 0}), [&] { return Bits(rng, false); });
  };
  Case{{2, 3, 0}, operand({1, 1, 2, 1}), operand({1, 1, 1, 3}), {Int8, {}}, {Int8, {std::byte{9}}}}
      .ExpectRight();
}

// Every number of rows and columns that a tile may have too many or too few of, with a depth of one
// unit, of one k block and of several.
TEST_F(IntegerGemm, EdgesOfTiles) {
  Rng rng(3);
  for (const int64_t k : {1, 3, 1030})
    for (int64_t m = 1; m <= 13; ++m)
      for (int64_t n = 1; n <= 70; n += k > 3 ? 7 : 1) {
        SCOPED_TRACE(testing::Message() << m << ' ' << n << ' ' << k);
        const auto operand = [&](DataType type, int64_t rows, int64_t columns) {
          return Operand(type, Layout::Packed({1, 1, rows, columns}),
                         [&] { return Bits(rng, true); });
        };
        const DataType a = rng.Pick({Int8, UInt8}), b = rng.Pick({Int8, UInt8});
        Case{{m, n, k},
             operand(a, m, k),
             operand(b, k, n),
             RandomZeros(rng, a, m, false),
             RandomZeros(rng, b, n, false)}
            .ExpectRight();
        if (HasFatalFailure()) return;
      }
}

// UINT8 by INT8 without zero points, in units that are whole: quads read such an A where it lies.
// Its rows end where memory does.
TEST_F(IntegerGemm, RowsOfAInPlace) {
  Rng rng(4);
  for (const int64_t k : {4, 1028})
    for (int64_t m = 1; m <= 36; m += k > 4 ? 5 : 1)
      for (int64_t n = 1; n <= 70; n += 23) {
        SCOPED_TRACE(testing::Message() << m << ' ' << n << ' ' << k);
        const Layout rows({1, 1, m, k}, {0, 0, k + m % 3, 1});
        const Case plain = {
            {m, n, k},
            Operand(UInt8, rows, [&] { return Bits(rng, true); }),
            Operand(Int8, Layout::Packed({1, 1, k, n}), [&] { return Bits(rng, true); }),
            {UInt8, {}},
            {Int8, {}}};
        for (const MatmulForm form : Forms())
          EXPECT_EQ(plain.Plan(form, false).schedule().packs_a, form == MatmulForm::Pairs);
        plain.ExpectRight();
        if (HasFatalFailure()) return;
      }
}

// A byte for each number, and in each k block four for a zero point, or eight for one and a sum.
TEST_F(IntegerGemm, PackedBTakesNoMoreThanB) {
  const int64_t n = 4 * kMostNr, k = 100;
  const GemmMatrix a = {UInt8, k, 1}, b = {Int8, n, 1, {0, k * n}}, shared = {Int8, n, 1};
  for (const MatmulForm form : Forms()) {
    const bool quads = form == MatmulForm::Quads;
    const int64_t numbers = 4 * n, without = quads ? numbers : 0;
    const auto packed = [&](const GemmSizes& sizes, const GemmMatrix& matrix, bool zeros) {
      const MatmulProblem problem(sizes, a, matrix, {Int32, n, 1}, true, zeros);
      return int64_t(PlanOf(form, problem).packed_bytes());
    };
    EXPECT_EQ(packed({5, n, k}, b, false), k * n + without);
    EXPECT_EQ(packed({5, n, k}, b, true), k * n + numbers);
    EXPECT_EQ(packed({5, n, k, {2, 3}}, b, true), 3 * (k * n + numbers));
    EXPECT_EQ(packed({5, n, k, {2, 3}}, shared, true), k * n + numbers);
    EXPECT_EQ(packed({5, n, k - 1}, b, false), k * n + without) << "units";
    EXPECT_LE(packed({5, n - 1, k}, b, true), k * n + numbers) << "panels";
    EXPECT_EQ(packed({5, n, 5120}, b, true), 5120 * n + (quads ? 5 : 10) * numbers) << "k blocks";
  }
}

// The other half of an odd depth and columns beyond the last, so that the same B gives the same
// bytes.
TEST_F(IntegerGemm, WhatBLacksIsPackedAsZero) {
  const GemmSizes sizes = {1, 5 * kMostNr + 1, 259};
  const Operand b(UInt8, Layout::Packed({1, 1, sizes.k, sizes.n}), [] { return std::byte{255}; });
  const MatmulProblem problem(sizes, {UInt8, sizes.k, 1}, b.matrix, {Int32, sizes.n, 1}, true,
                              true);
  const GemmPlan plan = PlanOf(MatmulForm::Pairs, problem);
  std::vector<std::byte> packed(plan.packed_bytes(), std::byte{0xA5});
  plan.PackB(packed.data(), {b.First(), {b.First(), 1}});
  const auto numbers = sizes.k * sizes.n + sizes.n;
  EXPECT_EQ(std::ranges::count(packed, std::byte{255}), numbers);
  EXPECT_EQ(std::ranges::count(packed, std::byte{0}), int64_t(packed.size()) - numbers);
}

TEST_F(IntegerGemm, LeastInstructionSet) {
  const test::WithMaxIsa ceiling(test::IsasHere().back());
  for (uint64_t seed = 0; seed < 50 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    RandomCase(rng).ExpectRight();
  }
}

// Fewer threads than were planned for is fine; more must not reach into memory that is not there.
TEST_F(IntegerGemm, ThreadsMayChangeAfterPlanning) {
  Rng rng(10);
  const auto operand = [&](const Sizes& sizes) {
    return Operand(UInt8, Layout::Packed(sizes), [&] { return Bits(rng, false); });
  };
  const Case large = {{200, 300, 200},
                      operand({1, 1, 200, 200}),
                      operand({1, 1, 200, 300}),
                      RandomZeros(rng, UInt8, 200, false),
                      RandomZeros(rng, UInt8, 300, false)};
  for (const int planned : {1, 3}) {
    SetThreadCount(planned);
    const MatmulForm form = Forms().back();
    const GemmPlan plan = large.Plan(form, false), packed_before = large.Plan(form, true);
    for (const int threads : {1, 2, 8}) {
      SetThreadCount(threads);
      large.ExpectRight(plan, packed_before);
    }
  }
}

}  // namespace
}  // namespace weft
