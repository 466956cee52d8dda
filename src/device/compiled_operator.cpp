// SPDX-License-Identifier: MIT
// Initialize and Run: check the buffers against the tensors and pass them to the program as
// pointers. Run is the fast path of the usual case; RunSlowPath handles all cases and reports all
// errors.
#include "device/compiled_operator.h"

#include <algorithm>
#include <new>

#include "base/align.h"
#include "base/assert.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/guard.h"
#include "base/trace.h"

namespace weft {
namespace {

constexpr uint64_t kPersistentAlignment = kLineBytes;  // of each tensor in it
// Direct3D aligns buffers to this, so a larger guaranteed alignment of an offset says nothing about
// the address.
constexpr uint64_t kMostAlignment = 65536;

BufferNeed NeedOf(const TensorSlot& slot) {
  if (slot.desc == nullptr) return {false, 0, 1};
  return {true, slot.desc->RequiredBytes(),
          std::clamp<uint64_t>(slot.desc->base_offset_alignment, 1, kMostAlignment)};
}

std::vector<BufferNeed> NeedsAtRun(const std::vector<TensorSlot>& slots) {
  std::vector<BufferNeed> needs;
  for (const TensorSlot& slot : slots)
    needs.push_back(IsOwned(slot) ? BufferNeed{false, 0, 1} : NeedOf(slot));
  return needs;
}

// The error of a buffer that does not meet its need.
tl::unexpected<Error> Misfit(std::string_view op, const TensorSlot& slot, const BufferNeed& need,
                             const void* data, size_t bytes) {
  if (!need.present && IsOwned(slot))
    return Invalid("{}: {} is bound, but it is OWNED_BY_DML: only Initialize takes it", op,
                   slot.Name());
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
  Range(const void* data, uint64_t bytes)
      : begin(reinterpret_cast<uintptr_t>(data)), end(begin + bytes) {}
  Range(const void* data, const BufferNeed& need) : Range(data, need.bytes) {}
  bool Overlaps(const Range& other) const {
    return std::max(begin, other.begin) < std::min(end, other.end);
  }
};

std::byte* At(const Buffer& buffer, uint64_t offset) {
  return static_cast<std::byte*>(buffer.data) + offset;
}

}  // namespace

std::unique_ptr<std::byte[]> TryAllocate(uint64_t bytes) {
  return std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[bytes]);
}

Result<std::shared_ptr<const CompiledOperator::State>> CompiledOperator::State::Make(
    const Operator& op, Program program) {
  const OperatorInfo& info = Info(op.type());
  return Make(op, info.name, info.in_place, InputSlots(op), OutputSlots(op), std::move(program));
}

Result<std::shared_ptr<const CompiledOperator::State>> CompiledOperator::State::Make(
    const Operator& op, std::string_view name, bool in_place, std::vector<TensorSlot> inputs,
    std::vector<TensorSlot> outputs, Program program) {
  WEFT_ASSERT(program.run);
  auto state = std::make_shared<State>(State{.input_needs = NeedsAtRun(inputs),
                                             .output_needs = NeedsAtRun(outputs),
                                             .always_slow = program.temporary_bytes > 0 ||
                                                            program.check_values ||
                                                            TraceEnabled(TraceEvent::Run),
                                             .program = std::move(program),
                                             .op = op,
                                             .name = name,
                                             .in_place = in_place,
                                             .inputs = std::move(inputs),
                                             .outputs = std::move(outputs)});
  WEFT_RETURN_IF_ERROR(state->LayOutPersistent());
  return state;
}

Status CompiledOperator::State::LayOutPersistent() {
  std::optional<uint64_t> end = 0;
  const auto reserve = [&](uint64_t bytes) {
    const uint64_t offset = end.value_or(0);
    end = CheckedAdd(offset, bytes);
    if (end) end = CheckedAdd(*end, kPersistentAlignment - 1);
    if (end) end = *end / kPersistentAlignment * kPersistentAlignment;
    return offset;
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!IsOwned(inputs[i])) continue;
    const BufferNeed need = NeedOf(inputs[i]);
    owned.push_back({i, reserve(need.bytes), need});
    if (!end) break;
  }
  if (end) prepared_offset = reserve(program.persistent_bytes);
  if (!end) return Invalid("{}: its OWNED_BY_DML tensors together need 2^64 bytes or more", name);
  persistent_bytes = *end;
  always_slow |= persistent_bytes > 0;
  return Ok();
}

