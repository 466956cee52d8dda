// SPDX-License-Identifier: MIT
// See linear_map.h.
#include "ops/resampling/filter.h"

namespace weft {

LinearMap LinearMap::Identity(int64_t size) {
  LinearMap map(size);
  for (int64_t i = 0; i < size; ++i) {
    map.Add(i, 1);
    map.FinishOutput();
  }
  return map;
}

LinearMap LinearMap::Transposed() const {
  LinearMap map(outputs());
  map.ends_.assign(size_t(inputs()), 0);
  for (const Term& term : terms_) ++map.ends_[size_t(term.index)];
  int64_t total = 0;
  for (int64_t& end : map.ends_) {  // where each begins, until its terms are there
    const int64_t count = end;
    end = total;
    total += count;
  }
  map.terms_.resize(size_t(total));
  for (int64_t output = 0; output < outputs(); ++output)
    for (const Term* term = Begin(output); term < End(output); ++term)
      map.terms_[size_t(map.ends_[size_t(term->index)]++)] = {output, term->weight};
  return map;
}

}  // namespace weft
