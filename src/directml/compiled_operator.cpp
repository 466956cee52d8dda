// SPDX-License-Identifier: MIT
// See compiled_operator.h.
#include "directml/compiled_operator.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "d3d12/caught.h"
#include "device/compiled_operator.h"
#include "schema/tensor_slots.h"

namespace weft::directml {
namespace {

Slot SlotFor(const TensorSlot& tensor, const Named* owner) {
  Slot slot{.name = tensor.Name(),
            .owner = owner,
            .presence = Slot::Presence::Never,
            .is_written = tensor.output};
  if (tensor.desc == nullptr) return slot;
  slot.is_owned = tensor.desc->flags == TensorFlags::OwnedByDml;
  if (!slot.is_owned) slot.presence = Slot::Presence::Required;
  slot.bytes = std::max(tensor.desc->total_bytes, tensor.desc->MinimumTotalBytes());
  slot.alignment =
      std::max<uint64_t>(DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT, tensor.desc->base_offset_alignment);
  return slot;
}

// Bindings are multiples of 4 bytes.
uint64_t RoundUpTo4(uint64_t bytes) { return (bytes + 3) / 4 * 4; }

}  // namespace

OperatorDispatch::OperatorDispatch(CompiledOperator compiled, bool is_volatile)
    : Dispatch(std::string(CompiledOperator::State::Of(compiled).name)),
      compiled_(std::move(compiled)),
      is_volatile_(is_volatile),
      is_in_place_(CompiledOperator::State::Of(compiled_).in_place) {
  const CompiledOperator::State& state = CompiledOperator::State::Of(compiled_);
  for (const TensorSlot& tensor : state.inputs) slots_.push_back(SlotFor(tensor, this));
  input_count_ = slots_.size();
  for (const TensorSlot& tensor : state.outputs) slots_.push_back(SlotFor(tensor, this));
  output_count_ = slots_.size() - input_count_;
  AddTemporary(RoundUpTo4(compiled_.temporary_bytes()));
  const uint64_t bytes = RoundUpTo4(compiled_.persistent_bytes());
  slots_.push_back({.name = "persistent resource",
                    .owner = this,
                    .presence = bytes > 0 ? Slot::Presence::Required : Slot::Presence::Optional,
                    .bytes = bytes,
                    .alignment = DML_PERSISTENT_BUFFER_ALIGNMENT});
}

Status OperatorDispatch::Initialize(std::span<const ConstBuffer> inputs, Buffer persistent) const {
  if (is_initialized_.exchange(true))
    return Invalid("Dispatch: {} is initialized already, but that is done only once", Title());
  return compiled_.Initialize(inputs, persistent);
}

Status OperatorDispatch::Run(std::span<const Buffer> buffers) const {
  if (!is_initialized_)
    return Invalid("Dispatch: {} is not initialized, but that is required before it runs", Title());
  std::vector<ConstBuffer> inputs(input_count_);
  for (size_t i = 0; i < input_count_; ++i)
    inputs[i] = ConstBuffer(buffers[i].data, buffers[i].bytes);
  return compiled_.Run(inputs, buffers.subspan(input_count_, output_count_), buffers[temporary()],
                       buffers[*persistent()]);
}

DmlCompiledOperator::DmlCompiledOperator(DmlDevice& device, DmlOperator* op,
                                         CompiledOperator compiled, bool is_volatile)
    : DeviceChild(device),
      op_(op),
      dispatch_(std::make_shared<OperatorDispatch>(std::move(compiled), is_volatile)) {
  if (op != nullptr) dispatch_->SetName(op->Name());
}

HRESULT DmlCompiledOperator::SetName(LPCWSTR name) try {
  const HRESULT result = DeviceChild::SetName(name);
  dispatch_->SetName(Name());
  return result;
}
WEFT_CATCH_HRESULT

DML_BINDING_PROPERTIES DmlCompiledOperator::GetBindingProperties() {
  return {UINT(dispatch_->slots().size()), dispatch_->slots()[dispatch_->temporary()].bytes,
          dispatch_->persistent_bytes()};
}

}  // namespace weft::directml
