// SPDX-License-Identifier: MIT
// Asks the system for the sizes of caches, and the dispatched instruction set for that of vectors.
#define HWY_TARGET_INCLUDE "program/machine.cpp"
#include "simd/foreach_dot_target.h"
//
#include "hwy/highway.h"
#include "program/machine.h"

#include <unistd.h>

#include "base/assert.h"
#include "weft/threads.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

int64_t FloatVectorBytes() {
  return int64_t(hn::Lanes(hn::ScalableTag<float>())) * int64_t(sizeof(float));
}

bool SumsInt8Products() { return HWY_TARGET == HWY_AVX3_DL; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {
namespace {

HWY_EXPORT(FloatVectorBytes);
HWY_EXPORT(SumsInt8Products);

// Containers and emulators often report no cache sizes: then the usual ones stay.
void ReadCache(int name, int64_t& bytes) {
  if (const int64_t known = sysconf(name); known > 0) bytes = known;
}

Machine ReadCaches() {
  Machine machine;
  ReadCache(_SC_LEVEL1_DCACHE_SIZE, machine.l1_bytes);
  ReadCache(_SC_LEVEL2_CACHE_SIZE, machine.l2_bytes);
  ReadCache(_SC_LEVEL3_CACHE_SIZE, machine.l3_bytes);
  return machine;
}

thread_local const Machine* machine_of_scope = nullptr;

}  // namespace

MachineScope::MachineScope(const Machine& machine) : machine_(machine), before_(machine_of_scope) {
  WEFT_ASSERT(machine.vector_bytes >= 4 && machine.threads >= 1);
  machine_of_scope = &machine_;
}
MachineScope::~MachineScope() { machine_of_scope = before_; }

Machine ThisMachine() {
  if (machine_of_scope != nullptr) return *machine_of_scope;
  static const Machine caches = ReadCaches();
  Machine machine = caches;
  machine.vector_bytes = WEFT_DISPATCH(FloatVectorBytes)();
  machine.has_int8_dots = WEFT_DISPATCH(SumsInt8Products)();
  machine.threads = ThreadCount();
  return machine;
}

}  // namespace weft
#endif
