// SPDX-License-Identifier: MIT
// The debug layer is always on, so switching it on or off does nothing.
#pragma once

#include "d3d12/com.h"
#include "d3d12/direct3d.h"

namespace weft::d3d12 {

class Debug final : public com::Object<Debug, ID3D12Debug6, ID3D12Debug, ID3D12Debug3, ID3D12Debug4,
                                       ID3D12Debug5, ID3D12Debug6> {
 public:
  static constexpr GUID kOwnId = com::OwnId(10);
  void EnableDebugLayer() override {}
  void SetEnableGPUBasedValidation(BOOL) override {}
  void SetEnableSynchronizedCommandQueueValidation(BOOL) override {}
  void SetGPUBasedValidationFlags(D3D12_GPU_BASED_VALIDATION_FLAGS) override {}
  void DisableDebugLayer() override {}
  void SetEnableAutoName(BOOL) override {}
  void SetForceLegacyBarrierValidation(BOOL) override {}
};

}  // namespace weft::d3d12
