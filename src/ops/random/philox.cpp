// SPDX-License-Identifier: MIT
// Many Philox blocks at a time, one word of each beside the other, as a plain loop the compiler
// turns into vectors.
#define HWY_TARGET_INCLUDE "ops/random/philox.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/random/philox.h"

#include <algorithm>
#include <cstring>

#ifndef WEFT_KERNELS_PHILOX_BLOCKS
#define WEFT_KERNELS_PHILOX_BLOCKS
namespace weft {
inline constexpr uint32_t kPhiloxBlocks = 64;  // at once
}  // namespace weft
#endif

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// The words of the kPhiloxBlocks blocks from `counter` on.
void Blocks(PhiloxCounter counter, std::array<uint32_t, 2> key, uint32_t* words) {
  uint32_t w0[kPhiloxBlocks], w1[kPhiloxBlocks], w2[kPhiloxBlocks], w3[kPhiloxBlocks];
  const uint32_t low = uint32_t(counter);
  for (uint32_t b = 0; b < kPhiloxBlocks; ++b) {
    const PhiloxCounter carried = counter + (low + b < low ? PhiloxCounter(1) << 32 : 0);
    w0[b] = low + b;
    w1[b] = uint32_t(carried >> 32);
    w2[b] = uint32_t(carried >> 64);
    w3[b] = uint32_t(carried >> 96);
  }
  for (int round = 0; round < 10; ++round) {
    for (uint32_t b = 0; b < kPhiloxBlocks; ++b) {
      const uint64_t product0 = uint64_t(w0[b]) * 0xD2511F53u;
      const uint64_t product1 = uint64_t(w2[b]) * 0xCD9E8D57u;
      w0[b] = uint32_t(product1 >> 32) ^ w1[b] ^ key[0];
      w2[b] = uint32_t(product0 >> 32) ^ w3[b] ^ key[1];
      w1[b] = uint32_t(product1);
      w3[b] = uint32_t(product0);
    }
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  for (uint32_t b = 0; b < kPhiloxBlocks; ++b) {
    words[4 * b] = w0[b];
    words[4 * b + 1] = w1[b];
    words[4 * b + 2] = w2[b];
    words[4 * b + 3] = w3[b];
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Blocks);

void PhiloxRow(const PhiloxState& state, uint64_t first, std::byte* dst, int64_t step,
               int64_t count) {
  PhiloxCounter counter = state.counter + first / 4;
  int64_t skip = int64_t(first % 4);  // words of the first block
  while (count > 0) {
    uint32_t words[4 * kPhiloxBlocks];
    WEFT_DISPATCH(Blocks)(counter, state.key, words);
    const int64_t taken = std::min<int64_t>(count, 4 * kPhiloxBlocks - skip);
    if (step == 4)
      std::memcpy(dst, words + skip, taken * 4);
    else
      for (int64_t i = 0; i < taken; ++i) std::memcpy(dst + i * step, &words[skip + i], 4);
    dst += taken * step, count -= taken, skip = 0;
    counter += kPhiloxBlocks;
  }
}

}  // namespace weft
#endif
