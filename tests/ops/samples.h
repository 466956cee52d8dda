// SPDX-License-Identifier: MIT
// A few valid instances of every implemented operator, packed, of about 3 * rows * columns elements
// each. An operator's own test file gives them; the property tests take them through all layouts
// and fail for an operator that has none.
#pragma once

#include <map>
#include <vector>

#include "weft/operators.h"

namespace weft::test {

using MakeSamples = std::vector<Operator> (*)(int64_t rows, int64_t columns);

inline std::map<OperatorType, MakeSamples>& AllSamples() {
  static std::map<OperatorType, MakeSamples> samples;
  return samples;
}

// const test::Samples slice1_samples(OperatorType::Slice1, [](int64_t rows, int64_t columns) {…});
struct Samples {
  Samples(OperatorType type, MakeSamples make) { AllSamples()[type] = make; }
};

inline std::vector<Operator> SamplesOf(OperatorType type, int64_t rows, int64_t columns) {
  const auto found = AllSamples().find(type);
  return found == AllSamples().end() ? std::vector<Operator>() : found->second(rows, columns);
}

// Types of each size, floating and not: enough where an operator only moves bits.
inline const std::vector<DataType> kSampleTypes = {DataType::UInt8, DataType::Float16,
                                                   DataType::Float32, DataType::Int64};

}  // namespace weft::test
