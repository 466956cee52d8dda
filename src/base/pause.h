// SPDX-License-Identifier: MIT
// A moment of doing nothing inside of a loop that waits: the core's other thread goes on meanwhile.
#pragma once

namespace weft {

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace weft
