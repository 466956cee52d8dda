// SPDX-License-Identifier: MIT
// Philox4x32-10, a random number generator that is a function of a counter and a key (Salmon,
// Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft {

using PhiloxCounter = unsigned __int128;  // its lowest 32 bits are the first word

struct PhiloxState {
  PhiloxCounter counter = 0;
  std::array<uint32_t, 2> key{};
};

// Writes words `first` to `first` + `count` - 1 of the sequence that starts at the state's counter,
// at a stride of `step` bytes.
void PhiloxRow(const PhiloxState& state, uint64_t first, std::byte* dst, int64_t step,
               int64_t count);

}  // namespace weft
