// SPDX-License-Identifier: MIT
// Both ways to share attention's heads among threads against the oracle, and which machines pick
// which.
#include "ops/candidates.h"

#include "ops/each_candidate.h"
#include "oracle/multihead_attention.h"

namespace weft {
namespace {

using oracle::Dense;
using test::CandidateCase;
using test::Rng;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;

MultiheadAttention Attend(DataType type, int64_t batch, int64_t heads, int64_t positions,
                          int64_t size) {
  const TensorDesc desc(type, {batch, positions, heads * size});
  return {.query = desc,
          .key = desc,
          .value = desc,
          .output = desc,
          .scale = 0.5f,
          .head_count = uint32_t(heads),
          .mask_type = MultiheadAttentionMaskType::None};
}

TEST(AttentionCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::AttentionCandidates(), 40, [](Rng& rng) -> CandidateCase {
    const int64_t batch = rng.Between(1, 2), heads = rng.Between(1, 5);
    const int64_t positions = rng.Between(1, 24), size = rng.Between(1, 9);
    return test::BoundedCase(
        rng, Attend(rng.Pick({kF32, kF16}), batch, heads, positions, size),
        [=](const std::vector<Dense>& in) -> std::vector<std::vector<oracle::Bounded>> {
          return {oracle::Attention({batch, heads, heads, positions, positions, size, size, 0.5L,
                                     oracle::Heads(in[0], size), oracle::Heads(in[1], size),
                                     oracle::Heads(in[2], size), [](auto...) { return 0.0L; }}),
                  {},
                  {}};
        },
        test::SmallNumber);
  });
}

TEST(AttentionCandidates, Picks) {
  const auto parallel = "attention/heads_in_parallel", by_head = "attention/head_by_head";
  const auto heads = [](int64_t count) { return Attend(kF32, 1, count, 512, 64); };
  test::ExpectPicks(ops::AttentionCandidates(),
                    {
                        {"one thread", heads(3), parallel, {.threads = 1}},
                        {"two for each thread", heads(8), parallel, {.threads = 4}},
                        {"a thread has none", heads(3), by_head, {.threads = 4}},
                        {"one more than threads", heads(5), by_head, {.threads = 4}},
                        {"four rounds and some", heads(17), parallel, {.threads = 4}},
                        {"little work", Attend(kF32, 1, 3, 4, 4), parallel, {.threads = 4}},
                    });
}

}  // namespace
}  // namespace weft
