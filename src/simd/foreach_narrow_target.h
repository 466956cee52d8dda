// SPDX-License-Identifier: MIT
// Compiles the file that includes it once for each of WEFT_NARROW_TARGETS; see targets.h.
#pragma once

#define WEFT_TARGETS WEFT_NARROW_TARGETS
#include "simd/targets.h"
//
#include "simd/dispatch.h"
//
#include "hwy/foreach_target.h"
