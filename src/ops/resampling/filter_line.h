// SPDX-License-Identifier: MIT
// A filter along contiguous lines, as tables: which vectors of elements are loaded for a vector
// of outputs, and which of their lanes it takes. No element outside the span is touched.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/resampling/filter.h"

namespace weft {

// A range of outputs of a filter, and the range of elements they depend on.
struct FilterSpan {
  int64_t begin, end;   // outputs
  int64_t first, last;  // inputs, the last excluded
};
FilterSpan SpanOf(const Filter& filter, int64_t begin, int64_t end);

// A contiguous line of outputs from a contiguous line of elements: for each vector of outputs, the
// loads and shuffles that give the elements of its lanes.
struct FilterLine {
  static constexpr int64_t kQuad = 4;  // lanes of 16 bytes, within which shuffles are fast
  enum Kind : uint8_t {
    OneByOne,  // any number of outputs; their elements span more than two vectors
    Quads,  // two terms at most; a lookup for each four outputs gives the four elements they need
    Terms,  // a lookup for each term of all outputs, in one or two vectors of elements
  };
  struct Step {
    Kind kind;
    int64_t output, outputs;
    int64_t lookups, terms;
  };
  struct Lookup {
    int64_t offset;  // after span.first
    bool two = false;
  };
  FilterSpan span;
  std::vector<Step> steps;
  std::vector<Lookup> lookups;
  std::vector<int32_t> lanes;  // after the lookup's offset: a vector for each term
  std::vector<float> weights;  // likewise; 0 where an output has no such term
};

// Plans for vectors of `wide` lanes.
FilterLine PlanFilterLine(const Filter& filter, const FilterSpan& span, int64_t wide);

}  // namespace weft
