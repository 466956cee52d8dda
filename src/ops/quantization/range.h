// SPDX-License-Identifier: MIT
// The least and the greatest number of a tensor, and 0 if that lies outside.
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
  NumberRange Run(const std::byte* tensor) const;  // NaNs do not count

 private:
  DataType type_;
  LoopNest<1> nest_;  // in bytes
};

}  // namespace weft
