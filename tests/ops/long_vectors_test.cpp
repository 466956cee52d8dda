// SPDX-License-Identifier: MIT
// Sums have the lanes of vectors of 32 bytes where vectors are longer. Operators round float64 sums
// to float32, which hides most of their bits (Properties.LongVectorsChangeNothing): here are all.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "ops/normalization/normalize_rows.h"
#include "ops/random_layout.h"
#include "ops/reduction/reduce_rows.h"
#include "simd/each_isa.h"

namespace weft {
namespace {

class LongVectors : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<std::string_view> here = test::IsasHere();
    if (std::ranges::find(here, "AVX3") == here.end())
      GTEST_SKIP() << here.front() << " is the best here, but AVX3 is needed";
  }

  // Of many sizes, so that every addition in float64 rounds.
  std::vector<float> Line(int64_t count) {
    std::vector<float> line(static_cast<size_t>(count));
    for (float& x : line)
      x = std::ldexp(float(rng_.Between(-(1 << 24), 1 << 24)), int(rng_.Between(-40, 0)));
    return line;
  }
  // What function(line) gives below either ceiling.
  template <class Function>
  static void ExpectSameBits(const std::vector<float>& line, const Function& function) {
    const auto bits_of = [&](std::string_view isa) {
      const test::WithMaxIsa ceiling(isa);
      return std::bit_cast<uint64_t>(function(line.data(), int64_t(line.size())));
    };
    EXPECT_EQ(bits_of("AVX2"), bits_of("AVX3")) << line.size() << " elements";
  }

  test::Rng rng_{12};
  // Below and above each step, and what is added as a whole before a rest.
  const std::vector<int64_t> counts_ = {1, 7, 8, 9, 15, 31, 32, 36, 63, 160, 167, 300, 1000, 1023};
};

TEST_F(LongVectors, ReductionsKeepEveryBit) {
  for (const Reduction reduction : {Reduction::Sum, Reduction::SumAbsolute, Reduction::SumSquare})
    for (const int64_t count : counts_) {
      ExpectSameBits(Line(count), [&](const float* line, int64_t n) {
        const ReduceKernels& kernels = ReduceKernelsFor(reduction, DataType::Float32);
        double total;
        kernels.start(reinterpret_cast<std::byte*>(&total), 1);
        kernels.add_row(reinterpret_cast<std::byte*>(&total),
                        reinterpret_cast<const std::byte*>(line), n);
        return total;
      });
    }
}

TEST_F(LongVectors, StatisticsKeepEveryBit) {
  for (const int64_t count : counts_) {
    const std::vector<float> line = Line(count);
    const auto plain = [](const float* at, int64_t n) { return PowerSumsOf(at, n).plain; };
    const auto squares = [](const float* at, int64_t n) { return PowerSumsOf(at, n).squares; };
    ExpectSameBits(line, plain);
    ExpectSameBits(line, squares);
    ExpectSameBits(line, SumOfMagnitudesOf);
    // While the line before is written.
    std::vector<float> output(line.size());
    ExpectSameBits(line, [&](const float* at, int64_t n) {
      return NormalizeLine({output.data(), at, n}, 1, 2, at).squares;
    });
    // Far from 0: the second reading.
    std::vector<float> far = line;
    for (float& x : far) x = 1e6f + x / 65536;
    ExpectSameBits(
        far, [&](const float* at, int64_t n) { return VarianceOf(PowerSumsOf(at, n), at, n); });
  }
}

}  // namespace
}  // namespace weft
