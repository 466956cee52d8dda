// SPDX-License-Identifier: MIT
// How many threads Weft uses: WEFT_THREADS or the number of cores to begin with.
#pragma once

#include "weft/export.h"

namespace weft {

WEFT_API void SetThreadCount(int count);  // values outside 1 to 256 are brought inside
WEFT_API int ThreadCount();

}  // namespace weft
