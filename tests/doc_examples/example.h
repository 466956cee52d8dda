// SPDX-License-Identifier: MIT
// One worked example of DirectML's documentation, read from data/ by the reader of JSON programs.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/json_text.h"
#include "oracle/dense.h"
#include "weft/schema.h"

namespace weft::test {

// A tensor's elements in row-major order; an element without a value is undefined. A tensor that is
// absent has none.
using Values = std::vector<std::optional<oracle::Number>>;

struct Example {
  std::string name;  // "JOIN_2": the second one of the page
  const OperatorInfo* info;
  cli::Json desc;
  std::vector<Values> inputs, outputs;  // in binding order
  double tolerance;

  Operator MakeOperator() const;
  // As it is written, with gaps between all elements, and with the first dimension the fastest.
  std::vector<Operator> InLayouts() const;
  // What an input holds; every element of it has a value.
  oracle::Dense Input(size_t i, const TensorDesc& desc) const;
  // `got` itself where it is near enough or anything will do, and the example's value elsewhere: so
  // it equals `got` when that is right.
  oracle::Dense Wanted(size_t i, const oracle::Dense& got) const;
};
inline std::ostream& operator<<(std::ostream& out, const Example& e) { return out << e.name; }

// All files of data/, by name. Throws std::runtime_error for a file that is no collection of
// examples.
std::vector<Example> AllExamples();
std::vector<Example> RunnableExamples();  // those of implemented operators

}  // namespace weft::test
