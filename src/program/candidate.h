// SPDX-License-Identifier: MIT
// Where an operator has more than one algorithm, they are a list of candidates. Each says whether
// it refuses a problem and what it would cost; the cheapest one that does not refuse is planned.
// Its name appears in Explain and traces, and a caller can ask for it: for tests, benchmarks and
// bug reports.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "program/machine.h"
#include "program/program.h"
#include "weft/status.h"

namespace weft {

// Why a candidate refuses a problem; false if it does not. The text is formatted only on demand,
// because some candidate refuses nearly every problem.
class Refusal {
 public:
  Refusal() = default;
  // `format` is a literal format string of fmt with one {} for each value: "the output has
  // Strides[{}] {}, but 1 is needed".
  template <std::convertible_to<int64_t>... Values>
  Refusal(const char* format, Values... values) : format_(format), values_{int64_t(values)...} {
    static_assert(sizeof...(Values) <= kMostValues);
  }

  explicit operator bool() const { return format_ != nullptr; }
  std::string ToString() const;

 private:
  static constexpr size_t kMostValues = 4;
  const char* format_ = nullptr;
  std::array<int64_t, kMostValues> values_ = {};
};

// An estimate of the time a problem takes. Only costs of candidates of the same list are compared,
// so a list chooses its unit. Among equal costs the first in the list wins.
using Cost = double;

// The result of planning. A refusal here is one that only planning detects, a library that is not
// installed for instance: then the next candidate is planned.
using Planned = tl::expected<Program, Refusal>;

// One algorithm for a problem. All that it points to lives as long as the program.
template <class Problem>
struct Candidate {
  std::string_view name;  // "family/algorithm" or "family/algorithm/variant"
  Refusal (*refuses)(const Problem& problem);
  Cost (*cost)(const Problem& problem, const Machine& machine);
  Planned (*plan)(const Problem& problem, const Machine& machine);
  // The order of sums and where they are rounded, for docs/numerics.md.
  std::string_view arithmetic;
};

// For candidates that refuse no problem, and costs for lists that are ordered by speed: there the
// first candidate that does not refuse a problem is always the fastest.
template <class Problem>
Refusal TakesAll(const Problem&) {
  return {};
}
template <class Problem>
Cost InListOrder(const Problem&, const Machine&) {
  return 0;
}

inline constexpr size_t kMostCandidates = 16;

// The properties of a candidate that do not depend on a problem.
struct CandidateInfo {
  std::string_view name;
  std::string_view arithmetic;
};

template <class Problem>
std::vector<CandidateInfo> InfosOf(std::span<const Candidate<Problem>> candidates) {
  std::vector<CandidateInfo> infos;
  for (const Candidate<Problem>& candidate : candidates)
    infos.push_back({candidate.name, candidate.arithmetic});
  return infos;
}

// While it lives, plans of this thread take only candidates whose names are in `names`, a list
// separated by commas, or begin with one of those and a slash. Families that no name belongs to
// choose freely. With an empty text the environment variable WEFT_CANDIDATE decides.
class CandidateScope {
 public:
  explicit CandidateScope(std::string_view names);
  ~CandidateScope();
  CandidateScope(const CandidateScope&) = delete;
  CandidateScope& operator=(const CandidateScope&) = delete;

 private:
  std::string_view before_;
};

namespace internal {

struct Offer {
  std::string_view name;
  Refusal refusal = {};
  Cost cost = 0;
};

// The index of the cheapest offer that is not refused and may be taken; -1 if there is none.
int Cheapest(std::span<const Offer> offers);
void TraceChoice(std::string_view op, std::span<const Offer> offers, int chosen);
tl::unexpected<Error> NoneTakesIt(std::string_view op, std::span<const Offer> offers);

template <class Problem>
size_t Ask(std::span<const Candidate<Problem>> candidates, const Problem& problem,
           const Machine& machine, std::span<Offer, kMostCandidates> offers) {
  WEFT_ASSERT(!candidates.empty() && candidates.size() <= kMostCandidates);
  for (size_t i = 0; i < candidates.size(); ++i) {
    offers[i] = {candidates[i].name, candidates[i].refuses(problem)};
    if (!offers[i].refusal) offers[i].cost = candidates[i].cost(problem, machine);
  }
  return candidates.size();
}

}  // namespace internal

// The candidate that would be planned; null if all of them refuse.
template <class Problem>
const Candidate<Problem>* Pick(std::span<const Candidate<Problem>> candidates,
                               const Problem& problem, const Machine& machine) {
  std::array<internal::Offer, kMostCandidates> offers;
  const size_t count = internal::Ask(candidates, problem, machine, std::span(offers));
  const int chosen = internal::Cheapest(std::span(offers).first(count));
  return chosen < 0 ? nullptr : &candidates[size_t(chosen)];
}

// The program of the cheapest candidate. Fails only if a caller asked for names, because the last
// candidate of a list refuses no problem.
template <class Problem>
Result<Program> PlanCheapest(std::string_view op, std::span<const Candidate<Problem>> candidates,
                             const Problem& problem, const Machine& machine) {
  std::array<internal::Offer, kMostCandidates> all;
  const size_t count = internal::Ask(candidates, problem, machine, std::span(all));
  const std::span<internal::Offer> offers = std::span(all).first(count);
  for (int chosen; (chosen = internal::Cheapest(offers)) >= 0;) {
    const Candidate<Problem>& candidate = candidates[size_t(chosen)];
    Planned planned = candidate.plan(problem, machine);
    if (planned) {
      internal::TraceChoice(op, offers, chosen);
      planned->candidate = candidate.name;
      return *std::move(planned);
    }
    offers[size_t(chosen)].refusal = planned.error();
  }
  return internal::NoneTakesIt(op, offers);
}

}  // namespace weft
