// SPDX-License-Identifier: MIT
// See linear_line.h.
#include "ops/resampling/filter_line.h"

#include <algorithm>
#include <array>
#include <utility>

namespace weft {
namespace {

constexpr int64_t kQuad = LinearLine::kQuad;

// Plans one vector of outputs after the other.
class LinePlanner {
 public:
  LinePlanner(const LinearMap& map, const LinearSpan& span, int64_t wide)
      : map_(map), wide_(wide), line_{span, {}, {}, {}, {}} {}

  LinearLine Plan() {
    const LinearSpan& span = line_.span;
    for (int64_t o = span.begin; o < span.end;) {
      // The last vector begins earlier.
      const int64_t output = std::max(std::min(o, span.end - wide_), span.begin);
      const int64_t next = std::min(output + wide_, span.end);
      if (wide_ < kQuad || next - output < wide_ || !(AddQuads(output) || AddTerms(output))) {
        std::vector<LinearLine::Step>& steps = line_.steps;
        if (steps.empty() || steps.back().kind != LinearLine::OneByOne)
          steps.push_back({LinearLine::OneByOne, o, 0, 0, 0});
        steps.back().outputs = next - steps.back().output;
      }
      o = next;
    }
    return std::move(line_);
  }

 private:
  int64_t TermsOf(int64_t o) const { return map_.End(o) - map_.Begin(o); }
  // Of the terms that the outputs have, after span.first.
  struct Range {
    int64_t least = INT64_MAX, most = -1;
  };
  void Include(Range& range, const LinearMap::Term& term) const {
    range.least = std::min(range.least, term.index - line_.span.first);
    range.most = std::max(range.most, term.index - line_.span.first);
  }
  // Where `reach` elements lie that include the range; -1 if there are not so many.
  int64_t PlaceOf(const Range& range, int64_t reach) const {
    const int64_t place = std::min(range.least, line_.span.last - line_.span.first - reach);
    return range.most - place < reach ? place : -1;
  }
  void AddLanes(int64_t output, int64_t k, const LinearLine::Lookup* lookups, int64_t per_lookup) {
    for (int64_t i = 0; i < wide_; ++i) {
      const LinearMap::Term* const term = map_.Begin(output + i) + k;
      const bool has = k < TermsOf(output + i);
      const int64_t place = line_.span.first + lookups[i / per_lookup].place;
      line_.lanes.push_back(has ? int32_t(term->index - place) : 0);
      line_.weights.push_back(has ? term->weight : 0);
    }
  }

  bool AddQuads(int64_t output) {
    if (wide_ > 2 * kQuad) return false;
    std::array<LinearLine::Lookup, 2> lookups;
    for (int64_t quad = 0; quad < wide_ / kQuad; ++quad) {
      Range range;
      for (int64_t o = output + quad * kQuad; o < output + (quad + 1) * kQuad; ++o) {
        if (TermsOf(o) < 1 || TermsOf(o) > 2) return false;
        for (const LinearMap::Term* term = map_.Begin(o); term < map_.End(o); ++term)
          Include(range, *term);
      }
      lookups[quad].place = PlaceOf(range, kQuad);
      if (lookups[quad].place < 0) return false;
    }
    for (int64_t k = 0; k < 2; ++k) AddLanes(output, k, lookups.data(), kQuad);
    line_.lookups.insert(line_.lookups.end(), lookups.begin(), lookups.begin() + wide_ / kQuad);
    line_.steps.push_back({LinearLine::Quads, output, wide_, wide_ / kQuad, 2});
    return true;
  }

  bool AddTerms(int64_t output) {
    std::vector<LinearLine::Lookup> lookups;
    for (int64_t k = 0;; ++k) {
      Range range;
      for (int64_t o = output; o < output + wide_; ++o)
        if (k < TermsOf(o))
          Include(range, map_.Begin(o)[k]);
        else if (k == 0)
          return false;
      if (range.most < 0) break;
      const int64_t one = PlaceOf(range, wide_), two = PlaceOf(range, 2 * wide_);
      if (one < 0 && two < 0) return false;
      lookups.push_back({one < 0 ? two : one, one < 0});
    }
    for (size_t k = 0; k < lookups.size(); ++k) AddLanes(output, int64_t(k), &lookups[k], wide_);
    line_.lookups.insert(line_.lookups.end(), lookups.begin(), lookups.end());
    const auto terms = int64_t(lookups.size());
    line_.steps.push_back({LinearLine::Terms, output, wide_, terms, terms});
    return true;
  }

  const LinearMap& map_;
  const int64_t wide_;
  LinearLine line_;
};

}  // namespace

LinearSpan SpanOf(const LinearMap& map, int64_t begin, int64_t end) {
  LinearSpan span = {begin, end, INT64_MAX, 0};
  for (const LinearMap::Term* term = map.Begin(begin); term < map.End(end - 1); ++term) {
    span.first = std::min(span.first, term->index);
    span.last = std::max(span.last, term->index + 1);
  }
  if (span.last == 0) span.first = 0;
  return span;
}

LinearLine PlanLine(const LinearMap& map, const LinearSpan& span, int64_t wide) {
  return LinePlanner(map, span, wide).Plan();
}

}  // namespace weft
