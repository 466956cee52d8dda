// SPDX-License-Identifier: MIT
// Waking a sleeping thread takes longer than most small work, so threads spin for a moment before
// they sleep.
#pragma once

#include <chrono>
#include <thread>

#include "base/pause.h"

namespace weft::d3d12 {

inline constexpr std::chrono::microseconds kSpinTime{50};

// True as soon as ready() is; false when it still is not after kSpinTime.
template <class Ready>
bool SpinUntil(Ready ready) {
  static const bool alone = std::thread::hardware_concurrency() == 1;
  if (ready()) return true;
  if (alone) return false;
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < 16; ++i) {  // about a microsecond
      if (ready()) return true;
      Pause();
    }
    std::this_thread::yield();  // the thread waited for may need this core
  } while (std::chrono::steady_clock::now() < end);
  return ready();
}

}  // namespace weft::d3d12
