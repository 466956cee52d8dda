// SPDX-License-Identifier: MIT
// WEFT_API marks what the shared library exports; everything else stays hidden.
#pragma once

#define WEFT_API __attribute__((visibility("default")))
