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
      const int64_t next = AddVector(o);
      o = next > o ? next : AddOneByOne(o);
    }
    return std::move(line_);
  }

 private:
  int64_t TermsOf(int64_t o) const { return filter_.End(o) - filter_.Begin(o); }
  // Of the terms that the outputs have, after span.first.
  struct Range {
    int64_t least = INT64_MAX, most = -1;
  };
  void Include(Range& range, const Filter::Term& term) const {
    range.least = std::min(range.least, term.index - line_.span.first);
    range.most = std::max(range.most, term.index - line_.span.first);
  }
  // Where `reach` elements lie that include the range; -1 if there are not so many.
  int64_t OffsetOf(const Range& range, int64_t reach) const {
    const int64_t offset = std::min(range.least, line_.span.last - line_.span.first - reach);
    return range.most - offset < reach ? offset : -1;
  }
  void AddLanes(int64_t output, int64_t wide, int64_t k, const FilterLine::Lookup* lookups,
                int64_t per_lookup) {
    for (int64_t i = 0; i < wide; ++i) {
      const Filter::Term* const term = filter_.Begin(output + i) + k;
      const bool has = k < TermsOf(output + i);
      const int64_t offset = line_.span.first + lookups[i / per_lookup].offset;
      line_.lanes.push_back(has ? int32_t(term->index - offset) : 0);
      line_.weights.push_back(has ? term->weight : 0);
    }
  }

  // These return where the next output begins. A vector at the end begins earlier; where none fits,
  // that is where this one does.
  int64_t AddVector(int64_t o) {
    const FilterSpan& span = line_.span;
    for (int64_t wide = wide_; wide >= kQuad; wide /= 2) {
      const int64_t output = std::min(o, span.end - wide);
      if (output >= span.begin && (AddQuads(output, wide) || AddTerms(output, wide)))
        return output + wide;
    }
    return o;
  }
  int64_t AddOneByOne(int64_t o) {
    std::vector<FilterLine::Step>& steps = line_.steps;
    if (steps.empty() || steps.back().kind != FilterLine::OneByOne)
      steps.push_back({FilterLine::OneByOne, o, 0, 1, 0, 0});
    const int64_t next = std::min(o + kQuad, line_.span.end);
    steps.back().outputs = next - steps.back().output;
    return next;
  }

  bool AddQuads(int64_t output, int64_t wide) {
    if (wide > 2 * kQuad) return false;
    std::array<FilterLine::Lookup, 2> lookups;
    for (int64_t quad = 0; quad < wide / kQuad; ++quad) {
      Range range;
      for (int64_t o = output + quad * kQuad; o < output + (quad + 1) * kQuad; ++o) {
        if (TermsOf(o) < 1 || TermsOf(o) > 2) return false;
        for (const Filter::Term* term = filter_.Begin(o); term < filter_.End(o); ++term)
          Include(range, *term);
      }
      lookups[quad].offset = OffsetOf(range, kQuad);
      if (lookups[quad].offset < 0) return false;
    }
    for (int64_t k = 0; k < 2; ++k) AddLanes(output, wide, k, lookups.data(), kQuad);
    line_.lookups.insert(line_.lookups.end(), lookups.begin(), lookups.begin() + wide / kQuad);
    line_.steps.push_back({FilterLine::Quads, output, wide, wide, wide / kQuad, 2});
    return true;
  }

  bool AddTerms(int64_t output, int64_t wide) {
    std::vector<FilterLine::Lookup> lookups;
    for (int64_t k = 0;; ++k) {
      Range range;
      for (int64_t o = output; o < output + wide; ++o)
        if (k < TermsOf(o))
          Include(range, filter_.Begin(o)[k]);
        else if (k == 0)
          return false;
      if (range.most < 0) break;
      const int64_t one = OffsetOf(range, wide), two = OffsetOf(range, 2 * wide);
      if (one < 0 && two < 0) return false;
      lookups.push_back({one < 0 ? two : one, one < 0});
    }
    for (size_t k = 0; k < lookups.size(); ++k)
      AddLanes(output, wide, int64_t(k), &lookups[k], wide);
    line_.lookups.insert(line_.lookups.end(), lookups.begin(), lookups.end());
    const auto terms = int64_t(lookups.size());
    line_.steps.push_back({FilterLine::Terms, output, wide, wide, terms, terms});
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
