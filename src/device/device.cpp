// SPDX-License-Identifier: MIT
// Validate, Compile and Run for any operator: the schema's rules first, then the operator's own,
// then its plan. compiled_operator.cpp runs the plan.
#include "weft/device.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/guard.h"
#include "base/trace.h"
#include "device/compiled_operator.h"
#include "device/cost.h"
#include "generated/ops/implementations.h"
#include "program/candidate.h"
#include "schema/validate.h"
#include "simd/isa.h"

namespace weft {
namespace {

bool IsEmpty(const TensorSlot& slot) {
  return slot.desc != nullptr && std::ranges::count(slot.desc->sizes(), 0) > 0;
}

bool HasNothingToDo(const Operator& op, const CompileOptions& options) {
  return options.allow_empty && std::ranges::all_of(OutputSlots(op), IsEmpty);
}

}  // namespace

Status Validate(const Operator& op, const CompileOptions& options) try {
  const OperatorInfo& info = Info(op.type());
  WEFT_RETURN_IF_ERROR(CheckMaxIsa());
  WEFT_RETURN_IF_ERROR(
      CheckAgainstSchema(op, options.feature_level, {.allow_empty = options.allow_empty}));
  const Implementation* implementation = FindImplementation(op.type());
  if (implementation == nullptr) return NotSupported("{}: is not implemented", info.name);
  return HasNothingToDo(op, options) ? Ok() : implementation->validate(op.data());
}
WEFT_CATCH

Result<Program> PlanChecked(const Operator& op, const CompileOptions& options) {
  Program program = {.run = [](const Bindings&) {}};
  if (!HasNothingToDo(op, options)) {
    const CandidateScope scope(options.candidate);
    WEFT_ASSIGN(program, FindImplementation(op.type())->plan(op.data()));
  }
  if (!options.strict_indices) program.check_values = nullptr;
  if (TraceEnabled(TraceEvent::Plan))
    Trace(TraceEvent::Plan,
          ToString(op) + (HowItRuns(program).empty() ? "" : ": ") + HowItRuns(program));
  return program;
}

Result<CompiledOperator> Compile(const Operator& op, const CompileOptions& options) try {
  const Status valid = Validate(op, options);
  if (TraceEnabled(TraceEvent::Validate))
    Trace(TraceEvent::Validate, ToString(op) + (valid ? ": valid" : ": " + valid.error().message));
  WEFT_RETURN_IF_ERROR(valid);
  WEFT_RETURN_IF_ERROR(CheckWork(op, options));
  WEFT_ASSIGN(Program program, PlanChecked(op, options));
  WEFT_ASSIGN(auto state, CompiledOperator::State::Make(op, std::move(program)));
  return CompiledOperator(std::move(state));
}
WEFT_CATCH

Status Run(const Operator& op, std::span<const ConstBuffer> inputs, std::span<const Buffer> outputs,
           const CompileOptions& options) try {
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
WEFT_CATCH

}  // namespace weft
