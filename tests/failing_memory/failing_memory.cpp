// SPDX-License-Identifier: MIT
// See failing_memory.h. Takes the place of the standard library's operators new and delete.
#include "failing_memory/failing_memory.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

namespace weft::test {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

std::atomic<int64_t> next_number = 0, first_failure = kNever, last_failure = kNever, failed = 0,
                     live = 0;

// Says at the end how many allocations of the program's tests failed.
struct Total {
  std::atomic<int64_t> failures = 0;
  ~Total() {
    if (failures > 0)
      std::printf("%lld allocations failed on purpose\n", static_cast<long long>(failures));
  }
} total;

bool IsToFail() {
  const int64_t number = next_number.fetch_add(1, std::memory_order_relaxed) + 1;
  if (number < first_failure || number > last_failure) return false;
  failed.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void* Allocate(size_t size, size_t alignment) noexcept {
  if (IsToFail()) return nullptr;
  if (size == 0) size = 1;
  void* const memory =
      alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
          ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
          : std::malloc(size);
  if (memory) live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* AllocateOrThrow(size_t size, size_t alignment) {
  void* const memory = Allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void Free(void* memory) noexcept {
  if (memory == nullptr) return;
  live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

void Arm(int64_t number, bool and_all_after_it) {
  failed = 0;
  next_number = 0;
  last_failure = and_all_after_it ? kNever : number;
  first_failure = number;
}

int64_t Disarm() {
  total.failures += failed;
  first_failure = kNever;
  last_failure = kNever;
  return failed;
}

int64_t LiveAllocations() { return live; }

}  // namespace weft::test

using namespace weft::test;
constexpr size_t kUsual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

void* operator new(size_t size) { return AllocateOrThrow(size, kUsual); }
void* operator new[](size_t size) { return AllocateOrThrow(size, kUsual); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return Allocate(size, kUsual); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return Allocate(size, kUsual); }
void* operator new(size_t size, std::align_val_t alignment) {
  return AllocateOrThrow(size, size_t(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return AllocateOrThrow(size, size_t(alignment));
}
void* operator new(size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return Allocate(size, size_t(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return Allocate(size, size_t(alignment));
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, size_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { Free(memory); }
