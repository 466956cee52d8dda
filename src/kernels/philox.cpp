// SPDX-License-Identifier: MIT
// Many Philox blocks at a time, one word of each beside the other, as a plain loop the compiler
// turns into vectors, for the machine's baseline and for AVX2.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/philox.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/philox.h"

#include <algorithm>
#include <cstring>

#ifndef WEFT_KERNELS_PHILOX_BLOCKS
#define WEFT_KERNELS_PHILOX_BLOCKS
namespace weft {
inline constexpr int64_t kPhiloxBlocks = 64;  // at once
using PhiloxWords = uint32_t[4][kPhiloxBlocks];
}  // namespace weft
#endif

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// Replaces counters by the random words they stand for.
void TenRounds(PhiloxWords& words, std::array<uint32_t, 2> key) {
  auto& [w0, w1, w2, w3] = words;
  for (int round = 0; round < 10; ++round) {
    for (int64_t b = 0; b < kPhiloxBlocks; ++b) {
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
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(TenRounds);

void PhiloxRow(const PhiloxState& state, uint64_t first, std::byte* dst, int64_t step,
               int64_t count) {
  PhiloxCounter counter = state.counter + first / 4;
  int64_t skip = int64_t(first % 4);  // words of the first block
  while (count > 0) {
    PhiloxWords words;
    const int64_t blocks = std::min(kPhiloxBlocks, (skip + count + 3) / 4);
    for (int64_t b = 0; b < kPhiloxBlocks; ++b, ++counter)
      for (int word = 0; word < 4; ++word) words[word][b] = uint32_t(counter >> (32 * word));
    HWY_DYNAMIC_DISPATCH(TenRounds)(words, state.key);
    const int64_t taken = std::min(count, 4 * blocks - skip);
    if (step == 4 && skip == 0 && taken == 4 * kPhiloxBlocks) {
      uint32_t packed[4 * kPhiloxBlocks];
      for (int64_t b = 0; b < kPhiloxBlocks; ++b)
        for (int word = 0; word < 4; ++word) packed[4 * b + word] = words[word][b];
      std::memcpy(dst, packed, sizeof packed);
    } else {
      for (int64_t i = 0; i < taken; ++i)
        std::memcpy(dst + i * step, &words[(skip + i) % 4][(skip + i) / 4], 4);
    }
    dst += taken * step, count -= taken, skip = 0;
  }
}

}  // namespace weft
#endif
