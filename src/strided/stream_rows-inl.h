// SPDX-License-Identifier: MIT
// Contiguous rows written past the cache, line by line, with prefetches of what is read next.
// Included once for every instruction set.
#if defined(WEFT_STRIDED_STREAM_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_STRIDED_STREAM_ROWS_INL_H_
#undef WEFT_STRIDED_STREAM_ROWS_INL_H_
#else
#define WEFT_STRIDED_STREAM_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "base/align.h"
#include "base/split.h"
#include "hwy/highway.h"
#include "strided/element_access-inl.h"
#include "strided/row_kernels-inl.h"
#include "strided/tile_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Prefetches the lines of a LinesAhead one after the other.
class Prefetcher {
 public:
  explicit Prefetcher(const LinesAhead& ahead) : ahead_(ahead) {}
  int64_t Lines() const { return ahead_.rows * (ahead_.row_bytes / kLineBytes + 1); }
  HWY_INLINE void Next() {
    if (row_ == ahead_.rows) return;
    __builtin_prefetch(ahead_.first + row_ * ahead_.row_step + at_, 0, 2);
    at_ += kLineBytes;
    if (at_ >= ahead_.row_bytes) at_ = 0, ++row_;
  }

 private:
  LinesAhead ahead_;
  int64_t row_ = 0;
  int64_t at_ = 0;
};

// Whole cache lines; `to` is aligned to one. `prefetcher` advances by per_line for each.
HWY_INLINE void StreamLines(std::byte* to, const std::byte* from, int64_t lines,
                            Prefetcher& prefetcher, int64_t per_line) {
  const hn::ScalableTag<uint8_t> d;
  const int64_t wide = int64_t(hn::Lanes(d));
  const auto stream = [&](auto v, int64_t at) {
    hn::Stream(v, d, reinterpret_cast<uint8_t*>(to + at));
  };
  int64_t i = 0;
  if (per_line == 0) {
    for (; i + 4 * wide <= lines * kLineBytes; i += 4 * wide) {
      const auto a = Load(d, from + i), b = Load(d, from + i + wide);
      const auto c = Load(d, from + i + 2 * wide), e = Load(d, from + i + 3 * wide);
      stream(a, i), stream(b, i + wide), stream(c, i + 2 * wide), stream(e, i + 3 * wide);
    }
    for (; i < lines * kLineBytes; i += wide) stream(Load(d, from + i), i);
  }
  for (; i < lines * kLineBytes; i += kLineBytes) {
    for (int64_t ask = 0; ask < per_line; ++ask) prefetcher.Next();
    for (int64_t u = 0; u < kLineBytes; u += wide) stream(Load(d, from + i + u), i + u);
  }
}

// Only whole cache lines are streamed. Where rows are contiguous, the line that two of them share
// is assembled first; a line shared with anything else goes through the cache.
void StreamRowsBody(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t bytes,
                    const LinesAhead& ahead) {
  Prefetcher prefetcher(ahead);
  const int64_t all_lines = tile.rows * (bytes / kLineBytes) + 1;
  const int64_t per_line = CeilDiv(prefetcher.Lines(), all_lines);
  const bool rows_touch = tile.dst_row == bytes && bytes >= kLineBytes;
  alignas(kLineBytes) std::byte shared[kLineBytes];
  int64_t carried = 0;  // bytes in `shared` from the rows before
  for (int64_t r = 0; r < tile.rows; ++r) {
    std::byte* to = dst + r * tile.dst_row;
    const std::byte* from = src + r * tile.src_row;
    const int64_t head = std::min(bytes, BytesToAligned(to));
    if (carried > 0) {
      std::memcpy(shared + carried, from, head);
      StreamLines(to - carried, shared, 1, prefetcher, 1);
      carried = 0;
    } else if (head > 0) {
      CopyBytes(to, from, head);
    }
    const int64_t lines = (bytes - head) / kLineBytes;
    StreamLines(to + head, from + head, lines, prefetcher, per_line);
    const int64_t done = head + lines * kLineBytes;
    if (done == bytes) continue;
    if (rows_touch && r + 1 < tile.rows) {
      carried = bytes - done;
      std::memcpy(shared, from + done, carried);
    } else {
      CopyBytes(to + done, from + done, bytes - done);
    }
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
