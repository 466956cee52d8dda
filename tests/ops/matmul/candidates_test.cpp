// SPDX-License-Identifier: MIT
// Every candidate of GEMM against the oracle, in every layout, and which problem picks which.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ops/harness.h"
#include "ops/matmul/gemm.h"
#include "ops/random_layout.h"
#include "oracle/gemm.h"
#include "weft/threads.h"

namespace weft {
namespace {

using test::Rng;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;

enum class Lies { Packed, Padded, Transposed, Broadcast, EverySecond };
constexpr Lies kAll[] = {Lies::Packed, Lies::Padded, Lies::Transposed, Lies::Broadcast,
                         Lies::EverySecond};

// {batches, rows, columns}.
TensorDesc Matrix(DataType type, int64_t batches, int64_t rows, int64_t columns, Lies lies) {
  const Sizes sizes = {batches, rows, columns};
  switch (lies) {
    case Lies::Packed: return {type, sizes};
    case Lies::Padded: return {type, sizes, {rows * (columns + 3) + 5, columns + 3, 1}};
    case Lies::Transposed: return {type, sizes, {rows * columns, 1, rows}};
    case Lies::Broadcast: return {type, sizes, {0, columns, 1}};
    case Lies::EverySecond: return {type, sizes, {2 * rows * columns, 2 * columns, 2}};
  }
  return {};
}

struct Shape {
  int64_t batches, m, n, k;
};

Gemm Make(const Shape& s, DataType type, Lies a, Lies b, Lies output = Lies::Packed) {
  return {.a = Matrix(type, s.batches, s.m, s.k, a),
          .b = Matrix(type, s.batches, s.k, s.n, b),
          .c = Matrix(type, s.batches, s.m, s.n, Lies::Broadcast),
          .output = Matrix(type, s.batches, s.m, s.n, output),
          .alpha = 0.5f,
          .beta = 2};
}

// Random numbers and the answer, for every candidate the same.
class Example {
 public:
  Example(Operator op, Rng& rng)
      : op_(std::move(op)),
        inputs_(test::Tensors(op_, FieldRole::Input), rng.Next()),
        outputs_(test::Tensors(op_, FieldRole::Output), rng.Next()) {
    const Gemm& gemm = op_.As<Gemm>();
    const int bytes = oracle::FormatOf(gemm.a.type).bytes;
    for (size_t i = 0; i < inputs_.size(); ++i)
      for (std::byte* at = inputs_[i].data(); at < inputs_[i].data() + inputs_[i].bytes();
           at += bytes)
        oracle::StoreBits(
            oracle::BitsOf(gemm.a.type, {true, 0, (long double)(rng.Between(-999, 999)) / 100}), at,
            bytes);
    want_ = oracle::Gemm(inputs_.Read(0), inputs_.Read(1), inputs_.Read(2),
                         {gemm.output.sizes(), false, false, gemm.alpha, gemm.beta});
  }

  // Whether a candidate takes it; then its result must be right.
  bool IsTakenBy(std::string_view candidate) const {
    test::TensorBuffers outputs = outputs_;
    const Status status =
        Run(op_, inputs_.AsInputs(), outputs.AsOutputs(), {.candidate = std::string(candidate)});
    if (!status) {
      EXPECT_NE(status.error().message.find("was asked for and refuses: "), std::string::npos)
          << status.error().message;
      return false;
    }
    const oracle::Dense got = outputs.Read(0);
    EXPECT_EQ(oracle::OutOfBounds(got, want_), "") << candidate << ": " << ToString(op_);
    EXPECT_EQ(outputs.Difference(0, outputs_, got), "") << candidate << ": " << ToString(op_);
    return true;
  }

