// SPDX-License-Identifier: MIT
// The loop over time of a recurrent operator. Everything is packed float32 in temporary memory;
// outputs are rounded once, at the end. x * W^T is one product for some steps, h * R^T one for each
// step. Tasks take sequences as the schedule says. A sequence shorter than the others keeps its
// state at the steps beyond its end, so a backward one begins at its own last step.
#include "ops/recurrent/recurrent.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/align.h"
#include "base/assert.h"
#include "base/checked.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/indexing/indexing.h"
#include "ops/recurrent/recurrent_product.h"
#include "ops/recurrent/recurrent_schedule.h"
#include "ops/unary/activation.h"
#include "strided/copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr int64_t kAlignedFloats = kLineBytes / int64_t(sizeof(float));
// The memories of tasks are so many floats apart: prefetchers run on beyond what a thread reads,
// and would fetch what another one is writing.
constexpr int64_t kGapFloats = 2048;

// The conversion of a tensor to or from packed float32 in temporary memory.
struct PackedCopy {
  Program cast;
  int slot;
  int64_t area;
};

class RecurrentPlan {
 public:
  RecurrentPlan(const RecurrentFields& fields, const Cell& cell, const Machine& machine);

  uint64_t temporary_bytes() const { return uint64_t(floats_ + kAlignedFloats) * sizeof(float); }
  uint64_t persistent_bytes() const { return persistent_bytes_; }
  void Prepare(const Bindings& bind) const;
  bool ReadsWeightsAtRun(int slot) const;
  std::string ToString() const;
  void Run(const Bindings& bind) const;

 private:
  struct Direction;
  struct Task;

  int64_t TakeArea(int64_t floats);
  int64_t TakeBytes(uint64_t bytes) { return TakeArea(int64_t((bytes + 3) / 4)); }
  int64_t TakePacked(const RecurrentTensor& tensor, const Sizes& sizes);
  void PlanOutput(const RecurrentTensor& tensor, const Sizes& sizes, int64_t area);
  void PlanProducts(const RecurrentFields& fields, const Machine& machine);
  void PlanTasks();
  Direction DirectionAt(const Bindings& bind, float* memory, int64_t direction) const;
  void RunTask(const Direction& at, const Range& sequences, float* memory) const;
  void RunStep(const Task& task, int64_t step, const float* input_share) const;
  template <class Body>
  void ForEachSequence(const Range& sequences, const Body& body) const;

  int64_t steps_, batch_, hidden_, gates_, directions_;
  bool backward_;  // whether the first direction is backward
  Cell cell_;
  std::vector<RowFunction> activations_;
  RecurrentSchedule schedule_;

  TensorDesc input_;
  bool stages_input_ = false;       // a block's rows, one behind the other
  CopyPlan stage_, stage_of_last_;  // of a task that takes fewer sequences
  bool has_inputs_ = true;
  RecurrentProduct input_product_, state_product_, reset_product_;

  uint64_t persistent_bytes_ = 0;
  int64_t floats_ = 0;  // of temporary memory, for the areas below
  int64_t bias_ = 0, peephole_ = 0, hidden_area_ = 0, cell_area_ = 0;
  int64_t sequence_ = 0, lengths_ = 0, tasks_ = 0;
  // Of the memory of one task, which begins with its share of inputs.
  int64_t share_floats_ = 0, staged_ = 0, recurrent_ = 0, reset_ = 0, scratch_ = 0,
          task_floats_ = 0;
  bool has_peephole_, has_cell_, has_sequence_, has_lengths_;
  std::vector<std::pair<int64_t, int64_t>> zeros_;  // areas to clear, with their floats
  std::vector<PackedCopy> inputs_, outputs_;
  CopyPlan copy_lengths_;
  int lengths_slot_;
};

// The memory and parameters of one direction. What belongs to sequences is that of the first.
struct RecurrentPlan::Direction {
  bool is_backward;
  float *hidden, *cell, *sequence;
  const float *bias, *peephole;
  const std::byte *input_weights, *state_weights, *reset_weights;
  const std::byte* input;
  const uint32_t* lengths;
  std::span<const RowFunction> activations;
};

