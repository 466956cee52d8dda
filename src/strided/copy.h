// SPDX-License-Identifier: MIT
// Copying between any two layouts of the same sizes. A CopyPlan is made once: the loop nest is
// simplified, its two innermost loops go to a tile kernel, the rest is walked around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.h"
#include "strided/loop_nest.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

class CopyPlan {
 public:
  CopyPlan() = default;  // copies nothing
  // Source elements may be repeated (stride 0) or overlap; destination elements may not. A copy
  // that is one of several with `together_bytes` in all is streamed past the cache if a single copy
  // of that size would be.
  CopyPlan(int element_bits, const Layout& dst, const Layout& src, int64_t together_bytes = 0);
  // The same as loops over the two, with steps in elements.
  CopyPlan(int element_bits, const LoopNest<2>& nest, int64_t together_bytes = 0);

  int64_t bytes() const { return total_bytes_; }  // of the elements written

  // Pointers are to the buffers that the layouts describe. No element that is written may be one
  // that is read, except that a copy between equal layouts of one buffer moves nothing.
  void Run(std::byte* dst, const std::byte* src) const;

  std::string ToString() const;  // "transpose of 4 bytes: [8: 802816 802816][64: 4 50176][…]"

 private:
  // How the elements of a tile reach the destination.
  enum class Store : uint8_t {
    Direct,        // by the kernel
    Stream,        // by the kernel, past the cache
    StreamRows,    // as contiguous bytes, past the cache
    Staged,        // the kernel fills a block in the first-level cache, whose rows are then copied
    StagedStream,  // … or streamed
  };

  void PickStore(bool stream);
  void RunTask(std::byte* dst, const std::byte* src, const LoopNest<2>& task) const;
  void RunStaged(std::byte* dst, const std::byte* src, const CopyTile& tile) const;

  // The members that a small copy reads come first, so that they share few cache lines.
  NamedKernel kernel_;
  bool one_small_tile_ = false;  // no other loops, no threads, nothing but the kernel
  bool same_ = false;            // equal layouts: in place there is nothing to do
  bool nibbles_ = false;         // elements of 4 bits that are not pairs
  Store store_ = Store::Direct;
  int element_bytes_ = 1;
  std::array<int64_t, 2> start_{};  // nest_.offset
  CopyTile tile_;                   // the last two loops of nest_
  LoopNest<2> nest_;                // in bytes (elements for nibbles)
  int64_t total_bytes_ = 0;         // of the elements written
  int64_t block_rows_ = 1;          // of a staged block
  int64_t block_columns_ = 1;
};

// Moves the two loops that a tile kernel should get to the end of a simplified nest. Columns are
// the loop with the destination's smallest step. Rows are the loop along which operand `source` is
// contiguous if it is not along the columns, else the next loop outward. `unit` is the step between
// contiguous elements.
template <int N>
void MakeTileInnermost(LoopNest<N>& nest, int source, int64_t unit) {
  WEFT_ASSERT(0 <= source && source < N && unit >= 1);
  while (nest.depth < 2) {  // a loop that runs once, outside
    nest.Push({});
    std::rotate(nest.loops.begin(), nest.loops.begin() + nest.depth - 1,
                nest.loops.begin() + nest.depth);
  }
  const Loop<N>& columns = nest.Innermost();
  if (columns.stride[0] != unit || std::abs(columns.stride[source]) == unit) return;
  for (int i = 0; i < nest.depth - 1; ++i) {
    if (std::abs(nest[i].stride[source]) != unit || nest[i].count == 1) continue;
    std::rotate(nest.loops.begin() + i, nest.loops.begin() + i + 1,
                nest.loops.begin() + nest.depth - 1);
    // Makes columns ascend in the source; they may then descend in the destination.
    if (nest[nest.depth - 2].stride[source] < 0) ReverseLoop(nest, nest.depth - 2);
    return;
  }
}

// The last two loops of a nest with steps in bytes, as a tile between operands `dst` and `src`.
template <int N>
CopyTile TileOf(const LoopNest<N>& nest, int dst, int src) {
  WEFT_ASSERT(0 <= dst && dst < N && 0 <= src && src < N);
  const Loop<N>& rows = nest[nest.depth - 2];
  const Loop<N>& columns = nest[nest.depth - 1];
  return {rows.count,          columns.count,    rows.stride[dst],
          columns.stride[dst], rows.stride[src], columns.stride[src]};
}

}  // namespace weft
