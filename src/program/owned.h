// SPDX-License-Identifier: MIT
// Tensors that are OWNED_BY_DML never change, so Program::prepare computes once what depends on
// them alone.
#pragma once

#include <optional>

#include "weft/tensor.h"

namespace weft::ops {

inline bool IsOwned(const TensorDesc& tensor) { return tensor.flags == TensorFlags::OwnedByDml; }
inline bool IsOwnedOrAbsent(const std::optional<TensorDesc>& tensor) {
  return !tensor || IsOwned(*tensor);
}

}  // namespace weft::ops
