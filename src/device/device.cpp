// SPDX-License-Identifier: MIT
// Validate, Compile and Run for any operator: the schema's rules first, then the operator's own,
// then its plan. What becomes of the plan is in compiled_operator.cpp.
#include "weft/device.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/trace.h"
#include "device/compiled_operator.h"
#include "generated/ops/implementations.h"
#include "schema/validate.h"

namespace weft {
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
  if (!options.strict_indices) program.check_values = nullptr;
  if (TraceEnabled(TraceEvent::Plan))
    Trace(TraceEvent::Plan,
          ToString(op) + (program.explanation.empty() ? "" : ": ") + program.explanation);
  WEFT_ASSIGN(auto state, CompiledOperator::State::Make(op, std::move(program)));
  return CompiledOperator(std::move(state));
}

Status Run(const Operator& op, std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
           const CompileOptions& options) {
  WEFT_ASSIGN(const CompiledOperator compiled, Compile(op, options));
  const std::vector<TensorSlot> slots = InputSlots(op);
  if (compiled.persistent_bytes() == 0 || inputs.size() != slots.size())
    return compiled.Run(inputs, outputs);
  std::vector<ConstBuffer> constant(inputs.size()), varying(inputs.begin(), inputs.end());
  for (size_t i = 0; i < slots.size(); ++i)
    if (IsOwned(slots[i])) std::swap(constant[i], varying[i]);
  const std::unique_ptr<std::byte[]> memory = TryAllocate(compiled.persistent_bytes());
  if (memory == nullptr)
    return Fail(ErrorCode::OutOfMemory, "{}: no {} bytes of memory for persistent data",
                Info(op.type()).name, compiled.persistent_bytes());
  const Buffer persistent(memory.get(), compiled.persistent_bytes());
  WEFT_RETURN_IF_ERROR(compiled.Initialize(constant, persistent));
  return compiled.Run(varying, outputs, {}, persistent);
}

}  // namespace weft