uint64_t CompiledOperator::temporary_bytes() const { return state_->program.temporary_bytes; }
uint64_t CompiledOperator::persistent_bytes() const { return state_->persistent_bytes; }
const Operator& CompiledOperator::description() const { return state_->op; }
std::string CompiledOperator::Explain() const try {
  std::string text;
  if (const std::string how = HowItRuns(state_->program); !how.empty())
    text += fmt::format("by {}\n", how);
  text += fmt::format("temporary memory: {} bytes\npersistent memory: {} bytes\n",
                      temporary_bytes(), persistent_bytes());
  return text;
}
WEFT_CATCH_TEXT

Status CompiledOperator::Initialize(std::span<const ConstBuffer> inputs, Buffer persistent) const
    try {
  return state_->Initialize(inputs, persistent);
}
WEFT_CATCH

Status CompiledOperator::State::Initialize(std::span<const ConstBuffer> in,
                                           Buffer persistent) const {
  if (in.size() != inputs.size() && !(in.empty() && owned.empty()))
    return Invalid("{}: {} input buffers are bound, but it has {} input tensors", name, in.size(),
                   inputs.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i].data != nullptr && !IsOwned(inputs[i]))
      return Invalid("{}: {} is bound, but Initialize takes OWNED_BY_DML tensors only", name,
                     inputs[i].Name());
  WEFT_RETURN_IF_ERROR(CheckExtra("persistent", persistent, persistent_bytes));
  const Range written(persistent.data, persistent_bytes);
  for (const OwnedInput& input : owned) {
    const ConstBuffer& buffer = in[input.index];
    if (!input.need.IsMetBy(buffer.data, buffer.bytes))
      return Misfit(name, inputs[input.index], input.need, buffer.data, buffer.bytes);
    if (written.Overlaps(Range(buffer.data, input.need)))
      return Invalid("{}: {} and the persistent buffer are bound to overlapping memory", name,
                     inputs[input.index].Name());
  }
  std::vector<ConstBuffer> copies(inputs.size());
  for (const OwnedInput& input : owned) {
    std::byte* copy = At(persistent, input.offset);
    std::copy_n(static_cast<const std::byte*>(in[input.index].data), input.need.bytes, copy);
    copies[input.index] = ConstBuffer(copy, input.need.bytes);
  }
  if (program.prepare)
    program.prepare(
        {.inputs = copies, .outputs = {}, .persistent = At(persistent, prepared_offset)});
  return Ok();
}

// The fast path: every buffer fits, no output overlaps anything, no other memory is needed.
// Everything else is handled or reported by RunSlowPath.
Status CompiledOperator::Run(std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
                             Buffer temporary, Buffer persistent) const try {
  const State& state = *state_;
  if (inputs.size() != state.input_needs.size() || outputs.size() != state.output_needs.size() ||
      state.always_slow)
    return state.RunSlowPath(inputs, outputs, temporary, persistent);
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
  if (!usual) return state.RunSlowPath(inputs, outputs, temporary, persistent);
  state.program.run({inputs, outputs});
  return Ok();
}
WEFT_CATCH

