// SPDX-License-Identifier: MIT
// How many threads Weft uses: WEFT_THREADS to begin with, or as many as the
// affinity mask and the control group's CPU quota allow. The caller's thread is one of them.
#pragma once

#include "weft/export.h"

namespace weft {

WEFT_API void SetThreadCount(int count);  // values outside 1 to 256 are brought inside
WEFT_API int ThreadCount();

}  // namespace weft
