// SPDX-License-Identifier: MIT
// See filter_line.h.
#include "ops/resampling/filter_line.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weft {
namespace {

constexpr int64_t kQuad = FilterLine::kQuad;

// Plans one vector of outputs after the other.
class FilterLinePlanner {
 public:
  FilterLinePlanner(const Filter& filter, const FilterSpan& span, int64_t wide)
      : filter_(filter), wide_(wide), line_{span, {}, {}, {}, {}} {}

  FilterLine Plan() {
    const FilterSpan& span = line_.span;
    for (int64_t o = span.begin; o < span.end;) {
      // The last vector overlaps the one before.
      const int64_t output = std::max(std::min(o, span.end - wide_), span.begin);
      const int64_t next = std::min(output + wide_, span.end);
      if (wide_ < kQuad || next - output < wide_ || !(AddQuads(output) || AddTerms(output))) {
        std::vector<FilterLine::Step>& steps = line_.steps;
        if (steps.empty() || steps.back().kind != FilterLine::OneByOne)
          steps.push_back({FilterLine::OneByOne, o, 0, 0, 0});
        steps.back().outputs = next - steps.back().output;
      }
      o = next;
    }
    return std::move(line_);
  }

 private:
  int64_t TermsOf(int64_t o) const { return filter_.End(o) - filter_.Begin(o); }
  // The range of elements of the outputs' terms, relative to span.first.
  struct Range {
    int64_t least = INT64_MAX, most = -1;
  };
  void Include(Range& range, const Filter::Term& term) const {
    range.least = std::min(range.least, term.index - line_.span.first);
    range.most = std::max(range.most, term.index - line_.span.first);
  }
  // The begin of `reach` elements that include the range; -1 if there are not so many.
  int64_t OffsetOf(const Range& range, int64_t reach) const {
    const int64_t offset = std::min(range.least, line_.span.last - line_.span.first - reach);
    return range.most - offset < reach ? offset : -1;
  }
  void AddLanes(int64_t output, int64_t k, const FilterLine::Lookup* lookups, int64_t per_lookup) {
    for (int64_t i = 0; i < wide_; ++i) {
      const Filter::Term* const term = filter_.Begin(output + i) + k;
      const bool has = k < TermsOf(output + i);
      const int64_t offset = line_.span.first + lookups[i / per_lookup].offset;
      line_.lanes.push_back(has ? int32_t(term->index - offset) : 0);
      line_.weights.push_back(has ? term->weight : 0);
    }
  }

  bool AddQuads(int64_t output) {
    if (wide_ > 2 * kQuad) return false;
    std::array<FilterLine::Lookup, 2> lookups;
    for (int64_t quad = 0; quad < wide_ / kQuad; ++quad) {
      Range range;
      for (int64_t o = output + quad * kQuad; o < output + (quad + 1) * kQuad; ++o) {
        if (TermsOf(o) < 1 || TermsOf(o) > 2) return false;
        for (const Filter::Term* term = filter_.Begin(o); term < filter_.End(o); ++term)
          Include(range, *term);
      }
      lookups[quad].offset = OffsetOf(range, kQuad);
      if (lookups[quad].offset < 0) return false;
    }
    for (int64_t k = 0; k < 2; ++k) AddLanes(output, k, lookups.data(), kQuad);
    line_.lookups.insert(line_.lookups.end(), lookups.begin(), lookups.begin() + wide_ / kQuad);
    line_.steps.push_back({FilterLine::Quads, output, wide_, wide_ / kQuad, 2});
    return true;
  }

  bool AddTerms(int64_t output) {
    std::vector<FilterLine::Lookup> lookups;
    for (int64_t k = 0;; ++k) {
      Range range;
      for (int64_t o = output; o < output + wide_; ++o)
        if (k < TermsOf(o))
          Include(range, filter_.Begin(o)[k]);
        else if (k == 0)
          return false;
      if (range.most < 0) break;
      const int64_t one = OffsetOf(range, wide_), two = OffsetOf(range, 2 * wide_);
      if (one < 0 && two < 0) return false;
      lookups.push_back({one < 0 ? two : one, one < 0});
    }
    for (size_t k = 0; k < lookups.size(); ++k) AddLanes(output, int64_t(k), &lookups[k], wide_);
    line_.lookups.insert(line_.lookups.end(), lookups.begin(), lookups.end());
    const auto terms = int64_t(lookups.size());
    line_.steps.push_back({FilterLine::Terms, output, wide_, terms, terms});
    return true;
  }

  const Filter& filter_;
  const int64_t wide_;
  FilterLine line_;
};

}  // namespace

FilterSpan SpanOf(const Filter& filter, int64_t begin, int64_t end) {
  FilterSpan span = {begin, end, INT64_MAX, 0};
  for (const Filter::Term* term = filter.Begin(begin); term < filter.End(end - 1); ++term) {
    span.first = std::min(span.first, term->index);
    span.last = std::max(span.last, term->index + 1);
  }
  if (span.last == 0) span.first = 0;
  return span;
}

FilterLine PlanFilterLine(const Filter& filter, const FilterSpan& span, int64_t wide) {
  return FilterLinePlanner(filter, span, wide).Plan();
}

}  // namespace weft
