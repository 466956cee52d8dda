// SPDX-License-Identifier: MIT
// See operator_initializer.h.
#include "directml/operator_initializer.h"

#include <fmt/format.h>

#include "base/error.h"
#include "d3d12/caught.h"

namespace weft::directml {

InitializerDispatch::InitializerDispatch(Targets targets)
    : Dispatch("an operator initializer"), targets_(std::move(targets)) {
  for (const auto& target : targets_) {
    for (const Slot& input : target->inputs()) {
      Slot slot = input;
      slot.presence = slot.is_owned ? Slot::Presence::Required : Slot::Presence::Never;
      slots_.push_back(std::move(slot));
    }
    groups_.push_back(target->inputs().size());
  }
  input_count_ = slots_.size();
  for (const auto& target : targets_) {
    Slot slot = target->slots()[*target->persistent()];
    slot.is_written = true;
    slots_.push_back(std::move(slot));
  }
  output_count_ = targets_.size();
  AddTemporary(0);
}

Status InitializerDispatch::Run(std::span<const Buffer> buffers) const {
  size_t first = 0;
  for (size_t t = 0; t < targets_.size(); ++t) {
    std::vector<ConstBuffer> inputs(groups_[t]);
    for (size_t i = 0; i < groups_[t]; ++i)
      inputs[i] = ConstBuffer(buffers[first + i].data, buffers[first + i].bytes);
    WEFT_RETURN_IF_ERROR(targets_[t]->Initialize(inputs, buffers[input_count_ + t]));
    first += groups_[t];
  }
  return Ok();
}

HRESULT DmlOperatorInitializer::SetName(LPCWSTR name) try {
  const HRESULT result = DeviceChild::SetName(name);
  const std::lock_guard lock(mutex_);
  dispatch_->SetName(Name());
  return result;
}
WEFT_CATCH_HRESULT

DML_BINDING_PROPERTIES DmlOperatorInitializer::GetBindingProperties() {
  return {UINT(dispatch()->slots().size()), 0, 0};
}

HRESULT DmlOperatorInitializer::Reset(UINT count, IDMLCompiledOperator* const* operators) try {
  return device().Do("IDMLOperatorInitializer::Reset", [&]() -> Result<HRESULT> {
    WEFT_RETURN_IF_ERROR(SetTargets(count, operators));
    return S_OK;
  });
}
WEFT_CATCH_HRESULT

Status DmlOperatorInitializer::SetTargets(UINT count, IDMLCompiledOperator* const* operators) {
  if (count > 0 && operators == nullptr)
    return Invalid("operators is null, but operatorCount is {}", count);
  std::vector<ComPtr<DmlCompiledOperator>> held;
  InitializerDispatch::Targets targets;
  for (UINT i = 0; i < count; ++i) {
    WEFT_ASSIGN(
        DmlCompiledOperator* const op,
        ChildOf<DmlCompiledOperator>(device(), operators[i], fmt::format("operators[{}]", i)));
    held.emplace_back(op);
    targets.push_back(op->dispatch());
  }
  auto dispatch = std::make_shared<InitializerDispatch>(std::move(targets));
  dispatch->SetName(Name());
  const std::lock_guard lock(mutex_);
  operators_.swap(held);
  dispatch_ = std::move(dispatch);
  return Ok();
}

std::shared_ptr<const Dispatch> DmlOperatorInitializer::dispatch() const {
  const std::lock_guard lock(mutex_);
  return dispatch_;
}

}  // namespace weft::directml
