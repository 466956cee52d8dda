// SPDX-License-Identifier: MIT
// A linear map along contiguous lines, as tables: which vectors of elements are loaded for a vector
// of outputs, and which of their lanes it takes. No element outside the span is touched.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/resampling/filter.h"

namespace weft {

// Some outputs of a map, and the elements they are made of.
struct LinearSpan {
  int64_t begin, end;   // outputs
  int64_t first, last;  // inputs, the last excluded
};
LinearSpan SpanOf(const LinearMap& map, int64_t begin, int64_t end);

// A contiguous line of outputs from a contiguous line of elements, vector by vector of outputs:
// where the elements of its lanes lie.
struct LinearLine {
  static constexpr int64_t kQuad = 4;  // lanes of a block, within which elements move fast
  enum Kind : uint8_t {
    OneByOne,  // any number of outputs, whose elements lie too far apart for a vector
    Quads,  // two terms at most; a lookup for each four outputs gives the four elements they need
    Terms,  // a lookup for each term of all outputs, in one or two vectors of elements
  };
  struct Step {
    Kind kind;
    int64_t output, outputs;
    int64_t lookups, terms;
  };
  struct Lookup {
    int64_t place;  // after span.first
    bool two = false;
  };
  LinearSpan span;
  std::vector<Step> steps;
  std::vector<Lookup> lookups;
  std::vector<int32_t> lanes;  // after the lookup's place: a vector for each term
  std::vector<float> weights;  // likewise; 0 where an output has no such term
};

// For vectors of `wide` lanes.
LinearLine PlanLine(const LinearMap& map, const LinearSpan& span, int64_t wide);

}  // namespace weft