 private:
  Operator op_;
  test::TensorBuffers inputs_, outputs_;
  std::vector<oracle::Bounded> want_;
};

TEST(GemmCandidates, EachIsRightInEveryLayout) {
  const int threads = ThreadCount();
  std::map<std::string_view, int> taken;
  Rng rng(1);
  int row = 0;
  for (const Shape& shape :
       {Shape{1, 1, 40, 600}, Shape{1, 1, 20, 1030}, Shape{3, 4, 21, 35}, Shape{2, 17, 5, 20},
        Shape{1, 20, 30, 270}, Shape{2, 6, 3, 7}, Shape{1, 5, 1, 16}, Shape{2, 150, 37, 3}})
    for (const DataType type : {kF32, kF16})
      for (const Lies a : kAll)
        for (const Lies b : kAll) {
          SetThreadCount(1 + ++row % 3);
          const Lies output = kAll[row % 3];  // none of them lets elements share memory
          const Example example(Make(shape, type, a, b, output), rng);
          for (const auto& candidate : ops::GemmCandidates())
            taken[candidate.name] += example.IsTakenBy(candidate.name);
          if (HasFailure()) return SetThreadCount(threads);
        }
  SetThreadCount(threads);
  for (const auto& candidate : ops::GemmCandidates())
    EXPECT_GE(taken[candidate.name], 20) << candidate.name;
  EXPECT_EQ(taken[ops::GemmCandidates().back().name], row) << "the last one takes everything";
}

TEST(GemmCandidates, WhichProblemPicksWhich) {
  constexpr Machine kAlone = {.threads = 1}, kFour = {.threads = 4};
  constexpr Machine kAvx512 = {.vector_bytes = 64, .threads = 4};
  constexpr Machine kScalar = {.vector_bytes = 4, .threads = 1};
  struct Row {
    Shape shape;
    Lies b;
    bool owned;
    Machine machine;
    std::string_view want;
  };
  const Row rows[] = {
      {{1, 64, 64, 64}, Lies::Packed, false, kAlone, "matmul/packed"},
      {{1, 64, 64, 64}, Lies::Transposed, false, kAvx512, "matmul/packed"},
      {{1, 7, 64, 64}, Lies::Transposed, false, kAlone, "matmul/packed"},  // too many rows
      {{1, 6, 64, 64}, Lies::Transposed, false, kAlone, "matmul/dot_rows"},
      {{1, 6, 64, 64}, Lies::Transposed, false, kAvx512, "matmul/dot_rows"},
      {{1, 6, 64, 64}, Lies::Transposed, false, kScalar, "matmul/dot_rows"},
      {{9, 6, 64, 16}, Lies::Transposed, false, kAlone, "matmul/dot_rows"},
      {{9, 6, 64, 15}, Lies::Transposed, false, kAlone, "matmul/packed"},  // too few terms
      {{1, 6, 64, 64}, Lies::Transposed, true, kAlone, "matmul/packed"},
      {{1, 6, 64, 64}, Lies::EverySecond, false, kAlone, "matmul/packed"},
      {{1, 1, 1000, 4096}, Lies::Packed, false, kFour, "matmul/row"},
      {{1, 1, 1000, 4096}, Lies::Padded, false, kAvx512, "matmul/row"},
      {{1, 1, 1000, 4096}, Lies::Packed, false, kAlone, "matmul/packed"},
      {{1, 1, 1000, 4096}, Lies::Packed, true, kFour, "matmul/packed"},
      {{1, 1, 1025, 4096}, Lies::Packed, false, kFour, "matmul/packed"},  // too many columns
      {{1, 1, 1000, 256}, Lies::Packed, false, kFour, "matmul/packed"},   // one k block
      {{2, 1, 1000, 4096}, Lies::Packed, false, kFour, "matmul/packed"},
      {{1, 64, 6, 64}, Lies::Packed, false, kAlone, "matmul/transposed"},
      {{1, 64, 6, 64}, Lies::Packed, true, kAlone, "matmul/transposed"},
      {{1, 64, 6, 64}, Lies::Packed, false, kScalar, "matmul/transposed"},
      {{1, 64, 7, 64}, Lies::Packed, false, kAvx512, "matmul/packed"},
      {{1, 6, 6, 64}, Lies::Packed, false, kAlone, "matmul/packed"},  // no fewer columns than rows
      {{1, 6, 6, 64}, Lies::Transposed, false, kAlone, "matmul/dot_rows"},
      {{1, 6, 5, 64}, Lies::Transposed, false, kAlone, "matmul/transposed"},
  };
  std::set<std::string_view> picked;
  for (const Row& row : rows) {
    Gemm op = Make(row.shape, kF32, Lies::Packed, row.b);
    if (row.owned) op.b.flags = TensorFlags::OwnedByDml;
    const auto* candidate = Pick(ops::GemmCandidates(), ops::ProblemOf({op}), row.machine);
    ASSERT_NE(candidate, nullptr);
    EXPECT_EQ(candidate->name, row.want) << ToString(Operator(op));
    picked.insert(candidate->name);
  }
  for (const auto& candidate : ops::GemmCandidates())
    EXPECT_TRUE(picked.contains(candidate.name)) << "no row picks " << candidate.name;
}

TEST(GemmCandidates, RefusalsSayWhy) {
  const auto refusal = [](const Gemm& op, std::string_view candidate) {
    const auto compiled = Compile(op, {.candidate = std::string(candidate)});
    return compiled ? std::string() : compiled.error().message;
  };
  const auto asked = [](std::string_view name, std::string_view why) {
    return "GEMM: the candidate " + std::string(name) +
           " was asked for and refuses: " + std::string(why);
  };
  Gemm owned = Make({1, 1, 40, 600}, kF32, Lies::Packed, Lies::Transposed);
  owned.b.flags = TensorFlags::OwnedByDml;
  EXPECT_EQ(refusal(Make({1, 7, 9, 20}, kF32, Lies::Packed, Lies::Packed), "matmul/transposed"),
            asked("matmul/transposed", "there are 9 columns, but at most 6 are taken"));
  EXPECT_EQ(refusal(Make({1, 7, 9, 20}, kF32, Lies::Packed, Lies::Transposed), "matmul/dot_rows"),
            asked("matmul/dot_rows", "there are 7 rows, but at most 6 are taken"));
  EXPECT_EQ(
      refusal(Make({1, 6, 9, 20}, kF32, Lies::Packed, Lies::Padded), "matmul/dot_rows"),
      asked("matmul/dot_rows", "from row to row of BTensor the stride is 12, but 1 is needed"));
  EXPECT_EQ(refusal(owned, "matmul/dot_rows"),
            asked("matmul/dot_rows", "BTensor is packed at initialization"));
  EXPECT_EQ(refusal(Make({1, 1, 40, 600}, kF16, Lies::Packed, Lies::Packed), "matmul/row"),
            asked("matmul/row", "BTensor has elements of 16 bits, but FLOAT32 is needed"));
  EXPECT_EQ(
      refusal(Make({1, 1, 40, 20000}, kF32, Lies::Packed, Lies::Packed), "matmul/row"),
      asked("matmul/row", "20000 terms are 79 blocks of 254, but at most 64 are summed up apart"));
  EXPECT_EQ(refusal(owned, "matmul/packed"), "");
}

}  // namespace
}  // namespace weft
