// SPDX-License-Identifier: MIT
// The one candidate of recurrent operators against the oracle, and that all three pick it.
#include "ops/candidates.h"

#include "ops/each_candidate.h"
#include "ops/recurrent/recurrent_cases.h"

namespace weft {
namespace {

using oracle::Dense;
using test::CandidateCase;
using test::RecurrentSizes;
using test::Rng;

TEST(RecurrentCandidates, AgreeWithTheOracle) {
  test::ExpectEachCandidate(ops::RecurrentCandidates(), 60, [](Rng& rng) -> CandidateCase {
    const RecurrentSizes sizes = {rng.Between(1, 6),
                                  rng.Between(1, 3),
                                  rng.Between(1, 5),
                                  rng.Between(1, 9),
                                  RecurrentNetworkDirection::Bidirectional,
                                  rng.Pick({DataType::Float32, DataType::Float16})};
    const Rnn op = test::MakeRecurrent<Rnn>(sizes, {ActivationTanh{}});
    return test::BoundedCase(
        rng, op,
        [op](const std::vector<Dense>& in) {
          const oracle::RecurrentOutputs out = oracle::Run(test::Question(op, in));
          std::vector<std::vector<oracle::Bounded>> want(2);
          for (const long double x : out.sequence) want[0].push_back({x, 0x1p-15L});
          for (const long double x : out.single) want[1].push_back({x, 0x1p-15L});
          return want;
        },
        [hidden = sizes.hidden](Rng& any, size_t input, DataType type) {
          const long double most = input == 2 ? 1.0L / (long double)(hidden) : 1;
          return oracle::BitsOf(type,
                                {true, 0, most * (long double)(any.Between(-512, 512)) / 512});
        });
  });
}

TEST(RecurrentCandidates, Picks) {
  const RecurrentSizes sizes = {.steps = 5, .batch = 2, .inputs = 3, .hidden = 4};
  const auto blocks = "recurrent/blocks_of_steps";
  test::ExpectPicks(
      ops::RecurrentCandidates(),
      {{"RNN", test::MakeRecurrent<Rnn>(sizes, {ActivationTanh{}}), blocks},
       {"GRU", test::MakeRecurrent<Gru>(sizes, {ActivationSigmoid{}, ActivationTanh{}}), blocks},
       {"LSTM",
        test::MakeRecurrent<Lstm>(sizes, {ActivationSigmoid{}, ActivationTanh{}, ActivationTanh{}}),
        blocks,
        {.vector_bytes = 64, .threads = 8}}});
}

}  // namespace
}  // namespace weft
