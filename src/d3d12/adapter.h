// SPDX-License-Identifier: MIT
// The one adapter: this machine's CPU.
#pragma once

#include <string>

#include "d3d12/direct3d.h"

namespace weft::d3d12 {

inline constexpr LUID kAdapterLuid = {0x77656674, 1};

std::string AdapterName();  // "Weft (13th Gen Intel(R) Core(TM) i7-1360P)"

}  // namespace weft::d3d12
