// SPDX-License-Identifier: MIT
// Tile kernels know every layout; float16 is copied first and then widened.
#include "ops/matmul/pack.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace weft {
namespace {

// The width is known, so that no call is made for each row of a panel.
template <int kWidth>
void CopyNeighbours(float* packed, const std::byte* from, const Panel& panel, int64_t panels) {
  constexpr int64_t kBytes = kWidth * int64_t(sizeof(float));
  constexpr int64_t kAhead = 8;  // rows, which may be pages apart
  for (int64_t k = 0; k < panel.depth; ++k, from += panel.depth_step) {
    const std::byte* next = from + std::min(kAhead, panel.depth - 1 - k) * panel.depth_step;
    for (int64_t line = 0; line < panels * kBytes; line += kLineBytes)
      __builtin_prefetch(next + line);
    for (int64_t i = 0; i < panels; ++i)
      std::memcpy(packed + (i * panel.depth + k) * kWidth, from + i * kBytes, kBytes);
  }
}

}  // namespace

PanelPacker::PanelPacker(DataType type, int64_t width, int64_t depth_step, int64_t step) {
  const int64_t size = SizeBits(type) / 8;
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  copy_ = PickKernel(int(size), {any, any, width * size, size, depth_step, step}, false).run;
  if (type == DataType::Float16) widen_ = ConverterFor(DataType::Float32, type);
}

bool PanelPacker::CanPackNeighbours(const Panel& panel) const {
  return !widen_ && panel.step == sizeof(float) && (panel.width == 16 || panel.width == 8);
}

void PanelPacker::PackNeighbours(float* packed, const std::byte* from, const Panel& panel,
                                 int64_t panels) const {
  assert(CanPackNeighbours(panel) && panel.count == panel.width && panels <= kMostNeighbours);
  if (panel.width == 16)
    CopyNeighbours<16>(packed, from, panel, panels);
  else
    CopyNeighbours<8>(packed, from, panel, panels);
}

void PanelPacker::operator()(float* packed, const std::byte* from, const Panel& panel) const {
  alignas(64) uint16_t halves[kMostPackedPanel];
  auto* to = reinterpret_cast<std::byte*>(packed);
  const int64_t size = widen_ ? 2 : 4, elements = panel.depth * panel.width;
  assert(panel.count <= panel.width && elements <= kMostPackedPanel);
  if (widen_) to = reinterpret_cast<std::byte*>(halves);
  if (panel.count < panel.width) std::memset(to, 0, size_t(elements * size));
  copy_(to, from,
        {panel.depth, panel.count, panel.width * size, size, panel.depth_step, panel.step});
  if (widen_) widen_(reinterpret_cast<std::byte*>(packed), to, elements);
}

}  // namespace weft
