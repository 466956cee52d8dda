// SPDX-License-Identifier: MIT
// The rule of every operator that can fuse an activation, but neither a clip nor a softmax.
#pragma once

#include <optional>
#include <string_view>

#include "weft/operators.h"
#include "weft/status.h"

namespace weft::ops {

Status CheckFusedActivation(std::string_view op, const std::optional<FusedActivation>& activation);

}  // namespace weft::ops