// Its memory is that of its first sequence.
struct RecurrentPlan::Task {
  const Direction& at;
  Range sequences;
  float *recurrent, *reset, *scratch;
};

RecurrentPlan::RecurrentPlan(const RecurrentFields& fields, const Cell& cell,
                             const Machine& machine)
    : steps_(fields.steps()),
      batch_(fields.batch()),
      hidden_(fields.hidden()),
      gates_(fields.gates),
      directions_(fields.directions()),
      backward_(fields.direction == RecurrentNetworkDirection::Backward),
      cell_(cell),
      schedule_(Schedule(fields, machine)),
      input_(*fields.input.desc),
      has_peephole_(fields.peephole.desc != nullptr),
      has_cell_(!fields.cell_single.field.empty()),
      has_sequence_(fields.sequence.desc != nullptr),
      has_lengths_(fields.lengths.desc != nullptr),
      lengths_slot_(fields.lengths.slot) {
  for (const FusedActivation& activation : fields.activation_descs)
    activations_.push_back(*ActivationRow(activation));
  const Sizes state = {1, directions_, batch_, hidden_};
  const Sizes sequence = {steps_, directions_, batch_, hidden_};
  PlanProducts(fields, machine);
  PlanTasks();
  bias_ = TakePacked(fields.bias, {1, 1, directions_, 2 * gates_ * hidden_});
  if (has_peephole_) peephole_ = TakePacked(fields.peephole, {1, 1, directions_, 3 * hidden_});
  hidden_area_ = TakePacked(fields.hidden_init, state);
  if (has_cell_) cell_area_ = TakePacked(fields.cell_init, state);
  if (has_lengths_) {
    lengths_ = TakeArea(batch_);
    copy_lengths_ =
        CopyPlan(32, Layout::Packed(fields.lengths.desc->sizes()), fields.lengths.desc->layout);
  }
  if (has_sequence_) sequence_ = TakeArea(steps_ * directions_ * batch_ * hidden_);
  PlanOutput(fields.sequence, sequence, sequence_);
  PlanOutput(fields.single, state, hidden_area_);
  PlanOutput(fields.cell_single, state, cell_area_);
}

// No product here can wrap: every tensor has fewer than 2^32 elements, and one output has the
// batch's states among them, of which there is a small multiple.
int64_t RecurrentPlan::TakeArea(int64_t floats) {
  return std::exchange(floats_, floats_ + RoundUp(floats, kAlignedFloats));
}

// An absent tensor is filled with zeros.
int64_t RecurrentPlan::TakePacked(const RecurrentTensor& tensor, const Sizes& sizes) {
  const TensorDesc packed(DataType::Float32, sizes);
  const int64_t area = TakeArea(packed.layout.ElementCount());
  if (tensor.desc == nullptr)
    zeros_.emplace_back(area, packed.layout.ElementCount());
  else
    inputs_.push_back({*Plan(Cast{*tensor.desc, packed}), tensor.slot, area});
  return area;
}

void RecurrentPlan::PlanOutput(const RecurrentTensor& tensor, const Sizes& sizes, int64_t area) {
  if (tensor.desc == nullptr) return;
  const TensorDesc packed(DataType::Float32, sizes);
  outputs_.push_back({*Plan(Cast{packed, *tensor.desc}), tensor.slot, area});
}

