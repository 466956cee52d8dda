// SPDX-License-Identifier: MIT
// A pool of threads for a library inside other programs. A caller publishes a job and begins with
// its first task. Workers take tasks that nobody has begun, and so does the caller when its own is
// done: it waits only for tasks that are running. A thread without work spins for a moment, then
// sleeps. Where the system refuses to start a thread, the pool works with fewer.
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "base/pause.h"
#include "base/processors.h"

namespace weft {
namespace {

int InitialThreadCount() {
  if (const char* text = std::getenv("WEFT_THREADS")) {
    const long count = std::strtol(text, nullptr, 10);
    if (count >= 1) return int(std::min<long>(count, kMaxThreads));
  }
  return std::min(UsableProcessors(), kMaxThreads);
}

std::atomic<int>& Count() {
  static std::atomic<int> count = InitialThreadCount();
  return count;
}

// ---- one call of ParallelRun

using Body = void (*)(void* context, int task);

class Job {
 public:
  Job(int tasks, Body body, void* context)
      : body_(body), context_(context), tasks_(tasks), shares_(std::min(tasks, kMaxThreads)) {
    for (int share = shares_; share < kMaxThreads; ++share)
      begun_[share / 64].store(begun_[share / 64] | uint64_t{1} << share % 64,
                               std::memory_order_relaxed);
  }

  int shares() const { return shares_; }
  bool HasWork() const {
    return std::ranges::any_of(begun_, [](const auto& word) { return ~word.load() != 0; });
  }

  // Runs what nobody has begun, share `own` first: then a thread gets the same range of a tensor in
  // one operator after the other, and finds it in its cache.
  void Work(int own) {
    if (own < shares_) Begin(own);
    for (int word = 0; word < kWords; ++word)
      while (const uint64_t left = ~begun_[word].load(std::memory_order_relaxed))
        Begin(word * 64 + std::countr_zero(left));
  }

  // Of the pool, under its lock.
  Job* next = nullptr;
  bool caller_sleeps = false;
  // Workers that may still read this job. The caller may return once it is 0.
  std::atomic<int> helpers = 0;

 private:
  static constexpr int kWords = kMaxThreads / 64;

  void Begin(int share) {
    const uint64_t bit = uint64_t{1} << share % 64;
    if (begun_[share / 64].fetch_or(bit, std::memory_order_relaxed) & bit) return;
    for (int task = share; task < tasks_; task += kMaxThreads) body_(context_, task);
  }

  const Body body_;
  void* const context_;
  const int tasks_, shares_;
  std::atomic<uint64_t> begun_[kWords] = {};  // one bit per share; the bits beyond shares_ are set
};

// ---- waiting

using Clock = std::chrono::steady_clock;

int processors = 1;  // that the pool may use, once there is one

// Whether other threads compete for this processor: whether, lately, this thread was ready without
// running for longer than the scheduler's own interruptions take. `awake` is when the thread began
// to do nothing but work and spin. Costs a system call.
bool IsCrowded(Clock::time_point awake) {
  constexpr auto kLost = std::chrono::milliseconds(2), kLately = std::chrono::milliseconds(10);
  if (ThreadCount() > processors) return true;
  thread_local Clock::time_point looked = {}, until = {};
  thread_local std::chrono::nanoseconds ran_before = {};
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  const auto ran = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  const Clock::time_point now = Clock::now();
  if (now - std::max(awake, looked) - (ran - ran_before) > kLost) until = now + kLately;
  looked = now;
  ran_before = ran;
  return until > now;
}

// Spins, since waking up from sleep takes long compared with a small operator; for a short time
// only where processors are shared, because spinning then delays the threads that are waited for.
// Returns whether `ready` has become true.
template <class Ready>
bool Spin(Clock::time_point awake, Ready ready) {
  for (int i = 0; i < 256; ++i, Pause())
    if (ready()) return true;
  const auto longest = std::chrono::microseconds(IsCrowded(awake) ? 20 : 1000);
  const Clock::time_point end = Clock::now() + longest;
  do {
    for (int i = 0; i < 32; ++i, Pause())
      if (ready()) return true;
  } while (Clock::now() < end);
  return ready();
}

// ---- the pool

thread_local bool is_inside = false;  // a task runs on this thread: nested calls stay on it

struct Worker {
  std::thread thread;
  std::condition_variable wake;
  bool sleeps = false;
  int kept_off = -1;  // the processor that it may not use

