// SPDX-License-Identifier: MIT
// IDMLCommandRecorder: puts dispatches into command lists.
#pragma once

#include "directml/device.h"

namespace weft::directml {

class DmlCommandRecorder final : public DeviceChild<DmlCommandRecorder, IDMLCommandRecorder> {
 public:
  static constexpr GUID kOwnId = com::OwnId(0x105);

  explicit DmlCommandRecorder(DmlDevice& device) : DeviceChild(device) {}

  void RecordDispatch(ID3D12CommandList* list, IDMLDispatchable* dispatchable,
                      IDMLBindingTable* table) override;
};

}  // namespace weft::directml