void RecurrentPlan::PlanProducts(const RecurrentFields& fields, const Machine& machine) {
  Machine of_task = machine;
  if (schedule_.at_once) of_task.threads = 1;
  const int64_t sequences = schedule_.sequences, tasks = schedule_.tasks;
  const int64_t block_steps = schedule_.block_steps;
  const int64_t columns = gates_ * hidden_, inputs = fields.inputs();
  const int64_t steps = std::max<int64_t>(steps_, 1), tasks_each = tasks / directions_;
  const int64_t last_sequences = batch_ - (tasks_each - 1) * sequences;
  const GemmMatrix h = {DataType::Float32, hidden_, 1};
  // The rows of the first product are sequences of several steps, if they have one stride.
  stages_input_ =
      sequences < batch_ ||
      (steps_ > 1 && batch_ > 1 && CheckedMul(batch_, input_.strides()[2]) != input_.strides()[1]);
  GemmMatrix x = {input_.type, StepOf(input_.layout, batch_ > 1 ? 2 : 1), StepOf(input_.layout, 3)};
  if (stages_input_) {
    x = {input_.type, inputs, 1};
    const auto stage = [&](int64_t count) -> CopyPlan {
      Layout given = Narrow(Narrow(input_.layout, 1, 0, block_steps), 2, 0, count);
      given.offset = 0;
      return {SizeBits(input_.type), Layout::Packed(given.sizes), given};
    };
    stage_ = stage(sequences);
    stage_of_last_ = stage(last_sequences);
  }
  has_inputs_ = inputs > 0;
  if (has_inputs_)
    input_product_ = {{{block_steps * sequences, columns, inputs},
                       x,
                       CeilDiv(steps, block_steps) * tasks_each,
                       block_steps * last_sequences},
                      fields.weight,
                      0,
                      of_task};
  const auto of_state = [&](int64_t first, int64_t count) -> RecurrentProduct {
    return {{{sequences, count, hidden_}, h, steps_ * tasks_each, last_sequences},
            fields.recurrence,
            first,
            of_task};
  };
  const int64_t last = cell_.finish ? hidden_ : 0;  // columns of the second product
  state_product_ = of_state(0, columns - last);
  if (cell_.finish) reset_product_ = of_state(columns - last, last);
  for (RecurrentProduct* product : {&input_product_, &state_product_, &reset_product_}) {
    const uint64_t kept = product->persistent_bytes();
    product->SetPackedOffset(kept > 0 ? int64_t(persistent_bytes_)
                                      : 4 * TakeBytes(product->temporary_bytes()));
    persistent_bytes_ += kept;
  }
}

// Tasks that run one after the other have the same memory.
void RecurrentPlan::PlanTasks() {
  const int64_t before = std::exchange(floats_, 0);
  share_floats_ = schedule_.block_steps * schedule_.sequences * gates_ * hidden_;
  TakeArea(share_floats_);
  if (stages_input_)
    staged_ = TakeArea(schedule_.block_steps * schedule_.sequences * input_.sizes()[3]);
  recurrent_ = TakeArea(schedule_.sequences * gates_ * hidden_);
  if (cell_.finish) reset_ = TakeArea(schedule_.sequences * hidden_);
  scratch_ = TakeBytes(std::max({input_product_.scratch_bytes(), state_product_.scratch_bytes(),
                                 reset_product_.scratch_bytes()}));
  task_floats_ = std::exchange(floats_, before) + kGapFloats;
  tasks_ = TakeArea((schedule_.at_once ? schedule_.tasks : 1) * task_floats_);
}

void RecurrentPlan::Prepare(const Bindings& bind) const {
  for (const RecurrentProduct* product : {&input_product_, &state_product_, &reset_product_})
    product->Keep(bind);
}

bool RecurrentPlan::ReadsWeightsAtRun(int slot) const {
  return input_product_.ReadsAtRun(slot) || state_product_.ReadsAtRun(slot) ||
         reset_product_.ReadsAtRun(slot);
}

std::string RecurrentPlan::ToString() const {
  return fmt::format("{}, W {}, R {}", ops::ToString(schedule_), input_product_.Packing(),
                     state_product_.Packing());
}

void RecurrentPlan::Run(const Bindings& bind) const {
  auto* const memory = reinterpret_cast<float*>(AlignToLine(bind.temporary));
  for (const auto& [area, floats] : zeros_) std::fill_n(memory + area, floats, 0.f);
  for (const PackedCopy& copy : inputs_) {
    const Buffer to[] = {Buffer(memory + copy.area, 0)};
    copy.cast.run({.inputs = bind.inputs.subspan(size_t(copy.slot), 1), .outputs = to});
  }
  if (has_lengths_)
    copy_lengths_.Run(reinterpret_cast<std::byte*>(memory + lengths_), bind.Input(lengths_slot_));
  std::array<Direction, 2> directions;
  for (int64_t i = 0; i < directions_; ++i) directions[size_t(i)] = DirectionAt(bind, memory, i);
  const int64_t tasks_each = schedule_.tasks / directions_;
  WEFT_ASSERT(directions_ >= 1 && tasks_each >= 1);
  const auto run = [&](int task) {
    RunTask(directions[size_t(task / tasks_each)], schedule_.SequencesOf(task, batch_),
            memory + tasks_ + (schedule_.at_once ? task * task_floats_ : 0));
  };
  if (schedule_.at_once)
    ParallelRun(int(schedule_.tasks), run);
  else
    for (int task = 0; task < schedule_.tasks; ++task) run(task);
  for (const PackedCopy& copy : outputs_) {
    const ConstBuffer from[] = {ConstBuffer(memory + copy.area, 0)};
    copy.cast.run({.inputs = from, .outputs = bind.outputs.subspan(size_t(copy.slot), 1)});
  }
}