  // The scheduler often puts a thread that starts or wakes on the processor of the thread that woke
  // it, even if others are idle, where it waits until that one is done. So the affinity mask leaves
  // out that processor, if the program may use others.
  void KeepOff(int processor) {
    if (processor == kept_off) return;
    kept_off = processor;
    cpu_set_t others;
    if (processor < 0 || processor >= CPU_SETSIZE ||
        sched_getaffinity(getpid(), sizeof(others), &others) != 0)
      return;
    CPU_CLR(processor, &others);
    if (CPU_COUNT(&others) > 0)
      pthread_setaffinity_np(thread.native_handle(), sizeof(others), &others);
  }
};

class Pool {
 public:
  void Run(Job& job) {
    const Clock::time_point begin = Clock::now();
    std::unique_lock lock = LockForAMoment();
    ++callers_;
    const int helpers = std::min(job.shares(), ThreadCount()) - 1;
    StartWorkers(helpers);
    job.next = jobs_;
    jobs_ = &job;
    Announce(lock, helpers);
    is_inside = true;
    job.Work(0);
    is_inside = false;
    lock = LockForAMoment();
    Job** link = &jobs_;
    while (*link != &job) link = &(*link)->next;
    *link = job.next;
    --callers_;
    const bool is_done = job.helpers == 0;
    Announce(lock, jobs_ != nullptr ? 1 : 0);  // a worker may now help another caller
    if (is_done || Spin(begin, [&] { return job.helpers.load(std::memory_order_acquire) == 0; }))
      return;
    lock.lock();
    job.caller_sleeps = true;
    finished_.wait(lock, [&] { return job.helpers == 0; });
  }

  // Ends all workers. Later calls run on the callers' threads.
  void Stop() {
    int started;
    {
      const std::unique_lock lock(mutex_);
      stops_ = true;
      ++published_;
      ++epoch_;
      started = started_;
      started_ = 0;
    }
    for (int i = 0; i < started; ++i) workers_[i].wake.notify_one();
    for (int i = 0; i < started; ++i) workers_[i].thread.join();
  }

  std::mutex& mutex() { return mutex_; }

 private:
  // Callers and working threads together are at most ThreadCount: many callers keep the processors
  // busy by themselves.
  bool HasRoom() const { return callers_ + working_ < ThreadCount(); }

  // The lock is held for a few instructions only, while a thread that sleeps for it may miss a
  // whole job: so spin first.
  std::unique_lock<std::mutex> LockForAMoment() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    for (int i = 0; i < 200 && !lock; ++i) {
      Pause();
      (void)lock.try_lock();
    }
    if (!lock) lock.lock();
    return lock;
  }

  // Tells up to `workers` of them that there may be work. Releases the lock before spinning workers
  // see the new epoch, because they take the lock at once. Without room nobody is told: a worker
  // that looked whenever one of many callers comes or goes would take a processor from them. Room
  // appears when a caller leaves, which announces it, or when a worker is done, which looks itself.
  void Announce(std::unique_lock<std::mutex>& lock, int workers) {
    if (workers == 0 || !HasRoom()) return lock.unlock();
    ++published_;
    Wake(workers - spinning_);
    lock.unlock();
    epoch_.fetch_add(1, std::memory_order_release);
  }

  void Wake(int count) {
    const int here = sched_getcpu();
    for (int i = 0; i < started_ && count > 0; ++i) {
      Worker& worker = workers_[i];
      if (!worker.sleeps) continue;
      worker.KeepOff(here);
      worker.sleeps = false;
      worker.wake.notify_one();
      --count;
    }
  }

