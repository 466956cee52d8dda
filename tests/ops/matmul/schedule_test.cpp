// SPDX-License-Identifier: MIT
// Schedules as text, on machines that are made up: what is planned for each can be looked at
// anywhere. Products are far from the grain of threads, which is finer under a sanitizer.
#include "ops/matmul/schedule.h"

#include <gtest/gtest.h>

#include <utility>

namespace weft {
namespace {

constexpr Machine kAvx2 = {.vector_bytes = 32, .threads = 4};
constexpr Machine kAvx512 = {.vector_bytes = 64, .threads = 4};
constexpr Machine kNeon = {.vector_bytes = 16, .threads = 4};
constexpr Machine kAlone = {.vector_bytes = 32, .threads = 1};
constexpr Machine kVnni = {.vector_bytes = 64, .threads = 4, .has_int8_dots = true};
constexpr Machine kScalar = {.vector_bytes = 4, .threads = 1};
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;
constexpr DataType kU8 = DataType::UInt8, kI8 = DataType::Int8, kI32 = DataType::Int32;

struct Shape {
  int64_t m, n, k;
  int64_t batches = 1;
  bool trans_a = false, trans_b = false, shared_b = false, packed = false;
  DataType a = kF32, b = kF32, output = kF32;
  bool zeros = false, a_zeros = true;
};

MatmulProblem ProblemOf(const Shape& s) {
  const auto matrix = [&](DataType type, int64_t rows, int64_t columns, bool transposed) {
    return GemmMatrix{type, transposed ? 1 : columns, transposed ? rows : 1, {0, rows * columns}};
  };
  GemmMatrix b = matrix(s.b, s.k, s.n, s.trans_b);
  if (s.shared_b) b.batch_steps[1] = 0;
  return {{s.m, s.n, s.k, {1, s.batches}},
          matrix(s.a, s.m, s.k, s.trans_a),
          b,
          matrix(s.output, s.m, s.n, false),
          s.packed,
          s.zeros,
          s.a_zeros};
}

TEST(MatmulSchedule, Texts) {
  struct Row {
    const char* name;
    Shape shape;
    Machine machine;
    std::string want;
  };
  const Row rows[] = {
      // The width of tiles is the machine's; kc is not.
      {"square",
       {512, 512, 512},
       kAvx2,
       "6x16, kc 256, mc 132, nc 128, A in place, B packed by task, output in place, threads split "
       "n by 4"},
      {"square",
       {512, 512, 512},
       kAvx512,
       "12x32, kc 256, mc 132, nc 128, A in place, B packed by task, output in place, threads "
       "split n by 4"},
      {"square",
       {512, 512, 512},
       kNeon,
       "12x8, kc 256, mc 132, nc 128, A in place, B packed by task, output in place, threads split "
       "n by 4"},
      {"square",
       {512, 512, 512},
       kAlone,
       "6x16, kc 256, mc 132, nc 128, A in place, B packed by task, output in place, one thread"},
      {"tiny",
       {16, 16, 16},
       kAvx2,
       "6x16, kc 16, mc 16, nc 16, A in place, B in place, output in place, one thread"},
      // Few columns get panels of one vector where two would be half empty.
      {"tiny",
       {16, 16, 16},
       kAvx512,
       "16x16, kc 16, mc 16, nc 16, A in place, B in place, output in place, one thread"},
      {"half a vector",
       {16, 8, 16},
       kAvx512,
       "16x16, kc 16, mc 16, nc 16, A in place, B in place, output in place, one thread"},
      {"half a panel",
       {16, 8, 16},
       kAvx2,
       "12x8, kc 16, mc 16, nc 8, A in place, B in place, output in place, one thread"},
      {"three vectors",
       {1000, 48, 300},
       kAvx512,
       "16x16, kc 150, mc 128, nc 48, A in place, B in place, output in place, threads split m by "
       "8"},
      {"four vectors",
       {1000, 49, 300},
       kAvx512,
       "12x32, kc 150, mc 132, nc 64, A in place, B packed before, output in place, threads split "
       "m by 8"},
      {"seven vectors",
       {1000, 97, 300},
       kAvx512,
       "12x32, kc 150, mc 132, nc 128, A in place, B packed before, output in place, threads split "
       "m by 8"},
      {"an odd number without vectors",
       {16, 3, 16},
       kScalar,
       "12x1, kc 16, mc 16, nc 3, A in place, B in place, output in place, one thread"},
      {"odd depth",
       {600, 600, 513},
       kAvx2,
       "6x16, kc 171, mc 120, nc 80, A in place, B packed by task, output in place, threads split "
       "n by 8"},
      {"few columns for the threads: all of them pack B",
       {4096, 256, 512},
       kAvx2,
       "6x16, kc 256, mc 132, nc 128, A in place, B packed before, output in place, threads split "
       "m by 32, n by 2"},
      {"A has no rows",
       {512, 512, 512, 1, true},
       kAvx2,
       "6x16, kc 256, mc 132, nc 512, A packed, B packed before, output in place, threads split m "
       "by 4"},
      {"A of float16",
       {512, 4096, 512, 1, false, false, false, false, kF16},
       kAvx2,
       "6x16, kc 256, mc 132, nc 1024, A packed, B packed by task, output in place, threads split "
       "n by 4"},
      {"B without rows",
       {100, 1000, 300, 1, false, true},
       kAvx2,
       "6x16, kc 150, mc 100, nc 128, A in place, B packed by block, output in place, threads "
       "split n by 8"},
      {"B is small: in place",
       {1000, 16, 16, 64},
       kAvx2,
       "6x16, kc 16, mc 144, nc 16, A in place, B in place, output in place, threads split batches "
       "by 64"},
      {"short rows of B, which stays in the second-level cache: threads share it in place",
       {600, 128, 256},
       kAvx2,
       "6x16, kc 256, mc 78, nc 128, A in place, B in place, output in place, threads split m by "
       "8"},
      {"more of them",
       {600, 128, 257},
       kAvx2,
       "6x16, kc 129, mc 78, nc 128, A in place, B packed before, output in place, threads split m "
       "by 8"},
      {"a panel of short rows is not whole",
       {600, 120, 256},
       kAvx2,
       "6x16, kc 256, mc 78, nc 128, A in place, B packed before, output in place, threads split m "
       "by 8"},
      {"… which does not matter to few rows",
       {100, 120, 256},
       kAvx2,
       "6x16, kc 256, mc 100, nc 32, A in place, B in place, output in place, threads split n by "
       "4"},
      {"long rows of B",
       {600, 272, 100},
       kAvx2,
       "6x16, kc 100, mc 78, nc 96, A in place, B packed before, output in place, threads split m "
       "by 8, n by 3"},
      // Few rows.
      {"few rows",
       {4, 4096, 4096},
       kAvx2,
       "6x16, kc 256, mc 4, nc 128, A in place, B in place, output in place, threads split n by "
       "32"},
      {"few rows by columns",
       {4, 4096, 4096, 1, false, true},
       kAvx2,
       "dot products, kc 1024, mc 4, nc 128, A in place, B in place, output in place, threads "
       "split n by 32"},
      {"few rows by short columns",
       {4, 4096, 15, 64, false, true},
       kAvx2,
       "6x16, kc 15, mc 4, nc 256, A in place, B packed by block, output in place, threads split "
       "batches by 64, n by 16"},
      {"few rows of float16",
       {4, 4096, 4096, 1, false, true, false, false, kF16, kF16, kF16},
       kAvx2,
       "dot products, kc 1024, mc 4, nc 256, A packed, B in place, threads split n by 16"},
      {"too many rows",
       {7, 4096, 4096, 1, false, true},
       kAvx2,
       "6x16, kc 256, mc 7, nc 128, A in place, B packed by block, output in place, threads split "
       "n by 32"},
      // One row.
      {"a long row",
       {1, 4096, 4096},
       kAvx2,
       "6x16, kc 256, mc 1, nc 1024, A in place, B in place, output in place, threads split n by "
       "4"},
      {"a short row",
       {1, 1000, 4096},
       kAvx2,
       "6x16, kc 256, mc 1, nc 1008, A in place, B in place, output in place, threads split k by "
       "16"},
      {"a short row",
       {1, 1000, 4096},
       kAvx512,
       "12x32, kc 256, mc 1, nc 1024, A in place, B in place, output in place, threads split k by "
       "16"},
      {"a short row",
       {1, 1000, 4096},
       kAlone,
       "6x16, kc 256, mc 1, nc 1008, A in place, B in place, output in place, one thread"},
      {"a row of too many k blocks",
       {1, 1000, 64 * 256 + 1},
       kAvx2,
       "6x16, kc 253, mc 1, nc 128, A in place, B in place, output in place, threads split n by 8"},
      {"a row by columns",
       {1, 1000, 4096, 1, false, true},
       kAvx2,
       "dot products, kc 1024, mc 1, nc 128, A in place, B in place, output in place, threads "
       "split n by 8"},
      // B is packed before.
      {"packed, square",
       {512, 512, 512, 1, false, false, false, true},
       kAvx2,
       "6x16, kc 256, mc 132, nc 128, A in place, B packed at initialization, output in place, "
       "threads split m by 4, n by 4"},
      {"packed, few rows",
       {4, 4096, 4096, 1, false, true, false, true},
       kAvx2,
       "6x16, kc 256, mc 4, nc 128, A in place, B packed at initialization, output in place, "
       "threads split n by 32"},
      {"packed, a row",
       {1, 1000, 4096, 1, false, false, false, true},
       kAvx2,
       "6x16, kc 256, mc 1, nc 128, A in place, B packed at initialization, output in place, "
       "threads split n by 8"},
      // Batches.
      {"batches",
       {128, 128, 64, 12},
       kAvx2,
       "6x16, kc 64, mc 128, nc 128, A in place, B in place, output in place, threads split "
       "batches by 12"},
      {"batches",
       {128, 128, 64, 12},
       kNeon,
       "12x8, kc 64, mc 128, nc 128, A in place, B in place, output in place, threads split "
       "batches by 12"},
      {"small batches: a task takes several",
       {16, 16, 16, 512},
       kAvx512,
       "16x16, kc 16, mc 16, nc 16, A in place, B in place, output in place, 16 batches at a time, "
       "threads split batches by 32"},
      {"small batches for one thread",
       {16, 16, 16, 50},
       kAlone,
       "6x16, kc 16, mc 16, nc 16, A in place, B in place, output in place, 20 batches at a time, "
       "one thread"},
      {"large batches of one B",
       {256, 128, 512, 12, false, false, true},
       kAvx2,
       "6x16, kc 256, mc 132, nc 128, A in place, B packed before, output in place, threads split "
       "batches by 12, m by 2"},
      {"fewer batches than threads",
       {1000, 500, 500, 3},
       kAvx2,
       "6x16, kc 250, mc 126, nc 128, A in place, B packed before, output in place, threads split "
       "m "
       "by 8, n by 4"},
      // Integers.
      {"integers",
       {1024, 1024, 1024, 1, false, false, false, false, kU8, kI8, kI32},
       kAvx512,
       "pairs, 12x32, kc 512, mc 132, nc 1024, A packed, B packed before, output in place, threads "
       "split m by 8"},
      {"integers",
       {1024, 1024, 1024, 1, false, false, false, true, kI8, kU8, kI32, true},
       kAlone,
       "pairs, 6x16, kc 512, mc 132, nc 1024, A packed, B packed at initialization, output in "
       "place, one thread"},
      {"integers, four at a time",
       {1024, 1024, 1025, 1, false, false, false, false, kU8, kI8, kI32},
       kVnni,
       "quads, 12x32, kc 516, mc 132, nc 1024, A packed, B packed before, output in place, threads "
       "split m by 8"},
      {"what is multiplied as it is: A in place",
       {1024, 1024, 1024, 1, false, false, false, false, kU8, kI8, kI32, false, false},
       kVnni,
       "quads, 12x32, kc 1024, mc 132, nc 256, A in place, B packed by task, output in place, "
       "threads split n by 4"},
      {"… with few blocks of columns, each of which reads A",
       {1024, 2048, 1024, 1, false, false, false, false, kU8, kI8, kI32, false, false},
       {.vector_bytes = 64, .threads = 1, .has_int8_dots = true},
       "quads, 12x32, kc 1024, mc 132, nc 1024, A in place, B packed by task, output in place, one "
       "thread"},
      {"a last unit that is not whole",
       {1024, 1024, 1025, 1, false, false, false, false, kU8, kI8, kI32, false, false},
       kVnni,
       "quads, 12x32, kc 516, mc 132, nc 1024, A packed, B packed before, output in place, threads "
       "split m by 8"},
      {"few columns of integers, four at a time",
       {16, 16, 16, 1, false, false, false, false, kU8, kI8, kI32},
       kVnni,
       "quads, 16x16, kc 16, mc 16, nc 16, A packed, B packed by block, output in place, one "
       "thread"},
      {"floats are floats there",
       {16, 16, 16},
       kVnni,
       "16x16, kc 16, mc 16, nc 16, A in place, B in place, output in place, one thread"},
      {"few rows of integers, an odd depth, stored in 8 bits",
       {100, 3000, 1025, 1, false, true, false, false, kU8, kU8, kU8},
       kAvx2,
       "pairs, 6x16, kc 342, mc 100, nc 384, A packed, B packed by block, threads split n by 8"},
      {"few columns of integers",
       {500, 33, 64, 1, false, false, false, false, kU8, kU8, kI32},
       kAvx512,
       "pairs, 16x16, kc 64, mc 128, nc 48, A packed, B packed before, output in place, threads "
       "split m by 4"},
      // Outputs that are not contiguous float32.
      {"output of float16",
       {512, 512, 512, 1, false, false, false, false, kF32, kF32, kF16},
       kAvx2,
       "6x16, kc 256, mc 132, nc 128, A in place, B packed by task, threads split n by 4"},
      {"nothing to add up",
       {100, 100, 0},
       kAvx2,
       "6x16, kc 1, mc 100, nc 112, A in place, B in place, one thread"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(ToString(Schedule(ProblemOf(row.shape), row.machine)), row.want) << row.name;
}

// Bits depend on kc and on whether there are dot products: both depend on the problem alone.
TEST(MatmulSchedule, BitsDoNotDependOnTheMachine) {
  for (const int64_t m : {1, 5, 6, 7, 300})
    for (const int64_t n : {1, 17, 1000, 3000})
      for (const int64_t k : {1, 15, 16, 255, 256, 257, 1000, 5000})
        for (const bool trans_b : {false, true}) {
          const MatmulProblem problem = ProblemOf({m, n, k, 1, false, trans_b});
          const MatmulSchedule want = Schedule(problem, kAlone);
          for (const Machine& machine : {kAvx2, kAvx512, kNeon}) {
            const MatmulSchedule got = Schedule(problem, machine);
            EXPECT_EQ(got.kc, want.kc) << m << ' ' << n << ' ' << k;
            EXPECT_EQ(got.form == MatmulForm::DotRows, want.form == MatmulForm::DotRows);
          }
        }
}

// Tasks cover the product, and blocks are whole tiles but for the last.
TEST(MatmulSchedule, TasksCoverTheProduct) {
  for (const int64_t m : {1, 6, 7, 144, 145, 1000})
    for (const int64_t n : {1, 16, 250, 1025, 4000})
      for (const int64_t k : {1, 300, 3000})
        for (const bool packed : {false, true})
          for (const auto& [batches, machine] : {std::pair(1, kAvx2), {3, kAvx512}, {50, kNeon}}) {
            const MatmulProblem problem =
                ProblemOf({.m = m, .n = n, .k = k, .batches = batches, .packed = packed});
            const MatmulSchedule s = Schedule(problem, machine);
            SCOPED_TRACE(ToString(s));
            EXPECT_GE(s.tasks.n * s.nc, n);
            EXPECT_LT((s.tasks.n - 1) * s.nc, n);
            EXPECT_EQ(s.nc % s.nr, 0);
            EXPECT_TRUE(s.mc == m || s.mc % s.mr == 0) << s.mc;
            EXPECT_LE(s.mc, m);
            EXPECT_LE(s.kc, s.form == MatmulForm::DotRows ? 1024 : 256);
            EXPECT_TRUE(s.tasks.m == 1 || (s.tasks.m - 1) * s.mc < m);
            EXPECT_EQ(s.b == MatmulSchedule::PackB::AtInitialization, packed);
          }
}

}  // namespace
}  // namespace weft
