// SPDX-License-Identifier: MIT
// Every piece runs exactly once, whoever calls and whatever is refused; small work stays on the
// calling thread.
#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

namespace {
// Which of this thread's next allocations fails, counted down; below 0 none does.
thread_local int allocations_until_failure = -1;
thread_local int failed_allocations = 0;
}  // namespace

// Not inlined: GCC takes `new` and `free` seen side by side for a mistake.
[[gnu::noinline]] void* operator new(size_t bytes) {
  if (allocations_until_failure >= 0 && allocations_until_failure-- == 0) {
    ++failed_allocations;
    throw std::bad_alloc();
  }
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }

#if defined(__SANITIZE_THREAD__)
// A child begins threads of its own, which ThreadSanitizer refuses unless told that it is meant.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }
#endif

namespace weft {
namespace {

class Parallel : public testing::Test {
 protected:
  ~Parallel() override { SetThreadCount(before_); }
  const int before_ = ThreadCount();
};

bool RunsEachPieceOnce(int pieces) {
  std::vector<std::atomic<int>> runs(pieces);
  ParallelRun(pieces, [&](int piece) { ++runs[piece]; });
  return std::ranges::all_of(runs, [](const auto& count) { return count == 1; });
}

// What `check` returns in a child of this process, which must come to an end by itself.
template <class Check>
bool HoldsInChild(Check check) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // a child that hangs is ended by this, and has not passed
    _exit(check() ? 0 : 1);
  }
  int status = -1;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(Parallel, EveryPieceRunsOnce) {
  for (int threads : {1, 2, 4, 9}) {
    SetThreadCount(threads);
    for (int pieces : {1, 2, 3, 17, 64, 65, 256, 257, 1000}) {
      SCOPED_TRACE(pieces);
      EXPECT_TRUE(RunsEachPieceOnce(pieces));
    }
  }
}

TEST_F(Parallel, EveryTaskRunsOnce) {
  for (int threads : {1, 2, 5}) {
    SetThreadCount(threads);
    for (int64_t tasks : {0, 1, 2, 3, 4, 100}) {
      std::vector<std::atomic<int>> runs(tasks), at_once(threads);
      std::atomic<int> wrong = 0;
      ParallelTasks(threads, tasks, [&](int thread, int64_t task) {
        wrong += thread < 0 || thread >= threads || ++at_once[thread] > 1;
        ++runs[task];
        --at_once[thread];
      });
      EXPECT_EQ(wrong, 0);
      for (int64_t task = 0; task < tasks; ++task) EXPECT_EQ(runs[task], 1) << task;
    }
  }
}

// The thread of the first task is held up until all others are done: somebody else does them.
TEST_F(Parallel, OneThreadHoldsUpOneTask) {
  SetThreadCount(2);
  std::atomic<int> done = 0;
  ParallelTasks(2, 10, [&](int, int64_t task) {
    while (task == 0 && done < 9) std::this_thread::yield();
    ++done;
  });
  EXPECT_EQ(done, 10);
}

TEST_F(Parallel, OnePieceStaysOnThisThread) {
  std::thread::id id;
  ParallelRun(1, [&](int) { id = std::this_thread::get_id(); });
  EXPECT_EQ(id, std::this_thread::get_id());
}

// Pieces that wait for each other must be on as many threads.
TEST_F(Parallel, PiecesRunAtTheSameTime) {
  SetThreadCount(4);
  std::atomic<int> arrived = 0;
  ParallelRun(4, [&](int) {
    ++arrived;
    while (arrived < 4) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 4);
}

// A worker that the system does not let run must not be waited for: the caller does its piece.
TEST_F(Parallel, TheCallerTakesWhatNobodyHasBegun) {
  SetThreadCount(2);
  const auto caller = std::this_thread::get_id();
  std::set<int> by_caller;
  std::atomic<bool> is_done = false;
  // The worker is kept in the first job's piece while the second one runs.
  std::thread other([&] {
    ParallelRun(2, [&](int) {
      while (!is_done) std::this_thread::yield();
    });
  });
  ParallelRun(8, [&](int piece) {
    if (std::this_thread::get_id() == caller) by_caller.insert(piece);
  });
  EXPECT_FALSE(by_caller.empty());
  is_done = true;
  other.join();
}

TEST_F(Parallel, CallsInsideOfPiecesStayOnTheirThread) {
  SetThreadCount(3);
  std::atomic<int> strangers = 0, runs = 0;
  ParallelRun(3, [&](int) {
    const auto id = std::this_thread::get_id();
    ParallelRun(5, [&](int) {
      ++runs;
      strangers += std::this_thread::get_id() != id;
    });
  });
  EXPECT_EQ(runs, 15);
  EXPECT_EQ(strangers, 0);
}

TEST_F(Parallel, EightCallersAtOnce) {
  SetThreadCount(2);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i)
    callers.emplace_back([&, i] {
      for (int round = 0; round < 500; ++round) wrong += !RunsEachPieceOnce(1 + (i + round) % 7);
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

// Callers keep the processors busy by themselves: nobody joins them beyond ThreadCount.
TEST_F(Parallel, CallersCountAsThreads) {
  SetThreadCount(2);
  std::atomic<int> running = 0, most = 0;
  const auto call = [&] {
    for (int round = 0; round < 50; ++round)
      ParallelRun(4, [&](int) {
        const int now = ++running;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        --running;
      });
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) callers.emplace_back(call);
  for (std::thread& caller : callers) caller.join();
  EXPECT_LE(most, 3 + 1);  // three callers, and the worker that joined while there was one
}

TEST_F(Parallel, AChildHasThreadsOfItsOwn) {
  SetThreadCount(3);
  ASSERT_TRUE(RunsEachPieceOnce(3));  // the parent's workers are there
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(HoldsInChild([] {
      std::atomic<int> arrived = 0;
      ParallelRun(3, [&](int) {
        ++arrived;
        while (arrived < 3) std::this_thread::yield();
      });
      return RunsEachPieceOnce(3);
    }));
  EXPECT_TRUE(RunsEachPieceOnce(3));
}

// … also when it is made while other threads are in the middle of their calls.
TEST_F(Parallel, AChildOfABusyProcess) {
  SetThreadCount(3);
  std::atomic<bool> is_done = false;
  std::thread other([&] {
    while (!is_done) RunsEachPieceOnce(3);
  });
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(HoldsInChild([] { return RunsEachPieceOnce(5); }));
  is_done = true;
  other.join();
}

// A process that may have no more threads. Root may have any number, so the child is somebody else.
TEST_F(Parallel, RefusedThreadsMeanFewerThreads) {
  EXPECT_TRUE(HoldsInChild([] {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && setuid(kNobody) != 0) return false;
    const rlimit none = {1, 1};
    if (setrlimit(RLIMIT_NPROC, &none) != 0) return false;
    bool is_refused = false;
    try {
      std::thread([] {}).join();
    } catch (const std::system_error&) {
      is_refused = true;
    }
    SetThreadCount(4);
    for (int i = 0; i < 3000; ++i)
      if (!RunsEachPieceOnce(1 + i % 6)) return false;
    return is_refused;
  }));
}

// Every allocation that starting workers makes, one after the other.
TEST_F(Parallel, RefusedMemoryMeansFewerThreads) {
  for (int nth = 0; nth < 8; ++nth)
    EXPECT_TRUE(HoldsInChild([&] {
      SetThreadCount(4);
      std::atomic<int> runs[6] = {};
      allocations_until_failure = nth;
      ParallelRun(6, [&](int piece) { ++runs[piece]; });
      allocations_until_failure = -1;
      for (const auto& count : runs)
        if (count != 1) return false;
      const bool has_failed = failed_allocations == 1;
      // Three workers take one allocation each.
      return has_failed == (nth < 3) && RunsEachPieceOnce(6);
    })) << nth;
}

TEST_F(Parallel, CountsAreBroughtInside) {
  SetThreadCount(5);
  EXPECT_EQ(ThreadCount(), 5);
  SetThreadCount(0);
  EXPECT_EQ(ThreadCount(), 1);
  SetThreadCount(-7);
  EXPECT_EQ(ThreadCount(), 1);
  SetThreadCount(1 << 30);
  EXPECT_EQ(ThreadCount(), 256);
}

TEST_F(Parallel, EveryThreadGetsAtLeastAGrain) {
  SetThreadCount(4);
  EXPECT_EQ(ThreadsFor(0), 1);
  EXPECT_EQ(ThreadsFor(2 * kGrainBytes - 1), 1);
  EXPECT_EQ(ThreadsFor(2 * kGrainBytes), 2);
  EXPECT_EQ(ThreadsFor(3 * kGrainBytes + 1), 3);
  EXPECT_EQ(ThreadsFor(int64_t(1) << 40), 4);
}

}  // namespace
}  // namespace weft
