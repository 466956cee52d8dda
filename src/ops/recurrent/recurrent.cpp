// SPDX-License-Identifier: MIT
// The loop over time of a recurrent operator. Everything is packed float32 in temporary memory;
// outputs are rounded once, at the end. x * W^T is one product for many steps, h * R^T one for each
// step. A sequence shorter than the others keeps its state at the steps beyond its end, so a
// backward one begins at its own last step.
#include "ops/recurrent/recurrent.h"

#include <algorithm>
#include <utility>

#include "base/align.h"
#include "base/checked.h"
#include "base/parallel.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/indexing/indexing.h"
#include "ops/recurrent/recurrent_product.h"
#include "ops/unary/activation.h"
#include "strided/copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr int64_t kAlignedFloats = kLineBytes / int64_t(sizeof(float));

// The conversion of a tensor to or from packed float32 in temporary memory.
struct PackedCopy {
  Program cast;
  int slot;
  int64_t area;
};

class RecurrentPlan {
 public:
  RecurrentPlan(const RecurrentFields& fields, const Cell& cell);

  uint64_t temporary_bytes() const { return uint64_t(floats_ + kAlignedFloats) * sizeof(float); }
  uint64_t persistent_bytes() const { return persistent_bytes_; }
  void Prepare(const Bindings& bind) const;
  bool ReadsWeightsAtRun(int slot) const;
  std::string ToString() const;
  void Run(const Bindings& bind) const;

 private:
  struct Direction;

  int64_t TakeArea(int64_t floats);
  int64_t TakeBytes(uint64_t bytes) { return TakeArea(int64_t((bytes + 3) / 4)); }
  int64_t TakePacked(const RecurrentTensor& tensor, const Sizes& sizes);
  void PlanOutput(const RecurrentTensor& tensor, const Sizes& sizes, int64_t area);
  void PlanProducts(const RecurrentFields& fields);
  void RunDirection(const Bindings& bind, float* memory, int direction) const;
  void RunStep(const Direction& at, int64_t step, const float* input_share) const;
  template <class Body>
  void ForEachRow(const Body& body) const;

  int64_t steps_, batch_, hidden_, gates_, directions_;
  bool backward_;  // whether the first direction is backward
  Cell cell_;
  std::vector<RowFunction> activations_;

  TensorDesc input_;
  bool input_is_copied_ = false;
  int64_t block_steps_ = 1;  // that share one product of inputs
  bool has_inputs_ = true;
  RecurrentProduct input_product_, state_product_, reset_product_;

  uint64_t persistent_bytes_ = 0;
  int64_t floats_ = 0;  // of temporary memory, for the areas below
  int64_t input_area_ = 0, bias_ = 0, peephole_ = 0, hidden_area_ = 0, cell_area_ = 0;
  int64_t input_share_ = 0, recurrent_ = 0, reset_area_ = 0, sequence_ = 0, lengths_ = 0;
  int64_t scratch_ = 0;
  bool has_peephole_, has_cell_, has_sequence_, has_lengths_;
  std::vector<std::pair<int64_t, int64_t>> zeros_;  // areas to clear, with their floats
  std::vector<PackedCopy> inputs_, outputs_;
  CopyPlan copy_lengths_;
  int lengths_slot_;
};

// The memory and parameters of one direction.
struct RecurrentPlan::Direction {
  float *hidden, *cell, *recurrent, *reset, *sequence, *scratch;
  const float *bias, *peephole;
  const std::byte *state_weights, *reset_weights;  // of R
  const uint32_t* lengths;
  std::span<const RowFunction> activations;
};

RecurrentPlan::RecurrentPlan(const RecurrentFields& fields, const Cell& cell)
    : steps_(fields.steps()),
      batch_(fields.batch()),
      hidden_(fields.hidden()),
      gates_(fields.gates),
      directions_(fields.directions()),
      backward_(fields.direction == RecurrentNetworkDirection::Backward),
      cell_(cell),
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
  PlanProducts(fields);
  bias_ = TakePacked(fields.bias, {1, 1, directions_, 2 * gates_ * hidden_});
  if (has_peephole_) peephole_ = TakePacked(fields.peephole, {1, 1, directions_, 3 * hidden_});
  hidden_area_ = TakePacked(fields.hidden_init, state);
  if (has_cell_) cell_area_ = TakePacked(fields.cell_init, state);
  recurrent_ = TakeArea(batch_ * gates_ * hidden_);
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

