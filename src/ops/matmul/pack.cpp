// SPDX-License-Identifier: MIT
// Tile kernels know every layout; float16 is copied first and then widened.
#include "ops/matmul/pack.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace weft {
namespace {

// The length of a group is known, so no call is made for each.
template <int kWidth>
void CopyGroupsTogether(float* packed, const std::byte* from, const Groups& groups, int64_t many) {
  const int64_t row_bytes = many * kWidth * int64_t(sizeof(float));
  constexpr int64_t kAhead = 8;  // rows, which may be pages apart
  for (int64_t k = 0; k < groups.depth; ++k, from += groups.depth_step) {
    const std::byte* next = from + std::min(kAhead, groups.depth - 1 - k) * groups.depth_step;
    for (int64_t line = 0; line < row_bytes; line += kLineBytes) __builtin_prefetch(next + line);
    for (int64_t g = 0; g < many; ++g)
      std::memcpy(packed + (g * groups.depth + k) * kWidth,
                  from + g * kWidth * int64_t(sizeof(float)), kWidth * sizeof(float));
  }
}

}  // namespace

GroupPacker::GroupPacker(DataType type, int64_t width, int64_t depth_step, int64_t step) {
  const int64_t size = SizeBits(type) / 8;
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  copy_ = PickKernel(int(size), {any, any, width * size, size, depth_step, step}, false).run;
  if (type == DataType::Float16) widen_ = ConverterFor(DataType::Float32, type);
}

bool GroupPacker::CanPackTogether(const Groups& groups) const {
  return !widen_ && groups.step == sizeof(float) && (groups.width == 16 || groups.width == 8);
}

void GroupPacker::PackTogether(float* packed, const std::byte* from, const Groups& groups,
                               int64_t many) const {
  if (groups.width == 16)
    CopyGroupsTogether<16>(packed, from, groups, many);
  else
    CopyGroupsTogether<8>(packed, from, groups, many);
}

void GroupPacker::operator()(float* packed, const std::byte* from, const Groups& groups) const {
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
