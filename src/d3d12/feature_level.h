// SPDX-License-Identifier: MIT
// The feature levels a program may ask for, and get.
#pragma once

#include "d3d12/direct3d.h"

namespace weft::d3d12 {

constexpr bool IsSupported(int level) {
  constexpr int k1_0Generic = 0x100;  // newer than the headers
  switch (level) {
    case k1_0Generic:
    case D3D_FEATURE_LEVEL_1_0_CORE:
    case D3D_FEATURE_LEVEL_11_0:
    case D3D_FEATURE_LEVEL_11_1:
    case D3D_FEATURE_LEVEL_12_0:
    case D3D_FEATURE_LEVEL_12_1: return true;
    default: return false;
  }
}

}  // namespace weft::d3d12