void RecurrentPlan::PlanProducts(const RecurrentFields& fields) {
  // The rows of the first product are all steps of all sequences, if they have one stride.
  const bool even =
      steps_ == 1 || batch_ == 1 || CheckedMul(batch_, input_.strides()[2]) == input_.strides()[1];
  if (!even) {
    input_is_copied_ = true;
    input_area_ = TakePacked(fields.input, input_.sizes());
    input_ = {DataType::Float32, input_.sizes()};
  }
  const GemmMatrix x = {input_.type, StepOf(input_.layout, batch_ > 1 ? 2 : 1),
                        StepOf(input_.layout, 3)};
  const GemmMatrix h = {DataType::Float32, hidden_, 1};
  constexpr int64_t kRows = 1024;  // enough for the product's speed, in little memory
  const int64_t columns = gates_ * hidden_, inputs = fields.inputs();
  const int64_t steps = std::max<int64_t>(steps_, 1);
  const int64_t most_steps = std::clamp<int64_t>(kRows / batch_, 1, steps);
  const int64_t blocks = CeilDiv(steps, most_steps);
  block_steps_ = CeilDiv(steps, blocks);
  input_share_ = TakeArea(block_steps_ * batch_ * columns);
  has_inputs_ = inputs > 0;
  if (has_inputs_)
    input_product_ = {{block_steps_ * batch_, columns, inputs}, x, fields.weight, 0, blocks};
  else
    zeros_.emplace_back(input_share_, block_steps_ * batch_ * columns);
  const int64_t last = cell_.finish ? hidden_ : 0;  // columns of the second product
  state_product_ = {{batch_, columns - last, hidden_}, h, fields.recurrence, 0, steps_};
  if (cell_.finish) {
    reset_product_ = {{batch_, last, hidden_}, h, fields.recurrence, columns - last, steps_};
    reset_area_ = TakeArea(batch_ * hidden_);
    zeros_.emplace_back(reset_area_, batch_ * hidden_);  // remains so for sequences of length 0
  }
  for (RecurrentProduct* product : {&input_product_, &state_product_, &reset_product_}) {
    const uint64_t kept = product->persistent_bytes();
    product->SetPackedOffset(kept > 0 ? int64_t(persistent_bytes_)
                                      : 4 * TakeBytes(product->temporary_bytes()));
    persistent_bytes_ += kept;
  }
  scratch_ = TakeBytes(std::max({input_product_.scratch_bytes(), state_product_.scratch_bytes(),
                                 reset_product_.scratch_bytes()}));
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
  return fmt::format("{} of {} steps a block, W {}, R {}", block_steps_, steps_,
                     input_product_.Packing(), state_product_.Packing());
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
  for (int direction = 0; direction < directions_; ++direction)
    RunDirection(bind, memory, direction);
  for (const PackedCopy& copy : outputs_) {
    const ConstBuffer from[] = {ConstBuffer(memory + copy.area, 0)};
    copy.cast.run({.inputs = from, .outputs = bind.outputs.subspan(size_t(copy.slot), 1)});
  }
}

