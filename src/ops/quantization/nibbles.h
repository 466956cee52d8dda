// SPDX-License-Identifier: MIT
// Conversion of tensors of 4-bit elements, two per byte with the first in the low half, to packed
// tensors of one byte per element, and back.
#pragma once

#include <cstddef>

#include "strided/loop_nest.h"
#include "weft/tensor.h"

namespace weft {

class NibblePlan {
 public:
  explicit NibblePlan(const TensorDesc& tensor);

  int64_t bytes() const { return count_; }  // of the tensor with a byte for each element

  // INT4 becomes INT8, UINT4 becomes UINT8.
  void Widen(std::byte* bytes, const std::byte* nibbles) const;
  // Takes the low half of every byte. Halves of bytes that belong to no element keep their values.
  void Narrow(std::byte* nibbles, const std::byte* bytes) const;

 private:
  int sign_ = 0;           // 8 if it is a bit of value -8
  bool in_order_ = false;  // row-major without gaps
  int64_t count_ = 0;
  int64_t offset_ = 0;  // in bytes, where in order
  LoopNest<2> nest_;    // the tensor and the packed one, in elements
};

}  // namespace weft
