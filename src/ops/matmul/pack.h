// SPDX-License-Identifier: MIT
// Panels of a matrix as the microkernels read them: for each index of the depth `width` numbers,
// one behind the other as float32. Strides and types are forgotten here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strided/convert.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

inline constexpr int64_t kMostPackedPanel = 4096;  // numbers that one call may pack

// Rows of A or columns of B, and where they come from.
struct Panel {
  int64_t width, count;  // of numbers, and of those that exist: the others become 0
  int64_t depth;
  int64_t depth_step, step;  // in bytes: along the depth, and from number to number
};

class PanelPacker {
 public:
  PanelPacker() = default;
  // FLOAT32 or FLOAT16; `width` and steps as in Panel.
  PanelPacker(DataType type, int64_t width, int64_t depth_step, int64_t step);

  void operator()(float* packed, const std::byte* from, const Panel& panel) const;

  // Up to so many whole panels that are neighbours in memory are packed at once, one behind the
  // other, so that memory is read in longer rows.
  static constexpr int64_t kMostNeighbours = 4;
  bool CanPackNeighbours(const Panel& panel) const;
  void PackNeighbours(float* packed, const std::byte* from, const Panel& panel,
                      int64_t panels) const;

 private:
  TileKernel copy_ = nullptr;
  ConvertRow widen_ = nullptr;  // for FLOAT16, else null
};

}  // namespace weft
