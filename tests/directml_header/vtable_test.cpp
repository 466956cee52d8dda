// SPDX-License-Identifier: MIT
// Every method sits in the vtable slot Microsoft's header gives it.
#include <gtest/gtest.h>

#include <cstring>

#include "generated_assertions.h"

namespace {

// The Itanium C++ ABI keeps a virtual method's vtable offset in the first word of a pointer to it:
// offset + 1 where code addresses are even (x86-64), the offset itself on Arm.
template <class Method>
size_t SlotOf(Method method) {
  size_t word;
  std::memcpy(&word, &method, sizeof word);
#if defined(__aarch64__) || defined(__arm__)
  return word / sizeof(void*);
#else
  return (word - 1) / sizeof(void*);
#endif
}

TEST(DirectMLHeader, VtableSlots) {
  int methods = 0;
  ForEachMethod([&](const char* name, auto method, size_t slot) {
    EXPECT_EQ(SlotOf(method), slot) << name;
    ++methods;
  });
  EXPECT_EQ(methods, 25);
}

}  // namespace
