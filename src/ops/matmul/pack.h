// SPDX-License-Identifier: MIT
// Numbers of a matrix in the order a kernel takes them: groups of some width, one for each index of
// the depth, behind each other as float32. Strides and types are forgotten here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strided/convert.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

inline constexpr int64_t kMostPackedGroup = 4096;  // numbers that one call may pack

struct Groups {
  int64_t width, count;  // of numbers in a group, and of those that exist: the others are 0
  int64_t depth;
  int64_t depth_step, step;  // in bytes: from group to group, from number to number
};

class GroupPacker {
 public:
  GroupPacker() = default;
  // FLOAT32 or FLOAT16; steps as in Groups.
  GroupPacker(DataType type, int64_t width, int64_t depth_step, int64_t step);

  void operator()(float* packed, const std::byte* from, const Groups& groups) const;

  // Whole groups that are next to each other in memory: up to so many at once are packed one behind
  // the other, each of depth * width numbers, and memory is read in longer rows.
  static constexpr int64_t kTogether = 4;
  bool CanPackTogether(const Groups& groups) const;
  void PackTogether(float* packed, const std::byte* from, const Groups& groups, int64_t many) const;

 private:
  TileKernel copy_ = nullptr;
  ConvertRow widen_ = nullptr;  // for FLOAT16, else null
};

}  // namespace weft
