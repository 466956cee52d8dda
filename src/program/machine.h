// SPDX-License-Identifier: MIT
// What plans depend on of the processor. Tests construct machines, so that a plan for one processor
// can be checked on any other.
#pragma once

#include <cstdint>

namespace weft {

struct Machine {
  // The size of the vectors that compute kernels use: 64 with AVX-512, 32 with AVX2, 16 with NEON,
  // 4 without vectors.
  int64_t vector_bytes = 32;
  // The sizes of the caches that a core has for itself, and of the one that cores share.
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 512 << 10;
  int64_t l3_bytes = 8 << 20;
  int threads = 1;
  bool has_int8_dots = false;  // one instruction adds four products of 8-bit integers

  int64_t lanes() const { return vector_bytes / int64_t(sizeof(float)); }

  friend bool operator==(const Machine&, const Machine&) = default;
};

// This machine, as limited by the current ceilings of instruction sets and threads.
Machine ThisMachine();

// While it lives, ThisMachine returns `machine` on this thread. What is planned meanwhile can be
// inspected, but not run.
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
