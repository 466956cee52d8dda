// SPDX-License-Identifier: MIT
// Copies one row at a time, for operators whose rows begin and end anywhere. The kernel is picked
// once, for rows of any length.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strided/tile_kernels.h"

namespace weft {

class RowCopy {
 public:
  // Steps count elements; a source step of 0 fills.
  RowCopy(int element_bytes, int64_t dst_step, int64_t src_step)
      : dst_step_(dst_step * element_bytes), src_step_(src_step * element_bytes) {
    run_ = KernelForAnySize(element_bytes, Tile(1));
  }

  void operator()(std::byte* dst, const std::byte* src, int64_t count) const {
    if (count > 0) run_(dst, src, Tile(count));
  }

 private:
  CopyTile Tile(int64_t count) const { return {1, count, 0, dst_step_, 0, src_step_}; }

  int64_t dst_step_, src_step_;  // in bytes
  TileKernel run_;
};

}  // namespace weft
