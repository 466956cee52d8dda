// SPDX-License-Identifier: MIT
// Validate, Compile and Run for any operator: the schema's rules first, then the operator's own,
// then its plan; at run time the buffers are checked against the tensors and handed over as
// pointers.
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

// What a tensor asks of the buffer bound to it.
struct BufferNeed {
  bool present;  // false: an optional tensor that the description leaves out
  uint64_t bytes;
  uint64_t alignment;

  bool IsMetBy(const void* data, size_t size) const {
    if (!present) return data == nullptr;
    return size >= bytes && (data != nullptr || bytes == 0) &&
           (reinterpret_cast<uintptr_t>(data) & (alignment - 1)) == 0;
  }
};

struct CompiledOperator::State {
  // What every run looks at comes first.
  std::vector<BufferNeed> input_needs, output_needs;
  bool always_carefully;  // runs want scratch memory or are traced
  Program program;
  Operator op;
  const OperatorInfo& info;
  std::vector<TensorSlot> inputs, outputs;

  Status CheckBuffers(std::span<const ConstBuffer> in, std::span<const Buffer> out) const;
  Result<bool> MoveAside(std::span<const ConstBuffer> in, std::span<const Buffer> out,
                         std::vector<ConstBuffer>& moved,
                         std::vector<std::unique_ptr<std::byte[]>>& memory) const;
  Status RunCarefully(std::span<const ConstBuffer> in, std::span<const Buffer> out,
                      Buffer temporary) const;
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

std::vector<BufferNeed> NeedsOf(const std::vector<TensorSlot>& slots) {
  std::vector<BufferNeed> needs;
  for (const TensorSlot& slot : slots) {
    if (slot.desc == nullptr)
      needs.push_back({false, 0, 1});
    else
      needs.push_back({true, slot.desc->RequiredBytes(),
                       std::max<uint64_t>(1, slot.desc->base_offset_alignment)});
  }
  return needs;
}

// What is wrong with a buffer that does not meet its need.
tl::unexpected<Error> Misfit(std::string_view op, const TensorSlot& slot, const BufferNeed& need,
                             const void* data, size_t bytes) {
  if (!need.present)
    return Invalid("{}: {} is bound, but the description leaves it out", op, slot.Name());
  if (bytes < need.bytes)
    return Invalid("{}: {} is bound to {} bytes, but needs {}", op, slot.Name(), bytes, need.bytes);
  if (data == nullptr)
    return Invalid("{}: {} is bound to a null buffer, but needs {} bytes", op, slot.Name(),
                   need.bytes);
  return Invalid(
      "{}: {} is bound to an address that is no multiple of its "
      "GuaranteedBaseOffsetAlignment {}",
      op, slot.Name(), need.alignment);
}

struct Range {
  uintptr_t begin, end;
  Range(const void* data, const BufferNeed& need)
      : begin(reinterpret_cast<uintptr_t>(data)), end(begin + need.bytes) {}
  bool Overlaps(const Range& other) const {
    return std::max(begin, other.begin) < std::min(end, other.end);
  }
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
    Trace(TraceEvent::Plan,
          ToString(op) + (program.explanation.empty() ? "" : ": ") + program.explanation);
  std::vector<TensorSlot> inputs = InputSlots(op), outputs = OutputSlots(op);
  auto state = std::make_shared<CompiledOperator::State>(CompiledOperator::State{
      .input_needs = NeedsOf(inputs),
      .output_needs = NeedsOf(outputs),
      .always_carefully = program.temporary_bytes > 0 || TraceEnabled(TraceEvent::Run),
      .program = std::move(program),
      .op = op,
      .info = Info(op.type()),
      .inputs = std::move(inputs),
      .outputs = std::move(outputs)});
  return CompiledOperator(std::move(state));
}

uint64_t CompiledOperator::temporary_bytes() const { return state_->program.temporary_bytes; }
uint64_t CompiledOperator::persistent_bytes() const { return state_->program.persistent_bytes; }
const Operator& CompiledOperator::description() const { return state_->op; }

// The usual case in as few steps as possible: every buffer fits, no output overlaps anything, no
// scratch memory is wanted. Anything else is told or dealt with in RunCarefully.
Status CompiledOperator::Run(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
                             Buffer temporary) const {
  const State& state = *state_;
  if (inputs.size() != state.input_needs.size() || outputs.size() != state.output_needs.size() ||
      state.always_carefully)
    return state.RunCarefully(inputs, outputs, temporary);
  bool usual = true;
  for (size_t i = 0; i < inputs.size(); ++i)
    usual &= state.input_needs[i].IsMetBy(inputs[i].data, inputs[i].bytes);
  for (size_t o = 0; o < outputs.size(); ++o) {
    const Range written(outputs[o].data, state.output_needs[o]);
    usual &= state.output_needs[o].IsMetBy(outputs[o].data, outputs[o].bytes);
    for (size_t i = 0; i < inputs.size(); ++i)
      usual &= !written.Overlaps(Range(inputs[i].data, state.input_needs[i]));
    for (size_t other = 0; other < o; ++other)
      usual &= !written.Overlaps(Range(outputs[other].data, state.output_needs[other]));
  }
  if (!usual) return state.RunCarefully(inputs, outputs, temporary);
  state.program.run({inputs, outputs});
  return Ok();
}

Status CompiledOperator::State::CheckBuffers(std::span<const ConstBuffer> in,
                                             std::span<const Buffer> out) const {
  if (in.size() != inputs.size())
    return Invalid("{}: {} input buffers are bound, but it has {} input tensors", info.name,
                   in.size(), inputs.size());
  if (out.size() != outputs.size())
    return Invalid("{}: {} output buffers are bound, but it has {} output tensors", info.name,
                   out.size(), outputs.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (!input_needs[i].IsMetBy(in[i].data, in[i].bytes))
      return Misfit(info.name, inputs[i], input_needs[i], in[i].data, in[i].bytes);
  for (size_t o = 0; o < out.size(); ++o)
    if (!output_needs[o].IsMetBy(out[o].data, out[o].bytes))
      return Misfit(info.name, outputs[o], output_needs[o], out[o].data, out[o].bytes);
  return Ok();
}

// Memory that is read and written at once: the same memory may serve an input and an output of an
// in-place operator. Unless their elements also lie alike, the input goes to `memory` and `moved`
// says where; the result is whether any did.
Result<bool> CompiledOperator::State::MoveAside(
    std::span<const ConstBuffer> in, std::span<const Buffer> out, std::vector<ConstBuffer>& moved,
    std::vector<std::unique_ptr<std::byte[]>>& memory) const {
  for (size_t o = 0; o < out.size(); ++o) {
    const Range written(out[o].data, output_needs[o]);
    for (size_t other = 0; other < o; ++other)
      if (written.Overlaps(Range(out[other].data, output_needs[other])))
        return Invalid("{}: {} and {} are bound to overlapping memory, but both are written",
                       info.name, outputs[other].Name(), outputs[o].Name());
    for (size_t i = 0; i < in.size(); ++i) {
      const Range read(in[i].data, input_needs[i]);
      if (!written.Overlaps(read)) continue;
      if (written.begin != read.begin)
        return Invalid(
            "{}: {} and {} are bound to overlapping memory, but only the same memory may "
            "serve both",
            info.name, inputs[i].Name(), outputs[o].Name());
      if (!info.in_place)
        return Invalid("{}: {} and {} are bound to the same memory, but it cannot run in place",
                       info.name, inputs[i].Name(), outputs[o].Name());
      const TensorDesc& read_desc = *inputs[i].desc;
      const TensorDesc& written_desc = *outputs[o].desc;
      if (read_desc.layout == written_desc.layout && read_desc.type == written_desc.type) continue;
      const uint64_t bytes = input_needs[i].bytes;
      memory.push_back(Allocate(bytes));
      if (memory.back() == nullptr)
        return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory to move {} aside", info.name,
                    bytes, inputs[i].Name());
      std::copy_n(static_cast<const std::byte*>(in[i].data), bytes, memory.back().get());
      moved.resize(in.size());
      moved[i] = ConstBuffer(memory.back().get(), bytes);
    }
  }
  return !memory.empty();
}

Status CompiledOperator::State::RunCarefully(std::span<const ConstBuffer> in,
                                             std::span<const Buffer> out, Buffer temporary) const {
  WEFT_RETURN_IF_ERROR(CheckBuffers(in, out));
  std::vector<ConstBuffer> moved;
  std::vector<std::unique_ptr<std::byte[]>> memory;
  WEFT_ASSIGN(const bool any_moved, MoveAside(in, out, moved, memory));
  if (any_moved) {
    for (size_t i = 0; i < in.size(); ++i)
      if (moved[i].data == nullptr) moved[i] = in[i];
    in = moved;
  }
  const uint64_t wanted = program.temporary_bytes;
  if (temporary.data == nullptr && wanted > 0) {
    memory.push_back(Allocate(wanted));
    if (memory.back() == nullptr)
      return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory for temporary data", info.name,
                  wanted);
    temporary = Buffer(memory.back().get(), wanted);
  }
  if (temporary.bytes < wanted)
    return Invalid("{}: the temporary buffer has {} bytes, but {} are needed", info.name,
                   temporary.bytes, wanted);
  if (TraceEnabled(TraceEvent::Run)) Trace(TraceEvent::Run, ToString(op));
  program.run({in, out, static_cast<std::byte*>(temporary.data)});
  return Ok();
}

Status Run(const Operator& op, std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
           const CompileOptions& options) {
  WEFT_ASSIGN(const CompiledOperator compiled, Compile(op, options));
  return compiled.Run(inputs, outputs);
}

}  // namespace weft
