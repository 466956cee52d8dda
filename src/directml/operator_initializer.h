// SPDX-License-Identifier: MIT
// IDMLOperatorInitializer: prepares any number of compiled operators in one dispatch. Its inputs
// are the operators' OWNED_BY_DML tensors, its outputs their persistent resources.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "directml/compiled_operator.h"
#include "directml/device.h"
#include "directml/dispatch.h"

namespace weft::directml {

class InitializerDispatch final : public Dispatch {
 public:
  using Targets = std::vector<std::shared_ptr<const OperatorDispatch>>;
  explicit InitializerDispatch(Targets targets);

  bool is_initializer() const override { return true; }
  bool is_volatile() const override { return false; }

 protected:
  Status Run(std::span<const Buffer> buffers) const override;
  bool is_in_place() const override { return false; }

 private:
  const Targets targets_;
};

class DmlOperatorInitializer final
    : public DeviceChild<DmlOperatorInitializer, IDMLOperatorInitializer, IDMLPageable,
                         IDMLDispatchable> {
 public:
  static constexpr GUID kOwnId = com::OwnId(0x103);

  explicit DmlOperatorInitializer(DmlDevice& device) : DeviceChild(device) {}

  HRESULT SetName(LPCWSTR name) override;
  DML_BINDING_PROPERTIES GetBindingProperties() override;
  HRESULT Reset(UINT count, IDMLCompiledOperator* const* operators) override;

  Status SetTargets(UINT count, IDMLCompiledOperator* const* operators);
  // Each Reset makes another one, so that tables of the old one are no longer accepted.
  std::shared_ptr<const Dispatch> dispatch() const;

 private:
  mutable std::mutex mutex_;
  std::vector<ComPtr<DmlCompiledOperator>> operators_;
  std::shared_ptr<InitializerDispatch> dispatch_;
};

}  // namespace weft::directml
