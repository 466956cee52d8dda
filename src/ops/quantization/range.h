// SPDX-License-Identifier: MIT
// The smallest range that contains all numbers of a tensor, and 0.
#pragma once

#include <cstddef>

#include "strided/loop_nest.h"
#include "weft/tensor.h"

namespace weft {

struct NumberRange {
  float least = 0;
  float greatest = 0;
  void Include(const NumberRange& other) {
    if (other.least < least) least = other.least;
    if (other.greatest > greatest) greatest = other.greatest;
  }
};

class RangePlan {
 public:
  explicit RangePlan(const TensorDesc& tensor);    // FLOAT32 or FLOAT16
  NumberRange Run(const std::byte* tensor) const;  // ignores NaNs

 private:
  DataType type_;
  LoopNest<1> nest_;  // in bytes
};

}  // namespace weft
