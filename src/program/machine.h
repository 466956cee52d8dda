// SPDX-License-Identifier: MIT
// What plans ask about the processor. Tests make machines up, so that what is planned for a
// processor can be looked at on any other.
#pragma once

#include <cstdint>

namespace weft {

struct Machine {
  // Of the vectors that kernels which compute use here: 64 with AVX-512, 32 with AVX2, 16 with
  // NEON, 4 without vectors.
  int64_t vector_bytes = 32;
  // Of the caches that one processor has, and of the one that it shares with others.
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 512 << 10;
  int64_t l3_bytes = 8 << 20;
  int threads = 1;
  bool has_int8_dots = false;  // Four products of 8-bit integers are summed by one instruction.

  friend bool operator==(const Machine&, const Machine&) = default;
};

// This one, under the ceilings of instruction sets and threads that hold now.
Machine ThisMachine();

// While it lives, ThisMachine is another one on this thread: what is planned then can be looked at,
// but not run.
class MachineScope {
 public:
  explicit MachineScope(const Machine& machine);
  ~MachineScope();
  MachineScope(const MachineScope&) = delete;
  MachineScope& operator=(const MachineScope&) = delete;

 private:
  const Machine machine_;
  const Machine* before_;
};

}  // namespace weft
