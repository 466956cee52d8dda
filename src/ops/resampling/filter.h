// SPDX-License-Identifier: MIT
// A filter along one dimension: every output is a weighted sum of a few elements of its line.
// Resampling is one such filter per dimension, and so is its gradient, with the filters transposed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/assert.h"

namespace weft {

class Filter {
 public:
  struct Term {
    int64_t index;  // of the element, along the line
    float weight;
  };

  explicit Filter(int64_t input_size) : input_size_(input_size) {}
  static Filter Identity(int64_t size);

  // Adds a term of the current output. Terms of weight 0 are left out, so that a NaN there does not
  // count.
  void Add(int64_t index, float weight) {
    WEFT_ASSERT(0 <= index && index < input_size_);
    if (weight != 0) terms_.push_back({index, weight});
  }
  void FinishOutput() { ends_.push_back(int64_t(terms_.size())); }

  int64_t inputs() const { return input_size_; }
  int64_t outputs() const { return int64_t(ends_.size()); }
  int64_t terms() const { return int64_t(terms_.size()); }
  const Term* Begin(int64_t output) const {
    WEFT_ASSERT(0 <= output && output < outputs());
    return terms_.data() + (output == 0 ? 0 : ends_[size_t(output) - 1]);
  }
  const Term* End(int64_t output) const { return terms_.data() + ends_[size_t(output)]; }
  Filter Transposed() const;

 private:
  int64_t input_size_;
  std::vector<Term> terms_;
  std::vector<int64_t> ends_;
};

}  // namespace weft
