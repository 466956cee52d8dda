// SPDX-License-Identifier: MIT
// The filter of a PlaneProduct, packed from any layout.
#pragma once

#include <vector>

#include "strided/typed_copy.h"
#include "weft/tensor.h"

namespace weft::ops {

class PlaneFilter {
 public:
  PlaneFilter() = default;
  // `filter` is {1, output channel, input channel, sizes..}; the latter are the depth.
  PlaneFilter(DataType type, const Layout& filter);

  int64_t bytes() const { return bytes_; }
  void Pack(std::byte* packed, const std::byte* filter) const {
    for (const TypedCopy& rows : rows_) rows.Run(packed, filter);
  }

 private:
  int64_t bytes_ = 0;
  std::vector<TypedCopy> rows_;  // those in full groups, then those left over
};

}  // namespace weft::ops
