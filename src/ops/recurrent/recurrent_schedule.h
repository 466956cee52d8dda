// SPDX-License-Identifier: MIT
// How a recurrence is shared out, as data. Sequences need nothing of each other, and neither do
// directions: a thread that takes some sequences through all steps meets the others once in a run.
// Where there are too few sequences for that, threads share each step: the columns of its products
// and then its rows, for which they meet several times a step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/split.h"
#include "ops/recurrent/recurrent.h"
#include "program/machine.h"

namespace weft::ops {

struct RecurrentSchedule {
  int64_t sequences = 1;    // of one direction that a task takes, but perhaps the last
  int64_t tasks = 1;        // of all directions
  bool at_once = false;     // each task on one thread; or one after the other, on all threads
  int64_t block_steps = 1;  // that share one product of inputs

  Range SequencesOf(int64_t task, int64_t batch) const {
    const int64_t begin = task % CeilDiv(batch, sequences) * sequences;
    return {begin, std::min(begin + sequences, batch)};
  }
  friend bool operator==(const RecurrentSchedule&, const RecurrentSchedule&) = default;
};

RecurrentSchedule Schedule(const RecurrentFields& fields, const Machine& machine);

// "4 steps a block, threads share 2 x 32 sequences", or "… share each step".
std::string ToString(const RecurrentSchedule& schedule);

}  // namespace weft::ops
