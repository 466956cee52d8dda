// SPDX-License-Identifier: MIT
// Validate, Compile and Run for any operator: the schema's rules first, then the operator's own, then
// its plan; at run time the buffers are checked against the tensors and handed over as pointers.
#include "weft/device.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/trace.h"
#include "generated/ops/implementations.h"
#include "ops/program.h"
#include "schema/tensor_slots.h"
#include "schema/validate.h"
#include "weft/schema.h"

namespace weft {

struct CompiledOperator::State {
  Operator op;
  const OperatorInfo& info;
  std::vector<TensorSlot> inputs, outputs;
  std::vector<uint64_t> input_bytes, output_bytes;  // each slot's need, 0 for an absent tensor
  Program program;
};

namespace {

bool IsEmpty(const TensorSlot& slot) {
  return slot.desc != nullptr && std::ranges::count(slot.desc->sizes(), 0) > 0;
}

Status Check(const Operator& op, const CompileOptions& options, bool& nothing_to_do) {
  const OperatorInfo& info = Info(op.type());
  WEFT_RETURN_IF_ERROR(
      CheckAgainstSchema(op, options.feature_level, {.allow_empty = options.allow_empty}));
  const Implementation* implementation = FindImplementation(op.type());
  if (implementation == nullptr) return NotSupported("{}: is not implemented", info.name);
  const std::vector<TensorSlot> outputs = OutputSlots(op);
  nothing_to_do = options.allow_empty && std::ranges::all_of(outputs, IsEmpty);
  return nothing_to_do ? Ok() : implementation->validate(op.data());
}

std::vector<uint64_t> NeededBytes(const std::vector<TensorSlot>& slots) {
  std::vector<uint64_t> bytes;
  for (const TensorSlot& slot : slots)
    bytes.push_back(slot.desc == nullptr ? 0 : slot.desc->RequiredBytes());
  return bytes;
}

// What is wrong with a buffer that Fits refused.
tl::unexpected<Error> Misfit(std::string_view op, const TensorSlot& slot, uint64_t needed,
                             const void* data, size_t bytes) {
  if (slot.desc == nullptr)
    return Invalid("{}: {} is bound, but the description leaves it out", op, slot.Name());
  if (bytes < needed)
    return Invalid("{}: {} is bound to {} bytes, but needs {}", op, slot.Name(), bytes, needed);
  if (data == nullptr)
    return Invalid("{}: {} is bound to a null buffer, but needs {} bytes", op, slot.Name(), needed);
  return Invalid("{}: {} is bound to an address that is no multiple of its "
                 "GuaranteedBaseOffsetAlignment {}",
                 op, slot.Name(), slot.desc->base_offset_alignment);
}

// The buffer holds the tensor, and is there exactly when the tensor is.
bool Fits(const TensorSlot& slot, uint64_t needed, const void* data, size_t bytes) {
  if (slot.desc == nullptr) return data == nullptr;
  const uint64_t alignment = slot.desc->base_offset_alignment;
  return bytes >= needed && (data != nullptr || needed == 0) &&
         (alignment <= 1 || reinterpret_cast<uintptr_t>(data) % alignment == 0);
}

struct Range {
  uintptr_t begin, end;
  Range(const void* data, uint64_t bytes)
      : begin(reinterpret_cast<uintptr_t>(data)), end(begin + bytes) {}
  bool Overlaps(const Range& other) const {
    return std::max(begin, other.begin) < std::min(end, other.end);
  }
};

// Pointers for a Program; few operators have more tensors than fit in place.
template <class T>
class Pointers {
 public:
  explicit Pointers(size_t count) : count_(count) {
    if (count > in_place_.size()) more_.resize(count);
  }
  T& operator[](size_t i) { return more_.empty() ? in_place_[i] : more_[i]; }
  std::span<const T> span() const {
    return {more_.empty() ? in_place_.data() : more_.data(), count_};
  }

 private:
  size_t count_;
  std::array<T, 16> in_place_;  // filled by the owner
  std::vector<T> more_;
};

std::unique_ptr<std::byte[]> Allocate(uint64_t bytes) {
  return std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[bytes]);
}

}  // namespace

Status Validate(const Operator& op, const CompileOptions& options) {
  bool nothing_to_do = false;
  return Check(op, options, nothing_to_do);
}

Result<CompiledOperator> Compile(const Operator& op, const CompileOptions& options) {
  bool nothing_to_do = false;
  const Status valid = Check(op, options, nothing_to_do);
  if (TraceEnabled(TraceEvent::Validate))
    Trace(TraceEvent::Validate, ToString(op) + (valid ? ": valid" : ": " + valid.error().message));
  WEFT_RETURN_IF_ERROR(valid);
  Program program = {.run = [](const Bindings&) {}};
  if (!nothing_to_do) {
    WEFT_ASSIGN(program, FindImplementation(op.type())->plan(op.data()));
  }
  if (TraceEnabled(TraceEvent::Plan))
    Trace(TraceEvent::Plan, ToString(op) + ": " + program.explanation);
  auto state = std::make_shared<CompiledOperator::State>(CompiledOperator::State{
      op, Info(op.type()), InputSlots(op), OutputSlots(op), {}, {}, std::move(program)});
  state->input_bytes = NeededBytes(state->inputs);
  state->output_bytes = NeededBytes(state->outputs);
  return CompiledOperator(std::move(state));
}

