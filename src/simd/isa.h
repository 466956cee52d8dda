// SPDX-License-Identifier: MIT
// What the rest of Weft asks about instruction sets; weft/isa.h is for everybody.
#pragma once

#include "weft/isa.h"

namespace weft {

// An error while WEFT_MAX_ISA is no instruction set's name and SetMaxIsa has not replaced it.
Status CheckMaxIsa();

}  // namespace weft
