// SPDX-License-Identifier: MIT
// WEFT_ASSERT(condition) checks the precondition that a declaration states. It is for mistakes of
// our own code, never for a caller's input. Active in Debug and sanitizer builds, where a false
// condition prints itself with file and line and aborts; elsewhere it is not even evaluated.
#pragma once

#include <cstdio>
#include <cstdlib>

#ifndef WEFT_ASSERTS
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEFT_ASSERTS 1
#else
#define WEFT_ASSERTS 0
#endif
#endif

namespace weft::internal {

[[noreturn]] inline void FailAssertion(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: WEFT_ASSERT(%s) failed\n", file, line, condition);
  std::abort();
}

}  // namespace weft::internal

#if WEFT_ASSERTS
#define WEFT_ASSERT(...) \
  ((__VA_ARGS__) ? (void)0 : ::weft::internal::FailAssertion(#__VA_ARGS__, __FILE__, __LINE__))
#else
// The operand of sizeof is compiled, so that it cannot rot, but never evaluated.
#define WEFT_ASSERT(...) ((void)sizeof((__VA_ARGS__) ? 1 : 0))
#endif
