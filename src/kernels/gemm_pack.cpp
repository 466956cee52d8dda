// SPDX-License-Identifier: MIT
// Tile kernels know every layout; float16 is copied first and then widened.
#include "kernels/gemm_pack.h"

#include <cassert>
#include <cstring>

namespace weft {
namespace {

// Whole groups of neighbours, as most are: the length is known, so no call is made for each.
template <int kWidth>
void CopyGroups(float* packed, const std::byte* from, const Groups& groups) {
  for (int64_t k = 0; k < groups.depth; ++k)
    std::memcpy(packed + k * kWidth, from + k * groups.depth_step, kWidth * sizeof(float));
}

}  // namespace

GroupPacker::GroupPacker(DataType type, int64_t width, int64_t depth_step, int64_t step) {
  const int64_t size = SizeBits(type) / 8;
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  copy_ = PickKernel(int(size), {any, any, width * size, size, depth_step, step}, false).run;
  if (type == DataType::Float16) widen_ = ConverterFor(DataType::Float32, type);
}

void GroupPacker::operator()(float* packed, const std::byte* from, const Groups& groups) const {
  if (!widen_ && groups.step == sizeof(float) && groups.count == groups.width) {
    if (groups.width == 16) return CopyGroups<16>(packed, from, groups);
    if (groups.width == 8) return CopyGroups<8>(packed, from, groups);
  }
  alignas(64) uint16_t halves[kMostPackedGroup];
  auto* to = reinterpret_cast<std::byte*>(packed);
  const int64_t size = widen_ ? 2 : 4, elements = groups.depth * groups.width;
  assert(elements <= kMostPackedGroup);
  if (widen_) to = reinterpret_cast<std::byte*>(halves);
  if (groups.count < groups.width) std::memset(to, 0, size_t(elements * size));
  copy_(to, from,
        {groups.depth, groups.count, groups.width * size, size, groups.depth_step, groups.step});
  if (widen_) widen_(reinterpret_cast<std::byte*>(packed), to, elements);
}

}  // namespace weft
