// SPDX-License-Identifier: MIT
// Elements in row-major order are converted in pairs, on several threads; all others one by one on
// one thread, because the two elements of a byte may have any coordinates.
#include "ops/quantization/nibbles.h"

#include <algorithm>

#include "base/assert.h"
#include "base/parallel.h"

namespace weft {
namespace {

std::byte Extended(int nibble, int sign) { return std::byte(((nibble & 15) ^ sign) - sign); }

// Calls body(begin, end) for ranges of elements on several threads. All begins are even, so no two
// threads write to one byte.
template <class Body>
void ForEachTask(int64_t count, Body body) {
  ParallelSlices(ThreadsFor(count), CeilDiv(count, 2), [&](int64_t first_pair, int64_t end_pair) {
    body(first_pair * 2, std::min(count, end_pair * 2));
  });
}

}  // namespace

NibblePlan::NibblePlan(const TensorDesc& tensor)
    : sign_(tensor.type == DataType::Int4 ? 8 : 0), count_(tensor.layout.ElementCount()) {
  WEFT_ASSERT(SizeBits(tensor.type) == 4);
  const Layout packed = Layout::Packed(tensor.sizes());
  nest_ = Nest(tensor.layout, packed);
  Simplify(nest_);
  in_order_ =
      nest_.depth == 0 || (nest_.depth == 1 && nest_[0].stride == std::array<int64_t, 2>{1, 1});
  in_order_ &= nest_.offset[0] % 2 == 0;
  offset_ = nest_.offset[0] / 2;
}

void NibblePlan::Widen(std::byte* bytes, const std::byte* nibbles) const {
  if (!in_order_)
    return ForEachOffset(nest_, [&](const std::array<int64_t, 2>& at) {
      bytes[at[1]] = Extended(int(nibbles[at[0] / 2]) >> (at[0] % 2 * 4), sign_);
    });
  ForEachTask(count_, [&](int64_t begin, int64_t end) {
    const std::byte* from = nibbles + offset_;
    const int sign = sign_;
    std::byte* to = bytes;
#pragma GCC ivdep
    for (int64_t i = begin / 2; i < end / 2; ++i) {
      to[2 * i] = Extended(int(from[i]), sign);
      to[2 * i + 1] = Extended(int(from[i]) >> 4, sign);
    }
    if (end % 2 != 0) to[end - 1] = Extended(int(from[end / 2]), sign);
  });
}

void NibblePlan::Narrow(std::byte* nibbles, const std::byte* bytes) const {
  constexpr std::byte kLow{15};
  const auto put = [](std::byte& both, std::byte value, bool high) {
    both = high ? (both & kLow) | value << 4 : (both & ~kLow) | (value & kLow);
  };
  if (!in_order_)
    return ForEachOffset(nest_, [&](const std::array<int64_t, 2>& at) {
      put(nibbles[at[0] / 2], bytes[at[1]], at[0] % 2 != 0);
    });
  ForEachTask(count_, [&](int64_t begin, int64_t end) {
    std::byte* to = nibbles + offset_;
    const std::byte* from = bytes;
#pragma GCC ivdep
    for (int64_t i = begin / 2; i < end / 2; ++i)
      to[i] = (from[2 * i] & kLow) | from[2 * i + 1] << 4;
    if (end % 2 != 0) put(to[end / 2], from[end - 1], false);
  });
}

}  // namespace weft
