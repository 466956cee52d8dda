// SPDX-License-Identifier: MIT
// See binding_table.h. All arguments of a call are checked before its first descriptor is written.
#include "directml/binding_table.h"

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "d3d12/caught.h"
#include "directml/compiled_operator.h"
#include "directml/operator_initializer.h"

namespace weft::directml {
namespace {

using Presence = Slot::Presence;

std::string_view TypeName(uint32_t type) {
  constexpr std::string_view kNames[] = {"NONE", "BUFFER", "BUFFER_ARRAY"};
  return type < 3 ? kNames[type] : "unknown";
}

// "binding 1 (IndicesTensor of GATHER) has Offset 8, but …": `where` is "binding 1".
tl::unexpected<Error> At(std::string_view where, const Slot& slot, const Error& error) {
  return Fail(error.code, "{} ({}) {}", where, slot.Text(), error.message);
}

std::string_view Plural(size_t count, std::string_view one, std::string_view many) {
  return count == 1 ? one : many;
}

Result<std::span<const DML_BINDING_DESC>> SpanOf(UINT count, const DML_BINDING_DESC* bindings) {
  if (count > 0 && bindings == nullptr)
    return Invalid("bindings is null, but bindingCount is {}", count);
  return std::span(bindings, count);
}

Status CheckAllowed(const Slot& slot, bool at_initialization) {
  if (slot.presence != Presence::Never) return Ok();
  if (at_initialization)
    return Invalid("is bound, but an initializer takes OWNED_BY_DML tensors only");
  if (slot.is_owned)
    return Invalid("is bound, but it is OWNED_BY_DML: only an initializer takes it");
  return Invalid("is bound, but the description leaves it out");
}

Status CheckHeap(const D3D12_HEAP_PROPERTIES& heap, const Slot& slot, bool at_initialization) {
  if (heap.Type == D3D12_HEAP_TYPE_DEFAULT || heap.Type == D3D12_HEAP_TYPE_CUSTOM) return Ok();
  const bool may_upload = at_initialization && !slot.is_written;
  if (heap.Type == D3D12_HEAP_TYPE_UPLOAD && may_upload) return Ok();
  return Invalid("is bound to a buffer in {} heap, but DEFAULT{} or CUSTOM is required",
                 heap.Type == D3D12_HEAP_TYPE_UPLOAD ? "an UPLOAD" : "a READBACK",
                 may_upload ? ", UPLOAD" : "");
}

Status CheckRange(const DML_BUFFER_BINDING& binding, uint64_t buffer_bytes, const Slot& slot) {
  if (binding.Offset % slot.alignment != 0)
    return Invalid("has Offset {}, but a multiple of {} is required", binding.Offset,
                   slot.alignment);
  if (binding.SizeInBytes % 4 != 0)
    return Invalid("has SizeInBytes {}, but a multiple of 4 is required", binding.SizeInBytes);
  if (binding.SizeInBytes < slot.bytes)
    return Invalid("has SizeInBytes {}, but {} are needed", binding.SizeInBytes, slot.bytes);
  if (binding.Offset > buffer_bytes || binding.SizeInBytes > buffer_bytes - binding.Offset)
    return Invalid("has Offset {} and SizeInBytes {}, but the buffer has {} bytes", binding.Offset,
                   binding.SizeInBytes, buffer_bytes);
  return Ok();
}

}  // namespace

Result<std::shared_ptr<const Dispatch>> DispatchOf(const DmlDevice& device,
                                                   IDMLDispatchable* dispatchable,
                                                   std::string_view parameter) {
  if (const auto compiled = ChildOf<DmlCompiledOperator>(device, dispatchable, parameter))
    return (*compiled)->dispatch();
  WEFT_ASSIGN(const auto* const initializer,
              ChildOf<DmlOperatorInitializer>(device, dispatchable, parameter));
  return initializer->dispatch();
}

void DmlBindingTable::BindInputs(UINT count, const DML_BINDING_DESC* bindings) {
  device().DoOrRemove("IDMLBindingTable::BindInputs", [&]() -> Status {
    WEFT_RETURN_IF_ERROR(CheckTarget());
    WEFT_ASSIGN(const auto given, SpanOf(count, bindings));
    if (dispatch_->is_initializer()) return BindGroups(given);
    return Bind(0, dispatch_->inputs(), given);
  });
}

void DmlBindingTable::BindOutputs(UINT count, const DML_BINDING_DESC* bindings) {
  device().DoOrRemove("IDMLBindingTable::BindOutputs", [&]() -> Status {
    WEFT_RETURN_IF_ERROR(CheckTarget());
    WEFT_ASSIGN(const auto given, SpanOf(count, bindings));
    return Bind(dispatch_->inputs().size(), dispatch_->outputs(), given);
  });
}

void DmlBindingTable::BindTemporaryResource(const DML_BINDING_DESC* binding) {
  device().DoOrRemove("IDMLBindingTable::BindTemporaryResource", [&]() -> Status {
    WEFT_RETURN_IF_ERROR(CheckTarget());
    return BindOne(binding, dispatch_->temporary());
  });
}

void DmlBindingTable::BindPersistentResource(const DML_BINDING_DESC* binding) {
  device().DoOrRemove("IDMLBindingTable::BindPersistentResource", [&]() -> Status {
    WEFT_RETURN_IF_ERROR(CheckTarget());
    if (const std::optional<size_t> slot = dispatch_->persistent()) return BindOne(binding, *slot);
    if (binding == nullptr || binding->Type == DML_BINDING_TYPE_NONE) return Ok();
    return Invalid("an initializer has none: its operators' are bound by BindOutputs");
  });
}

HRESULT DmlBindingTable::Reset(const DML_BINDING_TABLE_DESC* desc) try {
  return device().Do("IDMLBindingTable::Reset", [&]() -> Result<HRESULT> {
    WEFT_RETURN_IF_ERROR(SetTarget(desc));
    return S_OK;
  });
}
WEFT_CATCH_HRESULT

// Descriptors stay as they are: recorded work may still read them.
Status DmlBindingTable::SetTarget(const DML_BINDING_TABLE_DESC* desc) {
  std::shared_ptr<const Dispatch> dispatch;
  if (desc != nullptr) {
    WEFT_ASSIGN(dispatch, DispatchOf(device(), desc->Dispatchable, "Dispatchable"));
    const size_t needed = dispatch->slots().size();
    if (desc->SizeInDescriptors < needed)
      return Invalid("SizeInDescriptors is {}, but {} needs {}", desc->SizeInDescriptors,
                     dispatch->Title(), needed);
    ID3D12Device* const parent = device().parent();
    WEFT_RETURN_IF_ERROR(
        d3d12::CheckDescriptors(parent, desc->CPUDescriptorHandle, desc->SizeInDescriptors));
    WEFT_RETURN_IF_ERROR(
        d3d12::CheckDescriptors(parent, desc->GPUDescriptorHandle, desc->SizeInDescriptors));
  }
  bound_.assign(dispatch ? dispatch->slots().size() : 0, {});
  dispatch_ = std::move(dispatch);
  dispatchable_ = desc != nullptr ? desc->Dispatchable : nullptr;
  cpu_ = desc != nullptr ? desc->CPUDescriptorHandle : D3D12_CPU_DESCRIPTOR_HANDLE{};
  gpu_ = desc != nullptr ? desc->GPUDescriptorHandle : D3D12_GPU_DESCRIPTOR_HANDLE{};
  return Ok();
}

Status DmlBindingTable::CheckTarget() const {
  if (dispatch_ == nullptr) return Invalid("the table is for no dispatchable until it is Reset");
  return Ok();
}

Status DmlBindingTable::CheckReadyFor(const Dispatch& dispatch) const {
  WEFT_RETURN_IF_ERROR(CheckTarget());
  if (dispatch_.get() != &dispatch && dispatch.is_initializer() && dispatch_->is_initializer())
    return Invalid("the table is for the initializer before its last Reset or for another one");
  if (dispatch_.get() != &dispatch)
    return Invalid("the table is for {}, but {} is dispatched", dispatch_->Title(),
                   dispatch.Title());
  if (dispatch.is_volatile()) return Ok();
  std::vector<d3d12::Descriptor> descriptors;
  for (const Bound& bound : bound_) descriptors.push_back(bound.descriptor);
  WEFT_RETURN_IF_ERROR(dispatch.CheckComplete(descriptors));
  if (!dispatch.is_initializer()) return Ok();
  const size_t inputs = dispatch.inputs().size();
  for (size_t i = 0; i < inputs; ++i)
    for (size_t o = inputs; o < dispatch.temporary(); ++o)
      if (bound_[i].buffer != nullptr && bound_[i].buffer == bound_[o].buffer)
        return Invalid("{} and {} are bound to one buffer, but an initializer needs two",
                       dispatch.slots()[i].Text(), dispatch.slots()[o].Text());
  return Ok();
}

Status DmlBindingTable::Bind(size_t first, std::span<const Slot> slots,
                             std::span<const DML_BINDING_DESC> bindings) {
  if (bindings.empty()) return Write(first, std::vector<Bound>(slots.size()));
  if (bindings.size() != slots.size())
    return Invalid("bindingCount is {}, but {} has {} {}", bindings.size(), dispatch_->Title(),
                   slots.size(),
                   first == 0 ? Plural(slots.size(), "input", "inputs")
                              : Plural(slots.size(), "output", "outputs"));
  std::vector<Bound> bound(slots.size());
  for (size_t i = 0; i < slots.size(); ++i) {
    Result<Bound> one = BoundBy(bindings[i], slots[i]);
    if (!one) return At(fmt::format("binding {}", i), slots[i], one.error());
    bound[i] = *std::move(one);
  }
  return Write(first, std::move(bound));
}

// An initializer's inputs: an array of buffers for each of its operators.
Status DmlBindingTable::BindGroups(std::span<const DML_BINDING_DESC> bindings) {
  const std::span<const size_t> groups = dispatch_->groups();
  const std::span<const Slot> slots = dispatch_->inputs();
  std::vector<Bound> bound(slots.size());
  if (bindings.empty()) return Write(0, std::move(bound));
  if (bindings.size() != groups.size())
    return Invalid("bindingCount is {}, but {} has {} {}", bindings.size(), dispatch_->Title(),
                   groups.size(), Plural(groups.size(), "operator", "operators"));
  size_t first = 0;
  for (size_t g = 0; g < groups.size(); ++g, first += groups[g - 1]) {
    const uint32_t type = bindings[g].Type;
    DML_BUFFER_ARRAY_BINDING array = {};
    const bool is_array = type == DML_BINDING_TYPE_BUFFER_ARRAY;
    if (is_array && bindings[g].Desc != nullptr)
      array = *static_cast<const DML_BUFFER_ARRAY_BINDING*>(bindings[g].Desc);
    else if (!is_array && (type != DML_BINDING_TYPE_NONE || bindings[g].Desc != nullptr))
      return Invalid(
          "binding {} has type {} ({}), but BUFFER_ARRAY, or NONE without a Desc, is "
          "required",
          g, TypeName(type), type);
    if (array.BindingCount != 0 && array.BindingCount != groups[g])
      return Invalid("binding {} has BindingCount {}, but its operator has {} {}", g,
                     array.BindingCount, groups[g], Plural(groups[g], "input", "inputs"));
    if (array.BindingCount != 0 && array.Bindings == nullptr)
      return Invalid("binding {} has BindingCount {}, but Bindings is null", g, array.BindingCount);
    for (size_t i = 0; i < groups[g]; ++i) {
      const Slot& slot = slots[first + i];
      Result<Bound> one =
          BoundBy(array.BindingCount != 0 ? array.Bindings[i] : DML_BUFFER_BINDING{}, slot);
      if (!one) return At(fmt::format("binding {}[{}]", g, i), slot, one.error());
      bound[first + i] = *std::move(one);
    }
  }
  return Write(0, std::move(bound));
}

Status DmlBindingTable::BindOne(const DML_BINDING_DESC* binding, size_t slot) {
  if (binding == nullptr) return Write(slot, std::vector<Bound>(1));
  Result<Bound> bound = BoundBy(*binding, dispatch_->slots()[slot]);
  if (!bound) return At("binding", dispatch_->slots()[slot], bound.error());
  return Write(slot, {*std::move(bound)});
}

Result<DmlBindingTable::Bound> DmlBindingTable::BoundBy(const DML_BINDING_DESC& binding,
                                                        const Slot& slot) const {
  const uint32_t type = binding.Type;
  if (type == DML_BINDING_TYPE_NONE) {
    if (binding.Desc != nullptr) return Invalid("has type NONE, but its Desc is not null");
    return BoundBy(DML_BUFFER_BINDING{}, slot);
  }
  if (type != DML_BINDING_TYPE_BUFFER)
    return Invalid("has type {} ({}), but BUFFER or NONE is required", TypeName(type), type);
  if (binding.Desc == nullptr) return Invalid("has type BUFFER, but its Desc is null");
  return BoundBy(*static_cast<const DML_BUFFER_BINDING*>(binding.Desc), slot);
}

// A null buffer counts as nothing bound.
Result<DmlBindingTable::Bound> DmlBindingTable::BoundBy(const DML_BUFFER_BINDING& binding,
                                                        const Slot& slot) const {
  const bool at_initialization = dispatch_->is_initializer();
  if (binding.Buffer == nullptr) {
    if (slot.presence == Presence::Required) return Invalid("is not bound, but it is required");
    return Bound();
  }
  WEFT_RETURN_IF_ERROR(CheckAllowed(slot, at_initialization));
  ComPtr<ID3D12Device> parent;
  if (FAILED(binding.Buffer->GetDevice(IID_PPV_ARGS(&parent))) || parent.Get() != device().parent())
    return Invalid("is bound to a buffer of another device");
  WEFT_ASSIGN(const d3d12::BufferInfo buffer, d3d12::BufferOf(binding.Buffer));
  WEFT_RETURN_IF_ERROR(CheckHeap(buffer.heap, slot, at_initialization));
  WEFT_RETURN_IF_ERROR(CheckRange(binding, buffer.bytes, slot));
  return Bound{{buffer.memory, buffer.offset + binding.Offset, binding.SizeInBytes},
               binding.Buffer};
}

Status DmlBindingTable::Write(size_t first, std::vector<Bound> bound) {
  std::vector<d3d12::Descriptor> descriptors;
  for (const Bound& one : bound) descriptors.push_back(one.descriptor);
  if (!descriptors.empty())
    WEFT_RETURN_IF_ERROR(
        d3d12::WriteDescriptors(device().parent(), cpu_, uint32_t(first), descriptors));
  std::move(bound.begin(), bound.end(), bound_.begin() + std::ptrdiff_t(first));
  return Ok();
}

}  // namespace weft::directml