RecurrentPlan::Direction RecurrentPlan::DirectionAt(const Bindings& bind, float* memory,
                                                    int64_t direction) const {
  auto* const bytes = reinterpret_cast<std::byte*>(memory);
  const int64_t state = direction * batch_ * hidden_;
  const size_t activations = activations_.size() / size_t(directions_);
  return {
      .is_backward = backward_ || direction == 1,
      .hidden = memory + hidden_area_ + state,
      .cell = has_cell_ ? memory + cell_area_ + state : nullptr,
      .sequence = has_sequence_ ? memory + sequence_ + state : nullptr,
      .bias = memory + bias_ + direction * 2 * gates_ * hidden_,
      .peephole = has_peephole_ ? memory + peephole_ + direction * 3 * hidden_ : nullptr,
      .input_weights = input_product_.Prepare(bind, bytes, direction),
      .state_weights = state_product_.Prepare(bind, bytes, direction),
      .reset_weights = reset_product_.Prepare(bind, bytes, direction),
      .input = bind.Input(0) + input_.layout.offset * SizeBits(input_.type) / 8,
      .lengths = has_lengths_ ? reinterpret_cast<uint32_t*>(memory + lengths_) : nullptr,
      .activations = std::span(activations_).subspan(size_t(direction) * activations, activations)};
}

void RecurrentPlan::RunTask(const Direction& at, const Range& sequences, float* memory) const {
  const Task task = {at, sequences, memory + recurrent_, memory + reset_, memory + scratch_};
  // This remains so for sequences of length 0.
  if (cell_.finish) std::fill_n(task.reset, sequences.count() * hidden_, 0.f);
  float* const share = memory;
  if (!has_inputs_) std::fill_n(share, share_floats_, 0.f);
  const int64_t columns = gates_ * hidden_, block_steps = schedule_.block_steps;
  const int64_t input_bytes = SizeBits(input_.type) / 8, blocks = CeilDiv(steps_, block_steps);
  auto* const staged = reinterpret_cast<std::byte*>(memory + staged_);
  const CopyPlan& stage = sequences.count() == schedule_.sequences ? stage_ : stage_of_last_;
  for (int64_t i = 0; i < blocks; ++i) {
    const int64_t begin = (at.is_backward ? blocks - 1 - i : i) * block_steps;
    const int64_t end = std::min(begin + block_steps, steps_);
    const int64_t first = end - block_steps;  // the last block overlaps the one before
    if (has_inputs_) {
      const std::byte* x = at.input + (first * StepOf(input_.layout, 1) +
                                       sequences.begin * StepOf(input_.layout, 2)) *
                                          input_bytes;
      if (stages_input_) stage.Run(staged, x);
      input_product_.Run(block_steps * sequences.count(), share, columns,
                         stages_input_ ? staged : x, at.input_weights, task.scratch);
    }
    for (int64_t j = 0; j < end - begin; ++j) {
      const int64_t step = at.is_backward ? end - 1 - j : begin + j;
      RunStep(task, step, share + (step - first) * sequences.count() * columns);
    }
  }
}

