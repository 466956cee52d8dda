// SPDX-License-Identifier: MIT
// What only the library itself needs of instruction sets; weft/isa.h is the public half.
#pragma once

#include "weft/isa.h"

namespace weft {

// An error if WEFT_MAX_ISA is not the name of an instruction set and SetMaxIsa has not replaced it.
Status CheckMaxIsa();

}  // namespace weft
