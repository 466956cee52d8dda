// SPDX-License-Identifier: MIT
// Waking a sleeping thread takes longer than most small work, so threads look for a moment before
// they go to sleep.
#pragma once

#include <chrono>
#include <thread>

namespace weft::d3d12 {

inline constexpr std::chrono::microseconds kSpinTime{50};

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// True as soon as ready() is; false when it still is not after kSpinTime.
template <class Ready>
bool SpinUntil(Ready ready) {
  static const bool alone = std::thread::hardware_concurrency() == 1;
  if (ready()) return true;
  if (alone) return false;
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < 32; ++i) {
      if (ready()) return true;
      Pause();
    }
    std::this_thread::yield();  // with more threads than cores, the one waited for may need this
                                // one
  } while (std::chrono::steady_clock::now() < end);
  return ready();
}

}  // namespace weft::d3d12
