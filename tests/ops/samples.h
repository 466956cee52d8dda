// SPDX-License-Identifier: MIT
// A few valid instances of every implemented operator, packed, of about 3 * rows * columns elements
// each. An operator's own test file gives them; the property tests take them through all layouts
// and fail for an operator that has none.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "ops/random_layout.h"
#include "oracle/element.h"
#include "weft/operators.h"

namespace weft::test {

using MakeSamples = std::function<std::vector<Operator>(int64_t rows, int64_t columns)>;
// For an input that holds indices: n, where most of 0 to n - 1 is meant. Its values are then a
// little below and above that; any other input (0) gets numbers of all kinds.
using IndexLimit = int64_t (*)(const Operator& op, size_t input);

struct SampleMaker {
  MakeSamples make;
  IndexLimit index_limit;
};
inline std::map<OperatorType, SampleMaker>& AllSamples() {
  static std::map<OperatorType, SampleMaker> samples;
  return samples;
}

// const test::Samples slice1_samples(OperatorType::Slice1, [](int64_t rows, int64_t columns) {…});
struct Samples {
  Samples(OperatorType type, MakeSamples make, IndexLimit index_limit = nullptr) {
    AllSamples()[type] = {std::move(make), index_limit};
  }
};

inline std::vector<Operator> SamplesOf(OperatorType type, int64_t rows, int64_t columns) {
  const auto found = AllSamples().find(type);
  return found == AllSamples().end() ? std::vector<Operator>() : found->second.make(rows, columns);
}

// A value for an element of `input`.
inline uint64_t SampleElement(Rng& rng, const Operator& op, size_t input, DataType type) {
  const IndexLimit index_limit = AllSamples()[op.type()].index_limit;
  const int64_t limit = index_limit ? index_limit(op, input) : 0;
  if (limit == 0) return RandomElement(rng, type);
  // Signed indices count from the end below 0; a few of either kind lie outside.
  const oracle::Number index{false, rng.Between(-limit - 2, limit + 1), 0};
  return oracle::BitsOf(type, index);
}

// Types of each size, floating and not: enough where an operator only moves bits.
inline const std::vector<DataType> kSampleTypes = {DataType::UInt8, DataType::Float16,
                                                   DataType::Float32, DataType::Int64};

}  // namespace weft::test
