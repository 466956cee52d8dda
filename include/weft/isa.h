// SPDX-License-Identifier: MIT
// Instruction sets by Highway's names: AVX3_DL, AVX3 (AVX-512), AVX2, SSE4, SSSE3 and SCALAR on
// x86, NEON and others on ARM. Weft takes the best it was compiled for that the machine has, up to
// a ceiling: WEFT_MAX_ISA to begin with. Below it, all is as on a machine that has nothing better.
#pragma once

#include <string_view>
#include <vector>

#include "weft/export.h"
#include "weft/status.h"

namespace weft {

// An empty name means no ceiling; one above what the machine has does not matter. It holds for what
// is compiled from now on. Compiled operators keep most of their kernels, and pick a few as they
// run. Any thread may call it at any time.
WEFT_API Status SetMaxIsa(std::string_view name);
WEFT_API std::string_view MaxIsa();  // the ceiling, or empty

// Best first.
WEFT_API std::vector<std::string_view> MachineIsas();   // what the machine has
WEFT_API std::vector<std::string_view> CompiledIsas();  // what some kernel of Weft is compiled for
WEFT_API std::string_view UsedIsa();  // the best that is in both, up to the ceiling

}  // namespace weft
