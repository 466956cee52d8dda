// SPDX-License-Identifier: MIT
// IDMLCompiledOperator, of an operator or a graph, and the dispatch of one.
#pragma once

#include <atomic>
#include <memory>

#include "directml/device.h"
#include "directml/dispatch.h"
#include "directml/operator.h"
#include "weft/device.h"

namespace weft::directml {

class OperatorDispatch final : public Dispatch {
 public:
  OperatorDispatch(CompiledOperator compiled, bool is_volatile);

  bool is_initializer() const override { return false; }
  bool is_volatile() const override { return is_volatile_; }
  const CompiledOperator& compiled() const { return compiled_; }
  uint64_t persistent_bytes() const { return slots()[*persistent()].bytes; }

  // Called by an initializer, once. Takes the buffers of the inputs that are OWNED_BY_DML.
  Status Initialize(std::span<const ConstBuffer> inputs, Buffer persistent) const;

 protected:
  Status Run(std::span<const Buffer> buffers) const override;
  bool is_in_place() const override { return is_in_place_; }

 private:
  const CompiledOperator compiled_;
  const bool is_volatile_, is_in_place_;
  mutable std::atomic<bool> is_initialized_ = false;
};

class DmlCompiledOperator final : public DeviceChild<DmlCompiledOperator, IDMLCompiledOperator,
                                                     IDMLPageable, IDMLDispatchable> {
 public:
  static constexpr GUID kOwnId = com::OwnId(0x102);

  // Without `op` for a graph.
  DmlCompiledOperator(DmlDevice& device, DmlOperator* op, CompiledOperator compiled,
                      bool is_volatile);

  HRESULT SetName(LPCWSTR name) override;
  DML_BINDING_PROPERTIES GetBindingProperties() override;

  const std::shared_ptr<OperatorDispatch>& dispatch() const { return dispatch_; }

 private:
  const ComPtr<DmlOperator> op_;  // as documented: alive while this is
  const std::shared_ptr<OperatorDispatch> dispatch_;
};

}  // namespace weft::directml
