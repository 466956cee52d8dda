// SPDX-License-Identifier: MIT
// Compiling this is the test: DirectML.h has the binary interface the schema records, whatever the
// target version, and DirectMLHelpers.h goes with each of them.
#include <DirectMLHelpers.h>

#include "generated_assertions.h"