uint64_t CompiledOperator::temporary_bytes() const { return state_->program.temporary_bytes; }
uint64_t CompiledOperator::persistent_bytes() const { return state_->program.persistent_bytes; }
const Operator& CompiledOperator::description() const { return state_->op; }

Status CompiledOperator::Run(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
                             Buffer temporary) const {
  const State& state = *state_;
  const std::string_view name = state.info.name;
  if (inputs.size() != state.inputs.size())
    return Invalid("{}: {} input buffers are bound, but it has {} input tensors", name,
                   inputs.size(), state.inputs.size());
  if (outputs.size() != state.outputs.size())
    return Invalid("{}: {} output buffers are bound, but it has {} output tensors", name,
                   outputs.size(), state.outputs.size());
  Pointers<const std::byte*> from(inputs.size());
  Pointers<std::byte*> to(outputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TensorSlot& slot = state.inputs[i];
    if (!Fits(slot, state.input_bytes[i], inputs[i].data, inputs[i].bytes))
      return Misfit(name, slot, state.input_bytes[i], inputs[i].data, inputs[i].bytes);
    from[i] = static_cast<const std::byte*>(inputs[i].data);
  }
  for (size_t o = 0; o < outputs.size(); ++o) {
    const TensorSlot& slot = state.outputs[o];
    if (!Fits(slot, state.output_bytes[o], outputs[o].data, outputs[o].bytes))
      return Misfit(name, slot, state.output_bytes[o], outputs[o].data, outputs[o].bytes);
    to[o] = static_cast<std::byte*>(outputs[o].data);
  }

  // Memory that is read and written at once. The same memory may serve an input and an output of an
  // in-place operator; unless their elements also lie alike, the input is moved aside first.
  std::vector<std::unique_ptr<std::byte[]>> aside;
  for (size_t o = 0; o < outputs.size(); ++o) {
    const Range written(to[o], state.output_bytes[o]);
    for (size_t other = 0; other < o; ++other)
      if (written.Overlaps(Range(to[other], state.output_bytes[other])))
        return Invalid("{}: {} and {} are bound to overlapping memory, but both are written", name,
                       state.outputs[other].Name(), state.outputs[o].Name());
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Range read(inputs[i].data, state.input_bytes[i]);
      if (!written.Overlaps(read)) continue;
      if (written.begin != read.begin)
        return Invalid("{}: {} and {} are bound to overlapping memory, but only the same memory may "
                       "serve both",
                       name, state.inputs[i].Name(), state.outputs[o].Name());
      if (!state.info.in_place)
        return Invalid("{}: {} and {} are bound to the same memory, but it cannot run in place",
                       name, state.inputs[i].Name(), state.outputs[o].Name());
      const TensorDesc& in = *state.inputs[i].desc;
      const TensorDesc& out = *state.outputs[o].desc;
      if (in.layout == out.layout && in.type == out.type) continue;
      aside.push_back(Allocate(state.input_bytes[i]));
      if (aside.back() == nullptr)
        return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory to move {} aside", name,
                    state.input_bytes[i], state.inputs[i].Name());
      std::copy_n(static_cast<const std::byte*>(inputs[i].data), state.input_bytes[i],
                  aside.back().get());
      from[i] = aside.back().get();
    }
  }

  std::unique_ptr<std::byte[]> scratch;
  if (temporary.data == nullptr && state.program.temporary_bytes > 0) {
    scratch = Allocate(state.program.temporary_bytes);
    if (scratch == nullptr)
      return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory for temporary data", name,
                  state.program.temporary_bytes);
    temporary = Buffer(scratch.get(), state.program.temporary_bytes);
  }
  if (temporary.bytes < state.program.temporary_bytes)
    return Invalid("{}: the temporary buffer has {} bytes, but {} are needed", name,
                   temporary.bytes, state.program.temporary_bytes);

  if (TraceEnabled(TraceEvent::Run)) Trace(TraceEvent::Run, ToString(state.op));
  state.program.run({from.span(), to.span(), static_cast<std::byte*>(temporary.data), nullptr});
  return Ok();
}

Status Run(const Operator& op, std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
           const CompileOptions& options) {
  WEFT_ASSIGN(const CompiledOperator compiled, Compile(op, options));
  return compiled.Run(inputs, outputs);
}

}  // namespace weft
