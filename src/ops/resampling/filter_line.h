// SPDX-License-Identifier: MIT
// A filter along contiguous lines, as tables: which vectors of elements are loaded for a vector
// of outputs, and which of their lanes it takes. No element outside the span is touched.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/resampling/filter.h"

namespace weft {

// Some outputs of a filter, and the elements they are made of.
struct FilterSpan {
  int64_t begin, end;   // outputs
  int64_t first, last;  // inputs, the last excluded
};
FilterSpan SpanOf(const Filter& filter, int64_t begin, int64_t end);

// A contiguous line of outputs from a contiguous line of elements, vector by vector of outputs:
// where the elements of its lanes lie.
struct FilterLine {
  static constexpr int64_t kQuad = 4;  // lanes of a block, within which elements move fast
  enum Kind : uint8_t {
    OneByOne,  // any number of outputs, whose elements lie too far apart for a vector
    Quads,  // two terms at most; a lookup for each of two fours of outputs gives the four elements
            // they need
    Terms,  // a lookup for each term of all outputs, in one or two vectors of elements
  };
  struct Step {
    Kind kind;
    int64_t output, outputs;
    int64_t wide;  // lanes of its vectors
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

// For vectors of `wide` lanes, and shorter ones where those do not fit.
FilterLine PlanFilterLine(const Filter& filter, const FilterSpan& span, int64_t wide);

}  // namespace weft
