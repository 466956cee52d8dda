// SPDX-License-Identifier: MIT
// The activation fused into another operator, as a function of float32 rows.
#pragma once

#include <optional>
#include <variant>

#include "ops/unary/unary.h"

namespace weft {

// Nothing for the softmax family, which are not functions of one number.
inline std::optional<RowFunction> ActivationRow(const FusedActivation& activation) {
  return std::visit(
      []<class Op>(const Op& op) -> std::optional<RowFunction> {
        if constexpr (requires { UnaryRow(op, DataType::Float32); })
          return UnaryRow(op, DataType::Float32);
        return std::nullopt;
      },
      activation);
}

}  // namespace weft
