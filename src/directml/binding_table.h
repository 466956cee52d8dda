// SPDX-License-Identifier: MIT
// IDMLBindingTable: checks what is bound and writes it as descriptors into the application's heap.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "d3d12/interop.h"
#include "directml/device.h"
#include "directml/dispatch.h"

namespace weft::directml {

class DmlBindingTable final : public DeviceChild<DmlBindingTable, IDMLBindingTable> {
 public:
  static constexpr GUID kOwnId = com::OwnId(0x104);

  explicit DmlBindingTable(DmlDevice& device) : DeviceChild(device) {}

  void BindInputs(UINT count, const DML_BINDING_DESC* bindings) override;
  void BindOutputs(UINT count, const DML_BINDING_DESC* bindings) override;
  void BindTemporaryResource(const DML_BINDING_DESC* binding) override;
  void BindPersistentResource(const DML_BINDING_DESC* binding) override;
  HRESULT Reset(const DML_BINDING_TABLE_DESC* desc) override;

  Status SetTarget(const DML_BINDING_TABLE_DESC* desc);  // null: no target
  // The table is that of the dispatch, and complete unless bindings may still change.
  Status CheckReadyFor(const Dispatch& dispatch) const;
  D3D12_GPU_DESCRIPTOR_HANDLE gpu_handle() const { return gpu_; }

 private:
  // A buffer beside its descriptor, only to be compared: the table holds no references.
  struct Bound {
    d3d12::Descriptor descriptor;
    const ID3D12Resource* buffer = nullptr;
  };

  Status CheckTarget() const;
  Status Bind(size_t first, std::span<const Slot> slots,
              std::span<const DML_BINDING_DESC> bindings);
  Status BindGroups(std::span<const DML_BINDING_DESC> bindings);
  Status BindOne(const DML_BINDING_DESC* binding, size_t slot);
  Result<Bound> BoundBy(const DML_BINDING_DESC& binding, const Slot& slot) const;
  Result<Bound> BoundBy(const DML_BUFFER_BINDING& binding, const Slot& slot) const;
  Status Write(size_t first, std::vector<Bound> bound);

  ComPtr<IDMLDispatchable> dispatchable_;
  std::shared_ptr<const Dispatch> dispatch_;
  D3D12_CPU_DESCRIPTOR_HANDLE cpu_ = {};
  D3D12_GPU_DESCRIPTOR_HANDLE gpu_ = {};
  std::vector<Bound> bound_;  // one per slot
};

// The dispatch behind a compiled operator or an initializer of `device`.
Result<std::shared_ptr<const Dispatch>> DispatchOf(const DmlDevice& device,
                                                   IDMLDispatchable* dispatchable,
                                                   std::string_view parameter);

}  // namespace weft::directml
