// SPDX-License-Identifier: MIT
// WEFT_DISPATCH(Function): the variant of HWY_EXPORT(Function) that was compiled for the best
// instruction set which the machine has and the ceiling (weft/isa.h) allows. HWY_DYNAMIC_DISPATCH
// has one ceiling for all libraries of a process, which Weft must not change.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwy/targets.h"

namespace weft::simd {

// A line of code that dispatches, and the instruction sets it has taken, for tests.
struct DispatchSite {
  const char* name;                // "ops/reduction/scan.cpp: Pick"
  std::atomic<int64_t> taken = 0;  // as bits of Highway's targets
  std::atomic<bool> listed = false;
  DispatchSite* next = nullptr;

  void Record(int64_t target);
};

struct Taken {
  const char* name;
  int64_t targets;
};
std::vector<Taken> TakenTargets();  // of every site that has dispatched since ForgetTaken
void ForgetTaken();

// Highway's targets that may be taken: those of the machine, up to the ceiling. 0 until the first
// call of ReadCeiling, which reads the ceiling from the environment.
extern std::atomic<int64_t> allowed_targets;
int64_t ReadCeiling();

// The index into the table that HWY_EXPORT makes for kTargets, as Highway's ChosenTarget has it:
// lower bits are better sets, and the last entry is the one that every machine has.
template <int64_t kTargets>
inline size_t Choose(DispatchSite& site) {
  int64_t allowed = allowed_targets.load(std::memory_order_relaxed);
  if (allowed == 0) [[unlikely]]
    allowed = ReadCeiling();
  constexpr int64_t kLeast = int64_t(std::bit_floor(uint64_t(kTargets)));
  const int64_t can = (allowed & kTargets) | kLeast;
  const int64_t target = can & -can;
  if ((site.taken.load(std::memory_order_relaxed) & target) == 0) [[unlikely]]
    site.Record(target);
  if constexpr (kTargets == kLeast) {
    return 0;  // nothing to choose from
  } else {
    return size_t(std::countr_zero(
        uint64_t(HWY_CHOSEN_TARGET_SHIFT(target) | HWY_CHOSEN_TARGET_MASK_SCALAR)));
  }
}

}  // namespace weft::simd

#define WEFT_DISPATCH(function)                                                          \
  (*(HWY_DISPATCH_TABLE(function)[([]() -> size_t {                                      \
    static constinit ::weft::simd::DispatchSite site{HWY_TARGET_INCLUDE ": " #function}; \
    return ::weft::simd::Choose<HWY_TARGETS>(site);                                      \
  }())]))
