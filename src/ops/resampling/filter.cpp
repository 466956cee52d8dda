// SPDX-License-Identifier: MIT
// See filter.h.
#include "ops/resampling/filter.h"

namespace weft {

Filter Filter::Identity(int64_t size) {
  Filter filter(size);
  for (int64_t i = 0; i < size; ++i) {
    filter.Add(i, 1);
    filter.FinishOutput();
  }
  return filter;
}

Filter Filter::Transposed() const {
  Filter filter(outputs());
  filter.ends_.assign(size_t(inputs()), 0);
  for (const Term& term : terms_) ++filter.ends_[size_t(term.index)];
  int64_t total = 0;
  for (int64_t& end : filter.ends_) {  // the begin of each, until its terms are added
    const int64_t count = end;
    end = total;
    total += count;
  }
  filter.terms_.resize(size_t(total));
  for (int64_t output = 0; output < outputs(); ++output)
    for (const Term* term = Begin(output); term < End(output); ++term)
      filter.terms_[size_t(filter.ends_[size_t(term->index)]++)] = {output, term->weight};
  return filter;
}

}  // namespace weft
