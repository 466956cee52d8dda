// SPDX-License-Identifier: MIT
// The processor's hint for loops that wait: it yields to the other hardware thread of the core.
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