void RecurrentPlan::RunStep(const Task& task, int64_t step, const float* input_share) const {
  const Direction& at = task.at;
  const Range sequences = task.sequences;
  float *const recurrent = task.recurrent, *const reset = task.reset;
  const int64_t columns = gates_ * hidden_, begin = sequences.begin;
  const auto row = [&](int64_t i) -> CellRow {
    return {.size = hidden_,
            .input = input_share + (i - begin) * columns,
            .recurrent = recurrent + (i - begin) * columns,
            .bias = at.bias,
            .peephole = at.peephole,
            .hidden = at.hidden + i * hidden_,
            .cell = at.cell ? at.cell + i * hidden_ : nullptr,
            .reset = reset + (i - begin) * hidden_,
            .activations = at.activations};
  };
  const auto lasts = [&](int64_t i) { return at.lengths == nullptr || step < at.lengths[i]; };
  state_product_.Run(sequences.count(), recurrent, columns,
                     reinterpret_cast<std::byte*>(at.hidden + begin * hidden_), at.state_weights,
                     task.scratch);
  if (cell_.finish) {
    ForEachSequence(sequences, [&](int64_t i) {
      if (lasts(i)) cell_.update(row(i));
    });
    reset_product_.Run(sequences.count(), recurrent + columns - hidden_, columns,
                       reinterpret_cast<std::byte*>(reset), at.reset_weights, task.scratch);
  }
  const CellFunction& last = cell_.finish ? cell_.finish : cell_.update;
  ForEachSequence(sequences, [&](int64_t i) {
    if (lasts(i)) last(row(i));
    if (at.sequence == nullptr) return;
    float* to = at.sequence + (step * directions_ * batch_ + i) * hidden_;
    if (lasts(i))
      std::copy_n(at.hidden + i * hidden_, hidden_, to);
    else
      std::fill_n(to, hidden_, 0.f);
  });
}

// Where tasks run at once, this one has its thread alone.
template <class Body>
void RecurrentPlan::ForEachSequence(const Range& sequences, const Body& body) const {
  // An activation takes many times as long as moving a float.
  const int64_t work = 8 * sequences.count() * gates_ * hidden_ * int64_t(sizeof(float));
  const int threads = schedule_.at_once ? 1 : ThreadsFor(work);
  ParallelSlices(threads, sequences.count(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body(sequences.begin + i);
  });
}

struct RecurrentProblem {
  const RecurrentFields& fields;
  const Cell& cell;
};

Planned PlanBlocks(const RecurrentProblem& problem, const Machine& machine) {
  const auto& [fields, cell] = problem;
  const RecurrentPlan plan(fields, cell, machine);
  Program program = {.run = [plan](const Bindings& bind) { plan.Run(bind); },
                     .temporary_bytes = plan.temporary_bytes(),
                     .persistent_bytes = plan.persistent_bytes(),
                     .explanation = plan.ToString()};
  if (program.persistent_bytes > 0) {
    program.prepare = [plan](const Bindings& bind) { plan.Prepare(bind); };
    for (const int slot : {fields.weight.slot, fields.recurrence.slot})
      if (!plan.ReadsWeightsAtRun(slot)) program.prepared_inputs.push_back(slot);
  }
  if (fields.lengths.desc != nullptr)
    program.check_values = IndexCheck({.op = fields.op,
                                       .field = "InputTensor",
                                       .indexed = *fields.input.desc,
                                       .dim = 1,
                                       .are_lengths = true,
                                       .indices_field = "SequenceLengthsTensor"},
                                      *fields.lengths.desc, fields.lengths.slot);
  return program;
}

constexpr Candidate<RecurrentProblem> kRecurrentCandidates[] = {
    {.name = "recurrent/blocks_of_steps",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = PlanBlocks,
     .arithmetic =
         "x * W^T for a block of steps and h * R^T for each step add up as GEMM does, in float32; "
         "the two, the sum of both biases and peepholes are added in float32."},
};
constexpr std::span<const Candidate<RecurrentProblem>> kRecurrentList = kRecurrentCandidates;

}  // namespace

Result<Program> RecurrentProgram(const RecurrentFields& fields, const Cell& cell) {
  return PlanCheapest(fields.op, kRecurrentList, RecurrentProblem{fields, cell}, ThisMachine());
}

std::vector<CandidateInfo> RecurrentCandidates() { return InfosOf(kRecurrentList); }

}  // namespace weft::ops
