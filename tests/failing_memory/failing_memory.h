// SPDX-License-Identifier: MIT
// Memory that runs out on purpose: programs that link failing_memory.cpp allocate through it, and a
// test lets the k-th allocation of some work fail, or all from the k-th on, for every k.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>

#include "weft/status.h"

namespace weft::test {

// Of all threads. Allocations are counted from Arm on; none fails before it and after Disarm.
void Arm(int64_t number, bool and_all_after_it);
int64_t Disarm();           // how many allocations have failed
int64_t LiveAllocations();  // that nobody has freed yet

struct Failures {
  int64_t injected = 0, survived = 0;
};

// `work` returns the error that it got, and frees all it has, unless it keeps something for the
// next time. It is done once without failures before and after: whatever is made once for all is
// there by then.
template <class Work>
Failures FailEachAllocation(const std::string& name, int64_t step, const Work& work,
                            bool keeps_something = false) {
  SCOPED_TRACE(name);
  Failures failures;
  const Status before = work();
  EXPECT_TRUE(before) << before.error().message;
  const int64_t first_live = LiveAllocations();
  for (const bool and_all_after_it : {false, true})
    for (int64_t number = 1;; number += step) {
      const int64_t live = LiveAllocations();
      Arm(number, and_all_after_it);
      int64_t failed = 0;
      try {
        const Status status = work();
        failed = Disarm();
        if (failed > 0 && status) ++failures.survived;
        if (!status) {
          EXPECT_EQ(status.error().code, ErrorCode::OutOfMemory)
              << "allocation " << number << ": " << status.error().message;
          EXPECT_FALSE(status.error().message.empty());
        }
      } catch (const std::exception& error) {
        failed = Disarm();
        ADD_FAILURE() << "allocation " << number << (and_all_after_it ? " and all after it" : "")
                      << ": an exception left the library: " << error.what();
      }
      if (!keeps_something) {
        EXPECT_EQ(LiveAllocations(), live) << "allocation " << number << ": memory is lost";
      }
      if (failed == 0) break;
      ++failures.injected;
      if (::testing::Test::HasFailure()) return failures;
    }
  const Status after = work();
  EXPECT_TRUE(after) << after.error().message;
  EXPECT_EQ(LiveAllocations(), first_live) << "memory is lost";
  return failures;
}

// 1 for every allocation, or `usual` where a test is to be short.
inline int64_t Step(int64_t usual) { return std::getenv("WEFT_ALL_FAILURES") ? 1 : usual; }

}  // namespace weft::test