  void StartWorkers(int wanted) {
    constexpr int kCallsUntilNextTry = 1000;
    if (started_ >= wanted || stops_) return;
    if (calls_until_next_try_ > 0) {
      --calls_until_next_try_;
      return;
    }
    // The program's own threads handle its signals, so workers block all of them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      for (; started_ < wanted; ++started_) {
        workers_[started_].thread = std::thread([this, index = started_] { WorkerLoop(index); });
        workers_[started_].KeepOff(sched_getcpu());
      }
    } catch (const std::exception&) {  // no thread, or no memory for one
      calls_until_next_try_ = kCallsUntilNextTry;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  Job* FindJob() const {
    if (!HasRoom()) return nullptr;
    Job* best = nullptr;
    for (Job* job = jobs_; job != nullptr; job = job->next)
      if (job->HasWork() && (best == nullptr || job->helpers < best->helpers)) best = job;
    return best;
  }

  void WorkerLoop(int index) {
    is_inside = true;
    std::unique_lock lock(mutex_);
    Worker& self = workers_[index];
    Clock::time_point awake = Clock::now();
    while (!stops_) {
      if (Job* const job = FindJob()) {
        Help(*job, index + 1, lock);
        continue;
      }
      const uint32_t seen = published_, seen_epoch = epoch_;
      ++spinning_;
      lock.unlock();
      Spin(awake, [&] { return epoch_.load(std::memory_order_acquire) != seen_epoch; });
      lock = LockForAMoment();
      --spinning_;
      if (published_ != seen) continue;
      self.sleeps = true;
      self.wake.wait(lock, [&] { return !self.sleeps || stops_; });
      awake = Clock::now();
    }
  }

  void Help(Job& job, int index, std::unique_lock<std::mutex>& lock) {
    ++working_;
    ++job.helpers;
    lock.unlock();
    job.Work(index);
    lock = LockForAMoment();
    --working_;
    const bool caller_sleeps =
        job.caller_sleeps;  // read now: the job may be gone when helpers is 0
    if (job.helpers.fetch_sub(1, std::memory_order_release) == 1 && caller_sleeps)
      finished_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable finished_;
  // Both change when there may be work: the first under the lock, for workers about to sleep; the
  // second after its release, for workers that spin.
  uint32_t published_ = 0;
  std::atomic<uint32_t> epoch_ = 0;
  Job* jobs_ = nullptr;  // those whose callers are still in Run
  int callers_ = 0, working_ = 0, spinning_ = 0;
  int started_ = 0, calls_until_next_try_ = 0;
  bool stops_ = false;
  Worker workers_[kMaxThreads - 1];
};

// The pool is never destroyed: threads of the program may still call while the program ends.
alignas(Pool) std::byte pool_memory[sizeof(Pool)];
Pool& ThePool() { return *std::launder(reinterpret_cast<Pool*>(pool_memory)); }

// A forked child has none of its parent's threads, only their state: so it makes a new pool. The
// lock is held during the fork so that the state is consistent.
class PoolKeeper {
 public:
  PoolKeeper() {
    processors = UsableProcessors();
    new (pool_memory) Pool;
    is_usable_ =
        pthread_atfork([] { ThePool().mutex().lock(); }, [] { ThePool().mutex().unlock(); },
                       [] {
                         ThePool().mutex().unlock();
                         new (pool_memory) Pool;
                       }) == 0;
  }
  ~PoolKeeper() { ThePool().Stop(); }
  bool is_usable() const { return is_usable_; }

 private:
  bool is_usable_;
};

bool HasPool() {
  static const PoolKeeper keeper;
  return keeper.is_usable();
}

}  // namespace

int ThreadCount() { return Count().load(std::memory_order_relaxed); }

void SetThreadCount(int count) {
  Count().store(std::clamp(count, 1, kMaxThreads), std::memory_order_relaxed);
}

int ThreadsFor(int64_t bytes) { return ThreadsFor(bytes, ThreadCount()); }

namespace internal {

void ParallelRun(int tasks, void (*body)(void* context, int task), void* context) {
  if (is_inside || !HasPool()) {
    for (int task = 0; task < tasks; ++task) body(context, task);
    return;
  }
  Job job(tasks, body, context);
  ThePool().Run(job);
}

}  // namespace internal
}  // namespace weft
