// SPDX-License-Identifier: MIT
// Schedules as text, on machines that are made up: what is planned for each can be looked at
// anywhere. Recurrences are far from the grain of threads, which is finer under a sanitizer.
#include "ops/recurrent/recurrent_schedule.h"

#include <string>

#include "ops/recurrent/recurrent_cases.h"

namespace weft::ops {
namespace {

using test::RecurrentSizes;
using enum RecurrentNetworkDirection;

constexpr Machine kOne = {.vector_bytes = 64, .l2_bytes = 1 << 20, .l3_bytes = 32 << 20};
constexpr Machine Threads(int threads, Machine machine = kOne) {
  machine.threads = threads;
  return machine;
}

TEST(RecurrentSchedule, Texts) {
  struct Row {
    const char* name;
    RecurrentSizes sizes;
    Machine machine;
    std::string want;
  };
  const Row rows[] = {
      {"one thread", {20, 64, 256, 256}, kOne, "2 steps a block, threads share each step"},
      {"even", {20, 64, 256, 256}, Threads(2), "4 steps a block, threads share 2 x 32 sequences"},
      {"uneven", {20, 65, 256, 256}, Threads(4), "7 steps a block, threads share 4 x 17 sequences"},
      {"fewer tasks than threads",
       {20, 33, 256, 256},
       Threads(8),
       "20 steps a block, threads share 7 x 5 sequences"},
      {"directions",
       {20, 64, 256, 256, Bidirectional},
       Threads(4),
       "4 steps a block, threads share 4 x 32 sequences"},
      {"directions, of which one is more than others have",
       {20, 64, 256, 256, Bidirectional},
       Threads(3),
       "4 steps a block, threads share 4 x 32 sequences"},
      // Whatever the size of weights.
      {"a direction for each thread",
       {64, 1, 2048, 2048, Bidirectional},
       Threads(2),
       "64 steps a block, threads share 2 x 1 sequences"},
      {"more threads than directions",
       {64, 1, 2048, 2048, Bidirectional},
       Threads(3),
       "64 steps a block, threads share each step"},
      {"one sequence", {64, 1, 256, 256}, Threads(2), "64 steps a block, threads share each step"},
      {"too few", {20, 6, 256, 256}, Threads(2), "20 steps a block, threads share each step"},
      {"just enough",
       {20, 7, 256, 256},
       Threads(2),
       "20 steps a block, threads share 2 x 4 sequences"},
      // R takes 4 MiB.
      {"too few for weights of the shared cache",
       {20, 14, 512, 512},
       Threads(2),
       "7 steps a block, threads share each step"},
      {"enough for them",
       {20, 16, 512, 512},
       Threads(2),
       "10 steps a block, threads share 2 x 8 sequences"},
      {"enough for them with shorter vectors",
       {20, 8, 512, 512},
       Threads(2, {.vector_bytes = 32, .l2_bytes = 1 << 20, .l3_bytes = 32 << 20}),
       "20 steps a block, threads share 2 x 4 sequences"},
      {"weights that come from memory",
       {20, 64, 1024, 1024},
       Threads(2),
       "2 steps a block, threads share each step"},
      {"one step", {1, 640, 256, 256}, Threads(2), "1 steps a block, threads share each step"},
      {"little work", {2, 16, 2, 2}, Threads(2), "2 steps a block, threads share each step"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Lstm op = test::MakeRecurrent<Lstm>(row.sizes, {});
    EXPECT_EQ(ToString(Schedule(RecurrentFieldsOf(op, "LSTM", 4, 3), row.machine)), row.want);
  }
}

// Each sequence of each direction is some task's.
TEST(RecurrentSchedule, TasksTakeAllSequences) {
  for (const int64_t batch : {8, 31, 64, 65})
    for (const int threads : {2, 3, 4, 7}) {
      const Lstm op = test::MakeRecurrent<Lstm>({20, batch, 256, 256, Bidirectional}, {});
      const RecurrentSchedule schedule =
          Schedule(RecurrentFieldsOf(op, "LSTM", 4, 3), Threads(threads));
      int64_t next = 0;
      for (int64_t task = 0; task < schedule.tasks; ++task) {
        const Range sequences = schedule.SequencesOf(task, batch);
        EXPECT_EQ(sequences.begin, next % batch) << batch << ", " << threads << " threads";
        next += sequences.count();
      }
      EXPECT_EQ(next, 2 * batch) << threads << " threads";
    }
}

}  // namespace
}  // namespace weft::ops
