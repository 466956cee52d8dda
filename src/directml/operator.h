// SPDX-License-Identifier: MIT
// IDMLOperator: a valid description, nothing else.
#pragma once

#include <utility>

#include "directml/device.h"
#include "weft/operator.h"

namespace weft::directml {

class DmlOperator final : public DeviceChild<DmlOperator, IDMLOperator> {
 public:
  static constexpr GUID kOwnId = com::OwnId(0x101);

  DmlOperator(DmlDevice& device, Operator op) : DeviceChild(device), op_(std::move(op)) {}

  const Operator& description() const { return op_; }

 private:
  const Operator op_;
};

}  // namespace weft::directml
