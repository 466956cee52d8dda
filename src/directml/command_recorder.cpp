// SPDX-License-Identifier: MIT
// See command_recorder.h. Recorded work knows a dispatch and where its descriptors are: the table,
// the dispatchable and the recorder may be gone when it runs.
#include "directml/command_recorder.h"

#include <memory>

#include "d3d12/interop.h"
#include "directml/binding_table.h"

namespace weft::directml {
namespace {

Status CheckList(const DmlDevice& device, ID3D12CommandList* list) {
  if (list == nullptr) return Invalid("commandList is null");
  ComPtr<ID3D12Device> parent;
  if (FAILED(list->GetDevice(IID_PPV_ARGS(&parent))) || parent.Get() != device.parent())
    return Invalid("commandList belongs to another device");
  return Ok();
}

}  // namespace

void DmlCommandRecorder::RecordDispatch(ID3D12CommandList* list, IDMLDispatchable* dispatchable,
                                        IDMLBindingTable* table) {
  device().DoOrRemove("IDMLCommandRecorder::RecordDispatch", [&]() -> Status {
    WEFT_RETURN_IF_ERROR(CheckList(device(), list));
    WEFT_ASSIGN(const std::shared_ptr<const Dispatch> dispatch,
                DispatchOf(device(), dispatchable, "dispatchable"));
    WEFT_ASSIGN(const DmlBindingTable* const bindings,
                ChildOf<DmlBindingTable>(device(), table, "bindings"));
    WEFT_RETURN_IF_ERROR(bindings->CheckReadyFor(*dispatch));
    return d3d12::Record(list,
                         [dispatch, handle = bindings->gpu_handle(), parent = device().parent(),
                          messages = device().messages()]() -> Status {
                           Status status = dispatch->Execute(parent, handle);
                           if (!status) messages->PrintWorkError(status.error().message);
                           return status;
                         });
  });
}

}  // namespace weft::directml
