// SPDX-License-Identifier: MIT
// What the tests of candidates share. ExpectEachCandidate has every candidate of a list compute the
// same random cases, as far as it does not refuse them; ExpectPicks are rows "this problem, planned
// for that machine, picks this candidate", of which each candidate needs one.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "generated/ops/implementations.h"
#include "ops/within_bounds.h"
#include "program/candidate.h"

namespace weft::test {

// A case: an operator whose tensors have their layouts, and the check of one run of it.
struct CandidateCase {
  Operator op;
  std::function<void(Rng& rng, const Operator& op)> check;
};

// Each candidate takes at least `least` of the cases that make(rng) gives, and a FLOAT16 among
// them if the list takes any.
template <class Make>
void ExpectEachCandidate(const std::vector<CandidateInfo>& candidates, uint64_t seeds,
                         const Make& make, int least = 12) {
  std::map<std::string_view, int> taken;
  std::map<std::string_view, std::set<DataType>> types;
  std::set<DataType> all_types;
  ForEachSeed(seeds, [&](Rng& rng) {
    CandidateCase a_case = make(rng);
    const DataType type = Tensors(a_case.op, FieldRole::Input)[0]->type;
    all_types.insert(type);
    const uint64_t seed = rng.Next();
    for (const CandidateInfo& candidate : candidates) {
      SCOPED_TRACE(candidate.name);
      const std::string name(candidate.name);
      const Result<CompiledOperator> compiled = Compile(a_case.op, {.candidate = name});
      if (!compiled) {
        const std::string& message = compiled.error().message;
        const std::string why = ": the candidate " + name + " was asked for and refuses: ";
        ASSERT_NE(message.find(why), std::string::npos) << message << "\n" << ToString(a_case.op);
        continue;
      }
      ++taken[candidate.name];
      types[candidate.name].insert(type);
      const CandidateScope scope(name);
      Rng same(seed);
      a_case.check(same, a_case.op);
    }
  });
  for (const CandidateInfo& candidate : candidates) {
    EXPECT_GE(taken[candidate.name], least) << candidate.name;
    if (all_types.contains(DataType::Float16)) {
      EXPECT_TRUE(types[candidate.name].contains(DataType::Float16)) << candidate.name;
    }
  }
}

// Some packed, most in layouts of any kind.
inline Operator InSomeLayouts(Rng& rng, const Operator& op) {
  return rng.Chance(30) ? op : InRandomLayouts(rng, op);
}

// One exact answer per output, but for which NaN it is.
inline CandidateCase ExactCase(Rng& rng, const Operator& op, const Oracle& oracle,
                               const Element& element) {
  return {InSomeLayouts(rng, op), [=](Rng& random, const Operator& laid_out) {
            ASSERT_EQ(
                AgainstOracle(random, laid_out, oracle, {.exact_nan = false, .element = element}),
                "");
          }};
}
// One answer per output that allows an error.
inline CandidateCase BoundedCase(Rng& rng, const Operator& op, const BoundedOracles& oracle,
                                 const Element& element) {
  return {InSomeLayouts(rng, op), [=](Rng& random, const Operator& laid_out) {
            ExpectAllWithinBoundsAsItIs(random, laid_out, oracle, element);
          }};
}

// Numbers between -4 and 4, and any bits at all.
inline uint64_t SmallNumber(Rng& rng, size_t, DataType type) {
  return oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-256, 256)) / 64});
}
inline uint64_t AnyBits(Rng& rng, size_t, DataType type) { return RandomElement(rng, type); }

// The error of an operator that is to be computed by a candidate; "" if there is none.
inline std::string ErrorWith(const Operator& op, const std::string& candidate) {
  const Result<CompiledOperator> compiled = Compile(op, {.candidate = candidate});
  return compiled ? "" : compiled.error().message;
}

// The candidate that is planned for a machine.
inline std::string PickedFor(const Operator& op, const Machine& machine) {
  const Status valid = Validate(op);
  if (!valid) return valid.error().message;
  const MachineScope scope(machine);
  const Result<Program> program = FindImplementation(op.type())->plan(op.data());
  return program ? std::string(program->candidate) : program.error().message;
}

struct PickRow {
  const char* what;
  Operator op;
  std::string_view candidate;
  Machine machine = {};
};

inline void ExpectPicks(const std::vector<CandidateInfo>& candidates,
                        const std::vector<PickRow>& rows) {
  std::set<std::string_view> picked;
  for (const PickRow& row : rows) {
    EXPECT_EQ(PickedFor(row.op, row.machine), row.candidate) << row.what;
    picked.insert(row.candidate);
  }
  for (const CandidateInfo& candidate : candidates)
    EXPECT_TRUE(picked.contains(candidate.name)) << "no row picks " << candidate.name;
}

}  // namespace weft::test