void RecurrentPlan::RunDirection(const Bindings& bind, float* memory, int direction) const {
  auto* const bytes = reinterpret_cast<std::byte*>(memory);
  const auto input_weights = input_product_.Prepare(bind, bytes, direction);
  const int64_t state = direction * batch_ * hidden_;
  const size_t activations = activations_.size() / size_t(directions_);
  const Direction at = {
      .hidden = memory + hidden_area_ + state,
      .cell = has_cell_ ? memory + cell_area_ + state : nullptr,
      .recurrent = memory + recurrent_,
      .reset = memory + reset_area_,
      .sequence = has_sequence_ ? memory + sequence_ + state : nullptr,
      .scratch = memory + scratch_,
      .bias = memory + bias_ + direction * 2 * gates_ * hidden_,
      .peephole = has_peephole_ ? memory + peephole_ + direction * 3 * hidden_ : nullptr,
      .state_weights = state_product_.Prepare(bind, bytes, direction),
      .reset_weights = reset_product_.Prepare(bind, bytes, direction),
      .lengths = has_lengths_ ? reinterpret_cast<uint32_t*>(memory + lengths_) : nullptr,
      .activations = std::span(activations_).subspan(size_t(direction) * activations, activations)};
  const std::byte* input =
      input_is_copied_ ? reinterpret_cast<std::byte*>(memory + input_area_) : bind.Input(0);
  const int64_t input_bytes = SizeBits(input_.type) / 8;
  const bool backward = backward_ || direction == 1;
  const int64_t blocks = CeilDiv(steps_, block_steps_), columns = gates_ * hidden_;
  float* share = memory + input_share_;
  for (int64_t i = 0; i < blocks; ++i) {
    const int64_t begin = (backward ? blocks - 1 - i : i) * block_steps_;
    const int64_t end = std::min(begin + block_steps_, steps_);
    const int64_t first = end - block_steps_;  // the last block overlaps the one before
    if (has_inputs_)
      input_product_.Run(
          share, columns,
          input + (input_.layout.offset + first * StepOf(input_.layout, 1)) * input_bytes,
          input_weights, at.scratch);
    for (int64_t j = 0; j < end - begin; ++j) {
      const int64_t step = backward ? end - 1 - j : begin + j;
      RunStep(at, step, share + (step - first) * batch_ * columns);
    }
  }
}

void RecurrentPlan::RunStep(const Direction& at, int64_t step, const float* input_share) const {
  const int64_t columns = gates_ * hidden_;
  const auto row = [&](int64_t i) -> CellRow {
    return {.size = hidden_,
            .input = input_share + i * columns,
            .recurrent = at.recurrent + i * columns,
            .bias = at.bias,
            .peephole = at.peephole,
            .hidden = at.hidden + i * hidden_,
            .cell = at.cell ? at.cell + i * hidden_ : nullptr,
            .reset = at.reset + i * hidden_,
            .activations = at.activations};
  };
  const auto lasts = [&](int64_t i) { return at.lengths == nullptr || step < at.lengths[i]; };
  state_product_.Run(at.recurrent, columns, reinterpret_cast<std::byte*>(at.hidden),
                     at.state_weights, at.scratch);
  if (cell_.finish) {
    ForEachRow([&](int64_t i) {
      if (lasts(i)) cell_.update(row(i));
    });
    reset_product_.Run(at.recurrent + columns - hidden_, columns,
                       reinterpret_cast<std::byte*>(at.reset), at.reset_weights, at.scratch);
  }
  const CellFunction& last = cell_.finish ? cell_.finish : cell_.update;
  ForEachRow([&](int64_t i) {
    if (lasts(i)) last(row(i));
    if (at.sequence == nullptr) return;
    float* to = at.sequence + (step * directions_ * batch_ + i) * hidden_;
    if (lasts(i))
      std::copy_n(at.hidden + i * hidden_, hidden_, to);
    else
      std::fill_n(to, hidden_, 0.f);
  });
}

template <class Body>
void RecurrentPlan::ForEachRow(const Body& body) const {
  // An activation takes many times as long as moving a float.
  const int64_t work = 8 * batch_ * gates_ * hidden_ * int64_t(sizeof(float));
  ParallelSlices(ThreadsFor(work), batch_, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace

namespace {

struct RecurrentProblem {
  const RecurrentFields& fields;
  const Cell& cell;
};

Planned PlanBlocks(const RecurrentProblem& problem, const Machine&) {
  const auto& [fields, cell] = problem;
  const RecurrentPlan plan(fields, cell);
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
