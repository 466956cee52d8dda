// SPDX-License-Identifier: MIT
// The thresholds of recurrences, each with its reason. None of them decides about bits.
#include "ops/recurrent/recurrent_schedule.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/parallel.h"

namespace weft::ops {
namespace {

// So many rows are enough for the speed of the product of inputs, and few enough for what it writes
// to stay in the second-level cache until the steps read it.
constexpr int64_t kBlockRows = 128;
// With fewer rows multiply-adds wait for weights even if these are in the core's own cache.
constexpr int64_t kFewSequences = 4;
// Weights that do not stay there come from the cache that cores share: a core gets about 16 bytes
// in the time of two vectors' multiply-adds. A vector of weights meets each row once, so its way is
// hidden by as many rows as a vector has pairs of floats.
constexpr int64_t LeastSequences(int64_t state_bytes, const Machine& machine) {
  if (state_bytes <= machine.l2_bytes) return kFewSequences;
  return std::max<int64_t>(kFewSequences, machine.vector_bytes / 8);
}
// In the time of so many multiplications or additions a byte is moved; an activation takes about as
// long as so many of them.
constexpr double kFlopsPerByte = 5, kFlopsOfActivation = 40;

int ThreadsFor(const RecurrentFields& fields, const Machine& machine) {
  const double gates = double(fields.gates) * double(fields.hidden()) * double(fields.batch()) *
                       double(fields.steps()) * fields.directions();
  const double flops =
      gates * (2.0 * double(fields.inputs() + fields.hidden()) + kFlopsOfActivation);
  return weft::ThreadsFor(int64_t(std::min(flops / kFlopsPerByte, 0x1p60)), machine.threads);
}

// Whether each thread may take `sequences` of one direction by itself.
bool TakesSequences(const RecurrentFields& fields, const Machine& machine, int threads,
                    int64_t sequences) {
  if (threads == 1 || fields.steps() <= 1) return false;
  // With a direction to each thread nobody reads more weights than if threads shared its steps.
  if (sequences == fields.batch()) return threads <= fields.directions();
  // A thread reads all weights for its sequences, at each step those of the state: several threads
  // would wait for the memory that they share.
  const int64_t columns = int64_t(sizeof(float)) * fields.gates * fields.hidden();
  const double bytes =
      double(columns) * double(fields.inputs() + fields.hidden()) * fields.directions();
  return sequences >= LeastSequences(columns * fields.hidden(), machine) &&
         bytes <= double(machine.l3_bytes) / 2;
}

}  // namespace

RecurrentSchedule Schedule(const RecurrentFields& fields, const Machine& machine) {
  const int64_t batch = fields.batch(), steps = std::max<int64_t>(fields.steps(), 1);
  const int threads = ThreadsFor(fields, machine);
  const int64_t sequences = CeilDiv(batch, CeilDiv(threads, fields.directions()));
  RecurrentSchedule schedule;
  schedule.at_once = TakesSequences(fields, machine, threads, sequences);
  schedule.sequences = schedule.at_once ? sequences : batch;
  schedule.tasks = fields.directions() * CeilDiv(batch, schedule.sequences);
  const int64_t most = std::clamp<int64_t>(kBlockRows / schedule.sequences, 1, steps);
  schedule.block_steps = CeilDiv(steps, CeilDiv(steps, most));
  return schedule;
}

std::string ToString(const RecurrentSchedule& s) {
  return s.at_once ? fmt::format("{} steps a block, threads share {} x {} sequences", s.block_steps,
                                 s.tasks, s.sequences)
                   : fmt::format("{} steps a block, threads share each step", s.block_steps);
}

}  // namespace weft::ops
