// SPDX-License-Identifier: MIT
// Philox4x32-10 one word at a time, as its paper writes it: ten rounds on a counter, the key raised
// between them. Numbers are split and joined with division, to share no idea with the library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::oracle {

using State = std::array<uint64_t, 6>;  // 32-bit words: counter, lowest first; key
inline constexpr uint64_t kWord = uint64_t(1) << 32;

inline std::array<uint64_t, 4> PhiloxBlock(const State& state) {
  std::array<uint64_t, 4> x = {state[0], state[1], state[2], state[3]};
  for (uint64_t round = 0; round < 10; ++round) {
    const uint64_t key0 = (state[4] + round * 0x9E3779B9) % kWord;
    const uint64_t key1 = (state[5] + round * 0xBB67AE85) % kWord;
    const uint64_t a = 0xD2511F53 * x[0], b = 0xCD9E8D57 * x[2];
    x = {b / kWord ^ x[1] ^ key0, b % kWord, a / kWord ^ x[3] ^ key1, a % kWord};
  }
  return x;
}

inline void Advance(State& state) {
  for (size_t word = 0; word < 4; ++word)
    if ((state[word] = (state[word] + 1) % kWord) != 0) return;
}

// `count` words; `state` moves past every block that was begun.
inline std::vector<uint64_t> RandomWords(State& state, int64_t count) {
  std::vector<uint64_t> words;
  while (int64_t(words.size()) < count) {
    const std::array<uint64_t, 4> block = PhiloxBlock(state);
    for (size_t i = 0; i < 4 && int64_t(words.size()) < count; ++i) words.push_back(block[i]);
    Advance(state);
  }
  return words;
}

}  // namespace weft::oracle