Status CompiledOperator::State::CheckBuffers(std::span<const ConstBuffer> in,
                                             std::span<const Buffer> out) const {
  if (in.size() != inputs.size())
    return Invalid("{}: {} input buffers are bound, but it has {} input tensors", name, in.size(),
                   inputs.size());
  if (out.size() != outputs.size())
    return Invalid("{}: {} output buffers are bound, but it has {} output tensors", name,
                   out.size(), outputs.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (!input_needs[i].IsMetBy(in[i].data, in[i].bytes))
      return Misfit(name, inputs[i], input_needs[i], in[i].data, in[i].bytes);
  for (size_t o = 0; o < out.size(); ++o)
    if (!output_needs[o].IsMetBy(out[o].data, out[o].bytes))
      return Misfit(name, outputs[o], output_needs[o], out[o].data, out[o].bytes);
  return Ok();
}

Status CompiledOperator::State::CheckExtra(const char* which, const Buffer& buffer,
                                           uint64_t bytes) const {
  if (buffer.bytes < bytes || (buffer.data == nullptr && bytes > 0))
    return Invalid("{}: the {} buffer has {} bytes, but {} are needed", name, which,
                   buffer.data == nullptr ? 0 : buffer.bytes, bytes);
  return Ok();
}

// Scratch memory must overlap nothing else, and outputs must not overlap persistent memory.
Status CompiledOperator::State::CheckDisjoint(std::span<const ConstBuffer> in,
                                              std::span<const Buffer> out, const Buffer& temporary,
                                              const Buffer& persistent) const {
  const Range scratch(temporary.data, program.temporary_bytes);
  const Range initialized(persistent.data, persistent_bytes);
  const auto overlap = [&](const std::string& one, const char* other) {
    return Invalid("{}: {} and the {} buffer are bound to overlapping memory", name, one, other);
  };
  if (scratch.Overlaps(initialized)) return overlap("the temporary buffer", "persistent");
  for (size_t i = 0; i < in.size(); ++i)
    if (scratch.Overlaps(Range(in[i].data, input_needs[i])))
      return overlap(inputs[i].Name(), "temporary");
  for (size_t o = 0; o < out.size(); ++o) {
    const Range written(out[o].data, output_needs[o]);
    if (written.Overlaps(scratch)) return overlap(outputs[o].Name(), "temporary");
    if (written.Overlaps(initialized)) return overlap(outputs[o].Name(), "persistent");
  }
  return Ok();
}

// Handles inputs that share memory with an output, which operators allow that run in place. Unless
// both also have the same layout, the input is copied to `memory` and read from there.
Status CompiledOperator::State::MoveAside(std::span<const Buffer> out, std::span<ConstBuffer> in,
                                          std::vector<std::unique_ptr<std::byte[]>>& memory) const {
  for (size_t o = 0; o < out.size(); ++o) {
    const Range written(out[o].data, output_needs[o]);
    for (size_t other = 0; other < o; ++other)
      if (written.Overlaps(Range(out[other].data, output_needs[other])))
        return Invalid("{}: {} and {} are bound to overlapping memory, but both are written", name,
                       outputs[other].Name(), outputs[o].Name());
    for (size_t i = 0; i < in.size(); ++i) {
      const Range read(in[i].data, input_needs[i]);
      if (!written.Overlaps(read)) continue;
      if (written.begin != read.begin)
        return Invalid(
            "{}: {} and {} are bound to overlapping memory, but only the same memory may "
            "serve both",
            name, inputs[i].Name(), outputs[o].Name());
      if (!in_place)
        return Invalid("{}: {} and {} are bound to the same memory, but it cannot run in place",
                       name, inputs[i].Name(), outputs[o].Name());
      const TensorDesc& read_desc = *inputs[i].desc;
      const TensorDesc& written_desc = *outputs[o].desc;
      if (read_desc.layout == written_desc.layout && read_desc.type == written_desc.type) continue;
      const uint64_t bytes = input_needs[i].bytes;
      memory.push_back(TryAllocate(bytes));
      if (memory.back() == nullptr)
        return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory to move {} aside", name,
                    bytes, inputs[i].Name());
      std::copy_n(static_cast<const std::byte*>(in[i].data), bytes, memory.back().get());
      in[i] = ConstBuffer(memory.back().get(), bytes);
    }
  }
  return Ok();
}

Status CompiledOperator::State::RunSlowPath(std::span<const ConstBuffer> in,
                                            std::span<const Buffer> out, Buffer temporary,
                                            Buffer persistent) const {
  WEFT_RETURN_IF_ERROR(CheckBuffers(in, out));
  WEFT_RETURN_IF_ERROR(CheckExtra("persistent", persistent, persistent_bytes));
  std::vector<ConstBuffer> used(in.begin(), in.end());
  std::vector<std::unique_ptr<std::byte[]>> memory;
  WEFT_RETURN_IF_ERROR(MoveAside(out, used, memory));
  const uint64_t wanted = program.temporary_bytes;
  if (temporary.data == nullptr && wanted > 0) {
    memory.push_back(TryAllocate(wanted));
    if (memory.back() == nullptr)
      return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory for temporary data", name,
                  wanted);
    temporary = Buffer(memory.back().get(), wanted);
  }
  WEFT_RETURN_IF_ERROR(CheckExtra("temporary", temporary, wanted));
  WEFT_RETURN_IF_ERROR(CheckDisjoint(in, out, temporary, persistent));
  for (const OwnedInput& input : owned)
    used[input.index] = ConstBuffer(At(persistent, input.offset), input.need.bytes);
  if (TraceEnabled(TraceEvent::Run))
    Trace(TraceEvent::Run, op.type() == OperatorType::Invalid ? std::string(name) : ToString(op));
  const Bindings bind = {used, out, static_cast<std::byte*>(temporary.data),
                         persistent_bytes > 0 ? At(persistent, prepared_offset) : nullptr};
  if (program.check_values) WEFT_RETURN_IF_ERROR(program.check_values(bind));
  program.run(bind);
  return Ok();
}

}  // namespace weft
